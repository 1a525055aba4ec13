"""Predict the merge, run without a browser: rounds and puzzles come from the address and engine."""

from urllib.parse import parse_qsl

from bpe import train
from tests.pages.helpers import markup, payloads, said, sent, tables
from tests.pages.test_permalink import query
from ui.catalogue import catalogue
from ui.quiz.puzzles import EXAMPLES, code_of, goal_of
from ui.quiz.rounds import KINDS, make_round

WORDS = {lang: catalogue(lang) for lang in ("en", "zh")}
PUZZLES = ("unused", "schemes", "ing", "longest", "one_more")


def run_of(app) -> dict:
    """Return the run that the player draws."""
    [player] = payloads(app, "runs")
    return player["runs"][0]


def score(app) -> dict:
    """Return what the score is given."""
    return next(data for data in sent(app) if "place" in data)


def test_an_address_names_a_round(open_page):
    """Everybody who opens it is asked about the same words, in their language."""
    for number in range(1, len(KINDS) + 1):
        lang = ("en", "zh")[number % 2]
        app = open_page("quiz", lang=lang, round=number, seed=4)
        assert not app.warning, number
        asked = make_round(number, 4, lang)
        shown = [row["text"] for row in run_of(app)["words"]]
        if asked.encoding is None:
            assert sorted(shown) == sorted(asked.training.corpus.words)
        else:
            assert shown == [asked.encoding.text]
        told = {name: value for name, value in score(app).items() if name != "text"}
        assert asked.place == f"quiz-{number}-4" + ("-zh" if lang == "zh" else "")
        assert told == {"key": asked.place, "place": asked.place, "steps": asked.steps}
        question = WORDS[lang][f"quiz.question_{asked.name}"]
        assert question in said(app).replace("&lt;", "<").replace("&gt;", ">")
        assert app.title[0].value == WORDS[lang]["quiz.title"]


def test_the_page_opens_with_the_first_round_and_goes_on_to_others(open_page):
    """Another one takes the next seed; another round begins with the first."""
    app = open_page("quiz")
    assert query(app) == {}
    assert run_of(app)["steps"] == make_round(1, 1).steps
    app.button(key="quiz_another").click().run()
    assert query(app) == {"seed": "2"}
    assert score(app)["place"] == "quiz-1-2"
    hidden = next(data["hide"] for data in sent(app) if "payload" in data)
    assert hidden == {"number": 0, "hidden": True, "forced": True}
    app.selectbox(key="quiz_round").set_value(3).run()
    assert query(app) == {"round": "3"}
    app.button(key="quiz_another").click().run()
    assert query(app) == {"round": "3", "seed": "2"}


def test_the_words_of_a_round_stay_as_the_language_changes(open_page):
    """As a text does; the address then says of which language they are."""
    app = open_page("quiz", locale="zh-CN")
    before = [row["text"] for row in run_of(app)["words"]]
    app.selectbox(key="language").set_value("en").run()
    assert query(app) == {"words": "zh", "lang": "en"}
    assert [row["text"] for row in run_of(app)["words"]] == before


def test_a_round_that_is_over_says_what_it_has_shown_and_leads_on(open_page):
    """With the points that the browser told of this very round; of another one it is not heard."""
    app = open_page("quiz", round=2, seed=3)
    asked = make_round(2, 3)
    assert [each.label for each in app.expander].count(WORDS["en"]["quiz.shows"]) == 1
    place, most = asked.place, 3 * asked.steps
    for told in (["quiz-2-4", 5], [place, most + 1], [place, -1], [place, "5"], [2, 3, 5], "x"):
        app.session_state["quiz_score"] = {"over": told}
        app.run()
        assert [each.key for each in app.button].count("quiz_next") == 0, told
    app.session_state["quiz_score"] = {"over": [place, 5]}
    app.run()
    assert app.header[0].value == f"The round is over: 5 of {3 * asked.steps} points"
    assert WORDS["en"]["quiz.learn_overlap"] in [each.value for each in app.markdown]
    assert WORDS["en"]["quiz.shows"] not in [each.label for each in app.expander]
    app.button(key="quiz_next").click().run()
    assert query(app) == {"round": "3"}
    last = open_page("quiz", round=len(KINDS))
    last.session_state["quiz_score"] = {"over": [f"quiz-{len(KINDS)}-1", 0]}
    last.run().button(key="quiz_next").click().run()
    assert query(last) == {"seed": "2"}


def test_a_round_or_puzzle_that_is_not_there_is_the_first_and_said(open_page):
    """A link with a slip still opens the page."""
    for name, value in (
        ("round", "0"),
        ("round", "8"),
        ("seed", "0"),
        ("seed", "x"),
        ("words", "x"),
    ):
        app = open_page("quiz", **{name: value})
        assert len(app.warning) == 1, value
        assert value in app.warning[0].value
        assert score(app)["place"] == "quiz-1-1"
    for code in ("x", "6.3.paper.", "99.3.paper.ing", "6.3.rubbish.ing", "<b>", "６.3.paper.a"):
        app = puzzles(open_page, puzzle=code)
        assert len(app.warning) == 1, code
        assert app.selectbox(key="quiz_which").value == PUZZLES[0]


def judged(app) -> list[bool]:
    """Say of each verdict on the page whether it is that the puzzle is solved."""
    return [each.value.endswith(WORDS["en"]["quiz.solved"]) for each in app.header]


def puzzles(open_page, **query):
    """Open the tab of puzzles."""
    return open_page("quiz", tab="puzzles", **query)


def answer(app, puzzle: str, *texts: str):
    """Choose a puzzle, write an answer and press the button."""
    if puzzle != "linked":
        app.selectbox(key="quiz_which").set_value(puzzle).run()
    for box, text in zip(app.text_input, texts, strict=True):
        box.set_value(text)
    button = f"FormSubmitter:quiz_{puzzle}-{WORDS['en']['quiz.train']}"
    app.button(key=button).click().run()
    return app


SOLUTIONS = {
    "unused": ["low low lower"],
    "schemes": ["hug hugs pug"],
    "ing": ["a a a a ing ings"],
    "longest": ["still"],
    "one_more": ["abc ab", "abc abc"],
}
MISSES = {
    "unused": ["a b c"],
    "schemes": ["abab"],
    "ing": ["sing ring king"],
    "longest": ["the"],
    "one_more": ["abc ab", "abd abc"],
}


def test_a_solution_is_told_from_a_near_miss(open_page):
    """With the merges of the runs that show it, as training makes them.

    An answer of nothing but spaces is none; a hostile one is refused, or shown as the text it is.
    """
    app = puzzles(open_page)
    for puzzle in PUZZLES:
        app.selectbox(key="quiz_which").set_value(puzzle).run()
        assert [each.value for each in app.text_input] == list(EXAMPLES["en"][puzzle])
        assert judged(app) == [False], puzzle
        spaces = [" "] * len(app.text_input)
        assert answer(app, puzzle, *spaces).caption[-1].value == WORDS["en"]["quiz.no_answer"]
        answer(app, puzzle, *MISSES[puzzle])
        assert judged(app) == [False], puzzle
        answer(app, puzzle, *SOLUTIONS[puzzle])
        assert judged(app) == [True], puzzle
        shown = tables(app)
        assert len(shown) == {"longest": 0, "schemes": 2, "one_more": 2}.get(puzzle, 1)
        if puzzle == "ing":
            merges = train(SOLUTIONS["ing"][0], max_merges=12).merges
            assert [row[-1] for row in shown[0].rows[1:]] == [merge.token for merge in merges]
        assert not app.error
        for hostile in ("<b>x</b> & {0} `c` $y$", "a" * 400, "../../app.py"):
            answer(app, puzzle, *[hostile] * len(SOLUTIONS[puzzle]))
            assert "<b>" not in "".join(markup(app))
            assert judged(app) in ([], [False]) or puzzle in ("unused", "schemes")


IN_CHINESE = {
    "unused": ["大学 大学 大学生"],
    "schemes": ["学生 学生 人生 葡萄"],
    "ing": ["大人 大人 大人 学生会 学生会"],
    "longest": ["有的人都"],
    "one_more": ["大学生 大学", "大学生 大学生"],
}


def test_puzzles_of_chinese_words_have_examples_that_miss_and_solutions(open_page):
    """Longest match is asked about on a Chinese text."""
    app = puzzles(open_page, words="zh")
    for puzzle, texts in IN_CHINESE.items():
        app.selectbox(key="quiz_which").set_value(puzzle).run()
        assert [each.value for each in app.text_input] == list(EXAMPLES["zh"][puzzle])
        assert judged(app) == [False], puzzle
        answer(app, puzzle, *texts)
        assert judged(app) == [True], puzzle


def test_a_link_sets_a_puzzle(open_page):
    """It opens at once, before the puzzles of the page, and is judged like them."""
    app = puzzles(open_page, puzzle="2.1.huggingface.lo")
    assert app.selectbox(key="quiz_which").value == "linked"
    assert 'data-token="lo"' in said(app)
    answer(app, "linked", "low lower lowest")
    assert judged(app) == [False]
    answer(app, "linked", "low lower")
    assert judged(app) == [True]
    app.toggle(key="share_more").set_value(True).run()
    link = dict(parse_qsl(app.code[0].value.partition("?")[2]))
    assert link == {"words": "en", "tab": "puzzles", "puzzle": "2.1.huggingface.lo"}


def test_a_teacher_sets_a_puzzle_and_shares_its_link(open_page):
    """The link holds the goal; trying it leads to the puzzle."""
    app = open_page("quiz", tab="own")
    assert app.caption[-1].value == WORDS["en"]["quiz.own_empty"]
    app.number_input(key="quiz_own_words").set_value(4).run()
    app.number_input(key="quiz_own_merge").set_value(2).run()
    app.selectbox(key="quiz_own_scheme").set_value("gpt").run()
    app.text_input(key="quiz_own_token").set_value("x.<y> &").run()
    link = dict(parse_qsl(app.code[-1].value.partition("?")[2]))
    goal = goal_of(link["puzzle"])
    assert (goal.words, goal.merge, goal.scheme, goal.token) == (4, 2, "gpt", "x.<y> &")
    assert code_of(goal) == link["puzzle"]
    assert link["tab"] == "puzzles"
    app.button(key="quiz_own_try").click().run()
    assert app.selectbox(key="quiz_which").value == "linked"
    fresh = open_page("quiz", **link)
    assert said(fresh) == said(app)
