"""Unigram tokenizers: ids, unknown characters, and the way back to text."""

import pytest

from bpe.unigram import UnigramModel, UnigramTokenizer, train_unigram
from tests.cases import for_each

TEXT = "highest higher lower lowest cooler coolest"


@pytest.fixture(scope="module")
def training():
    return train_unigram(TEXT, vocab_size=17)


@pytest.fixture(scope="module")
def tokenizer(training):
    return training.tokenizer()


def test_ids_are_places_in_the_vocabulary(training, tokenizer):
    """The most probable piece has id 0, and each token's id leads back to it."""
    assert tokenizer.tokens == tuple(training.pieces)
    assert tokenizer.vocab_size == len(training.pieces) == tokenizer.unknown_id == 17
    encoding = tokenizer.encode(TEXT)
    cut = map(training.model.best, training.model.spell(TEXT))
    assert encoding.tokens == [token for split in cut for token in split]
    assert [tokenizer.tokens[id_] for id_ in encoding.ids] == encoding.tokens


def test_words_know_where_they_stand(tokenizer):
    """Each word has its place in the normalized text, and its own tokens and ids."""
    encoding = tokenizer.encode("  ｌｏｗｅｒ coolest\n lower ")
    assert [encoding.text[word.start : word.end] for word in encoding.words] == [
        "lower",
        "coolest",
        "lower",
    ]
    assert [word.text for word in encoding.words] == ["lower", "coolest", "lower"]
    assert encoding.words[0].tokens == encoding.words[2].tokens
    assert sum((word.ids for word in encoding.words), ()) == tuple(encoding.ids)
    assert tokenizer.encode(" ").words == ()


def test_decoding_gives_the_text_back(tokenizer):
    """Ids and tokens alike; every mark is a space but for the first."""
    encoding = tokenizer.encode("  coolest   higher")
    assert tokenizer.decode(encoding.ids) == "coolest higher"
    assert tokenizer.decode(encoding.tokens) == "coolest higher"
    assert tokenizer.decode([]) == ""
    unmarked = UnigramTokenizer(UnigramModel({"a": -1.0, "b": -1.0}))
    assert unmarked.decode(unmarked.encode("ab ba").ids) == "abba"


@for_each("id_", [18, -1, True])
def test_ids_that_do_not_exist_are_refused(tokenizer, id_):
    """The sentence names the largest id there is."""
    with pytest.raises(ValueError, match="id must be a whole number from 0 to 17, got"):
        tokenizer.decode([0, id_])
