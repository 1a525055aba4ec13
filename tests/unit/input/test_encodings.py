"""Encodings are found from all bytes, or reported as guesses; a chosen encoding is used."""

import io
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, errors
from bpe.input.encodings import ENCODINGS, find_encoding
from bpe.input.opening import InputFile
from bpe.input.reading import inspect, texts_in
from bpe.input.report import ReadAs
from tests.unit.input.languages import LANGUAGES, WRITTEN_IN

SAMPLES = Path(__file__).parents[3] / "sample_corpora"
WRITTEN = [(language, encoding) for language, every in WRITTEN_IN.items() for encoding in every]


def read(data: bytes, encoding: str | None = None, expected: tuple[str, ...] = ()):
    """Return the text of a file, and its report."""
    file = InputFile(io.BytesIO(data), "a.txt")
    report = inspect(file, ReadAs(encoding), expected)
    return "".join(texts_in(file, report)), report


def refused(data: bytes, **how) -> str:
    """Return the error code of a refused file."""
    with pytest.raises(CorpusError) as caught:
        read(data, **how)
    return caught.value.code


@pytest.mark.parametrize(("language", "encoding"), WRITTEN)
def test_the_usual_encodings_of_a_language_are_guessed(language, encoding):
    """The text is one line, ten lines, or a line after a megabyte of ASCII; guesses are marked."""
    line = LANGUAGES[language].encode(encoding, "ignore").decode(encoding)
    for text in (line, f"{line}\n" * 10, "He walked along.\n" * 70_000 + line):
        found, report = read(text.encode(encoding))
        assert found == text, report.encoding
        assert report.is_guess == (encoding != "iso2022_jp")
        assert report.replaced == 0


@pytest.mark.parametrize(
    ("text", "encoding", "known"),
    [
        ("吾輩は①②Ⅲ㈱猫である。", "cp932", "cp932"),
        ("똠방각하 펲시콜라 뷁 나는 학교에 간다.", "cp949", "cp949"),
        ("這裏面的話說天下大勢，分久必合。", "cp950", "cp950"),
        ("佢哋嘅嘢喺邊度？呢啲係香港話，唔係噉講嘅。", "big5hkscs", "big5hkscs"),
        ("It’s “good” – 5 €, as “they” say; and that’s all.", "cp1252", "cp1252"),
        ("İstanbul'da güneşli bir gün – “çocuklar”.", "cp1254", "cp1254"),
    ],
)
def test_supersets_that_windows_writes_are_read(text, encoding, known):
    """Windows' versions have more characters: circled numbers, all of Hangul, Hong Kong's."""
    for times in (1, 5):
        found, report = read(f"{text}\n".encode(encoding) * times)
        assert (found, report.encoding) == (f"{text}\n" * times, known)


@pytest.mark.parametrize(
    "text", ["café", "naïve", "it’s", "£5", "Straße", "abÿ", "caffè è lower", "café café", "20°"]
)
def test_a_few_letters_among_ascii_are_of_the_usual_encoding(text):
    """No letter is read as a Greek or Cyrillic letter in a Latin word."""
    found, report = read(text.encode("cp1252"))
    assert (found, report.encoding, report.is_guess) == (text, "cp1252", True)


BYTES = [bytes([each]) for each in (0x80, 0xBF, 0xC3, 0xE2, 0xFE, 0xFF)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_damaged_utf_8_is_utf_8(language):
    """A byte is replaced, or the end is cut off; invalid bytes become U+FFFD as in Python."""
    draw = random.Random(language)
    text = (LANGUAGES[language] + "\n") * 3
    whole = text.encode()
    for _ in range(40):
        at = draw.randrange(len(whole))
        damaged = whole[:at] + draw.choice(BYTES) + whole[at + 1 :]
        cut = ("é" + text[:at] + "好").encode()[: -draw.randint(1, 2)]
        for data in (damaged, cut, whole[:at]):
            if "�" not in data.decode("utf-8", "replace"):
                continue
            found, report = read(data)
            expected = data.decode("utf-8", "replace")
            assert (found, report.encoding) == (expected, "utf-8")
            assert report.replaced == expected.count("�") > 0
            assert not report.is_guess


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xe9", "café"),
        (b"Fu\xdf", "Fuß"),
        (b"caf\xe9 au lait", "café au lait"),
        (b"low \xffer " + "é".encode() * 2, "low �er éé"),
        (b"low \xe5\xa5", "low �"),
        (b"5 \xe2", "5 �"),
    ],
)
def test_utf_8_has_four_times_as_many_bytes_in_whole_characters(data, text):
    """With fewer, another encoding is read, as for one last letter after an ASCII word."""
    assert read(data)[0] == text


@pytest.mark.parametrize("invalid", [1, 2, 5])
def test_below_four_times_as_many_it_is_another_encoding(invalid):
    for letters, is_utf_8 in ((2 * invalid, True), (2 * invalid - 1, False)):
        _, report = read("é".encode() * letters + b" caf\xe9 " * invalid)
        assert (report.encoding == "utf-8", report.is_guess) == (is_utf_8, not is_utf_8)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32", "utf-16"])
def test_a_mark_of_byte_order_tells_the_encoding_and_is_no_letter(encoding):
    text = "\ufefflow 好" if encoding[-1] != "6" and encoding != "utf-32" else "low 好"
    found, report = read(text.encode(encoding))
    assert (found, report.is_guess) == ("low 好", False)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["hello world " * 50, "low", "九月一日，学校开学了。", "一一得一"])
def test_utf_16_without_a_mark_is_read_unless_it_is_no_text(text, encoding):
    assert read(text.encode(encoding))[0] == text
    cut, report = read(("low lower " + text).encode(encoding) + b"a")
    assert (cut, report.replaced) == (f"low lower {text}�", 1)


def test_a_few_bytes_of_gbk_are_chinese_to_a_chinese_reader_alone():
    """So few bytes may be text of another language, and are read as such for other readers."""
    data = "天长地久".encode("gb18030")
    assert read(data, expected=("gb18030",))[0] == "天长地久"
    assert read(data)[0] != "天长地久"
    for language, encoding in WRITTEN:
        data = LANGUAGES[language][:40].encode(encoding, "ignore")
        if not data.isascii() and language not in ("Chinese", "Taiwanese"):
            assert read(data, expected=("gb18030",)) == read(data), language


@pytest.mark.parametrize("name", ["chinese-classics", "tang-song-poems"])
def test_single_lines_in_gb18030_are_chinese_to_a_chinese_reader(name):
    """Lines of any length are read, also with rare characters."""
    whole = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    for text in [*filter(str.strip, whole.split("\n")[:300]), whole]:
        assert read(text.encode("gb18030"), expected=("gb18030",))[0] == text


def test_a_character_is_read_whole_wherever_what_is_read_at_once_ends():
    """A character at the end of a part is read whole, also in a file of one long line."""
    for language, encoding in (("Chinese", "gb18030"), ("Japanese", "cp932"), ("Greek", "cp1253")):
        for end in ("", "\n"):
            for first in ("", "a", "ab"):
                line = LANGUAGES[language] + end
                text = first + line * (1 + (3 << 20) // len(line.encode(encoding)))
                assert read(text.encode(encoding))[0] == text


@settings(max_examples=400)
@given(
    encoding=st.sampled_from([*ENCODINGS, "cp037", "hz"]),
    data=st.binary(min_size=1) | st.text(min_size=1).map(str.encode),
)
def test_the_encoding_that_is_chosen_is_used_whatever_the_bytes_are(encoding, data):
    """Even an image is read; invalid bytes become U+FFFD, and the report counts them."""
    try:
        found, report = read(data, encoding)
    except CorpusError as error:  # of archives and packed files, the inner texts are read
        if error.code.startswith(("broken_", "document_broken", "counts_file")):
            return
        raise
    name = {"utf-8": "utf-8-sig"}.get(encoding, report.encoding)
    text = data.decode(name, "replace").removeprefix("\ufeff")
    assert found == text.replace("\r\n", "\n").replace("\r", "\n")
    assert report.encoding in (encoding, f"{encoding}-le", encoding[:6])
    lost = data.decode(name, "replace").count("�") - data.decode(name, "ignore").count("�")
    assert report.replaced == lost


@given(
    st.lists(st.sampled_from(["low", "好", " ", "\r\n", "\r", "\n", "\r\r\n", "\u2028", "\x0b"]))
)
def test_line_ends_are_those_of_pythons_text_mode(parts):
    text = "low" + "".join(parts)
    found, report = read(text.encode())
    assert found == io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8").read()
    assert report.has_returns == ("\r" in text)


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 40,
        bytes(2_000),
        random.Random(1).randbytes(5_000),
        b"a\x01\x02\x03\x04" * 100,
        b"low lower\x00 lowest",
        b"\x01\x02" + b"ab " * 32 + b"ab",
        "low\0 好".encode("utf-16-le") * 9 + b"\xff\xdf" * 9,
    ],
)
def test_binary_data_is_refused(data):
    assert refused(data) == "binary"
    assert read(b"\x01" + b"ab " * 33)[0].startswith("\x01"), "one control in a hundred is text"
    assert read(b"\x1b[31mlow\x1b[0m\n\x1c\n")[0], "a terminal's colours, and ends of records"


def test_without_chardet_what_is_no_utf_8_asks_for_its_encoding(monkeypatch, tmp_path):
    """Without chardet, UTF-8 (also damaged), a declared and a chosen encoding are read.

    Any other encoding must be named.
    """

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    assert read("好 \xff".encode("utf-16"))[0] == "好 ÿ"
    assert read("すべて".encode("iso2022_jp"))[0] == "すべて"
    assert read("好".encode() * 4 + b"\xff")[1].replaced == 1
    assert refused("café".encode("cp1252")) == "unknown_encoding"
    assert refused(random.Random(1).randbytes(5_000)) == "binary"
    path = tmp_path / "a.txt"
    path.write_bytes("café".encode("cp1252"))
    assert Corpus.from_file(path, encoding="cp1252").words == ("café",)
    with pytest.raises(CorpusError, match="Name the encoding, or run pip install chardet"):
        Corpus.from_file(path)


def test_all_encodings_offered_read_ascii_and_what_they_write():
    for encoding in ENCODINGS:
        assert read("low".encode(encoding), encoding)[0] == "low"
    decoding = find_encoding(lambda: io.BytesIO(b"low"), "a.txt")
    assert decoding == ("utf-8", False, 0, False)
