"""The layers between browsers and the app: socket messages, browser names, and uploads."""

import asyncio
import os
import selectors
from errno import ENOSPC
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui import logs, middleware, shims, state
from ui.browsers import issued_name
from ui.catalogue import Refusal
from ui.shims import MAX_FILES
from ui.spool import file_of


def message(**fields) -> bytes:
    """Return a message in the format that Streamlit's page sends."""
    made = BackMsg()
    for name, value in fields.items():
        if name == "files":
            made.file_urls_request.file_names.extend([f"{at}.txt" for at in range(value)])
        elif name == "states":
            for state in value:
                made.rerun_script.widget_states.widgets.add(id="x", json_value=state)
        elif name == "query":
            made.rerun_script.query_string = value
        elif name == "operation":
            getattr(made.backend_operation_request, value).SetInParent()
        else:
            setattr(made, name, value)
    return made.SerializeToString()


def conversation(path: str, *sent: bytes | str) -> tuple[list, list]:
    """Send messages over a socket; return what the app receives and what the browser is sent."""
    heard, told = [], []

    async def app(scope, receive, send):
        for _ in sent:
            got = await receive()
            heard.append(got.get("bytes") or got.get("text") or got["code"])
            if got["type"] == "websocket.disconnect":
                return

    async def run():
        waiting = iter(sent)

        async def receive():
            data = next(waiting)
            kind = "bytes" if isinstance(data, bytes) else "text"
            return {"type": "websocket.receive", kind: data}

        async def send(each):
            told.append(each)

        await middleware.SocketGuard(app)({"type": "websocket", "path": path}, receive, send)

    asyncio.run(run())
    return heard, told


STREAM = "/below/_stcore/stream"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (message(query="a=b"), None),
        (message(app_heartbeat=True), None),
        (message(files=MAX_FILES), None),
        (message(operation="deferred_file"), None),
        (message(load_git_info=True), middleware.POLICY),
        (message(clear_cache=True), middleware.POLICY),
        (message(debug_shutdown_runtime=True), middleware.POLICY),
        (message(files=MAX_FILES + 1), middleware.POLICY),
        (message(operation="install_skills"), middleware.POLICY),
        (message(states=['{"step": [1, 2]}', "[" * 10 + "]" * 10]), None),
        (message(states=["1"] * 1_000), None),
        (message(states=["1"] * 1_001), middleware.POLICY),
        (message(states=["[" * 11 + "]" * 11]), middleware.POLICY),
        (message(states=["[" * 200_000 + "]" * 200_000]), middleware.POLICY),
        (message(states=["9" * 400_000]), middleware.POLICY),
        (message(states=["{"]), middleware.POLICY),
        (b"\xff\xff", middleware.POLICY),
        (b"", middleware.POLICY),
        ("text", middleware.POLICY),
    ],
    ids=[
        *("rerun", "heartbeat", "files", "download", "git", "cache", "shutdown", "too many files"),
        *("skills", "states", "widgets", "too many widgets", "deep", "deeper", "digits", "no JSON"),
        *("junk", "nothing", "text"),
    ],
)
def test_what_pages_send_reaches_the_app_and_all_else_closes_the_socket(
    data, code, caplog, monkeypatch
):
    """A valid message reaches the app unchanged.

    After any other message the socket is closed, the app gets a disconnect, and the log has one
    line.
    """
    monkeypatch.setattr(logs, "LINES_A_MINUTE", 1_000)
    closed = [{"type": "websocket.close", "code": code}] if code else []
    assert conversation(STREAM, data) == ([code or data], closed)
    assert len(caplog.records) == len(closed)


def test_another_socket_may_say_anything_and_what_comes_too_fast_waits(monkeypatch):
    """A phone's socket of a vote may send text; messages beyond a burst wait longer and longer."""
    monkeypatch.setattr(middleware, "BURST", 5)
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(middleware.asyncio, "sleep", sleep)
    monkeypatch.setattr(middleware.time, "monotonic", lambda: 1.0)
    assert conversation("/v/ABCD/ws", *["vote"] * 8) == (["vote"] * 8, [])
    late = [each / middleware.MESSAGES_A_SECOND for each in (1, 2, 3)]
    assert waits == pytest.approx([0.0] * 5 + late)


HALF = middleware.MAX_SECONDS / 2


class Clock(selectors.DefaultSelector):
    """A selector whose clock jumps to the time for which the event loop waits."""

    now = 0.0

    def select(self, timeout=None):
        found = super().select(0)
        self.now += 0 if found else timeout or 0
        return found


def at_once(coroutine) -> None:
    """Run a coroutine to its end in an event loop that does not really wait."""
    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now
    loop.run_until_complete(coroutine)
    loop.close()


def conversation_over(*lines: tuple[str, float]) -> list[str | int]:
    """Return what both sides hear; each line is the sending side and the seconds before it."""
    told = []

    async def browser(after):
        await asyncio.sleep(after)
        return {"type": "websocket.receive", "text": "browser"}

    async def talk():
        coming = iter(
            [after for side, after in lines if side == "browser"] + [9 * middleware.MAX_SECONDS]
        )

        async def app(scope, receive, send):
            async def server():
                for after in (after for side, after in lines if side == "server"):
                    await asyncio.sleep(after)
                    await send({"type": "websocket.send", "text": "server"})

            speaking = asyncio.create_task(server())
            while (message := await receive())["type"] == "websocket.receive":
                told.append(message["text"])
            told.append(message["code"])
            speaking.cancel()

        async def sent(message):
            told.append(message.get("code") or message["text"])

        await middleware.IdleTimeout(app)(
            {"type": "websocket"}, lambda: browser(next(coming)), sent
        )

    at_once(talk())
    return told


def test_a_web_socket_without_a_message_from_either_side_is_closed():
    """A message from one side keeps the socket open, as a voting phone is silent for long.

    When the socket is closed, the app is told, too.
    """
    assert conversation_over() == [middleware.GOING_AWAY, middleware.GOING_AWAY]
    talked = conversation_over(*[("browser", HALF)] * 4)
    assert talked == ["browser"] * 4 + [middleware.GOING_AWAY] * 2
    heard = conversation_over(*[("server", HALF)] * 4)
    assert heard == ["server"] * 4 + [middleware.GOING_AWAY] * 2


def test_a_message_to_a_reader_who_has_just_left_is_no_error():
    """Streamlit reads on until it is told that the reader has left."""
    read = []

    async def app(scope, receive, send):
        web = WebSocket(scope, receive, send)
        await web.accept()
        await web.send_bytes(b"to a reader who has left")
        with pytest.raises(WebSocketDisconnect):
            await web.receive_bytes()
        read.append("left")

    coming = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}])

    async def receive():
        return next(coming)

    async def sent(message):
        if message["type"] == "websocket.send":
            raise ConnectionResetError

    asyncio.run(middleware.IdleTimeout(app)({"type": "websocket"}, receive, sent))
    assert read == ["left"]


def given(kind="text/html; charset=utf-8", cookie=None, **scope):
    """Request a page from the server; return the cookies that it sets."""
    page = Response("page", headers={"content-type": kind, "x-other": "stays"})
    asked = {"host": "a"} if cookie is None else {"host": "a", "cookie": cookie}
    head, body = answered(middleware.ReaderCookie(page), "/", asked, **scope)
    assert (body, head["x-other"]) == (b"page", "stays")
    named = head.getlist("set-cookie")
    assert head.getlist("cache-control") == ["private"] * len(named), "no proxy gives it to others"
    return named


def test_a_page_gives_a_name_that_nobody_can_guess_and_no_script_can_read(monkeypatch):
    """Each browser gets another name, with TLS as a secure cookie; a valid name is kept."""
    [first], [second] = given(), given(scheme="https")
    said, *attributes = first.split("; ", 1)
    assert attributes == ["HttpOnly; Path=/; SameSite=lax"]
    assert second.endswith("; HttpOnly; Path=/; SameSite=lax; Secure")
    assert second.split("; ")[0] != said
    assert given(cookie=f"other=1; {said}") == []
    cookie = said.removeprefix(f"{middleware.COOKIE}=")
    name = issued_name(cookie)
    assert len(name) == 32
    # A browser sends many requests at once: each answer would give it another name.
    assert given(kind="text/javascript") == given(method="POST") == []
    monkeypatch.setattr("ui.state.reader", lambda: "tab")
    monkeypatch.setattr("ui.state.cookie", {middleware.COOKIE: cookie}.get)
    assert (state.browser_name(), state.owner()) == (name, name)


@pytest.mark.parametrize(
    "forged", ["", "short", "a" * 32, f"{'a' * 32}.{'b' * 27}", "ä.ö", ".", None]
)
def test_a_name_that_was_not_given_here_is_none(forged, monkeypatch):
    """A browser with a forged name gets a new one, and only its session identifies it."""
    if forged is not None:
        assert len(given(cookie=f"{middleware.COOKIE}={forged}")) == 1
    monkeypatch.setattr("ui.state.reader", lambda: "tab")
    monkeypatch.setattr("ui.state.cookie", {middleware.COOKIE: forged}.get)
    assert (state.browser_name(), state.owner()) == (None, "tab")


class Bodies:
    """Requests with bodies, each of which is answered once the test sets its event."""

    def __init__(self):
        self.reading, self.answered = [], {}
        self.budget = middleware.BodyBudget(self._app)

    async def _app(self, scope, receive, send):
        self.reading.append(scope["path"])
        await scope["ends"].wait()
        await Response(status_code=204)(scope, receive, send)

    def ask(self, name: str, size: int | None = None, host: str = "10.0.0.1", method: str = "PUT"):
        """Begin a request; without a size, the request has no content-length."""
        headers = [] if size is None else [(b"content-length", str(size).encode())]
        ends = asyncio.Event()
        scope = {"type": "http", "method": method, "path": name, "headers": headers}
        scope |= {"client": (host, 1), "ends": ends}

        async def send(sent):
            self.answered.setdefault(name, sent.get("status"))

        asyncio.get_running_loop().create_task(self.budget(scope, None, send))
        return ends


async def turn():
    for _ in range(10):
        await asyncio.sleep(0)


def test_bodies_of_requests_are_read_within_a_budget_of_bytes(monkeypatch):
    """Bodies wait if they exceed the budget of all networks or of their own network.

    Requests without a body and other networks do not wait. An unknown or too large size counts as
    the largest allowed.
    """
    monkeypatch.setattr(middleware, "MAX_BODY_BYTES", 8)
    monkeypatch.setattr(middleware, "MAX_BODIES_BYTES", 14)
    monkeypatch.setattr(middleware, "MAX_BODIES_BYTES_PER_NETWORK", 9)

    async def run():
        bodies = Bodies()
        first = bodies.ask("first", 8)
        bodies.ask("second", 2)
        bodies.ask("page", method="GET")
        bodies.ask("other", 6, host="10.0.0.2")
        bodies.ask("third", 2, host="10.0.0.3")
        await turn()
        assert bodies.reading == ["first", "page", "other"]
        first.set()
        await turn()
        assert (bodies.reading[3:], bodies.answered) == (["second", "third"], {"first": 204})
        bodies.ask("unknown", host="10.0.0.3")
        bodies.ask("forged", 10**15, host="10.0.0.4")
        await turn()
        assert bodies.reading[5:] == []
        bodies.ask("small", 4, host="10.0.0.4")
        await turn()
        assert bodies.reading[5:] == ["small"]

    asyncio.run(run())


def test_a_body_whose_turn_does_not_come_or_that_does_not_come_itself_is_refused():
    """A body that waits too long gets 503, a body that never arrives 408, and frees its room."""

    async def run():
        bodies = Bodies()
        for name in ("first", "second"):
            bodies.ask(name, middleware.MAX_BODIES_BYTES_PER_NETWORK)
        await asyncio.sleep(middleware.TURN_SECONDS + 1)
        assert bodies.answered == {"second": 503}
        await asyncio.sleep(600)
        assert bodies.answered == {"second": 503, "first": 408}
        bodies.ask("third", middleware.MAX_BODIES_BYTES_PER_NETWORK)
        await turn()
        assert bodies.reading == ["first", "third"]

    at_once(run())


@pytest.fixture
def store(monkeypatch) -> MemoryUploadedFileManager:
    """Return a Streamlit store of uploads with small limits."""
    monkeypatch.setattr(shims, "UPLOADS_OF_SESSION", 100)
    monkeypatch.setattr(shims, "UPLOADS_OF_ALL", 150)
    made = MemoryUploadedFileManager("/upload")
    shims.spool_store(made)
    return made


def put(store, session: str, name: str, data: bytes) -> None:
    """Upload a file in a session."""
    store.add_file(session, UploadedFileRec(name, f"{name}.txt", "text/plain", data))


def held(store, session: str) -> dict[str, bytes]:
    """Return the uploads that a session holds: their ids and bytes, read from the disk."""
    files = store.file_storage.get(session, {}).values()
    return {file.file_id: Path(file_of(file.data)).read_bytes() for file in files}


def test_a_file_of_a_box_is_on_the_disk_until_the_session_ends(store):
    """The memory holds only the path of an uploaded file."""
    data = b"low " * 20
    put(store, "one", "a", data)
    [file] = store.get_files("one", ["a"])
    path = Path(file_of(bytes(file.data)))
    assert (path.read_bytes(), len(file.data) < len(data) * 2) == (data, True)
    assert data not in file.data
    del file
    store.remove_session_files("one")
    assert not path.exists()


def test_a_file_for_which_the_disk_has_no_room_is_refused_where_it_is_read(store, monkeypatch):
    """The request succeeds, and the page that reads the file gets the refusal `disk_full`."""

    def write(path: Path, data: bytes) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write)
    put(store, "one", "a", b"low")
    [file] = store.get_files("one", ["a"])
    for read in (lambda: file_of(file.data).digest, lambda: os.fspath(file_of(file.data))):
        with pytest.raises(Refusal) as refused:
            read()
        assert refused.value.code == "disk_full"


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [((50, 50), "ab"), ((50, 50, 1), "bc"), ((40, 40, 90), "c"), ((300,), "a"), ((60, 300), "b")],
)
def test_of_a_session_the_newest_files_are_kept(store, sizes, kept):
    """The newest files within the limit are kept, and the last one whatever its size."""
    for name, size in zip("abc", sizes, strict=False):
        put(store, "one", name, b"x" * size)
    assert "".join(held(store, "one")) == kept


def test_of_all_sessions_the_oldest_file_goes_first(store):
    """If all sessions exceed their limit, the oldest file is dropped.

    A reader who uploads the path of another's file gets the text of this path, not the file.
    """
    for each in ("one", "two"):
        put(store, each, each, b"x" * 75)
    assert [len(held(store, each)) for each in ("one", "two")] == [1, 1]
    put(store, "three", "three", b"x")
    assert [len(held(store, each)) for each in ("one", "two", "three")] == [0, 1, 1]
    put(store, "one", "a", b"secret")
    [file] = store.get_files("one", ["a"])
    put(store, "two", "b", bytes(file.data))
    assert held(store, "two") == {"b": bytes(file.data)}


@pytest.fixture
def queue() -> ForwardMsgQueue:
    """Return an empty queue of messages to a browser, of a class that only this test patches."""

    class Queue(ForwardMsgQueue):
        """A queue class of this test."""

    shims.patch_forward_queue(Queue)
    return Queue()


def drawn(part: str = "") -> ForwardMsg:
    """Return a message that draws a text in a part of a page."""
    message = ForwardMsg()
    message.delta.new_element.markdown.body = "old"
    message.delta.fragment_id = part
    return message


def kinds(queue: ForwardMsgQueue) -> list[str]:
    """Return the kinds of the queued messages, and empty the queue."""
    sent = [each.WhichOneof("type") for each in queue.flush()]
    assert queue.is_empty()
    return sent


def test_what_is_to_be_sent_is_kept_as_a_page_or_a_part_of_it_is_drawn_anew(queue):
    """A queued upload response survives a redraw of the page, and is sent once.

    If only a part is redrawn, the queued drawings of the earlier run are kept, too.
    """
    answer = ForwardMsg()
    answer.file_urls_response.response_id = "a"
    for _ in range(2):
        queue.enqueue(drawn())
        queue.enqueue(answer)
        queue.clear(retain_lifecycle_msgs=True)
        assert kinds(queue) == ["file_urls_response"]
    for _ in range(2):
        queue.enqueue(drawn("player"))
        queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["player"])
        queue.enqueue(drawn("panel"))
        assert kinds(queue) == ["delta", "delta"]


def answered(
    app: ASGIApp, address: str, headers: dict[str, str], **scope: str
) -> tuple[Headers, bytes]:
    """Return the headers and the body of an app's answer."""
    sent = []

    async def send(message):
        sent.append(message)

    path, _, query = address.partition("?")
    asked = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    asked |= {"headers": [(name.encode(), said.encode()) for name, said in headers.items()]}
    asyncio.run(app({**asked, **scope}, None, send))
    start, *parts = sent
    return Headers(raw=start["headers"]), b"".join(each["body"] for each in parts)
