"""The text stages that a tokenizer.json describes: normalizers and pre-tokenizers, read from it.

Only stages whose effect is known exactly are taken; a file with any other is refused by name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import regex

from ..errors import CorpusError, short
from ..text.pretokenizers import pattern, pretokenize_spans

# A file's own regular expression may never finish.
_SECONDS = 10

T = TypeVar("T")
Normalize = Callable[[str], str]
# A word, where it begins in the normalized text, and how many characters were put before it.
Piece = tuple[str, int, int]
Cut = Callable[[list[Piece]], list[Piece]]


def read_normalizer(config: object, key: str = "normalizer") -> Normalize:
    """Return what the normalizer of a tokenizer.json does to a text."""
    if config is None:
        return lambda text: text
    stage = _stage(config, key)
    kind = stage["type"]
    if kind in ("NFC", "NFD", "NFKC", "NFKD"):
        return lambda text: unicodedata.normalize(kind, text)
    if kind == "Lowercase":
        # One by one: str.lower() writes a sigma at a word's end in another way.
        return lambda text: "".join([character.lower() for character in text])
    if kind == "Strip":
        left, right = stage.get("strip_left", True), stage.get("strip_right", True)
        return lambda text: _strip(text, left, right)
    if kind == "Prepend":
        prefix = _string(stage, "prepend", key)
        return lambda text: prefix + text if text else text
    if kind == "Replace":
        compiled, content = _pattern(stage, key), _string(stage, "content", key)
        return lambda text: _timed(compiled.sub, key, lambda _: content, text)
    if kind == "Sequence":
        stages = [
            read_normalizer(part, f"{key}.normalizers[{place}]")
            for place, part in enumerate(_list(stage, "normalizers", key))
        ]
        return lambda text: _chain(stages, text)
    raise _unknown(key, "NFC, NFD, NFKC, NFKD, Lowercase, Strip, Prepend, Replace, Sequence", kind)


def read_pre_tokenizer(config: object, key: str = "pre_tokenizer") -> tuple[Cut, bool]:
    """Return how the pre-tokenizer of a tokenizer.json cuts, and whether words become bytes."""
    if config is None:
        return lambda pieces: pieces, False
    stage = _stage(config, key)
    kind = stage["type"]
    if kind == "Sequence":
        cuts, is_bytes = [], False
        for place, part in enumerate(_list(stage, "pretokenizers", key)):
            if is_bytes:
                raise CorpusError("byte_level_last", stage=key)
            cut, is_bytes = read_pre_tokenizer(part, f"{key}.pretokenizers[{place}]")
            cuts.append(cut)
        return lambda pieces: _chain(cuts, pieces), is_bytes
    if kind == "ByteLevel":
        return _byte_level(stage), True
    if kind == "WhitespaceSplit":
        return by_spans(lambda text: pretokenize_spans(text, "whitespace")), False
    if kind == "BertPreTokenizer":
        return by_spans(lambda text: pretokenize_spans(text, "bert")), False
    if kind == "Whitespace":
        return _by_pattern(regex.compile(r"\w+|[^\w\s]+"), "Removed", True, key), False
    if kind == "Digits":
        behavior = "Isolated" if stage.get("individual_digits") else "Contiguous"
        return _by_pattern(regex.compile(r"\p{N}"), behavior, False, key), False
    if kind == "Punctuation":
        # The first alternative of BERT's words is one punctuation character.
        mark = pattern("bert").rpartition("|[^")[0]
        compiled = regex.compile(mark, flags=regex.V1)
        return _by_pattern(compiled, stage.get("behavior", "Isolated"), False, key), False
    if kind == "Split":
        invert = bool(stage.get("invert"))
        return _by_pattern(_pattern(stage, key), stage.get("behavior"), invert, key), False
    if kind == "Metaspace":
        return _metaspace(stage, key), False
    raise _unknown(
        key,
        "ByteLevel, Whitespace, WhitespaceSplit, BertPreTokenizer, Digits, Punctuation, Split, "
        "Metaspace, Sequence",
        kind,
    )


def _byte_level(stage: Mapping[str, Any]) -> Cut:
    def cut(pieces: list[Piece]) -> list[Piece]:
        if stage.get("add_prefix_space", True):
            pieces = [
                piece if piece[0].startswith(" ") else _prefixed(" ", piece) for piece in pieces
            ]
        return words(pieces) if stage.get("use_regex", True) else pieces

    words = by_spans(lambda text: pretokenize_spans(text, "gpt2"))
    return cut


def _metaspace(stage: Mapping[str, Any], key: str) -> Cut:
    mark = _string(stage, "replacement", key)
    if len(mark) != 1:
        raise CorpusError("replacement", stage=key, value=short(mark))
    # Older files say add_prefix_space; newer ones name when.
    when: object = stage.get("prepend_scheme")
    if when is None:
        when = "always" if stage.get("add_prefix_space", True) else "never"
    split = regex.compile(regex.escape(mark))

    def cut(pieces: list[Piece]) -> list[Piece]:
        pieces = [(text.replace(" ", mark), start, before) for text, start, before in pieces]
        pieces = [
            _prefixed(mark, piece)
            if not piece[0].startswith(mark)
            and (when == "always" or (when == "first" and piece[1] == 0))
            else piece
            for piece in pieces
        ]
        return parts(pieces) if stage.get("split", True) else pieces

    parts = _by_pattern(split, "MergedWithNext", False, key)
    return cut


def by_spans(spans: Callable[[str], list[tuple[int, int]]]) -> Cut:
    """Return the cut that takes from each piece the (start, end) that `spans` finds in its text."""
    return lambda pieces: [
        _slice(piece, start, end) for piece in pieces for start, end in spans(piece[0])
    ]


def _by_pattern(compiled: regex.Pattern[str], behavior: object, invert: bool, key: str) -> Cut:
    choices = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
    if behavior not in choices:
        raise CorpusError("behavior", stage=key, choices=", ".join(choices), value=short(behavior))

    def spans(text: str) -> list[tuple[int, int]]:
        found, at = [], 0
        for match in _timed(lambda *a, **k: list(compiled.finditer(*a, **k)), key, text):
            start, end = match.span()
            if start == end:
                continue
            if start > at:
                found.append((at, start, invert))
            found.append((start, end, not invert))
            at = end
        if at < len(text):
            found.append((at, len(text), invert))
        return _joined(found, behavior)

    return by_spans(spans)


def _joined(found: list[tuple[int, int, bool]], behavior: object) -> list[tuple[int, int]]:
    """Keep, drop or join the delimiters (third entry true) as the behaviour says."""
    if behavior == "Isolated":
        return [(start, end) for start, end, _ in found]
    if behavior == "Removed":
        return [(start, end) for start, end, is_match in found if not is_match]
    spans: list[tuple[int, int]] = []
    if behavior == "Contiguous":
        last = None
        for start, end, is_match in found:
            if is_match == last:
                spans[-1] = spans[-1][0], end
            else:
                spans.append((start, end))
            last = is_match
        return spans
    forwards = behavior == "MergedWithPrevious"
    last = False
    for start, end, is_match in found if forwards else reversed(found):
        if is_match and not last and spans:
            spans[-1] = (spans[-1][0], end) if forwards else (start, spans[-1][1])
        else:
            spans.append((start, end))
        last = is_match
    return spans if forwards else spans[::-1]


def _slice(piece: Piece, start: int, end: int) -> Piece:
    text, at, before = piece
    return text[start:end], at + max(0, start - before), max(0, before - start)


def _prefixed(prefix: str, piece: Piece) -> Piece:
    text, at, before = piece
    return prefix + text, at, before + len(prefix)


def _strip(text: str, left: bool, right: bool) -> str:
    spans = pretokenize_spans(text, "whitespace")
    if not spans:
        return "" if left or right else text
    return text[spans[0][0] if left else 0 : spans[-1][1] if right else len(text)]


def _chain(stages: Iterable[Callable[[T], T]], value: T) -> T:
    for stage in stages:
        value = stage(value)
    return value


def _timed(call: Callable[..., T], key: str, *arguments: object) -> T:
    try:
        return call(*arguments, timeout=_SECONDS)
    except TimeoutError as error:
        raise CorpusError("slow_pattern", stage=key, seconds=_SECONDS) from error


def _pattern(stage: Mapping[str, Any], key: str) -> regex.Pattern[str]:
    given = stage.get("pattern")
    if isinstance(given, Mapping) and isinstance(given.get("String"), str):
        return regex.compile(regex.escape(given["String"]))
    if isinstance(given, Mapping) and isinstance(given.get("Regex"), str):
        try:
            return regex.compile(given["Regex"])
        except regex.error as error:
            raise CorpusError(
                "bad_pattern", stage=key, value=short(given["Regex"]), error=str(error)
            ) from error
    raise CorpusError("pattern", stage=key, value=short(given))


def _stage(config: object, key: str) -> Mapping[str, Any]:
    if not isinstance(config, Mapping) or not isinstance(config.get("type"), str):
        raise CorpusError("stage", stage=key, value=short(config))
    return config


def _string(stage: Mapping[str, Any], name: str, key: str) -> str:
    value = stage.get(name)
    if not isinstance(value, str):
        raise CorpusError("stage_string", stage=key, name=name, value=short(value))
    return value


def _list(stage: Mapping[str, Any], name: str, key: str) -> list[object]:
    value = stage.get(name)
    if not isinstance(value, list):
        raise CorpusError("stage_list", stage=key, name=name, value=short(value))
    return value


def _unknown(key: str, choices: str, kind: str) -> CorpusError:
    return CorpusError("stage_type", stage=key, choices=choices, value=short(kind))
