"""All paths are opened in one way: files, or pipes where a stream is enough, within limits."""

import gzip
import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pyarrow
import pytest

from bpe import Corpus, CorpusError
from bpe.__main__ import main
from bpe.input import opening
from bpe.input.opening import Limits, read_within, unpack, unpacked, written_whole

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has neither")


def test_what_is_no_file_is_one_sentence_for_every_command(tmp_path, capsys):
    """The cases are an endless device and a folder, in every place for a file."""
    text, merges, out = tmp_path / "t.txt", tmp_path / "m.txt", str(tmp_path / "o.csv")
    text.write_text("low lower", encoding="utf-8")
    merges.write_text("l o\n", encoding="utf-8")
    tokenizer = str(tmp_path / "trained")
    assert main(["train", str(text), "--merges", "1", "--out", tokenizer]) == 0
    for path in ("/dev/zero", tokenizer):
        for asked in (
            ["check", path, str(text)],
            ["check", str(merges), path],
            ["train", path, "--out", out],
            ["count", path, "-o", out],
            ["encode", tokenizer, path],
        ):
            assert main(asked) == 2
            said = capsys.readouterr().err
            assert said.count("\n") == 1
            assert "must be a file, got a" in said
        for read in (Corpus.from_file, Corpus.from_files):
            with pytest.raises(CorpusError, match="must be a file"):
                read(path)
    assert not Path(out).exists()


def test_a_pipe_is_read_by_who_asks_for_one_text_and_never_blocks(tmp_path, capsys, monkeypatch):
    """A pipe without a writer is an error, a pipe with a writer is read.

    `Corpus.from_files`, which needs files, refuses a pipe.
    """
    pipe, out = tmp_path / "pipe", tmp_path / "out"
    os.mkfifo(pipe)
    with pytest.raises(CorpusError, match="must be a file"):
        Corpus.from_files(pipe)
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    assert main(["train", str(pipe), "--out", str(out)]) == 2
    assert "a pipe that is written into" in capsys.readouterr().err
    monkeypatch.setattr(opening, "PATIENCE", 10)
    threading.Thread(target=lambda: pipe.write_bytes(b"low lower lowest"), daemon=True).start()
    assert main(["train", str(pipe), "--merges", "1", "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith("1 merges")


def interrupted(running: subprocess.Popen) -> tuple[int, bytes]:
    """Send Ctrl+C to all processes of a command, as terminals do; return exit code and stderr."""
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    return running.returncode, said


def begun(*arguments: object) -> subprocess.Popen:
    """Start a command in a new process group that Ctrl+C reaches, even if ignored here."""
    command = [sys.executable, "-m", "bpe", *map(str, arguments)]
    return subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def counting(running: subprocess.Popen, text: Path) -> list[psutil.Process]:
    """Return the worker processes of a command, once two of them read the text."""
    children = psutil.Process(running.pid).children()
    found = [each for each in children if str(text) in (file.path for file in each.open_files())]
    return found if len(found) == 2 else []


def test_a_command_that_is_interrupted_says_so_and_leaves_nothing(tmp_path):
    """The command prints one line, exits with 130 and leaves no partial file and no process.

    It is interrupted while it reads, and while its workers count.
    """
    pipe, text = tmp_path / "pipe", tmp_path / "a.txt"
    os.mkfifo(pipe)
    running = begun("train", pipe, "--out", tmp_path / "trained")
    with pipe.open("wb"):
        assert interrupted(running) == (130, b"\npython -m bpe train: interrupted.\n")
    text.write_bytes(b"".join(b"w%d lower\n" % (n * 7919) for n in range(1_000_000)))
    paths = [text] * 9
    running = begun("count", *paths, "-o", tmp_path / "counts.csv", "--processes", 2)
    while not (workers := counting(running, text)):
        time.sleep(0.05)
    assert interrupted(running) == (130, b"\npython -m bpe count: interrupted.\n")
    assert psutil.wait_procs(workers, timeout=10)[1] == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "pipe"]


def test_what_is_written_is_there_whole_or_not_at_all(tmp_path):
    """If writing fails, the previous file stays."""
    path = tmp_path / "a.txt"
    path.write_text("before")

    def write(to: Path, fails: bool) -> None:
        with written_whole(to) as part:
            part.write_text("after")
            if fails:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(path, fails=True)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["before"]
    write(path, fails=False)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["after"]
    with pytest.raises(FileNotFoundError, match="none/a"):
        write(tmp_path / "none/a", fails=False)
    with pytest.raises(IsADirectoryError):
        write(tmp_path, fails=False)


def test_what_unpacks_beyond_all_measure_is_refused_without_a_limit_on_its_size(monkeypatch):
    """A stream may expand only to a multiple of the bytes read; one without data is no file."""
    monkeypatch.setattr(opening, "_FREE", 2**20)
    packed = pyarrow.compress(bytes(2**26), codec="zstd", asbytes=True)
    with pytest.raises(CorpusError, match="must be at most"):
        unpacked(io.BytesIO(packed), "a.zst").read()
    assert len(unpacked(io.BytesIO(gzip.compress(bytes(2**26))), "a.gz").read()) == 2**26
    silent = io.BytesIO()
    silent.read = lambda size: None
    with pytest.raises(CorpusError, match=r"^kmsg: must be a file"):
        read_within(silent, "kmsg", 10)


def test_what_is_packed_comes_out_whole_wherever_its_blocks_end():
    """Parts of any size are restored unchanged; zeros between parts of a .gz are skipped."""
    for size in (0, 1, opening.CHUNK - 1, opening.CHUNK, 3 * opening.CHUNK + 7):
        data = os.urandom(size)
        packed = gzip.compress(data)
        parts = packed + gzip.compress(b"") + bytes(9) + packed + bytes(70_000)
        assert unpack("a.gz", parts, Limits(2**22)) == data + data
        frames = pyarrow.compress(data, codec="zstd", asbytes=True) * 2
        assert unpack("a.zst", frames, Limits(2**22)) == data + data
