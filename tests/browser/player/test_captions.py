"""Captions of a run: the next pair and its reason, why training stopped, verdicts on bets."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import bpe.player
from bpe import PRESETS, TIE_RULES, train
from bpe.player.bundle import bundle
from bpe.player.cutting import cut_bets
from bpe.player.payload import CutOptions, player_texts
from bpe.player.tokens import exact
from bpe.readings.prediction import judge
from tests.browser.helpers import READS
from tests.browser.training import TOKENS
from tests.cases import for_each
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import run_with
from tests.unit.player.cuts import run_of
from ui.catalogue import catalogue
from ui.player import step_player


@pytest.fixture(scope="module")
def script(browser):
    """A blank page that has loaded only the script that writes the player's captions."""
    place = Path(bpe.player.__file__)
    source = bundle([place.with_name("question.js")])
    names = "captionOf, MergeBets, sayHints, sayVerdict"
    page = browser.new_page()
    page.add_script_tag(content=READS)
    page.add_script_tag(
        content=f"{source}\nObject.assign(globalThis, {{ {names} }});", type="module"
    )
    page.wait_for_function("'captionOf' in globalThis")
    yield page
    page.close()


@pytest.fixture
def said(script):
    """Return a function that gives the caption of a run at each step."""
    return lambda run, lang="en": script.evaluate("reads.captions", [run, player_texts(lang)])


def test_the_caption_says_count_words_and_ties_and_minds_its_plurals(said):
    """Captions in both languages use the right plural and count the words that they do not name.

    The cases include a single occurrence, a single other pair, no tie, and lines instead of words.
    """
    training = train(SIX_WORDS, "paper")
    captions = said(run_of(training))
    assert captions[0] == (
        "Next: (e, s) occurs 3 times: in highest, lowest, coolest. "
        "Four other pairs tie; the first one seen wins."
    )
    assert said(run_of(training), "zh")[0] == (
        "接下来：(e, s) 出现 3 次，见于 highest\u200blowest\u200bcoolest。"
        "另有 4 个相邻对并列；最先出现的胜出。"
    )
    assert captions[3].endswith("One other pair ties; the first one seen wins.")
    assert captions[4] == "Next: (er, </w>) occurs 3 times: in higher, lower, cooler."
    many = said(run_of(train("aab aac aad aae", "paper", max_merges=1)))[0]
    assert many == "Next: (a, a) occurs 4 times: in aab, aac, aad, aae."
    text = " ".join(f"aa{letter}" for letter in "bcdefg")
    english, chinese = (
        said(run_of(train(text, "paper", max_merges=1)), lang)[0] for lang in ("en", "zh")
    )
    assert english == "Next: (a, a) occurs 6 times: in aab, aac, aad and 3 other words."
    assert chinese == "接下来：(a, a) 出现 6 次，见于 aab\u200baac\u200baad及另外 3 个词。"
    lines = " ".join(f"{letter}老师今天没有" for letter in "甲乙丙丁戊")
    for lang, ending in (("en", "and 2 other lines."), ("zh", "另外 2 行。")):
        assert said(run_of(train(lines, "paper", max_merges=1)), lang)[0].count(ending) == 1
    pairs = "ab cd ef gh ij kl mn op qr st uv wx"
    assert said(run_of(train(pairs, "huggingface")))[0].endswith(
        ". 11 other pairs tie; the pair with the smaller token ids wins."
    )
    once = said(run_of(train("ab", "huggingface")))[0]
    assert once == "Next: (a, b) occurs once."


def test_the_caption_says_a_score_and_by_which_rule_a_tie_is_decided(said):
    """The caption gives the score if scores decide, and names the rule that decides a tie.

    The caption of a run with a single word names no words.
    """
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


REASONS = [
    ({"max_merges": 1}, "it reached the limit of one merge."),
    ({"max_merges": 5}, "it reached the limit of 5 merges."),
    ({"vocab_size": 17}, "the vocabulary reached 17 tokens, the size that was set."),
    ({"vocab_size": 13}, "the vocabulary reached 13 tokens, the size that was set."),
    ({"min_frequency": 3}, "none of the pairs left occurs often enough."),
    ({"min_frequency": 2}, "none of the pairs left occurs often enough."),
    ({}, "every word is a single token, so no pair is left."),
]


@for_each(("limits", "reason"), REASONS)
def test_the_last_caption_says_why_training_stopped(said, limits, reason):
    """The caption names the reason and, if a pair was left, the merge that would come next."""
    training = train(SIX_WORDS, "paper", **limits)
    more, merge = "", training.stop.merge
    if merge:
        times = "once" if merge.count == 1 else f"{merge.count} times"
        pair = "({}, {})".format(*merge.pair)
        more = f" The next merge would have been {pair}, which occurs {times}."
    assert said(run_of(training))[-1] == f"Training stopped: {reason}{more}"


def test_a_forced_merge_is_called_that_and_what_the_rule_would_take_is_named(said):
    """The caption of a forced merge mentions no tie, and no bracket joins it to leading pairs."""
    run = run_of(train(SIX_WORDS, forced={0: ("e", "r")}))
    assert said(run)[0] == (
        "Next: (e, r) occurs 3 times: in higher, lower, cooler. "
        "This merge is forced; the rule would choose (e, s)."
    )
    assert run["leaders"][0][:2] == [1, 1]
    assert run["leaders"][1][:2] != [1, 1]
    again = said(run_of(train(SIX_WORDS, forced={0: ("e", "s")})))[0]
    assert again.endswith("This merge is forced, but the rule would also choose it.")


JUDGED = {
    "counts": train({**dict.fromkeys(SIX_WORDS.split(), 1), "xyxyxy": 1, "longest": 2}),
    "scores": train(HUG, "wordpiece"),
    "tied scores": train("abcd", "wordpiece"),
    "rare pairs": train("ab ab ab cd cd ce fg xy xyz", min_frequency=2),
    "two scripts": train("a1 " * 5 + "ab " * 2, "sentencepiece"),
    "forced": train(SIX_WORDS, forced={1: ("r", "</w>")}),
}


def verdict(training, step, bet, right, say):
    """Return the reply to a bet, word for word, with the numbers of the engine."""
    merge, scored = training.merges[step], training.scheme.score != "count"
    times = [say["player.times"].format(count=count) for count in (bet.count, merge.count)]
    mine, coming = ("({}, {})".format(*map(exact, pair)) for pair in (bet.pair, merge.pair))
    kind = {
        "tied": "tied_right" if bet.rules else "tied",
        "forbidden": f"forbidden_{bet.forbidden}",
    }.get(bet.verdict, bet.verdict)
    if scored and bet.verdict in ("tied", "lower"):
        kind += "_score"
    text = say[f"player.bet_{kind}"].format(
        mine=mine,
        next=right if bet.verdict == "right" else coming,
        times=times[0],
        best=f"{merge.score:.3g}" if scored else times[1],
        score=f"{bet.score:.3g}",
        tied=len(merge.ties),
        rule=say[f"ties.wins_{training.scheme.tie_rule}"],
        other=say[f"ties.wins_{bet.rules[0]}"] if bet.rules else "",
        least=training.min_frequency,
    )
    return text + (say["player.between"] + say[f"player.slip_{bet.slip}"] if bet.slip else "")


@for_each("name", JUDGED)
def test_each_bet_is_said_as_the_engine_judges_it_and_hints_are_of_the_pair_that_comes(
    script, said, name
):
    """A bet on any pair shown at a step gets the sentence of the engine's verdict.

    Hints describe the pair that is merged next. A forced merge takes no bets.
    """
    training, say = JUDGED[name], catalogue("en")
    run, [bets] = run_of(training), json.loads(cut_bets(training, CutOptions(lang="en")))
    told = script.evaluate("reads.verdicts", [run, player_texts("en"), bets])
    for step, (found, right) in enumerate(zip(told, said(run), strict=False)):
        merge = training.merges[step]
        if step in training.forced:
            assert found is None
            continue
        judged = judge(training.snapshot(step), [tuple(pair) for pair, _ in found["said"]])
        for bet, (_, text) in zip(judged, found["said"], strict=True):
            if bet.verdict != "absent":  # shown only at an earlier step
                assert text == verdict(training, step, bet, right, say)
        how = "score" if training.scheme.score != "count" else "count"
        hint = say[f"player.hint_{how}"].format(count=merge.count, score=f"{merge.score:.3g}")
        left = say["player.hint_left"].format(token=exact(merge.pair[0]))
        assert [each.strip() for each in found["hints"]] == ["", hint, f"{hint} {left}"]


def test_a_sentence_keeps_pairs_and_words_apart(component_page):
    """Tokens and words in a caption are marked up, unlike punctuation of the sentence itself."""
    training = train(", , ,, (a, (a,", "paper", max_merges=2)
    [mounted] = component_page(lambda: step_player(run_with(training), "p"))
    caption = mounted.root.locator(".caption")
    assert caption.locator(".token").evaluate_all(TOKENS) == [",", "</w>"]
    assert caption.locator("q").all_inner_texts() == [",", "(a,", ",,"]
    assert caption.locator("q[dir=auto]").count() == 3, "a word may be Hebrew"
