"""The tab of forbidden pieces: pairs that may not be merged, and a piece to try."""

from collections.abc import Sequence
from html import escape

import pandas as pd
import streamlit as st

from bpe import PairCount, Snapshot, Training
from bpe.text.pieces import sentencepiece_forbids
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.sentencepiece import markup
from ui.shell import session
from ui.shell.text import t

FORBIDDEN_SHOWN = 60
PIECES = ("▁Mr.", "dog▁", "カタカナ語", "abc1", "北京，", "a" * 17)


def forbidden_panel(snapshot: Snapshot) -> None:
    """List the pairs that may not be merged, each with the rule that forbids it."""
    say("sentencepiece.forbidden_why")
    forbidden = [pair for pair in snapshot.pairs() if pair.forbidden]
    st.header(t("sentencepiece.forbidden", step=snapshot.step), anchor=False)
    if not forbidden:
        say("sentencepiece.forbidden_none")
    else:
        say(_ahead(snapshot, forbidden), **_ahead_values(snapshot, forbidden))
        _forbidden_table(snapshot.training, forbidden[:FORBIDDEN_SHOWN])
        if len(forbidden) > FORBIDDEN_SHOWN:
            st.caption(t("sentencepiece.forbidden_cut", n=FORBIDDEN_SHOWN, all=len(forbidden)))
    st.header(t("sentencepiece.try_piece"), anchor=False)
    piece = st.text_input(
        t("sentencepiece.piece"),
        key=session.begin_with("sentence_piece", PIECES[0]),
        max_chars=40,
        persist_state="session",
    )
    reason = sentencepiece_forbids(piece)
    say(
        f"sentencepiece.piece_{reason}" if reason else "sentencepiece.piece_allowed",
        piece=visible(piece),
    )
    st.html(
        markup.table(
            [t("sentencepiece.column_piece"), t("sentencepiece.column_rule")],
            [
                (
                    markup.drawn(each),
                    escape(t(f"sentencepiece.rule_{sentencepiece_forbids(each) or 'allowed'}")),
                )
                for each in PIECES
            ],
            t("sentencepiece.try_piece"),
        )
    )


def forbidden_ahead(snapshot: Snapshot) -> list[PairCount]:
    """Return the forbidden pairs that occur more often than the pair merged next, in order."""
    least = snapshot.next.count if snapshot.next is not None else 0
    return [each for each in snapshot.pairs() if each.forbidden and each.count > least]


def _forbidden_table(training: Training, forbidden: Sequence[PairCount]) -> None:
    frame = pd.DataFrame(
        [{"pair": each.pair, "count": each.count, "rule": each.forbidden} for each in forbidden]
    )
    table(
        frame,
        tuple(frame.columns),
        t("sentencepiece.forbidden_table"),
        training.scheme,
        area="sentencepiece",
        labels={"rule": lambda row: t(f"sentencepiece.rule_{row['rule']}")},
        bars="count",
    )


def _ahead(snapshot: Snapshot, forbidden: Sequence[PairCount]) -> str:
    if snapshot.next is None:
        return "sentencepiece.forbidden_only"
    ahead = forbidden[0].count > snapshot.next.count
    return "sentencepiece.forbidden_ahead" if ahead else "sentencepiece.forbidden_behind"


def _ahead_values(snapshot: Snapshot, forbidden: Sequence[PairCount]) -> dict[str, str | int]:
    values: dict[str, str | int] = {
        "left": visible(forbidden[0].pair[0]),
        "right": visible(forbidden[0].pair[1]),
        "count": forbidden[0].count,
    }
    if snapshot.next is not None:
        left, right = snapshot.next.pair
        values |= {
            "next_left": visible(left),
            "next_right": visible(right),
            "next_count": snapshot.next.count,
            "n": sum(each.count > snapshot.next.count for each in forbidden),
        }
    return values
