"""Read lives into tables: a token's uses by step, its words now, whom it fed, and all tokens."""

import numpy as np
import pandas as pd

from bpe import Snapshot, Training
from bpe.readings.lives import Life, successors, uses, words_with
from ui.corpora.cache import remembered
from ui.draw.names import lives_of, names_of
from ui.draw.tables import ROWS, frame_of, matcher
from ui.draw.tokens import visible

FATES = ("all", "gone", "nearly", "in_use")
"""What became of a token by the end: it is gone, nearly gone, or still in use."""

NEARLY = 0.05
"""The share of its occurrences that a token which is nearly gone has left at most."""


POINTS = 300
"""Steps of a curve that stand for themselves, besides those at which it changes."""


@remembered
def uses_of(training: Training, id_: int) -> np.ndarray:
    """Return the occurrences of a token at each step."""
    return uses(training, id_)


def uses_by_step(training: Training, id_: int, step: int) -> pd.DataFrame:
    """List the occurrences of a token by step: where they change, at `step`, and here and there.

    Columns: step, value, series ("uses").
    """
    found = uses_of(training, id_)
    steps = np.arange(len(found))
    kept = (steps % (len(found) // POINTS + 1) == 0) | (steps == step) | (steps == steps[-1])
    kept[1:] |= found[1:] != found[:-1]
    return pd.DataFrame({"step": steps[kept], "value": found[kept], "series": "uses"})


def words_now(snapshot: Snapshot, id_: int, limit: int = ROWS) -> tuple[pd.DataFrame, int]:
    """List the words that have a token now, most frequent first; return how many there are too.

    Columns: word, count, tokens (the word's split).
    """
    words = snapshot.training.corpus.words
    found = words_with(snapshot, id_)
    rows = []
    for place in found[:limit]:
        word = snapshot.word(words[place])
        rows.append((word.text, word.count, word.tokens))
    return frame_of(rows, "word", "count", "tokens", more=len(found) > limit), len(found)


def fed(training: Training, life: Life) -> pd.DataFrame:
    """List the tokens that a token went into, in the order of their merges.

    Columns: token, id, step, took, share (of the occurrences the token was born with).
    """
    rows = [
        (each.token, each.id, each.step, each.took, each.took / life.births)
        for each in successors(training, life.id)
    ]
    return frame_of(rows, "token", "id", "step", "took", "share")


@remembered
def everyone(training: Training) -> pd.DataFrame:
    """List the merged tokens in id order.

    Columns: id, token, name (as it is shown), drawn (the same with every sign visible), born,
    births, left, share, gone (None where it is not), length, fate (of `FATES`).
    """
    names = names_of(training)
    rows = [
        (
            life.id,
            life.token,
            names[life.id],
            visible(life.token),
            life.born,
            life.births,
            life.left,
            life.share,
            life.gone,
            life.length,
            fate(life),
        )
        for life in lives_of(training)
        if life.born
    ]
    columns = ("id", "token", "name", "drawn", "born", "births", "left", "share", "gone", "length")
    return frame_of(rows, *columns, "fate")


def fate(life: Life) -> str:
    """Return what became of a token: one of `FATES`, but for "all"."""
    return "in_use" if life.share > NEARLY else "nearly" if life.left else "gone"


def chosen(frame: pd.DataFrame, kind: str, search: str, least: int) -> pd.DataFrame:
    """Return the rows of `everyone` of one fate that show `search` and are long enough."""
    matches = matcher(search)
    kept = frame[(frame["length"] >= least) & ((kind == "all") | (frame["fate"] == kind))]
    return kept[[matches(token) for token in kept["token"]]] if search else kept
