"""The one error that a reader of the app can cause."""


class CorpusError(ValueError):
    """A text, word list or file that cannot be trained on or read; the sentence says why."""
