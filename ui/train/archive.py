"""Files made of a run: its tables as CSV in one archive, and files for other libraries.

No Streamlit here: workers import this.
"""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from numbers import Real
from typing import Any

import regex

from bpe import CorpusError, Snapshot, Training
from bpe.interchange import library_files, merges_text
from ui.cache import remembered
from ui.catalogue import FIRST, LANGUAGES, Refusal, catalogue
from ui.draw import readings
from ui.draw.tokens import Token, visible
from ui.shell.text import speaking

MOST_BYTES = 10_000_000
"""Bytes of one file; rows beyond are left out."""

LONGEST = 1_000
"""Characters of a token, or tokens of a split; an ellipsis stands for the rest."""

LONGEST_NAMED = 40
"""Characters of a word that is an example of where a pair occurs."""

# What makes a formula of a cell, also in the full-width form that some spreadsheets take alike;
# where numbers have a decimal comma, a cell begins behind a semicolon too.
_FORMULA = regex.compile(r"(^|;)(?=[=+\-@＝＋－＠])")

# Characters of all tokens together: a text twice over makes each token of it the next one's half.
MOST_SPELLED = MOST_BYTES // 5

MERGES, CODES = "merges.txt", "subword-nmt.codes"

CSV: dict[str, tuple[str, Callable[[Snapshot], readings.Rows]]] = {
    "merges": ("merges.csv", lambda snapshot: readings.merges(snapshot.training)),
    "over_time": ("over-time.csv", lambda snapshot: readings.over_time(snapshot.training)),
    "pairs": ("pairs.csv", partial(readings.pairs, limit=None)),
    "changes": ("changes.csv", partial(readings.changes, limit=None)),
    "ties": ("ties.csv", partial(readings.ties, limit=None)),
    "winners": ("tie-rules.csv", readings.winners),
    "words": ("words.csv", partial(readings.words, limit=None)),
    "changed": ("changed-words.csv", partial(readings.changed_words, limit=None)),
    "vocabulary": ("vocabulary.csv", partial(readings.vocabulary, limit=None)),
}
"""The tables of the archive, each of which `tables.download_<name>` explains: file, reading."""


def archive(training: Training, step: int, left_out: str, lang: str = FIRST) -> bytes:
    """Return a zip of every table of a run and of a step, and a text that says what each is.

    A table that is too large ends with a row `left_out`. lang: of the glyphs that have names.
    """
    snapshot = training.snapshot(step)

    def files() -> Iterator[tuple[str, bytes | str]]:
        yield "README.txt", "\n\n".join(_about(snapshot, each) for each in LANGUAGES)
        for file, read in CSV.values():
            yield file, as_csv(read(snapshot), left_out)

    with speaking(lang):
        return packed(files())


def _about(snapshot: Snapshot, lang: str) -> str:
    """Say what each file of the archive is, in one of our languages."""
    words = catalogue(lang)
    note = words["tables.downloads_note"]
    parts = [
        words["tables.archive_about"].format(step=snapshot.step),
        "\n".join(f"{file}: {words[f'tables.download_{name}']}" for name, (file, _) in CSV.items()),
        note.format(limit=MOST_BYTES // 1_000_000, shown=LONGEST),
    ]
    return "\n\n".join(parts)


def packed(files: Iterable[tuple[str, bytes | str]]) -> bytes:
    """Return a zip of files, name and content; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def as_csv(rows: readings.Rows, left_out: str) -> bytes:
    """Write a table as UTF-8 with a byte order mark, tokens with a glyph for what would not show.

    A text that a spreadsheet would take for a formula is preceded by an apostrophe. Where a file
    would have more than `MOST_BYTES`, its last row says `left_out`.
    """
    # Made anew for each file: few tokens come again and again in it.
    glyphs = lru_cache(maxsize=None)(_glyphs)
    last = _line([left_out, *[""] * (len(rows.names) - 1)])
    parts = ["\ufeff".encode() + _line([*rows.names])]
    size = len(parts[0]) + len(last)
    for row in rows.cells:
        line = _line([_cell(value, glyphs) for value in row])
        size += len(line)
        if size > MOST_BYTES:
            return b"".join([*parts, last])
        parts.append(line)
    return b"".join(parts)


class _Echo:
    """A file for `csv.writer` that hands back what is written."""

    def write(self, line: str) -> str:
        return line


_write = csv.writer(_Echo()).writerow


def _line(cells: list[object]) -> bytes:
    # Half of a surrogate pair has no UTF-8.
    return _write(cells).encode("utf-8", "backslashreplace")


def _cell(value: Any, glyphs: Callable[..., str]) -> object:
    """Return a number, or text with a glyph for what would not show; several parted by spaces."""
    if isinstance(value, str | bytes):
        return _no_formula(glyphs(value))
    if not isinstance(value, tuple):
        return value if isinstance(value, Real) and value == value else ""
    if value and isinstance(value[0], tuple):  # words, each with its count
        named = [glyphs(word, LONGEST_NAMED) for word, _ in value[: readings.WORDS]]
        return _no_formula(" ".join(named) + " …" * (len(value) > readings.WORDS))
    text = " ".join(map(glyphs, value[:LONGEST]))
    return _no_formula(text + " …" * (len(value) > LONGEST))


def _glyphs(token: Token, longest: int = LONGEST) -> str:
    return visible(token[:longest]) + "…" * (len(token) > longest)


def _no_formula(text: str) -> str:
    return _FORMULA.sub(r"\1'", text)


def check_fits(training: Training) -> None:
    """Raise Refusal where the tokens are too long to be written whole, as other libraries need."""
    if sum(map(len, training.tokens)) > MOST_SPELLED:
        raise Refusal("long_tokens", limit=MOST_SPELLED)


@remembered
def formats(training: Training) -> tuple[tuple[str, ...], CorpusError | None]:
    """Return the names of the files for other libraries, and why one or all of them are not."""
    files: dict[str, str | bytes] = {}
    try:
        check_fits(training)
        files |= library_files(training)
        merges_text(training)
    except CorpusError as error:
        return tuple(files), error.with_traceback(None)
    return (MERGES, *files), None


def for_libraries(training: Training, names: Sequence[str]) -> bytes:
    """Return a zip of the files for other libraries."""
    files = library_files(training)
    if MERGES in names:
        files[MERGES] = merges_text(training)
    return packed(files.items())
