"""The oddest word of a sentence, put together from its letters by the merges of a model."""

from collections.abc import Sequence
from pathlib import Path

from bpe import EncodedWord
from bpe.readings.word_encoding import first_whole_step
from ui.draw.say import merges_said
from ui.draw.tokens import PALETTE, Token
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell.component import component
from ui.shell.text import t

LONGEST = 40
"""Characters of a word that is put together."""

Split = tuple[Sequence[Token], Sequence[int]]
"""The tokens of a word, and which tokens of the split before were the left ones of a merge."""

_HERE = Path(__file__).parent
_mount = component("home_assembling", PALETTE, _HERE / "assembling.css", _HERE / "assembling.js")


def oddest(words: Sequence[EncodedWord]) -> EncodedWord | None:
    """Return the word cut into most tokens, of equals that of most merges; None without merges."""
    merged = (word for word in words if len(word.text) <= LONGEST and word.steps)
    return max(merged, key=lambda word: (len(word.tokens), len(word.steps)), default=None)


def splits_of(word: EncodedWord) -> list[Split]:
    """Return the splits of a word on its way, from where its characters are whole."""
    first = first_whole_step(word)
    start = word.steps[first - 1].tokens if first else word.start_tokens
    return [(start, ()), *((step.tokens, step.places) for step in word.steps[first:])]


def assembling(splits: Sequence[Split], merges: int) -> None:
    """Draw a word that puts itself together once, and again on asking.

    merges: of the whole way; where it begins with bytes, the splits are of the last ones alone.
    """
    tokens, shown = Tokens(), len(splits) - 1
    rows = [[step, tokens.all(split), [*places]] for step, (split, places) in enumerate(splits)]
    said = t(f"home.assembled_{merges_said(merges - shown, merges)}", n=shown, all=merges)
    word = {"splits": rows, "tokens": tokens.table()}
    data = {"word": as_json(word), "said": said, "again": t("home.again")}
    _mount(key="home_assembling", data=data, height="content")
