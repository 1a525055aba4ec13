"""Phones: their number is limited, and each vote on the current question is confirmed."""

import asyncio
import json
import logging
import threading
from contextlib import suppress

import pytest
from starlette.websockets import WebSocket

from ui.browsers import new_name
from ui.catalogue import Refusal
from ui.vote import phones
from ui.vote.rooms import CODE_CHARS, CODE_LETTERS, RoomState

VOTER = f"{phones.COOKIE}={new_name()}".encode()


def scope_of(
    address: str = "10.0.0.1", origin: bytes = b"http://app", cookie: bytes = VOTER
) -> dict:
    headers = [(b"host", b"app"), (b"origin", origin), (b"cookie", cookie)]
    code = {"code": CODE_LETTERS[:CODE_CHARS]}
    return {"type": "websocket", "path_params": code, "headers": headers, "client": (address, 1)}


class Room:
    """A room without a question."""

    turned_away = False

    def state(self, code):
        return RoomState(0, False)

    def use(self, code):
        pass

    def question(self, code, number):
        return ""

    def turn_away(self, code):
        Room.turned_away = True


@pytest.fixture
def dial(monkeypatch):
    """Return a function that opens sockets from these addresses in one event loop.

    For each socket, the function returns "in" if it was accepted, or the code with which it was
    closed.
    """
    monkeypatch.setattr(phones, "shared", Room)
    monkeypatch.setattr(phones, "MAX_PHONES", 4)
    monkeypatch.setattr(phones, "MAX_PHONES_PER_NETWORK", 2)
    assert not phones._phones

    async def dial(*addresses: str) -> list[object]:
        said, calls = [], []
        for address in addresses:
            told: list[dict] = []

            async def send(message, told=told):
                told.append(message)

            coming = asyncio.Queue()
            coming.put_nowait({"type": "websocket.connect"})
            socket = WebSocket(scope_of(address), coming.get, send)
            calls.append(asyncio.create_task(phones.socket(socket)))
            await asyncio.sleep(0)
            said.append(told[-1].get("code", "in"))
        for call, was_told in zip(calls, said, strict=True):
            if was_told == "in":
                call.cancel()  # a call that was turned away ends by itself
            with suppress(asyncio.CancelledError):
                await call
        return said

    return lambda *addresses: asyncio.run(dial(*addresses))


def test_one_address_leaves_places_to_the_others(dial, monkeypatch):
    """Phones that left make room again, and the room notes a phone that was turned away."""
    assert dial("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2") == ["in", "in", phones.FULL, "in"]
    assert dial("10.0.0.1", "10.0.0.2") == ["in", "in"]
    monkeypatch.setattr(Room, "turned_away", False)
    assert dial(*(f"10.0.0.{each}" for each in range(5))) == ["in"] * 4 + [phones.FULL]
    assert Room.turned_away


def talk(messages: list[dict], **asked: bytes) -> list[dict]:
    """Send these messages as a phone, then disconnect; return the messages it was sent."""
    told: list[dict] = []
    coming = iter([{"type": "websocket.connect"}, *messages])

    async def receive():
        await asyncio.sleep(0)
        return next(coming, {"type": "websocket.disconnect", "code": 1001})

    async def send(message):
        told.append(message)

    asyncio.run(phones.socket(WebSocket(scope_of(**asked), receive, send)))
    return told


@pytest.mark.parametrize(
    "origin", [b"http://[", b"http://elsewhere", b"", b"\xff", b"http://app:x/"]
)
def test_an_origin_that_is_not_this_server_is_refused(origin):
    """An invalid origin is refused without a traceback, and so is a browser without a cookie."""
    assert [each["type"] for each in talk([], origin=origin)] == ["websocket.close"]
    for forged in (b"", b"voter=v", VOTER + b"x"):
        assert talk([], cookie=forged)[-1]["code"] == phones.UNKNOWN


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
    monkeypatch.setattr(phones, "VOTE_SECONDS", 0)
    told = talk([{"type": "websocket.receive", **odd}])
    assert {each["type"] for each in told} <= {"websocket.accept", "websocket.close"}


def none_of(vote: dict) -> list[dict]:
    """Return votes with a wrong number of a question, or with an answer that it does not have."""
    return [vote | other for other in ({"number": True}, {"number": 0}, {"answer": "1"})]


@pytest.mark.parametrize(
    ("taken", "is_full", "said"),
    [
        (True, True, {"took": "0"}),
        (False, False, {"took": None}),
        (False, True, {"took": None, "full": True}),
    ],
)
def test_a_vote_is_confirmed_or_said_not_to_count(monkeypatch, taken, is_full, said):
    """A vote of the maximum length on the last question is answered; invalid votes are ignored."""

    class Voting(Room):
        def question(self, code, number):
            return '{"options": ["7"]}'

    monkeypatch.setattr(Voting, "vote", lambda *_: taken, raising=False)
    monkeypatch.setattr(Voting, "is_full", lambda *_: is_full, raising=False)
    monkeypatch.setattr(phones, "shared", Voting)
    monkeypatch.setattr(phones, "VOTE_SECONDS", 0)
    vote = {"number": phones.MAX_QUESTIONS, "answer": "0"}
    message = json.dumps(vote).ljust(phones.MAX_MESSAGE_CHARS)
    junk = ("", "{", "[]", "null", '{"number": 1}', *map(json.dumps, none_of(vote)))
    told = talk([{"type": "websocket.receive", "text": each} for each in (*junk, message)])
    assert [json.loads(each["text"]) for each in told if "text" in each] == [
        {"number": phones.MAX_QUESTIONS, **said}
    ]


def test_while_another_process_has_the_rooms_locked_the_app_goes_on(monkeypatch):
    """Only the phone waits, in a thread, while the event loop continues."""
    locked, ticks = threading.Event(), []

    class Locked(Room):
        def question(self, code, number):
            locked.wait(20)
            return ""

    monkeypatch.setattr(phones, "shared", Locked)

    async def run():
        coming = asyncio.Queue()
        coming.put_nowait({"type": "websocket.connect"})
        coming.put_nowait({"type": "websocket.receive", "text": '{"number": 1, "answer": "0"}'})

        async def send(message):
            pass

        call = asyncio.create_task(phones.socket(WebSocket(scope_of(), coming.get, send)))
        for _ in range(20):
            await asyncio.sleep(0.01)
            ticks.append(locked.is_set())
        locked.set()
        coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await call

    threading.Timer(10, locked.set).start()
    asyncio.run(run())
    assert ticks == [False] * 20


def test_one_look_at_a_room_serves_all_its_phones(monkeypatch):
    """Fifty requests at once share one look, also if it raises an error."""
    looks = []

    class Broken(Room):
        def use(self, code):
            looks.append(code)
            raise Refusal("vote_disk")

    monkeypatch.setattr(phones, "shared", Broken)

    async def run():
        answers = [asyncio.shield(phones._state("abcdef")) for _ in range(50)]
        return await asyncio.gather(*answers, return_exceptions=True)

    assert {type(each) for each in asyncio.run(run())} == {Refusal}
    assert looks == ["abcdef"]


def test_rooms_that_cannot_be_read_cost_a_phone_one_line_in_the_log(monkeypatch, caplog):
    """The phone's socket is closed with `BROKEN`, so that the phone connects again.

    A message that is not UTF-8 is logged by the server without a traceback.
    """

    class Broken(Room):
        def question(self, code, number):
            raise Refusal("vote_disk")

    monkeypatch.setattr(phones, "shared", Broken)
    told = talk([{"type": "websocket.receive", "text": '{"number": 1, "answer": "0 1"}'}])
    assert told[-1] == {"type": "websocket.close", "code": phones.BROKEN, "reason": ""}
    [line] = [each.message for each in caplog.records if each.name == phones.__name__]
    assert "cannot be read" in line
    assert "\n" not in line
    caplog.clear()
    log = logging.getLogger("uvicorn.error")
    for said in ("Invalid UTF-8 sequence received from client.", "Exception in ASGI application"):
        try:
            b"\xff".decode()
        except UnicodeDecodeError:
            log.exception(said)
    shown = [logging.Formatter().format(record) for record in caplog.records]
    assert ["Traceback" in each for each in shown] == [False, True]
