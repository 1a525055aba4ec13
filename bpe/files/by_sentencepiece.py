"""SentencePiece's .model files: read a tokenizer, and write a training."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from ..encoding.spelling import UNKNOWN
from ..errors import CorpusError, library, short, utf8
from ..merging.cells import Token
from ..schemes import MARKS, Scheme
from ..training import Training
from .checks import Ids, library_errors
from .patterns import FileSettings
from .tokenizer import CutText, FileTokenizer, TokenAt, WordIds

_MARK = MARKS["prefix"]
_MODELS = {1: "Unigram", 2: "BPE", 3: "WordLevel", 4: "characters"}
# Field numbers and values of sentencepiece_model.proto.
_PIECES, _TRAINER, _NORMALIZER, _MODEL_TYPE, _PIECE_TYPE, _SUFFIX = 1, 2, 3, 3, 3, 24
_NORMAL, _UNKNOWN, _CONTROL, _UNUSED, _BYTE = 1, 2, 3, 5, 6

# Classes and model types of transformers whose piece IDs differ from the file's.
_RENUMBERED = (
    *("xlmroberta", "camembert", "mbart", "mbart50", "nllb", "barthez", "bartpho", "pegasus"),
    *("bigbirdpegasus", "xglm", "m2m100", "speech2text", "marian", "erniem", "plbart"),
)


class SentencePieceTokenizer(FileTokenizer):
    """A tokenizer run by the package sentencepiece."""

    format = "sentencepiece"
    alone = "other"

    def __init__(self, file: str, data: bytes, settings: FileSettings) -> None:
        """Take a .model file. Raises `CorpusError` for a broken one."""
        self.file = file
        self.notes = ("numbering",) if settings.family in _RENUMBERED else ()
        with library_errors("sentencepiece", file):
            kinds, model, self._is_suffix = _read_kinds(data)
            self._library = library("sentencepiece").SentencePieceProcessor(model_proto=data)
        self.model = _MODELS.get(model, "Unigram")
        self.ids, self.unknown_id = Ids(range(len(self._library))), self._library.unk_id()
        if len(kinds) != len(self.ids):
            raise CorpusError("refused", file=file, library="sentencepiece", error="pieces")
        # A piece of a special kind is never split, and no merge makes it.
        self._whole = frozenset(
            id_ for id_, kind in enumerate(kinds) if kind not in (_NORMAL, _UNUSED)
        )
        self.special = {
            self._library.id_to_piece(id_): id_
            for id_ in self._whole
            if kinds[id_] in (_UNKNOWN, _CONTROL)
        }
        self.scheme = Scheme(
            "sentencepiece", boundary="prefix", tie_rule="shortest", pretokenizer="space"
        )

    @cached_property
    def merge_count(self) -> int:
        """Number of pieces that are the concatenation of two other pieces."""
        return sum(map(self._is_made, self._ranks)) if self.model == "BPE" else 0

    def _is_made(self, id_: int) -> bool:
        piece = self._library.id_to_piece(id_)
        cuts = ((self.id(piece[:at]), self.id(piece[at:])) for at in range(1, len(piece)))
        return any(None not in cut and not self._whole & {*cut} for cut in cuts)

    def token(self, id_: int) -> Token:
        piece: str = self._library.id_to_piece(id_)
        return piece

    def id(self, token: Token) -> int | None:
        if isinstance(token, bytes):
            return None
        found: int = self._library.piece_to_id(token)
        return found if self._library.id_to_piece(found) == token else None

    def _spells(self, id_: int) -> bool:
        return id_ not in self._whole

    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        word = "".join(map(self._library.id_to_piece, ids))
        return len(word), lambda begin, end: self.id(word[begin:end])

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """Look up a pair by the piece it joins to; a higher score means a lower rank."""
        if left in self._whole or right in self._whole:
            return None
        id_ = self.id(self._library.id_to_piece(left) + self._library.id_to_piece(right))
        if id_ is None or id_ not in self._ranks:
            return None
        return self._ranks[id_], id_

    @cached_property
    def _ranks(self) -> Mapping[int, int]:
        """ID -> rank of its score among all pieces longer than a character."""
        pieces = (id_ for id_ in self.ids if id_ not in self._whole and len(self.token(id_)) > 1)
        scores = {id_: self._library.get_score(id_) for id_ in pieces}
        order = sorted({*scores.values()}, reverse=True)
        places = {score: place for place, score in enumerate(order)}
        return {id_: places[score] for id_, score in scores.items()}

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return the start and end of each piece in a text, from the library.

        The library assigns a character only to the last of its byte pieces; here each gets it.
        """
        with library_errors("sentencepiece", self.file):
            found = self._library.encode(text, return_type="offset_mapping")
        places: list[tuple[int, int]] = list(found["offsets"])
        for at in range(len(places) - 1, 0, -1):
            (start, end), here = places[at - 1], places[at]
            if start == end == here[0] and self._library.is_byte(found["ids"][at - 1]):
                places[at - 1] = here
        return places

    def _encoded(self, text: str) -> list[int]:
        with library_errors("sentencepiece", self.file):
            ids: list[int] = self._library.encode_as_ids(text)
        return ids

    def _decoded(self, ids: list[int]) -> str:
        text: str = self._library.decode(ids)
        return text

    def _words_of(self, text: str) -> CutText:
        with library_errors("sentencepiece", self.file):
            pieces: list[str] = self._library.encode_as_pieces(text)
        words: list[tuple[list[bytes], list[int]]] = []
        mark, is_word, was_mark = _MARK.encode(), False, False
        for piece, id_ in zip(pieces, self._encoded(text), strict=True):
            # An unknown piece is spelled as in the text, a byte piece as its byte.
            raw = bytes([int(piece[3:5], 16)]) if self._library.is_byte(id_) else piece.encode()
            is_text = raw.replace(mark, b"") != b""
            begins = was_mark and is_text if self._is_suffix else raw.startswith(mark) and is_word
            if not words or begins:
                words.append(([], []))
                is_word = False
            words[-1][0].append(raw)
            words[-1][1].append(id_)
            is_word, was_mark = is_word or is_text, raw.endswith(mark)
        cut: WordIds = []
        normalized = ""
        for parts, ids in words:
            at, word = len(normalized), b"".join(parts).decode("utf-8", "replace")
            cut.append(((word, at, at + len(word)), ids))
            normalized += word
        return normalized, cut


def looks_like_model(data: bytes) -> bool:
    """Return whether a file begins with two pieces, as a SentencePiece model does."""
    try:
        first = list(islice(fields_of(data), 2))
    except (IndexError, ValueError):
        return False
    return len(first) == 2 and all(
        number == _PIECES and isinstance(value, bytes) and value[:1] == b"\n"
        for number, value in first
    )


def _read_kinds(data: bytes) -> tuple[bytearray, int, bool]:
    """Return the kind of each piece, the number of the model type, and whether spaces end words."""
    kinds, model, is_suffix = bytearray(), 1, False
    for number, value in fields_of(data):
        if number == _PIECES:
            # Usually a piece is its text and its score in 5 bytes, without a kind.
            plain = len(value) == value[1] + 7
            kinds.append(_NORMAL if plain else dict(fields_of(value)).get(_PIECE_TYPE, _NORMAL))
        elif number == _TRAINER:
            spec = dict(fields_of(value))
            model, is_suffix = spec.get(_MODEL_TYPE, 1), bool(spec.get(_SUFFIX))
    return kinds, model, is_suffix


def fields_of(data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield the fields of a message in protocol buffers' wire format: number, and int or bytes."""
    at = 0
    while at < len(data):
        key, at = _read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _read_varint(data, at)
            yield key >> 3, value
            continue
        size = {1: 8, 5: 4}.get(kind)
        if size is None and kind == 2:
            size, at = _read_varint(data, at)
        if size is None or at + size > len(data):
            raise ValueError(f"wire type {kind} at byte {at}")
        yield key >> 3, data[at : at + size]
        at += size


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


_BPE = 2
_CHARSMAP = 2

_FILE = "sentencepiece.model"


def to_sentencepiece_model(training: Training) -> bytes:
    """Return a .model with which the package sentencepiece encodes as this training does.

    IDs and decoded text are equal. The normalizer's table is copied from the installed package.
    Raises `ValueError` for a scheme that SentencePiece cannot express, and `CorpusError` if the
    package is missing or two tokens have the same spelling.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_sentencepiece_model
    >>> model = to_sentencepiece_model(train("low lowest", "sentencepiece"))
    >>> load({"mine.model": model}).encode("low").tokens
    ['▁low']
    """
    check_sayable(
        training,
        "a SentencePiece model",
        "Train with the scheme 'sentencepiece' as it is",
        boundary=("prefix",),
        normalizer=("nmt_nfkc",),
        pretokenizer=("space",),
        unknown=("unk", "bytes"),
        fuse_unknown=(True,),
        special_tokens=((),),
    )
    scheme, names = training.scheme, [*map(str, training.tokens)]
    kinds = [_NORMAL] * len(names)
    byte_names = [f"<0x{byte:02X}>" for byte in range(256 if scheme.unknown == "bytes" else 0)]
    unknown = len(names)
    names, kinds = [*names, UNKNOWN, *byte_names], [*kinds, _UNKNOWN, *[_BYTE] * len(byte_names)]
    ids = {name: id_ for id_, name in enumerate(names)}
    if len(ids) < len(names):
        twice = next(name for id_, name in enumerate(names) if ids[name] != id_)
        raise CorpusError("spelled_twice", format=_FILE, value=short(twice))
    if null := next((name for name in names if "\0" in name), None):
        raise CorpusError("null_token", format=_FILE, value=short(null))
    first = len(training.alphabet)
    pieces = b"".join(
        # A merge's score is its negative rank; the scores of other pieces are ignored.
        _written_field(_PIECES, _piece(name, float(min(0, first - id_)), kind))
        for id_, (name, kind) in enumerate(zip(names, kinds, strict=True))
    )
    return pieces + _written_field(_TRAINER, _trainer(scheme, len(names), unknown)) + _normalizer()


def scheme_to_write(training: object) -> Scheme:
    """Return a training's scheme. Raises `ValueError` unless it is a training."""
    if not isinstance(training, Training):
        raise ValueError(
            f"training must be a Training, got {short(training)}. Use what train returns."
        )
    return training.scheme


def check_sayable(
    training: Training, format_: str, instead: str, **fitting: tuple[object, ...]
) -> None:
    """Raise `ValueError` for a rule of a training's scheme that a format cannot express.

    `fitting`: allowed values per rule; `instead`: suggestion for the error message.
    """
    scheme = scheme_to_write(training)
    for name, values in fitting.items():
        value = getattr(scheme, name)
        if value not in values:
            raise ValueError(
                f"{name} must be {' or '.join(map(str, values))} for {format_}, got {value!r}. "
                f"{instead}."
            )


def _piece(name: str, score: float, kind: int) -> bytes:
    return (
        _written_field(1, utf8(name))
        + _written_field(2, score)
        + (_written_field(3, kind) if kind != _NORMAL else b"")
    )


def _trainer(scheme: Scheme, size: int, unknown: int) -> bytes:
    """Write the trainer's settings: the model type, and the ID of the unknown piece."""
    longest = scheme.max_token_length
    absent = dict.fromkeys((41, 42, 43), 2**64 - 1)  # IDs of beginning, end and padding: -1
    spec: dict[int, int | float | bytes] = {
        3: _BPE,
        4: size,
        10: 1.0,  # of all characters
        **({20: longest} if longest is not None else {}),
        35: int(scheme.unknown == "bytes"),
        40: unknown,
        **absent,
        # The text that the unknown piece decodes to.
        44: UNKNOWN.encode(),
        45: UNKNOWN.encode(),
    }
    return b"".join(_written_field(number, value) for number, value in spec.items())


def _normalizer() -> bytes:
    """Return the package's nmt_nfkc, adding a leading space and removing all extra spaces."""
    made = library("sentencepiece").SentencePieceNormalizer(rule_name="nmt_nfkc")
    spec = dict(fields_of(dict(fields_of(made.serialized_model_proto()))[_NORMALIZER]))
    settings = {1: b"nmt_nfkc", _CHARSMAP: spec[_CHARSMAP], 3: 1, 4: 1, 5: 1}
    return _written_field(_NORMALIZER, b"".join(_written_field(*each) for each in settings.items()))


def _written_field(number: int, value: float | bytes) -> bytes:
    """Write a field of a message in protocol buffers' wire format."""
    if isinstance(value, bytes):
        return _written_varint(number << 3 | 2) + _written_varint(len(value)) + value
    if isinstance(value, float):
        return _written_varint(number << 3 | 5) + struct.pack("<f", value)
    return _written_varint(number << 3) + _written_varint(value)


def _written_varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*parts, value])
