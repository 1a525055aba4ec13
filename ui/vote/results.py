"""Results of a vote on the projector: bars, and beside them what the record says."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from string import ascii_uppercase

import streamlit as st

from bpe import Scheme
from ui.draw.say import say, write
from ui.draw.tokens import chips
from ui.shell.text import t
from ui.vote.questions import CountQuestion, Tally


def draw_question(put: CountQuestion) -> None:
    """Draw a question with its options."""
    options = "".join(f"<li>{each}</li>" for each in option_labels(put))
    write(f'<div class="vote-asked"><p>{escape(put.ask)}</p><ul>{options}</ul></div>')


def option_labels(put: CountQuestion) -> list[str]:
    """Return each option as HTML, after its letter."""
    return [
        f"<b>{letter}</b> {option.number:,}"
        for letter, option in zip(ascii_uppercase, put.options, strict=False)
    ]


def draw_counts(put: CountQuestion, rounds: Sequence[Counter[str]], shows: bool) -> None:
    """Draw the votes for each option in each round; with `shows` the answer, too."""
    votes = [[each[str(at)] for each in rounds] for at in range(len(put.options))]
    bars = [
        VoteBar(
            label,
            cast,
            escape(t(f"vote.says_{option.counts}")) if shows else "",
            shows and option.is_right,
        )
        for label, cast, option in zip(option_labels(put), votes, put.options, strict=True)
    ]
    _draw_bars(rounds, bars)
    if shows:
        right = next(at for at, option in enumerate(put.options) if option.is_right)
        say(
            "vote.answer_tokens",
            None,
            {"split": put.tokens},
            count=put.options[right].number,
            right=votes[right][-1],
            votes=rounds[-1].total(),
        )


def draw_pairs(found: Tally, scheme: Scheme, rounds: Sequence[Counter[str]], shows: bool) -> None:
    """Draw the votes for each pair in each round; with `shows` the record's verdicts, too."""
    rows = [row for row in found.rows if shows or any(row.votes)]
    if not rows:
        st.markdown(t("vote.nobody"))
    bars = [
        VoteBar(
            chips(row.bet.pair, scheme),
            row.votes,
            escape(t(f"vote.said_{row.bet.verdict}", count=row.bet.count)) if shows else "",
            shows and row.bet.verdict == "right",
        )
        for row in rows
    ]
    _draw_bars(rounds, bars)
    if shows:
        right = next(row for row in rows if row.bet.verdict == "right")
        say(
            "vote.sentence_tied" if found.ties > 1 else "vote.sentence",
            scheme,
            {"pair": found.pair, "token": (found.token,)},
            count=found.count,
            right=right.votes[-1],
            votes=rounds[-1].total(),
            ties=found.ties,
            rule=t(f"ties.wins_{scheme.tie_rule}"),
        )


@dataclass(frozen=True)
class VoteBar:
    """The bar of an answer: its label and the record's verdict, as HTML; its votes by round."""

    label: str
    votes: Sequence[int]
    verdict: str
    is_right: bool


def _draw_bars(rounds: Sequence[Counter[str]], bars: Sequence[VoteBar]) -> None:
    """Draw the share of each answer in the last round, and pale behind it in the one before."""
    last = len(rounds)
    voters = {at: rounds[at - 1].total() for at in range(max(1, last - 1), last + 1)}
    legend = "".join(
        f'<span class="{_kind(at, last)}"><i></i>'
        f"{escape(t('vote.round', number=at, votes=votes))}</span>"
        for at, votes in voters.items()
    )
    rows = "".join(_row(bar, voters) for bar in bars)
    write(
        f'<p class="vote-rounds">{legend}</p>'
        f'<ol class="vote-bars" aria-label="{escape(t("vote.tally"))}">{rows}</ol>'
    )


def _row(bar: VoteBar, voters: Mapping[int, int]) -> str:
    drawn = shares = ""
    for at, all_ in voters.items():
        kind, share = _kind(at, max(voters)), f"{100 * bar.votes[at - 1] / max(1, all_):.0f}"
        drawn += f'<i class="{kind}" style="width:{share}%"></i>'
        shares += f'<span class="{kind}">{share}%</span>'
    verdict = f'<p class="said">{bar.verdict}</p>' if bar.verdict else ""
    return (
        f'<li class="{"right" if bar.is_right else ""}"><div class="answer">{bar.label}</div>'
        f'<div class="shares">{shares}</div><div class="track">{drawn}</div>{verdict}</li>'
    )


def _kind(at: int, last: int) -> str:
    return "now" if at == last else "before"
