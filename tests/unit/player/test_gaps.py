"""The gaps of a text: where it may be cut, and where the tokens of its encoding end."""

import pytest

from bpe import train
from bpe.encoding.alignment import byte_segments, place_tokens, segments
from bpe.player.gaps import gaps_of
from ui.tokenizers import opened


def board(text: str, model: str = "o200k") -> dict:
    """Return the gaps of a text as a real tokenizer splits it."""
    tokenizer = opened(model)
    return gaps_of(segments(text, place_tokens(tokenizer, text, tokenizer.encode(text))), {})


def test_gaps_next_to_a_space_are_given_and_all_others_are_asked():
    """A word begins with its space, so that both go to a new line together."""
    shown = board("I like it.")
    assert shown["units"] == [*"I␣like␣it."]
    assert shown["open"] == [3, 4, 5, 8, 9]
    assert shown["words"] == [1, 6]
    assert shown["groups"] == [[1, 1, "I"], [6, 1, " like"], [9, 1, " it"], [10, 1, "."]]


@pytest.mark.parametrize("model", ["o200k", "gpt2", "bert", "mistral"])
@pytest.mark.parametrize(
    "text",
    ["a", "strawberry 1234567", "草莓好吃", "👨\u200d👩\u200d👧 😀", "שלום", "<b>x</b>\u202e", " "],
)
def test_tokens_end_between_letters_and_what_is_smaller_is_counted(model, text):
    """Groups end at increasing units, the last group at the end of the text.

    Together the groups have as many tokens as the encoding; tokens within one letter are counted.
    """
    shown, tokenizer = board(text, model), opened(model)
    ends = [end for end, *_ in shown["groups"]]
    assert ends == sorted({*ends})
    assert not ends or ends[-1] == len(shown["units"])
    marks = sum(
        not each.text
        for each in segments(text, place_tokens(tokenizer, text, tokenizer.encode(text)))
    )
    assert sum(count for _, count, *_ in shown["groups"]) + marks == len(tokenizer.encode(text).ids)
    assert {len(group) for group in shown["groups"]} <= {2, 3}
    assert all(0 < gap < len(shown["units"]) for gap in shown["open"])


def test_a_word_of_a_run_ends_where_the_record_has_it():
    """The mark at the end of a word is not shown as a unit."""
    training = train("highest higher lower lowest cooler coolest", "paper", vocab_size=17)
    tokenizer = training.tokenizer()
    shown = gaps_of(byte_segments(tokenizer, tokenizer.encode("lowest")), {})
    assert shown["units"] == [*"lowest"]
    assert [group[0] for group in shown["groups"]] == [1, 2, 3, 6]
