"""The tabs: what a normalizer changes, Chinese cut in four ways, and pieces that are forbidden."""

from collections import Counter
from collections.abc import Sequence
from html import escape

import streamlit as st

from bpe import PairCount, Snapshot, Training
from bpe.encoding.spelling import UNKNOWN
from bpe.readings.normalization import normalize_sentence, sentence_changes
from bpe.text.pieces import sentencepiece_forbids
from bpe.text.pretokenizers import pretokenize
from ui.controls.controls import sample_run
from ui.draw.parts import heading
from ui.draw.say import say, write
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.tokens import chips, visible
from ui.samples import samples
from ui.sentencepiece import markup
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.text import t

ORDER = ("nmt_nfkc", "nfkc", "nfc", "none")
LOSSES = {
    "wide": "ｈｅｌｌｏ",
    "circled": "①",
    "ligature": "ﬁne",
    "accents": "e\u0301",
    "power": "x²",
    "spaces": "a  b",
    "ideographic": "你\u3000好",
}


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
                markup.drawn(change.before),
                " ".join(f"U+{ord(each):04X}" for each in change.before),
                markup.drawn(change.after) or nothing,
                t(f"sentencepiece.kind_{change.kind}"),
                f"{times:,}",
            )
            for change, times in changed.most_common()
        ]
        columns = [Column(name) for name in ("before", "numbers", "after", "kind", "times")]
        _table(rows, columns, t("sentencepiece.changes_table"))
    heading("sentencepiece.losses")
    say("sentencepiece.losses_how")
    names = [Column(name, title=t(f"sentencepiece.normalizer_{name}")) for name in ORDER]
    losses = [
        (markup.drawn(loss), *(_normalized(loss, name, nothing) for name in ORDER))
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


POEMS = "tang-song-poems"
POEM = "千里黄云白日曛，北风吹雁雪纷纷。\n莫愁前路无知己，天下谁人不识君。"
"""Gao Shi's farewell to Dong, which is not among the poems trained on."""

LONGEST_POEM = 300


def chinese_panel() -> None:
    """Cut a poem at spaces, into characters, into pieces and into bytes, and compare."""
    sample = samples()[POEMS]
    pieces, byte_level = (
        sample_run(sample, scheme).training for scheme in ("sentencepiece", "gpt")
    )
    corpus = pieces.corpus
    once = sum(count == 1 for count in corpus.counts)
    say("sentencepiece.chinese_why", words=len(corpus), once=once)
    poem = st.text_area(
        t("sentencepiece.chinese_text"),
        max_chars=LONGEST_POEM,
        height=100,
        **session.kept("sentence_poem", POEM),
    )
    if not poem.strip():
        say("sentencepiece.empty")
        return
    words = pretokenize(normalize_sentence(poem, pieces.scheme.normalizer), "space")
    seen = {*corpus.words}
    known = [word in seen for word in words]
    merges = len(pieces.merges)
    found = [
        (
            t("sentencepiece.cut_spaces"),
            t("sentencepiece.cut_spaces_note"),
            len(corpus),
            len(words),
            known.count(False),
            markup.words(words, known, t("sentencepiece.unknown")),
        )
    ]
    for name, training, step in (
        ("characters", pieces, 0),
        ("pieces", pieces, merges),
        ("bytes", byte_level, len(byte_level.merges)),
    ):
        encoding = training.tokenizer(step).encode(poem)
        found.append(
            (
                t(f"sentencepiece.cut_{name}"),
                t(f"sentencepiece.cut_{name}_note", merges=merges),
                len(training.snapshot(step).vocabulary),
                len(encoding.tokens),
                encoding.tokens.count(UNKNOWN),
                chips(encoding.tokens, training.scheme),
            )
        )
    write(markup.cuttings(found, t("sentencepiece.chinese_table")))
    _, characters, in_pieces, in_bytes = (tokens for _, _, _, tokens, _, _ in found)
    sums = {"characters": characters, "pieces": in_pieces, "bytes": in_bytes}
    say("sentencepiece.chinese_sum", merges=merges, **sums)


FORBIDDEN_SHOWN = 60
PIECES = ("▁Mr.", "▁3.5", "dog▁", "カタカナ語", "abc1", "北京，", "a" * 17)


def forbidden_panel(snapshot: Snapshot) -> None:
    """List the pairs that may not be merged, each with the rule that forbids it."""
    say("sentencepiece.forbidden_why")
    forbidden = [pair for pair in snapshot.pairs() if pair.forbidden]
    heading("sentencepiece.forbidden", step=snapshot.step)
    if not forbidden:
        say("sentencepiece.forbidden_none")
    else:
        _say_first(snapshot, forbidden[0])
        _forbidden_table(snapshot.training, forbidden[:FORBIDDEN_SHOWN])
        if len(forbidden) > FORBIDDEN_SHOWN:
            st.caption(t("sentencepiece.forbidden_cut", n=FORBIDDEN_SHOWN, all=len(forbidden)))
    heading("sentencepiece.try_piece")
    piece = st.text_input(
        t("sentencepiece.piece"),
        max_chars=40,
        **session.kept("sentence_piece", PIECES[0]),
    )
    reason = sentencepiece_forbids(piece)
    say(
        f"sentencepiece.piece_{reason}" if reason else "sentencepiece.piece_allowed",
        piece=visible(piece),
    )
    rules = [
        (markup.drawn(each), t(f"sentencepiece.rule_{sentencepiece_forbids(each) or 'allowed'}"))
        for each in PIECES
    ]
    _table(rules, [Column("piece"), Column("rule")], t("sentencepiece.try_piece"))


def forbidden_ahead(snapshot: Snapshot) -> list[PairCount]:
    """Return the forbidden pairs that occur more often than the pair merged next, in order."""
    least = snapshot.next.count if snapshot.next is not None else 0
    return [each for each in snapshot.pairs() if each.forbidden and each.count > least]


def _forbidden_table(training: Training, forbidden: Sequence[PairCount]) -> None:
    columns = (
        Column("pair", "pair"),
        Column("count", "number", bar=True),
        Column("rule", message="sentencepiece.rule_{rule}"),
    )
    rows = rows_for(columns, [(each.pair, each.count, each.forbidden) for each in forbidden])
    title = t("sentencepiece.forbidden_table")
    draw_table(rows, columns, title, training.scheme, area="sentencepiece")


def _say_first(snapshot: Snapshot, first: PairCount) -> None:
    """Say how often the first forbidden pair occurs, beside the pair that is merged next."""
    left, right = map(visible, first.pair)
    here = {"left": left, "right": right, "count": first.count}
    if snapshot.next is None:
        say("sentencepiece.forbidden_only", **here)
        return
    ahead = len(forbidden_ahead(snapshot))
    left, right = map(visible, snapshot.next.pair)
    beside = {"next_left": left, "next_right": right, "next_count": snapshot.next.count}
    say(f"sentencepiece.forbidden_{'ahead' if ahead else 'behind'}", **here, **beside, n=ahead)
