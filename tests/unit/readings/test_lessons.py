"""What a short run teaches: found where it is there, and nowhere else. By hand, on few words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.readings import lessons
from bpe.readings.lessons import (
    LAST_MERGE,
    LONGEST,
    LONGEST_TOKEN,
    MOST_WORDS,
    Goal,
    first_merges,
    more_by_longest,
    never_used,
    nth_merge,
    one_more,
)
from tests import twin
from tests.cases import for_each

PLAIN = replace(PRESETS["paper"], boundary="none")

CASES = [
    # (ab) counts 5 in one word, (cd) 4 in two.
    (lessons.weights, {"ab": 5, "cd": 3, "cde": 1}, PLAIN, True),
    # The winner is in most words itself.
    (lessons.weights, {"ab": 3, "abc": 3, "cd": 1}, PLAIN, False),
    # Two lead.
    (lessons.weights, {"ab": 4, "cd": 3, "cde": 1}, PLAIN, False),
    (lessons.overlap, {"mmm": 2}, PLAIN, True),
    (lessons.overlap, {"mm": 2, "ma": 1}, PLAIN, False),
    (lessons.overlap, {"mmma": 1, "ca": 2}, PLAIN, False),
    (lessons.overlap, {"m": 2}, PLAIN, False),
    (lessons.ties, {"ab": 2, "cd": 2}, PLAIN, True),
    (lessons.ties, {"ab": 2, "cd": 1}, PLAIN, False),
    (lessons.ties, {"a": 2}, PLAIN, False),
    (lessons.mark, {"be": 2, "see": 2, "ax": 1}, PRESETS["paper"], True),
    # No e but at the end of a word.
    (lessons.mark, {"be": 2, "we": 2}, PRESETS["paper"], False),
    # A pair without the mark comes first.
    (lessons.mark, {"ten": 2, "tea": 2, "at": 1}, PRESETS["paper"], False),
    # It ties with another.
    (lessons.mark, {"ae": 1, "be": 1, "cdf": 2, "ea": 1}, PRESETS["paper"], False),
    (lessons.score, {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece", True),
    (lessons.score, {"ab": 2}, "wordpiece", False),
    # (a, ##b) and (c, ##d) share the score.
    (lessons.score, {"ab": 2, "cd": 2, "xy": 9, "xz": 3, "wy": 3}, "wordpiece", False),
    # (x, ##y) and (##y, ##x) share the count.
    (lessons.score, {"ab": 2, "xyxz": 9, "yx": 3}, "wordpiece", False),
    (lessons.half_characters, {"é": 2, "è": 2}, "gpt", False),
    (lessons.half_characters, {"他": 3, "们": 2}, "gpt", True),
    # Half a character, but of one only: its bytes are F0 90 90 90.
    (lessons.half_characters, {"\U00010410": 3}, "gpt", False),
    # It ties with another that comes later.
    (lessons.half_characters, {"他": 2, "们": 1, "ab": 3}, "minbpe", False),
    (lessons.half_characters, {"ab": 3, "éa": 1}, "gpt", False),
    (lessons.half_characters, {"ab": 3}, PLAIN, False),
    (lessons.half_characters, {"a": 3}, "gpt", False),
]


@for_each(("lesson", "words", "scheme", "there"), CASES)
def test_a_lesson_is_found_where_it_is_there(lesson, words, scheme, there):
    """One corpus that shows it, and others that miss it by one thing each."""
    assert (lesson(train(words, scheme)) is not None) == there


@for_each(("word", "there"), [("nest", True), ("low", False), ("znest", False), ("", False)])
def test_the_order_of_merges_shows_in_a_word_of_known_letters(word, there):
    """Cut alike, or with a letter that the run lacks, it shows nothing."""
    training = train("low lower lowest new newest wide widest slow slowest", max_merges=9)
    assert (lessons.order(training, word) is not None) == there


def test_the_word_that_shows_an_overlap_is_the_one_with_most_of_it():
    """Before and after are splits of one word of the corpus."""
    found = lessons.overlap(train({"mma": 9, "ammm": 1, "mmmm": 1}, PLAIN))
    assert found.tokens["before"] == ("m",) * 4
    assert found.tokens["after"] == ("mm", "mm")
    assert found.values == {"count": 9 + 2 + 3, "replaced": 9 + 1 + 2}


ING = Goal(words=6, merge=3, scheme="paper", token="ing")
WORDS = st.lists(st.text("abin</w>g", min_size=1, max_size=5), min_size=1, max_size=8)


def merged(text: str, scheme: str, most: int) -> list:
    """Return the tokens that the slow twin merges, in order."""
    corpus = Corpus.from_text(text, scheme)
    steps = list(twin.run(corpus, PRESETS[scheme], most))
    return [steps[-1].tokens[-len(steps) + 1 + at] for at in range(len(steps) - 1)]


@for_each(
    ("text", "code"),
    [
        ("a a a a ing ings", "nth"),
        ("a a a ing ing", "nth_tied"),
        ("at an ing", "elsewhere"),
        ("king ring sing thing", "elsewhere"),
        ("a a a inn inn", "other"),
        ("a b", "few"),
        ("a a a a a ing ing", "words"),
    ],
)
def test_the_third_merge_is_the_one_asked_for_or_what_comes_instead_is_said(text, code):
    """A solution, and answers that miss it by a place, a letter, a merge or a word."""
    verdict = nth_merge(text, ING)
    assert verdict.found.code == code
    assert verdict.solved == code.startswith("nth")


def test_a_token_that_comes_elsewhere_is_named_with_its_place():
    """In a run of few words `ing` is often the second merge."""
    found = nth_merge("king ring sing thing", ING).found
    assert found.tokens["token"] == ("ing</w>",)
    assert (found.values["wanted"], found.values["at"]) == ("ing", 2)


def test_a_solution_that_the_tie_rule_chose_says_so():
    """Six ones: the first seen goes first."""
    verdict = nth_merge("ing", Goal(6, 2, "paper", "ing"))
    assert verdict.solved
    assert verdict.found.code == "nth_tied"
    assert verdict.found.values["tied"] == len(train("ing").merges[1].ties) > 1


@given(WORDS, st.sampled_from(list(PRESETS)), st.integers(1, 4), st.text("ing", max_size=3))
def test_a_merge_is_right_where_a_slow_training_makes_that_token_there(words, scheme, place, token):
    """Against the twin, by every scheme; bytes are compared as the text they spell."""
    goal = Goal(MOST_WORDS, place, scheme, token or "in")
    tokens = merged(" ".join(words), scheme, LAST_MERGE)
    spelled = [t if isinstance(t, str) else t.decode("utf-8", "replace") for t in tokens]
    expected = spelled[place - 1 : place] == [goal.token]
    assert nth_merge(" ".join(words), goal).solved == expected


@for_each(
    ("text", "first", "second", "code"),
    [
        ("hug hugs pug", "paper", "wordpiece", "parted"),
        ("high low low high", "paper", "huggingface", "parted"),
        ("aa b aa", "paper", "subword-nmt", "agree"),
        ("low lower", "paper", "gpt", "agree"),
        ("ab ab", "paper", "paper", "agree"),
        ("a b", "huggingface", "paper", "no_pairs"),
    ],
)
def test_two_schemes_part_where_they_merge_other_letters(text, first, second, code):
    """A mark that is part of a token, or its being bytes, is no difference."""
    verdict = first_merges(text, first, second)
    assert verdict.found.code == code
    assert verdict.solved == (code == "parted")
    if code != "no_pairs":
        pairs = tuple(train(text, scheme).merges[0].pair for scheme in (first, second))
        assert (verdict.found.tokens["first"], verdict.found.tokens["second"]) == pairs


RUN = train("low lower lowest new newest wide widest slow slowest", max_merges=9)
CHAIN = train({"cd": 9, "bc": 2, "abc": 6}, "huggingface", max_merges=3)


@for_each(
    ("run", "word", "code"),
    [
        (RUN, "nest", "longer"),
        (CHAIN, "abcd", "shorter"),
        (CHAIN, "bcd", "as_many"),
        (RUN, "nes", "as_many"),
        (RUN, "low", "same"),
        (RUN, "zebra", "unknown"),
        (RUN, "low new", "one_word"),
    ],
)
def test_a_word_is_cut_into_more_tokens_by_longest_match_or_how_it_is_cut_is_said(run, word, code):
    """As the two encoders cut it; and it must be one word of known characters."""
    verdict = more_by_longest(run, word)
    assert verdict.found.code == code
    assert verdict.solved == (code == "longer")
    cuts = [run.tokenizer().encode(word, how).tokens for how in ("merges", "longest-match")]
    if "longest" in verdict.found.tokens:
        shown = [verdict.found.tokens[way] for way in ("merges", "longest")]
        assert shown == list(map(tuple, cuts))
        lengths = {"by_merges": len(cuts[0]), "by_longest": len(cuts[1])}
        assert verdict.found.values == lengths


@for_each(
    ("before", "after", "merges", "code"),
    [
        ("abc ab", "abc abc", 3, "fewer"),
        ("ab a", "ab ab", 2, "fewer"),
        ("ab a", "ab ab", 3, "equal"),
        ("ab", "abc", 2, "more"),
        ("abc ab", "abd abc", 3, "not_one"),
        ("abc ab", "abcabc", 3, "not_one"),
        ("abc ab", "abc abcd", 3, "not_one"),
        ("abc ab", "abc ab", 3, "not_one"),
        ("abc abc", "abc ab", 3, "not_one"),
    ],
)
def test_one_character_more_and_fewer_tokens(before, after, merges, code):
    """Only an insertion counts, and only fewer tokens solve it."""
    verdict = one_more(before, after, merges)
    assert verdict.found.code == code
    assert verdict.solved == (code == "fewer")
    if code != "not_one":
        counted = [sum(map(len, _words(text, merges))) for text in (before, after)]
        assert [verdict.found.values["before"], verdict.found.values["after"]] == counted


def _words(text: str, merges: int) -> list:
    """Split a text's words, one by one, after merges of the slow twin."""
    corpus = Corpus.from_text(text, "paper")
    words = list(twin.run(corpus, PRESETS["paper"], merges))[-1].words
    return [word for word, n in zip(words, corpus.counts, strict=True) for _ in range(n)]


@given(st.text("ab ", min_size=1, max_size=8), st.text("ab ", max_size=9))
def test_an_insertion_is_what_deleting_one_character_undoes(before, after):
    """Tried at every place."""
    undone = {after[:place] + after[place + 1 :] for place in range(len(after))}
    try:
        verdict = one_more(before, after, 2)
    except CorpusError:
        return
    assert (verdict.found.code != "not_one") == (before in undone)


@for_each(
    ("text", "code", "left"),
    [
        ("low low lower", "unused", ("lo", "low")),
        ("abab", "unused", ("ab", "abab")),
        ("a b", "all_used", ()),
        ("ab a", "all_used", ()),
    ],
)
def test_a_learned_token_that_is_used_up(text, code, left):
    """All that occur no more are named; a letter does not count."""
    merges = 1 if text == "ab a" else 4
    verdict = never_used(text, merges)
    assert verdict.found.code == code
    assert verdict.solved == (code == "unused")
    assert verdict.found.tokens.get("tokens", ()) == left


def test_a_run_without_a_merge_has_learned_nothing():
    """One letter, by a scheme without marks."""
    verdict = never_used("a b", 4, "huggingface")
    assert (verdict.solved, verdict.found.code) == (False, "no_merge")


JUDGES = {
    "nth_merge": lambda text: nth_merge(text, ING),
    "first_merges": lambda text: first_merges(text, "paper", "gpt"),
    "more_by_longest": lambda text: more_by_longest(RUN, text),
    "one_more": lambda text: one_more(text[:-1], text, 3),
    "never_used": lambda text: never_used(text, 4),
}


@for_each("judge", JUDGES)
def test_an_answer_has_a_longest(judge):
    """What a form would not send, a hostile client can."""
    JUDGES[judge]("a" * LONGEST)
    with pytest.raises(CorpusError, match=f"at most {LONGEST} characters, got {LONGEST + 1}"):
        JUDGES[judge]("a" * (LONGEST + 1))


@for_each("judge", ["nth_merge", "first_merges", "never_used"])
def test_an_answer_that_is_the_name_of_a_file_is_a_text(judge):
    """Nothing of the machine's files is looked at, let alone told."""
    JUDGES[judge](__file__[-LONGEST:])
    JUDGES[judge]("/etc/passwd")


@for_each(
    ("goal", "said"),
    [
        ((0, 3, "paper", "ing"), "words must be a whole number of 1 or more, got 0"),
        ((MOST_WORDS + 1, 3, "paper", "ing"), f"words must be at most {MOST_WORDS}"),
        ((6, 0, "paper", "ing"), "merge must be a whole number of 1 or more, got 0"),
        ((6, LAST_MERGE + 1, "paper", "ing"), f"merge must be at most {LAST_MERGE}"),
        ((6, 3, "rubbish", "ing"), "scheme must be one of"),
        ((6, 3, "paper", ""), f"token must have 1 to {LONGEST_TOKEN} characters, got 0"),
        ((6, 3, "paper", "i" * (LONGEST_TOKEN + 1)), "token must have 1 to"),
    ],
)
def test_a_goal_out_of_bounds_is_refused(goal, said):
    """By the rule, the value and the way out."""
    with pytest.raises(ValueError, match=said):
        Goal(*goal)
    Goal(MOST_WORDS, LAST_MERGE, "gpt", "i" * LONGEST_TOKEN)
