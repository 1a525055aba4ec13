"""Tokenizers run by tiktoken: byte tokens with ranks, from which merges are reconstructed."""

import binascii
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

import regex

from ..encoding.matching import merge_by_rank
from ..errors import CorpusError, library, short
from ..input.opening import check_size
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import byte_alias, byte_owners
from ..text.normalizers import normalize, places_before
from ..text.pretokenizers import pattern
from ..words import at_special
from .checks import MAX_FILE_BYTES, MAX_ID, Ids, check_ids, library_errors, read_minbpe
from .patterns import FileSettings, Given, WordRules, check_stated, word_rules
from .tokenizer import CutText, FileTokenizer, TokenAt, WordIds

_SECONDS = 10
"""Time limit for the pattern on one text."""


def looks_like_ranks(text: str) -> bool:
    """Return whether the first line is a token in base64 and a number."""
    return regex.fullmatch(r"(?:[A-Za-z0-9+/=]{4})+ [0-9]+\s*", text.split("\n", 1)[0]) is not None


class TiktokenTokenizer(FileTokenizer):
    """A tokenizer run by the package tiktoken. Its IDs are the ranks."""

    def __init__(
        self, file: str, ranks: Mapping[bytes, int], rules: WordRules, form: str = "tiktoken"
    ) -> None:
        """Take token -> rank, and the rules for texts before merging. Raises `CorpusError`."""
        self.format, self.file, self.special = form, file, dict(rules.special)
        self._finds_special = rules.finds
        self._rules, self.words = rules, None if rules.source == "file" else rules
        check_ids({**ranks, **self.special}, file)
        self.scheme = Scheme(form, units="bytes", tie_rule="smallest-ids")
        with library_errors("tiktoken", file):
            self._library = library("tiktoken").Encoding(
                file, pat_str=rules.pattern, mergeable_ranks=ranks, special_tokens=self.special
            )
            # Only pickling needs this copy (35 MB); Rust has its own.
            self._library._mergeable_ranks = {}
        self._names = {id_: token for token, id_ in self.special.items()}
        self.ids = Ids([*ranks.values(), *self._names])
        unmerged = {*_unmerged(ranks)}
        self._merged = sorted(rank for rank in ranks.values() if rank not in unmerged)

    @property
    def merge_count(self) -> int:
        """Number of tokens that are the concatenation of two other tokens."""
        return len(self._merged)

    def pairs(self) -> list[tuple[bytes, bytes]]:
        """Return the merges by rank: the last pair merged for each token, or its first split."""
        pairs = list[tuple[bytes, bytes]]()
        for id_ in self._merged:
            token, steps = self._bytes(id_), self.replay([id_]).steps
            cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
            first = (cut for cut in cuts if None not in map(self.id, cut))
            pairs.append(steps[-1].pair if steps else next(first))  # type: ignore[arg-type]
        return pairs

    def token(self, id_: int) -> Token:
        return self._names.get(id_) or self._bytes(id_)

    def id(self, token: Token) -> int | None:
        if isinstance(token, str):
            return self.special.get(token)
        try:
            rank: int = self._library.encode_single_token(token)
        except KeyError:
            return None
        return None if rank in self._names else rank

    def _spells(self, id_: int) -> bool:
        return id_ not in self._names

    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        word = b"".join(map(self._bytes, ids))
        return len(word), lambda begin, end: self.id(word[begin:end])

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """Look up a pair by its joined bytes, however they are split; special names stay whole."""
        if left in self._names or right in self._names:
            return None
        rank = self.id(self._bytes(left) + self._bytes(right))
        return None if rank is None else (self._place(rank), rank)

    def _place(self, rank: int) -> int:
        """Return the index of the merge that makes a token."""
        return bisect_left(self._merged, rank)

    def _bytes(self, id_: int) -> bytes:
        found: bytes = self._library.decode_single_token_bytes(id_)
        return found

    def places(self, text: str) -> list[tuple[int, int]]:
        places: list[tuple[int, int]] = []
        at = 0
        for part, id_ in self._parts(text):
            if id_ is not None:
                places.append((at, at + len(part)))
            else:
                begins, ends = places_before(part, self._rules.normalizer)
                _, ids, owners, _ = self._cut(part)
                size = 0
                for each in ids:
                    first, size = size, size + len(self._bytes(each))
                    places.append((at + begins[owners[first]], at + ends[owners[size - 1] + 1]))
            at += len(part)
        return places

    def _words_of(self, text: str) -> CutText:
        whole, words = "", WordIds()
        for part, id_ in self._parts(text):
            at = len(whole)
            if id_ is not None:
                words.append(((part, at, at + len(part)), [id_]))
                whole += part
                continue
            normalized, ids, owners, word_ends = self._cut(part)
            whole += normalized
            first = size = begin = 0
            for place, each in enumerate(ids, 1):
                size += len(self._bytes(each))
                # Words that the library splits differently stay together.
                if size in word_ends or place == len(ids):
                    held = ids[begin:place]
                    word = b"".join(map(self._bytes, held)).decode("utf-8", "replace")
                    span = at + owners[first], at + owners[size - 1] + 1
                    words.append(((word, *span), held))
                    first, begin = size, place
        return whole, words

    def _parts(self, text: str) -> Iterator[tuple[str, int | None]]:
        """Yield the parts of a text, with the ID of each recognized special token."""
        names = tuple(self.special) if self._rules.finds else ()
        for part, is_special in at_special(text, names):
            yield part, self.special[part] if is_special else None

    def _cut(self, part: str) -> tuple[str, list[int], list[int], set[int]]:
        """Encode a text without recognizing special tokens.

        Return the normalized text; its IDs; for each byte of their tokens the index of its
        character; and the byte offsets at which words end. Text that the pattern does not match has
        no token.
        """
        text, ids = self._ordinary(part)
        data = b"".join(map(self._bytes, ids))
        source = self._rules.pattern.replace("++$", r"++\Z")
        try:
            found = regex.finditer(source, text, flags=regex.V1, timeout=_SECONDS)
            spans = [match.span() for match in found]
        except TimeoutError as error:
            raise CorpusError("slow_pattern", seconds=_SECONDS) from error
        if b"".join(text[slice(*span)].encode() for span in spans) != data:
            spans = [(0, len(text))]  # the library has other Unicode tables
        owners = byte_owners(text)[:-1]
        if text.encode() != data:
            kept = {at for span in spans for at in range(*span)}
            owners = [at for at in owners if at in kept]
        sizes = (len(text[slice(*span)].encode()) for span in spans)
        return text, ids, owners + [len(text) - 1] * (len(data) - len(owners)), {*accumulate(sizes)}

    @contextmanager
    def _as_text(self) -> Iterator[None]:
        rules = self._rules
        self._rules = rules._replace(finds=False)
        try:
            yield
        finally:
            self._rules = rules

    def _ordinary(self, part: str) -> tuple[str, list[int]]:
        text = normalize(part, self._rules.normalizer)
        return text, self._library.encode_ordinary(text)

    def _encoded(self, text: str) -> list[int]:
        with library_errors("tiktoken", self.file):
            return [
                each
                for part, id_ in self._parts(text)
                for each in ([id_] if id_ is not None else self._ordinary(part)[1])
            ]

    def _decoded(self, ids: list[int]) -> str:
        text: str = self._library.decode(ids)
        return text


def open_ranks(file: str, text: str, settings: FileSettings, given: Given) -> TiktokenTokenizer:
    """Open the lines of a .tiktoken file.

    Raises `CorpusError`, with the line, and "pattern_needed" if no pattern is known.
    """
    ranks = read_ranks(file, text)
    merged = sorted((token for token in ranks if len(token) > 1), key=ranks.__getitem__)
    rules = word_rules(file, map(_spelled, merged), {}, settings, given)
    if rules.special is settings.special:  # ordinary tokens are listed there, too
        known = {*ranks.values()}
        special = {name: id_ for name, id_ in rules.special.items() if id_ not in known}
        rules = rules._replace(special=special)
    return TiktokenTokenizer(file, ranks, rules)


def open_minbpe(file: str, text: str) -> TiktokenTokenizer:
    """Open a .model of minbpe; its IDs are the ranks. Without a pattern, a text is one word.

    Raises `CorpusError` for a merge that no training writes: tiktoken finds merges by the bytes
    that they make, which is equivalent only if no other pair makes the same bytes.
    """
    model = read_minbpe(file, text)
    tokens = [bytes([byte]) for byte in range(256)]
    ranks: dict[tuple[int, int], int] = {}
    made: list[int] = []
    size = 0
    for left, right in model.merges:
        if max(left, right) < len(tokens):
            token = tokens[left] + tokens[right]
            size += len(token)
            check_size(file, size, MAX_FILE_BYTES)
            if merge_by_rank(list(token), ranks, made) == [left, right]:
                ranks[left, right] = len(made)
                made.append(len(tokens))
                tokens.append(token)
                continue
        line = 4 + len(model.special) + len(made)
        raise CorpusError("minbpe", file=file, line=line, value=short(f"{left} {right}"))
    if model.pattern:
        check_stated(model.pattern, file)
    rules = WordRules("", "file", model.pattern or pattern("text"), special=model.special)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    return TiktokenTokenizer(file, ids, rules, "minbpe")


_ALIASES = dict(byte_alias())


def _spelled(token: bytes) -> str:
    """Do the same as `to_alias`, faster."""
    return token.decode("latin-1").translate(_ALIASES)


# Special tokens of files that name none: mistral-common's list, and its names for other IDs.
MAX_SPECIAL = 50_000
"""Maximum number of special tokens of a tekken.json; the usual one has 1,000."""

TEKKEN_SPECIAL = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


def open_tekken(file: str, whole: Mapping[str, Any]) -> TiktokenTokenizer:
    """Open Mistral's tekken.json: special tokens have the first IDs, then come the ranks.

    Raises `CorpusError` if a key is missing.
    """
    try:
        config, listed = whole["config"], whole.get("special_tokens")
        first, size = config["default_num_special_tokens"], config["default_vocab_size"]
        if not 0 <= first <= size <= MAX_ID or first > MAX_SPECIAL:
            raise ValueError
        special = {name: id_ for id_, name in enumerate(TEKKEN_SPECIAL)}
        if listed is not None:
            special = {each["token_str"]: each["rank"] for each in listed}
        special |= {f"<SPECIAL_{id_}>": id_ for id_ in range(len(special), first)}
        held = whole["vocab"][: size - first]
        ranks = {binascii.a2b_base64(each["token_bytes"]): each["rank"] + first for each in held}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CorpusError("tekken", file=file, value=short(whole.get("config"))) from error
    check_stated(config["pattern"], file)
    _check_bytes(file, ranks)
    rules = WordRules("", "file", config["pattern"], special=special)
    return TiktokenTokenizer(file, ranks, rules, "tekken.json")


def read_ranks(file: str, text: str) -> dict[bytes, int]:
    """Return token -> rank. Raises `CorpusError` for the first line with another format."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        if not fields or fields[0] == "=":  # Whisper's last token is empty
            continue
        if len(fields) != 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise CorpusError("rank_line", file=file, line=number, value=short(line))
        try:
            token = binascii.a2b_base64(fields[0], strict_mode=True)
        except ValueError as error:
            raise CorpusError(
                "rank_token", file=file, line=number, value=short(fields[0])
            ) from error
        if not token or token in ranks:
            raise CorpusError("rank_again", file=file, line=number, value=short(token))
        ranks[token] = int(fields[1][:12])
    _check_bytes(file, ranks)
    return ranks


def _check_bytes(file: str, ranks: Mapping[bytes, int]) -> None:
    """Raise `CorpusError` unless each byte is a token."""
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CorpusError("rank_bytes", file=file, byte=missing[0])


def _unmerged(ranks: Mapping[bytes, int]) -> list[int]:
    """Return the ranks of tokens that no two others make, in order: bytes, and isolated tokens.

    Most tokens extend another token by one byte, so the slow search is rarely needed.
    """
    left = [token for token in ranks if token[1:] not in ranks and token[:-1] not in ranks]
    return sorted(
        ranks[token]
        for token in left
        if not any(token[:at] in ranks and token[at:] in ranks for at in range(1, len(token)))
    )
