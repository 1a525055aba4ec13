"""The numbers of the popular course, as it prints them and as they are."""

import math

import pytest

from bpe.unigram import course_scores, course_splits

CORPUS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def test_the_course_is_put_right():
    """P(p, u, g) and the others use 17/210 for p and pu; the course prints 5/210."""
    found = course_splits(CORPUS)
    splits = {each.tokens: each for each in found}
    assert len(splits) == 3
    assert [each.probability for each in found] == sorted(
        (each.probability for each in found), reverse=True
    )
    spelled = splits["p", "u", "g"]
    assert (spelled.terms, spelled.whole) == ((17, 36, 20), 210)
    assert spelled.probability == pytest.approx(17 / 210 * 36 / 210 * 20 / 210)
    assert spelled.printed_terms == (5, 36, 20)
    assert spelled.printed == pytest.approx(5 / 210 * 36 / 210 * 20 / 210)
    assert spelled.printed == pytest.approx(0.000389, abs=5e-7)
    for tokens in (("p", "ug"), ("pu", "g")):
        assert splits[tokens].probability == pytest.approx(17 * 20 / 210**2)
        assert splits[tokens].printed == pytest.approx(0.0022676, abs=5e-8)


def test_the_courses_code_counts_one_too_many():
    """unhug is un and hug; its code begins the sum at 1."""
    score = -math.log(16 * 15 / 210**2)
    assert course_scores("unhug") == (pytest.approx(score), pytest.approx(score + 1))
