"""Read comparisons of encodings into rows: one function a table; see `ui.draw.readings`."""

from collections.abc import Iterable

from bpe.encoding.encoded import EncodedWord
from bpe.readings.word_encoding import MethodComparison
from ui.draw.readings import ROWS, Rows
from ui.draw.tokens import Token


def duels(found: Iterable[MethodComparison]) -> Rows:
    """List what each other method changes against ordered merges.

    Columns: method, fewer, same, more (words encoded differently, with so many tokens), tokens
    (more or fewer in the whole corpus).
    """
    rows = [
        (each.method, *(each.where(sign)[0] for sign in (-1, 0, 1)), each.tokens) for each in found
    ]
    return Rows(("method", "fewer", "same", "more", "tokens"), rows)


def differences(duel: MethodComparison, limit: int | None = ROWS, search: str = "") -> Rows:
    """List the words encoded differently that have `search` in them, most frequent first.

    Columns: word, count, before_tokens (by merges), tokens (by the other method), gain (tokens
    more or fewer).
    """
    wanted = search.casefold()
    found = [each for each in duel.differences if wanted in each.text.casefold()]
    rows = [(each.text, each.count, each.merges, each.other, each.gain) for each in found[:limit]]
    columns = ("word", "count", "before_tokens", "tokens", "gain")
    return Rows(columns, rows, len(found) > len(rows))


def trace(word: EncodedWord) -> Rows:
    """List the splits of one word on its way, those that changed nothing left out.

    Columns: way (0 is the start), tokens.
    """
    splits: list[tuple[Token, ...]] = [word.start_tokens]
    for step in word.steps:
        if step.tokens != splits[-1]:
            splits.append(step.tokens)
    return Rows(("way", "tokens"), [*enumerate(splits[:ROWS])], len(splits) > ROWS)
