"""Files of ranks that are recognised by their content, and how words are cut for them.

A .tiktoken file says neither how words are cut nor which special tokens there are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..text.pretokenizers import pattern

ENDOFTEXT = "<|endoftext|>"
_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
_ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WHITE = r"\s*[\r\n]+|\s+(?!\S)|\s+"

# As tiktoken and the models' owners have them. At a text's end, cl100k takes white space whole,
# which "gpt4", the pattern as it was published, does not.
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


@dataclass(frozen=True)
class Known:
    """What a file of ranks does not say: a name in `PATTERNS`, a normalizer, special tokens."""

    words: str
    normalizer: str = "none"
    special: dict[str, int] = field(default_factory=dict)


def _from(first: int, *tokens: str) -> dict[str, int]:
    return {token: first + place for place, token in enumerate(tokens)}


_QWEN = (ENDOFTEXT, "<|im_start|>", "<|im_end|>")
# Checksum (SHA-256) of the unpacked file -> what is known of it.
FILES = {
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": Known(
        "r50k", special={ENDOFTEXT: 50256}
    ),
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": Known(
        "r50k", special={ENDOFTEXT: 50256}
    ),
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": Known(
        "cl100k", special=_from(100257, ENDOFTEXT, *_FIM) | {"<|endofprompt|>": 100276}
    ),
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": Known(
        "o200k", special={ENDOFTEXT: 199999, "<|endofprompt|>": 200018}
    ),
    "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186": Known(
        "qwen", "nfc", _from(151643, *_QWEN, *(f"<|extra_{n}|>" for n in range(205)))
    ),
    "8dde380a6405e935f5de16a99eb61c824f3f814dd1ed298784c72babb7a03cdd": Known(
        "qwen35", "nfc", _from(248044, *_QWEN)
    ),
}


def pattern_of(name: str) -> str:
    """Return the pattern of a name in `PATTERNS`, or of one of our pre-tokenizers."""
    return PATTERNS[name] if name in PATTERNS else pattern(name)


def words_by_name(file: str) -> str | None:
    """Return the pattern that a file's name speaks of, or None."""
    for part, words in (
        ("o200k", "o200k"),
        ("cl100k", "cl100k"),
        ("r50k", "r50k"),
        ("p50k", "r50k"),
        ("gpt2", "r50k"),
        ("qwen", "qwen"),
        ("llama", "llama3"),
    ):
        if part in file.lower():
            return words
    return None
