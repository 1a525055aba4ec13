"""Readings of a run on bytes: a text from grapheme to token, and what its merges made."""

from dataclasses import dataclass

from bpe import Training
from bpe.encoding.alignment import Segment, byte_segments
from bpe.readings.letters import merges_until_whole
from bpe.text.characters import is_text
from ui.draw.readings import VocabularyAtStep, vocabulary_at

LONGEST_STRIP, LONGEST_TEXT = 120, 1000
"""Characters of the text in the picture, and of the texts in the tabs."""

SPELLED_TOKENS = 60


def opening_text(training: Training, texts: tuple[str, ...]) -> str:
    """Return the first of some texts whose characters the run makes whole, or else the first."""
    tokenizer = training.tokenizer()
    whole = (text for text in texts if all(merges_until_whole(tokenizer, text).values()))
    return next(whole, texts[0])


@dataclass(frozen=True)
class TextInBytes:
    """A text after some merges: what a reader sees, its bytes, and its tokens.

    Attributes:
        text: the normalized text. step: how many merges are applied.
        segments: the text in parts that tokens and graphemes share.
        wholes: where a grapheme begins, in bytes -> how many merges make it whole; None: none do.
        token_count: its tokens. decoded: what these say.
        is_merged: whether any merge joins two of its bytes.
    """

    text: str
    step: int
    segments: tuple[Segment, ...]
    wholes: dict[int, int | None]
    token_count: int
    decoded: str
    is_merged: bool

    @property
    def last_whole(self) -> int:
        """How many merges make the last of its characters whole that some make whole."""
        return max(each or 0 for each in self.wholes.values())


def text_in_bytes(training: Training, text: str, step: int) -> TextInBytes:
    """Read a text after `step` merges."""
    tokenizer = training.tokenizer(step)
    encoding = tokenizer.encode(text[:LONGEST_STRIP])
    return TextInBytes(
        encoding.text,
        step,
        tuple(byte_segments(tokenizer, encoding)),
        merges_until_whole(training.tokenizer(), encoding.text),
        len(encoding.tokens),
        tokenizer.decode(encoding.ids),
        any(word.steps for word in encoding.words),
    )


@dataclass(frozen=True)
class LearnedBytes:
    """The vocabulary at a step, and which of its merged tokens are whole characters.

    Attributes:
        whole: merged tokens that are text. broken: the others, which cut a character.
        first, last: ids of the first and the last merged token; None at step 0.
    """

    whole: int
    broken: int
    first: int | None
    last: int | None
    vocabulary: VocabularyAtStep


def learned_bytes(training: Training, step: int, search: str, status: str) -> LearnedBytes:
    """Read the vocabulary at a step, with the rows of one status that show `search`."""
    snapshot = training.snapshot(step)
    born = [each for each in snapshot.vocabulary if each.kind == "merge"]
    whole = sum(isinstance(each.token, bytes) and is_text(each.token) for each in born)
    return LearnedBytes(
        whole,
        len(born) - whole,
        born[0].id if born else None,
        born[-1].id if born else None,
        vocabulary_at(snapshot, search, status),
    )


@dataclass(frozen=True)
class SpelledText:
    """The first tokens of a text, and its bytes. more: it has further tokens."""

    tokens: tuple[bytes, ...]
    more: bool
    used: bytes


def spelled_text(training: Training, text: str) -> SpelledText:
    """Encode a text at the end of the run."""
    encoding = training.tokenizer().encode(text[:LONGEST_TEXT])
    tokens = [token for token in encoding.tokens if isinstance(token, bytes)]
    return SpelledText(
        tuple(tokens[:SPELLED_TOKENS]),
        len(tokens) > SPELLED_TOKENS,
        encoding.text.encode("utf-8", "surrogatepass"),
    )
