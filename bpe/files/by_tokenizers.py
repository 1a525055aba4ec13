"""Tokenizers that Hugging Face's library runs: whatever a tokenizer.json can say."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import regex

from ..errors import library
from ..merging.cells import Token
from ..schemes import MARKS, Boundary, Scheme, Units
from ..text.characters import alias_byte, from_alias, to_alias
from .checks import Ids, Merge, MergeColumns, check_ids, library_errors
from .tokenizer import CutText, FileTokenizer, TokenAt, WordIds

FILE = "tokenizer.json"
_BYTE = regex.compile(r"<0x[0-9A-F]{2}>")
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
_NOTED = ("post_processor", "truncation", "padding")


class HuggingFaceTokenizer(FileTokenizer):
    """A tokenizer run by the package tokenizers."""

    def __init__(
        self, whole: Mapping[str, Any], form: str = FILE, file: str = FILE, source: str = ""
    ) -> None:
        """Take a tokenizer.json, or the same made of files of another format.

        `source` is its text, where there is one. Raises `CorpusError`, with what the library says.
        """
        self.format, self._file, model = form, file, whole["model"]
        ids: Any = model.get("vocab") if isinstance(model, Mapping) else None
        if isinstance(ids, Mapping):
            # Before the library sees them: an id out of all bounds would be a table of that size.
            check_ids(ids, f"{file}: model.vocab")
        with library_errors("tokenizers", file):
            self._library = library("tokenizers").Tokenizer.from_str(source or json.dumps(whole))
            self._library.no_truncation()
            self._library.no_padding()
            self.model = type(self._library.model).__name__
            if model.get("dropout"):
                self._library.model.dropout = None
            self._merges = MergeColumns(_merges(model, ids) if self.model == "BPE" else [])
        prefix = model.get("continuing_subword_prefix") or ""
        suffix, unknown = model.get("end_of_word_suffix") or "", model.get("unk_token")
        stages = list(_stages([whole.get("normalizer"), whole.get("pre_tokenizer")]))
        has_bytes = any(stage.get("type") == "ByteLevel" for stage in stages)
        if self.model == "WordPiece":
            prefix = prefix or "##"
        self._prefix, self._suffix = prefix, suffix
        self._is_marked = any(
            MARKS["prefix"] in (stage.get("replacement"), stage.get("content")) for stage in stages
        )
        self._is_bytes = has_bytes and not (prefix or suffix or self._is_marked)
        boundary: Boundary = (
            "attached"
            if suffix
            else "continuation"
            if prefix
            else "prefix"
            if self._is_marked
            else "none"
        )
        units: Units = "bytes" if self._is_bytes else "characters"
        self.scheme = Scheme(form, units=units, boundary=boundary, tie_rule="smallest-ids")
        # Added tokens are never spelled in bytes.
        added = self._library.get_added_tokens_decoder()
        self.special = {token.content: id_ for id_, token in added.items()}
        self._added = frozenset(added)
        self.ids = Ids(self._library.get_vocab(with_added_tokens=True).values())
        self._unknown = self._library.token_to_id(unknown) if unknown is not None else None
        noted = [name for name in _NOTED if whole.get(name) is not None]
        self.notes = (*noted, *(["dropout"] if model.get("dropout") else []))

    @property
    def merge_count(self) -> int:
        """How many merges there are; one that is listed twice is one, at its later place."""
        return len(self._merges)

    def token(self, id_: int) -> Token:
        spelled: str = self._library.id_to_token(id_)
        if self._is_bytes and id_ not in self._added and alias_byte().keys() >= set(spelled):
            return from_alias(spelled)
        return spelled

    def id(self, token: Token) -> int | None:
        found: int | None = self._library.token_to_id(to_alias(token))
        return found

    def _spells(self, id_: int) -> bool:
        """Say whether a token was not added, and stands neither for a byte nor for the unknown."""
        is_whole = id_ in self._added or id_ == self._unknown
        return not is_whole and not _BYTE.fullmatch(self._library.id_to_token(id_))

    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        parts = [self._library.id_to_token(id_) for id_ in ids]
        parts[begins:] = [part.removeprefix(self._prefix) for part in parts[begins:]]
        if ends:
            parts[-1] = parts[-1].removesuffix(self._suffix)
        word = "".join(parts)

        def piece(begin: int, end: int) -> int | None:
            before = "" if begins and begin == 0 else self._prefix
            after = self._suffix if ends and end == len(word) else ""
            found: int | None = self._library.token_to_id(before + word[begin:end] + after)
            return found

        return len(word), piece

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        return self._merges.find(left, right)

    def places(self, text: str) -> list[tuple[int, int]]:
        with library_errors("tokenizers", self._file):
            encoding = self._library.encode(text, add_special_tokens=False)
        return list(encoding.offsets)

    def _encoded(self, text: str) -> list[int]:
        with library_errors("tokenizers", self._file):
            [encoding] = self._library.encode_batch_fast([text], add_special_tokens=False)
        return list(encoding.ids)

    def _decoded(self, ids: list[int]) -> str:
        with library_errors("tokenizers", self._file):
            text: str = self._library.decode(ids, skip_special_tokens=False)
        return text

    def _words_of(self, text: str) -> CutText:
        with library_errors("tokenizers", self._file):
            encoding = self._library.encode(text, add_special_tokens=False)
        mark = MARKS["prefix"]
        words: list[list[Any]] = []
        for token in zip(
            encoding.ids, encoding.word_ids, encoding.offsets, encoding.tokens, strict=True
        ):
            # What no pre-tokenizer parted is parted before each token that begins with the mark.
            begins = self._is_marked and token[3].startswith(mark)
            if (
                not words
                or token[1] != words[-1][0][1]
                or (begins and any(each[3].strip(mark) for each in words[-1]))
            ):
                words.append([])
            words[-1].append(token)
        found: WordIds = []
        for word in words:
            start, end = word[0][2][0], max(token[2][1] for token in word)
            place = self._spelled(word, text), start, end
            found.append((place, [token[0] for token in word]))
        return text, found

    def _spelled(self, word: Iterable[Any], text: str) -> str:
        """Return a word as its tokens spell it; unknown parts as in the text."""
        parts: list[bytes] = []
        for place, (id_, _, (start, end), spelled) in enumerate(word):
            token = self.token(id_)
            if isinstance(token, bytes):
                parts.append(token)
            elif id_ == self._unknown or _BYTE.fullmatch(spelled):
                parts.append(text[start:end].encode())
            else:
                plain = spelled.removeprefix(self._prefix) if place else spelled
                parts.append(plain.removesuffix(self._suffix).encode())
        return b"".join(parts).decode("utf-8", "replace")


def _merges(model: Mapping[str, Any], ids: Mapping[str, int]) -> list[Merge]:
    """Return (left, right, new) ids by rank, of a model that its library takes."""
    pairs = (each.split(" ") if isinstance(each, str) else each for each in model["merges"])
    cut = len(model.get("continuing_subword_prefix") or "")
    return [(ids[left], ids[right], ids[left + right[cut:]]) for left, right in pairs]


def tokenizer_json(model: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """Return the content of a tokenizer.json: a model, by default BPE, and other parts."""
    names = ("truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer")
    whole = dict.fromkeys((*names, "post_processor", "decoder"))
    if model.get("type", "BPE") == "BPE":
        model = _BPE | model
    return {"version": "1.0", **whole, "added_tokens": [], **parts, "model": model}


def added_token(token: str, id_: int) -> dict[str, Any]:
    """Return a special token's entry in a tokenizer.json."""
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": id_, "content": token, **sides, "special": True}


def byte_level(*, trims: bool, splits: bool) -> dict[str, Any]:
    """Return the stage that spells text in bytes; `splits` into GPT-2's words before."""
    return {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": trims,
        "use_regex": splits,
    }


def _stages(config: object) -> Iterator[Mapping[str, Any]]:
    """Yield every stage, those inside sequences included."""
    if isinstance(config, Mapping):
        yield config
        yield from _stages([value for value in config.values() if isinstance(value, list)])
    elif isinstance(config, list):
        for part in config:
            yield from _stages(part)
