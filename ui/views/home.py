"""Home: a sentence as GPT-4o reads it, the reason for pieces, and links to every page.

A lesson shows its title over an empty page, and at one of its stops only the rows of *Why pieces*.
"""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError
from bpe.encoding.alignment import Segment, place_tokens, segments
from bpe.player.tokens import Token
from ui import by_hand, levels, names, state
from ui.catalogue import LANGUAGES, catalogue
from ui.component import component
from ui.draw.gaps import draw_gaps
from ui.draw.parts import LIVE, heading, search_line, typed_choice
from ui.draw.say import say, write
from ui.draw.tokens import chips
from ui.levels import LEVELS, levels_of, sample_for
from ui.links import link, title
from ui.pages import MAX_HOME_CHARS, PAGES
from ui.samples import parallel_samples, training_samples
from ui.text import language, refusal, t
from ui.tokenizers import opened

MODEL = "o200k"
MAX_FOUND = 14
"""Maximum number of listed search results."""

ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "code": ("train", {"tab": "code"}),
    "slow": ("train", {"tab": "code", "step": 3}),
    "size": ("train", {"tab": "stop"}),
    "order": ("train", {"tab": "claims"}),
    "pattern": ("encode", {"tab": "pattern"}),
    "stream": ("bytes", {"tab": "stream"}),
    "find": ("models", {"find": " SolidGoldMagikarp"}),
    "chat": ("models", {"tab": "chat"}),
    "rows": ("models", {"tab": "rows"}),
    "space": ("models", {"tab": "space"}),
    "adding": ("train", {"tab": "claims"}),
    "oov": ("home", {"at": "why"}),
    "gone": ("train", {"tab": "claims"}),
}
"""Frequent questions, `home.asked_<name>` -> the page and choices that answer them."""

_HERE = Path(__file__).resolve().parent
STYLES = (_HERE / "home.css", levels.STYLE, names.STYLE)
_scroll = component("scroll_to_why", _HERE / "scroll_to_why.js")


# The sentence ------------------------------------------------------------------------------------


@st.fragment
def draw_sentence() -> None:
    """Draw the sentence and everything that depends on it: typing redraws nothing else."""
    with st.container(key="home_first"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="home_sentence_row"):
            first, label = LANGUAGES[language()].sentence, t("home.sentence")
            text = typed_choice("sentence", st.text_input, label, first, MAX_HOME_CHARS, live=LIVE)
            is_split = st.toggle(t("gaps.begin"), key="home_split")
        if is_split and text.strip():
            draw_gaps("home_gaps", cut(text), t("gaps.ask", name="GPT-4o"))
        else:
            tokens, ids = read(text)
            label = escape(t("home.reads_label", count=len(ids)))
            drawn = chips(tokens, ids=ids)
            write(f'<div class="home-read" role="group" aria-label="{label}">{drawn}</div>')
        st.markdown(t("home.learned"))
        draw_by_hand()
    draw_why(text)


def read(text: str) -> tuple[Sequence[Token], Sequence[int]]:
    """Read a sentence as the model does: return its tokens and their IDs."""
    if text in ready():
        said = ready()[text]
        return [each.encode() for each in said["tokens"]], said["ids"]
    tokenizer = opened(MODEL)
    ids = tokenizer.encode(text).ids
    return [tokenizer.token(id_) for id_ in ids], ids


def cut(text: str) -> list[Segment]:
    """Return the parts of a sentence that the tokens of the model make up."""
    tokenizer = opened(MODEL)
    return segments(text, place_tokens(tokenizer, text, tokenizer.encode(text)))


@cache
def ready() -> dict[str, Any]:
    """Return the stored readings of the languages' sentences: no tokenizer is opened for them."""
    found: dict[str, Any] = json.loads((_HERE / "home_sentences.json").read_text(encoding="utf-8"))
    return found


@st.fragment
def draw_by_hand() -> None:
    """Let the reader merge first, then compare with BPE; a merge redraws nothing else."""
    text = state.chosen("beat")
    text = by_hand.opening_text() if text is None else text
    with st.container(key="home_by_hand"):
        by_hand.draw_stage(text)
        with st.container(horizontal=True, vertical_alignment="bottom", key="way_on"):
            query = by_hand.query_to_train(text)
            st.page_link("pages/train.py", label=t("by_hand.watch"), query_params=query)
            by_hand.words_box("home_words", text)


# Why pieces --------------------------------------------------------------------------------------


def draw_why(text: str) -> None:
    """Cut a sentence at every level; a link to the question hides the rows until requested."""
    own, hidden = LANGUAGES[language()], bool(state.chosen("at")) and state.answer_is_hidden()
    with st.container(key="home_why"):
        heading("home.why")
        sample = sample_for(text, language())
        try:
            learned = levels_of(sample)
        except CorpusError as error:
            st.error(refusal(error))
            return
        if hidden:
            say("home.sentence_said", text=text)
        words = own.words.split() if text == own.sentence else ()
        write(levels.rows(None if hidden else learned, text, LEVELS, words))
        if hidden:
            st.button(t("home.show"), key="home_show", on_click=state.hide_answer, args=(False,))
        else:
            say(f"home.why_said_{learned.counted}", text=sample.title[language()])


def draw_lesson() -> None:
    """Cut the sentence of the lesson at the stop "why"; draw nothing under its title."""
    if not state.chosen("at"):
        return
    text, hidden = LANGUAGES[language()].lesson["cut"], state.answer_is_hidden()
    sample = sample_for(text, language())
    learned = levels_of(sample)
    with st.container(key="home_why"):
        say("home.sentence_said", text=text)
        write(levels.rows(None if hidden else learned, text))
        if not hidden:
            say("lesson.learned_from", text=sample.title[language()], mark=levels.SCHEME.mark)


def scroll_to_why() -> None:
    """Scroll to *Why pieces* if the address names it, after the whole page is drawn."""
    if state.chosen("at"):
        _scroll(key="home_come", data={"place": ".st-key-home_why"}, height=1)


# Links to all pages
# -------------------------------------------------------------------------------------


def draw_pages() -> None:
    """List the pages, one per line: title and activity."""
    st.header(t("home.pages"), anchor=False)
    with st.container(key="home_pages", gap=None):
        for page in PAGES:
            link(page.name, title(page))
            st.markdown(t(f"{page.name}.card"))


@st.fragment
def draw_asked() -> None:
    """List the most frequent questions; in a search, all questions, claims and samples."""
    with st.container(key="home_asked"):
        st.header(t("home.asked"), anchor=False)
        search = search_line(t("home.search"), "home_search", width=420)
        found = find_answers(search, language())
        with st.container(gap=None):
            for label, page, query in found[:MAX_FOUND]:
                link(page, label, **query)
        if len(found) > MAX_FOUND:
            st.caption(t("home.search_more", n=len(found) - MAX_FOUND))
        if not found:
            st.caption(t("home.search_none"))


Answer = tuple[str, str, dict[str, Any]]
"""Label of a link, its page, and its choices there."""


def find_answers(search: str, lang: str) -> list[Answer]:
    """Return the questions, misconceptions, pages and samples whose text has each word of a search.

    Without a search, only the questions.
    """
    wanted = search.casefold().split()
    if not wanted:
        return [answer for answer, _ in _answers(lang)[: len(ASKED)]]
    return [answer for answer, text in _answers(lang) if all(word in text for word in wanted)]


@lru_cache
def _answers(lang: str) -> list[tuple[Answer, str]]:
    """List every answer with its searchable text."""
    said, found = catalogue(lang), list[tuple[Answer, str]]()
    for name, (page, query) in ASKED.items():
        question = said[f"home.asked_{name}"]
        found.append(((question, page, query), question.casefold()))
    for key in said:
        truth = key.replace("claim_", "truth_")
        if ".claim_" in key and truth in said:
            # Its correction and evidence, by their common name.
            texts = [said[key], said[truth], *(said[e] for e in said if e.startswith(f"{key}_"))]
            found.append(((said[key], "train", {"tab": "claims"}), " ".join(texts).casefold()))
    for name in (each.name for each in PAGES):
        keys = (f"{name}.title", f"{name}.lead", f"home.terms_{name}")
        text = " ".join(said.get(key, "") for key in keys).casefold()
        found.append(((said[f"{name}.title"], name, {}), text))
    for sample in parallel_samples().values():
        text = f"{sample.title[lang]} {sample.look_for[lang]}".casefold()
        label = said["home.search_sample"].format(title=sample.title[lang])
        found.append(((label, "joint", {"pair": sample.name}), text))
    for sample in training_samples().values():
        notes = [sample.title, sample.look_for, sample.source, *sample.with_scheme.values()]
        text = " ".join([*(each[lang] for each in notes), sample.prints]).casefold()
        label = said["home.search_sample"].format(title=sample.title[lang])
        query = {"corpus": sample.name} | ({"ties": sample.ties} if sample.ties else {})
        found.append(((label, "train", query), text))
    return found


def draw_names() -> None:
    """Draw the table of four names; its links keep the language."""
    with st.container(key="home_names"):
        st.header(t("names.title"), anchor=False)
        st.markdown(t("names.lead"))
        write(names.names_table(state.choices().lang))
