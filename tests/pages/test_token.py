"""The tab Token of Step through BPE, without a browser: it shows the record."""

import pytest

from bpe import Corpus, train
from bpe.readings.lifetimes import lifetimes, most_faded, occurrences_by_step, skyline, words_with
from tests.markup import read
from tests.pages.helpers import captions, payloads, said, sent, tables
from tests.sample_runs import run_with, trained
from ui.catalogue import catalogue
from ui.text import quoted, speaking, t
from ui.views import train_token as views
from ui.views.train_token import WHOLE, cut_skyline, name_of_word, skyline_payload

WORDS = {lang: catalogue(lang) for lang in ("en", "zh")}
CORPUS = "first-chapters"


@pytest.fixture(scope="module")
def training():
    return trained(CORPUS)


def named(training, token):
    """Return the life of a token."""
    return next(life for life in lifetimes(training) if life.token == token)


def test_it_opens_with_a_token_that_is_gone_in_a_word_that_had_it(open_page, training):
    """The tab opens with the most faded token, and draws the number of its occurrences."""
    app = open_page("train", corpus=CORPUS, step=9, tab="token")
    life = most_faded(lifetimes(training))
    assert app.selectbox(key="token_token").value == life.token
    assert f"at step {life.born:,}; occurrences then: {life.births:,}." in said(app)
    assert f"From step {life.gone:,} on, none is left" in said(app)
    made = said(app).split("was made from")[1].split("at step")[0]
    assert read(made).tokens == [*training.merges[life.born - 1].pair]
    [payload] = payloads(app, "standing")
    assert payload["own"] == life.id
    drawn = skyline(training, app.selectbox(key="token_word").value)
    assert life.token in [token.token for token in drawn.at(life.born)]
    [lines] = [each for each in sent(app) if "lines" in each]
    assert lines["lines"][0]["values"] == occurrences_by_step(training, life.id).tolist()
    assert lines["step"] == 9
    app.selectbox(key="token_word").set_value("Bennet;").run()
    assert app.selectbox(key="token_token").value == life.token, "it stays with another word"
    asks = open_page("train", corpus=CORPUS, step=9, tab="token", hide=1)
    assert named(training, asks.selectbox(key="token_token").value).born <= 9
    assert "at step" not in said(asks).replace("Occurrences at step 9", "")
    assert [each["covers"] for each in sent(asks) if "covers" in each] == [True]


def test_in_chinese_a_token_that_is_gone_stands_in_sight_in_its_sentence(open_page):
    """Of a paragraph, which is one word, only the part around the token is shown.

    A caption counts the characters left out.
    """
    run = trained("modern-chinese", "sentencepiece")
    long = max(range(len(run.corpus.words)), key=lambda place: len(run.corpus.words[place]))
    first, *_ = run.snapshot(len(run)).tokens(run.corpus.words[long])
    named = {"token": first, "word": name_of_word(run, long)}
    for asked, said_of in (({"token": "来越"}, "stretch"), (named, "beginning")):
        app = open_page("train", locale="zh-CN", corpus="modern-chinese", tab="token", **asked)
        [data] = payloads(app, "standing")
        own = [start for _, id_, start, *_ in data["standing"] if id_ == data["own"]]
        assert min(own) < 17, "what of a skyline is in sight at once"
        word = views.find_word(run, app.selectbox(key="token_word").value)
        found = cut_skyline(run, data["own"], word)
        before, after = found.first, found.length - found.first - data["cells"]
        assert (before > 0, after > 0) == (said_of == "stretch", True)
        with speaking("zh"):
            said_here = t(f"token.{said_of}", before=before, after=after, n=after)
        assert said_here in captions(app)


def test_token_and_word_stand_in_the_address(open_page, training):
    """A link shows its token and word at its step; a choice of either is written to the address."""
    life, step = named(training, "the"), 200
    asked = {"corpus": CORPUS, "tab": "token", "token": "the"}
    app = open_page("train", word="daughters", step=step, **asked)
    shown = [app.selectbox(key=f"token_{name}").value for name in ("token", "word")]
    assert shown == ["the", "daughters"]
    snapshot = training.snapshot(step)
    now = snapshot.vocabulary[life.id].count
    assert f"Occurrences at step {step}: {now:,}." in said(app)
    places = words_with(snapshot, life.id)
    assert f" now: {len(places):,}." in said(app)
    [table] = tables(app)
    assert len(table.rows) == len(places) + 1
    assert table.rows[1] == list(snapshot.tokens(training.corpus.words[places[0]]))
    other = training.corpus.words[words_with(training.snapshot(life.born), life.id)[2]]
    app.selectbox(key="token_word").set_value(other).run()
    assert (app.query_params["token"], app.query_params["word"]) == ("the", other)
    app.session_state["token_clicked"] = "you", ""
    for token in ("you", "the"):  # clicked first, then chosen
        app.run()
        assert app.query_params["token"] == token
        app.selectbox(key="token_token").set_value("the")
    app.run()
    app.selectbox(key="token_token").set_value("you").run()
    assert (app.query_params["token"], app.query_params["tab"]) == ("you", "token")
    assert "word" not in app.query_params
    you = named(training, "you")
    assert f"Left at the end: {you.left:,} ({you.share:.1%})" in said(app)
    early = open_page("train", step=life.born - 1, **asked)
    assert f"At step {life.born - 1} it does not exist yet" in said(early)
    assert "No word contains" in said(open_page("train", step=life.gone, **asked))


def test_a_link_to_a_token_opens_it_in_any_language(open_page):
    """The list shows the token in the reader's language, after a reader of another one, too."""
    asked = {"corpus": "pasted", "text": "a\u3000b a\u3000b", "scheme": "minbpe", "tab": "token"}
    for locale, shown in (("zh-CN", "a⟨全角空格⟩b"), ("en-US", "a⟨IDSP⟩b")):
        app = open_page("train", locale=locale, token="a⟨IDSP⟩b", **asked)
        picker = app.selectbox(key="token_token")
        assert (picker.value, shown in picker.options) == ("a⟨IDSP⟩b", True)


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("zh-CN", "zh")])
def test_what_the_run_has_not_is_said_and_another_shown(open_page, locale, lang):
    """A caption names a token and a word that only another run has."""
    here = {"corpus": "six-words", "locale": locale, "tab": "token"}
    app = open_page("train", token="好", word="好人", **here)
    captions = [each.value for each in app.caption]
    assert WORDS[lang]["token.no_token"].format(token=quoted("好")) in captions
    assert WORDS[lang]["token.no_word"].format(word=quoted("好人")) in captions


def test_the_skyline_is_sent_as_the_record_has_it():
    """The payload has heights and tokens (-1: no end); a long word is cut around the token."""
    training = train(Corpus.from_counts({"a</w>": 3, "#1": 2, "ab" * 40: 4}), "paper", max_merges=4)
    for place, word in enumerate(training.corpus.words):
        found = cut_skyline(training, 4, place)
        payload = skyline_payload(run_with(training), found, 4)
        assert payload["heights"] == [-1 if h is None else h for h in found.heights]
        number, *rest = payload["standing"][-1]
        last = found.tokens[-1]
        assert payload["tokens"][number][0] == last.token
        assert rest == [last.id, last.start, last.end, last.born, last.until or -1]
        assert (payload["own"], payload["steps"]) == (4, 4)
        assert (payload["cells"] < found.length) == (len(word) > WHOLE)


def test_a_token_that_is_clicked_in_the_skyline_is_shown_in_the_same_word(monkeypatch):
    """A click on a displayed ID opens its token; any other message is ignored."""
    opened, hear, kept = [], [], {}
    monkeypatch.setattr(views, "choose_token", lambda *names: opened.append(names))
    monkeypatch.setattr(
        views, "_mount", lambda *, on_asked_change, **_: hear.append(on_asked_change)
    )
    monkeypatch.setattr(views.st, "session_state", kept)
    training = train("low lower lowest")
    views.draw_skyline(run_with(training), 0, training.word_index("lowest"), 3)
    ids = {token.id for token in skyline(training, "lowest").tokens}
    for asked in (max(ids), True, "7", None, 99, min({*range(len(training.tokens))} - ids)):
        kept[views.KEY] = {"asked": asked}
        hear[0]()
    assert opened == [(views.names_of(training)[max(ids)], "lowest")]
