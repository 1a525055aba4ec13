"""The rounds of a Unigram training as a run of the player: best splits, and a caption a round."""

from itertools import accumulate
from typing import Any

from bpe import Scheme
from bpe.unigram import UnigramTraining
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
    """Say how many pieces there are and what the next round does."""
    said = [say("caption_size", n=len(training.snapshot(step)))]
    if step == len(training):
        said.append(say("caption_end", n=len(training.alphabet)))
        stop = training.stop
        if stop.reason == "no_pieces":
            numbers = {
                name: getattr(stop, name) for name in ("asked", "candidates", "seeds", "rare")
            }
            said.append(say("caption_fewer", **numbers))
        return say("between").join(said)
    done = training.rounds[step]
    said.append(
        say("caption_rare" if done.rare else "caption_no_rare", round=step + 1, n=done.rare)
    )
    if done.cut:
        said.append(say("caption_score" if done.last else "caption_loss", n=done.cut))
    said.append(say("caption_left", n=done.size_after))
    return say("between").join(said)
