"""The QR code of a link, its address in the network, and sentences with a reader's words."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
import segno
import streamlit as st

from bpe import CorpusError
from tests.markup import read
from ui import share
from ui.catalogue import LANGUAGES
from ui.text import MAX_VALUE_CHARS, sentence, speaking, t

PUBLIC, LOCAL, MINE = "https://bpe.example/train?step=1", "http://localhost:8501/?a=1", "10.0.0.7"


def test_a_picture_has_the_modules_of_its_link_in_black_on_white():
    """The picture has the quiet zone that scanners need; a link that is too long has no picture."""
    link = "http://class.example/train?corpus=hug&step=2"
    picture = share.drawn(link)
    matrix = segno.make(link, error="m", micro=False).matrix
    size = len(matrix) + 2 * share.QUIET
    assert f'viewBox="0 0 {size} {size}"' in picture
    assert 'fill="#fff"' in picture
    path = re.search(r'stroke="#000" d="([^"]*)"', picture)[1]
    dark = sum(module & 1 for row in matrix for module in row)
    assert sum(map(int, re.findall(r"h(\d+)", path))) == dark
    for link, notes in (("x" * 3000, (t("lesson.code_long"),)), (PUBLIC, ())):
        found = share.code(link)
        assert (bool(found.picture), found.notes) == (not notes, notes)
    assert found.alt == t("lesson.code", link=found.short)
    assert f"https://{found.short}" == PUBLIC


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_for_a_phones_own_text_speaks_the_language_of_this_one(monkeypatch, lang):
    """The link keeps the path below which the app is served."""
    with speaking(lang):
        assert share.own_link() == f"own?lang={lang}"
        monkeypatch.setattr(
            st, "context", SimpleNamespace(url="https://a.example/bpe/train?step=1")
        )
        assert share.own_link() == f"https://a.example/bpe/own?lang={lang}"


@pytest.mark.parametrize(
    ("link", "listens", "network", "reached", "note"),
    [
        (PUBLIC, None, MINE, PUBLIC, None),
        (LOCAL, "localhost", MINE, LOCAL, "local"),
        (LOCAL, "0.0.0.0", None, LOCAL, "local"),
        (LOCAL, "0.0.0.0", MINE, "http://10.0.0.7:8501/?a=1", "network"),
        ("http://127.0.0.1/train", None, MINE, "http://10.0.0.7/train", "network"),
    ],
)
def test_a_phone_gets_an_address_that_it_can_reach(
    monkeypatch, link, listens, network, reached, note
):
    """If the server listens in the network, the code has this machine's address.

    Otherwise a note explains that phones cannot reach the server.
    """
    monkeypatch.setattr(st, "get_option", {"server.address": listens}.get)
    monkeypatch.setattr(share, "network_address", lambda: network)
    found, notes = share.reachable(link)
    assert found == reached
    host = reached.split("/")[2]
    said = {None: (), "local": (t("lesson.code_local"),)}
    assert notes == said.get(note, (t("lesson.code_network", link=host),))


def test_the_address_in_the_network_is_no_loopback():
    """The result is an address that other machines can reach, or None."""
    found = share.network_address()
    assert found is None or (re.fullmatch(r"\d+(\.\d+){3}", found) and not found.startswith("127."))


def test_a_frame_has_the_link_whole_whatever_stands_in_it():
    """Quotes in a reader's text do not end the attribute of the link."""
    for link, and_ in (
        ("http://localhost/train?text=\"onload='x'<b>&step=2", "&"),
        ("/train", "?"),
    ):
        [frame] = read(share.framed(link)).all("iframe")
        assert frame.attributes["src"] == f"{link}{and_}embed=true"
    assert {*frame.attributes} == {"src", "title", "width", "height", "style", "allow"}


def test_values_of_a_sentence_are_whole_up_to_a_length_with_separators_and_set_apart(monkeypatch):
    """A longer value is cut with an ellipsis; numbers get separators, but not digits in a string.

    Right-to-left values are isolated from the rest of the sentence.
    """
    monkeypatch.setattr("ui.state.language", lambda: "en")
    whole, value = "a" * MAX_VALUE_CHARS, "y" * (MAX_VALUE_CHARS + 1)
    said = sentence(CorpusError("minbpe", file=whole, line=2, value=value))
    assert f"`` {whole} ``" in said
    assert f"`` {value[: MAX_VALUE_CHARS - 1]}… ``" in said
    assert t("wordpiece.at", step=1234567) == t("wordpiece.at", step=np.int64(1234567))
    for step, shown in (
        (1000, "1,000"),
        (-1000, "-1,000"),
        (999, "999"),
        (-999, "-999"),
        ("1234", "1234"),
    ):
        assert t("wordpiece.at", step=step) == f"at step {shown}"
    bad = t("encode.decode_bad_ids", largest=4096, bad="x")
    assert "0 to 4,096" in bad
    around = {"name": "gpt2", "first": "English", "tokens": 9, "most": 581, "times": 17.6}
    for language in ("עברית", "Dhivehi (ދިވެހި)"):
        said = t("models.languages_most", language=language, **around)
        assert f"581 in \u2068{language}\u2069, 17.6 times" in said
    for language in ("Русский", "German", ""):
        assert "\u2068" not in t("models.languages_most", language=language, **around)
