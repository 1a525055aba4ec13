"""Write a training in other libraries' formats; errors name the rule a format cannot express."""

import base64
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import regex

from ..encoding.spelling import UNKNOWN
from ..errors import CorpusError, short
from ..schemes import MARKS, Scheme
from ..text.characters import to_alias
from ..text.pretokenizers import pattern
from ..training import Training
from .by_sentencepiece import check_sayable, scheme_to_write, to_sentencepiece_model
from .tokenizer_json import added_token, byte_level, tokenizer_json


def library_files(training: Training) -> dict[str, str | bytes]:
    """Return file name -> content in every library format that can express this scheme.

    >>> from bpe import train
    >>> from bpe.interchange import library_files
    >>> [*library_files(train("low lower lowest", "gpt"))]
    ['tokenizer.json', 'ranks.tiktoken']
    """
    writers: dict[str, Callable[[Training], str | bytes]] = {
        "tokenizer.json": to_tokenizer_json,
        "subword-nmt.codes": to_subword_nmt_codes,
        "ranks.tiktoken": to_tiktoken,
        "sentencepiece.model": to_sentencepiece_model,
    }
    scheme_to_write(training)
    files: dict[str, str | bytes] = {}
    for name, write in writers.items():
        try:
            files[name] = write(training)
        except ValueError:
            # The message names what the format lacks; there is no alternative to suggest.
            continue
    return files


# The characters at which "split" cuts, for a character class.
_SPLITS = r"\s\x1c-\x1f"
# Each pair is a pre-tokenizer and a decoder.
_BYTE_LEVEL = byte_level(trims=True, splits=False)
_METASPACE = {
    "type": "Metaspace",
    "replacement": MARKS["prefix"],
    "prepend_scheme": "always",
    "split": False,
}


def merges_text(training: Training) -> str:
    """Return the merges as a merges.txt: "left right" per line, bytes by their printable aliases.

    The first line tells subword-nmt how a word's end is marked: 0.1 by a separate token, 0.2 by the
    last character's token. Raises `CorpusError` for a token with a space or a line end, which would
    break a line, and for a merge that looks like the file's first line.

    >>> from bpe import train
    >>> from bpe.interchange import merges_text
    >>> merges_text(train("low lowest", "huggingface", max_merges=2)).splitlines()
    ['#version: 0.2', 'l o', 'lo w']
    """
    scheme_to_write(training)
    return _with_version(training, "merges.txt")


def to_subword_nmt_codes(training: Training) -> str:
    """Return the merges as codes for subword-nmt's apply_bpe.

    It splits words only at spaces and line ends and passes unknown characters through, so a scheme
    like "paper" differs in texts with a tab, for example, and in unknown characters. Raises
    `ValueError` for a scheme without `</w>`, or with more than splitting at white space, and
    `CorpusError` as `merges_text` does.

    >>> from bpe import train
    >>> from bpe.interchange import to_subword_nmt_codes
    >>> to_subword_nmt_codes(train("low lowest", "subword-nmt", max_merges=1)).splitlines()
    ['#version: 0.2', 'l o']
    """
    check_sayable(
        training,
        "subword-nmt codes",
        "Train with the scheme 'subword-nmt'",
        boundary=("suffix", "attached"),
        normalizer=("none",),
        pretokenizer=("space", "whitespace", "split"),
        special_tokens=((),),
        unknown=("pass", "unk"),
        fuse_unknown=(False,),
    )
    return _with_version(training, "subword-nmt")


def to_tiktoken(training: Training) -> str:
    """Return the tokens as a .tiktoken file: base64 and rank per line. It states no word pattern.

    Special tokens are omitted; their IDs are left free.

    Raises `ValueError` for a scheme whose units are not bytes, and for one with a normalizer.

    >>> from bpe import train
    >>> from bpe.interchange import to_tiktoken
    >>> to_tiktoken(train("low lowest", "gpt", max_merges=1)).splitlines()[-1]
    'bG8= 256'
    """
    check_sayable(
        training,
        ".tiktoken ranks",
        "Train with the scheme 'gpt' or 'minbpe'",
        units=("bytes",),
        normalizer=("none",),
    )
    special = training.special_ids.values()
    return "".join(
        f"{base64.b64encode(token).decode()} {rank}\n"
        for rank, token in enumerate(training.tokens)
        if isinstance(token, bytes) and rank not in special
    )


def to_tokenizer_json(training: Training) -> str:
    """Return a tokenizer.json with which the package tokenizers encodes as this training does.

    IDs and decoded text are equal. Results can differ for characters that only one of the two
    Unicode tables contains. Raises `ValueError` if the format cannot express the scheme, and
    `CorpusError` if a token of the text is spelled like one with the boundary mark.

    >>> import json
    >>> from bpe import train
    >>> from bpe.interchange import to_tokenizer_json
    >>> whole = json.loads(to_tokenizer_json(train("low lowest", "gpt", max_merges=1)))
    >>> whole["model"]["type"], whole["model"]["merges"]
    ('BPE', [['l', 'o']])
    """
    scheme = scheme_to_write(training)
    _check_expressible(training)
    is_bytes = scheme.units == "bytes"
    more = [UNKNOWN] if not is_bytes and scheme.unknown != "drop" else []
    if not is_bytes and scheme.unknown == "bytes":
        more += [f"<0x{byte:02X}>" for byte in range(256)]
    model = {
        "unk_token": None if is_bytes or scheme.unknown == "drop" else UNKNOWN,
        "continuing_subword_prefix": scheme.mark if scheme.boundary == "continuation" else None,
        "end_of_word_suffix": scheme.mark if scheme.boundary == "attached" else None,
        "fuse_unk": scheme.fuse_unknown,
        "byte_fallback": not is_bytes and scheme.unknown == "bytes",
        "vocab": _vocabulary(training, "tokenizer.json", more),
        "merges": [[*map(to_alias, merge.pair)] for merge in training.merges],
    }
    whole = tokenizer_json(
        model,
        added_tokens=[added_token(token, id_) for token, id_ in training.special_ids.items()],
        normalizer=_json_normalizer(scheme),
        pre_tokenizer=_json_pre_tokenizer(scheme),
        decoder=_json_decoder(scheme),
    )
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _vocabulary(training: Training, file: str, more: Sequence[str] = ()) -> dict[str, int]:
    """Return token -> ID as a file spells it, `more` names last. Raises `CorpusError`."""
    names = [*map(to_alias, training.tokens), *more]
    for token, id_ in training.special_ids.items():
        names[id_] = token
    vocabulary = {name: id_ for id_, name in enumerate(names)}
    if len(vocabulary) < len(names):
        twice = next(name for id_, name in enumerate(names) if vocabulary[name] != id_)
        raise CorpusError("spelled_twice", format=file, value=short(twice))
    return vocabulary


def _check_expressible(training: Training) -> None:
    """Raise `ValueError` for rules a tokenizer.json cannot express, such as nmt_nfkc's table.

    Others are: a word end separate from the last character; unknown characters passed through; a
    mark together with bytes, since the mark would be spelled in bytes too; a mark before words that
    are not separated by white space.
    """
    scheme = scheme_to_write(training)
    unknown = ("unk", "drop", "bytes") if scheme.boundary == "none" else ("unk", "drop")
    parting = ("whitespace", "split", "space", "bert")
    check_sayable(
        training,
        "a tokenizer.json",
        "Train with one that it can say",
        normalizer=("none", "nfc", "nfkc"),
        boundary=("none", "attached", "prefix", "continuation"),
        **({"unknown": unknown} if scheme.units == "characters" else {}),
        **({"pretokenizer": parting} if scheme.boundary == "prefix" else {}),
    )


def _json_normalizer(scheme: Scheme) -> dict[str, Any] | None:
    stages: list[dict[str, Any]] = []
    if scheme.normalizer != "none":
        stages.append({"type": scheme.normalizer.upper()})
    if scheme.boundary == "prefix":
        # The package adds no mark before a word that begins with one.
        inside = {
            "split": rf"[^{_SPLITS}]",
            "space": r"[^ \r\n]",
            "bert": r"[^\s\p{P}!-/:-@\[-`{-~]",
        }
        before = inside.get(scheme.pretokenizer, r"\S")
        stages.append(_json_replace(rf"(?<!{before})(?={scheme.mark})", scheme.mark))
    return _json_stages("normalizers", stages)


def _json_pre_tokenizer(scheme: Scheme) -> dict[str, Any] | None:
    stages: list[dict[str, Any]] = []
    if scheme.pattern is not None:
        stages.append(_json_split(scheme.pattern, "Removed", invert=True))
    elif scheme.pretokenizer == "whitespace":
        stages.append({"type": "WhitespaceSplit"})
    elif scheme.pretokenizer == "split":
        stages.append(_json_split(rf"[{_SPLITS}]+", "Removed"))
    elif scheme.pretokenizer == "bert":
        stages.append({"type": "BertPreTokenizer"})
    elif scheme.pretokenizer == "space":
        stages.append(_json_split(r"[ \r\n]+", "Removed"))
    elif scheme.pretokenizer != "text":
        stages.append(_json_split(pattern(scheme.pretokenizer), "Isolated"))
    if scheme.boundary == "prefix":
        stages.append(_METASPACE)
    if scheme.units == "bytes":
        stages.append(_BYTE_LEVEL)
    return _json_stages("pretokenizers", stages)


def _json_stages(name: str, stages: list[dict[str, Any]]) -> dict[str, Any] | None:
    if len(stages) < 2:
        return stages[0] if stages else None
    return {"type": "Sequence", name: stages}


def _json_replace(source: str, content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"Regex": source}, "content": content}


def _json_split(source: str, behavior: str, *, invert: bool = False) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": source}, "behavior": behavior, "invert": invert}


def _json_decoder(scheme: Scheme) -> dict[str, Any] | None:
    if scheme.units == "bytes":
        return _BYTE_LEVEL
    stages: list[dict[str, Any]] = []
    for token in scheme.special_tokens if scheme.boundary in ("attached", "prefix") else ():
        # It is a separate word without a mark.
        marked = scheme.mark + token if scheme.boundary == "prefix" else token + scheme.mark
        stages.append(_json_replace(rf"\A{regex.escape(token)}\z", marked))
    if scheme.boundary == "attached":
        stages.append({"type": "BPEDecoder", "suffix": scheme.mark})
    elif scheme.boundary == "prefix":
        stages.append(_METASPACE)
    elif scheme.boundary == "continuation" and scheme.unknown == "drop":
        stages += _words_of_pieces(scheme.mark)
    elif scheme.boundary == "continuation":
        stages.append({"type": "WordPiece", "prefix": scheme.mark, "cleanup": False})
    else:
        stages += [{"type": "ByteFallback"}] * (scheme.unknown == "bytes") + [{"type": "Fuse"}]
    return _json_stages("decoders", stages)


def _words_of_pieces(mark: str) -> list[dict[str, Any]]:
    """Return a decoder like the package's WordPiece that also strips the mark of a first token.

    The first token has a mark if the beginning of the first word is unknown and dropped.
    """
    first = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    replaced = {rf"\A(?!{mark})": " ", rf"\A{mark}": ""}
    return [*(_json_replace(*each) for each in replaced.items()), {"type": "Fuse"}, first]


def _with_version(training: Training, file: str) -> str:
    lines = [f"#version: {'0.1' if training.scheme.boundary == 'suffix' else '0.2'}"]
    for merge in training.merges:
        pair = [*map(to_alias, merge.pair)]
        for part in pair:
            if regex.search(r"[ \r\n]", part):
                raise CorpusError("spaced_token", format=file, value=short(part))
        lines.append(" ".join(pair))
        if lines[-1].startswith("#version"):
            raise CorpusError("version_token", format=file, value=short(lines[-1]))
    return "".join(f"{line}\n" for line in lines)


def training_files(training: Training) -> dict[str, str | bytes]:
    """Return the files of `library_files`, and GPT-2's pair: vocab.json and merges.txt. vocab.json
    is token ->

    ID, bytes by their printable aliases; merges.txt is omitted if a token would break one of its
    lines. Raises `CorpusError` if two tokens have the same spelling.
    """
    vocabulary = _vocabulary(training, "vocab.json")
    files: dict[str, str | bytes] = {
        "vocab.json": json.dumps(vocabulary, ensure_ascii=False, indent=0) + "\n"
    }
    with suppress(CorpusError):
        files["merges.txt"] = merges_text(training)
    return files | library_files(training)
