"""Other libraries' tokenizer files, in and out.

In: `load` reads a tokenizer.json (BPE), vocab.json with merges.txt, subword-nmt codes, or
.tiktoken ranks, and returns a `FileTokenizer`: it encodes as that library does and replays the
merges of any word. Out: `merges_text`, `to_tokenizer_json`, `to_subword_nmt_codes` and
`to_tiktoken` write a training for them.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import PurePath
from typing import Any

import regex

from ..errors import CorpusError, short
from ..merging.cells import Token
from ..schemes import PRESETS, Scheme
from ..text.bytelevel import byte_alias, from_alias
from ..text.pretokenizers import PRETOKENIZERS, pretokenize_spans
from .pipeline import Normalize, by_spans, read_normalizer, read_pre_tokenizer
from .tokenizer import FileTokenizer, Rules
from .write import (
    library_files,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)

__all__ = [
    "FORMATS",
    "FileTokenizer",
    "library_files",
    "load",
    "merges_text",
    "to_subword_nmt_codes",
    "to_tiktoken",
    "to_tokenizer_json",
]

FORMATS = ("tokenizer.json", "merges.txt", "subword-nmt", "tiktoken")
_MARK = "</w>"
_LARGEST_ID = 4_000_000

# How the words of OpenAI's later models are cut; their .tiktoken files do not say it.
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


def load(files: Mapping[str, bytes], pretokenizer: str | None = None) -> FileTokenizer:
    """Read a tokenizer from its files, given by name.

    One tokenizer.json; or a vocab.json and a merges.txt; or GPT-2's merges.txt alone; or
    subword-nmt codes; or .tiktoken ranks. The last do not say how words are cut: `pretokenizer`
    does, or else the file's name ("gpt2" for r50k and p50k, "o200k", otherwise "gpt4").

    Raises `CorpusError`, with what was expected in which file and line or key.
    """
    if not files:
        raise CorpusError("no_files")
    parsed: dict[str, Any] = {}
    texts: dict[str, str] = {}
    for name, data in files.items():
        texts[name] = _text(name, data)
        if PurePath(name).suffix == ".json" or texts[name].lstrip()[:1] == "{":
            parsed[name] = _json(name, texts.pop(name))
    whole = [name for name, value in parsed.items() if "model" in value]
    if whole:
        return _from_json(parsed[whole[0]])
    if len(parsed) == 1 and len(texts) == 1:
        (vocabulary_name, vocabulary), (merges_name, merges) = *parsed.items(), *texts.items()
        return _from_pair(vocabulary_name, vocabulary, merges_name, merges)
    if parsed or len(texts) > 1:
        raise CorpusError("files", files=", ".join(files))
    name, text = next(iter(texts.items()))
    if PurePath(name).suffix == ".tiktoken" or _looks_like_ranks(text):
        return _from_ranks(name, text, pretokenizer)
    merges = _merge_lines(name, text)
    # Both kinds of file begin with "#version: 0.2"; only one of them has the mark.
    if not any(_MARK in right for _, right in merges) and _is_aliased(merges):
        return _from_aliased_merges(merges)
    return _from_codes(name, text)


def _from_json(whole: Mapping[str, Any], file: str = "tokenizer.json") -> FileTokenizer:
    model = whole["model"]
    if not isinstance(model, Mapping):
        raise CorpusError("model", file=file, value=short(model))
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise CorpusError("model_type", file=file, kind=short(kind))
    cut, is_bytes = read_pre_tokenizer(whole.get("pre_tokenizer"))
    prefix, suffix = (
        _optional(model, name, str, file) or ""
        for name in ("continuing_subword_prefix", "end_of_word_suffix")
    )
    if is_bytes and (prefix or suffix):
        raise CorpusError("affixes", file=file, value=short(suffix or prefix))
    normalize = read_normalizer(whole.get("normalizer"))
    added, raw, normalized = _added_tokens(whole, normalize, file)
    vocabulary = _vocabulary(model.get("vocab"), f"{file}: model.vocab")
    merges = _pairs(model.get("merges"), f"{file}: model.merges")
    unknown = _optional(model, "unk_token", str, file)
    notes = [
        name for name in ("post_processor", "truncation", "padding") if whole.get(name) is not None
    ]
    space, leading_space = _decoded_space(whole.get("decoder"))
    rules = Rules(
        format="tokenizer.json",
        normalize=normalize,
        cut=cut,
        prefix=prefix,
        suffix=suffix,
        unknown=(vocabulary | added).get(unknown) if unknown is not None else None,
        fuse_unknown=bool(model.get("fuse_unk")),
        byte_fallback=bool(model.get("byte_fallback")) and not is_bytes,
        ignore_merges=bool(model.get("ignore_merges")),
        added=added,
        raw_added=raw,
        normalized_added=normalized,
        space=space,
        leading_space=leading_space,
        notes=(*notes, *(["dropout"] if model.get("dropout") else [])),
    )
    return _assemble(vocabulary, added, merges, is_bytes, rules, f"{file}: model.merges")


def _from_pair(vocabulary_name: str, vocabulary: Any, merges_name: str, text: str) -> FileTokenizer:
    """Read vocab.json and merges.txt: bytes where all is spelled so, else characters."""
    ids = _vocabulary(vocabulary, vocabulary_name)
    merges = _merge_lines(merges_name, text)
    marked = any(right.endswith(_MARK) for _, right in merges)
    is_bytes = not marked and _is_aliased(merges) and all(c in ids for c in byte_alias().values())
    unknown = next((ids[token] for token in ("<unk>", "[UNK]") if token in ids), None)
    words = "gpt2" if is_bytes else "bert" if marked else "whitespace"
    rules = replace(
        _plain_rules("merges.txt", words),
        suffix=_MARK if marked else "",
        unknown=None if is_bytes else unknown,
    )
    return _assemble(ids, {}, merges, is_bytes, rules, merges_name, first_line=True)


def _from_aliased_merges(merges: list[tuple[str, str]]) -> FileTokenizer:
    """Read GPT-2's merges alone: its ids are the bytes in its order, then the merges."""
    tokens = dict.fromkeys([*byte_alias().values(), *(left + right for left, right in merges)])
    ids = {token: id_ for id_, token in enumerate(tokens)}
    rules = _plain_rules("merges.txt", "gpt2")
    return _assemble(ids, {}, merges, True, rules, "merges.txt", first_line=True)


def _from_codes(name: str, text: str) -> FileTokenizer:
    """Read subword-nmt codes; ids, which the format has not, run over alphabet and merges."""
    first = text.split("\n", 1)[0]
    version = (0, 1)
    if first.startswith("#version:"):
        number = regex.sub(r"(\.0+)*$", "", (first.split() or [""])[-1])
        if number not in ("0.1", "0.2"):
            raise CorpusError("version", file=name, value=short(first))
        version = (0, int(number[-1]))
    merges = list(dict.fromkeys(_merge_lines(name, text)))
    if not any(_MARK in right for _, right in merges):
        raise CorpusError("no_mark", file=name, mark=_MARK)
    made = {left + right for left, right in merges}
    parts = dict.fromkeys(part for pair in merges for part in pair if part not in made)
    units = sorted(part for part in parts if len(part.removesuffix(_MARK)) <= 1)
    tokens = [*units, *(part for part in parts if part not in units)]
    tokens += dict.fromkeys(left + right for left, right in merges)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    scheme = replace(
        PRESETS["subword-nmt"],
        name=name,
        boundary="attached" if version == (0, 2) else "suffix",
    )
    triples = [(ids[left], ids[right], ids[left + right]) for left, right in merges]
    rules = replace(_plain_rules("subword-nmt", "space"), suffix=_MARK)
    return FileTokenizer(scheme, tokens, range(len(units)), triples, rules)


def _from_ranks(name: str, text: str, pretokenizer: str | None) -> FileTokenizer:
    """Read .tiktoken ranks; a token's merge is what the tokens of lower rank leave of it."""
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
    _check_ids(ranks, name)
    words = pretokenizer or _words_by_name(name)
    merges = []
    # tiktoken looks a pair up by the bytes it joins to, however they are cut.
    every_cut: dict[tuple[int, int], tuple[int, int]] = {}
    by_rank = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    for token in by_rank:
        new = ranks[token]
        cuts = [
            (ranks[token[:at]], ranks[token[at:]])
            for at in range(1, len(token))
            if token[:at] in ranks and token[at:] in ranks
        ]
        if not cuts:
            # A token that no merge makes is still taken when it is a whole word.
            continue
        for pair in cuts:
            every_cut[pair] = (len(merges), new)
        last = None if len(cuts) == 1 else _last_pair(token, ranks)
        merges.append((*(last or cuts[0]), new))
    tokens = _by_id(ranks)
    scheme = _nearest(name, "bytes", "none", words)
    alphabet = [ranks[bytes([byte])] for byte in range(256)]
    rules = replace(_plain_rules("tiktoken", words), ignore_merges=True, more_ranks=every_cut)
    return FileTokenizer(scheme, tokens, alphabet, merges, rules)


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


def _assemble(
    vocabulary: Mapping[str, int],
    added: Mapping[str, int],
    merges: list[tuple[str, str]],
    is_bytes: bool,
    rules: Rules,
    where: str,
    first_line: bool = False,
) -> FileTokenizer:
    """Put tokens and merges together; a merge whose tokens are not in the vocabulary is refused."""
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
    tokens = _by_id(spelled)
    alphabet = [
        id_ for token, id_ in spelled.items() if _is_unit(token, rules) and token not in added
    ]
    boundary = "attached" if rules.suffix else "continuation" if rules.prefix else "none"
    units = "bytes" if is_bytes else "characters"
    scheme = _nearest(rules.format, units, boundary, "text")
    return FileTokenizer(scheme, tokens, alphabet, triples, rules)


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


def _nearest(name: str, units: str, boundary: str, words: str) -> Scheme:
    """The scheme that says most of what a file says; its normalizer and words are the file's."""
    known = words if words in PRETOKENIZERS else "gpt4"
    return Scheme(name, units=units, boundary=boundary, pretokenizer=known, tie_rule="smallest-ids")


def _plain_rules(kind: str, words: str) -> Rules:
    """Rules without normalizer or added tokens, words cut by a pre-tokenizer's name."""
    if words == "o200k":
        compiled = regex.compile(_O200K)
        cut = by_spans(lambda text: [match.span() for match in compiled.finditer(text)])
    else:
        cut = by_spans(lambda text: pretokenize_spans(text, words))
    return Rules(kind, read_normalizer(None), cut)


def _words_by_name(name: str) -> str:
    if "o200k" in name:
        return "o200k"
    return "gpt2" if any(known in name for known in ("r50k", "p50k", "gpt2")) else "gpt4"


def _added_tokens(
    whole: Mapping[str, Any], normalize: Normalize, file: str
) -> tuple[dict[str, int], regex.Pattern | None, regex.Pattern | None]:
    """Return added token -> id, and the patterns that find them before and after normalizing."""
    entries = whole.get("added_tokens") or []
    ids: dict[str, int] = {}
    sources: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for place, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        if (
            not isinstance(entry, Mapping)
            or not isinstance(entry.get("content"), str)
            or not entry["content"]
            or not _is_id(entry.get("id"))
        ):
            raise CorpusError("added_token", file=file, place=place, value=short(entry))
        is_normalized = bool(entry.get("normalized"))
        content = entry["content"]
        found = normalize(content) if is_normalized else content
        ids[content] = entry["id"]
        if not found:
            continue
        ids[found] = entry["id"]
        source = regex.escape(found)
        if entry.get("single_word"):
            source = rf"(?<!\w){source}(?!\w)"
        source = rf"\s*({source})" if entry.get("lstrip") else f"({source})"
        sources[is_normalized].append((found, source + r"\s*" * bool(entry.get("rstrip"))))
    patterns = [
        regex.compile("|".join(s for _, s in sorted(sources[kind], key=lambda pair: -len(pair[0]))))
        if sources[kind]
        else None
        for kind in (False, True)
    ]
    return ids, patterns[0], patterns[1]


def _stages(config: object) -> list[Mapping[str, Any]]:
    """Return a stage and, in order, those inside it."""
    if not isinstance(config, Mapping):
        return []
    inner = [part for value in config.values() if isinstance(value, list) for part in value]
    return [config, *(stage for part in inner for stage in _stages(part))]


def _decoded_space(decoder: object) -> tuple[str, bool]:
    """Return what a decoder writes as a space, and whether it drops one at the start."""
    space, leading = "", False
    for stage in _stages(decoder):
        if stage.get("type") == "Metaspace":
            return str(stage.get("replacement", "▁")), stage.get("prepend_scheme") != "never"
        if stage.get("type") == "Replace" and stage.get("content") == " ":
            given = stage.get("pattern")
            space = str(given.get("String", "")) if isinstance(given, Mapping) else ""
        if stage.get("type") == "Strip":
            leading = bool(stage.get("start"))
    return space, leading


def _text(name: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(
            "not_text", file=name, byte=data[error.start], place=error.start
        ) from error
    if not text.strip():
        raise CorpusError("empty", file=name)
    return text.replace("\r\n", "\n")


def _json(name: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise CorpusError(
            "not_json_line", file=name, line=error.lineno, column=error.colno, error=error.msg
        ) from error
    except RecursionError as error:
        raise CorpusError("not_json_deep", file=name) from error
    if not isinstance(value, dict):
        raise CorpusError("not_object", file=name, value=short(value))
    return value


def _vocabulary(value: object, where: str) -> dict[str, int]:
    if not isinstance(value, Mapping) or not value:
        raise CorpusError("not_map", where=where, value=short(value))
    for token, id_ in value.items():
        if not _is_id(id_):
            raise CorpusError(
                "id", where=where, token=short(token), largest=_LARGEST_ID, value=short(id_)
            )
    _check_ids(value, where)
    return dict(value)


def _check_ids(ids: Mapping[Any, int], where: str) -> None:
    seen: dict[int, Any] = {}
    for token, id_ in ids.items():
        if not _is_id(id_) or id_ in seen:
            raise CorpusError(
                "id_again", where=where, largest=_LARGEST_ID, value=id_, token=short(token)
            )
        seen[id_] = token


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_ID


def _by_id(ids: Mapping[Token, int]) -> list[Token]:
    """Return the tokens by id; a hole is an empty string."""
    tokens: list[Token] = [""] * (max(ids.values(), default=-1) + 1)
    for token, id_ in ids.items():
        if tokens[id_] == "":
            tokens[id_] = token
    return tokens


def _pairs(value: object, where: str) -> list[tuple[str, str]]:
    """Read merges written as "left right" or as [left, right]."""
    if not isinstance(value, list):
        raise CorpusError("merges", where=where, value=short(value))
    pairs = []
    for place, entry in enumerate(value):
        parts = entry.split(" ") if isinstance(entry, str) else entry
        if (
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise CorpusError("merge", where=where, place=place, value=short(entry))
        pairs.append((parts[0], parts[1]))
    return pairs


def _merge_lines(name: str, text: str) -> list[tuple[str, str]]:
    """Read "left right" lines after an optional #version line."""
    pairs = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line.startswith("#version"):
            continue
        parts = line.strip("\r\n ").split(" ")
        if len(parts) != 2 or not all(parts):
            raise CorpusError("merge_line", file=name, line=number, value=short(line))
        pairs.append((parts[0], parts[1]))
    return pairs


def _is_aliased(merges: list[tuple[str, str]]) -> bool:
    aliases = set(byte_alias().values())
    return all(aliases.issuperset(left + right) for left, right in merges)


def _looks_like_ranks(text: str) -> bool:
    fields = text.split("\n", 1)[0].split()
    return len(fields) == 2 and fields[1].isdigit() and not fields[0].startswith("#")


def _optional(model: Mapping[str, Any], name: str, kind: type, file: str) -> Any:
    value = model.get(name)
    if value is not None and not isinstance(value, kind):
        raise CorpusError("model_string", file=file, name=name, value=short(value))
    return value
