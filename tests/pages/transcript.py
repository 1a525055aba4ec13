"""Turn a page into lines of text in reading order, as transcripts store them."""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.markup import Element, read

MAX_LINE_CHARS = 160
"""Maximum characters of a line; a longer line is cut and gets its length and checksum."""

ROWS = 8
"""Number of rows of a table; a checksum replaces the others."""

SAID = ("label", "body", "value", "help", "placeholder", "disabled", "codeText", "page", "alt")
"""Fields of Streamlit's own elements with text; all others are styling."""

ON_EACH_PAGE = {"text", "words"}
"""Data that scripts get on every page."""

LINES = {*("p", "tr", "li", "div", "section", "caption", "figure", "figcaption", "dl", "dt", "dd")}
LINES |= {*("table", "ul", "ol", "h1", "h2", "h3", "h4", "summary", "details", "button", "i")}
"""Elements that begin a line."""

UNSEEN = {"style", "svg", "head"}
LOOKS = {"class", "dir", "scope", "data-token", "data-exact"}


def transcript(things: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Return the drawn elements of `walking.drawn`, top to bottom, one per line.

    A token is in brackets with the class of its colour, `[c2 lo]`; other classes precede their
    elements.
    """
    return [line for kind, said in things for line in _lines(kind, said)]


def _lines(kind: str, said: Mapping[str, Any]) -> Iterator[str]:
    if kind == "html":
        yield from of_markup(said["body"])
    elif kind == "bidi_component":
        data = said["data"] if isinstance(said["data"], dict) else {}
        for name, value in sorted({**data, **json.loads(data.get("payload", "{}"))}.items()):
            if name not in (*ON_EACH_PAGE, "payload"):
                yield _short(f"  {name} {json.dumps(value, ensure_ascii=False)}")
    elif values := [f"{name}={said[name]}" for name in SAID if said.get(name) not in (None, "")]:
        yield _short(" ".join([kind, *values]))


def _short(line: str) -> str:
    line = re.sub(r"\s+", " ", line)
    if len(line) <= MAX_LINE_CHARS:
        return line
    return f"{line[:MAX_LINE_CHARS]}… {len(line)} characters, {zlib.crc32(line.encode()):08x}"


def of_markup(body: str) -> Iterator[str]:
    """Yield the lines of text of some markup, or of a whole document."""
    lines = [line.rstrip() for line in "".join(_written(read(body))).split("\n")]
    rows = [line for line in lines if " | " in line][ROWS:]
    yield from (_short(line) for line in lines if line and line not in rows)
    if rows:
        yield f"{len(rows)} more rows, {zlib.crc32(''.join(rows).encode()):08x}"


def _written(element: Element) -> Iterator[str]:
    for each in element.children:
        if isinstance(each, str):
            yield re.sub(r"\s+", " ", each)
        elif each.tag == "script":
            yield f"\n {each.text}\n" if "json" in each.attributes.get("type", "") else ""
        elif each.tag not in UNSEEN:
            marks = each.attributes
            said = [f"{name}={text}" for name, text in marks.items() if name not in LOOKS]
            before = " ".join([*(f".{kind}" for kind in each.classes if kind != "token"), *said])
            inner = "".join(_written(each))
            if "data-token" in marks:
                yield f"[{before} {inner}]" if before else f"[{inner}]"
                continue
            yield "\n" if each.tag in LINES else " | " if each.tag in ("td", "th") else ""
            yield f"<{before}>" if before else ""
            yield inner
            yield "\n" if each.tag in LINES else ""
