"""The text of a .docx, of a .pdf and of files with any name, or one sentence why there is none."""

import logging
from io import BytesIO

import pypdf
import pytest

from bpe import CorpusError
from bpe.input.opening import MEGABYTE
from tests.unit.corpora.documents import BODY, docx, paragraphs, pdf
from tests.unit.corpora.reading import refused
from ui.corpora import documents
from ui.corpora.uploads import read

DELETED = "<w:delText>gone</w:delText><w:instrText>PAGE</w:instrText>"
TWICE = (
    "<mc:AlternateContent><mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice>"
    "<mc:Fallback><w:p><w:t>box</w:t></w:p></mc:Fallback></mc:AlternateContent>"
)
BOMB = '<!DOCTYPE b [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<w:t>er</w:t><w:br/><w:t>est</w:t>", "low & \t好\ner\nest\n"),
        (f"{DELETED}<w:t>kept</w:t>", "low & \t好\nkept\n"),
        (TWICE, "low & \t好\nbox\n\n"),
    ],
)
def test_the_text_of_a_docx_is_that_of_its_paragraphs(inner, text):
    """Once each, with tabs and line ends; neither deleted text, nor fields, nor footnotes."""
    assert read(docx(paragraphs(inner)), "Notes.DOCX").text == text
    assert read(docx(paragraphs(inner), "word/document2.xml"), "a.docx").text == text


def test_the_text_of_a_pdf_is_that_of_its_pages_and_those_without_are_counted():
    """Also where it is encrypted with an empty password, as files that may not be printed are."""
    found = read(pdf("low lower", "", "lowest"), "a.pdf")
    assert (found.text.split(), found.pages, found.blank) == (["low", "lower", "lowest"], 3, 1)
    assert (found.kind, found.encoding) == ("text", None)
    writer = pypdf.PdfWriter(BytesIO(pdf("low")))
    writer.encrypt("", "owner", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    assert read(file.getvalue(), "a.pdf").text.split() == ["low"]


REFUSED = {
    "password.pdf": (lambda: pdf("low", password="secret"), "document_locked"),
    "pictures.pdf": (lambda: pdf("", ""), "document_pictures"),
    "broken.pdf": (lambda: pdf("low")[:200], "document_broken"),
    "none.pdf": (lambda: b"low lower lowest", "document_broken"),
    "password.docx": (lambda: b"\xd0\xcf\x11\xe0" + bytes(600), "document_locked"),
    "none.docx": (lambda: b"low lower lowest", "document_broken"),
    "cut.docx": (lambda: docx(paragraphs(""))[:-30], "document_broken"),
    "other.docx": (lambda: docx("<a/>", "xl/workbook.xml"), "document_broken"),
    "xml.docx": (lambda: docx("<w:document>"), "document_broken"),
    "entities.docx": (lambda: docx(BOMB + "<b>&b;</b>"), "document_broken"),
    "zeros.docx": (lambda: docx(bytes(documents.LARGEST_BODY + 1)), "file_large"),
    "long.docx": (lambda: docx(paragraphs(f"<w:t>{'a' * 21 * MEGABYTE}</w:t>")), "file_large"),
    "empty.docx": (lambda: docx(BODY.format("")), "no_words"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_text_is_refused_in_a_sentence(name):
    """A password, pictures, a broken file and a bomb, each in both languages."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    data, code = REFUSED[name]
    assert refused(data(), name) == code


def test_a_pdf_of_too_many_pages_or_with_a_bomb_in_it_is_refused(monkeypatch):
    """A page that unpacks to more than pypdf takes, and more pages than are read."""
    with pytest.raises(CorpusError) as caught:
        read(pdf("a" * 90 * MEGABYTE, packed=True), "a.pdf")
    assert caught.value.code == "file_large"
    monkeypatch.setattr(documents, "MOST_PAGES", 2)
    assert refused(pdf("low", "low", "low"), "a.pdf") == "many_pages"


@pytest.mark.parametrize("name", ["a.py", "b.TEX", "c.srt", "d.html", "README", "e.log.gz2"])
def test_any_file_that_is_text_is_taken_as_it_stands(name):
    """Whatever its name; tags and signs are text."""
    found = read("<p>low</p>\n\\section{好}".encode(), name)
    assert (found.kind, found.text, found.encoding) == (
        "text",
        "<p>low</p>\n\\section{好}",
        "utf-8",
    )
