"""The page SentencePiece: three parts and their law, and one function a tab."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from bpe import CorpusError
from bpe.readings.normalization import normalize_sentence, sentence_changes
from bpe.text.pieces import sentencepiece_forbids
from ui.controls.controls import colour_by, sample_run
from ui.corpora.run import Run, read
from ui.draw.parts import heading, styles, text_line
from ui.draw.say import say, text_markup, write
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.tokens import chips, coloured_by, visible
from ui.player import step_player
from ui.samples import samples
from ui.sentencepiece import NORMALIZERS, PAGE, markup
from ui.sentencepiece.readings import (
    FORBIDDEN_SHOWN,
    LONGEST_PIECE,
    LONGEST_POEM,
    ForbiddenPairs,
    SentenceTrip,
    WaysToCut,
    forbidden_pairs,
    sentence_trip,
    ways_to_cut,
)
from ui.sentencepiece.text import offer_corpus
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.component import Markup
from ui.shell.navigation import link
from ui.shell.tabs import draw_tabs, picture
from ui.shell.text import refusal, t

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
"""Gao Shi's farewell to Dong, which is not among the poems trained on."""

PIECES = ("▁Mr.", "▁3.5", "dog▁", "カタカナ語", "abc1", "北京，", "a" * 17)


def with_normalizer(run: Run, normalizer: str) -> Run:
    """Return the run of the same text, normalized in another way, where that can be trained."""
    if normalizer == run.scheme.normalizer:
        return run
    other = run.with_rules(normalizer=normalizer)
    try:
        other.summarize()
        colour_by(other)
        return other
    except CorpusError as error:
        st.error(refusal(error))
        return run


def step_of(run: Run) -> int:
    """Return the step that the page stands at."""
    return session.step(len(run), run.start_step)


def three_parts(run: Run, text: str, step: int) -> None:
    """Show the sentence as each part leaves it, and whether the law holds."""
    styles(markup.STYLE)
    with picture(PAGE):
        if not text.strip():
            say("sentencepiece.empty")
            return
        trip: SentenceTrip = run.read(sentence_trip, text, step)
        write(markup.stages(_parts(run, text, trip, step), t("sentencepiece.parts")))
        write(markup.law(LAW, trip.holds, _verdict(trip)))
        offer_corpus(trip)


def _parts(run: Run, text: str, trip: SentenceTrip, step: int) -> list[tuple[str, str, str]]:
    """Return name, remark and output of normalizer, encoder and decoder."""
    normalizer, nothing = run.scheme.normalizer, t("sentencepiece.nothing")
    found = sentence_changes(text, normalizer)
    changed = sum(change.kind != "same" for change in found)
    kind, name = "changes" if changed else "same", t(f"sentencepiece.normalizer_{normalizer}")
    parts = {
        "normalizer": (
            t(f"sentencepiece.part_normalizer_{kind}", name=name, n=changed),
            markup.changes(found, nothing),
        ),
        "encoder": (
            t("sentencepiece.part_encoder_note", n=len(trip.tokens), step=step),
            chips(trip.tokens, run.scheme),
        ),
        "decoder": (t("sentencepiece.part_decoder_note"), markup.text(trip.decoded, nothing)),
    }
    return [(t(f"sentencepiece.part_{part}"), *said) for part, said in parts.items()]


def _verdict(trip: SentenceTrip) -> str:
    if trip.holds:
        return t("sentencepiece.law_exact" if trip.is_exact else "sentencepiece.law_holds")
    if trip.unknown:
        return t(
            "sentencepiece.law_unknown",
            n=len(trip.unknown),
            characters=" ".join(map(visible, trip.unknown[:12])),
        )
    return t("sentencepiece.law_mark")


def sentence_tabs(run: Run, text: str, step: int) -> None:
    """Draw the open tab."""
    opened = draw_tabs(
        PAGE,
        {
            "changes": partial(changes_panel, text, run.scheme.normalizer),
            "trainer": partial(trainer_panel, run),
            "forbidden": partial(forbidden_panel, run, step),
            "chinese": chinese_panel,
        },
    )
    if opened != "trainer":
        # The player, which keeps the step in the address, is not there.
        step_in_address(step, run.start_step, "sentencepiece_step_address")


def trainer_panel(run: Run) -> None:
    """Replay the training; the picture follows its step."""
    step = step_player(run, key="sentencepiece", default=run.start_step)
    ahead = run.read(forbidden_pairs, step).ahead
    kind = {0: "none", 1: "one"}.get(ahead, "many")
    say(f"sentencepiece.trainer_hides_{kind}", n=ahead)
    say("sentencepiece.trainer_how")
    link("unigram", t("sentencepiece.to_unigram"))


def changes_panel(text: str, normalizer: str) -> None:
    """List what the normalizer does to each character, and what each normalizer loses."""
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
        _table(rows, columns, t("sentencepiece.changes_table"))
    heading("sentencepiece.losses")
    say("sentencepiece.losses_how")
    names = [Column(name, title=t(f"sentencepiece.normalizer_{name}")) for name in NORMALIZERS]
    losses = [
        (text_markup(loss), *(_normalized(loss, name, nothing) for name in NORMALIZERS))
        for loss in LOSSES.values()
    ]
    _table(losses, [Column("before"), *names], t("sentencepiece.losses"))


def _table(cells: Sequence[tuple[str, ...]], columns: Sequence[Column], caption: str) -> None:
    write(table_markup(rows_for(columns, cells), columns, caption, area="sentencepiece"))


def _normalized(text: str, name: str, nothing: str) -> Markup:
    found = normalize_sentence(text, name)
    if found != text:
        return markup.text(found, nothing)
    return Markup(f"<small>{escape(t('sentencepiece.unchanged'))}</small>")


def chinese_panel() -> None:
    """Cut a poem at spaces, into characters, into pieces and into bytes, and compare."""
    runs = [sample_run(samples()[POEMS], scheme) for scheme in ("sentencepiece", "gpt")]
    box = session.kept("sentence_poem", POEM)
    found: WaysToCut = read(runs, ways_to_cut, session.value("sentence_poem"))
    say("sentencepiece.chinese_why", words=found.corpus, once=found.once)
    poem = st.text_area(t("sentencepiece.chinese_text"), max_chars=LONGEST_POEM, height=100, **box)
    if not poem.strip():
        say("sentencepiece.empty")
        return
    at_spaces = (
        t("sentencepiece.cut_spaces"),
        t("sentencepiece.cut_spaces_note"),
        found.corpus,
        len(found.words),
        found.known.count(False),
        markup.words(found.words, found.known, t("sentencepiece.unknown")),
    )
    others = []
    for name, (size, tokens) in found.cuts.items():
        run = runs[name == "bytes"]
        with coloured_by(run.summary.ranks):
            cut = chips(tokens, run.scheme)
        note = t(f"sentencepiece.cut_{name}_note", merges=found.merges)
        unknown = found.unknown(name)
        others.append((t(f"sentencepiece.cut_{name}"), note, size, len(tokens), unknown, cut))
    write(markup.cuttings([at_spaces, *others], t("sentencepiece.chinese_table")))
    sums = {name: len(tokens) for name, (_, tokens) in found.cuts.items()}
    say("sentencepiece.chinese_sum", merges=found.merges, **sums)
    say("sentencepiece.chinese_bert")


def forbidden_panel(run: Run, step: int) -> None:
    """List the pairs that may not be merged, each with the rule that forbids it."""
    say("sentencepiece.forbidden_why")
    found: ForbiddenPairs = run.read(forbidden_pairs, step)
    heading("sentencepiece.forbidden", step=step)
    if not found.count:
        say("sentencepiece.forbidden_none")
    else:
        _say_first(found)
        columns = (
            Column("pair", "pair"),
            Column("count", "number", bar=True),
            Column("rule", message="sentencepiece.rule_{rule}"),
        )
        title = t("sentencepiece.forbidden_table")
        draw_table(found.rows, columns, title, run.scheme, area="sentencepiece")
        if found.count > FORBIDDEN_SHOWN:
            st.caption(t("sentencepiece.forbidden_cut", n=FORBIDDEN_SHOWN, all=found.count))
    _try_piece()


def _say_first(found: ForbiddenPairs) -> None:
    """Say how often the first forbidden pair occurs, beside the pair that is merged next."""
    pair, count, _ = found.rows.cells[0]
    left, right = map(visible, pair)
    here = {"left": left, "right": right, "count": count}
    if found.next is None:
        say("sentencepiece.forbidden_only", **here)
        return
    pair, count = found.next
    left, right = map(visible, pair)
    beside = {"next_left": left, "next_right": right, "next_count": count}
    kind = "ahead" if found.ahead else "behind"
    say(f"sentencepiece.forbidden_{kind}", **here, **beside, n=found.ahead)


def _try_piece() -> None:
    """Let the reader type a piece, and say which rule forbids it."""
    heading("sentencepiece.try_piece")
    piece = text_line(t("sentencepiece.piece"), "sentence_piece", PIECES[0], LONGEST_PIECE)
    reason = sentencepiece_forbids(piece)
    kind = f"piece_{reason}" if reason else "piece_allowed"
    say(f"sentencepiece.{kind}", piece=visible(piece))
    rules = [
        (text_markup(each), t(f"sentencepiece.rule_{sentencepiece_forbids(each) or 'allowed'}"))
        for each in PIECES
    ]
    _table(rules, [Column("piece"), Column("rule")], t("sentencepiece.try_piece"))
