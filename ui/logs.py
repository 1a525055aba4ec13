"""Log limits: short lines, and few lines that a reader can cause."""

import logging
from collections import Counter

from cachetools import TTLCache

MAX_LINE_CHARS = 1_000
LINES_A_MINUTE = 10
"""Maximum lines per minute from one place in the code."""


class LogLimit(logging.Filter):
    """Shortens log records and tracebacks, and drops too frequent ones."""

    def __init__(self) -> None:
        """Start with zero counts."""
        super().__init__()
        self._lines: TTLCache[str, Counter[tuple[str, int]]] = TTLCache(1, 60.0)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        place = record.pathname, record.lineno
        counts = self._lines.setdefault("this minute", Counter())
        counts[place] += 1
        if record.exc_info:
            traced = logging.Formatter().formatException(record.exc_info)
            record.exc_text = traced[-4 * MAX_LINE_CHARS :]
        record.msg, record.args = record.getMessage()[:MAX_LINE_CHARS], ()
        return counts[place] <= LINES_A_MINUTE


def limit_logs() -> None:
    """Limit all existing loggers."""
    limit = LogLimit()
    for logger in [logging.root, *map(logging.getLogger, [*logging.root.manager.loggerDict])]:
        for handler in logger.handlers:
            handler.addFilter(limit)
