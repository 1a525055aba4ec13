"""The tokenizer of a run, asked where its record is: the app gets answers, and no record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bpe import Scheme, Tokenizer, Training
from bpe.encoding.alignment import place_tokens
from bpe.encoding.encoded import Method, usual_method
from bpe.merging.cells import Token
from ui.cache import remembered
from ui.corpora.run import Run
from ui.corpora.sandboxed import Encoded, encoded
from ui.draw.readings import beginning


@dataclass(frozen=True)
class RunTokenizer:
    """The tokenizer that all merges of a run make."""

    run: Run

    @property
    def scheme(self) -> Scheme:
        """The rules of the run."""
        return self.run.scheme

    @property
    def method(self) -> Method:
        """The method of its kind."""
        return usual_method(self.scheme)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return `function(tokenizer, *arguments)`; it is one of a module."""
        return self.run.read(_answer, function, *arguments)

    def encode(self, text: str, method: Method = "merges") -> Encoded:
        """Encode a text, with the steps of its words."""
        found: Encoded = self.ask(encoded, text, method)
        return found

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids."""
        return str(self.ask(Tokenizer.decode, tuple(ids)))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends in it."""
        found: list[tuple[int, int]] = self.ask(_places, text, self.method)
        return found

    def token(self, id_: int) -> Token:
        """Return the token of an id, of that of unknown characters too; of a long one a part."""
        found: Token = self.ask(_token, id_)
        return found

    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""
        found: int | None = self.ask(_id, token)
        return found


def _answer(training: Training, function: Callable[..., Any], *arguments: Any) -> Any:
    return function(_tokenizer(training), *arguments)


@remembered
def _tokenizer(training: Training) -> Tokenizer:
    """Return the tokenizer of a run, the same one each time: it keeps the words it has split."""
    return training.tokenizer()


def _places(tokenizer: Tokenizer, text: str, method: Method) -> list[tuple[int, int]]:
    found = place_tokens(tokenizer, text, tokenizer.encode(text, method))
    return [(each.start, each.end) for each in found]


def _token(tokenizer: Tokenizer, id_: int) -> Token:
    if id_ < len(tokenizer.tokens):
        return beginning(tokenizer.tokens[id_])
    return next(name for name, at in tokenizer.special.items() if at == id_)


def _id(tokenizer: Tokenizer, token: Token) -> int | None:
    return tokenizer.vocabulary.get(token)
