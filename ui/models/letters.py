"""The chapters Letters, Numbers and Code: what tokens hide of letters, digits and white space."""

from functools import partial

import streamlit as st

from bpe.readings.placed import grouping, letter_counts, word_forms
from bpe.readings.prompts import blanks
from ui.corpora.remembered import remembered
from ui.draw.say import say
from ui.models.asked import Asked, beside, placed
from ui.models.markup import counted, lines, numbers_only, ruler, token_rows
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import t

LONGEST_WORD = 40


def letters_panel(asked: Asked) -> None:
    """Show a word as numbers, then with its letters, then in other forms."""
    say("models.letters_why")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            t("models.letters_word"),
            max_chars=LONGEST_WORD,
            width=320,
            **session.kept("models_letters_word", "strawberry"),
        )[:LONGEST_WORD].strip()
        letter = st.text_input(
            t("models.letters_letter"),
            max_chars=1,
            width=160,
            **session.kept("models_letters_letter", "r"),
        )[:1]
        shown = st.toggle(t("models.letters_show"), **session.kept("models_letters_show", False))
    if not word:
        say("models.empty")
        return
    for side in beside(asked):
        tokens = placed(side, word)
        if shown and letter:
            counts = letter_counts(word, tokens, letter)
            st.html(counted(word, tokens, counts))
            say("models.letters_are", n=sum(counts), letter=letter, tokens=len(tokens))
        else:
            st.html(numbers_only(tokens))
            say("models.letters_given", letter=letter or "?")
        rows = [
            (t(f"models.letters_{name}"), placed(side, form))
            for name, form in word_forms(word).items()
        ]
        st.html(
            token_rows(rows, side.scheme if shown else None, t("models.letters_forms", word=word))
        )
    say("models.letters_so")


MOST_DIGITS = 12
OPENING = "12345678"


def numbers_panel(asked: Asked) -> None:
    """Show a number as it grows by a digit at a time, and say how its digits are grouped."""
    say("models.numbers_why")
    typed = st.text_input(
        t("models.numbers_number"),
        max_chars=MOST_DIGITS,
        width=320,
        **session.kept("models_numbers_number", OPENING),
    )
    number = "".join(filter(str.isdecimal, typed))[:MOST_DIGITS]
    if not number:
        say("models.numbers_none")
        return
    for side in beside(asked):
        say(f"models.numbers_{_grouping(side.tokenizer, side=side)}")
        grown = [number[:length] for length in range(1, len(number) + 1)]
        rows = [(each, placed(side, each)) for each in grown]
        st.html(ruler(rows, t("models.numbers_ruler", name=side.title)))
    say("models.numbers_so")


@remembered(last=1)
def _grouping(tokenizer: object, *, side: Side) -> str:
    return grouping(partial(placed, side))


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


def code_panel(asked: Asked) -> None:
    """Indent a program by a width that the reader chooses; count what is only white space."""
    say("models.code_why")
    width = st.segmented_control(
        t("models.code_width"),
        list(INDENTS),
        required=True,
        format_func=lambda name: t(f"models.code_{name}"),
        **session.kept("models_code_width", "four"),
    )
    code = "".join(f"{INDENTS[width or 'four'] * depth}{line}\n" for depth, line in LINES)
    for side in beside(asked):
        tokens = placed(side, code)
        if not tokens:
            say("models.code_none", name=side.title)
            continue
        blank = blanks((each.token for each in tokens), side.scheme)
        say("models.code_count", n=len(tokens), blank=blank)
        st.html(lines(code, tokens, side.scheme))
    say("models.code_so")
