"""If motion is allowed, tokens glide from their old places, and two merged tokens into one."""

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
"""Milliseconds: at the start, just before and just after two tokens join, and at the end."""


@pytest.fixture
def press(drawn):
    """Draw a player, by default with motion; pressing a key returns which tokens moved, and how.

    The player is wide enough to have each word on one line in any font. If a merge shortened a word
    by a line, everything below it would move up at once.
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
    """Return whether the tokens of each word are at the same places in both lists of rows."""
    return all(
        len(row) == len(other) and all(map(same, row, other))
        for row, other in zip(some, others, strict=True)
    )


def apart(rows):
    """Return whether no two tokens of a word overlap."""
    return all(
        one["right"] <= other["left"] + 1.5 or one["top"] < other["top"]
        for row in rows
        for one, other in pairwise(row)
    )


@for_each("step", [0, 5])
def test_two_tokens_glide_into_one_and_one_copy_of_it_flies(press, step):
    """Two tokens glide from their old places into the box of the new token; the others close up.

    One copy of the new token flies, and is gone at the end.
    """
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
    """On a step back both tokens start at the place of the merged token, and no copy flies."""
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
    """Tokens glide in a single step after a rest, not in a jump or while a key repeats."""
    press = press(SIX_WORDS, default=2)
    assert press("Home")["count"] == 0
    assert press("ArrowRight", repeat=True)["count"] == 0
    assert press("ArrowRight")["count"] > 0


LATE_FRAMES = """async (host) => {
    const root = host.shadowRoot.querySelector(".player"), frames = [];
    const drawn = globalThis.requestAnimationFrame;
    const right = () => dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    globalThis.requestAnimationFrame = (act) => frames.push(act);
    right();
    await new Promise((done) => setTimeout(done, 600));
    right();
    const owed = root.dataset.step;
    globalThis.requestAnimationFrame = drawn;
    frames.forEach((act) => act());
    return [owed, root.dataset.step, root.querySelectorAll(".flying").length];
}"""
"""Script that presses twice, half a second apart, while the browser draws no frame."""


def test_a_step_glides_in_a_late_frame(drawn):
    """A press while the frame of an earlier step is still to come is drawn and glides in it."""
    draw = lambda: step_player(run_with(SIX_WORDS), "p", default=0)  # noqa: E731
    mounted = drawn(draw, reduced_motion="no-preference")
    assert mounted.root.evaluate(LATE_FRAMES) == ["1", "2", 1]


def test_words_that_come_and_go_glide_too(press):
    """Tokens glide at each step, also in words that are listed only around their merge."""
    words = " ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(40))
    press = press(train(words, "huggingface", max_merges=12), words=3)
    moving = [press(key)["count"] for key in ("ArrowRight",) * 3 + ("ArrowLeft",) * 2]
    assert all(moving)


def test_of_a_long_word_no_token_lies_over_another(press):
    """A long word shows only the part around its merge, and its tokens never overlap.

    The part shown moves with the merge; a token that changes lines appears when the others rest.
    """
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
    """With reduced motion a step changes the tokens without gliding."""
    press = press(SIX_WORDS, motion="reduce", default=2)
    assert press("ArrowRight")["count"] == 0


def test_too_many_tokens_change_at_once(press):
    """Rows glide up to 400 tokens in all; other rows are drawn at their new places at once."""
    words = [
        "ab" + "".join(chr(0x4E00 + 20 * number + i) for i in range(20)) for number in range(30)
    ]
    press = press(train(" ".join(words), "huggingface", max_merges=1))
    moved = press("ArrowRight")
    gliding = [any(token["glides"] for token in row) for row in moved["held"][0]]
    assert gliding == [number < 400 // 22 for number in range(30)]
