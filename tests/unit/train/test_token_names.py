"""Names of tokens and words, as an address carries them."""

import pytest

from bpe import Corpus, train
from ui.catalogue import LANGUAGES
from ui.draw.tokens import visible
from ui.shell.text import speaking
from ui.train import LONGEST as LONGEST_IN_ADDRESS
from ui.train.token.readings import (
    LONGEST,
    find_token,
    find_word,
    ids_of,
    name_of_word,
    names_of,
)

# The mark of the scheme is also typed as text, and one word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


@pytest.mark.parametrize("scheme", ["paper", "gpt", "huggingface"])
def test_every_token_has_a_name_of_its_own_that_leads_back_to_it(scheme):
    """Two that read alike too, and those too long for an address."""
    training = train(CORPUS, scheme)
    names = names_of(training)
    assert len(set(names)) == len(names) == len(training.tokens)
    assert [find_token(training, name) for name in names] == [*range(len(names))]
    assert max(map(len, names)) <= LONGEST + 8 < LONGEST_IN_ADDRESS
    if scheme == "paper":
        marks = [name for name, id_ in ids_of(training).items() if training.tokens[id_] == "</w>"]
        assert len(marks) == 2
    assert find_token(training, "no such token") is None
    assert find_token(training, None) is None


def test_a_token_may_be_typed_as_its_text():
    """With a space that is shown as a sign."""
    training = train("a hen, a hen; the hen", "minbpe")
    id_ = training.tokens.index(b" hen")
    assert find_token(training, " hen") == find_token(training, "␣hen") == id_


def test_the_name_in_an_address_is_no_language_s():
    """Where a glyph has a name of its own in each; a reader may type what is shown."""
    training = train("a\u3000b a\u3000b", "minbpe")
    id_ = training.tokens.index("a\u3000b".encode())
    for lang in LANGUAGES:
        with speaking(lang):
            shown = visible("a\u3000b")
            assert names_of(training)[id_] == "a⟨IDSP⟩b"
            assert names_of(training, lang)[id_] == shown
            assert find_token(training, shown) == find_token(training, "a⟨IDSP⟩b") == id_


def test_every_word_has_a_name_that_leads_back_to_it():
    """A long one by its place; a name that is a word means the word."""
    training = train(CORPUS, "paper")
    words = training.corpus.words
    for place, word in enumerate(words):
        assert find_word(training, name_of_word(training, place)) == place
        assert len(name_of_word(training, place)) <= LONGEST or len(word) <= LONGEST
    assert name_of_word(training, 3) == "#3"
    assert find_word(training, "#1") == words.index("#1")
    for wrong in (None, "", "none", "#", "#99", "#-1", "#1e3", "#²", "#" + "9" * 30):
        assert find_word(training, wrong) is None


@pytest.mark.parametrize("text", ["好" * 500, "\u3000b" * 200])
def test_a_long_token_is_named_by_its_beginning_as_it_is_shown(text):
    """However long it is: no more than that is looked at."""
    training = train(text, "minbpe")
    for id_, (token, name) in enumerate(zip(training.tokens, names_of(training), strict=True)):
        shown = visible(token)
        if len(shown) > LONGEST:
            assert name == f"{shown[:LONGEST]}…#{id_}"
