"""Beat BPE: a text and a number of merges; the reader's merges are replayed next to BPE's."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template

import streamlit as st

from bpe import Training
from bpe.player.bundle import document
from ui import by_hand
from ui.catalogue import LANGUAGES
from ui.draw.downloads import offer
from ui.draw.say import say, sentence
from ui.draw.tokens import chips, coloured_by
from ui.frame import Bar
from ui.player import two_run_player
from ui.state import Forced
from ui.text import language, speaking, t

MERGES = 3
"""Number of merges for a text that is not one of the app's."""

TRIES = 2
"""Number of tries after which the best result is shown."""

_HERE = Path(__file__).resolve().parent


@cache
def best_merges() -> dict[str, Forced]:
    """Return the texts of all languages, each with merges that leave the fewest tokens."""
    texts = {text: pairs for each in LANGUAGES.values() for text, pairs in each.beat.items()}
    return {
        text: tuple((step, (left, right)) for step, (left, right) in enumerate(pairs))
        for text, pairs in texts.items()
    }


def first_beat() -> str:
    """Return the first text in the reader's language."""
    return next(iter(LANGUAGES[language()].beat))


def next_beat(text: str) -> str:
    """Return the text after this one in the reader's language."""
    texts = [*LANGUAGES[language()].beat]
    return texts[(texts.index(text) + 1) % len(texts)] if text in texts else texts[0]


def draw_beat(bar: Bar, text: str) -> None:
    """Let the reader merge, then show both runs, and explain why BPE can be beaten.

    Both numbers of tokens are shown after each merge, and who won after the last.
    """
    forced, best = by_hand.forced_here(), best_merges().get(text)
    made = by_hand.merges_in(forced)
    if best and made > len(best):  # a link with more merges: the fewest tokens are not known
        best = None
    merges = len(best) if best else max(MERGES, made)
    say("quiz.beat_question", merges=merges)
    mine = by_hand.draw_stage(text, compares_from=1, limit=merges)
    if mine and made and (made == merges or not mine.snapshot(made).pairs(1)):
        with st.container(key="beat_result", gap=None):
            _draw_result(text, forced, best)
    with st.container(key="beat_own"):
        by_hand.words_box("beat_words", text)
    if best:
        lang = language()
        with bar.more["downloads"]:
            offer(
                t("quiz.worksheet"),
                lambda: worksheet(text, lang),
                "beat-worksheet.html",
                "beat_sheet",
            )


def _draw_result(text: str, forced: Forced, best: Forced | None) -> None:
    """Explain why, show the best result after two tries, and replay both runs side by side."""
    mine, rule = by_hand.runs_of(text, forced)
    left, bpe = (run.training.token_counts[-1] for run in (mine, rule))
    tries = st.session_state.setdefault("beat_tries", {}).setdefault(text, set())
    tries.add(forced)
    if best:
        record = by_hand.runs_of(text, best)[0].training
        least = int(record.token_counts[-1])
        if left == least:
            say("quiz.beat_best", merges=len(best))
        elif len(tries) >= TRIES:
            pairs = {"merges": tuple(merge.token for merge in record.merges)}
            say("quiz.beat_told", by_hand.SCHEME, pairs, least=least)
    if left < bpe:
        say("quiz.beat_why", merges=len(mine.training))
    titles = t("quiz.beat_mine"), "BPE"
    two_run_player(mine, rule, titles, key="beat", default=0)


# On paper ----------------------------------------------------------------------------------------


def worksheet(text: str, lang: str) -> str:
    """Write the worksheet of a text in a language: merges to fill in, then BPE's and the best."""
    best = best_merges()[text]
    record, rule = (run.training for run in by_hand.runs_of(text, best))
    with speaking(lang), coloured_by(rule.token_ranks):
        title = t("quiz.beat_sheet", text=text)
        start = f"<p>{_split(record, text, 0)}</p>"
        answers = "".join(
            f"<h2>{escape(name)}</h2>" + _solution(training, text)
            for name, training in (("BPE", rule), (t("quiz.beat_sheet_best"), record))
        )
        body = Template((_HERE / "worksheet.html").read_text(encoding="utf-8")).substitute(
            title=escape(title),
            name=sentence("quiz.sheet_name"),
            date=sentence("quiz.sheet_date"),
            question=sentence("quiz.beat_question", merges=len(best)),
            rule=sentence("quiz.beat_sheet_rule"),
            given=start,
            fill=sentence("quiz.sheet_fill"),
            blank="".join(f"<p>{step}. ______ + ______</p>" for step in range(1, len(best) + 1)),
            answers=sentence("quiz.sheet_answers", title=title),
            shows=sentence("quiz.beat_why", merges=len(best)),
            filled=answers,
        )
    return document(lang, escape(title), (_HERE / "worksheet.css").read_text("utf-8"), body)


def _split(training: Training, text: str, step: int) -> str:
    snapshot = training.snapshot(step)
    return " &nbsp; ".join(chips(snapshot.tokens(word)) for word in text.split())


def _solution(training: Training, text: str) -> str:
    """Write the merges of a run, each with its count, and the remaining tokens."""
    pairs = (
        (" + ".join(chips([token]) for token in merge.pair), merge) for merge in training.merges
    )
    merges = "".join(f"<li>{pair}: {merge.count}</li>" for pair, merge in pairs)
    last = len(training)
    left = escape(t("common.tokens", n=int(training.token_counts[last])))
    return f"<ol>{merges}</ol><p>{_split(training, text, last)} &nbsp; {left}</p>"
