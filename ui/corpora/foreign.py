"""Tokenizers that strangers bring: open in a worker process only, which answers questions.

What patterns and rules of their files do, and whatever is read off them, is done there, limited in
memory, time and size of the answer. The app has but what is known of each, and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bpe import Tokenizer
from bpe.encoding.encoded import Method
from bpe.input.kinds import MEGABYTE
from bpe.interchange import Opened
from bpe.merging.cells import Token
from ui.corpora.jobs import Job, Resource
from ui.corpora.questions import Description, Encoded, answered, described, encoded, places

SECONDS = 5.0
"""For a question about one text; a file of many megabytes has more to be opened."""

READING = 60.0
"""Seconds for what is read off a whole vocabulary, or a long text."""

MOST = 4 * MEGABYTE
"""Bytes of an answer."""

Found = TypeVar("Found")


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
            key=("tokenizer", self.resource, function, arguments),
            function=answered,
            arguments=(function, *arguments),
            is_long=is_long,
            seconds=READING if is_long else SECONDS,
            most=MOST,
            is_kept=True,
            said="tokenizer_text",
            resource=self.resource,
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
        return self.ask(places, text)

    def token(self, id_: int) -> Token:
        """Return the token of an id."""
        return self.ask("token", id_)

    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""
        return self.ask("id", token)


AnyTokenizer = Tokenizer | Opened | Uploaded
"""One's own run's, one that comes with the app, or a reader's."""


def ask(tokenizer: AnyTokenizer, function: Callable[..., Found], *arguments: Any) -> Found:
    """Return `function(tokenizer, *arguments)`, worked out where the tokenizer is open."""
    if isinstance(tokenizer, Uploaded):
        return tokenizer.ask(function, *arguments, is_long=True)
    return function(tokenizer, *arguments)


def opening(resource: Resource) -> Job[Description]:
    """Ask what files are, should they be a tokenizer that can be borne."""
    return Job(
        key=("tokenizer", resource),
        function=described,
        stage="opening",
        is_long=True,
        seconds=SECONDS + resource.seconds,
        most=MEGABYTE,
        is_kept=True,
        said="tokenizer",
        resource=replace(resource, seconds=0.0),
    )
