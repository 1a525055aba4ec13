"""Predict the merge in a real browser: a round played, a worksheet printed."""

from playwright.sync_api import Page, expect

from tests.browser.components import Mounted
from tests.browser.helpers import assert_accessible, becomes, go, printed_pages, settle
from tests.browser.training import at_step, bet_on, coming
from ui.catalogue import catalogue
from ui.views.quiz import score, worksheet
from ui.views.quiz_rounds import KINDS, make_round

NOTHING = "Points: 0 of 15 Stars: 0 In a row: 0 Best: 0"


def points(page: Page) -> str:
    """Return the text of the score, in one line."""
    return " ".join(page.locator(".score [role=status]").inner_text().split())


def press(page: Page, name: str) -> None:
    page.locator(f'.player [data-do="{name}"]').click()


def test_a_round_is_played_by_mouse_and_its_score_outlives_a_reload(open_app):
    """A miss, a right bet after a hint and three right bets give 11 points, kept by a reload.

    Another round or a new start begins with no points.
    """
    page = open_app("quiz", seed=2, reduced_motion="reduce")
    page.get_by_text(catalogue("en")["quiz.shows"]).click()
    expect(page.locator(".st-key-quiz_shows .record-say")).to_be_visible()
    run = make_round(1, 2).run.training
    becomes(page, lambda: points(page), NOTHING)
    wrong = next(
        (each.text, at)
        for each in run.snapshot(0).words()
        for at in range(len(each.tokens) - 1)
        if each.tokens[at : at + 2] not in run.merges[0].ties
    )
    bet_on(page, *wrong)
    expect(page.locator(".score .points")).to_have_text("Points: 0 of 15")
    at_step(page, 0)
    press(page, "next")
    for step in range(1, len(run)):
        at_step(page, step)
        if step == 1:
            page.get_by_role("button", name="Hint").click()
        bet_on(page, *coming(run, step))
        expect(page.locator(".score .run")).to_have_text(f"In a row: {step}")
        if step < len(run) - 1:
            press(page, "next")
    expect(page.locator(".score")).to_contain_text("Points: 11 of 15")
    over = page.get_by_role("heading", name="The round is over: 11 of 15 points")
    expect(over).to_be_in_viewport()
    expect(page.locator(".st-key-quiz_over .record-say")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Next round")).to_be_in_viewport()
    page.reload()
    settle(page)
    becomes(page, lambda: points(page), "Points: 11 of 15 Stars: 4 In a row: 4 Best: 4")
    page.get_by_role("button", name="Another one").click()
    settle(page)
    becomes(page, lambda: points(page), NOTHING)
    page.wait_for_url("**seed=3**")  # the end of the run writes it
    page.go_back()
    settle(page)
    expect(over).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    becomes(page, lambda: points(page), NOTHING)
    expect(over).to_have_count(0)
    page.wait_for_function("localStorage.getItem('quiz-1-2').startsWith('{\"steps\":{}')")
    settle(page)
    assert_a_step_ahead_of_the_bet_earns_nothing_and_says_so(page, run)


def assert_a_step_ahead_of_the_bet_earns_nothing_and_says_so(page: Page, run) -> None:
    """After a step without a bet, a sentence says so, and a later right bet earns no points.

    After the bet a button leads to the next step.
    """
    words = catalogue("en")
    onward = page.get_by_role("button", name=words["quiz.score_onward"])
    at_step(page, 0)
    expect(onward).to_be_hidden()
    press(page, "next")
    expect(page.get_by_text(words["quiz.score_late"])).to_be_visible()
    press(page, "previous")
    at_step(page, 0)
    bet_on(page, *coming(run, 0))
    expect(page.locator(".player .tally")).to_contain_text("1 of 1 right")
    assert points(page) == NOTHING
    onward.click()
    at_step(page, 1)


def test_the_worksheet_prints_on_two_pages(at_home, tmp_path):
    """The file opens by itself, without a network, and has no fault of accessibility."""
    file = tmp_path / "worksheet.html"
    file.write_text(worksheet(make_round(4, 1, "zh"), "zh"), encoding="utf-8")
    sheet = at_home(file, ready="h1")
    assert sheet.evaluate("document.documentElement.lang") == "zh-Hans"
    assert_accessible(sheet)
    assert printed_pages(sheet) == 2
    sheet.set_content(worksheet(make_round(len(KINDS), 5), "en"))
    assert printed_pages(sheet) == 2, "bytes are wide"


BET = "detail => document.dispatchEvent(new CustomEvent('bet', {detail}))"


SHOWN = "detail => document.dispatchEvent(new CustomEvent('step', {detail}))"


def bet(mounted, step: int, verdict: str, hints: int = 0, key: str = "p") -> str:
    detail = {"key": key, "run": 0, "step": step, "verdict": verdict, "hints": hints}
    mounted.page.evaluate(BET, detail)
    return points(mounted.page)


def test_bets_score_as_they_are_judged(component_page):
    """A right or tied bet earns 3 points, one less for each hint; only a right bet earns a star.

    A miss, a revealed answer or a step that is passed without a bet ends the row.
    """
    [mounted] = component_page(lambda: score("quiz-1-4", 6, "p"))
    for step, verdict, hints, told in (
        (0, "right", 0, (3, 1, 1, 1)),
        (0, "right", 0, (3, 1, 1, 1)),
        (1, "tied", 1, (5, 1, 2, 2)),
        (2, "lower", 2, (5, 1, 0, 2)),
        (2, "right", 0, (5, 1, 0, 2)),
        (3, "right", 5, (5, 2, 1, 2)),
        (4, "revealed", 0, (5, 2, 0, 2)),
    ):
        said = "Points: {} of 18 Stars: {} In a row: {} Best: {}".format(*told)
        assert bet(mounted, step, verdict, hints) == said
        assert bet(mounted, 5, "tied", key="other") == said
    onward, late = mounted.root.locator(".onward"), mounted.root.locator(".late")
    mounted.update(place="quiz-9-4", steps=2)
    for step, leads in ((0, True), (1, True), (2, False), (3, False)):
        mounted.page.evaluate(SHOWN, {"key": "p", "step": step})
        assert not onward.is_visible(), "before the bet"
        bet(mounted, min(step, 1), "right")
        assert (onward.is_visible(), late.text_content() != "") == (leads, step > 1)
    assert mounted.sent == [["over", ["quiz-9-4", 6]]], "told once"
    mounted.update(place="quiz-2-4")
    assert bet(mounted, 5, "tied") == "Points: 3 of 18 Stars: 0 In a row: 1 Best: 1"
    mounted.page.evaluate(SHOWN, {"key": "p", "step": 1})
    assert points(mounted.page).startswith("Points: 3 of 18 Stars: 0 In a row: 0 Best: 1")
    assert late.text_content()
    mounted.page.evaluate("void (Element.prototype.scrollIntoView = () => (scrolled = true))")
    over = '{"steps":{"0":3,"1":3,"2":3,"3":3,"4":3,"5":3},"run":6,"best":6,"stars":6}'
    mounted.page.evaluate("over => localStorage.setItem('quiz-3-4', over)", over)
    mounted.update(place="quiz-3-4")
    assert points(mounted.page).startswith("Points: 18 of 18")
    assert not mounted.page.evaluate("globalThis.scrolled"), "it was played before"
    mounted.update(place="quiz-1-4")
    assert not late.text_content(), "of another round"
    assert points(mounted.page).startswith("Points: 5 of 18")
    mounted.remove()
    mounted.page.wait_for_timeout(50)
    mounted.page.evaluate(BET, {"key": "p", "step": 5, "verdict": "right", "hints": 0})
    assert '"5"' not in mounted.page.evaluate("localStorage.getItem('quiz-1-4')")
    assert_what_a_browser_kept_is_checked(mounted.replaced(lambda: score("quiz-1-4", 6, "p")))


def assert_what_a_browser_kept_is_checked(mounted: Mounted) -> None:
    """A stored score that is not valid counts as no score."""
    steps = '{"steps":{"0":%s},"run":1,"best":1}'
    for at, kept in enumerate(("", "null", "{", steps % '"<b>"', steps % "1e9"), 2):
        mounted.page.evaluate(f"kept => localStorage.setItem('quiz-{at}-4', kept)", kept)
        mounted.update(place=f"quiz-{at}-4")
        assert points(mounted.page) == "Points: 0 of 18 Stars: 0 In a row: 0 Best: 0", kept
        assert mounted.root.get_by_role("button").is_disabled()


def test_bpe_is_beaten_by_six_clicks_and_the_link_shows_how(open_app):
    """Both numbers of tokens are shown after each merge, at the end also the reason and both runs.

    A copied link opens the same. A link with fewer merges shows the numbers but no winner, and the
    reader goes on from there.
    """
    text = "anna and nana ran a banana van"
    page = open_app("quiz", beat=text, width=1366, height=768)
    tokens, count = page.locator("[data-stage] .board [data-token]"), page.locator("[data-count]")
    copy = page.get_by_role("button", name=catalogue("en")["by_hand.say_copy"])
    totals = page.locator("[data-mine], [data-bpe]")
    for places, left, bpe in (((2, 3), "19", "17"), ((0, 1), "15", "15"), ((4, 5), "13", "14")):
        expect(copy).to_be_hidden()
        for place in places:
            tokens.nth(place).click()
        expect(count).to_have_text(left)
        expect(totals).to_have_text([left, bpe])
    expect(copy).to_be_visible()
    go(page, "quiz", beat=text, forced='{"0":["n","a"],"1":["a","n"]}')
    expect(totals).to_have_text(["15", "15"])
    expect(page.get_by_text(catalogue("en")["by_hand.say_even"])).to_be_hidden()
    expect(page.locator(".player")).to_have_count(0)
    for place in (4, 5):
        tokens.nth(place).click()
    page.wait_for_url("**22na%22%5D%7D**")
    for address in (None, page.url):
        if address:
            page.goto(f"{address}&lang=zh")
        expect(page.locator("[data-mine]")).to_have_text("13")
        expect(page.locator("[data-bpe]")).to_have_text("14")
        expect(page.locator(".player .next-left.second").first).to_be_visible()
        words = catalogue("zh" if address else "en")
        expect(page.get_by_text(words["quiz.beat_why"].format(merges=3))).to_be_visible()
    assert_accessible(page)
    expect(page.get_by_role("button", name=catalogue("zh")["by_hand.say_copy"])).to_be_visible()
