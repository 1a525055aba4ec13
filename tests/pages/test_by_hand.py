"""Merging by hand: for any text, everything drawn comes from the records of two runs."""

import json
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from bpe import Corpus, train
from tests.cases import for_each
from tests.pages.helpers import markup, payloads, query, sent
from ui.by_hand import SCHEME, opening_text, runs_of, stage_of
from ui.catalogue import LANGUAGES, catalogue
from ui.pages import MAX_HAND_CHARS
from ui.text import speaking

WORDS = catalogue("en")
NA = '{"0":["n","a"],"1":["a","na"],"2":["b","ana"]}'


def stage(app) -> dict:
    """Return the data sent to the stage of a page, with the parsed content of the stage."""
    [data] = [each for each in sent(app) if "stage" in each]
    return data | json.loads(data["stage"])


def address(app) -> dict:
    """Return the query that the stage tells the browser to write to the address."""
    return stage(app)["address"]


def drawn(shown: dict) -> list[list[str]]:
    """Return the tokens of each word of the text."""
    run = shown["run"]
    return [
        [run["tokens"][token][0] for token in run["words"][word]["splits"][-1][1]]
        for word in shown["words"]
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_home_opens_with_letters_and_nothing_merged(open_page, lang):
    """Home opens with its text in this language; the link opens this text in Step through BPE."""
    with speaking(lang):
        text = opening_text()
    app = open_page(lang=lang)
    shown = stage(app)
    assert drawn(shown) == [[*word] for word in text.split()]
    assert (shown["mine"], shown["run"]["merges"]) == ([len(text.replace(" ", ""))], [])
    link = app.main.get("page_link")[0].proto
    corpus = LANGUAGES[lang].by_hand
    train_app = open_page(link.page, **dict(parse_qsl(link.query_string)))
    assert train_app.session_state["state"].choices.corpus == corpus


def test_merges_of_an_address_are_drawn_next_to_the_rule(open_page):
    """The stage shows the reader's merges, the rule's pair at each step, and both token counts."""
    app = open_page(beat="banana bandana", forced=NA)
    shown = stage(app)
    assert drawn(shown) == [["bana", "na"], ["b", "a", "n", "d", "ana"]]
    assert (shown["mine"], shown["bpe"]) == ([13, 10, 8, 7], [13, 9, 7, 5])
    run, named = shown["run"], shown["run"]["tokens"]
    passed = [[named[token][0] for token in run["facts"]["forced"][step][0]] for step in "012"]
    assert passed == [["a", "n"], ["a", "na"], ["a", "n"]]
    assert [row[2] for row in run["leaders"]] == [4, 2, 1, 1], "the count of what the rule takes"
    link = urlsplit(shown["link"])
    asked = parse_qs(link.query)
    assert (link.path, asked["beat"]) == ("quiz", ["banana bandana"])
    assert json.loads(asked["forced"][0]) == json.loads(NA)


def test_both_runs_are_the_engine_s(open_page):
    """Both runs have as many merges as the reader forced, and equal the runs of the engine."""
    text, forced = "she sells sea shells", ((1, ("h", "e")),)
    mine, rule = (run.training for run in runs_of(text, forced))
    corpus = Corpus.from_text(text, SCHEME)
    assert mine.merges == train(corpus, SCHEME, max_merges=2, forced=dict(forced)).merges
    assert rule.merges == train(corpus, SCHEME, max_merges=2).merges
    shown = stage_of(text, mine, rule, "en")
    assert [shown["run"]["words"][word]["text"] for word in shown["words"]] == text.split()
    assert shown["mine"] == [mine.snapshot(step).token_count for step in range(3)]
    assert shown["bpe"] == [rule.snapshot(step).token_count for step in range(3)]


HOSTILE = (
    "a",
    "😀😀 👨‍👩‍👧",
    "שלום שלום",
    "مرحبا",
    "<script>alert(1)</script>",
    "x" * MAX_HAND_CHARS,
)


@for_each("text", HOSTILE)
def test_any_text_is_drawn_whole(open_page, text):
    """The cases are one letter, emoji, right-to-left text, markup, and one word of 300 letters."""
    app = open_page(beat=text)
    assert [name for word in drawn(stage(app)) for name in word] == [*text.replace(" ", "")]
    assert not app.warning


@for_each(
    ("query", "refused"),
    [
        ({"beat": "x" * (MAX_HAND_CHARS + 1)}, "home.address_beat"),
        ({"beat": "banana", "forced": '{"0":["x","y"]}'}, "errors.address_forced"),
        ({"beat": "banana", "forced": '{"9":["n","a"]}'}, "errors.address_forced"),
        ({"beat": "banana", "forced": "[]"}, "errors.address_forced"),
        ({"beat": " "}, None),
        ({"beat": ""}, None),
    ],
)
def test_a_link_that_cannot_be_shown_says_so(open_page, query, refused):
    """Merges that do not exist in the text are left out, and a text without words is refused."""
    app = open_page(**query)
    said = [each.value for each in (*app.warning, *app.info)]
    expected = WORDS[refused or "errors.no_words"].partition("{")[0]
    assert [each[: len(expected)] for each in said] == [expected]
    if refused:
        assert stage(app)["run"]["merges"] == []


def test_merges_of_another_run_are_not_the_reader_s(open_page):
    """Merges forced in Step through BPE are not used on Home, and merges of Home stay on Home."""
    forced = '{"0":["h","u"]}'
    app = open_page(corpus="hug", scheme="huggingface", forced=forced)
    assert stage(app)["run"]["merges"] == []
    app = open_page(beat="banana bandana", forced=NA)
    links = [link.proto for link in app.get("page_link")]
    home = [link.page for link in links if "forced" in link.query_string]
    assert home == [link.page for link in links if "beat" in link.query_string]
    assert {*home} == {""}, "the links to this very page"


def test_own_words_begin_anew_and_lead_to_their_run(open_page):
    """New words drop the merges of the text before; the page's own text is not in the address."""
    app = open_page(beat="banana bandana", forced=NA)
    app.text_input(key="home_words").set_value("no onion").run()
    assert drawn(stage(app)) == [[*"no"], [*"onion"]]
    assert address(app) == {"beat": "no onion", "forced": None}
    query = dict(parse_qsl(app.main.get("page_link")[0].proto.query_string))
    asked = {"corpus": "pasted", "text": "no onion", "scheme": "huggingface", "step": "0"}
    assert asked.items() <= query.items()
    app.text_input(key="home_words").set_value("banana bandana").run()
    assert address(app) == {"beat": None, "forced": None}


# Beat BPE ----------------------------------------------------------------------------------------

BEATEN = "anna and nana ran a banana van"
BEST = '{"0":["n","a"],"1":["a","n"],"2":["na","na"]}'
GREEDY = '{"0":["a","n"],"1":["an","a"],"2":["an","n"]}'


def told(app) -> str:
    return " ".join(body for body in markup(app) if "record-say" in body)


def test_beat_bpe_is_the_last_round_and_another_one_is_the_next_text(open_page):
    """The address of Beat BPE has the text and no round; the address of a round has no text."""
    app = open_page("quiz", round=7)
    app.selectbox(key="quiz_round").set_value(8).run()
    texts = [*LANGUAGES["en"].beat]
    for text in (*texts, texts[0]):
        assert query(app) == {"beat": text}
        shown = stage(app)
        assert (drawn(shown), shown["limit"]) == (
            [[*word] for word in text.split()],
            len(LANGUAGES["en"].beat[text]),
        )
        app.button(key="quiz_another").click().run()
    app.selectbox(key="quiz_round").set_value(2).run()
    assert query(app) == {"round": "2"}


def test_a_link_replays_the_reader_s_merges_next_to_bpe_s(open_page):
    """The explanation follows the last merge; both numbers of tokens are shown after each merge."""
    app = open_page("quiz", beat=BEATEN, forced=BEST)
    shown = stage(app)
    assert (shown["mine"][-1], shown["bpe"][-1]) == (13, 14)
    [player] = payloads(app, "runs")
    merges = [
        [[run["tokens"][token][0] for token in merge[:2]] for merge in run["merges"]]
        for run in player["runs"]
    ]
    assert merges[0] == [*json.loads(BEST).values()]
    assert merges[1][0] == ["a", "n"]
    assert WORDS["quiz.beat_why"].format(merges=3) in told(app)
    assert WORDS["quiz.beat_best"].format(merges=3) in told(app)
    app = open_page("quiz", beat=BEATEN, forced='{"0":["n","a"],"1":["a","n"]}')
    assert payloads(app, "runs") == []
    shown = stage(app)
    assert (shown["from"], shown["limit"], shown["mine"][-1], shown["bpe"][-1]) == (1, 3, 15, 15)


def test_the_best_result_is_told_after_two_tries(open_page):
    """The best result is told after two different tries at the same text.

    A repeated try and a try at another text do not count. A try with as many tokens as BPE is not
    said to beat BPE.
    """
    other = next(text for text in LANGUAGES["en"].beat if text != BEATEN)
    pairs = LANGUAGES["en"].beat[other]
    app = open_page("quiz", beat=other, forced=json.dumps(dict(enumerate(pairs))))
    app.query_params.update({"beat": BEATEN, "forced": GREEDY})
    fewest = WORDS["quiz.beat_told"].partition("{")[0]
    said = told(app.run().run())
    assert fewest not in said
    assert "greedy" not in said
    app.query_params["forced"] = GREEDY.replace('["an","n"]', '["b","an"]')
    assert f"{fewest}13" in told(app.run())


def test_own_words_and_any_number_of_merges_are_shown_side_by_side(open_page):
    """A link from Home opens any text with any number of merges; such a text has no best result.

    A link with merges that do not exist in the text is reported.
    """
    app = open_page("quiz", beat="banana bandana", forced='{"0":["n","a"]}')
    assert (stage(app)["limit"], payloads(app, "runs")) == (3, [])
    app = open_page("quiz", beat="no onion", forced='{"3":["on","ion"]}')
    assert (stage(app)["limit"], [each.value for each in app.warning]) == (4, [])
    assert len(payloads(app, "runs")) == 1
    more = json.dumps(json.loads(BEST) | {"3": ["v", "an"]})
    app = open_page("quiz", beat=BEATEN, forced=more)
    assert (stage(app)["limit"], len(payloads(app, "runs"))) == (4, 1)
    assert WORDS["quiz.beat_best"].format(merges=3) not in told(app)
    part = json.dumps({step: json.loads(BEST)[step] for step in "02"})
    app = open_page("quiz", beat=BEATEN, forced=part)
    assert WORDS["quiz.beat_why"].format(merges=3) in told(app), "BPE's own choices count, too"
    app = open_page("quiz", beat="ab", forced='{"0":["a","b"]}')
    assert (stage(app)["limit"], len(payloads(app, "runs"))) == (3, 1), "nothing is left to merge"
    for text in ("", "<b>x</b> $y$", "a" * 300):
        app = open_page("quiz", beat=text, forced=BEST)
        assert not app.exception
        assert "<b>x" not in told(app)
    app = open_page("quiz", beat=BEATEN, forced='{"0": ["q", "q"]}')
    named = WORDS["errors.address_forced"].format(value='`` {"0": ["q", "q"]} ``')
    assert [each.value for each in app.warning] == [named]
    assert stage(app)["run"]["merges"] == []
