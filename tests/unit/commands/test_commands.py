"""The command line: its files, its output and its exit codes."""

import io
import json
import os
import re
import subprocess
import sys
import webbrowser
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, Training, __version__, train
from bpe.__main__ import main
from bpe.files.write import to_tiktoken, training_files
from bpe.player import page_of
from tests.broken_trainers import learn, words_of
from tests.conftest import ROOT

STORY = "Once there was a fox.<|endoftext|>The fox, the fox's den: 好的 rain  rain.\n" * 4


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text(STORY, encoding="utf-8")
    return str(path)


def typed(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_what_is_trained_is_written_and_encodes(story, tmp_path, capsys, monkeypatch):
    """The merges equal those of an independent trainer, and `encode` reads its text from stdin."""
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
    expected = " ".join(map(str, training.tokenizer().encode(text).ids)) + "\n"
    typed(monkeypatch, text)
    assert main(["encode", str(out)]) == 0
    assert capsys.readouterr().out == expected
    typed(monkeypatch, " fox<|endoftext|>")
    assert main(["encode", str(out), "-", "--tokens"]) == 0
    assert json.loads(capsys.readouterr().out)[-1] == "<|endoftext|>"
    # A text that the tokenizer cannot keep is reported on stderr.
    lossy = tmp_path / "lossy.json"
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
    lossy.write_text(json.dumps({"model": model}), encoding="utf-8")
    typed(monkeypatch, "abé ab")
    assert main(["encode", str(lossy)]) == 0
    said = capsys.readouterr()
    assert said.out == "2 2\n"
    assert said.err.startswith("White space is lost")
    assert said.err.endswith("which are dropped: é\n")
    # A file for another library can be used as a tokenizer, too.
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode())
    assert main(["encode", str(out / "tokenizer.json"), str(path)]) == 0
    assert capsys.readouterr().out == expected


def test_settings_reach_the_run(story, tmp_path):
    """Each option is in the written record; tokens with spaces cannot be in merges.txt."""
    out = tmp_path / "out"
    rules = ["--scheme", "huggingface", "--ties", "smallest", "--special", "<s>", "--special", "x"]
    assert main(["train", story, *rules, "--min-frequency", "4", "--out", str(out)]) == 0
    run = Training.load(out / "trained.json")
    assert run.scheme.special_tokens == ("<s>", "x")
    assert (run.scheme.tie_rule, run.min_frequency) == ("smallest", 4)
    rules = ["--scheme", "gpt", "--byte-order", "gpt2"]
    assert main(["train", story, *rules, "--out", str(out)]) == 0
    run = Training.load(out / "trained.json")
    assert run.scheme == replace(PRESETS["gpt"], byte_order="gpt2")
    assert run.alphabet[:2] == (b"!", b'"')
    assert json.loads((out / "vocab.json").read_text("utf-8"))["Ġ"] == 220
    assert main(["train", story, "--scheme", "cs336", "--special", "", "--out", str(out)]) == 0
    assert Training.load(out / "trained.json").scheme.special_tokens == ()
    assert "merges.txt" not in training_files(train({"a b": 3}, PRESETS["huggingface"]))


def test_a_check_passes_only_where_all_merges_agree(story, tmp_path, capsys):
    """The exit code is 0 for equal merges, and 1 with the difference and its cause otherwise.

    A list that cannot be read has exit code 2.
    """
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
    assert re.match(r"Merge \d+ differs: the list merges \(.+\), count \d+; the record", said)
    assert "Ties are broken another way; the list's ties: largest" in said
    lower = learn(words_of(STORY.lower(), special=["<|endoftext|>"]), 280 - 257)
    own.write_text("\n".join(f"{pair!r}" for pair in lower), encoding="utf-8")
    for name in ("story", "story.md"):
        (tmp_path / name).write_text(STORY, encoding="utf-8")
        assert main(["check", str(own), str(tmp_path / name), "--scheme", "cs336"]) == 1
        assert "The text is in lower case: do not lower-case it" in capsys.readouterr().out
    for printed, said in (
        ("\n".join(f"Merge {n}: {pair}, count 9" for n, pair in enumerate(merges)), "All 23"),
        (repr(merges)[:-30], "merges agree. Next would be ("),
        (repr(merges[1:]), "but not as many (headless)"),
    ):
        own.write_text(printed, encoding="utf-8")
        assert main(asked) == ("headless" in said)
        assert said in capsys.readouterr().out
    for printed, said in (
        ("e s\nes\n", "own_merges.txt: line 2 must be a merge, two tokens as in e s"),
        ("\n天 学\n天学 天\n", "own_merges.txt: line 2 must be the first merge, of two characters"),
    ):
        own.write_text(printed, encoding="utf-8")
        assert main(asked) == 2
        told = capsys.readouterr()
        assert (told.out, said in told.err) == ("", True)
    own.write_text("e r\n", encoding="utf-8")
    text = tmp_path / "text.txt"
    text.write_text("low low lower", encoding="utf-8")
    assert main(["check", str(own), str(text)]) == 1
    said = "Merge 1 differs: the list merges ('e', 'r'), count 1; the record ('l', 'o'), count 3.\n"
    assert capsys.readouterr().out.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["train", "{none}", "--out", "x"], "No such file or directory."),
        (["train", "{story}", "--out", "{story}"], "out must be a folder, got the file"),
        (["train", "{story}", "--encoding", "utf8x", "--out", "x"], "encoding must be one that"),
        (["train", "{story}", "--encoding", "hex", "--out", "x"], "encoding must be one that"),
        (
            ["train", "{empty}", "--out", "x"],
            "empty.txt: must contain some text, got an empty file",
        ),
        (["train", "{blank}", "--out", "x"], "text must be at least one word"),
        (["train", "{story}", "--merges", "-1", "--out", "x"], "max_merges must be a whole number"),
        (["train", "{story}", "--scheme", "gpt", "--vocab-size", "9", "--out", "x"], "vocab_size"),
        (["encode", "{bad}"], "bad.txt: must be UTF-8 text"),
        (["encode", "{folder}"], "must contain the files of a tokenizer, such as tokenizer.json"),
        (["encode", "{none}"], "No such file or directory."),
        (
            ["encode", "{ranks}"],
            "ranks.txt: must come with the pattern that splits texts into words",
        ),
        (["encode", "{ranks}", "--pattern", "gtp2"], "pretokenizer must be one of whitespace"),
        (["encode", "{ranks}", "--pattern", "(a"], "pattern must be a regular expression"),
        (["encode", "{ranks}", "a", "b"], "one text must be given, got a, b."),
        (["encode", "{minbpe}", "--pattern", "gpt2"], "minbpe.txt states how texts are split"),
        (["encode", "{run}", "--pattern", "gpt2"], "trained.json states how texts are split"),
        (["check", "{empty}", "{story}"], "empty.txt: must contain a tokenizer, got an empty file"),
        (["check", "{pickle}", "{story}"], "pickle"),
    ],
)
def test_bad_use_is_one_sentence(arguments, sentence, story, tmp_path, capsys, monkeypatch):
    """The sentence is on stderr, the exit code is 2, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    names = {
        name: str(tmp_path / f"{name}.txt") for name in ("none", "bad", "empty", "pickle", "blank")
    }
    (tmp_path / "bad.txt").write_bytes(b"ab\xff")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "blank.txt").write_text(" \n")
    (tmp_path / "pickle.txt").write_bytes(b"\x80\x04.")
    (tmp_path / "folder").mkdir()
    (tmp_path / "ranks.txt").write_text(to_tiktoken(train(STORY, "cs336", max_merges=9)))
    (tmp_path / "minbpe.txt").write_text("minbpe v1\n\n0\n")
    (tmp_path / "run").mkdir()
    train(STORY, "paper", max_merges=9).save(tmp_path / "run" / "trained.json")
    names |= {name: str(tmp_path / f"{name}.txt") for name in ("ranks", "minbpe")}
    names |= {"run": str(tmp_path / "run")}
    names |= {"story": story, "folder": str(tmp_path / "folder")}
    assert main([each.format(**names) for each in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("arguments", [[], ["learn"], ["train", "a"], ["check", "a", "b", "--x"]])
def test_what_is_not_understood_ends_with_the_code_of_bad_use(arguments, capsys):
    """The usage is printed; `--version` prints the version of the package."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: bpe-explainer" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"bpe-explainer {__version__}\n")


def test_a_closed_pipe_and_the_exit_code_of_the_module(story, tmp_path):
    """If the reader of its output is gone, the command prints no error and keeps its exit code."""
    reading, writing = os.pipe()
    os.close(reading)
    merges = tmp_path / "m.txt"
    merges.write_text("#version: 0.2\nh h\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "bpe", "check", str(merges), story],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b"")


def test_a_pattern_that_no_shell_expanded_names_files_in_order(tmp_path, capsys, monkeypatch):
    """The command expands a pattern itself, as on Windows; an existing file of that name wins.

    A pattern without a match is an error.
    """
    texts = {"part-2.txt": "b b", "part-1.txt": "a", "part-[1].txt": "c", "d.jsonl": '{"d": "d d"}'}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for asked, words in (
        (["part-?.txt"], ["a", "b"]),
        ([str(tmp_path / "part-*")], ["a", "b", "c"]),
        (["part-2.txt", "part-[1].txt"], ["b", "c"]),
        (["d.jsonl", "--field", "d"], ["d"]),
    ):
        assert main(["count", *asked, "-o", "counts.csv", "--processes", "1"]) == 0
        assert list(Corpus.from_counts_file("counts.csv").words) == words
        n = len(words)
        told = f"{n + 1} words, {n} of them distinct, written to counts.csv.\n"
        assert capsys.readouterr().out == told
    assert main(["count", "none-*.txt", "-o", "other.csv"]) == 2
    assert "none-*.txt" in capsys.readouterr().err
    counted, found = [], Corpus.from_text("a")
    monkeypatch.setattr(
        Corpus, "from_files", lambda paths, *_, **__: counted.append([*paths]) or found
    )
    for by in ([], ["--scheduler", "tcp://elsewhere:8786"]):
        assert main(["count", "part-2.txt", "-o", "counts.csv", *by]) == 0
    assert counted == [["part-2.txt"], [str(tmp_path / "part-2.txt")]], "a worker is elsewhere"


def test_a_run_is_shown_as_a_page_and_opened(story, tmp_path, monkeypatch, capsys):
    """The page has the chosen step, words, language and rules, and is named after the text."""
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.chdir(tmp_path)
    rules = ["--scheme", "huggingface", "--merges", "5"]
    assert main(["show", story, "--step", "3", "--word", "fox,", "--lang", "zh", *rules]) == 0
    page = tmp_path / "story.bpe.html"
    assert capsys.readouterr().out == "5 merges, written to story.bpe.html.\n"
    assert opened == [page.as_uri()]
    training = train(STORY, "huggingface", max_merges=5)
    assert page.read_text("utf-8") == page_of(training, step=3, words=["fox,"], lang="zh")
    typed(monkeypatch, STORY)
    monkeypatch.setattr("bpe.commands.run.MAX_SHOWN_MERGES", 4)
    assert main(["show", "-", "--no-open", "-o", "other.html"]) == 0
    assert capsys.readouterr().out == "4 merges, written to other.html.\n"
    assert len(opened) == 1
    assert main(["show", story, "--word", "wolf", "--no-open"]) == 2
    assert "words must be a list of words of the corpus" in capsys.readouterr().err


def test_the_app_is_started_as_streamlit_starts_it(monkeypatch):
    """Streamlit runs app.py with the requested port and address."""
    ran = []
    monkeypatch.setattr("bpe.commands.run.run_module", lambda *given, **named: ran.append(sys.argv))
    monkeypatch.setattr(sys, "argv", [])
    assert main(["app", "--no-open", "--port", "9000", "--address", "0.0.0.0"]) == 0
    options = ["--server.address=0.0.0.0", "--server.port=9000", "--server.headless=true"]
    assert ran == [["streamlit", "run", str(ROOT / "app.py"), *options]]
    assert main(["app"]) == 0
    assert ran[1:] == [["streamlit", "run", str(ROOT / "app.py")]]
