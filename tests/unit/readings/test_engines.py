"""Engines side by side: where two schemes part, and which rule does it."""

from dataclasses import replace

from bpe import PRESETS, Corpus, train
from bpe.readings.engines import (
    PARTS,
    compare,
    differing,
    overlap,
    parting_step,
    plain,
    with_parts,
)
from tests.cases import for_each

PROSE = (
    "the cat sat on the mat and the rat ate that hat, then the other cat ate the rat. "
    "the hat that the cat had was at the other end of the mat. "
) * 3


def learn(scheme, merges=None):
    return train(Corpus.from_text(PROSE, scheme), scheme, max_merges=merges)


def of(name, **rules):
    return replace(PRESETS[name], **rules)


@for_each(
    ("first", "second", "causes"),
    [
        (of("paper"), of("paper", tie_rule="largest"), (("ties",),)),
        (of("paper"), of("paper", boundary="none"), (("mark",),)),
        (of("huggingface"), of("huggingface", pretokenizer="text"), (("words",),)),
        (of("wordpiece"), of("wordpiece", score="count"), (("score",),)),
        (of("paper"), of("gpt"), (("words", "mark"),)),
    ],
)
def test_the_part_of_the_rules_that_parts_two_runs_is_named(first, second, causes):
    """Schemes that differ in one part part by that; paper and gpt by the words and the mark."""
    found = compare(learn(first), learn(second), learn)
    assert found.causes == causes
    assert set(found.parts) == set(differing(first, second)) >= set(causes[0])


@for_each("second", PRESETS)
def test_what_is_named_leads_the_first_run_the_seconds_way(second):
    """With the rules that are named the first scheme merges what the second does, up to there."""
    first, other = PRESETS["paper"], PRESETS[second]
    found = compare(learn(first), learn(other), learn)
    if second == "paper":
        assert found is None
        return
    for parts in found.causes:
        if set(parts) == set(found.parts):
            continue
        mixed = with_parts(first, other, parts)
        assert (parting_step(learn(mixed), learn(other)) or 10**9) > found.step
    assert all(len(parts) == len(found.causes[0]) for parts in found.causes)


def test_a_mark_and_a_space_are_not_what_a_token_says():
    """est</w>, ##est, ▁est and b' est' say the same; a mark alone says nothing."""
    said = {
        plain("est</w>", PRESETS["paper"]),
        plain("##est", PRESETS["wordpiece"]),
        plain("▁est", PRESETS["sentencepiece"]),
        plain(b" est", PRESETS["gpt"]),
    }
    assert said == {b"est"}
    assert plain("</w>", PRESETS["paper"]) == b""
    assert plain("##", PRESETS["huggingface"]) == b"##"


def test_runs_that_only_a_limit_ends_do_not_part():
    """A shorter run goes the longer one's way; one that had no pair left does not go on."""
    assert parting_step(learn(of("paper"), 3), learn(of("paper"), 9)) is None
    ended, longer = train("ab", "huggingface"), train("abc", "huggingface")
    assert parting_step(ended, longer) == 1
    assert compare(ended, longer, lambda scheme, merges: ended).first is None


def test_bytes_take_neither_mark_nor_rules():
    """A mixture that cannot be is none."""
    assert with_parts(PRESETS["gpt"], PRESETS["paper"], ("mark",)) is None
    assert with_parts(PRESETS["gpt"], PRESETS["sentencepiece"], ("rules",)) is None
    assert with_parts(PRESETS["sentencepiece"], PRESETS["gpt"], ("units",)).boundary == "none"
    assert with_parts(PRESETS["gpt"], PRESETS["paper"], PARTS).boundary == "suffix"


def test_an_overlap_counts_what_tokens_say():
    """est</w> and est are one token to compare."""
    both, first, second = overlap(learn(of("paper"), 40), learn(of("gpt"), 40))
    assert 0 < both < min(first, second) <= 40
    assert overlap(learn(of("huggingface"), 5), learn(of("huggingface"), 9)) == (5, 5, 9)
