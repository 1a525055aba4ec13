"""Write three of the tokenizers as a tokenizer.json; their own formats are not read by the app.

BERT's vocab.txt, Mistral's tekken.json and CLIP's bpe_simple_vocab_16e6.txt, from the packages that
../README.md names. Run once a file, from the folder of the project:

    PYTHONPATH=. python sample_corpora/tokenizers/as_tokenizer_json.py tekken tekken_240718.json
"""

import argparse
import base64
import gzip
import hashlib
import json
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bpe.files.by_tokenizers import added_token, byte_level, tokenizer_json
from bpe.text.characters import byte_alias, to_alias

Whole = dict[str, Any]

BYTES = byte_level(trims=False, splits=False)


def words(pattern: str, behavior: str, *, invert: bool = False) -> Whole:
    """Return the stages that cut words by a pattern and spell them in bytes."""
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}
    return {"type": "Sequence", "pretokenizers": [split, BYTES]}


def bert(text: str) -> Whole:
    """Say what BERT does in lower case with its list, a token a line."""
    ids = {token: id_ for id_, token in enumerate(text.split())}
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    return tokenizer_json(
        {
            "type": "WordPiece",
            "vocab": ids,
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
        added_tokens=[added_token(token, ids[token]) for token in special],
        normalizer={
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        post_processor={
            "type": "BertProcessing",
            "sep": ["[SEP]", ids["[SEP]"]],
            "cls": ["[CLS]", ids["[CLS]"]],
        },
        pre_tokenizer={"type": "BertPreTokenizer"},
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
    )


TEKKEN = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)
"""Special tokens that the file says nothing of (Mistral's own list); more ids are kept free."""


def tekken(text: str) -> Whole:
    """Say what Mistral's tekken does: special tokens have the first ids, then the ranks follow."""
    whole = json.loads(text)
    config = whole["config"]
    first = config["default_num_special_tokens"]
    names = [*TEKKEN, *(f"<SPECIAL_{id_}>" for id_ in range(len(TEKKEN), first))]
    listed = whole["vocab"][: config["default_vocab_size"] - first]
    ranks = {base64.b64decode(each["token_bytes"]): each["rank"] for each in listed}
    spelled = {to_alias(token): rank + first for token, rank in ranks.items()}
    return tokenizer_json(
        {
            "vocab": {name: id_ for id_, name in enumerate(names)} | spelled,
            "merges": list(merges(ranks)),
            "ignore_merges": True,  # as tiktoken, which takes a word whole where it is a token
        },
        added_tokens=[added_token(name, id_) for id_, name in enumerate(names)],
        pre_tokenizer=words(config["pattern"], "Isolated"),
        decoder=BYTES,
    )


def merges(ranks: dict[bytes, int]) -> Iterator[list[str]]:
    """Yield the pair of each token by rank: what is left of its bytes by merges of lower ranks."""
    for token, limit in sorted(ranks.items(), key=lambda each: each[1]):
        parts = [bytes([byte]) for byte in token]
        while len(parts) > 2:
            found = [ranks.get(left + right, limit) for left, right in pairwise(parts)]
            if min(found) == limit:
                break
            at = found.index(min(found))
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        if len(parts) == 2:
            yield [*map(to_alias, parts)]


MARK = "</w>"
CLIP_MERGES = 49152 - 256 - 2  # so many of the 262,144 in its file
CLIP_SPECIAL = ("<|startoftext|>", "<|endoftext|>")
CLIP_WORDS = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
)
LIGATURES = "ĲĳŉǱǲǳǄǅǆǇǈǉǊǋǌﬀﬁﬂﬃﬄﬅﬆ"
WIDTHS = "\u3000" + "".join(map(chr, range(0xFF01, 0xFFF0)))
MENDS = {
    character: "ſt" if character == "ﬅ" else unicodedata.normalize("NFKC", character)
    for character in LIGATURES + WIDTHS
} | {"[\u02bc\u2018-\u201b]": "'", "[\u201c-\u201f]": '"'}
"""What the library ftfy writes in place of signs, in its order: a pattern -> what stands there."""


def clip(text: str) -> Whole:
    """Say what CLIP does with its merges, a pair a line behind a first line.

    Before all else it has ftfy mend the text. That is done here for signs; what it makes of bytes
    that were decoded wrongly, of control characters and of HTML is left out.
    """
    pairs = [line.split() for line in text.split("\n")[1 : CLIP_MERGES + 1]]
    aliases = list(byte_alias().values())
    tokens = [*aliases, *(alias + MARK for alias in aliases), *map("".join, pairs), *CLIP_SPECIAL]
    ids = {token: id_ for id_, token in enumerate(dict.fromkeys(tokens))}
    mends = [
        {"type": "Replace", "pattern": {"Regex": source}, "content": content}
        for source, content in MENDS.items()
        if source != content
    ]
    spaces = {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    return tokenizer_json(
        {
            "vocab": ids,
            "merges": pairs,
            "end_of_word_suffix": MARK,
            "unk_token": CLIP_SPECIAL[1],
        },
        added_tokens=[added_token(token, ids[token]) for token in CLIP_SPECIAL],
        normalizer={
            "type": "Sequence",
            "normalizers": [*mends, {"type": "NFC"}, spaces, {"type": "Lowercase"}],
        },
        pre_tokenizer=words(CLIP_WORDS, "Removed", invert=True),
        decoder={
            "type": "Sequence",
            "decoders": [
                {"type": "Replace", "pattern": {"String": MARK}, "content": "Ġ"},
                {"type": "Fuse"},
                BYTES,
            ],
        },
    )


KINDS = {
    "bert": (bert, "bert-base-uncased"),
    "tekken": (tekken, "tekken_240718"),
    "clip": (clip, "clip"),
}


def main() -> None:
    """Write one file beside this one and print its line for index.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("file", type=Path, help="the tokenizer's own file, packed by gzip or not")
    given = parser.parse_args()
    read, name = KINDS[given.kind]
    opened = gzip.open if given.file.suffix == ".gz" else open
    with opened(given.file, "rt", encoding="utf-8") as file:
        whole = read(file.read())
    data = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    out = Path(__file__).with_name(f"{name}.tokenizer.json.gz")
    out.write_bytes(gzip.compress(data, mtime=0))
    print(f"{out.name}: sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
