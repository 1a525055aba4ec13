"""Engines side by side: where two schemes part, and which rule does it."""

from dataclasses import replace

from bpe import PRESETS, Corpus, train
from bpe.readings.engines import differing, overlap, parting_step, plain
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
    ("first", "second", "parts"),
    [
        (of("paper"), of("paper"), ()),
        (of("paper"), of("paper", tie_rule="largest"), ("ties",)),
        (of("paper"), of("paper", boundary="none"), ("mark",)),
        (of("huggingface"), of("huggingface", pretokenizer="text"), ("words",)),
        (of("huggingface"), of("huggingface", special_tokens=("a",)), ("words",)),
        (of("wordpiece"), of("wordpiece", score="count"), ("score",)),
        (of("paper"), of("paper", max_token_length=2), ("rules",)),
        (of("sentencepiece"), of("gpt"), ("words", "units", "mark", "rules", "ties")),
    ],
)
def test_schemes_differ_in_parts_of_their_rules_and_runs_part_by_them(first, second, parts):
    """The step is the first whose pairs do not say the same."""
    assert differing(first, second) == differing(second, first) == parts
    runs = learn(first), learn(second)
    step = parting_step(*runs)
    assert (step is None) == (not parts)
    for at in range(0 if step is None else step + 1):
        said = [[plain(token, run.scheme) for token in run.merges[at].pair] for run in runs]
        assert (said[0] == said[1]) == (at < step)


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


def test_an_overlap_counts_what_tokens_say():
    """est</w> and est are one token to compare."""
    both, first, second = overlap(learn(of("paper"), 40), learn(of("gpt"), 40))
    assert 0 < both < min(first, second) <= 40
    assert overlap(learn(of("huggingface"), 5), learn(of("huggingface"), 9)) == (5, 5, 9)
