"""The phones of a class vote: one page of 16 KB without Streamlit, and a web socket for its votes.

Any process of a server can serve a phone, as the rooms are in a file.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any, TypeVar
from urllib.parse import urlsplit

from cachetools import TTLCache, cached
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bpe.player.bundle import document, joined, script, themes
from bpe.player.tokens import PALETTE
from ui.browsers import issued_name, network_of, new_name
from ui.catalogue import LANGUAGES, VARY, Refusal, catalogue, preferred
from ui.vote.rooms import (
    MAX_QUESTIONS,
    MAX_ROOMS,
    ROOM_SECONDS,
    RoomState,
    parse_code,
    shared,
)

COOKIE = "voter"
LOOK_SECONDS = 0.3
"""Seconds between two reads of a room."""

VOTE_SECONDS = 0.15
"""Minimum seconds between two votes of a phone."""

MAX_MESSAGE_CHARS = 1_000

MAX_PHONES, MAX_PHONES_PER_NETWORK = 1_500, 700
"""Maximum number of web sockets of one process; a school has one address for all its classrooms.
nginx allows a few more, so that surplus phones get a reason."""

GONE, UNKNOWN, FULL, BROKEN = 4404, 4403, 1013, 1011
"""Close codes: the room has ended, the browser keeps no cookie, there are too many phones, or the
rooms cannot be read: then the phone dials again."""

_LOG = logging.getLogger(__name__)


def _without_traceback(record: logging.LogRecord) -> bool:
    """Drop the traceback that uvicorn logs for a message that is not UTF-8."""
    if str(record.msg).startswith("Invalid UTF-8 sequence"):
        record.exc_info = None
    return True


logging.getLogger("uvicorn.error").addFilter(_without_traceback)

_HERE = Path(__file__).resolve().parent
_FILES = (PALETTE, *(_HERE / f"phone.{kind}" for kind in ("css", "js")))
_WORDS = (
    "wait", "pick", "other", "sent", "closed", "ended", "lost", "full", "cookie", "word", "count",
    "split", "only", "right", "tied", "wrong", "look",
)  # fmt: skip


@lru_cache(maxsize=len(LANGUAGES))
def _page(lang: str) -> str:
    """Return the page of all phones of a language; it requests the question later.

    It contains the texts of every language, so that a reader can switch.
    """
    words: dict[str, dict[str, str]] = {}
    for each, language in LANGUAGES.items():
        said = catalogue(each)
        words[each] = {name: said[f"vote.phone_{name}"] for name in _WORDS}
        words[each] |= {"title": said["vote.title"], "name": language.name, "lang": language.html}
    title = escape(words[lang]["title"])
    body = Template((_HERE / "phone.html").read_text(encoding="utf-8")).substitute(
        title=title, words=json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    )
    style = themes() + joined(_FILES, ".css")
    return document(lang, title, style, body, script(_FILES), connects=True)


def page(request: Request) -> Response:
    """Return the page of a room, with a voter's cookie for a new browser."""
    code = parse_code(request.path_params["code"])
    try:
        status = 200 if code is not None and shared().exists(code) else 404
    except Refusal:
        status = 503
    lang = preferred(request.headers.get("accept-language", ""))
    answer = HTMLResponse(_page(lang), status_code=status)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers.update(VARY)
    if issued_name(request.cookies.get(COOKIE)) is None:
        seconds, voter = int(ROOM_SECONDS), new_name()
        answer.set_cookie(COOKIE, voter, seconds, path="/v", httponly=True, samesite="lax")
    return answer


_threads = ThreadPoolExecutor(4, "rooms")
"""Threads that read and write the rooms' file: another process may have it locked."""

Result = TypeVar("Result")


async def _in_thread(call: Callable[..., Result], *values: object) -> Result:
    return await asyncio.get_running_loop().run_in_executor(_threads, call, *values)


_phones: Counter[str] = Counter()
"""Network -> its web sockets."""


async def socket(web: WebSocket) -> None:
    """Receive the votes of a phone and send it the state of its room."""
    try:
        is_ours = urlsplit(web.headers.get("origin", "")).netloc == web.headers.get("host")
    except ValueError:  # an origin without an address
        is_ours = False
    if not is_ours:
        await web.close()
        return
    await web.accept()
    code, voter = parse_code(web.path_params["code"]), issued_name(web.cookies.get(COOKIE))
    network = network_of(web.client.host if web.client else None)
    is_full = _phones.total() >= MAX_PHONES or _phones[network] >= MAX_PHONES_PER_NETWORK
    try:
        if code is None or voter is None or is_full:
            await web.close(GONE if code is None else UNKNOWN if voter is None else FULL)
            if code is not None and is_full:
                await _in_thread(shared().turn_away, code)
        else:
            await _listen(web, code, voter, network)
    except Refusal as error:
        _LOG.warning("Phone: %s", error)
        await _close(web, BROKEN)


async def _close(web: WebSocket, why: int = 1000) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the phone has left
        await web.close(why)


async def _listen(web: WebSocket, code: str, voter: str, network: str) -> None:
    """Receive votes until the phone leaves or sends an unexpected message."""
    rooms = shared()
    _phones[network] += 1
    telling = asyncio.create_task(_tell(web, code, voter))
    try:
        while True:
            text = (await web.receive()).get("text")
            if text is None or len(text) > MAX_MESSAGE_CHARS:
                break
            number, answer = parse_vote(text) or (0, "")
            if number and answer in answers(await _in_thread(rooms.question, code, number)):
                is_taken = await _in_thread(rooms.vote, code, number, voter, answer, network)
                reply: dict[str, Any] = {"number": number, "took": answer if is_taken else None}
                if not is_taken and await _in_thread(rooms.is_full, code):
                    reply["full"] = True
                await web.send_text(json.dumps(reply))
            await asyncio.sleep(VOTE_SECONDS)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the phone has left
    finally:
        telling.cancel()
        _phones.subtract([network])
        if not _phones[network]:
            del _phones[network]
    await _close(web)


def parse_vote(text: str) -> tuple[int, str] | None:
    """Return the question number and the answer in a message; None for any other message."""
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"number": int(number), "answer": str(answer)} if (
                type(number) is int and 0 < number <= MAX_QUESTIONS
            ):
                return number, answer
    return None


@lru_cache(maxsize=64)
def answers(question: str) -> frozenset[str]:
    """Return the possible answers to a question, from its payload: see `ui.views.vote`."""
    asked = json.loads(question or "{}")
    if "options" in asked:
        return frozenset(map(str, range(len(asked["options"]))))
    return frozenset(
        f"{left} {right}"
        for _, _, numbers, _ in asked.get("words", ())
        for left, right in pairwise(numbers)
    )


async def _tell(web: WebSocket, code: str, voter: str) -> None:
    """Send a phone the question, its vote, and whether the vote is open, as they change."""
    last: RoomState | None = RoomState(0, False)
    with suppress(WebSocketDisconnect, RuntimeError):
        while last is not None:
            with suppress(Refusal):  # the rooms cannot be read: try again
                state = await asyncio.shield(_state(code))
                if state is not None and state != last:
                    told: dict[str, Any] = {"number": state.number, "open": state.is_open}
                    if state.verdicts:
                        told["verdicts"] = json.loads(state.verdicts)
                    if state.number != last.number:
                        rooms = shared()
                        told["question"] = await _in_thread(rooms.question, code, state.number)
                        told["mine"] = await _in_thread(rooms.voted, code, state.number, voter)
                    await web.send_text(json.dumps(told))
                last = state
            await asyncio.sleep(LOOK_SECONDS)
        await web.close(GONE)


def _this_loop(code: str) -> Hashable:
    return asyncio.get_running_loop(), code


@cached(TTLCache(MAX_ROOMS, LOOK_SECONDS), key=_this_loop)
def _state(code: str) -> asyncio.Task[RoomState | None]:
    """Return the state of a room, shared briefly by all phones of this process."""

    def look() -> RoomState | None:
        shared().use(code)
        return shared().state(code)

    return asyncio.create_task(_in_thread(look))


ROUTES = [
    Route("/v/{code}", page),
    WebSocketRoute("/v/{code}/socket", socket),
]
