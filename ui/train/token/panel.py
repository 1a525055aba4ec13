"""The tab: what is said of a token, a word's skyline, its occurrences, the words that have it."""

import streamlit as st

from bpe import Training
from bpe.readings.lifetimes import Lifetime, occurrences_by_step, words_with
from ui.cache import remembered
from ui.corpora.run import Run
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import heading
from ui.draw.readings import ROWS, Rows
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.draw.tokens import Token
from ui.shell import session
from ui.shell.text import t
from ui.train import PAGE
from ui.train.token.shown import Shown, choose
from ui.train.token.skyline import draw_skyline

HEIGHT = "clamp(6rem, 100svh - 42rem, 12.5rem)"
"""How high the occurrences are drawn: the skyline and they are in sight at once."""

COLUMNS = (Column("word", "word"), Column("count", "number", bar=True), Column("tokens", "split"))


def token_panel(run: Run, step: int) -> None:
    """Tell the life of a token: born of what and when, in which words, and how often.

    While the answer is hidden, what comes after the step is covered.
    """
    covers = session.answer_hidden()[1]
    shown = choose(run.training, step if covers else len(run.training))
    training, life = shown.training, shown.life
    occurrences = uses_of(training, life.id)
    if covers:
        say("token.now", n=occurrences[step], step=step)
    else:
        _say_life(training, life, step, int(occurrences[step]))
    before, after = draw_skyline(shown, step, covers=covers)
    if before:
        st.caption(t("token.stretch", before=before, after=after))
    elif after:
        st.caption(t("token.beginning", n=after))
    if len(training) and not covers:
        counts = {t("token.uses"): occurrences}
        chart = LineChart("token_uses", PAGE.name, counts, step, stairs=True, height=HEIGHT)
        draw_lines(chart)
    st.caption(t("token.how"))
    _words_now(shown, step)


@remembered
def uses_of(training: Training, id_: int) -> list[int]:
    """Return the occurrences of a token at each step."""
    found: list[int] = occurrences_by_step(training, id_).tolist()
    return found


def _say_life(training: Training, life: Lifetime, step: int, now: int) -> None:
    """Say when the token was born, what it has now, and what was left of it."""
    told: dict[str, tuple[Token, ...]] = {"token": (life.token,)}
    if not life.births:
        say("token.said_never", training.scheme, told)
        return
    if life.born:
        told["pair"] = training.merges[life.born - 1].pair
    say(
        f"token.said_{'born' if life.born else 'first'}_{'gone' if life.gone else 'left'}",
        training.scheme,
        told,
        born=life.born,
        births=life.births,
        left=life.left,
        share=f"{life.share:.1%}",
        gone=life.gone or 0,
        now=t("token.now_unborn" if step < life.born else "token.now", n=now, step=step),
    )


def _words_now(shown: Shown, step: int) -> None:
    """List the words that have the token now, most frequent first."""
    training, life = shown.training, shown.life
    if step < life.born or not life.births:
        return
    title = heading("token.now_heading", step=step)
    snapshot, token = training.snapshot(step), {"token": (life.token,)}
    places = words_with(snapshot, life.id)
    if not places:
        say("token.now_gone", training.scheme, token)
        return
    say("token.now_words", training.scheme, token, n=len(places))
    words = [snapshot.word(training.corpus.words[place]) for place in places[:ROWS]]
    rows = [(word.text, word.count, word.tokens) for word in words]
    found = Rows(("word", "count", "tokens"), rows, len(places) > ROWS)
    draw_table(found, COLUMNS, title, training.scheme, area="tables")
