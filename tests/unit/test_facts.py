"""Sentences with facts that no run on their screen shows; each fact is checked here."""

from functools import partial

import pytest

from bpe import PRESETS, Tokenizer, train
from bpe.encoding.alignment import PlacedToken, place_tokens
from bpe.readings.letters import digit_grouping
from ui.own_text import sources
from ui.samples import samples
from ui.tokenizers import opened


def share_of_ties(name: str, merges: int | None = None) -> list[bool]:
    """Return whether each merge of a sample by the paper's scheme was decided by the tie rule."""
    source = sources.of_sample(samples()[name])
    training = train(source.corpus(PRESETS["paper"]), "paper", max_merges=merges or source.merges)
    return [len(merge.ties) > 1 for merge in training.merges]


def test_on_small_texts_many_merges_are_ties_and_on_a_novel_most_late_ones():
    """`quiz.learn_ties` says "many", not "most"; `lesson.show_ties` says most late merges."""
    small = [share_of_ties(name) for name in ("school-words", "low-wider", "hug", "station-words")]
    assert all(0.25 < sum(tied) / len(tied) < 0.5 for tied in small)
    novel = share_of_ties("pride-and-prejudice", 2000)
    assert sum(novel[1000:]) / 1000 > 0.9


def test_the_file_of_deepseek_is_that_of_v4():
    """`tokenizers.deepseek_exactly` names V4: V3 has 818 special tokens and another `<think>`."""
    special = opened("deepseek").special
    assert (len(special), special["<think>"]) == (1283, 128821)


@pytest.mark.parametrize("scheme", ["paper", "huggingface", "sentencepiece", "wordpiece"])
def test_digits_that_a_text_lacks_are_not_said_to_be_grouped(scheme):
    """`models.numbers_unknown` says that such digits become `<unk>` or are lost."""
    for text, grouping in (("low lower 0123", "unknown"), ("low 0 1 2 3 4 5 6 7 8 9", "ones")):
        if grouping == "unknown" or scheme != "wordpiece":  # wordpiece has no ##0
            tokenizer = train(text, scheme).tokenizer()
            placed = partial(_placed, tokenizer)
            assert digit_grouping(placed) == grouping


def _placed(tokenizer: Tokenizer, text: str) -> tuple[PlacedToken, ...]:
    return place_tokens(tokenizer, text, tokenizer.encode(text))
