"""Why the merges of a word cannot be replayed, where they cannot."""

from __future__ import annotations

from collections.abc import Sequence

from bpe import EncodedWord
from bpe.files.replay import LONGEST
from ui.draw.grid import shorten
from ui.draw.say import say

# Models that keep no merges, by what a word says of its replay.
WITHOUT_MERGES = ("wordpiece", "unigram", "wordlevel", "characters")


def why_not(why: str, words: Sequence[EncodedWord]) -> None:
    """Say for one reason, as `FileWord.why` gives it, why these words have no steps."""
    if why in WITHOUT_MERGES:
        say(f"bytes.files_no_replay_{why}")
    else:
        held = dict.fromkeys(shorten(word.text) for word in words)
        say(f"bytes.files_no_replay_{why}", words=", ".join(held), most=LONGEST)
