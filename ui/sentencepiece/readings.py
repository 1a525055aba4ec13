"""Readings of a SentencePiece run: a sentence there and back, Chinese cut, and forbidden pairs."""

from dataclasses import dataclass

from bpe import Training
from bpe.encoding.roundtrip import round_trip, unknown_characters
from bpe.encoding.spelling import UNKNOWN
from bpe.merging.cells import Token
from bpe.readings.normalization import normalize_sentence
from bpe.text.pretokenizers import pretokenize
from ui.draw.readings import Rows

LONGEST_TEXT, LONGEST_POEM, LONGEST_PIECE = 500, 300, 40
"""Characters of the sentence, and of the poem."""

WORDS, LONGEST_WORDS = 6, 60
"""Words of the corpus that the page opens with where it can spell no example; their characters."""

FORBIDDEN_SHOWN = 60
"""Forbidden pairs in the table."""


def opening_text(training: Training, texts: tuple[str, ...]) -> tuple[str | None, str]:
    """Return the first of some texts that the run can spell, or None; and words of its corpus."""
    tokenizer = training.tokenizer()
    spelled = (text for text in texts if not unknown_characters(tokenizer, text))
    words = " ".join(word[:LONGEST_WORDS] for word in training.corpus.words[:WORDS])
    return next(spelled, None), words[:LONGEST_WORDS]


@dataclass(frozen=True)
class SentenceTrip:
    """A sentence encoded and decoded again.

    Attributes:
        tokens: after the merges. normalized, decoded: what went in, and what came back.
        unknown: characters outside the alphabet, each once, in order.
        holds, is_exact: as those of `RoundTrip`.
    """

    tokens: tuple[Token, ...]
    normalized: str
    decoded: str
    unknown: tuple[str, ...]
    holds: bool
    is_exact: bool


def sentence_trip(training: Training, text: str, step: int) -> SentenceTrip:
    """Encode a sentence after `step` merges, and decode it."""
    trip = round_trip(training.tokenizer(step), text[:LONGEST_TEXT])
    tokens = tuple(trip.encoding.tokens)
    return SentenceTrip(
        tokens, trip.normalized, trip.decoded, trip.unknown, trip.holds, trip.is_exact
    )


@dataclass(frozen=True)
class WaysToCut:
    """A text cut in four ways: at spaces, into characters, into pieces, into bytes.

    Attributes:
        corpus, once: different words of the corpus, and those that occur once.
        words, known: the text between spaces, and whether the corpus has each.
        merges: of the run into pieces.
        cuts: "characters", "pieces" and "bytes": the vocabulary, and the tokens of the text.
    """

    corpus: int
    once: int
    words: tuple[str, ...]
    known: tuple[bool, ...]
    merges: int
    cuts: dict[str, tuple[int, tuple[Token, ...]]]

    def unknown(self, name: str) -> int:
        """Return how many tokens of a cut are unknown."""
        return self.cuts[name][1].count(UNKNOWN)


def ways_to_cut(pieces: Training, byte_level: Training, text: str) -> WaysToCut:
    """Cut a text by a run into pieces, and by one on bytes."""
    text, corpus = text[:LONGEST_POEM], pieces.corpus
    words = pretokenize(normalize_sentence(text, pieces.scheme.normalizer), "space")
    seen = {*corpus.words}
    cuts = {}
    for name, training, step in (
        ("characters", pieces, 0),
        ("pieces", pieces, len(pieces)),
        ("bytes", byte_level, len(byte_level)),
    ):
        tokens = training.tokenizer(step).encode(text).tokens
        cuts[name] = int(training.vocabulary_sizes[step]), tuple(tokens)
    return WaysToCut(
        len(corpus),
        sum(count == 1 for count in corpus.counts),
        tuple(words),
        tuple(word in seen for word in words),
        len(pieces),
        cuts,
    )


@dataclass(frozen=True)
class ForbiddenPairs:
    """The pairs that may not be merged at a step.

    Attributes:
        count: how many there are. ahead: those that occur more often than the pair merged next.
        rows: pair, count, rule (that forbids it); the most frequent ones.
        next: the pair merged next and its count; None at the end.
    """

    count: int
    ahead: int
    rows: Rows
    next: tuple[tuple[Token, Token], int] | None


def forbidden_pairs(training: Training, step: int) -> ForbiddenPairs:
    """Read the pairs that may not be merged, the most frequent first."""
    snapshot = training.snapshot(step)
    found = [pair for pair in snapshot.pairs() if pair.forbidden]
    following = snapshot.next
    least = following.count if following else 0
    rows = [(each.pair, each.count, each.forbidden) for each in found[:FORBIDDEN_SHOWN]]
    return ForbiddenPairs(
        len(found),
        sum(each.count > least for each in found),
        Rows(("pair", "count", "rule"), rows).cut(),
        (following.pair, following.count) if following else None,
    )
