"""Each tokenizer of the app, run by its library alone, without our code."""

import base64
import gzip
import json
import unicodedata
from itertools import pairwise

import regex
import sentencepiece
import tiktoken
import tokenizers

from tests.twin import apply
from ui.tokenizers import shipped

# The patterns of three packages, copied here so that a slip in ours shows.
QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CLIP = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
)


def content(name):
    data = gzip.decompress(shipped()[name].path.read_bytes())
    return data


class Tiktoken:
    """Ranks run by tiktoken; `first` is added to each id."""

    def __init__(self, ranks, pattern, special=None, form=None, first=0):
        self.encoding = tiktoken.Encoding(
            "x", pat_str=pattern, mergeable_ranks=ranks, special_tokens=special or {}
        )
        self.form, self.first = form, first

    def encode(self, text):
        text = unicodedata.normalize(self.form, text) if self.form else text
        return [id_ + self.first for id_ in self.encoding.encode_ordinary(text)]

    def decode(self, ids):
        return self.encoding.decode([id_ - self.first for id_ in ids])


class HuggingFace:
    """A tokenizer of the package tokenizers."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def encode(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def decode(self, ids):
        return self.tokenizer.decode(ids, skip_special_tokens=False)


def mended(text):
    """Return a text with quotes, widths and ligatures replaced as by ftfy, which CLIP calls."""
    for quotes, plain in (
        ("\u02bc\u2018\u2019\u201a\u201b", "'"),
        ("\u201c\u201d\u201e\u201f", '"'),
    ):
        text = text.translate(dict.fromkeys(map(ord, quotes), plain))
    forms = {ord("\ufb05"): "\u017ft"}
    for code in (0x3000, *range(0xFF01, 0xFFF0), *range(0xFB00, 0xFB05), 0xFB06):
        forms[code] = unicodedata.normalize("NFKC", chr(code))
    return text.translate(forms)


def stand_ins():
    """Return byte -> the character that GPT-2 writes for it."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = sorted(set(map(chr, range(256, 256 + 68))))
    hidden = [byte for byte in range(256) if byte not in printable]
    found = {byte: chr(byte) for byte in printable} | dict(zip(hidden, rest, strict=True))
    assert set(found.values()) == set(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    return found


class Clip:
    """CLIP's own slow algorithm, which looks up every pair of the word before each merge."""

    def __init__(self, merges):
        merges, self.alias = [tuple(pair) for pair in merges], stand_ins()
        units = list(self.alias.values())
        tokens = [*units, *(unit + "</w>" for unit in units), *map("".join, merges)]
        self.ids = {token: id_ for id_, token in enumerate([*tokens, "<start>", "<end>"])}
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}

    def encode(self, text):
        text = " ".join(unicodedata.normalize("NFC", mended(text)).split()).lower()
        return [id_ for word in regex.findall(CLIP, text) for id_ in self._word(word)]

    def _word(self, word):
        parts = [self.alias[byte] for byte in word.encode()]
        parts[-1] += "</w>"
        while pairs := [pair for pair in pairwise(parts) if pair in self.ranks]:
            best = min(pairs, key=self.ranks.__getitem__)
            parts = apply(parts, best, "".join(best))
        return [self.ids[part] for part in parts]


def ranks_of(data):
    lines = [line.split() for line in data.splitlines() if line]
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def of_openai(name, data, put):
    """Return tiktoken's own encoding, built from `data` instead of a download."""
    from tiktoken_ext import openai_public

    put(openai_public, "load_tiktoken_bpe", lambda *_, **__: ranks_of(data))
    made = getattr(openai_public, name)()
    return Tiktoken(made["mergeable_ranks"], made["pat_str"], made["special_tokens"])


def tekken(whole):
    """Return the ranks of tekken run by tiktoken; the first ids belong to special tokens."""
    byte_of = {alias: byte for byte, alias in stand_ins().items()}
    first = len(whole["added_tokens"])
    ranks = {
        bytes(map(byte_of.__getitem__, token)): id_ - first
        for token, id_ in whole["model"]["vocab"].items()
        if id_ >= first
    }
    pattern = whole["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"]
    return Tiktoken(ranks, pattern, first=first)


def theirs(name, put):
    """Return a tokenizer as its own library reads its file; `put` is like `setattr`."""
    data = content(name)
    if name in ("o200k", "cl100k", "gpt2"):
        constructor = {"o200k": "o200k_base", "cl100k": "cl100k_base", "gpt2": "r50k_base"}[name]
        return of_openai(constructor, data, put)
    if name == "qwen":
        return Tiktoken(ranks_of(data), QWEN, form="NFC")
    if name == "qwen36":
        return Tiktoken(ranks_of(data), QWEN35, form="NFC")
    if name == "deepseek":
        return HuggingFace(tokenizers.Tokenizer.from_str(data.decode()))
    whole = json.loads(data) if name in ("bert", "clip", "tekken") else {}
    if name == "tekken":
        return tekken(whole)
    if name == "bert":
        ids = whole["model"]["vocab"]
        return HuggingFace(tokenizers.BertWordPieceTokenizer(vocab=ids, lowercase=True))
    if name == "clip":
        return Clip(whole["model"]["merges"])
    return sentencepiece.SentencePieceProcessor(model_proto=data)
