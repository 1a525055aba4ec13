"""A training as a .model of SentencePiece."""

import struct

from ..encoding.spelling import UNKNOWN
from ..errors import CorpusError, library, short, utf8
from ..schemes import Scheme
from ..training import Training
from .by_sentencepiece import fields_of

# Field numbers and values of sentencepiece_model.proto.
_PIECES, _TRAINER, _NORMALIZER = 1, 2, 3
_NORMAL, _UNKNOWN, _BYTE = 1, 2, 6
_BPE = 2
_CHARSMAP = 2

_FILE = "sentencepiece.model"


def to_sentencepiece_model(training: Training) -> bytes:
    """Return a .model that encodes in the package sentencepiece as this training does.

    Ids are the same, and a tokenizer decodes to the same text. The table of its normalizer is that
    of the installed package. Raises `ValueError` for a scheme that SentencePiece cannot
    express, and `CorpusError` where the package is missing or two tokens are spelled alike.

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
        # A merge's score is its rank, below 0; no other piece's is looked at.
        _written_field(_PIECES, _piece(name, float(min(0, first - id_)), kind))
        for id_, (name, kind) in enumerate(zip(names, kinds, strict=True))
    )
    return pieces + _written_field(_TRAINER, _trainer(scheme, len(names), unknown)) + _normalizer()


def scheme_to_write(training: object) -> Scheme:
    """Return a training's scheme. Raises `ValueError` for anything but a training."""
    if not isinstance(training, Training):
        raise ValueError(
            f"training must be a Training, got {short(training)}. Use what train returns."
        )
    return training.scheme


def check_sayable(
    training: Training, format_: str, instead: str, **fitting: tuple[object, ...]
) -> None:
    """Raise `ValueError` for a rule of a training's scheme that a format cannot express.

    `fitting` are the values that each rule may have, `instead` is the way out.
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
    """Write the trainer's settings: the kind of the model, and the id of the unknown piece."""
    longest = scheme.max_token_length
    absent = dict.fromkeys((41, 42, 43), 2**64 - 1)  # of beginning, end and padding: -1
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
    """Return the package's nmt_nfkc, with a space in front and none at ends or in a row."""
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
