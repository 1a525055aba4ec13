"""The state in the address: its values, the run that they select, and the step of each run."""

import json
from contextlib import nullcontext
from dataclasses import asdict, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, TIE_RULES
from bpe.player.text import FIRST
from bpe.schemes import MARKS
from tests.pages.helpers import query
from ui import links, state
from ui.catalogue import LANGUAGES, catalogue
from ui.links import Link, renew
from ui.pages import PAGES, page_named
from ui.samples import parallel_samples, samples, training_samples
from ui.state import LIMITS, ONCE, OWN_TEXTS, PARSERS, Choices, IntRange, Settings, as_query
from ui.text import speaking

TRAIN = page_named("train")
OF_PAGES = {choice.name: (page, choice) for page in PAGES for choice in page.choices}
NUMBERS = {name: parse for name, parse in PARSERS.items() if isinstance(parse, IntRange)}

DRAWN = st.fixed_dictionaries(
    {},
    optional={
        "corpus": st.sampled_from(list(training_samples())),
        "scheme": st.sampled_from(list(PRESETS)),
        "ties": st.sampled_from(TIE_RULES),
        "mark": st.sampled_from(list(MARKS)),
        "special": st.sampled_from(["none", "<s>", "<|a|> &b"]),
        "forced": st.sampled_from([((0, ("n", "a")),), ((1, ('"', "</w>")), (12, ("我", "\\")))]),
        "lang": st.sampled_from(list(LANGUAGES)),
        "hide": st.sampled_from("01"),
        "present": st.just("1"),
        "token": st.text(min_size=1, max_size=120),
        **{name: st.integers(parse.least, parse.most) for name, parse in NUMBERS.items()},
    },
).map(lambda values: Choices().with_(**values))


@pytest.fixture
def session(monkeypatch):
    """Return a function that reads an address in this process, as a simulated app is slow.

    The function returns the choices and the refused values.
    """
    told: dict[str, str] = {}

    class Query(dict):
        to_dict = dict.copy

    monkeypatch.setattr(state.st, "query_params", Query())
    monkeypatch.setattr(state.st, "session_state", {})

    def read(query, page=TRAIN, held=()):
        state.st.session_state.clear()
        state.st.query_params.clear()
        state.st.query_params.update(query)
        told["text"] = state.follow_address(page, lambda kind: kind in held)
        return state.choices(), [problem.value for problem in state.state().problems]

    return read


def test_a_page_opened_by_an_address_has_the_choices_it_was_made_from(session):
    """Choices written to an address and read back are equal; `play` is not written."""

    @given(DRAWN)
    def gives_back(choices):
        assert session(as_query(choices, TRAIN)) == (choices, [])

    gives_back()
    assert as_query(Choices(), TRAIN) == {}
    assert as_query(Choices().with_(play="1", step=0), TRAIN) == {"step": "0"}, "it plays once"


USUAL = ("x", "-1", "1e3", "９", "0.5", "<b>", "99999999999", "a" * 9999)
FORCED = (
    "",
    "[]",
    "{}",
    '{"a": ["n", "a"]}',
    '{"0": ["n"]}',
    '{"0": ["n", 1]}',
    '{"0": ["", "a"]}',
)
BROKEN = dict.fromkeys((*PARSERS, *OF_PAGES), ("", *USUAL))
BROKEN |= {name: ("", *USUAL, f"{n.least - 1}", f"{n.most + 1}") for name, n in NUMBERS.items()}
BROKEN |= dict.fromkeys(("token", "word"), ("", "a" * 121)) | {"find": ("a" * 101,)}
BROKEN["special"] = ("", "</w>", "<s> ▁", "a" * 9999, " ".join(map(str, range(21))))
BROKEN["forced"] = (
    *USUAL,
    *FORCED,
    "[" * 1400,
    json.dumps({str(n): ["a", "b"] for n in range(101)}),
)
BROKEN |= {"sentence": ("a" * 9999,), "beat": ("a" * 301,), "tab": ("x", "a" * 9999)}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_value_becomes_the_default_and_a_problem(session, name):
    """A wrong value in an address selects the default and is reported."""
    page, _ = OF_PAGES.get(name, (TRAIN, None))
    for value in BROKEN[name]:
        assert session({name: value}, page) == (Choices(), [value])
    assert session({"special": "<a> <b>  <a>"})[0].special == "<a> <b>"


def test_a_number_is_taken_up_to_its_limits(session):
    for name, parse in NUMBERS.items():
        for value in (parse.least, parse.most):
            assert session({name: str(value)}) == (Choices().with_(**{name: value}), [])


def test_own_text_is_found_only_in_the_session_that_has_it_or_by_a_link_that_brings_it(session):
    """In another session, a link to a pasted text without the text itself is reported."""
    joint = page_named("joint")
    assert session({"corpus": "pasted"}, held=["pasted"]) == (Choices(corpus="pasted"), [])
    assert session({"corpus": "pasted", "text": "low"})[1] == []
    assert session({"corpus": "pasted"})[1] == ["pasted"]
    assert session({"pair": "two-files"}, joint, ["two-files"])[1] == []
    assert session({"pair": "two-files"}, joint)[1] == ["two-files"]
    assert session({"corpus": "two-files"}, held=["two-files"])[1] == ["two-files"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refused_value_of_an_address_has_a_sentence(lang):
    """A parameter without a sentence would end the page with a KeyError."""
    said = catalogue(lang)
    for name in (*PARSERS, *ONCE):
        assert "{value}" in said[f"errors.address_{name}"], name
    for name, (page, choice) in OF_PAGES.items():
        own = f"{page.name}.address_{name}"
        assert "{value}" in said[own if own in said else f"errors.address_{name}"], name
        assert not choice.typed or "{limit" in said[f"common.share_long_{name}"]


def test_every_choice_has_one_name_and_settings_are_choices():
    """Only `sentence`, `word` and `beat` are choices of several pages.

    If two pages used one name for different choices, no error would show it.
    """
    names = [choice.name for page in PAGES for choice in page.choices]
    assert {name for name in names if names.count(name) > 1} == {"sentence", "word", "beat"}
    assert not {*names} & {*PARSERS, *ONCE}
    assert {each.name for each in fields(Settings)} <= {*PARSERS} | {"page"}


@given(DRAWN)
def test_another_scheme_comes_with_its_own_rules_and_another_text_without_forced_merges(choices):
    """Limits are kept, and so are rules that are chosen together with the scheme."""
    run = choices.with_(scheme="gpt").settings
    plain = {"scheme": "gpt", "ties": None, "mark": None, "special": None, "forced": None}
    assert run == replace(choices.settings, **plain)
    assert choices.with_(scheme="gpt", ties="last").settings == replace(run, ties="last")
    assert choices.with_(corpus="hug").settings == replace(
        choices.settings, corpus="hug", forced=None
    )


# The settings that a page derives from choices ---------------------------------------------------


@pytest.mark.parametrize("page", [page.name for page in PAGES if page.runs.text])
def test_a_page_opens_in_each_language_with_a_text_by_its_scheme_or_the_samples(page):
    """The page's own scheme is used with the page's own text only, in the first language."""
    runs = page_named(page).runs
    for lang, language in LANGUAGES.items():
        with speaking(lang):
            settings = runs.settings(Choices())
        text = language.opens.get(page, runs.text)
        best = getattr(samples().get(text), "default_scheme", None)
        best = best if best in runs.schemes else None
        own = runs.scheme if lang == FIRST else None
        assert settings == Settings(text, own or best or runs.schemes[0])


@pytest.mark.parametrize("name", list(PRESETS))
def test_rules_that_are_the_schemes_own_make_no_other_run(name):
    """A link that names the scheme's own rules selects the same run as a link without them."""
    preset = PRESETS[name]
    own = Choices().with_(scheme=name, ties=preset.tie_rule, mark=preset.boundary, min_frequency=1)
    assert TRAIN.runs.settings(own) == Settings("six-words", name)
    changed = None if preset.tie_rule == "largest" else "largest"
    assert TRAIN.runs.settings(own.with_(ties="largest")) == Settings("six-words", name, changed)


def test_a_setting_makes_another_run_where_it_means_something():
    """The scheme's own special tokens change nothing.

    A page drops a scheme, a mark or other settings that it cannot show.
    """
    special = Choices(special="<|endoftext|>")
    assert TRAIN.runs.settings(special).special == "<|endoftext|>"
    assert TRAIN.runs.settings(replace(special, scheme="cs336")).special is None
    bare = Choices(scheme="cs336", special="none")
    assert TRAIN.runs.settings(bare).special == "none"
    assert state.scheme_of(PRESETS["cs336"], bare.settings).special_tokens == ()
    assert page_named("bytes").runs.settings(Choices(scheme="paper", mark="prefix")) == Settings(
        "fables", "gpt"
    )
    assert page_named("models").runs.settings(Choices(scheme="paper")) is None
    for name in LIMITS:
        assert getattr(TRAIN.runs.settings(Choices().with_(**{name: 20})), name) == 20


# The session: the run of each step, and the queries of links -------------------------------------


def shown(text: str, scheme: str = "paper", last: int = 20, **settings) -> int:
    """Show a run as a page does, and return the step at which it opens."""
    state.choose(corpus=text, scheme=scheme, **settings)
    state.show(state.settings())
    state.clamp_step(last)
    return state.step(last, 1)


def test_a_step_belongs_to_its_run_and_to_the_one_before(session):
    """The steps of the current and the previous run are kept.

    If only a limit changes, the step is kept and clamped to the last step.
    """
    session({"corpus": "hug", "scheme": "paper", "step": "7"})
    state.show(state.settings())
    assert state.step(20, 1) == 7
    assert shown("hug", "gpt") == 1
    state.choose_step(3, 1)
    assert shown("hug") == 7
    assert shown("hug", "gpt") == 3
    assert shown("six-words") == 1
    assert shown("hug") == 1, "the one before the last is forgotten"
    state.choose_step(9, 1)
    assert shown("hug", max_merges=5, last=5) == 5
    assert shown("hug", max_merges=None) == 9
    state.choose_step(1, 1)
    assert state.choices().step is None, "where the page opens the address has none"
    assert shown("hug", step=4) == 4


def test_a_step_that_an_address_asks_for_beyond_the_end_is_dropped_and_said(session, monkeypatch):
    monkeypatch.setattr(state.st, "rerun", lambda: None)
    session({"corpus": "hug", "step": "30"})
    state.show(state.settings())
    state.clamp_step(20)
    assert [problem.value for problem in state.state().problems] == ["30"]
    state.choose(ties="largest")
    assert state.state().problems == [], "until something is chosen"


@pytest.mark.parametrize(
    ("name", "made_up"),
    [("lang", "zz"), ("lang", True), ("scheme", ["gpt"]), ("ties", "x"), ("max_merges", -9)],
)
def test_what_no_widget_offers_is_no_choice(session, name, made_up):
    """A browser may send any value; a value that no widget offers is ignored."""
    session({"scheme": "gpt2", "max_merges": "7"})
    before = state.choices()
    state.choose(**{name: made_up})
    assert state.choices() == before


def test_what_is_chosen_together_with_back_does_not_hold(session):
    """A choice that arrives with an address of another run is from the page before, and ignored.

    A changed step, tab or `hide` in the address does not count, as the player and the panel write
    them.
    """
    session({"corpus": "hug"})
    state.st.query_params.update({"corpus": "fables"})
    state.choose(scheme="gpt")
    assert state.choices().scheme is None
    state.st.query_params.update({"corpus": "hug", "step": "3", "tab": "pairs", "hide": "1"})
    state.choose(scheme="gpt")
    assert state.choices().scheme == "gpt", "the player and the panel write these by themselves"


@pytest.mark.parametrize("choose", [state.choose_step, state.open_tab, None])
def test_what_a_browser_has_written_is_not_read_over_a_choice(session, choose):
    """An address that only repeats the browser's own step leaves the choices as they are.

    A link to another step is read.
    """
    encode, long = page_named("encode"), "a" * 2000
    session({}, encode)
    state.choose(sentence=long)
    state.choose_step(2)
    state.hide_answer(True)
    state.write_address()
    state.st.query_params.update({"step": "2"})
    if choose is not None:
        choose({state.choose_step: 3, state.open_tab: "code"}[choose])
    before = state.choices()
    state.follow_address(encode, lambda kind: False)
    assert state.choices() == before
    assert (before.hide, before.page) == ("1", {"sentence": long})
    state.st.query_params.update({"step": "9"})
    state.follow_address(encode, lambda kind: False)
    assert state.choices() == Choices(step=9)


def test_what_a_link_shows_is_asked_again_of_what_is_chosen_next(session):
    session({"hide": "0"})
    state.choose_step(2)
    assert state.choices().hide == "0"
    state.choose(scheme="gpt")
    assert state.choices().hide is None


def test_a_page_without_a_run_has_no_colours_of_the_page_before(session):
    session({})
    state.colour_by("a run")
    session({}, page_named("models"))
    assert state.ranks() is None


def test_each_choice_to_hide_the_answer_has_a_number_of_its_own(session):
    """A player that is drawn later uses the number to find the latest choice."""
    session({})
    for number in (1, 2):
        state.hide_answer(True)
        assert (state.state().hide_number, state.answer_is_hidden()) == (number, True)
    state.hide_answer(False, 7)
    assert (state.state().hide_number, state.answer_is_hidden()) == (7, False)
    session({"hide": "1"})
    assert (state.state().hide_number, state.answer_is_hidden()) == (1, True)


ANY_RUN = [
    state.normalized(Settings(text, scheme, ties, special=special))
    for text in (*training_samples(), *OWN_TEXTS)
    for scheme in PRESETS
    for ties, special in ((None, None), ("largest", None), (None, "<s>"))
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_a_link_to_any_page_keeps_any_run_and_its_step(session, page, lang):
    """A page that cannot show the run still keeps its settings in the address."""
    there = page_named(page)
    for run in ANY_RUN:
        session({})
        state.state().current, state.state().steps = run, {run: 7}
        with speaking(lang):
            link = state.query_to(there)
            choices, problems = session(link, there, OWN_TEXTS)
            settings = there.runs.settings(choices)
        assert not problems
        assert state.normalized(choices.settings) == run
        assert (choices.step == 7) == (settings == run)
        if settings and run.scheme in there.runs.schemes and there.runs.choice == "corpus":
            assert settings == run


def page(name: str) -> None:
    """Draw the links that carry the step, and the query of a link to each page."""
    import streamlit as st

    from ui import state
    from ui.links import links_to_run
    from ui.pages import PAGES, page_named

    state.follow_address(page_named(name), lambda kind: False)
    if (settings := state.settings()) is not None:
        state.show(settings)
        state.step(99)
    st.json(links_to_run())
    st.json({each.name: state.query_to(each) for each in PAGES})
    st.button("press", on_click=state.choose, kwargs={"scheme": "gpt"})
    st.button("largest", on_click=state.choose, kwargs={"ties": "largest"})
    st.button("pairs", on_click=state.open_tab, args=("pairs",))
    st.text(state.permalink())
    state.write_address()


def opened(name: str, **query: str) -> AppTest:
    """Open a page at an address."""
    app = AppTest.from_function(page, args=(name,), default_timeout=60)
    app.query_params.update(query)
    return app.run()


def test_links_to_pages_that_show_the_same_run_carry_the_step(monkeypatch):
    """Links to pages with another run carry no step, and a page without a run has no such links.

    `renew` sends a link again only if its step changed and the page still has one.
    """
    app = opened("train", corpus="hug", step="3", present="1", stop="3", phase="answer")
    led, said = (json.loads(each.value) for each in app.json)
    assert {"train", "encode"} <= {*led}
    assert not {"home", "joint", "models"} & {*led}
    assert said["encode"] == {
        "corpus": "hug",
        "scheme": "huggingface",
        "step": "3",
        "present": "1",
    }
    assert led["encode"] == "corpus=hug&scheme=huggingface&present=1"
    assert json.loads(opened("models", step="3").json[0].value) == {}
    said = json.loads(opened("unigram").json[1].value)
    assert said["unigram"]["corpus"] == said["train"]["corpus"]
    assert "scheme" not in said["train"], "no other page has the scheme of Unigram"
    sent = []
    queries = iter([{"step": "2"}, {"step": "1"}, {"corpus": "hug"}])
    monkeypatch.setattr(links, "_link", lambda page, label, query: sent.append((label, query)))
    monkeypatch.setattr(state, "query_to", lambda page: next(queries))
    before = {"train": {"step": "1"}, "encode": {"step": "1"}, "joint": {"corpus": "hug"}}
    renew([Link(nullcontext(), page_named(name), name, before[name]) for name in before])
    assert sent == [("train", {"step": "2"})]


def test_choices_made_before_the_browser_had_the_last_address_hold():
    """A busy server has written the address of a choice, and the next ones come with the old one.

    Once a page has run with the new address, the old one is that of Back.
    """
    app = opened("train", corpus="hug")
    press, largest, pairs = app.button
    press.click().run()
    app.query_params.clear()
    app.query_params["corpus"] = "hug"
    pairs.click()
    largest.click().run()
    both = {"corpus": "hug", "scheme": "gpt", "ties": "largest", "tab": "pairs"}
    assert query(app) == both
    app.run()
    app.query_params.clear()
    app.query_params["corpus"] = "hug"
    press.click().run()
    assert query(app) == {"corpus": "hug"}


def test_a_choice_is_written_once_and_a_first_visit_writes_nothing():
    """A further entry in the history would break the Back button; unknown parameters are kept."""
    app = opened("train", corpus="hug", step="3", utm="x")
    assert query(app) == {"corpus": "hug", "step": "3", "utm": "x"}
    assert app.text[0].value == "?corpus=hug&step=3", "a link to share has no lesson's beat"
    app.button[0].click().run()
    assert query(app) == {"corpus": "hug", "scheme": "gpt", "utm": "x"}
    app.query_params["step"] = "4"
    assert app.run().session_state["state"].choices == Choices(corpus="hug", scheme="gpt", step=4)


def test_a_choice_holds_though_the_browser_has_written_a_step():
    """If the address also has another corpus, the address is followed instead."""
    app = opened("train", corpus="hug")
    app.query_params["step"] = "4"
    app.button[0].click().run()
    assert query(app) == {"corpus": "hug", "scheme": "gpt"}
    app.query_params["corpus"] = "six-words"
    app.button[0].click().run()
    assert app.session_state["state"].choices.corpus == "six-words"


def test_the_opening_of_a_page_in_one_language_stays_in_another():
    """A shared link names the page's default text, as it differs between languages."""
    assert opened("train").text[0].value == "?corpus=six-words"
    joint = next(iter(parallel_samples()))
    assert opened("joint").text[0].value == f"?pair={joint}"
    assert "forced=" in opened("wordpiece", forced='{"0":["h","u"]}').text[0].value
    assert asdict(Settings())["corpus"] is None
