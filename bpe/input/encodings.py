"""Decode bytes to text; guess the encoding where none is named, and refuse binary data."""

import codecs
import unicodedata
from collections.abc import Collection

from ..errors import CorpusError, library

ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "cp1252",
    "iso8859-1",
    "iso8859-2",
    "iso8859-15",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "koi8-r",
    "mac_roman",
)
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 64 * 1024
_LATIN = {"cp1250", "cp1254", "iso8859_2"}  # easily taken for cp1252, which is far more usual
_ABOUT_EQUAL = 0.1  # of the share of a text that looks wrong
_COMMON = 0.9  # of the characters of a text in Chinese; of two bytes read as one, a third
_GB_COMMON = 0.5  # of those beyond ASCII in GB 18030, for who reads Chinese: names have rare ones
_MANY = 16  # characters, of which some begin with a byte beyond Hangul's if they are Chinese
_SIGNS, _LAST_OF_HANGUL = 0xA1, 0xC8


def decode_file(
    data: bytes, encoding: str | None, expected: Collection[str] = ()
) -> tuple[str, str]:
    """Decode, guessing the encoding where none is given. Returns the text and the encoding.

    expected: those that a reader of some language expects. Line ends become "\\n".
    Raises `CorpusError` for what is no text, or not in this encoding.
    """
    guessed = encoding or guess(data, expected)
    try:
        text = data.decode(guessed)
    except UnicodeDecodeError as error:
        raise CorpusError("wrong_encoding", encoding=guessed) from error
    text = text.removeprefix("\ufeff")
    head = text[:_SAMPLE]
    if sum(map(_is_control, head)) > len(head) / 100:
        raise CorpusError("binary")
    return text.replace("\r\n", "\n").replace("\r", "\n"), guessed


def from_utf8(data: bytes, name: str, place: int = 0) -> str:
    """Return the text of a file, or of its part from a place on, without a byte order mark.

    Raises `CorpusError` for what is not UTF-8.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        raise CorpusError("file_encoding", name=name, byte=data[at], place=place + at) from error
    return text if place else text.removeprefix("\ufeff")


def guess(data: bytes, expected: Collection[str] = ()) -> str:
    """Guess an encoding; an expected one wins wherever it is possible.

    Raises CorpusError where no encoding makes text of the bytes.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    zeros = data[:_SAMPLE].count(0)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        for encoding in ("utf-16-le", "utf-16-be"):
            if not len(data) % 2 and _is_chinese(data, encoding):
                return encoding
        for encoding in expected:
            if _is_gb18030(data) if encoding == "gb18030" else _is_text(data, encoding):
                return encoding
        if zeros:
            return _utf_16_without_bom(data, zeros)
    else:
        # Latin text in UTF-16 is UTF-8 as well, with every second byte zero.
        many = zeros > min(len(data), _SAMPLE) / 8
        return _utf_16_without_bom(data, zeros) if many else "utf-8"
    guesses = library("charset_normalizer").from_bytes(_sample(data), cp_isolation=list(ENCODINGS))
    found = list(guesses)
    if not found:
        raise CorpusError("binary")
    best = found[0]
    if best.encoding in _LATIN:
        usual = (each for each in found if each.encoding == "cp1252")
        best = next((each for each in usual if each.chaos <= best.chaos + _ABOUT_EQUAL), best)
    # Encodings that give the same text are equally good: take the most usual of them.
    equal = [name for name in ENCODINGS if name in best.could_be_from_charset]
    return equal[0] if equal else best.encoding


def _utf_16_without_bom(data: bytes, zeros: int) -> str:
    """Tell UTF-16 from binary data: zeros in one half of its units only, and real characters."""
    even = data[:_SAMPLE:2].count(0)
    encoding = "utf-16-le" if 2 * even < zeros else "utf-16-be"
    text = codecs.getincrementaldecoder(encoding)("replace").decode(data[:_SAMPLE])
    strange = sum(map(_is_no_text, text))
    if len(data) % 2 or min(even, zeros - even) > zeros / 10 or strange > len(text) / 100:
        raise CorpusError("binary")
    return encoding


def _is_chinese(data: bytes, encoding: str) -> bool:
    """Say whether bytes, read so, are of the characters that Chinese is mostly written in."""
    text = _begun(data, encoding)
    if text is None or text.isascii():
        return False
    return sum(map(_is_common, text)) >= _COMMON * len(text)


def _is_text(data: bytes, encoding: str) -> bool:
    """Say whether bytes, read so, are whole characters and no controls."""
    text = _begun(data, encoding)
    return text is not None and not any(map(_is_no_text, text))


def _begun(data: bytes, encoding: str) -> str | None:
    """Decode the beginning; None where it is not in this encoding."""
    try:
        decoder = codecs.getincrementaldecoder(encoding)()
        return decoder.decode(data[:_SAMPLE], final=len(data) <= _SAMPLE)
    except UnicodeDecodeError:
        return None


def _is_gb18030(data: bytes) -> bool:
    """Say whether bytes can be Chinese in GB 18030, as a reader of Chinese expects.

    The bytes of Korean and Japanese can be read so too: Korean uses but the first part of the
    common characters, and kana stand at the same place.
    """
    text = _begun(data, "gb18030")
    if text is None or any(map(_is_no_text, text)):
        return False
    beyond = [character for character in text if not character.isascii()]
    firsts = [each.encode("gb18030")[0] for each in beyond if _is_usual_in_gb18030(each)]
    if len(firsts) >= _MANY and max(firsts) <= _LAST_OF_HANGUL:
        return False
    kana = sum("\u3041" <= each <= "\u30fa" for each in beyond)
    return kana < len(beyond) / 10 and len(firsts) >= _GB_COMMON * len(beyond)


def _is_usual_in_gb18030(character: str) -> bool:
    """Say whether a character beyond ASCII is common, and its bytes not those of Latin letters."""
    first, second, *_ = character.encode("gb18030")
    return _is_common(character) and (first < _SIGNS or second >= _SIGNS or character > "\uffff")


def _is_common(character: str) -> bool:
    """Say whether a character is of ASCII, or of the first level of GB 2312 or Big5, with signs.

    One beyond the first plane is, too: other encodings have hardly bytes that read as such.
    """
    if character.isascii():
        return not _is_control(character)
    if character > "\uffff":
        return unicodedata.category(character) == "Lo"
    for encoding, first, last in (("gb2312", 0xB0, 0xD7), ("big5", 0xA4, 0xC6)):
        code = character.encode(encoding, "ignore")
        if code and (first <= code[0] <= last or code[0] in (0xA1, 0xA3)):
            return True
    return False


def _sample(data: bytes) -> bytes:
    """Return the sample for a guess: the start up to the end of a line."""
    if len(data) <= _SAMPLE:
        return data
    return data[: data.rfind(b"\n", 0, _SAMPLE) + 1] or data[:_SAMPLE]


def _is_control(character: str) -> bool:
    return unicodedata.category(character) == "Cc" and character not in "\n\r\t\f\x1a\x85"


def _is_no_text(character: str) -> bool:
    """Say whether a character is a control, unassigned, or a decoder's replacement."""
    unused = unicodedata.category(character) in ("Cn", "Co", "Cs") or character == "\ufffd"
    return unused or _is_control(character)
