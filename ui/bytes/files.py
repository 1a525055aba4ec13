"""The tab of the page Bytes that opens a real tokenizer and replays its merges."""

import json

import pandas as pd
import streamlit as st

from bpe import CorpusError, EncodedWord, Training
from bpe.interchange import merges_text, to_subword_nmt_codes, to_tiktoken, to_tokenizer_json
from ui.controls.controls import sample_training
from ui.controls.tokenizers import (
    Choice,
    ask_how_words_are_cut,
    bring,
    chosen,
    describe,
    pick,
    say_refused,
    settle,
    take,
    why_not,
)
from ui.corpora.foreign import AnyTokenizer
from ui.corpora.samples import first_sample
from ui.draw.grid import shorten
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import chips
from ui.player import encode_player
from ui.shell import session
from ui.shell.text import quoted, sentence, t

LONGEST_TEXT = 500
MOST_DRAWN = 2_000
"""Tokens, or characters of what they decode to, that are shown."""

EXAMPLES = ("json", "pair", "tiktoken", "codes")

_TEXT = "file_text"


def file_panel(training: Training) -> None:
    """Open a real tokenizer, encode with it, and replay the merges of any word."""
    say("bytes.files_why")
    example = session.recall("tokenizer_example")
    if example is not None:
        session.remember("tokenizer_example", None)
        take("made", _example(example, training))
    settle()
    offered, mine = st.columns([3, 2], gap="large", vertical_alignment="top")
    with offered:
        pick()
        text = st.text_area(
            t("bytes.files_text"),
            key=session.begin_with(_TEXT, t("bytes.files_default_real")),
            max_chars=LONGEST_TEXT,
            height=80,
            persist_state="session",
        )
    with mine:
        bring()
    say_refused()
    choice, tokenizer = chosen()
    st.header(choice.title(quoted), anchor=False)
    ask_how_words_are_cut(tokenizer)
    if text.strip():
        _encoded(text, tokenizer)
    else:
        say("bytes.strip_empty")
    describe(choice, tokenizer)
    _made_here(choice)


def _encoded(text: str, tokenizer: AnyTokenizer) -> None:
    """Show the tokens of a text, what they decode to, and the merges that led to them."""
    try:
        encoding = tokenizer.encode(text)
        ids, words = encoding.ids, encoding.words
        back = tokenizer.decode(ids)
    except CorpusError as error:
        st.error(t("bytes.files_text_refused", sentence=sentence(error)))
        return
    tokens = encoding.tokens[:MOST_DRAWN]
    st.html(f'<div class="cuts">{chips(tokens, tokenizer.scheme, ids=ids)}</div>')
    st.caption(t("bytes.files_counts", tokens=len(ids), characters=len(text)))
    say("bytes.files_decoded", text=back[:MOST_DRAWN])
    for why in dict.fromkeys(word.why for word in words if word.why is not None):
        why_not(why, [word for word in words if word.why == why])
    if len(ids) > MOST_DRAWN:
        say("bytes.files_more", shown=MOST_DRAWN)
    moving = [word for word in words if word.steps]
    if moving:
        encode_player(encoding, tokenizer.scheme, key="bytes_file")
        _word_merges(moving, tokenizer)
    elif not any(word.why for word in words):
        say("bytes.files_no_merge")


def _made_here(choice: Choice) -> None:
    """Offer four kinds of file that are made here, from the training on this page."""
    with st.expander(t("bytes.files_made_here")):
        with st.container(horizontal=True):
            for name in EXAMPLES:
                st.button(
                    t(f"bytes.files_example_{name}"),
                    key=f"bytes_example_{name}",
                    on_click=_example_chosen,
                    args=(name,),
                )
        if choice.origin == "made":
            with st.container(horizontal=True):
                for file, data in choice.files().items():
                    st.download_button(
                        t("bytes.files_download", name=file),
                        data,
                        file,
                        key=f"bytes_download_{file}",
                        on_click="ignore",
                        icon=":material/download:",
                    )


def _example_chosen(name: str) -> None:
    """Ask for an example; the run that follows has the training to make it of."""
    session.remember("tokenizer_refused", None)
    session.remember("tokenizer_example", name)
    default = "bytes.files_default_codes" if name == "codes" else "bytes.files_default"
    session.widget(_TEXT, t(default))


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


def _word_merges(words: list[EncodedWord], tokenizer: AnyTokenizer) -> None:
    """List the merges of one word with their ranks."""
    by_text = {word.text: word for word in words}
    chosen_word = st.selectbox(t("bytes.files_word"), list(by_text), format_func=shorten)
    word = by_text[chosen_word]
    frame = pd.DataFrame(
        [
            {"number": number, "rank": step.rank, "pair": step.pair, "tokens": step.tokens}
            for number, step in enumerate(word.steps, 1)
        ]
    )
    caption = t("bytes.files_merges_of", word=shorten(chosen_word))
    table(frame, tuple(frame.columns), caption, tokenizer.scheme, area="bytes")
    st.caption(t("bytes.files_rank_note"))
