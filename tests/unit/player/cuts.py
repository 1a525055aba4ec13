"""What tests of payloads share: runs cut from a training, and their captions put together."""

from ui.catalogue import catalogue
from ui.player.payload import training_run

TEXT = "the cat sat on the mat, aaaa 你好 你好吗 naïve a\u200bb " * 3


def translate(lang):
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)


def run_of(training, lang="en", pinned=(), words=30):
    return training_run(training, pinned, words, translate(lang))


def said(run):
    """Return the captions as sentences, as the browser puts them together."""
    spoken = run["captions"]

    def text(part):
        if isinstance(part, list):
            return f"({', '.join(run['tokens'][token][0] for token in part)})"
        return spoken["texts"][part] if part >= 0 else spoken["names"][-1 - part]

    return ["".join(map(text, parts)) for parts in spoken["said"]]
