"""Predict the merge, without a browser: rounds come from the address and the engine."""

import json
from html import escape

from bpe.player.cutting import cut_text
from tests.pages.helpers import payloads, query, said, sent
from ui.catalogue import LANGUAGES, catalogue
from ui.draw.say import sentence
from ui.draw.tokens import coloured_by
from ui.pages import MAX_SEED
from ui.views.quiz import worksheet
from ui.views.quiz_rounds import KINDS, make_round

WORDS = {lang: catalogue(lang) for lang in ("en", "zh")}


def run_of(app) -> dict:
    """Return the run that the player draws."""
    [player] = payloads(app, "runs")
    return player["runs"][0]


def score(app) -> dict:
    """Return the data sent to the score."""
    return next(data for data in sent(app) if "place" in data)


def test_an_address_names_a_round(open_page, monkeypatch):
    """One address asks for the same words in a language, on the screen and on the worksheet."""
    files = []
    monkeypatch.setattr(
        "ui.views.quiz.offer", lambda label, make, file, key: files.append((file, make()))
    )
    for number in range(1, len(KINDS) + 1):
        lang = ("zh", "en")[number % 2]
        app = open_page("quiz", lang=lang, round=number, seed=4)
        assert not app.warning, number
        asked = make_round(number, 4, lang)
        shown = [row["text"] for row in run_of(app)["words"]]
        words = asked.word and [asked.word]
        assert sorted(shown) == sorted(words or asked.run.learn().corpus.words)
        told = {name: value for name, value in score(app).items() if name != "text"}
        assert asked.key == f"quiz-{number}-4" + ("-zh" if lang == "zh" else "")
        assert told == {"key": asked.key, "place": asked.key, "steps": asked.steps}
        assert score(app)["text"]["points"] == WORDS[lang]["quiz.score_points"]
        question = WORDS[lang][f"quiz.question_{asked.name}"]
        assert escape(WORDS[lang]["quiz.asked"].format(number=4, question=question)) in said(app)
        assert [each["hide"]["forced"] for each in sent(app) if "payload" in each] == [True]
        assert files.pop() == (f"{number}-{asked.name}-4-worksheet.html", worksheet(asked, lang))
        if asked.word:
            traced = cut_text(asked.run.learn(), asked.word, lang)
            assert run_of(app) == json.loads(traced.runs[0])
        assert app.title[0].value == WORDS[lang]["quiz.title"]


def test_the_page_opens_with_the_first_round_and_goes_on_to_others(open_page):
    """The button for another one takes the next seed; another round starts with the first seed."""
    app = open_page("quiz")
    assert query(app) == {}
    assert run_of(app)["steps"] == make_round(1, 1).steps
    app.button(key="quiz_another").click().run()
    assert query(app) == {"seed": "2"}
    assert score(app)["place"] == "quiz-1-2"
    app.selectbox(key="quiz_round").set_value(3).run()
    assert query(app) == {"round": "3"}
    app.button(key="quiz_another").click().run()
    assert query(app) == {"round": "3", "seed": "2"}
    app.query_params.clear()
    assert app.run().selectbox(key="quiz_round").value == 1


def test_the_words_of_a_round_stay_as_the_language_changes(open_page):
    """A change of language keeps the words, and the address names the language of the words."""
    app = open_page("quiz", locale="zh-CN")
    before = [row["text"] for row in run_of(app)["words"]]
    for lang, address in (("en", {"words": "zh", "lang": "en"}), ("zh", {"words": "zh"})) * 2:
        app.selectbox(key="language").set_value(lang).run()
        assert query(app) == address
        assert [row["text"] for row in run_of(app)["words"]] == before


def test_a_round_that_is_over_says_what_it_has_shown_and_leads_on(open_page):
    """A finished round shows the points that the browser reports for exactly this round.

    Invalid points and points of another round are ignored. The button then leads to the next round.
    """
    app = open_page("quiz", round=4, seed=3)
    asked = make_round(4, 3)
    assert [each.label for each in app.expander].count(WORDS["en"]["quiz.shows"]) == 1
    place, most = asked.key, 3 * asked.steps
    for told in (["quiz-4-4", 5], [place, most + 1], [place, -1], [place, "5"], [2, 3, 5], "x"):
        app.session_state["quiz_score"] = {"over": told}
        app.run()
        assert [each.key for each in app.button].count("quiz_next") == 0, told
    app.session_state["quiz_score"] = {"over": [place, most]}
    app.run()
    assert app.header[0].value == f"The round is over: {most} of {most} points"
    assert WORDS["en"]["quiz.learn_mark"] in [each.value for each in app.markdown]
    found, rules = asked.found, asked.run.scheme
    with coloured_by(asked.run.training.token_ranks):
        assert sentence("quiz.found_mark", rules, found.tokens, **found.values) in said(app)
    assert WORDS["en"]["quiz.shows"] not in [each.label for each in app.expander]
    app.button(key="quiz_next").click().run()
    assert query(app) == {"round": "5"}
    last = open_page("quiz", round=len(KINDS))
    last.session_state["quiz_score"] = {"over": [f"quiz-{len(KINDS)}-1", 0]}
    last.run().button(key="quiz_next").click().run()
    assert query(last) == {"beat": next(iter(LANGUAGES["en"].beat))}
    last = open_page("quiz", seed=MAX_SEED)
    last.button(key="quiz_another").click().run()
    assert query(last) == {}
