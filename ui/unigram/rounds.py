"""The rounds of a Unigram training as a run of the player: best splits, and a caption a round."""

from itertools import accumulate
from typing import Any

from bpe import Scheme
from bpe.unigram import UnigramRound, UnigramTraining
from ui.cache import remembered
from ui.catalogue import Translate
from ui.player.captions import Sentences
from ui.player.cutting import RowsPayload, cut_rows
from ui.player.rows import Tokens, recut_row
from ui.shell.text import speaking, t
from ui.unigram.requests import SCHEME

PLAYER_WORDS = 6
FREQUENT = 200
LONGEST, MOST = 1_000, 20_000
"""Characters of one word, and of all words together, among which the rows are chosen."""


@remembered
def cut_rounds(training: UnigramTraining, lang: str) -> RowsPayload:
    """Cut the rounds for the player, in a language."""
    with speaking(lang):
        return cut_rows(rounds_run(training, SCHEME, say_here))


def say_here(name: str, **values: object) -> str:
    """Return a sentence of the page in the language of the moment."""
    return t(f"unigram.{name}", **values)


def rounds_run(training: UnigramTraining, scheme: Scheme, say: Translate) -> dict[str, Any]:
    """Return the rounds for the player: best splits and captions.

    Of the frequent words it has those whose best split changes most often.
    """
    tokens = Tokens(scheme)
    words = sorted(training.corpus.items(), key=lambda each: -each[1])
    last = len(training)
    ends = accumulate(min(len(word), LONGEST) for word, _ in words[:FREQUENT])
    histories = [
        (word, count, training.history(word[:LONGEST]))
        for (word, count), end in zip(words[:FREQUENT], ends, strict=True)
        if end <= MOST
    ]
    histories.sort(key=lambda each: -len(each[2]))
    rows = [
        recut_row(word, int(count), splits, tokens)
        for word, count, splits in histories[:PLAYER_WORDS]
    ]
    sentences = Sentences(tokens, say)
    for step in range(last + 1):
        sentences.say(caption(training, step, say))
    return {
        "title": "",
        "steps": last,
        "recut": True,
        "words": rows,
        "captions": sentences.all(),
        "tokens": tokens.table(),
    }


def caption(training: UnigramTraining, step: int, say: Translate) -> str:
    """Say what the next round does, or what is left at the end."""
    if step < len(training):
        return round_caption(training.rounds[step], say)
    stop = training.stop
    left = {"size": stop.found, "characters": len(training.alphabet)}
    if stop.reason != "no_pieces":
        return say("caption_end", **left)
    numbers = {name: getattr(stop, name) for name in ("asked", "candidates", "seeds", "rare")}
    return say("caption_end_fewer", **left, **numbers)


def round_caption(done: UnigramRound, say: Translate) -> str:
    """Say how many pieces a round drops, and why."""
    kind = "rare" if done.rare else "none"
    if done.cut:
        by = "score" if done.last else "loss"
        kind = f"rare_{by}" if done.rare else by
    numbers = {name: getattr(done, name) for name in ("size", "rare", "cut")}
    return say(f"caption_{kind}", round=done.number + 1, left=done.size_after, **numbers)
