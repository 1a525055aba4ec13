"""tokenizer.json of Hugging Face: a whole tokenizer in one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import regex

from ..errors import CorpusError, short
from .assemble import assemble
from .checks import is_id, optional_string, read_pairs, read_vocabulary
from .pipeline import Normalize, read_normalizer, read_pre_tokenizer
from .tokenizer import FileTokenizer, Rules

FILE = "tokenizer.json"


def from_tokenizer_json(whole: Mapping[str, Any]) -> FileTokenizer:
    """Read a parsed tokenizer.json. Raises `CorpusError`, with what was expected at which key."""
    model = whole["model"]
    if not isinstance(model, Mapping):
        raise CorpusError("model", file=FILE, value=short(model))
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise CorpusError("model_type", file=FILE, kind=short(kind))
    cut, is_bytes = read_pre_tokenizer(whole.get("pre_tokenizer"))
    prefix, suffix = (
        optional_string(model, name, FILE) or ""
        for name in ("continuing_subword_prefix", "end_of_word_suffix")
    )
    if is_bytes and (prefix or suffix):
        raise CorpusError("affixes", file=FILE, value=short(suffix or prefix))
    normalize = read_normalizer(whole.get("normalizer"))
    added, raw, normalized = _added_tokens(whole, normalize)
    vocabulary = read_vocabulary(model.get("vocab"), f"{FILE}: model.vocab")
    merges = read_pairs(model.get("merges"), f"{FILE}: model.merges")
    unknown = optional_string(model, "unk_token", FILE)
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
    return assemble(vocabulary, added, merges, is_bytes, rules, f"{FILE}: model.merges")


def _added_tokens(
    whole: Mapping[str, Any], normalize: Normalize
) -> tuple[dict[str, int], regex.Pattern[str] | None, regex.Pattern[str] | None]:
    """Return added token -> id, and the patterns that find them before and after normalizing."""
    entries = whole.get("added_tokens") or []
    ids: dict[str, int] = {}
    sources: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
    for place, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        if (
            not isinstance(entry, Mapping)
            or not isinstance(entry.get("content"), str)
            or not entry["content"]
            or not is_id(entry.get("id"))
        ):
            raise CorpusError("added_token", file=FILE, place=place, value=short(entry))
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
