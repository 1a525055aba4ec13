"""What the server gives phones in a class vote: one small page, and a web socket for its votes.

No Streamlit: a page of a few kilobytes, which draws the question that it is sent and sends back one
of the answers it was given. Any process of a serving can answer, as the rooms are in a file.
"""

import asyncio
import json
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

from ui.catalogue import catalogue
from ui.draw import CHIPS, PALETTE
from ui.languages import LANGUAGES, preferred
from ui.shell.component import joined
from ui.shell.document import document, themes
from ui.vote.rooms import MOST_QUESTIONS, MOST_ROOMS, SECONDS, State, as_code, place_of, shared

COOKIE = "voter"
LOOK = 0.3
"""Seconds between two looks at a room that has phones."""

REST = 0.15
"""Seconds that a phone waits between two votes at least."""

LONGEST = 1_000
"""Characters of a message from a phone."""

MOST_PHONES, MOST_OF_ONE = 1_500, 700
"""Web sockets of one process, and of one address: a school has one for all its classrooms. Of all
that nginx lets in from there, some are left, so that who is too many is told."""

GONE, UNKNOWN, FULL = 4404, 4403, 1013
"""Why a phone is sent away: its room has ended, its browser keeps no cookie, there are too many."""

_HERE = Path(__file__).resolve().parent
_FILES = (PALETTE, CHIPS, *(_HERE / f"phone.{kind}" for kind in ("css", "js")))
_WORDS = (
    "wait", "pick", "other", "sent", "closed", "ended", "lost", "full", "cookie", "word", "count",
    "split", "only",
)  # fmt: skip


async def page(request: Request) -> Response:
    """Return the page of a room, and give a browser that comes first its one vote."""
    code = as_code(request.path_params["code"])
    found = code is not None and shared().is_there(code)
    answer = HTMLResponse(
        _page(preferred(request.headers.get("accept-language", ""))),
        status_code=200 if found else 404,
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


async def socket(web: WebSocket) -> None:
    """Tell a phone where its room is, as long as it listens, and take its votes."""
    code, voter = as_code(web.path_params["code"]), web.cookies.get(COOKIE)
    origin = urlsplit(web.headers.get("origin", "")).netloc
    if origin != web.headers.get("host"):
        await web.close()
        return
    await web.accept()
    place = place_of(web.client.host if web.client else None)
    is_full = _phones.total() >= MOST_PHONES or _phones[place] >= MOST_OF_ONE
    if code is None or voter is None or is_full:
        if code is not None and is_full:
            shared().turn_away(code)
        await web.close(GONE if code is None else UNKNOWN if voter is None else FULL)
        return
    _phones[place] += 1
    telling = asyncio.create_task(_tell(web, code, voter))
    try:
        while True:
            text = await web.receive_text()
            if len(text) > LONGEST:
                break
            await _take(web, code, voter, place, text)
            await asyncio.sleep(REST)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass  # it has left
    finally:
        telling.cancel()
        _phones.subtract([place])
        if not _phones[place]:
            del _phones[place]
        with suppress(WebSocketDisconnect, RuntimeError):
            await web.close()


ROUTES = [
    Route("/v/{code}", page),
    WebSocketRoute("/v/{code}/socket", socket),
]
"""What stands beside the app's pages at its address."""

_phones: Counter[str] = Counter()
_seen: dict[str, tuple[float, State | None]] = {}


def _state(code: str) -> State | None:
    """Return where a room is: for all phones of this process, one look serves."""
    looked, state = _seen.get(code, (float("-inf"), None))
    if time.monotonic() - looked > LOOK:
        state = shared().state(code)
        shared().use(code)
        if len(_seen) > MOST_ROOMS:
            _seen.clear()
        _seen[code] = time.monotonic(), state
    return state


async def _tell(web: WebSocket, code: str, voter: str) -> None:
    """Send a phone the question, what it has voted, and whether votes are taken, as they change."""
    rooms, last = shared(), State(0, False)
    with suppress(WebSocketDisconnect, RuntimeError):
        while state := _state(code):
            if state != last:
                told: dict[str, Any] = {"number": state.number, "open": state.is_open}
                if state.number != last.number:
                    told["question"] = rooms.question(code, state.number)
                    told["mine"] = rooms.voted(code, state.number, voter)
                await web.send_text(json.dumps(told))
                last = state
            await asyncio.sleep(LOOK)
        await web.close(GONE)


async def _take(web: WebSocket, code: str, voter: str, place: str, text: str) -> None:
    """Take a vote and answer it; what is none of the answers is nothing."""
    with suppress(ValueError, RecursionError):
        match json.loads(text):
            case {"number": int(number), "answer": str(answer)} if (
                type(number) is int and 0 < number <= MOST_QUESTIONS
            ):
                rooms = shared()
                if answer in answers(rooms.question(code, number)):
                    taken = rooms.vote(code, number, voter, answer, place)
                    said = {"number": number, "took": answer if taken else None}
                    if not taken and rooms.is_full(code):
                        said["full"] = True
                    await web.send_text(json.dumps(said))


@lru_cache(maxsize=64)
def answers(question: str) -> frozenset[str]:
    """Return what can be answered to a question: see `ui.vote.questions` and `ui.vote.options`."""
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
    style, script = themes() + joined(_FILES, ".css"), joined(_FILES, ".js")
    return document(lang, escape(title), style, body, script, connects=True)


def _words(lang: str) -> dict[str, str]:
    said = {name: catalogue(lang)[f"vote.phone_{name}"] for name in _WORDS}
    named = {"title": catalogue(lang)["vote.title"], "name": LANGUAGES[lang].name}
    return said | named | {"lang": LANGUAGES[lang].html}
