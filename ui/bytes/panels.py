"""The page Bytes: the strip of a text, and a tab for each question."""

from collections.abc import Iterator, Sequence
from functools import partial

import streamlit as st

from bpe.readings.tokenizers import Arrival, arrivals
from bpe.text.characters import byte_alias, cuts_character, from_alias, to_alias
from bpe.text.pretokenizers import bert_spans, pattern, pretokenize_spans
from ui.bytes import PAGE, markup
from ui.bytes.readings import (
    LONGEST_STRIP,
    LONGEST_TEXT,
    SPELLED_TOKENS,
    LearnedBytes,
    SpelledText,
    TextInBytes,
    learned_bytes,
    opening_text,
    spelled_text,
    text_in_bytes,
)
from ui.controls.controls import sample_run
from ui.controls.pickers import step_slider
from ui.corpora.run import Run
from ui.corpora.tokenizers import opened, shipped
from ui.draw.parts import LIVE, examples, heading, segmented, styles, text_line
from ui.draw.say import say
from ui.draw.table import Column, draw_table, draw_vocabulary, rows_for, vocabulary_asked
from ui.draw.tokens import coloured_by, visible
from ui.player import encode_player, step_player
from ui.player.cutting import cut_text
from ui.samples import samples
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.navigation import link
from ui.shell.tabs import draw_tabs, picture
from ui.shell.text import language, t

STEPS = {"fables": 0, "chinese-classics": 150}
"""Where the page opens, by corpus: é is two bytes, 好 has just become two bytes and one."""

PLAYS, TICKED = "bytes_plays", "bytes_ticked"
"""Keys of where the slider plays, the merge and the step, and of the step last in sight."""

EVERY = 0.4
"""Seconds between two steps that are played."""

ENGLISH = "first-chapters"
"""A sample with English words, which a file spells as Ġthe."""

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
TEXT = "bytes_text"
PATTERNS = ("whitespace", "gpt2", "gpt4", "bert")
CASES = {
    "contractions": "don't IT'S it’s",
    "digits": "in 1234567",
    "spaces": "a   b",
    "chinese": "你好,世界 北京",
    "punctuation": "(wow!!) x=1",
}


def text_and_step(run: Run) -> tuple[str, int]:
    """Let the reader choose a text, and how many merges are learned."""
    opening = run.read(opening_text, tuple(EXAMPLES.values()))
    session.kept(TEXT, opening)
    put = partial(session.widget, TEXT)
    examples("bytes", EXAMPLES, "bytes_example", session.value(TEXT), put)
    typed, learned = st.columns(2, gap="medium")
    with typed:
        text = text_line(t("bytes.text"), TEXT, opening, LONGEST_STRIP, live=LIVE)
    with learned:
        said = t("bytes.merges_learned"), t("bytes.merges_learned_help")
        return text, step_slider("bytes_merges", len(run), opening_step(run), *said)


def opening_step(run: Run) -> int:
    """Return the step that the page opens at."""
    return min(STEPS.get(session.text(), run.start_step), len(run))


def text_strip(run: Run, text: str, step: int) -> None:
    """Lay graphemes, code points, bytes and tokens above each other, and say what happened."""
    styles(markup.STYLE)
    with picture(PAGE):
        if not text:
            say("bytes.strip_empty")
        elif session.answer_hidden()[1]:
            _ask(text)
        else:
            _draw_strip(run.read(text_in_bytes, text, step), opening_step(run))


def _ask(text: str) -> None:
    """Ask for the bytes of a text, which are hidden."""
    say("bytes.ask")
    st.html(markup.asked(text))
    st.button(t("player.reveal"), key="bytes_reveal", on_click=session.hide_answer, args=(False,))


def _draw_strip(found: TextInBytes, opening: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="bytes_said"):
        _say_strip(found)
        if None not in found.wholes.values():
            _play(found.step, found.last_whole, opening)
    with st.container(key="bytes_lines"):
        for strip in strips(found):
            st.html(strip)


def _say_strip(found: TextInBytes) -> None:
    """Say how many tokens the text is, and which merge makes all of its characters whole."""
    n, last = found.token_count, found.last_whole
    kind = "from" if found.step < last else "made" if last else "always"
    if None in found.wholes.values():
        kind = "never"
    whole = t(f"bytes.said_{kind}_{'one' if len(found.wholes) == 1 else 'many'}", n=last)
    many = "one" if n == 1 else "many"
    say(f"bytes.said_{many}", text=visible(found.text), step=found.step, n=n, whole=whole)


def _play(step: int, target: int, opening: int) -> None:
    """Offer to play up to a merge; while that is asked for, take a step every moment."""
    plays = session.recall(PLAYS) == (target, step) and step < target
    st.button(
        t("player.pause") if plays else t("bytes.play", n=target),
        key="bytes_play",
        icon=":material/pause:" if plays else ":material/play_arrow:",
        disabled=step >= target,
        on_click=session.remember,
        args=(PLAYS, None if plays else (target, step)),
    )
    if plays:
        _tick(step, target, opening)


@st.fragment(run_every=EVERY)
def _tick(step: int, target: int, opening: int) -> None:
    """Advance, unless this step has just come into sight."""
    if session.recall(TICKED) == step:
        advance(step, target, opening)
        st.rerun()
    session.remember(TICKED, step)


def advance(step: int, target: int, opening: int) -> None:
    """Move the slider on; a reader who moves it ends the play."""
    following = step + max(1, (target - step) // 4)
    session.choose_step(following, opening)
    session.remember(PLAYS, (target, following))


def strips(found: TextInBytes) -> Iterator[str]:
    """Write the strip of a text, line by line."""
    for line in markup.lines(found.segments):
        caption = t("bytes.strip_of", text=visible("".join(each.text for each in line)))
        yield markup.strip(line, found.wholes, found.step, _say, caption)


def bytes_tabs(run: Run, text: str, step: int) -> None:
    """Draw the open tab."""
    opened = draw_tabs(
        PAGE,
        {
            "made": partial(made_panel, run, text, step),
            "merges": partial(merges_panel, run),
            "spelling": partial(spelling_panel, run),
            "cuts": cuts_panel,
            "stream": stream_panel,
        },
    )
    if opened != "merges":
        # The player, which keeps the step in the address, is not there.
        step_in_address(step, opening_step(run), "bytes_step_address")


def made_panel(run: Run, text: str, step: int) -> None:
    """Play the merges that made the tokens of the text, and say what it shows."""
    found: TextInBytes = run.read(text_in_bytes, text, step)
    if found.is_merged:
        cut = run.read(cut_text, text[:LONGEST_STRIP], language(), step)
        encode_player(cut, key="bytes_strip")
    else:
        say("bytes.strip_no_merge" if text else "bytes.strip_empty", step=step)
    _say_notes(found)


def _say_notes(found: TextInBytes) -> None:
    """Say what an example shows, and what a token is that is no whole character."""
    for name, example in EXAMPLES.items():
        if found.text == example:
            say(f"bytes.note_{name}")
    held = ((place, markup.parts(each, place)) for each in found.segments for place in each.places)
    broken = next((pair for pair in held if cuts_character(pair[1])), None)
    if broken is not None:
        place, parts = broken
        say(
            "bytes.replacement",
            token=visible(place.token),
            part=markup.notes(parts, _say)[0],
            text=visible(found.decoded),
        )


def merges_panel(run: Run) -> None:
    """Replay the training on bytes, with the vocabulary at the step below."""
    say(f"bytes.merges_{run.scheme.name}")
    step = step_player(run, key="bytes", default=opening_step(run))
    found: LearnedBytes = run.read(learned_bytes, step, *vocabulary_asked("bytes"))
    if step:
        whole, cut = found.whole, found.broken
        ids = {"first": str(found.first), "last": str(found.last)}
        say("bytes.merges_whole", step=step, whole=whole, cut=cut, **ids)
    draw_vocabulary(found.vocabulary, "bytes")


def spelling_panel(run: Run) -> None:
    """Show how vocabulary files spell bytes, both ways, on the reader's text."""
    say("bytes.spelling_why")
    there, back = st.columns(2, gap="large")
    with there:
        heading("bytes.spelling_there")
        text = _text_box("spelling", t("bytes.spelling_default"), LONGEST_TEXT)
        spelling = _spelling_run(run)
        found: SpelledText = spelling.read(spelled_text, text)
        headers = [t(f"bytes.spelling_{name}") for name in ("table", "token", "bytes", "in_file")]
        if text:
            with coloured_by(spelling.summary.ranks):
                st.html(markup.spelled(found.tokens, to_alias, headers))
        else:
            say("bytes.strip_empty")
        if found.more:
            st.caption(t("bytes.spelling_cut", shown=SPELLED_TOKENS))
    with back:
        heading("bytes.spelling_back")
        _read_back(_text_box("alias", "Ġå¥½ ĠcafÃ©", LONGEST_TEXT))
    heading("bytes.byte_table")
    moved = sum(ord(character) != byte for byte, character in byte_alias().items())
    say("bytes.byte_table_how", itself=len(byte_alias()) - moved, moved=moved)
    st.html(markup.byte_table(found.used, _say, t("bytes.byte_table")))


def _spelling_run(run: Run) -> Run:
    """Let the reader choose whose merges are used: a run that has words of English, or this one."""
    sample = samples()[ENGLISH]
    names = {"english": sample.title[language()], "here": t("bytes.spelling_run_here")}
    chosen = segmented(
        t("bytes.spelling_run"),
        [*names],
        names.__getitem__,
        "bytes_spelling_run",
        help=t("bytes.spelling_run_help"),
    )
    return run if chosen == "here" else sample_run(sample, "gpt")


def _cut(text: str, name: str) -> list[tuple[int, int]]:
    """Cut a text as the tokenizer of that name does as a whole."""
    return bert_spans(text) if name == "bert" else pretokenize_spans(text, name)


def cuts_panel() -> None:
    """Show the words that four pre-tokenizers cut out of the same text."""
    say("bytes.cuts_why")
    link("models", t("bytes.to_models"))
    text = _text_box("cuts", t("bytes.cuts_default"), LONGEST_TEXT)
    if not text:
        say("bytes.strip_empty")
        return
    for name in PATTERNS:
        spans = _cut(text, name)
        heading(f"bytes.cuts_{name}")
        st.html(markup.cuts(text, spans))
        st.caption(t(f"bytes.cuts_{name}_how", n=len(spans)))
    heading("bytes.cuts_differ")
    st.html(
        markup.cut_table(
            [
                (t(f"bytes.case_{name}"), case, [_cut(case, p) for p in PATTERNS])
                for name, case in CASES.items()
            ],
            [t("bytes.case"), *(t(f"bytes.cuts_{name}") for name in PATTERNS)],
            t("bytes.cuts_differ"),
        )
    )
    with st.expander(t("bytes.cuts_patterns")):
        for name in ("gpt2", "gpt4"):
            st.caption(t(f"bytes.cuts_{name}"))
            st.code(pattern(name), language=None, wrap_lines=True)


STREAMED, LONGEST_STREAM = "gpt2", 12
"""The tokenizer whose tokens arrive one by one: it cuts most characters. And of how long a text."""

STREAM = "bytes_streamed"
"""Key of how many have arrived."""


ARRIVED = (
    Column("token", "token"),
    *(Column(name, format=visible) for name in ("alone", "so_far", "printed")),
    Column("held", format=lambda held: held.hex(" ").upper()),
)


def stream_panel() -> None:
    """Let the tokens of a text arrive one by one; show what may be printed by then, and why."""
    say("bytes.stream_why", name=shipped()[STREAMED].title[language()])
    with st.container(horizontal=True, vertical_alignment="bottom", key="bytes_stream_asked"):
        text = text_line(t("bytes.stream_text"), "bytes_stream", "好😊", LONGEST_STREAM, width=200)
        found = arrivals(opened(STREAMED), text)
        session.kept(STREAM, 1, range(1, len(found) + 1), of=text)
        n = session.value(STREAM)
        at_end = n >= len(found)
        st.button(
            t("bytes.stream_again" if at_end else "bytes.stream_next"),
            key="bytes_stream_next",
            disabled=len(found) < 2,
            on_click=_let_arrive,
            args=(1 if at_end else n + 1,),
        )
    if not found:
        say("bytes.strip_empty")
        return
    rows = [tuple(getattr(each, column.name) for column in ARRIVED) for each in found[:n]]
    draw_table(rows_for(ARRIVED, rows), ARRIVED, t("bytes.tab_stream"), area="bytes")
    _say_arrival(found[:n], at_end)


def _let_arrive(n: int) -> None:
    session.widget(STREAM, n)


def _say_arrival(arrived: Sequence[Arrival], at_end: bool) -> None:
    """Say why bytes are held back, or that none are; at the end what came of it."""
    now = arrived[-1]
    if now.held:
        values = {"held": len(now.held), "needed": now.needed, "first": f"{now.held[0]:08b}"}
        say("bytes.stream_waits", bytes=now.held.hex(" ").upper(), **values)
        return
    alone = visible("".join(each.alone for each in arrived))
    say(f"bytes.stream_{'end' if at_end else 'free'}", alone=alone, text=visible(now.printed))


def _text_box(name: str, default: str, longest: int) -> str:
    kept = session.kept(f"bytes_{name}", default)
    box = st.text_area(t(f"bytes.{name}_text"), max_chars=longest, height=100, **kept)
    return box[:longest]


def _read_back(spelled: str) -> None:
    """Decode what a vocabulary file spells, one entry a piece between spaces."""
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


def _say(name: str, **values: object) -> str:
    return t(f"bytes.{name}", **values)
