"""The chapters Special tokens, chat, and tokens that encoding never reaches."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import streamlit as st

from bpe import Scheme
from bpe.encoding.alignment import PlacedToken
from bpe.readings.token_costs import ChatFormat, ChatToken, Message, chat_tokens, turn_costs
from bpe.readings.tokenizers import VocabularyAudit, VocabularyEntry, audit_vocabulary
from bpe.words import at_special
from ui.corpora.run import Run
from ui.corpora.run_tokenizer import RunTokenizer
from ui.draw.parts import segmented, text_line
from ui.draw.readings import Rows
from ui.draw.say import say, write
from ui.draw.table import Column, draw_table, rows_for, table_markup
from ui.draw.tokens import chips, shown_text
from ui.models.markup import Row, token_rows
from ui.models.readings import left_over
from ui.models.sides import Compared, Side, beside, columns, placed_tokens, side_of
from ui.shell import session
from ui.shell.text import t

LONGEST_STRING = 120
OPENING = "Stop here<|endoftext|>and go on"
NAMED = 4


def special_panel(compared: Compared) -> None:
    """Read a string as text, with its special tokens, and say what refuses it."""
    say("models.special_why")
    text = text_line(t("models.special_text"), "models_special_text", OPENING, LONGEST_STRING)
    if not text:
        say("models.empty")
        return
    for side in beside(compared):
        special, first = side.special(text, NAMED)
        plain, read = placed_tokens(side, text), _read_with(side, text, special)
        by_itself = any(each.id in special.values() for each in plain)
        named = [part for part, is_special in at_special(text, tuple(special)) if is_special]
        rows: list[Row] = [] if by_itself else [(t("models.special_plain"), plain)]
        rows += [(t("models.special_read"), read)] if named else []
        st.html(token_rows(rows, side.scheme, t("models.special_table")))
        if not named:
            some = ", ".join(map(shown_text, first))
            say("models.special_some" if some else "models.special_none", names=some)
        elif by_itself:
            say("models.special_always")
        else:
            say("models.special_refused", name=shown_text(named[0]))
    say("models.special_so")


def _read_with(side: Side, text: str, special: Mapping[str, int]) -> list[PlacedToken]:
    """Return the tokens of a text with each name of a special token as that token."""
    found: list[PlacedToken] = []
    at = 0
    for part, is_special in at_special(text, tuple(special)):
        if is_special:
            found.append(PlacedToken(part, special[part], at, at + len(part)))
        else:
            found += placed_tokens(side, part)
        at += len(part)
    return found


ROWS = 40
"""Tokens that a table has at most."""

LONGEST = 10
"""Longest tokens that are shown, of all scripts."""

ID = Column("id", "number")
UNREACHABLE = (Column("token", "token"), ID, Column("tokens", "split", header="instead"))
LONGEST_TOKENS = (Column("reads", "word"), Column("length", "number"), ID)

ALL = "all"


def unused_panel(compared: Compared) -> None:
    """Let the reader choose one of the two, and look through its vocabulary."""
    say("models.unused_what")
    place = segmented(
        t("models.unused_of"),
        (0, 1),
        compared.labels.__getitem__,
        "models_unused",
        1,
        label_visibility="collapsed",
    )
    side = compared.sides[place]
    if isinstance(side.tokenizer, RunTokenizer):
        _left_over(side.tokenizer.run)
    else:
        _looked_through(side)


def _left_over(run: Run) -> None:
    """Show what is left of each merged token at the end of the reader's own run."""
    never, count, rows = run.read(left_over, ROWS)
    say("models.unused_never", n=never, all=count)
    columns = (
        Column("token", "token"),
        *(Column(name, "number") for name in ("rank", "born", "left")),
        Column("share", template="{share:.1%}"),
    )
    if rows:
        draw_table(rows, columns, t("models.tab_unused"), run.scheme, area="models")
    st.caption(t("models.unused_residue"))


def _looked_through(side: Side) -> None:
    """Show the longest tokens of a real vocabulary, and those that encoding does not come to."""
    with st.spinner(t("models.unused_running")):
        found: VocabularyAudit = side_of(side.key, aside=True).told(audit_vocabulary, LONGEST)
    n = len(found.unreachable)
    say("models.unused_reached", n=n, asked=found.asked, partial=found.partial)
    if n:
        _entries(side, found.unreachable[:ROWS], "models.unused_table", UNREACHABLE)
        if n > ROWS:
            st.caption(t("models.unused_more", shown=ROWS))
    st.caption(t("models.unused_why"))
    say("models.unused_longest")
    longest = {ALL: found.longest, **found.by_script}
    chosen = st.selectbox(
        t("models.script"),
        list(longest),
        format_func=lambda name: t(f"models.script_{name}"),
        width=320,
        **session.kept("models_script", ALL, longest),
    )
    _entries(side, longest[chosen], "models.unused_longest", LONGEST_TOKENS)


def _entries(
    side: Side, entries: Sequence[VocabularyEntry], caption: str, columns: Sequence[Column]
) -> None:
    rows = [
        (entry.token, entry.text, len(entry.text), entry.id, tuple(map(side.token, entry.ids)))
        for entry in entries
    ]
    found = Rows(("token", "reads", "length", "id", "tokens"), rows)
    draw_table(found, columns, t(caption), side.scheme, area="models")


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

CHARACTERS, MESSAGES = 1_000, 21
"""Characters, and messages, of a conversation."""


def chat_panel(compared: Compared) -> None:
    """Take a conversation, a message a line; show it wrapped, and what each turn sends."""
    say("models.chat_why")
    kept = session.kept("models_chat", t("models.chat_opening"))
    typed = st.text_area(t("models.chat_messages"), max_chars=CHARACTERS, height="content", **kept)
    lines = [line for each in typed[:CHARACTERS].splitlines() if (line := each.strip())][:MESSAGES]
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
