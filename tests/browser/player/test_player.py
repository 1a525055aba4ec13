"""Messages between the player and the address, Python and a screen reader."""

from bpe import train
from bpe.player.payload import CutOptions, as_json, payload, training_run
from tests.browser.player.moving import LAST, TRAINING, other_words, shown, wait
from tests.browser.player.reading import press


def test_python_hears_only_where_the_reader_rests(one):
    """A step is reported 300 ms after the last move, with its generation, and not while playing."""
    mounted = one()
    generation = mounted.data["generation"]
    press(mounted, "ArrowRight")
    wait(mounted, 250)
    press(mounted, "ArrowRight")
    wait(mounted, 250)
    assert mounted.sent == []
    wait(mounted, 60)
    assert mounted.sent == [["step", [generation, 4]]]
    press(mounted, "Home", "ArrowLeft")
    wait(mounted, 1000)
    assert mounted.sent == [["step", [generation, 4]], ["step", [generation, 0]]]
    press(mounted, "ArrowRight", " ")
    wait(mounted, 3300)
    assert len(mounted.sent) == 2
    press(mounted, " ")
    wait(mounted, 310)
    assert mounted.sent[2:] == [["step", [generation, 4]]]
    press(mounted, "ArrowRight")
    mounted.update(generation=generation + 7, start=6)
    press(mounted, "ArrowRight")
    wait(mounted, 1000)
    assert mounted.sent[-1] == ["step", [generation + 7, 7]]


def test_the_step_is_in_the_address_and_makes_no_history(one):
    """The address has the step 150 ms after a move, unless it is the default step.

    Other values of the address stay. A player with `address=False` leaves the address alone.
    """
    mounted = one(step=2, corpus="hug")
    page = mounted.page
    length = page.evaluate("history.length")
    page.evaluate("history.replaceState({ ours: 1 }, '')")
    press(mounted, "ArrowRight")
    wait(mounted, 100)
    assert "step=2" in page.url
    wait(mounted, 60)
    assert sorted(page.url.partition("?")[2].split("&")) == ["corpus=hug", "step=3"]
    press(mounted, "Home")
    wait(mounted, 200)
    assert page.url.partition("?")[2] == "corpus=hug"
    press(mounted, "End")
    wait(mounted, 200)
    assert f"step={LAST}" in page.url
    assert page.evaluate("history.length") == length
    assert page.evaluate("history.state") == {"ours": 1}
    mounted.update(address=False)
    press(mounted, "Home")
    wait(mounted, 1000)
    assert f"step={LAST}" in page.url
    mounted.update()
    page.evaluate("history.replaceState(null, '', '/elsewhere')")
    press(mounted, "End")
    wait(mounted, 1000)
    assert page.url.endswith("/elsewhere"), "the reader has left for another page"


def test_a_screen_reader_hears_the_caption_where_the_reader_rests(one):
    """600 ms after the last move a screen reader hears the step, the last merge and the caption."""
    mounted = one()
    press(mounted, "ArrowRight")
    wait(mounted, 500)
    assert shown(mounted)["spoken"] == ""
    press(mounted, "ArrowRight")
    wait(mounted, 540)
    assert shown(mounted)["spoken"] == ""
    wait(mounted, 100)
    state = shown(mounted)
    last = TRAINING.merges[state["step"] - 1]
    merged = f"Merged: {' + '.join(last.pair)} → {last.token}."
    assert state["spoken"] == f"{state['position']}. {merged} {state['caption']}"


def test_python_moves_the_player_by_a_new_generation_only(one):
    """The same data again change nothing; a new generation goes to its step, and stops playing."""
    mounted = one()
    generation = mounted.data["generation"]
    press(mounted, "ArrowRight")
    mounted.update()
    assert shown(mounted)["step"] == 3
    mounted.update(start=9)
    assert shown(mounted)["step"] == 3
    press(mounted, " ")
    mounted.update(generation=generation + 1, start=5)
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (5, False)
    assert "step=5" in mounted.page.url
    mounted.update(generation=generation + 2, start=999)
    assert shown(mounted)["step"] == LAST
    assert mounted.sent == []


def test_a_server_that_was_away_does_not_take_the_reader_back(one):
    """A new visit with the same run keeps the step and reports it; another run goes to its start.

    The step is not reported if Python already has it.
    """
    mounted = one()
    press(mounted, "ArrowRight")
    wait(mounted, 1000)
    assert mounted.sent == [["step", [mounted.data["generation"], 3]]]
    later = {"generation": mounted.data["generation"] + 1, "visit": "another", "start": 1}
    mounted.update(**later)
    wait(mounted, 1000)
    assert shown(mounted)["step"] == 3
    assert mounted.sent[1:] == [["step", [later["generation"], 3]]]
    mounted.update(**later | {"generation": 7, "visit": "a third", "start": 3})
    wait(mounted, 1000)
    assert (shown(mounted)["step"], len(mounted.sent)) == (3, 2), "it knows the step already"
    mounted.update(**later | {"generation": 8, "visit": "a fourth", "run": "another"})
    assert shown(mounted)["step"] == 1
    mounted.update(**later | {"generation": 9, "visit": "a fourth", "run": "another", "start": 2})
    assert shown(mounted)["step"] == 2, "within a visit Python moves the player"


def test_other_words_keep_the_step(one):
    """A new payload of the same generation, as for another language, keeps the player's step.

    A shorter run is shown at its last step.
    """
    mounted = one()
    press(mounted, "End")
    mounted.update(payload=other_words(mounted, "zh"))
    assert shown(mounted)["step"] == LAST
    assert mounted.root.get_by_role("region", name="Step player zh").count() == 1
    short = train("hug pug", "paper", max_merges=2)
    run = training_run(short, CutOptions(words=5))
    mounted.update(payload=payload([as_json(run)], 2, "en"))
    assert shown(mounted)["step"] == 2, "the last step of a shorter run"


def test_a_render_that_was_replaced_does_not_end_the_player(one):
    """A cleanup does nothing while the element is in the page; a removed player ignores keys."""
    mounted = one()
    mounted.page.evaluate("() => window.mounted[0].cleanup()")
    wait(mounted, 50)
    press(mounted, "ArrowRight")
    assert shown(mounted)["step"] == 3
    root = mounted.root.locator(".player").element_handle()
    press(mounted, "ArrowRight", " ")
    mounted.remove()
    wait(mounted, 50)
    press(mounted, "End")
    wait(mounted, 5000)
    assert root.get_attribute("data-step") == "4"
    assert mounted.sent == []


def test_without_colours_of_our_own_the_pair_and_the_bars_are_there(one):
    """In high contrast the pair has an outline and every bar an edge and ink."""
    mounted = one()
    mounted.page.emulate_media(forced_colors="active")
    outlines = mounted.root.locator(".next-left, .next-right").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).outlineStyle)"
    )
    assert {*outlines} == {"solid"}
    looks = mounted.root.locator(".bars .track").evaluate_all(
        """all => all.map((one) => [one, one.lastChild].map((each) => getComputedStyle(each)))
            .map(([edge, ink]) =>
                [edge.borderStyle, ink.backgroundColor !== edge.backgroundColor])"""
    )
    assert looks == [["solid", True]] * 10
