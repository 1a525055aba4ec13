"""The tabs: a token's family with the words that have it now, and the lives of all tokens."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.readings.lives import TreePart, parts
from ui.draw import CHIPS, PALETTE
from ui.draw.names import names_of
from ui.draw.parts import LIVE, beside, heading, switch
from ui.draw.say import say
from ui.draw.table import table
from ui.draw.tables import ROWS
from ui.draw.tokens import meaning
from ui.life import charts, tables
from ui.life.shown import Shown, hear, open_token
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import t

ENDS = 40
"""Ends that a tree has at most; what is left stays whole, and a click opens it."""

SUCCESSORS = 60
"""Tokens it went into that are drawn at most."""

_HERE = Path(__file__).resolve().parent
_mount = component(
    "token_family", PALETTE, CHIPS, *(_HERE / f"family.{kind}" for kind in ("html", "css", "js"))
)


def family_panel(shown: Shown, step: int) -> None:
    """Show what the token is made of beside what was made of it, and the words that have it now."""
    built, went = beside()
    with built:
        _built(shown)
    with went:
        _went(shown)
    _words_now(shown, step)


def _built(shown: Shown) -> None:
    training, life = shown.training, shown.life
    title = heading("life.built_heading")
    found = parts(training, life.id, ENDS)
    if life.born:
        numbers = {"n": life.length, "step": life.born, "rank": life.rank}
        say("life.built_said", training.scheme, {"token": (life.token,)}, **numbers)
    else:
        say("life.built_alphabet", training.scheme, {"token": (life.token,)})
    _draw(tree(found, training.scheme, title), names_of(training), "life_tree")


def _went(shown: Shown) -> None:
    training, life = shown.training, shown.life
    title = heading("life.went_heading")
    frame = tables.fed(training, life)
    if frame.empty:
        say("life.went_nowhere", training.scheme, {"token": (life.token,)})
        return
    say("life.went_said", training.scheme, {"token": (life.token,)}, n=len(frame))
    first = frame.head(SUCCESSORS)
    _draw(row(first.to_dict("records"), training.scheme, title), names_of(training), "life_went")
    if len(frame) > SUCCESSORS:
        st.caption(t("life.went_more", n=len(frame) - SUCCESSORS))


def tree(found: Sequence[TreePart], scheme: Scheme, title: str) -> dict[str, Any]:
    """Return what is drawn of a tree: its tokens, and a member each, parents first."""
    tokens = Tokens(scheme)
    members = [
        [tokens(part.token), part.id, part.parent, _step(part.step) if part.step else ""]
        for part in found
    ]
    return _payload(tokens, members, scheme, title, alone=False)


def row(found: Sequence[dict[str, Any]], scheme: Scheme, title: str) -> dict[str, Any]:
    """Return what is drawn of tokens beside each other, with what each took."""
    tokens = Tokens(scheme)
    members = [
        [
            tokens(each["token"]),
            each["id"],
            -1,
            t("life.took", step=each["step"], n=each["took"], share=each["share"]),
        ]
        for each in found
    ]
    return _payload(tokens, members, scheme, title, alone=True)


def _step(step: int) -> str:
    return t("life.step_rank", step=step, rank=step - 1)


def _payload(
    tokens: Tokens, members: list[list[Any]], scheme: Scheme, title: str, *, alone: bool
) -> dict[str, Any]:
    names = {"title": title, "open": t("life.open"), "mark": meaning(scheme)}
    return {"tokens": tokens.table(), "members": members, "names": names, "alone": alone}


def _draw(payload: dict[str, Any], names: list[str], key: str) -> None:
    _mount(
        key=key,
        data={"payload": as_json(payload)},
        on_asked_change=partial(hear, names, key),
        height="content",
    )


def _words_now(shown: Shown, step: int) -> None:
    """List the words that have the token now, most frequent first."""
    training, life = shown.training, shown.life
    title = heading("life.now_heading", step=step)
    token = {"token": (life.token,)}
    if step < life.born:
        say("life.now_not_born", training.scheme, token, born=life.born)
        return
    frame, n = tables.words_now(training.snapshot(step), life.id)
    if not n:
        say("life.now_gone" if life.births else "life.said_never", training.scheme, token)
        return
    say("life.now_words", training.scheme, token, n=n)
    table(frame, ("word", "count", "tokens"), title, training.scheme, area="tables", bars="count")


def everyone_panel(shown: Shown) -> None:
    """Draw the lives of all merged tokens and list those the reader filters."""
    training = shown.training
    frame = tables.everyone(training)
    title = heading("life.everyone_heading")
    if frame.empty:
        say("life.everyone_none")
        return
    numbers = {fate: int((frame["fate"] == fate).sum()) for fate in tables.FATES[1:]}
    say("life.everyone_said", all=len(frame), **numbers)
    filters = st.container(horizontal=True, vertical_alignment="bottom")
    with filters:
        kind = switch(
            t("life.fate"), tables.FATES, lambda name: t(f"life.fate_{name}"), "life_fate", "all"
        )
        search = st.text_input(t("life.search"), live=LIVE, **session.kept("life_search", ""))
        least = st.number_input(
            t("life.least"), 2, int(frame["length"].max()), **session.kept("life_least", 2)
        )
    kept = tables.chosen(frame, kind, search or "", int(least or 2))
    if kept.empty:
        say("life.nobody")
        return
    st.altair_chart(
        charts.lives(kept, frame[frame["id"] == shown.life.id], len(training)),
        key="life_everyone",
        on_select=partial(_picked, names_of(training)),
        selection_mode=charts.PICK,
        alt=t("life.everyone_alt", n=len(kept), last=len(training)),
    )
    st.caption(t("life.everyone_how"))
    rows = kept.sort_values(["share", "births"], ascending=[True, False]).head(ROWS)
    rows.attrs["more"] = len(kept) > len(rows)
    table(
        rows,
        ("token", "born", "births", "left", "share", "gone"),
        title,
        training.scheme,
        area="life",
        labels={
            "share": lambda row: f"{row['share']:.1%}",
            "gone": lambda row: f"{int(row['gone']):,}" if row["fate"] == "gone" else "",
        },
    )


def _picked(names: list[str]) -> None:
    """Open the token whose point was clicked. It comes from outside: anything else is ignored."""
    state = session.value("life_everyone") or {}
    match (state.get("selection") or {}).get(charts.PICK):
        case [{"id": id_}, *_] if type(id_) is int and 0 <= id_ < len(names):
            open_token(names[id_])
