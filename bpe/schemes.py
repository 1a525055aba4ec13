"""Schemes: the rules that set one tokenizer family apart from the next, and a preset for each."""

from dataclasses import dataclass
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

MARKS: dict[str, str] = {
    "none": "",
    "suffix": "</w>",
    "attached": "</w>",
    "prefix": "▁",
    "continuation": "##",
}


@dataclass(frozen=True)
class Scheme:
    """Say how words are found, spelled and merged. Change one with `dataclasses.replace`.

    Attributes:
        name: what people call the scheme.
        units: what a word is spelled in before any merge.
        boundary: how a token shows where a word begins or ends. "suffix": the mark is a token of
            its own after the word; "attached": it is part of the last character's token;
            "prefix": a token of its own before the word; "continuation": part of every token that
            does not begin a word.
        normalizer: what is done to the text before it is split into words.
        pretokenizer: what splits a text into words; no merge ever crosses its cuts.
        tie_rule: which of several equally good pairs is merged. "first": the one whose first
            occurrence in the corpus comes first; "largest", "smallest": the largest or smallest
            (left, right) by code point, or by byte; "smallest-ids": the smallest (left id, right
            id); "shortest": the shortest new token in code points, then the smallest by code
            point.
        score: what makes a pair good: its count, or count(ab) / (count(a) * count(b)).
        unknown: what `encode` does with a character outside the alphabet: one `<unk>` each, pass
            it through as it is, drop it, or spell it in UTF-8 bytes.
        fuse_unknown: one `<unk>` for a run of such characters in a word, not one each.
        rules: which tokens may not be made; "sentencepiece" follows `IsValidSentencePiece` of
            SentencePiece's `trainer_interface.cc`. As there, a line with U+2585 is not learned
            from, and a tab, which no token holds, stands for `<unk>`, `<s>` and `</s>`.
        pattern: a regular expression (regex module) whose matches are the words, in place of the
            pre-tokenizer; what it does not match is dropped. Only where there is no boundary.
        special_tokens: pieces of text that are one token each, with ids after the alphabet's. A
            text is cut at them before all else, so that no merge reaches into one.
        max_token_length: tokens of the alphabet that a merge may put together at most: characters,
            or bytes; a mark that is a token of its own counts. `None` for no such limit but that
            of `rules`. In tokenizers, whose limit is never reached, it is one more.

    Raises `ValueError` for a value that is not allowed here.

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
        self._check_settings()

    def _check_settings(self) -> None:
        """Raise `ValueError` for a setting that is out of its range or does not fit the rest."""
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
        """Whether a line end always ends a word, whatever stands around it."""
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


def as_scheme(scheme: str | Scheme) -> Scheme:
    """Return the scheme itself, or the preset of that name. Raises `ValueError` for no preset."""
    if isinstance(scheme, Scheme):
        return scheme
    if not isinstance(scheme, str) or scheme not in PRESETS:
        raise ValueError(
            f"scheme must be a Scheme or one of {', '.join(PRESETS)}, got {scheme!r}. "
            "Choose a preset, or build a Scheme."
        )
    return PRESETS[scheme]


def scheme_of(fields: Any) -> Scheme:
    """Return the scheme of the fields that `dataclasses.asdict` and JSON made of one.

    Raises `ValueError` for what is none.
    """
    if not isinstance(fields, dict) or not isinstance(fields.get("name"), str):
        raise ValueError(f"scheme must be an object with a name, got {fields!r}. Write it anew.")
    if isinstance(fields.get("special_tokens"), list):
        fields = {**fields, "special_tokens": tuple(fields["special_tokens"])}
    try:
        return Scheme(**fields)
    except TypeError as error:
        raise ValueError(f"scheme must have the fields of one, got {fields!r}. Mend it.") from error
