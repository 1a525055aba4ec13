"""What a session keeps, what of it the address carries, and that both say the same."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, TIE_RULES
from bpe.schemes import MARKS
from tests.pages.helpers import query
from ui.catalogue import LANGUAGES, catalogue
from ui.samples import parallel_samples, training_samples
from ui.shell.choices import RUN, Choices, RunChoice, Whole
from ui.shell.pages import CARRIED, CHOICES, NAMES, TEXTS, Problem, area_of, as_query, parse


def page() -> None:
    """Show what the session says, and offer what changes it."""
    import streamlit as st

    from ui.shell import session

    is_followed = session.follow_address()
    st.text(session.step(10, 4))
    st.text(session.permalink())
    st.text(session.language())
    st.text([(problem.name, problem.value) for problem in session.state().problems])
    st.text(session.reader())
    for step in (0, 3, 4):
        st.button("step", key=f"step_{step}", on_click=session.choose_step, args=(step, 4))
    st.button("forget", key="forget", on_click=session.forget, args=("scheme", "gpt"))
    st.button("hide", key="hide", on_click=session.hide_answer, args=(True,))
    st.button("scheme", key="choose", on_click=session.choose, kwargs={"scheme": "gpt"})
    st.slider("depth", 0, 9, **session.kept("depth", 7))
    st.slider("next", 0, 10, **session.kept("next", session.step(10, 4)))
    session.remember("runs", session.recall("runs", 0) + 1)
    st.text([session.recall("runs"), session.recall("runs", 9, of="a text"), session.take("gone")])
    st.text([session.value("depth"), session.value("nothing", 3)])
    st.text(is_followed)


def opened(locale: str = "en-US", **query: str) -> AppTest:
    """Open the page with an address, in a browser of some language."""
    app = AppTest.from_function(page, default_timeout=60)
    app.context = {"locale": locale}
    app.query_params.update(query)
    return app.run()


def test_a_step_makes_no_entry_in_the_history():
    """The player writes it itself; a choice given up is named until something else is chosen."""
    app = opened(corpus="hug")
    app.button(key="step_3").click().run()
    assert app.text[0].value == "3"
    assert query(app) == {"corpus": "hug"}
    assert app.text[1].value == "?corpus=hug&step=3"
    app.button(key="step_4").click().run()
    assert app.text[1].value == "?corpus=hug", "where the page opens it is left out"
    app = opened(scheme="gpt")
    app.button(key="forget").click().run()
    app.button(key="forget").click().run()
    assert app.text[3].value == "[('scheme', 'gpt')]"
    app.button(key="choose").click().run()
    assert app.text[3].value == "[]"


def test_widgets_show_what_is_kept_and_keep_what_is_shown():
    """A first value may be another one now; it gives way to the reader's."""
    app = opened()
    assert (app.slider(key="depth").value, app.slider(key="next").value) == (7, 4)
    app.slider(key="depth").set_value(2).run()
    app.button(key="step_3").click().run()
    assert (app.slider(key="depth").value, app.slider(key="next").value) == (2, 3)
    app.slider(key="next").set_value(9).run()
    app.button(key="step_0").click().run()
    assert app.slider(key="next").value == 9


def page_that_keeps(name: str) -> None:
    """Keep a number on a page; it opens with another one as soon as it is asked to."""
    import streamlit as st

    from ui.shell import session
    from ui.shell.page import Page

    session.enter_page(Page(name, 0, "", "learn"))
    opening, of = st.session_state.get("opens", (7, None))
    if name == "a":
        st.slider("depth", 0, 9, **session.kept("depth", opening, range(10), of=of))
    st.text(session.kept_here())


def test_a_value_stays_once_it_was_given_and_one_of_a_link_is_taken_once():
    """Though the page opens with it now; else a link's would come back over what is chosen."""
    app = AppTest.from_function(page_that_keeps, default_timeout=60, args=("a",)).run()
    assert app.text[0].value == "{}"
    app.slider(key="depth").set_value(2).run()
    assert app.text[0].value == "{'depth': '2'}"
    app.session_state["opens"] = 2, None
    assert app.run().slider(key="depth").value == 2
    assert app.text[0].value == "{}", "as the page opens now"
    app.slider(key="depth").set_value(7).run()
    app.session_state["opens"] = 5, None
    assert app.run().slider(key="depth").value == 7, "given, though the page opened with it"
    app.session_state["opens"] = 5, "a text"
    assert app.run().slider(key="depth").value == 5

    app.session_state["state"].said = {"depth": ("a", "4"), "other": ("", "1")}
    assert app.run().slider(key="depth").value == 4
    assert app.slider(key="depth").set_value(6).run().slider(key="depth").value == 6
    assert app.session_state["state"].said == {"other": ("", "1")}


@pytest.mark.parametrize(("page", "of"), [("a", None), ("b", "a text")])
def test_a_link_says_nothing_of_another_page_and_of_what_no_widget_shows_of_a_text(page, of):
    """Each link has what its page shows; whose a value is, its widget alone knows."""
    app = AppTest.from_function(page_that_keeps, default_timeout=60, args=("b",)).run()
    app.session_state["state"].kept["depth"] = page, of, 7
    app.session_state["state"].said["depth"] = "a", "3"
    app.session_state["depth"] = 2
    assert app.run().text[0].value == "{}"


def test_a_session_keeps_things_for_their_owner_under_a_name_of_its_own():
    """What is taken is gone; those who wait are told apart; so is each choice to hide."""
    app = opened()
    assert app.text[5].value == "[1, 9, None]"
    app.session_state["kept_gone"] = "once"
    assert app.run().text[5].value == "[2, 9, 'once']"
    assert app.run().text[5].value == "[3, 9, None]"
    assert app.text[6].value == "[7, 3]"
    name = app.text[4].value
    assert app.run().text[4].value == name
    assert len(name) == 32
    assert opened().text[4].value != name
    for number in (1, 2):
        app.button(key="hide").click().run()
        assert app.session_state["state"].answer == (number, True)


def test_an_address_is_followed_unless_the_reader_has_chosen_at_it():
    """A step that the player wrote is no other address; one that comes with Back undoes none."""
    app = opened()
    assert app.text[-1].value == "True"
    app.query_params["step"] = "3"
    app.button(key="choose").click().run()
    assert (app.text[-1].value, query(app)["scheme"]) == ("False", "gpt")
    app.query_params["corpus"] = "hug"
    assert app.run().text[-1].value == "True"
    app.button(key="choose").click().run()
    app.query_params.clear()
    app.button(key="step_3").click().run()
    assert app.session_state["state"].choices.run.scheme is None
    assert query(app) == {}


def test_a_page_without_a_run_has_no_colours_of_the_page_before():
    """They are given by the page's own run, after it is entered."""

    def script():
        import streamlit as st

        from ui.shell import session
        from ui.shell.choices import PageRuns
        from ui.shell.page import Page

        session.follow_address()
        session.enter_page(Page("a", 0, "", "learn", PageRuns("hug")))
        st.text(session.state().ranks)
        session.colour_by({"low": 3})

    app = AppTest.from_function(script, default_timeout=60).run()
    assert [app.text[0].value, app.run().text[0].value] == ["None", "None"]


NOTHING = frozenset()


NUMBERS = {each.name: each.read for each in CHOICES if isinstance(each.read, Whole)}
NAMED = ("token", "word")
"""Choices that any text may stand for: the page of the run knows which do."""

DRAWN = st.fixed_dictionaries(
    {},
    optional={
        "corpus": st.sampled_from(list(training_samples())),
        "scheme": st.sampled_from(list(PRESETS)),
        "ties": st.sampled_from(TIE_RULES),
        "mark": st.sampled_from(list(MARKS)),
        "pair": st.sampled_from(list(parallel_samples())),
        "special": st.sampled_from(["none", "<s>", "<|a|> &b"]),
        "lang": st.sampled_from(list(LANGUAGES)),
        "present": st.just("1"),
        **{name: st.integers(read.least, read.most) for name, read in NUMBERS.items()},
    },
).map(lambda values: Choices().with_(**values))


@given(DRAWN)
def test_an_address_gives_back_what_was_chosen(choices):
    """A shared link opens exactly what it was made from."""
    assert parse(as_query(choices), NOTHING) == (choices, [])


TAKEN = {name: (read.least, read.most) for name, read in NUMBERS.items()}
TAKEN |= dict.fromkeys(NAMED, ("x", "-1", "<b>", "</w>", "a" * 120))


@pytest.mark.parametrize("name", TAKEN)
def test_a_value_is_taken_up_to_its_limits(name):
    """Of a token or a word any text that fits an address: its page says whether the run has it."""
    for value in TAKEN[name]:
        assert parse({name: str(value)}, NOTHING) == (Choices().with_(**{name: value}), [])


FORKS = ["", ":1.2", ":1.2.3.4", ":-1.2.3", ":99999999.2.3", ":١.٢.٣", ":1.2.3~x,4.5.6"]
USUAL = ("", "x", "-1", "1e3", "９", "0.5", "<b>", "99999999999", "a" * 9999)
BROKEN = dict.fromkeys(NAMES, USUAL) | dict.fromkeys(NAMED, ("", "a" * 121))
BROKEN["special"] = ("", "</w>", "<s> ▁", "a" * 9999, " ".join(map(str, range(21))))
BROKEN |= {name: (*USUAL, f"{n.least - 1}", f"{n.most + 1}") for name, n in NUMBERS.items()}
BROKEN["forks"] += tuple(f"185cb622{part}" for part in FORKS)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_value_becomes_the_default_and_a_problem(name):
    """Nothing in an address can break the page, and no broken value passes in silence."""
    for value in BROKEN[name]:
        assert parse({name: value}, NOTHING) == (Choices(), [Problem(name, value)])
    assert parse({"special": "<a> <b>  <a>"}, NOTHING)[0] == {"special": "<a> <b>"}


def test_own_text_is_found_only_in_the_session_that_holds_it_and_defaults_are_left_out():
    """A link to a pasted text cannot show it elsewhere, and says so; the default view is bare."""
    assert parse({"corpus": "pasted"}, frozenset({"pasted"})) == (
        Choices().with_(run=RunChoice("pasted")),
        [],
    )
    assert parse({"corpus": "pasted"}, NOTHING)[1] == [Problem("corpus", "pasted")]
    two = frozenset({"two-files"})
    assert parse({"pair": "two-files"}, two) == (Choices().with_(pair="two-files"), [])
    assert parse({"pair": "two-files"}, NOTHING)[1] == [Problem("pair", "two-files")]
    assert parse({"corpus": "two-files"}, two)[1] == [Problem("corpus", "two-files")]
    assert as_query(Choices()) == {}
    assert as_query(Choices().with_(scheme="gpt", step=0)) == {"scheme": "gpt", "step": "0"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_value_of_an_address_has_a_sentence(lang):
    """A parameter without one would end the page with an error of the program."""
    sentences = catalogue(lang)
    for name in (*NAMES, *CARRIED):
        assert "{value}" in sentences[Problem(name, "").sentence], name
    for name in TEXTS:
        assert "{limit" in sentences[f"{area_of(name)}.share_long_{name}"], name


def test_every_choice_has_one_name_and_a_way_to_read_it():
    """A field that no address can set, or two pages that mean the same name, would go unseen."""
    assert len({*NAMES, *CARRIED}) == len(NAMES) + len(CARRIED)
    numbers = {each.name: number for number, each in enumerate(RUN)}
    run = Choices().with_(**numbers).run
    assert sorted(asdict(run).values()) == [*numbers.values()]
    assert all(Choices().with_(run=run).get(name) == number for name, number in numbers.items())


@given(DRAWN)
def test_another_scheme_comes_with_its_own_rules(choices):
    """The text and the limits stay; rules that are chosen together with it hold."""
    run = choices.with_(scheme="gpt").run
    assert (run.scheme, run.ties, run.mark, run.special) == ("gpt", None, None, None)
    assert replace(choices.run, scheme="gpt", ties=None, mark=None, special=None) == run
    assert choices.with_(scheme="gpt", ties="last").run == replace(run, ties="last")
    assert choices.with_(scheme=None).run == replace(run, scheme=None)
