"""Training that goes on: it begins with the base's own tokens, and joins nothing else."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, CorpusError, train
from bpe.continuing import SUPERWORDS, continue_training
from bpe.interchange import load, to_tiktoken, to_tokenizer_json
from bpe.words import words_of

TEXT = st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=12).map(" ".join)


@given(
    first=TEXT, text=TEXT, merges=st.integers(0, 6), preset=st.sampled_from([*PRESETS]),
    step=st.integers(0, 9),
)  # fmt: skip
def test_each_word_is_what_the_longer_list_makes_of_it(first, text, merges, preset, step):
    """At step 0 the base's own tokens, then those of the base with the new merges behind."""
    base = train(first + " " + text, preset, max_merges=merges).tokenizer()
    more = continue_training(base, text, max_merges=9)
    step = min(step, len(more))
    longer = more.tokenizer(step)
    assert longer.merges[: len(base.merges)] == base.merges
    for word in longer.encode(text).words:
        assert more.snapshot(step).tokens(word.text) == word.tokens
    for word in base.encode(text).words:
        assert more.snapshot(0).tokens(word.text) == word.tokens


def test_on_its_own_text_a_run_goes_on_as_if_it_had_never_stopped():
    """The same merges and counts, with the ranks counted anew."""
    text = "low low lower lowest newer newest widest wide"
    for preset in ("gpt", "subword-nmt", "paper"):
        whole = train(text, preset, max_merges=12)
        more = continue_training(whole.tokenizer(5), text, max_merges=7)
        assert [(m.pair, m.count) for m in more.merges] == [
            (m.pair, m.count) for m in whole.merges[5:]
        ]
        assert more.token_counts.tolist() == whole.token_counts[5:].tolist()


def test_only_the_mark_is_called_a_mark():
    """A run that goes on may use none: its last token before any merge is one of the base's."""
    base = train("lowest lowest lower", "paper").tokenizer()
    whole = continue_training(base, "lowest lowest").snapshot(0)
    assert [entry[::4] for entry in whole.vocabulary] == [("lowest</w>", "alphabet")]
    parts = continue_training(base, "lowest slow").snapshot(0)
    assert {entry.token for entry in parts.vocabulary if entry.kind == "mark"} == {"</w>"}


def test_what_the_base_does_not_know_is_never_merged():
    """Neither unknown characters nor special tokens, of one's own and of a file."""
    scheme = replace(PRESETS["huggingface"], unknown="unk")
    more = continue_training(train("ab abc", scheme).tokenizer(), "abx abx abx axb")
    assert "x" not in "".join(merge.token for merge in more.merges)
    marked = replace(PRESETS["gpt"], special_tokens=("<s>",))
    training = train("ab ab abc", marked, max_merges=1)
    text = "ab<s>ab<s>ab abc"
    for base in (
        training.tokenizer(),
        load({"tokenizer.json": to_tokenizer_json(training).encode()}),
    ):
        more = continue_training(base, text)
        assert more.merges
        assert not any(b"<" in merge.token for merge in more.merges)


def test_superwords_are_the_whole_text_cut_at_lines_digits_and_symbols():
    """Nothing is lost, and spaces between words are inside a word."""
    text = "Call me  Ishmael.\nIt was 1851, said ... he; and -- well\n\n"
    scheme = replace(PRESETS["gpt"], pattern=SUPERWORDS)
    words = words_of(text, scheme)
    assert "".join(words) == text
    assert words[:4] == ["Call me", " ", " Ishmael.\n", "It was "]
    assert "185" in words
    assert " ..." in words


def test_a_base_that_cannot_go_on_says_why():
    """No merges, a limit on tokens, a file with rules of one's own, a text without words."""
    training = train("ab ab abc", "gpt")
    base = training.tokenizer()
    file = load({"ranks.tiktoken": to_tiktoken(training).encode()}, "gpt2")
    limited = replace(PRESETS["gpt"], max_token_length=3)
    for arguments, message in (
        ({"scheme": limited}, "max_token_length must be None"),
        ({"max_merges": -1}, "max_merges must be"),
        ({"min_frequency": 0}, "min_frequency must be"),
    ):
        with pytest.raises(ValueError, match=message):
            continue_training(base, "ab", **arguments)
    with pytest.raises(ValueError, match="scheme must be left out"):
        continue_training(file, "ab", scheme=limited)
    with pytest.raises(ValueError, match="base must be a tokenizer of a training"):
        continue_training(file, "ab ab").tokenizer()
    with pytest.raises(CorpusError):
        continue_training(train("ab ab", "paper").tokenizer(), "  ")
