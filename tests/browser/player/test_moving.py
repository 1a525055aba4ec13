"""Keys, buttons, playing, what the player tells the address, Python and a screen reader."""

import pytest

from bpe import train
from tests.browser.player.reading import press, read
from ui.player import player

TRAINING = train("highest higher lower lowest cooler coolest", "paper")
LAST = len(TRAINING.merges)


@pytest.fixture
def one(component_page):
    """A player at a step (default 2, its step at home 0), the clock standing still."""

    def one(step=2, **options):
        [mounted] = component_page(
            lambda: player(TRAINING, "p", step=step), clock=True, **{"step": str(step), **options}
        )
        return mounted

    return one


def step_of(mounted):
    return int(mounted.root.locator(".player").get_attribute("data-step"))


def button(mounted, name):
    return mounted.root.get_by_role("button", name=name, exact=True)


def wait(mounted, milliseconds):
    mounted.page.clock.run_for(milliseconds)


def shown(mounted):
    """Read while the clock stands still: what is asked for in between is painted first."""
    wait(mounted, 50)
    return mounted.root.evaluate(
        """(host) => {
            const part = (selector) => host.shadowRoot.querySelector(selector);
            const player = part(".player");
            return {
                step: Number(player.dataset.step),
                caption: part(".caption").textContent,
                spoken: part(".spoken").textContent,
                slider: Number(part(".slider").value),
                box: part(".goto").value,
                play: part('[data-do="play"]').getAttribute("aria-label"),
                title: part('[data-do="play"]').title,
                playing: player.classList.contains("playing"),
                icons: ["still", "playing"].filter((name) =>
                    getComputedStyle(part(`.when-${name}`)).display !== "none"),
            };
        }"""
    )


def test_the_keys_step_wherever_the_focus_is(one):
    """Arrows one step, Home and End to the ends, and never beyond them."""
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
    """First, previous, next, last; named, and with their key in the hint."""
    mounted = one()
    for name, step in [
        ("Next step", 3),
        ("Previous step", 2),
        ("Last step", LAST),
        ("Next step", LAST),
        ("First step", 0),
        ("Previous step", 0),
    ]:
        button(mounted, name).click(force=True)  # one that leads nowhere still hears
        assert shown(mounted)["step"] == step
    titles = ("First step (Home)", "Previous step (←)", "Next step (→)", "Last step (End)")
    for title in (*titles, "Keys (?)", "Present"):
        assert mounted.root.get_by_title(title, exact=True).count() == 1
    assert mounted.root.get_by_role("region", name="Step player").count() == 1


def test_the_slider_and_the_box_go_to_a_step(one):
    """Whole steps within the run; the box shows where it got to, and 0 for what is no number."""
    mounted = one()
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


def test_keys_belong_to_what_has_the_focus(one):
    """A field keeps its own keys, a button its Space, the slider all but Space and ?."""
    mounted = one()
    page = mounted.page
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML("beforeend",
                `<input id="text"><input id="tick" type="checkbox">
                 <div id="free" contenteditable>x</div>
                 <div id="tab" role="tab" tabindex="0">t</div><button id="button">b</button>
                 <a id="link" href="#here">l</a>`);
        }"""
    )
    for name, keys in {
        "text": ["End", " ", "?"],
        "free": ["Home", " "],
        "tab": ["ArrowRight", " "],
        "button": [" "],
        "link": [" "],
        "tick": [" "],
    }.items():
        page.locator(f"#{name}").focus()
        press(mounted, *keys)
        state = shown(mounted)
        assert (state["step"], state["playing"]) == (2, False), name
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


def test_a_key_somebody_else_used_is_left_alone(one):
    """What a page has handled is not handled again, and what is ours does not scroll the page."""
    mounted = one()
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


def test_playing_goes_on_until_the_last_step(one):
    """A step a second; at the end it stops, and from the end it starts again at 0."""
    mounted = one(step=LAST - 2)
    press(mounted, " ")
    state = shown(mounted)
    assert (state["playing"], state["play"], state["title"]) == (True, "Pause", "Pause (Space)")
    assert state["icons"] == ["playing"]
    assert state["step"] == LAST - 2
    wait(mounted, 800)
    assert shown(mounted)["step"] == LAST - 2
    wait(mounted, 100)
    assert shown(mounted)["step"] == LAST - 1
    wait(mounted, 1000)
    state = shown(mounted)
    assert (state["step"], state["playing"], state["play"]) == (LAST, False, "Play")
    assert (state["title"], state["icons"]) == ("Play (Space)", ["still"])
    press(mounted, " ")
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (0, True)
    wait(mounted, 1000)
    assert shown(mounted)["step"] == 1


@pytest.mark.parametrize("stop", ["ArrowRight", "End", "Home", " "])
def test_a_reader_who_takes_over_stops_the_playing(one, stop):
    """Any move of their own, and Space; the clock does not go on behind it."""
    mounted = one()
    press(mounted, " ")
    wait(mounted, 1100)
    press(mounted, stop)
    state = shown(mounted)
    assert state["step"] == {"ArrowRight": 4, "End": LAST, "Home": 0, " ": 3}[stop]
    assert not state["playing"]
    wait(mounted, 5000)
    assert shown(mounted)["step"] == state["step"]


def test_the_speed_is_in_steps_a_second(one):
    """Each speed's own pace, also when it is changed while playing; it lasts through new data."""
    mounted = one(step=0)
    speed = mounted.root.get_by_role("combobox", name="Speed", exact=True)
    labels = speed.locator("option").all_text_contents()
    assert labels == [
        "0.5 steps/s",
        "1 step/s",
        "2 steps/s",
        "5 steps/s",
        "10 steps/s",
        "50 steps/s",
    ]
    assert speed.input_value() == "1"
    speed.select_option("2")
    assert not shown(mounted)["playing"], "choosing a speed does not play"
    button(mounted, "Play").click()
    wait(mounted, 1950)
    assert shown(mounted)["step"] == 4
    speed.select_option("0.5")
    wait(mounted, 1900)
    assert shown(mounted)["step"] == 4
    wait(mounted, 100)
    assert shown(mounted)["step"] == 5
    other = player_data(mounted, TRAINING, "zh")
    mounted.update(payload=other)
    assert speed.input_value() == "0.5"


def player_data(mounted, training, lang):
    """The payload of the same player with its words changed, as another language would have it."""
    return mounted.data["payload"].replace('"Step player"', f'"Step player {lang}"')


def test_playing_stops_where_nobody_looks(one):
    """A hidden page does not play on."""
    mounted = one()
    press(mounted, " ")
    mounted.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert shown(mounted)["playing"]
    mounted.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert not shown(mounted)["playing"]


def test_python_hears_only_where_the_reader_rests(one):
    """One report 300 ms after the last move, with its generation; none while it plays."""
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
    """150 ms after a move, left out at home, beside what else the address holds."""
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
    page.evaluate("history.replaceState(null, '', '/elsewhere')")
    press(mounted, "Home")
    wait(mounted, 1000)
    assert page.url.endswith("/elsewhere"), "the reader has left for another page"


def test_a_player_without_an_address_leaves_it_alone(component_page):
    """The small player of the home page moves nothing but itself."""
    [mounted] = component_page(lambda: player(TRAINING, "p", address=False), clock=True, step="4")
    press(mounted, "ArrowRight")
    wait(mounted, 1000)
    assert mounted.page.url.endswith("?step=4")
    assert mounted.sent == [["step", [mounted.data["generation"], 1]]]


def test_a_screen_reader_hears_the_caption_where_the_reader_rests(one):
    """600 ms after the last move, the sentence on the screen."""
    mounted = one()
    press(mounted, "ArrowRight")
    wait(mounted, 500)
    assert shown(mounted)["spoken"] == ""
    press(mounted, "ArrowRight")
    wait(mounted, 540)
    assert shown(mounted)["spoken"] == ""
    wait(mounted, 100)
    state = shown(mounted)
    assert state["spoken"] == state["caption"] != ""


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


def test_other_words_keep_the_step(one):
    """A new payload of the same generation, another language say, is drawn at the step here."""
    mounted = one()
    press(mounted, "End")
    mounted.update(payload=player_data(mounted, TRAINING, "zh"))
    assert shown(mounted)["step"] == LAST
    assert mounted.root.get_by_role("region", name="Step player zh").count() == 1
    short = train("hug pug", "paper", max_merges=2)
    from ui.catalogue import catalogue
    from ui.player.payload import as_json, payload, training_run

    entries = catalogue("en")
    run = training_run(short, (), 5, lambda key, **values: entries[key].format(**values))
    mounted.update(payload=payload([as_json(run)], 2, lambda key, **v: entries[key].format(**v)))
    assert shown(mounted)["step"] == 2, "the last step of a shorter run"


def test_of_two_players_the_one_last_used_hears_the_keys(component_page):
    """The first at the beginning; a click or the focus changes that; who is gone leads no more."""

    def draw():
        player(TRAINING, "a", address=False)
        player(TRAINING, "b", address=False)

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
    press(second, "Home")
    wait(second, 50)
    assert second.page.locator(".player").get_attribute("data-step") == "0"


def test_a_render_that_was_replaced_does_not_end_the_player(one):
    """A cleanup while the element is still there changes nothing; after it is gone, all ends."""
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


def test_the_list_of_keys_opens_and_closes(one):
    """By ? and by its buttons; while it is open the other keys do nothing."""
    mounted = one()
    dialog = mounted.root.get_by_role("dialog", name="Keys for this player")
    press(mounted, "?")
    assert dialog.is_visible()
    assert "previous step" in dialog.text_content()
    press(mounted, "End", "ArrowLeft", "Home")
    assert shown(mounted)["step"] == 2
    press(mounted, "?")
    assert not dialog.is_visible()
    button(mounted, "Keys").click()
    assert dialog.is_visible()
    button(mounted, "Close").click()
    assert not dialog.is_visible()


def test_a_burst_of_moves_is_painted_as_it_ends_up(one):
    """The first press at once, the rest with the next frame; none is lost."""
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


def test_a_run_without_merges_has_nothing_to_play(component_page):
    """Space and the buttons leave it at step 0."""
    empty = train("a b", "huggingface")
    [mounted] = component_page(lambda: player(empty, "p"), clock=True)
    press(mounted, " ")
    wait(mounted, 3000)
    state = shown(mounted)
    assert (state["step"], state["playing"]) == (0, False)
    assert read_play_is_off(mounted)


def read_play_is_off(mounted):
    return button(mounted, "Play").get_attribute("aria-disabled") == "true"


def test_the_curve_is_scrubbed(component_page):
    """A press on it goes there, dragging goes along, and beyond its ends is its ends."""
    [mounted] = component_page(lambda: player(TRAINING, "p"), height=1400)
    plot = mounted.root.locator(".plot")
    box = plot.bounding_box()
    mouse, middle = mounted.page.mouse, box["y"] + box["height"] / 2
    at = lambda share: (box["x"] + share * box["width"], middle)  # noqa: E731
    mouse.move(*at(7.2 / LAST))
    assert read(mounted)["step"] == 0
    mouse.down()
    assert read(mounted)["step"] == 7
    mouse.move(*at(3 / LAST))
    assert read(mounted)["step"] == 3
    mouse.move(*at(1.2))
    assert read(mounted)["step"] == LAST
    mouse.move(*at(-0.3))
    assert read(mounted)["step"] == 0
    mouse.up()
    mouse.move(*at(0.9))
    assert read(mounted)["step"] == 0
