"""The tab Chinese: a poem cut at spaces, into characters, into pieces and into bytes."""

import streamlit as st

from bpe.encoding.spelling import UNKNOWN
from bpe.readings.levels import are_seen, words_seen_once
from bpe.readings.sentences import normalize_sentence
from bpe.text.pretokenizers import pretokenize
from ui.controls.controls import sample_training
from ui.corpora.samples import samples
from ui.draw.say import say
from ui.draw.tokens import chips
from ui.sentencepiece import markup
from ui.shell import session
from ui.shell.text import t

POEMS = "tang-song-poems"
POEM = "千里黄云白日曛，北风吹雁雪纷纷。\n莫愁前路无知己，天下谁人不识君。"
"""Gao Shi's farewell to Dong, which is not among the poems trained on."""

LONGEST_POEM = 300


def chinese_panel() -> None:
    """Cut a poem at spaces, into characters, into pieces and into bytes, and compare."""
    sample = samples()[POEMS]
    pieces, byte_level = (sample_training(sample, scheme) for scheme in ("sentencepiece", "gpt"))
    corpus = pieces.corpus
    say("sentencepiece.chinese_why", words=len(corpus), once=words_seen_once(corpus))
    poem = st.text_area(
        t("sentencepiece.chinese_text"),
        key=session.begin_with("sentence_poem", POEM),
        max_chars=LONGEST_POEM,
        height=100,
        persist_state="session",
    )
    if not poem.strip():
        say("sentencepiece.empty")
        return
    words = pretokenize(normalize_sentence(poem, pieces.scheme.normalizer), "whitespace")
    known = are_seen(words, corpus)
    merges = len(pieces.merges)
    found = [
        markup.Cutting(
            t("sentencepiece.cut_spaces"),
            t("sentencepiece.cut_spaces_note"),
            len(corpus),
            len(words),
            known.count(False),
            markup.words(words, known, t("sentencepiece.unknown")),
        )
    ]
    for name, training, step in (
        ("characters", pieces, 0),
        ("pieces", pieces, merges),
        ("bytes", byte_level, len(byte_level.merges)),
    ):
        encoding = training.tokenizer(step).encode(poem)
        found.append(
            markup.Cutting(
                t(f"sentencepiece.cut_{name}"),
                t(f"sentencepiece.cut_{name}_note", merges=merges),
                len(training.snapshot(step).vocabulary),
                len(encoding.tokens),
                encoding.tokens.count(UNKNOWN),
                chips(encoding.tokens, training.scheme),
            )
        )
    headers = [
        t(f"sentencepiece.column_{name}")
        for name in ("way", "vocabulary", "tokens", "unknown", "cut")
    ]
    st.html(markup.cuttings(found, headers, t("sentencepiece.chinese_table")))
    say(
        "sentencepiece.chinese_sum",
        characters=found[1].tokens,
        pieces=found[2].tokens,
        bytes=found[3].tokens,
        merges=merges,
    )
