"""A training written as a tokenizer.json or as codes encodes there as it does here."""

import io
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.interchange import load, merges_text, to_subword_nmt_codes, to_tiktoken, to_tokenizer_json
from tests.cases import for_each
from tests.oracle.files.texts import PROSE, random_texts, spelled

tokenizers = pytest.importorskip("tokenizers")
apply_bpe = pytest.importorskip("subword_nmt.apply_bpe")

JSON_SCHEMES = {
    "huggingface": PRESETS["huggingface"],
    "huggingface-unk": replace(PRESETS["huggingface"], unknown="unk"),
    "huggingface-bytes": replace(PRESETS["huggingface"], unknown="bytes"),
    "huggingface-nfkc": replace(PRESETS["huggingface"], normalizer="nfkc"),
    "gpt": PRESETS["gpt"],
    "gpt2": replace(PRESETS["gpt"], pretokenizer="gpt2"),
    "minbpe": PRESETS["minbpe"],
    "bert-bytes": replace(PRESETS["gpt"], pretokenizer="bert", normalizer="nfc"),
    "attached": replace(PRESETS["subword-nmt"], unknown="unk"),
    "attached-drop": replace(PRESETS["subword-nmt"], unknown="drop"),
    "attached-whitespace": replace(
        PRESETS["subword-nmt"], unknown="unk", pretokenizer="whitespace"
    ),
    "prefix": replace(PRESETS["sentencepiece"], normalizer="none", unknown="unk"),
    "wordpiece": PRESETS["wordpiece"],
    "characters-gpt4": replace(PRESETS["huggingface"], pretokenizer="gpt4"),
    "characters-text": replace(PRESETS["huggingface"], pretokenizer="text"),
}


@for_each("name", JSON_SCHEMES)
def test_a_tokenizer_json_encodes_in_tokenizers_as_the_training_does(name):
    """Same tokens and ids for random texts, and the file reads back the same."""
    training = train(PROSE, JSON_SCHEMES[name], max_merges=120)
    ours = training.tokenizer()
    written = to_tokenizer_json(training)
    theirs = tokenizers.Tokenizer.from_str(written)
    again = load({"tokenizer.json": written.encode()})
    for text in random_texts(name):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert spelled(encoding.tokens) == expected.tokens, ascii(text)
        assert list(encoding.ids) == expected.ids
        reread = again.encode(text)
        assert spelled(reread.tokens) == expected.tokens, ascii(text)
        assert reread.ids == expected.ids


@for_each("name", ["gpt", "minbpe", "attached", "prefix", "huggingface-bytes"])
def test_loaded_files_decode_as_tokenizers_does(name):
    """Text comes back as that library gives it back."""
    written = to_tokenizer_json(train(PROSE, JSON_SCHEMES[name], max_merges=80))
    theirs = tokenizers.Tokenizer.from_str(written)
    ours = load({"tokenizer.json": written.encode()})
    for text in random_texts(name, 200):
        ids = theirs.encode(text).ids
        assert ours.decode(ids) == theirs.decode(ids), ascii(text)


@for_each("name", ["paper", "subword-nmt"])
def test_codes_encode_in_subword_nmt_as_the_training_does(name):
    """apply_bpe splits random lines the same way, and so do the codes read back."""
    training = train(PROSE, replace(PRESETS[name], pretokenizer="space"), max_merges=120)
    codes = to_subword_nmt_codes(training)
    theirs = apply_bpe.BPE(io.StringIO(codes))
    again = load({"codes.bpe": codes.encode()})
    for text in random_texts(name):
        line = text.replace("\n", " ")
        expected = theirs.segment(line).split(" ") if line.strip(" ") else []
        assert with_separator(again.encode(line)) == expected, ascii(line)
        if name == "subword-nmt":
            assert with_separator(training.tokenizer().encode(line)) == expected, ascii(line)


def with_separator(encoding):
    """Return tokens as subword-nmt prints them: @@ after all but the last of a word."""
    printed = []
    for word in encoding.words:
        tokens = list(word.tokens)
        if tokens[-1] == "</w>":
            tokens.pop()
        else:
            tokens[-1] = tokens[-1].removesuffix("</w>")
        printed += [token + "@@" for token in tokens[:-1]] + tokens[-1:]
    return printed


@for_each("scheme", ["paper", "subword-nmt", "sentencepiece"])
def test_what_a_tokenizer_json_cannot_say_is_refused(scheme):
    """The sentence names the rule of the scheme that stands in the way."""
    with pytest.raises(ValueError, match=r"must .* for a tokenizer\.json"):
        to_tokenizer_json(train("low lower", scheme))


def test_what_other_formats_cannot_say_is_refused():
    """Marks, bytes and spaces inside tokens each meet a format without them."""
    with pytest.raises(ValueError, match="boundary must be suffix or attached"):
        to_subword_nmt_codes(train("low lower", "gpt"))
    with pytest.raises(ValueError, match="units must be bytes"):
        to_tiktoken(train("low lower", "paper"))
    spaced = train("a b a b a b", replace(PRESETS["huggingface"], pretokenizer="text"))
    with pytest.raises(ValueError, match="no space or line end"):
        merges_text(spaced)
    rules = replace(PRESETS["subword-nmt"], unknown="unk", tie_rule="first")
    marked = train("a</w>x a</w>x a", rules)
    with pytest.raises(ValueError, match="must differ in spelling"):
        to_tokenizer_json(marked)
