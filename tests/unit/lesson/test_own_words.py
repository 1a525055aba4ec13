"""The lesson on a class's own words: each stop uses these words, or says that it cannot."""

import pytest

from bpe import PRESETS, train
from bpe.player.tokens import visible
from bpe.readings.prediction import judge
from tests.pages.helpers import payloads, sent
from ui.catalogue import LANGUAGES, catalogue
from ui.lesson import own_words, stops
from ui.lesson.own_words import FINDERS, MAX_CHARS, MAX_WORDS, plan_on
from ui.lesson.stops import LessonStop, plan_in
from ui.state import STOPS
from ui.text import speaking

NAMES = (
    "Anna Anton Hanna Johanna Marianne Jan Johannes Julian Juliane Maria Martin Marta Leon Leonie "
    "Lena Elena Emilia Emil Ben Benjamin Lukas Luca Clara Klara"
)
BARE = ("a", "😀😀 😀🎉 🎉🎉😀", "   ", "ab cd ef")
"""Texts on which no stop of the lesson can show its topic."""


def own(text: str, lang: str = "en") -> dict[str, LessonStop]:
    """Return the stops that use the given text, by name."""
    return {stop.name: stop for stop in plan_on(text, lang) if stop.own}


def stage(app) -> dict:
    """Return the payload of the lesson's stage."""
    [found] = [each for each in sent(app) if "beats" in each]
    return found


def test_names_of_a_class_have_all_that_the_stops_teach():
    """On a list of names, each stop finds a step, word or score that shows its topic.

    These are a first merge without a tie, a close second pair, a tie that the tie rule decides, a
    new word, and a score that picks another pair than the count.
    """
    found, run = own(NAMES), train(NAMES, "huggingface")
    assert {*found} == {*FINDERS}
    for name in ("first", "vote", "ties"):
        step, end = found[name].steps
        assert end == step + 1
        best, second = run.snapshot(step).pairs(limit=2)
        if name == "ties":
            [bet] = judge(run.snapshot(step), [second.pair])
            assert (bet.verdict, bool(bet.rules)) == ("tied", True)
        else:
            assert second.count < best.count
            assert name == "first" or 3 * second.count >= 2 * best.count
    assert found["first"].start == 0
    assert found["ties"].start > found["vote"].start > 0
    word, (_, rules) = found["encode"].query["sentence"], found["encode"].steps
    cut = run.tokenizer(rules).encode(word).tokens
    assert word not in NAMES.split()
    assert 1 < len(cut) < len(word)
    step = found["score"].start
    by_count, by_score = (train(NAMES, rules).merges[step].pair for rules in stops.SCORES)
    assert by_count != by_score
    assert [*map(visible, by_count)] == [
        stops.facts(found["score"])[side] for side in ("left", "right")
    ]


def test_a_text_without_what_a_stop_teaches_keeps_the_lessons_words():
    """A stop that finds no example in the text uses the lesson's own corpus and says so.

    If no stop finds one, the whole lesson uses its own words, in each language.
    """
    for text in BARE:
        for lang in LANGUAGES:
            plan = plan_on(text, lang)
            assert [stop.steps for stop in plan] == [stop.steps for stop in plan_in(lang)]
            corpora = [stop.query.get("corpus") for stop in plan]
            assert corpora == [stop.query.get("corpus") for stop in plan_in(lang)]
            with speaking(lang):
                assert {*own_words.leads(plan)} == {f"lead_{name}" for name in FINDERS}
                said = own_words.said_of(text, plan)
            assert said == catalogue(lang)["lesson.words_said_none"]
    some = plan_on("张伟 王伟 王芳 李伟 李娜 张敏 李静 王静 刘伟 王秀英 李秀英", "zh")
    assert [at for at, stop in zip(STOPS, some, strict=True) if stop.own] == ["3", "7"]
    with speaking("en"):
        assert own_words.said_of("", some).startswith("Stops 3, 7 use your words. What stops 4, 5,")
    assert not some[2].is_open, "the vote is on other words"


def test_every_address_of_it_says_that_it_is_on_own_words_and_the_novel_stays():
    """Each beat has `lesson=pasted`, also where a stop uses another corpus than the pasted text.

    The stops and phases are the same as in the usual lesson.
    """
    beats, usual = stops.told(plan_on(NAMES, "en")), stops.told(plan_in("en"))
    assert {beat["query"]["lesson"] for beat in beats} == {"pasted"}
    assert [(b["stop"], b["phase"]) for b in beats] == [(b["stop"], b["phase"]) for b in usual]
    for beat, other in zip(beats, usual, strict=True):
        is_own = beat["name"] in FINDERS
        assert beat["query"].get("corpus") == ("pasted" if is_own else other["query"].get("corpus"))
        assert "corpus" not in beat["query"] or beat["scheme"] in PRESETS


@pytest.mark.parametrize("text", ["{x} {0} {x.y} <b>x</b> <b>y</b>", "שלום שלומית שלמה שלום שירה"])
def test_hostile_and_leftward_words_are_said_as_they_are(text):
    """Braces in words are no placeholders, and right-to-left words are isolated."""
    for lang in LANGUAGES:
        found = own(text, lang)
        assert "first" in found
        with speaking(lang):
            for stop in found.values():
                said = stops.answer(stop)
                assert all(
                    part in said
                    for part in stops.facts(stop)["tokens" if stop.name == "encode" else "left"]
                )
                assert said.count("\u2068") == said.count("\u2069")
                assert ("\u2068" in said) == ("ש" in text)


def test_the_words_that_a_stop_names_are_on_the_screen(open_page):
    """At most `MAX_WORDS` words are shown, and some of them contain each of the two named pairs."""
    names = NAMES.split()
    for place, (phase, step) in {"3": ("answer", 0), "4": ("answer", 1)}.items():
        stop = plan_on(NAMES, "en")[STOPS.index(place)]
        query = stop.beat(phase) | {"present": 1, "stop": place, "phase": phase, "text": NAMES}
        app = open_page(stop.page, **query)
        assert not app.exception
        assert not app.warning
        [drawn] = payloads(app, "runs")
        shown = {row["text"] for row in drawn["runs"][0]["words"]}
        assert 2 < len(shown) <= MAX_WORDS
        assert shown < {*names}
        snapshot = train(NAMES, "huggingface").snapshot(step)
        for words in snapshot.words_of_pairs(snapshot.pairs(limit=2)):
            assert shown & {word for word, _ in words}


def test_the_title_takes_words_and_says_which_stops_use_them(open_page):
    """The title takes words from an address; a text over `MAX_CHARS` is refused with a sentence."""
    app = open_page("home", present=1)
    assert (stage(app)["title"]["own"], stage(app)["title"]["said"]) == ("", "")
    app = open_page("home", present=1, corpus="pasted", text=NAMES)
    assert stage(app)["title"]["own"] == NAMES
    assert stage(app)["title"]["said"] == "Stops 3, 4, 5, 7, 9 use your words."
    assert stage(app)["beats"] == stops.told(plan_on(NAMES, "en"))
    long = "anna hanna " * MAX_CHARS
    app = open_page("home", present=1, corpus="pasted", text=long[: MAX_CHARS + 1])
    assert f"at most {MAX_CHARS} characters, got {MAX_CHARS + 1}" in stage(app)["title"]["said"]
    assert stage(app)["beats"] == stops.told(plan_in("en"))
    app = open_page("train", present=1, stop=3, phase="question", lesson="pasted", corpus="hug")
    [warning] = app.warning
    assert warning.value.startswith(catalogue("en")["errors.address_lesson"].partition("{")[0])
