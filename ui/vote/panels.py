"""What the projector shows: the words, a room, how many have voted, and the tally."""

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import urljoin

import streamlit as st

from bpe import CorpusError, Snapshot
from ui.controls.asked import Asked
from ui.draw.grid import written_cells
from ui.draw.parts import styles
from ui.draw.say import merge_tokens, say, write
from ui.draw.tokens import chips
from ui.player import fingerprint, player
from ui.shell import own, session, share
from ui.shell.text import refusal, t
from ui.vote.questions import Question, Voted, question, tally
from ui.vote.rooms import State, shared

STYLE = Path(__file__).with_name("vote.css")
KEY = "vote"
EVERY = 1.0
"""Seconds between two looks at how many have voted."""

CODE = 170
"""Pixels of the code that a camera reads."""

_SHOWN = "vote_shown"
"""Where the number of the question whose answer is shown is remembered, with its room."""


def voting(asked: Asked) -> None:
    """Draw the player, and beside it the room: it asks for the merge after the step shown."""
    styles(STYLE)
    code = _room()
    words, beside = st.columns([3, 2] if code else [5, 1], gap="medium")
    step = session.step(len(asked.training), asked.opening)
    put = state = None
    if code:
        put = question(asked.training, fingerprint(asked.training), step)
        _put(code, put)
        state = shared().state(code)
    shows = state is not None and session.recall(_SHOWN) == (code, state.number)
    with words:
        player(
            asked.training,
            KEY,
            default=asked.opening,
            compact=bool(code),
            hide=None if shows else True,
        )
    with beside:
        if code is None:
            st.button(
                t("vote.open"),
                key="vote_open",
                type="primary",
                icon=":material/how_to_vote:",
                on_click=_open,
            )
            st.markdown(t("vote.how"))
        elif put is None or state is None:
            st.markdown(t("vote.at_the_end"))
            _end_button(code)
        else:
            _room_panel(asked.training.snapshot(step), code, state, put, shows)


def _room() -> str | None:
    """Return the code of the room that this browser leads; None where it leads none."""
    code: str | None = session.choices().get("room")
    if code is None or shared().is_led(code, own.browser()):
        return code
    session.forget("room", code)
    st.rerun()


def _put(code: str, put: Question | None) -> None:
    """Have the room ask what is on the screen, where it asks something else."""
    rooms, state = shared(), shared().state(code)
    if put is None:
        rooms.close(code, own.browser())
    elif state is None or state.number not in rooms.numbers(code, put.name):
        _ask(code, put)


def _ask(code: str, put: Question) -> None:
    try:
        shared().ask(code, own.browser(), put.name, put.sent)
    except CorpusError as error:
        st.error(refusal(error))


def _open() -> None:
    try:
        session.choose(room=shared().open(own.browser()))
    except CorpusError as error:
        st.error(refusal(error))


def _room_panel(snapshot: Snapshot, code: str, state: State, put: Question, shows: bool) -> None:
    address, notes = share.reachable(urljoin(st.context.url or "", f"v/{code}"))
    short = escape(address.partition("://")[2] or address)
    with st.container(key="vote_room"):
        if state.is_open:
            write(
                f'<p class="vote-address">{short}</p>'
                f'<p class="vote-code" data-room="{code}" data-address="{escape(address)}">'
                f"{code}</p>"
            )
            if picture := share.drawn(address):
                st.image(picture, width=CODE, alt=t("tour.code", link=address))
            for note in notes:
                st.caption(note)
            _count(code, state.number)
        else:
            write(
                f'<p class="vote-address" data-room="{code}" data-address="{escape(address)}">'
                f"{short}</p>"
            )
            _result(snapshot, code, put, shows)
        with st.container(horizontal=True, key="vote_buttons"):
            _buttons(snapshot.step, code, state, put, shows)


@st.fragment(run_every=EVERY)
def _count(code: str, number: int) -> None:
    """Say how many have voted, again and again."""
    votes = shared().count(code, number)
    write(
        f'<p class="vote-count" role="status"><strong data-votes="{votes}">{votes}</strong> '
        f"{escape(t('vote.votes_one' if votes == 1 else 'vote.votes'))}</p>"
    )


def _buttons(step: int, code: str, state: State, put: Question, shows: bool) -> None:
    def button(name: str, do: Callable[[], None], *, primary: bool = False) -> None:
        st.button(
            t(f"vote.{name}"),
            key=f"vote_{name}",
            type="primary" if primary else "secondary",
            on_click=do,
        )

    if state.is_open:
        button("close", partial(_close, code), primary=True)
    if not shows:
        button("show", partial(_show, code, state.number), primary=not state.is_open)
    if not state.is_open:
        button("again", partial(_ask, code, put))
    if shows:
        button("next", partial(session.choose, step=step + 1), primary=True)
    _end_button(code)


def _end_button(code: str) -> None:
    st.button(t("vote.end"), key="vote_end", on_click=_end, args=(code,))


def _close(code: str) -> None:
    shared().close(code, own.browser())


def _show(code: str, number: int) -> None:
    _close(code)
    session.remember(_SHOWN, (code, number))


def _end(code: str) -> None:
    shared().end(code, own.browser())
    session.choose(room=None)


def _result(snapshot: Snapshot, code: str, put: Question, shows: bool) -> None:
    """Draw the votes of each round; with `shows` what the record says of each pair, too."""
    rooms = shared()
    rounds = [rooms.votes(code, number) for number in rooms.numbers(code, put.name)]
    rows = tally(snapshot, put, rounds)
    if not shows:
        rows = [row for row in rows if row.votes[-1]]
    scheme = snapshot.training.scheme
    most = max((max(row.votes) for row in rows), default=0)
    heads = [t("vote.pair")]
    if len(rounds) == 1:
        heads.append(t("vote.votes_head"))
    else:
        heads += [t("vote.round", number=at) for at in range(1, len(rounds) + 1)]
    if shows:
        heads += [t("vote.count"), t("vote.verdict")]
    cells = []
    for row in rows:
        bars = [_bar(votes, most) for votes in row.votes]
        cells.append([chips(row.bet.pair, scheme), *bars, *(_said(row) if shows else [])])
    if not any(votes for row in rows for votes in row.votes) and not shows:
        st.markdown(t("vote.nobody"))
    else:
        write(written_cells(heads, cells, t("vote.tally"), "vote-tally"))
    if shows and (following := snapshot.next) is not None:
        right = next(row for row in rows if row.bet.verdict == "right")
        ties = len(following.ties)
        say(
            "vote.sentence_tied" if ties > 1 else "vote.sentence",
            scheme,
            merge_tokens(following),
            count=following.count,
            right=right.votes[-1],
            votes=sum(rounds[-1].values()),
            ties=ties,
            rule=t(f"ties.wins_{scheme.tie_rule}"),
        )


def _said(row: Voted) -> list[str]:
    return [f"{row.bet.count:,}", escape(t(f"vote.verdict_{row.bet.verdict}"))]


def _bar(votes: int, most: int) -> str:
    return f'<meter min="0" max="{max(most, 1)}" value="{votes}"></meter> {votes}'
