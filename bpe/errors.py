"""Errors: the one that a reader of the app can cause, and the checks that several modules share."""

from collections.abc import Iterable
from numbers import Integral


class CorpusError(ValueError):
    """A text, word list or file that cannot be trained on or read; the sentence says why."""


def check_text(text: object) -> None:
    """Raise `CorpusError` for anything but a str."""
    if not isinstance(text, str):
        raise CorpusError(f"text must be a str, got {type(text).__name__}. Decode bytes first.")


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise `ValueError` for a value that is none of the choices."""
    if value not in choices:
        raise ValueError(
            f"{name} must be one of {', '.join(choices)}, got {value!r}. Choose one of these."
        )


def check_whole(name: str, value: object, least: int, way_out: str) -> None:
    """Raise `ValueError` for what is no whole number, or one below `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(
            f"{name} must be a whole number of {least} or more, got {value!r}. {way_out}"
        )


def short(value: object) -> str:
    """Return a value as a sentence can show it: 60 characters at most."""
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
