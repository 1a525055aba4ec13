"""Normalization: a sentence as SentencePiece normalizes it, and what becomes of each piece."""

import unicodedata
from dataclasses import dataclass

import regex

from ..text.normalizers import count_pieces, normalization_pieces, normalize
from ..text.pretokenizers import pretokenize

_SPACES = regex.compile(r"[ \r\n]+")


@dataclass(frozen=True)
class PieceChange:
    """A piece of a text, and what normalizing makes of it.

    kind: "same"; "composed" (another spelling of the same characters); "folded" (another
    character stands in for it, and which it was is lost); "space" (white space written as one
    space, or left out); "deleted".
    """

    before: str
    after: str
    kind: str


def normalize_sentence(text: str, normalizer: str) -> str:
    """Normalize, then write each run of spaces as one, and none at the ends.

    What nmt_nfkc leaves of white space is U+0085, which the library takes for a character.

    >>> normalize_sentence(" ｈｅｌｌｏ  ①", "nmt_nfkc")
    'hello 1'
    """
    return " ".join(pretokenize(normalize(text, normalizer), "space"))


def sentence_changes(text: str, normalizer: str) -> tuple[PieceChange, ...]:
    """Cut a text into pieces with what becomes of each, in order.

    What stands after, put together, is `normalize_sentence(text, normalizer)`.
    """
    pieces = normalization_pieces(text, normalizer)
    kept, last = _written_spaces("".join(after for _, after in pieces)), 0
    changes = []
    for before, after in pieces:
        written = "".join(kept[last : last + len(after)])
        last += len(after)
        changes.append(PieceChange(before, written, _change_kind(before, after, written)))
    return tuple(changes)


def lost_characters(text: str, normalizer: str) -> list[tuple[PieceChange, int]]:
    """Count the characters that a normalizer replaces or deletes, the most frequent first.

    Spaces that become other spaces, and spellings that stay the same characters, are left out.
    """
    if normalizer == "none":
        return []
    counts = count_pieces(text, normalizer)
    changes = [
        (PieceChange(before, after, _change_kind(before, after, after)), times)
        for (before, after), times in counts.items()
    ]
    lost = [each for each in changes if each[0].kind in ("folded", "deleted")]
    return sorted(lost, key=lambda each: -each[1])


def _written_spaces(text: str) -> list[str]:
    """Return each character as it is written: of spaces between words the first one."""
    kept = ["" if _SPACES.match(character) else character for character in text]
    for run in _SPACES.finditer(text):
        if run.start() > 0 and run.end() < len(text):
            kept[run.start()] = " "
    return kept


def _change_kind(before: str, after: str, written: str) -> str:
    if written == before:
        return "same"
    if after and after.isspace():
        return "space"
    if not after:
        return "deleted"
    if unicodedata.normalize("NFC", before) == unicodedata.normalize("NFC", written):
        return "composed"
    return "folded"
