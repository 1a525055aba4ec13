"""Two trainings in one list of words: how each is cut for it, and which rows belong together."""

from collections.abc import Sequence

from bpe import Training
from ui.corpora.cache import remembered
from ui.player.cutting import How
from ui.player.rows import names_of_rows
from ui.shell.text import language

WORDS_BESIDE = 8
"""Words with two splits each, so that a projector has them whole."""

PAIRS_BESIDE = 5

Cuts = Sequence[tuple[Training, How]]


def cuts_beside(
    first: Training, second: Training, titles: tuple[str, str]
) -> list[tuple[Training, How]]:
    """Return two trainings with how they are cut to share a list of words."""
    lang = language()
    here, there = (How((), WORDS_BESIDE, title, PAIRS_BESIDE, lang, sums=True) for title in titles)
    if first.corpus.words != second.corpus.words:
        same = _same_words(first, second)
        if same:
            there = there._replace(pinned=same, words=0)
    return [(first, here), (second, there)]


def rows_beside(cuts: Cuts) -> list[tuple[int | None, int | None]] | None:
    """Return for each word the row that it has in either run; None for one run alone.

    A word that only one of them has stands by itself.
    """
    if len(cuts) == 1:
        return None
    own, other = (
        [word.strip() for word in names_of_rows(training, how.pinned, how.words)]
        for training, how in cuts
    )
    rows = [(at, other.index(word) if word in other else None) for at, word in enumerate(own)]
    alone = [(None, at) for at, word in enumerate(other) if word not in own]
    return [*rows, *alone]


@remembered
def _same_words(first: Training, second: Training) -> tuple[str, ...]:
    """Return the most frequent words of one run as the other has them, where it does."""
    known: dict[str, str] = {}
    for index in second.frequency_order.tolist():
        word = second.corpus.words[index]
        known.setdefault(word.strip(), word)
    shown = names_of_rows(first, (), WORDS_BESIDE)
    return tuple(known[word.strip()] for word in shown if word.strip() in known)
