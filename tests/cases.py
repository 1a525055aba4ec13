"""Run many cases in one test, since starting a test costs more than most cases.

The module also has a helper that waits for a condition.
"""

import inspect
import itertools
import os
import time
from collections.abc import Callable, Iterable, Sequence

import pytest

ASKED = os.environ.get("CASE", "")
"""`CASE=burst` runs only the cases with this text in their name or values."""


def for_each(
    names: str | Sequence[str], cases: Iterable[object]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each case in turn, as `pytest.mark.parametrize` would; report all failures.

    With several such decorators every combination runs. The cases share the test's fixtures.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        inner, axes = getattr(test, "axes", (test, []))
        axes = [(names, list(cases)), *axes]
        taken = {name for names, _ in axes for name in names}

        def run(**fixtures: object) -> None:
            faults, ran = [], 0
            for case in itertools.product(*(cases for _, cases in axes)):
                values: dict[str, object] = {}
                for (names, _), one in zip(axes, case, strict=True):
                    values |= zip(names, one if len(names) > 1 else [one], strict=True)
                if ASKED and ASKED not in str(values):
                    continue
                ran += 1
                try:
                    inner(**values, **fixtures)
                except (AssertionError, pytest.fail.Exception) as fault:
                    fault.add_note(f"in the case {str(values)[:500]}")
                    faults.append(fault)
                except Exception as fault:
                    fault.add_note(f"in the case {str(values)[:500]}")
                    raise
            if ASKED and not ran:
                pytest.skip(f"no case has {ASKED}")
            if faults:
                raise BaseExceptionGroup(f"{len(faults)} cases failed", faults)

        run.__name__, run.__doc__, run.__module__ = inner.__name__, inner.__doc__, inner.__module__
        run.axes = (inner, axes)
        parameters = inspect.signature(inner).parameters
        run.__signature__ = inspect.Signature([parameters[n] for n in parameters if n not in taken])
        return run

    return decorate


def until(true: Callable[[], object], seconds: float = 20) -> None:
    """Wait for a condition. Raises AssertionError if it does not become true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
