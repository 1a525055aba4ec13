"""Parse the HTML that a page draws into elements, tables and their visible text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser

from streamlit.testing.v1 import AppTest

GRID = 'class="record-grid'
VOID = {"br", "col", "wbr", "img", "hr", "input", "link", "meta"}


@dataclass
class Element:
    """An element: its tag, attributes, and children (elements and texts, in order)."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text inside the element, in order, unchanged."""
        return "".join(each if isinstance(each, str) else each.text for each in self.children)

    @property
    def words(self) -> str:
        """All text inside the element, with a space before each piece to keep two cells apart."""
        return "".join(
            f" {each}" if isinstance(each, str) else each.words for each in self.children
        )

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    def all(self, tag: str = "", *, kind: str = "") -> list[Element]:
        """Return the inner elements with this tag and class, in order."""
        found = []
        for each in self.children:
            if isinstance(each, Element):
                if (not tag or each.tag == tag) and (not kind or kind in each.classes):
                    found.append(each)
                found += each.all(tag, kind=kind)
        return found

    @property
    def tokens(self) -> list[str]:
        """The exact tokens of the chips inside the element."""
        return [
            each.attributes["data-token"]
            for each in self.all("span")
            if "data-token" in each.attributes
        ]

    def texts(self, kind: str) -> list[str]:
        """Return the texts of the inner elements that have this class."""
        return [each.text for each in self.all(kind=kind)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def read(markup: str) -> Element:
    """Read a fragment; every tag must be closed, in order."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    [root] = reader.open
    return root


@dataclass
class Table:
    """A table as a screen reader reads it: its name, its headers, and rows of cells."""

    caption: str
    headers: list[Element]
    rows: list[Element]

    @property
    def titles(self) -> list[str]:
        return [each.text for each in self.headers]

    @property
    def cells(self) -> list[list[Element]]:
        return [[each for each in row.children if isinstance(each, Element)] for row in self.rows]

    def column(self, title: str) -> list[Element]:
        """The cells below a header."""
        place = self.titles.index(title)
        return [row[place] for row in self.cells]

    @property
    def shaded(self) -> list[int]:
        """The indices of the emphasized rows."""
        return [place for place, row in enumerate(self.rows) if "stands-out" in row.classes]


def table(markup: str) -> Table:
    """Parse the only table of a fragment."""
    [found] = read(markup).all("table")
    [head], [body] = found.all("thead"), found.all("tbody")
    [caption] = found.all("caption")
    return Table(caption.text, head.all("th"), body.all("tr"))


def tables(drawn: Iterable[str]) -> list[Table]:
    """Return the tables that a page draws."""
    return [table(body) for body in drawn if GRID in body]


def bodies(app: AppTest) -> list[str]:
    """Return the HTML of a page, piece by piece."""
    return [element.proto.body for element in app.get("html")]
