"""Log lines are short, and each place in the code writes only a few per minute."""

import logging

from ui import logs


def test_lines_are_cut_and_those_from_one_place_are_counted(monkeypatch):
    """A long line or traceback is shortened; after a minute, a place may write again."""
    written: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record):
            written.append(self.format(record))

    log, handler, limit = logging.Logger("a"), Handler(), logs.LogLimit()
    log.addHandler(handler)
    handler.addFilter(limit)
    for each in range(30):
        log.warning("%s %d", "x" * 100_000, each)
    assert len(written) == logs.LINES_A_MINUTE
    try:
        raise ValueError("y" * 100_000)
    except ValueError:
        log.exception("another place")
    assert max(map(len, written)) < 6_000
    assert written[-1].startswith("another place\n")
    limit._lines.clear()
    log.warning("later")
    assert written[-1] == "later"


def test_all_handlers_of_the_server_have_the_limit():
    """Streamlit gives each of its loggers a separate handler."""
    logs.limit_logs()
    for name in ("streamlit.runtime.app_session", "uvicorn.error"):
        handlers = logging.getLogger(name).handlers
        assert handlers
        assert all(any(isinstance(f, logs.LogLimit) for f in h.filters) for h in handlers)
