"""The class vote: phones get questions without answers, and the record judges the votes."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bpe import PRESETS, train
from bpe.player.tokens import exact
from bpe.readings.prediction import judge
from tests.data import HUG, SIX_WORDS
from ui.catalogue import LANGUAGES
from ui.samples import training_samples
from ui.text import speaking
from ui.tokenizers import opened
from ui.views.vote import (
    MAX_WORD_TOKENS,
    OPTIONS,
    WORDS,
    count_question,
    judged,
    merge_question,
)
from ui.vote.phones import answers

HE = "他是一个很好的人"


def asked(training, step=0):
    return merge_question(training, step, "en")


def by(rule: str):
    return replace(PRESETS["paper"], tie_rule=rule)


@given(some.text("abc ", min_size=3, max_size=60), some.sampled_from(["paper", "gpt", "wordpiece"]))
def test_a_phone_gets_words_as_they_are_split_and_only_neighbours_can_be_bet_on(text, scheme):
    """At each step, the pairs to bet on include the pair that is merged next."""
    if not text.split():
        return
    training = train(text, scheme, max_merges=8)
    for step in range(len(training)):
        put = asked(training, step)
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
        assert set(put.pairs) == answers(put.payload)
        assert training.merges[step].pair in put.pairs.values()


def test_what_a_phone_gets_does_not_tell_the_answer():
    """Two runs that differ in their tie rule have the same payload.

    Long words and long tokens are cut in a payload.
    """
    first, largest = (train(SIX_WORDS, by(rule)) for rule in ("first", "largest"))
    one, other = (asked(each) for each in (first, largest))
    assert first.merges[0].pair != largest.merges[0].pair
    assert json.loads(one.payload) == json.loads(other.payload)
    assert one.name != other.name
    for letters, is_cut in ((MAX_WORD_TOKENS, False), (MAX_WORD_TOKENS + 1, True)):
        text = f"{('ab' * letters)[:letters]} ab"
        put = asked(train(text, "huggingface"))
        longest = max(json.loads(put.payload)["words"], key=lambda word: len(word[2]))
        assert (len(longest[2]), longest[3]) == (MAX_WORD_TOKENS, is_cut)
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert asked(training, 1) is not None
    assert asked(training, 2) is None
    training = train(" " * 4096, "minbpe")
    step = len(training) - 1
    put = asked(training, step)
    assert len(put.payload) < 5_000
    [(answer, pair)] = put.pairs.items()
    assert [
        (bet.verdict, votes)
        for bet, votes in judged(put.pairs, training.snapshot(step), [{answer: 2}])
    ] == [("right", [2])]
    assert len(pair[0]) > 1_000


def test_no_word_stands_there_for_the_answer_alone():
    """If the frequent words lack the next pair, words with other leading pairs are added, too."""
    novel = training_samples()["pride-and-prejudice"].path.read_text(encoding="utf-8")
    training = train(novel, "paper", max_merges=320)
    sent = json.loads(asked(training, 300).payload)
    snapshot = training.snapshot(300)
    frequent = {word.text for word in snapshot.words(WORDS)}
    others = [word for word, *_ in sent["words"] if word not in frequent]
    winner = training.merges[300].pair
    with_it = [word for word in others if winner in pairwise(snapshot.tokens(word))]
    assert len(others) >= 3
    counts = [count for _, count, *_ in sent["words"]]
    assert counts == sorted(counts, reverse=True), "at its place among the others"
    assert 2 * len(with_it) <= len(others)


@pytest.mark.parametrize("rule", ["first", "largest"])
def test_votes_are_judged_by_the_record(rule):
    """The pairs come by votes, and the pair merged next is always included.

    Each pair has its votes of both rounds.
    """
    training = train(SIX_WORDS, by(rule))
    put = asked(training)
    at = {pair: answer for answer, pair in put.pairs.items()}
    rounds = [
        {at["l", "o"]: 3, "9999 1": 5},
        {at["l", "o"]: 1, at["h", "i"]: 4, "no answer": 7},
    ]
    found = judged(put.pairs, training.snapshot(0), rounds)
    assert [(bet.pair, votes) for bet, votes in found] == [
        (("h", "i"), [0, 4]),
        (("l", "o"), [3, 1]),
        (training.merges[0].pair, [0, 0]),
    ]
    bets = [bet for bet, _ in found]
    assert bets == judge(training.snapshot(0), [bet.pair for bet in bets])
    assert bets[-1].verdict == "right"
    assert judged(put.pairs, training.snapshot(0), [{at[training.merges[0].pair]: 1}]) == [
        (bets[-1], [1])
    ]


def test_the_tokens_of_a_sentence_stand_among_other_things_that_can_be_counted():
    """The options are four different numbers in order, each with the thing that it counts."""
    put = count_question(HE)
    assert [*put.options] == sorted(put.options)
    assert len(put.options) == OPTIONS
    numbers = {what: number for number, what in put.options.items()}
    assert numbers["counted"] == len(opened("o200k").encode(HE).ids) == len(put.tokens)
    assert numbers["older"] == len(opened("gpt2").encode(HE).ids)
    assert numbers["characters"] == 8
    assert count_question("") is None
    assert len(count_question("a").options) == OPTIONS


def test_a_phone_gets_the_question_in_every_language_and_numbers_without_the_answer():
    """The payload does not depend on the language of the page.

    The verdicts say which answers are right or tied.
    """
    put = count_question(HE)
    sent = json.loads(put.payload)
    for lang in LANGUAGES:
        with speaking(lang):
            here = count_question(HE)
        assert (here.ask, here.name) == (sent["ask"][lang], put.name)
    assert sent["ask"]["zh"] != sent["ask"]["en"]
    assert sent["options"] == [str(number) for number in put.options]
    assert {*sent} == {"ask", "options"}
    assert answers(put.payload) == {f"{at}" for at in range(len(put.options))}
    [right] = json.loads(put.verdicts)
    assert [*put.options.values()][int(right)] == "counted"
    merge = asked(train(HUG, "huggingface"), 4)
    named = {merge.pairs[each]: verdict for each, verdict in json.loads(merge.verdicts).items()}
    assert named == {("p", "ug"): "right", ("hug", "s"): "tied"}
