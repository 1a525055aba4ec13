"""Beat BPE: for each text, some merges leave fewer tokens than BPE's, and none leave fewer."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bpe import TIE_RULES, Corpus, train
from tests.markup import read
from ui.by_hand import SCHEME
from ui.catalogue import LANGUAGES, catalogue
from ui.claims import BEATEN, BEATING
from ui.views.quiz_beat import best_merges, worksheet

Words = tuple[tuple[tuple[str, ...], int], ...]
"""The tokens of each word, and the count of the word."""

TEXTS = [(lang, text) for lang, each in LANGUAGES.items() for text in each.beat]


def merged(tokens: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    """Merge a pair in a word, from left to right."""
    found: list[str] = []
    place = 0
    while place < len(tokens):
        is_pair = tokens[place : place + 2] == pair
        found.append("".join(pair) if is_pair else tokens[place])
        place += 1 + is_pair
    return tuple(found)


def fewest(words: Words, merges: int) -> int:
    """Return the smallest number of tokens that any merges leave, by trying all of them.

    A branch is skipped if it cannot win even if each of its merges saved as many tokens as the most
    frequent pair occurs: no later pair occurs more often.
    """
    best = sum(len(tokens) * count for tokens, count in words)
    seen: set[tuple[Words, int]] = set()

    def look(words: Words, left: int) -> None:
        nonlocal best
        size = sum(len(tokens) * count for tokens, count in words)
        best = min(best, size)
        counts: Counter[tuple[str, str]] = Counter()
        for tokens, count in words:
            for pair in pairwise(tokens):
                counts[pair] += count
        if (
            not left
            or (words, left) in seen
            or size - left * max(counts.values(), default=0) >= best
        ):
            return
        seen.add((words, left))
        for pair, _ in counts.most_common():
            look(tuple((merged(tokens, pair), count) for tokens, count in words), left - 1)

    look(words, merges)
    return best


@pytest.mark.parametrize(("lang", "text"), TEXTS)
def test_bpe_is_beaten_under_every_tie_rule_by_the_best_there_is(lang, text):
    """The stored merges leave the fewest tokens possible, and BPE leaves more by each tie rule."""
    best = best_merges()[text]
    corpus = Corpus.from_text(text, SCHEME)
    least = train(corpus, SCHEME, max_merges=len(best), forced=dict(best)).token_counts[-1]
    words = tuple((tuple(word), count) for word, count in corpus.items())
    assert least == fewest(words, len(best))
    for rule in TIE_RULES:
        run = train(corpus, replace(SCHEME, tie_rule=rule), max_merges=len(best))
        assert run.token_counts[-1] > least, rule
    assert len(text) <= 36


def test_each_language_has_ten_texts_and_the_claim_is_one_of_them():
    """The sentence of the claim has the token counts of both runs, in each language."""
    assert [len(each.beat) for each in LANGUAGES.values()] == [10] * len(LANGUAGES)
    assert best_merges()[BEATEN] == BEATING
    corpus = Corpus.from_text(BEATEN, SCHEME)
    runs = (train(corpus, SCHEME, max_merges=3, forced=forced) for forced in ({}, dict(BEATING)))
    left = [str(run.token_counts[-1]) for run in runs]
    for lang in LANGUAGES:
        said = catalogue(lang)["train.truth_best"].partition("arXiv")[0]
        assert [each for each in re.findall(r"\d+", said) if each in left] == left


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worksheet_asks_on_the_first_page_and_solves_on_the_second(lang):
    """The second page has both runs' merges and the numbers of tokens that they leave."""
    text = next(iter(LANGUAGES[lang].beat))
    asked, answers = read(worksheet(text, lang)).all("section")
    assert "".join(asked.tokens) == text.replace(" ", "")
    best = best_merges()[text]
    corpus = Corpus.from_text(text, SCHEME)
    runs = (train(corpus, SCHEME, max_merges=len(best), forced=each) for each in ({}, dict(best)))
    for run, merges in zip(runs, answers.all("ol"), strict=True):
        pairs = [[*merge.pair] for merge in run.merges]
        assert [each.tokens for each in merges.all("li")] == pairs
        assert f"{run.token_counts[-1]} " in answers.text
