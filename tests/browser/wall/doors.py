"""The doors of the app, as a reader with a browser comes through them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import BrowserContext, Error, Locator, Page, Request, TimeoutError

from tests.browser.helpers import settle
from tests.browser.wall.bombs import Bomb

TIMEOUT = 20_000

_ASKED = "() => performance.timeOrigin + window.wire.asked"
_BOXES = ("stAlert", "stException", "stFileChipIconError")
_SENTENCES = ", ".join(f'[data-testid="{box}"]' for box in _BOXES)


class Visitor:
    """A tab at one of the doors; its browser forgets it when it leaves."""

    def __init__(self, context: BrowserContext, address: str):
        self._address, self._context = address, context
        self._taken, self._uploaded = 0, 0.0
        self.page = self._new_page()

    def _new_page(self) -> Page:
        page = self._context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("requestfinished", self._took)
        return page

    def _took(self, request: Request) -> None:
        if request.method == "PUT":
            self._taken += 1
            self._uploaded = max(self._uploaded, request.timing["startTime"])

    def open(self, bomb: Bomb) -> None:
        """Stand before the door that a bomb comes through, with all drawn that is needed there."""
        if bomb.door != "link":
            _APPROACH[bomb.door](self, bomb)

    def send(self, bomb: Bomb, paths: Sequence[Path]) -> None:
        """Send it; return as soon as the app was told."""
        if bomb.door == "link":
            self.go(bomb, wait=False)
            for _ in range(bomb.together - 1):
                self.page = self._new_page()
                self.go(bomb, wait=False)
            return
        if bomb.door == "pasted":
            self._fill("Text to train on", bomb.text)
            self._after(lambda: self.page.get_by_role("button", name="Use this text").click())
            return
        boxes = self.page.locator("input[type=file]")
        if bomb.door == "tokenizer" and not boxes.count():
            self.open_box()  # what it was in closes as a file is taken
        if bomb.door == "pair":
            for place, path in enumerate(paths):
                self._upload(boxes.nth(place), [path])
        elif paths:
            self._upload(boxes.first, paths)
        elif bomb.text:
            self._fill(re.compile("Or paste"), bomb.text)
            self._after(lambda: self.page.get_by_role("button", name="Check this list").click())

    def type(self, bomb: Bomb) -> None:
        """Type the text that goes with what was sent, where there is one."""
        if bomb.door == "tokenizer" and bomb.text:
            self._fill("Text to read", bomb.text)
            self._after(lambda: self.page.keyboard.press("Control+Enter"))

    def press(self, bomb: Bomb) -> None:
        """Press the button that a bomb names."""
        button = self.page.get_by_role("button", name=re.compile(bomb.press)).first
        self._after(lambda: button.click())

    def wait(self, seconds: float) -> bool:
        """Wait until the page is still, and say whether it is."""
        try:
            settle(self.page, max(1.0, seconds) * 1000)
        except (AssertionError, Error):
            return False
        return True

    def cancel(self) -> bool:
        """Press "Cancel", and say whether there was such a button."""
        button = self.page.get_by_role("button", name="Cancel", exact=True)
        try:
            button.click(timeout=5_000)
        except (TimeoutError, Error):
            return False
        return True

    def said(self) -> list[str]:
        """Return the sentences in boxes."""
        try:
            texts = self.page.locator(_SENTENCES).all_inner_texts()
        except Error:
            return []
        return [
            " ".join((text or "").split()) or "the box itself says what is wrong" for text in texts
        ]

    def leave(self) -> None:
        """Close the tab, and each other one."""
        for page in self._context.pages:
            page.close()
        self._context.clear_cookies()

    def go(self, bomb: Bomb, wait: bool = True) -> None:
        """Open the page of a bomb, at its address."""
        query = f"?{urlencode(bomb.query)}" if bomb.query else ""
        self.page.goto(f"{self._address}/{bomb.page}{query}", wait_until="domcontentloaded")
        if wait:
            settle(self.page)

    def choose(self, picker: str, option: str) -> None:
        """Choose from a picker."""
        self.page.get_by_role("combobox", name=re.compile(picker)).first.click()
        self.page.get_by_role("option", name=option, exact=True).click()
        settle(self.page)

    def open_box(self) -> None:
        """Open what the box for the files of a tokenizer is in."""
        self.page.get_by_role("button", name="Yours").click()
        settle(self.page)

    def _fill(self, label: str | re.Pattern[str], text: str) -> None:
        self.page.get_by_role("textbox", name=label).first.fill(text)

    def _upload(self, box: Locator, paths: Sequence[Path]) -> None:
        """Give files to a box, and wait until the server has them and is asked for a run."""
        before, whole = self._taken, self._taken + len(paths)
        box.set_input_files(list(paths))
        for _ in range(600):
            if self._taken >= whole:
                break
            if self._taken == before and self._is_refused():
                return
            self.page.wait_for_timeout(100)
        self._wait_for_a_question(self._uploaded)

    def _is_refused(self) -> bool:
        """Say whether the box itself says that a file is too large or of no kind it takes."""
        return self.page.locator(f'[data-testid="{_BOXES[-1]}"]').count() > 0

    def _after(self, act: Callable[[], object]) -> None:
        """Do something that the server hears of, and wait until it is asked."""
        before = self.page.evaluate(_ASKED)
        act()
        self._wait_for_a_question(before)

    def _wait_for_a_question(self, before: float) -> None:
        for _ in range(200):
            if self.page.evaluate(_ASKED) > before:
                return
            self.page.wait_for_timeout(50)


def _corpus(visitor: Visitor, bomb: Bomb) -> None:
    visitor.go(bomb)
    visitor.choose("Corpus", "Your own file")


def _pasted(visitor: Visitor, bomb: Bomb) -> None:
    visitor.go(bomb)
    visitor.choose("Corpus", "Your own text")


def _pair(visitor: Visitor, bomb: Bomb) -> None:
    visitor.go(bomb)
    visitor.choose("Two texts", "Two files of your own")


def _tokenizer(visitor: Visitor, bomb: Bomb) -> None:
    visitor.go(bomb)
    visitor.open_box()


def _list(visitor: Visitor, bomb: Bomb) -> None:
    visitor.go(bomb)
    visitor.page.get_by_role("button", name="Your own merges").click()
    settle(visitor.page)


_APPROACH: dict[str, Callable[[Visitor, Bomb], None]] = {
    "corpus": _corpus,
    "pasted": _pasted,
    "pair": _pair,
    "tokenizer": _tokenizer,
    "list": _list,
}
