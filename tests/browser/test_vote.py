"""A class votes by phone: three browsers, and an untouched projector."""

from playwright.sync_api import Page, expect

from tests.browser.helpers import assert_accessible

LARGEST = 150_000
"""Most bytes that a phone may load."""


def tap(phone: Page, word: str, place: int) -> None:
    """Bet on the pair that begins at a place of a word."""
    tokens = phone.locator("tbody tr", has=phone.get_by_role("rowheader", name=word, exact=True))
    for at in (place, place + 1):
        tokens.locator("[data-token]").nth(at).tap()


def test_three_phones_vote_and_the_projector_counts_them_untouched(browser, open_app):
    """A changed vote counts once, a reload keeps a vote, and the next step reaches all phones."""
    projector = open_app("vote", step=3)
    projector.get_by_role("button", name="Open a vote").click()
    address = projector.locator("[data-room]").get_attribute("data-address")
    loaded: list[int] = []
    phones = []
    for _ in range(3):
        one = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        phone = one.new_page()
        phone.on("response", lambda answer: loaded.append(len(answer.body())))
        phone.goto(address)
        phones.append(phone)
    first, second, third = phones
    expect(first.locator("main")).to_have_attribute("data-step", "3")
    assert sum(loaded) < 3 * LARGEST
    votes = projector.locator("[data-votes]")
    tap(first, "highest", 0)
    expect(votes).to_have_attribute("data-votes", "1")
    tap(second, "higher", 4)
    tap(third, "lower", 0)
    expect(votes).to_have_attribute("data-votes", "3")
    tap(third, "cooler", 4)
    expect(third.get_by_text("Your bet: (e, r)")).to_be_visible()
    third.reload()
    expect(third.locator(".picked")).to_have_count(6)  # (e, r) in three words
    assert_accessible(first)
    expect(projector.locator(".vote-bars")).to_have_count(0)
    projector.get_by_role("button", name="Reveal").click()
    expect(projector.get_by_text("2 of 3 bet on it")).to_be_visible()
    expect(votes).to_have_count(0)
    expect(first.get_by_text("Look at the screen.", exact=True)).to_be_visible()
    expect(first.locator(".question")).to_be_hidden()
    expect(second.get_by_text("you were right")).to_be_visible()
    projector.get_by_role("button", name="Next step").last.click()
    for phone in phones:
        expect(phone.locator("main")).to_have_attribute("data-step", "4")
    expect(votes).to_have_attribute("data-votes", "0")
    projector.get_by_role("button", name="End the room").click()
    projector.get_by_role("button", name="End it").click()
    expect(first.get_by_text("This room has ended")).to_be_visible()
    for code in ("aaaaaa", "%3Cscript%3E"):  # no such room
        assert first.goto(f"{address.rpartition('/')[0]}/{code}").status == 404
        expect(first.get_by_text("This room has ended")).to_be_visible()
        expect(first.locator("[data-token]")).to_have_count(0)
    for phone in phones:
        phone.context.close()
