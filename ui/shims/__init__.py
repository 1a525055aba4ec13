"""Workarounds that depend on Streamlit's internals or on its drawing of pages.

Each names the issue of streamlit/streamlit that would end it, or the missing feature: `README.md`.
`tests/unit/house/test_layers.py` counts them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import get_instance
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bpe.input.opening import MEGABYTE
from ui.catalogue import Refusal
from ui.spool import SpoolFile, file_of, spool_folder

_HERE = Path(__file__).parent
STYLES = (_HERE / "page.css", _HERE / "print.css")
"""Styles for Streamlit's own parts of a page, on a screen and on paper."""


def is_only_fragment_requested() -> bool:
    """Return whether exactly one fragment requested this run.

    A busy server combines several requests in one run. If a callback then redrew other fragments
    instead, the reader's new tab or text would be lost.

    No issue: fragments that a callback names by `st.rerun` replace the other requests; they would
    have to be added. Without Streamlit's private list the result is False, and everything requested
    is drawn.
    """
    asked = getattr(get_script_run_ctx(), "fragment_ids_this_run", None)
    return asked is not None and len(asked) == 1


def is_in_page() -> bool:
    """Return whether this thread draws a page; downloads are made in other threads.

    No issue: Streamlit has only a private function.
    """
    return get_script_run_ctx(suppress_warning=True) is not None


STREAM = "/_stcore/stream"
"""End of the path of Streamlit's web socket."""

MESSAGE_KINDS = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, DOWNLOAD = "backend_operation_request", "deferred_file"
"""Parts of the message that requests a deferred download."""

MAX_FILES = 20
"""Maximum number of files in a message that requests upload addresses."""

MAX_WIDGETS, MAX_STATE_DEPTH = 1_000, 10
"""Maximum number of widget states in a message, and depth of lists and dicts in a state."""


def is_expected_message(data: bytes) -> bool:
    """Return whether a message is of a kind and size that pages send.

    No issue: Streamlit's socket accepts kinds that no page sends, with any number of names, and
    reads states that break the page; a setting for accepted kinds and for the depth of states would
    end this.
    """
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return False
    kind = message.WhichOneof("type")
    if kind == OPERATION:
        return bool(message.backend_operation_request.WhichOneof("payload") == DOWNLOAD)
    few = len(message.file_urls_request.file_names) <= MAX_FILES
    states = message.rerun_script.widget_states.widgets
    return (
        kind in MESSAGE_KINDS
        and few
        and len(states) <= MAX_WIDGETS
        and all(_is_readable(each.json_value) for each in states if each.json_value)
    )


def _is_readable(state: str) -> bool:
    """Return whether a state is JSON without too long numbers or too deep lists."""
    try:
        here: list[Any] = [[json.loads(state)]]
    except (ValueError, RecursionError):
        return False
    for _ in range(MAX_STATE_DEPTH + 1):
        inner = [each.values() if isinstance(each, dict) else each for each in here]
        here = [each for part in inner for each in part if isinstance(each, dict | list)]
    return not here


UPLOADS_OF_SESSION, UPLOADS_OF_ALL = 64 * MEGABYTE, 1024 * MEGABYTE
"""Maximum bytes of uploads of a session, and of all: the oldest files are deleted first."""


class SpooledPath(bytes):
    """The path of a spool file, which exists as long as this object."""

    file: SpoolFile


def spool_uploads() -> None:
    """Let the server's upload store keep spool paths instead of bytes.

    No issue: `st.App` would have to accept a custom upload store.
    """
    spool_folder()
    spool_store(get_instance().uploaded_file_mgr)


def spool_store(store: Any) -> None:
    """Let a store keep paths; `ui.spool.file_of` finds the file of a path.

    If the disk is full, an upload is kept without content: the page that reads it shows a sentence,
    where Streamlit would show the status of the request.
    """
    add = store.add_file

    def refuse() -> bytes:
        raise Refusal("disk_full")

    def add_file(session_id: str, file: UploadedFileRec) -> None:
        try:
            spooled = SpoolFile(file.data)
        except Refusal:
            spooled = SpoolFile(refuse)
        path = SpooledPath(spooled.path.encode())
        path.file = spooled
        add(session_id, file._replace(data=path))
        _bound_uploads(store, {session_id: store.file_storage[session_id]}, UPLOADS_OF_SESSION)
        _bound_uploads(store, store.file_storage, UPLOADS_OF_ALL)

    store.add_file = add_file


def patch_forward_queue(queue: type[ForwardMsgQueue] = ForwardMsgQueue) -> None:
    """Let a starting run keep queued messages that will not be created again.

    If the page is redrawn, these are addresses requested by a box: otherwise a file added at the
    start of the run would be lost. If a fragment is redrawn, these are also its previous messages:
    a callback may redraw another fragment instead.

    No issue: Streamlit drops both, but still tells the browser that the previous page is complete,
    which removes the fragment. The queue would have to keep responses, and `st.rerun(keys)` the
    fragments that it replaces.
    """
    clear = queue.clear

    def clear_all_else(self: ForwardMsgQueue, **how: Any) -> None:
        if how.get("fragment_ids_this_run") is not None:
            self._delta_index_map = {}
            return
        answers = [each for each in self._queue if each.HasField("file_urls_response")]
        clear(self, **how)
        if how:  # else everything was sent
            self._queue = answers + self._queue

    queue.clear = clear_all_else  # type: ignore[assignment, method-assign]


MAX_MESSAGE_BYTES = 512 * 1024
"""Maximum bytes of one uncompressed web socket message."""

PIECE_BYTES = 1024
"""Bytes of web socket input parsed at a time: uncompressed, at most a megabyte."""


def bound_sockets(protocol: Any = WebSocketsSansIOProtocol) -> None:
    """Let web sockets parse their input in pieces, while the app takes each message.

    Pongs are omitted while the browser does not read: RFC 6455, 5.5.3, requires only the last one.

    No issue: uvicorn inflates and queues all messages of one read, and queues pongs without limit;
    its limit for received messages, `ws_max_size`, is Streamlit's limit for sent ones.
    """
    connect, parse, take, pong = (
        protocol.connection_made,
        protocol.data_received,
        protocol.receive,
        protocol.handle_ping,
    )

    def connection_made(self: Any, transport: Any) -> None:
        connect(self, transport)
        self.conn.max_message_size = MAX_MESSAGE_BYTES
        self.unparsed = memoryview(b"")

    def data_received(self: Any, data: bytes) -> None:
        self.unparsed = memoryview(bytes(self.unparsed) + data)
        if self.close_sent and len(self.unparsed) > PIECE_BYTES:
            self.transport.abort()
        while self.unparsed and not self.read_paused and not self.transport.is_closing():
            piece, self.unparsed = self.unparsed[:PIECE_BYTES], self.unparsed[PIECE_BYTES:]
            parse(self, bytes(piece))

    async def receive(self: Any) -> Any:
        message = await take(self)
        if not self.read_paused:
            data_received(self, b"")
        return message

    def handle_ping(self: Any) -> None:
        if self.writable.is_set():
            pong(self)
        else:
            self.conn.data_to_send()

    protocol.connection_made, protocol.data_received = connection_made, data_received
    protocol.receive, protocol.handle_ping = receive, handle_ping


def _bound_uploads(store: Any, boxes: dict[str, dict[str, UploadedFileRec]], most: int) -> None:
    """Remove the oldest files of some sessions until this many bytes are left; the last stays."""
    files = [(name, file) for name, box in list(boxes.items()) for file in list(box.values())]
    size = sum(file_of(file.data).nbytes for _, file in files)
    for session_id, file in files[:-1]:
        if size <= most:
            return
        size -= file_of(file.data).nbytes
        store.remove_file(session_id, file.file_id)
