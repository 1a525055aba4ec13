"""Report of reading a file: its content, and the decisions that were made."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import Any, Literal, NamedTuple

NOTES: dict[str, str] = json.loads((files(__package__) / "notes.json").read_text(encoding="utf-8"))
"""Notes on reading a file: code -> `str.format` template."""

_NAMED = 5  # number of files of an archive named in a sentence
NAME_CHARS = 60


Kind = Literal["text", "documents", "counts"]


class ReadAs(NamedTuple):
    """Settings chosen by a person instead of being detected.

    Attributes:
        encoding: of the text, used in any case.
        field: the column, or the path to the field, of the texts or words: its name, or its
            number from 1.
        counts: the column of the counts; "none" if a table has texts only, or to read a list as a
            text.
    """

    encoding: str | None = None
    field: str | None = None
    counts: str | None = None


AS_FOUND = ReadAs()
"""Nothing is chosen."""


@dataclass(frozen=True)
class FileReport:
    """The content of a file, and the way it is read.

    Attributes:
        name: the file's.
        kind: one text; documents, whose words are counted one by one; or words with counts.
        format: "text", "list" (a word and its count on each line), "table", "lines" (of JSON),
            "json", "parquet", "docx", "pdf", "epub", "zip", "tar", or "counts", as
            `bpe-explainer count` writes them.
        encoding: its encoding; None if the format determines it.
        is_guess: whether the encoding is a guess.
        replaced: number of runs of invalid bytes, each read as U+FFFD.
        has_returns: whether line ends "\\r\\n" or "\\r" were read as "\\n".
        columns: names of a table's columns, paths of JSON's fields, or numbers from 1.
        text: the position of the column of texts or words. count: the position of their counts, or
            None.
        has_names: whether the first row of a table contains the names.
        rows: number of lines of counts, approximately.
        rules: the scheme that split the counted words, in JSON form, if known.
        pages, blank: pages of a .pdf or chapters of an .epub, and the number without text.
        members: the readable files of an archive. skipped: names of all others.
    """

    name: str
    kind: Kind
    format: str
    encoding: str | None = None
    is_guess: bool = False
    replaced: int = 0
    has_returns: bool = False
    columns: tuple[str, ...] = ()
    text: int = 0
    count: int | None = None
    has_names: bool = False
    rows: int = 0
    rules: Mapping[str, Any] | None = None
    pages: int = 0
    blank: int = 0
    members: tuple["FileReport", ...] = ()
    skipped: tuple[str, ...] = ()

    @property
    def notes(self) -> list[tuple[str, dict[str, Any]]]:
        """Notes on the file: codes of `NOTES`, each with its values.

        Empty for a UTF-8 text that was read unchanged.
        """
        said: list[tuple[str, dict[str, Any]]] = []
        for code, names in (
            ("archive", [each.name for each in self.members]),
            ("skipped", self.skipped),
        ):
            if names:
                said.append((code, {"number": len(names), "names": list_of(names)}))
        if self.format in ("docx", "pdf", "epub"):
            said.append((self.format, {"pages": self.pages} if self.pages else {}))
        if self.blank:
            said.append(("blank", {"blank": self.blank}))
        column = self.columns[self.text] if self.columns else ""
        if self.format == "list":
            said.append(("list", {}))
        elif column and self.count is not None:
            said.append(("words", {"column": column, "counts": self.columns[self.count]}))
        elif column and self.columns != ("text",):
            said.append(("texts", {"column": column}))
        if self.encoding not in (None, "utf-8"):
            said.append(("guess" if self.is_guess else "encoding", {"encoding": self.encoding}))
        if self.replaced:
            said.append(("replaced", {"number": self.replaced, "encoding": self.encoding}))
        if self.has_returns:
            said.append(("returns", {}))
        inner = [note for each in self.members for note in each.notes]
        return said + [note for at, note in enumerate(inner) if note not in inner[:at]][:_NAMED]

    @property
    def only(self) -> "FileReport":
        """The only readable file of an archive, if there is just one; else the file itself."""
        return self.members[0] if len(self.members) == 1 else self

    def __str__(self) -> str:
        said = [NOTES[code].format(**values) for code, values in self.notes]
        return f"{self.name}: {' '.join(said)}" if said else self.name


def list_of(names: Collection[str]) -> str:
    """Return the first names of a list, shortened for a sentence."""
    shown = [name[-NAME_CHARS:] for name in islice(names, _NAMED)]
    return ", ".join([*shown, "…"] if len(names) > _NAMED else shown)
