"""A cluster counts files with the same result as one process."""

import gc
import os

import distributed
import pytest

from bpe import PRESETS, Corpus, CorpusError, counting
from bpe.__main__ import main
from bpe.counting import count_files


@pytest.fixture(scope="module")
def cluster():
    """Start two workers, which are threads of this process and reached by TCP."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0"
    ) as found:
        yield found


def test_a_cluster_counts_as_one_process_does(tmp_path, cluster):
    """The cluster returns the same words, in the same order, as one process."""
    words = [f"w{n * n % 997}{chr(97 + n % 26)}好" for n in range(4_000)]
    paths = [tmp_path / f"{n}.txt" for n in range(20)]
    for n, path in enumerate(paths):
        path.write_text("\n".join(words[n::20]), encoding="utf-8", newline="")
    there = count_files(paths, PRESETS["gpt"], scheduler=cluster.scheduler_address)
    here = count_files(paths, PRESETS["gpt"])
    assert (list(there[0].items()), there[1]) == (list(here[0].items()), here[1])


def test_a_file_that_no_worker_lives_through_is_said(cluster):
    """Dask gives the file of a killed worker to other workers a few times before it gives up."""
    address = cluster.scheduler_address
    with pytest.raises(CorpusError, match="killed from outside"), counting.on_cluster(address):
        raise distributed.KilledWorker("a", address, 3)


def test_the_command_asks_a_cluster_and_says_what_is_wrong_with_it(
    tmp_path, capsys, cluster, monkeypatch
):
    """An error in a file is reported as without a cluster; an absent cluster is one sentence."""
    good, bad, out = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "counts.csv"
    good.write_text("low lower low", encoding="utf-8")
    bad.write_bytes(b"")
    asked = ["-o", str(out), "--scheduler"]
    assert main(["count", os.path.relpath(good), *asked, cluster.scheduler_address]) == 0
    assert Corpus.from_counts_file(out).counts == (2, 1)
    assert main(["count", str(bad), *asked, cluster.scheduler_address]) == 2
    assert "got an empty file" in capsys.readouterr().err
    with monkeypatch.context() as impatient:  # nobody answers there, so do not wait
        impatient.setattr(counting, "SCHEDULER_TIMEOUT", 0.5)
        for address in ("nowhere", "tcp://127.0.0.1:1"):
            assert main(["count", str(good), *asked, address]) == 2
            said = capsys.readouterr().err
            assert "must be the address of a Dask cluster" in said
            assert said.count("\n") == 1
            # A client without a scheduler closes when it is collected. If that happens while the
            # next client starts, both wait for one lock for ever.
            gc.collect()
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        assert main(["count", str(good), *asked, empty.scheduler_address]) == 2
        assert "with: it has no worker" in capsys.readouterr().err
