"""The preset of the CS336 exercise: bytes, GPT-2's pattern, the largest pair, special tokens."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, train
from tests import broken_trainers as naive

END = "<|endoftext|>"
CS336 = PRESETS["cs336"]
STORY = (
    f"Once there was a fox who didn't like rain. He'd say: it's wet!{END}The rain, the rain,\n\n"
    f"  the endless rain... {END}{END} 好的，好的！ 123 4567 endoftext <|endoftext |>   the fox\t"
)


def same_as_the_naive_one(text, vocab_size, scheme=CS336, pattern=naive.GPT2):
    special = scheme.special_tokens
    words = naive.words_of(text, pattern, special)
    merges = naive.learn(words, vocab_size - 256 - len(special))
    training = train(Corpus.from_text(text, scheme), scheme, vocab_size=vocab_size)
    assert [merge.pair for merge in training.merges] == merges
    single = [bytes([byte]) for byte in range(256)]
    made = [left + right for left, right in merges]
    assert training.tokens == (*single, *(each.encode() for each in special), *made)
    return training


@given(
    st.lists(
        st.sampled_from(["a", "b", "ab ", "\n", " ", "<", "|>", "好", "é", "1", "'s", END, "<s>"]),
        max_size=30,
    ).map("".join),
    st.sampled_from([(END,), (), ("<s>", END), (END, END * 2)]),
)
def test_random_texts(text, special):
    """Special tokens inside words, twice over, and one that begins with another."""
    scheme = replace(CS336, special_tokens=special)
    try:
        Corpus.from_text(text, scheme)
    except CorpusError:
        return
    same_as_the_naive_one(text, 256 + len(special) + 12, scheme)


def test_a_special_token_is_one_id_where_it_is_allowed_and_text_where_not():
    """Either way the text comes back."""
    tokenizer = train(STORY, "cs336", vocab_size=300).tokenizer()
    text = f"the fox{END}the rain"
    one = tokenizer.encode(text)
    assert one.ids.count(256) == 1
    assert one.tokens == [
        *tokenizer.encode("the fox").tokens,
        END.encode(),
        *tokenizer.encode("the rain").tokens,
    ]
    [word] = [word for word in one.words if word.is_special]
    assert (word.text, word.start, word.end, word.steps) == (END, 7, 7 + len(END), ())
    assert word.start_tokens == word.tokens == (END.encode(),)
    spelled = tokenizer.encode(text, allow_special=False)
    assert 256 not in spelled.ids
    assert len(spelled.ids) > len(one.ids)
    assert tokenizer.decode(one.ids) == tokenizer.decode(spelled.ids) == text


def test_of_special_tokens_that_begin_alike_the_longest_is_taken():
    """Two ends of a text in a row may be a token of their own."""
    scheme = replace(CS336, special_tokens=(END, END * 2))
    tokenizer = train("ab ab", scheme).tokenizer()
    assert tokenizer.encode(END * 3).ids == [257, 256]
    assert tokenizer.decode([257, 256]) == END * 3


@pytest.mark.parametrize("scheme", ["paper", "subword-nmt", "huggingface", "wordpiece"])
def test_any_scheme_can_have_special_tokens(scheme):
    """They are cut out before the words; letters beside them begin and end words."""
    plain, marked = PRESETS[scheme], replace(PRESETS[scheme], special_tokens=("<s>",))
    beside = train("low<s>low lower<s>", marked)
    apart = train("low low lower", plain)
    assert [merge.pair for merge in beside.merges] == [merge.pair for merge in apart.merges]
    assert len(beside.tokens) == len(apart.tokens) + 1
    tokenizer = beside.tokenizer()
    encoded = tokenizer.encode("low<s>lower")
    assert encoded.tokens == [
        *apart.tokenizer().encode("low").tokens,
        "<s>",
        *apart.tokenizer().encode("lower").tokens,
    ]
    between = "" if plain.boundary == "none" else " "
    assert tokenizer.decode(encoded.ids) == between.join(["low", "<s>", "lower"])
