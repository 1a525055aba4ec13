"""The tab on the words that a token is in at the step that is shown."""

from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.table import table
from ui.life import tables
from ui.life.shown import Shown


def now_panel(shown: Shown, step: int) -> None:
    """List the words that have the token now, most frequent first."""
    training, life = shown.training, shown.life
    title = heading("life.now_heading", step=step)
    token = {"token": (life.token,)}
    if step < life.born:
        say("life.now_not_born", training.scheme, token, born=life.born)
        return
    frame, n = tables.words_now(training.snapshot(step), life.id)
    if not n:
        say("life.now_gone" if life.births else "life.said_never", training.scheme, token)
        return
    say("life.now_words", training.scheme, token, n=n)
    table(frame, ("word", "count", "tokens"), title, training.scheme, area="tables", bars="count")
