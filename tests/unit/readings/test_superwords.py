"""Superwords: which tokens hold a space, how often, and the course of two runs in a row."""

from dataclasses import replace

from bpe import PRESETS, train
from bpe.continuing import SUPERWORDS, continue_training
from bpe.readings.superwords import in_a_row, is_superword, superwords

TEXT = (
    "the end of the day is the end of the way\nof the end, of the day\n" + "no, no, no, to be\n" * 3
)


def test_superwords_are_counted_in_the_splits_of_the_record():
    """Most frequent first, of equal ones the older first; nothing that holds no space."""
    scheme = replace(PRESETS["gpt"], pattern=SUPERWORDS)
    plain = train(TEXT, "gpt", max_merges=8)
    wide = continue_training(plain.tokenizer(4), TEXT, scheme=scheme, max_merges=40)
    end = wide.snapshot(len(wide))
    split = [token for word in end.words() for token in word.tokens * word.count]
    found = superwords(end)
    assert found
    for each in found:
        assert b" " in each.token.strip()
        assert each.count == split.count(each.token)
    assert [(-each.count, each.born) for each in found] == sorted(
        (-each.count, each.born) for each in found
    )
    assert {each.token for each in found} >= {token for token in split if is_superword(token)}
    tokens = in_a_row(plain, wide, 4)
    assert tokens.tolist() == [
        *(plain.snapshot(step).token_count for step in range(4)),
        *(wide.snapshot(step).token_count for step in range(len(wide) + 1)),
    ]


def test_a_space_at_an_edge_or_alone_makes_no_superword():
    """Only white space between two things that are none."""
    assert not any(map(is_superword, (b" the", b"the\n", b"   ", b"", b" ,\r\n")))
    assert all(map(is_superword, (b" of the", b". I", "of the")))
