"""Write three of the tokenizers as a tokenizer.json.

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

from bpe.files.by_tiktoken import TEKKEN_SPECIAL
from bpe.files.tokenizer_json import (
    added_token,
    bert_json,
    byte_level,
    clip_json,
    tokenizer_json,
)
from bpe.text.characters import byte_alias, to_alias

Whole = dict[str, Any]

BYTES = byte_level(trims=False, splits=False)


def bert(text: str) -> Whole:
    """Say what BERT does in lower case with its list, a token a line."""
    ids = {token: id_ for id_, token in enumerate(text.split())}
    ends = {"sep": ["[SEP]", ids["[SEP]"]], "cls": ["[CLS]", ids["[CLS]"]]}
    return bert_json(ids, lowercase=True) | {"post_processor": {"type": "BertProcessing", **ends}}


def tekken(text: str) -> Whole:
    """Say what Mistral's tekken does: special tokens have the first ids, then the ranks follow."""
    whole = json.loads(text)
    config = whole["config"]
    first = config["default_num_special_tokens"]
    names = [*TEKKEN_SPECIAL, *(f"<SPECIAL_{id_}>" for id_ in range(len(TEKKEN_SPECIAL), first))]
    listed = whole["vocab"][: config["default_vocab_size"] - first]
    ranks = {base64.b64decode(each["token_bytes"]): each["rank"] for each in listed}
    spelled = {to_alias(token): rank + first for token, rank in ranks.items()}
    split = {"type": "Split", "pattern": {"Regex": config["pattern"]}, "behavior": "Isolated"}
    split |= {"invert": False}
    return tokenizer_json(
        {
            "vocab": {name: id_ for id_, name in enumerate(names)} | spelled,
            "merges": list(merges(ranks)),
            "ignore_merges": True,  # as tiktoken, which takes a word whole where it is a token
        },
        added_tokens=[added_token(name, id_) for id_, name in enumerate(names)],
        pre_tokenizer={"type": "Sequence", "pretokenizers": [split, BYTES]},
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
    special = ("<|startoftext|>", "<|endoftext|>")
    tokens = [*aliases, *(alias + MARK for alias in aliases), *map("".join, pairs), *special]
    ids = {token: id_ for id_, token in enumerate(dict.fromkeys(tokens))}
    mends = [
        {"type": "Replace", "pattern": {"Regex": source}, "content": content}
        for source, content in MENDS.items()
        if source != content
    ]
    return clip_json(ids, pairs, mends)


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
