"""A run cut for the browser: payload and bets, in the app and in a worker; refused; cancelled."""

import json
import random

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, train
from tests.unit.player.cuts import TEXT, translate
from ui import cache
from ui.catalogue import Refusal, catalogue
from ui.corpora import sources
from ui.corpora.run import Run
from ui.player import cutting
from ui.player.cutting import (
    CutOptions,
    cut_bets,
    cut_run,
    cut_two_bets,
    cut_two_runs,
    same_words,
)
from ui.player.payload import as_json, training_run, unpacked
from ui.shell.text import speaking


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_worker_cuts_and_judges_as_the_app_does(lang):
    """All options go there, the language too: an ideographic space has a name in it."""
    text = TEXT + "a\u3000b a\u3000b"
    training, run = train(text, "gpt"), Run(sources.of_text(text, "text"), PRESETS["gpt"])
    options = CutOptions(("mat", "a"), 5, "<b>", 4, lang)
    with speaking(lang):
        cut = training_run(training, ("a",), 5, translate(lang), title="<b>", pairs=4)
    [there] = run.read(cut_run, options).runs
    assert unpacked(there) == as_json(cut)
    assert cut_run(training, options).runs == (there,)
    assert run.read(cut_bets, options) == cut_bets(training, options)


def test_two_runs_are_cut_and_judged_as_each_alone():
    """The second shows the words of the first, each as it has it most often."""
    text = "go: go! go? go; ab ab ab"
    first, second, third = (train(text, scheme) for scheme in ("paper", "gpt", "huggingface"))
    assert same_words(first, second, 9) == (" ab",)
    assert same_words(train("go", "paper"), second, 9) == (" go",)
    options, alone = [
        (CutOptions(words=1), other) for other in (CutOptions(), CutOptions((" ab",), 0))
    ]
    cut, bets = cut_two_runs(first, second, *options), cut_two_bets(first, second, *options)
    for at, training in enumerate((first, second)):
        assert json.loads(bets)[at] == json.loads(cut_bets(training, alone[at]))[0]
    assert cut.runs[0] == cut_run(first, options[0]).runs[0]
    assert cut.rows[0] == (0, 0)
    assert cut.steps == max(len(first), len(second))
    assert [row["count"] for row in json.loads(cut.runs[1])["words"]] == [3]
    others = [(first, third), (third, second)]
    assert cut.run not in [cut_two_runs(*two, *options).run for two in others]


def test_what_is_packed_for_the_browser_can_be_unpacked():
    training = train("".join(random.Random(1).choices("abcdef", k=2_000)), "paper")
    cut = cut_run(training, CutOptions())
    assert cut.runs[0].startswith('"')
    assert unpacked(cut.runs[0]) == as_json(training_run(training, (), 30, translate("en")))
    assert cut.size == len(unpacked(cut.runs[0]))


def test_bets_are_offered_up_to_a_limit_of_work(monkeypatch):
    """Cells times steps; of more the answer cannot be hidden."""
    training = train("ab ac ad", "paper")
    work = len(training.ids) * len(training)
    for limit, offered in ((work, True), (work - 1, False)):
        cache.shared.clear()
        monkeypatch.setattr(cutting, "BETS_WORK", limit)
        assert cut_run(training, CutOptions()).can_guess is offered
        small = train("ab", "paper")
        for two in ((training, small), (small, training)):
            assert cut_two_runs(*two, CutOptions(), CutOptions()).can_guess is offered
    partly, forced = (
        train("ab", "paper", forced={**first, 1: ("ab", "</w>")}) for first in ({}, {0: ("a", "b")})
    )
    assert cut_run(partly, CutOptions()).can_guess is True
    for two in ((forced, small), (small, forced)):
        assert cut_two_runs(*two, CutOptions(), CutOptions()).can_guess is False


def draw():
    import streamlit as st

    from ui.controls.controls import sample_run
    from ui.player import step_player
    from ui.samples import first_sample
    from ui.shell import session

    session.follow_address()
    run = sample_run(first_sample())
    session.remember("shown", step_player(run, "p", default=3))
    st.text("below")


def place_below(app) -> int:
    """Say where on the page the text below the player stands."""
    return next(at for at, each in app.main.children.items() if each.type == "text")


def refuse(*given):
    raise Refusal("run_size")


def test_a_run_that_is_refused_says_so_and_what_stands_below_keeps_its_place(monkeypatch):
    """The page goes on at its step: else Streamlit loses a part."""
    app = AppTest.from_function(draw, default_timeout=60)
    place = place_below(app.run())
    app.query_params["step"] = "1"
    monkeypatch.setattr("ui.player.cut_run", refuse)
    assert place_below(app.run()) == place
    assert app.error[0].value == catalogue("en")["errors.run_size"]
    assert (len(app.get("bidi_component")), app.session_state["kept_shown"]) == (0, 1)
