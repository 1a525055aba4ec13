"""The votes on a question as the projector draws them: bars, and what the record says beside."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from string import ascii_uppercase

import streamlit as st

from bpe import Snapshot, Training
from ui.draw.grid import written_cells
from ui.draw.say import merge_tokens, say, sentence, write
from ui.draw.tokens import chips, short
from ui.shell.text import t
from ui.vote.options import Option, Options
from ui.vote.questions import LONGEST, WORDS, Question, Voted, tally

MERGES = 24
"""Merges that are shown below a question about a split: as many as a class can apply by hand."""


def written(put: Options) -> None:
    """Write a question with its answers, and below what a class can work the right one out from."""
    answers = "".join(f"<li>{each}</li>" for each in answers_of(put))
    write(f'<div class="vote-asked"><p>{escape(put.ask)}</p><ul>{answers}</ul></div>')
    if found := basis(put):
        write(found)


def answers_of(put: Options) -> list[str]:
    """Return each answer of a question as HTML, after its letter."""
    scheme = put.training.scheme if put.training else None
    return [
        f"<b>{letter}</b> {escape(each.text) or chips(each.tokens, scheme)}"
        for letter, each in zip(ascii_uppercase, put.options, strict=False)
    ]


def said_of(put: Options, option: Option) -> str:
    """Return what the record says of an answer, as HTML."""
    scheme = put.training.scheme if put.training else None
    return sentence(f"vote.says_{option.verdict}", scheme, {"pair": option.pair})


def basis(put: Options) -> str:
    """Return, as HTML, what a class can work the right answer out from; "" where nothing is."""
    if put.training is None:
        return ""
    if put.step is None:
        return _merges(put.training)
    return _words(put.training.snapshot(put.step))


def _words(snapshot: Snapshot) -> str:
    """Write the frequent words as they are split: which pair came first is seen there."""
    scheme = snapshot.training.scheme
    heads = [t(f"vote.phone_{name}") for name in ("word", "count", "split")]
    rows = [
        [escape(short(row.text)), f"{row.count:,}", chips(row.tokens[:LONGEST], scheme)]
        for row in snapshot.words(WORDS)
    ]
    return written_cells(heads, rows, t("vote.words"), classes=("number", ""))


def _merges(training: Training) -> str:
    """Write the merges by rank where they are few enough to be applied by hand."""
    if len(training) > MERGES:
        return f'<p class="record-say">{sentence("vote.merges_many", count=len(training))}</p>'
    made = [merge.token for merge in training.merges]
    drawn = chips(made, training.scheme, ids=[merge.rank for merge in training.merges])
    return f'<p class="record-say">{escape(t("vote.merges"))}</p>{drawn}' if made else ""


def few_answers(put: Options, rounds: Sequence[Counter[str]], shows: bool) -> None:
    """Draw the votes for each answer in each round; with `shows` what the record says of it."""
    scheme = put.training.scheme if put.training else None
    votes = [[each[str(at)] for each in rounds] for at in range(len(put.options))]
    most = max(map(max, votes))
    cells = []
    for at, option in enumerate(put.options):
        bars = [_bar(number, most) for number in votes[at]]
        said = [said_of(put, option)] if shows else []
        cells.append([f"<b>{ascii_uppercase[at]}</b>", *bars, *said])
    _table(t("vote.answer"), rounds, [t("vote.verdict")] if shows else [], cells)
    if shows:
        right = next(at for at, option in enumerate(put.options) if option.is_right)
        say(
            f"vote.answer_{put.kind}",
            scheme,
            put.tokens,
            **put.values,
            right=votes[right][-1],
            votes=sum(rounds[-1].values()),
        )


def pairs(snapshot: Snapshot, put: Question, rounds: Sequence[Counter[str]], shows: bool) -> None:
    """Draw the votes of each round; with `shows` what the record says of each pair, too."""
    rows = tally(snapshot, put, rounds)
    if not shows:
        rows = [row for row in rows if row.votes[-1]]
    scheme = snapshot.training.scheme
    most = max((max(row.votes) for row in rows), default=0)
    cells = []
    for row in rows:
        bars = [_bar(votes, most) for votes in row.votes]
        cells.append([chips(row.bet.pair, scheme), *bars, *(_said(row) if shows else [])])
    if not most and not shows:
        st.markdown(t("vote.nobody"))
    else:
        heads = [t("vote.count"), t("vote.verdict")] if shows else []
        _table(t("vote.pair"), rounds, heads, cells)
    if shows and (following := snapshot.next) is not None:
        right = next(row for row in rows if row.bet.verdict == "right")
        ties = len(following.ties)
        say(
            "vote.sentence_tied" if ties > 1 else "vote.sentence",
            scheme,
            merge_tokens(following),
            count=following.count,
            right=right.votes[-1],
            votes=sum(rounds[-1].values()),
            ties=ties,
            rule=t(f"ties.wins_{scheme.tie_rule}"),
        )


def _table(
    first: str,
    rounds: Sequence[Counter[str]],
    heads: Sequence[str],
    cells: Sequence[Sequence[str]],
) -> None:
    """Draw a row for each answer: what it is, its votes in each round, what is said of it."""
    if len(rounds) == 1:
        votes = [t("vote.votes_head")]
    else:
        votes = [t("vote.round", number=at) for at in range(1, len(rounds) + 1)]
    write(written_cells([first, *votes, *heads], cells, t("vote.tally"), "vote-tally"))


def _said(row: Voted) -> list[str]:
    return [f"{row.bet.count:,}", escape(t(f"vote.verdict_{row.bet.verdict}"))]


def _bar(votes: int, most: int) -> str:
    return f'<meter min="0" max="{max(most, 1)}" value="{votes}"></meter> {votes}'
