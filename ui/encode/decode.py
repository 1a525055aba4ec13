"""Read ids or tokens that somebody wrote down, and write those of an encoding."""

from dataclasses import dataclass

from bpe import Encoding, Tokenizer
from ui.draw.tokens import Token, visible

KINDS = ("ids", "tokens")


@dataclass(frozen=True)
class Read:
    """What was read: items to decode, or the first that is none.

    Attributes:
        items: ids or tokens, as `Tokenizer.decode` takes them.
        bad: the first part that names no id or token.
        largest: the largest id there is.
    """

    items: tuple[int | Token, ...]
    bad: str | None
    largest: int


def written(tokenizer: Tokenizer, encoding: Encoding, kind: str) -> str:
    """Write ids, or tokens with every character visible, parted by single spaces."""
    if kind == "ids":
        return " ".join(map(str, encoding.ids))
    return " ".join(map(visible, encoding.tokens))


def read(tokenizer: Tokenizer, text: str, kind: str) -> Read:
    """Read ids or visible tokens parted by white space (ids also by commas)."""
    if kind == "ids":
        parts = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        ids = set(tokenizer.ids)
        numbers = {part: int(part) for part in parts if _is_number(part)}
        known: dict[str, int | Token] = {part: id_ for part, id_ in numbers.items() if id_ in ids}
    else:
        parts = text.split()
        known = {visible(token): id_ for token, id_ in tokenizer.vocabulary.items()}
        known |= tokenizer.special
        if tokenizer.scheme.unknown == "pass":
            known = {part: part for part in parts} | known
    bad = next((part for part in parts if part not in known), None)
    items = tuple(known[part] for part in parts if part in known)
    return Read(items, bad, max(tokenizer.ids, default=0))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 12
