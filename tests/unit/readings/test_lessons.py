"""What a short run teaches: found where it is there, and nowhere else. By hand, on few words."""

from dataclasses import replace

from bpe import PRESETS, train
from bpe.readings import lessons
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
