"""The tabs Pairs, Words and Vocabulary: what stands at a step, what changed, who leads."""

from functools import partial

import streamlit as st

from bpe import TIE_RULES
from ui.controls.pins import OFFERED, pin_box
from ui.corpora.run import Run, read
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import (
    beside,
    clicked,
    heading,
    keep_clicked,
    search_line,
    searched,
    shut,
)
from ui.draw.readings import Rows, over_time
from ui.draw.say import say, say_written, sentence
from ui.draw.table import Column, draw_table, draw_vocabulary, vocabulary_asked
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.navigation import link
from ui.shell.tabs import open_tab
from ui.shell.text import quoted, t
from ui.train import PAGE, fold_key
from ui.train.readings import (
    PairsAtStep,
    RunComparison,
    TiesAtStep,
    changed_words_at,
    changes_at,
    compare_runs,
    pairs_at,
    ties_at,
    tokens_learned,
    vocabulary_of,
    words_at,
)

KEY = PAGE.name

PAIR = Column("pair", "pair")
COUNT, COUNT_BAR = Column("count", "number"), Column("count", "number", bar=True)
SCORE, SCORE_BAR = Column("score", "number"), Column("score", "number", bar=True)
WORD, WORDS = Column("word", "word"), Column("words", "words")
SPLIT = Column("tokens", "split")

FIRST = 8
"""Merges of the tie rules set beside each other."""

CELLS = 1_000_000
"""Tokens before any merge up to which a corpus is trained on again without being asked to."""


def draw_pairs(run: Run, step: int) -> None:
    """Draw every pair at this step."""
    title = heading("tables.pairs_heading", step=step)
    search = searched(f"{KEY}_pair_search")
    asked = clicked(f"{KEY}_pair")
    asked = asked if len(asked) == 2 else ()
    found: PairsAtStep = run.read(pairs_at, step, search, asked)
    if not found.number:
        say("tables.pairs_none")
        return
    terms, scheme = t("tables.pairs_terms"), run.scheme
    if scheme.mark:
        terms += " " + t(f"tables.mark_{scheme.boundary}", mark=f"`{scheme.mark}`")
    st.caption(terms)
    search_line(t("tables.pairs_search"), f"{KEY}_pair_search")
    _what_if(run, found, step)
    draw_table(
        found.rows,
        (PAIR, *((COUNT_BAR,) if scheme.score == "count" else (COUNT, SCORE_BAR)), WORDS),
        title,
        scheme,
        area="tables",
        search=search,
        badges={
            **({"asked": t("tables.badge_asked")} if asked else {}),
            "chosen": t("tables.badge_would" if step == len(run) else "tables.badge_next"),
        },
        notes={"forbidden": "tables.forbidden_{forbidden}"},
    )


def _what_if(run: Run, found: PairsAtStep, step: int) -> None:
    """Link to the run in which the pair that was clicked is merged now."""
    if found.ids is None:
        return
    left, right = found.ids
    label = t("train.what_if", pair=quoted(" + ".join(map(visible, found.asked))))
    fork = f"{run.code}:{step}.{left}.{right}"
    link("wordpiece", label, against="pair", forks=fork, scheme=run.scheme.name, step=str(step))


def find_pair(tokens: tuple[str, ...]) -> None:
    """Open the tab Pairs, from a callback, with the pair of these tokens on top."""
    keep_clicked(f"{KEY}_pair", tokens)
    session.widget(f"{KEY}_pair_search", "")
    open_tab(PAGE, "pairs")


def draw_changes(run: Run, step: int) -> None:
    """Draw what the last merge did to other pairs."""
    title = heading("tables.changes_heading", step=step)
    found = run.read(changes_at, step)
    if found.merge is None:
        say("tables.step_zero")
        return
    said = "tables.changes_by" if len(found.rows) > 1 else "tables.changes_none"
    say(said, run.scheme, found.merge.tokens)
    columns = (
        PAIR,
        Column("after", template="{before:,}\u00a0→\u00a0{after:,}", header="change"),
        Column("cause", "pair", prefix="tables.change_{kind}"),
    )
    draw_table(found.rows, columns, title, run.scheme, area="tables")
    if found.meeting:
        say_written(sentence("tables.changes_note_meet", run.scheme, found.meeting))
    else:
        st.caption(t("tables.changes_note"))


def draw_ties(run: Run, step: int) -> None:
    """Draw who is tied for the lead, the rule that chose, and who else would have won."""
    found: TiesAtStep = run.read(ties_at, step)
    if found.merge is None:
        heading("tables.ties_heading", step=step)
        say("tables.ties_none_left")
        return
    tied, rules = beside()
    with tied:
        _draw_tied(run, step, found)
    with rules:
        _draw_winners(run, found)


def _draw_tied(run: Run, step: int, found: TiesAtStep) -> None:
    title, scheme, merge = heading("tables.ties_heading", step=step), run.scheme, found.merge
    assert merge is not None
    score = () if scheme.score == "count" else (SCORE,)
    kinds = ("none_score", "some_score") if score else ("none", "some")
    say(
        f"tables.ties_{kinds[found.number > 1]}",
        scheme,
        merge.tokens,
        rule=t(f"ties.is_{scheme.tie_rule}"),
        n=found.number,
        count=merge.count,
    )
    badges = {"chosen": t("tables.badge_wins")}
    columns = (PAIR, COUNT, *score, WORDS)
    draw_table(found.rows, columns, title, scheme, area="tables", badges=badges)


def _draw_winners(run: Run, found: TiesAtStep) -> None:
    title = heading("tables.winners_heading")
    say("tables.winners_differ" if found.is_decisive else "tables.winners_alike")
    draw_table(
        found.winners,
        (Column("rule", message="ties.is_{rule}"), Column("pair", "pair", header="winner")),
        title,
        run.scheme,
        area="tables",
        badges={"used": t("tables.badge_used")},
    )


def draw_rules(run: Run) -> None:
    """Train the corpus by every tie rule; draw where the runs part and what they share."""
    kept = session.kept("train_rules", False, (False, True))
    if run.summary.cells > CELLS and not st.toggle(t("train.rules_all"), **kept):
        return
    cancel = partial(shut, fold_key("rules"))
    runs: dict[str, Run] = {rule: run.with_rules(tie_rule=rule) for rule in TIE_RULES}
    runs[run.scheme.tie_rule] = run
    found: dict[str, RunComparison] = {
        rule: read((run, other), compare_runs, cancel=cancel) for rule, other in runs.items()
    }
    rows = [
        (rule, runs[rule] is run, each.parting, each.meeting, each.shared, len(run), each.total)
        for rule, each in found.items()
    ]
    rows.sort(key=lambda row: not row[1])
    columns = (
        Column("rule", message="ties.is_{rule}"),
        Column("parting", format=_at),
        Column("meeting", format=_at),
        Column("shared", template="{shared:,} / {all:,}"),
        Column("total", "number"),
    )
    draw_table(
        Rows(("rule", "used", "parting", "meeting", "shared", "all", "total"), rows),
        columns,
        t("train.rules_heading"),
        area="train",
        badges={"used": t("tables.badge_used")},
    )
    partings = [each.parting for each in found.values() if each.parting is not None]
    if not partings:
        say("train.rules_alike", rules=len(runs))
        return
    start = max(0, min(partings) - 1)
    stop = min(start + FIRST, max(each.merges for each in found.values()))
    _draw_beside(runs, start, stop)


def _at(step: int | None) -> str:
    return t("train.never") if step is None else f"{step:,}"


def _draw_beside(runs: dict[str, Run], start: int, stop: int) -> None:
    """Set the tokens that runs learn beside each other, a rank a row."""
    say("train.rules_from", start=start)
    tokens = [run.read(tokens_learned, start, stop) for run in runs.values()]
    rows = [
        (rank, *(each[rank - start] if rank - start < len(each) else None for each in tokens))
        for rank in range(start, stop)
    ]
    columns = (Column("rank", "number"), *(Column(rule, "token") for rule in runs))
    scheme = next(iter(runs.values())).scheme
    found = Rows(("rank", *runs), rows)
    draw_table(found, columns, t("train.rules_heading"), scheme, area="ties")


def draw_words(run: Run, step: int) -> None:
    """Draw the words and their splits; let the reader pin words."""
    title = heading("tables.words_heading", step=step)
    search = search_line(t("tables.words_search"), f"{KEY}_word_search")
    found = run.read(words_at, step, search, OFFERED)
    pin_box(run, KEY, found.offered)
    draw_table(
        found.rows,
        (WORD, COUNT_BAR, SPLIT, Column("length", "number")),
        title,
        run.scheme,
        area="tables",
        search=search,
        badges={"changed": t("tables.badge_changed")},
    )


def draw_changed_words(run: Run, step: int) -> None:
    """Draw the words that the last merge changed, before and after it."""
    title = heading("tables.changed_heading", step=step)
    merge, rows = run.read(changed_words_at, step)
    if merge is None:
        say("tables.step_zero")
        return
    say("tables.changed_by", run.scheme, merge.tokens)
    split = Column("tokens", "split", header="before_after", above="before_tokens")
    draw_table(rows, (WORD, COUNT, split), title, run.scheme, area="tables")


def draw_vocabulary_at(run: Run, step: int) -> None:
    """Draw the vocabulary as a sum and as a list."""
    draw_vocabulary(run.read(vocabulary_of, step, *vocabulary_asked(KEY)), KEY)


def draw_totals(run: Run, step: int) -> None:
    """Draw the run's totals by step with the current step marked."""
    if not len(run):
        say("charts.nothing")
        return
    totals = run.read(over_time)
    for name in totals.names[1:]:
        values = [each for each in totals.column(name) if each is not None]
        chart = LineChart(
            f"over_time_{name}",
            PAGE.name,
            {t(f"charts.{name}_axis"): values},
            step,
            t(f"charts.{name}_title"),
            last=len(run),
            log=True,
            stairs=True,
        )
        draw_lines(chart)
