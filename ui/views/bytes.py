"""Bytes: from a character to its code points, its UTF-8 bytes and its tokens.

The strip is the picture: a column for each byte, the character above it, and below it the tokens
and the merge that completes each character. Tabs: the merges of the text, merging bytes (the run,
and how vocabulary files spell bytes), pre-tokenizers, and a stream of tokens.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from bpe import Encoding, Tokenizer, Training
from bpe.encoding.alignment import Segment, byte_segments
from bpe.notebook import colours
from bpe.player.cutting import cut_text
from bpe.player.tokens import pieces, visible
from bpe.readings.letters import merges_until_whole
from bpe.readings.tokenizers import arrivals
from bpe.text.characters import (
    CodePoint,
    as_bytes,
    byte_alias,
    cuts_character,
    from_alias,
    graphemes,
    is_text,
    marker_bits,
    parts_held,
    to_alias,
)
from bpe.text.pretokenizers import bert_spans, pattern, pretokenize_spans
from ui import state
from ui.component import Markup
from ui.details import draw_tabs
from ui.draw.parts import (
    LIVE,
    examples,
    heading,
    opens_with,
    segmented,
    styles,
    text_line,
    typed_choice,
)
from ui.draw.say import say, text_markup
from ui.draw.table import (
    Column,
    draw_table,
    draw_vocabulary,
    rows_for,
    table_markup,
    vocabulary_asked,
)
from ui.draw.table_rows import vocabulary_at
from ui.draw.tokens import chips, coloured_by, look
from ui.links import link
from ui.panel import picture
from ui.pickers import sample_run, step_slider
from ui.player import encode_player, step_player
from ui.runs import Run
from ui.samples import samples
from ui.text import language, t
from ui.tokenizers import opened, shipped

STYLE = Path(__file__).with_name("bytes.css")

MAX_STRIP_CHARS, MAX_BOX_CHARS = 120, 1000
"""Maximum characters of the text in the picture, and of the texts in the tabs."""

STEPS = {"fables": 0, "chinese-classics": 150}
"""First step, by corpus: é is two bytes, 好 has just become two bytes and one."""

EXAMPLES = {
    "acute": "\u00e9",
    "hao": "好",
    "bits": "é进",
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "astronaut": "👩\u200d🚀",
    "flag": "🇨🇳",
    "line": "学而时习之",
}


def text_and_step(run: Run) -> tuple[str, int]:
    """Let the reader choose a text, and the number of merges."""
    opening = opening_text(run.training)
    shown = state.chosen("sentence")

    def put(text: str) -> None:
        state.choose(sentence=None if text == opening else text)

    examples("bytes", EXAMPLES, "bytes_example", opening if shown is None else shown, put)
    typed, learned = st.columns(2, gap="medium")
    with typed:
        label = t("bytes.text")
        text = typed_choice("sentence", st.text_input, label, opening, MAX_STRIP_CHARS, live=LIVE)
    with learned:
        label, about = t("bytes.merges_learned"), t("bytes.merges_learned_help")
        return text, step_slider("bytes_merges", len(run), opening_step(run), label, about)


def opening_text(training: Training) -> str:
    """Return the first example whose characters the run completes, else the first example."""
    tokenizer, texts = training.tokenizer(), [*EXAMPLES.values()]
    whole = (text for text in texts if all(merges_until_whole(tokenizer, text).values()))
    return next(whole, texts[0])


def opening_step(run: Run) -> int:
    """Return the first step of the page."""
    shown = state.state().shown
    corpus = "" if shown is None else shown.corpus or ""
    return min(STEPS.get(corpus, run.start_step), len(run))


def bytes_tabs(run: Run, text: str, step: int) -> None:
    """Draw the open tab."""
    draw_tabs(
        {
            "made": partial(draw_made, run, text, step),
            "merges": partial(draw_merges, run),
            "spelling": partial(draw_spelling, run),
            "cuts": draw_cuts,
            "stream": draw_stream,
        }
    )


# The strip ---------------------------------------------------------------------------------------

BYTES_IN_A_LINE = 15
BYTES_NAMED = 12
"""Maximum number of bytes of a line with names of code points."""

PLAYS, TICKED = "bytes_plays", "bytes_ticked"
"""Keys of the playing slider, (merge, step), and of the last step shown."""

SECONDS_A_STEP = 0.4

Wholes = dict[int, int | None]
"""Start of a grapheme, in bytes -> number of merges that complete it; None: never."""


def text_strip(run: Run, text: str, step: int) -> None:
    """Draw graphemes, code points, bytes and tokens above each other, and say what happened."""
    styles(STYLE)
    with picture():
        if not text:
            say("bytes.strip_empty")
            return
        if state.answer_is_hidden():
            say("bytes.ask")
            st.html(f'<p class="byte-asked">{_glyph(text)}</p>')
            reveal = partial(state.hide_answer, False)
            st.button(t("player.reveal"), key="bytes_reveal", on_click=reveal)
            return
        tokenizer = run.training.tokenizer(step)
        encoding = tokenizer.encode(text)
        wholes = merges_until_whole(run.training.tokenizer(), encoding.text)
        target = max(each or 0 for each in wholes.values())
        with st.container(horizontal=True, vertical_alignment="center", key="bytes_said"):
            n = len(encoding.tokens)
            kind = "from" if step < target else "made" if target else "always"
            if None in wholes.values():
                kind = "never"
            whole = t(f"bytes.said_{kind}_{'single' if len(wholes) == 1 else 'all'}", n=target)
            say("bytes.said", text=visible(encoding.text), step=step, n=n, whole=whole)
            if None not in wholes.values():
                _offer_play(step, target, opening_step(run))
        with st.container(key="bytes_lines"):
            for strip in strips(byte_segments(tokenizer, encoding), wholes, step):
                st.html(strip)


def _offer_play(step: int, target: int, opening: int) -> None:
    """Offer to play up to a merge; while playing, advance at intervals."""
    is_playing = st.session_state.get(PLAYS) == (target, step) and step < target

    def turn() -> None:
        st.session_state[PLAYS] = None if is_playing else (target, step)

    st.button(
        t("player.pause") if is_playing else t("bytes.play", n=target),
        key="bytes_play",
        icon=":material/pause:" if is_playing else ":material/play_arrow:",
        disabled=step >= target,
        on_click=turn,
    )
    if is_playing:
        _tick(step, target, opening)


@st.fragment(run_every=SECONDS_A_STEP)
def _tick(step: int, target: int, opening: int) -> None:
    """Advance, unless this step has just been shown."""
    if st.session_state.get(TICKED) == step:
        advance(step, target, opening)
        st.rerun()
    st.session_state[TICKED] = step


def advance(step: int, target: int, opening: int) -> None:
    """Advance the slider; a reader who moves it stops playing."""
    following = step + max(1, (target - step) // 4)
    state.choose_step(following, opening)
    st.session_state[PLAYS] = target, following


def strips(segments: Iterable[Segment], wholes: Wholes, step: int) -> Iterator[str]:
    """Write the strip of a text after some merges, line by line, as HTML.

    A line is a table with a column for each byte. Its rows: graphemes, code points, bytes, tokens
    with their IDs, and the number of merges that complete each grapheme. A segment longer than a
    line has a separate line.
    """
    lines: list[list[Segment]] = []
    room = 0
    for segment in segments:
        size = segment.end - segment.start
        if size > room:
            lines.append([])
            room = BYTES_IN_A_LINE
        lines[-1].append(segment)
        room -= size
    for line in lines:
        yield _strip(line, wholes, step)


def _strip(line: Sequence[Segment], wholes: Wholes, step: int) -> str:
    seen = [each for segment in line for each in graphemes(segment.text, segment.start)]
    points = [each for grapheme in seen for each in grapheme.code_points]
    placed = [each for segment in line for each in segment.places]
    size = sum(len(each.data) for each in points)

    def cell(width: int, content: str) -> str:
        return f'<td colspan="{width}">{content}</td>'

    cells = {
        "graphemes": [cell(each.end - each.start, _glyph(each.text)) for each in seen],
        "code_points": [
            cell(len(each.data), _code_point(each, is_named=size <= BYTES_NAMED)) for each in points
        ],
        "bytes": [cell(1, _byte(byte)) for each in points for byte in each.data],
        "tokens": [
            cell(each.end - each.start, chips([each.token], ids=[each.id])) for each in placed
        ],
        "wholes": [cell(e.end - e.start, _whole(wholes[e.start], step)) for e in seen],
    }
    body = "".join(
        f'<tr class="row-{name}"><th scope="row">{escape(t(f"bytes.row_{name}"))}</th>'
        f"{''.join(row)}</tr>"
        for name, row in cells.items()
    )
    caption = escape(t("bytes.strip_of", text=visible("".join(each.text for each in line))))
    return (
        f'<div class="byte-strip fills" style="--bytes: {size}" role="region" tabindex="0" '
        f'aria-label="{caption}"><table><caption class="unseen">{caption}</caption>'
        f"<colgroup><col><col span={size}></colgroup><tbody>{body}</tbody></table></div>"
    )


def _glyph(text: str) -> str:
    """Draw a grapheme as displayed; an invisible one by its name."""
    shows = any(kind == "text" for kind, _ in pieces(text)) and not text.isspace()
    return f"<b>{escape(text if shows else visible(text))}</b>"


def _code_point(point: CodePoint, *, is_named: bool) -> str:
    name = f"<small>{escape(point.name or t('bytes.no_name'))}</small>" if is_named else ""
    return f'<span class="sign">{text_markup(point.character)}</span> <b>{point.number}</b>{name}'


def _byte(byte: int) -> str:
    marker, bits = marker_bits(byte), f"{byte:08b}"
    # In two lines, one per hexadecimal digit.
    halves = [(bits[:4], min(marker, 4)), (bits[4:], max(marker - 4, 0))]
    drawn = "<br>".join(f"<u>{half[:cut]}</u>{half[cut:]}" for half, cut in halves)
    return f'<b class="hex">{byte:02X}</b> <span class="bits">{drawn}</span>'


def _whole(merges: int | None, step: int) -> str:
    """Write the number of merges that complete a character, emphasized if reached."""
    if not merges:
        return escape(t("bytes.whole_never" if merges is None else "bytes.whole_always"))
    return f"<b>{merges:,}</b>" if merges <= step else f"{merges:,}"


# Merges of this text, and of the run -------------------------------------------------------------


def draw_made(run: Run, text: str, step: int) -> None:
    """Play the merges that made the tokens of the text, with an explanation."""
    tokenizer = run.training.tokenizer(step)
    encoding = tokenizer.encode(text)
    if any(word.steps for word in encoding.words):
        encode_player(cut_text(run.training, text, language(), step), key="bytes_strip")
    else:
        say("bytes.strip_no_merge" if text else "bytes.strip_empty", step=step)
    for name, example in EXAMPLES.items():
        if encoding.text == example:
            say(f"bytes.note_{name}")
    _say_broken(tokenizer, encoding)


def _say_broken(tokenizer: Tokenizer, encoding: Encoding) -> None:
    """Name the first token that ends or begins inside a character, if there is one."""
    for segment in byte_segments(tokenizer, encoding):
        seen = graphemes(segment.text, segment.start)
        for place in segment.places:
            parts = parts_held(seen, place.start, place.end)
            if cuts_character(parts):
                first = parts[0]
                unit = "bytes" if first.unit == "bytes" else "code_points"
                counts = {"held": first.held, "whole": first.whole}
                part = t(f"bytes.part_{unit}", text=visible(first.text), **counts)
                decoded = visible(tokenizer.decode(encoding.ids))
                say("bytes.replacement", token=visible(place.token), part=part, text=decoded)
                return


def draw_merges(run: Run) -> None:
    """Replay the training on bytes, with the vocabulary at the step below."""
    say(f"bytes.merges_{run.scheme.name}")
    step, training = step_player(run, key="bytes", default=opening_step(run)), run.training
    if step:
        whole = sum(is_text(as_bytes(merge.token)) for merge in training.merges[:step])
        first = len(training.alphabet)
        ids = {"first": f"{first}", "last": f"{first + step - 1}"}
        say("bytes.merges_whole", step=step, whole=whole, cut=step - whole, **ids)
    draw_vocabulary(vocabulary_at(training.snapshot(step), *vocabulary_asked("bytes")), "bytes")


# Why Ġ -------------------------------------------------------------------------------------------

ENGLISH = "first-chapters"
"""A sample with English words, spelled as Ġthe in files."""

TOKENS_SPELLED = 60


def draw_spelling(run: Run) -> None:
    """Show how vocabulary files spell bytes, both ways, on the reader's text."""
    say("bytes.spelling_why")
    there, back = st.columns(2, gap="large")
    with there:
        heading("bytes.spelling_there")
        text = _text_box("spelling", t("bytes.spelling_default"))
        sample = samples()[ENGLISH]
        names = {"english": sample.title[language()], "here": t("bytes.spelling_run_here")}
        chosen = segmented(
            t("bytes.spelling_run"),
            [*names],
            names.__getitem__,
            "bytes_spelling_run",
            help=t("bytes.spelling_run_help"),
        )
        training = (run if chosen == "here" else sample_run(sample, "gpt")).training
        encoding = training.tokenizer().encode(text)
        if text:
            columns = (
                Column("token", "token", title=t("bytes.spelling_token")),
                Column("bytes", title=t("bytes.spelling_bytes"), look="mono"),
                Column("file", title=t("bytes.spelling_in_file"), look="file"),
            )
            tokens = [each for each in encoding.tokens if isinstance(each, bytes)]
            rows = [
                (each, each.hex(" ").upper(), to_alias(each)) for each in tokens[:TOKENS_SPELLED]
            ]
            with coloured_by(training.token_ranks):
                st.html(table_markup(rows_for(columns, rows), columns, t("bytes.spelling_table")))
            if len(tokens) > TOKENS_SPELLED:
                st.caption(t("bytes.spelling_cut", shown=TOKENS_SPELLED))
        else:
            say("bytes.strip_empty")
    with back:
        heading("bytes.spelling_back")
        _read_back(_text_box("alias", "Ġå¥½ ĠcafÃ©"))
    heading("bytes.byte_table")
    moved = sum(ord(character) != byte for byte, character in byte_alias().items())
    say("bytes.byte_table_how", itself=len(byte_alias()) - moved, moved=moved)
    st.html(byte_table(encoding.text.encode("utf-8", "surrogatepass")))


def _text_box(name: str, default: str) -> str:
    return st.text_area(
        t(f"bytes.{name}_text"),
        height=100,
        max_chars=MAX_BOX_CHARS,
        key=opens_with(f"bytes_{name}", default),
        persist_state="session",
    )[:MAX_BOX_CHARS]


def _read_back(spelled: str) -> None:
    """Decode entries of a vocabulary file, separated by spaces."""
    try:
        data = b"".join(from_alias(entry) for entry in spelled.split())
    except ValueError:
        known = set(byte_alias().values())
        strange = next(each for each in spelled if not each.isspace() and each not in known)
        say("bytes.alias_strange", character=visible(strange))
        return
    if not data:
        say("bytes.strip_empty")
        return
    say("bytes.alias_bytes", bytes=data.hex(" ").upper())
    say("bytes.alias_is", text=visible(data.decode("utf-8", "replace")))


def byte_table(used: Iterable[int]) -> str:
    """Write the 256 bytes as a grid of 16 by 16, each with its printable alias."""
    used, aliases = set(used), byte_alias()
    caption = escape(t("bytes.byte_table"))
    head = "".join(f'<th scope="col">{low:X}</th>' for low in range(16))
    rows = []
    for high in range(16):
        cells = []
        for byte in range(high * 16, high * 16 + 16):
            kind = "itself" if ord(aliases[byte]) == byte else "moved"
            mark = ""
            if byte in used:
                kind += " used"
                mark = f'<span class="unseen"> {escape(t("bytes.used"))}</span>'
            cells.append(f'<td class="{kind}">{escape(aliases[byte])}{mark}</td>')
        rows.append(f'<tr><th scope="row">{high:X}_</th>{"".join(cells)}</tr>')
    return (
        f'<div class="byte-table" role="region" tabindex="0" aria-label="{caption}">'
        f'<table><caption class="unseen">{caption}</caption><thead><tr><th scope="col">'
        f'<span class="unseen">{escape(t("bytes.byte"))}</span></th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


# Pre-tokenizers -----------------------------------------------------------------------------

PATTERNS = ("whitespace", "gpt2", "gpt4", "bert")
CASES = {
    "contractions": "don't IT'S it’s",
    "digits": "in 1234567",
    "spaces": "a   b",
    "chinese": "你好,世界 北京",
    "punctuation": "(wow!!) x=1",
}


def draw_cuts() -> None:
    """Show the words of four pre-tokenizers in the same text."""
    say("bytes.cuts_why")
    link("models", t("bytes.to_models"))
    text = _text_box("cuts", t("bytes.cuts_default"))
    if not text:
        say("bytes.strip_empty")
        return
    for name in PATTERNS:
        spans = _cut(text, name)
        heading(f"bytes.cuts_{name}")
        st.html(_boxed(text, spans))
        st.caption(t(f"bytes.cuts_{name}_how", n=len(spans)))
    caption = heading("bytes.cuts_differ")
    columns = [Column("case", title=t("bytes.case"))]
    columns += [Column(name, title=t(f"bytes.cuts_{name}")) for name in PATTERNS]
    rows = [
        (t(f"bytes.case_{name}"), *(_boxed(case, _cut(case, each)) for each in PATTERNS))
        for name, case in CASES.items()
    ]
    st.html(table_markup(rows_for(columns, rows), columns, caption))
    with st.expander(t("bytes.cuts_patterns")):
        for name in ("gpt2", "gpt4"):
            st.caption(t(f"bytes.cuts_{name}"))
            st.code(pattern(name), language=None, wrap_lines=True)


def _cut(text: str, name: str) -> list[tuple[int, int]]:
    """Split a text like the whole tokenizer of that name."""
    return bert_spans(text) if name == "bert" else pretokenize_spans(text, name)


def _boxed(text: str, spans: Sequence[tuple[int, int]]) -> Markup:
    """Write a text with each word in a box; text outside words is faint."""
    drawn, at = [], 0
    places = iter(colours([text[start:end] for start, end in spans if start < end]))
    for start, end in [*spans, (len(text), len(text))]:
        if at < start:
            drawn.append(f'<span class="dropped">{text_markup(text[at:start])}</span>')
        if start < end:
            word = text[start:end]
            drawn.append(
                f'<span class="{look(next(places))}" data-word="{escape(word)}">'
                f"{text_markup(word)}</span>"
            )
        at = end
    return Markup(f'<div class="cuts" dir="ltr">{"".join(drawn)}</div>')


# A stream of tokens ------------------------------------------------------------------------------

STREAMED, MAX_STREAM_CHARS = "gpt2", 12
"""The tokenizer whose tokens arrive one by one: it splits most characters."""


def draw_stream() -> None:
    """Let the tokens of a text arrive one by one; show and explain the printable text so far."""
    say("bytes.stream_why", name=shipped()[STREAMED].title[language()])
    with st.container(horizontal=True, vertical_alignment="bottom", key="bytes_stream_asked"):
        label = t("bytes.stream_text")
        text = text_line(label, "bytes_stream", "好😊", MAX_STREAM_CHARS, width=200)
        found = arrivals(opened(STREAMED), text)
        of, n = st.session_state.get("bytes_arrived", ("", 1))
        n = n if of == text else 1
        at_end = n >= len(found)

        def let_arrive() -> None:
            st.session_state["bytes_arrived"] = text, 1 if at_end else n + 1

        st.button(
            t("bytes.stream_again" if at_end else "bytes.stream_next"),
            key="bytes_stream_next",
            disabled=len(found) < 2,
            on_click=let_arrive,
        )
    if not found:
        say("bytes.strip_empty")
        return
    columns = (
        Column("token", "token"),
        *(Column(name, format=visible) for name in ("alone", "so_far", "printed")),
        Column("held", format=lambda held: held.hex(" ").upper()),
    )
    rows = [tuple(getattr(each, column.name) for column in columns) for each in found[:n]]
    draw_table(rows_for(columns, rows), columns, t("bytes.tab_stream"), area="bytes")
    now = found[n - 1]
    if now.held:
        counts = {"held": len(now.held), "needed": now.needed, "first": f"{now.held[0]:08b}"}
        say("bytes.stream_waits", bytes=now.held.hex(" ").upper(), **counts)
    else:
        alone = visible("".join(each.alone for each in found[:n]))
        kind = "end" if at_end else "free"
        say(f"bytes.stream_{kind}", alone=alone, text=visible(now.printed))
