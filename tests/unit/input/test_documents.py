"""Documents and archives are read as text within limits; other files are refused by name."""

import gzip
import logging
import os
import zipfile
from io import BytesIO

import pypdf
import pytest

from bpe import CorpusError
from bpe.input import documents
from bpe.input.opening import KINDS, MEGABYTE, InputFile, Limits
from bpe.input.reading import inspect, texts_in
from bpe.input.report import NOTES, ReadAs
from tests.unit.input.documents import docx, epub, paragraphs, pdf, tarred, zipped

APP = KINDS["text"].app


def read(data: bytes, name: str, limits: Limits = APP):
    """Return the texts of a file, and its report."""
    file = InputFile(BytesIO(data), name, limits)
    report = inspect(file)
    return [*texts_in(file, report)], report


def refused(data: bytes, name: str, limits: Limits = APP) -> CorpusError:
    """Return the error of a refused file."""
    with pytest.raises(CorpusError) as caught:
        read(data, name, limits)
    return caught.value


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
    """Each paragraph occurs once, with tabs and line ends; deleted text and notes do not."""
    assert read(docx(paragraphs(inner)), "Notes.DOCX")[0] == [text]
    assert read(docx(paragraphs(inner), "word/document2.xml"), "a.docx")[0] == [text]


def test_the_text_of_a_pdf_is_that_of_its_pages_and_those_without_are_counted(monkeypatch):
    """A file encrypted with an empty password is read; too many pages, or a bomb, are refused."""
    for name in ("a.pdf", "a.txt"):
        [text], report = read(pdf("low lower", "", "lowest"), name)
        assert text.split() == ["low", "lower", "lowest"]
        assert (report.kind, report.format, report.encoding) == ("text", "pdf", None)
        assert (report.pages, report.blank) == (3, 1)
    writer = pypdf.PdfWriter(BytesIO(pdf("low")))
    writer.encrypt("", "owner", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    assert read(file.getvalue(), "a.pdf")[0] == ["low"]
    assert refused(pdf("a" * 90 * MEGABYTE, packed=True), "a.pdf").code == "file_large"
    monkeypatch.setattr(documents, "MAX_PAGES", 2)
    assert refused(pdf("low", "low", "low"), "a.pdf").code == "many_pages"


PAGE = """<?xml version="1.0"?><!DOCTYPE html><html><head><title>x</title><style>p {}</style></head>
<body><h1>One</h1><p>low&nbsp;&amp;
  lower<br/>new</p><script>var a;</script><ul><li>a</li><li>b <i>c</i></li></ul></body></html>"""


def test_the_text_of_an_epub_is_that_of_its_chapters_in_their_order():
    """Each paragraph is a line, without hidden elements, and entities are not expanded."""
    for name in ("a.epub", "b.EPUB"):
        [text], report = read(epub(PAGE, "<p>好</p><p>&a;</p>"), name)
        assert text == "One\nlow & lower\nnew\na\nb c\n\n好\n&a;\n"
        assert (report.kind, report.format, report.pages, report.blank) == ("text", "epub", 2, 0)


REFUSED = {
    "password.pdf": (lambda: pdf("low", password="secret"), "document_locked"),
    "pictures.pdf": (lambda: pdf("", ""), "document_pictures"),
    "broken.pdf": (lambda: pdf("low")[:200], "document_broken"),
    "none.pdf": (lambda: b"low lower lowest", "document_broken"),
    "password.epub": (lambda: epub("a", "b", **{"META-INF/rights.xml": ""}), "document_locked"),
    "none.epub": (lambda: b"low lower lowest", "document_broken"),
    "other.epub": (lambda: zipped({"a.txt": "low"}), "document_broken"),
    "pictures.epub": (lambda: epub("<img>", ""), "document_pictures"),
    "long.epub": (lambda: epub("a" * 21 * MEGABYTE, ""), "file_large"),
    "password.docx": (lambda: b"\xd0\xcf\x11\xe0" + bytes(600), "document_locked"),
    "none.docx": (lambda: b"low lower lowest", "document_broken"),
    "cut.docx": (lambda: docx(paragraphs(""))[:-30], "document_broken"),
    "other.docx": (lambda: docx("<a/>", "xl/workbook.xml"), "document_broken"),
    "xml.docx": (lambda: docx("<w:document>"), "document_broken"),
    "encoding.docx": (
        lambda: docx("<?xml version='1.0' encoding='rot13'?><a/>"),
        "document_broken",
    ),
    "entities.docx": (lambda: docx(BOMB + "<b>&b;</b>"), "document_broken"),
    "zeros.docx": (lambda: docx(bytes(documents.MAX_BODY_BYTES + 1)), "file_large"),
    "long.docx": (lambda: docx(paragraphs(f"<w:t>{'a' * 21 * MEGABYTE}</w:t>")), "file_large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_text_is_refused_in_a_sentence(name):
    """The cases are passwords, pictures, broken files and bombs; the sentence names the file."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    data, code = REFUSED[name]
    error = refused(data(), name)
    assert error.code == code
    assert str(error).startswith(f"{name}: must ")


FILES = {
    "b.txt": b"low\r\nlower",
    "a/1.txt": "café – au lait, déjà".encode("cp1252"),
    "rows.csv": b"text,label\nnew york,1\nthe hague,2\n",
    "lines.jsonl": b'{"text": "new"}\n',
    "words.tsv": b"low\t5\nnew\t2\n",
    "deep.docx": docx(paragraphs("")),
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
    "empty.txt": b"",
    "inner.zip": zipped({"a.txt": "low"}),
    "inner.txt.gz": gzip.compress(b"low"),
}
TEXTS = ["low\nlower", "café – au lait, déjà", "new york", "the hague", "new", "low & \t好\n\n"]
LEFT_OUT = {"words.tsv", "picture.png", "empty.txt", "inner.zip", "inner.txt.gz"}
SYSTEM = {"__MACOSX/b.txt": b"x", ".DS_Store": b"x", "a/._1.txt": b"x", "a/Thumbs.db": b"x"}


@pytest.mark.parametrize(
    ("name", "pack"),
    [
        ("a.zip", zipped),
        ("without an ending", zipped),
        ("a.tar", tarred),
        ("without an ending", tarred),
        ("a.tar.gz", lambda files: gzip.compress(tarred(files))),
        ("a.tgz", lambda files: gzip.compress(tarred(files))),
        ("corpus.txt", lambda files: tarred(files, "w:gz")),
    ],
)
def test_the_texts_of_an_archive_are_documents_and_its_files_are_named(name, pack):
    """Texts keep their order and their own encodings; links and system files are skipped."""
    texts, report = read(pack(FILES | SYSTEM), name)
    assert (texts, report.kind) == (TEXTS, "documents")
    assert {*report.skipped} == LEFT_OUT
    assert [each.name for each in report.members] == [n for n in FILES if n not in LEFT_OUT]
    notes = dict(report.notes)
    assert notes["archive"] == {"number": 5, "names": ", ".join(e.name for e in report.members)}
    assert notes["guess"] == {"encoding": "cp1252"}
    assert "returns" in notes
    assert str(report).startswith(f"{name}: Texts in this archive: 5 (b.txt, a/1.txt")
    texts, report = read(pack({"a.txt": b"low lower", "b.png": FILES["picture.png"]}), name)
    assert (texts, report.kind) == (["low lower"], "text")
    assert (report.only.name, report.skipped) == ("a.txt", ("b.png",))
    picture = FILES["picture.png"]
    assert refused(pack({"b.png": picture, "c.png": picture}), name).code == "no_members"
    assert str(refused(pack({"b.png": picture}), name)).startswith(
        "b.png: must contain text, got an"
    )


def test_an_encoding_that_is_chosen_is_that_of_the_texts_of_an_archive():
    """Pictures are left out, even if an encoding is chosen."""
    files = {"a.txt": "é".encode("cp850"), "b.png": FILES["picture.png"], "c.pdf": pdf("low")}
    file = InputFile(BytesIO(zipped(files)), "a.zip", APP)
    report = inspect(file, ReadAs("cp850"))
    assert [*texts_in(file, report)] == ["é", "low"]
    assert report.skipped == ("b.png",)


def test_notes_of_an_archive_name_a_few_files_and_the_ends_of_long_names():
    """The names of files are not trusted, so they are shortened."""
    many = {f"{'x' * 99}{number}.txt": b"low" for number in range(9)}
    _, report = read(zipped(many), "a.zip")
    code, values = report.notes[0]
    assert (code, values["number"], values["names"].count("x")) == ("archive", 9, 5 * 56)
    assert values["names"].endswith(", …")
    assert {code for code, _ in report.notes} <= {*NOTES}


def test_archives_have_limits_on_their_files_and_on_all_that_is_unpacked():
    """The first file beyond a limit is refused; a password and a damaged archive are reported."""
    few = APP._replace(size=2_000, members=3)
    for pack, number in ((zipped, 3), (tarred, 1)):  # `tarred` adds a folder and a link
        taken = {f"{n}.txt": b"low" for n in range(number)}
        name = f"a.{'zip' if pack is zipped else 'tar'}"
        limits = few._replace(size=20_000)
        assert read(pack(taken), name, limits)[1].members
        assert refused(pack(taken | {"more.txt": b"low"}), name, limits).code == "many_members"
        large = limits._replace(members=9)
        taken = {"a.txt": b"x" * 10_000, "b.txt": b"y " * 5_000}
        if pack is zipped:
            assert read(pack(taken), name, large)[1].members
            more = taken | {"c.txt": b"z"}
            assert refused(pack(more), name, large).code == "file_large"
        data = pack(taken)
        assert refused(data[: len(data) // 2], name, APP).code == "broken_archive"
    bomb = gzip.compress(tarred({"a.txt": bytes(2**25)}))
    assert refused(bomb, "a.tar.gz").code == "file_large"
    assert refused(zipped({"a.txt": bytes(2**25)}), "a.zip").code == "file_large"
    locked = bytearray(zipped({"a.txt": b"low"}, zipfile.ZIP_STORED))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):  # set the flag that the file is encrypted
        locked[locked.index(mark) + (6 if mark[2] == 3 else 8)] |= 1
    assert refused(bytes(locked), "a.zip").code == "document_locked"


KINDS_OF_FILES = {
    "is_image": [
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0", "JPEG"),
        ("a.gif", b"GIF89a\1\0\1\0\x80", "GIF"),
        ("a.bmp", b"BM\x46\0\0\0\0\0\0\0", "BMP"),
        ("a.webp", b"RIFF\x24\0\0\0WEBPVP8 ", "WebP"),
        ("a.tif", b"II*\0\x08\0\0\0", "TIFF"),
        ("a.heic", b"\0\0\0\x18ftypheic", "HEIC"),
        ("a.ico", b"\0\0\1\0\1\0", "ICO"),
    ],
    "is_media": [
        ("a.mp3", b"ID3\3\0\0\0", "MP3"),
        ("b.mp3", b"\xff\xfb\x90\x64\0", "MP3"),
        ("a.wav", b"RIFF\x24\0\0\0WAVEfmt ", "WAV"),
        ("a.mp4", b"\0\0\0\x18ftypisom", "MP4"),
        ("a.mkv", b"\x1aE\xdf\xa3\x93", "Matroska"),
        ("a.ogg", b"OggS\0\2", "Ogg"),
        ("a.flac", b"fLaC\0\0\0\x22", "FLAC"),
    ],
    "is_program": [
        ("a.exe", b"MZ\x90\0\3\0\0\0", "Windows"),
        ("a", b"\x7fELF\2\1\1\0", "ELF"),
        ("a", b"\xcf\xfa\xed\xfe\7\0\0\1", "Mach-O"),
        ("A.class", b"\xca\xfe\xba\xbe\0\0\0\x34", "Java"),
        ("a.wasm", b"\0asm\1\0\0\0", "WebAssembly"),
    ],
    "is_packed": [
        ("a.7z", b"7z\xbc\xaf\x27\x1c\0\4", "7z"),
        ("a.rar", b"Rar!\x1a\7\1\0", "rar"),
        ("a.txt.xz", b"\xfd7zXZ\0\0\4", "xz"),
        ("a.tar.bz2", b"BZh91AY&SY\xcf\1", "bz2"),
        ("a.lz4", b"\x04\x22M\x18d@", "lz4"),
        ("a.Z", b"\x1f\x9d\x90", "compress"),
        ("a.lzma", b"]\0\0\x80\0" + os.urandom(99) + bytes(9), ".lzma"),
        ("a.gz.gz", gzip.compress(gzip.compress(b"low")), "gzip"),
    ],
    "is_office": [
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1", None),
        ("a.rtf", b"{\\rtf1\\ansi low}", None),
        ("a.xlsx", zipped({"xl/workbook.xml": "<a/>"}), None),
        ("a.pptx", zipped({"ppt/presentation.xml": "<a/>"}), None),
        ("a.odt", zipped({"content.xml": "<a/>"}), None),
        ("Notes.DOC", bytes(range(256)), None),
    ],
    "is_data": [
        ("a.db", b"SQLite format 3\0", "SQLite"),
        ("a.npy", b"\x93NUMPY\1\0", "NumPy"),
        ("a.h5", b"\x89HDF\r\n\x1a\n", "HDF5"),
        ("a.arrow", b"ARROW1\0\0", "Arrow"),
        ("a.gguf", b"GGUF\3\0\0\0", "GGUF"),
        ("a.safetensors", b'\x40\0\0\0\0\0\0\0{"a"', "safetensors"),
        ("a.pkl", b"\x80\4\x95\x0f\0", "pickle"),
        ("a.pt", zipped({"archive/data.pkl": b"\x80\2"}), "PyTorch"),
        ("a.ttf", b"\0\1\0\0\0\x0f", "OpenType"),
    ],
}


@pytest.mark.parametrize(
    ("code", "name", "data", "found"),
    [(code, *each) for code, every in KINDS_OF_FILES.items() for each in every],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_file_without_text_is_refused_by_what_it_is(code, name, data, found):
    """The content identifies the file under any name; otherwise its name does."""
    by_content = not (found or ".").startswith(".") or (code == "is_office" and name[0] == "a")
    for each in (name, "b.txt") if by_content else (name,):
        error = refused(data, each)
        assert (error.code, error.values.get("format")) == (code, found)
        assert str(error).startswith(f"{each}: must contain text")


@pytest.mark.parametrize(
    "text",
    [
        "BMW fährt",
        "MZ\n",
        "PKW",
        "GIF89",
        "Rar! é",
        "OggS",
        "ID3 tags",
        "RIFF",
        "PAR2",
        "%PDF",
        "{}",
    ],
)
def test_a_text_that_begins_like_another_file_is_a_text(text):
    for name in ("a.txt", "a.bz2", "a.exe", "a.png", "a.docx.txt"):
        assert read(text.encode(), name)[0] == [text]
