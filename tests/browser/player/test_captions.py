"""The sentences of a run of merges: what comes next and why, why it stopped; pairs, words apart."""

from dataclasses import replace
from pathlib import Path

import pytest

import ui.player
from bpe import PRESETS, TIE_RULES, train
from tests.browser.training import TOKENS
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import handle_of
from tests.unit.player.cuts import run_of
from ui.player import step_player
from ui.player.payload import player_texts
from ui.shell.component import bundle

SAID = """([run, text]) => {
    const chip = (token) => run.tokens[token][0];
    const pair = (tokens) => `(${tokens.map(chip).join(", ")})`;
    const view = { run, text, pair };
    const said = (step) => captionOf(view, step).map((part) => part.textContent ?? part).join("");
    return Array.from({ length: run.steps + 1 }, (_, step) => said(step));
}"""


@pytest.fixture(scope="module")
def said(browser):
    """Return what is said of a run at each step."""
    script = bundle([Path(ui.player.__file__).with_name("captions.js")])
    page = browser.new_page()
    page.add_script_tag(
        content=f"{script}\nObject.assign(globalThis, {{ captionOf }});", type="module"
    )
    page.wait_for_function("'captionOf' in globalThis")
    yield lambda run, lang="en": page.evaluate(SAID, [run, player_texts(lang)])
    page.close()


def test_the_caption_says_count_words_and_ties(said):
    """The design's own example, word for word, in both languages."""
    training = train(SIX_WORDS, "paper", max_merges=5)
    assert said(run_of(training))[0] == (
        "Next: (e, s) occurs 3 times: in highest, lowest, coolest. "
        "Four other pairs tie; the first one seen wins."
    )
    assert said(run_of(training), "zh")[0] == (
        "接下来：(e, s) 出现 3 次，见于 highest\u200blowest\u200bcoolest。"
        "另有 4 个相邻对并列；最先出现的胜出。"
    )


def test_the_caption_minds_its_plurals(said):
    """One occurrence, one other pair, no tie, more words than are named."""
    captions = said(run_of(train(SIX_WORDS, "paper")))
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
    once = said(run_of(train("ab", "huggingface")))[0]
    assert once == "Next: (a, b) occurs once."


def test_the_caption_says_a_score_and_by_which_rule_a_tie_is_decided(said):
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
def test_the_last_caption_says_why_training_stopped(said, limits, reason):
    """Each reason in words, with the merge that would have come next."""
    caption = said(run_of(train(SIX_WORDS, "paper", **limits)))[-1]
    assert caption.startswith(f"Training stopped: {reason}")


def test_a_forced_merge_is_called_that_and_what_the_rule_would_take_is_named(said):
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


def test_a_sentence_keeps_pairs_and_words_apart(component_page):
    """Tokens and words of punctuation, marks or spaces cannot be taken for the sentence's own."""
    training = train(", , ,, (a, (a,", "paper", max_merges=2)
    [mounted] = component_page(lambda: step_player(handle_of(training), "p"))
    caption = mounted.root.locator(".caption")
    assert caption.locator(".token").evaluate_all(TOKENS) == [",", "</w>"]
    assert caption.locator("q").all_inner_texts() == [",", "(a,", ",,"]
