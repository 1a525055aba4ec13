"""The page Check: example words, sentences on mistakes, and the word of a wrong count."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from bpe import PRESETS, train
from bpe.checking import Diagnosis, hold_against
from bpe.checking.mistakes import mistakes
from bpe.player.tokens import exact
from bpe.schemes import Score
from bpe.text.characters import to_alias
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import trained
from ui import merge_lists
from ui.own_text import sources
from ui.pages import page_named
from ui.samples import samples
from ui.text import t
from ui.views import check

RUNS = page_named("check").runs
SAMPLE = RUNS.text
SCORES: tuple[Score, ...] = ("wordpiece", "count")


@pytest.fixture(scope="module")
def training():
    return trained(SAMPLE, RUNS.opening_scheme(SAMPLE))


def test_the_player_shows_words_of_both_pairs(training):
    """The shown words contain the two pairs of the first difference.

    A list in byte aliases is right except for its spelling. The example lists of a changed tie rule
    or score differ from the run.
    """
    made = [merge.pair for merge in training.merges]
    made[9], made[30] = made[30], made[9]
    found = merge_lists.with_words(hold_against(training, made))
    snapshot = training.snapshot(9)
    met = [{*pairwise(snapshot.tokens(word))} & {made[9], made[30]} for word in found.words]
    assert all(met)
    assert set().union(*met) == {made[9], made[30]}
    assert merge_lists.with_words(hold_against(training, made[:9], 9)).words == ()
    spelled = [tuple(to_alias(token).encode() for token in merge.pair) for merge in training.merges]
    found = merge_lists.with_words(hold_against(training, spelled))
    assert "The merges are right, but merge" in check.verdict_markup(found, training.scheme)
    six = train(SIX_WORDS, "paper")
    assert [*merge_lists.example_merges(six, "ties", None)] != [merge.pair for merge in six.merges]
    by_score, by_count = (train(HUG, replace(PRESETS["wordpiece"], score=s)) for s in SCORES)
    made = merge_lists.example_merges(by_score, "score", None)
    assert [*made] == [merge.pair for merge in by_count.merges]


@pytest.mark.parametrize("name", ["paper", "cs336", "wordpiece"])
def test_what_is_said_of_any_mistake_names_all_that_it_is_about(name):
    """The sentences on cause and remedy of every mistake have all the words that they need."""
    run, text = train(SIX_WORDS, name), f"{SIX_WORDS}\n"
    every = {(each.cause, each.detail) for each in mistakes(run.corpus, run.scheme, text)}
    for cause, detail in sorted(every | {("mark", "")}):
        found = Diagnosis(cause, detail, (run.scheme.tie_rule,), 3)
        words = check.cause_words(found, run.scheme)
        for part in ("cause", "mend"):
            assert t(f"check.{part}_{check.cause_key(found)}", **words)


@pytest.mark.parametrize(
    "name", [name for name in merge_lists.TRAINERS if name not in ("none", "one_more")]
)
def test_a_verdict_has_its_mistake_the_counts_of_its_step_and_its_evidence(training, name):
    """The verdict on an example list names the counts of both pairs at its step.

    The evidence says that the mistake explains all merges of the list.
    """
    source = sources.of_sample(samples()[SAMPLE])
    made = merge_lists.example_merges(training, name, source.text)
    merges = [merge.pair for merge in training.merges]
    step = next(at for at, pair in enumerate(made) if pair != merges[at])
    counts = {each.pair: each.count for each in training.snapshot(step).pairs()}
    both = dict.fromkeys(counts.get(pair, 0) for pair in (made[step], merges[step]))
    found = merge_lists.check_merges(training, name, source)
    assert found.diagnosis.cause == merge_lists.TRAINERS[name][0]
    where = check.verdict_markup(found, training.scheme)
    assert [int(count) for count in re.findall(r"(\d+)×", where)] == [*filter(None, both)]
    assert not re.search("first [01] merges", where)
    assert f"learns all {len(made)} merges" in check.evidence_markup(found)
    words = check.cause_words(found.diagnosis, training.scheme)
    assert words.get("cut") != words["own_cut"]


@pytest.mark.parametrize("changes", [{}, {"tie_rule": "first", "special_tokens": ("<b>'\n",)}])
def test_the_program_checks_by_the_scheme_of_the_page(changes):
    """The program names a preset, or a preset with all its changed settings."""
    scheme = replace(PRESETS["cs336"], **changes)
    [written] = re.findall(r"\.read\(\), (.*)\)\nprint", check.code(scheme))
    made = eval(written, {"PRESETS": PRESETS, "replace": replace})
    assert PRESETS.get(made, made) == scheme


@pytest.mark.parametrize(("detail", "gains"), [("kept", False), ("unborn", True)])
def test_old_counts_are_explained_by_a_word_that_the_player_shows(training, detail, gains):
    """In the shown word, an earlier merge removed or created the miscounted pair.

    The change in this word is the largest of all words.
    """
    made = merge_lists.mistaken_merges(training, "stale", detail)
    found = merge_lists.with_words(hold_against(training, made))
    missed, step = found.missed, found.difference.step
    assert missed.word in found.words
    assert missed.pair == (found.difference.ours.pair if gains else found.difference.theirs)
    ranks = [merge.pair for merge in training.merges[:step]]
    before, after = (
        [*training.snapshot(ranks.index(missed.merged) + late).tokens(missed.word)]
        for late in (0, 1)
    )
    for tokens, part in ((before, missed.before), (after, missed.after)):
        assert part in [tuple(tokens[at : at + len(part)]) for at in range(len(tokens))]
    assert missed.pair in pairwise(after if gains else before)
    assert "".join(map(exact, missed.before)) == "".join(map(exact, missed.after))
    changed = [
        count
        for at in range(step)
        for word, count in training.corpus.items()
        if missed.pair in {*pairwise(training.snapshot(at + gains).tokens(word))}
        and missed.pair not in {*pairwise(training.snapshot(at + 1 - gains).tokens(word))}
    ]
    assert missed.count == max(changed)


@pytest.mark.parametrize(
    ("words", "pair", "gains", "count"),
    [({"aaax": 5, "aax": 2}, ("a", "x"), False, 2), ({"abab": 5, "aba": 3}, ("ab", "a"), True, 3)],
)
def test_a_count_changes_in_no_word_that_the_merge_left_it_in(words, pair, gains, count):
    """A changed count is explained only by a word in which the merge removed or made the pair."""
    training = train(words, "huggingface", max_merges=1)
    assert merge_lists.count_change(training, pair, 1, gains=gains).count == count
