"""The chapter on other splits: the same text cut elsewhere has other ids, and reads the same."""

from itertools import accumulate, pairwise

import streamlit as st

from bpe.readings.tokenizers import ways_of
from ui.draw.parts import text_line
from ui.draw.say import say
from ui.draw.tokens import visible
from ui.models.markup import token_rows
from ui.models.sides import Compared, Side, beside, unplaced
from ui.shell.text import t

LONGEST = 20
"""Characters of a text that is cut."""

OPENING = "strawberry"
FEW = 3
"""Other splits that are shown beside the reader's."""


def splits_panel(compared: Compared) -> None:
    """Let the reader cut a word anywhere; show what encoding gives, these cuts, and others."""
    say("models.splits_why")
    text = text_line(t("models.splits_text"), "models_splits_text", OPENING, LONGEST, width=320)
    if not text:
        say("models.empty")
        return
    cuts = st.pills(
        t("models.splits_cut"),
        range(len(text) - 1),
        selection_mode="multi",
        default=_opening(compared.sides[0], text),
        format_func=lambda at: visible(text[at]),
        key=f"models_splits_{text}",
    )
    bounds = [0, *sorted(at + 1 for at in cuts), len(text)]
    parts = [text[start:end] for start, end in pairwise(bounds)]
    for side in beside(compared):
        _of(side, text, parts)
    say("models.splits_so")


def _opening(side: Side, text: str) -> list[int]:
    """Return where another split than that of encoding cuts, one of few tokens; none where none."""
    encoded = side.ids(text)
    for ids in side.told(ways_of, text, FEW + 1, side.method).few:
        parts = [side.tokenizer.decode([id_]) for id_ in ids]
        if [*ids] != encoded and "".join(parts) == text:
            return [end - 1 for end in accumulate(map(len, parts))][:-1]
    return []


def _of(side: Side, text: str, parts: list[str]) -> None:
    found = side.told(ways_of, text, FEW + 1, side.method)
    encoded = side.ids(text)
    rows = [(t("models.splits_encoded"), unplaced(side, encoded))]
    ids, missing = _cut(side, parts)
    if ids:
        rows.append((t("models.splits_yours"), unplaced(side, ids)))
    others = [each for each in found.few if [*each] not in (encoded, ids)][:FEW]
    rows += [(t("models.splits_other"), unplaced(side, each)) for each in others]
    say("models.splits_ways", name=side.title, ways=found.count)
    st.html(token_rows(rows, side.scheme, t("models.splits_table")))
    if missing:
        say("models.splits_missing", part=missing)
    elif ids == encoded:
        say("models.splits_same")
    else:
        say("models.splits_back", text=side.tokenizer.decode(ids))


def _cut(side: Side, parts: list[str]) -> tuple[list[int], str]:
    """Return the ids of the parts, or none and the first part that no token spells."""
    ids, before = [], ""
    for part in parts:
        found = side.spelled(part, before, ends=part is parts[-1])
        if found is None:
            return [], part
        ids.append(found)
        before += part
    return ids, ""
