"""The behaviour of each page in a browser: picture, player and controls are synchronized.

Tokens and numbers are compared with the record without a browser, in tests/pages.
"""

import pickle
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from bpe import train as train_bpe
from bpe.interchange import to_tiktoken, to_tokenizer_json
from tests.browser.helpers import becomes, choose, open_controls, open_details, settle
from tests.browser.training import TOKENS, at_step, player
from ui.samples import EXAMPLES


def type_text(page: Page, label: str, text: str) -> None:
    """Fill a text box and submit the text with Control+Enter."""
    page.get_by_role("textbox", name=label).fill(text)
    page.keyboard.press("Control+Enter")
    settle(page)


def bytes_(page: Page, folder: Path) -> None:
    """The strip of bytes follows the player, a chosen example, a typed text and the slider.

    Opening the details keeps the step.
    """
    page.get_by_role("button", name="Play to merge 10").click()
    expect(page.locator(".row-tokens [data-token='é']")).to_be_visible()
    expect(page.get_by_role("button", name="Play to merge 10")).to_be_disabled()
    page.get_by_role("radio", name="astronaut").click()
    expect(page.locator(".row-code_points")).to_contain_text("ZERO WIDTH JOINER")
    settle(page)
    type_text(page, "Your text", "déjà <b>")
    page.get_by_role("slider", name="Merges learned so far").press("End")
    value = page.get_by_test_id("stSliderThumbValue").locator("p")
    lines = "each => each.clientHeight / parseFloat(getComputedStyle(each).lineHeight)"
    assert value.evaluate(lines) < 2, "a number on one line"
    expect(page.locator(".row-tokens [data-token='à']")).to_be_visible()
    open_details(page, "Merging bytes, and why Ġ")
    expect(player(page)).to_have_attribute("data-step", "200")


def check(page: Page, folder: Path) -> None:
    """Check a file of merges: the player goes to the first difference; a pickle is refused."""
    (folder / "mine.txt").write_text("a b\nb c\n", encoding="utf-8")
    (folder / "mine.pkl").write_bytes(pickle.dumps([("a", "b")]))
    page.get_by_role("button", name="Your own merges").click()
    page.locator("input[type=file]").set_input_files(folder / "mine.txt")
    where = page.locator(".verdict .where")
    expect(where.filter(has_text="first merge")).to_be_visible()  # the old verdict may be there
    settle(page)
    expect(where).to_contain_text("first merge")
    expect(player(page)).to_have_attribute("data-step", "0")
    expect(page.locator("input[type=file]")).to_have_count(0)  # nothing covers the verdict
    page.get_by_role("button", name="Your own merges").click()
    settle(page)  # a box that is being redrawn loses a file
    page.locator("input[type=file]").set_input_files(folder / "mine.pkl")
    expect(page.get_by_role("alert")).to_contain_text("a pickle")
    expect(where).to_have_count(0)  # the refused list has no verdict


def encode(page: Page, folder: Path) -> None:
    """The rows of a typed word show no tokens until the reader has split the word or reveals them.

    After the check the player plays, and the last step shows which method has the fewest tokens.
    """
    type_text(page, "Text to encode", "slowest")
    rows = player(page).locator(".words tbody tr:not([hidden])")
    tokens = rows.locator("[data-token]")
    expect(player(page)).to_have_attribute("data-step", "0")
    expect(tokens).to_have_count(0)
    page.locator("[data-gap='4']").click()
    page.get_by_role("button", name="Check").click()
    expect(player(page)).to_have_class(re.compile("playing"))
    page.get_by_role("button", name="Last step").click()
    caption = page.locator(".caption").first
    expect(caption).to_have_text(
        "You found 1 of 2 cuts. Fewest tokens: Merges in order.", use_inner_text=True
    )
    expect(rows.locator(".end")).to_have_text(["3 tokens", "5 tokens", "5 tokens"])
    expect(rows.locator(".rank")).to_have_count(0)  # equal splits look equal
    page.get_by_role("button", name="First step").click()
    expect(tokens).to_have_count(0)
    page.get_by_role("button", name="Reveal").click()
    expect(caption).to_have_text("Fewest tokens: Merges in order.")


def joint(page: Page, folder: Path) -> None:
    """The heading above the player and the step in the address follow the player."""
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("heading", name="vocabularies, 301 merges each")).to_be_visible()
    open_controls(page)
    box = page.get_by_role("spinbutton", name="Go to step")
    box.fill("900")
    box.press("Enter")
    expect(page.get_by_role("heading", name="vocabularies, 900 merges each")).to_be_visible()
    at_step(page, 900)
    page.wait_for_url("**step=900**")


def models(page: Page, folder: Path) -> None:
    """Pointing at a token highlights the tokens of the same text in the other model.

    Arrow keys do the same, and I shows all ids. A click or Enter on a token shows the merges of its
    word. Files are opened one after the other; a broken file is named in an alert, and the model of
    the last readable file stays.
    """
    tokens = page.locator(".pair .token")
    above, below = (page.locator(f".pair .token[data-side='{side}']") for side in (0, 1))
    below.and_(page.locator("[data-token=' 草']")).hover()
    lit = above.and_(page.locator(".on"))
    becomes(page, lambda: lit.evaluate_all(TOKENS), ["\\x20\\xe8", "\\x8d", "\\x89"])
    shown = tokens.locator(".id:visible")
    expect(shown).to_have_count(4)
    page.keyboard.press("i")
    expect(shown).to_have_count(31)
    page.get_by_role("button", name="Ids").click()
    page.get_by_role("listbox").focus()
    page.keyboard.press("ArrowRight")
    expect(below.and_(page.locator(".on"))).to_have_attribute("data-token", " many")
    word = page.locator(".st-key-models_stage .record-say .token").last
    expect(word).to_have_attribute("data-token", " strawberry")
    above.and_(page.locator("[data-token='45']")).click()
    settle(page)
    expect(word).to_have_attribute("data-token", "67")
    page.get_by_role("listbox").focus()
    for key in ("Home", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    settle(page)
    expect(word).to_have_attribute("data-token", " many")
    training = train_bpe("banana bandana cabana " * 3, "gpt")
    (folder / "broken.json").write_text("{", encoding="utf-8")
    (folder / "first.tiktoken").write_text(to_tiktoken(training), encoding="utf-8")
    (folder / "second.json").write_text(to_tokenizer_json(training), encoding="utf-8")
    for name in ("first.tiktoken", "second.json", "broken.json"):
        page.get_by_role("button", name="Open a file").click()
        files = page.get_by_test_id("stFileUploader")
        expect(files.locator("input[type=file]")).to_have_count(1)
        expect(files).not_to_contain_text("first")
        files.locator("input[type=file]").set_input_files(folder / name)
        if name == "first.tiktoken":
            expect(page.get_by_role("combobox", name="How words are split")).to_be_visible()
            settle(page)  # a redrawn list closes
            choose(page, "How words are split", "GPT-4 pattern")
        if name != "broken.json":
            own = page.locator(".pair").get_by_role("heading", name=f"{name} (yours)")
            expect(own).to_be_visible()
            settle(page)
    expect(page.get_by_test_id("stAlert")).to_contain_text("broken.json")
    expect(own).to_be_visible()


def sentencepiece(page: Page, folder: Path) -> None:
    """The law is shown as failing or holding for a typed text.

    The last step of the trainer shows the number of merges above it.
    """
    for text, holds in (("Mr. Bennet’s ﬁne ﬁre", "fails"), ("Mr. Bennet's ﬁne ﬁre", "holds")):
        type_text(page, "Your text", text)
        expect(page.locator(".law")).to_have_class(f"law {holds}")
    open_details(page, "The trainer, step by step")
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".stages")).to_contain_text("2,000 merges")


def train(page: Page, folder: Path) -> None:
    """A link can hide the answer; bets are judged at any step, and H shows the answer.

    Back and Forward keep the step, and the answer stays shown.
    """
    open_controls(page)
    box = page.get_by_role("spinbutton", name="Go to step")
    box.fill("700")
    box.press("Enter")
    expect(player(page)).to_contain_class("guessing")
    row = page.locator(".words tr:not(.heading)", has=page.locator(".token + .token")).first
    for place in (0, 1):
        row.locator(".tokens .token").nth(place).click()
    verdict = re.compile("^(Right|A tie|Not often enough|Too rare)")
    expect(page.locator(".caption").first).to_have_text(verdict)
    page.locator(".caption").first.click()
    page.keyboard.press("h")
    page.wait_for_url(lambda url: "hide=" not in url)
    expect(player(page)).not_to_contain_class("guessing")
    settle(page)
    page.get_by_role("link", name="Encode and decode").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Encode and decode")
    page.wait_for_url("**/encode?**step=700**")
    settle(page)
    page.go_back()
    page.wait_for_url("**/train?**")
    at_step(page, 700)
    page.wait_for_url("**step=700**")
    settle(page)
    expect(player(page)).not_to_contain_class("guessing")
    page.go_forward()
    page.wait_for_url("**/encode?**step=700**")
    settle(page)


def unigram(page: Page, folder: Path) -> None:
    """Keys step through the rounds, and choosing another word shows its lattice.

    A click on an edge of the best path shows how the best split changes without that piece.
    """
    lattice = page.get_by_role("listbox", name="Lattice of")
    before = lattice.locator("[data-token]").count()
    page.keyboard.press("End")
    expect(lattice.locator("[data-token]")).not_to_have_count(before)
    settle(page)
    page.get_by_role("combobox", name="Word to split").click()
    page.keyboard.type("coolest")
    page.get_by_role("option", name="coolest", exact=True).click()
    expect(page.get_by_role("listbox", name="Lattice of ▁coolest")).to_be_visible()
    page.locator(".edge.best:not(.fixed)").first.click()
    expect(page.get_by_text("the best split changes from")).to_be_visible()


def wordpiece(page: Page, folder: Path) -> None:
    """One step moves both runs, without a request; a pair is forced at the current step."""
    page.keyboard.press("End")
    expect(player(page)).to_have_attribute(
        "data-step", page.locator(".slider").get_attribute("max")
    )
    settle(page)
    page.get_by_role("button", name="They diverge at step 0").click()
    settle(page)
    expect(player(page)).to_have_attribute("data-step", "0")
    settle(page)
    becomes(page, lambda: page.locator(".area").evaluate_all("looks.fullness"), [0.028, 0.05])
    expect(page.locator(".area .means")).to_have_text("fuller = higher score")
    page.locator(".slider").fill("7")  # its rectangle is the widest
    settle(page)
    means, number = (
        page.locator(f".area .{part}").last.bounding_box() for part in ("means", "right")
    )
    assert means["y"] + means["height"] <= number["y"] + 2
    page.get_by_role("button", name="They diverge at step 0").click()
    settle(page)
    asked = page.evaluate("window.wire.asked")
    page.keyboard.press("End")
    expect(page.locator(".several")).to_contain_text("hugs")
    settle(page)
    assert page.evaluate("window.wire.asked") == asked
    page.get_by_role("radio", name="Another pair first").click()
    settle(page)
    page.get_by_role("button", name="First step").click()
    for step in (1, 2):  # the elements above the player follow it
        page.get_by_role("button", name="Next step").click()
        expect(page.get_by_role("button", name=f"Force a pair at step {step}")).to_be_visible()
    page.get_by_role("button", name="Force a pair at step 2").click()
    page.locator(".st-key-wordpiece_found_0 button").click()
    settle(page)
    expect(page.locator(".caption").filter(has_text="This merge is forced")).to_be_visible()
    page.wait_for_url("**forced=**")
    page.go_back()
    expect(page.locator(".several")).to_be_visible()


DOES: dict[str, Callable[[Page, Path], None]] = {
    "bytes": bytes_,
    **{each.__name__: each for each in (check, encode, joint, models, sentencepiece)},
    **{each.__name__: each for each in (train, unigram, wordpiece)},
}
"""Page -> test of its behaviour. Other pages have separate files."""

OPENED: dict[str, dict[str, str | int]] = {
    "bytes": {"step": 7},
    "encode": {"corpus": "low-lower"},
    "joint": {"step": 300},
    "models": {"sentence": EXAMPLES["letters"]},
    "train": {"corpus": "first-chapters", "step": 2, "hide": 1},
    "wordpiece": {"corpus": "hug", "step": 0},
}
"""Page -> query of its address, for pages whose session may have another run."""
