"""What is said of printed lists and splits: each number is that of a run."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.readings.claims import of_word
from tests.twin import apply
from ui.catalogue import catalogue
from ui.corpora.tokenizers import opened
from ui.models.sides import EXAMPLES
from ui.samples import training_samples
from ui.train.claims import CLAIMS, RULES, UNMARKED

PAPER = PRESETS["paper"]
NEWER = {"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}
SMALL = {"low": 5, "lower": 2, "newer": 6, "wider": 3}


def test_the_printed_rules_lead_when_they_are_taken_and_no_tie_rule_takes_them():
    """Each merge of the list has the highest count of its moment, so only ties are broken."""
    words = [([*word, "</w>"], count) for word, count in NEWER.items()]
    for token in RULES:
        counts = Counter()
        for word, count in words:
            for pair in pairwise(word):
                counts[pair] += count
        [pair] = [each for each in counts if "".join(each) == token]
        assert counts[pair] == max(counts.values())
        words = [(apply(word, pair, token), count) for word, count in words]
    for rule in TIE_RULES:
        run = train(NEWER, replace(PAPER, tie_rule=rule))
        assert tuple(merge.token for merge in run.merges[: len(RULES)]) != RULES


def test_the_article_s_own_program_prints_what_a_run_without_a_mark_learns():
    """Ten merges, then no pair is left: so ends the loop whose condition never changes."""
    run = train({"low": 5, "lower": 2, "newer": 6, "wider": 3}, UNMARKED)
    printed = "er wer lo ne newer low wi wid wider lower"
    assert " ".join(merge.token for merge in run.merges) == printed
    assert run.stop.reason == "no_pairs"


PRINTED = [each for claim in CLAIMS for each in claim.said if each.printed]


@pytest.mark.parametrize("said", [each for each in PRINTED if each.facts[0] is of_word])
def test_no_printed_split_is_what_the_run_gives(said):
    """At no step, and why is what the sentence says: misspelt, unknown, or cut otherwise."""
    word = said.facts[1]
    text = training_samples()[said.sample].path.read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    words = {word: int(count) for word, count in rows}
    run = train(words, said.scheme)
    splits = [run.tokenizer(step).encode(word).tokens for step in range(len(run) + 1)]
    bare = [[each for each in (t.replace("</w>", "") for t in split) if each] for split in splits]
    printed = [each.replace("</w>", "") for each in said.printed]
    assert printed not in bare
    unknown = [letter for letter in word if not any(letter in each for each in words)]
    misspelt = "".join(printed).replace("<unk>", "".join(unknown)) != word
    why = "misspelt" if misspelt else "unknown" if unknown else "never"
    assert said.sentence in (f"split_{why}", "printed_highest", "printed_mug")
    assert of_word(run.snapshot(len(run)), word)["real"] == tuple(splits[-1])


def test_ten_printed_merging_lines_are_of_no_run_as_half_of_their_pairs_never_meet():
    """Applied one by one: those that the sentence names are beside each other nowhere."""
    printed = "e r, er n, l o, lo w, n ew, new er, d er, i der, w i, wi der"
    words, apart = [[*word] for word in SMALL], []
    for line in printed.split(", "):
        pair = tuple(line.split())
        if not any(pair in pairwise(word) for word in words):
            apart.append(" + ".join(pair))
        words = [apply(word, pair, "".join(pair)) for word in words]
    assert len(apart) == 5
    for lang in ("en", "zh"):
        said = catalogue(lang)["train.claim_printed_lines"]
        assert re.findall(r"\w+ \+ \w+", said) == apart


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tokens_that_books_and_documents_print_are_those_of_the_tokenizers_named(language):
    """33 are GPT-4's where GPT-4o has 28; the uncased BERT is the one that is here."""
    told = catalogue(language)["train.truth_spanish"]
    spanish, english = re.findall("“([A-Z][^”]+)”", told)
    assert spanish == EXAMPLES["spanish"]
    sizes = [len(opened(name).encode(spanish).ids) for name in ("cl100k", "o200k")]
    assert sizes == [33, 28]
    assert [len(opened(name).encode(english).ids) for name in ("cl100k", "o200k")] == [19, 19]
    assert {*map(str, sizes), "19"} <= {*re.findall(r"(?<!k)\d+", told)}
    told = catalogue(language)["train.truth_splits"]
    for text in ("A Titan RTX has 24GB of VRAM", "I have a new GPU!"):
        assert f"“{text}”" in told
        assert ", ".join(opened("bert").encode(text).tokens) in told
