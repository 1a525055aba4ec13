"""Helpers for tests of hidden answers: placing a bet, and reading highlights and reports."""

from tests.browser.player.moving import wait

LISTEN = """() => {
    if (!window.bets) document.addEventListener("bet", ({ detail }) => window.bets.push(detail));
    window.bets = [];
}"""


def told(mounted):
    return mounted.page.evaluate("window.bets")


def tokens(mounted, word):
    row = mounted.root.locator("tr", has=mounted.page.get_by_text(word, exact=True)).first
    return row.locator(".tokens .token")


def bet(mounted, word, place):
    tokens(mounted, word).nth(place).click()
    tokens(mounted, word).nth(place + 1).click()


def looks(mounted):
    """Return class -> tokens that have it: the next pair, the reader's bet and picked tokens."""
    wait(mounted, 50)
    return mounted.root.evaluate(
        """(host) => Object.fromEntries([
            "next-left", "next-right", "bet-left", "bet-right", "picked",
        ].map((name) => [name, [...host.shadowRoot.querySelectorAll(`.words .${name}`)]
                .map((chip) => chip.dataset.token)]))"""
    )
