"""Real tokenizers: a reader's own is opened from its files, and what is open is described."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe import CorpusError, EncodedWord
from bpe.files.tokenizer import LONGEST
from bpe.input.opening import MEGABYTE, check_size
from bpe.interchange import Opened
from ui.controls.own_text import files_in, upload_box
from ui.corpora import uploads
from ui.corpora.sandboxed import Uploaded, opening
from ui.corpora.tokenizers import OPENING_WORDS, Real, forget, keep, opened, resource_of, shipped
from ui.corpora.waiting import Cancel, result_of
from ui.draw.say import say
from ui.draw.tokens import shorten, visible
from ui.shell import session
from ui.shell.choices import OWN_FILES
from ui.shell.text import language, sentence, t
from ui.spool import SpoolFile

# How a file of ranks may cut a text, which it does not say.
WORD_PATTERNS = (OPENING_WORDS, "cl100k", "o200k", "llama3", "qwen", "gpt2", "text")

# Models that keep no merges, by what a word says of its replay.
WITHOUT_MERGES = ("wordpiece", "unigram", "wordlevel", "characters")

_WORDS = "tokenizer_words"
_NEW = "tokenizer_new"
"""Keeps what was brought until it is open, or why it was refused."""


@dataclass(frozen=True)
class OwnTokenizer:
    """A tokenizer of the reader's own: its key, and the names of its files."""

    key: str
    names: tuple[str, ...]

    def title(self, safe: Callable[[str], str] = str) -> str:
        """Say which it is; `safe` is done to what its files are called."""
        return t("bytes.files_open", files=safe(", ".join(map(visible, self.names))))


def bring(then: Callable[[], None] | None = None) -> None:
    """Let the reader open files of their own; `then` follows once they are open."""
    upload_box(
        t("bytes.files_upload", limit=uploads.LARGEST_TOKENIZER // MEGABYTE),
        accept_multiple_files=True,
        max_upload_size=uploads.LARGEST_TOKENIZER // MEGABYTE,
        key="tokenizer_upload",
        on_change=_uploaded,
        args=(then,),
    )


def take(files: Mapping[str, SpoolFile], then: Callable[[], None] | None = None) -> None:
    """Have files opened by `settle`; `then` follows, should they be a tokenizer."""
    key, is_new = keep(files)
    session.remember(_NEW, (OwnTokenizer(key, tuple(files)), is_new, then))


def say_refused() -> None:
    """Say why the files brought last were refused, if they were."""
    refused = session.recall(_NEW)
    if isinstance(refused, CorpusError):
        st.error(t("bytes.files_refused", sentence=sentence(refused)))


def settle() -> None:
    """Open what was brought, if it is a tokenizer; if not, the one before stays.

    How far that is, is shown; it can be cancelled.
    """
    if not isinstance(session.recall(_NEW), tuple):
        return
    choice, is_new, then = session.recall(_NEW)
    try:
        tokenizer_of(choice.key)
    except CorpusError as error:
        if is_new:  # else it is another reader's, too
            forget(choice.key)
        session.remember(_NEW, error)
    else:
        session.take(_NEW)
        session.remember(OWN_FILES, choice)
        if then is not None:
            then()
        st.rerun()


def tokenizer_of(key: str, aside: Cancel | None = None) -> Opened | Uploaded:
    """Return a tokenizer by its name, or by the key of uploaded files.

    What takes a while shows how far it is and can be cancelled: an uploaded one is given up then.
    Where many are asked one after the other, or one for long, ours are opened in a worker, too;
    `aside` is what follows where that is cancelled. Raises `CorpusError` for files that are no
    tokenizer, and `Refusal` where they are too much or no longer kept.
    """
    if key in shipped() and aside is None:
        return opened(key)
    resource = resource_of(key, session.value(f"{_WORDS}_{key}", OPENING_WORDS))
    do = partial(result_of, cancel=aside if key in shipped() else _give_up)
    return Uploaded(resource, do(opening(resource)), do)


def _give_up() -> None:
    if not isinstance(session.take(_NEW), tuple):
        session.take(OWN_FILES)


def describe(tokenizer: Opened | Uploaded, real: Real | None) -> None:
    """Say what is open, where it is from, and what of its files plays no role here."""
    said = [] if real is None else [real.exactly[language()]]
    said.append(
        t(
            f"bytes.files_is_{tokenizer.format.replace('.', '_')}",
            model=tokenizer.model,
            tokens=tokenizer.vocab_size,
            merges=tokenizer.merge_count,
        )
    )
    if real is not None and real.licence:
        source = {"owner": real.owner, "source": real.source, "licence": real.licence}
        said.append(t("bytes.files_source", **source))
    said += [t(f"bytes.files_note_{note}") for note in tokenizer.notes]
    if real is not None and real.mends:
        said.append(t("bytes.files_note_mending"))
    st.caption(" ".join(said))


def ask_how_words_are_cut(tokenizer: Opened | Uploaded, key: str) -> None:
    """Let the reader say what a .tiktoken of their own does not, and what depends on it.

    `key` is that of the tokenizer, as `tokenizer_of` takes it.
    """
    if tokenizer.format != "tiktoken" or key in shipped():
        return
    st.selectbox(
        t("bytes.files_words"),
        WORD_PATTERNS,
        format_func=lambda name: t(f"bytes.files_words_{name}"),
        help=t("bytes.files_words_why"),
        **session.kept(f"{_WORDS}_{key}", OPENING_WORDS),
    )
    st.caption(t("bytes.files_words_asked"))


def _uploaded(then: Callable[[], None] | None) -> None:
    try:
        files = files_in("tokenizer_upload")
        largest = max(files, key=lambda name: files[name].nbytes, default="")
        size = sum(file.nbytes for file in files.values())
        check_size(largest, size, uploads.LARGEST_TOKENIZER)
    except CorpusError as error:
        session.remember(_NEW, error)
        return
    if files:
        take(files, then)


def why_not(why: str, words: Sequence[EncodedWord]) -> None:
    """Say for one reason, as `FileWord.why` gives it, why these words have no steps."""
    if why in WITHOUT_MERGES:
        say(f"bytes.files_no_replay_{why}")
    else:
        held = dict.fromkeys(shorten(word.text) for word in words)
        say(f"bytes.files_no_replay_{why}", words=", ".join(held), most=LONGEST)
