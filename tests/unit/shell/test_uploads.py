"""Files that readers bring stand on the disk within limits; what is to be sent is kept."""

from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui.shell import shims
from ui.spool import file_of


@pytest.fixture
def store(monkeypatch) -> MemoryUploadedFileManager:
    """Return Streamlit's store of uploads, with small limits."""
    monkeypatch.setattr(shims, "UPLOADS_OF_SESSION", 100)
    monkeypatch.setattr(shims, "UPLOADS_OF_ALL", 150)
    made = MemoryUploadedFileManager("/upload")
    shims.spool_store(made)
    return made


def put(store, session: str, name: str, data: bytes) -> None:
    """Bring a file to a box of a session."""
    store.add_file(session, UploadedFileRec(name, f"{name}.txt", "text/plain", data))


def held(store, session: str) -> dict[str, bytes]:
    """Return what boxes of a session hold: the files' names and bytes, read from the disk."""
    files = store.file_storage.get(session, {}).values()
    return {file.file_id: Path(file_of(file.data)).read_bytes() for file in files}


def test_a_file_of_a_box_is_on_the_disk_until_the_session_ends(store):
    """The memory has its path."""
    data = b"low " * 20
    put(store, "one", "a", data)
    [file] = store.get_files("one", ["a"])
    path = Path(file_of(bytes(file.data)))
    assert (path.read_bytes(), len(file.data) < len(data) * 2) == (data, True)
    assert data not in file.data
    del file
    store.remove_session_files("one")
    assert not path.exists()


def test_the_path_of_another_file_is_text_as_any(store):
    """A reader who had one could not read by it."""
    put(store, "one", "a", b"secret")
    [file] = store.get_files("one", ["a"])
    put(store, "two", "b", bytes(file.data))
    assert held(store, "two") == {"b": bytes(file.data)}


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [((50, 50), "ab"), ((50, 50, 1), "bc"), ((40, 40, 90), "c"), ((300,), "a"), ((60, 300), "b")],
)
def test_of_a_session_the_newest_files_are_kept(store, sizes, kept):
    """As many as the limit allows, and the last one whatever its size."""
    for name, size in zip("abc", sizes, strict=False):
        put(store, "one", name, b"x" * size)
    assert "".join(held(store, "one")) == kept


def test_of_all_sessions_the_oldest_file_goes_first(store):
    for session in ("one", "two"):
        put(store, session, session, b"x" * 75)
    assert [len(held(store, session)) for session in ("one", "two")] == [1, 1]
    put(store, "three", "three", b"x")
    assert [len(held(store, session)) for session in ("one", "two", "three")] == [0, 1, 1]


@pytest.fixture
def queue() -> ForwardMsgQueue:
    """Return an empty queue of what is to be sent to a browser, of a class of its own."""

    class Queue(ForwardMsgQueue):
        """One of this test."""

    shims.keep_messages(Queue)
    return Queue()


def drawn(part: str = "") -> ForwardMsg:
    """Return what draws a text in a part of a page."""
    message = ForwardMsg()
    message.delta.new_element.markdown.body = "old"
    message.delta.fragment_id = part
    return message


def kinds(queue: ForwardMsgQueue) -> list[str]:
    """Return the kinds of what is sent, which leaves the queue empty."""
    sent = [each.WhichOneof("type") for each in queue.flush()]
    assert queue.is_empty()
    return sent


def test_an_address_asked_for_as_the_page_is_drawn_anew_is_sent(queue):
    """Once: a box that got none would lose its file. What the run before had drawn is left out."""
    answer = ForwardMsg()
    answer.file_urls_response.response_id = "a"
    for _ in range(2):
        queue.enqueue(drawn())
        queue.enqueue(answer)
        queue.clear(retain_lifecycle_msgs=True)
        assert kinds(queue) == ["file_urls_response"]


def test_what_the_page_before_drew_is_sent_where_a_part_of_it_is_drawn_anew(queue):
    """The part, too: its callback may have another drawn in its place."""
    for _ in range(2):
        queue.enqueue(drawn("player"))
        queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["player"])
        queue.enqueue(drawn("panel"))
        assert kinds(queue) == ["delta", "delta"]
