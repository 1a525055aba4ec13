"""The one error that a reader of the app can cause."""


class CorpusError(ValueError):
    """A text, word list or file that cannot be trained on or read; the sentence says why."""


def check_text(text: object) -> None:
    """Raise `CorpusError` for anything but a str."""
    if not isinstance(text, str):
        raise CorpusError(f"text must be a str, got {type(text).__name__}. Decode bytes first.")
