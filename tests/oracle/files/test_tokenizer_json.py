"""Any tokenizer.json encodes here as in the package tokenizers."""

import json
import random

import pytest

from bpe.interchange import load
from tests.oracle.files.texts import LETTERS, PROSE, check_agrees, random_texts

tokenizers = pytest.importorskip("tokenizers")
made, normal = tokenizers.pre_tokenizers, tokenizers.normalizers


def trained(stages, normalizer=None, decoder=None, model=None, **options):
    """Return a tokenizer of the package tokenizers, trained on PROSE."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(**(model or {})))
    tokenizer.pre_tokenizer = stages
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if decoder is not None:
        tokenizer.decoder = decoder
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=400, show_progress=False, **options)
    tokenizer.train_from_iterator(PROSE.splitlines(keepends=True), trainer)
    return tokenizer


def opened(tokenizer):
    """Return our tokenizer, read from a tokenizer of the package tokenizers."""
    return load({"tokenizer.json": tokenizer.to_str().encode()})


LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
EVERY_BYTE = made.ByteLevel.alphabet()
FALLBACK = [f"<0x{byte:02X}>" for byte in range(256)]
UNKNOWN = {"unk_token": "<unk>", "fuse_unk": True}


def cut_at(pattern, behavior, **options):
    return made.Split(tokenizers.Regex(pattern), behavior, **options)


PIPELINES = {
    "gpt2": lambda: trained(
        made.ByteLevel(add_prefix_space=True),
        initial_alphabet=EVERY_BYTE,
        special_tokens=["<|endoftext|>"],
    ),
    "llama3": lambda: trained(
        made.Sequence([cut_at(LLAMA3, "isolated"), made.ByteLevel(False, use_regex=False)]),
        model={"ignore_merges": True},
        initial_alphabet=EVERY_BYTE,
        special_tokens=["<|begin_of_text|>"],
    ),
    "llama2": lambda: trained(
        made.Metaspace(prepend_scheme="first", split=True),
        normal.Sequence([normal.NFC(), normal.Replace("ß", "ss")]),
        tokenizers.decoders.Metaspace(),
        model=UNKNOWN | {"byte_fallback": True},
        special_tokens=["<unk>", "<s>", *FALLBACK],
    ),
    "gemma": lambda: trained(
        made.Split(" ", "merged_with_previous"),
        normal.Sequence([normal.Prepend("▁"), normal.Replace(" ", "▁")]),
        model=UNKNOWN,
        special_tokens=["<unk>"],
    ),
    "char-level": lambda: trained(
        made.Sequence([made.Whitespace(), made.Digits(individual_digits=True)]),
        normal.Sequence([normal.NFKD(), normal.Lowercase(), normal.Strip()]),
        model={"unk_token": "[UNK]"},
        special_tokens=["[UNK]", "the"],
        end_of_word_suffix="</w>",
    ),
    "punctuation": lambda: trained(
        made.Sequence([made.Punctuation("merged_with_previous"), made.Digits()]),
        continuing_subword_prefix="##",
    ),
}
SPECIAL = ["<|endoftext|>", "<|begin_of_text|>", "<s>", "<unk>", "the", "</s>", "𝕏", "ﬁ"]


@pytest.mark.parametrize("name", PIPELINES)
def test_every_kind_of_pipeline_encodes_as_there(name):
    """The texts have special tokens, unknown characters and characters for byte fallback."""
    theirs = PIPELINES[name]()
    check_agrees(opened(theirs), theirs, random_texts(name, 100, [*LETTERS, *SPECIAL]))


def test_hand_made_merges_encode_as_there():
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
        texts = ["".join(rng.choices("aabc", k=rng.randint(1, 20))) for _ in range(20)]
        check_agrees(opened(theirs), theirs, texts)


def texts_of(letters, size=300):
    rng = random.Random(1)
    return ["".join(rng.choices(letters, k=rng.randint(0, 9))) for _ in range(size)]


@pytest.mark.parametrize("listed", ["strings", "pairs"])
def test_of_a_merge_listed_twice_the_later_counts(listed):
    """The later place gives the order, and ranks count the merges without the earlier place."""
    vocabulary = {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}
    merges = [["a", "b"], ["b", "c"], ["a", "b"], ["ab", "c"]]
    if listed == "strings":
        merges = [" ".join(pair) for pair in merges]
    model = {"type": "BPE", "vocab": vocabulary, "merges": merges}
    file = json.dumps({"version": "1.0", "added_tokens": [], "model": model})
    theirs = tokenizers.Tokenizer.from_str(file)
    ours = load({"tokenizer.json": file.encode()})
    check_agrees(ours, theirs, texts_of("abc"))
    assert ours.merge_count == 3
    for text, steps in (("abc", [(0, ("b", "c"))]), ("ab", [(1, ("a", "b"))])):
        [word] = ours.encode(text).words
        assert [(step.rank, step.pair) for step in word.steps] == steps


@pytest.mark.parametrize(
    ("prefix", "suffix"), [(None, "</w>"), ("##", None), ("##", "</w>"), ("@", "_"), (None, None)]
)
@pytest.mark.parametrize("unknown", [None, "x"])
def test_marks_before_and_behind_are_put_on_as_there(prefix, suffix, unknown):
    """Each kind of mark is tested with and without an unknown token."""
    p, s = prefix or "", suffix or ""
    spelled = {
        before + letter + after for letter in "ab" for before in {"", p} for after in {"", s}
    }
    vocabulary = {token: id_ for id_, token in enumerate([*sorted(spelled), "x"])}
    merges = [("a", p + "b" + s), ("a", p + "a"), ("b", p + "a" + s)]
    for left, right in merges:
        vocabulary.setdefault(left + right.removeprefix(p), len(vocabulary))
    options = {"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix}
    options = {name: value for name, value in options.items() if value is not None}
    if unknown:
        options["unk_token"] = unknown
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges, **options))
    theirs.pre_tokenizer = made.WhitespaceSplit()
    ours = opened(theirs)
    check_agrees(ours, theirs, texts_of(["a", "b", " ", "c"]))
    assert {word.why for word in ours.encode("ab aab ba").words} == {None}


CUTS = {
    "spaces, then digits": [made.WhitespaceSplit(), cut_at("[0-9]", "isolated")],
    "marks on each, then digits": [made.Metaspace("_", "always"), cut_at("[0-9]", "isolated")],
    "digits, then a mark": [cut_at("[0-9]", "isolated"), made.Metaspace("_", "first")],
}


@pytest.mark.parametrize("name", CUTS)
def test_a_word_stands_where_the_library_has_it(name):
    """Each stage splits the words of the stage before; places are those in the whole text."""
    vocabulary = {letter: id_ for id_, letter in enumerate("abc 12!_")}
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    theirs.pre_tokenizer = made.Sequence(CUTS[name])
    ours = opened(theirs)
    for text in texts_of(["a", "bc", " ", "  ", "1", "22", "!", "_"], 200):
        found = [(word.text, (word.start, word.end)) for word in ours.encode(text).words]
        assert found == theirs.pre_tokenizer.pre_tokenize_str(text), repr(text)


def test_marks_part_words_that_no_stage_has_parted():
    """As in Gemma's file, a normalizer makes spaces into marks, and there is no pre-tokenizer."""
    model = tokenizers.models.BPE({"a": 0, "▁": 1, "▁a": 2}, [("▁", "a")])
    theirs = tokenizers.Tokenizer(model)
    theirs.normalizer = normal.Replace(" ", "▁")
    words = opened(theirs).encode("a a  a").words
    found = [(word.text, word.start, word.end) for word in words]
    assert found == [("a", 0, 1), ("▁a", 1, 3), ("▁▁a", 3, 6)]


def test_parts_that_play_no_role_are_named():
    """The notes name the parts of a file that are not applied.

    Ids may be as large as the limit of 4,000,000.
    """
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": [], "dropout": 0.1}
    processor = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    truncation = {"max_length": 1, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
    padding = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "a"}
    parts = {"post_processor": processor, "truncation": truncation, "padding": padding}

    def read(model, **parts):
        return load({"t.json": json.dumps({"model": model, **parts}).encode()})

    ours = read(model, **parts)
    assert ours.encode("aaa").ids == [0, 0, 0]
    assert set(ours.notes) == {*parts, "dropout"}
    merged = {"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]], "dropout": 1.0}
    assert read(merged).encode("ab").ids == [2]
    assert read(model | {"dropout": None}).notes == ()
    assert read({"vocab": {"a": 4_000_000}, "merges": []}).encode("a").ids == [4_000_000]
