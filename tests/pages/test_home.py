"""Home reads a sentence as a model does, and says why in pieces: each number is the record's."""

import re
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import pytest

from bpe import Corpus, train
from bpe.readings.granularity import cutter, hold_out, subwords
from tests.markup import Element, read
from tests.pages.helpers import everything, markup, said, sent
from tests.pages.walking import link_of
from ui.catalogue import LANGUAGES, catalogue
from ui.corpora.tokenizers import opened
from ui.draw.tokens import chips, exact
from ui.home.assembling import LONGEST as LONGEST_WORD
from ui.home.assembling import oddest, splits_of
from ui.home.levels import LEVELS, ORDER, text_for, text_of
from ui.home.names import table
from ui.home.notes import notes
from ui.home.path import ASKED, MOST_FOUND, find_answers
from ui.home.sentence import LONGEST, MODEL, ready
from ui.samples import training_samples
from ui.shell.navigation import PAGES
from ui.shell.pages import page_named, parse
from ui.shell.text import speaking

WORDS = catalogue("en")


def labels(hold_out) -> list[str]:
    """List the links to pages in one part of the page."""
    return [link.proto.label for link in hold_out.get("page_link")]


def rows(app) -> dict[str, Element]:
    """Return the rows of Why pieces: level -> row."""
    [ways] = [body for body in markup(app) if 'class="level-ways"' in body]
    return {row.attributes["data-level"]: row for row in read(ways).all(kind="way")}


@pytest.fixture(scope="module")
def novel():
    path = training_samples()["pride-and-prejudice"].path
    parts = hold_out(Corpus.from_file(path, "paper"))
    return parts, train(parts.seen, "paper", max_merges=2000)


def test_home_speaks_the_reader_s_language(open_page):
    """The browser's language decides where the address does not; a screen reader hears which."""
    for locale, lang, tag in (("zh-CN", "zh", "zh-Hans"), ("fr-FR", "en", "en")):
        app = open_page(locale=locale)
        assert [title.value for title in app.title] == [catalogue(lang)["common.app_name"]]
        assert catalogue(lang)["home.learned"] in [text.value for text in app.markdown]
        assert tag in [one.get("lang") for one in sent(app)]
        assert f"notes?lang={lang}" in [each.proto.url for each in app.get("link_button")]


def test_home_leads_to_a_run_that_plays_and_lists_every_page_in_a_line(open_page):
    """The menu shows all pages in the same order."""
    app = open_page()
    titles = [WORDS[f"{page.name}.title"] for page in PAGES]
    assert labels(app.sidebar) == titles
    questions = [WORDS[f"home.asked_{name}"] for name in ASKED]
    assert labels(app.main) == [WORDS["home.watch"], *titles, *questions]
    texts = [text.value for text in app.markdown]
    assert [text for text in texts if text in {WORDS[f"{page.name}.card"] for page in PAGES}] == [
        WORDS[f"{page.name}.card"] for page in PAGES
    ]
    views = {view for page in PAGES for view in page.views}
    watch, *rest = (link.proto for link in app.main.get("page_link"))
    assert (watch.page, dict(parse_qsl(watch.query_string))) == (
        "train",
        {"step": "0", "play": "1"},
    )
    for link, (name, (page, query)) in zip(rest[len(titles) :], ASKED.items(), strict=True):
        assert link.page == page
        assert query.items() <= dict(parse_qsl(link.query_string)).items()
        assert "tab" not in query or page_named(page).tab_of(query["tab"])
        assert name not in views or query.get("tab", name) == name


def test_the_sentence_that_is_ready_is_what_the_model_reads(open_page, monkeypatch):
    """In both languages, without a tokenizer being opened."""
    for lang, language in LANGUAGES.items():
        tokenizer, first = opened(MODEL), ready()[language.sentence]
        encoding = tokenizer.encode(language.sentence)
        tokens = [tokenizer.token(id_).decode() for id_ in encoding.ids]
        assert (first["ids"], first["tokens"]) == (list(encoding.ids), tokens)
        word = oddest(encoding.words)
        splits = splits_of(word)
        found = [[[each.decode() for each in split], [*places]] for split, places in splits]
        assert (first["splits"], first["merges"]) == (found, len(word.steps))
        with monkeypatch.context() as patch:
            patch.setattr("ui.home.sentence.opened", None)
            app = open_page(lang=lang)
        assert chips([each.encode() for each in tokens], ids=first["ids"]) in "".join(markup(app))


def test_a_sentence_of_one_s_own_is_read_by_the_model(open_page):
    """Of a long one the beginning, of none no token; the merges of its oddest word are told.

    All of them, also where the first ones, of bytes, are not shown.
    """
    app = open_page()
    for text in ("<script>alert(1)</script> $x$ 你好 \u202e", "x" * 500, "大语言模型", "", "of"):
        app.text_input[0].set_value(text).run()
        encoding = opened(MODEL).encode(text[:LONGEST])
        shown = "".join(markup(app))
        assert [int(id_) for id_ in re.findall(r'class="id">(\d+)<', shown)] == [*encoding.ids]
        assert WORDS["home.reads_label"].format(count=len(encoding.ids)) in shown
        assert "<script>" not in shown
        word = oddest(encoding.words)
        merges = len(word.steps) if word else 0
        kind = "last" if text == "大语言模型" else "one" if merges == 1 else "many"
        shown = len(splits_of(word)) - 1 if kind == "last" else merges
        told = WORDS[f"home.assembled_{kind}"].format(n=shown, all=merges)
        assert [each["said"] for each in sent(app) if "word" in each] == [told] * bool(word)
    assert rows(app)["words"].all("small")[0].text == WORDS["home.tokens_one"].format(n=1)


def test_the_oddest_word_is_cut_into_most_tokens_and_comes_to_them_by_merges():
    """From whole characters to its tokens; of words that are one from the start, there is none."""
    tokenizer = opened(MODEL)
    longest = "x" * LONGEST_WORD
    for text, odd in (
        ("the snowflakeology of", " snowflakeology"),
        ("the responsibilities xq tokenizers", " tokenizers"),
        (longest, longest),
        (f"{longest}x", None),
        ("a 1", None),
        ("", None),
    ):
        word = oddest(tokenizer.encode(text).words)
        assert (word and word.text) == odd
    for text in ("饕餮", " strawberry", "naïve"):
        [word] = tokenizer.encode(text).words
        splits = splits_of(word)
        assert all(b"".join(tokens).decode() == text for tokens, _ in splits)
        assert splits[-1][0] == word.tokens
        for (before, _), (after, places) in pairwise(splits):
            joined = {before[place] + before[place + 1] for place in places}
            assert joined <= {*after}
            assert len(after) == len(before) - len(places)


@pytest.mark.parametrize(
    ("text", "lang", "opens"),
    [
        ("tokenization", "zh", "en"),
        ("词元", "en", "zh"),
        ("GPT-4o 读到的是一个个词", "zh", "zh"),
        ("", "zh", "zh"),
    ],
)
def test_why_pieces_learns_from_a_text_of_the_sentence_s_script(text, lang, opens):
    """In either language; without a letter that tells, from the language's own."""
    assert text_for(text, lang) == text_of(opens)


def test_each_row_ends_in_two_numbers_of_the_lists(open_page, novel):
    """The sentence that is typed is cut at every level; what no list has wears a badge."""
    parts, training = novel
    pieces = subwords(training, (0, len(training)), parts.held_out)[1]
    app = open_page()
    app.text_input[0].set_value("a <b> </w> Élise €").run()
    cut = cutter(training, len(training))("a <b> </w> Élise €")
    drawn = rows(app)
    assert [*drawn] == [*LEVELS]
    for name, row in drawn.items():
        assert row.tokens == [exact(token) for token, _ in cut[name]]
        assert len(row.all(kind="unknown-piece")) == sum(not known for _, known in cut[name])
        told = WORDS["home.tokens_many"].format(n=len(cut[name]))
        assert row.all("small")[0].text == told
    numbers = [number.text for number in drawn["subwords"].all("b")]
    assert numbers == [f"{pieces.vocabulary:,}", f"{pieces.unknown_rate:.1%}"]
    assert drawn["subwords"].all(kind="mark")
    assert not drawn["bytes"].all(kind="unknown-piece")
    assert drawn["bytes"].all("b")[1].text == "0.0%"
    assert not drawn["words"].all(kind="mark"), "a typed mark is text"


def test_a_text_without_spaces_has_no_list_of_words(open_page):
    """That is said in its row, with the words of the page's own sentence, set apart by hand.

    No rate of unknown words is claimed. Another sentence has no such words; one in English is cut
    by lists of an English text.
    """
    app, words = open_page(lang="zh"), catalogue("zh")
    drawn, title = rows(app), {each: text_of(each).title["zh"] for each in LANGUAGES}
    assert words["home.why_said_letters"].format(text=title["zh"]) in said(app)
    assert words["home.no_words"] in drawn["words"].text
    assert not drawn["words"].all("b")
    own = LANGUAGES["zh"]
    assert drawn["words"].tokens == own.words.split()
    assert "".join(own.words.split()) == own.sentence
    assert words["home.level_lost_letters"] in drawn["subwords"].text
    app.text_input[0].set_value("词元").run()
    assert not rows(app)["words"].tokens
    app.text_input[0].set_value("tokenization").run()
    assert words["home.why_said_words"].format(text=title["en"]) in said(app)


def test_a_lesson_shows_the_question_without_the_rows_until_they_are_asked_for(open_page):
    """While it is presented nothing else of the page is there; another choice keeps the place."""
    assert 'class="level-ways"' not in everything(open_page(present="1")), "the title alone"
    app = open_page(at="why", hide="1", present="1", phase="answer")
    learned = WORDS["home.learned_from"].format(text=text_of("en").title["en"])
    assert learned not in said(app)
    assert link_of(app) == {"at": "why"}, "who gets the link presents nothing"
    assert not app.text_input
    assert labels(app.main) == []
    assert [row.text for row in rows(app).values()] == [WORDS[f"home.level_{n}"] for n in ORDER]
    app.query_params["hide"] = "0"
    app.run()
    assert all(row.tokens for row in rows(app).values())
    assert learned in said(app)
    app.selectbox(key="language").select("zh").run()
    assert app.query_params["at"] == "why"
    app = open_page(hide="1")
    assert rows(app)["words"].tokens, "elsewhere nothing is asked"
    assert "hide=0" in app.main.get("page_link")[0].proto.query_string, "what is watched is shown"
    assert [each for each in sent(app) if "place" in each] == []
    app = open_page(at="why", hide="1")
    assert not rows(app)["words"].tokens
    app.button(key="home_show").click().run()
    assert rows(app)["words"].tokens
    assert len([each for each in sent(app) if "place" in each]) == 1


def test_each_cell_of_the_four_names_leads_to_what_is_there(open_page):
    """Pages, tabs, steps, schemes and tokenizers that there are; the language is kept."""
    for lang in LANGUAGES:
        [names] = [
            each for each in markup(open_page(lang=lang)) if '<table class="four-names"' in each
        ]
        links = read(names).all("a")
        assert len(links) == 24
        for link in links:
            place = urlsplit(link.attributes["href"])
            query = dict(parse_qsl(place.query))
            assert query.pop("lang") == lang
            name = query.pop("tab", None)
            assert name is None or page_named(place.path).tab_of(name)
            said, problems = parse(query, frozenset())
            assert not problems, link.text
            assert {each: str(said.get(each)) for each in query} == query
        with speaking(lang):
            assert table({"lang": lang}) in notes(lang)


@pytest.mark.parametrize(
    ("search", "lang", "found"),
    [
        ("␣re, ␣new, ␣renew", "en", {"corpus": "new-renew"}),
        ("动手学深度学习", "zh", {"corpus": "fast-tall"}),
        ("nd, ␣is, ␣th", "en", {"corpus": "course", "ties": "first"}),
        ("Titan RTX", "zh", {"tab": "claims"}),
        ("CharBPETokenizer", "en", {"tab": "claims"}),
        ("SCHUSTER nakajima", "en", {"tab": "claims"}),
        ("第 1 步 学生", "zh", {"corpus": "school-words"}),
    ],
)
def test_a_search_finds_questions_claims_and_samples_by_all_that_they_say(search, lang, found):
    """By every word of it, in the truth of a claim, in what runs say to it and in a book's list."""
    answers = find_answers(search, lang)
    assert found in [query for _, _, query in answers]
    assert len(answers) < 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_as_one_types_in_the_box_the_list_is_that_of_the_search(open_page, lang):
    """Without a search the questions; of many found the first; of none a sentence."""
    app, words = open_page(lang=lang), catalogue(lang)
    asked = [words[f"home.asked_{name}"] for name in ASKED]
    assert labels(app.main)[-len(asked) :] == asked
    for search in ("the", "词", "xyzzy``"):
        app.text_input(key="home_search").set_value(search).run()
        found = [label for label, _, _ in find_answers(search, lang)]
        shown = found[:MOST_FOUND]
        assert labels(app.main)[-len(shown) :] == shown or not shown
        more = words["home.search_more"].format(n=len(found) - MOST_FOUND)
        captions = [caption.value for caption in app.caption]
        assert (words["home.search_none"] in captions) == (not found)
        assert (more in captions) == (len(found) > MOST_FOUND)
