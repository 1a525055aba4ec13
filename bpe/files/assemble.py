"""Tokens, merges and rules put together to a tokenizer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

import regex

from ..errors import CorpusError, short
from ..merging.cells import Token
from ..schemes import Boundary, Pretokenizer, Scheme, Units
from ..text.bytelevel import from_alias
from ..text.pretokenizers import PRETOKENIZERS, pretokenize_spans
from .pipeline import by_spans, read_normalizer
from .tokenizer import FileTokenizer, Rules

T = TypeVar("T", bytes, Token)

# How the words of OpenAI's models are cut; their .tiktoken files do not say it. That of cl100k
# takes white space at a text's end whole, which "gpt4", the pattern as it was published, does not.
_CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++\Z|\s*[\r\n]|\s+(?!\S)|\s"
)
_O200K = "|".join(
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
PATTERNS = {"cl100k": _CL100K, "o200k": _O200K}


def assemble(
    vocabulary: Mapping[str, int],
    added: Mapping[str, int],
    merges: list[tuple[str, str]],
    is_bytes: bool,
    rules: Rules,
    where: str,
    first_line: bool = False,
) -> FileTokenizer:
    """Put tokens and merges together.

    vocabulary, added: token -> id, as the file spells it; merges: by rank, of which `where` says
    the place in the file, numbered as lines are if `first_line` is set, else as a list is.

    Raises `CorpusError` for a merge whose tokens are not in the vocabulary.
    """
    # Of a merge listed twice, the library keeps the later one.
    new_ids: dict[tuple[int, int], int] = {}
    for place, (left, right) in enumerate(merges):
        joined = left + right.removeprefix(rules.prefix)
        for token in (left, right, joined):
            if token not in vocabulary:
                if first_line:
                    raise CorpusError(
                        "merge_not_in_vocabulary", file=where, number=place + 1, value=short(token)
                    )
                raise CorpusError("not_in_vocabulary", where=where, place=place, value=short(token))
        ids = vocabulary[left], vocabulary[right]
        new_ids.pop(ids, None)
        new_ids[ids] = vocabulary[joined]
    triples = [(left, right, new) for (left, right), new in new_ids.items()]
    in_merges = {token for pair in merges for token in pair}
    spelled: dict[Token, int] = {}
    for token, id_ in vocabulary.items():
        needed = token in in_merges
        # A special token is written as it is, though its letters also stand for bytes.
        as_bytes = is_bytes and (needed or token not in added)
        spelled[_as_bytes(token, needed, where) if as_bytes else token] = id_
    for token, id_ in added.items():
        spelled.setdefault(token, id_)
    tokens = by_id(spelled)
    alphabet = [
        id_ for token, id_ in spelled.items() if _is_unit(token, rules) and token not in added
    ]
    boundary: Boundary = "attached" if rules.suffix else "continuation" if rules.prefix else "none"
    units: Units = "bytes" if is_bytes else "characters"
    scheme = nearest_scheme(rules.format, units, boundary, "text")
    return FileTokenizer(scheme, tokens, alphabet, triples, rules)


def plain_rules(kind: str, words: str) -> Rules:
    """Return rules without normalizer or added tokens, words cut by a pre-tokenizer's name."""
    if words in PATTERNS:
        compiled = regex.compile(PATTERNS[words])
        cut = by_spans(lambda text: [match.span() for match in compiled.finditer(text)])
    else:
        cut = by_spans(lambda text: pretokenize_spans(text, words))
    return Rules(kind, read_normalizer(None), cut)


def nearest_scheme(name: str, units: Units, boundary: Boundary, words: str) -> Scheme:
    """Return the scheme that says most of what a file says; normalizer and words are its own."""
    known = cast(Pretokenizer, words if words in PRETOKENIZERS else "gpt4")
    return Scheme(name, units=units, boundary=boundary, pretokenizer=known, tie_rule="smallest-ids")


def by_id(ids: Mapping[T, int]) -> list[Token]:
    """Return the tokens by id; a hole is an empty string."""
    tokens: list[Token] = [""] * (max(ids.values()) + 1)
    for token, id_ in ids.items():
        if tokens[id_] == "":
            tokens[id_] = token
    return tokens


def _as_bytes(token: str, needed: bool, where: str) -> Token:
    """Return the bytes a token is spelled for; a special token that is spelled out stays text."""
    try:
        return from_alias(token)
    except ValueError as error:
        if needed:
            raise CorpusError("not_aliased", where=where, value=short(token)) from error
        return token


def _is_unit(token: Token, rules: Rules) -> bool:
    if isinstance(token, bytes):
        return len(token) == 1
    return len(token.removesuffix(rules.suffix).removeprefix(rules.prefix)) == 1
