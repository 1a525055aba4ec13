"""A folder, as on a model hub, opens by its best file; so does a file next to others."""

import gzip
import io
import json
import sys

import pytest

from bpe import CorpusError, train
from bpe.__main__ import main
from bpe.files.write import training_files
from bpe.interchange import load, load_path, to_sentencepiece_model
from tests.oracle.files.test_broken import POINTER
from tests.oracle.files.texts import PROSE, random_texts

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

RUN = train(PROSE, "gpt", max_merges=150)
FILES = {name: text.encode() for name, text in training_files(RUN).items()}
SPACED = to_sentencepiece_model(train(PROSE, "sentencepiece", max_merges=99))
HUB = {
    ".gitattributes": b"*.bin filter=lfs diff=lfs merge=lfs -text\n",
    "README.md": "---\nlicense: mit\n---\n# A model\n".encode("utf-16"),
    "config.json": b'{"model_type": "gpt2", "vocab_size": 406}',
    "generation_config.json": b'{"bos_token_id": 1}',
    "special_tokens_map.json": b'{"unk_token": "<unk>"}',
    "model.safetensors.index.json": b'{"metadata": {}, "weight_map": {"a": "b"}}',
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\xff",
}
WEIGHTS = {"model.safetensors": b"\x40" + b"\0" * 7 + b'{"a":', "pytorch_model.bin": b"PK\x03\x04"}


def put(folder, files):
    """Write files into a folder; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def pair(vocabulary="vocab.json", merges="merges.txt"):
    return {vocabulary: FILES["vocab.json"], merges: FILES["merges.txt"]}


CONTENTS = [
    ({"tokenizer.json": FILES["tokenizer.json"]} | pair(), "tokenizer.json"),
    (pair(), "merges.txt"),
    (pair("encoder.json", "vocab.bpe"), "merges.txt"),
    ({"spiece.model": SPACED}, "sentencepiece"),
    ({"sentencepiece.bpe.model": SPACED}, "sentencepiece"),
    ({"tokenizer.model": SPACED, "tokenizer.model.v3": SPACED}, "sentencepiece"),
    ({"own.tiktoken": FILES["ranks.tiktoken"]}, "tiktoken"),
    ({"tokenizer.model": FILES["ranks.tiktoken"]}, "tiktoken"),
    ({"vocab.txt": b"[PAD]\n[UNK]\n[CLS]\nthe\n##r\n"}, "vocab.txt"),
]


@pytest.mark.parametrize(("files", "form"), CONTENTS)
def test_a_folder_of_a_hub_opens_by_its_best_file(files, form, tmp_path):
    """The files may be given at once or by the path of their folder, packed or not.

    Files of settings are used, and files of weights are ignored.
    """
    ours = load(HUB | files)
    assert ours.format == form
    packed = {f"model/{name}.gz": gzip.compress(data) for name, data in files.items()}
    folder = put(tmp_path / "model", HUB | files | WEIGHTS)
    there = put(tmp_path / "pipeline" / "tokenizer", HUB | files).parent
    put(there, {"model_index.json": b"{}"})
    for other in (load(HUB | packed), load_path(folder), load_path(str(there))):
        for text in random_texts(form, 9):
            assert other.encode(text).ids == ours.encode(text).ids
            if form in ("merges.txt", "tiktoken"):
                gpt2 = load({"a": FILES["ranks.tiktoken"]}, "gpt2")
                assert ours.encode(text).ids == gpt2.encode(text).ids


def test_no_weights_are_read_and_a_folder_without_a_tokenizer_is_named(tmp_path):
    """Weights of any size are ignored, and a pointer to a file is not taken for the file."""
    folder = put(tmp_path / "model", pair() | HUB)
    with (folder / "model.safetensors").open("wb") as weights:
        weights.truncate(10**10)
    assert load_path(folder).format == "merges.txt"
    with pytest.raises(CorpusError, match="empty: must contain the files of a tokenizer"):
        load_path(put(tmp_path / "empty", {"config.json": b"{}", "model.bin": b"\0"}))
    for files, said in (
        (HUB, "files must be those of one tokenizer"),
        (HUB | {"vocab.json": FILES["vocab.json"]}, "vocab.json: must come with its merges.txt"),
        (HUB | WEIGHTS, "model.safetensors: must be a tokenizer's own file, got a model's weights"),
    ):
        with pytest.raises(CorpusError) as caught:
            load(files)
        assert said in str(caught.value)
    with pytest.raises(CorpusError, match=r"^tokenizer\.json: .*pointer to its 2,183,982 bytes"):
        load_path(put(folder, {"tokenizer.json": POINTER}))


@pytest.mark.parametrize("config", [{"tokenizer_class": "XLMRobertaTokenizer"}, {}])
def test_ids_that_the_model_numbers_otherwise_are_said(config):
    """XLM-RoBERTa adds one to each id of its SentencePiece file; T5 does not."""
    settings = {"config.json": json.dumps(config).encode()}
    notes = load({"sentencepiece.bpe.model": SPACED} | settings).notes
    assert notes == (("numbering",) if config else ())


def test_the_command_encodes_by_a_folder_and_by_files_next_to_each_other(
    tmp_path, capsys, monkeypatch
):
    """vocab.json and merges.txt find each other in a folder, or the command names both.

    The pattern has to be an option unless another file of the folder states it.
    """
    text = put(tmp_path, {"text.txt": PROSE.encode()}) / "text.txt"
    plain, hub = put(tmp_path / "plain", pair()), put(tmp_path / "hub", pair() | HUB)
    named = put(tmp_path / "named", pair("own-vocab.json", "own-merges.txt"))
    run = tmp_path / "run"
    assert main(["train", str(text), "--scheme", "cs336", "--merges", "99", "--out", str(run)]) == 0
    (tmp_path / "ranks.tiktoken").write_bytes((run / "ranks.tiktoken").read_bytes())
    capsys.readouterr()

    def encoded(*asked):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PROSE.encode())))
        assert main(["encode", *map(str, asked)]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    gpt4, gpt2 = encoded(plain, "--pattern", "gpt4", text), encoded(hub)
    assert gpt4 != gpt2
    for asked in (
        *((plain / "vocab.json", text), (plain / "merges.txt",), (named / "own-vocab.json",)),
        *((plain / "vocab.json", named / "own-merges.txt", text), (plain, text)),
        *((plain / "merges.txt", plain / "vocab.json"), (named,)),
    ):
        assert main(["encode", *map(str, asked)]) == 2
        assert "must come with the pattern" in capsys.readouterr().err
        assert encoded(*asked, "--pattern", "gpt4") == gpt4
    for asked in ((hub / "vocab.json",), (hub / "merges.txt", text), (hub, text)):
        assert encoded(*asked) == gpt2
    own = encoded(run)
    assert encoded(run / "ranks.tiktoken") == encoded(run / "vocab.json", text) == own
    assert encoded(tmp_path / "ranks.tiktoken", "--pattern", "gpt2") == own
    assert encoded(tmp_path / "ranks.tiktoken", "--pattern", "gpt4") != own
    folder = put(
        tmp_path / "xlm", {"spiece.model": SPACED, "config.json": b'{"model_type":"nllb"}'}
    )
    assert main(["encode", str(folder), str(text)]) == 0
    assert "numbers the pieces differently" in capsys.readouterr().err
