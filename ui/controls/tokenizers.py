"""Which real tokenizer is open: one that comes with the app, one installed here, or a reader's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from bpe import CorpusError, EncodedWord
from bpe.files.replay import LONGEST
from bpe.input.opening import check_size
from bpe.interchange import Opened
from ui.catalogue import Refusal
from ui.controls.running import result_of
from ui.corpora import limits
from ui.corpora.foreign import Uploaded, opening
from ui.corpora.jobs import Job
from ui.corpora.queue import shared
from ui.corpora.tokenizers import Real, files_of, forget, installed, keep, opened, shipped, uploaded
from ui.draw.grid import shorten
from ui.draw.say import say
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.text import language, sentence, t

# What may be asked for where a file of ranks does not say how words are cut.
WORD_PATTERNS = ("gpt2", "gpt4", "cl100k", "o200k", "llama3", "qwen", "text")

# Models that keep no merges, by what a word says of its replay.
WITHOUT_MERGES = ("wordpiece", "unigram", "wordlevel", "characters")

_PICKED = "tokenizer_picked"
_WORDS = "tokenizer_words"
_NEW = "tokenizer_new"


@dataclass(frozen=True)
class Choice:
    """A tokenizer that can be opened: its key, where it is from, and the names of its files.

    origin: "shipped", "installed", "made" here, or the "reader"'s.
    """

    key: str
    origin: str
    names: tuple[str, ...] = ()

    @property
    def real(self) -> Real | None:
        """What is known of one that is not the reader's."""
        return shipped().get(self.key) or installed().get(self.key)

    def title(self, safe: Callable[[str], str] = str) -> str:
        """Say which it is, and where it is from; `safe` is done to what a reader's are called."""
        real = self.real
        name = real.title[language()] if real else safe(", ".join(map(visible, self.names)))
        return t("bytes.files_open", files=name, where=t(f"bytes.files_from_{self.origin}"))

    def files(self) -> Mapping[str, bytes]:
        """Return the files of an example or of the reader; none where they are gone."""
        try:
            return files_of(self.key)
        except Refusal:
            return {}


def pick() -> None:
    """Offer every tokenizer at hand."""
    titles = {choice.key: choice.title() for choice in _choices()}
    st.selectbox(
        t("bytes.files_pick"),
        list(titles),
        key=session.widget(_PICKED, _current().key),
        format_func=titles.__getitem__,
        on_change=_picked,
    )


def bring(then: Callable[[str], None] | None = None) -> None:
    """Let the reader open files of their own; `then` takes the key of what was opened."""
    st.file_uploader(
        t("bytes.files_upload", limit=limits.LARGEST_TOKENIZER // limits.MEGABYTE),
        accept_multiple_files=True,
        max_upload_size=limits.LARGEST_TOKENIZER // limits.MEGABYTE,
        key="tokenizer_upload",
        on_change=_uploaded,
        args=(then,),
    )


def take(
    origin: str, files: Mapping[str, bytes], then: Callable[[str], None] | None = None
) -> None:
    """Have files opened by `settle`; `then` takes their key, should they be a tokenizer."""
    session.remember("tokenizer_refused", None)
    key, is_new = keep(files)
    session.remember(_NEW, (Choice(key, origin, tuple(files)), is_new, then))


def say_refused() -> None:
    """Say why the files brought last were refused, if they were."""
    refused = session.recall("tokenizer_refused")
    if refused is not None:
        st.error(t("bytes.files_refused", sentence=sentence(refused)))


def settle() -> None:
    """Open what was brought, if it is a tokenizer; if not, the one before stays.

    How far that is, is shown; it can be cancelled.
    """
    if session.recall(_NEW) is None:
        return
    choice, is_new, then = session.recall(_NEW)
    try:
        tokenizer_of(choice.key)
    except CorpusError as error:
        if is_new:  # else it is another reader's, too
            forget(choice.key)
        session.remember("tokenizer_refused", error)
    else:
        session.remember("tokenizer_own", choice)
        _choose(choice.key)
        if then is not None:
            then(choice.key)
    session.remember(_NEW, None)


def tokenizer_of(key: str, words: str | None = None) -> Opened | Uploaded:
    """Return a tokenizer by its name, or by the key of uploaded files.

    words: how words are cut, where the files do not say it. What takes a while shows how far it is
    and can be cancelled: an uploaded one is given up then. Raises `CorpusError` for files that are
    no tokenizer, and `Refusal` where they are too much or no longer kept.
    """
    resource = uploaded(key, words)
    if resource is None:
        return opened(key, words)
    do = partial(result_of, progress=st.empty(), cancel=_give_up)
    return Uploaded(resource.key, do(opening(resource)), resource, do)


def _give_up(job: Job[Any]) -> None:
    shared.leave(job, session.reader())
    if session.recall(_NEW) is None:
        session.remember("tokenizer_own", None)
    session.remember(_NEW, None)


def chosen() -> tuple[Choice, Opened | Uploaded]:
    """Return what is open; files that can no longer be opened give way to the first of all."""
    choice = _current()
    try:
        return choice, tokenizer_of(choice.key, session.recall(_WORDS))
    except CorpusError as error:
        st.error(t("bytes.files_refused", sentence=sentence(error)))
        session.remember("tokenizer_own", None)
        _choose(_choices()[0].key)
        choice = _current()
        return choice, opened(choice.key)


def describe(choice: Choice, tokenizer: Opened | Uploaded) -> None:
    """Say what is open, where it is from, and what of its files plays no role here."""
    said = [
        t(
            f"bytes.files_is_{tokenizer.format.replace('.', '_').replace('-', '_')}",
            model=tokenizer.model,
            tokens=tokenizer.vocab_size,
            merges=tokenizer.merge_count,
        )
    ]
    real = choice.real
    if real is not None and real.licence:
        source = {"owner": real.owner, "source": real.source, "licence": real.licence}
        said.append(t("bytes.files_source", **source))
    said += [t(f"bytes.files_note_{note}") for note in tokenizer.notes]
    st.caption(" ".join(said))


def ask_how_words_are_cut(tokenizer: Opened | Uploaded) -> None:
    """Let the reader say what a file of ranks does not, and what depends on it."""
    if tokenizer.cut_by not in ("name", "reader", "guess"):
        return
    st.selectbox(
        t("bytes.files_words"),
        [None, *WORD_PATTERNS],
        format_func=lambda name: t(f"bytes.files_words_{name or 'by_name'}"),
        help=t("bytes.files_words_why"),
        **session.kept(_WORDS, None),
    )
    if tokenizer.cut_by == "guess":
        st.caption(t("bytes.files_words_guessed"))


def _choices() -> list[Choice]:
    """List what can be opened, the reader's own first."""
    own = session.recall("tokenizer_own")
    return [
        *([own] if own is not None else []),
        *(Choice(name, "shipped") for name in shipped()),
        *(Choice(name, "installed") for name in installed()),
    ]


def _current() -> Choice:
    """Return the choice that is open: the one asked for, or the first that comes with the app."""
    key = session.recall("tokenizer_key")
    choices = {choice.key: choice for choice in _choices()}
    first = next(iter(shipped()))
    return choices.get(key) or choices[first]


def _choose(key: str) -> None:
    session.remember("tokenizer_key", key)
    session.remember(_WORDS, None)


def _picked() -> None:
    session.remember("tokenizer_refused", None)
    _choose(session.value(_PICKED))


def _uploaded(then: Callable[[str], None] | None) -> None:
    brought = session.value("tokenizer_upload")
    session.remember("tokenizer_refused", None)
    if not brought:
        return
    files = {file.name: file.getvalue() for file in brought}
    try:
        largest = max(files, key=lambda name: len(files[name]))
        check_size(largest, sum(map(len, files.values())), limits.LARGEST_TOKENIZER)
    except CorpusError as error:
        session.remember("tokenizer_refused", error)
        return
    take("reader", files, then)


def why_not(why: str, words: Sequence[EncodedWord]) -> None:
    """Say for one reason, as `FileWord.why` gives it, why these words have no steps."""
    if why in WITHOUT_MERGES:
        say(f"bytes.files_no_replay_{why}")
    else:
        held = dict.fromkeys(shorten(word.text) for word in words)
        say(f"bytes.files_no_replay_{why}", words=", ".join(held), most=LONGEST)
