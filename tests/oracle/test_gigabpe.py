"""gigabpe, the fastest trainer we know, learns what our scheme `huggingface` learns."""

from pathlib import Path

import gigabpe

from bpe import Corpus, train
from tests.cases import for_each

SAMPLES = Path(__file__).resolve().parents[2] / "sample_corpora"


@for_each("name", ["pride-and-prejudice", "tang-song-poems", "source-code"])
def test_it_learns_the_same_merges(name):
    """Pair by pair, on a novel, on Chinese poems and on code."""
    file = SAMPLES / f"{name}.txt"
    ours = train(Corpus.from_file(file, "huggingface"), "huggingface", max_merges=1500)
    size = len(ours.snapshot(0).vocabulary) + len(ours.merges)
    _, merges = gigabpe.train_bpe(
        [str(file)], size, special_tokens=[], pretokenizer="whitespace", threads=1
    )
    assert [merge.pair for merge in ours.merges] == [tuple(pair) for pair in merges]
