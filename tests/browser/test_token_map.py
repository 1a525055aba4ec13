"""The token map on a bare page: a text above its tokens, linked by pointer and keys."""

import pytest

from bpe import train
from bpe.notebook import COLOURS
from bpe.player.tokens import exact
from ui.catalogue import catalogue
from ui.draw.tokens import colours, look
from ui.views.encode import draw_map

TRAINING = train("low low low lower newest newest 你好 你好 a a", "gpt", max_merges=14)
TEXT = "low lowest\n好的 \u202elow<b>"


@pytest.fixture
def token_page(component_page):
    """A map of a text, and the encoding it was drawn from."""

    def token_page(text=TEXT, training=TRAINING, **options):
        tokenizer = training.tokenizer()
        encoding = tokenizer.encode(text)
        [mounted] = component_page(lambda: draw_map(tokenizer, encoding), **options)
        return mounted, encoding

    return token_page


def read(mounted):
    return mounted.root.evaluate("reads.map")


def test_the_map_draws_each_token_and_cuts_the_text_where_tokens_meet(token_page):
    """Tokens are exact and in order; a piece of several tokens shows how many, a newline breaks.

    Other tests compare places, ids and numbers without a browser.
    """
    mounted, encoding = token_page("low\n好的a")
    shown = read(mounted)
    assert shown["tokens"] == list(map(exact, encoding.tokens))
    for classes, place in zip(shown["classes"], colours(encoding.tokens), strict=True):
        assert {*look(place).split()} <= set(classes)
    assert shown["name"] == "Tokens and their IDs"
    assert not shown["pointing"]
    assert shown["on"] == shown["lit"] == shown["selected"] == []
    assert shown["active"] is None
    assert shown["said"].startswith("Hover")
    assert len(shown["breaks"]) == 1
    many = [place for place, size in enumerate(shown["sizes"]) if size is not None]
    assert many == [place for place, kinds in enumerate(shown["kinds"]) if "many" in kinds] != []
    for place in many:
        mounted.root.locator(".text > span").nth(place).hover()
        assert len(read(mounted)["on"]) == int(shown["sizes"][place]) > 1


def test_pointing_lights_a_token_and_its_place_and_a_click_keeps_them(token_page):
    """Pointing lights a token until the pointer leaves; a click keeps it lit until the next click.

    Both work on the tokens and in the text. Arrow keys walk from the first token to the last and
    not beyond; leaving the list puts the light out.
    """
    mounted, encoding = token_page("low lowest newest")
    chips, parts = mounted.root.locator(".tokens .token"), mounted.root.locator(".text > .token")
    chips.nth(1).hover()
    shown = read(mounted)
    assert shown["on"] == shown["selected"] == [1]
    assert shown["active"] == 1
    assert shown["pointing"]
    assert f"ID {encoding.ids[1]}" in shown["said"]
    assert [shown["segments"][i] for i in shown["lit"]] != []
    lit = shown["lit"]
    mounted.root.locator(".sizes").hover()
    assert read(mounted)["on"] == []
    parts.first.hover()
    assert read(mounted)["on"] == [0]
    chips.nth(1).click()
    chips.nth(0).hover()
    assert read(mounted)["on"] == [0]
    mounted.root.locator(".sizes").hover()
    shown = read(mounted)
    assert (shown["on"], shown["lit"]) == ([1], lit)
    chips.nth(0).hover()
    mounted.root.locator("p.text").dispatch_event("pointerover")
    assert read(mounted)["on"] == [1], "between the tokens, too"
    chips.nth(1).click()
    mounted.root.locator(".sizes").hover()
    assert read(mounted)["on"] == []
    mounted.page.evaluate("document.activeElement.shadowRoot.activeElement.blur()")
    for pressed in (chips.first, parts.first):
        for on in ([0], []):
            pressed.click()
            mounted.root.locator(".sizes").hover()
            assert read(mounted)["on"] == on, "the first one, too, and in the text"
    last = len(encoding.tokens) - 1
    mounted.root.get_by_role("listbox").focus()
    for key, at in [
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowDown", 2),
        ("ArrowLeft", 1),
        ("ArrowUp", 0),
        ("ArrowLeft", 0),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("x", 0),
        ("ArrowRight", 1),
    ]:
        mounted.page.keyboard.press(key)
        shown = read(mounted)
        assert shown["on"] == shown["selected"] == [at]
        assert shown["active"] == at
        assert f"ID {encoding.ids[at]}" in shown["said"]
    mounted.page.evaluate("document.activeElement.shadowRoot.activeElement.blur()")
    assert read(mounted)["on"] == []
    mounted.root.get_by_role("listbox").focus()
    assert read(mounted)["on"] == [1], "it comes back to where it was"


def test_the_keys_of_the_map_do_not_scroll_and_others_do_their_own(token_page):
    """Keys that move the highlight do not scroll the page; Page Down keeps its default action."""
    mounted, _ = token_page("low lowest newest " * 30, height=400)
    page = mounted.page
    page.evaluate(
        """() => {
            window.kept = [];
            addEventListener("keydown", (event) => window.kept.push(event.defaultPrevented));
        }"""
    )
    mounted.root.get_by_role("listbox").focus()
    for key in ("ArrowDown", "End", "Home", "ArrowUp", "PageDown"):
        page.keyboard.press(key)
    assert page.evaluate("window.kept") == [True, True, True, True, False]
    page.keyboard.press("End")
    holder = mounted.root.locator(".tokens").bounding_box()
    chip = mounted.root.locator(".tokens .token").last.bounding_box()
    assert chip["y"] + chip["height"] <= holder["y"] + holder["height"] + 1, "scrolled into view"


def test_a_mark_has_a_place_and_what_no_token_stands_for_is_struck_out(token_page):
    """Pointing at the place of the mark lights its token; a dropped character lights no token."""
    mounted, _ = token_page("low", train("low lower newest", "paper", max_merges=2))
    shown = read(mounted)
    [place] = [i for i, kinds in enumerate(shown["kinds"]) if "mark-place" in kinds]
    assert shown["segments"][place] == "</w>"
    mounted.root.locator(".text > span").nth(place).hover()
    assert [shown["tokens"][i] for i in read(mounted)["on"]] == ["</w>"]
    mounted, _ = token_page("low xz lo", train("low lower", "huggingface"))
    shown = read(mounted)
    lost = [i for i, kinds in enumerate(shown["kinds"]) if "lost" in kinds]
    assert [shown["segments"][i] for i in lost] == ["x", "z"]
    part = mounted.root.locator(".lost").first
    assert part.get_attribute("title") == catalogue("en")["encode.map_lost"]
    mounted.root.locator(".tokens .token").first.hover()
    part.hover()
    assert read(mounted)["on"] == []


def test_other_data_start_anew(token_page):
    """A rerun with the same data keeps the highlight; a new text removes it."""
    mounted, _ = token_page("low lowest")
    mounted.root.get_by_role("listbox").focus()
    mounted.page.keyboard.press("ArrowRight")
    mounted.update()
    assert read(mounted)["on"] == [1]
    mounted.update(payload=mounted.data["payload"].replace('"Tokens and their IDs"', '"T"'))
    shown = read(mounted)
    assert (shown["on"], shown["name"]) == ([], "T")
    mounted.page.keyboard.press("ArrowRight")
    assert read(mounted)["on"] == [1]


def test_a_piece_of_many_tokens_is_said_in_part(token_page):
    """For a piece of more than four tokens, the first four are described, with an ellipsis."""
    bytes_only = train("a", "gpt", max_merges=0)
    mounted, encoding = token_page("👩\u200d🚀", bytes_only)
    assert len(encoding.tokens) > 4
    mounted.root.locator(".text > span").first.hover()
    shown = read(mounted)
    assert len(shown["on"]) == len(encoding.tokens)
    assert shown["active"] == 0
    assert shown["said"].endswith(" …")
    assert shown["said"].count("Token ") == 4
    four, _ = token_page("🚀", bytes_only)
    four.root.locator(".text > span").last.hover()
    assert len(read(four)["on"]) == read(four)["said"].count("Token ") == 4
    assert not read(four)["said"].endswith(" …")
    empty, _ = token_page("", bytes_only)
    empty.root.get_by_role("listbox").focus()
    assert (read(empty)["on"], read(empty)["active"]) == ([], None)


def test_unknown_tokens_are_hatched_and_a_mark_says_what_it_means(token_page):
    """Adjacent unknown tokens share a hatched style that no other token has; a mark has a title."""
    training = train("low low lower", "paper")
    mounted, encoding = token_page("lzz", training)
    assert list(encoding.tokens[1:3]) == ["<unk>", "<unk>"]
    shown = mounted.root.evaluate(
        """(host) => [...host.shadowRoot.querySelectorAll(".tokens .token")].map((chip) =>
            [chip.className, getComputedStyle(chip).backgroundImage.split("(")[0],
             chip.querySelector(".mark")?.title ?? null])"""
    )
    assert [name for name, _, _ in shown[1:3]] == [f"token c{COLOURS}"] * 2
    looks = [look for _, look, _ in shown]
    assert looks[1:3] == ["repeating-linear-gradient"] * 2
    assert set(looks[:1] + looks[3:]) == {"none"}
    assert [title for _, _, title in shown[:3]] == [None, None, None]
    assert shown[-1][2] == "end of word"
