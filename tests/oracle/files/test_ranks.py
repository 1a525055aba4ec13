"""Files of byte-level tokens with ranks or ids encode as their libraries do."""

import base64
import random
from dataclasses import replace

import pytest

from bpe import PRESETS, CorpusError, train
from bpe.interchange import load, load_merges, to_tiktoken
from bpe.text.pretokenizers import pattern
from tests.oracle.files.texts import PROSE, check_traces, random_texts

tokenizers = pytest.importorskip("tokenizers")
tiktoken = pytest.importorskip("tiktoken")


@pytest.mark.parametrize("name", ["gpt4", "gpt2", "text"])
def test_ranks_encode_in_tiktoken_as_the_training_does(name):
    """Same ids, and merges that the file does not hold are found again."""
    training = train(PROSE, replace(PRESETS["gpt"], pretokenizer=name), max_merges=200)
    ranks = to_tiktoken(training)
    lines = [line.split() for line in ranks.splitlines()]
    theirs = tiktoken.Encoding(
        "x",
        pat_str=pattern(name),
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in lines},
        special_tokens={},
    )
    again = load({"own.tiktoken": ranks.encode()}, pretokenizer=name)
    assert load_merges("own.tiktoken", ranks.encode()) == [m.pair for m in training.merges]
    for text in random_texts(name):
        expected = theirs.encode_ordinary(text)
        assert list(training.tokenizer().encode(text).ids) == expected, ascii(text)
        assert again.encode(text).ids == expected, ascii(text)
        assert again.decode(expected) == text


@pytest.mark.parametrize("name", ["gpt2", "gpt4"])
def test_hand_made_ranks_encode_as_in_tiktoken(name):
    """Ranks that no training gives, where cuts of one token compete, come out the same."""
    rng = random.Random(name)
    for _ in range(25):
        ranks = {bytes([byte]): byte for byte in range(256)}
        for _ in range(40):
            token = bytes(rng.choice(b"ab ") for _ in range(rng.randint(2, 6)))
            ranks.setdefault(token, len(ranks))
        theirs = tiktoken.Encoding(
            "x", pat_str=pattern(name), mergeable_ranks=ranks, special_tokens={}
        )
        lines = "".join(f"{base64.b64encode(t).decode()} {r}\n" for t, r in ranks.items())
        ours = load({"x.tiktoken": lines.encode()}, pretokenizer=name)
        for _ in range(40):
            text = "".join(rng.choice("aabb ") for _ in range(rng.randint(1, 30)))
            encoding = ours.encode(text)
            assert encoding.ids == theirs.encode_ordinary(text), (ranks, text)
            check_traces(encoding)


def rank_lines(*, last=255):
    """Return ranks of all bytes, the last one of which may be told."""
    ranks = [*range(255), last]
    return "".join(
        f"{base64.b64encode(bytes([byte])).decode()} {rank}\n" for byte, rank in enumerate(ranks)
    ).encode()


@pytest.mark.parametrize(
    ("words", "cut"),
    [
        (None, ["don", "'t", " ", "123", "4", " DON", "'T"]),
        ("gpt2", ["don", "'t", " 1234", " DON", "'", "T"]),
        ("qwen", ["don", "'t", " ", "1", "2", "3", "4", " DON", "'T"]),
        ("o200k", ["don't", " ", "123", "4", " DON'T"]),
    ],
)
def test_who_opens_ranks_says_how_words_are_cut(words, cut):
    """Whatever the file is called; unless told, they are cut as GPT-4 does."""
    for file in ("own.tiktoken", "gpt2.tiktoken", "o200k_base.tiktoken"):
        ours = load({file: rank_lines()}, words)
        assert [word.text for word in ours.encode("don't 1234 DON'T").words] == cut


def test_who_opens_ranks_says_what_else_the_file_does_not():
    """What is done to a text before, and special tokens, whose ids are none of the ranks."""
    said = {"normalizer": "nfc", "special": {"<|end|>": 300}}
    ours = load({"x.tiktoken": rank_lines()}, **said)
    assert ours.encode("e\u0301<|end|>").ids == list("é<|end|>".encode())
    assert ours.decode([97, 300]) == "a<|end|>"
    assert (ours.vocab_size, ours.merge_count) == (257, 0)
    with pytest.raises(CorpusError, match="ids must be different whole numbers"):
        load({"x.tiktoken": rank_lines()}, special={"<|end|>": 255})
    with pytest.raises(ValueError, match=r"^normalizer must be one of .*, got 'nfd'\. "):
        load({"x.tiktoken": rank_lines()}, normalizer="nfd")


@pytest.mark.parametrize(
    ("last", "code"),
    [(254, "id_again"), (10**11, "id"), (10**30, "id"), (256, None)],
)
def test_a_rank_is_an_id_that_comes_once_and_is_no_larger_than_any(last, code):
    """However many digits it has; a gap between ranks is none."""
    file = {"x.tiktoken": rank_lines(last=last)}
    if code is None:
        assert load(file).encode("é").ids == list("é".encode())
        assert load(file).vocabulary[b"\xff"] == last
        return
    with pytest.raises(CorpusError) as caught:
        load(file)
    assert caught.value.code == code
    assert caught.value.values["where"] == "x.tiktoken"
