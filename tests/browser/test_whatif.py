"""What if in a real browser: a click forks the run, one step moves both, Back undoes it."""

from playwright.sync_api import expect

from bpe import train
from tests.browser.helpers import settle
from tests.browser.player.both import assert_shows_both_records

SIX_WORDS = "highest higher lower lowest cooler coolest"


def test_a_click_forks_the_run_and_one_step_moves_both_futures(open_app):
    """From the step where the player stands; Back undoes the fork."""
    page = open_app("whatif")
    run = train(SIX_WORDS)
    assert_shows_both_records(page, (run, train(SIX_WORDS, forced={0: ("r", "</w>")})), 0)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("At step 3, force instead")).to_be_visible()
    page.get_by_role("button", name="r + </w>").click()
    settle(page)
    both = run, train(SIX_WORDS, forced={3: ("r", "</w>")})
    assert_shows_both_records(page, both, 3)
    expect(page.get_by_text("It is forced here")).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert_shows_both_records(page, both, 4)
    page.wait_for_function("() => new URL(location).searchParams.get('step') === '4'")
    settle(page)
    page.go_back()
    settle(page)
    expect(page.get_by_role("heading", name="Fork: Step 0: r + </w>")).to_be_visible()
    assert_shows_both_records(page, (run, train(SIX_WORDS, forced={0: ("r", "</w>")})), 3)
