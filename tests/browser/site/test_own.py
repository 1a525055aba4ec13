"""The reader's own text on a page without a server: trained while typing, bets, links."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from bpe import train
from bpe.player.tokens import exact
from tests.browser.helpers import assert_accessible, becomes_like
from tests.browser.training import TOKENS, bet_on
from tests.cases import for_each
from ui.catalogue import LANGUAGES, catalogue
from ui.site.own import own_page
from ui.text import speaking

SEA = "she sells sea shells on the sea shore"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    for lang in LANGUAGES:
        (folder / f"{lang}.html").write_text(own_page(lang), encoding="utf-8")
    return folder


@pytest.fixture
def own(folder, at_home):
    """Open the page from a disk without a network; any request or console message is a failure."""

    def own(address="", lang="en", **options):
        options = {"reduced_motion": "reduce", **options}
        page = at_home(folder / f"{lang}.html", address, ".player[data-step]", **options)
        expect(page.locator(".words .frequent .name").first).to_be_visible()
        return page

    return own


def box(page, lang="en"):
    return page.get_by_label(catalogue(lang)["site.own_text"])


def assert_shows(page, training, step, line=None):
    """Expect the step, the words and the tokens of the second line to equal the record's."""
    expect(page.locator(".player")).to_have_attribute("data-step", str(step))
    snapshot = training.snapshot(step)
    words = {word.text: [*map(exact, word.tokens)] for word in snapshot.words()}
    expect(page.locator(".words .frequent .name").first).to_have_text(next(iter(words)))
    rows = page.locator(".words .frequent tr:not(.heading)")
    expect(rows).to_have_count(len(words))
    assert dict(rows.evaluate_all("reads.namedRows")) == words
    if line is not None:
        tokens = map(exact, training.tokenizer(step).encode(line).tokens)
        assert page.locator("[data-encoded] .token").evaluate_all(TOKENS) == [*tokens]


def test_what_is_typed_is_trained_and_stands_in_the_address(own):
    """The page trains its own words at first, then the typed text by the chosen scheme.

    The address has the text, the scheme and the step, and opens the same run, also in the other
    language.
    """
    page = own()
    six = page.locator("textarea").input_value()
    assert_shows(page, train(six, "paper"), 0, "slowest coolish")
    box(page).fill(SEA)
    training = train(SEA, "huggingface")
    page.get_by_label("Scheme").select_option("huggingface")
    page.get_by_label("Encode another text").fill("seashore she")
    expect(page.get_by_text(f"Step 0 of {len(training)}", exact=True)).to_be_visible()
    page.locator(".words").click()
    page.keyboard.press("End")
    assert_shows(page, training, len(training), "seashore she")
    page.keyboard.press("ArrowLeft")
    assert_shows(page, training, len(training) - 1, "seashore she")
    hash_ = f"#text={SEA.replace(' ', '+')}&scheme=huggingface&step={len(training) - 1}"
    expect(page).to_have_url(page.url.partition("#")[0] + hash_)
    page.evaluate("location.hash = 'text=she+sells'")
    expect(page.get_by_label("Scheme")).to_have_value("paper")
    assert_shows(page, train("she sells", "paper"), 0)
    page.evaluate("location.hash = 'scheme=gpt'")  # an address without a text has the page's own
    expect(box(page)).to_have_value(six)
    again = own(hash_, "zh")
    assert_shows(again, training, len(training) - 1)
    again.get_by_role("link", name="English").click()
    expect(again).to_have_url(re.compile(re.escape(f"?lang=en{hash_}") + "$"))
    box(again, "zh").fill("")
    expect(again.locator(".words .frequent .name").first).to_have_text("小学生")


def test_the_last_fifty_steps_are_told_below(own):
    """The list below has at most the last 50 steps, and a note if there are earlier ones."""
    pairs = (chr(0x4E00 + n) + chr(0x5E00 + n) for n in range(52))
    page = own(f"#text={'+'.join(pairs)}&scheme=huggingface&step=50")
    rows, earlier = page.locator(".past tbody button"), page.locator(".past .earlier")
    for step, first in ((50, 1), (51, 2)):
        expect(rows.first).to_have_text(str(step))
        assert rows.all_inner_texts() == [str(each) for each in range(step, first - 1, -1)]
        assert earlier.is_visible() == (first > 1)
        page.locator(".words").click()
        page.keyboard.press("ArrowRight")


def test_hiding_judges_the_text_that_is_shown_whatever_was_typed_since(own):
    """A bet is judged by the run that the page shows.

    A text that is still in training brings its own judgements; a refused text keeps the previous
    ones.
    """
    page = own("#text=ab+cab")
    page.evaluate("reads.holdWorkers")
    box(page).fill("hd dh hd")
    page.evaluate("asked")
    page.locator(".words").click()
    page.keyboard.press("h")
    expect(page.get_by_text(catalogue("en")["player.ask"])).to_be_visible()
    page.evaluate("release()")
    bet_on(page, "hd", 0)
    expect(page.locator(".caption")).to_contain_text("Right.")
    ask = page.get_by_text(catalogue("en")["player.ask"])
    expect(ask).to_be_hidden()
    box(page).fill("pug pug")
    expect(ask).to_be_visible()  # another text is asked from its first step on
    page.locator(".words").click()
    page.keyboard.press("h")
    box(page).fill("ab cab")
    expect(page.locator(".words .frequent .name").first).to_have_text("ab")
    box(page).fill(" \n ")
    expect(page.locator(".said")).to_have_text(catalogue("en")["errors.no_words"])
    page.locator(".words").click()
    page.keyboard.press("h")
    bet_on(page, "cab", 1)
    expect(page.locator(".caption")).to_contain_text("Right.")
    expect(page.locator(".said")).to_have_text(catalogue("en")["errors.no_words"])


def test_another_text_is_as_a_page_that_opens_with_it(own):
    """After any use, another text in the address gives the same page as opening with this text.

    The second line stays and is encoded by the new run.
    """
    page, other = own("#text=ab+cab+abab&scheme=gpt&step=2"), own("#text=hugs+hug+pugs+pug")
    page.locator(".stage").evaluate("reads.used")
    for each in (page, other):
        each.get_by_label("Encode another text").fill("pug hugs")
    page.evaluate("location.hash = 'text=hugs+hug+pugs+pug'")
    expect(page.locator(".words .frequent .name").first).to_have_text("hugs")
    becomes_like(page, other)


def test_hostile_texts_stay_text(own):
    """Markup and names of object properties are trained as text, and an unknown scheme is ignored.

    Half a surrogate pair, a text without words and a text that is too long are refused. A text too
    long for a link is not written into the address.
    """
    text = "</script><b>x</b> <img/src=x/onerror=alert(1)> __proto__ constructor"
    page = own(f"#text={quote(text)}&scheme=__proto__&step=99999")
    training = train(text, "paper")
    assert_shows(page, training, len(training))
    page.get_by_label("Scheme").select_option("gpt")
    expect(page.locator(".words .frequent tr:not(.heading)")).to_have_count(
        len(train(text, "gpt").corpus)
    )
    long = catalogue("en")["site.own_long"].format(most=20_000)
    for address, said in (("#text=%ED%A0%BD%", ""), (f"#text={'a' * 20_001}", long)):
        page.evaluate("(hash) => (location.hash = hash)", address)
        expect(page.locator(".said")).to_have_text(said)
    page.get_by_label("Scheme").select_option("gpt")
    box(page).evaluate(
        "(box) => { box.value = 'a\\ud83d'; box.dispatchEvent(new Event('input')); }"
    )
    expect(page.locator(".said")).to_have_text(catalogue("en")["site.own_half"])
    page.get_by_label("Scheme").select_option("paper")
    box(page).fill(" \n ")
    expect(page.locator(".said")).to_have_text(catalogue("en")["errors.no_words"])
    box(page).fill("ab " * 500)
    expect(page.locator(".said")).to_have_text("")
    expect(page).to_have_url(re.compile("text=ab"))
    box(page).fill("ab " * 500 + "a")
    expect(page.locator(".said")).to_contain_text("1,500 characters")
    expect(page).not_to_have_url(re.compile("text=ab"))


def test_a_link_to_a_text_that_is_refused_says_why_and_shows_no_player(folder, at_home):
    """Text typed after the refusal is trained and shown."""
    page = at_home(folder / "en.html", "#text=%20", ".own textarea")
    expect(page.locator(".said")).to_have_text(catalogue("en")["errors.no_words"])
    expect(page.locator(".player")).to_be_hidden()
    assert_accessible(page)
    box(page).fill("ab cab")
    assert_shows(page, train("ab cab", "paper"), 0)


def test_a_dropped_file_is_read_and_lines_end_where_no_spaces_are(own):
    """A Chinese file in GB 18030 is read, and each sentence becomes one word, with a note.

    A file that is too large is refused.
    """
    page = own(lang="zh")
    text = "今天下雨。明天下雨！后天呢？”他问。"
    page.evaluate("reads.drop", ["a.txt", [*text.encode("gb18030")]])
    expect(page.locator(".said")).to_have_text(catalogue("zh")["site.own_cut"])
    expect(box(page, "zh")).to_have_value(text)
    cut = "今天下雨。\n明天下雨！\n后天呢？”\n他问。"
    assert_shows(page, train(cut, "paper"), 0)
    page.evaluate("reads.drop", ["b.txt", 1_000_001])
    expect(page.locator(".said")).to_contain_text("20,000")


@for_each(("lang", "theme", "key"), [("en", "dark", "ArrowRight"), ("zh", "light", "h")])
def test_the_page_has_no_fault_by_axe(own, lang, theme, key):
    """The cases are the dark theme after a step, and the light theme with the answer hidden."""
    page = own(lang=lang, color_scheme=theme)
    page.keyboard.press(key)
    assert_accessible(page)


def test_the_app_serves_it_without_a_session(server):
    """Twenty clients at once get the page in the requested language, at most 220,000 bytes."""
    with ThreadPoolExecutor(20) as phones:
        answers = [*phones.map(lambda _: urlopen(f"{server}/own?lang=zh").read(), range(100))]
    with speaking("zh"):
        assert {*answers} == {own_page("zh").encode()}
    assert len(answers[0]) <= 220_000


def test_neighbours_are_merged_by_hand_without_a_server(own):
    """Merges by hand are counted and replayed next to BPE's, and the address keeps them.

    An address with damaged merges has none, and words of only spaces are refused.
    """
    page = own()
    stage = page.locator("[data-stage]")
    page.get_by_label("Try your own words").fill("no onion")
    page.get_by_label("Try your own words").press("Enter")
    for count, (left, right) in ((5, (5, 6)), (4, (3, 4)), (3, (2, 3))):
        for place in (left, right):
            stage.locator(".board .token").nth(place).click()
        expect(stage.locator("[data-count]")).to_have_text(f"{count}")
    rule = train("no onion", "huggingface", max_merges=3).snapshot(3).token_count
    expect(stage.locator("[data-bpe]")).to_have_text(f"{rule}")
    merges = [["o", "n"], ["i", "on"], ["on", "ion"]]
    assert json.loads(parse_qs(urlsplit(page.url).query)["forced"][0]) == {
        f"{step}": pair for step, pair in enumerate(merges)
    }
    replay = page.locator(".replay .player")
    expect(replay.locator(".title")).to_have_text([catalogue("en")["quiz.beat_mine"], "BPE"])
    replay.get_by_role("button", name="Last step").click()
    expect(replay).to_have_attribute("data-step", "3")
    tokens = replay.locator(".words .tokens [data-token]:visible").evaluate_all(TOKENS)
    assert tokens == ["n", "o", "no", "onion", "on", "ion"], "each word by the reader, then by BPE"
    page.reload()
    expect(stage.locator("[data-mine]")).to_have_text("3")
    expect(replay).to_have_attribute("data-step", "0")
    page.goto(page.url.partition("?")[0] + "?beat=no+onion&forced=[[1]]")
    expect(stage.locator("[data-count]")).to_have_text("7")
    page.get_by_label("Try your own words").fill(" ")
    page.get_by_label("Try your own words").press("Enter")
    expect(page.get_by_text(catalogue("en")["errors.no_words"])).to_be_visible()
    expect(stage).to_be_hidden()
