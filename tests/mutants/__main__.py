"""Put small faults into the code, one at a time, and see whether a test fails.

`make mutants MODULES="bpe/merging ui/draw/grid.py" SAMPLE=40 SEED=1 TESTS="tests/unit/merging"`
`make mutants MODULES="bpe" TOTAL=150` draws one sample from all the modules together.

Everything happens in a copy of the working tree. Each test run is a fork of a process that has the
large packages loaded already, so that a mutant costs little more than its tests. TESTS defaults to
what `covers.py` says; `equivalent.toml` lists the mutants that no test can tell from the code.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Mapping
from compileall import compile_dir
from multiprocessing import get_context
from multiprocessing.pool import Pool
from multiprocessing.queues import Queue
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

import of_javascript
import of_python
from covers import tests_of
from places import Mutant

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
KINDS = {".py": of_python.mutants, ".js": of_javascript.mutants}
TOO_LONG = "took too long"  # counts as killed, and is printed: a busy machine may be why
MOST_MEMORY = 6 << 30  # bytes; a mutant may allocate without end


class Task(NamedTuple):
    """A mutant of a module and the tests that should see it, for at most some seconds."""

    module: str
    mutant: Mutant | None
    tests: list[str]
    seconds: float


class Row(NamedTuple):
    """What became of the mutants of a module."""

    module: str
    mutants: int
    tried: int
    killed: int
    equivalent: int

    @classmethod
    def summed(cls, rows: list[Row]) -> Row:
        """Return the row below the others."""
        return cls("together", *(sum(row[column] for row in rows) for column in range(1, 5)))

    def text(self, seed: int) -> str:
        """Return the row as Markdown."""
        counts = f"{self.mutants} | {self.tried} | {self.killed} | {self.equivalent}"
        rate = f"{100 * self.killed / self.tried:.0f} %" if self.tried else "-"
        return f"| `{self.module}` | {counts} | {rate} | {seed} |"


def main() -> None:
    """Run what the command line asks for; print survivors, then a row a module."""
    asked = _arguments()
    modules = [file for name in asked.modules for file in _files(name)]
    if not modules:
        sys.exit("MODULES names no .py or .js file, for example MODULES=bpe/merging")
    tests = {module: asked.tests.split() or tests_of(module, ROOT) for module in modules}
    if any("browser" in test for names in tests.values() for test in names):
        _find_browser()
    _load_packages()
    context = get_context("fork")
    copies = context.Queue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for number in range(asked.jobs):
            copies.put(_copy_tree(Path(folder) / str(number)))
        with context.Pool(asked.jobs, _take_copy, [copies]) as pool:
            every = {module: _mutants(module) for module in modules}
            chosen = _chosen(every, asked)
            rows = [
                _module(module, len(every[module]), chosen[module], tests[module], pool)
                for module in modules
                if chosen[module]
            ]
    if asked.total:
        rows.append(Row.summed(rows))
    print("\n| module | mutants | tried | killed | equivalent | killed, of all others | seed |")
    print("|---|--:|--:|--:|--:|--:|--:|", *(row.text(asked.seed) for row in rows), sep="\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("modules", nargs="+", help="files or folders, from the root")
    parser.add_argument("--tests", default="", help="test files, instead of those in covers.py")
    parser.add_argument(
        "--sample", type=int, default=40, help="places a module; 0 tries everything"
    )
    parser.add_argument(
        "--total", type=int, default=0, help="places, drawn from all modules together"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def _files(name: str) -> list[str]:
    path = ROOT / name
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return [str(file.relative_to(ROOT)) for file in files if file.suffix in KINDS]


def _find_browser() -> None:
    """Look for Chromium once, not for every mutant."""
    command = [sys.executable, str(ROOT / "tests" / "browser" / "provision.py")]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    os.environ["CHROMIUM"] = found


def _mutants(module: str) -> list[Mutant]:
    return KINDS[Path(module).suffix]((ROOT / module).read_text(encoding="utf-8"))


def _chosen(
    every: Mapping[str, list[Mutant]], asked: argparse.Namespace
) -> dict[str, list[Mutant]]:
    """Choose one mutant each of the places that are asked for; all mutants when SAMPLE is 0."""
    if not asked.total and not asked.sample:
        return dict(every)
    chance = random.Random(asked.seed)
    places = {module: _places(mutants) for module, mutants in every.items()}
    if asked.total:
        all_places = [(module, place) for module in every for place in sorted(places[module])]
        picked = chance.sample(all_places, min(asked.total, len(all_places)))
    else:
        picked = [
            (module, place)
            for module in every
            for place in chance.sample(
                sorted(places[module]), min(asked.sample, len(places[module]))
            )
        ]
    chosen: dict[str, list[Mutant]] = {module: [] for module in every}
    for module, place in picked:
        chosen[module].append(chance.choice(places[module][place]))
    return chosen


def _places(mutants: list[Mutant]) -> dict[tuple[int, int], list[Mutant]]:
    places: dict[tuple[int, int], list[Mutant]] = {}
    for mutant in mutants:
        places.setdefault((mutant.start, mutant.end), []).append(mutant)
    return places


def _module(module: str, number: int, chosen: list[Mutant], tests: list[str], pool: Pool) -> Row:
    """Try the mutants chosen of a module's `number`; print the survivors; return its row."""
    source = (ROOT / module).read_text(encoding="utf-8")
    print(f"\n{module}: {number} mutants; tests: {' '.join(tests)}", flush=True)
    seconds = _unharmed(module, tests, pool)
    known = _known_equivalents(module)
    tried = [mutant for mutant in chosen if mutant.lines(source) not in known]
    killed = 0
    for _, mutant, fate, _ in pool.imap_unordered(
        _try, [Task(module, mutant, tests, 15 + 4 * seconds) for mutant in tried]
    ):
        killed += bool(fate)
        if not fate or fate == TOO_LONG:
            what = fate or "survived"
            print(f"\n{what}:\n" + _diff(module, source, mutant), flush=True)
    row = Row(module, number, len(tried), killed, len(chosen) - len(tried))
    print(f"\n{killed} of {len(tried)} killed", flush=True)
    return row


def _unharmed(module: str, tests: list[str], pool: Pool) -> float:
    """Return how many seconds the tests take without a fault; modules may share them."""
    asked = frozenset(tests)
    if asked not in _seconds:
        [(_, _, fate, _seconds[asked])] = pool.map(_try, [Task(module, None, tests, 1800)])
        if fate:
            sys.exit(f"The tests fail without any fault:\n{fate}")
    return _seconds[asked]


_seconds: dict[frozenset[str], float] = {}


def _known_equivalents(module: str) -> set[tuple[str, str]]:
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(entry["was"], entry["now"]) for entry in listed if entry["module"] == module}


def _diff(module: str, source: str, mutant: Mutant) -> str:
    lines = [text.splitlines() for text in (source, mutant.of(source))]
    return "\n".join(difflib.unified_diff(*lines, module, module, lineterm="", n=1))


# In a worker: a copy of the tree, and a fork of the loaded process for every run ---------------


def _load_packages() -> None:
    import hypothesis
    import pandas
    import pytest
    import streamlit.testing.v1

    # What starts threads must start them in the forks.
    assert all((hypothesis, pandas, pytest, streamlit))


def _copy_tree(target: Path) -> Path:
    """Copy what git knows or would add, compiled so that a changed file is always seen."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)
    for folder in ("bpe", "ui", "pages"):
        compile_dir(target / folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    (target / ".venv").symlink_to(ROOT / ".venv")
    return target


def _take_copy(copies: Queue) -> None:
    global _copy
    _copy = copies.get()


def _try(task: Task) -> tuple[str, Mutant | None, str, float]:
    """Return the module, the mutant, what the tests said if they failed, and the seconds."""
    file = _copy / task.module
    source = file.read_text(encoding="utf-8")
    if task.mutant:
        file.write_text(task.mutant.of(source), encoding="utf-8")
    begun = time.monotonic()
    try:
        fate = _run(task.tests, task.seconds)
    finally:
        file.write_text(source, encoding="utf-8")
    return task.module, task.mutant, fate, time.monotonic() - begun


def _run(tests: list[str], seconds: float) -> str:
    """Run tests in a fork of their own; return nothing if they pass."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if not child:
            _be_pytest(tests, output.fileno())
        deadline = time.monotonic() + seconds
        while not (done := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # with the servers and browsers that it started
        if not done[0]:
            os.waitpid(child, 0)
            return TOO_LONG
        if done[1] == 0:
            return ""
        output.seek(0)
        return output.read().decode("utf-8", "replace")[-3000:] or "died"


def _be_pytest(tests: list[str], output: int) -> None:
    code = 3
    try:
        os.setsid()
        for stream in (1, 2):
            os.dup2(output, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.chdir(_copy)
        sys.path.pop(0)  # the folder of this script
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        if not any("browser" in test for test in tests):
            _bound_memory()
        import pytest

        options = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "--tb=short"]
        # Hypothesis is loaded before pytest could rewrite its assertions; nobody reads those.
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        code = pytest.main([*options, "--rootdir", str(_copy), *tests])
    finally:
        if sys.exc_info()[0]:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _bound_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    main()
