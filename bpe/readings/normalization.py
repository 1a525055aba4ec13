"""Normalization: a sentence as SentencePiece normalizes it, and the change of each piece."""

import unicodedata
from dataclasses import dataclass

import regex

from ..text.normalizers import count_pieces, normalization_pieces, normalize
from ..text.pretokenizers import pretokenize

_SPACES = regex.compile(r"[ \r\n]+")


@dataclass(frozen=True)
class PieceChange:
    """A piece of a text before and after normalization.

    kind: "same"; "composed" (another spelling of the same characters); "folded" (replaced by
        another character, so the original is lost); "space" (white space written as one space, or
        removed); "deleted".
    """

    before: str
    after: str
    kind: str


def normalize_sentence(text: str, normalizer: str) -> str:
    """Normalize, then collapse runs of spaces, and strip both ends.

    The only white space that nmt_nfkc keeps is U+0085, which the library treats as a character.

    >>> normalize_sentence(" ｈｅｌｌｏ  ①", "nmt_nfkc")
    'hello 1'
    """
    return " ".join(pretokenize(normalize(text, normalizer), "space"))


def sentence_changes(text: str, normalizer: str) -> tuple[PieceChange, ...]:
    """Cut a text into pieces, each before and after normalization, in order.

    Joined, the pieces after it are `normalize_sentence(text, normalizer)`.
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

    Changed spaces, and other spellings of the same characters, are not counted.
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
    """Return each character as it is written; of several spaces only the first."""
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
