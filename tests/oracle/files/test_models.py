"""A training written as a .model encodes there as it does here, on texts it was not trained on."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import PRESETS, CorpusError, train
from bpe.interchange import load, to_sentencepiece_model
from tests.oracle.files.texts import PROSE, random_texts
from tests.strategies import hostile, letters, lines, long_words, runs

sentencepiece = pytest.importorskip("sentencepiece")

OWN = PRESETS["sentencepiece"]
HELD_OUT = st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=40)


def theirs(training):
    """Return what the library makes of the model."""
    return sentencepiece.SentencePieceProcessor(model_proto=to_sentencepiece_model(training))


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"unknown": "bytes"},
        {"tie_rule": "first", "rules": "none", "max_token_length": 3},
    ],
)
def test_a_sentencepiece_model_encodes_in_sentencepiece_as_the_training_does(rules):
    """Equal ids of prose that it knows in part, the same text back, and so when it is read back."""
    training = train(PROSE, replace(OWN, **rules), max_merges=150)
    ours, processor = training.tokenizer(), theirs(training)
    again = load({"own.model": to_sentencepiece_model(training)})
    assert again.model == "BPE"
    for text in [*random_texts(str(rules)), *map("".join, zip(PROSE, PROSE[7:], strict=False))]:
        ids = ours.encode(text).ids
        assert processor.encode(text) == ids, ascii(text)
        assert processor.decode(ids) == ours.decode(ids)
        assert again.encode(text).ids == ids


@settings(max_examples=60)
@given(
    corpus=lines(st.one_of(runs, letters, hostile, long_words)),
    texts=st.lists(st.one_of(HELD_OUT, lines(st.one_of(runs, letters, hostile))), max_size=8),
    unknown=st.sampled_from(["unk", "bytes"]),
)
def test_any_text_has_equal_ids_in_sentencepiece(corpus, texts, unknown):
    """Whatever was learned, and of any characters: spaces of all kinds, marks, accents, U+0085."""
    try:
        training = train(corpus, replace(OWN, unknown=unknown), max_merges=200)
    except CorpusError:
        return
    ours, processor = training.tokenizer(), theirs(training)
    for text in texts:
        assert processor.encode(text) == ours.encode(text).ids, ascii(text)


@pytest.mark.parametrize("unknown", ["unk", "bytes"])
def test_a_null_character_is_in_no_sentencepiece_model(unknown):
    """The library opens no such model, or passes over the piece; other names are just text."""
    scheme = replace(OWN, unknown=unknown)
    with pytest.raises(CorpusError) as caught:
        to_sentencepiece_model(train("a\0b a\0b low", scheme))
    assert caught.value.code == "null_token"
    training = train("<s> <s> </s> </s> <pad> <pad> low", scheme)
    assert theirs(training).encode("</s> <pad>") == training.tokenizer().encode("</s> <pad>").ids
