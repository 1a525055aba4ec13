"""The two tokenizers beside each other, the pickers for them, and the text that both encode."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme
from bpe.encoding.alignment import PlacedToken, place_tokens
from bpe.encoding.encoded import EncodedText, Method
from bpe.interchange import Opened
from bpe.merging.cells import Token
from bpe.readings.tokenizers import fewest_token_count, special_in
from ui.cache import remembered
from ui.catalogue import LANGUAGES
from ui.controls.notes import title
from ui.controls.own_text import chosen_source
from ui.controls.pickers import run_of, scheme_name
from ui.controls.tokenizers import OwnTokenizer, bring, say_refused, settle, tokenizer_of
from ui.corpora.run_tokenizer import RunTokenizer
from ui.corpora.sandboxed import Uploaded
from ui.corpora.tokenizers import opened, shipped
from ui.frame import Bar
from ui.models import OWN_RUN, PAGE
from ui.samples import NOVEL
from ui.shell import session
from ui.shell.choices import EVERYTHING, OWN_FILES, Choices
from ui.shell.tabs import open_tab
from ui.shell.text import language, quoted, sentence, t

NAMES = ("model", "beside")


@dataclass(frozen=True)
class Side:
    """A tokenizer that was picked, and what to call it."""

    key: str
    title: str
    tokenizer: RunTokenizer | Opened | Uploaded

    @property
    def label(self) -> str:
        """The title, safe in Markdown: a reader's file may be called anything."""
        own: OwnTokenizer | None = session.recall(OWN_FILES)
        return self.title if own is None or own.key != self.key else own.title(quoted)

    @property
    def scheme(self) -> Scheme:
        """How its tokens are shown."""
        return self.tokenizer.scheme

    @property
    def method(self) -> Method:
        """How it encodes: WordPiece of our own looks for the longest match."""
        return self.tokenizer.method if isinstance(self.tokenizer, RunTokenizer) else "merges"

    def encode(self, text: str) -> EncodedText:
        """Encode as this tokenizer does."""
        return self.tokenizer.encode(text, self.method)

    def ids(self, text: str) -> list[int]:
        """Return the ids of a text."""
        return list(self.encode(text).ids)

    def fewest(self, text: str) -> int:
        """Return with how few of its tokens a text could be encoded."""
        found: int = self.told(fewest_token_count, text)
        return found

    def told(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(tokenizer, *arguments)`, or what it returned the last time."""
        return _told(self.tokenizer, function, *arguments)

    def token(self, id_: int) -> Token:
        """Return the token of an id."""
        return self.tokenizer.token(id_)

    def spelled(self, text: str, prompt: str) -> int | None:
        """Return the id of the token that adds just this text behind a prompt, or None."""
        mark, scheme = self.scheme.mark, self.scheme
        if scheme.units == "bytes":
            name: Token = text.encode("utf-8", "replace")
        elif scheme.boundary == "prefix":
            name = text.replace(" ", mark)
        elif scheme.boundary == "continuation":
            begins = len(self.encode(prompt + text).words) > len(self.encode(prompt).words)
            name = text.removeprefix(" ") if begins else mark + text
        else:
            name = text
        return self.tokenizer.id(name)

    def special(self, text: str, first: int) -> tuple[Mapping[str, int], list[str]]:
        """Return its special tokens that a text names or becomes, and the names of the first few.

        One's own run has none.
        """
        if isinstance(self.tokenizer, RunTokenizer):
            return {}, []
        found: tuple[Mapping[str, int], list[str]] = self.told(special_in, text, first)
        return found


def sides(bar: Bar) -> tuple[Side, Side]:
    """Draw the pickers and return the two tokenizers."""
    settle()
    titles = offered()
    with bar.pickers:
        for name in NAMES:
            st.selectbox(
                t(f"models.pick_{name}"),
                list(titles),
                key=session.widget(f"models_{name}", _picked(name)),
                format_func=titles.__getitem__,
                on_change=partial(_choose, name),
            )
        with st.popover(t("models.yours"), icon=":material/upload_file:", width="content"):
            bring(_brought)
            st.caption(t("models.yours_how"))
    say_refused()
    first, second = (titles[_picked(name)] for name in NAMES)
    with st.spinner(t("models.opening", first=first, second=second)):
        return _side(NAMES[0]), _side(NAMES[1])


def offered() -> dict[str, str]:
    """List what can be picked: key -> title, the reader's own run and file first."""
    found = {OWN_RUN: t("models.own_run")}
    own: OwnTokenizer | None = session.recall(OWN_FILES)
    if own is not None:
        found[own.key] = own.title()
    return found | {name: real.title[language()] for name, real in shipped().items()}


def _brought() -> None:
    """Put what was opened on the left, and say what it is."""
    session.choose(model=OWN_FILES)
    open_tab(PAGE, "file")


def _picked(name: str) -> str:
    """Return the key picked on one side; one that is gone gives way to the first."""
    own: OwnTokenizer | None = session.recall(OWN_FILES)
    key = session.choices().get(name)
    if own is not None and key == OWN_FILES:
        return own.key
    return key if key in offered() else _opening(name)


def _opening(name: str) -> str:
    return LANGUAGES[language()].models[name]


def _choose(name: str) -> None:
    pick(name, session.value(f"models_{name}"))


def pick(name: str, key: str) -> None:
    """Put a tokenizer on one side."""
    named = key if key == OWN_RUN or key in shipped() else OWN_FILES
    session.choose(**{name: None if key == _opening(name) else named})


def _side(name: str) -> Side:
    key = _picked(name)
    try:
        return side_of(key)
    except CorpusError as error:
        st.error(sentence(error))
        first = _opening(name)
        return Side(first, offered()[first], opened(first))


def side_of(key: str, *, aside: bool = False) -> Side:
    """Return what can be picked by its key. Raises `CorpusError` where it is gone.

    aside: it is asked in a worker, whatever it is; whoever cancels that leaves the tab.
    """
    if key == OWN_RUN:
        return _own_run()
    return Side(key, offered()[key], tokenizer_of(key, partial(open_tab, PAGE) if aside else None))


def _own_run() -> Side:
    """Return the run that the reader is on, as the other pages show it, or else the novel's."""
    of_novel = EVERYTHING.run(Choices(corpus=NOVEL))
    for chosen in filter(None, (session.state().run, of_novel)):
        text, scheme = str(chosen.text), str(chosen.scheme)
        source = chosen_source(text)
        if source is not None:  # else no text has been given yet
            break
    assert source is not None
    run = run_of(source, PRESETS[scheme], chosen)
    run.summarize()
    said = t("models.own_run_of", scheme=scheme_name(scheme), text=title(text))
    return Side(OWN_RUN, said, RunTokenizer(run))


def _told(
    tokenizer: RunTokenizer | Opened | Uploaded, function: Callable[..., Any], *arguments: Any
) -> Any:
    if isinstance(tokenizer, RunTokenizer):
        return tokenizer.ask(function, *arguments)
    if isinstance(tokenizer, Uploaded):
        return tokenizer.ask(function, *arguments, is_long=True)
    return _told_here(tokenizer, function, *arguments)


@remembered
def _told_here(tokenizer: Opened, function: Callable[..., Any], *arguments: Any) -> Any:
    return function(tokenizer, *arguments)


LONGEST = 2_000
"""Characters of a text that are encoded."""

TEXT = "models_text"
EXAMPLES = {
    "letters": "How many r's are in strawberry? 草莓 1234567",
    "chinese": "人工智能，饕餮盛宴。strawberry 1234567",
    "languages": "All human beings are born free. 人人生而自由。 Alle Menschen sind frei geboren. "
    "सभी मनुष्य स्वतंत्र जन्म लेते हैं। すべての人間は、生まれながらにして自由である。",
    "numbers": "98765432 + 1234568 = 100000000",
    "code": "def mean(xs):\n    if not xs:\n        return None\n    return sum(xs) / len(xs)\n",
    "textbook": "Anyhow, she's seen Jane's 224123 flowers anyhow!",
    "spanish": "En un recipiente hondo, mezclar el jugo de naranja con el azúcar, jengibre, "
    "y nuez moscada.",
    "sum": "127 + 677 = 804",
    "address": "https://example.org/search?q=tokenizer&lang=en#results",
    "formula": "E = mc^2, \\int_0^1 x^2\\,dx = \\frac{1}{3}",
    "greeting": "Hello, 🌍! 你好!",
}


@dataclass(frozen=True)
class Compared:
    """A text, two tokenizers, and for each the encoding and the places of its tokens."""

    text: str
    sides: tuple[Side, Side]
    encodings: tuple[EncodedText, EncodedText]
    tokens: tuple[tuple[PlacedToken, ...], tuple[PlacedToken, ...]]

    @property
    def labels(self) -> tuple[str, str]:
        """What both tokenizers are called; unlike them it may outlive the page, in a widget."""
        return self.sides[0].label, self.sides[1].label

    def starts(self, side: int) -> list[int]:
        """Return where each word of a side begins in the text: at its first token."""
        tokens = self.tokens[side]
        firsts = accumulate((len(word.ids) for word in self.encodings[side].words), initial=0)
        return [tokens[first].start for first in firsts if first < len(tokens)]


def text_box() -> str:
    """Take a text; it opens with one that shows something."""
    with st.container(horizontal=True, vertical_alignment="center", key="models_asked"):
        text = st.text_area(
            t("models.text"),
            height=68,
            max_chars=LONGEST,
            label_visibility="collapsed",
            **session.kept(TEXT, opening_text()),
        )
        with st.popover(t("models.try"), icon=":material/lightbulb:", width="content"):
            for name, example in EXAMPLES.items():
                st.button(
                    t(f"models.try_{name}"),
                    key=f"models_try_{name}",
                    on_click=_try,
                    args=(example,),
                    width="stretch",
                )
    # The limit of the box holds in the browser only.
    return text[:LONGEST]


def _try(example: str) -> None:
    session.widget(TEXT, example)


def sentence_typed() -> str:
    """Return the text that the box would have, where it is not drawn."""
    session.kept(TEXT, opening_text())
    return str(session.value(TEXT))[:LONGEST]


def opening_text() -> str:
    """Return the example that the page opens with."""
    return EXAMPLES[LANGUAGES[language()].models["text"]]


def compare(text: str, sides: tuple[Side, Side]) -> Compared:
    """Encode a text by both; one that cannot be encoded is said, and an empty one stands in."""
    try:
        encodings = sides[0].encode(text), sides[1].encode(text)
        for encoding in encodings:
            _ = encoding.words
    except CorpusError as error:
        st.error(t("models.text_refused", sentence=sentence(error)))
        return compare("", sides)
    one, other = (
        place_tokens(side.tokenizer, text, encoding)
        for side, encoding in zip(sides, encodings, strict=True)
    )
    return Compared(text, sides, encodings, (one, other))


def beside(compared: Compared) -> Iterator[Side]:
    """Yield each tokenizer inside a place of its own, below its name."""
    return columns(compared.sides)


def columns(sides: Sequence[Side]) -> Iterator[Side]:
    """Yield two tokenizers, each inside a place of its own, below its name."""
    row = st.container(horizontal=True, gap="medium", key="beside_sides")
    for number, side in enumerate(sides):
        with row.container(key=f"models_way_{number}"):
            st.header(side.label, anchor=False)
            yield side


def placed_tokens(side: Side, text: str) -> tuple[PlacedToken, ...]:
    """Return the tokens of a text with their places; none where it cannot be encoded."""
    try:
        return place_tokens(side.tokenizer, text, side.encode(text))
    except CorpusError:
        return ()
