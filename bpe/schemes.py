"""Schemes: the rules that distinguish tokenizer families, and a preset for each family."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from .errors import check_choice, check_whole
from .text.pretokenizers import check_pattern

Units = Literal["characters", "bytes"]
Boundary = Literal["none", "suffix", "attached", "prefix", "continuation"]
Normalizer = Literal["none", "nfc", "nfkc", "nmt_nfkc"]
Pretokenizer = Literal["whitespace", "split", "space", "text", "gpt2", "gpt4", "bert"]
TieRule = Literal["first", "largest", "smallest", "smallest-ids", "shortest"]
Score = Literal["count", "wordpiece"]
Unknown = Literal["unk", "pass", "drop", "bytes"]
Rules = Literal["none", "sentencepiece"]
ByteOrder = Literal["value", "gpt2"]

MARKS: dict[str, str] = {
    "none": "",
    "suffix": "</w>",
    "attached": "</w>",
    "prefix": "▁",
    "continuation": "##",
}


@dataclass(frozen=True)
class Scheme:
    """Rules for finding, spelling and merging words. Change a scheme with `dataclasses.replace`.

    Attributes:
        name: the usual name.
        units: the units of a word before any merge.
        boundary: how tokens mark the begin or end of a word. "suffix": the mark is a separate token
            after the word; "attached": it is part of the last character's token; "prefix": a
            separate token before the word; "continuation": part of every token that does not begin
            a word.
        normalizer: applied to the text before it is split into words.
        pretokenizer: splits a text into words; no merge crosses a word's end.
        tie_rule: chooses among equally good pairs. "first": the one whose first
            occurrence in the corpus comes first; "largest", "smallest": the largest or smallest
            (left, right) by code point, or by byte; "smallest-ids": the smallest (left ID, right
            ID); "shortest": the shortest new token in code points, then the smallest by code point.
        score: the ranking of pairs: by count, or by count(ab) / (count(a) * count(b)).
        unknown: how `encode` handles a character outside the alphabet: replace it by `<unk>`, pass
            it through, drop it, or spell it in UTF-8 bytes.
        fuse_unknown: one `<unk>` for a run of such characters in a word, instead of one each.
        rules: forbids some tokens; "sentencepiece" follows `IsValidSentencePiece` of
            SentencePiece's `trainer_interface.cc`. As there, a line with U+2585 is skipped in
            training, and a tab, which no token contains, replaces `<unk>`, `<s>` and `</s>`.
        pattern: a regular expression (regex module) whose matches are the words, instead of the
            pre-tokenizer; unmatched text is dropped. Only for boundary "none".
        special_tokens: pieces of text that are one token each, with IDs after the alphabet's. A
            text is cut at them first, so no merge contains a part of one.
        max_token_length: maximum length of a merged token in characters or bytes; a separate mark
            counts as one. `None` for no limit other than that of `rules`. In tokenizers the same
            limit is one higher, since it is exclusive.
        byte_order: the IDs, 0 to 255, of the bytes, and so the choice of "smallest-ids" among equal
            pairs. "value": each byte has its value; "gpt2": as in GPT-2's vocabulary, and in
            Hugging Face's `ByteLevel` with `BpeTrainer`: 33 to 126, 161 to 172, 174 to 255, then
            the rest. Only if units are bytes.

    Raises `ValueError` for an invalid value.

    >>> from dataclasses import replace
    >>> from bpe import PRESETS, train
    >>> scheme = replace(PRESETS["paper"], tie_rule="largest")
    >>> [merge.token for merge in train("low lowest", scheme, max_merges=2).merges]
    ['ow', 'low']
    """

    name: str = "custom"
    units: Units = "characters"
    boundary: Boundary = "none"
    normalizer: Normalizer = "none"
    pretokenizer: Pretokenizer = "whitespace"
    tie_rule: TieRule = "first"
    score: Score = "count"
    unknown: Unknown = "unk"
    rules: Rules = "none"
    fuse_unknown: bool = False
    pattern: str | None = None
    special_tokens: tuple[str, ...] = ()
    max_token_length: int | None = None
    byte_order: ByteOrder = "value"

    def __post_init__(self) -> None:
        for field, choices in _CHOICES.items():
            check_choice(field, getattr(self, field), choices)
        if not isinstance(self.fuse_unknown, bool):
            raise ValueError(
                f"fuse_unknown must be True or False, got {self.fuse_unknown!r}. "
                "Choose one of these."
            )
        if self.units == "bytes" and self.boundary != "none":
            raise ValueError(
                f"boundary must be none when units are bytes, got {self.boundary!r}. "
                "Bytes keep the spaces themselves, so no mark is needed."
            )
        if self.units == "bytes" and self.rules != "none":
            raise ValueError(
                f"rules must be none when units are bytes, got {self.rules!r}. "
                "They are about characters, so spell words in characters."
            )
        if self.units != "bytes" and self.byte_order != "value":
            raise ValueError(
                f"byte_order must be value when units are characters, got {self.byte_order!r}. "
                "It orders the ids of bytes, so spell words in bytes."
            )
        self._check_settings()

    def _check_settings(self) -> None:
        """Raise `ValueError` for a setting that is invalid or does not fit the others."""
        if self.pattern is not None:
            check_pattern(self.pattern)
            if self.boundary != "none":
                raise ValueError(
                    f"pattern must be None where words have a boundary mark, got {self.pattern!r}. "
                    "Choose the boundary none."
                )
        if self.max_token_length is not None:
            check_whole("max_token_length", self.max_token_length, 1, "Use None for no limit.")
        self._check_special_tokens()

    def _check_special_tokens(self) -> None:
        special = self.special_tokens
        if not isinstance(special, tuple) or not all(isinstance(each, str) for each in special):
            raise ValueError(
                f"special_tokens must be a tuple of strings, got {special!r}. "
                "Put them between parentheses, with a comma after each."
            )
        for place, each in enumerate(special):
            if not each or each in special[:place] or (self.mark and each == self.mark):
                raise ValueError(
                    f"special_tokens must be different, not empty and not the mark, got {each!r}. "
                    "Leave it out."
                )
            if any("\ud800" <= character <= "\udfff" for character in each):
                raise ValueError(
                    f"special_tokens must be complete Unicode characters, got {each!r}. "
                    "Leave it out."
                )

    @property
    def ends_words_at_lines(self) -> bool:
        """True if a line end always ends a word."""
        return self.pattern is None and self.pretokenizer in (
            "whitespace",
            "split",
            "space",
            "bert",
        )

    @property
    def mark(self) -> str:
        """The boundary mark, or an empty string."""
        return MARKS[self.boundary]


_CHOICES = {
    "units": get_args(Units),
    "boundary": get_args(Boundary),
    "normalizer": get_args(Normalizer),
    "pretokenizer": get_args(Pretokenizer),
    "tie_rule": get_args(TieRule),
    "score": get_args(Score),
    "unknown": get_args(Unknown),
    "rules": get_args(Rules),
    "byte_order": get_args(ByteOrder),
}
TIE_RULES: tuple[TieRule, ...] = get_args(TieRule)

PRESETS: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme("paper", boundary="suffix", pretokenizer="split"),
        Scheme(
            "subword-nmt",
            boundary="attached",
            pretokenizer="space",
            tie_rule="largest",
            unknown="pass",
        ),
        Scheme("minbpe", units="bytes", pretokenizer="text", unknown="bytes"),
        Scheme("huggingface", tie_rule="smallest-ids", unknown="drop"),
        Scheme("gpt", units="bytes", pretokenizer="gpt4", tie_rule="smallest-ids", unknown="bytes"),
        Scheme(
            "gpt2",
            units="bytes",
            pretokenizer="gpt2",
            tie_rule="smallest-ids",
            unknown="bytes",
            byte_order="gpt2",
        ),
        Scheme(
            "cs336",
            units="bytes",
            pretokenizer="gpt2",
            tie_rule="largest",
            unknown="bytes",
            special_tokens=("<|endoftext|>",),
        ),
        Scheme(
            "sentencepiece",
            boundary="prefix",
            normalizer="nmt_nfkc",
            pretokenizer="space",
            tie_rule="shortest",
            rules="sentencepiece",
            fuse_unknown=True,
        ),
        Scheme("wordpiece", boundary="continuation", pretokenizer="split", score="wordpiece"),
    )
}


_OTHER_IDS: dict[ByteOrder, tuple[str, ByteOrder]] = {
    "value": ("smallest-ids-gpt2", "gpt2"),
    "gpt2": ("smallest-ids-value", "value"),
}


@lru_cache
def tie_choices(scheme: Scheme) -> dict[str, Scheme]:
    """Return name -> the scheme with each tie rule.

    The names are `TIE_RULES`. If units are bytes, there is one more, for the smallest IDs by the
    other byte order: "smallest-ids-gpt2", or "smallest-ids-value" if GPT-2's order is the scheme's
    own.
    """
    choices: dict[str, Scheme] = {rule: replace(scheme, tie_rule=rule) for rule in TIE_RULES}
    if scheme.units == "bytes":
        name, other = _OTHER_IDS[scheme.byte_order]
        choices[name] = replace(choices["smallest-ids"], byte_order=other)
    return choices


def as_scheme(scheme: str | Scheme) -> Scheme:
    """Return the scheme itself, or the preset of that name. Raises `ValueError` for others."""
    if isinstance(scheme, Scheme):
        return scheme
    if not isinstance(scheme, str) or scheme not in PRESETS:
        raise ValueError(
            f"scheme must be a Scheme or one of {', '.join(PRESETS)}, got {scheme!r}. "
            "Choose a preset, or build a Scheme."
        )
    return PRESETS[scheme]


def scheme_of(fields: Any) -> Scheme:
    """Return the scheme of fields written by `dataclasses.asdict` and JSON.

    Raises `ValueError` for invalid fields.
    """
    if not isinstance(fields, dict) or not isinstance(fields.get("name"), str):
        raise ValueError(f"scheme must be an object with a name, got {fields!r}. Write it anew.")
    if isinstance(fields.get("special_tokens"), list):
        fields = {**fields, "special_tokens": tuple(fields["special_tokens"])}
    try:
        return Scheme(**fields)
    except TypeError as error:
        raise ValueError(f"scheme must have the fields of one, got {fields!r}. Mend it.") from error
