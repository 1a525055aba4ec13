"""What models read: two tokenizers on one text, and the merges of a word below.

Each tokenizer is one of the app, the reader's current run, or a reader's file.
`models_chapters.py` has the tabs.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError, EncodedWord, Scheme, Tokenizer, Training
from bpe.encoding.alignment import PlacedToken, Segment, overlapping, place_tokens, segments
from bpe.encoding.encoded import EncodedText, Method, usual_method
from bpe.files.tokenizer import MAX_PARTS as MAX_REPLAYED
from bpe.interchange import Opened
from bpe.player.payload import as_json
from bpe.player.tokens import PALETTE, Token, beginning, visible
from bpe.readings.letters import split_character
from bpe.readings.losses import text_losses
from bpe.readings.tokenizers import fewest_token_count, paired_segments, special_in
from bpe.readings.word_encoding import first_whole_step, merge_wall
from bpe.text.characters import is_text
from ui import state
from ui.cache import remembered
from ui.catalogue import LANGUAGES
from ui.component import component
from ui.draw.gaps import draw_gaps
from ui.draw.parts import styles, typed_choice
from ui.draw.say import say, write
from ui.draw.say import sentence as sentence_markup
from ui.draw.token_map import tokens_payload
from ui.draw.tokens import chips, drawn_text, meaning, shorten, shown_text
from ui.frame import Bar
from ui.jobs import Job
from ui.own_text.boxes import chosen_source
from ui.own_tokenizer import (
    open_uploaded,
    own_tokenizers,
    say_refused,
    tokenizer_button,
    tokenizer_of,
)
from ui.pages import OWN_RUN
from ui.panel import picture
from ui.pickers import run_of
from ui.runs import Run
from ui.samples import EXAMPLES, NOVEL
from ui.state import OWN_FILES, STOPS, Choices, PageRuns
from ui.text import corpus_name, language, quoted, scheme_name, sentence, t
from ui.tokenizers import shipped
from ui.uploaded_tokenizer import MAX_ANSWER_BYTES, MAX_SECONDS_LONG, Uploaded
from ui.waiting import result_of

_HERE = Path(__file__).resolve().parent
STYLE = _HERE / "models.css"
MAPS_FILES = (PALETTE, *(_HERE / f"models_maps.{kind}" for kind in ("html", "css", "js")))
"""The picture of both readings, as a component."""

_mount_maps = component("token_maps", *MAPS_FILES)

SIDES = ("model", "beside")
"""The choices of the page that name the two tokenizers."""

MAX_TEXT_CHARS = 2_000
MAX_DRAWN = 400
"""Maximum number of tokens drawn of one reading."""

MAX_LOST = 20
"""Maximum number of lost characters, or parts of a text, that are named."""

MAX_MERGED_CHARS = 60
"""Maximum characters of a word whose merges are drawn: a replay grows with the square."""


# The two tokenizers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """One of the two tokenizers.

    Attributes:
        key: its key in the pickers. title: its name, plain text.
        run: its run, if it is the reader's run.
    """

    key: str
    title: str
    tokenizer: Tokenizer | Opened | Uploaded
    run: Run | None = None

    @property
    def label(self) -> str:
        """The title, safe in Markdown: a reader's file may have any name."""
        own = own_tokenizers().get(self.key)
        return self.title if own is None else own.title(quoted)

    @property
    def scheme(self) -> Scheme:
        return self.tokenizer.scheme

    @property
    def method(self) -> Method:
        """Its encoding method: a WordPiece run uses the longest match."""
        return usual_method(self.scheme) if self.run is not None else "merges"

    def encode(self, text: str) -> EncodedText:
        return self.tokenizer.encode(text, self.method)

    def ids(self, text: str) -> list[int]:
        return list(self.encode(text).ids)

    def places(self, text: str) -> tuple[PlacedToken, ...]:
        """Return the tokens of a text with their places; empty if it cannot be encoded."""
        try:
            return place_tokens(self.tokenizer, text, self.encode(text))
        except CorpusError:
            return ()

    def reading(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(tokenizer, *arguments)`, which may read the whole vocabulary.

        A reader's tokenizer is read in a worker. Raises CorpusError for exceeded limits.
        """
        if isinstance(self.tokenizer, Uploaded):
            return self.tokenizer.ask(function, *arguments, is_long=True)
        if self.run is not None and not self.run.source.is_small:
            job: Job[Any] = Job(
                ("tokenizer", self.run.key, function, arguments),
                function,
                (self.tokenizer, *arguments),
                seconds=MAX_SECONDS_LONG,
                max_bytes=MAX_ANSWER_BYTES,
                keeps=True,
                error_prefix="tokenizer_text",
            )
            return result_of(job, cancel=partial(state.open_tab, None))
        return _read(self.tokenizer, function, *arguments)

    def tokens(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of IDs; for an ID beyond a run's tokens, its name, such as `<unk>`."""
        if not isinstance(self.tokenizer, Tokenizer):
            return self.tokenizer.tokens_of(ids)
        names = {id_: name for name, id_ in self.tokenizer.special.items()}
        return tuple(names.get(id_) or self.tokenizer.tokens[id_] for id_ in ids)

    def id_behind(self, prompt: str, text: str) -> int | None:
        """Return the ID of the token that adds exactly this text after a prompt, or None."""
        mark, boundary = self.scheme.mark, self.scheme.boundary
        name: Token = text
        if self.scheme.units == "bytes":
            name = text.encode("utf-8", "replace")
        elif boundary == "prefix":
            name = text.replace(" ", mark)
        elif boundary == "continuation":
            begins = len(self.encode(prompt + text).words) > len(self.encode(prompt).words)
            name = text.removeprefix(" ") if begins else mark + text
        if isinstance(self.tokenizer, Tokenizer):
            return self.tokenizer.vocabulary.get(name)
        return self.tokenizer.id(name)

    def special(self, text: str, limit: int) -> tuple[Mapping[str, int], list[str]]:
        """Return its special tokens that occur in a text or its encoding, and the first few names.

        In a reader's run, a typed `<unk>` is text.
        """
        if self.run is None:
            return self.reading(special_in, text, limit)
        special = self.tokenizer.special
        named = {name: special[name] for name in self.scheme.special_tokens if name in text}
        return named, list(special)[:limit]


@remembered
def _read(tokenizer: Tokenizer | Opened, function: Callable[..., Any], *arguments: Any) -> Any:
    return function(tokenizer, *arguments)


@remembered
def _tokenizer_of(training: Training) -> Tokenizer:
    """Return the tokenizer of a run, always the same object: it caches the words it has split."""
    return training.tokenizer()


def choose_tokenizers(bar: Bar) -> tuple[Side, Side]:
    """Draw the pickers; return the two tokenizers."""
    open_uploaded(_show_uploaded)
    titles = offered()
    picked = {name: _picked(name) for name in SIDES}
    with bar.pickers:
        for name, key in picked.items():
            st.selectbox(
                t(f"models.pick_{name}"),
                list(titles),
                format_func=titles.__getitem__,
                key=state.shows(f"models_{name}", key),
                on_change=lambda name=name: pick(name, st.session_state[f"models_{name}"]),
            )
        tokenizer_button(t("models.yours"), t("models.yours_how"))
    say_refused()
    first, second = map(titles.__getitem__, picked.values())
    with st.spinner(t("models.opening", first=first, second=second)):
        one, other = (_side_or_default(name, key) for name, key in picked.items())
        return one, other


def offered() -> dict[str, str]:
    """Return the options: key -> title, the reader's own run and files first."""
    own = {key: each.title() for key, each in own_tokenizers().items()}
    ours = {key: real.title[language()] for key, real in shipped().items()}
    return {OWN_RUN: t("models.own_run"), **own, **ours}


def _show_uploaded(key: str) -> None:
    pick(SIDES[0], key)
    state.open_tab("file")


def pick(name: str, key: str) -> None:
    """Choose the tokenizer of one side; the address contains only that it is an upload."""
    if key not in offered():
        return  # a title in another language, sent too late by a browser
    if key in own_tokenizers():
        st.session_state[f"models_{name}_own"] = key
        key = OWN_FILES
    state.choose(**{name: None if key == _default(name) else key})


def _picked(name: str) -> str:
    """Return the key picked on one side; for the reader's files the last picked or newest."""
    chosen, own = str(state.chosen(name)), own_tokenizers()
    if chosen != OWN_FILES:
        return chosen
    key = st.session_state.get(f"models_{name}_own")
    return key if key in own else next(reversed(own), _default(name))


def _default(name: str) -> str:
    return LANGUAGES[language()].models[name]


def _side_or_default(name: str, key: str) -> Side:
    try:
        return side_of(key, partial(state.choose, **{name: None}))
    except CorpusError as error:
        st.error(sentence(error))
        return side_of(_default(name))


def side_of(
    key: str, cancel: Callable[[], object] | None = None, *, in_workers: bool = False
) -> Side:
    """Return an option by its key. Raises CorpusError if it is not available.

    cancel: called if the reader cancels waiting; by default the open tab is closed.
    in_workers: use it in a worker, also if it is one of the app.
    """
    close = cancel or partial(state.open_tab, None)
    if key != OWN_RUN:
        return Side(key, offered()[key], tokenizer_of(key, close if in_workers else None))
    run, text = _run_here()
    names = {"text": corpus_name(text), "scheme": scheme_name(run.scheme.name)}
    tokenizer = _tokenizer_of(run.train(close))
    return Side(OWN_RUN, t("models.own_run_of", **names), tokenizer, run)


def _run_here() -> tuple[Run, str]:
    """Return the reader's current run, else the novel's, and the name of its text."""
    for choices in (state.choices(), Choices()):
        settings = PageRuns(NOVEL).settings(choices)
        source = settings and chosen_source(settings.corpus or "")
        if settings and source:  # else the reader has not provided a text of this kind yet
            return run_of(source, settings), settings.corpus or ""
    raise LookupError(NOVEL)


# The text, and how both read it ------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """A text as one tokenizer reads it.

    Attributes:
        words: its words. tokens: with their places in the text.
        fewest: the smallest number of its tokens that could encode the text.
    """

    side: Side
    text: str
    words: Sequence[EncodedWord]
    tokens: Sequence[PlacedToken]
    fewest: int

    def starts(self) -> list[int]:
        """Return the start of each word in the text: that of its first token."""
        firsts = accumulate((len(word.ids) for word in self.words), initial=0)
        return [self.tokens[first].start for first in firsts if first < len(self.tokens)]


Readings = tuple[Reading, Reading]


def draw_readings(sides: tuple[Side, Side]) -> Readings | None:
    """Draw the text and both readings; return them, or None if the page has no tabs."""
    styles(STYLE)
    if state.answer_is_hidden():
        _draw_uncut(sides)
        label = t("models.uncover")
        st.button(label, key="models_uncover", on_click=state.hide_answer, args=(False,))
        return None
    if state.choices().stop == STOPS[-1]:  # the closing card of a lesson: only its oddest word
        both = compare(_text_chosen(), sides)
        at = both[0].text.find(LANGUAGES[language()].lesson["oddest"])
        with picture():
            _draw_merges(both, (1, max(at, 0)))
        return None
    both = compare(_text_box(), sides)
    with picture():
        draw_maps(both)
        if state.choices().present is None:
            _say_losses(both)
        match st.session_state.get("models_word"):
            case (str(text), int(side), int(start)) if text == both[0].text:
                _draw_merges(both, (side, start))
            case _ if state.choices().present is None:
                _draw_merges(both, (1, None))
    return both


def _draw_uncut(sides: tuple[Side, Side]) -> None:
    """Draw the text without its tokens: for a class to look at, else for the reader to split."""
    if state.choices().stop is not None:
        write(f'<p class="uncut" dir="auto">{escape(_text_chosen())}</p>')
        return
    first, _ = compare(_text_box(), sides)
    ask = t("gaps.ask" if first.text.strip() else "gaps.none", name=first.side.title)
    draw_gaps("models_gaps", segments(first.text, first.tokens), ask)


def _text_box() -> str:
    """Draw the text box, with an interesting first text."""
    with st.container(horizontal=True, vertical_alignment="center", key="models_asked"):
        text = typed_choice(
            "sentence",
            st.text_area,
            t("models.text"),
            _opening_text(),
            MAX_TEXT_CHARS,
            height=68,
            label_visibility="collapsed",
        )
        if not state.answer_is_hidden() and state.choices().stop is None:
            hide = partial(state.hide_answer, True)
            st.button(
                t("gaps.begin"), key="models_split", icon=":material/content_cut:", on_click=hide
            )
        with st.popover(t("models.try"), icon=":material/lightbulb:", width="content"):
            for name, example in EXAMPLES.items():
                st.button(
                    t(f"models.try_{name}"),
                    key=f"models_try_{name}",
                    on_click=choose_text,
                    args=(example,),
                    width="stretch",
                )
    return text


def choose_text(text: str) -> None:
    """Let both read another text, from a callback."""
    state.choose(sentence=None if text == _opening_text() else text)


def _text_chosen() -> str:
    """Return the text of the box if the box is not drawn."""
    return str(state.chosen("sentence"))[:MAX_TEXT_CHARS]


def _opening_text() -> str:
    return EXAMPLES[LANGUAGES[language()].models["text"]]


def compare(text: str, sides: tuple[Side, Side]) -> Readings:
    """Read a text with both; if one of them cannot, show the error, and read no text."""
    try:
        return _read_by(sides[0], text), _read_by(sides[1], text)
    except CorpusError as error:
        st.error(t("models.text_refused", sentence=sentence(error)))
        return Reading(sides[0], "", (), (), 0), Reading(sides[1], "", (), (), 0)


def _read_by(side: Side, text: str) -> Reading:
    encoding = side.encode(text)
    words, tokens = encoding.words, place_tokens(side.tokenizer, text, encoding)
    fewest = len(tokens)
    with suppress(CorpusError):  # slower than encoding, and not needed
        fewest = side.reading(fewest_token_count, text)
    return Reading(side, text, words, tokens, fewest)


def draw_maps(both: Readings) -> None:
    """Draw both readings, one above the other; a click chooses a word, whose merges are drawn."""
    payload = maps_payload(both)
    _mount_maps(
        key="models_maps",
        data={"payload": as_json(payload)},
        on_word_change=partial(_word_clicked, both),
        height="content",
    )
    if more := max(each["more"] for each in payload["maps"]):
        st.caption(t("models.map_more", more=more))


def _say_losses(both: Readings) -> None:
    """Name the parts of the text that the tokens do not contain, so a model cannot know them."""
    for reading in both:
        side = reading.side
        with suppress(CorpusError):  # slower than encoding, and not needed
            lost = side.reading(text_losses, reading.text)
            unknown = lost.unknown if side.method == "merges" else ()
            for kind, parts in (("characters", lost.dropped), ("unknown", unknown)):
                if parts:
                    shown = quoted(" ".join(map(shown_text, parts[:MAX_LOST])), MAX_LOST * 4)
                    st.caption(t(f"models.loses_{kind}", name=side.label, parts=shown))
            if lost.spaces:
                st.caption(t("models.loses_spaces", name=side.label))


def _word_clicked(both: Readings) -> None:
    """Choose the clicked word by the start of its token; anything else is ignored."""
    match (st.session_state.get("models_maps") or {}).get("word"):
        case [0 | 1 as side, int(token)] if type(token) is int and token >= 0:
            if token < len(both[side].tokens):
                start = both[side].tokens[token].start
                st.session_state["models_word"] = both[0].text, int(side), start


def maps_payload(both: Readings) -> dict[str, Any]:
    """Return the browser's payload of both readings.

    maps: for each reading its title, sizes ([number, unit, is emphasized]), words on the screen and
        the `tokens_payload` of its first tokens.
    parts: [continues on a new line, the readings differ here, a row for each reading]; a row has
        indices of tokens and, drawn, text without a token.
    links: for each token of one reading the tokens of the other that share some of its text.
    """
    text = both[0].text
    found = [segments(text, each.tokens) for each in both]
    parts, drawn = [], (0, 0)
    for part in paired_segments(*found):
        first, second = (sum(len(each.places) for each in row) for row in part)
        if max(drawn[0] + first, drawn[1] + second) > MAX_DRAWN:
            break
        drawn = drawn[0] + first, drawn[1] + second
        ends = [[place.end for each in row for place in each.places] for row in part]
        is_last = any("\n" in each.text for each in part[0])
        parts.append([is_last, ends[0] != ends[1], *map(_row, part)])
    tokens = [each.tokens[:MAX_DRAWN] for each in both]
    names = {
        "lost": t("models.map_lost"),
        "ids": t("models.ids"),
        "label": t("models.map_tokens", first=both[0].side.title, second=both[1].side.title),
    }
    return {
        "maps": [_map(*each) for each in zip(both, found, drawn, strict=True)],
        "parts": parts,
        "links": [list(map(list, overlapping(*each))) for each in (tokens, tokens[::-1])],
        "names": names,
    }


def _row(row: Sequence[Segment]) -> list[Any]:
    drawn: list[Any] = []
    for each in row:
        drawn += each.tokens if each.places or not each.text.strip() else [drawn_text(each.text)]
    return drawn


def _map(reading: Reading, found: Sequence[Segment], limit: int) -> dict[str, Any]:
    text, tokens, scheme = reading.text, reading.tokens, reading.side.scheme

    def said(segment: Segment, number: int, count: int) -> str:
        each = segment.places[number - segment.first]
        kind = "none" if each.start == each.end else "some"
        if isinstance(each.token, bytes) and not is_text(each.token):
            kind = "part"
        return t(
            f"models.map_{kind}",
            bytes=len(each.token),
            n=number + 1,
            all=count,
            token=visible(beginning(each.token)),
            id=str(each.id),
            text=shown_text(text[each.start : each.end]),
        )

    sizes = [[f"{len(tokens):,}", t("models.size_tokens", n=len(tokens)), True]]
    if reading.fewest < len(tokens):
        sizes.append([f"{reading.fewest:,}", t("models.size_fewest", n=reading.fewest), False])
    half = split_character(text, tokens)
    hint = "" if half is None else t("models.map_half", text=half[0], n=half[1])
    return tokens_payload(found, scheme, limit, said) | {
        "title": reading.side.title,
        "sizes": sizes,
        "names": {"mark": meaning(scheme), "hint": hint},
    }


# The merges of a word ----------------------------------------------------------------------------


def _draw_merges(both: Readings, clicked: tuple[int, int | None]) -> None:
    """Draw the merges of a word, given by its reading and its start in the text, or None."""
    side, start = clicked
    if not both[side].words:  # BERT, for example, drops control characters
        side = 1 - side
    if words := both[side].words:
        draw_word(both[side].side, word_to_see(words, start, both[side].starts()))


def word_to_see(
    words: Sequence[EncodedWord], start: int | None, starts: Sequence[int]
) -> EncodedWord:
    """Return the word at a place in the text; for None the most interesting one."""
    if start is not None:
        found = [place for place, begins in enumerate(starts) if begins <= start]
        return words[found[-1] if found else 0]
    short = [word for word in words if len(word.text) <= MAX_MERGED_CHARS]
    return max(short or words, key=lambda word: (first_whole_step(word) > 0, len(word.text)))


def draw_word(side: Side, word: EncodedWord) -> None:
    """Draw the merges of one word, or say why there are none."""
    if len(word.text) > MAX_MERGED_CHARS:
        say("models.word_long", most=MAX_MERGED_CHARS)
    elif word.why is not None or side.method != "merges":
        say_why_no_merges(word.why or "wordpiece", shorten(word.text))
    elif not word.steps:
        kind = "models.word_whole" if len(word.tokens) == 1 else "models.word_apart"
        say(kind, name=side.title, word=shown_text(word.text), n=len(word.tokens))
    else:
        write(merges_markup(side, word))


WITHOUT_MERGES = ("wordpiece", "unigram", "wordlevel", "characters")
"""Values of `EncodedWord.why` for models without merges."""


def say_why_no_merges(why: str, word: str = "") -> None:
    """Explain why a word has no merges to show: see `EncodedWord.why`."""
    say(f"bytes.files_no_replay_{why}", words=word, most=MAX_REPLAYED)


def merges_markup(side: Side, word: EncodedWord) -> str:
    """Write the merges of a word, from the first split into whole characters.

    As a wall: each token is below its parts, with its rank.
    """
    first = first_whole_step(word)
    key = "models.word_merges_last" if first else "models.word_merges"
    numbers = {"all": len(word.steps), "n": len(word.steps) - first}
    said = sentence_markup(key, side.scheme, {"word": word.tokens}, name=side.title, **numbers)
    bricks, drawn = merge_wall(word, first), []
    for each in bricks:
        place = f"{each.level + 1} / {each.start + 1} / {each.until + 1} / {each.end + 1}"
        chip = chips([each.token], side.scheme, ids=None if each.rank is None else [each.rank])
        drawn.append(f'<li style="grid-area:{place}">{chip}</li>')
    width, rows = max(each.end for each in bricks), max(each.until for each in bricks)
    return (
        f'<p class="record-say">{said}</p>'
        f'<ol class="wall fills" style="--width:{width};--rows:{rows}">{"".join(drawn)}</ol>'
    )
