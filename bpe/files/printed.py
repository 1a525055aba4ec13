"""Values as programs in any language print them: lists, tuples, maps, records, and log lines."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..errors import CorpusError

MAX_DEPTH = 40
"""Maximum depth of nested brackets."""

MAX_VALUES = 2_000_000
"""Maximum number of values, brackets and commas in a text."""

_LEXEME = re.compile(
    r"""
      [^\S\n]*+
    (?:
      (?P<newline>\n)
    | (?P<string>(?<!\w)[bBrRuU]{0,2}
        (?:'(?:[^'\\\n]++|\\[^\n]){0,50000}+'|"(?:[^"\\\n]++|\\[^\n]){0,50000}+"))
    | (?P<open>[\[({])
    | (?P<close>[\])}])
    | (?P<gap>\.\.\.|…)
    | (?P<mark>->|=>|→|⇒|[:=](?![,\])}])|(?<=[A-Za-z])[:=])
      # A comma between a space and a letter is no separator.
    | (?P<comma>(?!(?<=\s)[,;][^\s\[\](){}'"\d])[,;])
    | (?P<number>\d{1,18})(?![\w.])
    | (?P<word>(?:(?<=\s)[,;])?
        (?:[^\s\[\](){},;:=→⇒….-]++|-(?!>)|\.(?!\.\.)|(?<![A-Za-z])[:=](?=[,\])}])){1,50000}+
        (?:,(?=[\])}]))?)
    )
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z_$][\w.:!$]*\Z")
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})"
    r"|([0-7]{1,3})|(.))",
    re.DOTALL,
)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a"}


@dataclass(slots=True)
class Node:
    """A printed value and where it begins.

    Attributes:
        kind: "text", "bytes", "number", "word" (without quotes), "list" (in brackets of any kind),
            "entry" (a key and a value), "mark" (an arrow, a colon) or "gap" (three dots).
        value: the nodes of an entry or a list, else a str, bytes or int.
        line, start: its line, from 1, and its offset in the whole text.
        name: the word before the bracket of a list, such as `Counter`.
        is_closed: False for a list cut off by the end of the text or line.
    """

    kind: str
    value: Any
    line: int
    start: int
    name: str = ""
    is_closed: bool = True

    @property
    def entries(self) -> list["Node"]:
        """The entries of a list."""
        return [each for each in self.value if each.kind == "entry"]


@dataclass(slots=True)
class Record:
    """The values of one line; a list in it may continue on the following lines."""

    line: int
    start: int
    nodes: list[Node] = field(default_factory=list)


class TooDeepError(ValueError):
    """A text with more than `MAX_DEPTH` nested brackets."""


def parse(text: str, *, spans_lines: bool = True) -> Iterator[Record]:
    """Yield the printed values of each line that is not blank.

    An unclosed list ends with the text, or with its line unless `spans_lines`.

    Raises `CorpusError` for more than `MAX_VALUES`, and `TooDeepError`.

    >>> [node.kind for node in next(parse("Merge 1: ('e', 's') -> es")).nodes]
    ['word', 'number', 'mark', 'list', 'mark', 'word']
    """
    record = Record(1, 0)
    stack: list[tuple[Node, bool]] = []  # open lists; whether the last node waits for its value
    nodes, waits, line, word = record.nodes, False, 1, -1  # end of the last word
    was_comma = False

    def close(is_closed: bool = True) -> None:
        nonlocal nodes, waits
        closed, waits = stack.pop()
        closed.is_closed = is_closed
        nodes = stack[-1][0].value if stack else record.nodes
        settle()

    def settle() -> None:
        """Join the last node and the key before it into an entry."""
        nonlocal waits
        if waits and stack:
            key, value = nodes[-2:]
            nodes[-2:] = [Node("entry", (key, value), key.line, key.start)]
        waits = False

    for count, match in enumerate(_LEXEME.finditer(text)):
        if count > MAX_VALUES:
            raise CorpusError("many_values", most=MAX_VALUES)
        kind = str(match.lastgroup)
        start = match.start(kind)
        if kind == "newline":
            line += 1
            while stack and not spans_lines:
                close(False)
            if not stack:
                if record.nodes:
                    yield record
                record, waits = Record(line, match.end()), False
                nodes = record.nodes
        elif kind == "comma" and not (was_comma or waits):
            pass
        elif kind == "mark":
            if not stack:
                nodes.append(Node("mark", match.group(), line, start))
            else:
                waits = bool(nodes) and nodes[-1].kind != "entry"
        elif kind == "close":
            if stack:
                waits = False
                close()
        elif kind == "open":
            if len(stack) == MAX_DEPTH:
                raise TooDeepError
            name = ""
            # A word names the list that follows it; before a brace there may be a space.
            if word == (match.start() if match.group().endswith("{") else start):
                named = nodes.pop()
                if named.kind == "entry":
                    key, named = named.value
                    nodes.append(key)
                    waits = True
                name, start = named.value, named.start
            opened = Node("list", [], line, start, name)
            nodes.append(opened)
            stack.append((opened, waits))
            nodes, waits = opened.value, False
        else:
            nodes.append(_scalar(match[kind], kind, line, start))
            word = match.end() if kind == "word" and _NAME.match(match[kind]) else -1
            settle()
        was_comma = kind == "comma" and not was_comma
    while stack:
        close(False)
    if record.nodes:
        yield record


def _scalar(source: str, kind: str, line: int, start: int) -> Node:
    if kind == "number":
        return Node("number", int(source), line, start)
    if kind != "string":
        return Node("gap" if kind == "gap" else "word", source, line, start)
    prefix, _, text = source[:-1].partition(source[-1])
    if "\\" in text and "r" not in prefix.lower():
        text = _ESCAPE.sub(_unescaped, text)
    if "b" in prefix.lower():
        is_bytes = max(map(ord, text), default=0) < 256
        return Node("bytes", text.encode("latin-1" if is_bytes else "utf-8"), line, start)
    with suppress(UnicodeDecodeError):  # JSON writes 😀 as two halves; a single half stays
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    return Node("text", text, line, start)


def _unescaped(match: re.Match[str]) -> str:
    *numbers, octal, letter = match.groups()
    if letter is not None:
        return _ESCAPED.get(letter, letter)
    number = int(octal, 8) if octal else int(next(filter(None, numbers)), 16)
    return chr(number) if number < 0x110000 else "\ufffd"
