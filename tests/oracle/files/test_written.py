"""A training written as tokenizer.json, codes or .model encodes in the library as here."""

import io
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import PRESETS, CorpusError, train
from bpe.interchange import (
    load,
    load_merges,
    merges_text,
    to_sentencepiece_model,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from bpe.text.characters import to_alias
from tests.oracle import peers
from tests.oracle.files.texts import LETTERS, PROSE, random_texts, spelled
from tests.strategies import hostile, letters, lines, long_words, runs

tokenizers = pytest.importorskip("tokenizers")
apply_bpe = pytest.importorskip("subword_nmt.apply_bpe")

JSON_SCHEMES = {
    "huggingface": PRESETS["huggingface"],
    "huggingface-unk": replace(PRESETS["huggingface"], unknown="unk"),
    "huggingface-bytes": replace(PRESETS["huggingface"], unknown="bytes"),
    "huggingface-nfkc": replace(PRESETS["huggingface"], normalizer="nfkc"),
    "gpt": PRESETS["gpt"],
    "gpt2": PRESETS["gpt2"],
    "cs336": PRESETS["cs336"],
    "pattern": replace(
        PRESETS["cs336"], special_tokens=("<s>", "<| a |>"), pattern=r"\p{L}{1,4}|\p{N}|[ \n]+"
    ),
    "minbpe": PRESETS["minbpe"],
    "bert-bytes": replace(PRESETS["gpt"], pretokenizer="bert", normalizer="nfc"),
    "attached": replace(PRESETS["subword-nmt"], unknown="unk"),
    "attached-drop": replace(PRESETS["subword-nmt"], unknown="drop"),
    "attached-whitespace": replace(
        PRESETS["subword-nmt"], unknown="unk", pretokenizer="whitespace"
    ),
    "prefix": replace(PRESETS["sentencepiece"], normalizer="none", unknown="unk"),
    "wordpiece": PRESETS["wordpiece"],
    "wordpiece-drop": replace(PRESETS["wordpiece"], unknown="drop"),
    "wordpiece-drop-gpt4": replace(PRESETS["wordpiece"], unknown="drop", pretokenizer="gpt4"),
    "characters-gpt4": replace(PRESETS["huggingface"], pretokenizer="gpt4"),
    "characters-text": replace(PRESETS["huggingface"], pretokenizer="text"),
}


@pytest.mark.parametrize("name", JSON_SCHEMES)
def test_a_tokenizer_json_encodes_in_tokenizers_as_the_training_does(name):
    """Same tokens and ids for random texts, and the file reads back the same."""
    scheme = JSON_SCHEMES[name]
    training = train(PROSE, scheme, max_merges=120)
    ours = training.tokenizer()
    written = to_tokenizer_json(training)
    theirs = tokenizers.Tokenizer.from_str(written)
    again = load({"tokenizer.json": written.encode()})
    for text in random_texts(name, letters=[*LETTERS, "\x1c", *scheme.special_tokens]):
        expected = theirs.encode(text)
        encoding = ours.encode(text)
        assert list(encoding.ids) == expected.ids, ascii(text)
        if not scheme.special_tokens:  # which a file does not spell in byte aliases
            assert spelled(encoding.tokens) == expected.tokens
        decoded = theirs.decode(expected.ids, skip_special_tokens=False)
        assert ours.decode(encoding.ids) == decoded
        reread = again.encode(text)
        assert spelled(reread.tokens) == expected.tokens, ascii(text)
        assert reread.ids == expected.ids


UNBROKEN = "".join(character for character in PROSE if character.isalpha())
LONG_WORDS = (
    "a" * 5000,
    "ab" * 2500,
    UNBROKEN * 20,
    UNBROKEN[40:] * 9 + "aaab" * 900 + "人人生" * 99,
)


@pytest.mark.parametrize("name", JSON_SCHEMES)
def test_a_word_of_thousands_of_letters_is_encoded_as_in_tokenizers(name):
    """A run of one letter, and prose without spaces: equal ids."""
    training = train(PROSE, JSON_SCHEMES[name])
    ours, theirs = training.tokenizer(), tokenizers.Tokenizer.from_str(to_tokenizer_json(training))
    for word in LONG_WORDS:
        assert ours.encode(word).ids == theirs.encode(word).ids


@pytest.mark.parametrize("name", ["gpt", "gpt2", "cs336", "minbpe"])
def test_a_word_of_thousands_of_letters_is_encoded_as_in_tiktoken(name):
    """tiktoken's separate loop for long words gives equal ids."""
    tiktoken = pytest.importorskip("tiktoken")
    training = train(PROSE, replace(JSON_SCHEMES[name], special_tokens=()))
    ranks = {token: id_ for id_, token in enumerate(training.tokens)}
    theirs = tiktoken.Encoding("own", pat_str=r"\w+", mergeable_ranks=ranks, special_tokens={})
    for word in LONG_WORDS:
        assert training.tokenizer().encode(word).ids == theirs.encode_ordinary(word)


MARKED = [*LETTERS, "\x1c", "\x1f", "<s>", "a+\nb", "▁", "</w>", "##", "<", "#"]


@pytest.mark.parametrize("boundary", ["attached", "prefix", "continuation"])
@pytest.mark.parametrize("pretokenizer", ["whitespace", "split", "space", "bert"])
def test_a_tokenizer_json_knows_special_tokens_and_marks_that_were_typed(boundary, pretokenizer):
    """Decoding gives a special token as a separate word; a mark that was typed stays text."""
    rules = {"boundary": boundary, "pretokenizer": pretokenizer, "special_tokens": ("<s>", "a+\nb")}
    scheme = replace(PRESETS["huggingface"], unknown="unk", normalizer="nfkc", **rules)
    training = train(f"{PROSE} < > # / a", scheme, max_merges=120)
    ours, theirs = training.tokenizer(), tokenizers.Tokenizer.from_str(to_tokenizer_json(training))
    for text in random_texts(boundary, letters=MARKED):
        ids = ours.encode(text).ids
        assert theirs.encode(text).ids == ids, ascii(text)
        assert theirs.decode(ids, skip_special_tokens=False) == ours.decode(ids)


@pytest.mark.parametrize("name", ["paper", "subword-nmt"])
def test_codes_encode_in_subword_nmt_as_the_training_does(name):
    """apply_bpe splits random lines the same way, and so do the codes read back."""
    training = train(PROSE, replace(PRESETS[name], pretokenizer="space"), max_merges=120)
    codes = to_subword_nmt_codes(training)
    assert codes == merges_text(training)
    assert codes.startswith(f"#version: {'0.1' if name == 'paper' else '0.2'}\n")
    theirs = apply_bpe.BPE(io.StringIO(codes))
    assert load_merges("codes", codes.encode()) == [merge.pair for merge in training.merges]
    for text in random_texts(name):
        line = text.replace("\n", " ")
        expected = theirs.segment(line).split(" ") if line.strip(" ") else []
        if name == "subword-nmt":
            tokens = training.tokenizer().encode(line).tokens
            assert peers.as_pieces(tokens) == expected, ascii(line)


UNSAID = [
    (to_tokenizer_json, "paper", "boundary", "suffix"),
    (to_tokenizer_json, "subword-nmt", "unknown", "pass"),
    (to_tokenizer_json, "sentencepiece", "normalizer", "nmt_nfkc"),
    (to_tokenizer_json, "prefix", "pretokenizer", "gpt4"),
    (to_tiktoken, "gpt", "normalizer", "nfkc"),
    (to_tiktoken, "paper", "units", "characters"),
    (to_subword_nmt_codes, "gpt", "boundary", "none"),
    (to_subword_nmt_codes, "subword-nmt", "normalizer", "nfkc"),
    (to_subword_nmt_codes, "subword-nmt", "pretokenizer", "bert"),
    (to_subword_nmt_codes, "subword-nmt", "special_tokens", ("<s>",)),
    (to_subword_nmt_codes, "subword-nmt", "unknown", "drop"),
    (to_subword_nmt_codes, "subword-nmt", "unknown", "bytes"),
    (to_subword_nmt_codes, "subword-nmt", "fuse_unknown", True),
    (to_sentencepiece_model, "huggingface", "boundary", "none"),
    (to_sentencepiece_model, "sentencepiece", "normalizer", "nfkc"),
    (to_sentencepiece_model, "sentencepiece", "pretokenizer", "whitespace"),
    (to_sentencepiece_model, "sentencepiece", "unknown", "drop"),
    (to_sentencepiece_model, "sentencepiece", "fuse_unknown", False),
    (to_sentencepiece_model, "sentencepiece", "special_tokens", ("<s>",)),
]


@pytest.mark.parametrize(("write", "scheme", "rule", "value"), UNSAID)
def test_what_a_format_cannot_say_is_refused(write, scheme, rule, value):
    """A reader of the file would encode differently; the error names the rule."""
    scheme = replace(JSON_SCHEMES.get(scheme) or PRESETS[scheme], **{rule: value})
    with pytest.raises(ValueError, match=rf"^{rule} must be .* for .*, got .*\. Train with"):
        write(train(PROSE, scheme, max_merges=9))


TEXT = "the lowest of the lower towns lowers its newest towers naïve 好人 好人生 #version #ver"


@pytest.mark.parametrize("scheme", ["huggingface", "subword-nmt", "gpt"])
def test_tokenizers_reads_our_merges(scheme, tmp_path):
    """Read together with a vocab.json by `BPE.from_file`, words are split as in training."""
    training = train(TEXT, scheme, max_merges=40)
    attached = scheme == "subword-nmt"
    (tmp_path / "merges.txt").write_text(merges_text(training), encoding="utf-8")
    if attached:
        vocabulary = {token: id_ for id_, token in enumerate(training.tokens)}
    else:
        vocabulary = json.loads(to_tokenizer_json(training))["model"]["vocab"]
    (tmp_path / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    model = tokenizers.models.BPE.from_file(
        str(tmp_path / "vocab.json"),
        str(tmp_path / "merges.txt"),
        **({"end_of_word_suffix": "</w>"} if attached else {}),
    )
    for word in training.tokenizer().encode(TEXT + " lowness town").words:
        given = to_alias(word.text.encode()) if scheme == "gpt" else word.text
        assert [token.id for token in model.tokenize(given)] == list(word.ids)


def test_tokens_that_a_format_cannot_hold_are_refused():
    """Refused are a first merge like a header, tokens with spaces, and two of equal spelling."""
    training = train({"#version:": 9}, "huggingface")
    assert merges_text(training).count("#version") == 1  # the whole word is no merge's left part
    longer = train({"#version": 9, "#versions": 5}, "huggingface")
    with pytest.raises(CorpusError) as caught:
        merges_text(longer)
    assert caught.value.code == "version_token"
    assert caught.value.values == {"format": "merges.txt", "value": "'#version s'"}
    spaced = train("a b a b a b", replace(PRESETS["huggingface"], pretokenizer="text"))
    with pytest.raises(ValueError, match="no space or line end"):
        merges_text(spaced)
    rules = replace(PRESETS["subword-nmt"], unknown="unk", tie_rule="first")
    marked = train("a</w>x a</w>x a", rules)
    with pytest.raises(ValueError, match="must differ in spelling"):
        to_tokenizer_json(marked)


def test_a_count_behind_a_merge_is_no_part_of_it():
    """fastBPE's codes have such counts. Spaces and line ends around a merge are ignored, too."""
    training = train(PROSE, PRESETS["subword-nmt"], max_merges=90)
    lines = to_subword_nmt_codes(training).splitlines()[1:]
    counted = zip(lines, training.merges, strict=True)
    codes = "".join(f"{line} {merge.count}\n" for line, merge in counted).encode()
    assert load_merges("codes", codes) == [merge.pair for merge in training.merges]
    assert load_merges("codes", "\ufeff#version: 0.2\r\na b</w> \r\n".encode()) == [("a", "b</w>")]


sentencepiece = pytest.importorskip("sentencepiece")

OWN = PRESETS["sentencepiece"]
HELD_OUT = st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=40)


def theirs(training):
    """Return SentencePiece's processor of the model of a training."""
    return sentencepiece.SentencePieceProcessor(model_proto=to_sentencepiece_model(training))


@pytest.mark.parametrize(
    "rules",
    [{}, {"unknown": "bytes"}, {"tie_rule": "first", "rules": "none", "max_token_length": 3}],
)
def test_a_sentencepiece_model_encodes_in_sentencepiece_as_the_training_does(rules):
    """Ids and decoded texts are equal, also of unknown characters and from the file read back."""
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
    """Corpora and texts are random, with spaces of all kinds, marks, accents and U+0085."""
    try:
        training = train(corpus, replace(OWN, unknown=unknown), max_merges=200)
    except CorpusError:
        return
    ours, processor = training.tokenizer(), theirs(training)
    for text in texts:
        assert processor.encode(text) == ours.encode(text).ids, ascii(text)


@pytest.mark.parametrize("unknown", ["unk", "bytes"])
def test_a_word_of_thousands_of_letters_is_encoded_as_in_sentencepiece(unknown):
    """One of the words has letters that the training does not know."""
    training = train(PROSE, replace(OWN, unknown=unknown))
    for word in (*LONG_WORDS, "xaé" * 900):
        assert theirs(training).encode(word) == training.tokenizer().encode(word).ids


@pytest.mark.parametrize("unknown", ["unk", "bytes"])
def test_a_null_character_is_in_no_sentencepiece_model(unknown):
    """SentencePiece opens no model with such a piece, or skips the piece, so writing is refused.

    Names of special tokens, such as <s>, are only text.
    """
    scheme = replace(OWN, unknown=unknown)
    with pytest.raises(CorpusError) as caught:
        to_sentencepiece_model(train("a\0b a\0b low", scheme))
    assert caught.value.code == "null_token"
    training = train("<s> <s> </s> </s> <pad> <pad> low", scheme)
    assert theirs(training).encode("</s> <pad>") == training.tokenizer().encode("</s> <pad>").ids
