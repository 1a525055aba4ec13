"""The stops of the lesson lead to valid addresses, and their sentences agree with the records."""

import csv
import io
import re
from dataclasses import replace
from html import escape

import pytest

from bpe import PRESETS, Training, train
from bpe.player.tokens import exact, visible
from bpe.readings.prediction import judge
from bpe.unigram import UnigramTraining
from tests.conftest import ROOT
from tests.pages.helpers import sent
from ui.catalogue import LANGUAGES, catalogue
from ui.lesson import stops
from ui.lesson.notes import cards, notes
from ui.lesson.stops import plan_in, told
from ui.levels import levels_of, sample_for
from ui.names import names_table
from ui.own_text import sources
from ui.pages import page_named
from ui.runs import UnigramRun
from ui.samples import samples
from ui.state import PARSERS, PHASES, STOPS, Choices
from ui.text import language, speaking, t
from ui.tokenizers import opened
from ui.views.unigram import SIZES

MERGING = [stop for stop in stops.PLAN if "merge" in stop.phases]
PIECES = {
    "en": [("o200k", " strawberry", 1), ("o200k", "Strawberry", 3), ("gpt2", "Strawberry", 3)],
    "zh": [("qwen", "市长", 1)],
}
"""Parts of the first answer: a tokenizer, a text, and its number of tokens in this tokenizer."""


def learned(lang: str, name: str, scheme=None) -> Training:
    """Train directly on a text of the lesson."""
    texts = LANGUAGES[lang].lesson
    sample = samples()[texts[name]]
    rules = scheme or PRESETS[texts["by"] if name == "novel" else "huggingface"]
    source = sources.of_sample(sample)
    return train(source.corpus(rules), rules, max_merges=source.merges)


def recalled() -> list[str]:
    """Return the questions for next week in the current language."""
    return [*stops.recall(LANGUAGES[language()].lesson["new"]).values()]


def numbers(said: str) -> list[int]:
    """Return the numbers in a sentence, except those in names such as GPT-2."""
    found = re.findall(r"\d[\d,]*", re.sub(r"GPT-\d|, ", " ", said))
    return sorted(int(each.replace(",", "")) for each in found)


def parsed(beat: dict) -> dict:
    """Return the parsed choices of a beat's address; a value that the page refuses is None."""
    own = {choice.name: choice.parse for choice in page_named(beat["page"]).choices}
    return {name: {**PARSERS, **own}[name](value) for name, value in beat["query"].items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_small_text_has_what_a_class_needs(lang):
    """The small text has a clear first pair, close counts at the vote, and a tie at step 4.

    It also has two unseen words that known tokens spell in part, and a first pair by score that
    differs from the one by count.
    """
    run, texts = learned(lang, "small"), LANGUAGES[lang].lesson
    first, vote, tie = (run.snapshot(step).pairs(limit=2) for step in (0, 1, 4))
    assert [each.count for each in first] == [20, 17]
    assert [each.count for each in vote] == [16, 15]
    assert [each.count for each in tie] == [5, 5]
    assert len(run.merges[4].ties) == 2
    [other] = judge(run.snapshot(4), [tie[1].pair])
    assert other.verdict == "tied"
    assert other.rules, "another rule would take it"
    for word in (texts["unseen"], texts["new"]):
        assert word not in run.corpus.words
        cut = run.tokenizer().encode(word).tokens
        assert any(token in {merge.token for merge in run.merges} for token in cut)
        assert 1 < len(cut) < len(word)
    by_count, by_score = (
        learned(lang, "small", replace(PRESETS["wordpiece"], score=score)).merges[0].pair
        for score in ("count", "wordpiece")
    )
    assert by_count != by_score


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_of_a_merge_is_what_the_record_says(lang):
    """Each stop names the merged pair, the second pair, their counts and the new token of the run.

    No other number is in its sentences.
    """
    with speaking(lang):
        for stop in MERGING:
            here, name = stop.in_language(lang), "novel" if stop.name == "novel" else "small"
            rules = replace(PRESETS["wordpiece"], score="count") if stop.name == "score" else None
            run = learned(lang, name, rules)
            step, end = stop.steps
            best, second = run.snapshot(step).pairs(limit=2)
            told = stops.facts(here)
            assert [told["left"], told["right"]] == [*map(visible, best.pair)]
            assert [told["other_left"], told["other_right"]] == [*map(visible, second.pair)]
            assert (told["count"], told["other_count"]) == (best.count, second.count)
            assert told["token"] == visible(run.merges[end - 1].token)
            said = stops.answer(here)
            assert all(visible(part) in said for part in best.pair), said
            known = {told["count"], told["other_count"], told["ties"]}
            if stop.name == "score":
                score = learned(lang, "small", PRESETS["wordpiece"]).merges[0].score
                assert told["score_score"] in said
                assert float(told["score_score"]) == pytest.approx(score, rel=0.01)
                said = said.replace(told["score_score"], "")
            assert {*numbers(said)} <= known
            assert told["count"] in numbers(said)
            assert told["token"] in stops.merged(here)
            assert {*numbers(stops.merged(here))} <= {end}
            made = {visible(merge.token) for merge in run.merges[:end]}
            assert {*re.findall("“(.*?)”", stops.merged(here))} <= made
    en = catalogue("en")["lesson.say_novel"]
    assert all("he" in word for word in en.partition("in ")[2].partition(".")[0].split(", "))
    for stop in stops.PLAN:
        if stop.has_own_steps:
            assert stop.steps == (0, len(learned(lang, "small")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_a_novel_the_words_are_shown_that_the_sentences_name(lang):
    """Each named word is in the novel, and these words contain all named tokens but one at most."""
    run, named = learned(lang, "novel"), LANGUAGES[lang].lesson["named"].split("|")
    assert all(word in run.corpus.words for word in named)
    assert any(run.snapshot(0).next_places(word) for word in named)
    [stop] = [each for each in stops.PLAN if each.name == "novel"]
    made = {visible(token) for word in named for token in run.snapshot(12).tokens(word)}
    with speaking(lang):
        said = stops.merged(stop.in_language(lang))
    tokens = {*re.findall("“(.*?)”", said)} or {stops.facts(stop.in_language(lang))["token"]}
    assert sum(token in made for token in tokens) >= len(tokens) - 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_that_is_cut_at_each_level_can_be_spelled(lang):
    """All characters and all subwords of the sentence are known to the sample's levels."""
    text = LANGUAGES[lang].lesson["cut"]
    cuts = levels_of(sample_for(text, lang)).cuts(text)
    for level in ("characters", "subwords"):
        assert all(is_known for _, is_known in cuts[level])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_elsewhere_is_what_the_record_says(lang):
    """The stops without a merge say the numbers that the tokenizers and the runs give.

    These are the tokens of a sentence in two tokenizers, the tokens of an unseen word, the bytes of
    characters, and the pieces of Unigram.
    """
    at = {stop.name: stop.in_language(lang) for stop in (*stops.PLAN, *stops.SPARE)}
    texts = LANGUAGES[lang].lesson
    with speaking(lang):
        sides = [at["read"].query[each] for each in ("model", "beside")]
        counts = sorted(len(opened(side).encode(texts["sentence"]).ids) for side in sides)
        assert numbers(stops.answer(at["read"])) == counts
        cut = learned(lang, "small").tokenizer().encode(texts["unseen"]).tokens
        assert all(token in stops.answer(at["encode"]) for token in cut)
        assert numbers(stops.answer(at["encode"])) == [len(cut)]
        sizes = [len(each.encode()) for each in texts["characters"]]
        assert numbers(stops.answer(at["bytes"])) == sorted(sizes)
        assert all(each in stops.answer(at["bytes"]) for each in texts["characters"])
        rounds = unigram(at["unigram"].query["corpus"])
        pieces = sorted(len(rounds.snapshot(k).model.pieces) for k in (0, 1))
        assert numbers(stops.answer(at["unigram"])) == pieces
        for name in ("why", "end", "when"):
            assert numbers(stops.answer(at[name])) == []
    for name, part, count in PIECES[lang]:
        tokenizer = opened(name)
        cut = [tokenizer.token(id_) for id_ in tokenizer.encode(texts["sentence"]).ids]
        parts = [b"".join(cut[at : at + count]) for at in range(len(cut))]
        assert part.encode() in parts
    assert texts["oddest"] in texts["sentence"]


def unigram(name: str) -> UnigramTraining:
    """Train Unigram on a sample as the page Unigram does."""
    return UnigramRun(sources.of_sample(samples()[name]), SIZES.get(name)).learn()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stop_asks_before_it_is_answered_and_has_no_number_of_its_own(lang):
    """A question has a question mark and an answer has none; fixed sentences contain no number.

    Numbers come from the record instead. Each stop but the last has a clause that leads over to the
    next.
    """
    words = catalogue(lang)
    for stop in (*stops.PLAN[:-1], *stops.SPARE):
        assert re.search("[?？]", words[f"lesson.ask_{stop.name}"]), stop.name
        assert not re.search("[?？]", words[f"lesson.say_{stop.name}"]), stop.name
    assert all(f"lesson.lead_{stop.name}" in words for stop in stops.PLAN[:-1])
    with speaking(lang):
        assert len(recalled()) == 3
    for key, said in catalogue(lang).items():
        if re.match(r"lesson\.(ask|most|show|late)_", key):
            assert not re.search(r"\d", re.sub(r"GPT-\d", "", said)), key


def test_beats_are_in_order_and_a_merge_is_one_more_step():
    """Each stop has its phases in order, and its merge phase shows a later step than its question.

    The settings of a run are the same in any language of the app.
    """
    beats = told(plan_in("en"))
    assert [*dict.fromkeys(beat["stop"] for beat in beats)] == [*STOPS]
    starts = {"first": "0", "vote": "1", "ties": "4", "novel": "0", "score": "0"}
    for stop in stops.PLAN:
        phases = [beat for beat in beats if beat["name"] == stop.name]
        assert [*map(PHASES.index, stop.phases)] == sorted(map(PHASES.index, stop.phases))
        assert [beat["phase"] for beat in phases] == [*stop.phases]
        hidden = {beat["phase"]: beat["query"]["hide"] for beat in phases}
        assert hidden["answer"] == "0"
        assert {hidden.get(each, "1") for each in ("question", "open", "tally")} == {"1"}
        if stop in MERGING:
            assert {beat["query"]["step"] for beat in phases[:-1]} == {starts[stop.name]}
            more = 12 if stop.name == "novel" else int(starts[stop.name]) + 1
            assert phases[-1]["query"]["step"] == str(more)
    again = next(stop for stop in stops.PLAN if stop.name == "first").beat("merge")
    assert again["hide"] == "1", "the next stop asks about this very step"
    for lang in LANGUAGES:
        for beat in told(plan_in(lang)):
            page, choices = page_named(beat["page"]), Choices().with_(**parsed(beat))
            shown = set()
            for each in LANGUAGES:
                with speaking(each):
                    shown.add(page.runs.settings(choices))
            assert len(shown) == 1


def test_stops_lead_to_pages_that_take_their_whole_address(open_page):
    """The pages accept each parameter of a stop's address and show no warning."""
    for beat in (beat for lang in LANGUAGES for beat in told(plan_in(lang))):
        assert None not in parsed(beat).values(), beat
    for place, stop in enumerate(stops.PLAN):
        lang = [*LANGUAGES][place % 2]
        here, phase = stop.in_language(lang), stop.phases[-1]
        at = {"stop": STOPS[place], "phase": phase}
        app = open_page(here.page, lang=lang, **here.beat(phase), **at)
        assert [warning.value for warning in app.warning] == [], at
        [stage] = [each for each in sent(app) if "beats" in each]
        text = samples().get(here.query.get("corpus"))
        with speaking(lang):
            said = {"name": stop.name, "answer": [stops.answer(here)]}
            said["answer"] += recalled() * (stop is stops.PLAN[-1])
            said |= {"merge": [stops.merged(here)]} if phase == "merge" else {}
        assert (stage["says"], stage["told"], stage["keep"]) == (said, at, {"lang": lang})
        assert stage["beats"] == told(plan_in(lang))
        assert stage["title"]["sentence"] == LANGUAGES[lang].lesson["sentence"]
        assert text is None or stage["text"] == text.title[lang]
    app = open_page("train", text="low lower", corpus="pasted")
    [stage] = [each for each in sent(app) if "beats" in each]
    assert (stage["text"], stage["says"]) == (catalogue("en")["controls.corpus_pasted"], None)
    assert (stage["keep"], stage["code"]) == ({}, None)


def test_the_stage_is_sent_the_words_it_says_and_none_of_the_notes(open_page):
    """The payload has each text that the scripts use, and no text that only the notes use."""
    [words] = [each["words"] for each in sent(open_page("train")) if "beats" in each]
    scripts = "".join(
        (ROOT / "ui" / "lesson" / f"{name}.js").read_text("utf-8") for name in ("lesson", "tools")
    )
    listed = re.search(r"const keys = \[(.*?)\]", scripts)[1]
    wanted = {*re.findall(r"\bwords\.(\w+)", scripts), *re.findall(r'"(\w+)"', listed)}
    wanted |= {"back_key", "next_key", *(f"ask_{stop.name}" for stop in stops.PLAN)}
    wanted |= {f"lead_{stop.name}" for stop in stops.PLAN[:-1]}
    assert wanted <= {*words}
    assert not [name for name in words if re.match("(say|merge|most|show|late|recall)_", name)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_and_answers_are_flash_cards(lang):
    """The notes link a CSV file with all questions, also those for next week, and answers."""
    head, *rows = csv.reader(io.StringIO(cards(lang).decode("utf-8-sig")))
    with speaking(lang):
        asked = [catalogue(lang)[f"lesson.ask_{stop.name}"] for stop in stops.PLAN]
        said = [stops.answer(stop.in_language(lang)) for stop in stops.PLAN]
        assert head == [t("lesson.notes_question"), t("lesson.notes_say")]
        assert [ask for ask, _ in rows] == [*asked, *recalled()]
    assert [say for _, say in rows[: len(said)]] == said
    assert all(say and "{" not in say for _, say in rows)
    assert f'href="cards.csv?lang={lang}"' in notes(lang)
    assert "cards.csv" not in notes(lang, has_names=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notes_tell_of_each_stop_from_the_record_and_have_a_small_picture(lang):
    """The notes have all sentences of each stop, and a picture of the words in their tokens."""
    words, page = catalogue(lang), notes(lang)
    with speaking(lang):
        for stop in (*stops.PLAN, *stops.SPARE):
            assert escape(stops.answer(stop.in_language(lang))) in page
            parts = ["ask", "most", "show"]
            parts += ["late"] * (stop in stops.PLAN) + ["lead"] * (stop in stops.PLAN[:-1])
            assert all(escape(words[f"lesson.{part}_{stop.name}"]) in page for part in parts)
        assert all(escape(stops.merged(stop.in_language(lang))) in page for stop in MERGING)
        assert all(escape(each) in page for each in recalled())
        assert names_table(lang) in page
    until, minutes = (words[f"lesson.notes_{kind}"] for kind in ("until", "minutes"))
    begun = 0
    heads = []
    for stop in stops.PLAN:
        time = until.format(minutes=stop.minutes, begun=begun)
        heads.append(f"{words[f'{stop.page}.title']} · {time}")
        begun += stop.minutes
    assert begun == 45
    for stop in stops.SPARE:
        heads.append(f"{words[f'{stop.page}.title']} · {minutes.format(minutes=stop.minutes)}")
    assert re.findall("class='place'>(.*?)</p>", page) == heads
    recall = page[page.index("class='recall'") :]
    run = learned(lang, "small")
    assert words[f"ties.wins_{run.scheme.tie_rule}"] in recall
    best = run.snapshot(0).pairs(limit=2)
    assert all(str(each.count) in recall for each in best)
    cut = run.tokenizer().encode(LANGUAGES[lang].lesson["new"]).tokens
    assert words["common.comma"].join(cut) in recall
    assert "<script" not in page

    drawn = re.findall(r'<table class="small-words">(.*?)</table>', page, re.DOTALL)
    rows = {
        stop.name: [re.findall('data-token="([^"]*)"', row) for row in table.split("</tr>")[:-1]]
        for stop, table in zip(stops.PLAN, drawn, strict=True)
    }
    texts = LANGUAGES[lang].lesson
    sides = [opened(texts[side]).encode(texts["sentence"]).ids for side in ("model", "beside")]
    assert 'class="token c0"' in drawn[[*rows].index("vote")], "a learned token has its colour"
    assert [*map(len, rows["read"])] == [*map(len, sides)]
    letters, subwords = rows["why"][:2]
    assert len(letters) > len(subwords) > 1
    [cut] = rows["encode"]
    assert cut == [*learned(lang, "small").tokenizer().encode(texts["unseen"]).tokens]
    assert [*map(len, rows["bytes"])] == [len(each.encode()) for each in texts["characters"]]
    first, last = rows["end"]
    assert len(first) > len(last) > 1
    read = opened(texts["beside"]).encode(texts["sentence"]).words
    assert last == [*next(map(exact, word.tokens) for word in read if texts["oddest"] in word.text)]
    for stop in MERGING:
        shown = (
            stops.run_of(stop.in_language(lang)).learn().snapshot(stop.steps[0]).words(stops.WORDS)
        )
        assert rows[stop.name] == [[*map(exact, word.tokens[: stops.TOKENS])] for word in shown]
