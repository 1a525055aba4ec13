"""What each page does in a browser: its picture and its player follow each other, and its controls.

That tokens and numbers are the record's is held without a browser, in tests/pages.
"""

import pickle
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers import open_details, settle


def player(page: Page) -> Locator:
    """Return the first player."""
    return page.locator("[data-step]").first


def at_step(page: Page, step: int) -> None:
    """Expect the player at a step, and the address to say so."""
    expect(player(page)).to_have_attribute("data-step", str(step))
    page.wait_for_url(lambda url: f"step={step}" in url)


def type_text(page: Page, label: str, text: str) -> None:
    """Fill a box and leave it by its key."""
    page.get_by_role("textbox", name=label).fill(text)
    page.keyboard.press("Control+Enter")
    settle(page)


def bytes_(page: Page, folder: Path) -> None:
    """The strip follows an example, a text and the slider; a player of merges is in the details."""
    page.get_by_role("radio", name="astronaut").click()
    expect(page.locator(".row-code_points")).to_contain_text("ZERO WIDTH JOINER")
    settle(page)
    type_text(page, "Your text", "好的 <b>")
    page.get_by_role("slider", name="Merges learned so far").press("End")
    expect(page.locator(".row-tokens [data-token='好']")).to_be_visible()
    open_details(page, "Merging bytes, and why Ġ")
    expect(player(page)).to_have_attribute("data-step", "500")


def check(page: Page, folder: Path) -> None:
    """A file of merges leads the player to where it differs; a pickle is refused."""
    (folder / "mine.txt").write_text("a b\nb c\n", encoding="utf-8")
    (folder / "mine.pkl").write_bytes(pickle.dumps([("a", "b")]))
    page.get_by_role("button", name="Your own merges").click()
    page.locator("input[type=file]").set_input_files(folder / "mine.txt")
    where = page.locator(".verdict .where")
    expect(where).to_contain_text("first merge")
    settle(page)
    expect(player(page)).to_have_attribute("data-step", "0")
    page.locator("input[type=file]").set_input_files(folder / "mine.pkl")
    expect(page.get_by_role("alert")).to_contain_text("a pickle")
    expect(where).to_contain_text("first merge")


def cost(page: Page, folder: Path) -> None:
    """A click on a curve moves the player; a point further right is a later step."""
    drawing = page.locator("[data-testid=stVegaLiteChart]").locator("canvas, svg").first
    steps = [int(player(page).get_attribute("data-step"))]
    for across in (0.25, 0.8):
        box = drawing.bounding_box()
        page.mouse.click(box["x"] + across * box["width"], box["y"] + 0.5 * box["height"])
        expect(player(page)).not_to_have_attribute("data-step", str(steps[-1]))
        settle(page)
        steps.append(int(player(page).get_attribute("data-step")))
    assert steps[1] < steps[0] < steps[2]


def encode(page: Page, folder: Path) -> None:
    """The player is the trace of the text that is typed, by the method that is chosen."""
    type_text(page, "Text to encode", "reconsidered")
    expect(player(page)).to_have_attribute("data-step", "0")
    page.get_by_role("button", name="Last step").click()
    caption = page.locator(".caption").first
    expect(caption).not_to_contain_text("longest token")
    page.get_by_role("radio", name="Longest match, from the left").click()
    settle(page)
    page.get_by_role("button", name="Last step").click()
    expect(caption).to_contain_text("the longest token that fits")


def joint(page: Page, folder: Path) -> None:
    """The names above the player follow it."""
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name="vocabularies, 301 merges each")).to_be_visible()
    box = page.get_by_role("spinbutton", name="Go to step")
    box.fill("900")
    box.press("Enter")
    expect(page.get_by_role("heading", name="vocabularies, 900 merges each")).to_be_visible()
    at_step(page, 900)


def levels(page: Page, folder: Path) -> None:
    """The slider leads from characters to words."""
    tokens = page.locator("[data-level=subwords]").first.locator("[data-token]")
    slider = page.get_by_role("slider", name="Merges used for the subwords")
    slider.press("Home")
    settle(page)
    most = tokens.count()
    slider.press("End")
    settle(page)
    expect(tokens).not_to_have_count(most)
    assert 0 < tokens.count() < most
    page.get_by_text("All numbers").click()
    expect(page.locator("[data-testid=stVegaLiteChart]").first).to_be_visible()


def sentencepiece(page: Page, folder: Path) -> None:
    """The law is looked at for each text, the four parts at each step."""
    for text, holds in (("Mr. Bennet’s ﬁne ﬁre", "fails"), ("Mr. Bennet's ﬁne ﬁre", "holds")):
        type_text(page, "Your text", text)
        expect(page.locator(".law")).to_have_class(f"law {holds}")
    open_details(page, "The trainer, step by step")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".stages")).to_contain_text("Merges: 2,000")


def unigram(page: Page, folder: Path) -> None:
    """Keys step through the rounds; another word brings its own lattice."""
    lattice = page.get_by_role("img", name="Lattice of")
    before = lattice.locator("[data-token]").count()
    page.keyboard.press("End")
    expect(lattice.locator("[data-token]")).not_to_have_count(before)
    settle(page)
    page.get_by_role("combobox", name="Word to cut").click()
    page.keyboard.type("coolest")
    page.get_by_role("option", name="coolest", exact=True).click()
    expect(page.get_by_role("img", name="Lattice of ▁coolest")).to_be_visible()


def whatif(page: Page, folder: Path) -> None:
    """A click forks the run where the player stands, one step moves both, Back undoes it."""
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("At step 3, force instead")).to_be_visible()
    page.get_by_role("button", name="r + </w>").click()
    settle(page)
    expect(page.get_by_text("It is forced here")).to_be_visible()
    page.keyboard.press("ArrowRight")
    at_step(page, 4)
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Fork: Step 0: r + </w>")).to_be_visible()
    at_step(page, 3)


def wordpiece(page: Page, folder: Path) -> None:
    """One set of controls moves both runs; with the details closed the server is asked nothing."""
    page.keyboard.press("End")
    expect(player(page)).to_have_attribute(
        "data-step", page.locator(".slider").get_attribute("max")
    )
    settle(page)
    page.get_by_role("button", name="Go to where they differ").click()
    settle(page)
    expect(player(page)).to_have_attribute("data-step", "0")
    page.wait_for_timeout(1500)  # who rests at a step is told of once
    asked = page.evaluate("window.wire.asked")
    page.keyboard.press("End")
    expect(page.locator(".run").nth(1)).to_contain_text("hugs")
    page.wait_for_timeout(1500)
    assert page.evaluate("window.wire.asked") == asked


DOES: dict[str, Callable[[Page, Path], None]] = {
    "bytes": bytes_,
    **{each.__name__: each for each in (check, cost, encode, joint, levels, sentencepiece)},
    **{each.__name__: each for each in (unigram, whatif, wordpiece)},
}
"""Page -> what it does. Other pages' tests have files of their own."""

OPENED: dict[str, dict[str, str | int]] = {
    "joint": {"step": 300},
    "whatif": {"corpus": "six-words", "step": 0},
    "wordpiece": {"corpus": "hug", "step": 0},
}
"""At which address, where the session may have another run."""
