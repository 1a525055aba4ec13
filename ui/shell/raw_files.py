"""Files as they arrived, which Streamlit keeps until a session ends: bounded for each session.

One upload may have 64 MB. More comes from who sends one after the other, or past the boxes.
"""

from collections import Counter
from typing import Any

from streamlit import runtime

from bpe.input.kinds import MEGABYTE

MOST = 70 * MEGABYTE
"""Bytes of a session: a tokenizer's files, to which its box may add. What comes into other boxes is
taken over at once."""

MOST_OF_ALL = 1024 * MEGABYTE
"""Bytes of all sessions together: whoever holds most gives up files first."""


def bound() -> None:
    """Have the server keep no more of what is uploaded from now on; a second call does nothing.

    Streamlit offers no setting for it. `add_file`, `remove_file` and `file_storage` are what its
    in-memory store of files offers without an underscore; where a later one lacks them, files
    stay until their session ends, as without this.
    """
    files: Any = getattr(runtime.get_instance(), "uploaded_file_mgr", None)
    needed = ("add_file", "remove_file", "file_storage")
    if not all(hasattr(files, name) for name in needed) or hasattr(files, "adds_unbounded"):
        return
    files.adds_unbounded = files.add_file

    def add_file(session_id: str, file: Any) -> None:
        files.adds_unbounded(session_id, file)
        while _held(files)[session_id] > MOST:
            _drop_oldest(files, session_id)
        while (held := _held(files)).total() > MOST_OF_ALL and len(held) > 1:
            _drop_oldest(files, max(held, key=held.__getitem__))

    files.add_file = add_file


def _drop_oldest(files: Any, session_id: str) -> None:
    files.remove_file(session_id, next(iter(files.file_storage[session_id])))


def _held(files: Any) -> Counter[str]:
    """Return the bytes of each session's files."""
    return Counter(
        {
            session_id: sum(len(file.data) for file in list(each.values()))
            for session_id, each in list(files.file_storage.items())
        }
    )
