"""Split patterns of tokenizer files that do not state how texts are split into words.

Ranks of tiktoken state no pattern, nor do a vocabulary and its merges. With another pattern the
same file gives other IDs, so the pattern is never assumed: the caller gives it, another file of the
same folder states it, or the file's content is known.
"""

import hashlib
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

import regex

from ..errors import CorpusError, check_choice, short
from ..schemes import Scheme, scheme_of
from ..text.pretokenizers import PRETOKENIZERS, check_pattern, pattern
from .checks import check_ids

_ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WHITE = r"\s*[\r\n]+|\s+(?!\S)|\s+"

# As in tiktoken and in the models' repositories. At a text's end, cl100k keeps white space
# together; "gpt4", the pattern as it was published, does not.
PATTERNS = {
    "r50k": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "llama3": (
        _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _WHITE
    ),
    "qwen": _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _WHITE,
    "qwen35": (
        _ENDINGS
        + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|"
        + _WHITE
    ),
    "o200k": "|".join(
        (
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
            + f"{_ENDINGS}?",
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
            + f"{_ENDINGS}?",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            _WHITE,
        )
    ),
}

WORDS = tuple(dict.fromkeys((*PRETOKENIZERS, *PATTERNS)))
"""Names of patterns that `load` accepts."""


class WordRules(NamedTuple):
    """Steps applied to a text before its words are merged.

    Attributes:
        name: of the pattern, one of `WORDS`; "" for a regular expression.
        source: where it is stated: "given" by the caller; "training" (trained.json), "config"
            (tokenizer_config.json or config.json), "content" (a known file) or "special" (the ids
            of special tokens); "file" where the tokenizer's own file does.
        pattern: regular expression (regex module) whose matches are the words.
        leads: add a leading space unless the text begins with white space.
        special: special token -> id. finds: special tokens are recognized in a text.
    """

    name: str
    source: str
    pattern: str
    normalizer: str = "none"
    leads: bool = False
    special: Mapping[str, int] = {}
    finds: bool = False


class Given(NamedTuple):
    """The caller's settings for a file: a name in `WORDS` or an expression, and other settings."""

    words: str | None = None
    normalizer: str | None = None
    special: Mapping[str, int] | None = None


class Known(NamedTuple):
    """A pattern of `PATTERNS`, and the other settings of a known vocabulary."""

    name: str
    normalizer: str = "none"
    special: Mapping[str, int] = {}


_QWEN_SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")

# By the digest of the merged tokens; see `digest`. Computed from the published files
# r50k_base, p50k_base, cl100k_base, o200k_base (tiktoken), multilingual (Whisper), qwen, qwen3_6
# (.tiktoken) and of the tokenizer.model of Llama 3 and 4.
KNOWN = {
    "b438fe70963700f4eb977eb6040e91611dea9995984b74e2f90ae2a23727a22f": Known(
        "r50k", special={"<|endoftext|>": 50256}
    ),
    "ca8130b54eb6c3790423c172cca7cd920dac4c30f133c7590ee373be584a8de9": Known(
        "r50k", special={"<|endoftext|>": 50256}
    ),
    "825006317bba28a489fc026daa16cd4f7f27621c80c24972ac06658af7d02a50": Known(
        "cl100k",
        special={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
    "2d05d719f8c019cf76d3f3632c174051c8a61291173137152c919957e165eb72": Known(
        "o200k", special={"<|endoftext|>": 199999, "<|endofprompt|>": 200018}
    ),
    "c1737328fde08c6ae53436bb75f50972acd984d037db7dd59808582d576e9c00": Known(
        "r50k", special={"<|endoftext|>": 50257, "<|startoftranscript|>": 50258}
    ),
    "ee37a08b3dae22b478a8dcdc0bc5f4d9b3cdbee70b811b7d1f15b32554a01a5e": Known(
        "qwen", "nfc", dict(zip(_QWEN_SPECIAL, range(151643, 151646), strict=True))
    ),
    "c09ad40a22c3260bb39e183c4e821c7820b1df242328bc1a029cc7c12de692a4": Known(
        "qwen35", "nfc", dict(zip(_QWEN_SPECIAL, range(248044, 248047), strict=True))
    ),
    "b5b690e6d1be15e6b9e9d6788bae2c2012706b643edcf01ec73dbbbf45dd5e0e": Known(
        "llama3", special={"<|begin_of_text|>": 128000, "<|end_of_text|>": 128001}
    ),
    "b3df628dcde3029e484b8271c456809b542d08335ad3fd7aabac16a95351f976": Known(
        "o200k", special={"<|begin_of_text|>": 200000, "<|end_of_text|>": 200001}
    ),
}

# Special tokens whose IDs are unique to a family; RoBERTa's vocabulary has GPT-2's merges.
_BY_SPECIAL = {
    **{pair: known for known in KNOWN.values() for pair in known.special.items()},
    ("<mask>", 50264): Known("r50k"),
}

# Tokenizer classes of transformers, without "Tokenizer", and types of models in config.json.
_BY_CLASS = {
    **dict.fromkeys(("gpt2", "gptneo", "gptj", "codegen", "opt", "whisper"), Known("r50k")),
    **dict.fromkeys(
        ("roberta", "bart", "longformer", "led", "deberta", "blenderbot", "mvp"), Known("r50k")
    ),
    **dict.fromkeys(("qwen", "qwen2", "qwen2moe", "qwen3", "qwen3moe"), Known("qwen", "nfc")),
    "qwen35": Known("qwen35", "nfc"),
}


class FileSettings(NamedTuple):
    """Settings from other files of a tokenizer's folder.

    Attributes:
        config: values of tokenizer_config.json, then of config.json.
        special: token added by these files or by added_tokens.json -> ID; flags: its entry there.
        scheme: the rules of a run, from trained.json.
    """

    config: Mapping[str, Any] = {}
    special: Mapping[str, int] = {}
    flags: Mapping[str, Mapping[str, Any]] = {}
    scheme: Scheme | None = None

    @property
    def family(self) -> str:
        """The tokenizer's class or the model's type, in lower case: "gpt2"; "" if not stated."""
        found = self.config.get("tokenizer_class") or self.config.get("model_type")
        name = regex.sub(r"(?:tokenizer)?(?:fast)?$|[-_]", "", str(found or "").lower())
        return "" if name in ("pretrained", "tokenizersbackend") else name


def settings_of(values: Mapping[str, Mapping[str, Any]]) -> FileSettings:
    """Return the settings in files, given by their lower-case names.

    Raises `CorpusError` for invalid IDs of added tokens.
    """
    config = {**values.get("config.json", {}), **values.get("tokenizer_config.json", {})}
    listed = config.get("added_tokens_decoder")
    ids = dict(values.get("added_tokens.json", {}))
    flags: dict[str, Mapping[str, Any]] = {}
    for id_, entry in listed.items() if isinstance(listed, Mapping) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("content"), str):
            name = entry["content"]
            ids[name] = int(id_) if regex.fullmatch("[0-9]{1,9}", id_) else id_
            flags[name] = entry
    check_ids(ids, "added tokens")
    trained = values.get("trained.json", {})
    try:
        scheme = scheme_of(trained["scheme"]) if "scheme" in trained else None
    except ValueError as error:
        raise CorpusError("record", file="trained.json") from error
    return FileSettings(config, ids, flags, scheme)


def digest(merged: Iterable[str]) -> str:
    """Return the digest of all merged tokens by rank, in the printable spelling of their bytes."""
    return hashlib.sha256("\n".join(merged).encode()).hexdigest()


def word_rules(
    file: str,
    merged: Iterable[str],
    vocabulary: Mapping[str, int],
    settings: FileSettings,
    given: Given,
) -> WordRules:
    """Return the word rules of a file: given by the caller, or stated elsewhere.

    merged: the merged tokens, as for `digest`. vocabulary: token -> ID, if it includes the special
        tokens. Raises `CorpusError` "pattern_needed" if nothing states a pattern.
    """
    found = _stated(merged, vocabulary, settings, given.words)
    if found is None:
        raise CorpusError("pattern_needed", file=file, patterns=", ".join(WORDS))
    if found.source == "config":
        check_stated(found.pattern, file)
    if given.normalizer is not None:
        found = found._replace(normalizer=given.normalizer)
    return found if given.special is None else found._replace(special=given.special)


def _stated(
    merged: Iterable[str], vocabulary: Mapping[str, int], settings: FileSettings, given: str | None
) -> WordRules | None:
    known = KNOWN.get(digest(merged))
    special = settings.special or (known.special if known else {})
    if given is not None:
        return _by_name(given, "given", known.normalizer if known else "none", special)
    scheme = settings.scheme
    if scheme is not None and scheme.units == "bytes":
        name = "" if scheme.pattern else scheme.pretokenizer
        own = scheme.pattern or pattern(scheme.pretokenizer)
        free = dict(zip(scheme.special_tokens, count(256), strict=False))
        return WordRules(name, "training", own, scheme.normalizer, special=free, finds=True)
    by_class = _BY_CLASS.get(settings.family)
    leads = settings.config.get("add_prefix_space") is True
    for key in ("pretokenize_regex", "pat_str"):
        if isinstance(stated := settings.config.get(key), str):
            normalizer = (known or by_class or Known("")).normalizer
            return WordRules("", "config", stated, normalizer, leads, special)
    by_special = (
        found
        for pair, found in _BY_SPECIAL.items()
        if pair in settings.special.items() or vocabulary.get(pair[0]) == pair[1]
    )
    families = {"content": known, "config": by_class, "special": next(by_special, None)}
    for source, found in families.items():
        if found is not None:
            return _by_name(found.name, source, found.normalizer, special, leads)
    return None


def _by_name(
    name: str, source: str, normalizer: str, special: Mapping[str, int], leads: bool = False
) -> WordRules:
    """Return the rules for a name in `WORDS`, or for the caller's regular expression."""
    if name in PATTERNS:
        return WordRules(name, source, PATTERNS[name], normalizer, leads, special)
    if name in WORDS:
        return WordRules(name, source, pattern(name), normalizer, leads, special)
    return WordRules("", source, name, normalizer, leads, special)


def check_words(words: object) -> None:
    """Raise `ValueError` unless a caller's choice is a name in `WORDS` or a regular expression.

    A plain name would match only itself, so a misspelled name is rejected.
    """
    if isinstance(words, str) and regex.search(r"[^\w.-]", words):
        check_pattern(words)
    else:
        check_choice("pretokenizer", words, WORDS)


def check_stated(own: object, file: str) -> None:
    """Raise `CorpusError` unless a file's pattern is a regular expression."""
    try:
        check_pattern(own)
    except ValueError as error:
        raise CorpusError("bad_pattern", file=file, value=short(own)) from error
