"""A picture of the page is saved as SVG and PNG: what is on the screen, for a slide."""

import re
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from bpe import train
from tests.browser.helpers import THEMES, assert_accessible, go
from ui.player import player
from ui.shell.pictures import save_pictures

SMALL = train("highest higher lower lowest cooler coolest", "paper")
SVG = "{http://www.w3.org/2000/svg}"


def saved(page: Page, button: Locator, folder: Path) -> Path:
    """Press a button that saves, and return the file."""
    with page.expect_download() as download:
        button.click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def parsed(file: Path) -> ElementTree.Element:
    """Read a picture that must be SVG alone, at the size of a slide."""
    root = ElementTree.fromstring(file.read_bytes())
    assert root.tag == f"{SVG}svg"
    assert {each.tag for each in root.iter() if not each.tag.startswith(SVG)} == set()
    assert root.find(f".//{SVG}foreignObject") is None
    width, height = int(root.get("width")), int(root.get("height"))
    assert max(width / 1920, height / 1080) == 1
    return root


def lines(drawn: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Return the lines of text of a picture, by what they say."""
    return {"".join(each.itertext()): each for each in drawn.iter(f"{SVG}text")}


def test_the_players_picture_is_the_record_at_its_step(component_page, tmp_path):
    """The splits of all words, the pair that is next, the step; on the ground of the theme."""
    steps, pictures = component_page(
        lambda: (player(SMALL, "run", default=3), save_pictures("train")), theme="dark"
    )
    steps.root.get_by_role("button", name="Next step").click()
    expect(steps.root.locator(".player")).to_have_attribute("data-step", "4")
    page, snapshot = steps.page, SMALL.snapshot(4)
    button = pictures.root.get_by_role("button", name="Save picture: Step player, SVG")
    file = saved(page, button, tmp_path)
    assert file.name == "train-step-4-Step-player.svg"
    drawn = parsed(file)
    tokens = [each.get("data-token") for each in drawn.iter() if each.get("data-token") is not None]
    splits = [token for word in snapshot.words() for token in word.tokens]
    assert any(tokens[place : place + len(splits)] == splits for place in range(len(tokens))), (
        tokens
    )
    texts = lines(drawn)
    assert {word.text for word in snapshot.words()} <= texts.keys()
    assert f"Step 4 of {len(SMALL)} · bare" in texts
    accent = THEMES["dark"]["primaryColor"]
    rings = [each for each in drawn.iter(f"{SVG}rect") if each.get("stroke") == accent]
    assert len(rings) == 2 * snapshot.next.count, "a ring around each token that is merged next"

    button = pictures.root.get_by_role("button", name="Save picture: Step player, PNG")
    picture = Image.open(saved(page, button, tmp_path)).convert("RGB")
    assert picture.size == (int(drawn.get("width")), int(drawn.get("height")))
    colours = {
        f"#{red:02x}{green:02x}{blue:02x}": n for n, (red, green, blue) in picture.getcolors(2**24)
    }
    ground = THEMES["dark"]["backgroundColor"]
    assert max(colours, key=colours.get) == ground
    assert colours[accent] > 1000, "what is next is as loud as on the screen"


def test_a_picture_of_hostile_words_has_each_letter_at_its_place(component_page, tmp_path):
    """Markup is text; what XML cannot hold is a replacement character.

    With places, programs with other, wider fonts let no line run into what stands beside it; where
    letters are joined, the line has a length.
    """
    words = {"</text><script>": 3, "a\x01b\x00": 2, "&amp;]]>": 2, "half\ud800": 1, "a\u202eb": 1}
    hostile = train({**words, "lower": 2, "سلام": 1}, "huggingface", max_merges=0)
    steps, pictures = component_page(lambda: (player(hostile, "run"), save_pictures("train")))
    button = pictures.root.get_by_role("button", name=re.compile("SVG$"))
    drawn = parsed(saved(steps.page, button, tmp_path))
    assert drawn.find(f".//{SVG}script") is None
    said = "".join(drawn.itertext())
    assert "\u202e" not in said
    assert "⟨RLO⟩" in said
    texts = lines(drawn)
    assert "</text><script>" in texts
    places = [float(letter.get("x")) for letter in texts["lower"]]
    token = steps.root.locator(".words .token").first.bounding_box()
    assert len(places) == len("lower")
    assert places == sorted(set(places))
    assert places[-1] < token["x"]
    assert len(texts["سلام"]) == 0
    assert float(texts["سلام"].get("textLength")) > 0
    button = pictures.root.get_by_role("button", name=re.compile("PNG$"))
    assert Image.open(saved(steps.page, button, tmp_path)).format == "PNG"


def test_every_picture_of_a_page_is_offered_by_name(open_app, tmp_path):
    """Charts and drawings whole, however far they scroll; the list follows the page."""
    page = open_app("life", corpus="six-words", step=8)
    page.get_by_role("button", name="Share").click()
    items = page.locator(".pictures li")
    expect(items.first).to_be_visible()
    names = items.locator("span").all_inner_texts()
    assert names[0].startswith("Skyline of")
    assert "Step player" in names
    chart = next(name for name in names if name.startswith("Line chart"))
    file = saved(page, page.get_by_role("button", name=f"{chart}, SVG"), tmp_path)
    assert file.stat().st_size < 60_000, "whole fonts would be ten times as large"
    drawn = parsed(file)
    assert len(list(drawn.iter(f"{SVG}path"))) > 2
    assert {"Step (merges applied)", "Occurrences"} <= lines(drawn).keys()
    letters = page.locator(".skyline .letter").count()
    drawn = parsed(saved(page, page.get_by_role("button", name=f"{names[0]}, SVG"), tmp_path))
    assert len(list(drawn.iter(f"{SVG}text"))) >= letters
    assert_accessible(page, "[data-testid=stPopoverBody]")
    go(page)
    page.get_by_role("button", name="Share").click()
    expect(items).to_have_count(2)  # the sentence as GPT-4o reads it, and the player
