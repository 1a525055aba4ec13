"""Read a Unigram training into tables: one function a table, one row a thing one can point at.

Tokens are `str`, splits tuples of them. Nothing here estimates a probability or drops a piece.
A table cut at `limit` has `attrs["more"]` set.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from bpe import Training
from bpe.unigram import COURSE_VOCABULARY, UnigramModel, UnigramTraining, model_from_counts
from ui.draw.tables import ROWS
from ui.draw.tokens import visible
from ui.player.payload import Sentences, Tokens, short

SPLITS = 8
PLAYER_WORDS = 6
FREQUENT = 200
LONGEST = 40
BORDER = 15
SHOWN = ("order", "border", "dearest")
"""Which of a round's pieces to list: in order, around the border, the dearest to remove."""

EXAMPLES = 14
DIFFERENT_WORDS = 12

Translate = Callable[..., str]


def splits(model: UnigramModel, word: str, limit: int = SPLITS) -> pd.DataFrame:
    """List the most probable splits of a word, best first.

    Columns: tokens, probability (of just this split), share (of the word's probability).
    """
    found = model.nbest(word, limit + 1) if word else []
    rows = [(each.tokens, model.probability(each.tokens), each.share) for each in found[:limit]]
    return _frame(rows, "tokens", "probability", "share", more=len(found) > limit)


def edges(model: UnigramModel, word: str) -> pd.DataFrame:
    """List the pieces that fit into a word, by where they start.

    Columns: token, start, end (characters), probability, share (of the word's probability that
    runs through it), best (the best split takes it).
    """
    rows = [
        (e.piece, e.start, e.end, model.probability([e.piece]), e.share, e.best)
        for e in model.lattice(word)
    ]
    return _frame(rows, "token", "start", "end", "probability", "share", "best")


def fates(
    training: UnigramTraining, step: int, show: str = "order", search: str = ""
) -> pd.DataFrame:
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
            fate.fate in ("rare", "loss", "score"),
            fate.expected,
            math.exp(fate.log_prob),
            fate.loss,
            None if fate.fate == "character" else judge.alternative(fate.piece),
        )
        for fate in found[:ROWS]
    ]
    columns = ("token", "fate", "gone", "expected", "probability", "loss", "tokens")
    return _frame(rows, *columns, more=len(found) > len(rows))


def vocabulary(
    training: UnigramTraining, step: int, limit: int | None = ROWS, search: str = ""
) -> pd.DataFrame:
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
    return _frame(rows, *columns, more=len(found) > len(rows))


def vocabulary_by_round(training: UnigramTraining) -> pd.DataFrame:
    """List the pieces after every round, for a download, the most probable first in each.

    Columns: rounds (done; 0 is the vocabulary to start from), then those of `vocabulary`, then
    fate (what the next round does with it: "kept", "character", "rare", "loss" or "score"; None
    after the last) and loss (nats its removal costs by that round; None where none was computed).
    """
    frames = []
    for step in range(len(training.rounds) + 1):
        frame = vocabulary(training, step, limit=None)
        judged = training.rounds[step].fates if step < len(training.rounds) else ()
        fate = {each.piece: (each.fate, each.loss) for each in judged}
        found = [fate.get(piece, (None, None)) for piece in frame["token"]]
        frames.append(
            frame.assign(
                rounds=step,
                fate=pd.Series([each[0] for each in found], dtype=object),
                loss=pd.Series([each[1] for each in found], dtype=float),
            )
        )
    columns = ["rounds", *frames[0].columns.drop(["rounds", "fate", "loss"]), "fate", "loss"]
    return pd.concat(frames, ignore_index=True)[columns]


def rounds(training: UnigramTraining) -> pd.DataFrame:
    """List the rounds in order.

    Columns: round (from 1), size, rare (pieces too rare to stay), cut (pieces removed by loss or
    score), left, before and after (log-likelihood in nats, around EM), in_corpus (tokens when each
    word is cut at its best, after EM).
    """
    rows = [
        (
            done.number + 1,
            done.size,
            done.size - done.size_after_em,
            done.size_after_em - done.size_after,
            done.size_after,
            done.log_likelihoods[0],
            done.log_likelihoods[-1],
            done.token_count,
        )
        for done in training.rounds
    ]
    return _frame(rows, "round", "size", "rare", "cut", "left", "before", "after", "in_corpus")


def by_step(training: UnigramTraining) -> pd.DataFrame:
    """List the run's totals by rounds done, 0 to the last. Columns: step, pieces, tokens."""
    steps = range(len(training.rounds) + 1)
    tokens = [*(done.token_count for done in training.rounds), training.token_count]
    sizes = [len(training.snapshot(step)) for step in steps]
    return pd.DataFrame({"step": steps, "pieces": sizes, "tokens": tokens})


def cloud(
    model: UnigramModel, word: str, temperature: float, draws: int, seed: int
) -> tuple[pd.DataFrame, list[tuple[str, ...]]]:
    """Draw splits of a word; return them with their frequencies, and the first few as drawn.

    Columns: tokens, drawn (how often), share (how much of the probability is its at this
    temperature), most often drawn first. The same seed draws the same splits.
    """
    rng = random.Random(seed)
    drawn = [model.sample(word, temperature, rng) for _ in range(draws)]
    flattened = UnigramModel({piece: score / temperature for piece, score in model.pieces.items()})
    whole = flattened.log_marginal(word)
    rows = [
        (tokens, count, math.exp(flattened.log_probability(tokens) - whole))
        for tokens, count in Counter(drawn).most_common()
    ]
    return _frame(rows, "tokens", "drawn", "share"), drawn[:12]


@dataclass(frozen=True)
class Cut:
    """One tokenizer at the end of its training, ready to be compared.

    Attributes:
        name: "bpe", "wordpiece" or "unigram".
        pieces: its vocabulary in one spelling for all three: ▁ where a word begins, no ##.
        token_count: tokens in the corpus.
        split: gives a word's tokens in that spelling.
        full: whether it has as many tokens as were asked for.
    """

    name: str
    pieces: frozenset[str]
    token_count: int
    split: Callable[[str], tuple[str, ...]]
    full: bool


def cuts(training: UnigramTraining, others: Mapping[str, Training]) -> list[Cut]:
    """Return what is to be compared: the other trainings, and the Unigram training last."""
    found = []
    for name, other in others.items():
        snapshot = other.snapshot(len(other.merges))
        found.append(
            Cut(
                name,
                frozenset(_common(each.token, other) for each in snapshot.vocabulary),
                snapshot.token_count,
                lambda word, snapshot=snapshot, other=other: tuple(
                    _common(token, other) for token in snapshot.tokens(word)
                ),
                len(snapshot.vocabulary) == len(training.pieces),
            )
        )
    model, mark = training.model, training.mark
    pieces = frozenset(training.pieces)
    return [
        *found,
        Cut("unigram", pieces, training.token_count, lambda word: model.best(mark + word), True),
    ]


def sizes(compared: Sequence[Cut], training: UnigramTraining) -> pd.DataFrame:
    """List the tokenizers. Columns: name, size, in_corpus (tokens), per_word, length.

    per_word: tokens of a word occurrence, on average. length: characters of a token in the
    vocabulary, on average, the mark ▁ not counted.
    """
    occurrences = sum(training.corpus.counts)
    rows = [
        (
            each.name,
            len(each.pieces),
            each.token_count,
            each.token_count / occurrences,
            sum(len(piece.removeprefix(training.mark)) for piece in each.pieces) / len(each.pieces),
        )
        for each in compared
    ]
    return _frame(rows, "name", "size", "in_corpus", "per_word", "length")


def overlap(compared: Sequence[Cut]) -> pd.DataFrame:
    """List which tokenizers share how many tokens; each token is counted in one row.

    Columns: names (who has them), n, tokens (some of them, the longest first).
    """
    owners: dict[tuple[str, ...], list[str]] = {}
    for piece in sorted(frozenset().union(*(each.pieces for each in compared))):
        names = tuple(each.name for each in compared if piece in each.pieces)
        owners.setdefault(names, []).append(piece)
    rows = []
    for names, pieces in sorted(owners.items(), key=lambda each: (-len(each[0]), each[0])):
        pieces.sort(key=lambda piece: (-len(piece), piece))
        rows.append((names, len(pieces), tuple(pieces[:EXAMPLES])))
    return _frame(rows, "names", "n", "tokens")


def side_by_side(
    compared: Sequence[Cut], training: UnigramTraining, search: str = ""
) -> tuple[list[tuple[str, int, list[tuple[str, ...]]]], int]:
    """Return the most frequent words that are not cut alike by all, and how many are cut alike.

    Each with its count and one split a tokenizer, in the order of `compared`. With `search`, the
    words that contain it, cut alike or not.
    """
    words = sorted(
        zip(training.corpus.words, training.corpus.counts, strict=True), key=lambda each: -each[1]
    )
    found, alike = [], 0
    for word, count in words:
        if search and search.casefold() not in word.casefold():
            continue
        split = [each.split(word) for each in compared]
        if len(set(split)) == 1 and not search:
            alike += 1
            continue
        found.append((word, count, split))
        if len(found) == DIFFERENT_WORDS:
            break
    return found, alike


@dataclass(frozen=True)
class CourseSplit:
    """A split with the course's pieces.

    Attributes:
        tokens: the split. terms: each token's count; `whole` is the sum of all counts.
        probability: the product of terms / whole.
        printed_terms, printed: the same with the counts that the course's text uses.
    """

    tokens: tuple[str, ...]
    terms: tuple[int, ...]
    whole: int
    probability: float
    printed_terms: tuple[int, ...]
    printed: float


def course_splits(corpus: Mapping[str, int], word: str = "pug") -> list[CourseSplit]:
    """Return each split of pug as it is, and as the course prints it.

    The course counts p and pu in pug only and forgets pun, though its own list has them right.
    corpus: the course's five words with their counts.
    """
    counts = COURSE_VOCABULARY
    printed = {**counts, "p": corpus[word], "pu": corpus[word]}
    whole = sum(counts.values())
    model = model_from_counts(counts)
    # Its sum of counts is the right one, so these are no probabilities of any model.
    found = []
    for split in model.nbest(word, 100):
        terms = tuple(counts[token] for token in split.tokens)
        wrong = tuple(printed[token] for token in split.tokens)
        product = math.prod(term / whole for term in wrong)
        right = model.probability(split.tokens)
        found.append(CourseSplit(split.tokens, terms, whole, right, wrong, product))
    return found


def course_pieces() -> pd.DataFrame:
    """List the course's pieces. Columns: token, count, probability, the most frequent first."""
    model = model_from_counts(COURSE_VOCABULARY)
    rows = [
        (piece, COURSE_VOCABULARY[piece], model.probability([piece])) for piece, _ in model.ranked
    ]
    return _frame(rows, "token", "count", "probability")


def rounds_run(training: UnigramTraining, scheme, say: Translate) -> dict[str, Any]:
    """Cut the rounds for the player: best splits and captions.

    Of the frequent words, it shows those whose best split changes most often.
    """
    tokens = Tokens(scheme)
    words = sorted(
        zip(training.corpus.words, training.corpus.counts, strict=True), key=lambda each: -each[1]
    )
    last = len(training.rounds)
    histories = [(word, count, history(training, word)) for word, count in words[:FREQUENT]]
    histories.sort(key=lambda each: -len(each[2]))
    rows = [
        {
            "text": short(word),
            "count": int(count),
            "splits": [[step, tokens.all(split)] for step, split in splits],
        }
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


def history(training: UnigramTraining, word: str) -> list[tuple[int, tuple[str, ...]]]:
    """Return every best split a word (or its beginning) has, with the step it begins at."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for step in range(len(training.rounds) + 1):
        split = training.snapshot(step).model.best(training.mark + word[:LONGEST])
        if not found or found[-1][1] != split:
            found.append((step, split))
    return found


def caption(training: UnigramTraining, step: int, say: Translate) -> str:
    """Say how many pieces there are and what the next round does."""
    said = [say("caption_size", n=len(training.snapshot(step)))]
    if step == len(training.rounds):
        said.append(say("caption_end", n=len(training.alphabet)))
        if len(training.pieces) < training.vocab_size:
            said.append(say("caption_fewer", asked=training.vocab_size))
        return say("between").join(said)
    done = training.rounds[step]
    rare, cut = done.size - done.size_after_em, done.size_after_em - done.size_after
    said.append(say("caption_rare" if rare else "caption_no_rare", round=step + 1, n=rare))
    if cut:
        said.append(say("caption_score" if done.last else "caption_loss", n=cut))
    said.append(say("caption_left", n=done.size_after))
    return say("between").join(said)


def _common(token: str, training: Training) -> str:
    """Spell a token the way Unigram does: the mark ▁ where a word begins, nothing elsewhere."""
    mark = training.scheme.mark
    if training.scheme.boundary == "prefix":
        return token
    return token.removeprefix(mark) if token.startswith(mark) else "▁" + token


def _frame(rows, *columns, more: bool = False) -> pd.DataFrame:
    """Build a frame whose cells stay as they are."""
    frame = pd.DataFrame(
        {
            name: pd.Series(
                [row[place] for row in rows],
                dtype=None if rows and isinstance(rows[0][place], (int, float)) else object,
            )
            for place, name in enumerate(columns)
        }
    )
    frame.attrs["more"] = more
    return frame
