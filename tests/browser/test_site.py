"""The lesson as files: stops work from a disk, offline, in frames, and show the record."""

import re
from itertools import cycle

import pytest
from playwright.sync_api import expect

from bpe.player.tokens import exact
from tests.browser.helpers import assert_accessible, becomes_like, serving
from tests.browser.training import TOKENS, bet_on, coming
from tests.cases import for_each
from ui.catalogue import LANGUAGES, catalogue
from ui.lesson.stops import PLAN
from ui.pickers import sample_run
from ui.samples import samples
from ui.site.contents import PAGES
from ui.site.page import written
from ui.text import speaking
from ui.tokenizers import opened as opened_tokenizer
from ui.views.vote import count_question

SAY = catalogue("en")
APP = "http://app.invalid"
RUN, *OTHERS = ("ties", "vote", "read", "index")
"""A run, and one page of each other kind of picture."""

UNDRAWN = ".part:not([data-mounted=drawn])"
QUERY = {stop.name: stop.in_language("en").query for stop in PLAN}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lesson")


def file_of(folder, name, lang="en"):
    """Return a page of the site, written when it is first asked for."""
    [page] = [each for each in PAGES if each.name == name]
    file = folder / page.file(lang)
    if not file.exists():
        with speaking(lang):
            file.write_text(written(page, APP, None, None, PAGES[0]), encoding="utf-8")
    return file


@pytest.fixture
def stop(folder, at_home):
    """Open a page of the site from a disk, and wait until all parts of it are drawn."""

    def stop(name, query="", lang="en", **options):
        file = file_of(folder, name, lang)
        opened = at_home(file, query, "body", reduced_motion="reduce", **options)
        expect(opened.locator(UNDRAWN)).to_have_count(0)
        return opened

    return stop


def test_a_run_plays_in_both_languages_and_is_drawn_as_the_record_has_it(folder, stop):
    """Keys step through the run, and the link to the other language keeps the step."""
    file_of(folder, RUN, "zh")
    training = sample_run(samples()["hug"], "huggingface").learn()
    home = stop(RUN)
    assert home.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player = home.locator(".player")
    for key, step in (("ArrowRight", 5), ("End", len(training))):
        home.keyboard.press(key)
        expect(player).to_have_attribute("data-step", str(step))
        expect(home).to_have_url(re.compile(rf"step={step}$"))
        drawn = home.locator(".words .frequent tr:not(.heading)").evaluate_all("reads.namedRows")
        assert [tokens for _, tokens in drawn] == [
            [*map(exact, word.tokens)] for word in training.snapshot(step).words()
        ]
    home.get_by_role("link", name=LANGUAGES["zh"].name).click()
    expect(home).to_have_url(re.compile(rf"ties\.zh\.html\?step={len(training)}$"))
    assert home.evaluate("document.documentElement.lang") == "zh-Hans"
    expect(player).to_have_attribute("data-step", str(len(training)))
    next_step = catalogue("zh")["player.next"]
    expect(home.get_by_role("button", name=next_step, exact=True)).to_be_visible()


def test_a_page_plays_in_frames_by_the_line_that_it_has(folder, stop, at_home, browser):
    """A page plays in a sandboxed frame from a disk, and on a server by the line to embed it.

    The line has the address of the page and the chosen example. From a disk a page has no line.
    """
    file = file_of(folder, RUN)
    outer = folder / "sandbox.html"
    source = f'<iframe sandbox="allow-scripts" src="{file.as_uri()}" height="640"></iframe>'
    outer.write_text(f"<title>C</title>{source}")
    frame = at_home(outer, ready="iframe").frame_locator("iframe")
    for _ in range(2):
        frame.locator('.player [data-do="next"]').click()
    expect(frame.locator(".player")).not_to_have_attribute("data-step", "0")
    expect(frame.locator("pre.embed")).to_be_hidden()
    expect(frame.locator("html.framed")).to_have_count(1)
    page = browser.new_page()
    with serving(folder) as address:
        page.goto(f"{address}/{file.name}?step=2")
        line = page.locator("pre.embed")
        expect(line).to_contain_text(f'<iframe src="{address}/{file.name}"')
        (folder / "course.html").write_text(f"<title>C</title>{line.inner_text()}")
        page.goto(f"{address.replace('127.0.0.1', 'localhost')}/course.html")
        expect(page.frame_locator("iframe").locator(".player")).to_be_visible()
        expect(page.locator("html.framed")).to_have_count(0)
        many = file_of(folder, "encode").name
        page.goto(f"{address}/{many}?pick=2")
        for at, query in ((1, "?pick=2"), (0, ""), (2, "?pick=3")):
            page.locator(".pick select").select_option(index=at)
            expect(line).to_contain_text(f'<iframe src="{address}/{many}{query}"')
        expect(page).to_have_url(re.compile(r"pick=3$"))
        page.close()
    from_disk = stop(RUN)
    expect(from_disk.locator("pre.embed")).to_be_hidden()
    expect(from_disk.get_by_text(SAY["site.embed_unserved"])).to_be_visible()


def test_sentences_are_drawn_as_real_tokenizers_cut_them(stop):
    """Both readings have the tokens of their tokenizers, and one word is shown with its merges."""
    home = stop("read")
    text, asked = QUERY["read"]["sentence"], QUERY["read"]
    expect(home.get_by_role("combobox").locator("option").first).to_have_text(text)
    for side, name in enumerate((asked["model"], asked["beside"])):
        chips = home.locator(f".pair .token[data-side='{side}']")
        tokenizer = opened_tokenizer(name)
        drawn = [exact(tokenizer.token(id_)) for id_ in tokenizer.encode(text).ids]
        expect(chips).to_have_count(len(drawn))
        assert chips.evaluate_all(TOKENS) == drawn
    word = home.locator(".record-say").locator(".token").evaluate_all(TOKENS)
    right = home.locator(".pair .token[data-side='1']").evaluate_all(TOKENS)
    assert word in [right[at : at + len(word)] for at in range(len(right))]


def test_the_vote_hides_the_answers_of_all_its_questions(stop):
    """The next merge is answered by a bet; for other questions each answer is opened by itself."""
    home = stop("vote")
    expect(home.get_by_text(SAY["player.ask"])).to_be_visible()
    training = sample_run(samples()[QUERY["vote"]["corpus"]]).learn()
    [start] = [each.start for each in PLAN if each.name == "vote"]
    bet_on(home, *coming(training, start))
    expect(home.locator(".caption")).to_contain_text("Right.")
    kinds = home.get_by_role("combobox", name=SAY["vote.asked"])
    kinds.select_option(label=SAY["vote.kind_tokens"])
    expect(home.locator(".player")).to_be_hidden()
    expect(home.locator(".vote-asked details[open]")).to_have_count(0)
    put = count_question(SAY["vote.example"])
    answers = home.locator(".vote-asked details")
    expect(answers).to_have_count(len(put.options))
    for at, what in enumerate(put.options.values()):
        expect(answers.nth(at).locator("p")).to_be_hidden()
        answers.nth(at).locator("summary").click()
        said = SAY["site.bet_right" if what == "counted" else "site.bet_wrong"]
        expect(answers.nth(at).locator("p")).to_contain_text(said)


@for_each(("name", "theme"), zip((RUN, *OTHERS), cycle(("dark", "light")), strict=False))
def test_stops_have_no_fault_by_axe(stop, name, theme):
    """All folded answers are open; the pages take turns in the dark and the light theme."""
    home = stop(name, "?pick=2", color_scheme=theme)
    for summary in home.locator("details summary").all():
        summary.click()
    assert_accessible(home)


@for_each("name", ["encode", "read", "vote"])
def test_another_pick_is_as_a_page_that_opens_with_it(stop, name):
    """After any use, choosing another example gives the same page as opening with it, and back.

    The choice removes the step from the address.
    """
    home = stop(name, "?step=2")
    for at in (1, 0):
        home.locator(".part").evaluate_all("parts => Promise.all(parts.map(reads.used))")
        home.locator(".pick select").last.select_option(index=at)
        expect(home).not_to_have_url(re.compile("step="))
        other = stop(name, f"?pick={at + 1}")
        becomes_like(home, other)
