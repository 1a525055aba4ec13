"""A reader's own tokenizer: opened only in worker processes, which answer requests about it.

The patterns and rules of its files run nowhere else, within limits on memory, time and the size of
the result. The app has only a description of it, and the results. Workers import this module: it
must not import Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
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
from ui.jobs import Job, keep_open

MAX_SECONDS, MAX_SECONDS_LONG = 5.0, 60.0
"""Time limits of a request about one text, and about a whole vocabulary or many texts, in addition
to the time for opening the file."""

MAX_ANSWER_BYTES = 4 * MEGABYTE
"""Maximum bytes of a result."""

MAX_TOKENS, MAX_TOKENS_PER_CHAR = 1_000, 12
"""Maximum number of tokens of any text, and further tokens per character."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Description:
    """The attributes of a `FileTokenizer` that the app needs."""

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
        """Their IDs."""
        return [id_ for word in self.words for id_ in word.ids]


@dataclass(frozen=True)
class Resource:
    """The files of a tokenizer, which a worker keeps open.

    Attributes:
        key: equal keys mean the same tokenizer.
        paths: name -> path.
        said: further arguments of `load`.
        seconds: time limit for opening.
    """

    key: Hashable
    paths: Mapping[str, Any] = field(compare=False, repr=False)
    said: Mapping[str, Any] = field(compare=False, repr=False)
    seconds: float = field(default=0.0, compare=False)

    def open(self) -> Opened:
        """Return the open tokenizer, in a worker. Raises CorpusError for other files."""
        return keep_open(self.key, self._load)

    def _load(self) -> Opened:
        with _one_sentence("tokenizer_broken"):
            files = {name: Path(path).read_bytes() for name, path in self.paths.items()}
            return load(files, **self.said)


def described(resource: Resource) -> Description:
    """Open a tokenizer and return its description."""
    tokenizer = resource.open()
    names = (each.name for each in fields(Description))
    return Description(**{name: getattr(tokenizer, name) for name in names})


def answered(resource: Resource, function: Callable[..., Any] | str, *arguments: Any) -> Any:
    """Call a function with a tokenizer, or a method of it."""
    tokenizer = resource.open()
    with _one_sentence("tokenizer_text_broken"):
        if isinstance(function, str):
            return getattr(tokenizer, function)(*arguments)
        return function(tokenizer, *arguments)


@contextmanager
def _one_sentence(code: str) -> Iterator[None]:
    """Turn a library's errors about a file or a text into a refusal."""
    try:
        yield
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal(code, error=f"{type(error).__name__}: {error}"[:80]) from error


def encoded(tokenizer: Opened, text: str, method: Method) -> Encoded:
    """Encode a text and replay its words. Raises `Refusal` if it has too many tokens."""
    encoding: EncodedText = tokenizer.encode(text, method)
    limit, count = MAX_TOKENS + MAX_TOKENS_PER_CHAR * len(text), len(encoding.ids)
    if count > limit:
        raise Refusal("tokenizer_many_tokens", limit=limit, tokens=count)
    return Encoded(encoding.text, tuple(word.without_tokenizer() for word in encoding.words))


@dataclass(frozen=True)
class Uploaded:
    """A tokenizer that is open in workers, used like a `FileTokenizer`.

    Every use of it may raise `Refusal`.

    Attributes:
        resource: its files for a worker.
        description: its fields are attributes here, too.
        result_of: function that runs a job and returns its result.
    """

    resource: Resource
    description: Description = field(compare=False, repr=False)
    result_of: Callable[[Job[Any]], Any] = field(compare=False, repr=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.description, name)

    def ask(
        self, function: Callable[..., Any] | str, *arguments: Any, is_long: bool = False
    ) -> Any:
        """Return `function(tokenizer, *arguments)`, from a worker.

        function: a function of a module, or the name of a method.
        is_long: whether it processes more than one text.
        """
        job: Job[Any] = Job(
            key=("tokenizer", self.resource.key, function, arguments),
            function=answered,
            arguments=(self.resource, function, *arguments),
            is_long=is_long,
            seconds=(MAX_SECONDS_LONG if is_long else MAX_SECONDS) + self.resource.seconds,
            max_bytes=MAX_ANSWER_BYTES,
            keeps=True,
            error_prefix="tokenizer_text",
        )
        return self.result_of(job)

    def encode(self, text: str, method: Method = "merges") -> Encoded:
        """Encode as `FileTokenizer.encode` does."""
        return self.ask(encoded, text, method)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of IDs."""
        return str(self.ask("decode", tuple(ids)))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return the start and end of each token in a text."""
        return self.ask("places", text)

    def tokens_of(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of IDs."""
        return self.ask("tokens_of", tuple(ids))

    def id(self, token: Token) -> int | None:
        """Return the ID of a token, or None."""
        return self.ask("id", token)


def opening(resource: Resource) -> Job[Description]:
    """Return the job that opens files as a tokenizer, within limits."""
    return Job(
        key=("tokenizer", resource.key),
        function=described,
        arguments=(resource,),
        stage="opening",
        is_long=True,
        seconds=MAX_SECONDS + resource.seconds,
        max_bytes=MEGABYTE,
        keeps=True,
        error_prefix="tokenizer",
    )
