"""Tokenizers that strangers bring: open in a worker process only, which answers questions.

What patterns and rules of their files do, and whatever is read off them, is done there, limited in
memory, time and size of the answer. The app has but what is known of each, and the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bpe import Tokenizer
from bpe.encoding.encoded import Method
from bpe.input.kinds import MEGABYTE
from bpe.interchange import Opened
from bpe.merging.cells import Token
from ui.corpora.jobs import WORK, Job, Resource, Sentences
from ui.corpora.questions import (
    Answer,
    Description,
    Encoded,
    Files,
    answered,
    decoded,
    described,
    encoded,
    open_files,
    places,
)

SECONDS = 5.0
"""For a question about one text; a file of many megabytes has more to be opened."""

READING = 60.0
"""Seconds for what is read off a whole vocabulary, or a long text."""

MOST = 8 * MEGABYTE
"""Bytes of an answer."""

_OF_FILES: Sentences = {
    **WORK,
    "memory": "tokenizer_memory",
    "time": "tokenizer_time",
    "died": "tokenizer_died",
}
_OF_TEXT: Sentences = {
    **WORK,
    "memory": "tokenizer_text_memory",
    "time": "tokenizer_text_time",
    "died": "tokenizer_text_died",
}

Found = TypeVar("Found")


@dataclass(frozen=True)
class Uploaded:
    """A tokenizer of a reader's: what pages use of one, asked where it is open.

    Attributes:
        key: of its files, and how words are cut. description: what is known of it; all of that can
            be read here as well. resource: what a worker opens. result_of: has a job done; it may
            raise `Refusal`, and so all that asks.
    """

    key: Hashable
    description: Description = field(compare=False, repr=False)
    resource: Resource = field(compare=False, repr=False)
    result_of: Callable[[Job[Answer]], Answer] = field(compare=False, repr=False)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.description, name)

    def ask(
        self, function: Callable[..., Any] | str, *arguments: Any, is_long: bool = False
    ) -> Any:
        """Return `function(tokenizer, *arguments)`; it is one of a module, or names a method.

        is_long: it reads more than a text.
        """
        job: Job[Answer] = Job(
            key=("tokenizer", self.key, function, arguments),
            function=answered,
            arguments=(function, *arguments),
            is_long=is_long,
            seconds=READING if is_long else SECONDS,
            most=MOST,
            is_kept=True,
            refused=_OF_TEXT,
            resource=self.resource,
        )
        return self.result_of(job).value

    def encode(self, text: str, method: Method = "merges") -> Encoded:
        """Encode as `FileTokenizer.encode` does."""
        return self.ask(encoded, text, method)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ids."""
        return self.ask(decoded, tuple(ids))

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


def resource_of(key: str, words: str, files: Callable[[], Files], size: int) -> Resource:
    """Return what a worker opens; `words` says how ranks cut a text, `files` have `size` bytes.

    The largest may take 74 s: in a slot for long jobs, of which each reader in turn has one, until
    Cancel or leaving ends it.
    """
    said = {"pretokenizer": words}
    return Resource((key, words), open_files, lambda: (files(), said), SECONDS + size / MEGABYTE)


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
        refused=_OF_FILES,
        resource=replace(resource, seconds=0.0),
    )
