"""Read ids or tokens that somebody wrote down, and write those of an encoding."""

from __future__ import annotations

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
    largest = tokenizer.unknown_id
    bytes_too = tokenizer.scheme.unknown == "bytes" and tokenizer.scheme.units == "characters"
    if bytes_too:
        largest += 256
    if kind == "ids":
        parts = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        known: dict[str, int | Token] = {
            part: int(part)
            for part in parts
            if part.isascii() and part.isdigit() and len(part) < 12 and int(part) <= largest
        }
    else:
        parts = text.split()
        used = [*tokenizer.alphabet_ids, *(new for _, _, new in tokenizer.merges)]
        known = {visible(tokenizer.tokens[id_]): id_ for id_ in reversed(used)}
        known["<unk>"] = tokenizer.unknown_id
        if bytes_too:
            known |= {f"<0x{byte:02X}>": tokenizer.unknown_id + 1 + byte for byte in range(256)}
        if tokenizer.scheme.unknown == "pass":
            known = {part: part for part in parts} | known
    bad = next((part for part in parts if part not in known), None)
    return Read(tuple(known[part] for part in parts if part in known), bad, largest)
