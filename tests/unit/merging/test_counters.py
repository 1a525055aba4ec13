"""The engine does exactly the work it did: speed held still without a clock."""

import json

from benchmarks import counters
from tests.cases import for_each

EXPECTED = json.loads(counters.EXPECTED.read_text(encoding="utf-8"))


@for_each("run", EXPECTED)
def test_the_work_is_what_it_was(run):
    """Merges, examined entries, born pairs and cells; `python -m benchmarks.counters` renews."""
    book, scheme, merges = run.split()
    found = counters.count(counters.SAMPLES / f"{book}.txt", scheme, int(merges))
    assert found == EXPECTED[run]


def test_every_long_sample_is_counted():
    """A new book gets its numbers too."""
    assert {run.split()[0] for run in EXPECTED} == {book.stem for book in counters.books()}


def test_work_grows_with_occurrences_not_with_steps_times_text():
    """What makes it fast: each boundary is looked at a few times in all, not once a step."""
    for work in EXPECTED.values():
        assert work["examined"] < 4 * work["cells"]
