"""The page What models read: two tokenizers on one text, then a chapter a tab."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from bpe import CorpusError
from bpe.readings.placed import Placed
from ui.draw.parts import styles
from ui.models import PAGE
from ui.models.asked import Asked, asked, text_box
from ui.models.history import history_panel
from ui.models.languages import languages_panel
from ui.models.learning import learning_panel
from ui.models.letters import code_panel, letters_panel, numbers_panel
from ui.models.maps import token_maps
from ui.models.markup import STYLE
from ui.models.merges import merges_panel, word_chosen
from ui.models.prompts import edge_panel, streaming_panel
from ui.models.report import report_panel
from ui.models.sides import Side, sides
from ui.models.special import special_panel
from ui.models.unused import unused_panel
from ui.shell.frame import Bar
from ui.shell.tabs import draw_tabs, open_tab
from ui.shell.text import sentence, t

CHAPTERS: dict[str, Callable[[Asked], None]] = {
    "merges": merges_panel,
    "letters": letters_panel,
    "numbers": numbers_panel,
    "languages": languages_panel,
    "edge": edge_panel,
    "special": special_panel,
    "streaming": streaming_panel,
    "code": code_panel,
    "learn": learning_panel,
    "unused": unused_panel,
    "history": history_panel,
    "report": report_panel,
}
"""Tab -> what draws it; its label is `models.tab_<name>`."""


def models_page(bar: Bar) -> None:
    """Draw the text, both maps, and all tabs; only the open one is computed."""
    styles(STYLE)
    two = sides(bar)
    try:
        _draw(two)
    except CorpusError as error:  # of a tokenizer of the reader's own, on some text
        st.error(t("bytes.files_text_refused", sentence=sentence(error)))


def _draw(two: tuple[Side, Side]) -> None:
    question = asked(text_box(), two)
    more = token_maps(question.text, two, question.tokens, partial(_asked, question.tokens))
    if more:
        st.caption(t("models.map_more", more=more))
    draw_tabs(PAGE, {name: partial(draw, question) for name, draw in CHAPTERS.items()})


def _asked(tokens: Sequence[Sequence[Placed]], side: int, token: int) -> None:
    """Open the merges of the word that a clicked token is of."""
    if token < len(tokens[side]):
        word_chosen(side, tokens[side][token].start)
        open_tab(PAGE, "merges")
