"""Encodings: UTF-8 if the whole file is valid, else a guess that is reported as a guess."""

import codecs
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from typing import IO, Any, NamedTuple

from ..errors import CorpusError, library, short

ENCODINGS = (
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be"),
    *("gb18030", "cp950", "big5hkscs", "cp932", "euc_jp", "iso2022_jp", "cp949"),
    *("cp1252", "iso8859-1", "iso8859-15", "cp437", "cp850"),
    *("cp1250", "iso8859-2", "cp852", "cp1254", "cp1257", "iso8859-13"),
    *("cp1251", "koi8-r", "koi8-u", "iso8859-5", "cp866", "cp855", "cp1253", "iso8859-7"),
    *("cp1256", "iso8859-6", "cp1255", "iso8859-8", "cp874", "mac_roman", "mac_cyrillic"),
)
"""Encodings that a reader can choose; any other text encoding of Python can be named, too."""

_GUESSED = {
    **{each: (each,) for each in ENCODINGS[2:]},
    "big5hkscs": ("cp950", "big5hkscs"),
    "shift_jis_2004": ("cp932", "shift_jis_2004"),
    "euc_jis_2004": ("euc_jp", "euc_jis_2004"),
    "euc_kr": ("cp949",),
    "iso8859-1": ("cp1252", "iso8859-1"),
    "iso8859-9": ("cp1254", "iso8859-9"),
    "tis-620": ("cp874",),
    "mac-roman": ("mac_roman",),
    "mac-cyrillic": ("mac_cyrillic",),
}
for _name in ("cp950", "euc_jp", "iso2022_jp", "mac_roman", "mac_cyrillic"):
    del _GUESSED[_name]  # chardet names them differently, or escape sequences identify them
"""chardet's result -> the superset of Windows and Python, the most common first."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MARKS = {
    each: tuple(bom for bom, encoding in _BOMS if encoding == each) for each in ("utf-16", "utf-32")
}
_ESCAPES = re.compile(rb"\x1b\$[@B]|\x1b\$\(D|\x1b\(J")
_ESCAPED = ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004")

_BLOCK = 1 << 20
_SAMPLE = 1 << 18  # bytes; of a large file only lines beyond ASCII are used
_EXPECTED = 0.3  # share of the best confidence: equally likely if it is the reader's language
_ALIKE = 0.9  # share of the best confidence: decided by the number of invalid bytes
_TEXT = 0.99  # minimum share of characters that are not controls

_ASCII = bytes(range(128))
# Terminal colours use escapes; the end marks of files and records count as white space.
_CONTROLS = bytes({*range(26), 127} - {*b"\t\n\v\f\r"})
_CONTROL = re.compile("[\0-\x08\x0e-\x19\x7f-\x84\x86-\x9f]")

_OTHER_SCRIPT = re.compile("[\u0370-\u06ff]+")  # Greek to Arabic: scripts with spaces between words
_MIXED_BYTES = 1 << 14  # number of bytes searched for them
_MIXED = re.compile("[A-Za-z][\u0370-\u06ff]|[\u0370-\u06ff][A-Za-z]")


class Decoding(NamedTuple):
    """Result of decoding the bytes of a file.

    Attributes:
        encoding: Python's name.
        is_guess: whether it was guessed from letter frequencies.
        replaced: number of runs of invalid bytes; each becomes one U+FFFD.
        has_returns: whether "\\r\\n" or "\\r" ends a line; each is read as "\\n".
    """

    encoding: str
    is_guess: bool = False
    replaced: int = 0
    has_returns: bool = False


def check_encoding(encoding: object) -> str | None:
    """Return the name of a text encoding, or None. Raises `ValueError` for any other value."""
    if encoding is None:
        return None
    try:
        if isinstance(encoding, str) and isinstance(b"a\xff".decode(encoding, "replace"), str):
            return encoding
    except (LookupError, ValueError):
        pass
    raise ValueError(
        f"encoding must be one that Python reads, got {short(encoding)}. "
        "Use utf-8 or cp1252, for instance, or leave it out to have it guessed."
    )


def find_encoding(
    opened: Callable[[], IO[bytes]],
    name: str,
    chosen: str | None = None,
    expected: Collection[str] = (),
) -> Decoding:
    """Determine a file's encoding from all of its bytes.

    A text is UTF-8 if the bytes of complete characters beyond ASCII are at least four times the
    invalid ones, or if only the last character is incomplete. Other encodings are guessed by
    chardet.

    opened: opens the file, each time from its start.
    chosen: the encoding to use in any case.
    expected: encodings of the reader's language, preferred if about equally likely.

    Raises `CorpusError` for binary data, and if chardet is missing.
    """
    if chosen is not None:
        return _measured(
            opened, _with_mark(codecs.lookup(chosen).name, opened().read(4)) or chosen
        )[0]
    scan = _Scan(opened())
    for bom, encoding in _BOMS:
        if scan.head.startswith(bom):
            return _text(opened, name, encoding)
    if scan.is_utf_8:
        if scan.has_escapes and not scan.high:
            return _fewest_replaced(opened, name, _ESCAPED)
        if scan.zeros > scan.size / 8:  # as in Latin text of UTF-16
            return _fewest_replaced(opened, name, _guesses(scan, name, ()), is_guess=True)
        if scan.controls > (1 - _TEXT) * scan.size:
            raise CorpusError("binary", file=name)
        if scan.high == scan.valid:
            return Decoding("utf-8", has_returns=scan.has_returns)
        return _measured(opened, "utf-8")[0]
    return _fewest_replaced(opened, name, _guesses(scan, name, expected), is_guess=True)


def _with_mark(encoding: str, head: bytes) -> str | None:
    """Return Python's name of UTF-16 or -32, with or without a byte order mark."""
    wide = encoding[:6]
    if wide not in _MARKS:
        return None
    little, big = _MARKS[wide]
    marks = {wide: (little, big), f"{wide}-le": (little,), f"{wide}-be": (big,)}[encoding]
    return wide if head.startswith(marks) else f"{wide}-{encoding[7:] or 'le'}"


class _Scan:
    """Statistics of the bytes of a file: UTF-8, controls, and lines beyond ASCII."""

    def __init__(self, file: IO[bytes]):
        self.size = self.high = self.valid = self.zeros = self.controls = 0
        self.head = b""
        self.has_returns = self.has_escapes = False
        lines, room = list[bytes](), _SAMPLE
        before = b""  # the last bytes of the previous block
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        while block := file.read(_BLOCK) + file.readline(_BLOCK):
            self.head = self.head or block[:_SAMPLE]
            self.size += len(block)
            self.zeros += block.count(0)
            self.has_returns |= b"\r" in block
            self.has_escapes |= bool(_ESCAPES.search(block))
            self.controls += len(block) - len(block.translate(None, _CONTROLS))
            if not block.isascii() or decoder.getstate()[0]:
                ascii_only = len(block) - len(block.translate(None, _ASCII))
                text = decoder.decode(block)
                self.high += len(block) - ascii_only
                self.valid += len(text.encode()) - ascii_only
            before = (before + block)[-8:]
            for line in block.splitlines(keepends=True) if room > 0 else ():
                if not line.isascii() and (len(line) <= room or not lines):
                    lines.append(line)
                    room -= len(line)
        cut = decoder.getstate()[0]
        self._is_cut_alone = self.high - self.valid == len(cut) > 0
        # In UTF-8, é and ß of Latin-1 begin characters of other scripts: rare after a letter.
        self._is_cut_letter = (
            len(cut) == 1 and not self.valid and cut >= b"\xdf" and before[-2:-1].isalpha()
        )
        small = self.size <= _SAMPLE or self.zeros or not lines
        self.sample = self.head if small else b"".join(lines)

    @property
    def is_utf_8(self) -> bool:
        invalid = self.high - self.valid
        if self._is_cut_alone:
            return not self._is_cut_letter
        return self.valid >= 4 * invalid


def _guesses(scan: _Scan, name: str, expected: Collection[str]) -> list[str]:
    """Return the encodings that are about equally likely, the most likely first."""
    try:
        chardet: Any = library("chardet")
    except CorpusError as error:
        if scan.controls > (1 - _TEXT) * scan.size:
            raise CorpusError("binary", file=name) from error
        raise CorpusError("unknown_encoding", file=name) from error
    found = chardet.detect_all(
        scan.sample,
        max_bytes=_SAMPLE,
        ignore_threshold=True,
        compat_names=False,
        include_encodings=_GUESSED,
        no_match_encoding="ascii",
    )
    known = [each for each in found if each["encoding"] in _GUESSED]
    likely = [each for each in known if not _mixes_scripts(scan.sample, each["encoding"])] or known
    if not likely:
        zeros = scan.sample.count(0)
        if 2 * zeros == len(scan.sample):  # a few Latin letters
            return ["utf-16-be" if 2 * scan.sample[::2].count(0) > zeros else "utf-16-le"]
        wide = [each for each in ("utf-16-le", "utf-16-be") if _is_dense(scan.sample, each)]
        if wide:
            return wide[:1]
        raise CorpusError("binary", file=name)
    best = likely[0]["confidence"]
    wanted = [
        each
        for each in likely
        if {*_GUESSED[each["encoding"]]} & {*expected} and each["confidence"] >= _EXPECTED * best
    ]
    alike = wanted or [each for each in likely if each["confidence"] >= _ALIKE * best]
    # One letter beyond ASCII is little evidence: take the most common possible encoding.
    usual = [each for each in likely if each["encoding"] == "cp1252"]
    is_one = len({*scan.sample.translate(None, _ASCII)}) == 1
    if is_one and usual and not wanted and usual[0]["confidence"] > _EXPECTED * best:
        alike = usual
    return [one for each in alike[:4] for one in _GUESSED[each["encoding"]]]


def _mixes_scripts(data: bytes, encoding: str) -> bool:
    """Return whether decoded words mix Latin letters with other scripts, such as "caffи"."""
    text = data[:_MIXED_BYTES].decode(encoding, "replace")
    return 5 * len(_MIXED.findall(text)) > len(_OTHER_SCRIPT.findall(text))


def _is_dense(data: bytes, encoding: str) -> bool:
    """Return whether a few decoded bytes are all Chinese characters, which is rare by chance."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return all("\u3000" <= each <= "\u9fff" or each in "\r\n，。！？：；" for each in text)


def _fewest_replaced(
    opened: Callable[[], IO[bytes]], name: str, encodings: Collection[str], is_guess: bool = False
) -> Decoding:
    """Return the first encoding that decodes everything, or else the one that decodes most."""
    found: list[Decoding] = []
    for encoding in encodings:
        try:
            found.append(_text(opened, name, encoding)._replace(is_guess=is_guess))
        except CorpusError:
            continue
        if not found[-1].replaced:
            break
    if not found:
        raise CorpusError("binary", file=name)
    return min(found, key=lambda each: each.replaced)


def _text(opened: Callable[[], IO[bytes]], name: str, encoding: str) -> Decoding:
    """Decode the whole file. Raises `CorpusError` if the characters are not those of a text."""
    decoding, strange, length = _measured(opened, encoding)
    if strange > (1 - _TEXT) * length:
        raise CorpusError("binary", file=name)
    return decoding


def _measured(opened: Callable[[], IO[bytes]], encoding: str) -> tuple[Decoding, int, int]:
    """Decode the whole file; return the decoding, the number of odd characters, and of all."""
    replaced = strange = length = 0
    has_returns = False
    for text, kept in _decoded(opened(), encoding):
        replaced += text.count("\ufffd") - kept.count("\ufffd")
        has_returns |= "\r" in text
        strange += len(_CONTROL.findall(text))
        if not length and encoding.startswith(("utf-16", "utf-32")):
            unused = sum(unicodedata.category(each) in ("Cn", "Co", "Cs") for each in text[:_BLOCK])
            strange += unused + text.count("\ufffd")
        length += len(text)
    return Decoding(encoding, False, replaced, has_returns), strange, length


def _decoded(file: IO[bytes], encoding: str) -> Iterator[tuple[str, str]]:
    """Yield blocks of a text, with and without U+FFFD for invalid bytes."""
    ways = [codecs.getincrementaldecoder(encoding)(errors) for errors in ("replace", "ignore")]
    is_over = False
    while not is_over:
        block = file.read(_BLOCK)
        is_over = not block
        text, kept = (way.decode(block, final=is_over) for way in ways)
        yield text, kept
