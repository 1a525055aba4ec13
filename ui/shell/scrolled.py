"""The tables of which a reader has seen nearly all rows that are there: the rest is sent only then.

The browser knows a table by the name that its markup carries, and tells it when the end comes near.
"""

from ui.shell import session
from ui.shell.fragments import FOLLOWING, rerun_only

KEPT = 8
"""Tables that are remembered, so that one who comes back to a tab finds its table whole."""

LONGEST = 32
_ASKED = "scrolled"


def is_asked(name: str) -> bool:
    """Say whether the reader has come to the end of the table that carries this name."""
    return name in session.recall(_ASKED, ())


def hear(key: str) -> None:
    """Take over, from a callback, what the component called `key` tells of a table."""
    name = (session.value(key) or {}).get("more")
    if not isinstance(name, str) or len(name) > LONGEST:
        return
    others = [each for each in session.recall(_ASKED, ()) if each != name]
    session.remember(_ASKED, (*others[1 - KEPT :], name))
    rerun_only(FOLLOWING)
