"""One line below the bar, where the page and the reader's run do not fit together."""

from __future__ import annotations

import streamlit as st

from bpe import PRESETS, Corpus
from ui.controls.pickers import scheme_name
from ui.corpora.samples import samples
from ui.corpora.sources import Source
from ui.shell import session
from ui.shell.choices import LIMITS, RULES
from ui.shell.runs import Run, Shows
from ui.shell.text import language, t

CAME_WITH = "came_with"


def notes(shows: Shows, source: Source, corpus: Corpus) -> None:
    """Say what the page shows in place of the reader's scheme, and which text it needs.

    The reader's run stays as it is; a button shows another text, and another leads back.
    """
    said: list[str] = []
    run = session.run_of_the_reader()
    if run is not None and run.scheme in PRESETS and run.scheme not in shows.schemes:
        shown = session.run_shown()
        instead = scheme_name(shown.scheme) if shown else ""
        said.append(t("controls.scheme_not_here", scheme=scheme_name(run.scheme), shown=instead))
    at_home = session.text() == shows.text
    lacks = None if at_home else _lacks(shows, source, corpus)
    if lacks is not None:
        said.append(t(f"controls.needs_{lacks}"))
    came = session.recall(CAME_WITH) if at_home else None
    if not at_home:
        session.remember(CAME_WITH, None)
    if came is not None:
        said.append(t("controls.came_with", title=title(came.text)))
    if said:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="notes"):
            st.caption(" ".join(said), width="content")
            if lacks is not None and shows.text is not None:
                label = t("controls.show_it_on", title=title(shows.text))
                st.button(
                    label,
                    key="show_it_on",
                    type="tertiary",
                    on_click=_show_it_on,
                    args=(shows.text,),
                )
            if came is not None:
                label = t("controls.back_to", title=title(came.text))
                st.button(
                    label, key="back_to_run", type="tertiary", on_click=_back_to, args=(came,)
                )


def _lacks(shows: Shows, source: Source, corpus: Corpus) -> str | None:
    """Name what the page needs and the text has not: length, or characters beyond ASCII."""
    if shows.needs == "length" and source.merges is None:
        return "length"
    if shows.needs == "characters" and all(word.isascii() for word in corpus.words):
        return "characters"
    return None


def title(text: str) -> str:
    """Name a text for the reader."""
    sample = samples().get(text)
    return sample.title[language()] if sample else t(f"controls.corpus_{text}")


def _show_it_on(text: str) -> None:
    """Show another text for once; limits are those of the text that was there before."""
    session.remember(CAME_WITH, session.run_of_the_reader())
    session.choose(corpus=text, **dict.fromkeys(LIMITS))


def _back_to(came: Run) -> None:
    session.remember(CAME_WITH, None)
    rules = {name: getattr(came, name) for name in (*RULES, *LIMITS)}
    session.choose(corpus=came.text, **rules)
