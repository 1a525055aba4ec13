"""A reader's file becomes text or word counts, or is refused in one sentence."""

import gzip
import json
import logging
import pickle
from contextlib import nullcontext
from functools import partial
from io import BytesIO
from pathlib import Path

import pyarrow
import pypdf
import pytest

from bpe import PRESETS, CorpusError
from bpe.input.encodings import ENCODINGS
from bpe.input.opening import MEGABYTE, Limits
from tests.unit.corpora.documents import BODY, docx, paragraphs, pdf
from ui.catalogue import Refusal, say_refusal
from ui.corpora import documents, uploads
from ui.corpora.sources import joined, of_text
from ui.corpora.uploads import Shortened, corpus_of, corpus_of_text, read, reading
from ui.spool import SpoolFile

SAMPLES = Path(__file__).parents[3] / "sample_corpora"
GERMAN = "Die Bäche überqueren größere Flüsse. Schöne Grüße aus Köln und Düsseldorf.\n" * 20
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему.\n" * 20
FRENCH = "Ça fait déjà l'été à Besançon, où l'on goûte la crème brûlée.\n" * 20
SWEDISH = "Räksmörgås på ön där älgarna går över ån.\n" * 20
POLISH = "Zażółć gęślą jaźń, ósma wieczorem w Łodzi i Częstochowie.\n" * 20
GREEK = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n" * 20
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。\n" * 20
CHINESE = "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。\n" * 20


def words_of(data: bytes, name: str, encoding=None, limits=None) -> object:
    """Read a file all the way to its words."""
    file = read(data, name, encoding, limits=limits)
    if file.kind == "text":
        return corpus_of_text(file.text, name, "paper")
    corpus = corpus_of(name, data, file, PRESETS["paper"], limits)
    return dict(corpus.items()) if file.kind == "table" else corpus


def refused(data: bytes, name: str, **options) -> str:
    """Return the code of the sentence a file is refused with, after checking both languages."""
    with pytest.raises(CorpusError) as caught:
        words_of(data, name, **options)
    for lang in ("en", "zh"):
        assert "{" not in say_refusal(caught.value, lang, lambda text: text.replace("{", "("))
    return caught.value.code


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((GERMAN, each) for each in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252")),
        *((GERMAN, each) for each in ("utf-16-le", "utf-16-be")),
        *(("hello world " * 50, each) for each in ("utf-16-le", "utf-16-be")),
        (FRENCH, "iso8859-1"),
        (SWEDISH, "cp1252"),
        (POLISH, "cp1250"),
        (GREEK, "cp1253"),
        *((JAPANESE, each) for each in ("shift_jis", "euc_jp")),
        *((CHINESE, each) for each in ("utf-16-le", "utf-16-be", "gb18030", "big5")),
        *(("九月一日，学校开学了。", each) for each in ("utf-16-le", "utf-16-be")),
        *(("一一得一", each) for each in ("utf-16-le", "utf-16-be")),
        *((RUSSIAN, each) for each in ("cp1251", "koi8-r")),
    ],
)
def test_common_encodings_are_found(text, encoding):
    assert read(text.encode(encoding, "ignore"), "text.txt").text == text.encode(
        encoding, "ignore"
    ).decode(encoding)


@pytest.mark.parametrize(
    ("text", "encoding"), [(CHINESE, "gb18030"), (RUSSIAN, "cp1251"), (GREEK, "cp1253")]
)
@pytest.mark.parametrize("first", ["", "a", "ab", "abc"])
def test_the_encoding_of_a_long_text_is_guessed_from_its_first_lines(text, encoding, first):
    """Wherever the part looked at ends, no character of it is cut in two."""
    whole = first + text * (1 + 2**17 // len(text.encode(encoding)))
    assert read(whole.encode(encoding), "a.txt").text == whole


def test_a_few_bytes_of_gbk_are_chinese_to_a_chinese_reader_alone():
    """So few may as well be Korean, which they are taken for where nobody says better."""
    data = "词,次数\n学校,3\n老师,2".encode("gb18030")
    for name in ("a.txt", "a.csv"):
        assert read(data, name, expected=("gb18030",)).encoding == "gb18030"
    assert read(data, "a.txt").encoding != "gb18030"
    french = FRENCH[:62].encode("cp1252")
    assert read(french, "a.txt", expected=("gb18030",)) == read(french, "a.txt")


@pytest.mark.parametrize("name", ["chinese-classics", "tang-song-poems"])
def test_single_lines_in_gb18030_are_chinese_to_a_chinese_reader(name):
    """Rare characters among them, at any length."""
    whole = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in whole.split("\n") if line.strip()]
    for text in [*lines[:300], whole]:
        assert read(text.encode("gb18030"), "a.txt", expected=("gb18030",)).encoding == "gb18030", (
            text
        )


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("모든 국민은 법 앞에 평등하다. 누구든지 차별을 받지 아니한다. ", "euc_kr"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "shift_jis"),
        (RUSSIAN, "koi8-r"),
        (GERMAN[:20], "cp1252"),
        ("Straße über", "cp1252"),
        (CHINESE.replace("周末", "學"), "utf-16-le"),
        *((each, "gb18030") for each in ("𠮷", "𠮷野家", "刘䶮", "你好，𠮷", "學而時習之")),
        *((each, "gb18030") for each in ("㐂 𠀀𠀁𠀂", "低", "今天天气很好")),
    ],
)
def test_what_is_plainly_not_gb18030_is_not_to_a_chinese_reader_and_short_texts_are(text, encoding):
    """Bytes of others can be characters of it, too; some of it have four bytes."""
    assert read(text.encode(encoding), "a.txt", expected=("gb18030",)).text == text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_offered_can_be_chosen_and_one_that_cannot_be_is_refused(encoding):
    """Letters of every one survive; UTF-8 for what is none is explained, not shown as marks."""
    found = read("low lower".encode(encoding), "a.txt", encoding)
    assert read(b"\xef\xbb\xbflow", "a.txt", "utf-8").text == "low", "its mark is no letter"
    assert (found.text, found.encoding) == ("low lower", encoding)
    assert refused("caña".encode("cp1252"), "a.txt", encoding="utf-8") == "wrong_encoding"


def test_windows_line_ends_are_line_ends_and_one_control_character_in_a_hundred_is_text():
    """A carriage return is no letter of the alphabet; two control characters are binary."""
    assert read(b"a\r\nb\rc\n", "a.md").text == "a\nb\nc\n"
    assert read(b"\x01" + b"ab " * 33, "a.txt").text.startswith("\x01")
    assert refused(b"\x01\x02" + b"ab " * 32 + b"ab", "a.txt") == "binary"


@pytest.mark.parametrize(
    "name", ["a.txt.gz", "a.md.gz", "a.gz", "book.v2.gz", "a.txt.zst", "A.TXT.GZ"]
)
def test_packed_files_are_unpacked(name):
    """A packed text is a text, also where it was packed in pieces."""
    zst = partial(pyarrow.compress, codec="zstd", asbytes=True)
    pack = zst if name.endswith("zst") else gzip.compress
    assert read(pack(b"one ") + pack(b"two"), name).text == "one two"


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "a.txt", "empty_file"),
        (gzip.compress(gzip.compress(bytes(2**20), mtime=0)), "a.gz.gz", "binary"),
        (gzip.compress(b""), "a.txt.gz", "empty_file"),
        (b"not gzip", "a.txt.gz", "broken_packed"),
        (gzip.compress(GERMAN.encode())[:-20], "a.txt.gz", "broken_packed"),
        (gzip.compress(b"low") + b"lower", "a.txt.gz", "broken_packed"),
        (pyarrow.compress(b"low " * 99, "zstd", asbytes=True)[:-5], "a.zst", "broken_packed"),
        (bytes(range(256)) * 40, "a.txt", "binary"),
        ("low lower \u4f4e".encode("utf-16-le")[:-1], "a.txt", "binary"),
        (b"\x89PNG\r\n\x1a\n" + bytes(1000), "a.txt", "binary"),
        (b"a\x01\x02\x03\x04" * 100, "a.txt", "binary"),
        (b"low lower\x00 lowest", "a.txt", "binary"),
        (b"word,count\nlo\x00w,5\n", "a.csv", "binary"),
        (b"  \n\t ", "a.txt", "no_words"),
        ("\u3000\u00a0".encode(), "a.txt", "no_words"),
        (b"x" * 2**20, "a.txt", "long_word"),
        (b"x" * 2**20 + b",5\n", "a.csv", "long_word"),
        (b"MZ\x00\x01\x02\x90" * 9, "a.exe", "binary"),
        (b"PK", "Notes.DOC", "office"),
        (b"PK", "a.xlsx", "office"),
        (b"word,count\nlow,five\n", "a.csv", "bad_count"),
        (b"word,count\nlow,5\nlower,\n", "a.csv", "bad_count"),
        (b"word,count\n", "a.csv", "no_words"),
        (b"word\nlow\n", "a.csv", "one_column"),
        (b"\n\n", "a.csv", "no_words"),
        (b"PAR1\x15\x04\x15\x10" * 9, "a.parquet", "binary"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(data, name, code):
    """Every way to be wrong has its own sentence, which says the way out."""
    assert refused(data, name) == code


def test_of_a_text_words_that_are_too_long_are_left_out_and_counted():
    """By their bytes, each once; also of lines of JSON, and in a process's answer."""
    chinese = "\u597d" * (uploads.LONGEST_WORD // 3)
    text = f"low {chinese} {chinese}\u597d {'x' * uploads.LONGEST_WORD} " + "y" * 9_000 + " low"
    corpus = corpus_of_text(text, "a.txt", "paper")
    assert [(len(word), count) for word, count in corpus.items()] == [
        (3, 2),
        (len(chinese), 1),
        (uploads.LONGEST_WORD, 1),
    ]
    lines = words_of(json.dumps({"text": text}).encode(), "a.jsonl")
    for each in (corpus, lines, pickle.loads(pickle.dumps(corpus))):
        assert isinstance(each, Shortened)
        assert (each.words, each.left_out) == (corpus.words, 2)
    assert not isinstance(corpus_of_text(text, "a.txt", "minbpe"), Shortened)
    assert not isinstance(corpus_of_text("low lower", "a.txt", "paper"), Shortened)


PARTS = gzip.compress(b"x " * 25, mtime=0) * 2  # without the time: it is in the name of a case
ROWS = b"a,1\nb,1\nc,1\na,1\n"
LINES = b'{"text": "a b c a"}\n'
LIMITS = [
    ("a.txt", b"x " * 50, b"x " * 50 + b"x", "file_large"),
    ("a.gz", gzip.compress(b"x " * 50), gzip.compress(b"x " * 50 + b"x"), "file_large"),
    ("a.gz", PARTS, gzip.compress(b"", mtime=0) + PARTS, "many_parts"),
    ("a.csv", b"a,1,,\n", b"a,1,,,\n", "many_columns"),
    ("a.csv", b"ab,3," + b"c" * 44 + b"\n", b"ab,3," + b"c" * 45 + b"\n", "long_row"),
    ("a.csv", ROWS, ROWS + b"a,1\n", "many_rows"),
    ("a.txt", b"x" * 10, b"x" * 11, "long_word"),
    ("a.csv", b"x" * 10 + b",5", b"x" * 11 + b",5", "long_word"),
    ("a.txt", b"a b c a", b"a b c a d", "many_words"),
    ("a.csv", ROWS, ROWS.replace(b"c,1\na", b"c,1\nd"), "many_words"),
    ("a.jsonl", LINES, LINES + b'{"text": "d"}\n', "many_words"),
]
"""Of each limit what is as large as it says, and what is one larger."""


@pytest.mark.parametrize(("name", "taken", "beyond", "code"), LIMITS)
def test_every_limit_holds_from_the_first_thing_beyond_it(name, taken, beyond, code, monkeypatch):
    few = Limits(size=100, whole=50, rows=4, columns=4, parts=2)
    monkeypatch.setattr(uploads, "LONGEST_WORD", 10)
    monkeypatch.setattr(uploads, "MOST_WORDS", 3)
    assert words_of(taken, name, limits=few)
    assert refused(beyond, name, limits=few) == code


def test_a_text_without_words_and_two_texts_together_have_limits_of_their_own(monkeypatch):
    """Where a scheme takes the whole as one word, another would do."""
    monkeypatch.setattr(uploads, "LONGEST_WORD", 10)
    monkeypatch.setattr(uploads, "LONGEST_WHOLE", 20)
    assert corpus_of_text("x" * 20, "text", "minbpe").words == ("x" * 20,)
    with pytest.raises(Refusal, match="another scheme"):
        corpus_of_text("x" * 21, "text", "minbpe")
    for most, is_too_much in ((4, False), (3, True)):
        monkeypatch.setattr(uploads, "MOST_WORDS", most)
        two = joined(of_text("a b", "a"), of_text("c d", "c"))
        with pytest.raises(Refusal) if is_too_much else nullcontext():
            assert len(two.corpus(PRESETS["paper"])) == 4


def test_a_refusal_names_the_row_and_the_shortened_cell():
    """Of twenty characters all are shown; two readers may expect another encoding of the bytes."""
    for cell, shown in ((b"f" * 20, "f" * 20), (b"f" * 21, "f" * 19 + "…")):
        with pytest.raises(Refusal) as caught:
            words_of(b"word,count\nlow,5\nlower," + cell + b"\n", "a.csv")
        assert caught.value.values == {"row": 2, "value": shown}
    file = SpoolFile("今天".encode("gb18030"))
    ways = [("a.txt",), ("b.txt",), ("a.txt", "big5"), ("a.txt", None, ("gb18030",))]
    assert len({reading(file, *way).key for way in ways}) == len(ways)


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


def test_the_text_of_a_pdf_is_that_of_its_pages_and_those_without_are_counted(monkeypatch):
    """Also where it is encrypted with an empty password; none of too many pages, or with a bomb."""
    found = read(pdf("low lower", "", "lowest"), "a.pdf")
    assert (found.text.split(), found.pages, found.blank) == (["low", "lower", "lowest"], 3, 1)
    assert (found.kind, found.encoding) == ("text", None)
    writer = pypdf.PdfWriter(BytesIO(pdf("low")))
    writer.encrypt("", "owner", algorithm="RC4-128")
    file = BytesIO()
    writer.write(file)
    assert read(file.getvalue(), "a.pdf").text.split() == ["low"]
    with pytest.raises(CorpusError) as caught:
        read(pdf("a" * 90 * MEGABYTE, packed=True), "a.pdf")
    assert caught.value.code == "file_large"
    monkeypatch.setattr(documents, "MOST_PAGES", 2)
    assert refused(pdf("low", "low", "low"), "a.pdf") == "many_pages"


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


@pytest.mark.parametrize("name", ["a.py", "b.TEX", "c.srt", "d.html", "README", "e.log.gz2"])
def test_any_file_that_is_text_is_taken_as_it_stands(name):
    """Whatever its name; tags and signs are text."""
    found = read("<p>low</p>\n\\section{好}".encode(), name)
    assert (found.kind, found.text, found.encoding) == (
        "text",
        "<p>low</p>\n\\section{好}",
        "utf-8",
    )
