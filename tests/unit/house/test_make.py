"""`make` does what its help says, and no more than was asked for."""

import os
import subprocess

import pytest

from tests.conftest import ROOT

HANDED_ON = ("MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS", "JOBS", "TESTS")


def commands(*arguments: str) -> str:
    """Return what `make` would run, in one line, without running it.

    What the `make` that runs these tests was asked for, as JOBS=3, is not handed on.
    """
    own = {name: value for name, value in os.environ.items() if name not in HANDED_ON}
    command = ["make", "-n", "--no-print-directory", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    return " ".join(done.stdout.replace("\\\n", " ").split())


def test_tests_run_as_they_do_without_make():
    """Its configuration says how; only the number of jobs and what is run can be named."""
    assert "pytest -q -rfER --durations=10 tests" in commands("test")
    run = commands("test", "TESTS=tests/unit tests/browser", "JOBS=4")
    assert "pytest -q -n 4 -rfER --durations=10 tests/unit tests/browser" in run
    assert " -n 0 " in commands("test", "JOBS=1")


@pytest.mark.parametrize(
    ("asked", "workers"),
    [("tests", True), ("tests/unit/house", True), ("tests/unit/test_corpus.py::test_a", False)],
)
def test_workers_start_only_where_they_help(request, monkeypatch, asked, workers):
    """One file is one worker's work."""
    monkeypatch.setattr(request.config, "args", [asked])
    started = request.config.hook.pytest_xdist_auto_num_workers(config=request.config)
    assert (started > 0) == workers


def test_developers_get_what_they_save():
    """`make dev` watches files; `make app` does not."""
    assert "fileWatcherType" not in commands("app")
    assert "--server.fileWatcherType=auto" in commands("dev")


def test_the_site_leads_to_the_app_it_was_told():
    """Without an address, to that of the app on the same machine."""
    assert commands("site").endswith("-m ui.site")
    assert commands("site", "APP=https://a.b/c").endswith('-m ui.site --app "https://a.b/c"')
