"""Helpers for tests of payloads: runs cut from a training, and their captions."""

from bpe.player.payload import CutOptions, training_run

TEXT = "the cat sat on the mat, aaaa 你好 你好吗 naïve a\u200bb " * 3


def run_of(training, lang="en", pinned=(), words=30):
    return training_run(training, CutOptions(pinned, words, lang=lang))


def said(run):
    """Return the captions as sentences, as the browser puts them together."""
    spoken = run["captions"]

    def text(part):
        if isinstance(part, list):
            return f"({', '.join(run['tokens'][token][0] for token in part)})"
        return spoken["texts"][part] if part >= 0 else spoken["names"][-1 - part]

    return ["".join(map(text, parts)) for parts in spoken["said"]]
