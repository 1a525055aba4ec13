"""What models read in a real browser: maps that light each other up, and a click on a token."""

from playwright.sync_api import expect

from bpe import train
from bpe.interchange import to_tiktoken
from tests.browser.helpers import assert_accessible, becomes, compose, open_details, settle


def test_pointing_lights_the_other_map_and_a_click_opens_the_merges(open_app, tmp_path):
    """Six tokens of bytes there are two characters here; by keys, too; a file, too."""
    page = open_app("models")
    left, right = page.locator(".pair .map").all()
    right.locator(".tokens [data-token=' 草']").hover()
    lit = left.locator(".tokens .on")
    names = "chips => chips.map(chip => chip.dataset.token)"
    becomes(page, lambda: lit.evaluate_all(names), ["\\x20\\xe8", "\\x8d", "\\x89"])
    expect(left.locator(".text .on")).to_have_text("␣草")
    left.locator(".tokens .token").first.hover()
    expect(right.locator(".tokens .on")).to_have_text("How5299")
    left.get_by_role("listbox").focus()
    page.keyboard.press("ArrowRight")
    expect(right.locator(".tokens .on")).to_have_attribute("data-token", " many")
    assert_accessible(page)
    word = page.locator(".player .words th[scope=row]")
    open_details(page)
    expect(word).to_have_text("␣strawberry")
    panel = page.locator(".st-key-panel")
    place = panel.bounding_box()
    open_details(page, "Letters, numbers, code")  # its player goes, and the panel stays
    expect(word).to_have_count(0)
    becomes(page, panel.bounding_box, place)
    open_details(page, "Merges")
    expect(word).to_have_count(1)
    compose(page, "d")
    page.keyboard.press("d")
    expect(word).to_have_count(0)
    left.locator(".tokens [data-token='45']").click()
    settle(page)
    expect(word).to_have_text("␣1234567")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".player td.split [data-token]")).to_have_text(["␣123", "45", "67"])
    right.get_by_role("listbox").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settle(page)
    expect(word).to_have_text("␣many")
    training = train("banana bandana cabana " * 3, "gpt")
    file = tmp_path / "mine.tiktoken"
    file.write_text(to_tiktoken(training), encoding="utf-8")
    page.get_by_role("button", name="Yours").click()
    page.locator("input[type=file]").set_input_files(file)
    expect(left.get_by_role("heading", name="mine.tiktoken (yours)")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Text to read").fill("banana")
    page.keyboard.press("Control+Enter")
    settle(page)
    chips = left.locator(".tokens .token")
    expect(chips).to_have_count(len(training.tokenizer().encode("banana").tokens))


def test_on_a_phone_nothing_moves_under_a_finger_that_points(open_app):
    """What is said of a token may be three lines long: a token once moved away from the pointer."""
    page = open_app("models", lang="zh")
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    places = """tokens => tokens.map(token => {
        const main = document.querySelector("[data-testid=stMain]");
        return Math.round(token.getBoundingClientRect().y + main.scrollTop);
    })"""
    tokens = page.locator(".pair .tokens .token")
    before = tokens.evaluate_all(places)
    said = page.locator(".pair .said").first
    lengths = set()
    for token in tokens.all()[:12]:
        token.hover()
        lengths.add(len(said.text_content()))
        assert tokens.evaluate_all(places) == before
    assert len(lengths) > 1
