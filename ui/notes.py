"""Notes below the bar, if the page and the reader's run do not fit together."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme, Training
from bpe.input.kinds import FORMATS
from bpe.input.opening import packing_of, suffix_of
from bpe.player.tokens import visible
from bpe.readings.granularity import length_of_lines
from bpe.readings.normalization import PieceChange, lost_characters
from bpe.text.normalizers import normalize
from ui import state
from ui.cache import remembered
from ui.own_text import store
from ui.own_text.boxes import FILE, refuse
from ui.own_text.sources import Source, text_in
from ui.own_text.uploads import MAX_WORD_BYTES, Content, Shortened, Upload, beginning_of
from ui.runs import Run
from ui.spool import SpoolFile, StoredFile
from ui.state import LIMITS, OWN_TEXTS, PageRuns
from ui.text import corpus_name, in_list, quoted, scheme_name, t


def counted_from(words: int, name: str) -> str:
    """Return a sentence with the number of counted words, and their scheme."""
    rules = scheme_name(name) if name in PRESETS else quoted(name)
    return t("controls.counted_from", words=words, rules=rules)


LONG = 200
"""Number of characters without white space that are too many for one word."""

MAX_TEXT_CHARS = 2_000_000
"""Maximum number of characters of a text processed here, in at most half a second."""

# Both match only at the start of a run: tried at each of its characters, long runs take forever.
_RUN = re.compile(rf"(?<!\S)\S{{{LONG + 1},}}+")
_END = re.compile(r"""(?<![。！？!?…；])[。！？!?…；]++[”’」』）)"']*+(?=\S)""")


def offer_line_ends(kind: str, source: Source | None, scheme: Scheme) -> None:
    """Offer to add a line end after each sentence, if that splits a line into words."""
    if length := _long_line(kind, source, scheme):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(t("controls.one_line", length=length), width="content")
            _line_ends_button(kind)


def _long_line(kind: str, source: Source | None, scheme: Scheme) -> int:
    """Return the length of the longest line of own text that should be split, or 0.

    A scheme that cuts only at white space treats such a line as one word; so does SentencePiece.
    """
    if kind not in OWN_TEXTS or source is None or not _cuts_at_spaces(scheme):
        return 0
    is_short = not source.has_documents and source.characters <= MAX_TEXT_CHARS
    return _longest(source) if is_short else 0


def _line_ends_button(kind: str) -> None:
    label = t("controls.line_ends")
    st.button(label, key="line_ends", type="tertiary", on_click=_cut, args=(kind,))


def _cuts_at_spaces(scheme: Scheme) -> bool:
    return scheme.pretokenizer in ("whitespace", "split", "space")


def takes_lines_for_words(scheme: Scheme) -> bool:
    """Return whether the scheme treats unspaced lines as words."""
    return _cuts_at_spaces(scheme) and scheme.rules == "none"


def _longest(source: Source) -> int:
    """Return the length of the longest line in which a sentence ends, or 0."""
    digest, known = st.session_state.get("longest_line", ("", 0))
    if digest != source.digest:
        try:
            text = source.text or ""
        except CorpusError:  # its file was deleted; the training reports it
            return 0
        runs = (run.group() for run in _RUN.finditer(text))
        known = max((len(run) for run in runs if _END.search(run)), default=0)
        st.session_state["longest_line"] = source.digest, known
    return known


def cut_after_sentences(text: str) -> str:
    """Add a line end after each sentence that is followed directly by another one."""
    return _END.sub(r"\g<0>\n", text)


def cut_upload(upload: Upload) -> Upload:
    """Add a line end after each sentence of a file's text, permanently."""
    if upload.text is None:
        return upload
    text = cut_after_sentences(text_in(upload.text))
    file = SpoolFile(text.encode("utf-8", "surrogatepass"))
    report = replace(
        upload.report,
        encoding=upload.report.encoding and "utf-8",
        is_guess=False,
        replaced=0,
        has_returns=False,
    )
    content = Content(report, len(text), beginning_of(text))
    return replace(upload, file=file, content=content, text=file)


def _cut(kind: str) -> None:
    given = store.texts()[kind]
    try:
        cut = cut_upload(given) if isinstance(given, Upload) else cut_after_sentences(given)
    except CorpusError as error:  # the file was deleted, or the disk is full
        refuse(FILE, error)
        return
    store.give(kind, cut)
    state.choose(step=None)


SPACELESS = ("sentencepiece", "gpt")
"""The scheme for text without spaces, and a byte-level one, which cuts at punctuation."""

FREQUENT, PUNCTUATED = 1_000, 2
"""Number of words checked for punctuation, and of words named."""

REWRITTEN = 5
"""Maximum number of changed characters that are named."""


@dataclass(frozen=True)
class TextFacts:
    """Notes on the text of a run.

    Attributes:
        counted: number of words counted beforehand, and the name of their scheme; None for a text.
        is_ascii: whether all characters are ASCII.
        line_length: mean length of the lines that the scheme treats as words; None if it does not.
        punctuated: some frequent words that contain their punctuation.
        left_out: number of distinct words omitted because they are too long.
        changes: characters that the normalizer changed, with their occurrences.
    """

    counted: tuple[int, str] | None
    is_ascii: bool
    line_length: float | None
    punctuated: list[str]
    left_out: int
    changes: list[tuple[PieceChange, int]]


@remembered
def text_facts(training: Training, file: StoredFile | str | None) -> TextFacts:
    """Return notes on a text, from the record and from the text in its file."""
    scheme, corpus = training.scheme, training.corpus
    counted, is_cut_at_spaces = corpus.scheme, takes_lines_for_words(scheme) and file is not None
    lines = length_of_lines(corpus) if is_cut_at_spaces else None
    try:
        text = "" if file is None else text_in(file)
    except CorpusError:  # its file was deleted: the record is shown without this note
        text = ""
    frequent = (corpus.words[place] for place in training.frequency_order[:FREQUENT])
    punctuated = filter(is_punctuated, frequent) if is_cut_at_spaces and lines is None else ()
    return TextFacts(
        None if counted is None else (sum(corpus.counts), counted.name),
        all(word.isascii() for word in corpus.words),
        lines,
        [*islice(punctuated, PUNCTUATED)],
        corpus.left_out if isinstance(corpus, Shortened) else 0,
        lost_characters(text, scheme.normalizer),
    )


def is_punctuated(word: str) -> bool:
    """Return whether a word has letters, and punctuation at one of its ends.

    >>> list(map(is_punctuated, ("laughed,", "it", "...", "don't")))
    [True, False, False, False]
    """
    ends = (unicodedata.category(end) for end in (word[0], word[-1]))
    return any(end.startswith("P") for end in ends) and any(map(str.isalpha, word))


def says_ways_out(run: Run) -> bool:
    """Return whether the notes name alternatives for lines treated as words."""
    facts = text_facts(run.training, run.source.file)
    return facts.line_length is not None


def notes(run: Run) -> None:
    """Say which scheme the page shows instead of the reader's, and which text it needs.

    The reader's run does not change; a button shows another text. Also mention lines treated as
    words, and characters rewritten by the normalizer.
    """
    source, runs, settings = run.source, state.runs(), state.state().shown
    text = (settings and settings.corpus) or ""
    facts = text_facts(run.training, source.file)
    said = scheme_not_here() + how_it_was_read(text)
    if facts.counted is not None:
        said.append(counted_from(*facts.counted))
    lacks = None if text == runs.opening_text() else _lacks(runs, source, facts)
    if lacks is not None:
        said.append(t(f"controls.needs_{lacks}"))
    lines = facts.line_length
    if lines is not None:
        said.append(t("controls.lines_for_words", length=round(lines)))
        said.append(t("controls.four_ways"))
    punctuated = facts.punctuated if text in OWN_TEXTS else []
    if punctuated:
        words = in_list(map(quoted, punctuated))
        said.append(t("controls.punctuated", words=words))
    if facts.left_out:
        limit, words = f"{MAX_WORD_BYTES:,}", f"{facts.left_out:,}"
        said.append(t("controls.long_words", limit=limit, words=words))
    said += _changes(facts.changes)
    if not said:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="notes"):
        st.caption(" ".join(said), width="content")
        opening = runs.opening_text()
        if lacks is not None and opening is not None:
            label = t("controls.show_it_on", title=corpus_name(opening))
            show = partial(state.choose, corpus=opening, step=None, **dict.fromkeys(LIMITS))
            st.button(label, key="show_it_on", type="tertiary", on_click=show)
        if lines is not None:
            if _long_line(text, source, run.scheme):
                _line_ends_button(text)
            # SentencePiece treats very long lines as equally long words.
            _offer_schemes(runs, SPACELESS if lines <= LONG else SPACELESS[1:])
        if punctuated:
            _offer_schemes(runs, SPACELESS[1:])


def _offer_schemes(runs: PageRuns, schemes: Sequence[str]) -> None:
    """Offer to train the same text with other schemes of the page."""
    for scheme in schemes:
        if scheme in runs.schemes:
            label = t("controls.use_scheme", scheme=scheme_name(scheme))
            act = partial(state.choose, scheme=scheme)
            st.button(label, key=f"use_{scheme}", type="tertiary", on_click=act)


def how_it_was_read(text: str | None) -> list[str]:
    """Report how a file was read, also if a file with an unknown suffix was read as text."""
    upload = store.texts().get("uploaded") if text == "uploaded" else None
    if not isinstance(upload, Upload):
        return []
    said = [_note(code, values) for code, values in upload.report.notes]
    is_known = suffix_of(upload.name) in FORMATS or packing_of(upload.name)
    if upload.report.format == "text" and not is_known:
        said.append(t("controls.read_as_text", name=quoted(upload.name)))
    return said


def _note(code: str, values: Mapping[str, Any]) -> str:
    safe = {name: quoted(each) if isinstance(each, str) else each for name, each in values.items()}
    return t(f"engine.note_{code}", **safe)


def scheme_not_here() -> list[str]:
    """Return a note on the scheme shown instead of the reader's; [] if the page can show that."""
    asked, shown = state.choices().scheme, state.state().shown
    if asked is None or shown is None or shown.scheme == asked:
        return []
    names = {"scheme": scheme_name(asked), "shown": scheme_name(shown.scheme or "")}
    return [t("controls.scheme_not_here", **names)]


def _lacks(runs: PageRuns, source: Source, facts: TextFacts) -> str | None:
    """Return the requirement that the text does not meet: length, or characters beyond ASCII."""
    if runs.needs == "length" and source.merges is None:
        return "length"
    if runs.needs == "characters" and facts.is_ascii:
        return "characters"
    return None


def _changes(found: list[tuple[PieceChange, int]]) -> list[str]:
    """Return a sentence with the most frequent rewritten characters."""
    if not found:
        return []
    if len(found) > 1 and all(_is_wide_sign(change) for change, _ in found):
        first, _ = found[0]
        signs = {"before": quoted(visible(first.before)), "after": quoted(visible(first.after))}
        return [t("controls.rewritten_wide", n=len(found), **signs)]
    named = [
        t(
            "controls.rewritten_as" if change.after else "controls.rewritten_gone",
            before=quoted(visible(change.before)),
            after=quoted(visible(change.after)),
        )
        for change, _ in found[:REWRITTEN]
    ]
    more = len(found) - len(named)
    key = "controls.rewritten_more" if more else "controls.rewritten"
    return [t(key, changes=in_list(named), more=more)]


def _is_wide_sign(change: PieceChange) -> bool:
    """Return whether a full-width sign became the same half-width sign."""
    is_sign = not change.after.isalnum() and unicodedata.east_asian_width(change.before[0]) == "F"
    return is_sign and normalize(change.before, "nfkc") == change.after
