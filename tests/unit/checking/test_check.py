"""Check: trainers with one mistake each are found out, and those without one pass."""

import random
from dataclasses import replace
from functools import cache

import pytest

from bpe import PRESETS, TIE_RULES, Corpus, CorpusError, train
from bpe.checking import CAUSES, check, hold_against
from bpe.checking.diagnosis import ALL_WORK, _judged
from bpe.checking.mistakes import mistakes
from bpe.checking.spelling import spellings
from bpe.checking.trainer import Behaviour, SlowTrainer, lead
from tests import broken_trainers as broken
from tests.data import SIX_WORDS
from tests.twin import merges as twin_merges
from ui.catalogue import catalogue
from ui.check.readings import mistaken_merges
from ui.samples import FOLDER

CHAPTER = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")[:2000]
RULE = replace(PRESETS["gpt"], pretokenizer="gpt2", tie_rule="largest")
MERGES = 50
HANDOUT = "low low low low low lower lower widest widest widest" + " newest" * 6
TOY = replace(PRESETS["gpt"], pretokenizer="whitespace", tie_rule="largest")


@cache
def text():
    """Some prose, with letters that stand three and four times in a row."""
    return CHAPTER + " baaa haaaa aaa caaaaa" * 8


def words():
    return broken.words_of(text())


MISTAKES = [
    (broken.tie_to_the_first, "tie", "", "first"),
    (broken.tie_to_the_last, "tie", "", "none"),
    (broken.tie_by_a_hash, "tie", "", "none"),
    (broken.unweighted, "weights", "", None),
    (broken.counted_once, "stale", "frozen", None),
    (broken.neighbours_forgotten, "stale", "kept", None),
    (broken.newcomers_forgotten, "stale", "unborn", None),
    (broken.overlaps_skipped, "overlap", "apart", None),
    (broken.counted_once_a_word, "overlap", "single", None),
    (broken.merged_from_the_right, "merging", "right", None),
    (broken.merged_once_a_word, "merging", "once", None),
    (broken.merged_without_a_step, "merging", "twice", None),
    (broken.merged_as_text, "merging", "text", None),
    (broken.spelled_in_aliases, "aliases", "text", None),
    (broken.last_pair_missed, "overlap", "short", None),
    (broken.last_token_lost, "merging", "dropped", None),  # words melt away: a short list
]


@pytest.mark.parametrize(("trainer", "cause", "detail", "rule"), MISTAKES)
def test_each_mistake_is_named(trainer, cause, detail, rule):
    """A trainer with one line wrong gets that line's cause, and no other."""
    learned = trainer(words(), MERGES)
    found = check(learned, text(), RULE)
    assert not found.agrees
    diagnosis = found.diagnosis
    assert (diagnosis.cause, diagnosis.detail) == (cause, detail)
    assert diagnosis.explained == len(learned) > 3
    assert diagnosis.rules == (() if rule is None else (rule,))


def test_a_search_for_a_cause_is_told_in_the_work_done():
    """From nothing on, more with each mistake that is tried, of the most that there can be."""
    heard = []
    hold_against(
        train(text(), RULE, max_merges=MERGES),
        broken.overlaps_skipped(words(), MERGES),
        on_progress=lambda *now: heard.append(now),
    )
    done = [each for each, _ in heard]
    assert {most for _, most in heard} == {ALL_WORK}
    assert done[0] == 0 < done[1] < done[-1] < ALL_WORK
    assert done == sorted(done)


CUTS = [
    (r"(?s).+", "words", {"joined", "text"}),
    (r"\S+", "pretokenizer", {"whitespace"}),
    (r"\w+|[^\w\s]+", "pretokenizer", {"letters", "strip"}),
    (r" ?\w+| ?[^\w\s]+|\s+", "pretokenizer", {"spaced"}),
    (broken.GPT2.replace("+|", "|", 1), "unknown", {""}),
]


@pytest.mark.parametrize(("pattern", "cause", "details"), CUTS)
def test_words_cut_in_another_way_are_told_by_the_pattern(pattern, cause, details):
    """Where a known pattern explains the list, it is named; a strange one stays unknown."""
    learned = broken.learn(broken.words_of(text(), pattern), MERGES)
    found = check(learned, text(), RULE)
    assert found.diagnosis.cause == cause
    assert found.diagnosis.detail in details


def test_lower_case_and_lines_are_ways_to_cut_as_well():
    """Text changed before it is cut is cut otherwise; without a text nothing is said of that."""
    lower = broken.learn(broken.words_of(text().lower()), 40)
    assert check(lower, text(), RULE).diagnosis.detail == "lower"
    whole = text().replace(" the ", "\n\n\nthe ")
    by_line = [word for line in whole.splitlines() for word in broken.words_of(line)]
    lines = broken.learn(by_line, MERGES)
    assert check(lines, whole, RULE).diagnosis.detail == "lines"
    windows = text().replace(" the ", "\r\n\r\n\r\nthe ")
    read_as_text = broken.learn(broken.words_of(windows.replace("\r\n", "\n")), MERGES)
    assert check(read_as_text, windows, RULE).diagnosis.detail == "newlines"
    padded = " " * 90 + text()
    stripped = broken.learn(broken.words_of(padded.strip()), MERGES)
    assert check(stripped, padded, RULE).diagnosis.detail == "trimmed"
    corpus = Corpus.from_text(text(), RULE)
    assert check(broken.unweighted(words(), 30), corpus, RULE).diagnosis.cause == "weights"
    letters = broken.learn(broken.words_of(text(), r"\w+|[^\w\s]+"), 30)
    assert check(letters, corpus, RULE).diagnosis.cause == "unknown"


def test_a_list_from_nowhere_is_unknown():
    """No cause is made up for merges that no trainer would learn."""
    pairs = [(b"q", b"z"), (b"z", b"q"), (b"j", b"j"), (b"x", b"q"), (b"v", b"v"), (b"w", b"w")]
    found = check(pairs, text(), RULE)
    assert found.diagnosis.cause == "unknown"
    assert found.difference.count == 0
    assert not found.difference.is_tied


def test_the_first_difference_is_told_by_the_record():
    """Step, both pairs and counts; unweighted with ties to the first: the cause, and the rule."""
    learned = broken.unweighted(words(), MERGES)
    found = check(learned, text(), RULE)
    record = train(text(), RULE, max_merges=MERGES)
    step = next(at for at, m in enumerate(record.merges) if m.pair != learned[at])
    difference = found.difference
    assert (difference.step, difference.theirs) == (step, learned[step])
    assert difference.ours == record.merges[step]
    counts = {pair.pair: pair.count for pair in record.snapshot(step).pairs()}
    assert difference.count == counts[learned[step]] < difference.ours.count
    assert difference.ours.count == counts[difference.ours.pair]
    learned = broken.learn(
        [(tokens, 1) for tokens, _ in words()], 40, pick=lambda pairs: max(pairs, key=pairs.get)
    )
    diagnosis = check(learned, text(), RULE).diagnosis
    assert (diagnosis.cause, diagnosis.rules) == ("weights", ("first",))
    other = [*broken.unweighted(words(), MERGES)[:-1], (b"q", b"z")]
    diagnosis = check(other, text(), RULE).diagnosis
    assert (diagnosis.cause, diagnosis.explained) == ("weights", MERGES - 1)


@pytest.mark.parametrize("rule", TIE_RULES)
def test_ties_by_each_rule_of_the_engine_are_told(rule):
    """In every scheme: the twin that breaks ties so is followed to its last merge."""
    sample = f"{SIX_WORDS} 好好学习 学习 naïve"
    for preset in PRESETS.values():
        scheme = replace(preset, tie_rule=rule)
        learned = twin_merges(Corpus.from_text(sample, scheme), scheme, 12)
        checked = check(learned, sample, preset)
        found, where = checked.diagnosis, checked.difference
        if found is not None:
            assert (where.is_tied, where.tied) == (True, len(where.ours.ties)), preset.name
            assert (found.cause, found.explained) == ("tie", len(learned)), preset.name
            assert rule in found.rules, preset.name
        assert (found is None) == (
            learned == twin_merges(Corpus.from_text(sample, preset), preset, 12)
        )


def test_a_rule_ends_at_the_first_choice_that_is_not_its_or_where_the_work_does():
    """Later ones are not asked; best at every step has no rule to name; work has an end."""
    words = tuple(((left, right), 1) for left, right in ("ab", "cd", "ef"))
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("c", "d"), ("a", "b"), ("e", "f")])
    assert led == {**dict.fromkeys(TIE_RULES, 0), "none": 3}
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("e", "f"), ("a", "b"), ("x", "y")])
    assert led == {**dict.fromkeys(TIE_RULES, 0), "largest": 1, "none": 2}
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("a", "b"), ("c", "d"), ("e", "f")], trainer.work)
    assert led["none"] == led["smallest"] == 1


def test_of_causes_that_explain_as_much_the_fewest_departures_come_first():
    """A tie rule alone is the simplest; a mistake with no rule to name the last."""
    found = {each.cause: each for each in mistakes(Corpus.from_text("ab", RULE), RULE)}
    assert {*found, "tie", "length", "mark", "unknown"} <= {*CAUSES}
    corpus, begin = Corpus.from_text(text(), CS336), "check.cut_"
    tried = [(each.cause, each.detail) for each in mistakes(corpus, CS336, text())]
    named = {each.removeprefix(begin) for each in catalogue("en") if each.startswith(begin)}
    cuts = {detail for cause, detail in tried if cause == "pretokenizer"}
    assert cuts == named - {"split", "text"}
    assert {("special", each) for each in ("text", "joined", "spaced")} <= {*tried}
    assert {("words", each) for each in ("joined", "text", "whole")} <= {*tried}
    led = {**dict.fromkeys(TIE_RULES, 3), "first": 5, "none": 7}
    judged = {
        cause: [(rank, each.rules, each.explained) for rank, each in _judged(mistake, led, RULE)]
        for cause, mistake in found.items()
    }
    assert judged["tie"] == [(0, ("first",), 5), (2, ("none",), 7)]
    assert judged["weights"] == [(1, (), 3), (3, ("first",), 5), (4, ("none",), 7)]


def test_a_list_that_stops_before_pairs_of_one_is_told_by_its_last_count():
    """Where counts fall to one; who drops a header that is not there drops a merge."""
    frequent = [merge.pair for merge in train(HANDOUT, TOY, min_frequency=2).merges]
    sample = HANDOUT + " abc"
    found = check(frequent, sample, TOY, max_merges=len(frequent) + 1)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", "frequency")
    found = check(learned("gpt")[1:], CHAPTER, "gpt", max_merges=60)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", "headless")


@pytest.mark.parametrize(
    ("given", "asked", "detail"),
    [
        # Longer than the record can be: it ran out of pairs, or of frequent ones.
        ({}, {"min_frequency": 2}, "frequency"),
        ({"extra": 1}, {}, "ended"),
        # Counts fall to one before the list ends, or after it.
        ({"max_merges": 8}, {"max_merges": 9}, "one_fewer"),
        ({"max_merges": 4}, {"max_merges": 9}, "fewer"),
        # The first that is left out occurs once, and the one before it more often.
        ({"max_merges": 6}, {"max_merges": 9}, "frequency"),
        # The alphabet, with the mark or without it, and a special token.
        ({"max_merges": 11}, {"vocab_size": 11}, "alphabet"),
        ({"max_merges": 10}, {"vocab_size": 11}, "alphabet"),
        ({"max_merges": 9}, {"vocab_size": 11}, "more"),
        ({"max_merges": 5}, {"max_merges": 4}, "one_more"),
        ({"max_merges": 2, "special_tokens": ("<s>",)}, {"vocab_size": 13}, "special"),
        ({"max_merges": 2, "special_tokens": ("<s>",)}, {"max_merges": 1}, "one_more"),
        ({"max_merges": 11, "special_tokens": ("<s>",)}, {"vocab_size": 13}, "more"),
        ({"max_merges": 12, "special_tokens": ("<s>",)}, {"vocab_size": 12}, "alphabet"),
        ({"max_merges": 12, "special_tokens": ("<s>", "<t>")}, {"vocab_size": 14}, "alphabet"),
        # No size of a vocabulary was asked for.
        ({"max_merges": 12}, {"max_merges": 1}, "more"),
        ({"max_merges": 4}, {"max_merges": 2}, "more"),
    ],
)
def test_what_the_length_of_a_right_list_tells(given, asked, detail):
    """Of sixteen merges, six of them of pairs that occur twice or more; an alphabet of eleven."""
    given = dict(given)
    sample, extra = "low low lower lowest newest widest", given.pop("extra", 0)
    scheme = replace(PRESETS["paper"], special_tokens=given.pop("special_tokens", ()))
    learned = [merge.pair for merge in train(sample, scheme, **given).merges]
    listed = learned + [("w", "w")] * extra
    found = check(listed, sample, scheme, **asked)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", detail)
    assert found.difference.step == min(len(listed), found.expected)
    assert (found.difference.theirs is None) == (len(listed) < found.expected)


def test_a_right_list_that_is_too_long_differs_from_no_merge_of_the_record():
    """The record ends where merges were asked for, though it was learned on for the counts."""
    sample = "low low lower lowest newest widest"
    learned = [merge.pair for merge in train(sample, "paper", max_merges=5).merges]
    found = check(learned, sample, max_merges=4)
    assert len(found.training) == 5
    assert (found.difference.theirs, found.difference.ours) == (learned[4], None)
    assert hold_against(found.training, learned[:3], 10**6).expected == 5
    longer = [merge.pair for merge in train(sample, "paper").merges]
    twice = train(sample, "paper", min_frequency=2)
    rare = check(longer, sample, max_merges=1, min_frequency=2).training
    assert rare.merges == twice.merges
    shorter = check(learned[:3], sample, max_merges=4)
    assert (shorter.difference.theirs, shorter.difference.ours.pair) == (None, learned[3])


def test_stand_ins_for_bytes_may_be_text_but_not_bytes():
    """Ġ as a str is how files spell a space; its UTF-8 as bytes is a mistake."""
    pairs = [merge.pair for merge in train(text(), RULE, max_merges=20).merges]
    spelled = [tuple(t.decode("latin-1").replace(" ", "Ġ") for t in pair) for pair in pairs]
    assert check(spelled, text(), RULE).agrees
    found = check([tuple(t.encode() for t in pair) for pair in spelled], text(), RULE)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("aliases", "list")
    assert found.difference.theirs == tuple(t.encode() for t in spelled[found.difference.step])


def never(done, total):
    """Stand in for whoever is told how far a training is, where none is to begin."""
    pytest.fail(f"trained: {done} of {total} merges")


def test_nothing_to_check_and_too_much_are_said_in_a_sentence():
    """The reader of the app can cause both; neither is trained for first."""
    with pytest.raises(CorpusError, match="merges must be at least one"):
        check([], text(), RULE)
    with pytest.raises(CorpusError, match="merges must be at most"):
        check([(b"a", b"b")] * 200_001, text(), RULE, on_progress=never)
    with pytest.raises(CorpusError, match="merges must be at most"):
        hold_against(train("low", RULE), [(b"a", b"b")] * 200_001)


CS336 = PRESETS["cs336"]
STORIES = (FOLDER / "four-stories.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("special", "seen_as", "cause", "detail"),
    [
        (["<|endoftext|>"], "<|endoftext|>", None, None),
        ([], "<|endoftext|>", "special", "text"),
        ([], "", "special", "joined"),
        ([], " ", "special", "spaced"),
    ],
)
def test_a_special_token_is_a_barrier_and_no_text(special, seen_as, cause, detail):
    """A trainer that splits there passes; one that merges or replaces it is found out."""
    stories = STORIES + "<|endoftext|>".join(["it was high and low", "er than the newest"] * 9)
    seen = broken.words_of(stories.replace("<|endoftext|>", seen_as), special=special)
    learned = broken.learn(seen, 60)
    diagnosis = check(learned, stories, CS336).diagnosis
    assert (diagnosis and diagnosis.cause) == cause
    assert (diagnosis and diagnosis.detail) == detail


def test_the_longest_token_of_a_scheme_is_part_of_the_rule():
    """Its own record passes; a trainer that knows nothing of the setting is told so."""
    scheme = replace(PRESETS["huggingface"], max_token_length=3)
    own = [merge.pair for merge in train(STORIES, scheme, max_merges=60).merges]
    assert check(own, STORIES, scheme).agrees
    other = [merge.pair for merge in train(STORIES, "huggingface", max_merges=60).merges]
    last = check(other, STORIES, PRESETS["huggingface"])
    assert last.agrees
    ties_first = replace(scheme, tie_rule="first")
    learned = [merge.pair for merge in train(STORIES, ties_first, max_merges=60).merges]
    assert "first" in check(learned, STORIES, scheme).diagnosis.rules
    assert check(other, STORIES, scheme).diagnosis.cause == "rules"


@pytest.mark.parametrize("preset", ["paper", "sentencepiece", "wordpiece", "cs336"])
def test_whatever_is_trained_and_however_wrongly_the_check_ends_in_a_sentence(preset):
    """Correct lists of any text pass; a known mistake is named, or another that does the same."""
    draw, scheme = random.Random(preset), PRESETS[preset]
    sample = "".join(draw.choices("aabc é1A.\n", k=90)) + "<|endoftext|>a aa"
    record = train(sample, scheme, max_merges=12)
    assert hold_against(record, [merge.pair for merge in record.merges], text=sample).agrees
    for mistake in mistakes(record.corpus, scheme, sample):
        learned = mistaken_merges(record, mistake.cause, mistake.detail, sample)
        if not learned:
            continue
        found = hold_against(record, learned, len(learned), sample)
        if not found.agrees:
            assert found.diagnosis.cause != "unknown"
            assert found.diagnosis.explained == len(learned)


def learned(scheme, merges=60):
    return [merge.pair for merge in train(CHAPTER, scheme, max_merges=merges).merges]


@pytest.mark.parametrize(
    ("scheme", "own", "mark"),
    [("paper", "</w>", "_"), ("subword-nmt", "</w>", "·"), ("sentencepiece", "▁", "Ġ")],
)
def test_another_mark_is_a_matter_of_spelling(scheme, own, mark):
    """Textbooks write the end of a word as _: every merge is right, and the list still differs."""
    listed = [tuple(part.replace(own, mark) for part in pair) for pair in learned(scheme)]
    assert listed != learned(scheme)
    found = check(listed, CHAPTER, scheme)
    assert not found.agrees
    assert (found.diagnosis.cause, found.diagnosis.explained) == ("mark", 60)
    assert found.difference.theirs == listed[found.difference.step]
    found = check([listed[1], listed[0], *listed[2:]], CHAPTER, scheme)
    assert found.pairs[2:] == tuple(learned(scheme)[2:]), "also where another merge comes first"


@pytest.mark.parametrize(
    ("scheme", "pair", "read"),
    [("sentencepiece", ("_a", "b_c"), ("▁a", "b_c")), ("paper", ("a_b", "c_"), ("a_b", "c</w>"))],
)
def test_another_mark_stands_where_the_schemes_own_would(scheme, pair, read):
    """At the begin or at the end of a token; elsewhere it is text."""
    [(kind, plain), (other, marked)] = spellings([pair], PRESETS[scheme])
    assert (kind, plain) == ("plain", (pair,))
    assert (other, marked) == ("mark", (read,))
