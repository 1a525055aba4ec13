"""Granularity: one text as characters, as words and as subwords, and what each has never seen.

One word occurrence in ten is held out before anything is learned, as text still to come.
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
"""Part of the occurrences that is kept aside."""

SEED = 0


class SeenAndHeldOut(NamedTuple):
    """A corpus in two parts: `seen` to learn from, `held_out` to meet later."""

    seen: Corpus
    held_out: Corpus


@dataclass(frozen=True)
class Level:
    """The cost of one way to cut a text, and the words it cannot write.

    Attributes:
        vocabulary: distinct tokens, those for what is unknown left out.
        tokens: tokens in the part that was seen.
        words: words between white space in that part.
        unknown: held-out words, by occurrence, that cannot be written in known tokens; of
            characters and subwords in a text without spaces, where a word is a line, the
            characters that are unknown.
        held_out: all held-out words, by occurrence, or all characters of them.
    """

    vocabulary: int
    tokens: int
    words: int
    unknown: int
    held_out: int

    @property
    def tokens_per_word(self) -> float:
        """Average over the part that was seen."""
        return self.tokens / self.words

    @property
    def unknown_rate(self) -> float:
        """Share of the held-out words that are unknown, 0 to 1."""
        return self.unknown / self.held_out


def hold_out(corpus: Corpus) -> SeenAndHeldOut:
    """Keep aside one occurrence of a word in ten, drawn by lot, the same at each call.

    Raises `CorpusError` for a corpus of one occurrence. See `Corpus.split`.
    """
    return SeenAndHeldOut(*corpus.split(HELD_OUT_SHARE, SEED))


def whole_words(seen: Corpus, held_out: Corpus) -> Level:
    """Measure the words as they stand between white space, which no merge changes.

    Characters, each word with its mark, are the subwords before any merge: see `subwords`.
    """
    known, every = set(seen.words), sum(seen.counts)
    unknown = sum(count for word, count in held_out.items() if word not in known)
    return Level(len(seen), every, every, unknown, sum(held_out.counts))


def single_bytes(seen: Corpus, held_out: Corpus) -> Level:
    """Measure the words in the bytes of their UTF-8: there are 256, and none is unknown."""
    sizes = [count * len(as_bytes(word)) for word, count in seen.items()]
    return Level(256, sum(sizes), sum(seen.counts), 0, sum(held_out.counts))


def subwords(training: Training, steps: Iterable[int], held_out: Corpus) -> list[Level]:
    """Measure the level of subwords at each of some steps of a training on the part seen.

    Where lines stand for words, as in Chinese, unknown characters are counted, not lines that have
    one. What is unknown is the same at every step, since merges add no character.
    """
    tokenizer = with_policy(training.tokenizer(0), "pass")  # "unk" may make one of a run of them
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
"""Characters of a word on average from which words are lines rather than words."""


def is_spaced(corpus: Corpus) -> bool:
    """Say whether most characters are of scripts that put spaces between words.

    Chinese, Japanese, Thai, Lao, Khmer, Burmese and Tibetan do not: what stands between white
    space there is a line or a sentence.
    """
    words, counts = corpus.words, corpus.counts
    if "".join(words).isascii():  # a look at each of very many words takes its time
        return True
    without: int = sum(
        count * len(UNSPACED.findall(word))
        for word, count in zip(words, counts, strict=True)
        if not word.isascii()
    )
    return 2 * without <= _character_count(corpus)


def mean_length(corpus: Corpus) -> float:
    """Return how many characters a word has on average, each as often as it occurs."""
    return _character_count(corpus) / sum(corpus.counts)


def _character_count(corpus: Corpus) -> int:
    return sum(map(mul, map(len, corpus.words), corpus.counts))


def length_of_lines(corpus: Corpus) -> float | None:
    """Return the mean length of a corpus's words where they are lines; None where they are not.

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
"""Level -> a text in its pieces."""


def cutter(training: Training, step: int) -> Callable[[str], Cuts]:
    """Return what cuts texts at every level the part seen has made: one list of pieces a level.

    Keys: "characters" (subwords before any merge, so that a mark is counted in both), "words",
    "subwords", "bytes", in which nothing is unknown.
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
