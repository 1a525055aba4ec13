"""merges.txt is what the libraries mean by it: each loads ours and encodes as the training does."""

import io
import json

import pytest

from bpe import CorpusError, train
from bpe.interchange import load, merges_text, to_tokenizer_json
from tests.cases import for_each

tokenizers = pytest.importorskip("tokenizers")
apply_bpe = pytest.importorskip("subword_nmt.apply_bpe")

TEXT = "the lowest of the lower towns lowers its newest towers naïve 好人 好人生 #version #ver"


@pytest.mark.parametrize("scheme", ["gpt", "huggingface", "subword-nmt"])
def test_tokenizers_reads_our_merges(scheme, tmp_path):
    """Read beside a vocab.json by `BPE.from_file`, words are split as in training."""
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
        spelled = word.text
        if scheme == "gpt":
            spelled = tokenizers.pre_tokenizers.ByteLevel(
                add_prefix_space=False, use_regex=False
            ).pre_tokenize_str(spelled)[0][0]
        assert [token.id for token in model.tokenize(spelled)] == list(word.ids)


@for_each(("scheme", "version"), [("paper", "0.1"), ("subword-nmt", "0.2")])
def test_subword_nmt_reads_our_merges(scheme, version):
    """The first line says whether the end of a word is a token of its own."""
    training = train(TEXT, scheme, max_merges=40)
    text = merges_text(training)
    assert text.startswith(f"#version: {version}\n")
    theirs = apply_bpe.BPE(io.StringIO(text))
    for word in training.tokenizer().encode(TEXT).words:
        printed = theirs.segment(word.text).replace("@@ ", " ")
        assert printed == " ".join(word.tokens).replace("</w>", "").strip()


def test_bytes_read_back_alone():
    """GPT-2's own merges.txt needs no vocabulary, and neither does ours."""
    training = train(TEXT, "gpt", max_merges=40)
    again = load({"merges.txt": merges_text(training).encode()})
    pairs = [tuple(again.tokens[id_] for id_ in merge[:2]) for merge in again.merges]
    assert pairs == [merge.pair for merge in training.merges]


def test_a_merge_that_would_be_the_first_line_is_refused():
    """A learned "#version ..." would be skipped as a header by every reader."""
    training = train({"#version:": 9}, "huggingface")
    assert merges_text(training).count("#version") == 1  # the whole word is no merge's left part
    longer = train({"#version": 9, "#versions": 5}, "huggingface")
    with pytest.raises(CorpusError) as caught:
        merges_text(longer)
    assert caught.value.code == "version_token"
    assert caught.value.values == {"format": "merges.txt", "value": "'#version s'"}
