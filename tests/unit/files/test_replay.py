"""A replay is the same merges in the same order, whatever finds them."""

import random
from itertools import pairwise, repeat

from bpe.encoding.encoded import TraceStep
from bpe.encoding.matching import replace_pair
from bpe.files.tokenizer import LONGEST, replay


def slow_steps(ids, find, token):
    """Look at all pairs before each merge; return the steps and what is left."""
    steps, last = [], None
    while True:
        found = [find(left, right) for left, right in pairwise(ids)]
        known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
        if not known:
            return steps, ids
        rank, at, new = min(known)
        pair = ids[at], ids[at + 1]
        candidates, places = tuple(each and each[0] for each in found), (at,)
        ids = replace_pair(ids, places, new)
        if pair == last:
            before = steps.pop()
            candidates, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        tokens = tuple(map(token, ids))
        steps.append(TraceStep(rank, tuple(map(token, pair)), tokens, candidates, places))


def of(made):
    """Return what finds a merge."""
    return lambda *pair: made.get(pair)


def merges(draw, letters, size):
    """Return merges of random earlier tokens with ranks in random order: (left, right) -> made."""
    known = list(range(letters))
    made = {}
    for new in range(letters, letters + size):
        pair = draw.choice(known), draw.choice(known)
        if pair not in made:
            made[pair] = draw.randrange(size), new
            known.append(new)
    return made


def test_every_step_is_that_of_a_slow_twin():
    """Words of few letters, with merges in any order, equal ranks and overlapping pairs."""
    draw = random.Random(7)
    for _ in range(600):
        letters = draw.randrange(1, 4)
        made = merges(draw, letters, draw.randrange(1, 14))
        word = [draw.randrange(letters) for _ in range(draw.randrange(0, 40))]
        steps, end = slow_steps(word, of(made), str)
        found = replay(word, end, of(made), str)
        assert found.why is None
        assert found.tokens == tuple(map(str, word))
        assert found.steps == tuple(steps)


def test_other_tokens_than_the_librarys_are_said():
    """There is no replay then, and the word is as the library has it."""
    for end, whole, why in (((9,), "whole", "whole"), ((0, 9), "whole", "other")):
        found = replay([0, 1], end, lambda *pair: None, str, whole)
        assert (found.tokens, found.steps, found.why) == (tuple(map(str, end)), (), why)


def test_a_lesson_ends_at_so_many_parts():
    """A longer word, or an endless one, is said to be long before anything is looked up."""
    for parts, why in (([0] * LONGEST, None), ([0] * (LONGEST + 1), "long"), (repeat(0), "long")):
        found = replay(parts, [0] * LONGEST, of({}), str)
        assert (found.why, found.tokens) == (why, ("0",) * LONGEST)
