"""A list of merges in any format that people save: the pairs, by rank."""

import ast
import json
from collections.abc import Callable, Sequence
from typing import Any

import regex

from ..encoding.matching import merge_by_rank
from ..errors import CorpusError, short
from ..input.opening import KINDS, check_size
from ..merging.cells import Token
from . import checks
from .by_tiktoken import TiktokenTokenizer, looks_like_ranks
from .checks import read_merge_lines, read_text
from .tokenizer import LONGEST

LARGEST = KINDS["merges"].app.most
"""Bytes of a list of merges."""

_HALF = regex.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which no text holds, but which JSON and Python can write."""

_PICKLES = (".pkl", ".pickle", ".p", ".joblib", ".pt")
_ONE = r"""b?(?:'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+")"""
_SAID_LINE = regex.compile(
    rf"(?i:[^('\"]{{0,80}}(?:\bmerg(?:e|ed|ing)\b|合并)[^('\"]{{0,80}})"
    rf"\(\s*({_ONE}|\d+)\s*,\s*({_ONE}|\d+)\s*\).*"
)
"""A trainer's progress line: "merge ('e', 'r')", minbpe's "merge 1/9: (101, 32) -> 256"."""

_BEST_LINE = regex.compile(rf"(?i:best pair):?\s*\(\s*({_ONE})\s*,\s*({_ONE})\s*\).*")
"""The progress line of lessons that copy the paper's code."""

_COUNTED_LINE = regex.compile(r"pair \d+: (\S+) (\S+) -> \S+ \(frequency \d+\)")
"""What subword-nmt prints with `--verbose`."""

_FREQUENT_LINE = regex.compile(
    r"Most frequent pair\s*\(\d+ times\) is\s*:\s*(.+?), (.+?)(?:\.(?:\s+\p{L}.*)?)?"
)
"""Another lesson's line: "Most frequent pair(3 times) is : e, s.", and more behind the dot."""

_COMMA = regex.compile("[,，、]")
_UNIT, _ATTACHED = regex.compile("</w>|."), regex.compile(".(?:</w>)?")

_PAIR_LINE = regex.compile(rf"\(?\s*({_ONE})\s*,?\s*({_ONE})\s*\)?,?")


def load_merges(name: str, data: bytes) -> list[tuple[Token, Token]]:
    """Return the merges of a file or of a pasted text, by rank.

    It may be a merges.txt, codes of subword-nmt or fastBPE, .tiktoken ranks, a .model of minbpe, a
    tokenizer.json, or a list, tuple or dict of pairs as Python or JSON write it: of str, of bytes,
    or of ids, where each merge makes the next id after the 256 bytes; a dict is of ranks or ids, or
    of what each pair becomes, in its order. In Python's writing there may also be one pair a line,
    and of what a trainer prints the lines "merge ('e', 'r')" or "Best pair: ('e', 'r')" are taken,
    other lessons', minbpe's and subword-nmt's too. A line of tokens with commas between them, as
    books print one, is read where each is made of two before it. Nothing is ever run: a pickle is
    refused.

    Raises `CorpusError`, with the line or place where there is one.

    >>> from bpe.interchange import load_merges
    >>> load_merges("mine.txt", b"[('e', 's'), ('es', 't')]")
    [('e', 's'), ('es', 't')]
    """
    checks.check_file(name, data)
    if data[:1] == b"\x80" or name.lower().endswith(_PICKLES):
        raise CorpusError("is_pickle", file=name)
    check_size(name, len(data), LARGEST)
    name, data = checks.unpacked_file(name, data)
    text = read_text(name, data)
    if text.startswith("minbpe v"):
        return _pairs(name, _minbpe(name, text))
    if text.lstrip()[:1] in "[{(":
        value = _value(text)
        if isinstance(value, list | tuple | dict):
            return _pairs(name, value)
    lines = [line.strip() for line in text.split("\n")]
    for printed, read in _PRINTED.items():
        if any(said := [printed.fullmatch(line) for line in lines]):
            return _pairs(name, [read(match.groups()) for match in said if match])
    if name.endswith(".tiktoken") or looks_like_ranks(text):
        return [*TiktokenTokenizer(name, text).pairs()]
    literal = [_PAIR_LINE.fullmatch(line) for line in lines if line]
    if all(literal):
        return _pairs(name, [_literal(match.groups()) for match in literal if match])
    return _pairs_of_tokens(text) or list(read_merge_lines(name, text))


def _pairs_of_tokens(text: str) -> list[tuple[Token, Token]] | None:
    """Return the merges that make the tokens of one line, "ne, new, ␣r"; None for no such line.

    The tokens so far are merged in each as the encoder would, and two parts must be left. A `</w>`
    is a token of its own where that works for all of them, else part of the last letter.
    """
    line = text.strip()
    tokens = [] if "\n" in line else [token.strip() for token in _COMMA.split(line)]
    if any(not 2 <= len(token) <= LONGEST for token in tokens):
        return None
    spelled = [_UNIT.findall(token.replace("␣", " ")) for token in tokens]
    attached = [_ATTACHED.findall(token.replace("␣", " ")) for token in tokens]
    return _last_pairs(spelled) or _last_pairs(attached)


def _last_pairs(tokens: Sequence[list[str]]) -> list[tuple[Token, Token]] | None:
    """Return the last pair of each token; None where one is left in more or fewer parts."""
    ids: dict[str, int] = {}
    ranks: dict[tuple[int, int], int] = {}
    made: list[int] = []
    for units in tokens:
        parts = merge_by_rank([ids.setdefault(unit, len(ids)) for unit in units], ranks, made)
        if len(parts) != 2:
            return None
        ranks[parts[0], parts[1]] = len(made)
        made.append(ids.setdefault("".join(units), len(ids)))
    names = list(ids)
    return [(names[left], names[right]) for left, right in ranks]


def _minbpe(name: str, text: str) -> list[list[int]]:
    """Return the merges by id of a .model of minbpe: behind its pattern and its special tokens."""
    lines = text.rstrip("\n").split("\n")
    special = lines[2].strip()[:9] if len(lines) > 2 else ""
    first = 3 + int(special) if special.isdecimal() else 2
    for number, line in enumerate(lines[2:], 3):
        pair = line.split()
        if number > first and not (len(pair) == 2 and all(map(str.isdecimal, pair))):
            raise CorpusError("minbpe", file=name, line=number, value=short(line))
    return [[int(id_[:9]) for id_ in line.split()] for line in lines[first:]]


def _value(text: str) -> Any:
    """Return what Python or JSON would read, or None where neither would."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _literal(parts: Sequence[str]) -> Any:
    try:
        return tuple(map(ast.literal_eval, parts))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return tuple(parts)


_PRINTED: dict[regex.Pattern[str], Callable[[Sequence[str]], Any]] = {
    **dict.fromkeys((_SAID_LINE, _BEST_LINE), _literal),
    **dict.fromkeys((_COUNTED_LINE, _FREQUENT_LINE), tuple),
}
"""Pattern of a printed line -> how its pair is read: as a Python literal, or as it stands."""


def _pairs(name: str, value: Any) -> list[tuple[Token, Token]]:
    """Read merges from a parsed file. Raises `CorpusError`, with the place."""
    if isinstance(value, dict):
        model = value.get("model")
        inner = model if isinstance(model, dict) else value
        value = inner["merges"] if "merges" in inner else _by_number(name, inner)
    elif _is_pair(value) and not (_is_pair(value[0]) or all(map(_is_line, value))):
        value = [value]
    if not isinstance(value, list | tuple):
        raise CorpusError("merges", where=name, value=short(value))
    made: list[Token] = [bytes([byte]) for byte in range(256)]
    pairs: list[tuple[Token, Token]] = []
    size = 0
    for place, entry in enumerate(value):
        parts = entry.split(" ") if isinstance(entry, str) else entry
        if _is_pair(parts) and _is_pair(parts[0]) and not isinstance(parts[0], str | bytes):
            parts = parts[0]
        if not _is_pair(parts):
            raise CorpusError("merge", where=name, place=place, value=short(entry))
        left, right = (_token(part, made) for part in parts)
        if left is None or right is None or type(left) is not type(right):
            raise CorpusError("merge", where=name, place=place, value=short(entry))
        size += len(left) + len(right)
        check_size(name, size, checks.LARGEST)
        pairs.append((left, right))
        made.append(left + right)  # type: ignore[operator]
    return pairs


def _is_pair(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2


def _is_line(value: object) -> bool:
    return isinstance(value, str) and regex.fullmatch(r"\S+ \S+", value) is not None


def _token(part: object, made: Sequence[Token]) -> Token | None:
    """Return a token, or the one that an id stands for; None for neither."""
    if isinstance(part, str | bytes) and part:
        return None if isinstance(part, str) and _HALF.search(part) else part
    if not isinstance(part, int) or isinstance(part, bool):
        return None
    return made[part] if 0 <= part < len(made) else None


def _by_number(name: str, found: dict[Any, Any]) -> list[Any]:
    """Return the keys of pair -> rank or id by number, of pair -> token as they stand."""
    if found and all(isinstance(token, str | bytes) for token in found.values()):
        return list(found)
    if not all(isinstance(number, int) for number in found.values()):
        raise CorpusError("merges", where=name, value=short(found))
    return sorted(found, key=found.__getitem__)
