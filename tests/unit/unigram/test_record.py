"""What may be asked of a Unigram record, and what its settings do to a run."""

import pytest

from bpe import Corpus, train_unigram
from tests.cases import for_each

COURSE_WORDS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@for_each("round", [True, False, -1, 4, 1.5, None, "1"])
def test_a_round_is_a_whole_number_of_the_run(round):
    """Nothing else is taken for one, not even what equals one."""
    training = train_unigram(COURSE_WORDS, vocab_size=8)
    assert len(training) == 3
    with pytest.raises(ValueError, match=r"^round must be a whole number from 0 to 3, got .*\. Us"):
        training.snapshot(round)
    for ask in (training.snapshot(0), training.snapshot(3)):
        assert ask.model.mark == "▁"


def test_snapshots_are_numbered_by_the_rounds_done():
    """The last one holds what the training itself says."""
    training = train_unigram(COURSE_WORDS, vocab_size=8)
    snapshots = [training.snapshot(step) for step in range(4)]
    assert [snapshot.round for snapshot in snapshots] == [0, 1, 2, 3]
    assert snapshots[-1].pieces == training.pieces
    assert list(training.pieces.values()) == sorted(training.pieces.values(), reverse=True)
    assert training.model is snapshots[-1].model
    assert training.tokenizer().tokens == training.tokenizer(3).tokens
    for done, after in zip(training.rounds, snapshots[1:], strict=True):
        assert done.log_likelihoods[0] == snapshots[done.number].log_likelihood
        assert (done.number + 1, done.size_after) == (after.round, len(after))


def test_each_pass_is_reported_of_those_foreseen():
    """31 seeds make room for 23, 17, 12 and 9, so five rounds are foreseen; EM saves some."""
    heard = []
    training = train_unigram(
        COURSE_WORDS, vocab_size=9, em_rounds=5, on_progress=lambda *now: heard.append(now)
    )
    assert heard == [(done, 25) for done in range(1, 5 * len(training) + 1)] + [(25, 25)]
    assert len(training) == 2
    assert all(len(done.log_likelihoods) == 6 for done in training.rounds)
    single = train_unigram(COURSE_WORDS, vocab_size=9, em_rounds=1)
    assert all(len(done.log_likelihoods) == 2 for done in single.rounds)


def test_a_round_keeps_the_part_asked_for():
    """Of what EM left, `shrink` stays, down to a tenth above the size asked for."""
    words = {f"{a}{b}{c}": 4 for a in "abcd" for b in "efgh" for c in "ijkl"}
    for shrink in (0.5, 0.9):
        training = train_unigram(words, vocab_size=20, shrink=shrink)
        assert len(training) > 2
        for done in training.rounds[:-1]:
            assert done.size_after == max(22, int(shrink * done.size_after_em))
            assert not done.last
        assert training.rounds[-1].size_after_em <= 22
        assert training.rounds[-1].last


@for_each("shrink", [0, 1, -0.5, 1.5])
def test_a_round_keeps_some_and_not_all(shrink):
    """At 0 or 1 no training would get anywhere."""
    with pytest.raises(ValueError, match=rf"^shrink must be above 0 and below 1, got {shrink}\. S"):
        train_unigram(COURSE_WORDS, vocab_size=9, shrink=shrink)


def test_pieces_are_at_most_sixteen_characters_unless_said_otherwise():
    """The mark counts; a word is cut into parts after 1024 characters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    seeds = train_unigram({letters: 2}, vocab_size=500).snapshot(0).pieces
    assert max(map(len, seeds)) == 16
    assert "▁abcdefghijklmno" in seeds
    seeds = train_unigram({letters: 2}, vocab_size=500, max_piece_length=3).snapshot(0).pieces
    assert max(map(len, seeds)) == 3

    corpus = Corpus.from_counts({"a" * 1023 + "bc": 2, "a": 1})
    whole = train_unigram(corpus, vocab_size=9)
    assert "ab" not in whole.snapshot(0).pieces
    assert "bc" in whole.snapshot(0).pieces
    assert train_unigram({"a" * 1022 + "bc": 2}, vocab_size=9).snapshot(0).pieces.keys() >= {"ab"}


def test_the_alphabet_is_in_the_order_of_code_points():
    """The mark is one of its characters."""
    assert train_unigram({"cab": 1}, vocab_size=9).alphabet == ("a", "b", "c", "▁")
    assert train_unigram({"cab": 1}, vocab_size=9, mark="").alphabet == ("a", "b", "c")
