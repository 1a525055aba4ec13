"""What models read, run without a browser: two tokenizers on one text, and the merges of a word."""

import json

import pytest

from tests.pages.test_permalink import query
from ui.catalogue import catalogue
from ui.corpora.tokenizers import opened, shipped
from ui.models.asked import EXAMPLES

WORDS = {lang: catalogue(lang) for lang in ("en", "zh")}


def parts(app) -> list[dict]:
    found = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    return [json.loads(data["payload"]) for data in found if "payload" in data]


def maps(app) -> list[dict]:
    """Return what the two maps draw."""
    [found] = [part["maps"] for part in parts(app) if "maps" in part]
    return found


def ids(app) -> list[list[int]]:
    return [[token[3] for token in drawn["tokens"]] for drawn in maps(app)]


def played(app) -> list[dict]:
    """Return the rows of the player."""
    return [row for part in parts(app) if "runs" in part for row in part["runs"][0]["words"]]


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("zh-CN", "zh")])
def test_it_opens_with_two_tokenizers_and_a_word_to_play(open_page, locale, lang):
    """Ids and counts are the libraries', and the merges are those of the longest word."""
    app = open_page("models", locale=locale)
    assert not app.exception
    assert not app.warning
    text = EXAMPLES["letters"]
    both = [opened(name).encode(text) for name in ("gpt2", "o200k")]
    assert ids(app) == [encoding.ids for encoding in both]
    assert [drawn["sizes"][0][0] for drawn in maps(app)] == [str(len(each.ids)) for each in both]
    assert [row["text"] for row in played(app)] == ["␣strawberry"]
    [word] = [word for word in both[1].words if word.text == " strawberry"]
    assert len(played(app)[0]["splits"]) == len(word.steps) + 1
    assert app.title[0].value == WORDS[lang]["nav.models"]


@pytest.mark.parametrize("name", shipped())
def test_an_address_names_both_tokenizers(open_page, name):
    """Whichever comes with the app, on both sides; where there are no merges it says why."""
    app = open_page("models", model=name, beside=name)
    assert not app.exception
    assert not app.warning
    encoding = opened(name).encode(EXAMPLES["letters"])
    assert ids(app) == [encoding.ids] * 2
    assert bool(played(app)) == all(word.why is None for word in encoding.words)


def test_a_pick_is_in_the_address_unless_it_is_the_one_that_opens(open_page):
    """One's own run, too; a name that is none is said."""
    app = open_page("models")
    assert query(app) == {}
    app.selectbox(key="models_model").set_value("deepseek").run()
    app.selectbox(key="models_beside").set_value("own").run()
    assert not app.exception
    assert query(app) == {"model": "deepseek", "beside": "own"}
    app.selectbox(key="models_model").set_value("gpt2").run()
    assert query(app) == {"beside": "own"}
    app = open_page("models", model="gpt9")
    assert not app.exception
    assert "gpt9" in app.warning[0].value


@pytest.mark.parametrize("scheme", ["gpt", "wordpiece", "sentencepiece", "paper"])
def test_ones_own_run_is_the_one_of_the_other_pages(open_page, scheme):
    """Its tokens are those that the page Encode shows, by the way its scheme encodes."""
    app = open_page("models", model="own", corpus="six-words", scheme=scheme)
    assert not app.exception
    app.text_area(key="models_text").set_value("lowest 好").run()
    assert not app.exception
    shown = [token[0] for token in maps(app)[0]["tokens"]]
    app = open_page("encode", corpus="six-words", scheme=scheme)
    app.text_area(key="encode_text").set_value("lowest 好").run()
    [drawn] = [part["tokens"] for part in parts(app) if "segments" in part]
    assert shown == [token[0] for token in drawn]


HOSTILE = ["", "   \n", "<b>x</b> {0} `c` $y$", "\x00\u202e👩\u200d🚀", "a" * 2500]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_breaks_the_page(open_page, text):
    """What is too long is cut, what is empty says so, what is hostile is shown as it is."""
    app = open_page("models", model="bert", beside="mistral")
    app.text_area(key="models_text").set_value(text).run()
    assert not app.exception
    drawn = maps(app)
    joined = [token[3] for token in drawn[1]["tokens"]]
    assert joined == opened("mistral").encode(text[:2000]).ids[: len(joined)]


def test_another_word_and_another_tokenizer_are_played(open_page):
    """The word is found again by its place in the text."""
    app = open_page("models")
    app.selectbox(key="models_word_place").set_value(1).run()
    assert [row["text"] for row in played(app)] == ["␣many"]
    app.session_state["models_word_side"] = 0
    app.run()
    app.selectbox(key="models_model").set_value("clip").run()
    assert not app.exception
