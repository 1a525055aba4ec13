"""The report card beside tokenization-scorer, the package of the paper that its measure is from."""

import pytest

from bpe import train
from bpe.readings.report import renyi_efficiency, report
from tests.cases import for_each
from ui.corpora.samples import FOLDER

scorer = pytest.importorskip("tokenization_scorer")


@for_each("power", [1.0, 2.5, 3.0])
@for_each("preset", ["paper", "gpt", "wordpiece"])
def test_efficiency_is_that_of_the_package(preset, power):
    """A text that the run has not seen; its tokens are written as the package reads them."""
    chapters = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")
    tokenizer = train(chapters, preset, max_merges=200).tokenizer()
    text = (FOLDER / "parallel" / "everyday.en.txt").read_text(encoding="utf-8")
    named = " ".join(f"t{id_}" for id_ in tokenizer.encode(text).ids)
    found = report(tokenizer, text)
    # At 1 its Renyi measure reads its input twice, and finds nothing the second time.
    metric = {"metric": "shannon"} if power == 1 else {"metric": "renyi", "power": power}
    theirs = scorer.score(named, **metric)
    assert renyi_efficiency(found.frequencies, power) == pytest.approx(theirs, rel=1e-12)
    assert found.tokens == -scorer.score(named, metric="seq_len")
