"""Settings any scheme can have: the longest token, special tokens; and what is refused."""

from dataclasses import replace

import pytest

from bpe import PRESETS, Scheme, train


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
    """The sentence names it."""
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Scheme(**change)
