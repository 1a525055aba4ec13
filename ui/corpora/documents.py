"""Documents: the text of a .docx or a .pdf, within limits. Workers call this."""

import re
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple
from xml.parsers import expat

from bpe import CorpusError
from bpe.errors import library
from bpe.input.opening import MEGABYTE, check_size, read_within
from ui.catalogue import Refusal

LARGEST_BODY = 64 * MEGABYTE
"""Bytes of the XML of a .docx, which says more of its looks than of its text."""

MOST_PAGES = 5_000


class DocumentText(NamedTuple):
    """The text of a document; of a .pdf the number of pages, and of those without any text."""

    text: str
    pages: int = 0
    blank: int = 0


def docx_text(name: str, data: bytes, most: int) -> DocumentText:
    """Return the text of the body. Raises `CorpusError` for what is locked, broken or too large."""
    if data.startswith(_OLE):
        raise Refusal("document_locked")
    try:
        with zipfile.ZipFile(BytesIO(data)) as parts:
            body = next(filter(_BODY.fullmatch, parts.namelist()))
            with parts.open(body) as file:
                text = _Body().text(read_within(file, name, LARGEST_BODY))
    except RuntimeError as error:  # that is how zipfile asks for a password
        raise Refusal("document_locked") from error
    except CorpusError:
        raise
    except (zipfile.BadZipFile, zlib.error, expat.ExpatError, *_UNREADABLE) as error:
        raise Refusal("document_broken") from error
    check_size(name, len(text), most)
    return DocumentText(text)


_OLE = b"\xd0\xcf\x11\xe0"
"""The first bytes of the container that holds a .docx with a password."""

_BODY = re.compile(r"word/document\d*\.xml")
_UNREADABLE = (StopIteration, OSError, EOFError, ValueError, NotImplementedError)
_SPACES = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


class _Body:
    """The text of a body's XML: its runs, and a line a paragraph."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.is_text = False
        self.skipped = 0

    def text(self, xml: bytes) -> str:
        """Return the text. Raises `Refusal` for entities of its own, which can grow without end."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.Parse(xml, True)
        return "".join(self.parts)

    def _refuse(self, *_: object) -> None:
        raise Refusal("document_broken")

    def _start(self, name: str, _: object) -> None:
        tag = name.rpartition(" ")[2]
        self.is_text = tag == "t"
        # A box of text stands there twice, the second time for programs that do not know it.
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


def pdf_text(name: str, data: bytes, most: int) -> DocumentText:
    """Return the text of all pages. Raises `CorpusError` as for a .docx, and for pictures alone."""
    pypdf = library("pypdf")
    try:
        reader = pypdf.PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Refusal("document_locked")
        pages = len(reader.pages)
        if pages > MOST_PAGES:
            raise Refusal("many_pages", number=pages, limit=MOST_PAGES)
        texts, size = list[str](), 0
        for page in reader.pages:
            texts.append(page.extract_text().encode("utf-8", "replace").decode())
            size += len(texts[-1])
            check_size(name, size, most)
    except (CorpusError, MemoryError):
        raise
    except (pypdf.errors.FileNotDecryptedError, pypdf.errors.DependencyError) as error:
        raise Refusal("document_locked") from error
    except pypdf.errors.LimitReachedError as error:
        raise CorpusError("file_large", file=name, largest=most // MEGABYTE) from error
    except Exception as error:  # of a broken file it raises whatever comes of it
        raise Refusal("document_broken") from error
    blank = sum(not text.strip() for text in texts)
    if blank == pages:
        raise Refusal("document_pictures", pages=pages)
    return DocumentText("\n".join(texts), pages, blank)


DOCUMENTS: dict[str, Callable[[str, bytes, int], DocumentText]] = {
    ".docx": docx_text,
    ".pdf": pdf_text,
}
"""Ending of a name -> what takes the text out of such a file."""
