"""The chapter on where a token's number goes: it is a row of the model's first table."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from bpe.encoding.alignment import PlacedToken
from ui.catalogue import LANGUAGES
from ui.corpora.tokenizers import shipped
from ui.draw.parts import text_line
from ui.draw.say import say, write
from ui.draw.table import Column, rows_for, table_markup
from ui.draw.tokens import Token, chips
from ui.models.letters import LONGEST_WORD
from ui.models.readings import rows_shown
from ui.models.sides import Compared, Side, beside, placed_tokens
from ui.shell import session
from ui.shell.component import Markup
from ui.shell.text import language, t

OPENING = " SolidGoldMagikarp"
"""GPT-2's number 43453, one token."""

SIZES = (1_000, 5_000, 10_000, 20_000, 30_000, 50_000, 100_000, 150_000, 200_000, 256_000)

STRIP = Markup('<i class="strip" aria-hidden="true"></i>')
"""The numbers of a row."""


@dataclass(frozen=True)
class Embedding:
    """The first table of a model that uses a tokenizer: an id is a row of it.

    Attributes:
        rows, width: how many, and how many numbers each. tables: 2 where a second one as large
            stands at the model's end. parameters: of all the model.
        source: where these figures are from.
    """

    model: str
    rows: int
    width: int
    parameters: int
    tables: int
    source: str

    @property
    def numbers(self) -> int:
        """How many there are in the table."""
        return self.rows * self.width

    def share(self, rows: int) -> float:
        """Return what part of the model the table would be with so many rows, the rest as it is."""
        rest = self.parameters - self.tables * self.numbers
        return rows * self.width / (rest + self.tables * rows * self.width)


def rows_panel(compared: Compared) -> None:
    """Show a token's row among its neighbours, and what the table costs at a chosen size."""
    say("models.rows_why")
    text = text_line(t("models.rows_text"), "models_rows_text", OPENING, LONGEST_WORD, width=320)
    size = st.select_slider(
        t("models.rows_size"),
        SIZES,
        format_func="{:,}".format,
        **session.kept("models_rows", 50_000),
    )
    for side, encoding in zip(beside(compared), compared.encodings, strict=True):
        tokens = placed_tokens(side, text)
        if not tokens:
            say("models.empty")
            continue
        cut = {word.text.strip() for word in encoding.words if len(word.ids) > 1}
        _draw(side, max(tokens, key=lambda each: each.end - each.start), size, len(cut))
    say("models.rows_so")


def _draw(side: Side, token: PlacedToken, size: int, cut: int) -> None:
    """Draw the row of a token; say what the table costs, and rows for so many words more."""
    real = shipped().get(side.key)
    table = Embedding(**real.embedding) if real and real.embedding else None
    count, near = side.told(rows_shown, token.id, table and table.rows)
    write(_picture(side, token.id, near, f"{table.width:,}" if table else "?"))
    one = {"token": (token.token,)}
    if table is None:
        say("models.rows_unknown", side.scheme, one, id=str(token.id), rows=count)
        return
    large = LANGUAGES[language()].large
    numbers = {"numbers": table.numbers / large, "all": table.parameters / large}
    sizes = {"id": str(token.id), "rows": table.rows, "width": table.width, "model": table.model}
    say("models.rows_is", side.scheme, one, **sizes, **numbers, share=table.share(table.rows))
    share, values = table.share(size), size * table.width / large
    write(f'<div class="model-share"><i style="width:{share:.1%}"></i></div>')
    say("models.rows_with", size=size, numbers=values, share=share, model=table.model)
    if table.tables > 1:
        say("models.rows_twice", model=table.model)
    if cut:
        say("models.rows_added", n=cut, numbers=cut * table.width * table.tables)
    st.caption(t("models.rows_source", model=table.model, source=table.source))


def _picture(side: Side, own: int, near: Sequence[tuple[int, Token | None]], width: str) -> str:
    """Write the row of a token between its neighbours, with the first and the last of the table."""
    drawn: list[tuple[str, ...]] = []
    next_one = 0
    for id_, token in near:
        if id_ > next_one:
            drawn.append(("⋮", "", ""))
        chip = t("models.rows_spare") if token is None else Markup(chips([token], side.scheme))
        here = ' class="here"' if id_ == own else ""
        drawn.append((Markup(f"<b{here}>{id_}</b>"), chip, STRIP))
        next_one = id_ + 1
    columns = (
        Column("row", title=t("models.rows_row")),
        Column("token"),
        Column("numbers", title=t("models.rows_numbers", width=width)),
    )
    rows, title = rows_for(columns, drawn), t("models.rows_table", name=side.title)
    return table_markup(rows, columns, title, area="models", look="embedding")
