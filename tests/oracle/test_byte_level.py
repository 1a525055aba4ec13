"""`gpt2` equals Hugging Face's `ByteLevel` and `BpeTrainer`: merges, IDs and files."""

import base64
from dataclasses import replace

import pytest
import tiktoken
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.checking import check
from bpe.files.write import training_files
from bpe.interchange import load, load_merges
from bpe.text.characters import to_alias
from bpe.text.pretokenizers import pattern
from tests.oracle import peers
from tests.oracle.files.texts import PROSE, random_texts
from tests.strategies import hostile, letters, lines, long_words, runs
from ui.samples import training_samples

MANY = 500
END = "<|endoftext|>"
texts = st.one_of(
    lines(st.one_of(runs, letters, hostile, long_words)),
    # A character that Python's Unicode does not know may be a letter for only one of the two.
    st.text(st.characters(exclude_categories=["Cs", "Cn"]), min_size=1, max_size=40),
)
patterns = st.sampled_from((None, pattern("gpt4"), r"\p{L}+|\p{N}{1,2}|[^\p{L}\p{N}]+", r"[\s\S]+"))


def spelled(training):
    return [tuple(map(to_alias, merge.pair)) for merge in training.merges]


@given(text=texts, source=patterns, minimum=st.integers(1, 3), every_byte=st.booleans())
def test_random_texts(text, source, minimum, every_byte):
    """The patterns are GPT-2's and others; the alphabet has all bytes or only those that occur.

    Merges and ids are equal.
    """
    scheme = replace(PRESETS["gpt2"], pattern=source)
    training = train(text, scheme, max_merges=MANY, min_frequency=minimum)
    options = {"pattern": source, "min_frequency": minimum, "every_byte": every_byte}
    theirs = peers.byte_level([text], MANY, **options)
    assert spelled(training) == peers.byte_level_merges(theirs)
    ids = theirs.get_vocab()
    met = [name for name in map(to_alias, training.tokens) if name in ids]
    assert met == sorted(ids, key=ids.__getitem__)
    assert not every_byte or list(map(to_alias, training.tokens)) == met


@given(text=texts)
def test_a_space_before_the_text_is_written_there(text):
    """`add_prefix_space` adds a missing space; in this engine the space is part of the text."""
    prefixed = text if text.startswith(" ") else f" {text}"
    theirs = peers.byte_level_merges(peers.byte_level([text], MANY, prefix=True))
    assert spelled(train(prefixed, "gpt2", max_merges=MANY)) == theirs


@pytest.mark.parametrize("special", [(), (END,), ("<pad>", END)])
@pytest.mark.parametrize("text", ["low lower lowest", f"low lower{END}lowest endoftext"])
def test_special_tokens_take_the_first_ids_there_and_are_learned_from_as_text(text, special):
    """In the library, special tokens shift the ids and change no merges.

    In this engine, special tokens split the text, so merges change if the text contains one.
    """
    theirs = peers.byte_level([text], MANY, special=special)
    plain = train(text, "gpt2", max_merges=MANY)
    assert spelled(plain) == peers.byte_level_merges(theirs)
    ids = theirs.get_vocab()
    assert [ids[token] for token in special] == [*range(len(special))]
    assert [ids[to_alias(token)] for token in plain.tokens] == [
        id_ + len(special) for id_ in range(len(plain.tokens))
    ]
    parted = train(text, replace(PRESETS["gpt2"], special_tokens=special), max_merges=MANY)
    assert (parted.merges == plain.merges) == (END not in text or not special)


@pytest.mark.parametrize("name", training_samples())
def test_samples(name):
    """Merges and the ids of all tokens are equal."""
    sample = training_samples()[name]
    if sample.kind == "counts":
        return
    text = sample.path.read_text("utf-8")
    training = train(Corpus.from_file(sample.path, "gpt2"), "gpt2", max_merges=1000)
    theirs = peers.byte_level([text], 1000)
    assert spelled(training) == peers.byte_level_merges(theirs)
    assert theirs.get_vocab() == {to_alias(each): id_ for id_, each in enumerate(training.tokens)}


@pytest.mark.parametrize(
    "scheme",
    [
        PRESETS["gpt2"],
        replace(PRESETS["gpt2"], special_tokens=(END, "<s>")),
        replace(PRESETS["gpt"], byte_order="gpt2"),
        replace(PRESETS["minbpe"], byte_order="gpt2"),
    ],
    ids=["gpt2", "special", "gpt4", "text"],
)
def test_files_have_equal_ids_in_their_libraries(scheme, tmp_path):
    """The files are tokenizer.json and ranks; for GPT-2's pattern also vocab.json, merges.txt."""
    training = train(PROSE, scheme, max_merges=200)
    ours, files = training.tokenizer(), training_files(training)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    pairs = [merge.pair for merge in training.merges]
    assert load_merges("x.tiktoken", files["ranks.tiktoken"].encode()) == pairs
    assert load_merges("merges.txt", files["merges.txt"].encode()) == spelled(training)
    ranks = [line.split() for line in files["ranks.tiktoken"].splitlines()]
    theirs = [
        tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json")),
        load({"tokenizer.json": files["tokenizer.json"].encode()}),
    ]
    if scheme.pretokenizer == "gpt2" and not scheme.special_tokens:
        named = [str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt")]
        theirs.append(tokenizers.ByteLevelBPETokenizer.from_file(*named))
        pair = {name: files[name].encode() for name in ("vocab.json", "merges.txt")}
        theirs.append(load(pair, "gpt2"))
    encoding = tiktoken.Encoding(
        "x",
        pat_str=pattern(scheme.pretokenizer),
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in ranks},
        special_tokens=dict(training.special_ids),
    )
    opened = load(
        {"x.tiktoken": files["ranks.tiktoken"].encode()},
        scheme.pretokenizer,
        special=training.special_ids,
    )
    for text in (*random_texts(str(scheme)), f"low{END}low <s>lower", "the space is 220"):
        ids = ours.encode(text).ids
        assert [each.encode(text).ids for each in theirs] == [ids] * len(theirs), ascii(text)
        assert encoding.encode(text, allowed_special="all") == ids, ascii(text)
        assert opened.encode(text, allowed_special="all").ids == ids, ascii(text)
    assert ours.encode(" ").ids == [220]


SOURCE = training_samples()["source-code"].path


@pytest.mark.parametrize(
    ("scheme", "options", "cause", "detail", "rules"),
    [
        ("gpt2", {}, None, "", ()),
        ("cs336", {}, "tie", "", ("smallest-ids-gpt2",)),
        (replace(PRESETS["gpt2"], byte_order="value"), {}, "tie", "", ("smallest-ids-gpt2",)),
        ("gpt", {}, "pretokenizer", "gpt2", ("smallest-ids-gpt2",)),
        ("gpt2", {"prefix": True}, "pretokenizer", "prefixed", ()),
    ],
)
def test_a_check_names_the_order_of_bytes(scheme, options, cause, detail, rules):
    """The check names GPT-2's order under any rules, and a space that was put before the text."""
    text = SOURCE.read_text("utf-8")
    learned = peers.byte_level_merges(peers.byte_level([text], 300, **options))
    found = check(learned, text, scheme, max_merges=300).diagnosis
    if cause is None:
        assert found is None
    else:
        assert (found.cause, found.detail, found.rules) == (cause, detail, rules)
        assert found.explained == 300


def test_a_check_names_the_order_of_values_and_that_a_file_was_read_in_lines():
    """A list by rustbpe's order of bytes is checked by `gpt2`, then a list learned from a file."""
    text = SOURCE.read_text("utf-8")
    by_value = train(text, replace(PRESETS["gpt2"], byte_order="value"), max_merges=300)
    found = check([merge.pair for merge in by_value.merges], text, "gpt2", max_merges=300)
    assert found.diagnosis.rules == ("smallest-ids-value",)
    read = peers.byte_level_merges(peers.byte_level(SOURCE, 300, prefix=True))
    found = check(read, text, "gpt2", max_merges=300)
    assert (found.diagnosis.detail, found.diagnosis.explained) == ("prefixed_lines", 300)
