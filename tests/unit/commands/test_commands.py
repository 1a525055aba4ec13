"""The command line: what it writes, says and returns."""

import io
import json
import os
import re
import subprocess
import sys
from typing import get_args

import pytest

from bpe import PRESETS, Corpus, CorpusError, __version__, train
from bpe.__main__ import main
from bpe.checking import Cause
from bpe.commands.run import SENTENCES
from bpe.files.write import read_trained, write_trained
from tests.broken_trainers import learn, words_of
from tests.cases import for_each

STORY = "Once there was a fox.<|endoftext|>The fox, the fox's den: 好的 rain  rain.\n" * 4


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return str(path)


def typed(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_what_is_trained_is_written_and_encodes(story, tmp_path, capsys, monkeypatch):
    """Merges and vocabulary as the exercise's own trainer has them; ids from standard input."""
    out = tmp_path / "deep" / "trained"
    asked = ["train", story, "--scheme", "cs336", "--vocab-size", "280", "--out", str(out)]
    assert main(asked) == 0
    said = capsys.readouterr()
    assert said.out.startswith("23 merges, 280 tokens, written to ")
    assert said.err == ""
    merges = learn(words_of(STORY, special=["<|endoftext|>"]), 280 - 257)
    ids = json.loads((out / "vocab.json").read_text("utf-8"))
    assert len(ids) == 280
    assert ids["<|endoftext|>"] == 256
    lines = (out / "merges.txt").read_text("utf-8").splitlines()
    assert len(lines) == 1 + len(merges)
    training = train(STORY, "cs336", vocab_size=280)
    assert [merge.pair for merge in training.merges] == merges
    text = "the fox<|endoftext|>雨 rain"
    for options, expected in (
        ([], training.tokenizer().encode(text).ids),
        (["--special"], training.tokenizer().encode(text, allow_special=True).ids),
        (["--no-special"], training.tokenizer().encode(text, allow_special=False).ids),
    ):
        typed(monkeypatch, text)
        assert main(["encode", str(out), *options]) == 0
        assert capsys.readouterr().out == " ".join(map(str, expected)) + "\n"
    typed(monkeypatch, " fox<|endoftext|>")
    assert main(["encode", str(out), "-", "--tokens"]) == 0
    assert json.loads(capsys.readouterr().out)[-1] == "<|endoftext|>"
    # A file that another library reads is a tokenizer too.
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode())
    assert main(["encode", str(out / "tokenizer.json"), str(path)]) == 0
    other = capsys.readouterr().out.split()
    assert other == [str(id_) for id_ in training.tokenizer().encode(text).ids]


@for_each("name", PRESETS)
def test_every_scheme_comes_back_from_its_folder(name):
    """Ids, tokens, decoding and special tokens."""
    scheme = PRESETS[name]
    training = train(Corpus.from_text("low lower newest widest low é\n" * 3, scheme), scheme)
    files = write_trained(training)
    assert any("merges" in name for name in files)
    assert any("vocab" in name for name in files)
    back, tokenizer = read_trained(files["trained.json"]), training.tokenizer()
    assert (back.scheme, back.merges, back.special_ids) == (
        scheme,
        tokenizer.merges,
        tokenizer.special_ids,
    )
    for text in ("low newest", "lowest xyz é", ""):
        assert back.encode(text).ids == tokenizer.encode(text).ids
        assert back.encode(text).tokens == tokenizer.encode(text).tokens


def test_settings_reach_the_run(story, tmp_path, capsys):
    """Each option of the rules changes the record that is written."""
    out = tmp_path / "out"
    rules = ["--scheme", "huggingface", "--ties", "smallest", "--special", "<s>", "--special", "x"]
    rules += ["--max-token-length", "3", "--unknown", "unk"]
    assert main(["train", story, *rules, "--merges", "9", "--out", str(out)]) == 0
    scheme = json.loads((out / "trained.json").read_text("utf-8"))["scheme"]
    assert scheme["special_tokens"] == ["<s>", "x"]
    assert (scheme["tie_rule"], scheme["max_token_length"]) == ("smallest", 3)
    assert scheme["unknown"] == "unk"
    tokenizer = read_trained((out / "trained.json").read_bytes())
    assert max(len(token) for token in tokenizer.tokens if token not in ("<s>",)) <= 3
    capsys.readouterr()


def test_a_check_passes_only_where_all_merges_agree(story, tmp_path, capsys):
    """0 for the exercise done right; 1 with the step, both pairs and the reason for ties lost."""
    merges = learn(words_of(STORY, special=["<|endoftext|>"]), 280 - 257)
    own = tmp_path / "own_merges.txt"
    own.write_text("\n".join(f"{pair!r}" for pair in merges), encoding="utf-8")
    asked = ["check", str(own), story, "--scheme", "cs336"]
    assert main([*asked, "--vocab-size", "280"]) == 0
    assert capsys.readouterr().out == "All 23 merges agree.\n"
    assert main([*asked, "--merges", "24"]) == 1
    assert "Merge 24 differs: the list ends; the record (" in capsys.readouterr().out
    assert main([*asked, "--ties", "smallest"]) == 1
    said = capsys.readouterr().out
    assert re.match(r"Merge \d+ differs: the list merges \(.+\), which occurs \d+ times; the", said)
    assert "Ties are broken another way; the list's ties: largest" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train", "{none}", "--out", "x"], "No such file or directory."),
        (["train", "{story}", "--out", "{story}"], "out must be a folder, got the file"),
        (["train", "{bad}", "--out", "x"], "file must be UTF-8 text, got bad.txt with byte 0xff"),
        (["train", "{empty}", "--out", "x"], "text must be at least one word"),
        (
            ["train", "{story}", "--scheme", "gpt", "--pattern", "[", "--out", "x"],
            "pattern must be",
        ),
        (["train", "{story}", "--merges", "-1", "--out", "x"], "max_merges must be a whole number"),
        (["train", "{story}", "--scheme", "gpt", "--vocab-size", "9", "--out", "x"], "vocab_size"),
        (["encode", "{bad}"], "bad.txt: must be UTF-8 text"),
        (["encode", "{folder}"], "files must be at least one"),
        (["check", "{empty}", "{story}"], "empty.txt: must hold a tokenizer, got an empty file"),
        (["check", "{pickle}", "{story}"], "pickle"),
    ],
)
def test_bad_use_is_one_sentence(arguments, sentence, story, tmp_path, capsys, monkeypatch):
    """On stderr, with exit code 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    names = {name: str(tmp_path / f"{name}.txt") for name in ("none", "bad", "empty", "pickle")}
    (tmp_path / "bad.txt").write_bytes(b"ab\xff")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "pickle.txt").write_bytes(b"\x80\x04.")
    (tmp_path / "folder").mkdir()
    names |= {"story": story, "folder": str(tmp_path / "folder")}
    assert main([each.format(**names) for each in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert not (tmp_path / "x").exists()


def test_the_version_is_said(capsys):
    """That of the package."""
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"bpe-explainer {__version__}\n")


@pytest.mark.parametrize("arguments", [[], ["learn"], ["train", "a"], ["check", "a", "b", "--x"]])
def test_what_is_not_understood_is_one_line_with_the_way_to_help(arguments, capsys):
    """Not a page of usage."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith("--help.\n")


def test_a_tokenizer_that_training_did_not_write_is_refused():
    """A part is missing, or another was put in its place."""
    whole = json.loads(write_trained(train("low lower", "huggingface"))["trained.json"])
    for name, content in (
        ("scheme", {"units": "words"}),
        ("scheme", []),
        ("tokens", None),
        ("tokens", ["l"]),
        ("alphabet", [-1]),
        ("merges", [[0, 1]]),
        ("merges", [[0, 1, 99]]),
        ("special", []),
        ("special", {"<s>": "0"}),
    ):
        with pytest.raises(CorpusError, match="must be as training wrote it"):
            read_trained(json.dumps(whole | {name: content}).encode())
    with pytest.raises(CorpusError, match="must be a JSON object"):
        read_trained(b"[]")


def test_tokens_with_spaces_are_in_no_merges_txt():
    """A line of it could not hold them."""
    files = write_trained(train({"a b": 3}, PRESETS["huggingface"]))
    assert "merges.txt" not in files
    assert read_trained(files["trained.json"]).encode_word("a b")[0] == ("a b",)


def test_how_far_a_run_is_stands_on_a_terminal_only(story, tmp_path, capsys, monkeypatch):
    """On stderr, so that what is piped stays clean; the next line is written over it."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["train", story, "--merges", "9", "--out", str(tmp_path / "o")]) == 0
    said = capsys.readouterr()
    assert said.err.endswith("\r100 % of 9 merges\r")
    assert said.err.startswith("0 % of 9 merges\r11 % of 9 merges\r")
    assert "\r" not in said.out


def test_every_cause_of_a_check_has_a_sentence():
    """Whatever is diagnosed can be said."""
    assert {*SENTENCES} == {*get_args(Cause)}


def test_a_closed_pipe_and_the_exit_code_of_the_module(story, tmp_path):
    """A reader that has gone is no error, and changes no verdict."""
    reading, writing = os.pipe()
    os.close(reading)
    merges = tmp_path / "m.txt"
    merges.write_text("#version: 0.2\nz z\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "bpe", "check", str(merges), story],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b"")


def test_a_pattern_that_no_shell_expanded_names_files_in_order(tmp_path, capsys, monkeypatch):
    """As on Windows; a file of just that name is meant itself, and no match is said."""
    for name, text in (("part-2.txt", "b"), ("part-1.txt", "a"), ("part-[1].txt", "c")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for asked, words in (
        (["part-?.txt"], ["a", "b"]),
        ([str(tmp_path / "part-*")], ["a", "b", "c"]),
        (["part-2.txt", "part-[1].txt"], ["b", "c"]),
    ):
        assert main(["count", *asked, "-o", "counts.csv"]) == 0
        assert list(Corpus.from_counts_file("counts.csv").words) == words
    capsys.readouterr()
    assert main(["count", "none-*.txt", "-o", "other.csv"]) == 2
    assert "none-*.txt" in capsys.readouterr().err
