"""The chapter on what a conversation costs: as the model gets it, and sent again each turn."""

from itertools import groupby

import streamlit as st

from bpe import Scheme
from bpe.readings.token_costs import ChatFormat, ChatToken, Message, chat_tokens, turn_costs
from ui.draw.say import say, write
from ui.draw.table import Column, rows_for, table_markup
from ui.draw.tokens import chips
from ui.models.sides import Compared, Side, columns, side_of
from ui.shell import session
from ui.shell.text import t

START, SEP, END = "<|im_start|>", "<|im_sep|>", "<|im_end|>"
CHATML = ChatFormat(
    (START, "{role}\n{content}", END, "\n"), (START, "{role}\n"), frozenset((START, END))
)
"""Of OpenAI's first note on it and of Qwen's tokenizer_config.json."""

LATER = ChatFormat(
    (START, "{role}", SEP, "{content}", END), (START, "{role}", SEP), frozenset((START, SEP, END))
)
"""With it come the 3 a message and 3 for the reply of OpenAI's cookbook, "How to count tokens"."""

FORMATS = {"o200k": LATER, "qwen": CHATML, "cl100k": LATER}
"""Tokenizer -> the format of models that use it; the first two stand in for those without one."""

LONGEST, MOST = 1_000, 21
"""Characters, and messages, of a conversation."""


def chat_panel(compared: Compared) -> None:
    """Take a conversation, a message a line; show it wrapped, and what each turn sends."""
    say("models.chat_why")
    kept = session.kept("models_chat", t("models.chat_opening"))
    typed = st.text_area(t("models.chat_messages"), max_chars=LONGEST, height="content", **kept)
    lines = [line for each in typed[:LONGEST].splitlines() if (line := each.strip())][:MOST]
    if len(lines) < 2:
        say("models.chat_short")
        return
    roles = ["system", *("assistant" if place % 2 else "user" for place in range(len(lines) - 1))]
    messages = tuple(zip(roles, lines, strict=True))
    for side in columns(_with_formats(compared)):
        _draw(side, messages)
    say("models.chat_so")
    st.caption(t("models.chat_sources"))


def _with_formats(compared: Compared) -> list[Side]:
    """Return the two shown; one whose models have no such format gives way to one that has."""
    shown = {side.key: side for side in compared.sides if side.key in FORMATS}
    keys = [*dict.fromkeys((*shown, *FORMATS))][:2]
    return [shown.get(key) or side_of(key, aside=True) for key in keys]


def _draw(side: Side, messages: tuple[Message, ...]) -> None:
    form = FORMATS[side.key]
    parts: list[list[ChatToken]] = side.told(chat_tokens, form, messages)
    write("".join(f'<div class="code-line">{_chips(each, side.scheme)}</div>' for each in parts))
    sent = turn_costs(messages, parts)
    text, last = sum(is_text for each in parts for *_, is_text in each), sent[-1]
    columns = (
        Column("turn", title=t("models.chat_turn")),
        Column("text", "number", title=t("models.chat_text")),
        Column("wrapping", "number", title=t("models.chat_wrapping")),
        Column("so_far", "number", title=t("models.chat_so_far"), bar=True),
    )
    rows = [(n, each.text, each.wrapping, each.so_far) for n, each in enumerate(sent, 1)]
    write(table_markup(rows_for(columns, rows), columns, t("models.chat_turns")))
    say("models.chat_sent", text=text, turns=len(sent), sent=last.so_far)
    if missing := {str(token) for each in parts for token, id_, _ in each if id_ is None}:
        say("models.chat_named", names=", ".join(sorted(missing)))


def _chips(parts: list[ChatToken], scheme: Scheme) -> str:
    """Write the tokens of a message, with a frame what is wrapped around the text."""
    drawn = []
    for kind, run in groupby(parts, key=_kind):
        drawn.append(f'<span class="{kind}">{chips([token for token, *_ in run], scheme)}</span>')
    return " ".join(drawn)


def _kind(part: ChatToken) -> str:
    token, _, is_text = part
    return "said" if is_text else "wrapping" if isinstance(token, bytes) else "wrapping special"
