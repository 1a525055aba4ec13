"""Settings any scheme can have: the longest token, special tokens as in CS336; what is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from tests import broken_trainers as naive


def test_no_token_is_longer_than_the_setting():
    """Characters or bytes; a mark of its own counts, one that is attached does not."""
    for name, scheme in PRESETS.items():
        text = "a" * 16 + "b" if name != "minbpe" else "a" * 16
        assert max(train(text, scheme).token_sizes) > 4, name
        training = train(text, replace(scheme, max_token_length=4))
        assert max(training.token_sizes) == 4, name
        assert training.stop.reason == "no_pairs"
    assert train("好好 好好", replace(PRESETS["gpt"], max_token_length=4)).merges
    attached = train("abc abc", replace(PRESETS["subword-nmt"], max_token_length=3))
    assert attached.tokens[-1] == "abc</w>"
    assert "max_length" in {
        pair.forbidden
        for pair in train("abc", replace(PRESETS["paper"], max_token_length=2)).snapshot(1).pairs()
    }
    assert not train("ab", replace(PRESETS["gpt"], max_token_length=1)).merges


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"units": "words"}, "units must be one of .+, got 'words'"),
        ({"boundary": "both"}, "boundary must be one of .+, got 'both'"),
        ({"tie_rule": "last"}, "tie_rule must be one of .+, got 'last'"),
        ({"units": "bytes", "boundary": "suffix"}, "boundary must be none when units are bytes"),
        ({"units": "bytes", "rules": "sentencepiece"}, "rules must be none when units are bytes"),
        ({"max_token_length": 0}, "max_token_length must be a whole number of 1 or more, got 0"),
        ({"max_token_length": True}, "max_token_length must be a whole number"),
        ({"special_tokens": "<s>"}, "special_tokens must be a tuple of strings, got '<s>'"),
        ({"special_tokens": (b"<s>",)}, "special_tokens must be a tuple of strings"),
        ({"special_tokens": ("",)}, "special_tokens must be different, not empty"),
        ({"special_tokens": ("a", "a")}, "special_tokens must be different, .* got 'a'"),
        ({"special_tokens": ("</w>",), "boundary": "suffix"}, "special_tokens must be different"),
        ({"special_tokens": ("\ud800",)}, "special_tokens must be complete Unicode"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Scheme(**change)


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
