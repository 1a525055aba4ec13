"""Tokenizers that the package `tokenizers` trained, or read, encode here as there."""

import random

import pytest

from bpe.interchange import load
from tests.cases import for_each
from tests.oracle.files.texts import LETTERS, PROSE, check_traces, random_texts, spelled

tokenizers = pytest.importorskip("tokenizers")


def trained_by_tokenizers(stages, normalizer=None, decoder=None, **options):
    """Return a tokenizer of that package, trained on PROSE."""
    tokenizer = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            unk_token=options.pop("unk_token", None),
            fuse_unk=options.pop("fuse_unk", False),
            byte_fallback=options.pop("byte_fallback", False),
            ignore_merges=options.pop("ignore_merges", False),
        )
    )
    tokenizer.pre_tokenizer = stages
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if decoder is not None:
        tokenizer.decoder = decoder
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=400, show_progress=False, **options)
    tokenizer.train_from_iterator(PROSE.splitlines(keepends=True), trainer)
    return tokenizer


def pipelines():
    """Yield (name, tokenizer) for the kinds of pipeline people have."""
    made, normal = tokenizers.pre_tokenizers, tokenizers.normalizers
    every_byte = made.ByteLevel.alphabet()
    llama3 = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    yield (
        "gpt2",
        trained_by_tokenizers(
            made.ByteLevel(add_prefix_space=True),
            initial_alphabet=every_byte,
            special_tokens=["<|endoftext|>"],
        ),
    )
    yield (
        "llama3",
        trained_by_tokenizers(
            made.Sequence(
                [
                    made.Split(tokenizers.Regex(llama3), "isolated"),
                    made.ByteLevel(add_prefix_space=False, use_regex=False),
                ]
            ),
            ignore_merges=True,
            initial_alphabet=every_byte,
            special_tokens=["<|begin_of_text|>"],
        ),
    )
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    yield (
        "llama2",
        trained_by_tokenizers(
            made.Metaspace(prepend_scheme="first", split=True),
            normal.Sequence([normal.NFC(), normal.Replace("ß", "ss")]),
            tokenizers.decoders.Metaspace(),
            unk_token="<unk>",
            fuse_unk=True,
            byte_fallback=True,
            special_tokens=["<unk>", "<s>", *fallback],
        ),
    )
    yield (
        "gemma",
        trained_by_tokenizers(
            made.Split(" ", "merged_with_previous"),
            normal.Sequence([normal.Prepend("▁"), normal.Replace(" ", "▁")]),
            unk_token="<unk>",
            fuse_unk=True,
            special_tokens=["<unk>"],
        ),
    )
    yield (
        "char-level",
        trained_by_tokenizers(
            made.Sequence([made.Whitespace(), made.Digits(individual_digits=True)]),
            normal.Sequence([normal.NFKD(), normal.Lowercase(), normal.Strip()]),
            unk_token="[UNK]",
            special_tokens=["[UNK]", "the"],
            end_of_word_suffix="</w>",
        ),
    )
    yield (
        "punctuation",
        trained_by_tokenizers(
            made.Sequence([made.Punctuation("merged_with_previous"), made.Digits()]),
            continuing_subword_prefix="##",
        ),
    )
    for behavior in ("removed", "merged_with_next", "contiguous", "isolated"):
        yield (
            behavior,
            trained_by_tokenizers(made.Split(tokenizers.Regex(r"[ .,]"), behavior, invert=False)),
        )
    yield (
        "inverted",
        trained_by_tokenizers(
            made.Split(tokenizers.Regex(r"\w+"), "merged_with_previous", invert=True)
        ),
    )


PIPELINES = (
    "gpt2",
    "llama3",
    "llama2",
    "gemma",
    "char-level",
    "punctuation",
    "removed",
    "merged_with_next",
    "contiguous",
    "isolated",
    "inverted",
)


@pytest.fixture(scope="module")
def trained():
    """All pipelines by name."""
    return dict(pipelines())


@for_each("name", PIPELINES)
def test_files_of_tokenizers_encode_as_there(name, trained):
    """Every kind of pipeline: special tokens, unknown characters and byte fallback included."""
    theirs = trained[name]
    ours = load({"tokenizer.json": theirs.to_str().encode()})
    special = ["<|endoftext|>", "<|begin_of_text|>", "<s>", "<unk>", "the", "</s>", "𝕏", "ﬁ"]
    for text in random_texts(name, 300, [*LETTERS, *special]):
        expected = theirs.encode(text, add_special_tokens=False)
        encoding = ours.encode(text)
        assert encoding.ids == expected.ids, (ascii(text), spelled(encoding.tokens))
        assert spelled(encoding.tokens) == expected.tokens
        check_traces(encoding)


def test_hand_made_merges_encode_as_in_tokenizers():
    """Merges in an order that no training gives come out the same."""
    rng = random.Random(5)
    for _ in range(60):
        vocabulary = {letter: id_ for id_, letter in enumerate("abc")}
        merges = []
        for _ in range(12):
            left, right = rng.choice(list(vocabulary)), rng.choice(list(vocabulary))
            vocabulary.setdefault(left + right, len(vocabulary))
            merges.append((left, right))
        rng.shuffle(merges)
        theirs = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
        ours = load({"tokenizer.json": theirs.to_str().encode()})
        for _ in range(20):
            text = "".join(rng.choice("aabc") for _ in range(rng.randint(1, 20)))
            encoding = ours.encode(text)
            assert encoding.tokens == theirs.encode(text).tokens, (merges, text)
            check_traces(encoding)
