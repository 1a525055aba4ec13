"""Write documents and archives, for tests that read or upload one."""

import tarfile
import zipfile
from io import BytesIO

import pypdf

SCHEMA = "http://schemas.openxmlformats.org"
BODY = (
    f'<?xml version="1.0"?><w:document xmlns:w="{SCHEMA}/wordprocessingml/2006/main"'
    f' xmlns:mc="{SCHEMA}/markup-compatibility/2006"><w:body>{{}}</w:body></w:document>'
)


LINES = "<w:p><w:r><w:t>low &amp; </w:t><w:tab/><w:t>好</w:t></w:r></w:p><w:p><w:r>{}</w:r></w:p>"


def docx(body: str | bytes, name: str = "word/document.xml") -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("word/footnotes.xml", "<a>note</a>")
        parts.writestr(name, body)
    return file.getvalue()


def paragraphs(inner: str) -> str:
    return BODY.format(LINES.format(inner))


def pdf(*pages: str, password: str = "", packed: bool = False) -> bytes:
    """Write a .pdf; a page without a text is a drawn line."""
    writer = pypdf.PdfWriter()
    font = pypdf.generic.DictionaryObject()
    for key, value in {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica"}.items():
        font[pypdf.generic.NameObject(f"/{key}")] = pypdf.generic.NameObject(f"/{value}")
    for text in pages:
        page = writer.add_blank_page(200, 200)
        stream = pypdf.generic.StreamObject()
        said = f"BT /F1 12 Tf 9 99 Td ({text}) Tj ET" if text else "0 0 m 9 9 l S"
        stream.set_data(said.encode())
        content = writer._add_object(stream.flate_encode() if packed else stream)
        name = pypdf.generic.NameObject
        fonts = pypdf.generic.DictionaryObject({name("/F1"): font})
        page[name("/Resources")] = pypdf.generic.DictionaryObject({name("/Font"): fonts})
        page[name("/Contents")] = content
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def zipped(files: dict[str, bytes | str], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Write a .zip."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", packing) as parts:
        for name, data in files.items():
            parts.writestr(name, data)
    return file.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w") -> bytes:
    """Write a .tar with a folder, a link and these files."""
    file = BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as parts:
        for name, kind in (("folder", tarfile.DIRTYPE), ("link.txt", tarfile.SYMTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            parts.addfile(member)
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            parts.addfile(member, BytesIO(data))
    return file.getvalue()


PACKAGE = """<?xml version="1.0"?><!DOCTYPE package [<!ENTITY a "aa">]>
<package xmlns="http://www.idpf.org/2007/opf"><manifest>
<item id="b" href="text/two%20.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/../one.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="cover.png" media-type="image/png"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/></spine></package>"""
CONTAINER = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'


def epub(*chapters: str, **more: str) -> bytes:
    """Write a book of two chapters, the later one first in the file."""
    one, two = chapters
    pages = {"OEBPS/text/two .xhtml": two, "OEBPS/one.xhtml": one}
    meta = {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER}
    return zipped({**meta, "OEBPS/book.opf": PACKAGE, **pages, **more})
