"""Raw uploads are bounded for each session and for all together."""

from types import SimpleNamespace

import pytest
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui.corpora.limits import LARGEST_TOKENIZER
from ui.shell import raw_files


@pytest.fixture
def files(monkeypatch):
    """Streamlit's own store of files, bounded to 100 bytes a session and 250 in all."""
    store = MemoryUploadedFileManager("/upload")
    monkeypatch.setattr(raw_files, "MOST", 100)
    monkeypatch.setattr(raw_files, "MOST_OF_ALL", 250)
    monkeypatch.setattr(runtime, "get_instance", lambda: SimpleNamespace(uploaded_file_mgr=store))
    raw_files.bound()
    raw_files.bound()
    return store


def add(files, session, name, size):
    files.add_file(session, UploadedFileRec(name, name, "text/plain", b"x" * size))


def kept(files, session):
    return [file.name for file in files.get_files(session, ["a", "b", "c", "d"])]


def test_a_session_that_sends_too_much_loses_its_oldest_files(files):
    for name in "abcd":
        add(files, "one", name, 40)
    assert kept(files, "one") == ["c", "d"]


def test_a_file_larger_than_a_session_may_have_is_not_kept(files):
    add(files, "one", "a", 101)
    assert kept(files, "one") == []


def test_beyond_what_all_may_have_the_session_with_most_gives_up_first(files):
    add(files, "small", "a", 60)
    for name in "ab":
        add(files, "large", name, 50)
    add(files, "other", "a", 90)
    add(files, "other", "b", 10)
    assert [kept(files, each) for each in ("small", "large", "other")] == [["a"], ["b"], ["a", "b"]]


def test_a_server_without_such_a_store_goes_on_as_it_is(monkeypatch):
    monkeypatch.setattr(runtime, "get_instance", lambda: SimpleNamespace())
    raw_files.bound()


def test_the_largest_tokenizer_stays_while_its_box_shows_it():
    assert raw_files.MOST > LARGEST_TOKENIZER
