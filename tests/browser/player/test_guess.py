"""The hidden answer: nothing reveals it, and bets are judged as by the engine and reported."""

import json
from dataclasses import replace
from itertools import pairwise

from bpe import PRESETS, train
from bpe.player.cutting import cut_text
from bpe.readings.prediction import judge
from tests.browser.player.betting import bet, looks, tokens, told
from tests.browser.player.moving import LAST, TRAINING, button, shown, wait
from tests.browser.player.reading import press
from tests.cases import for_each
from tests.data import HUG, SIX_WORDS
from tests.sample_runs import run_with
from ui import state
from ui.catalogue import catalogue
from ui.player import encode_player, step_player, two_run_player

# Returns the gap between the tokens of the next pair, the width of its ring, and the radii of the
# corners that meet.
RING = """(host) => {
    const find = (each) => host.shadowRoot.querySelector(each);
    const [left, right] = [find(".next-left"), find(".next-right")];
    const [one, other] = [left, right].map((chip) => getComputedStyle(chip));
    return [
        right.getBoundingClientRect().left - left.getBoundingClientRect().right,
        Number.parseFloat(one.boxShadow.match(/0px 0px 0px ([\\d.]+)px/)[1]),
        [
            ...[one.borderTopRightRadius, one.borderBottomRightRadius],
            ...[other.borderTopLeftRadius, other.borderBottomLeftRadius],
        ],
    ];
}"""

SCORED = train(HUG, "wordpiece")
COUNTED = train(HUG, replace(PRESETS["wordpiece"], score="count"))


def test_while_it_is_hidden_nothing_gives_the_answer_away(asked):
    """No text, title, name or class of the player depends on the pair that is merged next."""
    # Two runs of the same words whose first merges differ by the tie rule alone.
    pages = []
    for rule in ("first", "largest"):
        training = train(
            {"ab": 2, "cd": 2, "xab": 1, "xcd": 1}, replace(PRESETS["huggingface"], tie_rule=rule)
        )
        mounted = asked(
            draw=lambda run=training: step_player(run_with(run), "p", words=2, hide=True)
        )
        press(mounted, "ArrowRight", "ArrowLeft")
        wait(mounted, 1000)
        pages.append(
            mounted.root.evaluate("host => host.shadowRoot.querySelector('.player').outerHTML")
        )
        assert not any(looks(mounted).values())
        assert shown(mounted)["caption"] == "Which pair is merged next? Click two adjacent tokens."
        mounted.root.get_by_role("button", name="Reveal").click()
        assert looks(mounted)["next-left"] == [training.merges[0].pair[0]] * 2
    assert training.merges[0].pair == ("c", "d")
    drawing = [page.split('<path class="area"')[0] for page in pages]
    assert drawing[0] == drawing[1]


BETS = [("highest", 4, "Right. Next: (e, s) "), ("lower", 3, "Right, a tie: ")]


@for_each(("word", "place", "said"), BETS)
def test_a_bet_is_judged_as_the_engine_judges_it(asked, word, place, said):
    """A bet gets the engine's verdict; the next pair and a different bet are lit in their own ways.

    A step takes one bet. The sentences of all verdicts are tested in test_captions.py.
    """
    mounted = asked()
    pair = TRAINING.snapshot(0).tokens(word)[place : place + 2]
    [judged] = judge(TRAINING.snapshot(0), [pair])
    bet(mounted, word, place)
    state = shown(mounted)
    assert state["caption"].startswith(said)
    assert state["spoken"].endswith(state["caption"])
    assert told(mounted) == [
        {"key": "p", "run": 0, "step": 0, "verdict": judged.verdict, "hints": 0}
    ]
    lit = looks(mounted)
    assert set(zip(lit["next-left"], lit["next-right"], strict=True)) == {TRAINING.merges[0].pair}
    mine = set() if judged.verdict == "right" else {pair}
    assert set(zip(lit["bet-left"], lit["bet-right"], strict=True)) == mine
    bet(mounted, word, 0)
    assert len(told(mounted)) == 1, "one bet a step"
    press(mounted, "ArrowRight")
    assert shown(mounted)["caption"].startswith("Which pair")
    assert not any(looks(mounted).values())


def test_keys_choose_a_pair_and_bet_on_it(asked):
    """Left and right choose a pair, up and down a word, and Enter bets; Space reveals or goes on.

    Tab leads from the button Reveal to the words.
    """
    mounted = asked(step=2)
    mounted.root.get_by_role("button", name="Reveal").focus()
    press(mounted, "Tab", "ArrowRight")
    for ends in (("ArrowLeft", "ArrowUp"), ["ArrowUp"] * 9):
        assert looks(mounted)["picked"] == ["h", "i"]
        press(mounted, *ends, *["ArrowDown"] * 9)
        assert shown(mounted)["spoken"] == "(c, o) coolest"
        press(mounted, *["ArrowUp"] * 5)
    press(mounted, "ArrowRight", "ArrowDown")
    assert looks(mounted)["picked"] == ["i", "g"]
    assert shown(mounted)["spoken"] == "(i, g) higher"
    press(mounted, "ArrowUp", *["ArrowRight"] * 4)
    assert looks(mounted)["picked"] == ["est", "</w>"]
    assert shown(mounted)["step"] == 2
    press(mounted, "Enter")
    assert [each["verdict"] for each in told(mounted)] == ["right"]
    press(mounted, " ")
    assert shown(mounted)["step"] == 3
    press(mounted, " ")
    assert shown(mounted)["caption"].startswith("Next: ")
    press(mounted, " ")
    assert shown(mounted)["step"] == 4
    assert [each["verdict"] for each in told(mounted)] == ["right", "revealed"]
    mounted = asked(step=2)
    tokens(mounted, "highest").nth(2).click()
    assert looks(mounted)["picked"] == ["g"]
    mounted.root.get_by_role("button", name="Reveal").focus()
    press(mounted, "Tab", "ArrowRight")
    assert looks(mounted)["picked"] == ["g", "h"], "from a token that was clicked"
    for picked in (["h"], []):
        tokens(mounted, "highest").nth(3).click()
        assert looks(mounted)["picked"] == picked


def test_the_reader_hides_and_shows_by_key_and_button(asked):
    """H and the button hide and show the answer, and each press is reported to Python.

    Data that are older than the last press change nothing. An answer that is hidden again is asked
    for again. If the page itself hides the answer, no key shows it.
    """
    mounted = asked(draw=lambda: step_player(run_with(TRAINING), "p"), step=2)
    assert mounted.data["hide"] == {"number": 0, "hidden": False, "forced": False}
    assert mounted.data["bets"] is None
    press(mounted, "h")
    assert shown(mounted)["caption"].startswith("Which pair")
    leading = mounted.root.locator(".bars .pair").first
    assert leading.evaluate("e => getComputedStyle(e).visibility") == "hidden", "nothing to press"
    [_, (number, hidden)] = next(each for each in mounted.sent if each[0] == "hide")
    assert hidden
    mounted.update(hide={"number": 0, "hidden": False, "forced": False})
    assert shown(mounted)["caption"].startswith("Which pair")
    mounted.update(hide={"number": number, "hidden": True, "forced": False})
    toggle = button(mounted, "Hide the answer")
    assert toggle.get_attribute("aria-pressed") == "true"
    for caption, seen in (("Next: ", "visible"), ("Which pair", "hidden")):
        wait(mounted, 50)
        toggle.click()
        assert shown(mounted)["caption"].startswith(caption)
        assert leading.evaluate("e => getComputedStyle(e).visibility") == seen
    mounted.update(hide={"number": 10**14, "hidden": True, "forced": True})
    press(mounted, "h")
    assert shown(mounted)["caption"].startswith("Which pair")
    assert [each[1][1] for each in mounted.sent if each[0] == "hide"] == [True, False, True]


def test_a_bet_waits_for_its_bets(asked):
    """A bet on a step that Python has not judged yet gets its verdict when the judgements arrive.

    If the reader has moved to the next step by then, that step is not judged.
    """
    mounted = asked()
    whole = mounted.data["bets"]
    mounted.update(bets=None)
    bet(mounted, "lower", 0)
    assert shown(mounted)["caption"] == "One moment: looking it up in the training run."
    press(mounted, "ArrowRight")
    mounted.update(bets=whole)
    assert shown(mounted)["caption"].startswith("Which pair"), "the bet was on the step before"
    press(mounted, "ArrowLeft")
    mounted.update(bets=None)
    bet(mounted, "lower", 0)
    mounted.update(bets=whole)
    assert shown(mounted)["caption"].startswith("Not often enough: (l, o)")
    assert json.loads(whole)[0]["stop"] == LAST


def test_a_trace_asks_for_the_lowest_rank_of_a_word(asked):
    """While the answer is hidden, a trace shows the ranks but does not mark the lowest one.

    The verdict names the pair with the lowest rank and marks the rank in each word.
    """
    trained = train(SIX_WORDS, "paper", vocab_size=17)
    cut = cut_text(trained, "lower slowest", "en")

    def draw():

        state.hide_answer(True)
        encode_player(cut, "e")

    for word, place, said, verdict in [
        ("slowest", 4, "Right: in slowest, (e, s) has the lowest rank, 0.", "right"),
        ("slowest", 1, "Never learned: (l, o) has no rank. In slowest, (e, s) comes", "unlearned"),
        ("lower", 3, "Right: in lower, (e, r) has the lowest rank, 3.", "right"),
    ]:
        mounted = asked(draw=draw)
        assert "lowest rank" not in shown(mounted)["caption"]
        assert mounted.root.locator(".rank.lowest").count() == 0
        assert mounted.root.locator(".rank").count() == 12
        bet(mounted, word, place)
        assert shown(mounted)["caption"].startswith(said)
        assert mounted.root.locator(".rank.lowest").all_text_contents() == ["3", "0"]
        assert told(mounted)[0]["verdict"] == verdict
        assert len(looks(mounted)["bet-left"]) == (verdict != "right")


def test_a_hint_in_a_trace_is_of_the_first_word_that_goes_on(asked):
    """Hints give the lowest rank in the first unfinished word, then the left token of its pair.

    The reply to a bet on a finished word says that the word is done.
    """
    trained, say = train(SIX_WORDS, "paper", vocab_size=17), catalogue("en")
    words = trained.tokenizer().encode("lower slowest").words
    mounted = asked(
        draw=lambda: _both(lambda: encode_player(cut_text(trained, "lower slowest", "en"), "e"))
    )
    for step in range(max(len(word.steps) for word in words)):
        done = [word for word in words if step >= len(word.steps)]
        word = next(word for word in words if word not in done)
        told = [say["player.hint_rank"].format(word=word.text, lowest=word.steps[step].rank)]
        told.append(say["player.hint_left"].format(token=word.steps[step].pair[0]))
        for count in (1, 2):
            mounted.root.get_by_role("button", name="Hint").click()
            assert shown(mounted)["caption"].endswith(
                f"{say['player.ask_rank']} {' '.join(told[:count])}"
            )
        for each in done:
            bet(mounted, each.text, 0)
            said = say["player.bet_rank_done"].format(word=each.text)
            assert shown(mounted)["caption"] == said
        press(mounted, "ArrowRight")
    assert done


def test_two_runs_ask_one_question_each(asked):
    """A bet on a line shared by both runs counts for each run, on another line for its own run.

    Only a run with a bet shows its answer. The right token may be clicked first.
    """
    mounted = asked(
        draw=lambda: _both(
            lambda: two_run_player(run_with(COUNTED), run_with(SCORED), ("BPE", "WordPiece"), "d")
        )
    )
    runs = [mounted.root.locator(".run").nth(i) for i in (0, 1)]

    def seen():
        wait(mounted, 50)
        return (
            [run.locator(".bars li.next").count() for run in runs],
            [run.locator(".sum").text_content().strip() for run in runs],
            [each.text_content() for each in mounted.root.locator(".saying").all()],
        )

    following, sums, said = seen()
    assert (following, sums) == ([0, 0], ["", ""])
    assert mounted.root.locator(".next-left").count() == 0
    assert said[0].startswith("Which pair is merged next? ")
    assert said[1].startswith("Which pair is merged next, going by its score? ")
    line = mounted.root.locator("tr", has_text="hugs").first.locator(".line:visible")
    for place in (3, 2):
        line.locator(".token").nth(place).click()
    following, sums, said = seen()
    assert (following, sums) == ([1, 1], ["10 + 5 + 5 = 20", "5 / (20 × 5) = 0.05"])
    assert said[0].startswith("Not often enough: (##g, ##s) occurs 5 times")
    assert said[1].startswith("Right. Next: (##g, ##s)")
    assert mounted.root.locator(".tally").first.text_content() == "1 of 2 right"
    press(mounted, "ArrowRight")
    for place in (0, 1):
        line.nth(1).locator(".token").nth(place).click()
    following, sums, _ = seen()
    assert (following, sums[0]) == ([0, 1], "")
    press(mounted, " ")
    assert seen()[0] == [1, 1]
    press(mounted, "ArrowRight", " ")
    assert seen()[0] == [1, 1]
    assert shown(mounted)["spoken"].count("Next: ") == 2
    assert [(each["run"], each["verdict"]) for each in told(mounted)][2:] == [
        (1, "right"),
        *[(0, "revealed")] * 2,
        (1, "revealed"),
    ]


def _both(draw):

    state.hide_answer(True)
    draw()


def test_hints_give_the_count_then_the_left_token(asked):
    """There is no third hint, and the report of the bet has the number of hints."""
    mounted = asked()
    hint = mounted.root.get_by_role("button", name="Hint")
    hint.click()
    asked_for = "Which pair is merged next? Click two adjacent tokens."
    assert shown(mounted)["caption"] == f"{asked_for} It occurs 3 times."
    hint.click()
    assert shown(mounted)["caption"].endswith("It occurs 3 times. Its left token is e.")
    assert hint.get_attribute("aria-disabled") == "true"
    hint.click(force=True)
    bet(mounted, "highest", 4)
    assert told(mounted)[0]["hints"] == 2


def longer(step):
    """Return a word and the index in it of a pair that makes a longer token than the next merge."""
    snapshot = TRAINING.snapshot(step)
    return next(
        (word.text, place)
        for word in snapshot.words()
        for place, bet in enumerate(judge(snapshot, list(pairwise(word.tokens))))
        if bet.slip == "longer"
    )


def test_the_tally_counts_each_step_once_and_names_what_was_missed_most(asked):
    """The tally counts right bets, all bets and ties met, and names the most common mistake.

    A revealed step does not count. A step visited again keeps its answer, and another run starts
    with an empty tally.
    """
    mounted, tally = asked(), []
    bets = {
        0: ("lower", 3),
        1: ("lower", 3),
        2: ("highest", 4),
        **{n: longer(n) for n in (4, 5, 6)},
    }
    for step in range(7):
        assert shown(mounted)["step"] == step
        if step in bets:
            bet(mounted, *bets[step])
        else:
            press(mounted, " ")
        tally.append(mounted.root.locator(".tally span").all_text_contents())
        assert button(mounted, "Go on").count() == 1
        press(mounted, "ArrowRight")
        wait(mounted, 50)
    verdicts = ["tied", "tied", "right", "revealed", "lower", "lower", "lower"]
    assert [each["verdict"] for each in told(mounted)] == verdicts
    assert tally[:4] == [
        ["1 of 1 right · ties met: 1"],
        ["2 of 2 right · ties met: 2"],
        *[["3 of 3 right · ties met: 3"]] * 2,
    ]
    length = "Your most common mistake: you chose the pair that makes the longest token."
    assert [each[1:] for each in tally[4:]] == [[], [length], [length]]
    for _ in range(5):
        press(mounted, "ArrowLeft")
        wait(mounted, 50)
    assert shown(mounted)["caption"].startswith("Right."), "an answer that was seen stays"
    mounted.update(run="another", generation=99)
    assert not mounted.root.locator(".tally span").all_text_contents()


def test_three_wrong_bets_in_a_row_show_the_sum_of_the_next_pair(asked):
    """After three wrong bets in a row the caption adds up the count of the next pair.

    The numbers are those that the record adds up.
    """
    mounted = asked(draw=lambda: step_player(run_with(TRAINING), "p", hide=True))
    added = " + ".join(map(str, TRAINING.merged_times(4)[3]))
    for step in range(4):
        said = f"sum: {added} = {TRAINING.merges[3].count}."
        assert (said in shown(mounted)["caption"]) == (step == 3)
        snapshot = TRAINING.snapshot(step)
        rarest = snapshot.pairs()[-1].pair
        word = next(each for each in snapshot.words() if rarest in pairwise(each.tokens))
        bet(mounted, word.text, [*pairwise(word.tokens)].index(rarest))
        press(mounted, "ArrowRight")
        wait(mounted, 50)


def test_a_merge_that_is_forced_is_not_asked_for(asked):
    """The caption names the forced merge, and the next step asks for its pair."""
    mounted = asked(train(SIX_WORDS, forced={0: ("r", "</w>")}))
    assert shown(mounted)["caption"].startswith("Next: (r, </w>)")
    press(mounted, "ArrowRight")
    assert shown(mounted)["caption"].startswith("Which pair")


def test_a_token_that_was_picked_is_none_at_another_step(asked):
    """A token picked as the first of a bet is no longer picked after a step."""
    mounted = asked()
    tokens(mounted, "lower").first.click()
    assert looks(mounted)["picked"] == ["l"]
    press(mounted, "ArrowRight")
    assert looks(mounted)["picked"] == []
    tokens(mounted, "lower").nth(1).click()
    assert (looks(mounted)["picked"], told(mounted)) == (["o"], [])


def test_a_step_asked_again_is_judged_by_its_own_row_and_counts_once(asked):
    """A step that is hidden again accepts and reports a second bet; the tally keeps the first."""
    mounted = asked(draw=lambda: _both(lambda: step_player(run_with(TRAINING), "p", default=3)))
    bet(mounted, "lower", 0)
    wait(mounted, 50)
    press(mounted, "h", "h")
    wait(mounted, 50)
    assert shown(mounted)["caption"].startswith("Which pair")
    assert looks(mounted)["bet-left"] == []
    bet(mounted, "lower", 3)
    assert shown(mounted)["caption"].startswith("Right. Next: (e, r)")
    assert [each["verdict"] for each in told(mounted)] == ["lower", "right"]
    assert mounted.root.locator(".tally span").first.text_content().startswith("0 of 1 right")


def test_nothing_is_lit_while_an_answer_is_asked_and_the_ring_is_one_shape(asked):
    """Pointing at a token lights the equal tokens, but not while the answer is hidden.

    The rings of the two tokens of the next pair meet without a gap.
    """
    mounted = asked()
    token = mounted.root.locator(".words .token").first
    token.hover()
    assert mounted.root.locator(".lit").count() == 0
    press(mounted, " ")
    mounted.page.mouse.move(0, 0)
    token.hover()
    assert mounted.root.locator(".lit").count() > 0
    gap, spread, corners = mounted.root.evaluate(RING)
    assert gap <= 2 * spread <= 2 * gap
    assert corners == ["0px"] * 4
