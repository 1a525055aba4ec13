"""Downloads of a run: its tables as CSV in one archive, and files for other libraries."""

import csv
import io
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from numbers import Real
from typing import Any

import regex

from bpe import CorpusError, Snapshot, Training
from bpe.interchange import library_files, merges_text
from bpe.player.text import FIRST
from bpe.player.tokens import Token, visible
from ui.cache import remembered
from ui.catalogue import LANGUAGES, Refusal, catalogue
from ui.draw import table_rows
from ui.text import speaking

MAX_FILE_BYTES = 10_000_000
"""Maximum number of bytes of one file; further rows are omitted."""

MAX_CELL_CHARS = 1_000
"""Maximum characters of a token, or tokens of a split; an ellipsis replaces the rest."""

MAX_NAME_CHARS = 40
"""Maximum number of characters of an example word for a pair."""

# The beginnings of a formula, also in the full-width forms that some spreadsheets accept; with
# decimal commas, a cell also begins after a semicolon.
_FORMULA = regex.compile(r"(^|;)(?=[=+\-@＝＋－＠])")

# Maximum characters of all tokens: in a doubled text each token can be half of the next one.
MAX_SPELLED_CHARS = MAX_FILE_BYTES // 5

MERGES, CODES = "merges.txt", "subword-nmt.codes"

CSV: dict[str, tuple[str, Callable[[Snapshot], table_rows.Rows]]] = {
    "merges": ("merges.csv", lambda snapshot: table_rows.merges(snapshot.training)),
    "over_time": ("over-time.csv", lambda snapshot: table_rows.over_time(snapshot.training)),
    "pairs": ("pairs.csv", partial(table_rows.pairs, limit=None)),
    "changes": ("changes.csv", partial(table_rows.changes, limit=None)),
    "ties": ("ties.csv", partial(table_rows.ties, limit=None)),
    "winners": ("tie-rules.csv", table_rows.winners),
    "words": ("words.csv", partial(table_rows.words, limit=None)),
    "changed": ("changed-words.csv", partial(table_rows.changed_words, limit=None)),
    "vocabulary": ("vocabulary.csv", partial(table_rows.vocabulary, limit=None)),
}
"""The tables of the archive, explained by `tables.download_<name>`: file, reading."""


def archive(training: Training, step: int, left_out: str, lang: str = FIRST) -> bytes:
    """Return a zip of every table of a run and of a step, with a text that describes each.

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
    """Describe each file of the archive, in a given language."""
    words = catalogue(lang)
    note = words["tables.downloads_note"]
    parts = [
        words["tables.archive_about"].format(step=snapshot.step),
        "\n".join(f"{file}: {words[f'tables.download_{name}']}" for name, (file, _) in CSV.items()),
        note.format(limit=MAX_FILE_BYTES // 1_000_000, shown=MAX_CELL_CHARS),
    ]
    return "\n\n".join(parts)


def packed(files: Iterable[tuple[str, bytes | str]]) -> bytes:
    """Return a zip of files, name and content; equal files give equal bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


LABELS = ("kind", "status", "rule")
"""Columns with the app's own words, whose spaces are written unchanged."""


def as_csv(rows: table_rows.Rows, left_out: str, labels: Collection[str] = LABELS) -> bytes:
    """Write a table as UTF-8 with a byte order mark, with glyphs for invisible characters of
    tokens.

    labels: the columns whose texts are written unchanged. A text that a spreadsheet would read as a
        formula gets a leading apostrophe. If a file would exceed `MAX_FILE_BYTES`, its last row is
        `left_out`.
    """
    # One cache per file: a few tokens occur again and again in it.
    glyphs = lru_cache(maxsize=None)(_glyphs)
    last = _line([left_out, *[""] * (len(rows.names) - 1)])
    parts = ["\ufeff".encode() + _line([*rows.names])]
    size = len(parts[0]) + len(last)
    for row in rows.cells:
        cells = zip(rows.names, row, strict=True)
        line = _line([_cell(value, str if name in labels else glyphs) for name, value in cells])
        size += len(line)
        if size > MAX_FILE_BYTES:
            return b"".join([*parts, last])
        parts.append(line)
    return b"".join(parts)


class _Echo:
    """A file for `csv.writer` whose `write` returns the text."""

    def write(self, line: str) -> str:
        return line


_write = csv.writer(_Echo()).writerow


def _line(cells: list[object]) -> bytes:
    # Half of a surrogate pair has no UTF-8.
    return _write(cells).encode("utf-8", "backslashreplace")


def _cell(value: Any, glyphs: Callable[..., str]) -> object:
    """Return a number, or text with glyphs for invisible characters; several join with spaces."""
    if isinstance(value, str | bytes):
        return _no_formula(glyphs(value))
    if not isinstance(value, tuple):
        return value if isinstance(value, Real) and value == value else ""
    if value and isinstance(value[0], tuple):  # words with their counts
        named = [glyphs(word, MAX_NAME_CHARS) for word, _ in value[: table_rows.WORDS]]
        return _no_formula(" ".join(named) + " …" * (len(value) > table_rows.WORDS))
    text = " ".join(map(glyphs, value[:MAX_CELL_CHARS]))
    return _no_formula(text + " …" * (len(value) > MAX_CELL_CHARS))


def _glyphs(token: Token, longest: int = MAX_CELL_CHARS) -> str:
    return visible(token[:longest]) + "…" * (len(token) > longest)


def _no_formula(text: str) -> str:
    return _FORMULA.sub(r"\1'", text)


def check_fits(training: Training) -> None:
    """Raise Refusal if the tokens are too long to be written in full, as other libraries need."""
    if sum(map(len, training.tokens)) > MAX_SPELLED_CHARS:
        raise Refusal("long_tokens", limit=MAX_SPELLED_CHARS)


@remembered
def formats(training: Training) -> tuple[tuple[str, ...], CorpusError | None]:
    """Return the names of the files for other libraries, and the reason why any is missing."""
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
