"""Questions with a few answers: one of them is what the record says, whatever is asked."""

import json
from dataclasses import replace

import pytest

from bpe import PRESETS, TIE_RULES, train
from ui.corpora.tokenizers import opened
from ui.draw.tokens import exact
from ui.languages import LANGUAGES
from ui.shell.text import speaking
from ui.vote.options import (
    OPTIONS,
    example_word,
    how_many,
    next_contested,
    which_rule,
    which_split,
)
from ui.vote.phones import answers

SIX = "highest higher lower lowest cooler coolest"


def right(put):
    """Return the one answer that is marked as what the record gives."""
    [found] = [option for option in put.options if option.is_right]
    return found


@pytest.mark.parametrize("rule", TIE_RULES)
def test_the_rule_of_the_run_is_the_one_answer_whose_pair_is_merged(rule):
    """Every other answer names a rule that would choose another pair of those that tie."""
    training = train(SIX, replace(PRESETS["paper"], tie_rule=rule))
    put = which_rule(training, "run", 0)
    snapshot = training.snapshot(0)
    assert right(put).pair == training.merges[0].pair
    others = [option.pair for option in put.options if not option.is_right]
    assert training.merges[0].pair not in others
    assert {right(put).pair, *others} == set(snapshot.winners.values())
    assert len(others) + 1 == len(set(others)) + 1 == len(put.options)


def test_no_rule_is_asked_for_where_all_choose_the_same_pair():
    """The next step at which they differ is found; at the end there is none."""
    training = train("ab ab ab cd ef", replace(PRESETS["paper"], boundary="none"))
    assert which_rule(training, "run", 0) is None
    step = next_contested(training, 0)
    assert step is not None
    assert which_rule(training, "run", step) is not None
    for between in range(step):
        assert which_rule(training, "run", between) is None
    assert next_contested(training, len(training) - 1) is None
    assert which_rule(training, "run", len(training)) is None


def test_a_phone_gets_question_and_answers_in_every_language():
    """Whatever language the projector speaks: phones are sent the same."""
    put = which_rule(train(SIX, "paper"), "run", 0)
    sent = json.loads(put.sent)
    for lang in LANGUAGES:
        with speaking(lang):
            assert sent["ask"][lang] == put.ask
            assert [each[lang] for each in sent["options"]] == [each.text for each in put.options]
            assert put.sent == json.dumps(sent, ensure_ascii=False, separators=(",", ":"))
    assert sent["ask"]["zh"] != sent["ask"]["en"]


@pytest.mark.parametrize("scheme", PRESETS)
def test_four_splits_spell_the_word_and_one_is_what_encoding_gives(scheme):
    """By every scheme; what phones get are the same tokens."""
    training = train(SIX, scheme, max_merges=12)
    tokenizer = training.tokenizer()
    put = which_split(training, "run", "lowest newer")
    assert 2 <= len(put.options) <= OPTIONS
    method = "longest-match" if scheme == "wordpiece" else "merges"
    [first, *_] = tokenizer.encode("lowest newer", method).words
    assert right(put).tokens == first.tokens
    spelled = {tokenizer.decode(option.tokens) for option in put.options}
    assert spelled == {tokenizer.decode(first.tokens)}
    assert len({option.tokens for option in put.options}) == len(put.options)
    sent = json.loads(put.sent)
    names = [row[0] for row in sent["tokens"]]
    shown = [[names[number] for number in option] for option in sent["options"]]
    assert shown == [[exact(token) for token in option.tokens] for option in put.options]


def test_a_word_with_one_split_or_a_missing_character_is_not_asked_about():
    """Nor is no word at all."""
    training = train("ab cd", "paper", max_merges=0)
    for text in ("ab", "abx", "", "   "):
        assert which_split(training, "run", text) is None


def test_a_special_token_is_no_word_to_split():
    """The next word is asked about in its place."""
    training = train(SIX, replace(PRESETS["paper"], special_tokens=("<s>",)))
    assert which_split(training, "run", "<s> lowest").values["word"] == "lowest"
    assert which_split(training, "run", "<s>") is None


def test_an_example_is_a_new_word_that_longest_match_splits_otherwise():
    """Where there is one; no run is without any."""
    training = train(SIX, "paper")
    word = example_word(training)
    assert word not in training.corpus.words
    verdicts = [option.verdict for option in which_split(training, "run", word).options]
    assert verdicts.count("encoded") == 1
    assert {"longest", "fewest"} & {*verdicts}
    assert example_word(train("a", "paper", max_merges=0)) == "a"


def test_the_tokens_of_a_sentence_stand_among_other_things_that_can_be_counted():
    """Four different numbers, the smallest first; each says what it counts."""
    real, older = opened("o200k"), opened("gpt2")
    put = how_many(real, older, "他是一个很好的人")
    numbers = [int(option.text.replace(",", "")) for option in put.options]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == OPTIONS
    assert int(right(put).text) == len(real.encode("他是一个很好的人").ids)
    by_verdict = {option.verdict: int(option.text) for option in put.options}
    assert by_verdict["characters"] == 8
    assert by_verdict["older"] == len(older.encode("他是一个很好的人").ids)
    assert how_many(real, older, "") is None
    assert len(how_many(real, older, "a").options) == OPTIONS


def test_a_phone_can_answer_with_the_number_of_an_option_alone():
    """And is not told which of them is right."""
    put = which_split(train(SIX, "paper", max_merges=3), "run", "highest slower")
    assert put is not None
    assert answers(put.sent) == {f"{at}" for at in range(len(put.options))}
    assert set(json.loads(put.sent)) == {"step", "ask", "options", "tokens"}
