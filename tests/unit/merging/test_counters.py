"""The engine does exactly the work it did: speed held still without a clock.

Merges, list entries examined, pairs born and cells do not depend on the machine. A change in any of
them is a change of algorithm: look at the difference before writing it into `counters.json`.
"""

import json
from pathlib import Path

import pytest

from bpe import Corpus, train
from ui.samples import FOLDER

EXPECTED = json.loads(Path(__file__).with_name("counters.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("run", EXPECTED)
def test_the_work_is_what_it_was(run):
    book, scheme, merges = run.split()
    corpus = Corpus.from_file(FOLDER / f"{book}.txt", scheme)
    assert train(corpus, scheme, max_merges=int(merges)).counters == EXPECTED[run]


def test_every_long_sample_is_counted():
    """A new book, too; each boundary is looked at a few times in all, not once a step."""
    books = {path.stem for path in FOLDER.glob("*.txt") if path.stat().st_size > 50_000}
    assert {run.split()[0] for run in EXPECTED} == books
    for work in EXPECTED.values():
        assert work["examined"] < 4 * work["cells"]
