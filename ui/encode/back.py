"""The tabs of unknown characters and of decoding: what is lost on the way, and what comes back."""

import streamlit as st

from bpe.encoding.roundtrip import round_trip, unknown_characters
from ui.draw.parts import heading
from ui.draw.say import say
from ui.encode import decode as encode_decode
from ui.encode import markup as encode_markup
from ui.encode import tables
from ui.encode.parts import draw_table
from ui.encode.text import Asked
from ui.shell import session
from ui.shell.text import quoted, t


def unknown_panel(question: Asked) -> None:
    """Show what each rule makes of characters the alphabet lacks, and which engine has which."""
    heading("encode.unknown_heading")
    tokenizer = question.tokenizer
    if question.training.scheme.units == "bytes":
        say("encode.unknown_bytes_scheme")
        return
    missing = unknown_characters(tokenizer, question.text)
    if missing:
        kind = "one" if len(missing) == 1 else "many"
        say(f"encode.unknown_{kind}", None, {"characters": missing}, n=len(missing))
    else:
        say("encode.unknown_none")
    with st.container(key="encode_policies"):
        draw_table(
            question,
            tables.policies(tokenizer, question.text, question.method),
            ("policy", "tokens", "length", "decoded", "engines"),
            t("encode.unknown_heading"),
            labels={
                "policy": lambda row: t(f"encode.policy_{row['policy']}"),
                "engines": lambda row: t(f"encode.engines_{row['policy']}"),
            },
            badges={"used": t("encode.badge_used")},
        )
    st.caption(t("encode.unknown_note"))


def decode_panel(question: Asked) -> None:
    """Turn ids or tokens back into text; hold the round trip against what was typed."""
    back, trip = st.columns(2, gap="large")
    with back:
        heading("encode.decode_heading")
        _decode(question)
    with trip:
        heading("encode.trip_heading")
        _round_trip(question)


def _decode(question: Asked) -> None:
    kind = st.segmented_control(
        t("encode.decode_what"),
        encode_decode.KINDS,
        default="ids",
        required=True,
        format_func=lambda kind: t(f"encode.decode_{kind}"),
        key="encode_decode_kind",
        persist_state="session",
    )
    written = encode_decode.written(question.tokenizer, question.encoding, kind)
    fresh = (kind, written)
    if session.recall("encode_decode_of") != fresh:
        session.remember("encode_decode_of", fresh)
        session.widget("encode_decode", written)
    text = st.text_area(
        t(f"encode.decode_box_{kind}"),
        key="encode_decode",
        height=120,
        max_chars=20_000,
        persist_state="session",
    )
    read = encode_decode.read(question.tokenizer, text, kind)
    if read.bad is not None:
        st.error(t(f"encode.decode_bad_{kind}", bad=quoted(read.bad), largest=read.largest))
        return
    st.html(encode_markup.shown(question.tokenizer.decode(read.items)))
    st.caption(t("encode.decode_note"))


def _round_trip(question: Asked) -> None:
    trip = round_trip(question.tokenizer, question.text, question.encoding)
    n = len(trip.text)
    if trip.difference is None:
        say("encode.trip_equal", n=n)
    else:
        end = t("encode.trip_end")
        say(
            "encode.trip_differs",
            n=n,
            place=trip.difference + 1,
            typed=encode_markup.named(trip.text[trip.difference :][:1], end),
            back=encode_markup.named(trip.decoded[trip.difference :][:1], end),
        )
    st.html(encode_markup.trip_rows(trip, (t("encode.trip_typed"), t("encode.trip_back"))))
    for cause in trip.causes:
        if cause == "spaces" and question.training.scheme.boundary == "none":
            cause = "spaces_unmarked"
        say(f"encode.trip_{cause}")
