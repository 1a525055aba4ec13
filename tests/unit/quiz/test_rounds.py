"""The rounds of the quiz: each shows what it is about, for every seed; found anew by hand here."""

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from ui.languages import LANGUAGES
from ui.quiz import PAGE
from ui.quiz.rounds import KINDS, make_round

NAMES = [kind.name for kind in KINDS]
SEEDS = range(1, 21)


def rounds(name: str):
    """Yield what is asked, its run, and what it tells: of English words, and some of Chinese."""
    for words, seeds in (("en", SEEDS), ("zh", SEEDS[:5])):
        for seed in seeds:
            asked = make_round(NAMES.index(name) + 1, seed, words)
            yield asked, asked.run.learn(), asked.found.tokens, asked.found.values


def by_hand(training) -> tuple[Counter, defaultdict]:
    """Count each pair before any merge, and collect the words it is in."""
    counts, words = Counter(), defaultdict(set)
    for word, count in training.corpus.items():
        for pair in pairwise(training.snapshot(0).tokens(word)):
            counts[pair] += count
            words[pair].add(word)
    return counts, words


def best(values: dict) -> list:
    """Return the keys of the largest value."""
    return [key for key, value in values.items() if value == max(values.values())]


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize(("number", "kind"), list(enumerate(KINDS, 1)))
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
        drawn.append(run.corpus)
    assert len({(each.words, each.counts) for each in drawn}) > 17
    assert make_round.__wrapped__(number, 7, words).run.learn().corpus == drawn[6]
    assert PAGE.choices[0].read.most == len(KINDS)


def test_the_pair_in_most_words_does_not_win():
    """It is in more words than the winner, which stands alone."""
    for _, run, tokens, values in rounds("weights"):
        counts, words = by_hand(run)
        [winner], other = best(counts), tokens["other"]
        assert run.merges[0].pair == tokens["pair"] == winner
        assert values == {
            "count": counts[winner],
            "words": len(words[winner]),
            "other_count": counts[other],
            "other_words": max(map(len, words.values())),
        }
        assert values["words"] < values["other_words"]


def test_an_overlapping_pair_is_replaced_less_often_than_it_counts():
    """Counted by cutting each run of a letter from the left."""
    for _, run, tokens, values in rounds("overlap"):
        [winner] = best(by_hand(run)[0])
        letter, same = winner
        assert letter == same
        replaced = sum(count * word.count(letter * 2) for word, count in run.corpus.items())
        assert values["replaced"] == replaced < values["count"]
        before, after = tokens["before"], tokens["after"]
        assert "".join(before) == "".join(after)
        assert letter * 3 in "".join(before)
        assert len(before) - len(after) < list(pairwise(before)).count(winner)


def test_a_tie_decides_and_the_first_seen_wins():
    """Reading the words in their order, the first of the best pairs is the one merged."""
    for _, run, tokens, values in rounds("ties"):
        tied = best(by_hand(run)[0])
        assert len(tied) == values["tied"] > 1
        assert run.merges[0].pair == tied[0] == tokens["by_first"]
        assert tokens["by_largest"] == max(tied)
        assert tokens["by_shortest"] == min(tied, key="".join)
        assert len(set(tokens.values())) > 1


def test_the_mark_is_merged_first_and_its_letter_stays_inside_words():
    """Counted in the words as they are written."""
    for _, run, _, values in rounds("mark"):
        [(letter, mark)] = best(by_hand(run)[0])
        assert mark == "</w>"
        left = sum(count * word[:-1].count(letter) for word, count in run.corpus.items())
        assert values["left"] == left > 0


def test_the_score_passes_over_the_most_frequent_pair():
    """Each has one winner, and they differ."""
    for _, run, shown, _ in rounds("score"):
        counts, tokens = by_hand(run)[0], Counter()
        for word, count in run.corpus.items():
            for token in run.snapshot(0).tokens(word):
                tokens[token] += count
        scores = {(a, b): n / (tokens[a] * tokens[b]) for (a, b), n in counts.items()}
        [frequent], [tight] = best(counts), best(scores)
        assert frequent != tight
        assert run.merges[0].pair == shown["pair"] == tight
        assert shown["other"] == frequent


def test_the_order_of_merges_cuts_the_word_otherwise_than_longest_match():
    """The word was never trained on; the longest match is found by trying lengths."""
    for asked, run, tokens, values in rounds("order"):
        word = values["word"]
        assert asked.word == word not in run.corpus.words
        vocabulary, cut, rest = set(run.tokens), [], word
        while rest:
            ends = range(len(rest), 0, -1)
            cut.append(next(rest[:end] for end in ends if rest[:end] in vocabulary))
            rest = rest.removeprefix(cut[-1])
        assert tokens["longest"] == tuple(cut)
        assert tokens["merges"] == tuple(run.tokenizer().encode(word).tokens) != tuple(cut)


def test_a_first_merge_of_bytes_is_a_part_of_several_characters():
    """And no character itself."""
    for _, run, _, values in rounds("bytes"):
        [winner] = best(by_hand(run)[0])
        token = b"".join(winner)
        with pytest.raises(UnicodeDecodeError):
            token.decode()
        held = {c for word in run.corpus.words for c in word if token in c.encode()}
        assert set(values["characters"].split()) == held
        assert len(held) > 1
