"""Read comparisons of encodings into tables: one function a table; see `ui.tables`."""

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from bpe import Encoding, Tokenizer
from bpe.encoding.encoded import EncodedWord, Method
from bpe.encoding.roundtrip import POLICIES, decoded, with_policy
from bpe.readings.compare import Duel, cloud_shares, split_at, typing_falls, word_history
from ui.draw.tables import frame_of
from ui.draw.tokens import Token, visible

ROWS = 200
FALLS = 30


def duels(found: Iterable[Duel]) -> pd.DataFrame:
    """List what each other method changes against ordered merges.

    Columns: method, fewer, same, more (words encoded differently, with so many tokens), tokens
    (more or fewer in the whole corpus).
    """
    rows = [
        (each.method, *(each.where(sign)[0] for sign in (-1, 0, 1)), each.tokens) for each in found
    ]
    return pd.DataFrame(rows, columns=["method", "fewer", "same", "more", "tokens"])


def differences(duel: Duel, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the words encoded differently that have `search` in them, most frequent first.

    Columns: word, count, before_tokens (by merges), tokens (by the other method), gain (tokens
    more or fewer).
    """
    wanted = search.casefold()
    found = [each for each in duel.differences if wanted in each.text.casefold()]
    rows = [(each.text, each.count, each.merges, each.other, each.gain) for each in found[:limit]]
    return frame_of(
        rows, "word", "count", "before_tokens", "tokens", "gain", more=len(found) > len(rows)
    )


def policies(tokenizer: Tokenizer, text: str, method: Method) -> pd.DataFrame:
    """List what each rule for unknown characters makes of a text, the scheme's own first.

    Columns: policy, used (it is the scheme's own), tokens, length, decoded (the text back).
    """
    rows = []
    for policy in POLICIES:
        other = with_policy(tokenizer, policy)
        encoding = other.encode(text, method)
        tokens = tuple(encoding.tokens)
        used = policy == tokenizer.scheme.unknown
        rows.append((policy, used, tokens, len(tokens), decoded(other, encoding)))
    rows.sort(key=lambda row: not row[1])
    return frame_of(rows, "policy", "used", "tokens", "length", "decoded")


def typing(text: str, counts: Sequence[int]) -> pd.DataFrame:
    """List the tokens while a text is typed.

    Columns: characters (typed so far), tokens, typed (what the last one was), fell (there are
    fewer tokens than before).
    """
    fell = set(typing_falls(counts))
    rows = [
        (at, count, visible(text[at - 1]) if at else "", at in fell)
        for at, count in enumerate(counts)
    ]
    return pd.DataFrame(rows, columns=["characters", "tokens", "typed", "fell"])


def falls(tokenizer: Tokenizer, text: str, frame: pd.DataFrame, method: Method) -> pd.DataFrame:
    """List where one more character meant fewer tokens.

    Columns: word (as typed so far, its last word), before_tokens (of the word without its last
    character), tokens, gain (tokens fewer in the whole text).
    """
    places = [int(at) for at in frame.loc[frame["fell"], "characters"]]
    counts = frame["tokens"]
    rows = []
    for at in places[:FALLS]:
        now = tokenizer.encode(text[:at], method)
        then = tokenizer.encode(text[: at - 1], method)
        start = now.words[-1].start if now.words else 0
        before = tuple(token for word in then.words if word.end > start for token in word.tokens)
        tokens = now.words[-1].tokens if now.words else ()
        word = now.words[-1].text if now.words else ""
        rows.append((word, before, tokens, int(counts[at] - counts[at - 1])))
    return frame_of(rows, "word", "before_tokens", "tokens", "gain", more=len(places) > len(rows))


def cloud(
    splits: Sequence[tuple[tuple[Token, ...], int]], usual: tuple[Token, ...]
) -> pd.DataFrame:
    """List the splits of one word under dropout, most frequent first.

    Columns: tokens, count, share (0 to 1), usual (it is the split without dropout).
    """
    drawn = zip(splits[:ROWS], cloud_shares(splits), strict=False)
    rows = [(tokens, count, share, tokens == usual) for (tokens, count), share in drawn]
    return frame_of(rows, "tokens", "count", "share", "usual", more=len(splits) > len(rows))


def history(word: EncodedWord, step: int) -> pd.DataFrame:
    """List the splits of a word by the tokenizer of each step, the one of no merges first.

    Columns: step (it begins at), tokens, length, now (it holds at `step`).
    """
    splits = word_history(word)
    current = split_at(splits, step)
    rows = [
        (begins, tokens, len(tokens), at == current)
        for at, (begins, tokens) in enumerate(splits[:ROWS])
    ]
    return frame_of(rows, "step", "tokens", "length", "now", more=len(splits) > len(rows))


def by_step(counts: Mapping[int, int]) -> pd.DataFrame:
    """List the tokens of a text by step. Columns: step, value, series ("tokens")."""
    return pd.DataFrame({"step": list(counts), "value": list(counts.values()), "series": "tokens"})


def trace(word: EncodedWord) -> pd.DataFrame:
    """List the splits of one word on its way, those that changed nothing left out.

    Columns: way (0 is the start), tokens.
    """
    splits: list[tuple[Token, ...]] = [word.start_tokens]
    for step in word.steps:
        if step.tokens != splits[-1]:
            splits.append(step.tokens)
    return frame_of(list(enumerate(splits[:ROWS])), "way", "tokens", more=len(splits) > ROWS)


def distinct_words(encoding: Encoding) -> dict[str, EncodedWord]:
    """Return the words of a text in order, each once."""
    return {word.text: word for word in encoding.words}
