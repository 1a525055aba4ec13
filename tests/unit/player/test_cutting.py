"""A run becomes the same payload for the browser in the app, in a worker and in a file."""

import json
import random
import re
import tomllib
import zlib
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus, train
from bpe.player import bets, bundle, page
from bpe.player.bundle import joined
from bpe.player.cutting import cut_bets, cut_run, cut_two_bets, cut_two_runs, same_words
from bpe.player.page import FILES, HandoutPage, page_of
from bpe.player.payload import CutOptions, as_json, training_run, unpacked
from bpe.player.tokens import exact
from tests.conftest import ROOT
from tests.data import SIX_WORDS
from tests.markup import read
from tests.unit.player.cuts import TEXT
from ui import cache
from ui.catalogue import Refusal, catalogue
from ui.own_text import sources
from ui.runs import Run
from ui.samples import training_samples
from ui.text import speaking


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_worker_cuts_as_the_app_does(lang):
    """A worker gets all options, also the language, in which an ideographic space has a name."""
    text = TEXT + "a\u3000b a\u3000b"
    training, run = train(text, "gpt"), Run(sources.of_text(text, "text"), PRESETS["gpt"])
    options = CutOptions(("mat", "a"), 5, "<b>", 4, lang)
    with speaking(lang):
        cut = training_run(training, options)
    run.train(options=options)
    [there] = run.payload(options).runs
    assert unpacked(there) == as_json(cut)
    assert cut_run(training, options).runs == (there,)


def test_two_runs_are_cut_and_judged_as_each_alone():
    """Each run of two has the payload and the bets that it has alone.

    The second run shows the words of the first, each in the form that the second run has most
    often.
    """
    text = "go: go! go? go; ab ab ab"
    first, second, third = (train(text, scheme) for scheme in ("paper", "gpt", "huggingface"))
    assert same_words(first, second, 9) == (" ab",)
    assert same_words(train("go", "paper"), second, 9) == (" go",)
    options, alone = [
        (CutOptions(words=1), other) for other in (CutOptions(), CutOptions((" ab",), 0))
    ]
    cut, judged = cut_two_runs(first, second, *options), cut_two_bets(first, second, *options)
    for at, training in enumerate((first, second)):
        assert json.loads(judged)[at] == json.loads(cut_bets(training, alone[at]))[0]
    assert cut.runs[0] == cut_run(first, options[0]).runs[0]
    assert cut.rows[0] == (0, 0)
    assert cut.steps == max(len(first), len(second))
    assert [row["count"] for row in json.loads(cut.runs[1])["words"]] == [3]
    spaced, plain = train("low the low", "gpt"), train("low the low", "paper")
    for two, rows in (
        ((spaced, spaced), [(0, 0), (1, 1), (2, 2)]),  # "low", " the" and " low"
        ((spaced, plain), [(0, 0), (1, 1), (2, None)]),
        ((plain, spaced), [(0, 0), (1, 1)]),
    ):
        assert cut_two_runs(*two, CutOptions(), CutOptions()).rows == rows
    others = [(first, third), (third, second)]
    assert cut.name not in [cut_two_runs(*two, *options).name for two in others]


def test_what_is_packed_for_the_browser_can_be_unpacked():
    """Unpacking returns the same JSON, and the novel with 2,000 merges fits into a page of 1 MB."""
    training = train("".join(random.Random(1).choices("abcdef", k=2_000)), "paper")
    cut = cut_run(training, CutOptions())
    assert cut.runs[0].startswith('"')
    assert unpacked(cut.runs[0]) == as_json(training_run(training, CutOptions()))
    assert cut.size == len(unpacked(cut.runs[0]))
    novel = Corpus.from_file(training_samples()["pride-and-prejudice"].path, "paper")
    small, large = (len(page_of(train(novel, "paper", max_merges=merges))) for merges in (10, 100))
    assert small + (large - small) * 2_000 / 100 < 1_000_000
    assert small < 200_000


def test_bets_are_offered_up_to_a_limit_of_work(monkeypatch):
    """The work is cells times steps; a run whose merges are all forced offers no bets.

    A page in a file contains the bets under the same conditions.
    """
    training = train("ab ac ad", "paper")
    work = len(training.ids) * len(training)
    for limit, offered in ((work, True), (work - 1, False)):
        cache.shared.clear()
        monkeypatch.setattr(bets, "MAX_WORK", limit)
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
    monkeypatch.undo()
    training = train(SIX_WORDS, "paper")
    given = packed(file_of(training))
    assert given["bets"] == cut_bets(training, CutOptions())
    assert given["hide"] == {"number": 0, "hidden": False, "forced": False}
    asking = packed(file_of(training, hidden=True))
    assert asking["hide"] == {**given["hide"], "hidden": True}
    forced = train(SIX_WORDS, "paper", max_merges=1, forced={0: ("l", "o")})
    monkeypatch.setattr(bets, "MAX_WORK", 100)
    for run in (forced, train(SIX_WORDS + " newest", "paper")):
        given = packed(file_of(run))
        assert (given["hide"], given["bets"]) == (None, None)


def draw():
    import streamlit as st

    from ui import state
    from ui.pages import page_named
    from ui.pickers import sample_run
    from ui.player import step_player
    from ui.samples import first_sample

    state.follow_address(page_named("train"), lambda kind: False)
    run = sample_run(first_sample())
    st.session_state["shown"] = step_player(run, "p", default=3)
    st.text("below")


def place_below(app) -> int:
    """Return the index of the text below the player among the page's elements."""
    return next(at for at, each in app.main.children.items() if each.type == "text")


def refuse(*given):
    raise Refusal("run_size")


def test_a_run_that_is_refused_says_so_and_what_stands_below_keeps_its_place(monkeypatch):
    """An error takes the player's place, so that Streamlit does not lose the element below.

    The page keeps the step of its address.
    """
    app = AppTest.from_function(draw, default_timeout=60)
    place = place_below(app.run())
    app.query_params["step"] = "1"
    monkeypatch.setattr("ui.runs.cut_run", refuse)
    cache.shared.clear()
    assert place_below(app.run()) == place
    assert app.error[0].value == catalogue("en")["errors.run_size"]
    assert (len(app.get("bidi_component")), app.session_state["shown"]) == (0, 1)


HOSTILE = ["</script>", "<!--<script>", "\u202eabc", "$x$", "${step}", "a&lt;b\"'", "\ud800x"]
PAGE = HandoutPage("Title", "Lead", "Note", [("Scheme", "Paper")])


def packed(found):
    """Return the data that the player of a page is given."""
    [text] = [each for each in texts(found, "script") if re.fullmatch("[A-Za-z0-9+/=]+", each)]
    return json.loads(zlib.decompress(b64decode(text)))["data"]


def texts(found, tag):
    return [each.text for each in found.all(tag)]


def file_of(training, about=PAGE, pinned=(), **asked):
    return read(page_of(training, words=pinned, page=about, **asked))


def test_the_player_is_the_app_s_own_and_asks_no_network_for_anything():
    """A page contains the app's files and loads nothing; its policy forbids other sources."""
    source = page_of(train(SIX_WORDS, "paper"))
    modules = [Path(page.__file__).with_name(f"{name}.js") for name in ("player", "run", "guess")]
    for file in (*FILES, *modules):
        said = joined([file], file.suffix)
        assert re.sub(r"^import .*\n|^export ", "", said, flags=re.M).strip() in source, file.name
    tags = [(each.tag, each.attributes) for each in read(source).all()]
    fetching = {"src", "href", "srcset", "action", "data", "poster"}
    assert [tag for tag, attributes in tags if fetching & set(attributes)] == []
    assert not re.search(r"url\(|@import|\bfetch\(|\bimport\b.*from", source)
    [policy] = [a["content"] for tag, a in tags if a.get("http-equiv")]
    assert policy.startswith("default-src 'none';")
    assert re.search("; worker-src blob:; script-src( 'sha256-[^' ]+')+$", policy)


def test_hostile_words_and_settings_stay_text():
    """Tags, comments, placeholders and half characters in words neither end nor add a script."""
    training = train(Corpus.from_counts(dict.fromkeys(HOSTILE, 3)), "paper")
    plain = file_of(train(SIX_WORDS, "paper"))
    assert "<code>&lt;/w&gt;</code>" in page_of(
        training, page=replace(PAGE, note="the mark `</w>`")
    )
    said = " ".join(HOSTILE[:-1])
    found = file_of(
        training, about=HandoutPage(said, said, said, [(said, said)]), pinned=HOSTILE[:2]
    )
    assert [each.tag for each in found.all()] == [each.tag for each in plain.all()]
    assert "".join(texts(found, "title")).strip() == said
    assert [said in texts(found, tag) for tag in ("h1", "dd", "dt")] == [True] * 3
    [run] = json.loads(packed(found)["payload"])["runs"]
    learned = [
        (run["tokens"][left][0], run["tokens"][right][0]) for left, right, _ in run["merges"]
    ]
    assert learned == [tuple(map(exact, merge.pair)) for merge in training.merges]


def test_a_page_has_the_app_s_colours():
    """The light and dark colours equal those of `.streamlit/config.toml`."""
    themes = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
    found = re.findall(r"--st-(\w+)((?:-\w+)*): light-dark\((#\w+), (#\w+)\);", bundle.themes())
    colours = {
        first + "".join(map(str.title, rest.split("-"))): shades for first, rest, *shades in found
    }
    each = ["textColor", "backgroundColor", "secondaryBackgroundColor", "primaryColor"]
    assert colours == {name: [themes[look][name] for look in ("light", "dark")] for name in each}
    assert bundle.themes() in page_of(train("ab ab", "paper"))
