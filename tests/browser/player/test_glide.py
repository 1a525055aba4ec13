"""With motion allowed, tokens glide from their old places, two of them into one."""

from itertools import pairwise

import pytest

from bpe import train
from tests.cases import for_each
from tests.sample_runs import run_with
from ui.player import step_player

SIX_WORDS = train("highest higher lower lowest cooler coolest aaa aaaa", "paper")

REST = 500
"""Milliseconds after which a step glides again."""

TIMES = (0, 151, 153, 399.9)
"""Milliseconds: at the beginning, before two tokens are one, after it, and at the end."""


@pytest.fixture
def press(drawn):
    """A player that may move; pressing after a rest tells what moved.

    It is so wide that no word is broken, whatever the font: where one needs a line less, all
    that is below it moves up at once.
    """

    def mount(training, motion="no-preference", **options):
        draw = lambda: step_player(run_with(training), "p", **options)  # noqa: E731
        mounted = drawn(draw, reduced_motion=motion, width=1600, height=1400, clock=True)

        def press(key, repeat=False):
            mounted.page.clock.run_for(REST)
            how = {"key": key, "repeat": repeat, "times": TIMES}
            moved = mounted.root.evaluate("reads.glides", how)
            mounted.page.clock.run_for(REST)
            return moved | mounted.root.evaluate("reads.afterGlides")

        return press

    return mount


def same(one, other):
    return all(one[side] == pytest.approx(other[side], abs=1.5) for side in ("left", "top"))


def same_rows(some, others):
    """Return whether the tokens of each word are at the places of others."""
    return all(
        len(row) == len(other) and all(map(same, row, other))
        for row, other in zip(some, others, strict=True)
    )


def apart(rows):
    """Whether no two tokens of a word lie over each other."""
    return all(
        one["right"] <= other["left"] + 1.5 or one["top"] < other["top"]
        for row in rows
        for one, other in pairwise(row)
    )


@for_each("step", [0, 5])
def test_two_tokens_glide_into_one_and_one_copy_of_it_flies(press, step):
    """From where they were to where the new one is, within its box; the others move up."""
    moved = press(SIX_WORDS, default=step)("ArrowRight")
    begin, before_met, met, end = moved["held"]
    assert same_rows(begin, moved["before"])
    assert same_rows(met, moved["after"])
    assert same_rows(end, moved["after"])
    joined = 0
    for row, after in zip(before_met, moved["after"], strict=True):
        inside = [
            sum(new["left"] - 2 <= old["left"] and old["right"] <= new["right"] + 2 for old in row)
            for new in after
        ]
        assert set(inside) <= {1, 2}
        joined += inside.count(2)
    assert joined
    assert all(map(apart, moved["held"]))
    assert moved["flying"] == 1
    assert moved["hidden"]
    assert moved["left"] == 0
    assert moved["durations"] == [400]


def test_backwards_one_token_parts_into_two(press):
    """Both begin where the one was; nothing flies and nothing is left over."""
    moved = press(SIX_WORDS, default=3)("ArrowLeft")
    begin, *_, end = moved["held"]
    assert moved["count"]
    assert (moved["flying"], moved["left"]) == (0, 0)
    for row, before in zip(begin, moved["before"], strict=True):
        assert [row[0]["left"], row[-1]["right"]] == pytest.approx(
            [before[0]["left"], before[-1]["right"]], abs=1.5
        )
    assert same_rows(end, moved["after"])
    assert all(map(apart, moved["held"]))


def test_nothing_glides_in_a_jump_or_while_a_key_is_held(press):
    """Only a single step after a rest is followed by the eye."""
    press = press(SIX_WORDS, default=2)
    assert press("Home")["count"] == 0
    assert press("ArrowRight", repeat=True)["count"] == 0
    assert press("ArrowRight")["count"] > 0


def test_words_that_come_and_go_glide_too(press):
    """A word without a row of its own comes still, parts or joins with the next step, and goes."""
    words = " ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(40))
    press = press(train(words, "huggingface", max_merges=12), words=3)
    moving = [press(key)["count"] for key in ("ArrowRight",) * 3 + ("ArrowLeft",) * 2]
    assert all(moving)


def test_of_a_long_word_no_token_lies_over_another(press):
    """The window moves with the merge: a token that changes lines comes when the others rest."""
    rest = "".join(chr(0x4E00 + 20 * number) for number in range(100))
    word = f"{rest[:20]}ab{rest[20:80]}cd{rest[80:90]}ef{rest[90:]}"
    corpus = {"cd": 9, "ab": 8, "ef": 7, "xy": 1, word: 1}
    press = press(train(corpus, "huggingface", max_merges=4))
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"):
        moved = press(key)
        assert all(map(apart, moved["held"]))
        assert same_rows(moved["held"][-1], moved["after"])


def test_nothing_glides_in_a_burst(component_page):
    """Steps before the end of a glide are shown immediately; after a pause the next one glides."""
    draw = lambda: step_player(run_with(SIX_WORDS), "p", default=2)  # noqa: E731
    [mounted] = component_page(draw, reduced_motion="no-preference", clock=True)
    pressed = """host => {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        return host.shadowRoot.querySelector(".player").getAnimations({ subtree: true }).length;
    }"""
    gliding = []
    for rest in (1000, 100, 100, 1000):  # ms
        mounted.page.clock.run_for(rest)
        gliding.append(mounted.root.evaluate(pressed) > 0)
    assert gliding == [True, False, False, True]


def test_nothing_moves_for_a_reader_who_asked_for_that(press):
    """With reduced motion each step is simply there."""
    press = press(SIX_WORDS, motion="reduce", default=2)
    assert press("ArrowRight")["count"] == 0


def test_too_many_tokens_change_at_once(press):
    """Rows glide up to 400 tokens in all; the rest is drawn where it belongs."""
    words = [
        "ab" + "".join(chr(0x4E00 + 20 * number + i) for i in range(20)) for number in range(30)
    ]
    press = press(train(" ".join(words), "huggingface", max_merges=1))
    moved = press("ArrowRight")
    gliding = [any(token["glides"] for token in row) for row in moved["held"][0]]
    assert gliding == [number < 400 // 22 for number in range(30)]
