"""tiktoken's ranks: tokens in base64 with their order, from which the merges are found."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from ..errors import CorpusError, short
from .assemble import PATTERNS, by_id, nearest_scheme, plain_rules
from .checks import check_ids
from .tokenizer import FileTokenizer


def looks_like_ranks(text: str) -> bool:
    """Say whether the first line is a token and a number."""
    fields = text.split("\n", 1)[0].split()
    return len(fields) == 2 and fields[1].isdigit() and not fields[0].startswith("#")


def from_ranks(name: str, text: str, pretokenizer: str | None) -> FileTokenizer:
    """Read .tiktoken ranks; a token's merge is what the tokens of lower rank leave of it.

    `pretokenizer` says how words are cut, or else the file's name. Raises `CorpusError`.
    """
    ranks = _read_ranks(name, text)
    words = pretokenizer or _words_by_name(name)
    merges: list[tuple[int, int, int]] = []
    # tiktoken looks a pair up by the bytes it joins to, however they are cut.
    every_cut: dict[tuple[int, int], int] = {}
    for token in sorted(ranks, key=ranks.__getitem__):
        new = ranks[token]
        cuts = [
            (ranks[token[:at]], ranks[token[at:]])
            for at in range(1, len(token))
            if token[:at] in ranks and token[at:] in ranks
        ]
        if not cuts:
            # A byte; or a token that no merge makes, still taken when it is a whole word.
            continue
        for pair in cuts:
            every_cut[pair] = len(merges)
        last = None if len(cuts) == 1 else _last_pair(token, ranks)
        merges.append((*(last or cuts[0]), new))
    tokens = by_id(ranks)
    scheme = nearest_scheme(name, "bytes", "none", words)
    alphabet = [ranks[bytes([byte])] for byte in range(256)]
    rules = replace(plain_rules("tiktoken", words), ignore_merges=True, more_ranks=every_cut)
    return FileTokenizer(scheme, tokens, alphabet, merges, rules)


def _read_ranks(name: str, text: str) -> dict[bytes, int]:
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        fields = line.split()
        if len(fields) != 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise CorpusError("rank_line", file=name, line=number, value=short(line))
        try:
            token = base64.b64decode(fields[0], validate=True)
        except (binascii.Error, ValueError) as error:
            raise CorpusError(
                "rank_token", file=name, line=number, value=short(fields[0])
            ) from error
        if not token or token in ranks:
            raise CorpusError("rank_again", file=name, line=number, value=short(token))
        ranks[token] = int(fields[1][:12])
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CorpusError("rank_bytes", file=name, byte=missing[0])
    check_ids(ranks, name)
    return ranks


def _last_pair(token: bytes, ranks: Mapping[bytes, int]) -> tuple[int, int] | None:
    """Return the two tokens left of `token` when only tokens of lower rank may be made."""
    limit = ranks[token]
    parts = [token[at : at + 1] for at in range(len(token))]
    found = [ranks.get(left + right, limit) for left, right in pairwise(parts)]
    while len(parts) > 2:
        best = min(found)
        if best >= limit:
            return None
        at = found.index(best)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
        del found[at]
        for place in range(max(at - 1, 0), min(at + 1, len(found))):
            found[place] = ranks.get(parts[place] + parts[place + 1], limit)
    return ranks[parts[0]], ranks[parts[1]]


def _words_by_name(name: str) -> str:
    for known in PATTERNS:
        if known in name:
            return known
    return "gpt2" if any(known in name for known in ("r50k", "p50k", "gpt2")) else "gpt4"
