"""The frame of every page, in a real browser."""

from functools import partial

from playwright.sync_api import expect

from tests.browser.helpers import (
    assert_accessible,
    becomes,
    choose,
    go,
    in_theme,
    open_details,
    open_more,
    query,
    settle,
    write_composed,
)
from tests.browser.training import at_step
from tests.browser.whole import assert_whole
from ui.catalogue import catalogue
from ui.share import framed


def test_what_streamlit_says_is_said_in_the_readers_language(open_app):
    """Streamlit's upload box, empty list and menu are in Chinese, and in English after a switch.

    A word of the corpus is not translated, even if it equals an entry of Streamlit's menu, as Print
    does in a picker of words.
    """
    page = choose(open_app("train", lang="zh"), "语料", "自己的文件")
    upload = page.get_by_test_id("stFileUploader")
    expect(upload.get_by_role("button", name="上传")).to_be_visible()
    expect(upload.get_by_text("每个文件最大")).to_be_visible()
    page.get_by_role("combobox", name="语料").fill("zzzz")
    expect(page.get_by_text("没有结果")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="主菜单").click()
    expect(page.get_by_text("录制屏幕")).to_be_visible()
    page.keyboard.press("Escape")
    text = "Print Print Print Lights Lights"
    here = {"corpus": "pasted", "scheme": "huggingface", "text": text, "tab": "token"}
    go(page, "train", lang="zh", **here)
    page.get_by_role("combobox", name="词", exact=True).click()
    option = page.get_by_role("option", name="Print")
    expect(option).to_be_visible()
    expect(option).to_have_text("Print")
    expect(page.get_by_role("option", name="打印")).to_have_count(0)
    for letter in "zzq":  # one by one: the list that opens must not drop a letter
        page.keyboard.press(letter)
        settle(page)
    expect(page.get_by_role("option", name="添加：zzq")).to_be_visible()
    page.keyboard.press("Escape")
    choose(go(page, "train", lang="zh"), "语料", "自己的文件")
    choose(page, "语言", "English")
    expect(upload.get_by_role("button", name="Upload", exact=True)).to_be_visible()
    expect(upload.get_by_text("per file")).to_be_visible()


def test_the_link_to_share_the_language_and_nothing_from_elsewhere(open_app, server):
    """The link to share is the browser's address, and another language keeps the run and step.

    The page sends no request to other hosts, so it works in a classroom without a network. axe
    finds no fault in the open settings.
    """
    run = {"corpus": "six-words", "scheme": "huggingface", "step": "2"}
    page = open_app("train", **run)
    assert page.evaluate("looks.gap") == 0, "what was waited for leaves no gap"
    shared = open_more(page, "Share").locator("code")
    expect(shared.first).to_have_text(page.url)
    expect(shared.filter(has_text="<iframe")).to_have_text(framed(page.url))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    settle(page)
    ours = (server, server.replace("http", "ws"), "data:", "blob:")
    assert len(asked) > 5
    assert [url for url in asked if not url.startswith(ours)] == []
    choose(page, "Language", "简体中文")
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("zh")["train.title"])
    details = catalogue("zh")["player.details"]
    expect(page.get_by_role("button", name=details)).to_have_attribute("aria-expanded", "false")
    at_step(page, 2)
    becomes(page, lambda: query(page), {**run, "lang": "zh"})
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(open_more(page, "设置").get_by_role("spinbutton").first).to_be_visible()
    with in_theme(page, "dark"):
        assert_accessible(page)


def test_a_box_has_the_theme_of_the_page(open_app):
    """A box is drawn outside the app, and follows a theme that changes while it is open.

    Each box has text on the primary colour. The second is on a page that was opened in its theme.
    """
    box, page = '[data-testid="stPopoverBody"]', open_app("train", without="pairs")
    page.get_by_role("button", name="Your own text or file").click()
    expect(page.get_by_role("button", name="Use this text")).to_be_visible()
    for theme in ("dark", "light"):
        with in_theme(page, theme):
            assert_accessible(page, box)
    with in_theme(page, "dark"):
        page.reload()
        settle(page)
        hidden = open_more(page, "Share").get_by_label("Pairs next to the words", exact=True)
        expect(hidden).to_be_visible()
        assert_accessible(page, box)
    with in_theme(page, "light"):
        assert_accessible(page, box)


def test_an_input_method_writes_in_a_list_in_place_of_what_is_chosen(open_app):
    """Text of an input method replaces the chosen value in a box entered by mouse or by focus.

    The same happens after another value has been chosen.
    """
    page = open_app("train", lang="zh")
    box = page.get_by_role("combobox", name="语料")
    for enter in (box.click, box.focus):
        enter()
        write_composed(page, "xuexiao", "学校")
        expect(box).to_have_value("学校")
        page.keyboard.press("Escape")
        box.blur()
    box.click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_have_attribute("aria-expanded", "false")
    settle(page)
    write_composed(page, "xuexiao", "学校")
    expect(box).to_have_value("学校")


def test_type_grows_with_the_screen_and_streamlit_s_menu_is_not_seen(open_app):
    """At two window sizes, type in labels and in the menu has at least 1.8 % of the height.

    The button of Streamlit's menu is visible only while the pointer is on it.
    """
    page = open_app("quiz", width=1366, height=768)
    dots = page.get_by_role("button", name="Main menu")
    shares = []
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for text in (page.locator(".st-key-menu a p"), page.locator("label p")):
            size = text.first.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize)")
            shares.append(size / height)
        expect(dots).to_have_css("opacity", "0")
    assert min(shares) > 0.018
    dots.hover()
    expect(dots).to_have_css("opacity", "1")


def test_details_lie_over_nothing_while_a_page_has_no_picture(open_app):
    """The edge of the panel disappears and returns with the picture, and no error is logged."""
    page = open_app("models")
    edge = page.locator(".panel-edge")
    for _ in range(2):
        open_details(page)
        expect(edge).to_be_attached()
        page.evaluate(
            """() => {
                window.picture = document.querySelector('[class*="_stage"]');
                window.place = window.picture.parentElement;
                window.picture.remove();
                document.body.style.width = "99%";
            }"""
        )
        expect(edge).not_to_be_attached()
        page.evaluate("""() => {
            window.place.append(window.picture);
            document.body.style.width = "";
        }""")
        expect(edge).to_be_attached()


def test_a_key_that_opens_a_box_leads_into_it_and_back(open_app):
    """Enter on a button opens its box and moves the focus to its text or its first tab.

    The text arrives after the button below it. Closing the box moves the focus back to the button.
    """
    page, late = open_app("train", corpus="pasted", text="low lower"), []
    page.route("**/TextArea*.js", lambda route: late.append(route))
    button = page.locator("[class*=st-key-own_box]").get_by_role("button")
    button.press("Enter")
    expect(page.get_by_role("dialog").locator("button:focus")).to_have_count(1)
    [script] = late
    script.continue_()
    text = page.get_by_role("textbox", name="Text to train on")
    expect(text).to_be_focused()
    settle(page)
    text.fill("low lowest newer")
    text.press("Control+Enter")
    expect(text).to_have_count(0)
    expect(button).to_be_focused()
    more = page.get_by_role("button", name="More")
    more.press("Enter")
    expect(page.get_by_role("tab", name="Settings")).to_be_focused()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()


def test_a_late_text_box_takes_no_focus_that_the_reader_has_moved(open_app):
    page, late = open_app("train", corpus="pasted", text="low lower"), []
    page.route("**/TextArea*.js", lambda route: late.append(route))
    page.locator("[class*=st-key-own_box]").get_by_role("button").press("Enter")
    focused = page.get_by_role("dialog").locator("button:focus")
    expect(focused).to_have_text("Use this text")
    page.keyboard.press("Tab")
    expect(focused).to_contain_text("Upload")
    late[0].continue_()
    expect(page.get_by_role("textbox", name="Text to train on")).to_be_visible()
    settle(page)
    expect(focused).to_contain_text("Upload")


def test_on_the_lowest_projector_every_player_ends_within_the_window(open_app):
    """The window has 1024 x 600 pixels. On a phone, answers in the notes are over 250 px wide."""
    page = open_app("joint", width=1024, height=600)
    for name in ("joint", "check", "unigram", "vote", "quiz", "train", "encode", "wordpiece"):
        player = (page if name == "joint" else go(page, name)).locator(".player").last
        ends = partial(lambda at, shown: (at, max(600, round(bottom(shown)))), name, player)
        becomes(page, ends, (name, 600))
    page = open_app("notes", width=390, wait=False)
    assert min(page.locator("dd").evaluate_all("all => all.map(e => e.clientWidth)")) > 250


def test_pages_keep_their_lines_without_their_web_font(open_app):
    """Without the web font, a system font of nearly the same widths leaves the pictures whole."""
    page = open_app("wordpiece", width=1280, height=720)
    title = page.locator("h1")
    width = title.bounding_box()["width"]
    empty = {"body": b"", "content_type": "font/woff2"}
    page.route("**/SourceSans*.woff2", lambda route: route.fulfill(**empty))
    page.reload()
    assert_whole(settle(page), "wordpiece")
    assert 0 < abs(title.bounding_box()["width"] / width - 1) < 0.05
    for name in ("check", "joint"):
        assert_whole(go(page, name), name)


def bottom(part) -> float:
    box = part.bounding_box()
    return box["y"] + box["height"]
