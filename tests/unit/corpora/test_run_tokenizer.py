"""The tokenizer of a run: asked in a worker, it answers as the engine's does."""

import pickle

import pytest

from bpe import PRESETS, train
from bpe.encoding.alignment import place_tokens
from ui.corpora.run import Run
from ui.corpora.run_tokenizer import RunTokenizer
from ui.corpora.sources import of_text
from ui.draw.readings import LONGEST_SHOWN

TEXT = "low lower lowest newest wider wide 好人"


def run_of(text, scheme):
    return Run(of_text(text, "text"), PRESETS[scheme])


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece", "minbpe", "subword-nmt"])
def test_it_answers_as_the_engines_tokenizer_does(scheme):
    """A text of known and unknown letters: its tokens, ids, steps and places."""
    asked, tokenizer = RunTokenizer(run_of(TEXT, scheme)), train(TEXT, scheme).tokenizer()
    text, method = "slowest 好 widest", asked.method
    assert method == ("longest-match" if scheme == "wordpiece" else "merges")
    found, encoding = asked.encode(text, method), tokenizer.encode(text, method)
    assert (found.text, found.tokens, found.ids) == (encoding.text, encoding.tokens, encoding.ids)
    for word, other in zip(found.words, encoding.words, strict=True):
        assert word == other
        assert (word.start_tokens, [*word.steps]) == (other.start_tokens, [*other.steps])
    places = place_tokens(tokenizer, text, encoding)
    assert asked.places(text) == [(each.start, each.end) for each in places]
    assert asked.decode(found.ids) == tokenizer.decode(encoding.ids)
    for id_ in encoding.ids:
        if id_ < len(tokenizer.tokens):
            assert asked.token(id_) == tokenizer.tokens[id_]
            assert asked.id(tokenizer.tokens[id_]) == tokenizer.vocabulary[tokenizer.tokens[id_]]
    assert asked.token(tokenizer.special.get("<unk>", 0)) in {*tokenizer.special, *tokenizer.tokens}


def test_answers_are_small_however_long_tokens_and_words_are():
    """A token of 4,096 letters is named by 200, and a word of 2,000 has no steps."""
    asked = RunTokenizer(run_of("a" * 8192, "minbpe"))
    assert asked.token(len(asked.run) + 255) == b"a" * LONGEST_SHOWN + "…".encode()
    found = asked.encode("ba" * 1000)
    assert not found.words[0].steps
    assert len(pickle.dumps(found)) < 100_000
