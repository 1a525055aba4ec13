"""A file of a reader's: what was found in it, and what of that they corrected."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import Any, Literal

from bpe import Scheme
from ui.corpora.jobs import digest


@dataclass(frozen=True)
class Content:
    """What is in a file; small, but for a text.

    Attributes:
        kind: a text, documents (a line of JSON each, whose words are counted one by one), words and
            counts that `bpe-explainer count` wrote, or a table of both that are to be told apart.
        text: what is written there; None of words and counts.
        encoding: what it was read in; None where the format says so itself.
        rows: words and counts in it, or about so many.
        columns: names of a table's, or numbers from 1 where the file gives none; long ones are cut.
        word, count: positions of the columns that look like the words and the counts.
        scheme: the rules by which counted words were found, where they are known.
    """

    kind: Literal["text", "lines", "counts", "table"]
    text: str | None = None
    encoding: str | None = None
    rows: int = 0
    columns: tuple[str, ...] = ()
    word: int = 0
    count: int = 0
    scheme: Scheme | None = None


@dataclass(frozen=True)
class Upload:
    """A file that was read, with what the reader corrected.

    Attributes:
        name: the file's name.
        data: its bytes, to read again in another encoding.
        content: its text, its table with the columns chosen, or its counts.
    """

    name: str
    data: bytes
    content: Content

    @cached_property
    def digest(self) -> str:
        """What identifies the words: a text in whatever encoding, else the file as it is read."""
        content = self.content
        if content.kind == "text":
            return digest("text", content.text or "")
        suffixes = "".join(PurePath(self.name).suffixes[-2:]).lower()
        return digest(suffixes, self.data, repr((content.encoding, content.word, content.count)))

    def __getstate__(self) -> dict[str, Any]:
        """Pickle a text once where the file holds just that: both may be large."""
        is_twice = self.content.text is not None and self.content.text.encode() == self.data
        return vars(self) | ({"content": replace(self.content, text=None)} if is_twice else {})

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self.content.kind == "text" and self.content.text is None:
            vars(self).update(content=replace(self.content, text=self.data.decode()))
