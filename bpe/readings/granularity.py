"""Granularity: one text as characters, words and subwords, and the out-of-vocabulary rate of each.

10 % of word occurrences are held out before training as a test set.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from ..corpus import Corpus
from ..encoding.roundtrip import with_policy
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..text.characters import UNSPACED, as_bytes
from ..text.pretokenizers import pretokenize
from ..training import Training

HELD_OUT_SHARE = 0.1
"""Share of the occurrences that is held out."""

SEED = 0


class SeenAndHeldOut(NamedTuple):
    """A corpus in two parts: `seen` for training, `held_out` for testing."""

    seen: Corpus
    held_out: Corpus


@dataclass(frozen=True)
class Level:
    """The cost of one kind of tokens, and the words it cannot represent.

    Attributes:
        vocabulary: distinct tokens, without those for unknown text.
        tokens: tokens in the seen part.
        words: words between white space in the seen part.
        unknown: held-out word occurrences that the known tokens cannot represent; for characters
            and subwords in a text without spaces, in which a word is a line, the unknown
            characters.
        held_out: all held-out word occurrences, or all of their characters.
    """

    vocabulary: int
    tokens: int
    words: int
    unknown: int
    held_out: int

    @property
    def tokens_per_word(self) -> float:
        """Average over the seen part."""
        return self.tokens / self.words

    @property
    def unknown_rate(self) -> float:
        """Share of the held-out words that are unknown, 0 to 1."""
        return self.unknown / self.held_out


def hold_out(corpus: Corpus) -> SeenAndHeldOut:
    """Hold out one word occurrence in ten, drawn at random, equal at each call.

    Raises `CorpusError` for a corpus of one occurrence. See `Corpus.split`.
    """
    return SeenAndHeldOut(*corpus.split(HELD_OUT_SHARE, SEED))


def whole_words(seen: Corpus, held_out: Corpus) -> Level:
    """Measure whole words between white space, which no merge changes.

    Characters, each word with its mark, are the subwords before any merge: see `subwords`.
    """
    known, every = set(seen.words), sum(seen.counts)
    unknown = sum(count for word, count in held_out.items() if word not in known)
    return Level(len(seen), every, every, unknown, sum(held_out.counts))


def single_bytes(seen: Corpus, held_out: Corpus) -> Level:
    """Measure the words in UTF-8 bytes: there are 256, and none is unknown."""
    sizes = [count * len(as_bytes(word)) for word, count in seen.items()]
    return Level(256, sum(sizes), sum(seen.counts), 0, sum(held_out.counts))


def subwords(training: Training, steps: Iterable[int], held_out: Corpus) -> list[Level]:
    """Measure subwords at given steps of a training on the seen part.

    If lines are words, as in Chinese, unknown characters are counted instead of lines that contain
    one. The unknown ones are equal at every step, since merges add no character.
    """
    # Not "unk", which may replace a run of unknown characters by one token.
    tokenizer = with_policy(training.tokenizer(0), "pass")
    found = [
        (count, len(word), tokenizer.start(word)[1].count(tokenizer.unknown_id))
        for word, count in held_out.items()
    ]
    if is_spaced(training.corpus):
        found = [(count, 1, min(lost, 1)) for count, _, lost in found]
    unknown = sum(count * lost for count, _, lost in found)
    kept = sum(count * length for count, length, _ in found)
    seen, size = sum(training.corpus.counts), len(training.alphabet)
    return [
        Level(size + step, int(training.token_counts[step]), seen, unknown, kept) for step in steps
    ]


_SHORTEST_LINE = 5
"""Average word length from which words are considered lines."""


def is_spaced(corpus: Corpus) -> bool:
    """Return whether most characters belong to scripts with spaces between words.

    Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan have none: their text between white
    space is a line or a sentence.
    """
    words, counts = corpus.words, corpus.counts
    if "".join(words).isascii():  # checking each of very many words would take long
        return True
    without: int = sum(
        count * len(UNSPACED.findall(word))
        for word, count in zip(words, counts, strict=True)
        if not word.isascii()
    )
    return 2 * without <= _character_count(corpus)


def mean_length(corpus: Corpus) -> float:
    """Return the average number of characters per word occurrence."""
    return _character_count(corpus) / sum(corpus.counts)


def _character_count(corpus: Corpus) -> int:
    return sum(map(mul, map(len, corpus.words), corpus.counts))


def length_of_lines(corpus: Corpus) -> float | None:
    """Return the mean length of a corpus's words if they are lines, else None.

    >>> from bpe import Corpus
    >>> length_of_lines(Corpus.from_text("小学 大学"))
    >>> length_of_lines(Corpus.from_text("老师今天没有布置作业。"))
    11.0
    """
    length = mean_length(corpus)
    return length if length >= _SHORTEST_LINE and not is_spaced(corpus) else None


KnownToken = tuple[Token, bool]
"""A token and whether it is known."""


Cuts = dict[str, list[KnownToken]]
"""Level -> the pieces of a text."""


def cutter(training: Training, step: int) -> Callable[[str], Cuts]:
    """Return a function that cuts a text at every level: one list of pieces per level.

    Keys: "characters" (subwords before any merge, so that both count the mark), "words",
        "subwords", "bytes" (never unknown).
    """
    letters, subwords = (with_policy(training.tokenizer(at), "unk") for at in (0, step))
    known = frozenset(training.corpus.words)

    def cut(text: str) -> Cuts:
        words = pretokenize(text, "whitespace")
        return {
            "characters": _known_tokens(letters, words),
            "words": [(word, word in known) for word in words],
            "subwords": _known_tokens(subwords, words),
            "bytes": [(bytes([byte]), True) for byte in as_bytes(text)],
        }

    return cut


def _known_tokens(tokenizer: Tokenizer, words: Iterable[str]) -> list[KnownToken]:
    encoding = tokenizer.encode(" ".join(words))
    known = (id_ != tokenizer.unknown_id for id_ in encoding.ids)
    return list(zip(encoding.tokens, known, strict=True))
