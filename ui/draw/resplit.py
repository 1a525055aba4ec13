"""A sentence that is split again at each step of the page's player, also while one drags."""

from pathlib import Path
from typing import Any

from bpe import Training
from bpe.player.payload import as_json
from bpe.player.plurals import forms_of
from bpe.player.rows import Tokens, word_rows
from bpe.player.tokens import PALETTE
from ui.catalogue import catalogue
from ui.component import component
from ui.draw.tokens import ranks_here
from ui.text import language, t

MAX_WORDS, MAX_WORD_CHARS = 14, 40
"""Maximal number of words of the sentence, and of characters of a word."""

_HERE = Path(__file__).parent
_mount = component(
    "resplit", PALETTE, *(_HERE / f"resplit.{kind}" for kind in ("html", "css", "js"))
)


def words_of_text(training: Training, text: str) -> list[str]:
    """Return the words that a text begins with, as the run has them, or the most frequent ones."""
    found = [word.text for word in training.tokenizer(0).encode(text).words] if text else []
    known = [
        word
        for word in found
        if training.corpus.place(word) is not None and len(word) <= MAX_WORD_CHARS
    ]
    frequent = (training.corpus.words[place] for place in training.frequency_order[:MAX_WORDS])
    return (known or [word for word in frequent if len(word) <= MAX_WORD_CHARS])[:MAX_WORDS]


def resplit_payload(training: Training, text: str) -> dict[str, Any]:
    """Return each word's splits, [step it begins at, tokens], and the tokens by number."""
    words, tokens = words_of_text(training, text), Tokens(training.scheme, ranks_here())
    rows, names = word_rows(training, words, 0, tokens)
    splits = dict(zip(names, (row["splits"] for row in rows), strict=True))
    return {
        "words": [[split[:2] for split in splits[word]] for word in words],
        "tokens": tokens.table(),
        "label": t("stop.begins"),
        "count": forms_of(catalogue(language())["common.tokens"]),
    }


def draw_resplit(training: Training, text: str, player: str, step: int) -> None:
    """Draw how a text begins, at the step of a player."""
    payload = as_json(resplit_payload(training, text))
    data = {"payload": payload, "player": player, "step": step}
    _mount(key=f"{player}_resplit", data=data, height="content")
