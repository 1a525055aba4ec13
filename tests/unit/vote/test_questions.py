"""Phones get questions without their answers; the record judges the votes."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bpe import PRESETS, train
from bpe.readings.prediction import judge
from tests.data import HUG, SIX_WORDS
from ui.catalogue import LANGUAGES
from ui.corpora.tokenizers import opened
from ui.draw.tokens import exact
from ui.samples import training_samples
from ui.shell.text import speaking
from ui.vote.phones import answers
from ui.vote.questions import (
    LONGEST,
    OPTIONS,
    WORDS,
    count_question,
    merge_question,
    pairs_asked,
    tally,
)


def by(rule: str):
    return replace(PRESETS["paper"], tie_rule=rule)


@given(some.text("abc ", min_size=3, max_size=60), some.sampled_from(["paper", "gpt", "wordpiece"]))
def test_a_phone_gets_words_as_they_are_split_and_only_neighbours_can_be_bet_on(text, scheme):
    """At every step of any run; the pair merged next is among them."""
    if not text.split():
        return
    training = train(text, scheme, max_merges=8)
    for step in range(len(training)):
        put = merge_question(training, "run", step)
        sent = json.loads(put.payload)
        snapshot, names = training.snapshot(step), [row[0] for row in sent["tokens"]]
        assert sent["step"] == step
        assert set(sent) == {"step", "words", "tokens"}
        by_text = {word.text: word for word in snapshot.words()}
        for word, count, numbers, more in sent["words"]:
            if word in by_text:
                assert count == by_text[word].count
                assert not more
                shown = [exact(token) for token in by_text[word].tokens]
                assert [names[number] for number in numbers] == shown
        pairs = pairs_asked(training, step)
        assert set(pairs) == answers(put.payload)
        assert training.merges[step].pair in pairs.values()


def test_what_a_phone_gets_does_not_tell_the_answer():
    """No count of a pair, no merge, no rank: two runs that differ in the tie rule look alike."""
    first, largest = (train(SIX_WORDS, by(rule)) for rule in ("first", "largest"))
    one, other = (merge_question(each, "run", 0) for each in (first, largest))
    assert first.merges[0].pair != largest.merges[0].pair
    assert json.loads(one.payload) == json.loads(other.payload)


def test_no_word_stands_there_for_the_answer_alone():
    """Where the frequent words do not hold the next pair, other leading pairs bring words, too."""
    novel = training_samples()["pride-and-prejudice"].path.read_text(encoding="utf-8")
    training = train(novel, "paper", max_merges=320)
    sent = json.loads(merge_question(training, "run", 300).payload)
    snapshot = training.snapshot(300)
    frequent = {word.text for word in snapshot.words(WORDS)}
    others = [word for word, *_ in sent["words"] if word not in frequent]
    winner = training.merges[300].pair
    with_it = [word for word in others if winner in pairwise(snapshot.tokens(word))]
    assert len(others) >= 3
    counts = [count for _, count, *_ in sent["words"]]
    assert counts == sorted(counts, reverse=True), "at its place among the others"
    assert 2 * len(with_it) <= len(others)


def test_of_a_long_word_a_phone_gets_the_beginning_and_nothing_at_the_end_of_a_run():
    put = merge_question(train("ab" * 100 + " ab", "paper"), "run", 0)
    longest = max(json.loads(put.payload)["words"], key=lambda word: len(word[2]))
    assert (len(longest[2]), longest[3]) == (LONGEST, True)
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert merge_question(training, "run", 1) is not None
    assert merge_question(training, "run", 2) is None


@pytest.mark.parametrize("rule", ["first", "largest"])
def test_votes_are_judged_by_the_record(rule):
    """Most votes first, the pair merged next always there, each round beside the other."""
    training = train(SIX_WORDS, by(rule))
    snapshot, following = training.snapshot(0), training.merges[0]
    at = {pair: answer for answer, pair in pairs_asked(training, 0).items()}
    rounds = [
        ((at["l", "o"], 3), ("9999 1", 5)),
        ((at["l", "o"], 1), (at["h", "i"], 4), ("no answer", 7)),
    ]
    found = tally(training, 0, rounds)
    assert (found.pair, found.token) == (following.pair, following.token)
    assert (found.count, found.ties) == (following.count, len(following.ties))
    rows = found.rows
    assert [(row.bet.pair, row.votes) for row in rows] == [
        (("h", "i"), (0, 4)),
        (("l", "o"), (3, 1)),
        (training.merges[0].pair, (0, 0)),
    ]
    assert [row.bet for row in rows] == judge(snapshot, [row.bet.pair for row in rows])
    assert rows[-1].bet.verdict == "right"


def test_a_token_as_long_as_a_text_reaches_neither_phone_nor_projector_whole():
    """The beginning of it does; its pair is judged all the same."""
    training = train(" " * 4096, "minbpe")
    step = len(training) - 1
    put = merge_question(training, "run", step)
    assert len(put.payload) < 5_000
    [(answer, pair)] = pairs_asked(training, step).items()
    found = tally(training, step, [((answer, 2),)])
    assert [(row.votes, row.bet.verdict) for row in found.rows] == [((2,), "right")]
    assert len(pair[0]) > 1_000
    assert max(map(len, (*found.pair, found.token, *found.rows[0].bet.pair))) < 210


def counted(text="他是一个很好的人"):
    return count_question(opened("o200k"), opened("gpt2"), text)


def test_the_tokens_of_a_sentence_stand_among_other_things_that_can_be_counted():
    """Four different numbers, the smallest first; each says what it counts."""
    put, right = counted(), len(opened("o200k").encode("他是一个很好的人").ids)
    numbers = [option.number for option in put.options]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == OPTIONS
    assert [option.number for option in put.options if option.is_right] == [right]
    counts = {option.counts: option.number for option in put.options}
    assert counts["characters"] == 8
    assert counts["older"] == len(opened("gpt2").encode("他是一个很好的人").ids)
    assert counted("") is None
    assert len(counted("a").options) == OPTIONS


def test_a_phone_gets_the_question_in_every_language_and_numbers_without_the_answer():
    """Whatever language the projector speaks."""
    put = counted()
    sent = json.loads(put.payload)
    for lang in LANGUAGES:
        with speaking(lang):
            assert sent["ask"][lang] == put.ask
            assert json.loads(put.payload) == sent
    assert sent["ask"]["zh"] != sent["ask"]["en"]
    assert sent["options"] == [str(option.number) for option in put.options]
    assert {*sent} == {"ask", "options"}
    assert answers(put.payload) == {f"{at}" for at in range(len(put.options))}


def test_phones_are_told_which_bets_are_right_and_which_tie():
    """By the record, and of the tokens of a sentence the one number."""
    training = train(HUG, "huggingface")
    asked = pairs_asked(training, 4)
    told = json.loads(merge_question(training, "", 4).verdicts)
    named = {asked[answer]: verdict for answer, verdict in told.items()}
    assert named == {("p", "ug"): "right", ("hug", "s"): "tied"}
    put = count_question(opened("o200k"), opened("gpt2"), "snowflakeology")
    [right] = json.loads(put.verdicts)
    assert put.options[int(right)].is_right
