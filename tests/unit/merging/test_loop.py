"""The merge loop: its merges, its end, its reports and counts, and its amount of work."""

import gc
import json
from math import inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.merging.cells import lay_out, spell
from bpe.merging.loop import run
from tests import twin
from tests.data import SIX_WORDS
from tests.strategies import corpora, long_words, runs, schemes, words
from ui.samples import FOLDER


def pairs(training):
    return [merge.pair for merge in training.merges]


@pytest.mark.parametrize("wide", [0, inf])
def test_pairs_that_print_alike_are_told_apart_by_their_ids(wide):
    """When nothing else decides, the pair with the smaller ids wins, on both paths of the engine.

    In the word a▁a, the text itself contains the character of the mark: (▁, a) is a pair of the
    text and also a pair with the mark, and both would make ▁a. The text's ▁ has the smaller id.
    """
    corpus, scheme = Corpus.from_counts({"a▁a": 1}), PRESETS["sentencepiece"]
    log = run(lay_out(corpus.words, corpus.counts, scheme), scheme, inf, wide=wide)
    first = log.merged[0]
    assert (log.lefts[first], log.rights[first]) == (1, 0)
    assert pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


@given(
    corpus=corpora(st.one_of(words, long_words)),
    wide=st.sampled_from((0, 1, 3, 48)),
    scheme=schemes,
    minimum=st.integers(1, 3),
)
def test_the_vectorised_and_the_plain_path_write_the_same_log(corpus, wide, scheme, minimum):
    """The length from which occurrence lists are vectorised does not change the log."""
    cells = lay_out(corpus.words, corpus.counts, scheme)
    plain = vars(run(cells, scheme, inf, minimum, wide=inf))
    vectorised = vars(run(cells, scheme, inf, minimum, wide=wide))
    # Boundaries that were never erased are compared, too: each holds the id of its pair.
    for name, value in plain.items():
        same = value.tolist() if hasattr(value, "tolist") else value
        found = vectorised[name]
        assert (found.tolist() if hasattr(found, "tolist") else found) == same, name


LIMITS = st.none() | st.integers(0, 8)


@given(
    corpus=corpora(runs, 4),
    scheme=schemes,
    max_merges=LIMITS,
    room=LIMITS,
    minimum=st.integers(1, 4),
)
def test_the_first_limit_that_is_met_stops_the_run(corpus, scheme, max_merges, room, minimum):
    """A run stops at the smallest of its limits, and its stop names the reason and the next merge.

    The limits are `max_merges`, `vocab_size` and `min_frequency`; a run also stops when no pair is
    left.
    """
    steps = twin.run(corpus, scheme, min_frequency=minimum)
    alphabet = len(steps[0].tokens)
    vocab_size = None if room is None else alphabet + room
    training = train(
        corpus, scheme, max_merges=max_merges, vocab_size=vocab_size, min_frequency=minimum
    )
    allowed = {"vocab_size": room, "max_merges": max_merges}
    allowed = {name: limit for name, limit in allowed.items() if limit is not None}
    last = min([len(steps) - 1, *allowed.values()])
    assert len(training) == len(training.merges) == last
    assert len(training.tokens) == alphabet + last
    following = steps[last].next
    if following is None:
        assert training.stop.reason == "no_pairs"
        assert training.stop.merge is None
        return
    met = [name for name, limit in allowed.items() if limit == last]
    assert training.stop.reason == (met[0] if met else "min_frequency")
    coming, step = training.stop.merge, steps[last]
    assert coming.rank == last
    assert coming.pair == step.text(following)
    assert (coming.count, coming.score) == (step.counts[following], step.scores[following])
    assert coming.token == twin.joined(*coming.pair, scheme)


@pytest.mark.parametrize("merges", [0, 1, 10, 350, 10**6])
def test_progress_tells_each_part_of_the_way_once(merges):
    """Progress runs from 0 to the number of merges, in at most some two hundred reports."""
    corpus = Corpus.from_counts({f"{n:x}" * 3: 1 for n in range(300)})
    calls = []
    training = train(
        corpus, "huggingface", max_merges=merges, on_progress=lambda *call: calls.append(call)
    )
    done = [done for done, _ in calls]
    total = min(merges, sum(3 * len(f"{n:x}") for n in range(300)))
    assert calls[0] == (0, total)
    assert calls[-1] == (len(training), len(training))
    assert {each for _, each in calls[:-1]} == {total}
    assert done == sorted(done)
    every = max(1, total // 200)
    assert done[:-1] == list(range(0, len(training) + 1, every))


def test_garbage_collection_goes_on_after_a_run_however_it_ends():
    """The collector is off while merging; afterwards it is as before, also after an error."""
    resting = []
    train(SIX_WORDS, on_progress=lambda *_: resting.append(gc.isenabled()))
    assert set(resting) == {False}
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError):
        train(SIX_WORDS, on_progress=lambda *_: 1 / 0)
    assert gc.isenabled()
    gc.disable()
    try:
        train(SIX_WORDS)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_more_tokens_and_merges_than_sixteen_bits_can_number():
    """Ids and steps beyond 16 bits are stored in 32 bits and read back correctly.

    In the second corpus each merge completes one word, so that the expected splits are known.
    """
    word = "".join(map(chr, (n for n in range(40, 72_100) if not 0xD800 <= n < 0xE000)))
    assert len(set(word)) == len(word) > 2**16
    training = train(Corpus.from_counts({word: 2}), "huggingface", max_merges=3)
    assert training.log.erased.dtype == np.int32
    whole = tuple(word)
    assert training.snapshot(0).tokens(word) == whole
    assert training.snapshot(3).tokens(word) == (
        *(word[at : at + 2] for at in (0, 2, 4)),
        *whole[6:],
    )
    assert training.snapshot(3).vocabulary[-1].id == len(word) + 2
    words = [chr(0x4E00 + n // 256) + chr(0x5E00 + n % 256) for n in range(65_700)]
    training = train(Corpus(tuple(words), (1,) * len(words)), "huggingface")
    assert len(training) == len(words)
    assert training.log.erased.max() == training.log.never == 2**31 - 1
    for step in (0, 1, 255, 65_534, 65_535, 65_536, 65_700):
        snapshot = training.snapshot(step)
        whole = sorted(words)[:step]
        assert snapshot.token_count == 2 * len(words) - step
        assert all(snapshot.tokens(word) == (word,) for word in whole[-3:])
        assert all(snapshot.tokens(word) == tuple(word) for word in sorted(words)[step:][:3])
    assert training.snapshot(65_536).changed_words()[0].text == sorted(words)[65_535]


def test_pairs_of_the_largest_alphabets_are_told_apart():
    """With 100,000 characters, a pair and its cell no longer fit into one number.

    If they were packed into one number, the two pairs of this test would be equal.
    """
    letters = [chr(n) for n in range(40, 102_088) if not 0xD800 <= n < 0xE000]
    assert len(letters) == 100_000
    one, other = letters[100] + letters[200], letters[100 + 85_898] + letters[200 + 48_694]
    assert (85_898 * 100_001 + 48_694) % 2**33 == 0
    training = train({"".join(letters): 1, one: 5, other: 7}, "huggingface", max_merges=2)
    assert [(merge.token, merge.count) for merge in training.merges] == [(other, 7), (one, 5)]


def test_no_vocabulary_is_smaller_than_the_alphabet():
    """A smaller `vocab_size` is refused, and so are counts of tokens beyond 2**53.

    Schemes of bytes refuse half of a surrogate pair, which has no bytes in UTF-8.
    """
    for name in PRESETS:
        corpus = Corpus.from_text("low lower 好 👩\u200d🚀 low", name)
        for preset in PRESETS:
            size = len(train(corpus, preset, max_merges=0).alphabet)
            assert len(train(corpus, preset, vocab_size=size).tokens) == size
            with pytest.raises(ValueError, match=f"vocab_size must be at least {size}, "):
                train(corpus, preset, vocab_size=size - 1)
    corpus = Corpus.from_counts({"ab": 1, "a\ud83d": 2})
    assert train(corpus, "paper").snapshot(0).tokens("a\ud83d") == ("a", "\ud83d", "</w>")
    with pytest.raises(CorpusError, match=r"half of a surrogate pair, U\+D83D"):
        train(corpus, "gpt")
    with pytest.raises(CorpusError, match=r"half of a surrogate pair, U\+D83D"):
        spell("a\ud83d", PRESETS["gpt"])
    assert train({"a": 2**53}, "huggingface").token_counts.tolist() == [2**53]
    with pytest.raises(CorpusError, match="counts must be at most 9007199254740992 tokens"):
        train({"a": 2**53, "b": 2}, "huggingface")


@pytest.mark.parametrize("count", [2**31 - 2, 2**31, 2**40])
def test_counts_beyond_32_bits_are_exact(count):
    """The counts of pairs and of tokens are exact to the last digit."""
    training = train({"ab": count, "abc": 1}, "huggingface")
    assert [merge.count for merge in training.merges] == [count + 1, 1]
    assert training.token_counts.tolist() == [2 * count + 3, count + 2, count + 1]


EXPECTED = json.loads(Path(__file__).with_name("counters.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("run", EXPECTED)
def test_the_work_is_what_it_was(run):
    book, scheme, merges = run.split()
    corpus = Corpus.from_file(FOLDER / f"{book}.txt", scheme)
    assert train(corpus, scheme, max_merges=int(merges)).counters == EXPECTED[run]


def test_every_long_sample_is_counted():
    """`counters.json` has all samples over 50 kB, and a run examines few boundaries per cell."""
    books = {path.stem for path in FOLDER.glob("*.txt") if path.stat().st_size > 50_000}
    assert {run.split()[0] for run in EXPECTED} == books
    for work in EXPECTED.values():
        assert work["examined"] < 4 * work["cells"]
