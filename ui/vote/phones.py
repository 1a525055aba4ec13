"""The phones of a class vote: one page of 16 KB without Streamlit, and a web socket for its votes.

Any process of a server can answer a phone, as the rooms are in a file.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from html import escape
from itertools import pairwise
from pathlib import Path
from secrets import token_urlsafe
from string import Template
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ui.catalogue import LANGUAGES, Refusal, catalogue, preferred
from ui.draw.tokens import PALETTE
from ui.shell.component import document, joined, script, themes
from ui.vote.rooms import MOST_QUESTIONS, MOST_ROOMS, SECONDS, State, as_code, place_of, shared

COOKIE = "voter"
LOOK = 0.3
"""Seconds between two looks at a room."""

REST = 0.15
"""Seconds between two votes of a phone, at least."""

LONGEST = 1_000
"""Characters of a message from a phone."""

MOST_PHONES, MOST_OF_ONE = 1_500, 700
"""Web sockets of one process, and of one address: a school has one for all its classrooms. Of all
that nginx lets in from there, some are left, so that who is too many is told."""

GONE, UNKNOWN, FULL, BROKEN = 4404, 4403, 1013, 1011
"""Close codes: the room has ended, the browser keeps no cookie, there are too many phones, or the
rooms cannot be read: such a phone dials again."""

_LOG = logging.getLogger(__name__)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Drop the traceback that uvicorn logs of a message that is no UTF-8."""
    if str(record.msg).startswith("Invalid UTF-8 sequence"):
        record.exc_info = None
    return True


logging.getLogger("uvicorn.error").addFilter(_in_one_line)

_HERE = Path(__file__).resolve().parent
_FILES = (PALETTE, *(_HERE / f"phone.{kind}" for kind in ("css", "js")))
_WORDS = (
    "wait", "pick", "other", "sent", "closed", "ended", "lost", "full", "cookie", "word", "count",
    "split", "only", "right", "tied", "wrong", "look",
)  # fmt: skip


async def page(request: Request) -> Response:
    """Return the page of a room, with a voter's cookie for a new browser."""
    answer = HTMLResponse(
        _page(preferred(request.headers.get("accept-language", ""))),
        status_code=_status(as_code(request.path_params["code"])),
    )
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    if COOKIE not in request.cookies:
        answer.set_cookie(
            COOKIE,
            token_urlsafe(18),
            max_age=int(SECONDS),
            path="/v",
            httponly=True,
            samesite="lax",
        )
    return answer


def _status(code: str | None) -> int:
    try:
        return 200 if code is not None and shared().is_there(code) else 404
    except Refusal:
        return 503


async def socket(web: WebSocket) -> None:
    """Take the votes of a phone and tell it the state of its room while it listens."""
    code, voter = as_code(web.path_params["code"]), web.cookies.get(COOKIE)
    if not _is_of_page(web):
        await web.close()
        return
    await web.accept()
    place = place_of(web.client.host if web.client else None)
    try:
        is_full = _phones.total() >= MOST_PHONES or _phones[place] >= MOST_OF_ONE
        if code is None or voter is None or is_full:
            if code is not None and is_full:
                shared().turn_away(code)
            await web.close(GONE if code is None else UNKNOWN if voter is None else FULL)
            return
        await _listen(web, code, voter, place)
    except Refusal as error:
        _LOG.warning("Phone: %s", error)
        await _close(web, BROKEN)


def _is_of_page(web: WebSocket) -> bool:
    """Whether the socket was opened by a page of this server."""
    try:
        return urlsplit(web.headers.get("origin", "")).netloc == web.headers.get("host")
    except ValueError:  # an origin that is no address
        return False


async def _listen(web: WebSocket, code: str, voter: str, place: str) -> None:
    """Take votes until the phone leaves or sends what no page of ours does."""
    _phones[place] += 1
    telling = asyncio.create_task(_tell(web, code, voter))
    try:
        while True:
            text = (await web.receive()).get("text")
            if text is None or len(text) > LONGEST:
                break
            if vote := _vote(text):
                await _take(web, code, voter, place, *vote)
            await asyncio.sleep(REST)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has left
    finally:
        telling.cancel()
        _phones.subtract([place])
        if not _phones[place]:
            del _phones[place]
    await _close(web)


async def _close(web: WebSocket, why: int = 1000) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await web.close(why)


ROUTES = [
    Route("/v/{code}", page),
    WebSocketRoute("/v/{code}/socket", socket),
]
"""What stands beside the app's pages at its address."""

_phones: Counter[str] = Counter()
_seen: dict[str, tuple[float, State | None]] = {}


def _state(code: str) -> State | None:
    """Return the state of a room: one look serves all phones of this process."""
    looked, state = _seen.get(code, (float("-inf"), None))
    if time.monotonic() - looked > LOOK:
        state = shared().state(code)
        if len(_seen) > MOST_ROOMS:
            _seen.clear()
        _seen[code] = time.monotonic(), state
        shared().use(code)
    return state


async def _tell(web: WebSocket, code: str, voter: str) -> None:
    """Send a phone the question, its vote, and whether the vote is open, as they change."""
    last: State | None = State(0, False)
    with suppress(WebSocketDisconnect, RuntimeError):
        while last is not None:
            with suppress(Refusal):  # the rooms cannot be read: look again
                state = _state(code)
                if state is not None and state != last:
                    await web.send_text(json.dumps(_told(code, voter, state, last)))
                last = state
            await asyncio.sleep(LOOK)
        await web.close(GONE)


def _told(code: str, voter: str, state: State, last: State) -> dict[str, Any]:
    """Return the state of a room for a phone; with the question where it is a new one."""
    told: dict[str, Any] = {"number": state.number, "open": state.is_open}
    if state.verdicts:
        told["verdicts"] = json.loads(state.verdicts)
    if state.number != last.number:
        told["question"] = shared().question(code, state.number)
        told["mine"] = shared().voted(code, state.number, voter)
    return told


def _vote(text: str) -> tuple[int, str] | None:
    """Read the number of a question and an answer; None of any other message."""
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"number": int(number), "answer": str(answer)} if (
                type(number) is int and 0 < number <= MOST_QUESTIONS
            ):
                return number, answer
    return None


async def _take(
    web: WebSocket, code: str, voter: str, place: str, number: int, answer: str
) -> None:
    """Take a vote and confirm it; what answers no question of the room is ignored."""
    rooms = shared()
    if answer in answers(rooms.question(code, number)):
        taken = rooms.vote(code, number, voter, answer, place)
        said = {"number": number, "took": answer if taken else None}
        if not taken and rooms.is_full(code):
            said["full"] = True
        await web.send_text(json.dumps(said))


@lru_cache(maxsize=64)
def answers(question: str) -> frozenset[str]:
    """Return the answers that a question can have: see `ui.vote.questions`."""
    asked = json.loads(question or "{}")
    if "options" in asked:
        return frozenset(map(str, range(len(asked["options"]))))
    return frozenset(
        f"{left} {right}"
        for _, _, numbers, _ in asked.get("words", ())
        for left, right in pairwise(numbers)
    )


@lru_cache(maxsize=len(LANGUAGES))
def _page(lang: str) -> str:
    """Write the page that all phones of a language get; what is asked comes later.

    It has the words of every language: whoever reads another one than the browser says changes it.
    """
    words = {each: _words(each) for each in LANGUAGES}
    data = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    title = words[lang]["title"]
    body = Template((_HERE / "phone.html").read_text(encoding="utf-8")).substitute(
        title=escape(title), words=data
    )
    style = themes() + joined(_FILES, ".css")
    return document(lang, escape(title), style, body, script(_FILES), connects=True)


def _words(lang: str) -> dict[str, str]:
    said = {name: catalogue(lang)[f"vote.phone_{name}"] for name in _WORDS}
    named = {"title": catalogue(lang)["vote.title"], "name": LANGUAGES[lang].name}
    return said | named | {"lang": LANGUAGES[lang].html}
