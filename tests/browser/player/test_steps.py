"""At every step of several runs the player shows what the record says."""

from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.player.tokens import exact, visible
from tests.browser.player.reading import assert_learned, joined_at, names, places, press, read
from tests.cases import for_each
from tests.data import SIX_WORDS
from tests.sample_runs import run_with
from ui.player import step_player

FEW_COLUMNS = "x" * 22
UNMARKED = replace(PRESETS["paper"], boundary="none")
RUNS = {
    "six words": train(SIX_WORDS, "paper"),
    "overlapping pairs": train("aaabdaaabac", "minbpe", max_merges=5),
    "scores and rare pairs": train("ab ab ab cd cd ce fg xy xyz", "wordpiece", min_frequency=2),
    "many words": train(
        " ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(40)) + " " + FEW_COLUMNS,
        "huggingface",
        max_merges=14,
    ),
    "marks on letters": train("lowest newest aaaa aaa", "subword-nmt"),
    "no pair at all": train("a b", "huggingface"),
    "one word after another": train({"es": 9, "ab": 8, "est": 6, "cd": 5}, UNMARKED),
    "more ties than bars": train("ab cd ef gh ij kl mn op qr st uv wx", "paper", max_merges=1),
}


def assert_row(training, row, text, step):
    """Expect a word's name, count and tokens, with marks on the next pair and on fresh tokens."""
    now = [exact(token) for token in training.snapshot(step).tokens(text)]
    counts = dict(zip(training.corpus.words, training.corpus.counts, strict=True))
    assert row["name"] == visible(text[:32])
    assert row["count"] == f"{counts[text]:,}"
    assert names(row["tokens"]) == now
    lit, fresh = [], []
    if step < len(training.merges):
        lit = joined_at(now, [exact(each) for each in training.snapshot(step + 1).tokens(text)])
    if step:
        then = joined_at([exact(each) for each in training.snapshot(step - 1).tokens(text)], now)
        fresh = [place - earlier for earlier, place in enumerate(then)]
    assert places(row["tokens"], "left") == lit
    assert places(row["tokens"], "right") == [place + 1 for place in lit]
    assert places(row["tokens"], "fresh") == places(row["tokens"], "underlined") == fresh
    both = sorted([*lit, *(place + 1 for place in lit)])
    assert places(row["tokens"], "ring") == both, "what merges next is what is loud"
    lefts = [token["box"]["left"] for token in row["tokens"]]
    assert (
        lefts == sorted(lefts) or row["tokens"][0]["box"]["top"] < row["tokens"][-1]["box"]["top"]
    )
    assert "ranks" not in row or row["ranks"] == []


def assert_bars(training, drawn, step):
    """Expect the leading pairs in order, the next merge first, and bars as long as their values."""
    pairs = next(training.top_pairs(10, step, step))
    scored = training.scheme.score != "count"
    bars = drawn["bars"]
    assert [bar["tokens"] for bar in bars] == [list(map(exact, pair.pair)) for pair in pairs]
    for bar, pair in zip(bars, pairs, strict=True):
        times = f"{pair.count:,}"
        assert bar["value"] == (f"{pair.score:.3g}× {times}" if scored else times)
    scale, before = scale_of(training, step), values_before(training, step)
    for bar, pair in zip(bars, pairs, strict=True):
        old = before.get(pair.pair, 0) if step else pair.score
        changed = f"{old:.3g}" != f"{pair.score:.3g}" if scored else old != pair.score
        assert bar["was"] == ((f"{old:.3g} →" if scored else f"{old:,} →") if changed else "")
        assert bar["now"] == pytest.approx(pair.score / scale, abs=0.006)
        assert bar["old"] == pytest.approx(min(old / scale, 1) if changed else 0, abs=0.006)
    following = step < len(training.merges)
    assert [bar["next"] for bar in bars] == [following and not i for i in range(len(bars))]
    assert [bar["bold"] == "700" for bar in bars] == [bar["next"] for bar in bars]
    tops = [bar["box"]["top"] for bar in bars]
    assert tops == sorted(set(tops))
    assert (
        drawn["label"]
        == drawn["list"]
        == ("Pairs with the highest score" if scored else "Most frequent pairs")
    )
    assert_bracket(training, drawn["bracket"], bars, pairs, step)


def scale_of(training, step):
    """Return the value of a full-length bar at a step.

    The value stays until the largest value exceeds it or falls below a third of it.
    """
    scale = 0.0
    for pairs in training.top_pairs(10, 0, step):
        largest = max((pair.score for pair in pairs), default=0)
        if largest > scale or largest < scale / 3:
            scale = largest
    return scale or 1


def values_before(training, step):
    """Return the value of each pair one step before."""
    return {each.pair: each.score for each in training.snapshot(max(step - 1, 0)).pairs(10**6)}


def assert_bracket(training, bracket, bars, pairs, step):
    """Expect a bracket next to the tied leading bars alone, with the total number of tied pairs.

    The tied bars show the ids of their tokens if the ids decide the tie.
    """
    ties = training.merges[step].ties if step < len(training.merges) else ()
    tied = [pair.pair in ties for pair in pairs]
    shown = tied.index(False) if False in tied else len(tied)
    known = [each.token for each in training.snapshot(step).vocabulary]
    deciding = pairs[:shown] if shown > 1 and training.scheme.tie_rule == "smallest-ids" else []
    ids = [[known.index(token) for token in pair.pair] for pair in deciding]
    assert [bar["ids"] for bar in bars] == ids + [[]] * (len(bars) - len(ids))
    if shown < 2:
        assert bracket is None
        return
    beside = [
        bracket["top"] <= (bar["box"]["top"] + bar["box"]["bottom"]) / 2 <= bracket["bottom"]
        for bar in bars
    ]
    assert beside == [i < shown for i in range(len(bars))]
    assert all(bracket["left"] >= bar["box"]["right"] - 1 for bar in bars)
    some = f", {shown} shown" if len(ties) > shown else ""
    assert bracket["text"] == f"{len(ties):,} tied{some}"


def assert_controls(shown, step, last):
    """Expect the step in the slider, the box and the text; useless buttons are disabled."""
    assert shown["step"] == shown["slider"] == step
    assert (shown["sliderMax"], shown["boxMax"]) == (last, last)
    assert shown["box"] == str(step)
    assert shown["position"] == shown["sliderText"] == f"Step {step} of {last}"
    off = ["first", "previous"] if step == 0 else []
    off += ["play"] if last == 0 else []
    off += ["next", "last"] if step == last else []
    assert shown["off"] == off


def assert_shows(training, shown, step, words=30):
    """Expect everything that a player draws of a training at a step."""
    last = len(training.merges)
    assert_controls(shown, step, last)
    [drawn] = shown["runs"]
    following = training.snapshot(step).next
    assert drawn["captionTokens"] == list(map(exact, following.pair if following else ()))
    texts = [each.text for each in training.snapshot(step).words(words)]
    assert [row["name"] for row in drawn["rows"]] == [visible(text[:32]) for text in texts]
    for row, text in zip(drawn["rows"], texts, strict=True):
        assert_row(training, row, text, step)
    changed = [
        {each.text for each in training.snapshot(each_step).changed_words()}
        for each_step in (step, min(step + 1, last))
    ]
    for row in drawn["examples"]:
        [text] = [each for each in changed[0] | changed[1] if visible(each) == row["name"]]
        assert text not in texts
        assert_row(training, row, text, step)
    if step:
        merge = training.merges[step - 1]
        left, right, made = names(drawn["mergedTokens"])
        assert ((left, right), made) == (tuple(map(exact, merge.pair)), exact(merge.token))
        assert places(drawn["mergedTokens"], "fresh") == [2]
        texts = [token["text"] for token in drawn["mergedTokens"]]
        assert drawn["merged"] == "Merged:{}+{}→{}".format(*texts)
    else:
        assert drawn["merged"] == "No merge yet."
    assert_bars(training, drawn, step)
    assert_learned(training, drawn["learned"], step)


@for_each("name", RUNS)
def test_every_step_is_the_record(drawn, name):
    """Stepping forwards, the player shows the words, tokens, bars and vocabulary of the record.

    The test checks the first three steps, the last two and every third one.
    """
    run, last = RUNS[name], len(RUNS[name])
    mounted = drawn(lambda: step_player(run_with(run), "p"), height=1400)
    for step in range(last + 1):
        if step < 3 or step % 3 == 0 or step > last - 2:
            assert_shows(run, read(mounted), step)
        press(mounted, "ArrowRight")
    assert_shows(run, read(mounted), last)
    if not len(run):
        press(mounted, " ")
        assert not read(mounted)["playing"], "there is nothing to play"


def test_any_way_to_a_step_shows_the_same(component_page):
    """A step reached backwards, from the end or by a jump shows the record as well.

    One jump leads to a step that replaces an example word at its place.
    """
    training = RUNS["many words"]
    draw = lambda: step_player(run_with(training), "p", default=5, words=3)  # noqa: E731
    [mounted] = component_page(draw, width=1400, height=1400)
    assert_shows(training, read(mounted), 5, 3)
    for keys, step in [
        (("ArrowLeft",), 4),
        (("End",), 14),
        (("ArrowLeft", "ArrowLeft"), 12),
        (("Home",), 0),
        (("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"), 2),
    ]:
        press(mounted, *keys)
        assert_shows(training, read(mounted), step, 3)
    assert_jumps(mounted, training, (11, 3, 4), 3)
    training = RUNS["one word after another"]
    mounted = mounted.replaced(lambda: step_player(run_with(training), "p", words=1))
    assert_jumps(mounted, training, (1, 3, 1), 1)


def assert_jumps(mounted, training, steps, words):
    """Type each step into the box and expect the player to show it."""
    for step in steps:
        mounted.root.get_by_role("spinbutton", name="Go to step").fill(str(step))
        press(mounted, "Enter")
        assert_shows(training, read(mounted), step, words)
