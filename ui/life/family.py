"""The tab on a token's family: the merges that built it as a tree, and the tokens it went into."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Scheme
from bpe.readings.lives import Part, parts
from ui.draw import CHIPS, PALETTE
from ui.draw.names import names_of
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.tokens import meaning
from ui.life import tables
from ui.life.shown import Shown, open_token
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


def family_panel(shown: Shown) -> None:
    """Show what the token is made of beside what was made of it; a click opens any of them."""
    training, life = shown.training, shown.life
    names = names_of(training)
    built, went = st.columns(2, gap="medium")
    with built:
        title = heading("life.built_heading")
        found = parts(training, life.id, ENDS)
        if life.born:
            say("life.built_said", training.scheme, {"token": (life.token,)}, n=life.length)
        else:
            say("life.built_alphabet", training.scheme, {"token": (life.token,)})
        _draw(tree(found, training.scheme, title), names, "life_tree")
    with went:
        title = heading("life.went_heading")
        frame = tables.fed(training, life)
        if frame.empty:
            say("life.went_nowhere", training.scheme, {"token": (life.token,)})
            return
        say("life.went_said", training.scheme, {"token": (life.token,)}, n=len(frame))
        first = frame.head(SUCCESSORS)
        _draw(row(first.to_dict("records"), training.scheme, title), names, "life_went")
        if len(frame) > SUCCESSORS:
            st.caption(t("life.went_more", n=len(frame) - SUCCESSORS))


def tree(found: Sequence[Part], scheme: Scheme, title: str) -> dict[str, Any]:
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
        data={"payload": json.dumps(payload, ensure_ascii=False, separators=(",", ":"))},
        on_asked_change=partial(_hear, names, key),
        height="content",
    )


def _hear(names: list[str], key: str) -> None:
    """Take over a click on a token. It comes from outside: anything else is ignored."""
    match (session.value(key) or {}).get("asked"):
        case int(id_) if type(id_) is int and 0 <= id_ < len(names):
            open_token(names[id_])
