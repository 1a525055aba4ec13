"""Own text survives a reload, and is in a link only if the reader asks for it."""

import shutil
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest
import streamlit as st

from bpe import train
from tests.pages.helpers import (
    captions,
    opened_again,
    paste,
    picker_of,
    popover_id,
    popovers,
    start,
    tab,
    tab_labels,
    upload,
    words_shown,
)
from tests.pages.walking import link_of
from ui import waiting
from ui.browsers import new_name
from ui.middleware import COOKIE
from ui.notes import cut_after_sentences, text_facts
from ui.own_text import uploads
from ui.own_text.sources import text_in
from ui.own_text.uploads import beginning_of
from ui.state import MAX_LINK_CHARS
from ui.text import t
from ui.views.check import MAX_PASTED_CHARS

HOSTILE = "<b>low</b> &amp; low%26 a+b #x ?y=1 \u202eevil $x$ `c`\n学而时习之 low"


def test_step_through_bpe_takes_a_text_or_a_file_behind_one_button(open_page):
    """The list of corpora starts with both; taking a text or a file closes the button's box.

    Choosing “your own text” does not empty the page.
    """
    app = open_page("train", corpus="low-lower")
    corpora = app.selectbox(key="corpus")
    assert corpora.options[:2] == ["Your own text", "Your own file"]
    assert [box.proto.popover.label for box in popovers(app)] == ["Your own text or file", "More"]
    before = words_shown(app)
    corpora.select("pasted").run()
    assert words_shown(app) == before
    app.text_area(key="pasted_text").input("banana bandana")
    app.button(key="FormSubmitter:paste-" + t("controls.use_text")).click().run()
    assert corpora.value == "pasted"
    assert "bandana" in words_shown(app)
    box = popover_id(app, "Your own text or file")
    app.file_uploader(key="file").set_value(("a.txt", b"low lower", "text/plain")).run()
    assert app.selectbox(key="corpus").value == "uploaded"
    assert popover_id(app, "Your own text or file") != box


def test_a_new_text_closes_the_box_it_was_pasted_into(open_page):
    app = paste(open_page("unigram"), "banana bandana")
    box = popover_id(app, "Your text")
    assert popover_id(paste(app, "low lower lowest"), "Your text") != box


def test_a_pasted_text_outlives_a_reload(open_page):
    """The same browser keeps the text; another browser does not, and shows a warning."""
    app = paste(open_page("train"), "banana bandana")
    again = opened_again(open_page, "train", app)
    assert not again.warning
    assert again.selectbox(key="corpus").value == "pasted"
    assert again.text_area(key="pasted_text").value == "banana bandana"
    assert "bandana" in words_shown(again)
    stranger = open_page("train", corpus="pasted")
    assert len(stranger.warning) == 1
    assert "bandana" not in words_shown(stranger)


@pytest.mark.parametrize(
    ("page", "key", "most"),
    [
        ("train", "pasted_text", uploads.MAX_PASTED_CHARS),
        ("check", "check_pasted", MAX_PASTED_CHARS),
    ],
)
def test_a_box_to_paste_into_says_how_much_it_takes(open_page, page, key, most):
    """The box has a maximum length and a caption with it.

    A browser silently drops the rest, and the server would refuse a longer message.
    """
    app = open_page(page)
    if page == "train":
        app.selectbox(key="corpus").select("pasted").run()
    assert app.text_area(key=key).max_chars == most
    assert any(f"{most:,}" in each.value for each in app.caption)


def test_a_file_outlives_a_reload_with_what_was_corrected_and_stays_out_of_links(open_page):
    """A reload keeps the columns that the reader chose; a link never contains a file."""
    app = open_page("train")
    app = upload(app, b"word,rank,count\nlow,1,50\nlower,2,20\n", "a.csv")
    app.query_params["step"] = "2"
    picker_of(app.run(), "count_column").select("2").run()
    assert app.session_state["state"].choices.step is None, "of the counts before"
    again = opened_again(open_page, "train", app)
    assert picker_of(again, "count_column").value == "2"
    assert "lower" not in urlencode(link_of(app))
    picker_of(again, "count_column").select("none").run()
    assert again.session_state["own_texts"]["uploaded"].report.kind == "documents"
    picker_of(again, "word_column").select("3").run()
    assert "50" in words_shown(again)
    picker_of(again, "count_column").select("3").run()
    assert "must be in two columns" in again.error[0].value


def test_a_text_too_long_for_a_link_has_none_but_a_page_with_the_text_in_it(open_page):
    """A text of exactly the limit fits; a longer text is offered as a page instead.

    A text too long for that page is only in the handout.
    """
    for extra in (0, 1):
        text = "ab " * 499 + "abc" + "d" * extra
        assert len(text) == MAX_LINK_CHARS + extra
        app = paste(open_page("train"), text)
        app.toggle(key="share_text").set_value(True).run()
        pages = [each for each in app.get("download_button") if each.label == "Download the page"]
        assert ("so it is left out of the link" in captions(app)) == bool(extra) == bool(pages)
        if extra:
            assert not [each for each in app.code if each.value.startswith("http")]
        else:
            assert "text" in link_of(app)
        app = open_page("train", corpus="pasted", text=text)
        said = [warning.value for warning in app.warning]
        assert any("1,500" in each for each in said) == bool(extra)
    app = paste(open_page("train"), "ab " * 7_000)
    app.toggle(key="share_text").set_value(True).run()
    assert "The handout contains it" in captions(app)


def test_a_text_goes_into_the_link_only_when_asked(open_page):
    """With the switch on, the link opens the same screen for any text, with the open tab."""
    app = paste(open_page("train"), HOSTILE)
    tab(app, "train", "vocabulary")
    assert "text" not in link_of(app)
    app.toggle(key="share_text").set_value(True).run()
    link = link_of(app)
    assert link == {"corpus": "pasted", "text": HOSTILE, "tab": "vocabulary"}
    fresh = open_page("train", **link)
    assert not fresh.warning
    assert fresh.text_area(key="pasted_text").value == HOSTILE
    assert words_shown(fresh) == words_shown(app)
    assert "Vocabulary" in tab_labels(fresh)
    fresh.selectbox(key="scheme").select("huggingface").run()
    assert set(fresh.query_params) == {"corpus", "scheme", "tab"}
    fresh.selectbox(key="corpus").select("hug").run()
    assert "text" not in link_of(fresh), "a link to a sample holds nothing of the reader's"


def test_another_text_opens_at_its_own_step(open_page):
    """A new text opens at its first step, not at the step of the previous text, on all pages."""

    app = upload(open_page("train", corpus="hug", step=4), b"banana bandana", "a.txt")
    app.query_params["step"] = "2"
    links = [parse_qs(each.proto.query_string) for each in app.run().sidebar.get("page_link")]
    assert (start(app), {step for link in links for step in link.get("step", [])}) == (2, {"2"})
    upload(app, b"highest higher lower lowest", "b.txt")
    links = [parse_qs(each.proto.query_string) for each in app.sidebar.get("page_link")]
    assert (start(app), {step for link in links for step in link.get("step", [])}) == (0, {"0"})
    app.query_params["step"] = "1"
    app.run().selectbox(key="scheme").select("huggingface").run()
    upload(app, b"banana bandana banned", "c.txt").selectbox(key="scheme").select("paper").run()
    assert start(app) == 0, "left by another scheme, too"


def test_a_text_that_a_link_brings_once_more_is_the_same(open_page):
    """The same text from a second link keeps the steps at which its runs were left."""
    link = {"corpus": "pasted", "text": "banana bandana"}
    app = open_page("train", **link, scheme="huggingface", step=2)
    app.query_params.clear()
    app.query_params.update(link)
    app.run().selectbox(key="scheme").select("huggingface").run()
    assert start(app) == 2


CHINESE = "今天天气很好，我们去公园！\n学生在学校学习，老师很高兴！"


def test_lines_taken_for_words_are_said_with_the_way_to_sentencepiece(open_page):
    """One press trains the same text by the suggested scheme, with a note on rewritten characters.

    The rules chosen for the previous scheme are dropped.
    """
    app = paste(open_page("train", ties="largest", special="low"), CHINESE)
    assert "a whole line is one “word” (14 characters on average)" in captions(app)
    assert "Four ways out: a line break" in captions(app)
    assert "full-width" not in captions(app)
    app.button(key="use_gpt").click().run()
    assert (app.selectbox(key="scheme").value, "Four ways" in captions(app)) == ("gpt", False)
    app.selectbox(key="scheme").select("paper").run()
    app.button(key="use_sentencepiece").click().run()
    assert app.selectbox(key="scheme").value == "sentencepiece"
    assert app.selectbox(key="corpus").value == "pasted"
    assert not {"ties", "special"} & {*app.query_params}
    assert "whole line" not in captions(app)
    assert "turns 2 full-width signs into half-width ones, such as" in captions(app)


def test_punctuation_on_words_is_named_with_a_scheme_that_parts_it(open_page):
    """A note names the punctuation; one press trains by a scheme that splits it off.

    There is no note for a text without punctuation, for lines without spaces, or for such a scheme.
    Words that are too long are left out and counted.
    """
    app = paste(open_page("train"), '"it is low, low, lower" - it laughed')
    assert 'punctuation stays on the words: `` low, ``, `` "it ``' in captions(app)
    app.button(key="use_gpt").click().run()
    assert app.selectbox(key="scheme").value == "gpt"
    assert app.selectbox(key="corpus").value == "pasted"
    assert "punctuation" not in captions(app)
    assert "punctuation" not in captions(open_page("train", corpus="pride-and-prejudice"))
    paste(app, f"low low {'ab' * 3_000} lower {'好' * 1_500}")
    app.selectbox(key="scheme").select("paper").run()
    assert "Words of more than 4,192 bytes are left out of this text: 2." in captions(app)
    assert not app.error
    app.selectbox(key="scheme").select("minbpe").run()
    assert "are left out" not in captions(app), "it takes the text as one word"
    for text in ("don't - low lower", CHINESE):
        assert "punctuation stays" not in captions(paste(open_page("train"), text))


@pytest.mark.parametrize(
    ("scheme", "length"), [("paper", 20), ("paper", 5_000), ("sentencepiece", 5_000)]
)
def test_one_long_line_is_cut_after_each_sentence(open_page, scheme, length):
    """Cutting is offered where SentencePiece does not help: one word of hundreds of characters.

    A line above the limit of characters is an error until it is cut.
    """
    line = "今天天气很好，我们去公园！“好的。”" * length
    app = paste(open_page("train", scheme=scheme), line)
    is_one_word = scheme == "paper" and length == 20
    said = f"({len(line)} char" if is_one_word else f"A line of {len(line):,} char"
    assert said in captions(app)
    assert captions(app).count("one “word”") == 1
    assert bool(app.error) == (len(line) > 4_192)
    assert "use_sentencepiece" not in [button.key for button in app.button]
    app.button(key="line_ends").click().run()
    assert not app.error
    assert (
        app.session_state["pasted_text"] == line.replace("！", "！\n").replace("。”", "。”\n")[:-1]
    )
    assert "A line of" not in captions(app)
    assert app.selectbox(key="corpus").value == "pasted"


def test_a_long_line_of_a_file_is_cut_after_each_sentence(open_page):
    """The cut file keeps its name; a line in which no sentence ends is not offered for cutting."""
    app = upload(open_page("train"), ("好" * 197 + "。好。\n" + "好" * 300).encode(), "a.txt")
    assert "line_ends" not in [button.key for button in app.button]
    upload(app, ("好" * 198 + "。好。").encode("utf-16"), "a.txt")
    assert app.session_state["own_texts"]["uploaded"].report.encoding == "utf-16"
    app.query_params["step"] = "1"
    app.run().button(key="line_ends").click().run()
    assert app.session_state["state"].choices.step is None, "of the words before"
    given = app.session_state["own_texts"]["uploaded"]
    text = "好" * 198 + "。\n好。"
    assert (given.name, text_in(given.text)) == ("a.txt", text)
    assert (given.content.characters, given.content.beginning) == (len(text), beginning_of(text))
    assert given.report.encoding == "utf-8", "what it is written in now"
    assert "A line of" not in captions(app)


def test_a_file_that_a_cleaner_deleted_is_asked_for_again(open_page):
    """The record stays on the page; what needs the file says a sentence. The same file may come."""
    data = ("好" * 198 + "。好。").encode()
    app = upload(open_page("train"), data, "a.txt")
    given = app.session_state["own_texts"]["uploaded"]
    shutil.rmtree(Path(given.text.path).parent)
    assert text_facts(train("low lower", "paper"), given.text).changes == []
    app.run()
    assert not app.error
    assert not app.exception
    for press in (
        lambda: app.button(key="line_ends").click(),
        lambda: app.selectbox(key="scheme").select("minbpe"),
    ):
        press().run()
        assert {error.value for error in app.error} == {t("errors.files_gone")}
        assert not app.exception
    upload(app, data, "a.txt")
    assert not app.error
    assert not app.exception
    app.selectbox(key="scheme").select("paper").run().button(key="line_ends").click().run()
    assert not app.error
    assert not app.exception


def test_nothing_is_said_of_lines_where_words_stand_apart(open_page):
    """The cases are English, and Chinese that was split into words beforehand.

    Five of the rewritten characters are named, the most frequent first, and removed characters are
    named, too.
    """
    app = open_page("train")
    for text in ("banana bandana", "今天 天气 很 好 ， 我们 去 公园"):
        app.selectbox(key="scheme").select("paper").run()
        paste(app, text)
        assert "whole line" not in captions(app)
        app.selectbox(key="scheme").select("sentencepiece").run()
        assert ("，" in text) == ("→" in captions(app))
    paste(app, "ａａａ ｂｂ\x01\x01\x01\x01 ①②③④")
    assert "`` ⟨SOH⟩ `` is removed, `` ａ `` → `` a ``" in captions(app)
    assert "and 2 more" in captions(app)
    paste(app, "你好，世界！（再见）")
    said = captions(app)
    assert "turns 4 full-width signs into half-width ones" in said
    assert said.count("→") == 1, "one of them is the example"
    paste(app, "你好，世界")
    assert "full-width" not in captions(app), "one is named"


def test_full_stops_without_end_are_looked_through_in_one_pass():
    """The text is scanned once; a scan from each full stop would take minutes here."""
    stops = "。" * 300_000
    assert cut_after_sentences(stops) == stops
    assert cut_after_sentences(f"{stops}好") == f"{stops}\n好"


def test_a_text_that_was_cancelled_does_not_come_back_with_a_reload(open_page, monkeypatch):
    """The browser's stored text becomes the previous text again, too."""
    app = open_page("train", cookies={COOKIE: new_name()})
    paste(app, "low lower lowest")
    wait = waiting.result_of

    def stopped(job, cancel=None):
        st.button("stop", key="stop", on_click=cancel)
        st.stop()

    monkeypatch.setattr(waiting, "result_of", stopped)
    paste(app, "what is cancelled")
    app.button(key="stop").click()
    monkeypatch.setattr(waiting, "result_of", wait)
    app.run()
    assert app.session_state["own_texts"]["pasted"] == "low lower lowest"
    again = opened_again(open_page, "train", app)
    assert again.session_state["own_texts"]["pasted"] == "low lower lowest"


def test_a_current_run_is_learned_and_cut_in_one_trip_to_a_worker(open_page, monkeypatch):
    """One job returns both the record and the payload of the player."""
    trips, wait = [], waiting.result_of

    def noting(job, **how):
        trips.append(job)
        return wait(job, **how)

    monkeypatch.setattr(waiting, "result_of", noting)
    monkeypatch.setattr("ui.runs.cut_run", None)
    app = open_page("train")
    paste(app, "a text for one trip and no other")
    assert words_shown(app)
    assert len(trips) == 1
