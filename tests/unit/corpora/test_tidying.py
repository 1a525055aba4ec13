"""What nobody needs any more is given back, without a reader, and without a thread that stays."""

import gc
import inspect
import linecache
import platform
import subprocess
import sys
import threading
from types import SimpleNamespace
from weakref import ref

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from bpe import train
from tests.cases import until
from ui.corpora import kept, queue, tidying
from ui.corpora.pool import ROOT
from ui.corpora.store import Store
from ui.corpora.tidying import Tidying, tidy
from ui.draw import grid, tokens
from ui.draw import shared as drawn
from ui.shell import session


def tidiers(tidying: Tidying) -> list[threading.Timer]:
    """List the threads that wait to tidy; the app's own may have been begun by other tests."""
    timers = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    return [timer for timer in timers if timer.function == tidying._go]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_it_goes_on_for_a_while_after_the_last_reader_and_ends():
    """Many readers start it once; who comes after its end starts it again."""
    times: list[int] = []
    all_here = threading.Event()

    def what() -> None:
        all_here.wait()
        times.append(len(times))
        if len(times) == 2:
            raise ValueError  # what goes wrong once is tried again

    tidying = Tidying(0.01, 3, what)
    for wanted in (3, 6):
        all_here.clear()
        for _ in range(5):
            tidying.soon()
        all_here.set()
        until(lambda wanted=wanted: len(times) >= wanted and not tidiers(tidying))
        assert times == list(range(wanted))


def test_what_was_drawn_of_a_record_goes_with_it(monkeypatch):
    """Of one that is still there it stays."""
    now, markup = [0.0], drawn.Shared()
    store = Store(10**9, 600, now=lambda: now[0])
    for text in ("low lower", "new newer"):
        store.put(text, train(text))
        with monkeypatch.context() as patch:
            patch.setattr(drawn, "language", lambda: "en")
            markup(store.get(text), "table", lambda: ("x" * 100,))
    now[0] = 599
    assert store.get("low lower") is not None
    now[0] = 601
    store.forget_unasked()
    gc.collect()
    before = markup.nbytes
    markup.forget_gone()
    assert (len(store), before) == (1, 2 * markup.nbytes)
    assert markup.nbytes > 0


def test_the_app_forgets_records_texts_and_markup():
    """All that the app keeps for readers is among what is tidied, and reference cycles are."""
    kept_ = queue.shared.store, kept.shared.store
    for each in (*(store.forget_unasked for store in kept_), drawn.shared.forget_gone):
        assert each in tidying._forget

    class Cycle:
        def __init__(self) -> None:
            self.itself = self

    gone = ref(Cycle())
    tidy()
    assert gone() is None


def test_small_pieces_of_markup_do_not_outlive_the_readers():
    """They would hold the blocks of all that was there when they were made."""
    linecache.getlines(tidying.__file__)
    tokens.chips(("a", "b"), lang="en")
    grid._example("word", 2, "en")
    caches = (tokens._chip, tokens._few, grid._example)
    assert all(each.cache_info().currsize for each in caches)
    tidy()
    assert not any(each.cache_info().currsize for each in caches)
    assert tidying.__file__ not in linecache.cache


THREADS = """
import ctypes, sys, threading
from ui.corpora import tidying
there, over = threading.Barrier(9), threading.Event()
def work():
    kept = bytearray(100_000)
    there.wait()
    over.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
there.wait()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(library.fopen(sys.argv[1].encode(), b"w"))
library.malloc_info(0, file)
library.fclose(file)
over.set()
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of GNU's library alone")
def test_threads_share_the_heaps_of_the_c_library(tmp_path):
    """Each would have one of its own, and what a reader leaves there would stay."""
    file = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", THREADS, str(file)], cwd=ROOT, check=True)
    assert 0 < file.read_text().count("<heap ") <= tidying.HEAPS


def test_a_session_whose_time_is_over_is_dropped(monkeypatch):
    """Which Streamlit's own storage else does only when the next one ends."""
    ended = WebsocketSessionManager(MemorySessionStorage(ttl_seconds=0), None, None, None)
    monkeypatch.setattr(session.runtime, "exists", lambda: True)
    server = SimpleNamespace(_session_mgr=ended)
    monkeypatch.setattr(session.runtime, "get_instance", lambda: server)
    assert "self._session_mgr = " in inspect.getsource(Runtime)
    about = SessionInfo(client=None, session=SimpleNamespace(id="a"))
    gone = ref(about)
    ended._session_storage.save(about)
    del about
    assert gone() is not None
    session.forget_ended()
    assert gone() is None
    assert session.forget_ended in tidying._forget
    monkeypatch.setattr(session.runtime, "get_instance", SimpleNamespace)
    session.forget_ended()  # another Streamlit, without these names: nothing happens
