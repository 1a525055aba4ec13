"""How many phones a process listens to, and how many of them from one address."""

import asyncio
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from starlette.websockets import WebSocket

from ui.catalogue import Refusal
from ui.vote import phones
from ui.vote.rooms import LENGTH, LETTERS, State

HEADERS = [(b"host", b"app"), (b"origin", b"http://app"), (b"cookie", b"voter=v")]


class Room:
    """One in which nothing is asked."""

    turned_away = False

    def state(self, code):
        return State(0, False)

    def use(self, code):
        pass

    def question(self, code, number):
        return ""

    def turn_away(self, code):
        Room.turned_away = True


@pytest.fixture
def dial(monkeypatch):
    """Return what opens a socket from an address, for as long as a loop runs, and says the last it
    was told: accepted, or closed and why.
    """
    monkeypatch.setattr(phones, "shared", Room)
    monkeypatch.setattr(phones, "MOST_PHONES", 4)
    monkeypatch.setattr(phones, "MOST_OF_ONE", 2)
    assert not phones._phones

    async def dial(*addresses: str) -> list[object]:
        said, calls = [], []
        for address in addresses:
            told: list[dict] = []

            async def send(message, told=told):
                told.append(message)

            coming = asyncio.Queue()
            coming.put_nowait({"type": "websocket.connect"})
            scope = {
                "type": "websocket",
                "path_params": {"code": LETTERS[:LENGTH]},
                "headers": HEADERS,
                "client": (address, 1),
            }
            calls.append(asyncio.create_task(phones.socket(WebSocket(scope, coming.get, send))))
            await asyncio.sleep(0)
            said.append(told[-1].get("code", "in"))
        for call in calls:
            call.cancel()
            with suppress(asyncio.CancelledError):
                await call
        return said

    with ThreadPoolExecutor(1) as apart:  # a browser test before leaves a loop in this thread
        yield lambda *addresses: apart.submit(asyncio.run, dial(*addresses)).result()


def test_one_address_leaves_places_to_the_others(dial):
    """As a reader who opens sockets by the thousand; all have room again once they have gone."""
    assert dial("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2") == ["in", "in", phones.FULL, "in"]
    assert dial("10.0.0.1", "10.0.0.2") == ["in", "in"]


def test_all_addresses_together_have_so_many_places(dial, monkeypatch):
    monkeypatch.setattr(Room, "turned_away", False)
    assert dial(*(f"10.0.0.{each}" for each in range(5))) == ["in"] * 4 + [phones.FULL]
    assert Room.turned_away


def talk(messages: list[dict], origin: bytes = b"http://app") -> list[dict]:
    """Return what a phone is sent that sends these messages, then leaves."""
    told: list[dict] = []
    coming = iter([{"type": "websocket.connect"}, *messages])

    async def receive():
        await asyncio.sleep(0)
        return next(coming, {"type": "websocket.disconnect", "code": 1001})

    async def send(message):
        told.append(message)

    scope = {
        "type": "websocket",
        "path_params": {"code": LETTERS[:LENGTH]},
        "headers": [HEADERS[0], (b"origin", origin), HEADERS[2]],
        "client": ("10.0.0.1", 1),
    }
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, phones.socket(WebSocket(scope, receive, send))).result()
    return told


@pytest.mark.parametrize(
    "origin", [b"http://[", b"http://elsewhere", b"", b"\xff", b"http://app:x/"]
)
def test_an_origin_that_is_not_this_server_is_refused(origin):
    """Also one that is no address, which costs no traceback."""
    assert [each["type"] for each in talk([], origin)] == ["websocket.close"]


ODD = [
    {"bytes": b"x"},
    {"bytes": b"x", "text": None},
    {"text": None},
    {"text": "[" * 999},
    {"text": "9" * 999},
    {"text": '{"number": 1, "answer": "\\ud800"}'},
    {"text": '{"number": NaN, "answer": ""}'},
    {"text": "\x00"},
    {"text": "x" * 2_000},
]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_message_ends_the_socket_or_is_ignored(odd, monkeypatch):
    monkeypatch.setattr(phones, "shared", Room)
    monkeypatch.setattr(phones, "REST", 0)
    told = talk([{"type": "websocket.receive", **odd}])
    assert {each["type"] for each in told} <= {"websocket.accept", "websocket.close"}


@pytest.mark.parametrize(
    ("taken", "is_full", "said"),
    [
        (True, True, {"took": "0"}),
        (False, False, {"took": None}),
        (False, True, {"took": None, "full": True}),
    ],
)
def test_a_vote_is_confirmed_or_said_not_to_count(monkeypatch, taken, is_full, said):
    """In the longest message, on the last question."""

    class Voting(Room):
        def question(self, code, number):
            return '{"options": ["7"]}'

    monkeypatch.setattr(Voting, "vote", lambda *_: taken, raising=False)
    monkeypatch.setattr(Voting, "is_full", lambda *_: is_full, raising=False)
    monkeypatch.setattr(phones, "shared", Voting)
    vote = {"number": phones.MOST_QUESTIONS, "answer": "0"}
    message = json.dumps(vote).ljust(phones.LONGEST)
    told = talk([{"type": "websocket.receive", "text": message}])
    assert [json.loads(each["text"]) for each in told if "text" in each] == [
        {"number": phones.MOST_QUESTIONS, **said}
    ]


def test_rooms_that_cannot_be_read_cost_a_phone_one_line_in_the_log(monkeypatch, caplog):
    """It is told to dial again."""

    class Broken(Room):
        def question(self, code, number):
            raise Refusal("vote_disk")

    monkeypatch.setattr(phones, "shared", Broken)
    told = talk([{"type": "websocket.receive", "text": '{"number": 1, "answer": "0 1"}'}])
    assert told[-1] == {"type": "websocket.close", "code": phones.BROKEN, "reason": ""}
    [line] = [each.message for each in caplog.records if each.name == phones.__name__]
    assert "cannot be read" in line
    assert "\n" not in line


def test_a_message_that_is_no_utf_8_costs_one_line_in_the_log(caplog):
    """The server itself refuses it, in these words; every other error keeps its traceback."""
    log = logging.getLogger("uvicorn.error")
    for said in ("Invalid UTF-8 sequence received from client.", "Exception in ASGI application"):
        try:
            b"\xff".decode()
        except UnicodeDecodeError:
            log.exception(said)
    shown = [logging.Formatter().format(record) for record in caplog.records]
    assert ["Traceback" in each for each in shown] == [False, True]
