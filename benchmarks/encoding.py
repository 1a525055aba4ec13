"""Encoding compared with Hugging Face's library: lines of a novel, and long words.

No word of the lines is cached: both tokenizers were trained on another book, and every round
creates both again. A round runs our `encode`, their `encode_batch`, and their `encode_batch_fast`,
which like ours computes no offsets, on the same lines, on one core and one thread, in turns; ratios
compare runs of the same round. All return the IDs of each line as a Python list. Theirs is the
closest scheme that a tokenizer.json can express (unknown characters as <unk> for `subword-nmt`,
NFKC for `sentencepiece`, the library's own WordPiece for `wordpiece`).

A long word has no place at which a tokenizer cuts. Ours encodes it and its first half; theirs and
tiktoken encode the whole.
"""

import argparse
import base64
import gzip
import json
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from benchmarks.corpora import SAMPLES
from benchmarks.measuring import alone, say, say_goals, say_head

NEAREST = {"subword-nmt": {"unknown": "unk"}, "sentencepiece": {"normalizer": "nfkc"}}
SCHEMES = ("huggingface", "subword-nmt", "gpt", "sentencepiece", "wordpiece")
NOVEL = SAMPLES / "pride-and-prejudice.txt"
OTHER = SAMPLES / "parallel" / "luke-and-acts.en.txt"
CHINESE = SAMPLES / "chinese-classics.txt"
GPT2 = SAMPLES / "tokenizers" / "r50k_base.tiktoken.gz"
WORDS_A_LINE = (6, 24, 0)
"""Words per line; 0: the whole novel is one text."""

GOALS = {"encode_batch": 0.8, "encode_batch_fast": 1.0}
"""Maximum ratio to the time of each, for the short lines."""

MAX_DOUBLING = 2.3
"""Maximum ratio of a long word's time to that of its first half."""

LONG_WORDS = ("a million x, GPT-2", "10,000 Chinese characters, GPT-2", "the novel, `minbpe`")

Encode = Callable[[], list[list[int]]]
"""Function that encodes the lines; created again for each round."""


def lines_of(words_a_line: int) -> list[str]:
    """Return the novel in lines of this many words."""
    text = NOVEL.read_text(encoding="utf-8")
    if not words_a_line:
        return [text]
    words = text.split()
    return [" ".join(words[at : at + words_a_line]) for at in range(0, len(words), words_a_line)]


def peer(source: str, scheme: str, merges: int) -> tuple[object, str]:
    """Train; return the training and the tokenizer.json of the library's closest tokenizer."""
    from bpe import PRESETS, train
    from bpe.interchange import to_tokenizer_json

    training = train(source, scheme, max_merges=merges)
    if scheme in NEAREST:
        nearest = replace(PRESETS[scheme], **NEAREST[scheme])
        return training, to_tokenizer_json(train(source, nearest, max_merges=merges))
    written = to_tokenizer_json(training)
    if scheme != "wordpiece":
        return training, written
    vocabulary = {token: id_ for id_, token in enumerate([*training.tokens, "<unk>"])}
    model = {"type": "WordPiece", "vocab": vocabulary, "unk_token": "<unk>"}
    model |= {"continuing_subword_prefix": "##", "max_input_chars_per_word": 1000}
    return training, json.dumps(json.loads(written) | {"model": model})


def beside_hugging_face(scheme: str, words_a_line: int, merges: int, rounds: int) -> list[str]:
    """Measure one of our schemes on lines of this many words, in this process."""
    import tokenizers

    lines = lines_of(words_a_line)
    training, written = peer(OTHER.read_text(encoding="utf-8"), scheme, merges)
    method = "longest-match" if scheme == "wordpiece" else "merges"

    def ours() -> Encode:
        tokenizer = training.tokenizer()
        return lambda: [each.ids for each in (tokenizer.encode(line, method) for line in lines)]

    def theirs(name: str) -> Encode:
        encode = getattr(tokenizers.Tokenizer.from_str(written), name)
        return lambda: [each.ids for each in encode(lines, add_special_tokens=False)]

    batch, fast = GOALS
    sides = {"ours": ours, batch: lambda: theirs(batch), fast: lambda: theirs(fast)}
    took, tokens = in_turns(sides, rounds)
    spread = f"{min(ratios(took, batch)):.2f} to {max(ratios(took, batch)):.2f}"
    times = (f"{statistics.median(took[side]):.0f}" for side in sides)
    counts = (f"{tokens[side]:,}" for side in ("ours", batch))
    return [ratio(took, batch), spread, ratio(took, fast), *times, *counts]


def long_word(name: str, merges: int, rounds: int) -> list[str]:
    """Measure one of `LONG_WORDS`, in this process."""
    import tiktoken
    import tokenizers

    if name.endswith("GPT-2"):
        letters = filter(str.isalpha, CHINESE.read_text(encoding="utf-8"))
        word = "x" * 1_000_000 if "x" in name else "".join(letters)[:10_000]
        tokenizer, written = gpt2()
    else:
        word = NOVEL.read_text(encoding="utf-8")
        training, written = peer(OTHER.read_text(encoding="utf-8"), "minbpe", merges)
        tokenizer = training.tokenizer()
    library = tokenizers.Tokenizer.from_str(written)
    ranks = {token: id_ for id_, token in enumerate(tokenizer.tokens)}
    own = tiktoken.Encoding("own", pat_str="(?s:.+)", mergeable_ranks=ranks, special_tokens={})
    sides: dict[str, Encode] = {
        "ours": lambda: [tokenizer.encode(word).ids],
        "half": lambda: [tokenizer.encode(word[: len(word) // 2]).ids],
        "theirs": lambda: [each.ids for each in library.encode_batch_fast([word])],
        "tiktoken": lambda: [own.encode_ordinary(word)],
    }
    took, tokens = in_turns({side: lambda run=run: run for side, run in sides.items()}, rounds)
    assert tokens["ours"] == tokens["theirs"] == tokens["tiktoken"]
    others = (ratio(took, side) for side in ("half", "theirs", "tiktoken"))
    milliseconds = f"{statistics.median(took['ours']):.0f}"
    return [f"{len(word):,}", *others, milliseconds, f"{tokens['ours']:,}"]


def gpt2() -> tuple[object, str]:
    """Return GPT-2's tokenizer as ours, and as a tokenizer.json.

    Its merges are reconstructed from its tokens: the last two parts of each, after all earlier
    merges.
    """
    import tokenizers

    from bpe import PRESETS, Tokenizer
    from bpe.encoding.matching import merge_by_rank
    from bpe.text.characters import to_alias

    lines = gzip.decompress(GPT2.read_bytes()).splitlines()
    tokens = [base64.b64decode(line.split()[0]) for line in lines]
    ids = {token: id_ for id_, token in enumerate(tokens)}
    ranks: dict[tuple[int, int], int] = {}
    made: list[int] = []
    for id_ in range(256, len(tokens)):
        left, right = merge_by_rank([ids[bytes([byte])] for byte in tokens[id_]], ranks, made)
        ranks[left, right] = len(made)
        made.append(id_)
    scheme = replace(PRESETS["cs336"], special_tokens=())
    merges = [(*pair, id_) for pair, id_ in zip(ranks, made, strict=True)]
    names = [to_alias(token) for token in tokens]
    model = tokenizers.models.BPE(
        {name: id_ for id_, name in enumerate(names)},
        [(names[left], names[right]) for left, right in ranks],
    )
    library = tokenizers.Tokenizer(model)
    library.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return Tokenizer(scheme, tokens, range(256), merges), library.to_str()


def in_turns(
    sides: Mapping[str, Callable[[], Encode]], rounds: int
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Return the milliseconds of each side, by round, and its number of tokens."""
    took: dict[str, list[float]] = {side: [] for side in sides}
    tokens: dict[str, int] = {}
    for number in range(rounds):
        first = number % len(sides)
        for side in [*sides, *sides][first : first + len(sides)]:
            encode = sides[side]()
            start = time.process_time()
            ids = encode()
            took[side].append(1000 * (time.process_time() - start))
            tokens[side] = sum(map(len, ids))
    return took, tokens


def ratios(took: Mapping[str, list[float]], side: str) -> list[float]:
    """Return the ratio of our time to another one's, by round."""
    return [mine / other for mine, other in zip(took["ours"], took[side], strict=True)]


def ratio(took: Mapping[str, list[float]], side: str) -> str:
    """Write the median over the rounds of the ratio of our time to another one's."""
    return f"{statistics.median(ratios(took, side)):.2f}"


def main(asked: argparse.Namespace) -> bool:
    """Print a row per scheme and line length, then long words; return whether a goal is missed."""
    merges = max(asked.merges)
    print(f"\n## Encoding\n\n{NOVEL.stem}, trained on {OTHER.stem}; {merges:,} merges.")
    columns = ("x encode_batch", "lowest to highest", "x encode_batch_fast")
    times = ("ours, ms", "encode_batch, ms", "encode_batch_fast, ms", "tokens", "theirs")
    say_head("scheme", "words a line", "lines", *columns, *times)
    goals = []
    for scheme in SCHEMES:
        for words in WORDS_A_LINE:
            row = alone(beside_hugging_face, scheme, words, merges, asked.rounds)
            say(f"`{scheme}`", words or "all", f"{len(lines_of(words)):,}", *row)
            if words == WORDS_A_LINE[0]:
                found = zip(GOALS.items(), (row[0], row[2]), strict=True)
                goals += [
                    (f"{scheme}, x {name}", goal, float(each)) for (name, goal), each in found
                ]
    columns = (
        "characters",
        "x its first half",
        "x encode_batch_fast",
        "x tiktoken",
        "ms",
        "tokens",
    )
    say_head("word", *columns)
    for name in LONG_WORDS:
        row = alone(long_word, name, merges, asked.rounds)
        say(name, *row)
        goals.append((f"{name}, x its first half", MAX_DOUBLING, float(row[1])))
    return say_goals(goals)
