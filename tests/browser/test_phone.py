"""The display and messages of a phone in a class vote, for any input and taps."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute
from starlette.requests import Request

from tests.browser.conftest import without_errors
from tests.browser.helpers import READS, assert_accessible, becomes
from tests.cases import for_each
from ui.catalogue import LANGUAGES, catalogue
from ui.views.vote import count_question
from ui.vote import phones

Event = dict[str, Any] | int | str
"""A received message, the place of a tap, or the close code of a connection."""

Said = str | tuple[str, str] | dict[str, Any]

ADDRESS = "http://bare.test/v/aaaaaa"
TOKENS = [[letter, None] for letter in "abcx"]
WORDS = [["abc", 2000, [0, 1, 2], False], ["xab", 1, [3, 0, 1], True]]
PAIRS = {"step": 0, "words": WORDS, "tokens": TOKENS}
COUNTS = json.loads(count_question("snowflakeology").payload)


def put(number, asked, mine=None):
    """Return the message of an open question, with what this phone has voted on it."""
    return {"number": number, "open": True, "question": json.dumps(asked), "mine": mine}


def shut(number, verdicts=None):
    """Return the message of a closed question; with verdicts, its answer is on the screen."""
    return {"number": number, "open": False} | ({"verdicts": verdicts} if verdicts else {})


PAIR, COUNT, ANEW = put(1, PAIRS), put(2, COUNTS), put(3, PAIRS)
TOOK = {"number": 1, "took": "0 1"}
NO_PLACE = {"number": 1, "took": None, "full": True}
LATE = {"number": 1, "took": None}
JUDGED = shut(1, {"0 1": "tied", "1 2": "right"})
AB = ["a", "b", "a", "b"]


def said(lang: str, what: Said) -> str:
    """Return a text of the phone's page in a language."""
    if isinstance(what, dict):
        return what["ask"][lang]
    key, answer = what if isinstance(what, tuple) else (what, "")
    return catalogue(lang)[f"vote.phone_{key}"].format(answer=answer) if key else ""


def each_of(event: Event) -> dict[str, Any]:
    """Return a received message, or an empty one for any other event."""
    return event if isinstance(event, dict) else {}


@dataclass
class State:
    """Events, and then the phone's question, the text below it, and the picked tokens.

    Each text is a key of the catalogue, with or without an answer in it, or a question's own text.
    Without a question `picked` is None.
    """

    events: list[Event]
    ask: Said
    sent: Said = ""
    picked: list[str] | None = None

    def shown(self, lang: str) -> dict[str, object]:
        """Return the content that a phone in this language shows."""
        has_words = self.picked is not None and self.ask == "pick"
        heads = ("word", "count", "split") if has_words else ()
        told = {"ask": said(lang, self.ask), "sent": said(lang, self.sent), "picked": self.picked}
        told |= {"heads": [said(lang, each) for each in heads]}
        told |= {"cells": ["2,000", "1", f" … {said(lang, 'only')}"] if has_words else []}
        asked = [each["question"] for each in self.events if "question" in each_of(each)]
        told |= {"step": str(json.loads(asked[-1]).get("step", "")) if asked else None}
        [other] = {*LANGUAGES} - {lang}
        title = catalogue(lang)["vote.title"]
        told |= {"names": [title, title, LANGUAGES[lang].html], "other": LANGUAGES[other].name}
        return told


RIGHT, WRONG, NUMBER = put(1, PAIRS, "1 2"), put(1, PAIRS, "3 0"), put(2, COUNTS, "1")
STATES = {
    "nothing is asked yet": State([], "wait"),
    "a pair is asked for": State([PAIR], "pick", "", []),
    "one token is tapped": State([PAIR, 0], "pick", "other", ["a"]),
    "a token is tapped twice": State([PAIR, 0, 0], "pick", "", []),
    "two tokens are no neighbours": State([PAIR, 0, 2], "pick", "other", ["c"]),
    "two tokens are of two words": State([PAIR, 1, 3], "pick", "other", ["x"]),
    "a bet is taken": State([PAIR, TOOK], "pick", ("sent", "(a, b)"), AB),
    "another is begun": State([PAIR, TOOK, 2], "pick", "other", ["c"]),
    "another is not taken": State([PAIR, TOOK, LATE], "pick", ("sent", "(a, b)"), AB),
    "a bet was placed before": State([RIGHT], "pick", ("sent", "(b, c)"), ["b", "c"]),
    "the room is full": State([PAIR, NO_PLACE], "pick", "full", []),
    "the next one is asked in a full room": State([PAIR, NO_PLACE, ANEW], "pick", "", []),
    "the next one is asked after a tap": State([PAIR, 0, ANEW], "pick", "", []),
    "an answer is of the question before": State([PAIR, ANEW, TOOK], "pick", "", []),
    "the vote is closed": State([PAIR, TOOK, shut(1), 2], "pick", "closed", AB),
    "a bet is right": State([RIGHT, JUDGED], ("right", "(b, c)"), "look"),
    "a bet is right by another rule": State([PAIR, TOOK, JUDGED], ("tied", "(a, b)"), "look"),
    "a bet is wrong": State([WRONG, JUDGED], ("wrong", "(x, a)"), "look"),
    "there is no bet": State([PAIR, JUDGED], "look"),
    "the next one is asked after an answer": State([PAIR, TOOK, JUDGED, ANEW], "pick", "", []),
    "a number is asked for": State([PAIR, 0, COUNT], COUNTS, "", []),
    "a number is voted": State([NUMBER], COUNTS, ("sent", "B"), [f"B {COUNTS['options'][1]}"]),
    "a number is right": State([NUMBER, shut(2, {"1": "right"})], ("right", "B"), "look"),
    "a pair is asked for again": State([NUMBER, ANEW], "pick", "", []),
    "the room has ended": State([PAIR, "4404"], "ended"),
    "the browser has no cookie": State(["4403"], "cookie"),
    "there are too many phones": State(["1013"], "wait", "full"),
    "the line is lost": State(["1011"], "wait", "lost"),
    "it is lost at a question": State([PAIR, "1011"], "pick", "lost", []),
    "a token is tapped without a line": State([PAIR, "1011", 0], "pick", "lost", ["a"]),
}


def written(lang):
    """Return the page of a room for a browser of this language."""
    headers = [(b"accept-language", LANGUAGES[lang].html.encode())]
    scope = {"type": "http", "headers": headers, "path_params": {"code": "aaaaaa"}}
    with ThreadPoolExecutor(1) as apart:  # apart from the browser's event loop
        answer = apart.submit(phones.page, Request(scope)).result()
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.body.decode()


@dataclass
class Phone:
    """A phone without a server: its page, sockets and votes, and the code that closes sockets."""

    page: Page
    lines: list[WebSocketRoute] = field(default_factory=list)
    votes: list[object] = field(default_factory=list)
    code: int | None = None

    def dial(self, line: WebSocketRoute) -> None:
        """Accept a socket that the phone opens."""
        line.on_message(lambda vote: self.votes.append(json.loads(vote)))
        self.lines.append(line)
        if self.code:
            line.close(code=self.code)

    def play(self, events: list[Event]) -> None:
        """Apply events to the phone: messages, taps, and the close of its socket."""
        for event in events:
            if isinstance(event, dict):
                self.lines[0].send(json.dumps(event))
            elif isinstance(event, str):
                self.code = int(event)
                self.lines[0].close(code=self.code)
            else:
                self.page.locator("main .question :is(.token, .option)").nth(event).click()


@pytest.fixture(scope="module")
def phone(browser):
    """Open a phone of a language, as on its first visit."""
    there = {}

    def phone(lang, clock=False):
        if (lang, clock) not in there:
            context = browser.new_context(locale=LANGUAGES[lang].html)
            context.add_init_script(READS)
            one = there[lang, clock] = Phone(listen(context.new_page()))
            answer = {"body": written(lang), "content_type": "text/html; charset=utf-8"}
            one.page.route(ADDRESS, lambda route: route.fulfill(**answer))
            one.page.route_web_socket("**/socket", lambda line: there[lang, clock].dial(line))
            if clock:
                context.clock.install(time=0)
                context.clock.pause_at(1_000)  # however slow the machine
            one.page.goto(ADDRESS)
        page = there[lang, clock].page
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")  # which opens no socket
        one = there[lang, clock] = Phone(page)
        page.goto(ADDRESS)
        becomes(one.page, lambda: len(one.lines), 1)
        return one

    with without_errors() as listen:
        yield phone
        for one in there.values():
            one.page.context.close()


@for_each("name", STATES)
def test_a_phone_says_what_it_has_heard_in_either_language(phone, name):
    """The phone shows the state after its messages and taps, in English and then in Chinese.

    A change of language repeats the messages, but not the taps.
    """
    one, state = phone("en"), STATES[name]
    one.play(state.events)
    becomes(one.page, lambda: one.page.evaluate("reads.phone"), state.shown("en"))
    assert one.votes == []
    one.page.locator(".language").click()
    heard = [event for event in state.events if not isinstance(event, int)]
    untapped = next((each for each in STATES.values() if each.events == heard), state)
    becomes(one.page, lambda: one.page.evaluate("reads.phone"), untapped.shown("zh"))


def test_a_tap_on_two_neighbours_and_one_on_a_number_are_votes(phone):
    """Votes are sent in order for the open question, and not for a closed one.

    Two adjacent tokens may be tapped in either order. Enter and Space work as taps.
    """
    one = phone("en")
    one.play([PAIR, 1, 0, 3, 4, COUNT, 1, shut(2), 0])
    pairs = [{"number": 1, "answer": answer} for answer in ("0 1", "3 0")]
    becomes(one.page, lambda: one.votes, [*pairs, {"number": 2, "answer": "1"}])
    one.play([ANEW])
    for place, key in ((2, "Enter"), (1, " "), (0, "x")):
        one.page.locator("main .token").nth(place).press(key)
    becomes(one.page, lambda: one.votes[3:], [{"number": 3, "answer": "1 2"}])


def test_numbers_to_choose_from_have_no_fault_by_axe_and_a_language_outlives_a_reload(phone):
    """The language chosen on the phone is kept by a reload."""
    one = phone("en")
    one.play([COUNT, 1])
    assert_accessible(one.page)
    one.page.locator(".language").click()
    one.page.reload()
    becomes(one.page, lambda: one.page.evaluate("reads.phone")["ask"], said("zh", "wait"))


COUNTS_DIALS = """() => {
    const later = setTimeout;
    [globalThis.waits, globalThis.dials] = [[], 0];
    globalThis.setTimeout = (does, ms) => { waits.push(ms); return later(does, 0); };
    globalThis.WebSocket = class extends WebSocket {
        constructor(...given) { super(...given); dials++; }
    };
}"""


def test_a_phone_waits_longer_before_each_retry_and_gives_up_once_the_room_has_ended(phone):
    """The waits double up to four seconds, and start again at 500 ms after a connection."""
    one = phone("en")
    one.page.evaluate(COUNTS_DIALS)
    one.play(["1011"])
    growing = [500, 1_000, 2_000, 4_000, 4_000, 4_000]
    becomes(one.page, lambda: one.page.evaluate("waits")[:6], growing)
    one.code = None
    becomes(one.page, lambda: one.page.evaluate("reads.phone")["sent"], "")
    one.page.evaluate("waits.length = 0")
    one.lines[-1].close(code=1011)
    becomes(one.page, lambda: one.page.evaluate("waits"), [500])
    becomes(one.page, lambda: one.page.evaluate("reads.phone")["sent"], "")
    dials = one.page.evaluate("dials")
    one.lines[-1].close(code=phones.GONE)
    becomes(one.page, lambda: one.page.evaluate("reads.phone")["ask"], said("en", "ended"))
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert one.page.evaluate("[waits, dials]") == [[500], dials]


def test_a_phone_that_wakes_before_its_retry_has_one_socket(phone):
    """A phone that wakes several times opens one socket, and its due retry is cancelled."""
    one = phone("en", clock=True)
    one.play(["1011"])
    one.code = None
    becomes(one.page, lambda: one.page.evaluate("reads.phone")["sent"], said("en", "lost"))
    for _ in range(3):
        one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    becomes(one.page, lambda: len(one.lines), 2)
    one.page.clock.run_for(60_000)  # the retry was due after half a second
    assert len(one.lines) == 2
