"""The rounds of the quiz: each shows what it is about, for every seed; found anew by hand here."""

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from tests.cases import for_each
from ui.quiz import PAGE
from ui.quiz.rounds import KINDS, make_round
from ui.shell.choices import LANGUAGES

SEEDS = range(1, 41)


def numbered(name: str) -> int:
    return [kind.name for kind in KINDS].index(name) + 1


def rounds(name: str):
    """Yield rounds of English words, and some of Chinese ones."""
    yield from (make_round(numbered(name), seed) for seed in SEEDS)
    yield from (make_round(numbered(name), seed, "zh") for seed in SEEDS[:10])


def by_hand(training) -> tuple[Counter, defaultdict]:
    """Count each pair before any merge, and collect the words it is in."""
    counts, words = Counter(), defaultdict(set)
    for word, count in zip(training.corpus.words, training.corpus.counts, strict=True):
        for pair in pairwise(training.snapshot(0).tokens(word)):
            counts[pair] += count
            words[pair].add(word)
    return counts, words


def best(values: dict) -> list:
    """Return the keys of the largest value."""
    return [key for key, value in values.items() if value == max(values.values())]


@for_each("words", LANGUAGES)
@for_each("name", [kind.name for kind in KINDS])
def test_a_round_is_short_and_the_same_for_everybody(name, words):
    """So that a class plays one round; another seed is nearly always another round."""
    kind = KINDS[numbered(name) - 1]
    drawn = []
    for seed in SEEDS:
        asked = make_round(numbered(name), seed, words)
        assert 3 <= asked.steps <= 6
        assert set(asked.training.corpus.words) <= set(kind.pool[words].split())
        assert len(asked.training.corpus) == kind.words
        assert asked.training.merges[-1].count >= 2
        drawn.append((asked.training.corpus.words, asked.training.corpus.counts))
    assert len(set(drawn)) > 37
    again = make_round.__wrapped__(numbered(name), 7, words)
    assert (again.training.corpus.words, again.training.corpus.counts) == drawn[6]


def test_the_address_reaches_every_round_and_none_beyond():
    """What a link may ask for is written down where links are read."""
    assert PAGE.choices[0].read.most == len(KINDS)


def test_the_pair_in_most_words_does_not_win():
    """It is in more words than the winner, which stands alone."""
    for asked in rounds("weights"):
        counts, words = by_hand(asked.training)
        [winner] = best(counts)
        most = max(map(len, words.values()))
        assert asked.training.merges[0].pair == winner
        assert len(words[winner]) < most
        shown, other = asked.found.tokens["pair"], asked.found.tokens["other"]
        assert shown == winner
        assert asked.found.values == {
            "count": counts[winner],
            "words": len(words[winner]),
            "other_count": counts[other],
            "other_words": most,
        }


def test_an_overlapping_pair_is_replaced_less_often_than_it_counts():
    """Counted by cutting each run of a letter from the left."""
    for asked in rounds("overlap"):
        [winner] = best(by_hand(asked.training)[0])
        letter, same = winner
        assert letter == same
        replaced = sum(
            count * word.count(letter * 2)
            for word, count in zip(
                asked.training.corpus.words, asked.training.corpus.counts, strict=True
            )
        )
        assert asked.found.values["replaced"] == replaced < asked.found.values["count"]
        before, after = asked.found.tokens["before"], asked.found.tokens["after"]
        assert "".join(before) == "".join(after)
        assert letter * 3 in "".join(before)
        assert len(before) - len(after) < list(pairwise(before)).count(winner)


def test_a_tie_decides_and_the_first_seen_wins():
    """Reading the words in their order, the first of the best pairs is the one merged."""
    for asked in rounds("ties"):
        counts, _ = by_hand(asked.training)
        tied = best(counts)
        assert len(tied) == asked.found.values["tied"] > 1
        assert asked.training.merges[0].pair == tied[0]
        assert asked.found.tokens["by_first"] == tied[0]
        assert asked.found.tokens["by_largest"] == max(tied)
        assert asked.found.tokens["by_shortest"] == min(tied, key="".join)
        assert len(set(asked.found.tokens.values())) > 1


def test_the_mark_is_merged_first_and_its_letter_stays_inside_words():
    """Counted in the words as they are written."""
    for asked in rounds("mark"):
        [winner] = best(by_hand(asked.training)[0])
        letter, mark = winner
        assert mark == "</w>"
        corpus = zip(asked.training.corpus.words, asked.training.corpus.counts, strict=True)
        left = sum(count * word[:-1].count(letter) for word, count in corpus)
        assert asked.found.values["left"] == left > 0


def test_the_score_passes_over_the_most_frequent_pair():
    """Each has one winner, and they differ."""
    for asked in rounds("score"):
        counts, _ = by_hand(asked.training)
        tokens = Counter()
        for word, count in zip(
            asked.training.corpus.words, asked.training.corpus.counts, strict=True
        ):
            for token in asked.training.snapshot(0).tokens(word):
                tokens[token] += count
        scores = {(a, b): n / (tokens[a] * tokens[b]) for (a, b), n in counts.items()}
        [frequent], [tight] = best(counts), best(scores)
        assert frequent != tight
        assert asked.training.merges[0].pair == asked.found.tokens["pair"] == tight
        assert asked.found.tokens["other"] == frequent


def test_the_order_of_merges_cuts_the_word_otherwise_than_longest_match():
    """The word was never trained on; the longest match is found by trying lengths."""
    for asked in rounds("order"):
        word = asked.found.values["word"]
        assert asked.encoding.text == word not in asked.training.corpus.words
        vocabulary, cut, at = set(asked.training.tokens), [], 0
        while at < len(word):
            cut.append(
                next(word[at:end] for end in range(len(word), at, -1) if word[at:end] in vocabulary)
            )
            at += len(cut[-1])
        assert asked.found.tokens["longest"] == tuple(cut)
        assert asked.found.tokens["merges"] == tuple(asked.encoding.tokens) != tuple(cut)


def test_a_first_merge_of_bytes_is_a_part_of_several_characters():
    """And no character itself."""
    for asked in rounds("bytes"):
        [winner] = best(by_hand(asked.training)[0])
        token = b"".join(winner)
        with pytest.raises(UnicodeDecodeError):
            token.decode()
        held = {c for word in asked.training.corpus.words for c in word if token in c.encode()}
        assert set(asked.found.values["characters"].split()) == held
        assert len(held) > 1
