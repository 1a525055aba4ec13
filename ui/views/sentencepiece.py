"""SentencePiece: a sentence after the normalizer, the encoder and the decoder.

Tabs: changes by normalization, the training and its forbidden pairs, and a Chinese poem in four
    kinds of tokens.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from html import escape
from pathlib import Path

import streamlit as st

from bpe import CorpusError, Training
from bpe.encoding.roundtrip import RoundTrip, round_trip, unknown_characters
from bpe.encoding.spelling import UNKNOWN
from bpe.merging.values import PairCount
from bpe.player.tokens import visible
from bpe.readings.normalization import PieceChange, normalize_sentence, sentence_changes
from bpe.text.normalizers import normalize
from bpe.text.pieces import sentencepiece_forbids
from bpe.text.pretokenizers import pretokenize
from ui import state
from ui.cache import remembered
from ui.component import Markup
from ui.details import draw_tabs
from ui.draw.parts import examples, heading, styles, text_line, typed_choice
from ui.draw.say import say, text_markup, write
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.table_rows import Rows
from ui.draw.tokens import chips, coloured_by
from ui.links import link
from ui.pages import NORMALIZERS
from ui.panel import picture
from ui.pickers import picker, sample_run
from ui.player import step_player
from ui.runs import Run
from ui.samples import SENTENCES, samples, training_samples
from ui.state import LIMITS
from ui.text import corpus_name, refusal, t

STYLE = Path(__file__).with_name("sentencepiece.css")

MAX_TEXT_CHARS, MAX_POEM_CHARS, MAX_PIECE_CHARS = 500, 300, 40

EXAMPLES = {
    "prose": "How can it affect them?",
    "wide": "ｈｅｌｌｏ  ｗｏｒｌｄ ① ﬁne",
    "spaces": "  two  spaces,\u3000one wide\tone tab ",
    "accents": "cafe\u0301 caf\u00e9",
    "chinese": "学而时习之，不亦说乎？",
}
OPENING = ("prose", "wide", "chinese")
"""Possible first texts of the page."""

MAX_OPENING_WORDS, MAX_OPENING_CHARS = 6, 60
"""Number of corpus words, and of characters, in the first text if no example can be spelled."""

LAW = "Decode(Encode(Normalize(t))) = Normalize(t)"

LOSSES = {
    "wide": "ｈｅｌｌｏ",
    "circled": "①",
    "ligature": "ﬁne",
    "accents": "e\u0301",
    "power": "x²",
    "spaces": "a  b",
    "ideographic": "你\u3000好",
}

POEMS = "tang-song-poems"
POEM = "千里黄云白日曛，北风吹雁雪纷纷。\n莫愁前路无知己，天下谁人不识君。"
"""Gao Shi's farewell to Dong, which is not in the training text."""

PIECES = ("▁Mr.", "▁3.5", "dog▁", "カタカナ語", "abc1", "北京，", "a" * 17)

FORBIDDEN_ROWS = 60
UNKNOWN_NAMED = 12
"""Maximum number of unknown characters that are named."""


def sentence_box(run: Run) -> tuple[str, str]:
    """Draw boxes for a text and a normalizer; until it is edited, the text follows the corpus."""
    opening = opening_sentence(run)
    now = state.chosen("sentence")
    examples(
        "sentencepiece",
        EXAMPLES,
        "sentence_example",
        opening if now is None else now,
        lambda text: state.choose(sentence=text),
    )
    typed, chosen = st.columns([3, 1], gap="medium")
    with typed:
        label = t("sentencepiece.text")
        text = typed_choice("sentence", st.text_area, label, opening, MAX_TEXT_CHARS, height=70)
    with chosen:
        normalizer = picker(
            "normalizer",
            t("sentencepiece.normalizer"),
            {name: t(f"sentencepiece.normalizer_{name}") for name in NORMALIZERS},
            state.chosen("normalizer"),
            NORMALIZERS[0],
            help=t("sentencepiece.normalizer_help"),
        )
    return text, normalizer


def opening_sentence(run: Run) -> str:
    """Return the first example that this training can spell, or else a sentence of its corpus.

    It is the text before normalization: a normalized one would not change.
    """
    tokenizer, settings = run.training.tokenizer(), state.state().shown
    for name in OPENING:
        if not unknown_characters(tokenizer, EXAMPLES[name]):
            return EXAMPLES[name]
    words = (word[:MAX_OPENING_CHARS] for word in run.training.corpus.words[:MAX_OPENING_WORDS])
    beginning = run.source.beginning or " ".join(words)[:MAX_OPENING_CHARS]
    return SENTENCES.get((settings and settings.corpus) or "", beginning)


def with_normalizer(run: Run, normalizer: str) -> Run:
    """Return the run with another normalizer, or the run itself if that is refused."""
    if normalizer == run.scheme.normalizer:
        return run
    other = run.with_rules(normalizer=normalizer)
    try:
        other.train()
    except CorpusError as error:
        st.error(refusal(error))
        return run
    state.colour_by(other)
    return other


def draw_parts(run: Run, text: str) -> int:
    """Draw the sentence after each part, and the law; return the step."""
    styles(STYLE)
    step, nothing = state.step(len(run), run.start_step), t("sentencepiece.nothing")
    with picture():
        if not text.strip():
            say("sentencepiece.empty")
            return step
        trip = round_trip(run.training.tokenizer(step), text)
        tokens, normalizer = trip.encoding.tokens, run.scheme.normalizer
        changes = sentence_changes(text, normalizer)
        changed = sum(change.kind != "same" for change in changes)
        name = t(f"sentencepiece.normalizer_{normalizer}")
        kind = "changes" if changed else "same"
        parts = {
            "normalizer": (
                t(f"sentencepiece.part_normalizer_{kind}", name=name, n=changed),
                changes_markup(changes, nothing),
            ),
            "encoder": (
                t("sentencepiece.part_encoder_note", n=len(tokens), step=step),
                chips(tokens, run.scheme),
            ),
            "decoder": (
                t("sentencepiece.part_decoder_note"),
                sentence_markup(trip.decoded, nothing),
            ),
        }
        stages = "".join(
            f'<li class="stage"><h2>{escape(t(f"sentencepiece.part_{part}"))}</h2>'
            f'<p>{escape(remark)}</p><div class="output">{output}</div></li>'
            for part, (remark, output) in parts.items()
        )
        label = escape(t("sentencepiece.parts"))
        write(f'<ol class="stages fills" aria-label="{label}">{stages}</ol>')
        write(law_markup(trip))
        if trip.unknown:
            _offer_corpus(trip.normalized, text)
    return step


def changes_markup(changes: Sequence[PieceChange], nothing: str) -> str:
    """Write each piece of a text above its normalized form; unchanged pieces only once."""
    cells = []
    for change in changes:
        before = text_markup(change.before)
        if change.kind == "same":
            cells.append(f'<span class="same">{before}</span>')
            continue
        after = text_markup(change.after) if change.after else f"<small>{escape(nothing)}</small>"
        cells.append(
            f'<span class="change {change.kind}"><span>{before}</span>'
            f'<span class="unseen"> → </span><b>{after}</b></span>'
        )
    return f'<div class="changes" dir="ltr">{"".join(cells)}</div>'


def sentence_markup(text: str, empty: str) -> Markup:
    """Write a text with every character visible, or a word for an empty text."""
    return Markup(f'<span class="sentence" dir="auto">{text_markup(text) or escape(empty)}</span>')


def law_markup(trip: RoundTrip) -> str:
    """Write the law, whether it holds for this sentence, and why not."""
    if trip.holds:
        verdict = t("sentencepiece.law_exact" if trip.is_exact else "sentencepiece.law_holds")
    elif trip.unknown:
        named = " ".join(map(visible, trip.unknown[:UNKNOWN_NAMED]))
        verdict = t("sentencepiece.law_unknown", n=len(trip.unknown), characters=named)
    else:
        verdict = t("sentencepiece.law_mark")
    kind, sign = ("holds", "✓") if trip.holds else ("fails", "✗")
    return (
        f'<p class="law {kind}" role="status"><b>{escape(LAW)}</b>'
        f'<span><i aria-hidden="true">{sign}</i> {escape(verdict)}</span></p>'
    )


def _offer_corpus(normalized: str, text: str) -> None:
    """Offer a sample that has all characters of a normalized sentence, if there is one."""
    name = corpus_with(normalized)
    if name is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(t("sentencepiece.offer", title=corpus_name(name)), width="content")
        label = t("controls.show_it_on", title=corpus_name(name))
        # The sentence stays, even if it was not typed.
        show = {"corpus": name, "step": None, "sentence": text, **dict.fromkeys(LIMITS)}
        st.button(label, key="sentence_corpus", on_click=state.choose, kwargs=show)


def corpus_with(text: str) -> str | None:
    """Return the sample that has every character of a normalized text, or None.

    A sample that is meant for SentencePiece comes first, then the longest.
    """
    wanted = set("".join(text.split()))
    found = [
        (sample.default_scheme != "sentencepiece", -sample.path.stat().st_size, name)
        for name, sample in training_samples().items()
        if wanted <= _normalized_characters(name)
    ]
    return min(found)[-1] if found else None


@lru_cache
def _normalized_characters(sample: str) -> frozenset[str]:
    text = training_samples()[sample].path.read_text(encoding="utf-8")
    return frozenset(normalize(text, "nmt_nfkc"))


# Tabs ---------------------------------------------------------------------------------------------


def draw_sentence_tabs(run: Run, text: str, step: int) -> None:
    """Draw the open tab. In the training tab the player moves the step."""
    draw_tabs(
        {
            "changes": partial(draw_changes, text, run.scheme.normalizer),
            "trainer": partial(draw_trainer, run),
            "forbidden": partial(draw_forbidden, run, step),
            "chinese": draw_chinese,
        }
    )


def _draw_table(cells: Sequence[tuple[str, ...]], columns: Sequence[Column], caption: str) -> None:
    write(table_markup(rows_for(columns, cells), columns, caption, area="sentencepiece"))


def draw_changes(text: str, normalizer: str) -> None:
    """List the normalizer's change of each character, and the losses of each normalizer."""
    nothing = t("sentencepiece.nothing")
    heading("sentencepiece.changes", name=t(f"sentencepiece.normalizer_{normalizer}"))
    changed = Counter(each for each in sentence_changes(text, normalizer) if each.kind != "same")
    if not changed:
        say("sentencepiece.changes_none" if text.strip() else "sentencepiece.empty")
    else:
        rows = [
            (
                text_markup(change.before),
                " ".join(f"U+{ord(each):04X}" for each in change.before),
                text_markup(change.after) or nothing,
                t(f"sentencepiece.kind_{change.kind}"),
                f"{times:,}",
            )
            for change, times in changed.most_common()
        ]
        columns = [Column(name) for name in ("before", "numbers", "after", "kind", "times")]
        _draw_table(rows, columns, t("sentencepiece.changes_table"))
    heading("sentencepiece.losses")
    say("sentencepiece.losses_how")
    unchanged = Markup(f"<small>{escape(t('sentencepiece.unchanged'))}</small>")

    def normalized(text: str, name: str) -> Markup:
        found = normalize_sentence(text, name)
        return unchanged if found == text else sentence_markup(found, nothing)

    losses = [
        (text_markup(loss), *(normalized(loss, name) for name in NORMALIZERS))
        for loss in LOSSES.values()
    ]
    names = [Column(name, title=t(f"sentencepiece.normalizer_{name}")) for name in NORMALIZERS]
    _draw_table(losses, [Column("before"), *names], t("sentencepiece.losses"))


def draw_trainer(run: Run) -> None:
    """Replay the training; the picture follows its step."""
    step = step_player(run, key="sentencepiece", default=run.start_step)
    _, ahead, _ = forbidden_pairs(run.training, step)
    say(f"sentencepiece.trainer_hides{'' if ahead else '_none'}", n=ahead)
    say("sentencepiece.trainer_how")
    link("unigram", t("sentencepiece.to_unigram"))


@remembered
def forbidden_pairs(training: Training, step: int) -> tuple[int, int, list[PairCount]]:
    """Return the forbidden pairs at a step.

    Returns their number, the number of those that occur more often than the next merge, and the
    most frequent ones.
    """
    snapshot = training.snapshot(step)
    found = [pair for pair in snapshot.pairs() if pair.forbidden]
    least = snapshot.next.count if snapshot.next else 0
    return len(found), sum(pair.count > least for pair in found), found[:FORBIDDEN_ROWS]


def draw_forbidden(run: Run, step: int) -> None:
    """List the forbidden pairs, each with the rule that forbids it."""
    say("sentencepiece.forbidden_why")
    count, ahead, pairs = forbidden_pairs(run.training, step)
    heading("sentencepiece.forbidden", step=step)
    if pairs:
        left, right = map(visible, pairs[0].pair)
        first = {"left": left, "right": right, "count": pairs[0].count}
        following = run.training.snapshot(step).next
        if following is None:
            say("sentencepiece.forbidden_only", **first)
        else:
            left, right = map(visible, following.pair)
            first |= {"next_left": left, "next_right": right, "next_count": following.count}
            say(f"sentencepiece.forbidden_{'ahead' if ahead else 'behind'}", **first, n=ahead)
        columns = (
            Column("pair", "pair"),
            Column("count", "number", bar=True),
            Column("rule", message="sentencepiece.rule_{rule}"),
        )
        rows = rows_for(columns, [(each.pair, each.count, each.forbidden) for each in pairs])
        caption = t("sentencepiece.forbidden_table")
        draw_table(rows, columns, caption, run.scheme, area="sentencepiece")
        if count > len(pairs):
            st.caption(t("sentencepiece.forbidden_cut", n=len(pairs), all=count))
    else:
        say("sentencepiece.forbidden_none")
    heading("sentencepiece.try_piece")
    piece = text_line(t("sentencepiece.piece"), "sentence_piece", PIECES[0], MAX_PIECE_CHARS)
    reason = sentencepiece_forbids(piece)
    kind = f"piece_{reason}" if reason else "piece_allowed"
    say(f"sentencepiece.{kind}", piece=visible(piece))
    rules = [
        (text_markup(each), t(f"sentencepiece.rule_{sentencepiece_forbids(each) or 'allowed'}"))
        for each in PIECES
    ]
    _draw_table(rules, [Column("piece"), Column("rule")], t("sentencepiece.try_piece"))


def draw_chinese() -> None:
    """Draw a poem in words, characters, pieces and bytes."""
    pieces, byte_level = (
        sample_run(samples()[POEMS], scheme).training for scheme in ("sentencepiece", "gpt")
    )
    corpus, merges = pieces.corpus, len(pieces)
    once = sum(count == 1 for count in corpus.counts)
    say("sentencepiece.chinese_why", words=len(corpus), once=once)
    poem = st.text_area(
        t("sentencepiece.chinese_text"),
        POEM,
        max_chars=MAX_POEM_CHARS,
        height=100,
        key="sentence_poem",
        persist_state="session",
    )[:MAX_POEM_CHARS]
    if not poem.strip():
        say("sentencepiece.empty")
        return
    words = pretokenize(normalize_sentence(poem, pieces.scheme.normalizer), "space")
    new = {word for word in words if corpus.place(word) is None}
    unknown = f"<small>{escape(t('sentencepiece.unknown'))}</small>"
    boxes = "".join(
        f'<span class="word">{text_markup(word)}{unknown if word in new else ""}</span>'
        for word in words
    )
    unknowns = sum(word in new for word in words)
    cuts = [("spaces", len(corpus), len(words), unknowns, f'<div class="words">{boxes}</div>')]
    for name, training, step in (
        ("characters", pieces, 0),
        ("pieces", pieces, merges),
        ("bytes", byte_level, len(byte_level)),
    ):
        tokens = training.tokenizer(step).encode(poem).tokens
        with coloured_by(training.token_ranks):
            drawn = chips(tokens, training.scheme)
        size = int(training.vocabulary_sizes[step])
        cuts.append((name, size, len(tokens), tokens.count(UNKNOWN), drawn))
    rows = [
        (
            Markup(
                f"<b>{escape(t(f'sentencepiece.cut_{name}'))}</b>"
                f"<small>{escape(t(f'sentencepiece.cut_{name}_note', merges=merges))}</small>"
            ),
            *(Markup(f'<span class="figure">{number:,}</span>') for number in numbers),
            Markup(drawn),
        )
        for name, *numbers, drawn in cuts
    ]
    columns = [Column(name) for name in ("way", "vocabulary", "tokens", "unknown", "cut")]
    caption = t("sentencepiece.chinese_table")
    found = Rows(tuple(each.name for each in columns), rows)
    write(table_markup(found, columns, caption, area="sentencepiece", look="cuttings"))
    say("sentencepiece.chinese_sum", merges=merges, **{cut[0]: cut[2] for cut in cuts[1:]})
    say("sentencepiece.chinese_bert")
