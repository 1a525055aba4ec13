"""Processes share what they learned from the app's own texts, and believe only each other."""

import os
import pickle
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bpe import PRESETS
from tests.unit.corpora.shelves import PAPER, Here, begun, files, public, same
from ui.controls.asked import request_of
from ui.corpora import line, sources
from ui.corpora import shelf as shelves
from ui.corpora.asking import Cancelled
from ui.corpora.samples import parallel_samples, training_samples
from ui.corpora.shelf import FOLDER, KEY, SIGNATURE, Shelf
from ui.corpora.trainings import Trainings, UnigramRequest
from ui.joint.controls import Pair, requests_of

SECRET = b"k" * 32


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return what makes the trainings of one more process of the app."""
    monkeypatch.setattr(line, "LIGHT", -1)

    def app(**given) -> Trainings:
        trainings = Trainings(shelf=Shelf(tmp_path, **{"key": SECRET, **given}))
        trainings.workers = trainings._line._workers = Here()
        return trainings

    return app


def test_what_one_process_learned_the_others_find(app, tmp_path):
    """The same record; another limit is another run; Unigram and joined runs are shared as well."""
    first, second = app(), app()
    pair = Pair(sources.of_parallel(next(iter(parallel_samples().values()))), ("a", "b"))
    like = public(max_merges=9)
    source = sources.of_sample(training_samples()["low-lower"])
    corpus = partial(source.corpus, PRESETS["sentencepiece"])
    asked = [
        *(like, public(max_merges=3), requests_of(pair, like)[2]),
        UnigramRequest(source.digest, corpus, is_public=source.is_public),
    ]
    for request in asked:
        there, here = first.get(request), second.get(request)
        assert same(here, there)
        assert here is second.get(request)
    assert (first.workers.learned, second.workers.learned) == (len(asked), 0)
    assert [file.suffix for file in files(tmp_path)] == [".run"] * len(asked)


def test_a_readers_own_text_is_never_written_down(app, tmp_path):
    """Pasted, uploaded, shuffled, or joined with a text of the app's."""
    shared = app()
    own = sources.of_text("what I wrote myself", "text")
    request = request_of(own, PAPER, like=public())
    shared.get(request)
    mixed = Pair((sources.of_parallel(next(iter(parallel_samples().values())))[0], own), ("a", "b"))
    for each in requests_of(mixed, request)[1:]:
        shared.get(each)
    assert files(tmp_path) == []


def _turned(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


class Bomb:
    """What would run, were it believed."""

    def __reduce__(self) -> tuple:
        return Path.touch, (Path("believed"),)


@pytest.mark.parametrize(
    "damage",
    [
        _turned,
        lambda content: content[:-1],
        lambda content: content[:SIGNATURE],
        lambda content: b"",
        lambda content: content + b"\0",
        lambda content: content[:SIGNATURE] + pickle.dumps(Bomb()),
        lambda content: bytes(SIGNATURE) + pickle.dumps(Bomb()),
    ],
    ids=["one bit", "cut", "head", "empty", "longer", "forged", "without a signature"],
)
def test_a_file_that_is_not_as_it_was_written_is_learned_anew(app, tmp_path, monkeypatch, damage):
    """Nothing in it is looked at; the next one to ask finds a good file again."""
    monkeypatch.chdir(tmp_path.parent)
    first = app().get(public())
    [file] = files(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    second = app()
    assert same(second.get(public()), first)
    assert second.workers.learned == 1
    third = app()
    third.get(public())
    assert third.workers.learned == 0
    assert not Path("believed").exists()


def test_a_file_is_good_only_under_its_own_name_and_key(app, tmp_path):
    """A record of another run, and one of processes that were started apart."""
    first = app()
    first.get(public())
    [file] = files(tmp_path)
    good = file.read_bytes()
    first.get(public(max_merges=1))
    [other] = set(files(tmp_path)) - {file}
    other.write_bytes(good)
    assert len(app().get(public(max_merges=1))) == 1
    stranger = app(key=b"another")
    stranger.get(public())
    assert stranger.workers.learned == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_not_waited_for(app, tmp_path):
    """A pipe, a folder, a link to what never ends, a file beyond all bounds, a folder that is none.

    The run is learned as if there were no folder, and nobody waits.
    """
    app().get(public())
    [file] = files(tmp_path)
    for make in (
        lambda: os.mkfifo(file),
        file.mkdir,
        lambda: file.symlink_to("/dev/zero"),
        lambda: file.open("wb").truncate(2**40),
    ):
        file.unlink(missing_ok=True)
        make()
        shared = app()
        assert shared.get(public()).merges
        assert shared.workers.learned == 1
        if file.is_dir():
            file.rmdir()
    assert app(key=SECRET).get(public()).merges
    nowhere = Trainings(shelf=Shelf(tmp_path / "gone", SECRET))
    nowhere.workers = nowhere._line._workers = Here()
    assert nowhere.get(public()).merges


def test_the_folder_stays_within_its_bytes(app, tmp_path):
    """What was asked for least recently goes first; what is larger than its part is not written."""
    app().get(public(max_merges=1))
    [file] = files(tmp_path)
    budget = int(4.9 * file.stat().st_size)
    shared = app(budget=budget)
    kept = []
    for merges in range(1, 6):
        shared.get(public(max_merges=merges))
        kept += [each for each in files(tmp_path) if each not in kept]
        # Times of files are told apart by so much that no clock matters.
        os.utime(kept[-1], (merges, merges))
        assert app(budget=budget).finished(public(max_merges=1)) is not None
    assert sum(each.stat().st_size for each in files(tmp_path)) <= budget
    assert kept[0] in files(tmp_path)
    assert kept[1] not in files(tmp_path)
    small = app(budget=4 * file.stat().st_size - 4)
    before = files(tmp_path)
    small.get(public("six-words", max_merges=1))
    assert set(files(tmp_path)) <= set(before)


def test_what_was_never_written_to_its_end_is_removed(app, tmp_path, monkeypatch):
    """A process that was killed in the middle of writing, and a disk that was full."""
    left, young = tmp_path / "left.part", tmp_path / "young.part"
    for each in (left, young):
        each.write_bytes(b"half")
    os.utime(left, (0, 0))
    app().get(public())
    assert [each.suffix for each in files(tmp_path)] == [".run", ".part"]
    assert young.exists()

    def full(descriptor, mode):
        os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelves.os, "fdopen", full)
    before = files(tmp_path)
    assert app().get(public(max_merges=2)).merges
    assert files(tmp_path) == before


def test_two_processes_do_not_learn_the_same_at_once(app):
    """The second waits for the first, says so, can be cancelled, and takes what is there then."""
    first, second = app(), app()
    running = begun(first)
    run = second.start(public(), "me")
    while run.stage != "elsewhere":
        assert not run.wait("me", 0.01)
    second.leave(public(), "me")
    with pytest.raises(Cancelled):
        run.result()
    run = second.start(public(), "me")
    assert not run.wait("me", 0.1)
    first.workers.gate.set()
    assert run.wait("me", 20)
    assert same(run.result(), running.result())
    assert second.workers.learned == 0


def test_nobody_waits_for_ever_nor_for_one_that_failed(app, monkeypatch):
    """A process that hangs is left alone after a while; what it learns is then of no more use."""
    monkeypatch.setattr(shelves, "PATIENCE", 0.2)
    first, second = app(), app()
    asked = replace(public(), corpus=partial(int, "none"))
    run = begun(first, asked)
    assert second.get(public()).merges
    first.workers.gate.set()
    with pytest.raises(ValueError, match="none"):
        run.result()
    assert first.finished(public()) is not None


_HOLD = """
import fcntl, sys, time
with open(sys.argv[1], "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    print("mine", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(shelves.fcntl is None, reason="files cannot be locked so here")
def test_a_process_that_is_killed_gives_its_turn_back(app, tmp_path):
    """Whatever it was at, the next one begins at once."""
    app().get(public())
    [file] = files(tmp_path)
    file.unlink()
    command = [sys.executable, "-c", _HOLD, str(file.with_suffix(".turn"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"mine\n"
        shared = app()
        run = shared.start(public(), "me")
        while run.stage != "elsewhere":
            assert not run.wait("me", 0.01)
        holder.kill()
    begun = time.monotonic()
    assert run.wait("me", 20)
    assert time.monotonic() - begun < shelves.PATIENCE / 2
    assert shared.workers.learned == 1
    assert files(tmp_path) == [file]


def test_the_environment_names_folder_and_key(monkeypatch, tmp_path):
    """Every process that is started with both finds what the others wrote."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setenv(KEY, SECRET.hex())
    Shelf.of_environment().put(public(), "record")
    assert Shelf(tmp_path, SECRET).find(public()) == "record"


@pytest.mark.parametrize(
    ("folder", "key"), [("", "00"), ("somewhere", ""), ("somewhere", "no digits"), ("", "")]
)
def test_without_a_folder_and_a_key_nothing_is_shared(monkeypatch, tmp_path, folder, key):
    """Which is how the app runs on one's own machine."""
    monkeypatch.setenv(FOLDER, str(tmp_path / folder) if folder else "")
    monkeypatch.setenv(KEY, key)
    (tmp_path / "somewhere").mkdir()
    shelf = Shelf.of_environment()
    shelf.put(public(), "record")
    assert shelf.find(public()) is None
    assert files(tmp_path / "somewhere") == []
