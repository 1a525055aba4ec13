"""Files of byte-level tokens with ranks or ids encode as their libraries do."""

import base64
import json
import random
from dataclasses import replace
from itertools import product

import pytest

from bpe import PRESETS, CorpusError, train
from bpe.files.by_tiktoken import TiktokenTokenizer
from bpe.interchange import load, merges_text, to_tiktoken
from bpe.text.bytelevel import byte_alias, to_alias
from bpe.text.pretokenizers import pattern
from tests.cases import for_each
from tests.oracle.files.texts import PROSE, check_traces, random_texts, spelled

tokenizers = pytest.importorskip("tokenizers")
tiktoken = pytest.importorskip("tiktoken")


@for_each("name", ["gpt4", "gpt2", "text"])
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
    assert again.merges == training.tokenizer().merges
    for text in random_texts(name):
        expected = theirs.encode_ordinary(text)
        assert list(training.tokenizer().encode(text).ids) == expected, ascii(text)
        assert again.encode(text).ids == expected, ascii(text)
        assert again.decode(expected) == text


@for_each("name", ["gpt2", "gpt4"])
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


def test_vocab_and_merges_of_gpt2_style_encode_as_in_tokenizers(tmp_path):
    """Byte-level vocab.json with merges.txt, ids in any order."""
    training = train(PROSE, replace(PRESETS["gpt"], pretokenizer="gpt2"), max_merges=120)
    tokens = [to_alias(token) for token in training.tokens]
    random.Random(1).shuffle(tokens)
    vocabulary = json.dumps({token: id_ for id_, token in enumerate(tokens)})
    merges = merges_text(training)
    (tmp_path / "vocab.json").write_text(vocabulary, encoding="utf-8")
    (tmp_path / "merges.txt").write_text(merges, encoding="utf-8")
    theirs = tokenizers.ByteLevelBPETokenizer(
        str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt")
    )
    ours = load({"vocab.json": vocabulary.encode(), "merges.txt": merges.encode()})
    alone = load({"merges.txt": merges.encode()})
    assert ours.format == "merges.txt"
    for text in random_texts("pair"):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert encoding.ids == expected.ids, ascii(text)
        assert spelled(encoding.tokens) == expected.tokens
        assert spelled(alone.encode(text).tokens) == expected.tokens
        assert ours.decode(encoding.ids) == text
        check_traces(encoding)


def rank_lines(*, last=255):
    """Return ranks of all bytes, the last one of which may be told."""
    ranks = [*range(255), last]
    return "".join(
        f"{base64.b64encode(bytes([byte])).decode()} {rank}\n" for byte, rank in enumerate(ranks)
    ).encode()


@for_each(
    ("file", "words"),
    [
        ("gpt2.tiktoken", "gpt2"),
        ("r50k_base.tiktoken", "gpt2"),
        ("p50k_edit.tiktoken", "gpt2"),
        ("cl100k_base.tiktoken", "gpt4"),
        ("o200k_base.tiktoken", "o200k"),
        ("own.tiktoken", "gpt4"),
    ],
)
def test_the_name_of_a_file_of_ranks_says_how_words_are_cut(file, words):
    """What the reader asks for goes first; a name that says nothing is cut as GPT-4 does."""
    assert load({file: rank_lines()}).encode("don't 1234 DON'Ts").words == (
        load({"x.tiktoken": rank_lines()}, pretokenizer=words).encode("don't 1234 DON'Ts").words
    )
    assert load({file: rank_lines()}).cut_by == ("guess" if file == "own.tiktoken" else "name")
    assert load({file: rank_lines()}, pretokenizer="gpt2").cut_by == "reader"
    asked = load({file: rank_lines()}, pretokenizer="gpt2").encode("don't 1234 DON'T")
    assert [word.text for word in asked.words] == ["don", "'t", " 1234", " DON", "'", "T"]


@for_each(
    ("last", "code"),
    [(254, "id_again"), (10**11, "id_again"), (10**30, "id_again"), (256, None)],
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


def test_tiktoken_runs_only_merges_for_which_it_does_the_same():
    """Random lists over two letters: every short word comes out as in Hugging Face's library."""
    aliases = list(byte_alias().values())
    words = ["".join(word) for size in range(1, 9) for word in product("ab", repeat=size)]
    fast = 0
    for seed in range(60):
        rng = random.Random(seed)
        tokens, merges = ["a", "b"], []
        while len(merges) < 5:
            pair = rng.choice(tokens), rng.choice(tokens)
            if "".join(pair) not in tokens:
                merges.append(pair)
                tokens.append("".join(pair))
        ids = {token: id_ for id_, token in enumerate([*aliases, *tokens[2:]])}
        text = "#version: 0.2\n" + "\n".join(map(" ".join, merges))
        ours = load({"vocab.json": json.dumps(ids).encode(), "merges.txt": text.encode()})
        theirs = tokenizers.Tokenizer(tokenizers.models.BPE(ids, merges))
        assert all(ours.encode(word).ids == theirs.encode(word).ids for word in words)
        fast += isinstance(ours, TiktokenTokenizer)
    assert 10 < fast < 50


def test_merges_of_a_training_are_for_tiktoken():
    """With a special token beside them, too; not with a token whose letters no merge makes."""
    training = train(PROSE, "gpt", max_merges=200)
    merges = merges_text(training).encode()
    assert isinstance(load({"merges.txt": merges}), TiktokenTokenizer)
    ids = {token: id_ for id_, token in enumerate(map(to_alias, training.tokens))}
    files = {"vocab.json": json.dumps(ids | {"<|end|>": 999}).encode(), "merges.txt": merges}
    ours = load(files)
    assert isinstance(ours, TiktokenTokenizer)
    assert dict(ours.special) == {"<|end|>": 999}
    files["vocab.json"] = json.dumps(ids | {"end": 999}).encode()
    assert not isinstance(load(files), TiktokenTokenizer)


def test_added_tokens_may_lie_beside_vocabulary_and_merges():
    """They are read whole, wherever they stand, as the library does with them."""
    training = train(PROSE, "gpt", max_merges=50)
    ids = {token: id_ for id_, token in enumerate(map(to_alias, training.tokens))}
    added = {"<|im_start|>": 400, "<think>": 401}
    files = {
        "vocab.json": json.dumps(ids).encode(),
        "merges.txt": merges_text(training).encode(),
        "added_tokens.json": json.dumps(added).encode(),
    }
    ours = load(files)
    assert dict(ours.special) == added
    text = "the <think>lowest</think> <|im_start|>"
    theirs = tokenizers.ByteLevelBPETokenizer(
        ids, [tuple(line.split()) for line in merges_text(training).splitlines()[1:]]
    )
    theirs.add_tokens(["<|im_start|>", "<think>"])
    number = {theirs.token_to_id(token): id_ for token, id_ in added.items()}
    expected = [number.get(id_, id_) for id_ in theirs.encode(text).ids]
    assert ours.encode(text).ids == expected
    assert {400, 401} <= set(expected)
    assert ours.decode(ours.encode(text).ids) == text
    files["added_tokens.json"] = b'{"<x>": 0}'
    with pytest.raises(CorpusError) as caught:
        load(files)
    assert caught.value.code == "id_again"
