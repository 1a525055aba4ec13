"""The chapters on what tokens hide: letters, digits, white space; the space before a word."""

from functools import partial
from typing import Any

import streamlit as st

from bpe.encoding.roundtrip import shared_prefix
from bpe.readings.letters import digit_grouping, letter_counts, word_forms
from bpe.readings.tokenizers import blank_token_count, cannot_follow
from ui.draw.parts import segmented, text_line
from ui.draw.say import say
from ui.models.markup import counted, cut_text, lines, numbers_only, ruler, token_rows
from ui.models.readings import RefusedTokens, refused_tokens
from ui.models.sides import TEXT, Compared, Side, beside, placed_tokens
from ui.shell import session
from ui.shell.text import t

LONGEST_WORD = 40


def letters_panel(compared: Compared) -> None:
    """Show a word as numbers, then with its letters, then in other forms."""
    say("models.letters_why")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        opening = ("models_letters_word", "strawberry")
        word = text_line(t("models.letters_word"), *opening, LONGEST_WORD, width=320).strip()
        letter = text_line(t("models.letters_letter"), "models_letters_letter", "r", 1, width=160)
        shown = st.toggle(
            t("models.letters_show"), **session.kept("models_letters_show", False, (False, True))
        )
    if not word:
        say("models.empty")
        return
    for side in beside(compared):
        tokens = placed_tokens(side, word)
        if shown and letter:
            counts = letter_counts(word, tokens, letter)
            st.html(counted(word, tokens, counts))
            say("models.letters_are", n=sum(counts), letter=letter, tokens=len(tokens))
        else:
            st.html(numbers_only(tokens))
            say("models.letters_given", letter=letter or "?")
        rows = [
            (t(f"models.letters_{name}"), placed_tokens(side, form))
            for name, form in word_forms(word).items()
        ]
        st.html(
            token_rows(rows, side.scheme if shown else None, t("models.letters_forms", word=word))
        )
    say("models.letters_so")


MOST_DIGITS = 12
OPENING = "12345678"


def numbers_panel(compared: Compared) -> None:
    """Show a number as it grows by a digit at a time, and say how its digits are grouped."""
    say("models.numbers_why")
    key, label = "models_numbers_number", t("models.numbers_number")
    typed = text_line(label, key, OPENING, MOST_DIGITS, width=320)
    number = "".join(filter(str.isdecimal, typed))
    if not number:
        say("models.numbers_none")
        return
    for side in beside(compared):
        say(f"models.numbers_{digit_grouping(partial(placed_tokens, side))}")
        grown = [number[:length] for length in range(1, len(number) + 1)]
        rows = [(each, placed_tokens(side, each)) for each in grown]
        st.html(ruler(rows, t("models.numbers_ruler", name=side.title)))
    say("models.numbers_so")


INDENTS = {"two": "  ", "four": "    ", "eight": "        ", "tab": "\t"}
LINES = (
    (0, "def primes(limit):"),
    (1, "for n in range(2, limit):"),
    (2, "for d in range(2, n):"),
    (3, "if n % d == 0:"),
    (4, "break"),
    (2, "else:"),
    (3, "yield n"),
)


def code_panel(compared: Compared) -> None:
    """Indent a program by a width that the reader chooses; count what is only white space."""
    say("models.code_why")
    width = segmented(
        t("models.code_width"),
        list(INDENTS),
        lambda name: t(f"models.code_{name}"),
        "models_code_width",
        "four",
    )
    code = "".join(f"{INDENTS[width] * depth}{line}\n" for depth, line in LINES)
    for side in beside(compared):
        tokens = placed_tokens(side, code)
        if not tokens:
            say("models.code_none", name=side.title)
            continue
        blank = blank_token_count((each.token for each in tokens), side.scheme)
        say("models.code_count", n=len(tokens), blank=blank)
        st.html(lines(code, tokens, side.scheme))
    say("models.code_so")


LONGEST_PROMPT = 80
TRIED = 3_000
"""Tokens that are tried behind the cut at most: of a larger vocabulary every second, third, ..."""

SHOWN = 12
LONGEST_TOKEN = 16

CHINESE = "他是一个很好的人"
"""Its last token in GPT-4o's list, 的人, reaches across the end of a word."""


def edge_panel(compared: Compared) -> None:
    """Cut the text at a slider, and say for each tokenizer what cannot come next."""
    say("models.edge_why")
    st.button(
        t("models.edge_try"), key="models_edge_try", icon=":material/lightbulb:", on_click=_try
    )
    text = compared.text[:LONGEST_PROMPT]
    if len(text) < 2:
        say("models.empty")
        return
    opening = text.rfind(" ", 0, text.find("?") if "?" in text else len(text)) + 1
    cut = _place_of_the_cut(len(text) - 1, opening)
    prompt, rest = text[:cut], text[cut:]
    st.html(cut_text(prompt, rest))
    for side in beside(compared):
        rows = [
            (t("models.edge_prompt"), placed_tokens(side, prompt)[-8:]),
            (t("models.edge_whole"), _around(side, text, cut)),
        ]
        st.html(token_rows(rows, side.scheme, t("models.edge_table")))
        _next(side, prompt, rest)
        _back_off(side, prompt, text)
        found: RefusedTokens = side.told(refused_tokens, prompt, TRIED, side.method, SHOWN)
        if found.tried:
            name = "models.edge_all" if found.apart == 1 else "models.edge_count"
            say(name, n=found.refused, tried=found.tried, th=found.apart)
        if found.refused:
            say("models.edge_some", side.scheme, {"tokens": found.last})
    say("models.edge_so")


def _place_of_the_cut(last: int, opening: int) -> int:
    """Let the reader choose a place from 1 to `last`, which another text may have moved.

    Where there is only one, no slider is drawn: it would be an error.
    """
    if last == 1:
        return 1
    kept = session.kept("models_edge", min(max(opening, 1), last), range(1, last + 1))
    return st.slider(t("models.edge_cut"), 1, last, **kept)


def _around(side: Side, text: str, cut: int) -> list[Any]:
    """Return the tokens of the whole text near the cut."""
    tokens = placed_tokens(side, text)
    at = next((n for n, each in enumerate(tokens) if each.end > cut), len(tokens))
    return list(tokens[max(0, at - 3) : at + 3])


def _next(side: Side, prompt: str, rest: str) -> None:
    """Say of the longest token that the text goes on with whether it can still come."""
    for size in range(min(len(rest), LONGEST_TOKEN), 0, -1):
        found = side.spelled(rest[:size], prompt)
        if found is not None:
            refused = cannot_follow(side.ids, prompt, [(found, rest[:size])])
            name = "models.edge_cannot" if refused else "models.edge_can"
            say(name, side.scheme, {"token": (side.token(found),)})
            return


def _back_off(side: Side, prompt: str, text: str) -> None:
    """Say which tokens of the prompt to take back, so that those of the whole text can come."""
    ids, whole = side.ids(prompt), side.ids(text)
    kept = shared_prefix(ids, whole)
    if kept == len(ids):
        say("models.edge_kept")
        return
    back, come = (tuple(map(side.token, each)) for each in (ids[kept:], whole[kept:][:SHOWN]))
    say("models.edge_back", side.scheme, {"back": back[-SHOWN:], "come": come})


def _try() -> None:
    """Take up a Chinese text and a cut behind a word of it, from a callback."""
    session.widget(TEXT, CHINESE)
    session.widget("models_edge", CHINESE.index("人"))


def space_panel(compared: Compared) -> None:
    """Encode a word alone and behind a space, and say what became of the space."""
    say("models.space_why")
    word = text_line(
        t("models.letters_word"), "models_space_word", "hello", LONGEST_WORD, width=320
    ).strip()
    if not word:
        say("models.empty")
        return
    for side in beside(compared):
        alone, behind = placed_tokens(side, word), placed_tokens(side, f" {word}")
        rows = [(t("models.space_alone"), alone), (t("models.space_behind"), behind)]
        st.html(token_rows(rows, side.scheme, t("models.space_table")))
        mark = side.scheme.mark if side.scheme.boundary == "prefix" else ""
        if [each.id for each in alone] == [each.id for each in behind]:
            say("models.space_same")
        elif mark and alone and str(alone[0].token).startswith(mark):
            say("models.space_put", mark=mark)
        else:
            say("models.space_other")
    say("models.space_so")
