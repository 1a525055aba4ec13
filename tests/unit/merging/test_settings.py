"""Settings any scheme can have: the longest token, the coverage, the smallest pair."""

from dataclasses import replace

import pytest

from bpe import PRESETS, CorpusError, Scheme, train
from tests.cases import for_each

RARE = "abc " * 60 + "abz aqc"


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


def test_a_longer_piece_than_sentencepiece_makes_by_default():
    """The setting stands in place of its 16 characters, both ways."""
    text = "a" * 32
    longest = {}
    for setting in (None, 5, 20):
        scheme = replace(PRESETS["sentencepiece"], max_token_length=setting)
        longest[setting] = max(map(len, train(text, scheme).tokens))
    assert longest == {None: 16, 5: 5, 20: 17}


def test_rare_characters_stand_in_words_and_nowhere_else():
    """z and q occur once in 186: beyond 98 %, within 100 %. They are no entries, nor known."""
    scheme = replace(PRESETS["huggingface"], character_coverage=0.98, unknown="unk")
    training = train(RARE, scheme)
    assert [training.tokens[id_] for id_ in training.uncovered] == ["q", "z"]
    assert training.snapshot(len(training)).tokens("aqc") == ("a", "q", "c")
    assert training.vocabulary_sizes[0] == len(training.snapshot(0).vocabulary) == 3
    assert training.snapshot(0).pairs()[-1].forbidden == "coverage"
    tokenizer = training.tokenizer()
    assert tokenizer.encode("abc abz").tokens == ["abc", "ab", "<unk>"]
    assert tokenizer.vocab_size == 5
    assert tokenizer.encode("z").ids == [tokenizer.unknown_id]
    assert training.uncovered[0] not in tokenizer.ids
    assert train(RARE, scheme, vocab_size=4).merges[-1].rank == 0
    with pytest.raises(CorpusError, match="vocab_size must be at least 3"):
        train(RARE, scheme, vocab_size=2)


@for_each(
    ("change", "sentence"),
    [
        ({"units": "words"}, "units must be one of .+, got 'words'"),
        ({"boundary": "both"}, "boundary must be one of .+, got 'both'"),
        ({"tie_rule": "last"}, "tie_rule must be one of .+, got 'last'"),
        ({"units": "bytes", "boundary": "suffix"}, "boundary must be none when units are bytes"),
        ({"units": "bytes", "rules": "sentencepiece"}, "rules must be none when units are bytes"),
        ({"max_token_length": 0}, "max_token_length must be a whole number of 1 or more, got 0"),
        ({"max_token_length": True}, "max_token_length must be a whole number"),
        ({"character_coverage": 0}, "character_coverage must be more than 0 and at most 1, got 0"),
        ({"character_coverage": 1.1}, "character_coverage must be more than 0"),
        ({"character_coverage": float("nan")}, "character_coverage must be more than 0"),
        ({"character_coverage": "1"}, "character_coverage must be more than 0"),
        ({"units": "bytes", "character_coverage": 0.9}, "character_coverage must be 1 when units"),
        ({"max_sentence_length": 0}, "max_sentence_length must be a whole number of 1 or more"),
        (
            {"max_sentence_length": 9, "pretokenizer": "gpt2"},
            "max_sentence_length must be None where words go over line ends, got 9",
        ),
        ({"special_tokens": "<s>"}, "special_tokens must be a tuple of strings, got '<s>'"),
        ({"special_tokens": (b"<s>",)}, "special_tokens must be a tuple of strings"),
        ({"special_tokens": ("",)}, "special_tokens must be different, not empty"),
        ({"special_tokens": ("a", "a")}, "special_tokens must be different, .* got 'a'"),
        ({"special_tokens": ("</w>",), "boundary": "suffix"}, "special_tokens must be different"),
        ({"special_tokens": ("\ud800",)}, "special_tokens must be complete Unicode"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(change, sentence):
    """The sentence names it."""
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Scheme(**change)
