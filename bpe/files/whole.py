"""tokenizer.json of Hugging Face: a whole tokenizer in one file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import CorpusError, short
from .added import read_added
from .assemble import assemble
from .checks import optional_string, read_pairs, read_vocabulary
from .pipeline import read_normalizer, read_pre_tokenizer
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
    raw, normalized = read_added(whole, normalize, FILE)
    found = [*raw.tokens, *normalized.tokens]
    added = {token.text: token.id for token in reversed(found)}
    named = added | {token.content: token.id for token in found}
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
        unknown=(vocabulary | named).get(unknown) if unknown is not None else None,
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
    return assemble(vocabulary, named, merges, is_bytes, rules, f"{FILE}: model.merges")


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
