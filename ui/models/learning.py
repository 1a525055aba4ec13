"""The chapter Learn on: a tokenizer keeps its tokens and learns more from the reader's text."""

import streamlit as st

from bpe import CorpusError
from bpe.continuing import Continued
from ui.controls.running import leaving, result_of
from ui.corpora.foreign import AnyTokenizer, Uploaded, ask
from ui.corpora.questions import learn_on
from ui.corpora.readings import continuing
from ui.corpora.remembered import remembered
from ui.draw.say import say
from ui.models import PAGE
from ui.models.asked import Asked
from ui.models.sides import Side, readers_source, title_of
from ui.player import player
from ui.shell import session
from ui.shell.text import refusal, t

LONGEST = 60_000
"""Characters of a text that are learned from."""

OPENING, MOST = 100, 500
WORDS = 12


def learning_panel(asked: Asked) -> None:
    """Let the reader choose a tokenizer, and play what it would learn from their text."""
    say("models.learn_what")
    source = readers_source()
    with st.container(horizontal=True, vertical_alignment="center", key="models_learn_line"):
        place = st.segmented_control(
            t("models.learn_of"),
            (0, 1),
            required=True,
            format_func=asked.labels.__getitem__,
            **session.kept("models_learn_of", 0),
        )
        merges = st.slider(
            t("models.learn_merges"), 10, MOST, step=10, **session.kept("models_learn", OPENING)
        )
    side = asked.sides[place or 0]
    if source.text is None:
        say("models.learn_table")
        return
    learned = _learned_or_why(side, source.text[:LONGEST], merges)
    if learned is None:
        return
    before, after = learned.token_counts[[0, -1]].tolist()
    say(
        "models.learn_sum",
        name=side.title,
        text=title_of(source),
        before=before,
        after=after,
        merges=len(learned),
        share=f"{1 - after / before:.1%}",
    )
    player(learned, key="models_learned", address=False, words=WORDS)
    if len(source.text) > LONGEST:
        st.caption(t("models.learn_cut", most=LONGEST))
    st.caption(t("models.learn_note"))


def _learned_or_why(side: Side, text: str, merges: int) -> Continued | None:
    """Return the run, or say why there is none."""
    if getattr(side.tokenizer, "model", "BPE") != "BPE":
        say("models.learn_no_merges", name=side.title)
    elif side.scheme.max_token_length is not None:
        say("models.learn_limited", name=side.title)
    else:
        try:
            return _learned(side.tokenizer, text, merges)
        except CorpusError as error:
            st.error(refusal(error))
    return None


@remembered(last=4)
def _learned(tokenizer: AnyTokenizer, text: str, merges: int) -> Continued:
    if isinstance(tokenizer, Uploaded):
        return ask(tokenizer, learn_on, text, merges)
    return result_of(continuing(tokenizer, text, merges), cancel=leaving(PAGE))
