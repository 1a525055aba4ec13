"""Normalizers: map equivalent Unicode spellings to one form.

"nmt_nfkc" is SentencePiece's default rule: its character map only. That library also collapses runs
of spaces, strips both ends and adds a leading space; these belong to splitting a text into words,
and are done by the pre-tokenizer here.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Literal

import regex

from ..errors import check_choice

NORMALIZERS = ("none", "nfc", "nfkc", "nmt_nfkc")
_FORMS: dict[str, Literal["NFC", "NFKC"]] = {"nfc": "NFC", "nfkc": "NFKC"}

# Every code point that can compose with the one before it: marks, the second and third
# letters of a Hangul syllable in each of their forms, the halfwidth voiced sound marks, and the
# one letter of Kirat Rai that composes. A superset is enough, a missing one would not be.
_JOINING = (
    r"\p{M}\u1161-\u1175\u11A8-\u11C2\u314F-\u3163\u3131-\u314E"
    r"\uFF9E\uFF9F\uFFA1-\uFFDC\U00016D67"
)
_CLUSTER = regex.compile(rf"(?s:.)[{_JOINING}]+")
_CLUSTER_OR_ONE = regex.compile(rf"(?s:.)[{_JOINING}]*")

# SentencePiece's map uses a newer Unicode version than Python 3.11 to 3.13. These are
# the compatibility characters (single) and canonical compositions (sequences) added since.
_NEWER_CHARACTERS = {
    "\ua7f1": "S",
    **dict(zip(map(chr, range(0x1CCD6, 0x1CCF0)), "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=True)),
    **dict(zip(map(chr, range(0x1CCF0, 0x1CCFA)), "0123456789", strict=True)),
    **dict(
        zip(
            map(chr, range(0x1E030, 0x1E06E)),
            "абвгдежзиклмопрстуфхцчшыэю\ua689әіјөүӏабвгдежзиклопсуфхцчшъыґіѕџҫ\ua651ұ",
            strict=True,
        )
    ),
}
_NEWER_COMPOSITIONS = {
    "\U000105d2\u0307": "\U000105c9",
    "\U000105da\u0307": "\U000105e4",
    "\U00011382\U000113c9": "\U00011383",
    "\U00011384\U000113bb": "\U00011385",
    "\U0001138b\U000113c2": "\U0001138e",
    "\U00011390\U000113c9": "\U00011391",
    "\U000113c2\U000113c2": "\U000113c5",
    "\U000113c2\U000113b8": "\U000113c7",
    "\U000113c2\U000113c9": "\U000113c8",
    "\U0001611e\U0001611e": "\U00016121",
    "\U0001611e\U00016129": "\U00016122",
    "\U0001611e\U0001611f": "\U00016123",
    "\U00016129\U0001611f": "\U00016124",
    "\U0001611e\U00016120": "\U00016125",
    "\U0001611e\U0001611e\U0001611f": "\U00016126",
    "\U0001611e\U00016129\U0001611f": "\U00016127",
    "\U0001611e\U0001611e\U00016120": "\U00016128",
    "\U00016d67\U00016d67": "\U00016d68",
    "\U00016d63\U00016d67": "\U00016d69",
    "\U00016d63\U00016d67\U00016d67": "\U00016d6a",
}
_LONGEST_RULE = 4

_DELETED = [*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]
_SPACES = "\t\n\f\r\u061c\u1680\u200b\u200c\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
_KEPT = "\uff5e"


class _NmtMap(dict[int, int | str]):
    """Map one code point as nmt_nfkc does, for str.translate; filled on demand."""

    def __missing__(self, code_point: int) -> int | str:
        source = chr(code_point)
        target = _NEWER_CHARACTERS.get(source) or unicodedata.normalize("NFKC", source)
        self[code_point] = value = code_point if target == source else target
        return value


_NMT = _NmtMap(
    {
        **dict.fromkeys(_DELETED, ""),
        **dict.fromkeys(map(ord, _SPACES), " "),
        ord(_KEPT): _KEPT,
    }
)


def normalize(text: str, name: str) -> str:
    """Return the text normalized by the named normalizer.

    name is "none", "nfc", "nfkc" (Unicode's forms, in the Unicode version of this Python) or
    "nmt_nfkc" (SentencePiece's map, leftmost longest rule first, without its handling of spaces).
    """
    if name == "none":
        return text
    if name in _FORMS:
        return unicodedata.normalize(_FORMS[name], text)
    check_choice("normalizer", name, NORMALIZERS)
    if text.isascii() or _CLUSTER.search(text) is None:
        return text.translate(_NMT)
    return "".join(target for _, target in _nmt_rules(text))


def normalization_pieces(text: str, name: str) -> list[tuple[str, str]]:
    """Cut the text into the smallest (before, after) pieces that are normalized independently.

    Joined, the two sides are the text, and normalize(text, name). A deleted character has "" as
    `after`; letters and marks that may compose stay in one piece.
    """
    check_choice("normalizer", name, NORMALIZERS)
    if name == "none":
        return [(character, character) for character in text]
    if name == "nmt_nfkc":
        return list(_nmt_rules(text))
    clusters = _CLUSTER_OR_ONE.findall(text)
    return [(source, unicodedata.normalize(_FORMS[name], source)) for source in clusters]


def places_before(text: str, name: str) -> tuple[list[int], list[int]]:
    """Return the original offset of each offset in `normalize(text, name)`, in characters.

    Two lists: for starts, and for ends. A rewritten piece is one unit.

    >>> places_before("e\\u0301a", "nfc")
    ([0, 2, 3], [0, 2, 3])
    """
    begins: list[int] = []
    ends, at = [0], 0
    for before, after in normalization_pieces(text, name):
        begins += [at] * len(after)
        at += len(before)
        ends += [at] * len(after)
    return [*begins, at], ends


def count_pieces(text: str, name: str) -> Counter[tuple[str, str]]:
    """Count each (before, after) of `normalization_pieces`, faster if a text repeats itself."""
    clusters = Counter(text)
    joined = Counter([] if text.isascii() else _CLUSTER.findall(text))
    for cluster, times in joined.items():
        for character in cluster:
            clusters[character] -= times
    counts: Counter[tuple[str, str]] = Counter()
    for cluster, times in (+clusters + joined).items():
        for piece in normalization_pieces(cluster, name):
            counts[piece] += times
    return counts


def _nmt_rules(text: str) -> Iterator[tuple[str, str]]:
    """Yield (source, target) of each rule that nmt_nfkc applies, from left to right."""
    for match in _CLUSTER_OR_ONE.finditer(text):
        cluster = match.group()
        start = 0
        while start < len(cluster):
            end = min(len(cluster), start + _LONGEST_RULE)
            composed = None
            while end > start + 1 and (composed := _compose(cluster[start:end])) is None:
                end -= 1
            source = cluster[start:end]
            yield source, source.translate(_NMT) if composed is None else composed
            start = end


def _compose(source: str) -> str | None:
    """Return the single character that nmt_nfkc makes of several, or None if no rule matches.

    The rules are: characters that each map to one character (NFKD), which together are the full
    decomposition of one that composes again.
    """
    decomposed = "".join(
        [unicodedata.normalize("NFKD", _NEWER_CHARACTERS.get(c, c)) for c in source]
    )
    if len(decomposed) != len(source):
        return None
    if decomposed in _NEWER_COMPOSITIONS:
        return _NEWER_COMPOSITIONS[decomposed]
    composed = unicodedata.normalize("NFC", decomposed)
    if len(composed) != 1 or unicodedata.normalize("NFD", composed) != decomposed:
        return None
    return composed
