"""What leans on Streamlit's insides or on how it draws a page: all of it, and nothing else.

Each place names the issue of streamlit/streamlit that will end it, or says what Streamlit would
have to offer: `README.md`. `tests/unit/house/test_shims.py` counts them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import get_instance
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from bpe.input.opening import MEGABYTE
from ui.spool import SpoolFile, file_of

_HERE = Path(__file__).parent
STYLES = (_HERE / "page.css", _HERE / "print.css")
"""How Streamlit's own parts of a page look, on a screen and on paper."""


def is_asked_alone() -> bool:
    """Say whether exactly one part of the page asked for this run.

    A busy server answers several requests in one run. If a callback then had other parts drawn in
    their place, the tab or the text that the reader has chosen meanwhile would be lost.

    No issue: parts that a callback names by `st.rerun` replace what else was asked for; they would
    have to be added to it. Where Streamlit's private list is gone, the answer is no, and all that
    was asked for is drawn.
    """
    asked = getattr(get_script_run_ctx(), "fragment_ids_this_run", None)
    return asked is not None and len(asked) == 1


STREAM = "/_stcore/stream"
"""How the path of Streamlit's web socket ends."""

MESSAGE_KINDS = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, DOWNLOAD = "backend_operation_request", "deferred_file"
"""What a download that is made when it is asked for is asked by."""

MOST_FILES = 20
"""Files that one message may ask addresses for."""


def is_of_a_page(data: bytes) -> bool:
    """Say whether a message is of a kind that pages send, about no more files than they take.

    No issue: Streamlit's socket takes kinds that no page sends, of any number of names; a list of
    kinds that are taken, as a setting, would end this.
    """
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return False
    kind = message.WhichOneof("type")
    if kind == OPERATION:
        return bool(message.backend_operation_request.WhichOneof("payload") == DOWNLOAD)
    few = len(message.file_urls_request.file_names) <= MOST_FILES
    return kind in MESSAGE_KINDS and few


UPLOADS_OF_SESSION, UPLOADS_OF_ALL = 64 * MEGABYTE, 1024 * MEGABYTE
"""Bytes that the boxes of a session may hold, and those of all: the oldest files go first."""


class SpooledPath(bytes):
    """The path of a file of the spool, which is there for as long as this is."""

    file: SpoolFile


def spool_uploads() -> None:
    """Have the store of the server that runs here hold paths of the spool, not bytes.

    No issue: `st.App` would have to take a store of uploads of one's own.
    """
    spool_store(get_instance().uploaded_file_mgr)


def spool_store(store: Any) -> None:
    """Have a store hold paths; `ui.spool.file_of` finds the file of one."""
    add = store.add_file

    def add_file(session_id: str, file: UploadedFileRec) -> None:
        spooled = SpoolFile(file.data)
        path = SpooledPath(spooled.path.encode())
        path.file = spooled
        add(session_id, file._replace(data=path))
        _bound_uploads(store, {session_id: store.file_storage[session_id]}, UPLOADS_OF_SESSION)
        _bound_uploads(store, store.file_storage, UPLOADS_OF_ALL)

    store.add_file = add_file


def keep_messages(queue: type[ForwardMsgQueue] = ForwardMsgQueue) -> None:
    """Have a run that begins keep what is to be sent and will not be made again.

    Where the page is drawn anew, that is addresses that a box asked for: a file given to it as the
    run begins would be lost. Where a part is, that is also the part as the page before drew it: a
    callback may have another one drawn in its place.

    No issue: Streamlit drops both, but still tells the browser that the page before is whole, which
    takes the part away. The queue would have to keep answers, and `st.rerun(keys)` the parts that
    it replaces.
    """
    clear = queue.clear

    def clear_all_else(self: ForwardMsgQueue, **how: Any) -> None:
        if how.get("fragment_ids_this_run") is not None:
            self._delta_index_map = {}
            return
        answers = [each for each in self._queue if each.HasField("file_urls_response")]
        clear(self, **how)
        if how:  # else all was sent
            self._queue = answers + self._queue

    queue.clear = clear_all_else  # type: ignore[assignment, method-assign]


def _bound_uploads(store: Any, boxes: dict[str, dict[str, UploadedFileRec]], most: int) -> None:
    """Take the oldest files away until all of some sessions' have so many bytes; the last stays."""
    files = [(name, file) for name, box in list(boxes.items()) for file in list(box.values())]
    size = sum(file_of(file.data).nbytes for _, file in files)
    for session_id, file in files[:-1]:
        if size <= most:
            return
        size -= file_of(file.data).nbytes
        store.remove_file(session_id, file.file_id)
