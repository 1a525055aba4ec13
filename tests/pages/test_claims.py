"""The tab on what is often said, and its list: each claim, and each number, is that of a run."""

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from itertools import pairwise

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.readings.cost import description_length
from bpe.readings.likelihood import measure
from tests.cases import for_each
from tests.pages.helpers import markup, tab
from tests.twin import apply
from ui.catalogue import catalogue
from ui.corpora.samples import training_samples
from ui.train.claims import CLAIMS, LIBRARY, RULES, SMALL_RULES

PAPER = PRESETS["paper"]
NEWER = {"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}
SMALL = {"low": 5, "lower": 2, "newer": 6, "wider": 3}
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
SIX_WORDS = "highest higher lower lowest cooler coolest"


def said(app) -> str:
    """All sentences, as they read: tokens without what is around them."""
    return unescape(re.sub(r"<[^>]+>", "", "  ".join(markup(app))))


def claims_of(open_page, **query):
    """The tab of a run, as text."""
    return said(tab(open_page("train", **query), "train", "claims"))


def test_every_claim_of_the_catalogue_stands_beside_what_is_true(open_page):
    """In both languages, its truth right after it; none is on the list twice."""
    for lang, locale in (("en", "en-US"), ("zh", "zh-CN")):
        words = catalogue(lang)
        app = tab(open_page("train", locale=locale), "train", "claims")
        texts = [each.value for each in app.markdown]
        claims = [
            key
            for key in words
            if key.startswith(("train.claim_", "wordpiece.claim_"))
            and key.replace("claim_", "truth_") in words
        ]
        assert sorted(claims) == sorted(f"{each.area}.claim_{each.name}" for each in CLAIMS)
        for key in claims:
            place = texts.index(f"**{words[key]}**")
            assert texts[place + 1] == words[key.replace("claim_", "truth_")]


@pytest.mark.parametrize("step", [0, 3])
def test_sentences_have_the_numbers_of_this_run(open_page, step):
    """Ties, pairs, description length, whole words: each counted from the run anew."""
    run, text = train(SIX_WORDS), claims_of(open_page, step=step)
    tied = sum(len(merge.ties) > 1 for merge in run.merges)
    assert f"{tied} of {len(run)} merges were chosen among tied pairs" in text
    units = sum(set(run.alphabet).issuperset(merge.pair) for merge in run.merges)
    assert f"Of its {len(run)} merges, {units} joined" in text
    whole = sum(len(word.tokens) == 1 for word in run.snapshot(step).words())
    assert f"all 6 distinct words of the corpus are written; {whole} of them" in text
    assert f"out of it came {len(run)} merges. Step {max(step, 1)} merged" in text
    assert "is met as number 5." in text
    tokens = len(run.alphabet), len(run.tokens)
    assert "at step 19. Its tokens grow from {} to {}.".format(*tokens) in text
    costs = description_length(run).total_bits
    change = f"{costs[step + 1] - costs[step]:+,.1f} bits".replace("-", "−")
    assert f"changes the length by {change}" in text
    assert "has the score 0, and" in text


def test_a_sentence_that_names_what_a_run_has_not_is_left_out(open_page):
    """Bytes have another alphabet; a run without merges has no first pair, and no last one."""
    text = claims_of(open_page, scheme="gpt")
    assert "This run's alphabet has 256 bytes" in text
    assert "This run starts from bytes" in text
    assert "starts from characters" not in text
    text = claims_of(open_page, max_merges=0)
    assert "0 of 0 merges were chosen among tied pairs" in text
    for never in ("was there to ask", "is met as number", "has the score 0", "A formula often"):
        assert never not in text
    assert "Of all pairs that may be merged then" not in text


def test_sentences_on_samples_have_the_numbers_of_their_runs(open_page):
    """Words, marks, a novel: whatever is on the screen."""
    text = claims_of(open_page, corpus="modern-chinese", step=3)
    novel = training_samples()["first-chapters"].title["en"]
    assert re.search(rf"{novel}, step 800: of \d\d words that were cut into morphemes", text)
    bare = train(SIX_WORDS, replace(PAPER, boundary="none"))
    whole = train(SIX_WORDS, replace(PAPER, pretokenizer="text"))
    over = [rank for rank, merge in enumerate(whole.merges) if " " in merge.token]
    assert f"but without a mark: 0 of {len(bare)} tokens reach across a space" in text
    assert f"not cut into words: {len(over)} of {len(whole)} tokens reach" in text
    assert f"The first is {whole.merges[over[0]].token}".replace(" ", "") in (
        text.replace("␣", "").replace(" ", "")
    )
    low = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    firsts = [
        "".join(merge.token for merge in train(low, scheme).merges[:5])
        for scheme in (PAPER, replace(PAPER, boundary="attached"))
    ]
    assert f"</w> a token of its own: the first merges are {firsts[0]}." in text
    assert f"</w> glued to the last character: {firsts[1]}." in text
    assert firsts[0] != firsts[1]


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


PRINTED = [each for claim in CLAIMS for each in claim.said if each.printed]


@for_each("said", [each for each in PRINTED if "word" in each.facts.keywords])
def test_no_printed_split_is_what_the_run_gives(said):
    """At no step, and why is what the sentence says: misspelt, unknown, or cut otherwise."""
    word = said.facts.keywords["word"]
    text = training_samples()[said.sample].path.read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    words = {word: int(count) for word, count in rows}
    run = train(words, said.scheme)
    splits = [run.tokenizer(step).encode(word).tokens for step in range(len(run) + 1)]
    bare = [[each for each in (t.replace("</w>", "") for t in split) if each] for split in splits]
    printed = [each.replace("</w>", "") for each in said.printed]
    assert printed not in bare
    unknown = [letter for letter in word if not any(letter in each for each in words)]
    misspelt = "".join(printed).replace("<unk>", "m") != word
    why = "misspelt" if misspelt else "unknown" if unknown else "never"
    assert said.sentence in (f"split_{why}", "printed_highest", "printed_mug")
    assert said.facts(run.snapshot(len(run)))["real"] == tuple(splits[-1])


def test_what_articles_print_stands_beside_what_the_words_give(open_page):
    """Rules, splits, a size and marks, whatever is on the screen."""
    text = claims_of(open_page)
    run = train(SMALL)
    firsts = [merge.token for merge in run.merges[: len(SMALL_RULES)]]
    counts = {each.pair: each.count for each in run.snapshot(0).pairs()}
    lo, er = counts["l", "o"], counts["e", "r"]
    assert run.merges[0].pair == ("e", "r")
    assert f"l + o occurs {lo} times and er {er} times, so the first rules are " in text
    assert f"so the first rules are {''.join(firsts)}." in text
    for word, verdict in {
        "newer, often printed newer": "no step cuts it so",
        "lower, often printed lower": "no step cuts it so",
        "newest, often printed newer": "these tokens do not spell the word",
        "outstanding, often printed outstanding": "u, t, s, a, g do not occur",
    }.items():
        assert f"{word}: {verdict}" in text
    assert f"no single tie rule takes them all. First seen: {first_of(NEWER, 8)}." in text
    library = train(SIX_WORDS, LIBRARY)
    letters = {letter for word in library.corpus.words for letter in word}
    marked = {*library.alphabet} - letters
    room = 17 - 1 - len(letters) - len(marked)
    assert (len(letters), marked, room) == (11, {"r</w>", "t</w>"}, 3)
    assert f"has room for 3 merges: {first_of(SIX_WORDS, 3, LIBRARY)}." in text
    assert 17 - len(train(SIX_WORDS).alphabet) == 5
    marked = train({f"^{word}$": n for word, n in SMALL.items()}, replace(PAPER, boundary="none"))
    assert [each.token for each in marked.merges[:5]] == ["er", "er$", "wer$", "^l", "^lo"]
    assert f"after {len(marked)} merges; with </w> alone, after {len(run)}." in text
    assert "1994, Philip Gage" in catalogue("en")["train.truth_dates"]


def first_of(corpus, number, scheme="paper") -> str:
    return "".join(merge.token for merge in train(corpus, scheme).merges[:number])


def test_the_course_example_of_wordpiece_is_held_against_its_run(open_page):
    """By score, count and gain; hugs before hug."""
    text = claims_of(open_page)
    run = train(HUG, "wordpiece")
    found = measure(run.snapshot(0))
    won = {by: (found.pair(row), found.gain[row]) for by, row in found.winners.items()}
    assert won["score"][0] == ("##g", "##s")
    assert won["count"][0] == won["gain"][0] == ("##u", "##g")
    assert f"the score first takes ##g##s: 1/20, and a gain of +{won['score'][1]:,.1f}" in text
    assert f"its gain is the largest, +{won['gain'][1]:,.1f} bits" in text
    assert run.merges[2].token == "hugs"
    assert "After step 2, hu##gs scores 5 / (15 × 5) = 1/15." in text
    assert "After step 2, hu##g scores 10 / (15 × 15) = 2/45." in text
