"""Lists of merges and tokenizers are read from what their owners saved; nothing is run."""

import json
import pickle
import random
from itertools import pairwise, repeat

import pytest

from bpe import CorpusError, train
from bpe.encoding.encoded import TraceStep
from bpe.encoding.matching import replace_pair
from bpe.files.tokenizer import LONGEST, replay
from bpe.interchange import (
    load,
    load_merges,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)

TEXT = "low lower lowest newer newest wider widest"
BYTES = train(TEXT, "gpt", max_merges=9)
PAIRS = [merge.pair for merge in BYTES.merges]
IDS = [tuple(row) for row in BYTES.merge_ids.tolist()]
MINBPE = "minbpe v1\n\n0\n" + "".join(f"{left} {right}\n" for left, right in IDS)

WRITTEN = {
    "list.py": repr(PAIRS),
    "lists.py": repr([list(pair) for pair in PAIRS]),
    "tuple.txt": repr(tuple(PAIRS)),
    "dict.py": repr({pair: 256 + rank for rank, pair in enumerate(PAIRS)}),
    "backwards.py": repr({pair: rank for rank, pair in reversed(list(enumerate(PAIRS)))}),
    "ids.py": repr(IDS),
    "ids.json": json.dumps(IDS),
    "minbpe's merges.py": repr({pair: 256 + rank for rank, pair in enumerate(IDS)}),
    "with new.py": repr([(pair, pair[0] + pair[1]) for pair in PAIRS]),
    "a pair a line.txt": "\n".join(map(repr, PAIRS)),
    "two a line.txt": "\n".join(f"{left} {right}" for left, right in PAIRS),
    "ranks.tiktoken": to_tiktoken(BYTES),
    "own.model": MINBPE,
    "special.model": MINBPE.replace("\n\n0\n", "\n\\w+|\\s\n2\n<|a b|> 300\n<s> 301\n"),
    "becomes.py": repr({pair: pair[0] + pair[1] for pair in PAIRS}),
    "printed.txt": "begin\n" + "\n".join(f"merge {pair}" for pair in PAIRS) + "\ndone: 9",
    "printed too.txt": "\n".join(f"  Step {n}: Merging {p}" for n, p in enumerate(PAIRS)),
    "minbpe prints.txt": "\n".join(
        f"merge {rank + 1}/9: {pair} -> {256 + rank} ({b'(x)'!r}) had 7 occurrences"
        for rank, pair in enumerate(IDS)
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_bytes_come_back_from_each_way_to_write_them(name):
    """Python, JSON, ids, ranks and minbpe's model hold the same nine merges."""
    assert [tuple(pair) for pair in load_merges(name, WRITTEN[name].encode())] == PAIRS


def test_merges_of_characters_come_back_from_text_and_json():
    """merges.txt, subword-nmt codes, JSON lists and a tokenizer.json."""
    training = train(TEXT, "subword-nmt", max_merges=6)
    pairs = [merge.pair for merge in training.merges]
    for content in (
        merges_text(training),
        to_subword_nmt_codes(training),
        json.dumps(pairs),
        json.dumps([" ".join(pair) for pair in pairs]),
        json.dumps({"version": "1.0", "model": {"type": "BPE", "merges": pairs}}),
        json.dumps({"merges": pairs}),
    ):
        assert load_merges("merges", content.encode()) == pairs


def test_lines_that_programs_print_as_they_train_are_read():
    """Of the code of many lessons, after the paper, with all else that it prints; subword-nmt's."""
    lesson = "=====\nIter: {}\nBest pair: {}\nTokens: {{('e', 's'): 9}}\nNumber of tokens: {}\n"
    pairs = [("e", "s"), ("es", "t"), ("est", "</w>"), ("1", "2"), (",", "None")]
    printed = "".join(lesson.format(n, pair, 9 - n) for n, pair in enumerate(pairs))
    assert load_merges("pasted", printed.encode()) == pairs
    assert load_merges("pasted", printed.removeprefix("=====\n").encode()) == pairs
    chinese = "".join(f"合并# {n}: {pair}\n" for n, pair in enumerate(pairs, 1))
    assert load_merges("pasted", chinese.encode()) == pairs
    verbose = "pair {}: {} {} -> {} (frequency {})\n"
    printed = "".join(verbose.format(n, *pair, "".join(pair), 9) for n, pair in enumerate(pairs))
    assert load_merges("pasted", printed.encode()) == pairs
    for line in (
        "Most frequent pair({} times) is : {}, {}.\n",
        "Most frequent pair ({} times) is: {}, {}\n",
        "Most frequent pair({} times) is : {}, {}. Vocab size: 13\n",
    ):
        printed = "".join(line.format(9 - n, *pair) for n, pair in enumerate(pairs))
        assert load_merges("pasted", f"Step 1\n{printed}".encode()) == pairs


@pytest.mark.parametrize(
    ("printed", "pairs"),
    [
        ("ne, new, ␣r, ␣re", [("n", "e"), ("ne", "w"), (" ", "r"), (" r", "e")]),
        ("er，er_、er_s", [("e", "r"), ("er", "_"), ("er_", "s")]),
        ("er, er</w>", [("e", "r"), ("er", "</w>")]),
        ("es, est</w>", [("e", "s"), ("es", "t</w>")]),
        ("a, b", [("a,", "b")]),
        ("new, ne", [("new,", "ne")]),
        ("ab, " + "a" * 4000, [("ab,", "a" * 4000)]),
        ("[('a', 'b')]", [("a", "b")]),
        ("('a', 'b')", [("a", "b")]),
        ('["a b", "c d"]', [("a", "b"), ("c", "d")]),
        ('[" a", " b"]', [(" a", " b")]),
        ("( )\n[ ]\n", [("(", ")"), ("[", "]")]),
        ("minbpe v1\n\\w+", []),  # a .model that has learned nothing
    ],
)
def test_a_line_of_tokens_as_a_book_prints_it_is_read(printed, pairs):
    """Each is made of two before it; else the line is a pair, a list of one, or refused."""
    assert load_merges("pasted", printed.encode()) == pairs


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("merges.txt", pickle.dumps(PAIRS), "is_pickle"),
        *(
            (f"merges.{each}", pickle.dumps(PAIRS, protocol=0), "is_pickle")
            for each in ("pkl", "PKL")
        ),
        ("merges.txt", b"[('a', 'b'), ('c',)]", "merge"),
        ("merges.txt", b"[('a', b'b')]", "merge"),
        ("merges.txt", b"[(97, 300)]", "merge"),
        ("merges.txt", b"[(97, True)]", "merge"),
        ("merges.txt", b"[('a', '')]", "merge"),
        ("merges.json", b'[["\\ud800", "a"]]', "merge"),
        ("merges.txt", b"{'a': [1]}", "merges"),
        ("mine.model", "minbpe v1\n\n0\n² 2".encode(), "minbpe"),
        ("merges.txt", b"[__import__('os').getcwd()]", "merge_line"),
        ("merges.txt", b"(" * 5000, "merge_line"),
        ("merges.txt", b"[" + b"-" * 50000 + b"1]", "merge_line"),
        ("merges.txt", b"a b\nc\n", "merge_line"),
        ("merges.txt", b"\n\n", "empty"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(name, data, code):
    """A pickle is never opened, an expression never run; the place is said where there is one."""
    with pytest.raises(CorpusError) as caught:
        load_merges(name, data)
    assert caught.value.code == code


def test_a_list_has_at_most_four_megabytes():
    """As the app says above its box; thirty doublings of one byte would be a gigabyte."""
    with pytest.raises(CorpusError, match=r"merges\.txt: must be at most 4 MB"):
        load_merges("merges.txt", b"a b\n" * 10**6 + b"a")
    assert load_merges("merges.txt", b"a b\n" * 10**4) == [("a", "b")] * 10**4
    doubling = [(97, 97), *((256 + rank, 256 + rank) for rank in range(40))]
    with pytest.raises(CorpusError) as caught:
        load_merges("merges.py", repr(doubling).encode())
    assert caught.value.code == "file_large"


HOLES = {"type": "BPE", "vocab": {"a": 0, "b": 2, "ab": 5}, "merges": ["a b"]}


def loaded(name):
    """Return one tokenizer a format."""
    if name == "holes":
        return load({"tokenizer.json": json.dumps({"model": HOLES}).encode()})
    training = train("low lower", "gpt", max_merges=3)
    if name == "json":
        return load({"tokenizer.json": to_tokenizer_json(training).encode()})
    return load({"x.tiktoken": to_tiktoken(training).encode()})


@pytest.mark.parametrize("name", ["holes", "json", "tiktoken"])
def test_an_id_that_does_not_exist_is_no_text(name):
    """Every id the file has decodes; one below, above or in a hole raises, with the id."""
    ours = loaded(name)
    for token, id_ in ours.vocabulary.items():
        assert ours.decode([id_]) == ours.decode([token])
    assert ours.vocab_size == {"holes": 3, "json": 259, "tiktoken": 259}[name]
    size = max(ours.ids) + 1
    absent = [*range(size, size + 300), -1, -size, *({1, 3, 4} if name == "holes" else ())]
    for id_ in absent:
        with pytest.raises(ValueError, match=rf"id must be .*, got {id_}\. "):
            ours.decode([id_])


def test_an_added_token_is_taken_whole():
    """No merge made it; words are of the normalized text, their places of the typed one."""
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": 7, "content": "abba", "special": True, **sides}]
    ours = load({"t.json": json.dumps({"model": HOLES, "added_tokens": added}).encode()})
    assert ours.encode("abbaab").ids == [ours.special["abba"], 5]
    with pytest.raises(ValueError, match=r"pretokenizer must be one of .*o200k, got 'gpt5'\. "):
        load({"x.tiktoken": b""}, pretokenizer="gpt5")
    ours = load({"x.tiktoken": to_tiktoken(train("a", "gpt")).encode()}, normalizer="nfc")
    words = [(word.text, word.start, word.end) for word in ours.encode("e\u0301a b").words]
    assert words == [("éa", 0, 2), (" b", 2, 4)]
    assert ours.places("e\u0301a b") == [(0, 2), (0, 2), (2, 3), (3, 4), (4, 5)]


def slow_steps(ids, find, token):
    """Look at all pairs before each merge; return the steps and what is left."""
    steps, last = [], None
    while True:
        found = [find(left, right) for left, right in pairwise(ids)]
        known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
        if not known:
            return steps, ids
        rank, at, new = min(known)
        pair = ids[at], ids[at + 1]
        candidates, places = tuple(each and each[0] for each in found), (at,)
        ids = replace_pair(ids, places, new)
        if pair == last:
            before = steps.pop()
            candidates, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        tokens = tuple(map(token, ids))
        steps.append(TraceStep(rank, tuple(map(token, pair)), tokens, candidates, places))


def of(made):
    return lambda *pair: made.get(pair)


def merges(draw, letters, size):
    """Return merges of random earlier tokens with ranks in random order: (left, right) -> made."""
    known = list(range(letters))
    made = {}
    for new in range(letters, letters + size):
        pair = draw.choice(known), draw.choice(known)
        if pair not in made:
            made[pair] = draw.randrange(size), new
            known.append(new)
    return made


def test_every_step_is_that_of_a_slow_twin():
    """Words of few letters, with merges in any order, equal ranks and overlapping pairs."""
    draw = random.Random(7)
    for _ in range(600):
        letters = draw.randrange(1, 4)
        made = merges(draw, letters, draw.randrange(1, 14))
        word = [draw.randrange(letters) for _ in range(draw.randrange(0, 40))]
        steps, end = slow_steps(word, of(made), str)
        found = replay(word, end, of(made), str)
        assert found.why is None
        assert found.tokens == tuple(map(str, word))
        assert found.steps == tuple(steps)


def test_other_tokens_than_the_librarys_are_said():
    """There is no replay then, nor of a longer word, or an endless one, before it is looked up."""
    for end, whole, why in (((9,), "whole", "whole"), ((0, 9), "whole", "other")):
        found = replay([0, 1], end, lambda *pair: None, str, whole)
        assert (found.tokens, found.steps, found.why) == (tuple(map(str, end)), (), why)
    for parts, why in (([0] * LONGEST, None), ([0] * (LONGEST + 1), "long"), (repeat(0), "long")):
        found = replay(parts, [0] * LONGEST, of({}), str)
        assert (found.why, found.tokens) == (why, ("0",) * LONGEST)
