"""Build the content of a tokenizer.json from other files or from a training's parts."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import regex

from .patterns import WordRules

_BPE: dict[str, Any] = {
    "type": "BPE",
    "dropout": None,
    "unk_token": None,
    "continuing_subword_prefix": None,
    "end_of_word_suffix": None,
    "fuse_unk": False,
    "byte_fallback": False,
    "ignore_merges": False,
}

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


def tokenizer_json(model: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """Return the content of a tokenizer.json: a model, by default BPE, and other parts."""
    names = ("truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer")
    whole = dict.fromkeys((*names, "post_processor", "decoder"))
    if model.get("type", "BPE") == "BPE":
        model = _BPE | model
    return {"version": "1.0", **whole, "added_tokens": [], **parts, "model": model}


def added_token(token: str, id_: int, flags: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return an added token's entry in a tokenizer.json: special, unless `flags` say otherwise."""
    entry = {"id": id_, "content": token, **dict.fromkeys(_FLAGS, False), "special": True}
    flags = flags or {}
    return entry | {name: flags[name] for name in _FLAGS if isinstance(flags.get(name), bool)}


def byte_level(*, trims: bool, splits: bool, leads: bool = False) -> dict[str, Any]:
    """Return the stage that spells text in bytes; `splits`: split into GPT-2's words first.

    leads: add a leading space unless the text begins with white space.
    """
    return {
        "type": "ByteLevel",
        "add_prefix_space": leads,
        "trim_offsets": trims,
        "use_regex": splits,
    }


def byte_level_json(
    ids: Mapping[str, int],
    merges: Sequence[tuple[str, str]],
    added: Sequence[Mapping[str, Any]],
    rules: WordRules,
) -> dict[str, Any]:
    """Return a tokenizer.json of a byte-level vocabulary with these word rules."""
    level = byte_level(trims=False, splits=False, leads=rules.leads)
    normalizer = None if rules.normalizer == "none" else {"type": rules.normalizer.upper()}
    if rules.name in ("gpt2", "r50k"):
        stages = level | {"use_regex": True}
    elif rules.name == "text":
        stages = level
    elif rules.name == "bert":
        stages = {"type": "Sequence", "pretokenizers": [{"type": "BertPreTokenizer"}, level]}
    else:
        source = rules.pattern
        if rules.name:
            # The library's regex has no possessive ranges; its $ matches at the end of any line.
            source = regex.sub(r"(?<=[+*?]|\{\d,\d\})\+", "", source.replace("++$", r"+\z"))
        stages = _matching(source, level)
    return tokenizer_json(
        {"vocab": ids, "merges": merges},
        added_tokens=added,
        normalizer=normalizer,
        pre_tokenizer=stages,
        decoder=_BYTES,
    )


def _matching(source: str, level: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stages that split by a pattern, drop unmatched text, and spell words in bytes."""
    split = {"type": "Split", "pattern": {"Regex": source}, "behavior": "Removed", "invert": True}
    return {"type": "Sequence", "pretokenizers": [split, level]}


_BYTES = byte_level(trims=False, splits=False)
_CLIP_WORDS = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
)


def clip_json(
    ids: Mapping[str, int],
    merges: Sequence[Sequence[str]],
    first: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return a tokenizer.json of CLIP's vocabulary; `first`: stages before its normalizer."""
    special = ("<|startoftext|>", "<|endoftext|>")
    spaces = {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    stages = [*first, {"type": "NFC"}, spaces, {"type": "Lowercase"}]
    mark = {"type": "Replace", "pattern": {"String": "</w>"}, "content": "Ġ"}
    return tokenizer_json(
        {
            "vocab": ids,
            "merges": merges,
            "end_of_word_suffix": "</w>",
            "unk_token": special[1],
        },
        added_tokens=[added_token(token, ids[token]) for token in special if token in ids],
        normalizer={"type": "Sequence", "normalizers": stages},
        pre_tokenizer=_matching(_CLIP_WORDS, _BYTES),
        decoder={"type": "Sequence", "decoders": [mark, {"type": "Fuse"}, _BYTES]},
    )


_BERT_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def bert_json(
    ids: Mapping[str, int],
    lowercase: bool,
    config: Mapping[str, Any] = MappingProxyType({}),
    added: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return a tokenizer.json of BERT's vocabulary; `config` as in tokenizer_config.json."""
    special = {name: added_token(name, ids[name]) for name in _BERT_SPECIAL if name in ids}
    accents, chinese = config.get("strip_accents"), config.get("tokenize_chinese_chars")
    return tokenizer_json(
        {
            "type": "WordPiece",
            "vocab": ids,
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
        added_tokens=[*{**special, **added}.values()],
        normalizer={
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": chinese if isinstance(chinese, bool) else True,
            "strip_accents": accents if isinstance(accents, bool) else None,
            "lowercase": lowercase,
        },
        pre_tokenizer={"type": "BertPreTokenizer"},
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
    )
