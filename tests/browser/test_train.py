"""Step through BPE in a real browser: actions of a reader, and the resulting screen."""

import re

from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from bpe import Corpus, train
from bpe.player.tokens import exact
from tests.browser.helpers import becomes, choose, go, open_details, settle
from tests.browser.training import at_step, panel_pairs
from ui.samples import training_samples

HOSTILE = (
    "<b>bold</b> <img/src=x/onerror=alert(1)> $x^2$ :smile: **star** `code` [a](b) \"'& "
    "a\u200bb \u202eabc\u202c \u3000 </w> e\u0301 👩\u200d🚀 =1+1 {x} \\d \ue000pair\ue001"
)

ENDS = "a--> a--> a--> </style> </style> <script> <script> ]]> ]]>"
"""Texts that end a comment, a style or a section."""


def test_an_uploaded_text_is_shown_as_text_and_read_by_no_other_browser(open_app):
    """Markup, Markdown and invisible characters of an uploaded text are shown as text.

    The text outlives a reload: the browser has a key to it, which is in no address, so another
    browser does not see the text. Other tests check without a browser what each tab is sent.
    """
    page = open_app("train")
    choose(page, "Corpus", "Your own file")
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    text = "banana banana bandana cabana " * 5 + f"{HOSTILE} " * 3 + ENDS
    file = {"name": "<b>.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator("th[scope=row]", has_text="banana").first).to_be_visible()
    settle(page)
    mine = train(text, "paper")
    expect(page.locator("th[scope=row]", has_text="bold").first).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    open_details(page, "Vocabulary")
    inside = page.get_by_role("tabpanel").first
    foreign = "img, b:not(.record-sum b), strong:not([data-testid] strong)"
    assert inside.locator(foreign).count() == 0
    assert "\u202e" not in inside.inner_text()
    page.get_by_role("textbox", name=re.compile("^Search")).fill("-->")
    page.keyboard.press("Enter")
    last = mine.snapshot(len(mine))
    found = [[exact(each.token)] for each in last.vocabulary if "-->" in exact(each.token)]
    becomes(page, lambda: [row[:1] for row in panel_pairs(page)], found)
    assert not dialogs
    page.reload()
    settle(page)
    expect(page.get_by_role("rowheader", name="bandana").first).to_be_visible()
    stranger = open_app("train", corpus="uploaded")
    expect(stranger.get_by_role("rowheader", name="highest").first).to_be_visible()
    expect(stranger.get_by_role("rowheader", name="bandana")).to_have_count(0)
    assert_indentation_is_kept(stranger)


def test_a_file_dropped_anywhere_is_opened(open_app):
    """A page with an upload button accepts dropped files one by one; another page accepts none."""
    page = open_app("train")
    for _ in range(2):
        assert page.evaluate("looks.drop")
        expect(page.get_by_role("rowheader", name="bandana").first).to_be_visible()
        settle(page)
        go(page, "train", corpus="six-words")
    go(page, "encode")
    expect(page.get_by_role("heading", level=1)).to_have_text("Encode and decode")
    assert not page.evaluate("looks.drop")


def assert_indentation_is_kept(page: Page) -> None:
    """Expect the spaces at both ends of tokens of source code, which a sanitizer would trim."""
    go(page, "train", corpus="source-code", step=3, tab="pairs")
    path = training_samples()["source-code"].path
    run = train(Corpus.from_file(path, "gpt"), "gpt", max_merges=300)
    expected = [[exact(token) for token in pair.pair] for pair in run.snapshot(3).pairs(5)]
    assert any(token != token.strip() for pair in expected for token in pair)
    becomes(page, lambda: panel_pairs(page)[:5], expected)


def test_a_step_draws_the_open_tab_alone_and_hiding_the_answer_the_page(open_app):
    """A step reruns only the fragment of the open tab; hiding the answer reruns the whole page.

    So a step of each reader in a class of thirty does not cost thirty whole pages.
    """
    page = open_app("train", step=3, tab="pairs")
    at_step(page, 3)
    settle(page)
    assert "FINISHED_SUCCESSFULLY" in ends_of_runs(page)
    for step in (4, 5):
        forget_messages(page)
        page.get_by_role("button", name="Next step").click()
        expect(page.get_by_role("heading", name=f"All pairs after step {step}")).to_be_visible()
        becomes(page, lambda: ends_of_runs(page)[-1:], ["FINISHED_FRAGMENT_RUN_SUCCESSFULLY"])
        assert "FINISHED_SUCCESSFULLY" not in ends_of_runs(page)
    for hidden in ("true", "false"):
        forget_messages(page)
        page.get_by_role("button", name="Hide the answer").click()
        expect(page.get_by_role("button", name="Hide the answer")).to_have_attribute(
            "aria-pressed", hidden
        )
        becomes(page, lambda: "FINISHED_SUCCESSFULLY" in ends_of_runs(page), True)
        settle(page)


def forget_messages(page: Page) -> None:
    """Forget the short messages that a page has received."""
    page.evaluate("() => { wire.short.length = 0; }")


def ends_of_runs(page: Page) -> list[str]:
    """Return how runs of the page's script ended, from the short messages that it has received."""
    messages = [ForwardMsg.FromString(bytes(each)) for each in page.evaluate("wire.short")]
    ends = [each for each in messages if each.WhichOneof("type") == "script_finished"]
    return [ForwardMsg.ScriptFinishedStatus.Name(each.script_finished) for each in ends]
