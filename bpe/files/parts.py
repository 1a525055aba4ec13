"""Vocabularies and merges in files of their own, put together as their models' libraries do."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from ..errors import CorpusError, short
from ..text.bytelevel import byte_alias, from_alias
from .by_tokenizers import HuggingFaceTokenizer, added_token, byte_level, tokenizer_json
from .checks import LARGEST_ID, are_ids, check_ids, read_merge_lines, read_vocabulary
from .ranks import from_ordered_merges
from .tokenizer import FileTokenizer

MARK = "</w>"
Pairs = list[tuple[str, str]]

# CLIP takes so many of the 262,144 merges in its file.
CLIP_MERGES = 49152 - 256 - 2
CLIP_START, CLIP_END = "<|startoftext|>", "<|endoftext|>"
_CLIP_WORDS = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
)
_FULL_AND_HALF_WIDTH = "\u3000" + "".join(map(chr, range(0xFF01, 0xFFF0)))
_LIGATURES = "ĲĳŉǱǲǳǄǅǆǇǈǉǊǋǌﬀﬁﬂﬃﬄﬅﬆ"
_CLIP_MENDS = {
    character: "ſt" if character == "ﬅ" else unicodedata.normalize("NFKC", character)
    for character in _LIGATURES + _FULL_AND_HALF_WIDTH
} | {"[\u02bc\u2018-\u201b]": "'", "[\u201c-\u201f]": '"'}
"""What the library ftfy writes in place of signs, in its order: a pattern -> what stands there."""

_UNKNOWN = ("<unk>", "[UNK]")
_BYTE_LEVEL = byte_level(trims=False, splits=True)


def from_pair(
    ids_name: str, vocabulary: object, name: str, text: str, added: object = None
) -> FileTokenizer:
    """Open vocab.json and merges.txt: GPT-2's bytes, CLIP's, or characters.

    `added` are the tokens of an added_tokens.json, which are read whole wherever they stand.
    Raises `CorpusError`, with the place in the file.
    """
    ids = read_vocabulary(vocabulary, ids_name)
    more = read_vocabulary(added, "added_tokens.json") if added else {}
    if not are_ids({**ids, **more}.values()):
        check_ids({**ids, **more}, "added_tokens.json")
    merges = read_merge_lines(name, text)
    aliases = byte_alias().values()
    marked = any(right.endswith(MARK) for _, right in merges)
    if all(alias in ids for alias in aliases) and is_aliased(merges):
        if not marked:
            ordered = None if more else from_ordered_merges(name, ids, merges)
            return ordered or _opened(_bytes(ids, merges), more, name)
        if all(alias + MARK in ids for alias in aliases):
            return _mending(_opened(_clip(ids, merges), more, name))
    unknown = next((token for token in _UNKNOWN if token in ids), None)
    model: dict[str, Any] = {"vocab": ids, "merges": merges, "unk_token": unknown}
    whole: dict[str, Any] = {"pre_tokenizer": {"type": "WhitespaceSplit"}}
    if marked:
        model["end_of_word_suffix"] = MARK
        whole = {
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "decoder": {"type": "BPEDecoder", "suffix": MARK},
        }
    return _opened(tokenizer_json(model, **whole), more, name)


def _opened(whole: dict[str, Any], added: Mapping[str, int], name: str) -> FileTokenizer:
    """Open what files say together, with tokens that were added to them."""
    # The library numbers added tokens anew, but for those of the vocabulary.
    whole["model"]["vocab"] = {**whole["model"]["vocab"], **added}
    whole["added_tokens"] += [added_token(token, id_) for token, id_ in added.items()]
    return HuggingFaceTokenizer(whole, "merges.txt", name)


def _mending(tokenizer: FileTokenizer) -> FileTokenizer:
    """Return CLIP's tokenizer with a note that not all of its mending is done."""
    tokenizer.notes = (*tokenizer.notes, "mending")
    return tokenizer


def from_merges(name: str, merges: Pairs) -> FileTokenizer:
    """Open GPT-2's or CLIP's merges alone, whose ids are bytes in GPT-2's order, then the merges.

    Raises `CorpusError` for a merge of tokens that none before it makes.
    """
    aliases = list(byte_alias().values())
    marked = any(right.endswith(MARK) for _, right in merges)
    if marked:
        merges = merges[:CLIP_MERGES]
        aliases += [alias + MARK for alias in aliases]
    tokens = dict.fromkeys([*aliases, *(left + right for left, right in merges)])
    if marked:
        tokens |= dict.fromkeys((CLIP_START, CLIP_END))
    ids = {token: id_ for id_, token in enumerate(tokens)}
    if marked:
        return _mending(HuggingFaceTokenizer(_clip(ids, merges), "merges.txt", name))
    ordered = from_ordered_merges(name, ids, merges)
    return ordered or HuggingFaceTokenizer(_bytes(ids, merges), "merges.txt", name)


def from_vocab_txt(name: str, text: str) -> HuggingFaceTokenizer:
    """Open BERT's vocab.txt: a token a line. Upper case in it says that case is kept.

    Raises `CorpusError` for a token that comes twice, or where none stands for what is unknown.
    """
    lines = text.removesuffix("\n").split("\n")
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token = line.rstrip()
        if token in ids or number > LARGEST_ID:
            raise CorpusError("vocab_again", file=name, line=number, value=short(token))
        ids[token] = number - 1
    if "[UNK]" not in ids:
        raise CorpusError("vocab_unknown", file=name)
    special = [token for token in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]") if token in ids]
    cased = any(token.lower() != token for token in ids if not token.startswith("["))
    model = {
        "type": "WordPiece",
        "vocab": ids,
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
    }
    normalizer = {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": True,
        "strip_accents": None,
        "lowercase": not cased,
    }
    around = {name: [token, ids.get(token)] for name, token in (("sep", "[SEP]"), ("cls", "[CLS]"))}
    has_both = all(token in ids for token, _ in around.values())
    whole = {
        "added_tokens": [added_token(token, ids[token]) for token in special],
        "normalizer": normalizer,
        "post_processor": {"type": "BertProcessing", **around} if has_both else None,
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    }
    return HuggingFaceTokenizer(tokenizer_json(model, **whole), "vocab.txt", name)


def looks_like_vocab_txt(text: str) -> bool:
    """Say whether a text is one token a line, with BERT's name for the unknown or its mark."""
    lines = text.split("\n")
    if any(" " in line for line in lines[:1000]):
        return False
    return "[UNK]" in lines or "[UNK]\r" in lines or any(line.startswith("##") for line in lines)


def is_aliased(merges: Pairs) -> bool:
    """Say whether all of the merges are spelled in GPT-2's characters for bytes."""
    aliases = set(byte_alias().values())
    return all(
        aliases.issuperset(left) and aliases.issuperset(right.removesuffix(MARK))
        for left, right in merges
    )


def spells_bytes(merges: Pairs) -> bool:
    """Say whether merges with marks are CLIP's: what is no ASCII among them is pieces of UTF-8."""
    if not is_aliased(merges):
        return False
    made = [left + right for left, right in merges]
    raw = [(from_alias(token.removesuffix(MARK)), token.endswith(MARK)) for token in made]
    beyond = [(token, is_last) for token, is_last in raw if not token.isascii()]
    return bool(beyond) and all(_is_part_of_utf8(*each) for each in beyond)


def _is_part_of_utf8(token: bytes, is_last: bool) -> bool:
    """Say whether a token may begin or, unless it ends a word, end within a character."""
    try:
        token.lstrip(bytes(range(0x80, 0xC0))).decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data" and not is_last
    return True


def _bytes(ids: Mapping[str, int], merges: Pairs) -> dict[str, Any]:
    model = {"vocab": ids, "merges": merges}
    return tokenizer_json(model, pre_tokenizer=_BYTE_LEVEL, decoder=_BYTE_LEVEL)


def _clip(ids: Mapping[str, int], merges: Pairs) -> dict[str, Any]:
    """Say what CLIP's tokenizer does.

    Before all else it has ftfy mend the text. That is done here for signs; what it makes of bytes
    that were decoded wrongly, of control characters and of HTML is left out.
    """
    model = {"vocab": ids, "merges": merges, "end_of_word_suffix": MARK}
    if CLIP_END in ids:
        model["unk_token"] = CLIP_END
    written = _CLIP_MENDS | {r"\s+": " "}
    replaced = [
        {"type": "Replace", "pattern": {"Regex": source}, "content": content}
        for source, content in written.items()
        if source != content
    ]
    words = {
        "type": "Split",
        "pattern": {"Regex": _CLIP_WORDS},
        "behavior": "Removed",
        "invert": True,
    }
    in_bytes = byte_level(trims=False, splits=False)
    return tokenizer_json(
        model,
        added_tokens=[
            added_token(token, ids[token]) for token in (CLIP_START, CLIP_END) if token in ids
        ],
        normalizer={
            "type": "Sequence",
            "normalizers": [*replaced[:-1], {"type": "NFC"}, replaced[-1], {"type": "Lowercase"}],
        },
        pre_tokenizer={"type": "Sequence", "pretokenizers": [words, in_bytes]},
        decoder={
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": MARK}, "content": "Ġ"},
                {"type": "Fuse"},
                _BYTE_LEVEL,
            ],
        },
    )
