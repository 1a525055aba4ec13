"""Two runs in lockstep: what stands beside, the player, and a tab for each question."""

import streamlit as st

from bpe.readings.comparison import differing_rules
from ui.controls.details import Panel
from ui.corpora.run import Run, read
from ui.draw.parts import (
    beside,
    heading,
    inline_row,
    search_line,
    searched,
    segmented,
    text_line,
)
from ui.draw.say import say, say_text
from ui.draw.table import Column, draw_table
from ui.draw.tokens import visible
from ui.player import move_player, two_run_player
from ui.shell import session
from ui.shell.navigation import link
from ui.shell.tabs import PANEL
from ui.shell.text import quoted, t
from ui.wordpiece import PAIR
from ui.wordpiece.readings import (
    NEVER,
    TOKENS,
    ForkChoice,
    RulesComparison,
    WordsComparison,
    are_alike,
    compare_rules,
    compare_words,
    encode,
    example_text,
    fork_choices,
    learned_alone,
    scored_pairs,
)
from ui.wordpiece.runs import (
    LIBRARY,
    beside_picker,
    choose_fork,
    kind,
    names_of_runs,
    parting_of,
    rules_picker,
)

KEY = "wordpiece"
FORK = "fork"
"""The fragment that offers the pairs of the step."""

LONGEST_PAIR, FORKS = 24, 8
"""Characters of a pair on a button, and pairs on offer."""

LONGEST_TEXT = 200


def draw_lockstep(first: Run, second: Run, part: int | None) -> None:
    """Draw both runs, which part at a step, below the line on which one chooses the second."""
    forks = kind() == PAIR
    with inline_row("wordpiece"):
        beside_picker(first)
        if part is None:
            st.caption(t("wordpiece.never_part"))
        else:
            st.button(
                t("wordpiece.part_at", step=part),
                key="wordpiece_part",
                icon=":material/call_split:",
                on_click=move_player,
                args=(KEY, part, part),
            )
        if forks:
            st.fragment(_fork_box, key=FORK)(first, second, part or 0)
        elif kind() == LIBRARY:
            rules_picker()
    two_run_player(
        first,
        second,
        names_of_runs(first, second),
        key=KEY,
        default=part or 0,
        follows=[PANEL, FORK] if forks else [PANEL],
    )


def _fork_box(first: Run, second: Run, start: int) -> None:
    """Offer the pairs that could be merged at this step instead, the most frequent first."""
    step = min(session.step(max(len(first), len(second)), start), len(first))
    search = searched("wordpiece_search")
    found: list[ForkChoice] | None = first.read(fork_choices, step, search, FORKS)
    if found is None:
        st.button(t("wordpiece.at_the_end"), disabled=True)
        return
    with st.popover(t("wordpiece.instead", step=step), icon=":material/alt_route:"):
        example = t("wordpiece.search_example")
        search_line(t("wordpiece.search"), "wordpiece_search", placeholder=example)
        if not found:
            st.caption(t("wordpiece.search_nothing"))
        for place, each in enumerate(found):
            shown = quoted(" + ".join(map(visible, each.pair)), LONGEST_PAIR)
            if st.button(
                f"{shown} · {each.count:,}",
                key=f"wordpiece_found_{place}",
                on_click=choose_fork,
                args=(first, each.fork),
            ):
                st.rerun()


PAIRS = (
    Column("pair", "pair"),
    *(Column(name, "number") for name in ("count", "left_count", "right_count")),
    Column("fraction", template="{fraction}\u00a0=\u00a0{score:.3g}"),
)


def draw_pairs(first: Run, second: Run, step: int) -> None:
    """Draw every pair of one run with its counts and its score."""
    names = names_of_runs(first, second)
    run = (first, second)[
        segmented(t("wordpiece.whose"), (1, 0), names.__getitem__, "wordpiece_run")
    ]
    title = heading("wordpiece.pairs_heading", step=min(step, len(run)))
    rows = run.read(scored_pairs, step)
    if rows:
        badges = {"chosen": t("tables.badge_next")}
        draw_table(rows, PAIRS, title, run.scheme, area="wordpiece", badges=badges)
    else:
        say("wordpiece.no_pairs", run.scheme)
    if kind() == "score":
        link("train", t("wordpiece.often_said"), tab="claims")


def draw_parting(first: Run, second: Run, step: int) -> None:
    """Say where two runs part; of the same words, list all steps at which they do."""
    labels = dict(zip(("a", "b"), names_of_runs(first, second), strict=True))
    if parting_of(first, second) is None:
        say("wordpiece.same", **labels)
    elif are_alike(first.scheme, second.scheme):
        found: WordsComparison = read((first, second), compare_words)
        _say_meeting(found, labels)
        _draw_differences(found, first, labels)
        _say_learned(first, second, step, labels)
    else:
        _draw_rules(first, second, labels)


MEETINGS = {
    (True, True): "wordpiece.meet",
    (True, False): "wordpiece.meet_and_part",
    (False, True): "wordpiece.meet_apart",
    (False, False): "wordpiece.meet_apart_and_part",
}
"""Whether two runs meet at the same step, and whether they stay together -> what is said."""


def _say_meeting(found: WordsComparison, labels: dict[str, str]) -> None:
    """Say whether the two split all words alike again."""
    met, again = found.met, found.again
    ends = {"both": found.both, "lost": found.lost, "gained": found.gained}
    if met is None:
        say("wordpiece.never_meet", **labels, **ends)
        return
    say(
        MEETINGS[met.first == met.second, again is None],
        step=met.first,
        of_other=met.second,
        again=met.first + (again or 0),
        **labels,
        **ends,
    )


def _draw_differences(found: WordsComparison, first: Run, labels: dict[str, str]) -> None:
    """List the steps at which the two merge different pairs, with when the other catches up."""
    title = heading("wordpiece.differences_heading", n=found.number)
    columns = (
        Column("step", "number"),
        Column("first", "tokens"),
        Column("first_later", format=_later),
        Column("second", "tokens"),
        Column("second_later", format=_later),
    )
    draw_table(found.differences, columns, title, first.scheme, area="wordpiece", names=labels)


def _later(step: int | None) -> str:
    """Say when the other run makes the token of a pair; nothing where there is no pair."""
    if step is None:
        return ""
    return t("wordpiece.never") if step == NEVER else t("wordpiece.at", step=step)


def _say_learned(first: Run, second: Run, step: int, labels: dict[str, str]) -> None:
    """Name what only one has learned by now."""
    learned = read((first, second), learned_alone, step)
    for label, (n, tokens) in zip(labels.values(), learned, strict=True):
        if n:
            name = "wordpiece.only_last" if n > TOKENS else "wordpiece.only"
            say(name, first.scheme, {"tokens": tokens}, label=label, n=n, shown=TOKENS)


MERGES = (
    Column("step", "number"),
    Column("pair", "pair", header="merged"),
    Column("count", "number", header="times"),
)


def _draw_rules(first: Run, second: Run, labels: dict[str, str]) -> None:
    """Say in which rules the two differ and what both learn; list the merges where they part."""
    found: RulesComparison = read((first, second), compare_rules)
    parts = (t(f"wordpiece.rule_{part}") for part in differing_rules(first.scheme, second.scheme))
    say("wordpiece.differ", parts=t("wordpiece.list").join(parts))
    numbers = {"both": found.both, "first": found.in_first, "second": found.in_second}
    say("wordpiece.ends", **numbers, **labels)
    badges = {"parts": t("wordpiece.parts_here")}
    drawn = zip(beside(), (first, second), found.merges, labels.values(), strict=True)
    for place, run, rows, label in drawn:
        with place:
            title = t("wordpiece.merges_of", name=label)
            st.subheader(title, anchor=False)
            draw_table(rows, MERGES, title, run.scheme, area="wordpiece", badges=badges)


def draw_encoding(first: Run, second: Run, step: int) -> None:
    """Encode a text by the tokens that each run has at this step.

    WordPiece keeps no merges: it takes the longest token that fits.
    """
    example = first.read(example_text, LONGEST_TEXT)
    text = text_line(t("wordpiece.encode_text"), "wordpiece_text", example, LONGEST_TEXT)
    for run, name in zip((first, second), names_of_runs(first, second), strict=True):
        tokens = run.read(encode, step, text)
        if not tokens:
            say("wordpiece.encode_empty", run.scheme)
            return
        at = min(step, len(run))
        say_text(t("wordpiece.encoded", name=name, step=at), run.scheme, tokens)
        if run.scheme.score == "wordpiece":
            st.caption(t("wordpiece.encode_rule"))


PANELS: dict[str, Panel] = {
    "pairs": draw_pairs,
    "parting": draw_parting,
    "encode": draw_encoding,
}
