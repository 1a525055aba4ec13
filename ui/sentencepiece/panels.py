"""The parts of the page Sentences without spaces. Each reads the record."""

from __future__ import annotations

from collections import Counter
from functools import partial
from html import escape

import pandas as pd
import streamlit as st

from bpe import CorpusError, Snapshot, Training
from bpe.encoding.roundtrip import round_trip
from bpe.readings.sentences import normalize_sentence, sentence_changes
from bpe.text.pieces import sentencepiece_forbids
from bpe.text.pretokenizers import pretokenize
from ui.controls.asked import Asked
from ui.controls.controls import sample_training
from ui.controls.pins import pinned_words
from ui.controls.running import trained
from ui.corpora.samples import samples
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import chips, visible
from ui.player import player
from ui.sentencepiece import markup
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.navigation import PAGES, link
from ui.shell.tabs import draw_tabs
from ui.shell.text import refusal, t

CORPUS = "pride-and-prejudice"
POEMS = "tang-song-poems"
POEM = "千里黄云白日曛，北风吹雁雪纷纷。\n莫愁前路无知己，天下谁人不识君。"
"""Gao Shi's farewell to Dong, which is not among the poems trained on."""

LAW = "Decode(Encode(Normalize(t))) = Normalize(t)"

LONGEST_TEXT = 500
LONGEST_POEM = 300
FORBIDDEN_SHOWN = 60
ORDER = ("nmt_nfkc", "nfkc", "nfc", "none")
EXAMPLES = {
    "wide": "ｈｅｌｌｏ  ｗｏｒｌｄ ① ﬁne",
    "prose": "It is a truth universally acknowledged, Mr. Bennet.",
    "spaces": "  two  spaces,\u3000one wide\tone tab ",
    "accents": "cafe\u0301 caf\u00e9",
    "chinese": "学而时习之，不亦说乎？",
}
LOSSES = {
    "wide": "ｈｅｌｌｏ",
    "circled": "①",
    "ligature": "ﬁne",
    "accents": "e\u0301",
    "power": "x²",
    "spaces": "a  b",
    "ideographic": "你\u3000好",
}
PIECES = ("▁Mr.", "dog▁", "カタカナ語", "abc1", "北京，", "a" * 17)
UNIGRAM = next(page for page in PAGES if page.name == "unigram")


def sentence_box() -> tuple[str, str]:
    """Take a text and a normalizer."""
    styles(markup.STYLE)
    shown = session.value(session.begin_with("sentence_text", EXAMPLES["wide"]))
    example = next((name for name, each in EXAMPLES.items() if each == shown), None)
    st.pills(
        t("sentencepiece.examples"),
        list(EXAMPLES),
        format_func=lambda name: t(f"sentencepiece.example_{name}"),
        key=session.widget("sentence_example", example),
        on_change=_example_chosen,
    )
    typed, chosen = st.columns([3, 1], gap="medium")
    with typed:
        text = st.text_area(
            t("sentencepiece.text"),
            key="sentence_text",
            max_chars=LONGEST_TEXT,
            height=70,
            persist_state="session",
        )
    with chosen:
        normalizer = st.selectbox(
            t("sentencepiece.normalizer"),
            ORDER,
            format_func=lambda name: t(f"sentencepiece.normalizer_{name}"),
            key="sentence_normalizer",
            help=t("sentencepiece.normalizer_help"),
            persist_state="session",
        )
    return text, normalizer


def with_normalizer(asked: Asked, normalizer: str) -> Asked:
    """Train once more on the same text, normalized in another way."""
    if normalizer == asked.training.scheme.normalizer:
        return asked
    request = asked.with_rules(normalizer=normalizer)
    try:
        return Asked(trained(request), request, asked.source)
    except CorpusError as error:
        st.error(refusal(error))
        return asked


def four_parts(asked: Asked, text: str) -> None:
    """Show the sentence after each of the four parts, and whether the law holds."""
    if not text.strip():
        say("sentencepiece.empty")
        return
    training = asked.training
    snapshot = training.snapshot(_step(asked))
    trip = round_trip(training.tokenizer(snapshot.step), text)
    normalizer = training.scheme.normalizer
    marked = "".join(f"▁{word.text}" for word in trip.encoding.words)
    changed = sum(change.kind != "same" for change in sentence_changes(text, normalizer))
    empty = t("sentencepiece.nothing")
    parts = [
        (
            t(f"sentencepiece.normalizer_{normalizer}"),
            markup.text(trip.normalized, empty),
            t("sentencepiece.part_normalizer_note", n=f"{changed:,}", marked=visible(marked)),
        ),
        (
            t("sentencepiece.part_trainer_is"),
            f'<span class="sentence">{len(snapshot.vocabulary):,}</span>',
            t(
                "sentencepiece.part_trainer_note",
                step=f"{snapshot.step:,}",
                alphabet=f"{len(training.alphabet):,}",
            ),
        ),
        (
            t("sentencepiece.part_encoder_is"),
            chips(trip.encoding.tokens, training.scheme, ids=trip.encoding.ids),
            t("sentencepiece.part_encoder_note", n=f"{len(trip.encoding.tokens):,}"),
        ),
        (
            t("sentencepiece.part_decoder_is"),
            markup.text(trip.decoded, empty),
            t(
                "sentencepiece.part_decoder_same"
                if trip.is_exact
                else "sentencepiece.part_decoder_other"
            ),
        ),
    ]
    names = ("normalizer", "trainer", "encoder", "decoder")
    st.html(
        markup.stages(
            [
                markup.Stage(t(f"sentencepiece.part_{name}"), *part)
                for name, part in zip(names, parts, strict=True)
            ],
            t("sentencepiece.parts"),
        )
    )
    st.html(markup.law(LAW, trip.holds, _verdict(trip)))


def _verdict(trip) -> str:
    if trip.holds:
        return t("sentencepiece.law_exact" if trip.is_exact else "sentencepiece.law_holds")
    if trip.unknown:
        return t(
            "sentencepiece.law_unknown",
            n=f"{len(trip.unknown):,}",
            characters=" ".join(map(visible, trip.unknown[:12])),
        )
    return t("sentencepiece.law_mark")


def sentence_tabs(asked: Asked, text: str) -> None:
    """Draw all tabs; only the open one is computed."""
    opened = draw_tabs(
        "sentencepiece_tabs",
        "sentencepiece",
        {
            "changes": partial(changes_panel, text, asked.training.scheme.normalizer),
            "trainer": partial(trainer_panel, asked),
            "chinese": chinese_panel,
            "forbidden": partial(forbidden_panel, asked),
        },
    )
    if opened != "trainer":
        # The player, which keeps the step in the address, is not there.
        step_in_address(_step(asked), asked.opening, "sentencepiece_step_address")


def changes_panel(text: str, normalizer: str) -> None:
    """Show what the normalizer does to each character, and what each normalizer loses."""
    found = sentence_changes(text, normalizer)
    nothing = t("sentencepiece.nothing")
    st.subheader(
        t("sentencepiece.changes", name=t(f"sentencepiece.normalizer_{normalizer}")), anchor=False
    )
    if not found:
        say("sentencepiece.empty")
    else:
        st.html(markup.changes(found, nothing))
    changed = Counter(change for change in found if change.kind != "same")
    if changed:
        st.html(
            markup.table(
                [
                    t(f"sentencepiece.column_{name}")
                    for name in ("before", "numbers", "after", "kind", "times")
                ],
                [
                    (
                        markup.drawn(change.before),
                        escape(" ".join(f"U+{ord(each):04X}" for each in change.before)),
                        markup.drawn(change.after) or escape(nothing),
                        escape(t(f"sentencepiece.kind_{change.kind}")),
                        f"{times:,}",
                    )
                    for change, times in changed.most_common()
                ],
                t("sentencepiece.changes_table"),
            )
        )
    elif found:
        say("sentencepiece.changes_none")
    st.subheader(t("sentencepiece.losses"), anchor=False)
    say("sentencepiece.losses_how")
    st.html(
        markup.table(
            [
                t("sentencepiece.column_before"),
                *(t(f"sentencepiece.normalizer_{name}") for name in ORDER),
            ],
            [
                (
                    markup.drawn(loss),
                    *(
                        markup.text(normalize_sentence(loss, name), nothing)
                        if normalize_sentence(loss, name) != loss
                        else f"<small>{escape(t('sentencepiece.unchanged'))}</small>"
                        for name in ORDER
                    ),
                )
                for loss in LOSSES.values()
            ],
            t("sentencepiece.losses"),
        )
    )


def trainer_panel(asked: Asked) -> None:
    """Replay the training; the four parts above follow its step."""
    say("sentencepiece.trainer_how")
    link(UNIGRAM, t("sentencepiece.to_unigram"))
    player(
        asked.training,
        key="sentencepiece",
        pinned=pinned_words(asked.training, "sentencepiece"),
        default=asked.opening,
    )


def chinese_panel() -> None:
    """Cut a poem at spaces, into characters, into pieces and into bytes, and compare."""
    sample = samples()[POEMS]
    pieces, byte_level = (sample_training(sample, scheme) for scheme in ("sentencepiece", "gpt"))
    corpus = pieces.corpus
    once = sum(count == 1 for count in corpus.counts)
    say("sentencepiece.chinese_why", words=f"{len(corpus):,}", once=f"{once:,}")
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
    known = set(corpus.words)
    merges = f"{len(pieces.merges):,}"
    found = [
        markup.Cutting(
            t("sentencepiece.cut_spaces"),
            t("sentencepiece.cut_spaces_note"),
            len(corpus),
            len(words),
            sum(word not in known for word in words),
            markup.words(words, [word in known for word in words], t("sentencepiece.unknown")),
        )
    ]
    for name, training, step in (
        ("characters", pieces, 0),
        ("pieces", pieces, len(pieces.merges)),
        ("bytes", byte_level, len(byte_level.merges)),
    ):
        encoding = training.tokenizer(step).encode(poem)
        found.append(
            markup.Cutting(
                t(f"sentencepiece.cut_{name}"),
                t(f"sentencepiece.cut_{name}_note", merges=merges),
                len(training.snapshot(step).vocabulary),
                len(encoding.tokens),
                encoding.tokens.count("<unk>"),
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
        characters=f"{found[1].tokens:,}",
        pieces=f"{found[2].tokens:,}",
        bytes=f"{found[3].tokens:,}",
        merges=merges,
    )


def forbidden_panel(asked: Asked) -> None:
    """List the pairs that may not be merged, each with the rule that forbids it."""
    snapshot = asked.training.snapshot(_step(asked))
    say("sentencepiece.forbidden_why")
    forbidden = [pair for pair in snapshot.pairs() if pair.forbidden]
    st.subheader(t("sentencepiece.forbidden", step=f"{snapshot.step:,}"), anchor=False)
    if not forbidden:
        say("sentencepiece.forbidden_none")
    else:
        say(_ahead(snapshot, forbidden), **_ahead_values(snapshot, forbidden))
        _forbidden_table(asked.training, forbidden[:FORBIDDEN_SHOWN])
        if len(forbidden) > FORBIDDEN_SHOWN:
            st.caption(
                t("sentencepiece.forbidden_cut", n=FORBIDDEN_SHOWN, all=f"{len(forbidden):,}")
            )
    st.subheader(t("sentencepiece.try_piece"), anchor=False)
    piece = st.text_input(
        t("sentencepiece.piece"),
        key=session.begin_with("sentence_piece", PIECES[0]),
        max_chars=40,
        persist_state="session",
    )
    reason = sentencepiece_forbids(piece)
    say(
        f"sentencepiece.piece_{reason}" if reason else "sentencepiece.piece_allowed",
        piece=visible(piece),
    )
    st.html(
        markup.table(
            [t("sentencepiece.column_piece"), t("sentencepiece.column_rule")],
            [
                (
                    markup.drawn(each),
                    escape(t(f"sentencepiece.rule_{sentencepiece_forbids(each) or 'allowed'}")),
                )
                for each in PIECES
            ],
            t("sentencepiece.try_piece"),
        )
    )


def _forbidden_table(training: Training, forbidden) -> None:
    frame = pd.DataFrame(
        [{"pair": each.pair, "count": each.count, "rule": each.forbidden} for each in forbidden]
    )
    table(
        frame,
        tuple(frame.columns),
        t("sentencepiece.forbidden_table"),
        training.scheme,
        area="sentencepiece",
        labels={"rule": lambda row: t(f"sentencepiece.rule_{row['rule']}")},
        bars="count",
    )


def _ahead(snapshot: Snapshot, forbidden) -> str:
    if snapshot.next is None:
        return "sentencepiece.forbidden_only"
    ahead = forbidden[0].count > snapshot.next.count
    return "sentencepiece.forbidden_ahead" if ahead else "sentencepiece.forbidden_behind"


def _ahead_values(snapshot: Snapshot, forbidden) -> dict[str, str]:
    values = {
        "left": visible(forbidden[0].pair[0]),
        "right": visible(forbidden[0].pair[1]),
        "count": f"{forbidden[0].count:,}",
    }
    if snapshot.next is not None:
        left, right = snapshot.next.pair
        values |= {
            "next_left": visible(left),
            "next_right": visible(right),
            "next_count": f"{snapshot.next.count:,}",
            "n": f"{sum(each.count > snapshot.next.count for each in forbidden):,}",
        }
    return values


def _step(asked: Asked) -> int:
    return session.step(len(asked.training.merges), asked.opening)


def _example_chosen() -> None:
    name = session.value("sentence_example")
    if name is not None:
        session.widget("sentence_text", EXAMPLES[name])
