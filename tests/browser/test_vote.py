"""A class votes by phone: three browsers, a projector that nobody touches, and hostile sockets."""

import json
import re
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bpe import train
from tests.browser.helpers import assert_accessible
from ui.samples import first_sample
from ui.vote.phones import COOKIE

LARGEST = 150_000
"""Bytes that a phone loads."""


@pytest.fixture(scope="module")
def training():
    sample = first_sample()
    return train(sample.path.read_text(encoding="utf-8"), sample.default_scheme)


def open_vote(open_app, **asked) -> tuple[Page, str]:
    """Open a room; return the projector and the address of its phones."""
    projector = open_app("vote", **asked)
    projector.get_by_role("button", name="Open a vote").click()
    room = projector.locator("[data-room]")
    expect(room).to_have_count(1)
    return projector, room.get_attribute("data-address")


def tap(phone: Page, word: str, place: int) -> None:
    """Bet on the pair that begins at a place of a word."""
    tokens = phone.locator("tbody tr", has=phone.get_by_role("rowheader", name=word, exact=True))
    for at in (place, place + 1):
        tokens.locator("[data-token]").nth(at).tap()


def test_three_phones_vote_and_the_projector_counts_them_untouched(browser, open_app, training):
    """A changed mind counts once, a reload keeps the vote, and the next step moves all on."""
    projector, address = open_vote(open_app, step=3)
    loaded: list[int] = []
    phones = []
    for _ in range(3):
        one = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        phone = one.new_page()
        phone.on("response", lambda answer: loaded.append(len(answer.body())))
        phone.goto(address)
        phones.append(phone)
    first, second, third = phones
    words = {word.text: word.tokens for word in training.snapshot(3).words()}
    expect(first.locator("main")).to_have_attribute("data-step", "3")
    for row in first.locator("tbody tr").all():
        shown = [each.get_attribute("data-token") for each in row.locator("[data-token]").all()]
        assert shown == list(words[row.locator("th").inner_text()])
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
    assert_nothing_but_answers_of_the_question_is_taken(address)
    expect(votes).to_have_attribute("data-votes", "1")
    projector.get_by_role("button", name="End the room").click()
    projector.get_by_role("button", name="End it").click()
    expect(first.get_by_text("This room has ended")).to_be_visible()
    for phone in phones:
        phone.context.close()


def assert_nothing_but_answers_of_the_question_is_taken(address: str) -> None:
    """No browser without its cookie, no junk, no second vote of a browser.

    Foreign pages and odd messages are refused in unit/vote/test_phones.py.
    """
    place = urlsplit(address)
    cookies = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    with opener.open(address) as answer:
        assert answer.headers["Cache-Control"] == "no-store"
    [voter] = [f"{each.name}={each.value}" for each in cookies if each.name == COOKIE]
    socket = f"ws://{place.netloc}{place.path}/socket"
    headers = {"Cookie": voter}
    with connect(socket, origin=f"http://{place.netloc}") as web, pytest.raises(ConnectionClosed):
        web.recv(timeout=5)
    with connect(socket, origin=f"http://{place.netloc}", additional_headers=headers) as web:
        told = json.loads(web.recv(timeout=5))
        right = json.loads(told["question"])["words"][0][2]
        vote = {"number": told["number"], "answer": f"{right[0]} {right[1]}"}
        junk = (
            "", "{", "[]", "null", '{"number": 1}', json.dumps(vote | {"answer": "9999 1"}),
            json.dumps(vote | {"number": 7}), json.dumps(vote | {"number": True}),
        )  # fmt: skip
        for each in (*junk, json.dumps(vote), json.dumps(vote)):
            web.send(each)
        took = [json.loads(web.recv(timeout=5)) for _ in range(2)]
        assert took == [{"number": told["number"], "took": vote["answer"]}] * 2


def test_phones_answer_a_question_with_a_few_answers(browser, open_app):
    """Two phones get a sentence typed on the projector; one tap answers, another one changes it.

    Each asks in the language of its browser, and of its reader where that is another one.
    """
    projector, address = open_vote(open_app, ask="tokens")
    box = projector.get_by_label("Sentence to count")
    box.fill("All human beings are born free.")
    box.press("Enter")
    phones = []
    for locale in ("en-US", "zh-CN"):
        one = browser.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, locale=locale
        )
        phones.append(one.new_page())
        phones[-1].goto(address)
    first, second = phones
    for phone in phones:
        expect(phone.get_by_text("All human beings are born free.")).to_be_visible()
        expect(phone.locator(".option")).to_have_count(4)
    first.locator(".option").nth(0).tap()
    second.locator(".option").nth(1).tap()
    votes = projector.locator("[data-votes]")
    expect(votes).to_have_attribute("data-votes", "2")
    expect(first.get_by_text("How many tokens does GPT-4o cut")).to_be_visible()
    expect(second.get_by_text("切成多少个词元")).to_be_visible()
    second.get_by_role("button", name="English", exact=True).tap()
    second.locator(".option").nth(0).tap()
    expect(second.get_by_text("Your bet: A")).to_be_visible()
    second.reload()
    expect(second.get_by_text("How many tokens does GPT-4o cut")).to_be_visible()
    expect(second.locator(".option[aria-pressed=true]")).to_have_text(re.compile("^A "))
    assert_accessible(second)
    expect(projector.locator(".vote-bars")).to_have_count(0)
    projector.get_by_role("button", name="Close the vote").click()
    projector.get_by_role("button", name="Show the answer").click()
    expect(projector.get_by_text("GPT-4o cuts it into 7 tokens")).to_be_visible()
    expect(projector.get_by_text("2 of 2 were right")).to_be_visible()
    expect(first.get_by_text("you were right")).to_be_visible()
    for phone in phones:
        phone.context.close()


def test_a_code_that_is_none_is_a_page_that_says_so(browser, server):
    """In the phone's language, with nothing to vote on."""
    with browser.new_context(locale="zh-CN") as one:
        phone = one.new_page()
        for code in ("aaaaaa", "%3Cscript%3E"):
            answer = phone.goto(f"{server}/v/{code}")
            assert answer.status == 404
            expect(phone.get_by_text("这个房间已经关闭")).to_be_visible()
            expect(phone.locator("[data-token]")).to_have_count(0)
