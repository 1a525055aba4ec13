"""The rows of one word by each method, and the tabs Sentence, Decode and Code."""

import unicodedata
from collections.abc import Mapping
from functools import partial
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.encoding.encoded import EncodedWord
from bpe.merging.cells import Token
from ui.controls.pickers import step_slider
from ui.draw.parts import heading, listing, segmented, styles
from ui.draw.say import say, sentence
from ui.draw.token_map import TOKEN_MAP
from ui.draw.tokens import PALETTE, meaning, shorten, visible
from ui.encode import PAGE
from ui.encode.encoders import draw_encoders, draw_patterns
from ui.encode.payload import methods_run
from ui.encode.readings import (
    LONGEST_DECODED,
    Decoded,
    ReturnedText,
    TextEncoding,
    decode_items,
    merged_word,
    returned_text,
    text_map,
    word_results,
)
from ui.encode.text import FOLLOWED, LONG_WORD, Question
from ui.player import covered_player
from ui.player.payload import as_json
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.component import component
from ui.shell.tabs import draw_tabs
from ui.shell.text import language, quoted, t

SHOWN = 3
"""Merges that are named."""

_LOOP = """
while True:
    pairs = [p for p in zip(tokens, tokens[1:]) if p in ranks]
    if not pairs:
        break
    best = min(pairs, key=ranks.get)
    at = 0
    while at < len(tokens) - 1:
        if (tokens[at], tokens[at + 1]) == best:
            tokens[at : at + 2] = [{joined}]
        at += 1
    print(ranks[best], best)
print(tokens)
"""


def draw_code(question: Question) -> None:
    """Show the loop over the merges of the word that is followed."""
    if question.method != "merges":
        say("encode.code_none")
        return
    word = question.run.read(merged_word, question.step, *question.followed)
    program = encoding_program(word, question.scheme.boundary == "continuation")
    if program is None:
        say("encode.code_alike")
        return
    say("encode.code_how")
    lines = program.splitlines()
    best = next(at for at, line in enumerate(lines) if line.startswith("    best"))
    scheme = question.scheme
    told = {len(lines) - 1: sentence("encode.code_end", scheme, {"tokens": word.tokens})}
    if word.steps:
        named = [
            sentence("encode.code_best_one", scheme, {"pair": step.pair}, rank=step.rank)
            for step in word.steps[:SHOWN]
        ]
        more = len(word.steps) - SHOWN
        told[best] = " ".join(
            [*named, *([sentence("encode.code_more", n=more)] if more > 0 else [])]
        )
    listing(program, told)


def encoding_program(word: EncodedWord, is_continued: bool = False) -> str | None:
    """Write the loop with the ranks that neighbours in the word have at any step.

    None where a mark was typed, too, and two pairs read alike but have different ranks.
    """
    ranks: dict[tuple[Token, Token], int | None] = {}
    tokens = word.start_tokens
    for step in word.steps:
        for pair, rank in zip(pairwise(tokens), step.candidates, strict=True):
            if ranks.setdefault(pair, rank) != rank:
                return None
        tokens = step.tokens
    if any(ranks.get(pair) is not None for pair in pairwise(tokens)):
        return None
    known = {pair: rank for pair, rank in ranks.items() if rank is not None}
    joined = 'best[0] + best[1].removeprefix("##")' if is_continued else "best[0] + best[1]"
    begin = f"ranks = {known!r}\ntokens = {[*word.start_tokens]!r}\n"
    return begin + _LOOP.format(joined=joined)


_HERE = Path(__file__).resolve().parent

WORDS = 40
"""Words of a text that can be chosen."""

LONGEST_ITEMS = 20_000
"""Characters of ids or tokens that are decoded."""

AROUND = 60
"""Characters shown on either side of the first difference."""

_mount = component("token_map", PALETTE, *TOKEN_MAP, _HERE / "map.js")


def draw_word(question: Question) -> None:
    """Draw the rows of the word: covered, until the reader says which is best or steps."""
    styles(_HERE / "encode.css")
    if not question.encoding.words:
        say("encode.empty")
        return
    asked = *question.followed, question.method
    run = methods_run(question.run.read(word_results, question.step, *asked), question.scheme, t)
    is_told = session.choices().get("hide") == "0"
    covered_player(run, "encode_trace", default=run["steps"] if is_told else 0)
    length = len(question.encoding.word)
    if length > LONG_WORD:
        st.caption(t("encode.excerpt", shown=LONG_WORD, all=length))


def draw_details(question: Question) -> None:
    """Draw a tab for each question about the text; only the open one is computed."""
    if not question.encoding.words:
        return
    opened = draw_tabs(
        PAGE,
        {
            "sentence": partial(draw_sentence, question),
            "encoders": partial(draw_encoders, question),
            "pattern": partial(draw_patterns, question),
            "decode": partial(draw_decoding, question),
            "code": partial(draw_code, question),
        },
    )
    if opened != "sentence":
        # The map, which keeps the step in the address, is not there.
        step_in_address(question.step, len(question.run), "encode_step_address")


def draw_sentence(question: Question) -> None:
    """Draw the text above its tokens, its words to choose from, and how many merges there are."""
    step, last = question.step, len(question.run)
    drawn = question.run.read(text_map, step, question.text, question.method, language())
    draw_map(drawn, question.encoding, question.scheme, step, last, "encode_map")
    if question.encoding.rewritten != question.text:
        say("encode.normalized", text=visible(question.encoding.rewritten))
    _choose_word(question.encoding)
    if not last:
        st.caption(t("encode.no_merges"))
    step_slider("encode_step", last, last, t("encode.step"), t("encode.step_help"))


def draw_map(
    drawn: dict[str, Any], encoding: TextEncoding, scheme: Scheme, step: int, last: int, key: str
) -> None:
    """Draw the map of an encoding by the tokens of `step`; it writes the step to the address.

    A text of very many tokens is drawn up to a limit, and the map says so.
    """
    payload = drawn | {
        "sizes": _sizes(encoding),
        "names": {
            "tokens": t("encode.map_tokens"),
            "hint": t("encode.map_hint"),
            "lost": t("encode.map_lost"),
            "mark": meaning(scheme),
        },
    }
    more = payload.pop("more")
    source = as_json(payload)
    _mount(key=key, data={"payload": source, "step": step, "home": last}, height="content")
    if more:
        st.caption(t("encode.map_more", shown=len(drawn["tokens"]), more=more))


def _sizes(encoding: TextEncoding) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]; words only of text with spaces."""
    characters, tokens = len(encoding.text), len(encoding.tokens)
    words, spaced = encoding.words, encoding.is_spaced
    numbers = {"characters": characters, "words": len(words), "tokens": tokens}
    if not spaced:
        del numbers["words"]
    sizes = [
        [
            f"{number:,}",
            t(f"encode.size_{name}_{'one' if number == 1 else 'many'}"),
            name == "tokens",
        ]
        for name, number in numbers.items()
    ]
    if words and spaced:
        sizes.append([f"{tokens / len(words):.2f}", t("encode.size_per_word"), False])
    if not spaced:
        sizes.append([f"{characters / tokens:.2f}", t("encode.size_per_token"), False])
    return sizes


def _choose_word(encoding: TextEncoding) -> None:
    """Let the reader choose the word that is followed above."""
    words = [*dict.fromkeys(encoding.words)][:WORDS]
    shown = encoding.word
    if len(words) > 1:
        st.pills(
            t("encode.word"),
            words,
            format_func=lambda word: shorten(visible(word)),
            key=session.widget("encode_pick", shown if shown in words else None),
            on_change=_follow,
        )


def _follow() -> None:
    session.widget(FOLLOWED, session.value("encode_pick"))


def draw_decoding(question: Question) -> None:
    """Turn ids or tokens back into text; hold the round trip against what was typed."""
    back, trip = st.columns(2, gap="large")
    with back:
        heading("encode.decode_heading")
        _draw_decoded(question)
    with trip:
        heading("encode.trip_heading")
        _draw_returned(question)


def written_items(encoding: TextEncoding, kind: str) -> str:
    """Write ids, or tokens with every character visible, parted by single spaces."""
    if kind == "ids":
        return " ".join(map(str, encoding.ids))
    return " ".join(map(visible, encoding.tokens))


def _draw_decoded(question: Question) -> None:
    kind = segmented(
        t("encode.decode_what"),
        ("ids", "tokens"),
        lambda kind: t(f"encode.decode_{kind}"),
        "encode_decode_kind",
    )
    written = written_items(question.encoding, kind)
    text = st.text_area(
        t(f"encode.decode_box_{kind}"),
        height=120,
        max_chars=LONGEST_ITEMS,
        **session.kept("encode_decode", written, of=(kind, written)),
    )[:LONGEST_ITEMS]
    found: Decoded = question.run.read(decode_items, question.step, text, kind)
    if found.bad is not None:
        st.error(t(f"encode.decode_bad_{kind}", bad=quoted(found.bad), largest=found.largest))
        return
    st.html(f'<p class="decoded" dir="auto">{escape(visible(found.text))}</p>')
    if found.is_cut:
        st.caption(t("encode.decode_cut", n=LONGEST_DECODED))
    st.caption(t("encode.decode_note"))


def _draw_returned(question: Question) -> None:
    asked = question.step, question.text, question.method
    found: ReturnedText = question.run.read(returned_text, *asked)
    n, at = len(found.text), found.difference
    if at is None:
        say("encode.trip_equal", n=n)
    else:
        end = t("encode.trip_end")
        typed, back = (named(text[at:][:1], end) for text in (found.text, found.decoded))
        say("encode.trip_differs", n=n, place=at + 1, typed=typed, back=back)
    rows = {t("encode.trip_typed"): found.text, t("encode.trip_back"): found.decoded}
    st.html(returned_rows(rows, at))
    for cause in found.causes:
        if cause == "spaces" and question.scheme.boundary == "none":
            cause = "spaces_unmarked"
        say(f"encode.trip_{cause}")


def returned_rows(rows: Mapping[str, str], difference: int | None) -> str:
    """Write texts below each other, each with its label, the first difference standing out."""
    written = (
        f"<dt>{escape(label)}</dt><dd>{_marked(text, difference)}</dd>"
        for label, text in rows.items()
    )
    return f'<dl class="round-trip">{"".join(written)}</dl>'


def named(character: str, end: str) -> str:
    """Name one character for a sentence; `end` where the text is over.

    >>> named("a", "the end"), named(" ", "the end"), named("", "the end")
    ('a (U+0061)', '␣ (U+0020)', 'the end')
    """
    return f"{visible(character)} (U+{ord(character):04X})" if character else end


def _marked(text: str, difference: int | None) -> str:
    if difference is None:
        return escape(visible(text))
    first, last = max(0, difference - AROUND), difference + 1 + AROUND
    end = difference + 1
    while end < len(text) and unicodedata.combining(text[end]):
        end += 1
    before = ("…" if first else "") + visible(text[first:difference])
    after = visible(text[end:last]) + ("…" if last < len(text) else "")
    here = visible(text[difference:end]) or "∅"
    return f"<span>{escape(before)}</span><mark>{escape(here)}</mark>{escape(after)}"
