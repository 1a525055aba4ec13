"""The tab of decoding: what comes back, and what is lost on the way."""

from dataclasses import dataclass

import streamlit as st

from bpe import Encoding, Tokenizer
from bpe.encoding.roundtrip import round_trip
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.tokens import Token, visible
from ui.encode import markup as encode_markup
from ui.encode.text import Question
from ui.shell import session
from ui.shell.text import quoted, t

KINDS = ("ids", "tokens")


@dataclass(frozen=True)
class Read:
    """What was read: items to decode, or the first that is none.

    Attributes:
        items: ids or tokens, as `Tokenizer.decode` takes them.
        bad: the first part that names no id or token.
        largest: the largest id there is.
    """

    items: tuple[int | Token, ...]
    bad: str | None
    largest: int


def written(tokenizer: Tokenizer, encoding: Encoding, kind: str) -> str:
    """Write ids, or tokens with every character visible, parted by single spaces."""
    if kind == "ids":
        return " ".join(map(str, encoding.ids))
    return " ".join(map(visible, encoding.tokens))


def read(tokenizer: Tokenizer, text: str, kind: str) -> Read:
    """Read ids or visible tokens parted by white space (ids also by commas)."""
    if kind == "ids":
        parts = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        ids = set(tokenizer.ids)
        numbers = {part: int(part) for part in parts if _is_number(part)}
        known: dict[str, int | Token] = {part: id_ for part, id_ in numbers.items() if id_ in ids}
    else:
        parts = text.split()
        known = {visible(token): id_ for token, id_ in tokenizer.vocabulary.items()}
        known |= tokenizer.special
        if tokenizer.scheme.unknown == "pass":
            known = {part: part for part in parts} | known
    bad = next((part for part in parts if part not in known), None)
    items = tuple(known[part] for part in parts if part in known)
    return Read(items, bad, max(tokenizer.ids, default=0))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 12


def decode_panel(question: Question) -> None:
    """Turn ids or tokens back into text; hold the round trip against what was typed."""
    back, trip = st.columns(2, gap="large")
    with back:
        heading("encode.decode_heading")
        _decode(question)
    with trip:
        heading("encode.trip_heading")
        _round_trip(question)


def _decode(question: Question) -> None:
    kind = st.segmented_control(
        t("encode.decode_what"),
        KINDS,
        default="ids",
        required=True,
        format_func=lambda kind: t(f"encode.decode_{kind}"),
        key="encode_decode_kind",
        persist_state="session",
    )
    fresh = (kind, written(question.tokenizer, question.encoding, kind))
    if session.recall("encode_decode_of") != fresh:
        session.remember("encode_decode_of", fresh)
        session.widget("encode_decode", fresh[1])
    text = st.text_area(
        t(f"encode.decode_box_{kind}"),
        key="encode_decode",
        height=120,
        max_chars=20_000,
        persist_state="session",
    )
    found = read(question.tokenizer, text, kind)
    if found.bad is not None:
        st.error(t(f"encode.decode_bad_{kind}", bad=quoted(found.bad), largest=found.largest))
        return
    st.html(encode_markup.shown(question.tokenizer.decode(found.items)))
    st.caption(t("encode.decode_note"))


def _round_trip(question: Question) -> None:
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
