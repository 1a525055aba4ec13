"""Write a .docx and a .pdf, for tests that upload one."""

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
