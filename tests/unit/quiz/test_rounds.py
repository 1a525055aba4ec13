"""The rounds of the quiz: each is short and shows what it is about, for every seed."""

import pytest

from ui.catalogue import LANGUAGES
from ui.quiz import PAGE
from ui.quiz.rounds import KINDS, make_round

SEEDS = range(1, 11)


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize(
    ("number", "kind"), list(enumerate(KINDS, 1)), ids=[kind.name for kind in KINDS]
)
def test_a_round_is_short_and_the_same_for_everybody(number, kind, words):
    """So that a class plays one round; another seed is nearly always another round."""
    drawn = []
    for seed in SEEDS:
        asked = make_round(number, seed, words)
        assert 3 <= asked.steps <= 6
        run = asked.run.learn()
        assert set(run.corpus.words) <= set(LANGUAGES[words].quiz[kind.name].split())
        assert len(run.corpus) == kind.words
        assert run.merges[-1].count >= 2
        assert asked.found.code == kind.name
        assert (asked.word is None) == (kind.name != "order")
        assert asked.word not in run.corpus.words
        drawn.append(run.corpus)
    assert len({(each.words, each.counts) for each in drawn}) > 8
    assert make_round.__wrapped__(number, 7, words).run.learn().corpus == drawn[6]
    assert PAGE.choices[0].read.most == len(KINDS)
