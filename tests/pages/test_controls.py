"""The controls train the reader's choices, and survive invalid ones."""

from dataclasses import replace

import pytest

from bpe import PRESETS
from tests.pages.helpers import captions, upload, words_shown
from ui.jobs import shared
from ui.samples import training_samples
from ui.text import t

SECOND = list(training_samples())[1]


def shape(block):
    """Return the kinds of elements in a part of a page, in order."""
    return [(each.type, shape(each)) for each in getattr(block, "children", {}).values()]


def test_jobs_that_take_a_while_move_nothing_on_a_page_or_in_its_panel(open_page, monkeypatch):
    """A page has the same elements with and without a progress bar.

    Elements below a bar would be recreated and lose the focus. The second reader of the same corpus
    uses the run in the cache.
    """
    quick = shape(open_page("train", corpus=SECOND, tab="pairs").main)
    kept = len(shared.cache)
    get = shared.result

    def slow(job, reader="", owner=None, look=print):
        look("merging", 1, 2)
        return get(job, reader, owner, look)

    monkeypatch.setattr(shared, "result", slow)
    assert shape(open_page("train", corpus=SECOND, tab="pairs").main) == quick
    assert len(shared.cache) == kept


def test_a_file_that_does_not_fit_gets_one_sentence_and_keeps_the_page(open_page):
    """A refused file has one error, which disappears with the file; the shown text stays.

    A cell that Markdown would draw as a picture or a formula is quoted unchanged.
    """
    app = open_page("train", corpus=SECOND)
    before = words_shown(app)
    refused = [(bytes(range(256)) * 9, "a.txt"), (b"", "b.txt")]
    useless = [(b"x" * 2**20, "c.txt"), (b"  ", "a.md")]  # readable, but not usable for training
    for data, name in (*useless, *refused):
        if (data, name) == refused[0]:
            app = open_page("train", corpus=SECOND)
        upload(app, data, name)
        assert len(app.error) == 1, name
        assert words_shown(app) == before
    app.file_uploader(key="file").set_value(None).run()
    assert len(app.error) == 0
    upload(app, b"word,count\nlow,![](//x.y/z) $x$\n", "a.csv")
    assert "“`` ![](//x.y/z) $x$ ``”" in app.error[0].value


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("zh-CN", "zh")])
def test_what_is_said_of_a_run_is_of_its_text_its_rules_and_its_language(open_page, locale, lang):
    """The notes on sample and preset are shown; a changed preset no longer has its note."""
    app, fables = open_page("train", corpus="fables", locale=locale), training_samples()["fables"]
    said = fables.note(PRESETS["gpt"], lang), fables.source[lang], fables.licence[lang]
    assert all(each in captions(app) for each in said)
    assert fables.title[lang] in app.selectbox(key="corpus").options
    app.selectbox(key="ties").select("largest").run()
    assert fables.with_scheme["gpt"][lang] not in captions(app)
    assert fables.look_for[lang] in captions(app)


def test_a_mark_that_is_fixed_cannot_be_picked_and_the_page_says_why(open_page):
    """A scheme of bytes has no mark, even if a link names one."""
    app = open_page("train", scheme="gpt", mark="suffix")
    mark = app.selectbox(key="mark")
    assert (mark.value, mark.disabled) == ("none", True)
    assert mark.help in [caption.value for caption in app.caption]


def test_a_link_that_cannot_be_trained_still_shows_a_page(open_page):
    """A first visit with a limit that cannot be trained shows one error and the default run.

    A step beyond the end of a run has a warning.
    """
    app = open_page("train", vocab_size="3")
    assert len(app.error) == 1
    assert "highest" in words_shown(app)
    app = open_page("train", step=2)
    app.query_params["step"] = "99"
    assert "99" in app.run().warning[0].value, "of a run that was stepped through, too"


@pytest.mark.parametrize(
    ("query", "shown", "notes"),
    [
        ({}, "gpt", 0),
        ({"scheme": "minbpe"}, "minbpe", 0),
        ({"scheme": "paper", "mark": "prefix"}, "gpt", 1),
        ({"mark": "prefix"}, "gpt", 0),
    ],
)
def test_a_page_takes_only_the_schemes_it_can_show(open_page, query, shown, notes):
    """The page shows a scheme that it supports, and says so if the chosen scheme does not fit.

    The choice stays in force on other pages. If the text is missing, the page shows the last run
    that it can show, never the run of another page.
    """
    app = open_page("bytes", corpus="scripts", **query)
    assert [app.selectbox(key=name).value for name in ("scheme", "mark")] == [shown, "none"]
    not_here = t(
        "controls.scheme_not_here",
        scheme=t("controls.scheme_paper"),
        shown=t("controls.scheme_gpt"),
    )
    assert captions(app).count("On this page, ") == captions(app).count(not_here) == notes
    assert app.session_state["state"].choices.scheme == query.get("scheme")
    last, *rest = app.session_state["last_runs"]
    elsewhere = tuple(replace(run, scheme=PRESETS["paper"]) for run in last)
    app.session_state["last_runs"] = elsewhere, *rest
    app.selectbox(key="corpus").select("pasted").run()
    [shown] = app.session_state["coloured_by"]
    assert {type(token) for token in shown.training.token_ranks} == {bytes}


def test_a_refusal_of_special_tokens_stays_with_its_page_and_run(open_page):
    """The error disappears with another scheme and is not shown on another page."""
    app = open_page("train")
    app.text_input(key="special").set_value("</w>").run()
    said = t("controls.special_refused")
    assert [error.value for error in app.error] == [said]
    app.selectbox(key="scheme").select("gpt").run()
    assert not app.error
    app.switch_page("pages/encode.py").run()
    assert not app.error
