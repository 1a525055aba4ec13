"""Tokenizers that strangers bring: open in a worker process only, which answers questions.

What patterns and rules of their files do, and whatever is read off them, is done there, limited in
memory, time and size of the answer. The app has but what is known of each, and the answers: these
are small and known, whatever the files say. No Streamlit here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from bpe import CorpusError, EncodedWord, Scheme
from bpe.encoding.encoded import EncodedText, Method
from bpe.input.opening import MEGABYTE
from bpe.interchange import Opened, load
from bpe.merging.cells import Token
from ui.catalogue import Refusal
from ui.corpora.jobs import Job, Resource

SECONDS = 5.0
"""For a question about one text, besides what opening the file may take."""

READING = 60.0
"""Seconds for what is read off a whole vocabulary, or a long text."""

MOST = 4 * MEGABYTE
"""Bytes of an answer."""

MOST_TOKENS, MOST_EACH = 1_000, 12
"""Tokens that any text may become; and so many more for each of its characters."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Description:
    """What is known of a tokenizer: these attributes of `FileTokenizer`."""

    format: str
    model: str
    scheme: Scheme
    notes: tuple[str, ...]
    vocab_size: int
    merge_count: int


@dataclass(frozen=True)
class Encoded:
    """A text as a tokenizer encoded it; see `EncodedText`."""

    text: str
    words: tuple[EncodedWord, ...]

    @property
    def tokens(self) -> list[Token]:
        """Tokens, left to right."""
        return [token for word in self.words for token in word.tokens]

    @property
    def ids(self) -> list[int]:
        """Their ids."""
        return [id_ for word in self.words for id_ in word.ids]


def open_files(paths: Mapping[str, str], said: Mapping[str, Any]) -> Opened:
    """Open files by name; `said` is what else `load` takes.

    Raises CorpusError where they are no tokenizer.
    """
    with _one_sentence("tokenizer_broken"):
        return load({name: Path(path).read_bytes() for name, path in paths.items()}, **said)


def described(tokenizer: Opened) -> Description:
    """Return what is known of an open tokenizer."""
    names = (each.name for each in fields(Description))
    return Description(**{name: getattr(tokenizer, name) for name in names})


def answered(tokenizer: Opened, function: Callable[..., Any] | str, *arguments: Any) -> Any:
    """Call a function with a tokenizer, or a method of it."""
    with _one_sentence("tokenizer_text_broken"):
        if isinstance(function, str):
            return getattr(tokenizer, function)(*arguments)
        return function(tokenizer, *arguments)


@contextmanager
def _one_sentence(code: str) -> Iterator[None]:
    """Say in one sentence whatever a library raises over a file or a text."""
    try:
        yield
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal(code, error=f"{type(error).__name__}: {error}"[:80]) from error


def encoded(tokenizer: Opened, text: str, method: Method) -> Encoded:
    """Encode a text and replay its words.

    Raises `Refusal` where it becomes more tokens than anybody could look at.
    """
    encoding: EncodedText = tokenizer.encode(text, method)
    limit, count = MOST_TOKENS + MOST_EACH * len(text), len(encoding.ids)
    if count > limit:
        raise Refusal("tokenizer_many_tokens", limit=limit, tokens=count)
    return Encoded(encoding.text, tuple(word.without_tokenizer() for word in encoding.words))


@dataclass(frozen=True)
class Uploaded:
    """A tokenizer of a reader's: what pages use of one, asked where it is open.

    Attributes:
        resource: what a worker opens.
        description: what is known of it; all of that can be read here as well.
        result_of: has a job done; it may raise `Refusal`, and so all that asks.
    """

    resource: Resource
    description: Description = field(compare=False, repr=False)
    result_of: Callable[[Job[Any]], Any] = field(compare=False, repr=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.description, name)

    def ask(
        self, function: Callable[..., Any] | str, *arguments: Any, is_long: bool = False
    ) -> Any:
        """Return `function(tokenizer, *arguments)`; it is one of a module, or names a method.

        is_long: it reads more than a text.
        """
        job: Job[Any] = Job(
            key=("tokenizer", self.resource.key, function, arguments),
            function=answered,
            arguments=(function, *arguments),
            is_long=is_long,
            seconds=(READING if is_long else SECONDS) + self.resource.seconds,
            most=MOST,
            is_kept=True,
            error_prefix="tokenizer_text",
            resources=(self.resource,),
        )
        return self.result_of(job)

    def encode(self, text: str, method: Method = "merges") -> Encoded:
        """Encode as `FileTokenizer.encode` does."""
        return self.ask(encoded, text, method)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids."""
        return str(self.ask("decode", tuple(ids)))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends in it."""
        return self.ask("places", text)

    def token(self, id_: int) -> Token:
        """Return the token of an id."""
        return self.ask("token", id_)

    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""
        return self.ask("id", token)


def opening(resource: Resource) -> Job[Description]:
    """Ask what files are, should they be a tokenizer that can be borne."""
    return Job(
        key=("tokenizer", resource.key),
        function=described,
        stage="opening",
        is_long=True,
        seconds=SECONDS + resource.seconds,
        most=MEGABYTE,
        is_kept=True,
        error_prefix="tokenizer",
        resources=(resource,),
    )
