"""Where motion is welcome, tokens glide: from where they stood, two of them into one."""

from itertools import accumulate

import pytest

from bpe import train
from tests.browser.player.reading import joined_at
from tests.cases import for_each
from tests.sample_runs import handle_of
from ui.player import step_player
from ui.player.rows import joined_windows

SIX_WORDS = train("highest higher lower lowest cooler coolest aaa aaaa", "paper")

REST = 500
"""Milliseconds after which a step glides again."""


@pytest.fixture
def press(drawn):
    """A player that may move; pressing after a rest tells what moved.

    It is so wide that no word is broken, whatever the font: where one needs a line less, all
    that is below it moves up at once.
    """

    def mount(training, motion="no-preference", **options):
        draw = lambda: step_player(handle_of(training), "p", **options)  # noqa: E731
        mounted = drawn(draw, reduced_motion=motion, width=1600, height=1400, clock=True)

        def press(key, repeat=False):
            mounted.page.clock.run_for(REST)
            moved = mounted.root.evaluate("reads.glides", {"key": key, "repeat": repeat})
            mounted.page.clock.run_for(REST)
            return moved | mounted.root.evaluate("reads.afterGlides")

        return press

    return mount


def same(one, other):
    return all(one[side] == pytest.approx(other[side], abs=1.5) for side in ("left", "top"))


def splits(training, step):
    words = training.snapshot(0).words(30)
    return [training.snapshot(step).tokens(word.text) for word in words]


@for_each("step", [0, 5])
def test_two_tokens_travel_into_one(press, step):
    """Ghosts of the two start where they stood and end on the new one; the others move up."""
    press = press(SIX_WORDS, default=step)
    moved = press("ArrowRight")
    made = 0
    for i, (old, new) in enumerate(
        zip(splits(SIX_WORDS, step), splits(SIX_WORDS, step + 1), strict=True)
    ):
        joined = joined_at(old, new)
        ghosts = list(zip(*(moved[when]["ghosts"][i] for when in ("begin", "end")), strict=True))
        assert len(ghosts) == 2 * len(joined)
        place = 0
        for token, _ in enumerate(new):
            begin = moved["begin"]["tokens"][i][token]
            end, rest = moved["end"]["tokens"][i][token], moved["after"][i][token]
            assert same(end, rest)
            if place in joined:
                (one, one_end), (two, two_end) = ghosts.pop(0), ghosts.pop(0)
                assert same(one, moved["before"][i][place])
                assert same(two, moved["before"][i][place + 1])
                assert (one["opacity"], two["opacity"], begin["opacity"]) == (1, 1, 0)
                assert one_end["left"] == pytest.approx(rest["left"], abs=1.5)
                assert two_end["right"] == pytest.approx(rest["right"], abs=1.5)
                assert one_end["opacity"] == two_end["opacity"] == 0
                assert end["opacity"] == 1
                made += 1
                place += 2
            else:
                assert same(begin, moved["before"][i][place])
                place += 1
    assert made
    assert moved["hidden"]
    assert moved["left"] == 0
    assert moved["durations"] == [380]


def test_backwards_one_token_parts_into_two(press):
    """Both start where the one stood; nothing is left over."""
    press = press(SIX_WORDS, default=3)
    moved = press("ArrowLeft")
    assert moved["count"]
    for i, (old, new) in enumerate(zip(splits(SIX_WORDS, 2), splits(SIX_WORDS, 3), strict=True)):
        joined = joined_at(old, new)
        assert moved["begin"]["ghosts"][i] == []
        origin = 0
        for token in range(len(old)):
            assert same(moved["begin"]["tokens"][i][token], moved["before"][i][origin])
            assert same(moved["end"]["tokens"][i][token], moved["after"][i][token])
            origin += token not in joined


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


def in_sight(training, word):
    """Return for each step of a long word (cell it begins at, id) of each token in its window."""
    *joins, _ = training.next_places(word)
    seen = joined_windows(training.spelled_length(word), joins)
    shown = {}
    steps = training.steps_of(training.cells_of(training.word_index(word)))
    for step, window in zip(steps, seen, strict=True):
        ids = training.snapshot(step).token_ids(word)
        starts = [0, *accumulate(training.token_sizes[id_] for id_ in ids)]
        shown[step] = list(zip(starts, ids, strict=False))[window.first : window.end]
    return shown


def test_of_a_long_word_each_token_travels_from_where_it_stood(press):
    """The window moves with the merge: what was in sight before comes from there, the rest not."""
    rest = "".join(chr(0x4E00 + 20 * number) for number in range(100))
    word = f"{rest[:20]}ab{rest[20:80]}cd{rest[80:90]}ef{rest[90:]}"
    corpus = {"cd": 9, "ab": 8, "ef": 7, "xy": 1, word: 1}
    training = train(corpus, "huggingface", max_merges=4)
    press, shown, met = press(training), in_sight(training, word), 0
    for step, key in ((0, "ArrowRight"), (1, "ArrowRight"), (2, "ArrowLeft"), (1, "ArrowRight")):
        moved = press(key)
        old, new = shown[step], shown[step + (1 if key == "ArrowRight" else -1)]
        before, begin = moved["before"][-1], moved["begin"]["tokens"][-1]
        assert (len(before), len(begin)) == (len(old), len(new))
        for at, token in enumerate(new):
            if token in old:
                assert same(begin[at], before[old.index(token)])
                met += 1
    assert met > 50
    assert len({tokens[0] for tokens in shown.values()}) > 2


def test_nothing_glides_in_a_burst(component_page):
    """What comes before a glide is over is shown at once; after a rest the next one glides."""
    draw = lambda: step_player(handle_of(SIX_WORDS), "p", default=2)  # noqa: E731
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
    gliding = [bool(ghosts) for ghosts in moved["begin"]["ghosts"]]
    assert gliding == [number < 400 // 22 for number in range(30)]
