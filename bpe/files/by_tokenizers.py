"""Tokenizers run by Hugging Face's library: a tokenizer.json, or files converted to one."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any

import regex

from ..errors import CorpusError, check_choice, library
from ..merging.cells import Token
from ..schemes import MARKS, Boundary, Scheme, Units
from ..text.characters import alias_byte, as_bytes, byte_alias, from_alias, is_text, to_alias
from .checks import Ids, Merge, MergeColumns, check_ids, library_errors, read_merge_lines
from .patterns import FileSettings, Given, WordRules, word_rules
from .tokenizer import CutText, FileTokenizer, TokenAt, WordIds
from .tokenizer_json import added_token, bert_json, byte_level_json, clip_json, tokenizer_json

_BYTE = regex.compile(r"<0x[0-9A-F]{2}>")
_NOTED = ("post_processor", "truncation", "padding")


class HuggingFaceTokenizer(FileTokenizer):
    """A tokenizer run by the package tokenizers."""

    _finds_special = True

    def __init__(
        self,
        whole: Mapping[str, Any],
        form: str = "tokenizer.json",
        *,
        file: str,
        source: str = "",
        words: WordRules | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Take a tokenizer.json, or other files converted to one.

        `source` is its text, if there is one. Raises `CorpusError` with the library's message.
        """
        self.format, self.file, self.words, model = form, file, words, whole["model"]
        ids: Any = model.get("vocab") if isinstance(model, Mapping) else None
        if isinstance(ids, Mapping):
            # Check first: for a huge ID the library would allocate a table of that size.
            check_ids(ids, f"{file}: model.vocab")
        with library_errors("tokenizers", file):
            opened = library("tokenizers").Tokenizer.from_str
            self._library = opened(source or json.dumps(whole))
            self._library.no_truncation()
            self._library.no_padding()
            self.model = type(self._library.model).__name__
            if model.get("dropout"):
                self._library.model.dropout = None
            self._merges = MergeColumns(_merges(model, ids) if self.model == "BPE" else [])
            self._cutter = opened(json.dumps(_cutter(whole)))
        # The default of WordPiece; an empty one counts as none.
        standard = "##" if self.model == "WordPiece" else ""
        self._prefix: str = model.get("continuing_subword_prefix", standard) or ""
        self._suffix: str = model.get("end_of_word_suffix") or ""
        stages = list(_stages([whole.get("normalizer"), whole.get("pre_tokenizer")]))
        self._is_marked = any(
            MARKS["prefix"] in (stage.get("replacement"), stage.get("content")) for stage in stages
        )
        self._has_bytes = any(stage.get("type") == "ByteLevel" for stage in stages)
        boundary: Boundary = (
            "attached"
            if self._suffix
            else "continuation"
            if self._prefix
            else "prefix"
            if self._is_marked
            else "none"
        )
        units: Units = "bytes" if self._has_bytes and boundary == "none" else "characters"
        self.scheme = Scheme(form, units=units, boundary=boundary, tie_rule="smallest-ids")
        # Added tokens are never spelled in bytes.
        added = self._library.get_added_tokens_decoder()
        self.special = {token.content: id_ for id_, token in added.items()}
        self._added = frozenset(added)
        self.ids = Ids(self._library.get_vocab(with_added_tokens=True).values())
        unknown = model.get("unk_token")
        # A Unigram model stores its ID.
        self.unknown_id = self._library.token_to_id(unknown) if unknown else model.get("unk_id")
        self._falls_back = bool(model.get("byte_fallback"))
        noted = [name for name in _NOTED if whole.get(name) is not None]
        self.notes = (*notes, *noted, *(["dropout"] if model.get("dropout") else []))

    @property
    def merge_count(self) -> int:
        """Number of merges; a merge that is listed twice counts once, at its later place."""
        return len(self._merges)

    def token(self, id_: int) -> Token:
        spelled: str = self._library.id_to_token(id_)
        if not self._has_bytes or id_ in self._added:
            return spelled
        before, plain, after = self._without_marks(spelled)
        if not alias_byte().keys() >= set(plain):
            return spelled
        data = from_alias(plain)
        if self.scheme.units == "bytes":
            return data
        whole = before.encode() + data + after.encode()
        return whole.decode() if is_text(data) else whole

    def id(self, token: Token) -> int | None:
        if self._has_bytes and self.scheme.units == "characters" and token not in self.special:
            before, plain, after = self._without_marks(as_bytes(token).decode("latin-1"))
            token = before + to_alias(plain.encode("latin-1")) + after
        found: int | None = self._library.token_to_id(to_alias(token))
        return found

    def _without_marks(self, spelled: str) -> tuple[str, str, str]:
        """Return the mark before a token, the token without marks, and the mark after it."""
        before = self._prefix if spelled.startswith(self._prefix) else ""
        after = self._suffix if spelled.endswith(self._suffix) else ""
        return before, spelled.removeprefix(before).removesuffix(after), after

    def _spells(self, id_: int) -> bool:
        """Return whether a token is ordinary: not added, not a byte, not the unknown token."""
        return not (id_ in self._added or id_ == self.unknown_id or self._is_byte(id_))

    def _is_byte(self, id_: int) -> bool:
        return self._falls_back and bool(_BYTE.fullmatch(self._library.id_to_token(id_)))

    @cached_property
    def _longest(self) -> int:
        return max((len(self._library.id_to_token(id_)) for id_ in self.ids), default=1)

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
        with library_errors("tokenizers", self.file):
            encoding = self._library.encode(text, add_special_tokens=False)
            places = list(encoding.offsets)
            if self.model != "BPE" or self.unknown_id is not None or self._falls_back:
                return places
            # Text without a token is dropped, and the library's offsets are then wrong.
            by_character = self._by_character.encode(text, add_special_tokens=False)
        normalized, owners = self._normalized(text), defaultdict(list)
        for number, place in zip(by_character.word_ids, by_character.offsets, strict=True):
            owners[number].append(place)
        reached = dict.fromkeys(owners, 0)
        for at, (number, id_) in enumerate(zip(encoding.word_ids, encoding.ids, strict=True)):
            word, first = normalized[number], reached[number]
            _, plain, _ = self._without_marks(self._library.id_to_token(id_))
            found = list[int]()
            for character in plain if word else "":
                found.append(word.find(character, found[-1] + 1 if found else first))
            if found and -1 not in found:
                places[at] = owners[number][found[0]][0], owners[number][found[-1]][1]
                reached[number] = found[-1] + 1
        return places

    @cached_property
    def _by_character(self) -> Any:
        """A tokenizer in which each character is unknown."""
        whole = json.loads(self._cutter.to_str())
        del whole["model"]
        model = {"vocab": {"\0\0": 0}, "merges": [], "unk_token": "\0\0"}
        return type(self._cutter).from_str(json.dumps(tokenizer_json(model, **whole)))

    @contextmanager
    def _as_text(self) -> Iterator[None]:
        self._library.encode_special_tokens = True
        try:
            yield
        finally:
            self._library.encode_special_tokens = False

    def _encoded(self, text: str) -> list[int]:
        with library_errors("tokenizers", self.file):
            [encoding] = self._library.encode_batch_fast([text], add_special_tokens=False)
        return list(encoding.ids)

    def _decoded(self, ids: list[int]) -> str:
        with library_errors("tokenizers", self.file):
            text: str = self._library.decode(ids, skip_special_tokens=False)
        return text

    def _words_of(self, text: str) -> CutText:
        with library_errors("tokenizers", self.file):
            encoding = self._library.encode(text, add_special_tokens=False)
        normalized = self._normalized(text)
        spell, words = cache(self._spelled), WordIds()
        placed = zip(encoding.word_ids, encoding.ids, encoding.offsets, strict=True)
        for number, group in groupby(placed, itemgetter(0)):
            tokens = [(id_, place) for _, id_, place in group]
            ids = tuple(id_ for id_, _ in tokens)
            parts = spell(ids, normalized[number])
            for first, last in self._at_marks(parts):
                places = [place for _, place in tokens[first:last]]
                word = b"".join(parts[first:last]).decode("utf-8", "replace")
                span = places[0][0], max(end for _, end in places)
                words.append(((word, *span), [*ids[first:last]]))
        return text, words

    def _normalized(self, text: str) -> dict[int, str]:
        """Return index of a pre-token -> its text before any merge; "" for an added token."""
        found: dict[int, str] = defaultdict(str)
        with library_errors("tokenizers", self.file):
            self._cutter.encode_special_tokens = self._library.encode_special_tokens
            cut = self._cutter.encode(text, add_special_tokens=False)
        for number, id_, part in zip(cut.word_ids, cut.ids, cut.tokens, strict=True):
            found[number] += part if id_ == 0 else ""
        return found

    def _at_marks(self, parts: Sequence[bytes]) -> Iterator[tuple[int, int]]:
        """Yield start and end of each word in a pre-token; in some files only marks show them."""
        mark, first, is_word = MARKS["prefix"].encode(), 0, False
        for at, part in enumerate(parts if self._is_marked else ()):
            if is_word and part.startswith(mark):
                yield first, at
                first, is_word = at, False
            is_word = is_word or part.replace(mark, b"") != b""
        yield first, len(parts)

    def _spelled(self, ids: tuple[int, ...], word: str) -> tuple[bytes, ...]:
        """Return the text of each token of a normalized word; for an added token, its name.

        word: "" for an added token. An unknown token has the text it replaces.
        """
        if not word:
            return (self._library.id_to_token(ids[0]).encode(),)
        data, parts = word.encode(), list[bytes]()
        for place, each in enumerate(self._library.model.tokenize(word)):
            # If the library drops characters, its offsets do not match the tokens.
            held, spelled = data[slice(*each.offsets)], each.value
            if self._is_byte(each.id) and held != spelled.encode():
                parts.append(bytes([int(spelled[3:5], 16)]))
                continue
            if each.id == self.unknown_id:
                # If only some bytes have tokens, the library puts these before the unknown.
                spelled = held.decode("utf-8", "replace")
            else:
                if place == len(ids) - 1:
                    spelled = spelled.removesuffix(self._suffix)
                if place or not word.startswith(spelled):
                    spelled = spelled.removeprefix(self._prefix)
            is_alias = self._has_bytes and alias_byte().keys() >= set(spelled)
            parts.append(from_alias(spelled) if is_alias else spelled.encode())
        return tuple(parts)


def _cutter(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return a tokenizer.json that only normalizes and pre-tokenizes: each word is unknown.

    Its single piece is the unknown token; no added token should have its name.
    """
    model = {"type": "Unigram", "unk_id": 0, "vocab": [["\0\0", 0.0]], "byte_fallback": False}
    names = ("added_tokens", "normalizer", "pre_tokenizer")
    return tokenizer_json(model, **{name: whole[name] for name in names if whole.get(name)})


def _merges(model: Mapping[str, Any], ids: Mapping[str, int]) -> list[Merge]:
    """Return (left, right, new) IDs by rank, of a model that its library accepts."""
    pairs = (each.split(" ") if isinstance(each, str) else each for each in model["merges"])
    cut = len(model.get("continuing_subword_prefix") or "")
    return [(ids[left], ids[right], ids[left + right[cut:]]) for left, right in pairs]


def open_merges(
    vocabulary: tuple[str, Mapping[str, Any]],
    merges: tuple[str, str],
    settings: FileSettings,
    given: Given,
) -> HuggingFaceTokenizer:
    """Open vocab.json with merges.txt, each a name and its content, of GPT-2's or CLIP's kind.

    Raises `CorpusError` for files of another model, and "pattern_needed" if no pattern is known.
    """
    (ids_name, ids), (name, text) = vocabulary, merges
    pairs = read_merge_lines(name, text)
    if any(right.endswith("</w>") for _, right in pairs):
        if "<|startoftext|>" not in ids and settings.family != "clip":
            raise CorpusError("pair", file=name)
        return HuggingFaceTokenizer(clip_json(ids, pairs), "merges.txt", file=name)
    if any(alias not in ids for alias in byte_alias().values()):
        raise CorpusError("pair", file=ids_name)
    rules = word_rules(name, (left + right for left, right in pairs), ids, settings, given)
    check_choice("normalizer", rules.normalizer, ("none", "nfc", "nfkc"))
    is_stated = rules.finds or given.special is not None
    special = rules.special if is_stated else settings.special
    added = [added_token(token, id_, settings.flags.get(token)) for token, id_ in special.items()]
    # The library assigns the next ID to an added token unless the vocabulary contains it.
    whole = byte_level_json({**ids, **special}, pairs, added, rules)
    return HuggingFaceTokenizer(whole, "merges.txt", file=name, words=rules)


def open_vocab_txt(file: str, text: str, settings: FileSettings) -> HuggingFaceTokenizer:
    """Open BERT's vocab.txt, a token per line; its ID is the line number, from 0.
    tokenizer_config.json states the normalization.

    Without it, texts are lower-cased if no token has a capital letter: every capital would be
    unknown.
    """
    config = settings.config
    if settings.family == "bertjapanese":
        raise CorpusError("other_class", file=file, name="BertJapaneseTokenizer")
    ids = {line.rstrip(): id_ for id_, line in enumerate(text.rstrip("\n").split("\n"))}
    lower, notes = config.get("do_lower_case"), list[str]()
    if not isinstance(lower, bool):
        lower = all(token == token.lower() for token in ids if token[:1] not in ("[", "<"))
        notes += ["lowercase"] if lower else []
    added = {
        token: added_token(token, id_, settings.flags.get(token))
        for token, id_ in settings.special.items()
    }
    whole = bert_json({**ids, **settings.special}, lower, config, added)
    return HuggingFaceTokenizer(whole, "vocab.txt", file=file, notes=notes)


def _stages(config: object) -> Iterator[Mapping[str, Any]]:
    """Yield every stage, those inside sequences included."""
    if isinstance(config, Mapping):
        yield config
        yield from _stages([value for value in config.values() if isinstance(value, list)])
    elif isinstance(config, list):
        for part in config:
            yield from _stages(part)
