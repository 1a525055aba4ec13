"""The page Bytes, without a browser: it shows the bytes of a text and the record of a run."""

import html
import re

import pytest
import streamlit as st

from bpe.player.tokens import exact
from bpe.text.characters import byte_alias, is_text, to_alias
from bpe.text.pretokenizers import pretokenize
from tests.markup import read
from tests.pages.helpers import Rows, captions, everything, markup, payloads, tab
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.text import t
from ui.tokenizers import opened
from ui.views import bytes as views
from ui.views.bytes import EXAMPLES, PATTERNS, STEPS, byte_table

CHINESE = ("chinese-classics", "好", 500)


def strip_markup(app) -> str:
    [found] = [body for body in markup(app) if 'class="byte-strip fills"' in body]
    return found


def strip(app) -> Rows:
    return Rows(strip_markup(app))


@pytest.mark.parametrize(
    ("locale", "corpus", "text", "merges"), [("en-US", "fables", "é", 200), ("zh-CN", *CHINESE)]
)
def test_the_page_opens_with_a_character_in_two_tokens_that_a_merge_makes_one(
    open_page, locale, corpus, text, merges
):
    """The strip shows the bytes of the character and its tokens at each step of the slider.

    The character has two tokens at the opening step and one token from the named merge on.
    """
    app, words = open_page("bytes", locale=locale, tab="made"), catalogue(locale[:2])
    training = trained(corpus, "gpt", merges)
    tokens = training.tokenizer(STEPS[corpus]).encode(text).tokens
    assert len(tokens) == 2
    assert strip(app).rows[3] == [exact(token) for token in tokens]
    assert f"U+{ord(text):04X}" in strip(app).texts[1]
    slider = app.slider(key="bytes_merges")
    assert (slider.min, slider.max) == (0, merges)
    merge = int(strip(app).texts[4].split()[-1])
    [note] = [name for name, example in EXAMPLES.items() if example == text]
    held = {"held": len(tokens[0]), "whole": len(text.encode()), "text": text}
    for told in (words[f"bytes.note_{note}"], f"{words['bytes.part_bytes'].format(**held)}"):
        assert told in everything(app)
    for step, kind in ((merge - 1, "from"), (merge, "made")):
        slider.set_value(step).run()
        assert (strip(app).rows[3] == [text]) == (kind == "made")
        whole = words[f"bytes.said_{kind}_single"].format(n=merge)
        said = {"step": step, "text": text, "n": len(strip(app).rows[3]), "whole": whole}
        is_merged = training.tokenizer(step).encode(text).words[0].steps
        assert bool(is_merged) == (words["bytes.strip_no_merge"] not in everything(app))
        played = [each["steps"] for each in payloads(app, "runs")]
        assert played == [len(is_merged)] * bool(is_merged)
        assert words["bytes.said"].format(**said) in everything(app)
        assert app.button(key="bytes_play").disabled == (kind == "made")
        assert (f"<b>{merge}</b>" in everything(app)) == (kind == "made")
    whole = sum(is_text(each.token) for each in training.merges[:merge])
    said = {"step": merge, "first": 256, "last": 255 + merge, "whole": whole, "cut": merge - whole}
    assert words["bytes.merges_whole"].format(**said) in everything(tab(app, "bytes", "merges"))


def test_the_slider_plays_to_the_merge_that_makes_a_character_whole(open_page, monkeypatch):
    """The button plays the steps up to that merge; a slider moved by hand stays where it is.

    If no merge makes the character whole, a sentence says so and there is nothing to play.
    """
    shown = []

    def tick(step, target, opening):
        shown.append(step)
        views.advance(step, target, opening)
        st.rerun()

    app = open_page("bytes")
    for played in ("player.pause", "bytes.play"):
        app.button(key="bytes_play").click().run()
        assert app.button(key="bytes_play").label == t(played, n=10)
        assert app.slider(key="bytes_merges").value == 0, "until a moment has passed"
    monkeypatch.setattr(views, "_tick", tick)
    app = open_page("bytes")
    app.button(key="bytes_play").click().run()
    assert shown == [0, 2, 4, 5, 6, 7, 8, 9]
    assert app.slider(key="bytes_merges").value == 10
    assert strip(app).rows[3] == ["é"]
    app.slider(key="bytes_merges").set_value(3).run()
    assert app.slider(key="bytes_merges").value == 3
    app.slider(key="bytes_merges").set_value(0).run()
    assert [*app.session_state["state"].steps.values()] == [0], "where it opens it is left, too"
    for text, told in (
        ("aé", "From merge 10 on, all its characters are whole."),
        ("", "Type some"),
        ("ab", "Each of its characters is a single byte"),
        ("👩\u200d🚀a", "No merge of this run makes all of"),
    ):
        app.text_input(key="bytes_sentence").set_value(text).run()
        assert told in everything(app)
    app.selectbox(key="corpus").select("six-words").run()
    assert app.slider(key="bytes_merges").value == 3, "where the sample shows something"
    assert not [each for each in app.button if each.key == "bytes_play"]


def test_code_points_are_named_where_a_line_has_room(open_page):
    """Code points are named in texts of up to 12 bytes; up to 15 bytes fit on one line."""
    app = open_page("bytes")
    for text, name in (
        ("学而时习", "CJK UNIFIED IDEOGRAPH-5B66"),
        ("\x01", "(no name known)"),
        ("学而时习之", ""),
    ):
        app.text_input(key="bytes_sentence").set_value(text).run()
        [points] = read(strip_markup(app)).all("tr", kind="row-code_points")
        assert [each.text for each in points.all("small")][:1] == [name] * bool(name)
    app.text_input(key="bytes_sentence").set_value("学而时习之a").run()
    assert sum('class="byte-strip fills"' in body for body in markup(app)) == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_bits_of_two_characters_are_their_bytes_and_their_numbers(language):
    """The bits that the note writes are the UTF-8 bytes of é and 进.

    Without the marker bits, the rest are the numbers of their code points.
    """
    said = catalogue(language)["bytes.note_bits"]
    groups = re.findall(r"(?<![01])(1+0) ([01]+)", said)
    spelled = bytes(int(marker + bits, 2) for marker, bits in groups)
    assert spelled.decode() == EXAMPLES["bits"] == "é进"
    left = "".join(bits for _, bits in groups[:2]), "".join(bits for _, bits in groups[2:])
    assert left == tuple(re.findall(r"[01]{11,}", said))
    assert [f"{int(bits, 2):X}" for bits in left] == ["E9", "8FDB"]
    assert all(number in said for number in ("E9", "8FDB"))


def test_a_link_that_hides_the_answer_shows_the_character_alone(open_page):
    """No byte or token is shown until the button is pressed, unless the link shows the answer."""
    app = open_page("bytes", hide=1)
    assert "How many bytes does this take" in everything(app)
    assert not any(sign in everything(app) for sign in ("U+00E9", "<table", "data-token"))
    app.button(key="bytes_reveal").click().run()
    assert strip(app).rows[3]
    assert strip(open_page("bytes", hide=0)).rows[3]


def test_the_spelling_in_files_is_shown_both_ways(open_page):
    """Tokens are spelled as in a file, by an English run and by the run of the page.

    Ġthat is one entry of the English run only. A space becomes Ġ, and Ġ a space again; a character
    that is not an alias is refused.
    """
    app = tab(open_page("bytes", corpus="chinese-classics"), "bytes", "spelling")

    def entries() -> list[str]:
        body = next(body for body in markup(app) if 'class="file"' in body)
        return html.unescape(" ".join(re.findall('class="file">([^<]*)<', body))).split()

    english = trained("first-chapters", "gpt", 800)
    typed = app.text_area(key="bytes_spelling").value
    assert entries() == [to_alias(token) for token in english.tokenizer().encode(typed).tokens]
    assert "Ġthat" in entries()
    assert any(re.search(r'class="token c\d" data-token=" that"', body) for body in markup(app))
    assert "As text: ␣好␣café" in everything(app)
    app.segmented_control(key="bytes_spelling_run").set_value("here").run()
    assert "Ġthat" not in entries()
    assert "å¥½" in entries()
    app.text_area(key="bytes_spelling").set_value("x " * 61).run()
    assert "The first 60 tokens are shown." in captions(app)
    app.text_area(key="bytes_alias").input("Ġ 好").run()
    assert "好 represents no byte" in everything(app)


def test_the_cuts_are_the_pretokenizers(open_page):
    """The tab shows the words of every pattern in order, and the number of words.

    The note about single spaces is true, and a link leads to the real tokenizers.
    """
    app = tab(open_page("bytes"), "bytes", "cuts")
    assert "models" in [each.proto.page for each in app.main.get("page_link")]
    text = "it's 12345,\"世界"
    app.text_area(key="bytes_cuts").input(text).run()
    shown = [body for body in markup(app) if body.startswith('<div class="cuts"')]
    counts: list[str] = []
    for name, body in zip(PATTERNS, shown, strict=True):
        words = [each.attributes["data-word"] for each in read(body).all(kind="token")]
        bert = ["it", "'", "s", "12345", ",", '"', "世", "界"]
        assert words == (bert if name == "bert" else pretokenize(text, name))
        counts.append(f"Words: {len(words)}.")
    assert re.findall(r"Words: \d+\.", captions(app)) == counts
    assert pretokenize("a 12  b", "gpt4") == ["a", " ", "12", " ", " b"]
    assert pretokenize("a 12  b", "gpt2") == ["a", " 12", " ", " b"]


def test_every_byte_stands_in_its_place_and_those_of_the_text_are_marked():
    """The table is 16 × 16; bytes of the text have a class and a word for screen readers."""
    used = "a 好".encode()
    rows = read(byte_table(used)).all("tbody")[0].all("tr")
    cells = [cell for row in rows for cell in row.all("td")]
    assert [len(row.all("td")) for row in rows] == [16] * 16
    assert [row.all("th")[0].text for row in rows] == [f"{high:X}_" for high in range(16)]
    for byte, character in byte_alias().items():
        kind = "itself" if chr(byte) == character else "moved"
        assert cells[byte].classes == [kind] + ["used"] * (byte in used)
        assert cells[byte].text == character + f" {t('bytes.used')}" * (byte in used)


def test_tokens_arrive_one_by_one_with_what_may_be_printed(open_page):
    """The button Next adds one token and says why its bytes must wait or what may be printed.

    After the last token, and for a new text, the list starts again with one token. An empty text is
    no error.
    """
    app = tab(open_page("bytes"), "bytes", "stream")

    def arrived() -> list[str]:
        [body] = [body for body in markup(app) if "Held back" in body]
        return [row.words for row in read(body).all("tr")][1:]

    assert len(arrived()) == 1
    assert "starts a character of 3 bytes, but so far only 2" in everything(app)
    for n, said in (
        (2, "so 好 may be printed"),
        (3, "of 4 bytes, but so far only 3"),
        (4, "gives 好😊."),
    ):
        app.button(key="bytes_stream_next").click().run()
        assert len(arrived()) == n
        assert said in everything(app)
    assert "F0 9F 98" in arrived()[2]
    alone = "".join(opened("gpt2").decode([id_]) for id_ in opened("gpt2").encode("好😊").ids)
    assert f"would have printed {alone};" in everything(app)
    app.button(key="bytes_stream_next").click().run()
    assert len(arrived()) == 1
    app.button(key="bytes_stream_next").click().run()
    app.text_input(key="bytes_stream").set_value("é<b>").run()
    assert len(arrived()) == 1
    for text in ("a", ""):
        app.text_input(key="bytes_stream").set_value(text).run()
        assert app.button(key="bytes_stream_next").disabled
    assert "Type some" in everything(app)
