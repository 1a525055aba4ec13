"""A run cut for the browser: here, or in a process where it is much; given up; refused."""

import pickle
import random
import zlib

import pytest
from streamlit.testing.v1 import AppTest

from bpe import train
from tests.cases import for_each
from tests.unit.player.cuts import TEXT, translate
from ui.catalogue import Refusal, catalogue
from ui.corpora import cache
from ui.corpora.jobs import OURS
from ui.player import cutting
from ui.player.cutting import Cut, How, cut_run, judged
from ui.player.guessing import Shown
from ui.player.payload import as_json, training_run, unpacked
from ui.shell.text import speaking


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_process_cuts_and_judges_as_the_app_does(monkeypatch, lang):
    """All that is chosen goes there, the language too: an ideographic space has a name in it."""
    here, there = (train(TEXT + "a\u3000b a\u3000b", "gpt") for _ in range(2))
    OURS.add(here)
    how = How(("mat", "a"), 5, "<b>", 4, lang)
    with speaking(lang):
        run = training_run(here, how.pinned, how.words, translate(lang), title="<b>", pairs=4)
    assert unpacked(cut_run(here, how).sent) == as_json(run)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(cutting, "training_run", None)  # the app itself could cut no run
        assert cut_run(there, how).sent == cut_run(here, how).sent
    bets = judged(here, how, 2, 9)
    assert judged(there, how, 2, 9) == bets
    cache.shared.clear()
    assert judged(there, how, 2, 9, here=True) == bets, "for a site nobody waits"


def test_what_is_packed_for_the_browser_can_be_unpacked():
    """A large run comes back as it was."""
    training = train("".join(random.Random(1).choices("abcdef", k=2_000)), "paper")
    cut = cut_run(training, How())
    assert cut.sent.startswith('"')
    assert unpacked(cut.sent) == as_json(training_run(training, (), 30, translate("en")))
    assert cut.size == len(unpacked(cut.sent))


@pytest.fixture
def handed_over(monkeypatch):
    """Take what is heavy as far as the process it goes to, which does nothing; the jobs."""
    jobs = []

    def answer(job, cancel):
        jobs.append(job)
        pickle.dumps(job.arguments)
        seen = Shown(list(job.arguments[0].tokens), [], [])
        packed = zlib.compress(pickle.dumps(seen), 1)
        return Cut("", 0, packed) if job.function is cutting._cut else ""

    monkeypatch.setattr(cutting, "result_of", answer)
    return jobs


@for_each(("letters", "word"), [(800_000, 8), (9_000, 9_000)])
def test_a_large_run_is_cut_and_judged_elsewhere(handed_over, letters, word):
    """Many words, and a long one: what goes there can be pickled."""
    handed_over.clear()
    text = "".join(random.Random(1).choices("etaoinshrdlu", k=letters))
    words = " ".join(text[at : at + word] for at in range(0, letters, word))
    training = train(words, "paper", max_merges=3_000)
    cut_run(training, How())
    judged(training, How(), 0, 6)
    assert len(handed_over) == 2


def draw():
    import streamlit as st

    from ui.controls.controls import sample_training
    from ui.corpora.samples import first_sample
    from ui.player import fingerprint, player
    from ui.shell import session

    session.follow_address()
    training = sample_training(first_sample())
    session.remember("shown", player(training, "p", default=3))
    session.remember("run", fingerprint(training))
    st.text("below")


def place_below(app) -> int:
    """Say where on the page the text below the player stands."""
    return next(at for at, each in app.main.children.items() if each.type == "text")


def test_what_stands_below_a_player_keeps_its_place():
    """Whether or not its run was to be had: else Streamlit loses a part."""
    cache.shared.clear()
    app = AppTest.from_function(draw, default_timeout=60)
    places = [place_below(app.run()), place_below(app.run())]
    app.session_state["kept_player_given_up"] = app.session_state["kept_run"]
    assert {*places, place_below(app.run())} == {places[0]}


def test_a_run_given_up_is_drawn_when_it_is_asked_for():
    """Its page goes on at the step; the job is not begun again by the next rerun."""
    app = AppTest.from_function(draw, default_timeout=60)
    app.run()
    app.session_state["kept_player_given_up"] = app.session_state["kept_run"]
    app.run()
    assert (len(app.get("bidi_component")), app.session_state["kept_shown"]) == (0, 3)
    app.button[0].click().run()
    assert len(app.get("bidi_component")) == 1


def test_cancel_gives_up_the_run(monkeypatch):
    """Which is what the button beside the bar calls."""
    asked = []
    cache.shared.clear()

    def given_up(job, cancel):
        asked.append(job.function)
        cancel()
        refuse()

    monkeypatch.setattr("ui.player.cutting.result_of", given_up)
    app = AppTest.from_function(draw, default_timeout=60)
    app.run()
    assert asked == [cutting._cut]
    assert len(app.session_state["kept_player_given_up"]) == 16
    assert app.error[0].value == catalogue("en")["errors.run_size"]
    assert (len(app.get("bidi_component")), app.session_state["kept_shown"]) == (0, 3)


def refuse():
    """What comes of a job that was too much."""
    raise Refusal("run_size")
