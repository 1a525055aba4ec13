"""Files that readers bring: Streamlit's store holds the paths of files in the spool, not bytes.

No issue: `st.App` would have to take a store of uploads of one's own.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime import get_instance
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from bpe.input.kinds import MEGABYTE
from ui.spool import SpoolFile, file_of

OF_A_SESSION, OF_ALL = 64 * MEGABYTE, 1024 * MEGABYTE
"""Bytes that the boxes of a session may hold, and those of all: the oldest files go first."""


class SpooledPath(bytes):
    """The path of a file of the spool, which is there for as long as this is."""

    file: SpoolFile


def spool_uploads() -> None:
    """Have the store of the server that runs here hold paths from now on."""
    spool_store(get_instance().uploaded_file_mgr)


def spool_store(store: Any) -> None:
    """Have a store hold paths; `ui.spool.file_of` finds the file of one."""
    add = store.add_file

    def add_file(session_id: str, file: UploadedFileRec) -> None:
        spooled = SpoolFile(file.data)
        path = SpooledPath(spooled.path.encode())
        path.file = spooled
        add(session_id, file._replace(data=path))
        _bound(store, {session_id: store.file_storage[session_id]}, OF_A_SESSION)
        _bound(store, store.file_storage, OF_ALL)

    store.add_file = add_file


def _bound(store: Any, boxes: dict[str, dict[str, UploadedFileRec]], most: int) -> None:
    """Take the oldest files away until all of some sessions' have so many bytes; the last stays."""
    files = [(name, file) for name, box in list(boxes.items()) for file in list(box.values())]
    size = sum(file_of(file.data).nbytes for _, file in files)
    for session_id, file in files[:-1]:
        if size <= most:
            return
        size -= file_of(file.data).nbytes
        store.remove_file(session_id, file.file_id)
