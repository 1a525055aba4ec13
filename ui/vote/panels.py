"""The projector of a class vote: the question, the room, and the votes."""

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import streamlit as st

from bpe import CorpusError
from ui.corpora.run import Run
from ui.corpora.tokenizers import opened
from ui.draw.parts import styles, text_line
from ui.draw.say import write
from ui.frame import Bar
from ui.lesson.stage import PHONES
from ui.lesson.stops import small_picture, stop_at
from ui.player import step_player
from ui.shell import session, share
from ui.shell.component import component
from ui.shell.text import refusal, t
from ui.vote import KINDS
from ui.vote.questions import (
    CountQuestion,
    MergeQuestion,
    Question,
    count_question,
    merge_question,
    tally,
)
from ui.vote.results import draw_counts, draw_pairs, draw_question
from ui.vote.rooms import State, place_of, shared

STYLE = Path(__file__).with_name("vote.css")
REVEAL = Path(__file__).with_name("reveal.js")
KEY = "vote"
EVERY = 1.0
"""Seconds between two counts of the votes."""

CODE = 320
"""Pixels of the QR code."""

MODEL, OLDER = "o200k", "gpt2"
"""The tokenizers of `count_question`: GPT-4o's, and the older one among the options."""

LONGEST = 120
"""Characters of a sentence."""

_hears_reveal = component("vote_reveal", REVEAL)

_SHOWN = "vote_shown"
"""Session key of the room and the number of the question whose answer is shown."""


def voting(bar: Bar, run: Run) -> None:
    """Draw the question, and beside it the room whose phones answer it."""
    styles(STYLE)
    kind = _kind(bar)
    phase = session.choices().get("phase") if "stop" in session.choices() else None
    try:
        _vote(kind, run) if phase is None else _beat(phase, run)
    except CorpusError as error:  # the rooms' file cannot be read or written
        st.error(refusal(error))


def _vote(kind: str, run: Run) -> None:
    code = _room()
    words, beside = st.columns([2, 1] if code else [5, 1], gap="medium")
    step = session.step(len(run), run.start_step)
    with words:
        put = _question(kind, run, step)
    state = _put(code, put) if code else None
    shows = state is not None and session.recall(_SHOWN) == (code, state.number)
    with words:
        if isinstance(put, CountQuestion):
            draw_question(put)
        elif kind == "merge":
            hide = None if shows else True
            step_player(run, KEY, default=run.start_step, alone=bool(code), hide=hide)
            if code and state and not shows:
                _hear_reveal(code, state.number, put)
    with beside:
        if code is None:
            _button("open", _open, primary=True)
            st.markdown(t(f"vote.how_{kind}"))
            return
        if put is None or state is None:
            st.markdown(t(f"vote.none_{kind}"))
        else:
            with st.container(key="vote_room", gap="xsmall"):
                _room_panel(code, state.is_open)
                if not state.is_open:
                    _results(run, step, code, put, shows)
        with st.container(horizontal=True, key="vote_buttons"):
            if put is not None and state is not None:
                _buttons(code, state, put, shows)
            if shows and kind == "merge":
                _button("next", partial(session.choose, step=step + 1), primary=True)
            _end_button(code)


def _beat(phase: str, run: Run) -> None:
    """Draw a beat of the lesson: the words, an open room, its votes, or the player."""
    rooms, owner, step = shared(), session.owner(), _asked(run)
    code, put = rooms.led_by(owner), _question("merge", run, step)
    if phase == "open" and code is None:
        code = rooms.open(owner, place_of(st.context.ip_address))
    if code is None or put is None or phase == "question":
        step_player(run, KEY, default=run.start_step)
    elif phase == "open":
        state = _put(code, put)
        if state and not state.is_open:
            rooms.reopen(code, owner)
        _draw_room(code, run, step)
    elif phase == "tally":
        rooms.close(code, owner)
        with st.container(key="vote_room"):
            _results(run, step, code, put, shows=False)
            _button("again", partial(_ask_again, code, put))
    else:
        rooms.close(code, owner, put.verdicts if _is_asked(code, put) else "")
        step_player(run, KEY, default=run.start_step)


def _asked(run: Run) -> int:
    """Return the step that the stop of the lesson asks about, wherever its player stands."""
    return min(stop_at(session.choices()["stop"]).start, len(run))


def _draw_room(code: str, run: Run, step: int) -> None:
    """Draw the words small, and the code of the phones as large as there is room for."""
    words, room = st.columns([2, 5], gap="large", vertical_alignment="center")
    with words:
        write(small_picture(run, step))
    with room, st.container(key="vote_room", gap="xsmall"):
        _room_panel(code, is_open=True)


def _ask_again(code: str, put: Question) -> None:
    _ask(code, put)
    session.choose(phase="open")


def _kind(bar: Bar) -> str:
    """Let the teacher choose the kind of question."""
    kind: str = session.choices().get("ask") or KINDS[0]
    with bar.pickers:
        st.selectbox(
            t("vote.asked"),
            KINDS,
            format_func=lambda each: t(f"vote.kind_{each}"),
            key=session.widget("vote_kind", kind),
            on_change=_choose_kind,
        )
    return kind


def _choose_kind() -> None:
    kind = session.value("vote_kind")
    session.choose(ask=None if kind == KINDS[0] else kind)


def _question(kind: str, run: Run, step: int) -> Question | None:
    """Return the question; of a sentence, take that first."""
    if kind == "merge":
        found: MergeQuestion | None = run.read(merge_question, run.summary.fingerprint, step)
        return found
    text = text_line(t("vote.text_tokens"), "vote_tokens", t("vote.example"), LONGEST)
    return count_question(opened(MODEL), opened(OLDER), text)


def _room() -> str | None:
    """Return the code of the room that this browser leads; None without one."""
    code: str | None = session.choices().get("room")
    if code is None:
        return shared().led_by(session.owner())
    if shared().is_led(code, session.owner()):
        return code
    session.forget("room", code)
    st.rerun()


def _put(code: str, put: Question | None) -> State | None:
    """Have the room ask the question on the screen; return its state then."""
    rooms = shared()
    if put is None:
        rooms.close(code, session.owner())
    elif not _is_asked(code, put):
        _try(_ask, code, put)
    return rooms.state(code)


def _is_asked(code: str, put: Question) -> bool:
    """Say whether this is what the room asks now: votes on another question are not judged."""
    state = shared().state(code)
    return state is not None and state.number in shared().numbers(code, put.name)


def _ask(code: str, put: Question) -> None:
    shared().ask(code, session.owner(), put.name, put.payload)


def _open() -> None:
    place = place_of(st.context.ip_address)
    session.choose(room=shared().open(session.owner(), place))


def _try(do: Callable[..., object], *arguments: object) -> None:
    """Call `do`, and show its refusal."""
    try:
        do(*arguments)
    except CorpusError as error:
        st.error(refusal(error))


def _room_panel(code: str, is_open: bool) -> None:
    """Draw the address of the phones; large and with a QR code while the vote is open."""
    address, notes = share.reachable(urljoin(st.context.url or "", f"v/{code}"))
    session.remember(PHONES, address)
    short = escape((address.partition("://")[2] or address).removesuffix(code))
    write(
        f'<p class="vote-address{" large" if is_open else ""}">{short}'
        f'<b data-room="{code}" data-address="{escape(address)}">{code}</b></p>'
    )
    if not is_open:
        return
    if picture := share.drawn(address):
        st.image(picture, width=CODE, alt=t("lesson.code", link=address))
    if urlsplit(address).hostname in share.LOCAL and "stop" not in session.choices():
        st.caption(" ".join(notes))
    _count(code)


def _results(run: Run, step: int, code: str, put: Question, shows: bool) -> None:
    rounds = [shared().votes(code, number) for number in shared().numbers(code, put.name)]
    if isinstance(put, CountQuestion):
        draw_counts(put, rounds, shows)
    else:
        votes = tuple(tuple(sorted(each.items())) for each in rounds)
        draw_pairs(run.read(tally, step, votes), run.scheme, rounds, shows)


@st.fragment(run_every=EVERY)
def _count(code: str) -> None:
    """Count the votes each second, and say where the room is full."""
    _try(_draw_count, code)


def _draw_count(code: str) -> None:
    rooms, state = shared(), shared().state(code)
    if state is None or not state.is_open:
        st.rerun()  # another tab of this browser has closed the vote, or ended the room
    rooms.use(code)
    votes = rooms.count(code, state.number)
    write(
        f'<p class="vote-count" role="status"><strong data-votes="{votes}">{votes}</strong> '
        f"{escape(t('vote.votes_one' if votes == 1 else 'vote.votes'))}</p>"
        + (f'<p class="vote-full">{escape(t("vote.full"))}</p>' if rooms.is_full(code) else "")
    )


def _hear_reveal(code: str, number: int, put: Question | None) -> None:
    """Close the vote once the player shows its answer."""
    _hears_reveal(
        key="vote_reveal",
        data={"key": KEY},
        on_shown_change=partial(_try, _show, code, number, put),
        height=1,
    )


def _buttons(code: str, state: State, put: Question, shows: bool) -> None:
    if state.is_open:
        _button("close", partial(shared().close, code, session.owner()), primary=True)
    elif not shows:
        _button("show", partial(_show, code, state.number, put), primary=True)
        _button("again", partial(_ask, code, put))


def _button(name: str, do: Callable[[], object], *, primary: bool = False) -> None:
    st.button(
        t(f"vote.{name}"),
        key=f"vote_{name}",
        type="primary" if primary else "secondary",
        on_click=_try,
        args=(do,),
    )


def _end_button(code: str) -> None:
    with st.popover(t("vote.end"), width="content"):
        st.markdown(t("vote.end_asks"))
        st.button(t("vote.end_sure"), key="vote_end", on_click=_try, args=(_end, code))


def _show(code: str, number: int, put: Question | None) -> None:
    shared().close(code, session.owner(), put.verdicts if put else "")
    session.remember(_SHOWN, (code, number))


def _end(code: str) -> None:
    shared().end(code, session.owner())
    session.remember(PHONES, None)
    session.choose(room=None)
