"""Look up the words on the screen, in the reader's language."""

from ui.catalogue import catalogue
from ui.shell import session


def language() -> str:
    """Name the language of this page: "en" or "zh"."""
    return session.language()


def t(key: str, **values: object) -> str:
    """Look up `key`, "<area>.<name>", and fill in its placeholders.

    Raises KeyError with the key when no catalogue has it.
    """
    return catalogue(language())[key].format(**values)


def quoted(value: str, limit: int = 40) -> str:
    """Make a stranger's words safe to show in Markdown: a short span of code."""
    shown = value if len(value) <= limit else value[: limit - 1] + "…"
    words = shown.replace("`", "'").split()
    return "`` " + " ".join(words) + " ``" if words else ""
