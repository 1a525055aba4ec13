"""A token's life, run without a browser: what it says is what the record says."""

import pytest
from ui.life import tables as life_tables
from ui.life.shown import Shown
from ui.life.skyline import STRETCH, skyline_payload

from bpe import Corpus, train
from bpe.readings.lives import lives, most_faded, skyline, successors, uses, words_with
from tests.pages.helpers import payloads, said, sent, tables
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.shell.text import quoted

WORDS = {lang: catalogue(lang) for lang in ("en", "zh")}
CORPUS = "first-chapters"


@pytest.fixture(scope="module")
def training():
    return trained(CORPUS)


def named(training, token):
    """Return the life of a token."""
    return next(life for life in lives(training) if life.token == token)


def test_the_page_opens_with_a_token_that_is_gone_at_its_birth(open_page, training):
    """Of all that are gone, the one that held most text; in a word that had it."""
    app = open_page("life", corpus=CORPUS, tab="family")
    life = most_faded(lives(training))
    assert app.selectbox(key="life_token").value == life.token
    assert f"at step {life.born:,}; occurrences then: {life.births:,}." in said(app)
    assert f"Occurrences at step {life.born:,}: {life.births:,}." in said(app)
    assert f"From step {life.gone:,} on none is left" in said(app)
    assert f"step {life.born:,} is the merge of rank {life.rank:,}" in said(app)
    [data] = [each for each in sent(app) if "standing" in each.get("payload", ())]
    payload = data["payload"]
    assert data["step"] == life.born
    word = app.selectbox(key="life_word").value
    assert payload["own"] == life.id
    drawn = skyline(training, word)
    ends = [-1 if token.until is None else token.until for token in drawn.tokens]
    assert [row[4:] for row in payload["standing"]] == [
        [token.born, end] for token, end in zip(drawn.tokens, ends, strict=True)
    ]
    assert life.token in [token.token for token in skyline(training, word).at(life.born)]
    [below] = [each for each in sent(app) if "runs" in each.get("payload", ())]
    assert below["hide"] is None, "the skyline shows the answer that the player would hide"
    assert app.get("vega_lite_chart")[0].proto.alt.count(f"{life.births:,}") == 2


def test_in_chinese_a_token_that_is_gone_stands_in_sight_in_its_sentence(open_page):
    """Of a paragraph, which is one word, the stretch around it; what is left out is counted."""
    app = open_page("life", locale="zh-CN")
    assert app.selectbox(key="life_token").value == "来越"
    for token, said_of in (("来越", "后面还有"), ("数学", "前面还有")):
        if token != "来越":
            app.selectbox(key="life_token").set_value(token).run()
        [data] = [each["payload"] for each in sent(app) if "standing" in each.get("payload", ())]
        own = [start for _, id_, start, *_ in data["standing"] if id_ == data["own"]]
        assert min(own) < 17, "what of a skyline is in sight at once"
        assert any(said_of in each.value for each in app.caption)


def test_token_word_and_step_stand_in_the_address(open_page, training):
    """A link shows just that; its numbers are those of the step."""
    life = named(training, "the")
    app = open_page("life", corpus=CORPUS, token="the", word="daughters", step=100)
    assert app.selectbox(key="life_token").value == "the"
    assert app.selectbox(key="life_word").value == "daughters"
    snapshot = training.snapshot(100)
    now = snapshot.vocabulary[life.id].count
    assert f"Occurrences at step 100: {now:,}." in said(app)
    other = training.corpus.words[words_with(training.snapshot(life.born), life.id)[2]]
    app.selectbox(key="life_word").set_value(other).run()
    assert app.query_params["word"] == other
    assert app.query_params["token"] == "the"
    app.selectbox(key="life_token").set_value("you").run()
    assert app.query_params["token"] == "you"
    assert "word" not in app.query_params
    you = named(training, "you")
    assert 0 < you.left < you.births
    share = f"{100 * you.left / you.births:.1f}%"
    assert f"Left at the end: {you.left:,} ({share})" in said(app)


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("zh-CN", "zh")])
def test_what_the_run_has_not_is_said_and_another_shown(open_page, locale, lang):
    """A token and a word of another run; and a name too long for an address."""
    app = open_page("life", corpus="six-words", token="好", word="好人", locale=locale)
    captions = [each.value for each in app.caption]
    assert WORDS[lang]["life.no_token"].format(token=quoted("好")) in captions
    assert WORDS[lang]["life.no_word"].format(word=quoted("好人")) in captions
    app = open_page("life", corpus="six-words", token="x" * 500, locale=locale)
    assert len(app.warning) == 1


def test_the_family_is_the_merges_of_the_record(open_page, training):
    """The tree has the two parts of every merge; the row all it went into, with what they took."""
    life = named(training, "the")
    app = open_page("life", corpus=CORPUS, token="the", tab="family")
    tree, row = payloads(app, "members")
    drawn = [(tree["tokens"][number][0], parent) for number, _, parent, _ in tree["members"]]
    pair = training.merges[life.born - 1].pair
    assert drawn[0] == ("the", -1)
    assert drawn[1:3] == [(pair[0], 0), (pair[1], 0)]
    assert f"step {life.born}" in tree["members"][0][3]
    fed = successors(training, life.id)
    assert [member[1] for member in row["members"]] == [each.id for each in fed]
    for member, each in zip(row["members"], fed, strict=True):
        assert f"step {each.step:,}: {each.took:,} (" in member[3]


def test_the_words_are_those_that_have_the_token_now(open_page, training):
    """Counted and listed; before its birth and after its end the page says why there are none."""
    life = named(training, "the")
    app = open_page("life", corpus=CORPUS, token="the", step=200, tab="now")
    snapshot = training.snapshot(200)
    places = words_with(snapshot, life.id)
    assert f"stands by itself now: {len(places):,}." in said(app)
    [table] = tables(app)
    assert len(table.rows) == len(places) + 1
    assert table.rows[1] == list(snapshot.tokens(training.corpus.words[places[0]]))
    early = open_page("life", corpus=CORPUS, token="the", step=life.born - 1, tab="now")
    assert f"At step {life.born - 1} it is not born yet" in said(early)
    assert f"born at step {life.born}" in said(early)
    late = open_page("life", corpus=CORPUS, token="the", step=life.gone, tab="now")
    assert "No word has" in said(late)


def test_all_lives_are_counted_filtered_and_listed(open_page, training):
    """By what became of them; the table begins with what is least."""
    app = open_page("life", corpus=CORPUS, tab="everyone")
    merged = [life for life in lives(training) if life.born]
    gone = [life for life in merged if not life.left]
    assert f"Of {len(merged):,} merged tokens, {len(gone):,} are gone" in said(app)
    [table] = tables(app)
    shares = [float(text.rpartition("%")[0].split()[-1]) for text in table.texts[1:]]
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1]
    app.get_by_key("life_fate").set_value("gone").run()
    [table] = tables(app)
    assert len(table.rows) == len(gone) + 1
    first = max(gone, key=lambda life: life.births)
    assert table.rows[1] == [first.token]
    few = [life for life in merged if 0 < life.share <= life_tables.NEARLY]
    app.get_by_key("life_fate").set_value("nearly").run()
    [table] = tables(app)
    assert sorted(row[0] for row in table.rows[1:]) == sorted(life.token for life in few)
    app.text_input(key="life_search").set_value("TH").run()
    [table] = tables(app)
    assert len(table.rows) - 1 == sum("th" in life.token.lower() for life in few) > 0
    app.text_input(key="life_search").set_value("no such token").run()
    assert WORDS["en"]["life.nobody"] in said(app)


def test_the_skyline_is_sent_as_the_record_has_it():
    """Heights and tokens, -1 for what never ends; of a very long word the beginning."""
    corpus = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})
    training = train(corpus, "paper", max_merges=4)
    life = lives(training)[0]
    for place, word in enumerate(training.corpus.words):
        payload, left_out = skyline_payload(Shown(training, life, place))
        found = skyline(training, word, STRETCH if len(word) > 60 else None, life.id)
        assert payload["heights"] == [-1 if h is None else h for h in found.heights]
        drawn = [(payload["tokens"][number][0], *rest) for number, *rest in payload["standing"]]
        assert drawn == [
            (each.token, each.id, each.start, each.end, each.born, each.until or -1)
            for each in found.tokens
        ]
        assert payload["cells"] + sum(left_out) == training.spelled_length(word)
    assert skyline_payload(Shown(training, life, 3))[1][1] > 0


def test_every_change_of_a_tokens_uses_is_drawn(monkeypatch):
    """Also in a run of more steps than points; what took them adds up to what is gone."""
    monkeypatch.setattr(life_tables, "POINTS", 5)
    training = train("the hat in the thin tin that the hen hit then the in", "paper")
    for life in lives(training):
        frame = life_tables.uses_by_step(training, life.id, 7)
        drawn = dict(zip(frame["step"].tolist(), frame["value"].tolist(), strict=True))
        assert {0, 7, len(training)} <= set(drawn)
        last = 0
        for step, count in enumerate(uses(training, life.id).tolist()):
            last = drawn.get(step, last)
            assert last == count
        taken = life_tables.fed(training, life)
        assert int(taken["took"].sum()) == life.births - life.left
        assert not len(taken) or taken["share"].sum() == pytest.approx(1 - life.share)
