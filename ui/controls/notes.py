"""One line below the bar, where the page and the reader's run do not fit together."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import streamlit as st

from bpe import PRESETS, Scheme, Training
from bpe.input.opening import KINDS, packing_of, suffix_of
from bpe.readings.granularity import length_of_lines
from bpe.readings.normalization import PieceChange, lost_characters
from bpe.text.normalizers import normalize
from bpe.words import differences
from ui.cache import remembered
from ui.controls.pickers import scheme_name
from ui.corpora.documents import DOCUMENTS
from ui.corpora.run import Run
from ui.corpora.sources import Source, text_in
from ui.corpora.uploads import LONGEST_WORD, Shortened, Upload, beginning_of
from ui.draw.tokens import visible
from ui.samples import samples
from ui.shell import own, session
from ui.shell.choices import LIMITS, NO_SPECIAL, OWN_TEXTS, PageRuns, RunChoice, scheme_of
from ui.shell.text import language, quoted, t
from ui.spool import SpoolFile


def rules_for(counted: Scheme, chosen: RunChoice) -> dict[str, str]:
    """Return the choices to make so that a scheme finds the words that were counted.

    None is made where the reader's scheme does, or where none that can be chosen does.
    """
    if chosen.scheme is not None:
        own = scheme_of(PRESETS[chosen.scheme], chosen)
        if not differences(counted, own):
            return {}
    fitting = [name for name, preset in PRESETS.items() if not differences(counted, preset)]
    if fitting:
        return {"scheme": counted.name if counted.name in fitting else fitting[0]}
    special = " ".join(counted.special_tokens) or NO_SPECIAL
    for name, preset in PRESETS.items():
        if not differences(counted, scheme_of(preset, RunChoice(special=special))):
            return {"scheme": name, "special": special}
    return {}


def counted_from(words: int, name: str) -> str:
    """Say how many words were counted, and by which rules."""
    rules = scheme_name(name) if name in PRESETS else quoted(name)
    return t("controls.counted_from", words=words, rules=rules)


LONG = 200
"""Characters without white space that are too many for a word to be followed."""

MOST = 2_000_000
"""Characters of a text that is looked through and cut here, in half a second at most."""

# Both begin at the start of a run alone: tried at each of its characters, long runs take for ever.
_RUN = re.compile(rf"(?<!\S)\S{{{LONG + 1},}}+")
_END = re.compile(r"""(?<![。！？!?…；])[。！？!?…；]++[”’」』）)"']*+(?=\S)""")


def offer_line_ends(kind: str, source: Source | None, scheme: Scheme) -> None:
    """Offer to end a line after each sentence, where that makes words of a line."""
    if length := _long_line(kind, source, scheme):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(t("controls.one_line", length=f"{length:,}"), width="content")
            _line_ends_button(kind)


def _long_line(kind: str, source: Source | None, scheme: Scheme) -> int:
    """Return the length of the longest line of own text that is to end after each sentence, or 0.

    A scheme that cuts at white space alone sees one word in such a line, SentencePiece too.
    """
    if kind not in OWN_TEXTS or source is None or not _cuts_at_spaces(scheme):
        return 0
    is_short = not source.has_documents and source.characters <= MOST
    return _longest(source) if is_short else 0


def _line_ends_button(kind: str) -> None:
    label = t("controls.line_ends")
    st.button(label, key="line_ends", type="tertiary", on_click=_cut, args=(kind,))


def _cuts_at_spaces(scheme: Scheme) -> bool:
    return scheme.pretokenizer in ("whitespace", "split", "space")


def takes_lines_for_words(scheme: Scheme) -> bool:
    """Say whether lines without spaces are words of a scheme that the four ways are better than."""
    return _cuts_at_spaces(scheme) and scheme.rules == "none"


def _longest(source: Source) -> int:
    """Return the length of the longest line in which a sentence ends, or 0; of no text, 0."""
    known: int | None = session.recall("longest_line", of=source.digest)
    if known is None:
        runs = (run.group() for run in _RUN.finditer(source.text or ""))
        known = max((len(run) for run in runs if _END.search(run)), default=0)
        session.remember("longest_line", known, of=source.digest)
    return known


def cut_after_sentences(text: str) -> str:
    """End a line after each sentence that another one follows at once."""
    return _END.sub(r"\g<0>\n", text)


def cut_upload(upload: Upload) -> Upload:
    """End a line after each sentence of a file's text: from now on it holds the text so."""
    if upload.text is None:
        return upload
    text = cut_after_sentences(text_in(upload.text))
    file = SpoolFile(text.encode("utf-8", "surrogatepass"))
    content = replace(
        upload.content,
        encoding=upload.content.encoding and "utf-8",
        characters=len(text),
        beginning=beginning_of(text),
    )
    return replace(upload, file=file, content=content, text=file)


def _cut(kind: str) -> None:
    given = session.recall(kind)
    if isinstance(given, Upload):
        own.give(kind, cut_upload(given))
    else:
        text = cut_after_sentences(given)
        own.give(kind, text)
        session.widget("pasted_text", text)
    session.choose(step=None)


SPACELESS = ("sentencepiece", "gpt")
"""The scheme made for text without spaces, and one on bytes, which cuts at punctuation."""

FREQUENT, PUNCTUATED = 1_000, 2
"""Words looked through for punctuation, and named that have some."""

REWRITTEN = 5
"""Characters named that a normalizer changes."""


@dataclass(frozen=True)
class TextFacts:
    """What is to be said of the text of a run.

    Attributes:
        counted: how many words were counted beforehand, and the name of the scheme that found
            them; None of a text.
        is_ascii: whether all characters are ASCII.
        line_length: mean length of the lines that the scheme took for words; None where it did not.
        punctuated: some frequent words to which the scheme leaves their punctuation.
        left_out: different words left out since they are too long.
        changes: characters that the normalizer changed, with their occurrences.
    """

    counted: tuple[int, str] | None
    is_ascii: bool
    line_length: float | None
    punctuated: list[str]
    left_out: int
    changes: list[tuple[PieceChange, int]]


@remembered
def text_facts(training: Training, file: SpoolFile | str | None) -> TextFacts:
    """Read what is to be said of a text off the record, and off the text in its file."""
    scheme, corpus = training.scheme, training.corpus
    counted, is_cut_at_spaces = corpus.scheme, takes_lines_for_words(scheme) and file is not None
    lines = length_of_lines(corpus) if is_cut_at_spaces else None
    frequent = (corpus.words[place] for place in training.frequency_order[:FREQUENT])
    punctuated = filter(is_punctuated, frequent) if is_cut_at_spaces and lines is None else ()
    return TextFacts(
        None if counted is None else (sum(corpus.counts), counted.name),
        all(word.isascii() for word in corpus.words),
        lines,
        [*islice(punctuated, PUNCTUATED)],
        corpus.left_out if isinstance(corpus, Shortened) else 0,
        [] if file is None else lost_characters(text_in(file), scheme.normalizer),
    )


def is_punctuated(word: str) -> bool:
    """Say whether a word has letters, and punctuation at one of its ends.

    >>> list(map(is_punctuated, ("laughed,", "it", "...", "don't")))
    [True, False, False, False]
    """
    ends = (unicodedata.category(end) for end in (word[0], word[-1]))
    return any(end.startswith("P") for end in ends) and any(map(str.isalpha, word))


def says_ways_out(run: Run) -> bool:
    """Say whether the notes name the ways out of lines that are taken for words."""
    facts: TextFacts = run.read(text_facts, run.source.file)
    return facts.line_length is not None


def notes(shows: PageRuns, run: Run) -> None:
    """Say what the page shows in place of the reader's scheme, and which text it needs.

    The reader's run stays as it is; a button shows another text, and another leads back. Of a text
    that the scheme cuts into lines, and of characters that it rewrites, that is said.
    """
    source = run.source
    facts: TextFacts = run.read(text_facts, source.file)
    said = scheme_not_here(shows) + how_it_was_read(session.text())
    at_home = session.text() == shows.text
    if facts.counted is not None:
        said.append(counted_from(*facts.counted))
    lacks = None if at_home else _lacks(shows, source, facts)
    if lacks is not None:
        said.append(t(f"controls.needs_{lacks}"))
    came: str | None = session.choices().get("came")
    if came is not None:
        said.append(t("controls.came_with", title=title(came)))
    lines = facts.line_length
    if lines is not None:
        said.append(t("controls.lines_for_words", length=f"{lines:,.0f}"))
        said.append(t("controls.four_ways"))
    punctuated = facts.punctuated if session.text() in OWN_TEXTS else []
    if punctuated:
        words = t("player.comma").join(map(quoted, punctuated))
        said.append(t("controls.punctuated", words=words))
    if facts.left_out:
        limit, words = f"{LONGEST_WORD:,}", f"{facts.left_out:,}"
        said.append(t("controls.long_words", limit=limit, words=words))
    said += _changes(facts.changes)
    if said:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="notes"):
            st.caption(" ".join(said), width="content")
            if lacks is not None and shows.text is not None:
                label = t("controls.show_it_on", title=title(shows.text))
                st.button(
                    label,
                    key="show_it_on",
                    type="tertiary",
                    on_click=show_it_on,
                    args=(shows.text,),
                )
            if lines is not None:
                _ways_out(shows, run, lines)
            if punctuated:
                _offer_schemes(shows, SPACELESS[1:])
            if came is not None:
                label = t("controls.back_to", title=title(came))
                st.button(
                    label, key="back_to_run", type="tertiary", on_click=_back_to, args=(came,)
                )


def _ways_out(shows: PageRuns, run: Run, length: float) -> None:
    """Offer what helps where lines are taken for words: line ends, and schemes made for that.

    In very long lines SentencePiece sees words as long.
    """
    kind = session.text()
    if _long_line(kind, run.source, run.scheme):
        _line_ends_button(kind)
    _offer_schemes(shows, SPACELESS if length <= LONG else SPACELESS[1:])


def _offer_schemes(shows: PageRuns, schemes: Sequence[str]) -> None:
    """Offer to train the same text by other schemes, of those that the page has."""
    for scheme in schemes:
        if scheme in shows.schemes:
            label = t("controls.use_scheme", scheme=scheme_name(scheme))
            act = partial(session.choose, scheme=scheme)
            st.button(label, key=f"use_{scheme}", type="tertiary", on_click=act)


def how_it_was_read(text: str | None) -> list[str]:
    """Say what was left out of a document, and that a file with an unknown name was text."""
    upload = session.recall("uploaded") if text == "uploaded" else None
    if not isinstance(upload, Upload) or upload.content.kind != "text":
        return []
    suffix, content = suffix_of(upload.name), upload.content
    if suffix in DOCUMENTS:
        key = "controls.read_pdf" if content.pages else "controls.read_docx"
        said = [t(key, pages=content.pages)]
        return said + [t("controls.read_blank", blank=content.blank)] * bool(content.blank)
    if suffix in KINDS["text"].suffixes or packing_of(upload.name):
        return []
    return [t("controls.read_as_text", name=quoted(upload.name))]


def scheme_not_here(shows: PageRuns) -> list[str]:
    """Say which scheme the page shows where it cannot show the reader's; [] where it can."""
    asked, shown = session.choices().run.scheme, session.run_shown()
    if asked is None or asked in shows.schemes or shown is None:
        return []
    names = {"scheme": scheme_name(asked), "shown": scheme_name(shown.scheme or "")}
    return [t("controls.scheme_not_here", **names)]


def _lacks(shows: PageRuns, source: Source, facts: TextFacts) -> str | None:
    """Name what the page needs and the text has not: length, or characters beyond ASCII."""
    if shows.needs == "length" and source.merges is None:
        return "length"
    if shows.needs == "characters" and facts.is_ascii:
        return "characters"
    return None


def _changes(found: list[tuple[PieceChange, int]]) -> list[str]:
    """Name the characters that were rewritten, the most frequent ones."""
    if not found:
        return []
    if len(found) > 1 and all(_is_wide_sign(change) for change, _ in found):
        first, _ = found[0]
        signs = {"before": quoted(visible(first.before)), "after": quoted(visible(first.after))}
        return [t("controls.rewritten_wide", n=len(found), **signs)]
    named = [
        t(
            "controls.rewritten_one" if change.after else "controls.rewritten_gone",
            before=quoted(visible(change.before)),
            after=quoted(visible(change.after)),
        )
        for change, _ in found[:REWRITTEN]
    ]
    more = len(found) - len(named)
    key = "controls.rewritten_more" if more else "controls.rewritten"
    return [t(key, changes=t("controls.rewritten_and").join(named), more=more)]


def _is_wide_sign(change: PieceChange) -> bool:
    """Say whether a sign of full width became the same sign of half width."""
    is_sign = not change.after.isalnum() and unicodedata.east_asian_width(change.before[0]) == "F"
    return is_sign and normalize(change.before, "nfkc") == change.after


def title(text: str) -> str:
    """Name a text for the reader."""
    sample = samples().get(text)
    return sample.title[language()] if sample else t(f"controls.corpus_{text}")


def show_it_on(text: str) -> None:
    """Show another text for once, from a callback; limits are those of the one that was there."""
    session.choose(corpus=text, came=session.text(), **dict.fromkeys(LIMITS))


def _back_to(text: str) -> None:
    """Show the text that the reader came with, within the limits it was last left at."""
    left = [run for run in session.state().steps if run.text == text]
    limits = {name: getattr(run, name) for run in left[-1:] for name in LIMITS}
    session.choose(corpus=text, **limits)
