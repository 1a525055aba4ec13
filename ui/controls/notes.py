"""One line below the bar, where the page and the reader's run do not fit together."""

import unicodedata

import streamlit as st

from bpe import PRESETS, Corpus, Training
from bpe.readings.normalization import PieceChange, lost_characters
from bpe.text.normalizers import normalize
from ui.controls.asked import Asked
from ui.controls.counted import counted_from
from ui.controls.line_ends import LONG as LINE
from ui.controls.pickers import scheme_name
from ui.corpora.cache import remembered
from ui.corpora.limits import LONGEST_WORD
from ui.corpora.making import Shortened
from ui.corpora.samples import samples
from ui.corpora.sources import Source, line_length
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.choices import LIMITS, Run
from ui.shell.runs import Shows
from ui.shell.text import language, quoted, t

CAME_WITH = "came_with"
SPACELESS = "sentencepiece"
"""The scheme made for text without spaces."""

REWRITTEN = 5
"""Characters named that a normalizer changes."""


def notes(shows: Shows, asked: Asked) -> None:
    """Say what the page shows in place of the reader's scheme, and which text it needs.

    The reader's run stays as it is; a button shows another text, and another leads back. Of a text
    that the scheme cuts into lines, and of characters that it rewrites, that is said.
    """
    source, corpus = asked.source, asked.training.corpus
    said = scheme_not_here(shows)
    at_home = session.text() == shows.text
    counted = counted_from(corpus)
    if counted is not None:
        said.append(counted)
    lacks = None if at_home else _lacks(shows, source, corpus)
    if lacks is not None:
        said.append(t(f"controls.needs_{lacks}"))
    came = session.recall(CAME_WITH) if at_home else None
    if not at_home:
        session.remember(CAME_WITH, None)
    if came is not None:
        said.append(t("controls.came_with", title=title(came.text)))
    lines = _length_of_lines(asked)
    if lines is not None:
        said.append(t("controls.lines_for_words", length=f"{lines:,.0f}"))
    if isinstance(corpus, Shortened):
        limit, words = f"{LONGEST_WORD:,}", f"{corpus.left_out:,}"
        said.append(t("controls.long_words", limit=limit, words=words))
    if source.text is not None:
        said += _changes(rewritten_characters(asked.training, text=source.text))
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
            if lines is not None and lines <= LINE and SPACELESS in shows.schemes:
                label = t("controls.use_scheme", scheme=scheme_name(SPACELESS))
                st.button(label, key="use_spaceless", type="tertiary", on_click=_use_spaceless)
            if came is not None:
                label = t("controls.back_to", title=title(came.text))
                st.button(
                    label, key="back_to_run", type="tertiary", on_click=_back_to, args=(came,)
                )


def scheme_not_here(shows: Shows) -> list[str]:
    """Say which scheme the page shows where it cannot show the reader's; [] where it can."""
    run, shown = session.visit().run, session.run_shown()
    if run is None or run.scheme not in PRESETS or run.scheme in shows.schemes or shown is None:
        return []
    names = {"scheme": scheme_name(run.scheme or ""), "shown": scheme_name(shown.scheme or "")}
    return [t("controls.scheme_not_here", **names)]


def _lacks(shows: Shows, source: Source, corpus: Corpus) -> str | None:
    """Name what the page needs and the text has not: length, or characters beyond ASCII."""
    if shows.needs == "length" and source.merges is None:
        return "length"
    if shows.needs == "characters" and all(word.isascii() for word in corpus.words):
        return "characters"
    return None


def _length_of_lines(asked: Asked) -> float | None:
    """Return the mean length of the lines that the scheme took for words; None where it did not."""
    scheme = asked.training.scheme
    at_spaces = scheme.pretokenizer in ("whitespace", "split", "space") and scheme.rules == "none"
    if asked.source.text is None or not at_spaces:
        return None
    return line_length(asked.training.corpus)


@remembered
def rewritten_characters(training: Training, *, text: str) -> list[tuple[PieceChange, int]]:
    """Return what the normalizer of a run changed in the text that it was trained on."""
    return lost_characters(text, training.scheme.normalizer)


def _changes(found: list[tuple[PieceChange, int]]) -> list[str]:
    """Name the characters that were rewritten, the most frequent ones."""
    if not found:
        return []
    if len(found) > 1 and all(_is_wide_sign(change) for change, _ in found):
        return [t("controls.rewritten_wide", n=len(found))]
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


def _use_spaceless() -> None:
    session.choose(scheme=SPACELESS)


def title(text: str) -> str:
    """Name a text for the reader."""
    sample = samples().get(text)
    return sample.title[language()] if sample else t(f"controls.corpus_{text}")


def _show_it_on(text: str) -> None:
    """Show another text for once; limits are those of the text that was there before."""
    session.remember(CAME_WITH, session.visit().run)
    session.choose(corpus=text, **dict.fromkeys(LIMITS))


def _back_to(came: Run) -> None:
    session.remember(CAME_WITH, None)
    session.choose(run=came)
