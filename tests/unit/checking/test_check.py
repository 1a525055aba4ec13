"""Check: trainers with one mistake are diagnosed, and correct ones pass."""

import json
import random
from collections import defaultdict
from dataclasses import replace
from functools import cache

import pytest

from bpe import PRESETS, TIE_RULES, Corpus, CorpusError, train
from bpe.checking import CAUSES, check, hold_against
from bpe.checking.diagnosis import ALL_WORK, _judged
from bpe.checking.mistakes import mistakes
from bpe.checking.spelling import spellings
from bpe.checking.trainer import Behaviour, SlowTrainer, known_rules, lead
from bpe.interchange import load_merges
from tests import broken_trainers as broken
from tests.data import SIX_WORDS
from tests.twin import merges as twin_merges
from ui.catalogue import catalogue
from ui.merge_lists import mistaken_merges
from ui.samples import FOLDER

CHAPTER = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")[:2000]
RULE = replace(PRESETS["gpt"], pretokenizer="gpt2", tie_rule="largest")
MERGES = 50
HANDOUT = "low low low low low lower lower widest widest widest" + " newest" * 6
TOY = replace(PRESETS["gpt"], pretokenizer="whitespace", tie_rule="largest")


@cache
def text():
    """Return prose in which letters are repeated three and four times."""
    return CHAPTER + " baaa haaaa aaa caaaaa" * 8


def words():
    return broken.words_of(text())


CORPORA = {
    "prose": CHAPTER[:350] + " The THE Banana BANANA banana baaa haaaa aaa caaaaa" * 3,
    "handout": HANDOUT,
    "chinese": (FOLDER / "modern-chinese.txt").read_text(encoding="utf-8")[:250],
    "code": (FOLDER / "source-code.txt").read_text(encoding="utf-8")[:400].replace("##", ""),
}
CONFUSED = 20
"""The number of merges by which each mistake is diagnosed."""


PROSE, *OTHERS = CORPORA
CASES = [
    case for at, name in enumerate(PRESETS) for case in ((name, PROSE), (name, OTHERS[at % 3]))
]


@pytest.mark.parametrize(("preset", "name"), CASES)
def test_each_mistake_is_named_and_no_other(preset, name):
    """In every scheme and on two texts, a trainer with one wrong line gets the cause of that line.

    If two mistakes make the same list, the diagnosis is either of them; a mistake that changes
    nothing is skipped.
    """
    scheme, sample = replace(PRESETS[preset], rules="none"), CORPORA[name]
    record = train(sample, scheme, max_merges=CONFUSED + 1)
    right = broken.right(sample, scheme, CONFUSED + 1)
    assert right == [merge.pair for merge in record.merges]
    causes = defaultdict(set)
    for trainer, cause, detail, rule in broken.MISTAKES.values():
        learned = tuple(trainer(sample, scheme, CONFUSED))
        if learned != tuple(right[: len(learned)]):
            causes[learned].add((cause, detail, rule))
    said = {}
    for learned, expected in causes.items():
        found = hold_against(record, learned, CONFUSED, sample).diagnosis
        rules = [rule for _, _, rule in expected if rule in found.rules]
        found = (found.cause, found.detail, rules[0] if rules else None)
        if found not in expected:
            said[learned] = found, expected
    assert said == {}


def test_all_but_two_mistakes_can_be_told_from_the_others():
    """On prose by the exercise's scheme, all but at most two mistakes make different lists."""
    made = [
        tuple(trainer(CORPORA["prose"], replace(PRESETS["paper"], tie_rule="smallest"), 30))
        for trainer, *_ in broken.MISTAKES.values()
    ]
    assert len({*made}) >= len(made) - 2, "characters have no stand-ins; no mark, no last pair"


def test_a_search_for_a_cause_is_told_in_the_work_done():
    """Progress starts at 0 and grows with each mistake tried, and the total stays the same."""
    heard = []
    hold_against(
        train(text(), RULE, max_merges=MERGES),
        broken.learn(words(), MERGES, count=broken.apart),
        on_progress=lambda *now: heard.append(now),
    )
    done = [each for each, _ in heard]
    assert {most for _, most in heard} == {ALL_WORK}
    assert done[0] == 0 < done[1] < done[-1] < ALL_WORK
    assert done == sorted(done)


def test_stand_ins_for_bytes_are_not_trained_on():
    """The UTF-8 of the stand-ins gives other bytes, and the check names this cause."""
    found = check(broken.learn(broken.in_aliases(words()), MERGES), text(), RULE).diagnosis
    assert (found.cause, found.detail, found.explained) == ("aliases", "text", MERGES)


CUTS = [
    (r"(?s).+", "words", {"joined", "text"}),
    (r"\S+", "pretokenizer", {"whitespace"}),
    (r"\w+|[^\w\s]+", "pretokenizer", {"letters", "strip"}),
    (r" ?\w+| ?[^\w\s]+|\s+", "pretokenizer", {"spaced"}),
    (broken.GPT2.replace("+|", "|", 1), "unknown", {""}),
]


@pytest.mark.parametrize(("pattern", "cause", "details"), CUTS)
def test_words_cut_in_another_way_are_told_by_the_pattern(pattern, cause, details):
    """A known pattern that explains the list is named; an unknown pattern has an unknown cause."""
    learned = broken.learn(broken.words_of(text(), pattern), MERGES)
    found = check(learned, text(), RULE)
    assert found.diagnosis.cause == cause
    assert found.diagnosis.detail in details


def test_lower_case_and_lines_are_ways_to_cut_as_well():
    """Changing the text before it is split is diagnosed, too; this needs the text, not counts.

    With counts only, other causes are still found.
    """
    lower = broken.learn(broken.words_of(text().lower()), 40)
    assert check(lower, text(), RULE).diagnosis.cause == "case"
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
    """Merges that no trainer would learn get no invented cause."""
    pairs = [(b"w", b"b"), (b"b", b"w"), (b"h", b"h"), (b"c", b"b"), (b"v", b"v"), (b"w", b"w")]
    found = check(pairs, text(), RULE)
    assert found.diagnosis.cause == "unknown"
    assert found.difference.count == 0
    assert not found.difference.is_tied


def test_the_first_difference_is_told_by_the_record():
    """The difference has the step, both pairs and both counts of the record.

    A list without weights and with ties to the first gets the cause and the tie rule.
    """
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
    learned = broken.learn([(tokens, 1) for tokens, _ in words()], 40, broken.first)
    diagnosis = check(learned, text(), RULE).diagnosis
    assert (diagnosis.cause, diagnosis.rules) == ("weights", ("first",))
    other = [*broken.unweighted(words(), MERGES)[:-1], (b"q", b"z")]
    diagnosis = check(other, text(), RULE).diagnosis
    assert (diagnosis.cause, diagnosis.explained) == ("weights", MERGES - 1)


@pytest.mark.parametrize("rule", TIE_RULES)
def test_ties_by_each_rule_of_the_engine_are_told(rule):
    """In every scheme, the list of a twin with another tie rule is explained to its last merge."""
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
    """A rule's number of explained merges ends at its first mismatch or with the allowed work.

    The count "none" is that of merges with a best pair, by any tie rule.
    """
    words = tuple(((left, right), 1) for left, right in ("ab", "cd", "ef"))
    none = dict.fromkeys(known_rules(PRESETS["huggingface"]), 0)
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("c", "d"), ("a", "b"), ("e", "f")])
    assert led == {**none, "none": 3}
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("e", "f"), ("a", "b"), ("x", "y")])
    assert led == {**none, "largest": 1, "last": 1, "none": 2}
    trainer = SlowTrainer(words, PRESETS["huggingface"], Behaviour())
    led = lead(trainer, [("a", "b"), ("c", "d"), ("e", "f")], trainer.work)
    assert led["none"] == led["smallest"] == 1


def test_of_causes_that_explain_as_much_the_fewest_departures_come_first():
    """A tie rule alone ranks first; a mistake whose ties follow no known rule ranks last."""
    found = {each.cause: each for each in mistakes(Corpus.from_text("ab", RULE), RULE)}
    assert {*found, "tie", "length", "mark", "unknown"} <= {*CAUSES}
    corpus, begin = Corpus.from_text(text(), CS336), "check.cut_"
    tried = [(each.cause, each.detail) for each in mistakes(corpus, CS336, text())]
    named = {each.removeprefix(begin) for each in catalogue("en") if each.startswith(begin)}
    cuts = {detail for cause, detail in tried if cause == "pretokenizer"}
    assert cuts == named - {"split", "text"}
    assert {("special", each) for each in ("text", "joined", "spaced")} <= {*tried}
    assert {("words", each) for each in ("joined", "text", "whole")} <= {*tried}
    led = {**dict.fromkeys(known_rules(RULE), 3), "first": 5, "none": 7}
    judged = {
        cause: [(rank, each.rules, each.explained) for rank, each in _judged(mistake, led, RULE)]
        for cause, mistake in found.items()
    }
    assert judged["tie"] == [(0, ("first",), 5), (2, ("none",), 7)]
    assert judged["weights"] == [(1, (), 3), (3, ("first",), 5), (4, ("none",), 7)]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_list_without_its_first_merges_or_its_last_is_told_without_a_limit(preset):
    """A list one merge short of the record is reported, a list two merges short is not.

    A list without its first merges is reported as well.
    """
    whole = [merge.pair for merge in train(SIX_WORDS, preset).merges]
    for listed, detail in (
        (whole, None),
        (whole[:-1], "one_fewer"),
        (whole[:-2], None),
        (whole[1:], "headless"),
        (whole[3:], "tail"),
        (whole[1:-3], "headless"),
        (whole[5:-2], "tail"),
    ):
        found = check(listed, SIX_WORDS, preset).diagnosis
        assert (found and (found.cause, found.detail)) == (detail and ("length", detail))
    frequent = [merge.pair for merge in train(SIX_WORDS, preset, min_frequency=2).merges]
    found = check(frequent[:-1], SIX_WORDS, preset, min_frequency=2).diagnosis
    assert found.detail == "one_fewer"
    assert found.explained == len(frequent) - 1


@pytest.mark.parametrize(
    ("printed", "line"),
    [
        ("low 5\nlower 2\n", 1),
        ("wer lo\nwer lo\n", 1),
        ("('x', 'y')\n('xy', 'z')", 1),
        ("[\n (b'q', b'u')]", 2),
    ],
)
def test_what_begins_with_no_characters_of_the_text_is_no_list_of_merges(printed, line):
    """The error names the line; another spelling of the text's characters is a mere mistake."""
    sample = "low lower lowest Über naïve"
    for scheme in ("paper", "cs336", "sentencepiece"):
        with pytest.raises(CorpusError) as caught:
            check(load_merges("mine", printed.encode()), sample, scheme)
        assert (caught.value.code, caught.value.values["line"]) == ("first_merge", line)
        with pytest.raises(CorpusError, match="merges must begin with two characters"):
            check([*load_merges("mine", printed.encode())], sample, scheme)
        pairs = [("ü", "b"), ("low", "est"), ("a", "i\u0308"), ("▁", "l"), ("##o", "##w")]
        for pair in [*pairs, (b"\xc3", b"\x9c"), ("Ġ", "l"), ("r", "</w>"), ("r", "L")]:
            assert check([pair], sample, scheme).difference.theirs is not None


def test_ids_and_printed_lines_are_checked_as_what_they_stand_for():
    """The record's own merges agree, however they are numbered or printed."""
    record = train(CHAPTER, "gpt", max_merges=40)
    later = [tuple(id_ + 5 * (id_ > 255) for id_ in pair) for pair in record.merge_ids.tolist()]
    rows = [{"pair": pair, "new_id": 261 + rank} for rank, pair in enumerate(later)]
    shifted = [tuple(id_ + 4 for id_ in pair) for pair in record.merge_ids.tolist()]
    for printed in (json.dumps(rows), repr(later), repr(shifted)):
        merges = load_merges("mine", printed.encode(), CHAPTER)
        assert check(merges, CHAPTER, "gpt", max_merges=40).agrees


def test_a_list_that_stops_before_pairs_of_one_is_told_by_its_last_count():
    """The list stops where counts fall to one; a list without its first merge is "headless".

    A program that skips an absent header loses the first merge.
    """
    frequent = [merge.pair for merge in train(HANDOUT, TOY, min_frequency=2).merges]
    sample = HANDOUT + " abc"
    found = check(frequent, sample, TOY, max_merges=len(frequent) + 1)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", "frequency")
    found = check(learned("gpt")[1:], CHAPTER, "gpt", max_merges=60)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("length", "headless")


@pytest.mark.parametrize(
    ("given", "asked", "detail"),
    [
        # The record is shorter than the list: no pairs are left, or none that is frequent enough.
        ({}, {"min_frequency": 2}, "frequency"),
        ({"extra": 1}, {}, "ended"),
        # Counts fall to one before the list ends, or after it ends.
        ({"max_merges": 8}, {"max_merges": 9}, "one_fewer"),
        ({"max_merges": 4}, {"max_merges": 9}, "fewer"),
        # The first missing merge has count one, and the merge before it a higher count.
        ({"max_merges": 6}, {"max_merges": 9}, "frequency"),
        # Merges are off by the alphabet, with or without the mark, or by a special token.
        ({"max_merges": 11}, {"vocab_size": 11}, "alphabet"),
        ({"max_merges": 10}, {"vocab_size": 11}, "alphabet"),
        ({"max_merges": 9}, {"vocab_size": 11}, "more"),
        ({"max_merges": 5}, {"max_merges": 4}, "one_more"),
        ({"max_merges": 2, "special_tokens": ("<s>",)}, {"vocab_size": 13}, "special"),
        ({"max_merges": 2, "special_tokens": ("<s>",)}, {"max_merges": 1}, "one_more"),
        ({"max_merges": 11, "special_tokens": ("<s>",)}, {"vocab_size": 13}, "more"),
        ({"max_merges": 12, "special_tokens": ("<s>",)}, {"vocab_size": 12}, "alphabet"),
        ({"max_merges": 12, "special_tokens": ("<s>", "<t>")}, {"vocab_size": 14}, "alphabet"),
        # Here no size of the vocabulary is a limit.
        ({"max_merges": 12}, {"max_merges": 1}, "more"),
        ({"max_merges": 4}, {"max_merges": 2}, "more"),
    ],
)
def test_what_the_length_of_a_right_list_tells(given, asked, detail):
    """The run has 16 merges, six of them of pairs with count two or more; its alphabet has 11."""
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
    """A list that is too long differs from no merge: the record ends at the limit.

    The record was learned further only for the counts of the difference.
    """
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
    """Files spell a space as the string Ġ; the UTF-8 bytes of Ġ are a mistake."""
    pairs = [merge.pair for merge in train(text(), RULE, max_merges=20).merges]
    spelled = [tuple(t.decode("latin-1").replace(" ", "Ġ") for t in pair) for pair in pairs]
    assert check(spelled, text(), RULE).agrees
    found = check([tuple(t.encode() for t in pair) for pair in spelled], text(), RULE)
    assert (found.diagnosis.cause, found.diagnosis.detail) == ("aliases", "list")
    assert found.difference.theirs == tuple(t.encode() for t in spelled[found.difference.step])


def never(done, total):
    """Receive the progress of a training where no training may begin."""
    pytest.fail(f"trained: {done} of {total} merges")


def test_nothing_to_check_and_too_much_are_said_in_a_sentence():
    """No merges and too many merges are refused, without a training before."""
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
    """A trainer that splits at special tokens passes; merging or replacing them is a mistake."""
    stories = STORIES + "<|endoftext|>".join(["it was high and low", "er than the newest"] * 9)
    seen = broken.words_of(stories.replace("<|endoftext|>", seen_as), special=special)
    learned = broken.learn(seen, 60)
    diagnosis = check(learned, stories, CS336).diagnosis
    assert (diagnosis and diagnosis.cause) == cause
    assert (diagnosis and diagnosis.detail) == detail


def test_the_longest_token_of_a_scheme_is_part_of_the_rule():
    """The scheme's own merges pass; a trainer without the maximum length has the cause "rules"."""
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
    """Correct lists of random text pass; a list with a mistake is explained to its last merge."""
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
    """If a list differs only in the mark, such as _ for the end of a word, the cause is `mark`."""
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
    """Another mark is replaced only at the start or end of a token; elsewhere it is text."""
    [(kind, plain), (other, marked)] = spellings([pair], PRESETS[scheme])
    assert (kind, plain) == ("plain", (pair,))
    assert (other, marked) == ("mark", (read,))
