"""UnigramTokenizer: encode new text with a Unigram model, in ids, and decode it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter

from ..errors import check_place, check_text, short
from ..text.normalizers import normalize
from ..text.pretokenizers import pretokenize_spans
from .model import UnigramModel

UNKNOWN = "<unk>"


@dataclass(frozen=True)
class UnigramWord:
    """A word of the normalized text, from `start` up to `end` (characters), and its tokens.

    >>> from bpe.unigram import train_unigram
    >>> tokenizer = train_unigram("highest lowest coolest", vocab_size=12).tokenizer()
    >>> [word.text for word in tokenizer.encode("low test").words]
    ['low', 'test']
    """

    text: str
    start: int
    end: int
    tokens: tuple[str, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True)
class UnigramEncoding:
    """An encoded text: the normalized text and its words; `tokens` and `ids` run over all words.

    >>> from bpe.unigram import train_unigram
    >>> tokenizer = train_unigram("highest lowest coolest", vocab_size=12).tokenizer()
    >>> tokenizer.encode("lowest").tokens
    ['▁', 'l', 'o', 'w', 'est']
    """

    text: str
    words: tuple[UnigramWord, ...]

    @cached_property
    def tokens(self) -> list[str]:
        """Tokens of all words, left to right."""
        return [token for word in self.words for token in word.tokens]

    @cached_property
    def ids(self) -> list[int]:
        """Token ids of all words, left to right."""
        return [id_ for word in self.words for id_ in word.ids]


class UnigramTokenizer:
    """Cut each word of a text at its best.

    Attributes:
        model: the pieces and their probabilities.
        tokens: by id: the most probable piece first, as SentencePiece numbers them.
        unknown_id: the id after them. It stands for a whole run of unknown characters, as in
            SentencePiece and Hugging Face, and is written `<unk>`.

    >>> from bpe.unigram import train_unigram
    >>> tokenizer = train_unigram("highest lowest coolest", vocab_size=12).tokenizer()
    >>> tokenizer.decode(tokenizer.encode("lowest").ids)
    'lowest'
    """

    def __init__(self, model: UnigramModel) -> None:
        self.model = model
        self.tokens = tuple(piece for piece, _ in model.ranked)
        self.unknown_id = len(self.tokens)
        self._ids = {piece: id_ for id_, piece in enumerate(self.tokens)}

    def __repr__(self) -> str:
        return f"<UnigramTokenizer: {self.vocab_size} pieces>"

    @property
    def vocab_size(self) -> int:
        """The number of pieces, `<unk>` not counted."""
        return len(self.tokens)

    def encode(self, text: str) -> UnigramEncoding:
        """Normalize, split at white space, put the mark in front of each word, and cut it.

        Raises `CorpusError` for what is no text.

        >>> model = UnigramModel({"▁": -1.0, "hug": -1.1, "s": -2.0}, mark="▁")
        >>> tokenizer = UnigramTokenizer(model)
        >>> encoding = tokenizer.encode("hugs 世界")
        >>> encoding.tokens, encoding.ids
        (['▁', 'hug', 's', '▁', '<unk>'], [0, 1, 2, 0, 3])
        """
        check_text(text)
        text = normalize(text, self.model.normalizer)
        known: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {}
        words = []
        for start, end in pretokenize_spans(text, "space"):
            word = text[start:end]
            if word not in known:
                known[word] = self._encode_word(word)
            words.append(UnigramWord(word, start, end, *known[word]))
        return UnigramEncoding(text, tuple(words))

    def decode(self, encoded: Sequence[int] | Sequence[str]) -> str:
        """Return the text of token ids, or of tokens: each mark a space, but for the first.

        Raises `ValueError` for an id that does not exist.
        """
        if not isinstance(encoded, Iterable):
            raise ValueError(
                f"encoded must be ids or tokens, got {short(encoded)}. Give encoding.ids, say."
            )
        pieces = [item if isinstance(item, str) else self._piece(item) for item in encoded]
        text = "".join(pieces)
        if not self.model.mark:
            return text
        return text.replace(self.model.mark, " ").removeprefix(" ")

    def _encode_word(self, word: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        pieces = self.model.best(self.model.mark + word)
        found = [(piece, self._ids.get(piece, self.unknown_id)) for piece in pieces]
        fused = [
            (piece, id_)
            for id_, run in groupby(found, itemgetter(1))
            for piece, _ in ([(UNKNOWN, id_)] if id_ == self.unknown_id else run)
        ]
        return tuple(piece for piece, _ in fused), tuple(id_ for _, id_ in fused)

    def _piece(self, id_: int) -> str:
        id_ = check_place("id", id_, self.unknown_id, "Use ids of this tokenizer.")
        return UNKNOWN if id_ == self.unknown_id else self.tokens[id_]
