"""The sentences of a run: what comes next and why, why it stopped; pairs and words apart."""

from dataclasses import replace

import pytest

from bpe import PRESETS, TIE_RULES, train
from tests.data import HUG, SIX_WORDS
from tests.unit.player.cuts import run_of, said, translate
from ui.player.captions import named
from ui.player.payload import encoding_run


def test_the_caption_says_count_words_and_ties():
    """The design's own example, word for word, in both languages."""
    training = train(SIX_WORDS, "paper", max_merges=5)
    assert said(run_of(training))[0] == (
        "Next: (e, s) occurs 3 times: in highest, lowest, coolest. "
        "Four other pairs tie; the first one seen wins."
    )
    assert said(run_of(training, "zh"))[0] == (
        "接下来：(e, s) 出现 3 次，见于 highest\u200blowest\u200bcoolest。"
        "另有 4 个相邻对并列；最先出现的胜出。"
    )


def test_the_caption_minds_its_plurals():
    """One occurrence, one other pair, no tie, more words than are named."""
    captions = said(run_of(train(SIX_WORDS, "paper")))
    assert captions[3].endswith("One other pair ties; the first one seen wins.")
    assert captions[4] == "Next: (er, </w>) occurs 3 times: in higher, lower, cooler."
    many = said(run_of(train("aab aac aad aae", "paper", max_merges=1)))[0]
    assert many == "Next: (a, a) occurs 4 times: in aab, aac, aad, aae."
    text = " ".join(f"aa{letter}" for letter in "bcdefg")
    english, chinese = (
        said(run_of(train(text, "paper", max_merges=1), lang))[0] for lang in ("en", "zh")
    )
    assert english == "Next: (a, a) occurs 6 times: in aab, aac, aad and 3 other words."
    assert chinese == "接下来：(a, a) 出现 6 次，见于 aab\u200baac\u200baad及另外 3 个词。"
    lines = " ".join(f"{letter}老师今天没有" for letter in "甲乙丙丁戊")
    for lang, ending in (("en", "and 2 other lines."), ("zh", "另外 2 行。")):
        assert said(run_of(train(lines, "paper", max_merges=1), lang))[0].count(ending) == 1
    once = said(run_of(train("ab", "huggingface")))[0]
    assert once == "Next: (a, b) occurs once."


def test_the_caption_says_a_score_and_by_which_rule_a_tie_is_decided():
    """The score where it decides; each rule by its name; of one word alone no words."""
    hug = train(HUG, "wordpiece")
    first = said(run_of(hug))[0]
    assert first == "Next: (##g, ##s) scores 0.05 and occurs 5 times: in hugs."
    wins = {
        "first": "the first one seen wins",
        "largest": "the last in character order wins",
        "smallest": "the first in character order wins",
        "smallest-ids": "the pair with the smaller token ids wins",
        "shortest": "the shorter token wins, then the earlier in character order",
    }
    for rule in TIE_RULES:
        run = train("abcd", replace(PRESETS["huggingface"], tie_rule=rule))
        pair = "({}, {})".format(*run.merges[0].pair)
        expected = f"Next: {pair} occurs once. Two other pairs tie; {wins[rule]}."
        assert said(run_of(run))[0] == expected


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (
            {"max_merges": 1},
            "it reached the limit of one merge. The next merge would have been (es, t)",
        ),
        ({"max_merges": 5}, "it reached the limit of 5 merges."),
        ({"vocab_size": 17}, "the vocabulary reached 17 tokens, the size that was set."),
        ({"min_frequency": 3}, "none of the pairs left occurs often enough. The next merge would"),
        ({}, "every word is a single token, so no pair is left."),
    ],
)
def test_the_last_caption_says_why_training_stopped(limits, reason):
    """Each reason in words, with the merge that would have come next."""
    caption = said(run_of(train(SIX_WORDS, "paper", **limits)))[-1]
    assert caption.startswith(f"Training stopped: {reason}")


def test_a_sentence_keeps_pairs_and_words_apart():
    """Tokens and words of punctuation, marks or spaces cannot be taken for the sentence's own."""
    run = run_of(train(", , ,, (a, (a,", "paper", max_merges=2))
    spoken = run["captions"]
    coming, pair, *parts = spoken["said"][0]
    assert spoken["texts"][coming] == "Next: "
    assert [run["tokens"][token][0] for token in pair] == [",", "</w>"]
    assert [spoken["names"][-1 - part] for part in parts if part < 0] == [",", "(a,", ",,"]
    assert "(" not in "".join(spoken["texts"])


def test_a_sentence_names_long_words_by_their_beginning():
    """Twenty columns, of which a Chinese character takes two."""
    assert named("a" * 21) == "a" * 20 + "…"
    assert named("吾" * 11) == "吾" * 10 + "…"
    assert named("吾" * 10) == "吾" * 10


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("es est er", ""),
        ("es est er lest", ""),
        ("es est er lest wes", " 2 other words change, too."),
    ],
)
def test_of_many_words_three_are_named_and_the_rest_counted(text, more):
    """In a trace of merges, a sentence a word; a fourth word takes no more room than its count."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    encoding = training.tokenizer().encode(text)
    first = said(encoding_run(encoding, training.scheme, translate("en")))[0]
    named = 3 if more else len(text.split())
    listed = [f"In {word}, (e, {'r' if word == 'er' else 's'})" for word in text.split()[:named]]
    ranks = [
        " has the lowest rank (3)." if "r)" in each else " has the lowest rank (0)."
        for each in listed
    ]
    assert first == " ".join(map("".join, zip(listed, ranks, strict=True))) + more


def test_a_forced_merge_is_called_that_and_what_the_rule_would_take_is_named():
    """No word of a tie: the pair was not chosen, and no bracket joins it to those that lead."""
    run = run_of(train(SIX_WORDS, forced={0: ("r", "</w>")}))
    assert said(run)[0] == (
        "Next: (r, </w>) occurs 3 times: in higher, lower, cooler. "
        "This merge is forced; the rule would choose (e, s)."
    )
    assert run["leaders"][0][:2] == [1, 1]
    assert run["leaders"][1][:2] != [1, 1]
    again = said(run_of(train(SIX_WORDS, forced={0: ("e", "s")})))[0]
    assert again.endswith("This merge is forced, but the rule would choose it too.")
