"""The tabs of the page Encode and decode. Each reads the trace, the tokenizer or a comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from bpe import Training
from bpe.encoding.encoded import METHODS, EncodedWord, Method
from bpe.encoding.roundtrip import round_trip
from bpe.encoding.unknown import unknown_characters
from bpe.readings.compare import Duel, counts_at, counts_by_step, dropout_cloud, duel, typing_counts
from ui.corpora.remembered import remembered
from ui.draw import charts
from ui.draw.grid import shorten
from ui.draw.palette import palette
from ui.draw.parts import heading, styles
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.encode import charts as encode_charts
from ui.encode import decode as encode_decode
from ui.encode import markup as encode_markup
from ui.encode import tables
from ui.encode.map import token_map
from ui.encode.text import Asked, asked
from ui.player import encode_player
from ui.shell import session
from ui.shell.tabs import draw_tabs, open_tab
from ui.shell.text import quoted, t

OTHERS: tuple[Method, ...] = METHODS[1:]

IN_PLAYER = 400
"""Characters of a text whose trace the player gets."""

IN_PLAYER_WHOLE = 160
"""The same where the whole text is one word: its trace grows with the square."""

TYPED = 160
"""Characters of a text that are typed one by one."""

LONGEST_HISTORY = 400
"""Characters of a text that are followed through all steps."""

DRAWN_STEPS = 40
"""Steps at which a text is encoded anew where its trace does not hold the earlier ones."""

LONG_WORD = 60
"""Characters of a word that is followed by itself."""

SAMPLES = (50, 200, 1000)


def encode_page(training: Training) -> None:
    """Draw the text, its token map, and all tabs; only the open tab is computed."""
    styles(encode_markup.STYLE)
    question = asked(training, _open)
    token_map(
        question.tokenizer, question.encoding, question.step, len(training.merges), "encode_map"
    )
    if question.encoding.text != question.text:
        say("encode.normalized", text=visible(question.encoding.text))
    draw_tabs(
        "encode_tabs",
        "encode",
        {
            "steps": partial(steps_panel, question),
            "encoders": partial(encoders_panel, question),
            "unknown": partial(unknown_panel, question),
            "decode": partial(decode_panel, question),
            "typing": partial(typing_panel, question),
            "dropout": partial(dropout_panel, question),
            "merges": partial(merges_panel, question),
        },
    )


def _open(tab: str) -> None:
    open_tab("encode_tabs", tab)


def steps_panel(question: Asked) -> None:
    """Play the trace: every adjacent pair with its rank, the lowest chosen; or token by token."""
    if session.recall("encode_how_of") != question.method:
        session.remember("encode_how_of", question.method)
        session.widget("encode_how", question.method)
    chosen = st.segmented_control(
        t("encode.how"),
        METHODS,
        required=True,
        format_func=lambda method: t(f"encode.method_{_slug(method)}"),
        key="encode_how",
        persist_state="session",
    )
    method = chosen or question.method
    say(f"encode.steps_{_slug(method)}")
    encoding = question.encoding
    if not encoding.words:
        say("encode.empty")
        return
    if method != question.method:
        encoding = question.tokenizer.encode(question.text, method)
    limit = IN_PLAYER_WHOLE if len(encoding.words) == 1 else IN_PLAYER
    excerpt = question.text[:limit]
    if excerpt != question.text:
        encoding = question.tokenizer.encode(excerpt, method)
        st.caption(t("encode.excerpt", shown=limit, all=len(question.text)))
    encode_player(encoding, question.training.scheme, key="encode_trace")


def encoders_panel(question: Asked) -> None:
    """Follow one word through three encoders, then compare them on the whole corpus."""
    heading("encode.encoders_heading")
    ways = _ways(question)
    if ways:
        row = st.container(horizontal=True, gap="medium")
        for method, word in ways.items():
            with row.container(key=f"encode_{method}"):
                _way(question, method, word)
    else:
        say("encode.empty")
    heading("encode.duel_heading")
    _duels(question)


def _ways(question: Asked) -> dict[Method, EncodedWord]:
    """Let the reader choose a word of the text; the first that differs is offered first."""
    by_method = {
        method: tables.distinct_words(question.tokenizer.encode(question.text, method))
        for method in METHODS
    }
    words = [word for word in by_method["merges"] if len(word) <= LONG_WORD]
    if not words:
        return {}
    differ = {word for word in words if len({by_method[m][word].tokens for m in METHODS}) > 1}
    words.sort(key=lambda word: word not in differ)
    word = _word_box(words, "encode_way", lambda word: word in differ)
    return {method: found[word] for method, found in by_method.items()}


def _way(question: Asked, method: Method, word: EncodedWord) -> None:
    scheme = question.training.scheme
    st.markdown(f"**{t(f'encode.method_{_slug(method)}')}**")
    st.caption(t(f"encode.rule_{_slug(method)}"))
    n = len(word.tokens)
    kind = "one" if n == 1 else "many"
    say(f"encode.makes_{kind}", scheme, {"tokens": word.tokens}, n=n)
    frame = tables.trace(word)
    _table(question, frame, ("way", "tokens"), t(f"encode.method_{_slug(method)}"))


def _duels(question: Asked) -> None:
    training, step = question.training, question.step
    with st.spinner(t("encode.duel_running")):
        found = {method: _duel(training, step, method) for method in OTHERS}
    first = found[OTHERS[0]]
    if not first.words:
        say("encode.duel_too_long")
        return
    for each in found.values():
        say(
            "encode.duel_sentence",
            method=t(f"encode.method_{_slug(each.method)}"),
            words=len(each.differences),
            all_words=each.words,
            word_share=len(each.differences) / each.words,
            occurrences=each.differing_occurrences,
            all_occurrences=each.occurrences,
            occurrence_share=each.differing_occurrences / each.occurrences,
        )
    columns = ("method", "fewer", "same", "more", "tokens")
    _table(
        question,
        tables.duels(found.values()),
        columns,
        t("encode.duel_heading"),
        titles={"tokens": "balance"},
        labels={
            "method": lambda row: t(f"encode.method_{_slug(row['method'])}"),
            "tokens": lambda row: _signed(row["tokens"]),
        },
    )
    st.caption(t("encode.duel_note"))
    if first.left_out:
        st.caption(t("encode.duel_left_out", n=first.left_out))
    method = st.segmented_control(
        t("encode.duel_list"),
        OTHERS,
        default=OTHERS[0],
        required=True,
        format_func=lambda method: t(f"encode.method_{_slug(method)}"),
        key="encode_duel",
        persist_state="session",
    )
    search = st.text_input(
        t("encode.duel_search"), key="encode_duel_search", persist_state="session"
    )
    frame = tables.differences(found[method], search=search)
    if frame.empty and not search:
        say("encode.duel_equal")
        return
    _table(
        question,
        frame,
        ("word", "count", "before_tokens", "tokens", "gain"),
        t("encode.duel_list"),
        titles={"before_tokens": "by_merges", "tokens": "by_other"},
        search=search,
        nothing="encode.duel_nothing",
        labels={"gain": lambda row: _signed(row["gain"])},
    )


@remembered(last=32)
def _duel(training: Training, step: int, method: Method) -> Duel:
    return duel(training, step, method)


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
        _table(
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
        st.error(
            t(f"encode.decode_bad_{kind}", bad=quoted(read.bad), largest=read.largest),
        )
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


def typing_panel(question: Asked) -> None:
    """Draw tokens by characters typed, and where one more character means fewer tokens."""
    heading("encode.typing_heading")
    text = question.text[:TYPED]
    if not text:
        say("encode.empty")
        return
    if text != question.text:
        st.caption(t("encode.excerpt", shown=TYPED, all=len(question.text)))
    counts = typing_counts(question.tokenizer, text, question.method)
    frame = tables.typing(text, counts)
    fell = tables.falls(question.tokenizer, text, frame, question.method)
    times = int(frame["fell"].sum())
    say(f"encode.typing_{_number(times)}", n=times)
    titles = {"x": t("encode.characters_typed"), "y": t("encode.tokens")}
    st.altair_chart(
        encode_charts.typing(frame, typed=t("encode.typed"), accent=palette().accent, **titles),
        alt=t("encode.typing_alt", n=len(text), tokens=counts[-1], most=max(counts), falls=times),
    )
    if not fell.empty:
        _table(
            question,
            fell,
            ("word", "before_tokens", "tokens", "gain"),
            t("encode.typing_heading"),
            titles={"word": "typed_so_far", "before_tokens": "one_before", "tokens": "one_after"},
            labels={"gain": lambda row: _signed(row["gain"])},
        )
    st.caption(t("encode.typing_note"))


def dropout_panel(question: Asked) -> None:
    """Encode one word many times with merges left out at random; show its splits."""
    heading("encode.dropout_heading")
    say("encode.dropout_what")
    words = tables.distinct_words(question.tokenizer.encode(question.text))
    short = sorted((word for word in words if len(word) <= LONG_WORD), key=len, reverse=True)
    if not short:
        say("encode.empty")
        return
    word_cell, rate_cell, seed_cell, samples_cell = st.columns([3, 4, 2, 3])
    with word_cell:
        word = _word_box(short, "encode_dropout_word")
    rate = rate_cell.slider(
        t("encode.dropout_rate"), 0.0, 1.0, 0.1, 0.05, key="encode_rate", persist_state="session"
    )
    seed = seed_cell.number_input(
        t("encode.dropout_seed"), 0, 2**31 - 1, 1, 1, key="encode_seed", persist_state="session"
    )
    samples = samples_cell.segmented_control(
        t("encode.dropout_samples"),
        SAMPLES,
        default=200,
        required=True,
        key="encode_samples",
        persist_state="session",
    )
    splits = dropout_cloud(question.tokenizer, word, rate, samples, int(seed))
    frame = tables.cloud(splits, words[word].tokens)
    say(f"encode.dropout_{_number(len(splits), none=False)}", n=len(splits), samples=samples)
    _table(
        question,
        frame,
        ("tokens", "count", "share"),
        t("encode.dropout_heading"),
        titles={"tokens": "split"},
        labels={"share": lambda row: f"{row['share']:.1%}"},
        badges={"usual": t("encode.badge_usual")},
        bars="count",
    )
    st.caption(t("encode.dropout_note"))


def merges_panel(question: Asked) -> None:
    """Show the text by the tokenizer of each step, from characters to whole words."""
    heading("encode.merges_heading")
    training, step, text = question.training, question.step, question.text[:LONGEST_HISTORY]
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode(text, question.method)
    if not encoding.words:
        say("encode.empty")
        return
    last = len(training.merges)
    by_merges = question.method == "merges"
    if by_merges:
        counts = dict(enumerate(counts_by_step(tokenizer, encoding)))
    else:
        steps = sorted({0, step, last, *(last * at // DRAWN_STEPS for at in range(DRAWN_STEPS))})
        counts = counts_at(training, steps, text, question.method)
    frame = tables.by_step(counts)
    st.altair_chart(
        charts.over_time(
            frame,
            "tokens",
            step,
            title=t("encode.merges_title"),
            x=t("encode.merges_axis"),
            y=t("encode.tokens"),
            accent=palette().accent,
        ),
        alt=t("encode.merges_alt", first=counts[0], now=counts[step], last=counts[last], step=step),
    )
    if not by_merges:
        return
    words = tables.distinct_words(encoding)
    short = [word for word in words if len(word) <= LONG_WORD]
    if not short:
        return
    word = _word_box(short, "encode_history_word")
    _table(
        question,
        tables.history(words[word], step),
        ("step", "tokens", "length"),
        t("encode.merges_heading"),
        titles={"step": "from_step"},
        badges={"now": t("encode.badge_now")},
    )


def _word_box(words: Sequence[str], key: str, differs: Callable[[str], bool] | None = None) -> str:
    return st.selectbox(
        t("encode.word"),
        words,
        format_func=lambda word: (
            t("encode.word_differs", word=shorten(word))
            if differs and differs(word)
            else shorten(word)
        ),
        key=key,
    )


def _table(question: Asked, frame, columns, caption: str, **looks) -> None:
    table(frame, columns, caption, question.training.scheme, area="encode", **looks)


def _signed(n: int) -> str:
    return f"{n:+,}".replace("-", "−") if n else "="


def _number(n: int, none: bool = True) -> str:
    if n == 0 and none:
        return "none"
    return "one" if n == 1 else "many"


def _slug(name: str) -> str:
    return name.replace("-", "_")
