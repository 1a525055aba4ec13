"""The pairs and the words of the corpus at a step: all, what the last merge changed, who leads."""

import streamlit as st

from bpe import Merge, Snapshot
from ui.controls.pins import pin_box
from ui.draw import readings
from ui.draw.parts import LIVE, beside, heading
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.draw.table import Column, draw_table
from ui.draw.tokens import exact, visible
from ui.draw.vocabulary import draw_vocabulary, vocabulary_asked
from ui.shell import session
from ui.shell.navigation import link
from ui.shell.tabs import open_tab
from ui.shell.text import quoted, t
from ui.train import PAGE

PAIR = Column("pair", "pair")
COUNT, COUNT_BAR = Column("count", "number"), Column("count", "number", bar=True)
WORD, WORDS = Column("word", "word"), Column("words", "words")
SPLIT = Column("tokens", "split")


def pairs_panel(snapshot: Snapshot, key: str) -> None:
    """Show every pair at this step."""
    title = heading("tables.pairs_heading", step=snapshot.step)
    training, step = snapshot.training, snapshot.step
    if not snapshot.pairs(1):
        say("tables.pairs_none")
        return
    scheme = training.scheme
    terms = t("tables.pairs_terms")
    if scheme.mark:
        terms += " " + t(f"tables.mark_{scheme.boundary}", mark=f"`{scheme.mark}`")
    st.caption(terms)
    search = st.text_input(t("tables.pairs_search"), key=f"{key}_pair_search", live=LIVE)
    asked = session.recall(f"{key}_pair", ())
    if asked:
        _what_if(snapshot, asked)
    last = step == len(training.merges)
    scored = (COUNT, Column("score", "number", bar=True))
    draw_table(
        readings.pairs(snapshot, search=search, asked=asked),
        (PAIR, *((COUNT_BAR,) if scheme.score == "count" else scored), WORDS),
        title,
        scheme,
        area="tables",
        search=search,
        badges={
            **({"asked": t("tables.badge_asked")} if asked else {}),
            "chosen": t("tables.badge_would" if last else "tables.badge_next"),
        },
        notes={"forbidden": "tables.forbidden_{forbidden}"},
    )


def _what_if(snapshot: Snapshot, asked: tuple[str, ...]) -> None:
    """Lead to what becomes of the run where the pair that was clicked is merged now."""
    named = (each for each in snapshot.pairs() if (*map(exact, each.pair),) == asked)
    pair, following, run = next(named, None), snapshot.next, session.run_shown()
    if pair is None or pair.forbidden or following is None or run is None:
        return
    if pair.pair == following.pair or snapshot.step == len(snapshot.training):
        return
    left, right = pair.ids
    label = t("train.what_if", pair=quoted(" + ".join(map(visible, pair.pair))))
    fork = f"{run.key}:{snapshot.step}.{left}.{right}"
    step = str(snapshot.step)
    link("wordpiece", label, against="pair", forks=fork, scheme=run.scheme, step=step)


def find_pair(key: str, tokens: tuple[str, ...]) -> None:
    """Open the tab of pairs, from a callback, with the pair of these tokens on top."""
    session.remember(f"{key}_pair", tokens)
    session.widget(f"{key}_pair_search", "")
    open_tab(PAGE, "pairs")


def changes_panel(snapshot: Snapshot) -> None:
    """Show what the last merge did to other pairs."""
    title = heading("tables.changes_heading", step=snapshot.step)
    merge = snapshot.previous
    if merge is None:
        say("tables.step_zero")
        return
    scheme, meets = snapshot.training.scheme, _meets(snapshot, merge)
    said = "tables.changes_by" if len(snapshot.changes) > 1 else "tables.changes_none"
    say(said, scheme, merge_tokens(merge))
    columns = (
        PAIR,
        Column("after", template="{before:,}\u00a0→\u00a0{after:,}", header="change"),
        Column("cause", "pair", prefix="tables.change_{kind}"),
    )
    draw_table(readings.changes(snapshot), columns, title, scheme, area="tables")
    if meets:
        say_written(meets)
    else:
        st.caption(t("tables.changes_note"))


def _meets(snapshot: Snapshot, merge: Merge) -> str:
    """Return the sentence about a new token that stands beside itself; "" where none does."""
    new = (merge.token, merge.token)
    for each in snapshot.changes:
        if each.kind == "appeared" and each.pair == new:
            named = {"pair": new, "cause": each.cause}
            return sentence("tables.changes_note_meet", snapshot.training.scheme, named)
    return ""


def ties_panel(snapshot: Snapshot) -> None:
    """Show who is tied for the lead, the rule that chose, and who else would have won."""
    merge = snapshot.next
    if merge is None:
        heading("tables.ties_heading", step=snapshot.step)
        say("tables.ties_none_left")
        return
    tied, rules = beside()
    with tied:
        _tied(snapshot, merge)
    with rules:
        _winners(snapshot)


def _tied(snapshot: Snapshot, merge: Merge) -> None:
    title = heading("tables.ties_heading", step=snapshot.step)
    scheme, tied = snapshot.training.scheme, len(snapshot.ties)
    score = () if scheme.score == "count" else (Column("score", "number"),)
    kinds = ("none_score", "some_score") if score else ("none", "some")
    say(
        f"tables.ties_{kinds[tied > 1]}",
        scheme,
        merge_tokens(merge),
        rule=t(f"ties.is_{scheme.tie_rule}"),
        n=tied,
        count=merge.count,
    )
    draw_table(
        readings.ties(snapshot),
        (PAIR, COUNT, *score, WORDS),
        title,
        scheme,
        area="tables",
        badges={"chosen": t("tables.badge_wins")},
    )


def _winners(snapshot: Snapshot) -> None:
    title = heading("tables.winners_heading")
    rows = readings.winners(snapshot)
    differ = len({*rows.column("pair")}) > 1
    say("tables.winners_differ" if differ else "tables.winners_alike")
    draw_table(
        rows,
        (Column("rule", message="ties.is_{rule}"), Column("pair", "pair", header="winner")),
        title,
        snapshot.training.scheme,
        area="tables",
        badges={"used": t("tables.badge_used")},
    )


def words_panel(snapshot: Snapshot, key: str) -> None:
    """Show the words and their splits; pin words."""
    title = heading("tables.words_heading", step=snapshot.step)
    search = st.text_input(t("tables.words_search"), key=f"{key}_word_search", live=LIVE)
    pin_box(snapshot, key, search)
    draw_table(
        readings.words(snapshot, search=search),
        (WORD, COUNT_BAR, SPLIT, Column("length", "number")),
        title,
        snapshot.training.scheme,
        area="tables",
        search=search,
        badges={"changed": t("tables.badge_changed")},
    )


def changed_words_panel(snapshot: Snapshot) -> None:
    """Show the words that the last merge changed, before and after it."""
    title = heading("tables.changed_heading", step=snapshot.step)
    merge = snapshot.previous
    if merge is None:
        say("tables.step_zero")
        return
    say("tables.changed_by", snapshot.training.scheme, merge_tokens(merge))
    split = Column("tokens", "split", header="before_after", above="before_tokens")
    draw_table(
        readings.changed_words(snapshot),
        (WORD, COUNT, split),
        title,
        snapshot.training.scheme,
        area="tables",
    )


def vocabulary_panel(snapshot: Snapshot, key: str) -> None:
    """Show the vocabulary as a sum and as a list."""
    draw_vocabulary(readings.vocabulary_at(snapshot, *vocabulary_asked(key)), key)
