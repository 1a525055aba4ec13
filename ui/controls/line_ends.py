"""A long line of own text that a scheme takes for one word: cut after each sentence."""

import re
from dataclasses import replace

import streamlit as st

from bpe import Scheme
from ui.corpora.content import Content, Upload
from ui.corpora.sources import Source
from ui.shell import own, session
from ui.shell.choices import OWN_TEXTS
from ui.shell.text import t

LONG = 200
"""Characters without white space that are too many for a word to be followed."""

MOST = 2_000_000
"""Characters of a text that is looked through and cut here, in half a second at most."""

# Both begin at the start of a run alone: tried at each of its characters, long runs take for ever.
_RUN = re.compile(rf"(?<!\S)\S{{{LONG + 1},}}+")
_END = re.compile(r"""(?<![。！？!?…；])[。！？!?…；]++[”’」』）)"']*+(?=\S)""")


def offer_line_ends(kind: str, source: Source | None, scheme: Scheme) -> None:
    """Offer to end a line after each sentence, where that makes words of a line.

    A scheme that cuts at white space alone sees one word in such a line, SentencePiece too.
    """
    at_spaces = scheme.pretokenizer in ("whitespace", "split", "space")
    if kind not in OWN_TEXTS or source is None or source.text is None or not at_spaces:
        return
    if source.has_documents or len(source.text) > MOST:
        return
    length = _longest(source.digest, source.text)
    if not length:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(t("controls.one_line", length=f"{length:,}"), width="content")
        st.button(
            t("controls.line_ends"), key="line_ends", type="tertiary", on_click=_cut, args=(kind,)
        )


def _longest(digest: str, text: str) -> int:
    """Return the length of the longest line in which a sentence ends, or 0."""
    known: tuple[str, int] = session.recall("longest_line", ("", 0))
    if known[0] != digest:
        runs = (run.group() for run in _RUN.finditer(text))
        known = digest, max((len(run) for run in runs if _END.search(run)), default=0)
        session.remember("longest_line", known)
    return known[1]


def cut_after_sentences(text: str) -> str:
    """End a line after each sentence that another one follows at once."""
    return _END.sub(r"\g<0>\n", text)


def _cut(kind: str) -> None:
    given = session.recall(kind)
    if isinstance(given, Upload):
        text = cut_after_sentences(given.content.text or "")
        data = text.encode("utf-8", "surrogatepass")
        own.give(kind, replace(given, data=data, content=Content("text", text, "utf-8")))
    else:
        text = cut_after_sentences(given)
        own.give(kind, text)
        session.widget("pasted_text", text)
    session.choose(step=None)
