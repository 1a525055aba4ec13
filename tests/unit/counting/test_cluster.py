"""A cluster counts stretches of files, and nobody can tell from the counts."""

import gzip
import json
import os
import signal
from itertools import product

import distributed
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bpe import PRESETS, Corpus, CorpusError
from bpe.__main__ import main
from bpe.counting import executors
from bpe.counting.files import count_files
from bpe.counting.stretches import count_stretch, stretches_of


def counted(paths, scheme, size=2**40, field="text"):
    """Count each stretch of that size alone and join them; return words in order, and lines."""
    found = count_files(paths, scheme, field=field, processes=1, stretch=size)
    return list(found.words.items()), found.origin.lines


@pytest.mark.parametrize("preset", ["gpt", "cs336"])
def test_stretches_of_every_short_text_fit_together(tmp_path, preset):
    """Each line end alone says whether there is a cut, so that both sides agree on it."""
    path = tmp_path / "a.txt"
    for text in map("".join, product("\n\ra!好", repeat=4)):
        path.write_bytes(text.encode())
        expected = counted([path], PRESETS[preset])
        assert counted([path], PRESETS[preset], 1) == expected, text


@pytest.mark.parametrize("preset", ["paper", "sentencepiece", "gpt", "cs336"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_long_documents_are_shared_out(tmp_path, preset, line_end):
    """Prose in either language is cut in every few lines, or one worker would count it all."""
    path = tmp_path / "a.txt"
    lines = ("It was late.", "", "The fox said no", "and 好的。", "她说", "slept") * 9
    path.write_bytes(line_end.join(lines).encode())
    stretches = list(stretches_of([path], PRESETS[preset], 90))
    counted = [count_stretch(each, PRESETS[preset], "text") for each in stretches]
    assert min(len(each.words) for each in counted) > 1


def test_packed_files_and_tables_are_stretches_too(tmp_path):
    """What is packed is one; a table is parted between its groups of rows."""
    texts = [f"low lower好 {n % 5}\nnew" for n in range(40)]
    packed, table = tmp_path / "a.jsonl.gz", tmp_path / "b.parquet"
    packed.write_bytes(gzip.compress("".join(json.dumps({"b": t}) + "\n" for t in texts).encode()))
    pq.write_table(pa.table({"b": [*texts, None]}), table, row_group_size=7)
    paths, scheme = [table, packed], PRESETS["gpt"]
    assert [len(list(stretches_of([each], scheme, 1))) for each in paths] == [6, 1]
    assert counted(paths, scheme, 1, "b") == counted(paths, scheme, field="b")


def test_a_fault_is_named_by_its_place_in_the_file(tmp_path):
    """By byte or by line, whichever stretch it is in; a byte order mark belongs at a beginning."""
    text, rows = tmp_path / "a.txt", tmp_path / "a.jsonl"
    text.write_bytes(b"low\n" * 50 + b"bad \xff\n" + b"low\n" * 50)
    rows.write_bytes(b'{"text": "low"}\n' * 50 + b'\xef\xbb\xbf{"text": "low"}\n')
    for path, said in ((text, "byte 0xff at 204"), (rows, "line 51 must be")):
        with pytest.raises(CorpusError, match=said):
            counted([path], PRESETS["paper"], 16)


@pytest.fixture(scope="module")
def cluster():
    """Two workers in processes of their own, which are begun anew when they end."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


def test_a_cluster_counts_as_one_process_does_though_a_worker_is_killed(tmp_path, cluster):
    """Words, order, lines; and the one that is killed in the middle is not missed."""
    words = [f"w{n * n % 997}{chr(97 + n % 26)}好" for n in range(40_000)]
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    paths[0].write_text("\n".join(words), encoding="utf-8", newline="")
    paths[1].write_text(" ".join(words[:99]) + "\n", encoding="utf-8", newline="")
    with distributed.Client(cluster, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
    told = []

    def kill(done, total):
        told.append((done, total))
        if done and pids:
            os.kill(pids.pop(), signal.SIGKILL)
            pids.clear()

    found = count_files(
        paths,
        PRESETS["gpt"],
        scheduler=cluster.scheduler_address,
        on_progress=kill,
        stretch=10_000,
    )
    assert not pids
    expected = count_files(paths, PRESETS["gpt"], processes=1)
    assert list(found.words.items()) == list(expected.words.items())
    assert (found.origin.lines, found.origin.files) == (expected.origin.lines, 2)
    assert (found.origin.processes, found.origin.scheduler) == (2, cluster.scheduler_address)
    size = sum(path.stat().st_size for path in paths)
    assert (told[0][0], told[-1][0]) == (0, told[-1][1])
    assert size <= told[-1][1] < size + 10_000 * len(paths)


def test_the_command_asks_a_cluster_and_says_what_is_wrong_with_it(
    tmp_path, capsys, cluster, monkeypatch
):
    """A fault of a file comes back as it is; a cluster that is not there is one sentence."""
    good, bad, out = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "counts.csv"
    good.write_text("low lower low", encoding="utf-8")
    bad.write_bytes(b"low \xff")
    asked = ["-o", str(out), "--scheduler"]
    assert main(["count", os.path.relpath(good), *asked, cluster.scheduler_address]) == 0
    assert Corpus.from_counts_file(out).counts == (2, 1)
    assert main(["count", str(bad), *asked, cluster.scheduler_address]) == 2
    assert "byte 0xff at 4" in capsys.readouterr().err
    monkeypatch.setattr(executors, "PATIENCE", 0.5)
    for address in ("nowhere", "tcp://127.0.0.1:1"):
        assert main(["count", str(good), *asked, address]) == 2
        said = capsys.readouterr().err
        assert "must be the address of a Dask cluster" in said
        assert said.count("\n") == 1
