"""Files of byte tokens with ranks: tiktoken's lines in base64, and Mistral's tekken.json."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import regex

from ..errors import CorpusError, short
from ..text.bytelevel import byte_alias, from_alias
from .by_tiktoken import FILES, Known, Ranks, TiktokenTokenizer, pattern_of, words_by_name
from .checks import are_ids, check_ids, is_id

_MOST_SPECIAL = 100_000
_SPECIAL = regex.compile(r"<.+>|\[.+\]")


def looks_like_ranks(text: str) -> bool:
    """Say whether the first line is a token and a number."""
    fields = text.split("\n", 1)[0].split()
    return len(fields) == 2 and fields[1].isdigit() and not fields[0].startswith("#")


def from_ranks(file: str, data: bytes, pretokenizer: str | None) -> TiktokenTokenizer:
    """Open .tiktoken ranks; `pretokenizer` says how words are cut.

    Without it a known file's content says it, then its name; else words are cut as GPT-4 does.
    Raises `CorpusError`, with the line.
    """
    known = FILES.get(hashlib.sha256(data).hexdigest())
    ranks = _read_ranks(file, data)
    words = pretokenizer or (known.words if known else words_by_name(file))
    tokenizer = TiktokenTokenizer(
        file, ranks, pattern_of(words or "gpt4"), known or Known("gpt4"), "tiktoken"
    )
    if pretokenizer:
        tokenizer.cut_by = "reader"
    elif known:
        tokenizer.cut_by = "content"
    else:
        tokenizer.cut_by = "name" if words else "guess"
    return tokenizer


def from_ordered_merges(
    file: str, ids: Mapping[str, int], merges: Sequence[tuple[str, str]]
) -> TiktokenTokenizer | None:
    """Open GPT-2's bytes with merges where tiktoken does the same, several times as fast.

    It does where ids go up along the list, and where merging the bytes of each token by lower ids
    ends at the pair that is listed for it: then no other pair ever joins to it, in any text. None
    elsewhere, or where a token that no merge makes does not look like a special one.
    """
    aliases = byte_alias().values()
    pairs = {left + right: (left, right) for left, right in merges}
    made = [ids.get(token, -1) for token in pairs]
    known = {*aliases, *pairs}
    special = {token: id_ for token, id_ in ids.items() if token not in known}
    if (
        len(pairs) < len(merges)
        or any(one >= other for one, other in pairwise([-1, *made]))
        or not all(part in known for pair in merges for part in pair)
        or not all(map(_SPECIAL.fullmatch, special))
        or not all(_is_kept(token, pairs, ids) for token in pairs)
    ):
        return None
    ranks = {from_alias(token): ids[token] for token in known}
    return TiktokenTokenizer(
        file, ranks, pattern_of("gpt2"), Known("gpt2", special=special), "merges.txt"
    )


def _is_kept(token: str, pairs: Mapping[str, tuple[str, str]], ids: Mapping[str, int]) -> bool:
    """Say whether no merge of a lower id goes across the two halves of a token.

    At the border stand the right halves of the left half and the left halves of the right one, each
    until it is merged into the next larger one. Of equal merges the one further left goes first.
    """
    limit = ids[token]
    left, right = pairs[token]
    rights = [(right, limit)]
    while right in pairs:
        rights.append((pairs[right][0], ids[right]))
        right = pairs[right][0]
    until = limit
    while True:
        for other, before in rights:
            joined = ids.get(left + other)
            if joined is not None and joined < until and joined <= before and joined != limit:
                return False
        if left not in pairs:
            return True
        until, left = ids[left], pairs[left][1]


def from_tekken(file: str, whole: Mapping[str, Any]) -> TiktokenTokenizer:
    """Open Mistral's tekken.json: ids of special tokens come first. Raises `CorpusError`."""
    config, entries = whole["config"], whole["vocab"]
    pattern = config.get("pattern") if isinstance(config, Mapping) else None
    numbers = ("default_vocab_size", "default_num_special_tokens")
    if not isinstance(pattern, str) or not all(is_id(config.get(name)) for name in numbers):
        raise CorpusError("tekken", file=file, value=short(config))
    size, first = (config[name] for name in numbers)
    if first > _MOST_SPECIAL:
        raise CorpusError("tekken", file=file, value=short(first))
    special = {f"<SPECIAL_{id_}>": id_ for id_ in range(first)}
    named = whole.get("special_tokens") or [
        {"rank": rank, "token_str": token} for rank, token in enumerate(_TEKKEN)
    ]
    try:
        for entry in named[:first]:
            special.pop(f"<SPECIAL_{entry['rank']}>", None)
            special[str(entry["token_str"])] = range(first)[entry["rank"]]
        ranks = {
            base64.b64decode(entry["token_bytes"], validate=True): int(entry["rank"])
            for entry in entries[: max(0, size - first)]
        }
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise CorpusError("tekken", file=file, value=short(error)) from error
    _check(file, ranks)
    return TiktokenTokenizer(file, ranks, pattern, Known("", special=special), "tekken", first)


# What tekken files say nothing of, up to their version 7 (Mistral's own list).
_TEKKEN = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


def _read_ranks(file: str, data: bytes) -> dict[bytes, int]:
    try:
        lines = data.splitlines()
        found = {
            binascii.a2b_base64(a, strict_mode=True): int(b)
            for a, b in map(bytes.split, filter(None, lines))
        }
        is_whole = len(found) == len(lines) - lines.count(b"") and b"" not in found
        if not is_whole:
            raise ValueError(file)
    except ValueError:
        found = _read_slowly(file, data.decode("utf-8-sig", "replace"))
    _check(file, found)
    return found


def _read_slowly(file: str, text: str) -> dict[bytes, int]:
    """Read line by line. Raises `CorpusError` for the first one that is no token and rank."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        fields = line.split()
        if len(fields) != 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise CorpusError("rank_line", file=file, line=number, value=short(line))
        try:
            token = base64.b64decode(fields[0], validate=True)
        except (binascii.Error, ValueError) as error:
            raise CorpusError(
                "rank_token", file=file, line=number, value=short(fields[0])
            ) from error
        if not token or token in ranks:
            raise CorpusError("rank_again", file=file, line=number, value=short(token))
        ranks[token] = int(fields[1][:12])
    return ranks


def _check(file: str, ranks: Ranks) -> None:
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CorpusError("rank_bytes", file=file, byte=missing[0])
    if not are_ids(ranks.values()):
        check_ids(ranks, file)
