"""The tab of the page Bytes that opens another library's tokenizer and replays its merges."""

from __future__ import annotations

import json
from collections.abc import Callable

import pandas as pd
import streamlit as st

from bpe import CorpusError, EncodedWord, Training
from bpe.interchange import (
    FileTokenizer,
    load,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from ui.controls.controls import sample_training
from ui.corpora import limits
from ui.corpora.samples import first_sample
from ui.corpora.uploads import within_limit
from ui.draw.grid import shorten
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import chips, visible
from ui.player import encode_player
from ui.shell import session
from ui.shell.text import sentence, t

LONGEST_TEXT = 500
EXAMPLES = ("json", "pair", "tiktoken", "codes")
WORD_PATTERNS = ("gpt2", "gpt4", "o200k")

_TEXT = "file_text"


def file_panel(training: Training) -> None:
    """Open a tokenizer's files, encode with it, and replay the merges of any word."""
    say("bytes.files_why")
    example = session.recall("tokenizer_example")
    if example is not None:
        session.remember("tokenizer_example", None)
        _open(example, lambda: _example(example, training))
    _pick(training)
    refused = session.recall("tokenizer_refused")
    if refused is not None:
        st.error(t("bytes.files_refused", sentence=sentence(refused)))
    name, files = session.recall("tokenizer_files") or ("json", _example("json", training))
    tokenizer = _loaded(files, session.recall("tokenizer_words"))
    st.subheader(
        t(
            "bytes.files_open",
            files=", ".join(map(visible, files)),
            where=t("bytes.files_from_example" if name else "bytes.files_from_reader"),
        ),
        anchor=False,
    )
    _facts(tokenizer)
    text = st.text_area(
        t("bytes.files_text"),
        key=session.begin_with(_TEXT, t("bytes.files_default")),
        max_chars=LONGEST_TEXT,
        height=80,
        persist_state="session",
    )
    if not text.strip():
        say("bytes.strip_empty")
        return
    try:
        encoding = tokenizer.encode(text)
    except CorpusError as error:
        st.error(t("bytes.files_refused", sentence=sentence(error)))
        return
    st.html(f'<div class="cuts">{chips(encoding.tokens, tokenizer.scheme, ids=encoding.ids)}</div>')
    st.caption(
        t("bytes.files_counts", tokens=f"{len(encoding.tokens):,}", characters=f"{len(text):,}")
    )
    say("bytes.files_decoded", text=tokenizer.decode(encoding.ids))
    moving = [word for word in encoding.words if word.steps]
    if not moving:
        say("bytes.files_no_merge")
        return
    encode_player(encoding, tokenizer.scheme, key="bytes_file")
    _word_merges(moving, tokenizer)


def _pick(training: Training) -> None:
    """Offer the files of the reader, and four that are made here."""
    mine, made = st.columns(2, gap="large", vertical_alignment="top")
    with mine:
        st.file_uploader(
            t("bytes.files_upload", limit=limits.LARGEST // limits.MEGABYTE),
            accept_multiple_files=True,
            max_upload_size=limits.LARGEST // limits.MEGABYTE,
            key="tokenizer_upload",
            on_change=_uploaded,
        )
    with made:
        st.markdown(t("bytes.files_made_here"))
        with st.container(horizontal=True):
            for name in EXAMPLES:
                st.button(
                    t(f"bytes.files_example_{name}"),
                    key=f"bytes_example_{name}",
                    on_click=_example_chosen,
                    args=(name,),
                )
        with st.container(horizontal=True):
            for file, data in _shown_example(training).items():
                st.download_button(
                    t("bytes.files_download", name=file),
                    data,
                    file,
                    key=f"bytes_download_{file}",
                    on_click="ignore",
                    icon=":material/download:",
                )


def _shown_example(training: Training) -> dict[str, bytes]:
    name, files = session.recall("tokenizer_files") or ("json", _example("json", training))
    return files if name else {}


def _uploaded() -> None:
    uploaded = session.value("tokenizer_upload")
    session.remember("tokenizer_refused", None)
    if uploaded:
        _open("", lambda: {file.name: within_limit(file.getvalue()) for file in uploaded})


def _example_chosen(name: str) -> None:
    """Ask for an example; the run that follows has the training to make it of."""
    session.remember("tokenizer_refused", None)
    session.remember("tokenizer_example", name)
    default = "bytes.files_default_codes" if name == "codes" else "bytes.files_default"
    session.widget(_TEXT, t(default))


def _open(name: str, make: Callable[[], dict[str, bytes]]) -> None:
    """Take files over if they can be made and read; if not, the ones before stay."""
    try:
        files = make()
        _loaded(files, None)
    except CorpusError as error:
        session.remember("tokenizer_refused", error)
        return
    session.remember("tokenizer_words", None)
    session.remember("tokenizer_files", (name, files))


def _example(name: str, training: Training) -> dict[str, bytes]:
    """Write the training of this page, or a small one, as another library's files."""
    if name == "json":
        files = {"tokenizer.json": to_tokenizer_json(training)}
    elif name == "pair":
        vocabulary = json.loads(to_tokenizer_json(training))["model"]["vocab"]
        files = {
            "vocab.json": json.dumps(vocabulary, ensure_ascii=False),
            "merges.txt": merges_text(training),
        }
    elif name == "tiktoken":
        files = {"trained-here.tiktoken": to_tiktoken(training)}
    else:
        small = sample_training(first_sample(), "subword-nmt")
        files = {"six-words.codes": to_subword_nmt_codes(small)}
    return {file: text.encode("utf-8", "surrogatepass") for file, text in files.items()}


@st.cache_resource(max_entries=8, show_spinner=False)
def _loaded(files: dict[str, bytes], words: str | None) -> FileTokenizer:
    return load(files, words)


def _facts(tokenizer: FileTokenizer) -> None:
    """Say what the file holds, and what of it plays no role here."""
    st.caption(
        t(
            f"bytes.files_is_{tokenizer.format.replace('.', '_').replace('-', '_')}",
            tokens=f"{len(tokenizer.vocabulary):,}",
            merges=f"{len(tokenizer.merges):,}",
        )
    )
    for note in tokenizer.notes:
        st.caption(t(f"bytes.files_note_{note}"))
    if tokenizer.format == "tiktoken":
        st.selectbox(
            t("bytes.files_words"),
            [None, *WORD_PATTERNS],
            format_func=lambda name: t(f"bytes.files_words_{name or 'by_name'}"),
            **session.kept("tokenizer_words", None),
        )


def _word_merges(words: list[EncodedWord], tokenizer: FileTokenizer) -> None:
    """List the merges of one word with their ranks."""
    by_text = {word.text: word for word in words}
    chosen = st.selectbox(t("bytes.files_word"), list(by_text), format_func=shorten)
    word = by_text[chosen]
    frame = pd.DataFrame(
        [
            {"number": number, "rank": step.rank, "pair": step.pair, "tokens": step.tokens}
            for number, step in enumerate(word.steps, 1)
        ]
    )
    caption = t("bytes.files_merges_of", word=shorten(chosen))
    table(frame, tuple(frame.columns), caption, tokenizer.scheme, area="bytes")
    st.caption(t("bytes.files_rank_note"))
