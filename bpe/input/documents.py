"""Documents: the text of a .docx, a .pdf or an .epub, within limits."""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable
from html.parser import HTMLParser
from typing import IO, Any, NamedTuple
from urllib.parse import unquote
from xml.parsers import expat

from ..errors import CorpusError, library
from .archives import opened_zip
from .opening import MEGABYTE, Limits, check_size, read_within

MAX_BODY_BYTES = 64 * MEGABYTE
"""Maximum number of bytes of the XML of a .docx, which is mostly formatting."""

MAX_PAGES = 5_000


class DocumentText(NamedTuple):
    """The text of a document; for a .pdf also its pages, and the number without text."""

    text: str
    pages: int = 0
    blank: int = 0


def docx_text(name: str, file: IO[bytes], limits: Limits) -> DocumentText:
    """Return the text of the body. Raises `CorpusError` if it is locked, broken or too large."""
    locked = file.read(len(_OLE)) == _OLE
    if locked:
        raise CorpusError("document_locked", file=name)
    try:
        with opened_zip(file, name, limits) as parts:
            body = next(filter(_BODY.fullmatch, parts.namelist()))
            with parts.open(body) as xml:
                text = _Body(name).text(read_within(xml, name, MAX_BODY_BYTES))
    except CorpusError:
        raise
    except (zipfile.BadZipFile, zlib.error, expat.ExpatError, *_UNREADABLE) as error:
        raise CorpusError("document_broken", file=name) from error
    check_size(name, len(text), limits.most)
    return DocumentText(text)


_OLE = b"\xd0\xcf\x11\xe0"
"""Magic bytes of the container of a .docx with a password."""

_BODY = re.compile(r"word/document\d*\.xml")
_UNREADABLE = (StopIteration, OSError, EOFError, ValueError, NotImplementedError, LookupError)
_SPACES = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


class _Body:
    """The text of a body's XML: its runs, and one line per paragraph."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[str] = []
        self.is_text = False
        self.skipped = 0

    def text(self, xml: bytes) -> str:
        """Return the text. Raises `CorpusError` for entities, which can grow without end."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.Parse(xml, True)
        return "".join(self.parts)

    def _refuse(self, *_: object) -> None:
        raise CorpusError("document_broken", file=self.name)

    def _start(self, name: str, _: object) -> None:
        tag = name.rpartition(" ")[2]
        self.is_text = tag == "t"
        # A text box occurs twice, the second time for older programs.
        self.skipped += tag == "Fallback"
        if not self.skipped:
            self.parts.append(_SPACES.get(tag, ""))

    def _end(self, name: str) -> None:
        tag = name.rpartition(" ")[2]
        self.is_text = False
        self.skipped -= tag == "Fallback"
        if tag == "p" and not self.skipped:
            self.parts.append("\n")

    def _characters(self, text: str) -> None:
        if self.is_text and not self.skipped:
            self.parts.append(text)


def pdf_text(name: str, file: IO[bytes], limits: Limits) -> DocumentText:
    """Return the text of all pages. Raises `CorpusError` as for a .docx, and for pictures alone."""
    pypdf = library("pypdf")
    try:
        reader = pypdf.PdfReader(file)
        if reader.is_encrypted and not reader.decrypt(""):
            raise CorpusError("document_locked", file=name)
        pages = len(reader.pages)
        if pages > MAX_PAGES:
            raise CorpusError("many_pages", file=name, number=pages, limit=MAX_PAGES)
        texts, size = list[str](), 0
        for page in reader.pages:
            texts.append(page.extract_text().encode("utf-8", "replace").decode())
            size += len(texts[-1])
            check_size(name, size, limits.most)
    except (CorpusError, MemoryError):
        raise
    except (pypdf.errors.FileNotDecryptedError, pypdf.errors.DependencyError) as error:
        raise CorpusError("document_locked", file=name) from error
    except pypdf.errors.LimitReachedError as error:
        raise CorpusError("file_large", file=name, largest=limits.most // MEGABYTE) from error
    except Exception as error:  # a broken file can raise any exception
        raise CorpusError("document_broken", file=name) from error
    blank = sum(not text.strip() for text in texts)
    if blank == pages:
        raise CorpusError("document_pictures", file=name, pages=pages)
    return DocumentText("\n".join(texts), pages, blank)


def epub_text(name: str, file: IO[bytes], limits: Limits) -> DocumentText:
    """Return the text of the chapters, in their order. Raises `CorpusError` as for a .docx."""
    texts: list[str] = []
    try:
        with opened_zip(file, name, limits) as parts:
            if "META-INF/rights.xml" in parts.namelist():
                raise CorpusError("document_locked", file=name)
            left = limits.most
            for chapter in _chapters(parts, name):
                with parts.open(chapter) as page:
                    data = read_within(page, name, left)
                left -= len(data)
                texts.append(_Page().text(data.decode("utf-8", "replace")))
    except CorpusError:
        raise
    except (zipfile.BadZipFile, zlib.error, *_UNREADABLE) as error:
        raise CorpusError("document_broken", file=name) from error
    if not any(map(str.strip, texts)):
        raise CorpusError("document_pictures", file=name, pages=len(texts))
    return DocumentText("\n".join(texts), len(texts), sum(not text.strip() for text in texts))


def _chapters(parts: zipfile.ZipFile, name: str) -> list[str]:
    """Return the names of the chapters, in reading order."""
    container = _tags(read_within(parts.open("META-INF/container.xml"), name, MEGABYTE))
    [package, *_] = [each["full-path"] for tag, each in container if tag == "rootfile"]
    tags = _tags(read_within(parts.open(package), name, 16 * MEGABYTE))
    files = {each.get("id"): each.get("href") or "" for tag, each in tags if tag == "item"}
    folder = posixpath.dirname(package)
    spine = [files[each["idref"]] for tag, each in tags if tag == "itemref"]
    return [posixpath.normpath(posixpath.join(folder, unquote(each))) for each in spine]


def _tags(xml: bytes) -> list[tuple[str, dict[str, Any]]]:
    """Return the elements of an XML file, by local names, with their attributes."""
    parser = _Elements()
    parser.found = []
    parser.feed(xml.decode("utf-8", "replace"))
    return parser.found


class _Elements(HTMLParser):
    """The elements of an XML file; entities of its own are left alone."""

    found: list[tuple[str, dict[str, Any]]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag.rpartition(":")[2], dict(attrs)))


class _Page(HTMLParser):
    """The text of a page of XHTML: one line per block."""

    _BLOCKS = frozenset(
        ("p", "div", "br", "li", "tr", "hr", "section", "blockquote", "pre", "title")
    ) | {f"h{level}" for level in range(1, 7)}

    def text(self, page: str) -> str:
        """Return the text of the body."""
        self.parts: list[str] = []
        self.skipped = 0
        self.feed(page)
        self.close()
        lines = (" ".join(line.split()) for line in "".join(self.parts).split("\n"))
        return "\n".join(filter(None, lines)) + "\n"

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.skipped += tag in ("head", "script", "style")
        self.parts.append("\n" if tag in self._BLOCKS else "")

    def handle_endtag(self, tag: str) -> None:
        self.skipped -= tag in ("head", "script", "style")
        self.parts.append("\n" if tag in self._BLOCKS else "")

    def handle_data(self, data: str) -> None:
        if self.skipped <= 0:
            # A line end in the source is a space; a block ends with a line end.
            self.parts.append(data.replace("\n", " "))


DOCUMENTS: dict[str, Callable[[str, IO[bytes], Limits], DocumentText]] = {
    "docx": docx_text,
    "pdf": pdf_text,
    "epub": epub_text,
}
"""Format -> function that extracts the text."""
