"""The pairs and the words of the corpus at a step: all, what the last merge changed, who leads."""

import streamlit as st

from bpe import Merge, Snapshot
from ui.controls.pins import pin_box
from ui.draw import tables
from ui.draw.parts import LIVE, beside, heading
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.draw.table import table
from ui.draw.tokens import exact, visible
from ui.shell import session
from ui.shell.navigation import link
from ui.shell.tabs import open_tab
from ui.shell.text import quoted, t
from ui.train import PAGE

KINDS = ("merged", "vanished", "appeared", "rose", "fell")
"""What a merge can do to a pair."""


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
    score, last = _score(snapshot), step == len(training.merges)
    table(
        tables.pairs(snapshot, search=search, asked=asked),
        ("pair", "count", *score, "words"),
        title,
        scheme,
        area="tables",
        search=search,
        badges={
            **({"asked": t("tables.badge_asked")} if asked else {}),
            "chosen": t("tables.badge_would" if last else "tables.badge_next"),
        },
        notes={"forbidden": lambda rule: t(f"tables.forbidden_{rule}")},
        bars="score" if score else "count",
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
    kinds = {kind: t(f"tables.change_{kind}") for kind in KINDS}
    table(
        tables.changes(snapshot),
        ("pair", "after", "cause"),
        title,
        scheme,
        area="tables",
        titles={"after": "change"},
        labels={"after": lambda row: f"{row['before']:,}\u00a0→\u00a0{row['after']:,}"},
        leads={"cause": lambda row: kinds[row["kind"]]},
    )
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
    score = _score(snapshot)
    kinds = ("none_score", "some_score") if score else ("none", "some")
    say(
        f"tables.ties_{kinds[tied > 1]}",
        scheme,
        merge_tokens(merge),
        rule=_rule(scheme.tie_rule),
        n=tied,
        count=merge.count,
    )
    table(
        tables.ties(snapshot),
        ("pair", "count", *score, "words"),
        title,
        scheme,
        area="tables",
        badges={"chosen": t("tables.badge_wins")},
    )


def _winners(snapshot: Snapshot) -> None:
    title = heading("tables.winners_heading")
    frame = tables.winners(snapshot)
    differ = frame["pair"].nunique() > 1
    say("tables.winners_differ" if differ else "tables.winners_alike")
    table(
        frame,
        ("rule", "pair"),
        title,
        snapshot.training.scheme,
        area="tables",
        titles={"pair": "winner"},
        labels={"rule": lambda row: _rule(row["rule"])},
        badges={"used": t("tables.badge_used")},
    )


def _rule(name: str) -> str:
    return t(f"ties.is_{name}")


def _score(snapshot: Snapshot) -> tuple[str, ...]:
    return () if snapshot.training.scheme.score == "count" else ("score",)


def words_panel(snapshot: Snapshot, key: str) -> None:
    """Show the words and their splits; pin words."""
    title = heading("tables.words_heading", step=snapshot.step)
    search = st.text_input(t("tables.words_search"), key=f"{key}_word_search", live=LIVE)
    pin_box(snapshot, key, search)
    table(
        tables.words(snapshot, search=search),
        ("word", "count", "tokens", "length"),
        title,
        snapshot.training.scheme,
        area="tables",
        search=search,
        badges={"changed": t("tables.badge_changed")},
        bars="count",
    )


def changed_words_panel(snapshot: Snapshot) -> None:
    """Show the words that the last merge changed, before and after it."""
    title = heading("tables.changed_heading", step=snapshot.step)
    merge = snapshot.previous
    if merge is None:
        say("tables.step_zero")
        return
    say("tables.changed_by", snapshot.training.scheme, merge_tokens(merge))
    table(
        tables.changed_words(snapshot),
        ("word", "count", "tokens"),
        title,
        snapshot.training.scheme,
        area="tables",
        titles={"tokens": "before_after"},
        above={"tokens": "before_tokens"},
    )
