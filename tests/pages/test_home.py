"""Home shows a sentence as a model reads it, and explains pieces with the numbers of the record."""

import json
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from bpe import Corpus, train
from bpe.player.tokens import exact
from bpe.readings.granularity import cutter, hold_out, subwords
from tests.markup import Element, read
from tests.pages.helpers import everything, markup, said, sent
from ui.catalogue import LANGUAGES, catalogue
from ui.draw.tokens import chips
from ui.lesson.notes import notes
from ui.levels import IN_LESSON, LEVELS, sample_for, sample_of
from ui.names import names_table
from ui.pages import MAX_HOME_CHARS, PAGES, page_named
from ui.samples import training_samples
from ui.state import PARSERS
from ui.text import speaking
from ui.tokenizers import opened
from ui.views.home import ASKED, MAX_FOUND, MODEL, find_answers, ready

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
    """Without a language in the address the page uses the browser's, and declares it in HTML."""
    for locale, lang, tag in (("zh-CN", "zh", "zh-Hans"), ("fr-FR", "en", "en")):
        app = open_page(locale=locale)
        assert [title.value for title in app.title] == [catalogue(lang)["common.app_name"]]
        assert catalogue(lang)["home.learned"] in [text.value for text in app.markdown]
        assert tag in [one.get("lang") for one in sent(app)]
        assert f"notes?lang={lang}" in [each.proto.url for each in app.get("link_button")]


def test_home_leads_to_a_run_and_lists_every_page_in_a_line(open_page):
    """Home lists all pages in the order of the menu, and links to a run and to questions."""
    app = open_page()
    titles = [WORDS[f"{page.name}.title"] for page in PAGES]
    assert labels(app.sidebar) == titles
    questions = [WORDS[f"home.asked_{name}"] for name in ASKED]
    assert labels(app.main) == [WORDS["by_hand.watch"], *titles, *questions]
    texts = [text.value for text in app.markdown]
    assert [text for text in texts if text in {WORDS[f"{page.name}.card"] for page in PAGES}] == [
        WORDS[f"{page.name}.card"] for page in PAGES
    ]
    views = {view for page in PAGES for view in page.views}
    watch, *rest = (link.proto for link in app.main.get("page_link"))
    assert (watch.page, dict(parse_qsl(watch.query_string))) == (
        "train",
        {"corpus": "banana-bandana", "scheme": "huggingface", "step": "0"},
    )
    for link, (name, (page, query)) in zip(rest[len(titles) :], ASKED.items(), strict=True):
        assert link.page == ("" if page == "home" else page)
        asked = {each: str(value) for each, value in query.items()}
        assert asked.items() <= dict(parse_qsl(link.query_string)).items()
        assert "tab" not in query or page_named(page).tab_of(query["tab"])
        assert name not in views or query.get("tab", name) == name


def test_the_sentence_that_is_ready_is_what_the_model_reads(open_page, monkeypatch):
    """The stored tokens equal the model's in both languages, and no tokenizer is opened."""
    for lang, language in LANGUAGES.items():
        tokenizer, first = opened(MODEL), ready()[language.sentence]
        encoding = tokenizer.encode(language.sentence)
        tokens = [tokenizer.token(id_).decode() for id_ in encoding.ids]
        assert (first["ids"], first["tokens"]) == (list(encoding.ids), tokens)
        with monkeypatch.context() as patch:
            patch.setattr("ui.views.home.opened", None)
            app = open_page(lang=lang)
        assert chips([each.encode() for each in tokens], ids=first["ids"]) in "".join(markup(app))


def test_a_sentence_of_one_s_own_is_read_by_the_model(open_page):
    """A typed sentence is cut at its maximum length; an empty sentence has no token.

    A sentence in the address that is too long is refused with a warning.
    """
    app = open_page()
    for text in ("<script>alert(1)</script> $x$ 你好 \u202e", "x" * 500, "大语言模型", "", "of"):
        app.text_input[0].set_value(text).run()
        encoding = opened(MODEL).encode(text[:MAX_HOME_CHARS])
        shown = "".join(markup(app))
        assert [int(id_) for id_ in re.findall(r'class="id">(\d+)<', shown)] == [*encoding.ids]
        assert WORDS["home.reads_label"].format(count=len(encoding.ids)) in shown
        assert "<script>" not in shown
    assert rows(app)["words"].all("small")[0].text == "1 token"
    for text, shown in (("x" * MAX_HOME_CHARS,) * 2, ("x" * 121, LANGUAGES["en"].sentence)):
        app = open_page(sentence=text)
        assert app.text_input[0].value == shown
        refused = WORDS["home.address_sentence"].partition("{")[0]
        assert [each.value[: len(refused)] for each in app.warning] == [refused] * (text != shown)


def test_a_sentence_can_be_split_before_its_tokens_are_seen(open_page):
    """The toggle replaces the tokens by a board of token boundaries, and restores them."""
    app = open_page()
    assert not [each for each in sent(app) if "gaps" in each]
    app.toggle(key="home_split").set_value(True).run()
    for text in ("<b>x</b> unbelievable 😀", "你好", "a"):
        app.text_input[0].set_value(text).run()
        assert 'class="home-read"' not in "".join(markup(app))
        [board] = [json.loads(each["gaps"]) for each in sent(app) if "gaps" in each]
        assert "".join(board["units"]) == text.replace(" ", "␣")
        ids = opened(MODEL).encode(text).ids
        assert sum(count for _, count, *_ in board["groups"]) == len(ids)
    app.toggle(key="home_split").set_value(False).run()
    assert 'class="home-read"' in "".join(markup(app))
    assert not [each for each in sent(app) if "gaps" in each]


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
    """The script of the sentence decides; a sentence without letters uses the page's language."""
    assert sample_for(text, lang) == sample_of(opens)


def test_each_row_ends_in_two_numbers_of_the_lists(open_page, novel):
    """Each row shows the typed sentence cut at its level; a piece that is not listed has a badge.

    The two numbers of a row are the size of its list and the rate of unknown pieces.
    """
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
        told = WORDS["common.tokens"].format(n=len(cut[name]))
        assert row.all("small")[0].text == told
    numbers = [number.text for number in drawn["subwords"].all("b")]
    assert numbers == [f"{pieces.vocabulary:,}", f"{pieces.unknown_rate:.1%}"]
    assert drawn["subwords"].all(kind="mark")
    assert not drawn["bytes"].all(kind="unknown-piece")
    assert drawn["bytes"].all("b")[1].text == "0.0%"
    assert not drawn["words"].all(kind="mark"), "a typed mark is text"


def test_a_text_without_spaces_has_no_list_of_words(open_page):
    """The row of words says that there is no list, and states no rate of unknown words.

    The page's own sentence has words separated by hand; another sentence has no words. An English
    sentence is cut by the lists of an English text.
    """
    app, words = open_page(lang="zh"), catalogue("zh")
    drawn, title = rows(app), {each: sample_of(each).title["zh"] for each in LANGUAGES}
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
    """With hide=1 the rows of a lesson are empty until the reader asks for the answer.

    While the lesson is presented, the rest of the page is left out; a choice, such as the language,
    keeps the place.
    """
    assert 'class="level-ways"' not in everything(open_page(present="1")), "the title alone"
    app = open_page(at="why", hide="1", present="1", phase="answer")
    learned = (
        WORDS["lesson.learned_from"].partition("{mark}")[0].format(text=sample_of("en").title["en"])
    )
    assert learned not in said(app)
    assert app.code[0].value.endswith("?hide=1&at=why"), "who gets the link presents nothing"
    assert not app.text_input
    assert labels(app.main) == []
    assert [row.text for row in rows(app).values()] == [WORDS[f"home.level_{n}"] for n in IN_LESSON]
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
    """Each link has an existing page and tab and valid values, and keeps the language."""
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
            page = page_named(place.path)
            parsers = {**PARSERS, **{choice.name: choice.parse for choice in page.choices}}
            assert all(str(parsers[name](value)) == value for name, value in query.items())
            assert "tab" not in query or page.tab_of(query["tab"])
        with speaking(lang):
            assert names_table(lang) in notes(lang)


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
        ("德语", "zh", {"pair": "english-german"}),
        ("OOV", "en", {"at": "why"}),
        ("未登录词", "zh", {"at": "why"}),
        ("open vocabulary", "en", {"at": "why"}),
        ("mountain", "en", {}),
        ("debug", "en", {}),
        ("后缀", "zh", {}),
    ],
)
def test_a_search_finds_questions_claims_and_samples_by_all_that_they_say(search, lang, found):
    """A result contains every search word, also in a correction, evidence or a book's list."""
    answers = find_answers(search, lang)
    assert found in [query for _, _, query in answers]
    assert len(answers) < 5


@pytest.mark.parametrize("lang", LANGUAGES)
def test_as_one_types_in_the_box_the_list_is_that_of_the_search(open_page, lang):
    """Without a search the questions are listed, otherwise the first results or a note for none."""
    app, words = open_page(lang=lang), catalogue(lang)
    asked = [words[f"home.asked_{name}"] for name in ASKED]
    assert labels(app.main)[-len(asked) :] == asked
    for search in ("the", "词", "xyzzy``"):
        app.text_input(key="home_search").set_value(search).run()
        found = [label for label, _, _ in find_answers(search, lang)]
        shown = found[:MAX_FOUND]
        assert labels(app.main)[-len(shown) :] == shown or not shown
        more = words["home.search_more"].format(n=len(found) - MAX_FOUND)
        captions = [caption.value for caption in app.caption]
        assert (words["home.search_none"] in captions) == (not found)
        assert (more in captions) == (len(found) > MAX_FOUND)
