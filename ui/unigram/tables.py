"""Tables of a Unigram training as plain rows, and its rounds as a run of the player.

Tokens are `str`, splits tuples of them. Nothing here estimates a probability or drops a piece.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from bpe import Scheme
from bpe.readings.comparison import ComparedVocabulary, SplitWord, split_words
from bpe.unigram import UnigramModel, UnigramTraining
from ui.catalogue import Translate
from ui.draw.readings import ROWS, Rows
from ui.draw.tokens import visible
from ui.player.captions import Sentences
from ui.player.rows import Tokens, recut_row

SPLITS = 8
PLAYER_WORDS = 6
FREQUENT = 200
LONGEST, MOST = 1_000, 20_000
"""Characters of one word, and of all words together, among which the rows are chosen."""

BORDER = 15
ORDERS = ("order", "border", "dearest")
"""The orders of a round's pieces: as they go, around the limit, the most costly first."""

DIFFERENT_WORDS = 12


def splits(model: UnigramModel, word: str, limit: int = SPLITS) -> Rows:
    """List the most probable splits of a word, best first.

    Columns: tokens, probability (of just this split), share (of the word's probability).
    """
    found = model.nbest(word, limit + 1) if word else []
    rows = [(each.tokens, model.probability(each.tokens), each.share) for each in found[:limit]]
    return Rows(("tokens", "probability", "share"), rows, len(found) > limit)


def fates(training: UnigramTraining, step: int, show: str = "order", search: str = "") -> Rows:
    """List pieces that the round after `step` judged, in the order in which they would go.

    show: "order", from the first to go; "border", the last that go and the first that stay;
    "dearest", from the last that would go, characters left out.

    Columns: token, fate, gone (the round removed it), expected (occurrences over all splits),
    probability (after EM), loss (nats; None where none was computed), tokens (that would stand in
    for it; None for a character).
    """
    judge, wanted = training.rounds[step], search.casefold()
    found = [fate for fate in judge.fates if wanted in visible(fate.piece).casefold()]
    longer = [fate for fate in found if fate.fate != "character"]
    if show == "border":
        border = sum(fate.fate != "kept" for fate in longer)
        found = longer[max(0, border - BORDER) : border + BORDER]
    elif show == "dearest":
        found = longer[::-1]
    rows = [
        (
            fate.piece,
            fate.fate,
            fate.gone,
            fate.expected,
            fate.probability,
            fate.loss,
            None if fate.fate == "character" else judge.alternative(fate.piece),
        )
        for fate in found[:ROWS]
    ]
    columns = ("token", "fate", "gone", "expected", "probability", "loss", "tokens")
    return Rows(columns, rows, len(found) > len(rows))


def vocabulary(
    training: UnigramTraining, step: int, limit: int | None = ROWS, search: str = ""
) -> Rows:
    """List the pieces after `step` rounds, the most probable first.

    Columns: rank (from 1), token, kind ("character" or "piece"), probability, log_prob (natural).
    """
    snapshot, alphabet, wanted = training.snapshot(step), {*training.alphabet}, search.casefold()
    found = [
        (rank, piece, "character" if piece in alphabet else "piece", log_prob)
        for rank, (piece, log_prob) in enumerate(snapshot.pieces.items(), 1)
        if wanted in visible(piece).casefold()
    ]
    rows = [
        (rank, piece, kind, snapshot.model.probability([piece]), log_prob)
        for rank, piece, kind, log_prob in found[:limit]
    ]
    columns = ("rank", "token", "kind", "probability", "log_prob")
    return Rows(columns, rows, len(found) > len(rows))


def sampled_splits(
    model: UnigramModel, word: str, draws: int, seed: int
) -> tuple[Rows, list[tuple[str, ...]]]:
    """Sample splits of a word; return them with their frequencies, and the first few as drawn.

    Columns: tokens, drawn (how often), share (how much of the word's probability is its), most
    often drawn first. The same seed draws the same splits.
    """
    rng = random.Random(seed)
    drawn = [model.sample(word, rng) for _ in range(draws)]
    whole = model.marginal(word)
    rows = [
        (tokens, count, model.probability(tokens) / whole)
        for tokens, count in Counter(drawn).most_common()
    ]
    return Rows(("tokens", "drawn", "share"), rows), drawn[:12]


def sizes(compared: Sequence[ComparedVocabulary]) -> Rows:
    """List the tokenizers. Columns: name, size, in_corpus (tokens), per_word, length.

    per_word: tokens of a word occurrence, on average. length: characters of a token in the
    vocabulary, on average, the mark ▁ not counted.
    """
    rows = [
        (each.name, len(each.tokens), each.token_count, each.tokens_per_word, each.mean_length)
        for each in compared
    ]
    return Rows(("name", "size", "in_corpus", "per_word", "length"), rows)


def side_by_side(
    compared: Sequence[ComparedVocabulary], training: UnigramTraining, search: str = ""
) -> tuple[list[SplitWord], int]:
    """Return the most frequent words that are not cut alike by all, and how many are cut alike.

    With `search`, the words that contain it, cut alike or not.
    """
    found: list[SplitWord] = []
    alike = 0
    for word in split_words(compared, training, search):
        if word.is_alike and not search:
            alike += 1
            continue
        found.append(word)
        if len(found) == DIFFERENT_WORDS:
            break
    return found, alike


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
