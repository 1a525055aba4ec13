"""How two runs of one text begin is learned in one go, and hardly anything of it comes back."""

import pickle
from dataclasses import replace

from bpe import PRESETS, Corpus, train
from ui.corpora.asking import given
from ui.corpora.beginning import beginning
from ui.corpora.line import Run, learn
from ui.corpora.trainings import Request

SCHEMES = tuple(replace(PRESETS["paper"], boundary=each) for each in ("suffix", "attached"))


def begun(corpus, merges, least=1):
    """Learn how both begin."""
    request = Request("a text", given(corpus), SCHEMES[0], min_frequency=least, size=1)
    return learn(lambda *values: None, beginning(request, SCHEMES, merges))


def test_it_begins_as_the_runs_themselves_do():
    """Rare pairs are left out as they are there."""
    corpus = Corpus.from_text("low low lower newest newest newest widest fun funny", "paper")
    for merges, least in ((8, 1), (8, 3), (1, 1)):
        found = begun(corpus, merges, least)
        runs = [
            train(corpus, scheme, max_merges=merges, min_frequency=least).merges
            for scheme in SCHEMES
        ]
        assert found.tokens == tuple(tuple(each.token for each in run) for run in runs)
        ranks = range(min(map(len, runs)))
        differ = [rank for rank in ranks if runs[0][rank].pair != runs[1][rank].pair]
        assert found.parting == (differ[0] if differ else None)


def test_the_words_stay_where_they_were_counted():
    """A large text does not cross for eight merges."""
    corpus = Corpus.from_text(" ".join(f"word{n}" for n in range(20_000)), "paper")
    found = begun(corpus, 8)
    assert found.parting is not None
    assert len(pickle.dumps(found)) < 2_000
    assert found.nbytes < 10_000


def test_a_large_text_is_not_counted_where_all_readers_are_served():
    """However few merges are asked for."""
    for size, here in ((100_000, True), (8_000_000, False)):
        request = Request("a text", given(None), SCHEMES[0], max_merges=1, size=size)
        for asked in (request, beginning(request, SCHEMES, 8)):
            assert Run(asked).is_here == here
