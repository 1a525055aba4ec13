"""Measuring: each engine in a separate process on one core, in rounds, as ratios.

In each round every engine runs once, and ratios are computed within the round, so other load on the
machine affects all equally.
"""

import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

try:
    import resource
except ModuleNotFoundError:  # Windows
    resource = None  # type: ignore[assignment]

ONE_THREAD = {
    "TOKENIZERS_PARALLELISM": "false",
    "RAYON_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
TOLERANCE = 1.15


def alone(function: Callable[..., Any], *arguments: object) -> Any:
    """Run a function in a new process, limited to one thread and one core; return its result."""
    os.environ.update(ONE_THREAD)
    with ProcessPoolExecutor(1, get_context("spawn"), _keep_to_one_core) as process:
        return process.submit(function, *arguments).result()


def _keep_to_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):  # macOS and Windows choose cores themselves
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def in_rounds(
    rounds: int, measure: Callable[..., dict], engines: Sequence[str], *arguments: object
) -> dict[str, list[dict]]:
    """Measure every engine alone once per round; return engine -> results, by round."""
    found: dict[str, list[dict]] = {engine: [] for engine in engines}
    for number in range(rounds):
        # A different order each round, so that no engine always follows the same one.
        first = number % len(engines)
        for engine in (*engines[first:], *engines[:first]):
            found[engine].append(alone(measure, engine, *arguments))
    return found


def ratio(mine: list[dict], theirs: list[dict], key: str = "cpu") -> float:
    """Return the median over the rounds of the ratio of one time to the other."""
    return statistics.median(a[key] / b[key] for a, b in zip(mine, theirs, strict=True))


def median(runs: list[dict], key: str) -> float:
    """Return the median of one number over the rounds."""
    return statistics.median(run[key] for run in runs)


def took(run: Callable[[], Any]) -> tuple[Any, dict]:
    """Run a function; return its result, processor seconds, and megabytes above the imports."""
    gc.collect()
    imports, start = _peak_megabytes(), time.process_time()
    result = run()
    seconds = time.process_time() - start
    return result, {"cpu": seconds, "memory": _peak_megabytes() - imports}


def _peak_megabytes() -> float:
    """Return the peak memory of this process; NaN if the system does not count it."""
    if resource is None:
        return float("nan")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def say_head(*cells: object) -> None:
    """Print the header of a Markdown table."""
    print()
    say(*cells)
    print("|" + "---|" * len(cells), flush=True)


def say(*cells: object) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def say_goals(goals: Iterable[tuple[str, float, float]]) -> bool:
    """Print goal, maximum and measured value; return whether one is missed beyond the tolerance."""
    goals = list(goals)
    say_head("goal", "at most", "measured", "")
    for what, goal, found in goals:
        say(what, f"{goal:g}", f"{found:.2f}", "reached" if found <= goal else "**missed**")
    return any(found > TOLERANCE * goal for _, goal, found in goals)
