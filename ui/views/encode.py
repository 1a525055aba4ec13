"""Encode and decode: new text through the learned merges, step by step, and back.

The player shows one word by three methods, or by four rules for unknown letters.
Tabs: the sentence above its tokens, other splits (four encoders, other patterns), decoding, and the
    encoding loop as a program.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import accumulate, groupby, islice, pairwise
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import PRESETS, Corpus, EncodedWord, Encoding, Scheme, Tokenizer, TraceStep, Training
from bpe.encoding.alignment import Segment, byte_places, byte_segments
from bpe.encoding.encoded import METHODS, Method, usual_method
from bpe.encoding.matching import cut_by_list
from bpe.encoding.roundtrip import round_trip, unknown_characters
from bpe.merging.cells import Token
from bpe.player.gaps import gaps_of
from bpe.player.payload import Sentences, as_json, changing, covered, mark_of
from bpe.player.rows import Tokens, traced_rows
from bpe.player.tokens import PALETTE, beginning, visible
from bpe.readings.granularity import is_spaced, length_of_lines
from bpe.readings.normalization import normalize_sentence
from bpe.readings.word_encoding import (
    MethodComparison,
    MethodResults,
    compare_methods,
    encode_by_each_method,
)
from bpe.schemes import Pretokenizer
from bpe.text.characters import byte_starts
from ui import state
from ui.catalogue import LANGUAGES
from ui.component import Markup, component
from ui.details import draw_tabs
from ui.draw.gaps import says
from ui.draw.parts import heading, listing, search_line, segmented, styles, text_line, typed_choice
from ui.draw.say import say, sentence
from ui.draw.table import Column, draw_table, rows_for
from ui.draw.table_rows import ROWS, Rows
from ui.draw.token_map import TOKEN_MAP, map_payload
from ui.draw.tokens import chips, coloured_by, meaning, ranks_here, shorten, shown_text
from ui.pickers import sample_run, step_slider
from ui.player import covered_player
from ui.runs import Run
from ui.samples import NOVEL, SCHOOL_WORDS, SENTENCES, samples
from ui.text import in_list, language, quoted, t
from ui.waiting import in_worker

_HERE = Path(__file__).parent
STYLE = _HERE / "encode.css"
_mount = component("token_map", PALETTE, *TOKEN_MAP, _HERE / "encode.js")

MAX_CHARS = 2_000
"""Maximum number of characters of an encoded text."""

MAX_FOLLOWED_CHARS = 60
"""Maximum number of characters of the followed word."""

MAX_WORDS_OFFERED = 40
MAX_WORD_CHARS = 40

TEXTS = {
    "six-words": "lower slowest coolish",
    "low-lower": "lowest highest newer",
    "low-wider": "lower newest outstanding",
    "hug": "hugs bugs mug",
    SCHOOL_WORDS: "小学 大学校 中学生",
    "aaabdaaabac": "aaabaacaab",
    "old-smart": "smartest bold cold",
    **SENTENCES,
    NOVEL: "reconsidered Elizabethan everlasting tokenization",
    "source-code": "for cell in living_cells:\n    count(cell)\n",
    "scripts": "naïve 好 👩\u200d🚀",
}
"""Sample -> a text worth encoding with it."""

STRANGERS = ("jazz", "naïve", "好")
"""Words with a letter that an alphabet may lack; that of the reader's language comes first."""


@dataclass(frozen=True)
class AskedText:
    """A text, encoded by the tokenizer of a step, and its followed word.

    Attributes:
        text: the typed text.
        place: index of the followed word in `encoding`.
    """

    run: Run
    step: int
    text: str
    tokenizer: Tokenizer
    encoding: Encoding
    place: int

    @property
    def scheme(self) -> Scheme:
        return self.run.scheme

    @property
    def method(self) -> Method:
        return usual_method(self.run.scheme)

    @property
    def word(self) -> str:
        return self.encoding.words[self.place].text

    @property
    def followed(self) -> tuple[str, int]:
        """The text with the followed word, and its index there; a long word is shortened."""
        is_long = len(self.word) > MAX_FOLLOWED_CHARS
        return (self.word[:MAX_FOLLOWED_CHARS], 0) if is_long else (self.text, self.place)


def ask_text(run: Run) -> AskedText:
    """Draw the box, and a button for a word with an unknown letter; encode the text."""
    step = state.step(len(run), len(run))
    tokenizer = run.training.tokenizer(step)
    with st.container(horizontal=True, vertical_alignment="center", key="encode_asked"):
        text = typed_choice(
            "sentence",
            st.text_area,
            t("encode.text"),
            opening_text(run),
            MAX_CHARS,
            height=68,
            placeholder=t("encode.text_help"),
            label_visibility="collapsed",
        )
        encoding = tokenizer.encode(text, usual_method(run.scheme))
        chosen = st.session_state.get("encode_word")
        words = [word.text for word in encoding.words]
        place = words.index(chosen) if chosen in _offered(encoding) else 0
        if not any(unknown_characters(tokenizer, word) for word in words[place : place + 1]):
            words = [LANGUAGES[language()].stranger, *STRANGERS]
            stranger = next((each for each in words if unknown_characters(tokenizer, each)), None)
            if stranger is not None:
                take = partial(state.choose, sentence=stranger)
                st.button(t("encode.stranger"), key="encode_stranger", on_click=take)
    return AskedText(run, step, text, tokenizer, encoding, place)


def opening_text(run: Run) -> str:
    """Return a text worth encoding: the one written for the sample, or words of the corpus.

    If words are normalized, it is the beginning of the original text.
    """
    shown = state.state().shown
    if shown is not None and shown.corpus in TEXTS:
        return TEXTS[shown.corpus]
    if run.scheme.normalizer != "none" and run.source.beginning:
        return run.source.beginning
    return sample_text(run.training)


def sample_text(training: Training) -> str:
    """Return the first six words of at most `MAX_WORD_CHARS` as a text, or a part of a long one."""
    words = training.corpus.words
    short = islice((word for word in words if len(word) <= MAX_WORD_CHARS), 6)
    separator = "" if training.scheme.pretokenizer in ("gpt2", "gpt4") else " "
    return separator.join(short).strip() or words[0][:80]


def _offered(encoding: Encoding) -> list[str]:
    """Return the distinct words that can be followed."""
    return [*dict.fromkeys(word.text for word in encoding.words)][:MAX_WORDS_OFFERED]


def draw_details(asked: AskedText) -> None:
    """Draw a tab for each question about the text; only the open one is computed."""
    if not asked.encoding.words:
        return
    draw = {
        "sentence": draw_sentence,
        "encoders": draw_encoders,
        "pattern": draw_patterns,
        "decode": draw_decoding,
        "code": draw_code,
    }
    draw_tabs({name: partial(panel, asked) for name, panel in draw.items()})


# The word in the player --------------------------------------------------------------------------


def draw_word(asked: AskedText) -> None:
    """Draw the rows of the word: covered until the reader chooses the best one, or steps."""
    styles(STYLE)
    if not asked.encoding.words:
        say("encode.empty")
        return
    if state.choices().stop is not None:  # in a lesson only one method: rule by rule
        run = rules_run(asked)
        covered_player(run, "encode_rules", default=run["steps"] * is_told())
        return
    found = encode_by_each_method(asked.tokenizer, *asked.followed, asked.method)
    parts = word_parts(asked.tokenizer, *asked.followed, asked.method)
    run = methods_run(found, asked.scheme, parts)
    covered_player(run, "encode_trace", default=run["steps"] * is_told())
    if len(asked.word) > MAX_FOLLOWED_CHARS:
        st.caption(t("encode.excerpt", shown=MAX_FOLLOWED_CHARS, all=len(asked.word)))


def is_told() -> bool:
    """Return whether the address asks for the answer."""
    return state.choices().hide == "0"


def rules_run(asked: AskedText) -> dict[str, Any]:
    """Return the player's run in a lesson: each learned merge is applied to a word in turn.

    A split begins at the step of its merge; `ranked` has all merges, whether they apply or not.
    """
    training, tokens = asked.run.training, Tokens(asked.scheme, ranks_here())
    [word] = asked.encoding.words[:1]
    trace = changing(word)
    [row] = traced_rows([(word, trace)], tokens, recut=False)
    begins = [0, *((step.rank or 0) + 1 for step in trace)]
    row["splits"] = [
        [begun, *split[1:3]] for begun, split in zip(begins, row["splits"], strict=True)
    ]
    n, sentences = len(word.tokens), Sentences(tokens)
    for _ in range(len(training) + 1):
        sentences.say("")
    return {
        "title": "",
        "mark": mark_of(asked.scheme, language()),
        "steps": len(training),
        "words": [row | {"end": t("common.tokens", n=n)}],
        "ranked": [
            [at, at, *tokens.all((*merge.pair, merge.token))]
            for at, merge in enumerate(training.merges, 1)
        ],
        "ranks": t("encode.ranks"),
        "captions": sentences.all(),
        "tokens": tokens.table(),
    }


def slug(name: str) -> str:
    """Return a method as used in the catalogue's keys."""
    return name.replace("-", "_")


def word_parts(tokenizer: Tokenizer, text: str, place: int, method: Method) -> list[Segment]:
    """Return the segments of one word of a text."""
    encoding = tokenizer.encode(text, method)
    word, at = encoding.words[place], byte_starts(encoding.text)
    found = byte_segments(tokenizer, encoding)
    return [each for each in found if at[word.start] <= each.start and each.end <= at[word.end]]


def methods_run(
    found: MethodResults, scheme: Scheme, parts: Sequence[Segment] = ()
) -> dict[str, Any]:
    """Return the covered run: a row for each method's result, and one sentence per step.

    parts: the segments of the word, for the question where it is split; without them the question
        is which row is best.
    """
    unknown, tokens = found.unknown, Tokens(scheme, ranks_here())
    kind, of_row = ("letters", "policy") if unknown else ("ways", "method")
    gaps = None if unknown else gaps_of(parts, says())
    is_cut = gaps is not None and bool(gaps["open"])
    names = [t(f"encode.{of_row}_{slug(each.name)}") for each in found.endings]
    traces = [changing(each.word) for each in found.endings]
    rows = []
    for ending, name, trace in zip(found.endings, names, traces, strict=True):
        is_recut = any(not step.pair for step in trace)
        [row] = traced_rows([(ending.word, trace)], tokens, recut=is_recut)
        row |= {"name": name, "recut": is_recut, "best": ending.is_best}
        end = t("common.tokens", n=len(ending.word.tokens))
        if unknown:
            end += t("encode.end_back", back=ending.back)
            row["note"] = t(f"encode.engines_{ending.name}")
        rows.append(row | {"end": end})

    sentences = Sentences(tokens)
    asks = "gaps" if is_cut else kind
    sentences.say(t(f"encode.ask_{asks}", letters=in_list(unknown), n=len(unknown)))
    for at in range(max(map(len, traces))):
        coming = dict[str, None]()  # equal next steps of several rows are named once
        for ending, trace in zip(found.endings, traces, strict=True):
            if at < len(trace):
                coming[_next(trace[at], "cut" if unknown else slug(ending.name), sentences)] = None
        sentences.say(t("player.between").join(coming))
    best = [name for name, ending in zip(names, found.endings, strict=True) if ending.is_best]
    ended = "equal" if len(best) == len(names) else "ways"
    if unknown:
        ended = "letters" if best else "none"
    fewest = min(len(each.word.tokens) for each in found.endings)
    sentences.say(t(f"encode.ended_{ended}", names=in_list(best), n=fewest))

    ranked = [
        [place, step.rank, *tokens.all((*step.pair, step.tokens[step.places[0]]))]
        for place, step in enumerate(traces[0], 1)
        if step.pair and step.rank is not None
    ]
    texts: dict[str, Any] = {
        "column": t(f"encode.column_{kind}"),
        "guess": t(f"encode.guess_{kind}"),
        "right": t("encode.guess_right"),
        "wrong": t("encode.guess_wrong"),
        "ranks": t("encode.ranks"),
    }
    if is_cut:
        texts["gaps"] = gaps
    lang, title = language(), found.text
    return covered(rows, sentences, tokens, scheme, lang, title=title, ranked=ranked, **texts)


def _next(step: TraceStep, kind: str, sentences: Sentences) -> str:
    """Name the merged pair, or the matched token."""
    if step.pair:
        return t("encode.next_merge", pair=sentences.pair(step.pair), rank=step.rank)
    return t(f"encode.next_{kind}", token=sentences.token(step.tokens[step.places[0]]))


# Sentence ----------------------------------------------------------------------------------------

MAX_TOKENS_DRAWN = 800


def draw_sentence(asked: AskedText) -> None:
    """Draw the text above its tokens, a choice of its words, and the number of merges."""
    encoding, last = asked.encoding, len(asked.run)
    draw_map(asked.tokenizer, encoding)
    # SentencePiece's own normalizer also collapses runs of white space.
    rewritten = (
        normalize_sentence(asked.text, asked.scheme.normalizer)
        if asked.scheme.rules == "sentencepiece"
        else encoding.text
    )
    if rewritten != asked.text:
        say("encode.normalized", text=visible(rewritten))
    words = _offered(encoding)
    if len(words) > 1:
        st.pills(
            t("encode.word"),
            words,
            format_func=lambda word: shorten(visible(word)),
            key=state.shows("encode_word", asked.word),
            persist_state="session",
        )
    if not last:
        st.caption(t("encode.no_merges"))
    step_slider("encode_step", last, last, t("encode.step"), t("encode.step_help"))


def draw_map(tokenizer: Tokenizer, encoding: Encoding) -> None:
    """Draw a text above its tokens, with its sizes; with very many tokens only the first ones."""
    payload = token_map(tokenizer, encoding)
    more = payload.pop("more")
    payload["sizes"] = _sizes(encoding)
    payload["names"] = {
        "tokens": t("encode.map_tokens"),
        "hint": t("encode.map_hint"),
        "lost": t("encode.map_lost"),
        "mark": meaning(tokenizer.scheme),
    }
    _mount(key="encode_map", data={"payload": as_json(payload)}, height="content")
    if more:
        st.caption(t("encode.map_more", shown=len(payload["tokens"]), more=more))


def token_map(tokenizer: Tokenizer, encoding: Encoding) -> dict[str, Any]:
    """Return the segments and tokens of the map.

    Each token has the characters it represents, or the bytes of one.
    """
    text = encoding.text
    characters = {byte: at for at, byte in enumerate(byte_starts(text))}

    def said(segment: Segment, number: int, count: int) -> str:
        place = segment.places[number - segment.first]
        values = {
            "n": number + 1,
            "all": count,
            "token": visible(beginning(place.token)),
            "id": str(place.id),
            "text": shown_text(segment.text),
        }
        if place.start == place.end:
            return t("encode.map_mark", **values)
        first, last = characters.get(place.start), characters.get(place.end)
        if first is None or last is None:
            return t(
                f"encode.map_part_{'single' if place.end - place.start == 1 else 'range'}",
                first=place.start - segment.start + 1,
                last=place.end - segment.start,
                size=segment.end - segment.start,
                **values,
            )
        values["text"] = shown_text(text[first:last])
        kind = "single" if last - first == 1 else "range"
        return t(f"encode.map_{kind}", first=first + 1, last=last, **values)

    found = byte_segments(tokenizer, encoding)
    return map_payload(found, tokenizer.scheme, MAX_TOKENS_DRAWN, said)


def _sizes(encoding: Encoding) -> list[list[Any]]:
    """Return [number, unit, is emphasized]; words only for text with spaces."""
    n, words = len(encoding.tokens), [word.text for word in encoding.words]
    is_parted = is_spaced(Corpus.from_counts(Counter(words))) if words else True
    numbers = {"characters": len(encoding.text), "words": len(words), "tokens": n}
    if not is_parted:
        del numbers["words"]
    sizes = [
        [f"{size:,}", t(f"encode.size_{name}", n=size), name == "tokens"]
        for name, size in numbers.items()
    ]
    if words and is_parted:
        sizes.append([f"{n / len(words):.2f}", t("encode.size_per_word"), False])
    if not is_parted:
        sizes.append([f"{len(encoding.text) / n:.2f}", t("encode.size_per_token"), False])
    return sizes


# Four encoders -----------------------------------------------------------------------------------

OTHER_METHODS: tuple[Method, ...] = METHODS[1:]

TYPED_TOKENS, TYPED_TEXT = "the</w> high est</w> moun tain</w>", "the highest mountain"
"""As in common articles."""

MAX_TYPED_CHARS = 400


def draw_encoders(asked: AskedText) -> None:
    """Follow the word through four encoders, then compare them on the whole corpus."""
    heading("encode.encoders_heading")
    row = st.container(horizontal=True, gap="small", key="beside_ways")
    text, place = asked.followed
    for method in METHODS:
        word = asked.tokenizer.encode(text, method).words[place]
        splits = (word.start_tokens, *(step.tokens for step in word.steps))
        ways = [(at, split) for at, (split, _) in enumerate(groupby(splits))]
        with row.container():
            title, n = _name_of(method), len(word.tokens)
            st.markdown(f"**{title}**")
            st.caption(t(f"encode.rule_{slug(method)}"))
            say("encode.makes", asked.scheme, {"tokens": word.tokens}, n=n)
            columns = (Column("way", "number"), Column("tokens", "split"))
            draw_table(rows_for(columns, ways), columns, title, asked.scheme, area="encode")
    heading("encode.duel_heading")
    found = [compared(asked, method) for method in OTHER_METHODS]
    if found[0].words:
        _draw_comparison(asked, found)
        _draw_different_words(asked)
    else:
        say("encode.duel_too_long")
    _cut_by_typed_tokens()


def compared(asked: AskedText, method: Method) -> MethodComparison:
    """Return the comparison of a method with ordered merges on every word of the corpus."""
    run, step = asked.run, asked.step
    key, close = ("methods", run.key, step, method), partial(state.open_tab, "sentence")
    return in_worker(key, compare_methods, run.training, step, method, cancel=close)


def _name_of(method: Method) -> str:
    return t(f"encode.method_{slug(method)}")


def signed(n: int) -> str:
    """Write a difference with its sign."""
    return f"{n:+,}".replace("-", "−") if n else "="


def _draw_comparison(asked: AskedText, found: Sequence[MethodComparison]) -> None:
    """Describe how each method differs from merges on the whole corpus."""
    lines = "" if length_of_lines(asked.run.training.corpus) is None else "_lines"
    for each in found:
        say(
            f"encode.duel_sentence{lines}",
            method=_name_of(each.method),
            words=len(each.places),
            all_words=each.words,
            word_share=each.word_share,
            occurrences=each.differing_occurrences,
            all_occurrences=each.occurrences,
            occurrence_share=each.occurrence_share,
        )
    columns = (
        Column("method", format=_name_of),
        *(Column(name, "number") for name in ("fewer", "same", "more")),
        Column("tokens", format=signed, header="balance"),
    )
    rows = [(each.method, *each.fewer_same_more, each.token_difference) for each in found]
    title = t("encode.duel_heading")
    draw_table(rows_for(columns, rows), columns, title, asked.scheme, area="encode")
    st.caption(t("encode.duel_note"))
    if left_out := found[0].left_out:
        st.caption(t("encode.duel_left_out", n=left_out))


def _draw_different_words(asked: AskedText) -> None:
    """List the words encoded differently by the chosen method."""
    title, training = t("encode.duel_list"), asked.run.training
    method = segmented(title, OTHER_METHODS, _name_of, "encode_duel")
    search = search_line(t("encode.duel_search"), "encode_duel_search")
    found, words = compared(asked, method), training.corpus.words
    if not len(found.places) and not search:
        say("encode.duel_equal")
        return
    shown = (at for at in found.places.tolist() if search.casefold() in words[at].casefold())
    snapshot, rows = training.snapshot(asked.step), []
    for at in islice(shown, ROWS + 1):
        merges = snapshot.tokens(words[at])
        other, _ = asked.tokenizer.encode_word(words[at], method)
        count, gain = training.corpus.counts[at], len(other) - len(merges)
        rows.append((words[at], count, merges, other, gain))
    columns = (
        Column("word", "word"),
        Column("count", "number"),
        Column("before_tokens", "tokens", header="by_merges"),
        Column("tokens", "split", header="by_other"),
        Column("gain", format=signed),
    )
    draw_table(
        rows_for(columns, rows),
        columns,
        title,
        asked.scheme,
        area="encode",
        search=search,
        nothing="encode.duel_nothing",
    )


def _cut_by_typed_tokens() -> None:
    """Let the reader type tokens and a text; cut it into them, and decode the result."""
    heading("encode.typed_heading")
    left, right = st.columns(2)
    with left:
        label = t("encode.typed_tokens")
        listed = text_line(label, "encode_typed", TYPED_TOKENS, MAX_TYPED_CHARS).split()
    with right:
        text = text_line(t("encode.typed_text"), "encode_typed_text", TYPED_TEXT, MAX_TYPED_CHARS)
    scheme = PRESETS["paper"]
    cut = cut_by_list(text, listed, scheme.mark)
    say("encode.typed_cut", scheme, {"tokens": cut.tokens}, n=len(cut.tokens))
    other = cut_by_list(text, listed, scheme.mark, anywhere=True)
    if other.tokens != cut.tokens:
        say("encode.typed_anywhere", scheme, {"tokens": other.tokens}, n=len(other.tokens))
    if cut.missing:
        say("encode.typed_missing", missing="".join(cut.missing))
    say("encode.typed_back" if cut.marked else "encode.typed_joined", text=cut.text)
    st.caption(t("encode.typed_note"))


# Another pattern ---------------------------------------------------------------------------------

PATTERNS: tuple[Pretokenizer, ...] = ("gpt2", "gpt4", "text")

CODE, MAX_CODE_CHARS = "for i in range(9):\n    print(i)\n", 200
"""A text that patterns split differently, and the maximum length of such a text."""

SPACED = "source-code"
"""A sample whose merges replace those of a run that is not byte-level."""


def draw_patterns(asked: AskedText) -> None:
    """Split one text by several patterns with the same merges; differing tokens are framed."""
    run, of = asked.run, t("encode.pattern_here")
    if asked.scheme.units != "bytes":
        run, of = sample_run(samples()[SPACED], "gpt"), samples()[SPACED].title[language()]
    own = run.scheme.pretokenizer
    say("encode.pattern_why", run=of, own=t(f"bytes.files_words_{own}"))
    text = st.text_area(
        t("encode.pattern_text"),
        CODE,
        height=82,
        max_chars=MAX_CODE_CHARS,
        key="encode_pattern",
        persist_state="session",
    )[:MAX_CODE_CHARS]
    tokenizer, here, rows = run.training.tokenizer(), set[tuple[int, int]](), []
    with coloured_by(run.training.token_ranks):
        for name in dict.fromkeys((own, *PATTERNS)):
            other = tokenizer.with_scheme(replace(run.scheme, pretokenizer=name))
            places = byte_places(other, other.encode(text))
            spans = [(each.start, each.end) for each in places]
            here = here or {*spans}
            drawn = (
                chips([each.token]) if span in here else f"<mark>{chips([each.token])}</mark>"
                for each, span in zip(places, spans, strict=True)
            )
            cut = Markup(f'<span class="cut-tokens">{" ".join(drawn)}</span>')
            rows.append((name, len(places), cut, {*spans} <= here))
        columns = (
            Column("pattern", format=lambda name: t(f"bytes.files_words_{name}")),
            Column("n", "number", header="tokens"),
            Column("tokens", header="cut"),
        )
        names = ("pattern", "n", "tokens", "same")
        draw_table(Rows(names, rows), columns, t("encode.tab_pattern"), run.scheme, area="encode")
    say("encode.pattern_equal" if all(row[-1] for row in rows) else "encode.pattern_so")


# Decode ------------------------------------------------------------------------------------------

MAX_ITEMS_CHARS = 20_000
"""Maximum number of characters of decoded IDs or tokens."""

MAX_DECODED_CHARS = 10_000
"""Maximum number of characters shown of a decoded text."""

AROUND = 60
"""Characters shown on either side of the first difference."""


def draw_decoding(asked: AskedText) -> None:
    """Decode IDs or tokens; compare the result with the typed text."""
    back, trip = st.columns(2, gap="large")
    with back:
        heading("encode.decode_heading")
        _draw_decoded(asked)
    with trip:
        heading("encode.trip_heading")
        _draw_returned(asked)


def _draw_decoded(asked: AskedText) -> None:
    tokenizer, encoding = asked.tokenizer, asked.encoding
    kind = segmented(
        t("encode.decode_what"),
        ("ids", "tokens"),
        lambda kind: t(f"encode.decode_{kind}"),
        "encode_decode_kind",
    )
    written = written_items(encoding, kind)
    if st.session_state.get("encode_decode_of") != (kind, written):
        st.session_state["encode_decode_of"] = kind, written
        st.session_state["encode_decode"] = written
    text = st.text_area(
        t(f"encode.decode_box_{kind}"),
        height=120,
        max_chars=MAX_ITEMS_CHARS,
        key="encode_decode",
        persist_state="session",
    )[:MAX_ITEMS_CHARS]
    items, bad = read_items(tokenizer, text, kind)
    if bad is not None:
        largest = max(tokenizer.ids, default=0)
        st.error(t(f"encode.decode_bad_{kind}", bad=quoted(bad), largest=largest))
        return
    decoded, is_cut = decode_beginning(tokenizer, items)
    st.html(f'<p class="decoded" dir="auto">{escape(visible(decoded))}</p>')
    if is_cut:
        st.caption(t("encode.decode_cut", n=MAX_DECODED_CHARS))
    st.caption(t("encode.decode_note"))


def written_items(encoding: Encoding, kind: str) -> str:
    """Write IDs, or tokens with every character visible, separated by single spaces."""
    if kind == "ids":
        return " ".join(map(str, encoding.ids))
    return " ".join(map(visible, encoding.tokens))


def read_items(tokenizer: Tokenizer, text: str, kind: str) -> tuple[list[int | Token], str | None]:
    """Parse IDs or visible tokens separated by white space (IDs also by commas).

    Returns the argument of `Tokenizer.decode`, and the first invalid part.
    """
    known: dict[str, int | Token]
    if kind == "ids":
        parts = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        numbers = (part for part in parts if part.isascii() and part.isdigit() and len(part) < 12)
        ids = {*tokenizer.ids}
        known = {part: int(part) for part in numbers if int(part) in ids}
    else:
        parts = text.split()
        # A character has at most four bytes: a longer token is not among the parts.
        longest = 4 * max(map(len, parts), default=0)
        named = tokenizer.vocabulary.items()
        known = {visible(token): id_ for token, id_ in named if len(token) <= longest}
        known |= tokenizer.special
        if tokenizer.scheme.unknown == "pass":
            known = {part: part for part in parts} | known
    bad = next((part for part in parts if part not in known), None)
    return [known[part] for part in parts if part in known], bad


def decode_beginning(tokenizer: Tokenizer, items: Sequence[int | Token]) -> tuple[str, bool]:
    """Decode IDs or tokens as far as shown; return whether the text continues."""
    tokens = tokenizer.tokens
    sizes = (
        len(tokens[each]) if isinstance(each, int) and each < len(tokens) else 0 for each in items
    )
    # A character has at most four bytes.
    before = accumulate(sizes, initial=0)
    count = sum(1 for _, size in zip(items, before, strict=False) if size <= 4 * MAX_DECODED_CHARS)
    whole = tokenizer.decode(items[:count])
    return whole[:MAX_DECODED_CHARS], count < len(items) or len(whole) > MAX_DECODED_CHARS


def _draw_returned(asked: AskedText) -> None:
    trip = round_trip(asked.tokenizer, asked.text, asked.encoding)
    n, at = len(trip.text), trip.difference
    if at is None:
        say("encode.trip_equal", n=n)
    else:
        typed, back = (
            f"{visible(text[at])} (U+{ord(text[at]):04X})"
            if at < len(text)
            else t("encode.trip_end")
            for text in (trip.text, trip.decoded)
        )
        say("encode.trip_differs", n=n, place=at + 1, typed=typed, back=back)
    st.html(
        returned_rows({t("encode.trip_typed"): trip.text, t("encode.trip_back"): trip.decoded}, at)
    )
    for cause in trip.causes:
        if cause == "spaces" and asked.scheme.boundary == "none":
            cause = "spaces_unmarked"
        say(f"encode.trip_{cause}")


def returned_rows(rows: Mapping[str, str], difference: int | None) -> str:
    """Write texts below each other, each with its label, with the first difference marked."""

    def marked(text: str) -> str:
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

    written = (f"<dt>{escape(label)}</dt><dd>{marked(text)}</dd>" for label, text in rows.items())
    return f'<dl class="round-trip">{"".join(written)}</dl>'


# Code --------------------------------------------------------------------------------------------

MERGES_NAMED = 3

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


def draw_code(asked: AskedText) -> None:
    """Show the loop over the merges of the followed word."""
    if asked.method != "merges":
        say("encode.code_none")
        return
    scheme, (text, place) = asked.scheme, asked.followed
    word = asked.tokenizer.encode(text).words[place]
    program = encoding_program(word, scheme.boundary == "continuation")
    if program is None:
        say("encode.code_alike")
        return
    say("encode.code_how")
    lines = program.splitlines()
    told = {len(lines) - 1: sentence("encode.code_end", scheme, {"tokens": word.tokens})}
    if word.steps:
        named = [
            sentence("encode.code_best", scheme, {"pair": step.pair}, rank=step.rank)
            for step in word.steps[:MERGES_NAMED]
        ]
        more = len(word.steps) - len(named)
        named += [sentence("encode.code_more", n=more)] if more else []
        best = next(at for at, line in enumerate(lines) if line.startswith("    best"))
        told[best] = " ".join(named)
    listing(program, told)


def encoding_program(word: EncodedWord, is_continued: bool = False) -> str | None:
    """Return the loop with the ranks of adjacent pairs in the word at any step.

    None if a mark was also typed, so that two pairs have the same text but different ranks.
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
