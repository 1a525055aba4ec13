"""What a web socket sends is of a page's kinds, sizes and pace; else it is closed, or waits."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from ui.shell import middleware
from ui.shell.middleware import LARGEST_MESSAGE, POLICY, TOO_BIG, SocketGuard
from ui.shell.shims import MOST_FILES


def message(**fields) -> bytes:
    """Return a message as Streamlit's page sends it."""
    made = BackMsg()
    for name, value in fields.items():
        if name == "files":
            made.file_urls_request.file_names.extend([f"{at}.txt" for at in range(value)])
        elif name == "query":
            made.rerun_script.query_string = value
        elif name == "operation":
            getattr(made.backend_operation_request, value).SetInParent()
        else:
            setattr(made, name, value)
    return made.SerializeToString()


def conversation(path: str, *sent: bytes | str) -> tuple[list, list]:
    """Send messages over a socket; return what the app hears and what the browser is told."""
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

        await SocketGuard(app)({"type": "websocket", "path": path}, receive, send)

    with ThreadPoolExecutor(1) as apart:  # a browser of other tests has a loop in this thread
        apart.submit(asyncio.run, run()).result()
    return heard, told


STREAM = "/below/_stcore/stream"


@pytest.mark.parametrize(
    "data",
    [
        message(query="a=b"),
        message(app_heartbeat=True),
        message(files=MOST_FILES),
        message(operation="deferred_file"),
    ],
    ids=["rerun", "heartbeat", "files", "download"],
)
def test_what_pages_send_reaches_the_app(data):
    """As it is."""
    assert conversation(STREAM, data) == ([data], [])


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (message(load_git_info=True), POLICY),
        (message(clear_cache=True), POLICY),
        (message(debug_shutdown_runtime=True), POLICY),
        (message(files=MOST_FILES + 1), POLICY),
        (message(operation="install_skills"), POLICY),
        (b"\xff\xff", POLICY),
        (b"", POLICY),
        ("text", POLICY),
        (message(query="x" * LARGEST_MESSAGE), TOO_BIG),
    ],
    ids=["git", "cache", "shutdown", "files", "skills", "junk", "nothing", "text", "large"],
)
def test_what_no_page_sends_closes_the_socket(data, code, caplog):
    """The app hears that it is gone, and the log has one line."""
    heard, [closed] = conversation(STREAM, data)
    assert (heard, closed) == ([code], {"type": "websocket.close", "code": code})
    assert len(caplog.records) == 1


def test_another_socket_may_say_anything_up_to_the_same_size():
    """A phone votes in text."""
    votes = "vote", "x" * LARGEST_MESSAGE
    assert conversation("/v/ABCD/ws", *votes) == ([*votes], [])
    heard, _ = conversation("/v/ABCD/ws", "x" * (LARGEST_MESSAGE + 1))
    assert heard == [TOO_BIG]


def test_messages_beyond_a_burst_wait_for_their_turn(monkeypatch):
    """Those within it do not."""
    monkeypatch.setattr(middleware, "BURST", 5)
    waits = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(middleware.asyncio, "sleep", sleep)
    monkeypatch.setattr(middleware.time, "monotonic", lambda: 1.0)
    data = message(app_heartbeat=True)
    assert conversation(STREAM, *[data] * 8)[0] == [data] * 8
    assert waits == pytest.approx([each / middleware.MESSAGES_A_SECOND for each in (1, 2, 3)])
