"""The votes on a question as the projector draws them: bars, and what the record says beside."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from string import ascii_uppercase

import streamlit as st

from bpe import Snapshot, Training
from ui.draw.say import merge_tokens, say, sentence, write
from ui.draw.table import Column, rows_for, table_markup
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
    columns = (
        Column("word", title=t("vote.phone_word")),
        Column("count", "number", title=t("vote.phone_count")),
        Column("split", "tokens", title=t("vote.phone_split")),
    )
    rows = [(short(row.text), row.count, row.tokens[:LONGEST]) for row in snapshot.words(WORDS)]
    return table_markup(rows_for(columns, rows), columns, t("vote.words"), scheme)


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
    _bars(
        rounds,
        [
            Answer(label, cast, said_of(put, option) if shows else "", shows and option.is_right)
            for label, cast, option in zip(answers_of(put), votes, put.options, strict=True)
        ],
    )
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
        rows = [row for row in rows if any(row.votes)]
        if not rows:
            st.markdown(t("vote.nobody"))
    scheme = snapshot.training.scheme
    _bars(
        rounds,
        [
            Answer(
                chips(row.bet.pair, scheme),
                row.votes,
                escape(_said(row)) if shows else "",
                shows and row.bet.verdict == "right",
            )
            for row in rows
        ],
    )
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


def _said(row: Voted) -> str:
    return t("vote.said", count=row.bet.count, verdict=t(f"vote.verdict_{row.bet.verdict}"))


@dataclass(frozen=True)
class Answer:
    """An answer as it is drawn: what it is and what the record says of it, as HTML; its votes."""

    label: str
    votes: Sequence[int]
    said: str
    is_right: bool


def _bars(rounds: Sequence[Counter[str]], answers: Sequence[Answer]) -> None:
    """Draw the share of each answer: in the last round, the one before it pale behind."""
    last = len(rounds)
    shown = {at: rounds[at - 1].total() for at in range(max(1, last - 1), last + 1)}
    named = [
        f'<span class="{_kind(at, last)}"><i></i>{escape(said)}</span>'
        for at, votes in shown.items()
        if (said := t("vote.round", number=at, votes=votes))
    ]
    rows = "".join(_row(answer, shown) for answer in answers)
    write(
        f'<p class="vote-rounds">{"".join(named)}</p>'
        f'<ol class="vote-bars" aria-label="{escape(t("vote.tally"))}">{rows}</ol>'
    )


def _row(answer: Answer, voters: Mapping[int, int]) -> str:
    drawn = told = ""
    for at, all_ in voters.items():
        kind, share = _kind(at, max(voters)), f"{100 * answer.votes[at - 1] / max(1, all_):.0f}"
        drawn += f'<i class="{kind}" style="width:{share}%"></i>'
        told += f'<span class="{kind}">{share} %</span>'
    said = f'<p class="said">{answer.said}</p>' if answer.said else ""
    return (
        f'<li class="{"right" if answer.is_right else ""}"><div class="answer">{answer.label}</div>'
        f'<div class="shares">{told}</div><div class="track">{drawn}</div>{said}</li>'
    )


def _kind(at: int, last: int) -> str:
    return "now" if at == last else "before"
