"""Keys, buttons, the slider and the box move the right player to a step."""

from bpe.player.tokens import exact
from tests.browser.player.conftest import at_step
from tests.browser.player.moving import LAST, TRAINING, button, shown, step_of, wait
from tests.browser.player.reading import press
from tests.browser.training import TOKENS
from tests.sample_runs import run_with
from ui.player import step_player


def test_keys_step_within_the_run(one):
    """Arrow keys move one step, Home and End to the first and last step, and never beyond them.

    Keys pressed with Control, Meta or Alt are left to the browser.
    """
    mounted = one()
    for key, step in [
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("ArrowLeft", 1),
        ("End", LAST),
        ("ArrowRight", LAST),
        ("ArrowLeft", LAST - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("a", 0),
    ]:
        press(mounted, key)
        assert shown(mounted)["step"] == step
    for held in ("Control", "Meta", "Alt"):
        press(mounted, f"{held}+End")
        assert shown(mounted)["step"] == 0, "with a second key it is the browser's"


def test_the_buttons_do_what_they_say(one):
    """The buttons move to the first, previous, next and last step; their titles name the keys.

    All controls are in one row and at least 44 px wide and high.
    """
    mounted = one(width=1400)
    page, controls = mounted.page, mounted.root.locator(".controls :is(button, select, input)")
    boxes = [each.bounding_box() for each in controls.all() if each.is_visible()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) < 22, "the slider may sit lower in it"
    assert mounted.root.get_by_role("slider", name="Step", exact=True).bounding_box()["width"] > 150
    mounted.root.get_by_role("combobox", name="Speed", exact=True).focus()
    page.keyboard.press("End")
    assert shown(mounted)["step"] == 2, "the list has its own keys"
    for name, step in [
        ("Next step", 3),
        ("Previous step", 2),
        ("Last step", LAST),
        ("Next step", LAST),
        ("First step", 0),
        ("Previous step", 0),
    ]:
        button(mounted, name).click(force=True)  # a disabled one is pressed, too
        assert shown(mounted)["step"] == step
    titles = ("First step (Home)", "Previous step (←)", "Next step (→)", "Last step (End)")
    for title in (*titles, "Keys (?)", "Present"):
        assert mounted.root.get_by_title(title, exact=True).count() == 1
    assert mounted.root.get_by_role("region", name="Step player").count() == 1


def test_in_a_narrow_player_the_step_is_above_the_slider(one):
    """At the width of a tablet the slider keeps its width, below the name of the step."""
    mounted = one(width=790)
    slider = mounted.root.get_by_role("slider", name="Step", exact=True).bounding_box()
    position = mounted.root.locator(".controls .position").bounding_box()
    assert position["y"] + position["height"] <= slider["y"] + 1
    assert slider["width"] > 150


def test_the_slider_and_the_box_go_to_a_step(one):
    """The slider and the box go to a whole step within the run; an empty box means step 0.

    The box shows the reached step, except while a number is being typed. The box and the speed are
    in a second row that opens if the first has no room for them.
    """
    mounted = one()
    other, box = button(mounted, "Other controls"), mounted.root.get_by_role("spinbutton")
    for is_open in ("false", "true", "false"):
        assert (other.get_attribute("aria-expanded"), box.count()) == (is_open, is_open == "true")
        other.click()
    slider = mounted.root.get_by_role("slider", name="Step", exact=True)
    slider.fill("6")
    assert shown(mounted)["step"] == 6
    box = mounted.root.get_by_role("spinbutton", name="Go to step")
    for typed, step in [("999", LAST), ("-5", 0), ("7.9", 7), ("", 0), ("4", 4)]:
        box.fill(typed)
        box.press("Enter")
        state = shown(mounted)
        assert (state["step"], state["slider"], state["box"]) == (step, step, str(step))
    box.fill("9")
    assert shown(mounted)["step"] == 4, "only when it is sent"
    button(mounted, "Next step").evaluate("button => button.click()")
    assert shown(mounted)["box"] == "9", "what is being typed stays"
    button(mounted, "Play").evaluate("button => button.click()")
    wait(mounted, 1000)
    assert shown(mounted)["box"] == "6", "unless the run is played"


def test_keys_belong_to_what_has_the_focus(one):
    """A text field keeps its keys; a button, a link or a checkbox keeps only Space.

    On the slider an arrow key moves one step, not two, and Space plays.
    """
    mounted = one()
    page = mounted.page
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML("beforeend",
                `<input id="text"><textarea id="area"></textarea><input id="tick" type="checkbox">
                 <div id="free" contenteditable>x</div>
                 <button id="button">b</button>
                 <a id="link" href="#here">l</a>`);
        }"""
    )
    for name, keys in {
        "text": ["End", " ", "?"],
        "area": ["Home", " ", "h"],
        "free": ["Home", " "],
        "button": [" "],
        "link": [" "],
        "tick": [" "],
    }.items():
        page.locator(f"#{name}").focus()
        press(mounted, *keys)
        state = shown(mounted)
        assert (state["step"], state["playing"]) == (2, False), name
        assert state["caption"].startswith("Next: "), name
        assert not mounted.root.locator("dialog").is_visible()
    for name in ("button", "link", "tick"):
        page.locator(f"#{name}").focus()
        press(mounted, "ArrowRight")
        press(mounted, "ArrowLeft")
        press(mounted, "End")
        assert shown(mounted)["step"] == LAST, name
        press(mounted, "Home", "ArrowRight", "ArrowRight")
    assert shown(mounted)["step"] == 2
    slider = mounted.root.get_by_role("slider", name="Step", exact=True)
    slider.focus()
    press(mounted, "ArrowRight")
    assert shown(mounted)["step"] == 3, "once, not twice"
    press(mounted, " ")
    assert shown(mounted)["playing"]


def test_a_key_of_an_input_method_steps_nothing(one):
    """Keys that compose characters in an input method move no step.

    The browser marks such a key with `isComposing` or with the key code 229.
    """
    mounted = one()
    at = shown(mounted)["step"]
    fire = """(how) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "End", bubbles: true, composed: true, ...how }))"""
    for how in ({"isComposing": True}, {"keyCode": 229}):
        mounted.page.evaluate(fire, how)
        assert shown(mounted)["step"] == at
    mounted.page.evaluate(fire, {})
    assert shown(mounted)["step"] > at


def test_of_two_players_the_one_last_used_hears_the_keys(component_page):
    """Keys go to the first player until a click or the focus selects the second one.

    When the selected player is removed, keys go to the remaining one, also from a focused tab.
    """

    def draw():
        step_player(run_with(TRAINING), "a", address=False)
        step_player(run_with(TRAINING), "b", address=False)

    first, second = component_page(draw, clock=True, height=2400)
    press(first, "ArrowRight")
    assert (step_of(first), step_of(second)) == (1, 0)
    second.root.locator(".caption").click()
    press(first, "End")
    wait(first, 50)
    assert (step_of(first), step_of(second)) == (1, LAST)
    first.root.get_by_role("slider").focus()
    first.page.evaluate("document.activeElement.shadowRoot.activeElement.blur()")
    press(first, "ArrowRight")
    wait(first, 50)
    assert (step_of(first), step_of(second)) == (2, LAST)
    first.remove()
    wait(second, 50)
    second.page.evaluate(
        """() => document.body.insertAdjacentHTML("afterbegin",
            `<div role="tab" tabindex="0">t</div>`)"""
    )
    second.page.locator("[role=tab]").focus()
    press(second, "ArrowLeft")
    wait(second, 50)
    assert step_of(second) == LAST - 1
    press(second, "Home")
    wait(second, 50)
    assert step_of(second) == 0


def test_the_list_of_keys_opens_and_closes(one):
    """The key ? and the buttons open and close the list; an open list disables other keys."""
    mounted = one()
    dialog = mounted.root.get_by_role("dialog", name="Keys for this player")
    press(mounted, "?")
    assert dialog.is_visible()
    assert "previous step" in dialog.text_content()
    press(mounted, "End", "ArrowLeft", "Home")
    assert shown(mounted)["step"] == 2
    press(mounted, "?")
    assert not dialog.is_visible()
    button(mounted, "Other controls").click()
    button(mounted, "Keys").click()
    assert dialog.is_visible()
    button(mounted, "Close").click()
    assert not dialog.is_visible()


def test_a_burst_of_moves_is_painted_as_it_ends_up(one):
    """Of four presses in one frame the first is painted at once, the rest with the next frame."""
    mounted = one()
    mounted.page.evaluate(
        """() => {
            for (let i = 0; i < 4; i++)
                dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        }"""
    )
    assert step_of(mounted) == 3
    wait(mounted, 20)
    assert step_of(mounted) == 6
    assert shown(mounted)["slider"] == 6


LIT = """all => all.map((one) => [one.dataset.token, one.matches(".next-left, .next-right")])"""


def test_what_is_pointed_at_is_lit_wherever_it_is_drawn(component_page):
    """Pointing at a bar lights its pair in every word.

    Pointing at a learned token lights this token and the two tokens that were merged into it.
    """
    [mounted] = component_page(lambda: step_player(run_with(TRAINING), "p"), height=1400)
    bar = mounted.root.locator(".bars li").first
    pair = bar.locator(".token").evaluate_all(TOKENS)
    bar.hover()
    lit = mounted.root.locator(".words .lit").evaluate_all(LIT)
    assert [token for token, _ in lit] == pair * (len(lit) // 2) != []
    assert all(following for _, following in lit), "the first bar is the pair merged next"
    assert len(lit) == mounted.root.locator(".words :is(.next-left, .next-right)").count()
    press(mounted, "Home", *["ArrowRight"] * 3)
    for rank, merge in enumerate(TRAINING.merges[:3]):
        token = mounted.root.locator("[data-learned] [data-token]").nth(rank)
        token.hover()
        parts = [exact(each) for each in merge.pair]
        assert token.get_attribute("title") == " + ".join(parts)
        lit = mounted.root.locator(".words .lit").evaluate_all(LIT)
        there = mounted.root.locator(".words .token").evaluate_all(LIT)
        asked = {*parts, exact(merge.token)}
        assert {one for one, _ in lit} == asked & {one for one, _ in there}
        born = {exact(each.token) for each in TRAINING.merges[:3]}
        listed = mounted.root.locator("[data-learned] .lit").evaluate_all(LIT)
        assert {one for one, _ in listed} == asked & born
    mounted.page.mouse.move(0, 0)
    assert mounted.root.locator(".lit").count() == 0


def test_a_clicker_steps_and_what_was_clicked_lets_go_of_its_keys(one):
    """Page Up and Page Down step, even in a text field; Space plays after a click on a button.

    Arrow keys step from a focused tab or closed list, while an open list keeps them.
    """
    mounted = one()
    page = mounted.page
    page.evaluate(
        """() => document.body.insertAdjacentHTML("afterbegin",
            `<input id="text"><div id="tab" role="tab" tabindex="0">t</div>
             <input id="list" role="combobox" aria-expanded="false">`)"""
    )
    page.locator("#text").focus()
    press(mounted, "PageDown", "PageDown", "PageUp")
    assert shown(mounted)["step"] == 3
    page.locator("#list").focus()
    press(mounted, "ArrowRight")
    assert shown(mounted)["step"] == 4, "a list that is closed"
    press(mounted, "h")
    assert shown(mounted)["caption"].startswith("Next: "), "a letter finds an entry of it"
    page.locator("#list").evaluate("list => list.setAttribute('aria-expanded', 'true')")
    press(mounted, "ArrowRight", "PageDown")
    assert shown(mounted)["step"] == 4, "an open one chooses"
    page.locator("#tab").click()
    press(mounted, "ArrowRight")
    assert shown(mounted)["step"] == 5
    press(mounted, "Tab", "Shift+Tab", " ", "ArrowLeft")
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (4, False), "of its keys a tab has Space alone"
    button(mounted, "Next step").click()
    press(mounted, " ")
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (5, True), "Space plays, it does not press again"


def test_a_click_and_a_key_frame_no_panel(one):
    """A panel has an outline if it got the focus by Tab, not by a click followed by a key."""
    mounted = one()
    words = mounted.root.locator(".words")
    style = "element => getComputedStyle(element).outlineStyle"
    words.click(position={"x": 3, "y": 3})
    press(mounted, "ArrowRight")
    assert words.evaluate("element => element.matches(':focus-visible')")
    assert words.evaluate(style) == "none"
    press(mounted, "Tab", "Shift+Tab")
    assert words.evaluate(style) == "solid"


def test_a_key_somebody_else_used_is_left_alone(component_page):
    """A key that the page has handled moves no step; the player's keys do not scroll the page."""
    draw = lambda: at_step(2, TRAINING, "p")  # noqa: E731
    [mounted] = component_page(draw, clock=True, step="2")
    page = mounted.page
    page.evaluate(
        """() => {
            window.kept = [];
            addEventListener("keydown", (event) => window.kept.push(event.defaultPrevented));
        }"""
    )
    press(mounted, "End", "a", "Escape")
    assert page.evaluate("window.kept") == [True, False, False]
    press(mounted, "Home")
    page.evaluate("addEventListener('keydown', (event) => event.preventDefault(), true)")
    press(mounted, "End")
    assert shown(mounted)["step"] == 0
