"""Unigram: start from many pieces, estimate their probabilities, prune the least useful ones.

The picture is the lattice of one word above the player of the rounds. Tabs: the word's splits, the
next round, the vocabulary, sampled splits, and three methods on one text.
"""

import random
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import PRESETS, CorpusError
from bpe.player.cutting import PlayerPayload, cut_rows
from bpe.player.payload import Sentences
from bpe.player.rows import Tokens, recut_row
from bpe.player.tokens import visible
from bpe.readings.comparison import (
    SharedTokens,
    SplitWord,
    compared_vocabularies,
    shared_tokens,
    split_words,
)
from bpe.text.normalizers import normalize
from bpe.unigram import UnigramModel, UnigramRound, UnigramTraining
from ui import state
from ui.cache import remembered
from ui.component import Markup
from ui.details import draw_tabs
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import (
    beside,
    for_researchers,
    heading,
    search_line,
    segmented,
    styles,
)
from ui.draw.say import say, say_text, write
from ui.draw.table import Column, bar, draw_table, rows_for, table_markup
from ui.draw.table_rows import ROWS, Rows, matcher
from ui.draw.tokens import chips
from ui.frame import Bar
from ui.notes import scheme_not_here
from ui.own_text import sources
from ui.own_text.boxes import chosen_source, own_text, settle_file
from ui.pickers import corpus_picker, go_back, limit_box, runs_or_last
from ui.player import rounds_player
from ui.runs import LARGE_UNIGRAM_WORDS, Run, UnigramRun
from ui.samples import training_samples
from ui.state import OWN_TEXTS
from ui.text import in_list, language, refusal, speaking, t
from ui.views.unigram_lattice import (
    SCHEME,
    draw_lattice,
    expected,
    percent,
    probability,
    training_lattice,
)

STYLE = Path(__file__).with_name("unigram.css")

MAX_WORD_CHARS = 24

WORDS = {
    "six-words": "lowest",
    "hug": "hugs",
    "low-lower": "lowest",
    "old-smart": "oldest",
    "pride-and-prejudice": "unlikely",
    "scripts": "sollen",
    "chinese-classics": "天道无亲，恒与善人。",
    "tang-song-poems": "《春思》李白",
    "modern-chinese": "研究生命的起源",
}
"""Interesting words, by sample; for a text without spaces a clause or a line."""

WORDS_OFFERED, OPENING_WORD_CHARS = 200, 5
"""Number of words offered, and minimum characters of the first word shown."""

_CLAUSE = re.compile(rf"\b\w{{2,{MAX_WORD_CHARS}}}\b")

SIZES = {"six-words": 17, "low-lower": 13, "hug": 11}
"""Vocabulary sizes at which a small sample has more than one round."""

AWAY = "unigram_away"
"""Key of the removed pieces: (text and word, the pieces, a clicked character, which stays)."""

PLAYER_WORDS, FREQUENT_WORDS = 6, 200
MAX_ROW_CHARS, MAX_ROWS_CHARS = 1_000, 20_000
"""Maximum characters of a word in the player, and of all of them; chosen among frequent words."""

SPLITS = 8
DRAWS, SPLITS_DRAWN, FIRST_DRAWS, SEEDS = 1_000, 30, 12, 1_000
"""Number of sampled splits; of distinct ones in the table; of those listed in order; of seeds."""

ORDERS = ("order", "border", "dearest")
"""The orders of a round's pieces: by removal, around the limit, the most costly first."""
BORDER, MANY_FATES = 15, 60
"""Pieces shown on each side of the limit; and number of pieces from which this is the default."""

DIFFERENT_WORDS, SHARED_EXAMPLES = 12, 14

TOKEN, SPLIT = Column("token", "token"), Column("tokens", "split")
PROBABILITY = Column("probability", format=probability)


# The run and the word -----------------------------------------------------------------------------


def choose_run_and_word(bar: Bar) -> tuple[UnigramRun, str]:
    """Draw the pickers of text, size and word; return the run, and the word with its mark.

    If training fails or is cancelled, show the reason and return the last successful run. The word
    is "" if there is none.
    """
    settings = state.settings()
    assert settings is not None
    state.show(settings)
    settle_file(go_back)
    with bar.pickers:
        name = corpus_picker()
        word_place = st.container()
    with bar.more["settings"]:
        size = limit_box("vocab_size", placeholder=t("controls.vocab_size_by_corpus"))
    own_text(name, bar.pickers)
    if name not in OWN_TEXTS:
        sample, lang = training_samples()[name], language()
        where, licence = sample.source[lang], sample.licence[lang]
        bar.more["about"].caption(t("controls.text_of", source=where, licence=licence))
    for sentence in scheme_not_here():
        bar.more["about"].caption(sentence)
    source = chosen_source(name)
    wanted = None if source is None else (UnigramRun(source, size or SIZES.get(name)),)

    def opening() -> tuple[UnigramRun]:
        name = state.state().page.runs.opening_text() or ""
        return (UnigramRun(sources.of_sample(training_samples()[name]), SIZES.get(name)),)

    [run] = runs_or_last(wanted, opening)
    state.clamp_step(len(run.training))
    with word_place:
        offered, first = offered_words(run.training, WORDS.get(name))
        chosen = (state.chosen("word") or first).strip()[:MAX_WORD_CHARS]
        key = state.shows("unigram_word", chosen or None)
        st.selectbox(
            t("unigram.word"),
            dict.fromkeys([chosen, *offered] if chosen else offered),
            accept_new_options=True,
            placeholder=t("unigram.word"),
            help=t("unigram.word_help", limit=MAX_WORD_CHARS),
            key=key,
            on_change=lambda: state.choose(
                word=(st.session_state[key] or "").strip()[:MAX_WORD_CHARS] or None
            ),
        )
    return run, spelled_word(run.training, chosen)


def offered_words(training: UnigramTraining, opening: str | None) -> tuple[list[str], str]:
    """Return words to choose from, and the first to show: `opening`, if the corpus spells it."""
    corpus = training.corpus
    order = sorted(range(len(corpus)), key=lambda place: -corpus.counts[place])[:WORDS_OFFERED]
    offered = [corpus.words[place] for place in order if len(corpus.words[place]) <= MAX_WORD_CHARS]
    if not offered:  # without spaces a word may be a paragraph: offer its clauses
        clauses = (each for place in order for each in _CLAUSE.findall(corpus.words[place]))
        offered = list(islice(dict.fromkeys(clauses), WORDS_OFFERED))
    known = set("".join(corpus.words))
    if opening is None or not set(normalize(opening, SCHEME.normalizer)) <= known:
        long = (word for word in offered if len(word) >= OPENING_WORD_CHARS)
        opening = next(long, offered[0] if offered else "")
    return offered, opening


def spelled_word(training: UnigramTraining, word: str) -> str:
    """Spell a word as in training: normalized, with its mark; of several words the first."""
    return next(iter(training.model.spell(word)), "")[: MAX_WORD_CHARS + 1]


# The picture --------------------------------------------------------------------------------------


def draw_pruned_lattice(run: UnigramRun, word: str) -> int:
    """Draw the lattice of a word above the player of the rounds; return the step."""
    styles(STYLE)
    with st.container(key="unigram_stage"):
        picture = st.container()
        step = rounds_player(cut_rounds(run.training, language()), key="unigram")
        with picture:
            if word:
                away, stays = pieces_away(run, word)
                say_best_split(run.training.snapshot(step).model, word, away, stays)
                drawing = training_lattice(run.training, word, step, away)
                with st.container(key="unigram_fills"):
                    draw_lattice(drawing, "unigram_lattice", partial(click_piece, run, word))
            else:
                say("unigram.no_word")
    return step


def _owner(run: UnigramRun, word: str) -> Hashable:
    """Return the owner of clicks: the word together with its text."""
    return run.source.digest, word


def pieces_away(run: UnigramRun, word: str) -> tuple[tuple[str, ...], str]:
    """Return this word's removed pieces, and the last clicked character.

    A single character cannot be removed: the lattice would have no path.
    """
    owner, away, stays = st.session_state.get(AWAY, (None, (), ""))
    return (away, stays) if owner == _owner(run, word) else ((), "")


def click_piece(run: UnigramRun, word: str, piece: str) -> None:
    """Remove a piece of this word, or restore it: from a callback."""
    away, _ = pieces_away(run, word)
    if piece in away:
        away = tuple(each for each in away if each != piece)
    elif piece in word and len(piece) > 1:
        away = (*away, piece)
    stays = piece if piece in word and len(piece) == 1 else ""
    st.session_state[AWAY] = _owner(run, word), away, stays


def say_best_split(model: UnigramModel, word: str, away: Sequence[str], stays: str) -> None:
    """Name the best split, and the change by a click."""
    [before], [now] = model.nbest(word, 1), model.without(away).nbest(word, 1)
    there = tuple(piece for piece in away if piece in model.pieces)
    numbers = {"was": percent(before.share), "share": percent(now.share)}
    if stays:
        say("unigram.away_character", SCHEME, {"piece": (stays,)})
    elif there:
        name = "stays" if now.tokens == before.tokens else "jumps"
        tokens = {"away": there, "before": before.tokens, "now": now.tokens}
        say(f"unigram.away_{name}", SCHEME, tokens, **numbers)
    elif (tied := model.tied(word)) > 1:
        say("unigram.splits_tied", n=tied, **numbers)
    else:
        say("unigram.splits_best", SCHEME, {"best": now.tokens}, **numbers)


@remembered
def cut_rounds(training: UnigramTraining, lang: str) -> PlayerPayload:
    """Cut the rounds for the player, in a language."""
    with speaking(lang):
        return cut_rows(rounds_run(training))


def rounds_run(training: UnigramTraining) -> dict[str, Any]:
    """Return the rounds for the player: best splits and captions.

    Of the frequent words it shows those whose best split changes most often.
    """
    tokens = Tokens(SCHEME)
    words = sorted(training.corpus.items(), key=lambda each: -each[1])[:FREQUENT_WORDS]
    ends = accumulate(min(len(word), MAX_ROW_CHARS) for word, _ in words)
    histories = [
        (word, count, training.history(word[:MAX_ROW_CHARS]))
        for (word, count), end in zip(words, ends, strict=True)
        if end <= MAX_ROWS_CHARS
    ]
    histories.sort(key=lambda each: -len(each[2]))
    rows = [
        recut_row(word, int(count), splits, tokens)
        for word, count, splits in histories[:PLAYER_WORDS]
    ]
    sentences = Sentences(tokens)
    for step in range(len(training) + 1):
        sentences.say(caption(training, step))
    return {
        "title": "",
        "steps": len(training),
        "recut": True,
        "words": rows,
        "captions": sentences.all(),
        "tokens": tokens.table(),
    }


def caption(training: UnigramTraining, step: int) -> str:
    """Describe the next round, or the final vocabulary."""
    if step < len(training):
        return round_caption(training.rounds[step])
    stop = training.stop
    left = {"size": stop.found, "characters": len(training.alphabet)}
    if stop.reason != "no_pieces":
        return t("unigram.caption_end", **left)
    numbers = {name: getattr(stop, name) for name in ("asked", "candidates", "seeds", "rare")}
    return t("unigram.caption_end_fewer", **left, **numbers)


def round_caption(done: UnigramRound) -> str:
    """Write the number of pieces that a round removes, and the reason."""
    kind = "rare" if done.rare else "none"
    if done.cut:
        by = "score" if done.last else "loss"
        kind = f"rare_{by}" if done.rare else by
    numbers = {name: getattr(done, name) for name in ("size", "rare", "cut")}
    return t(f"unigram.caption_{kind}", round=done.number + 1, left=done.size_after, **numbers)


# Tabs ---------------------------------------------------------------------------------------------


def draw_unigram_tabs(run: UnigramRun, word: str, step: int) -> None:
    """Draw the open tab at a step."""
    draw_tabs(
        {
            "splits": partial(draw_splits, run, word, step),
            "removal": partial(draw_removal, run, step),
            "vocabulary": partial(draw_vocabulary, run, step),
            "sampling": partial(draw_sampling, run, word, step),
            "compare": partial(draw_comparison, run),
        },
    )


def _draw_table(rows: Rows, columns: Sequence[Column], caption: str, **looks: Any) -> None:
    nothing = "unigram.search_nothing"
    draw_table(rows, columns, caption, SCHEME, area="unigram", nothing=nothing, **looks)


def draw_splits(run: UnigramRun, word: str, step: int) -> None:
    """Explain the lattice, and list the most probable splits of the word."""
    if not word:
        say("unigram.no_word")
        return
    say("unigram.lattice_how")
    model = run.training.snapshot(step).model.without(pieces_away(run, word)[0])
    found = model.nbest(word, SPLITS + 1)
    listed = found[:SPLITS]
    rows = [(each.tokens, each.share, model.probability(each.tokens)) for each in listed]
    columns = (SPLIT, Column("share", format=percent, bar=True), PROBABILITY)
    _draw_table(rows_for(columns, rows), columns, t("unigram.splits_caption", word=visible(word)))
    share = percent(min(1.0, sum(each.share for each in listed)))
    kind, chance = "some" if len(found) > SPLITS else "sum", probability(model.marginal(word))
    st.caption(t(f"unigram.splits_{kind}", n=len(listed), share=share, p=chance))


def draw_removal(run: UnigramRun, step: int) -> None:
    """Show the pieces that the next round removes, the reasons, and the replacement splits."""
    if step == len(run.training):
        heading("unigram.removal_done")
        say("unigram.removal_none_left")
        return
    judge = run.training.rounds[step]
    title = heading("unigram.removal_heading", round=step + 1)
    say("unigram.removal_score" if judge.last else "unigram.removal_loss")
    choice, searching = st.columns([3, 2], vertical_alignment="bottom")
    opening = "border" if judge.size > MANY_FATES else "order"
    with choice:
        named = t("unigram.show"), ORDERS, lambda name: t(f"unigram.show_{name}")
        show = segmented(*named, "unigram_show", opening)
    with searching:
        search = search_line(t("unigram.search"), "unigram_fate_search")

    def loss(value: float | None) -> str:
        return "–" if value is None else f"{value:,.2f}"

    columns = (
        TOKEN,
        Column("fate", message="unigram.fate_{fate}"),
        Column("expected", format=expected),
        PROBABILITY,
        *(() if judge.last else (Column("loss", format=loss),)),
        Column("tokens", "split", header="alternative"),
    )
    goes = {"gone": t("unigram.badge_goes")}
    _draw_table(fates(judge, show, search), columns, title, search=search, badges=goes)
    ends = (f"{judge.log_likelihoods[at]:,.1f}".replace("-", "−") for at in (0, -1))
    said = dict(zip(("before", "after"), ends, strict=True))
    for_researchers("unigram_em", lambda: st.markdown(t("unigram.removal_em", **said)))


def fates(judge: UnigramRound, show: str = "order", search: str = "") -> Rows:
    """List the pieces of a round, in the order of removal.

    show: "order", from the first removed; "border", the last removed and the first kept; "dearest",
        from the last, without characters.

    Columns: token, fate, gone (the round removed it), expected (occurrences over all splits),
        probability (after EM), loss (nats; None if not computed), tokens (its replacement; None for
        a character).
    """
    matches = matcher(search)
    found = [fate for fate in judge.fates if matches(fate.piece)]
    longer = [fate for fate in found if fate.fate != "character"]
    if show == "border":
        border = sum(fate.fate != "kept" for fate in longer)
        found = longer[max(0, border - BORDER) : border + BORDER]
    elif show == "dearest":
        found = longer[::-1]
    rows = [
        (
            fate.piece,
            fate.fate,
            fate.gone,
            fate.expected,
            fate.probability,
            fate.loss,
            None if fate.fate == "character" else judge.alternative(fate.piece),
        )
        for fate in found[:ROWS]
    ]
    columns = ("token", "fate", "gone", "expected", "probability", "loss", "tokens")
    return Rows(columns, rows, len(found) > len(rows))


def draw_vocabulary(run: UnigramRun, step: int) -> None:
    """Show the pieces after `step` rounds with their probabilities, and curves over all rounds."""
    training, alphabet = run.training, {*run.training.alphabet}
    snapshot = training.snapshot(step)
    title = heading("unigram.vocabulary_heading" if step else "unigram.vocabulary_seed", step=step)
    n, characters = len(snapshot), len(alphabet)
    say("unigram.vocabulary_sum", n=n, characters=characters, longer=n - characters)
    search = search_line(t("unigram.search"), "unigram_piece_search")
    matches = matcher(search)
    found = [each for each in enumerate(snapshot.pieces, 1) if matches(each[1])]
    rows = [
        (
            piece,
            rank,
            "character" if piece in alphabet else "piece",
            snapshot.model.probability([piece]),
        )
        for rank, piece in found[:ROWS]
    ]
    columns = (
        TOKEN,
        Column("rank", "number"),
        Column("kind", message="unigram.kind_{kind}"),
        Column("probability", format=probability, bar=True),
    )
    names = tuple(each.name for each in columns)
    _draw_table(Rows(names, rows, len(found) > len(rows)), columns, title, search=search)
    by_round = {"pieces": training.sizes, "tokens": training.token_counts}
    for (name, values), place in zip(by_round.items(), beside(), strict=True):
        with place:
            chart = LineChart(
                f"unigram_{name}",
                "unigram",
                {t(f"unigram.axis_{name}"): values},
                step,
                t(f"unigram.chart_{name}"),
                unit="round",
                log=True,
                stairs=True,
            )
            draw_lines(chart)


def draw_sampling(run: UnigramRun, word: str, step: int) -> None:
    """Sample splits of the word by their probability."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    seed = st.session_state.setdefault("unigram_seed", 0)

    def draw_again() -> None:
        st.session_state["unigram_seed"] = (seed + 1) % SEEDS

    st.button(t("unigram.again"), key="unigram_again", on_click=draw_again)
    model = run.training.snapshot(step).model.without(pieces_away(run, word)[0])
    rows, drawn = sampled_splits(model, word, DRAWS, seed)
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in drawn[:FIRST_DRAWS])
    write(f'<ol class="unigram-draws">{items}</ol>')
    different = len(rows)
    caption = t("unigram.cloud_heading", n=DRAWS, different=different, word=visible(word))
    say_text(caption)
    columns = (
        SPLIT,
        Column("drawn", "number", bar=True),
        Column("share", format=percent, header="chance"),
    )
    shown = replace(rows, cells=rows.cells[:SPLITS_DRAWN])
    _draw_table(shown, columns, caption)
    if different > len(shown):
        st.caption(t("unigram.cloud_more", n=different - len(shown)))


def sampled_splits(
    model: UnigramModel, word: str, draws: int, seed: int
) -> tuple[Rows, list[tuple[str, ...]]]:
    """Sample splits of a word; return them with their frequencies, and all as drawn.

    Columns: tokens, drawn (how often), share (of the word's probability), the most often drawn
    first. The same seed draws the same splits.
    """
    rng = random.Random(seed)
    drawn = [model.sample(word, rng) for _ in range(draws)]
    whole = model.marginal(word)
    rows = [
        (tokens, count, model.probability(tokens) / whole)
        for tokens, count in Counter(drawn).most_common()
    ]
    return Rows(("tokens", "drawn", "share"), rows), drawn


def draw_comparison(run: UnigramRun) -> None:
    """Compare BPE, WordPiece and Unigram vocabularies of one size."""
    training = run.training
    heading("unigram.compare_heading", n=len(training.pieces))
    say("unigram.compare_how")
    # The minimum count of a pair with which WordPiece's score is useful on a corpus of this size.
    least = 20 if len(training.corpus) >= LARGE_UNIGRAM_WORDS else 1
    min_frequency = limit_box("min_frequency", placeholder=str(least)) or least
    others = {}
    for name, preset, count in (("bpe", "sentencepiece", 1), ("wordpiece", None, min_frequency)):
        try:
            others[name] = rival(run, preset or name, count).train(partial(state.open_tab, None))
        except CorpusError as error:
            name = t(f"unigram.name_{name}")
            st.warning(t("unigram.compare_not", name=name, why=refusal(error)))
    compared = compared_vocabularies(training, others)
    names = {name: t(f"unigram.name_{name}") for name in (*others, "unigram")}
    for each in compared:
        if not each.is_full:
            smaller = {"name": names[each.name], "n": len(each.tokens)}
            st.caption(t("unigram.compare_smaller", **smaller))
    columns = (
        Column("name", message="unigram.name_{name}"),
        Column("in_corpus", "number", bar=True),
        Column("per_word", template="{per_word:.2f}"),
        Column("size", "number", header="vocabulary"),
        Column("length", template="{length:.2f}"),
    )
    sizes = [
        (each.name, each.token_count, each.tokens_per_word, len(each.tokens), each.mean_length)
        for each in compared
    ]
    _draw_table(rows_for(columns, sizes), columns, t("unigram.sizes_caption"))
    st.caption(t("unigram.compare_spelling"))
    st.caption(t("unigram.compare_library"))
    write(shared_table(shared_tokens(compared), heading("unigram.overlap_heading")))
    title = heading("unigram.words_heading")
    search = search_line(t("unigram.word_search"), "unigram_word_search")
    alike = 0
    words: list[SplitWord] = []
    for word in split_words(compared, training, search):
        if word.is_alike and not search:
            alike += 1
        elif len(words) < DIFFERENT_WORDS:
            words.append(word)
        else:
            break
    if words:
        if not search:
            say("unigram.words_alike" if alike else "unigram.words_bold", n=alike)
        write(split_table(words, tuple(names.values()), title))
    else:
        say("unigram.words_not_found" if search else "unigram.words_none")


def rival(run: UnigramRun, preset: str, min_frequency: int) -> Run:
    """Return the run of another method on the same words, with Unigram's vocabulary size."""
    return Run(
        run.source,
        replace(PRESETS[preset], normalizer=SCHEME.normalizer),
        vocab_size=len(run.training.pieces),
        min_frequency=min_frequency,
    )


def split_table(rows: Sequence[SplitWord], names: Sequence[str], caption: str) -> str:
    """Return words with their counts, and for each method the split and its length."""
    found: list[tuple[object, ...]] = []
    for word in rows:
        fewest = min(map(len, word.splits))
        splits = [
            Markup(
                f'<b class="length{" fewest" if len(split) == fewest else ""}">'
                f"{len(split)}</b>{chips(split, SCHEME)}"
            )
            for split in word.splits
        ]
        found.append((word.text, word.count, *splits))
    by_name = [Column(f"{place}", "split", title=name) for place, name in enumerate(names)]
    columns = (Column("word", "word"), Column("count", "number"), *by_name)
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")


def shared_table(rows: Sequence[SharedTokens], caption: str) -> str:
    """Return groups of methods, the number of tokens shared only by them, and some examples."""
    total, found = sum(len(each.tokens) for each in rows), []
    for each in rows:
        count, left_out = len(each.tokens), len(each.tokens) - SHARED_EXAMPLES
        more = f" … {left_out:,}" if left_out > 0 else ""
        found.append(
            (
                in_list(t(f"unigram.name_{name}") for name in each.names),
                Markup(f"{bar(count / total)}{count:,}"),
                Markup(chips(each.tokens[:SHARED_EXAMPLES], SCHEME) + more),
            )
        )
    columns = (Column("who"), Column("shared", look="number has-bar"), Column("examples"))
    return table_markup(rows_for(columns, found), columns, caption, area="unigram", look="unigram")
