"""BPE vs. WordPiece: two runs of one text in lockstep.

They differ by the score (WordPiece's), by another first pair (`forced`), or by another library's
rules. Tabs: their pairs, their differences, and a text encoded by both.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import islice

import streamlit as st

from bpe import PRESETS, CorpusError, Merge, Scheme, Training
from bpe.encoding.encoded import usual_method
from bpe.merging.values import PairCount
from bpe.player.tokens import beginning, exact, visible
from bpe.readings.comparison import (
    Meeting,
    MergeDifference,
    TwoRuns,
    differing_rules,
    parting_step,
    shared_token_counts,
    suggested_fork,
)
from bpe.readings.scores import score_of
from ui import state
from ui.cache import remembered
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
from ui.draw.table_rows import ROWS, Rows, matcher
from ui.frame import Bar
from ui.lesson.own_words import named_words
from ui.links import link
from ui.pages import PAIR
from ui.panel import PANEL
from ui.pickers import choose_paired_runs, choose_run, forced_pairs, picker
from ui.player import move_player, two_run_player
from ui.runs import Run
from ui.text import quoted, refusal, scheme_name, t

SCORE, LIBRARY = "score", "library"

LIBRARIES = ("gpt", "sentencepiece")
"""The default rules for comparison: the second if the run uses the first."""

FORK = "fork"
"""The fragment that offers the pairs of the step."""

MAX_PAIR_CHARS, FORKS_OFFERED = 24, 8
"""Maximum characters of a pair on a button, and number of pairs offered."""

MAX_TEXT_CHARS = 200

MERGES_BEFORE, MERGES_AFTER = 2, 6
"""Number of merges shown before the runs differ, and from there on."""

TOKENS_NAMED = 40
"""Maximum number of named tokens that only one run has."""

SAMPLE_WORD, SAMPLE_TEXT = "hugs", "hugs bugs pugs gun mug"
"""A word of the sample of five, and a text for it: words known, new, and with a missing piece."""


suggested = remembered(suggested_fork)


@remembered
def compared(
    first: Training, second: Training
) -> tuple[Meeting | None, int | None, list[MergeDifference], int]:
    """Compare two runs of the same words.

    Returns the step at which they meet, the number of merges until they differ again, the first
    steps at which they differ, and the number of such steps.
    """
    two = TwoRuns(first, second)
    met, found = two.met, two.differences()
    return met, met and two.parts_again(met), found[:ROWS], len(found)


def compared_by() -> str:
    """Return how the runs differ: by the score, another pair, or a library's rules."""
    chosen = state.chosen("against")
    return LIBRARY if chosen in PRESETS else chosen or SCORE


def choose_two_runs(bar: Bar) -> tuple[Run, Run]:
    """Draw the pickers; return the run and the run to compare with."""
    by = compared_by()
    if by == SCORE:
        scored, counted = choose_paired_runs(bar, score="count")
        return counted, scored
    run = choose_run(bar, schemes=tuple(PRESETS), clamps=False, forces=False)
    run = replace(run, forced=())  # of another page, if this page's run failed
    other, forced = run, None if run.is_fallback else state.choices().forced
    if by == LIBRARY:
        other = replace(run, scheme=PRESETS[state.chosen("against")])
    elif forced:
        other = replace(run, forced=forced_pairs(run.scheme, forced))
    elif (fork := suggested(run.training)) is not None:
        other = replace(run, forced=((fork.step, fork.pair.pair),))
    try:
        other.train(partial(state.choose, against=None, forced=None))
    except CorpusError as error:
        st.error(refusal(error))
        other = run
    if other.forced and (step := other.forced[-1][0]) >= len(other):
        st.warning(t("wordpiece.unreached", step=step, steps=len(other)))
    state.clamp_step(max(len(run), len(other)))
    return run, other


def names_of(first: Run, second: Run) -> tuple[str, str]:
    """Return the names of the two runs."""
    by = compared_by()
    if by == LIBRARY:
        return first.scheme.name, second.scheme.name
    return t(f"wordpiece.first_{by}"), t(f"wordpiece.second_{by}")


def are_alike(first: Scheme, second: Scheme) -> bool:
    """Return whether two schemes split the same words and differ at most in the score."""
    return {*differing_rules(first, second)} <= {"score"}


def parting_of(first: Run, second: Run) -> int | None:
    """Return the step at which two runs first differ, or None."""
    if are_alike(first.scheme, second.scheme):
        return TwoRuns(first.training, second.training).parting
    return parting_step(first.training, second.training)


def draw_lockstep(first: Run, second: Run, part: int | None) -> None:
    """Draw both runs, which differ from a step on, below the picker of the second."""
    by = compared_by()
    with inline_row("wordpiece"):
        library = LIBRARIES[first.scheme.name == LIBRARIES[0]]
        against = {SCORE: None, PAIR: PAIR, LIBRARY: library}
        st.segmented_control(
            t("wordpiece.beside"),
            list(against),
            required=True,
            format_func=lambda each: t(f"wordpiece.beside_{each}"),
            key=state.shows("wordpiece_beside", by),
            on_change=lambda: state.choose(
                against=against[st.session_state["wordpiece_beside"] or by],
                forced=None,
                step=None,
            ),
            label_visibility="collapsed",
        )
        if part is None:
            st.caption(t("wordpiece.never_part"))
        else:
            st.button(
                t("wordpiece.part_at", step=part),
                key="wordpiece_part",
                icon=":material/call_split:",
                on_click=move_player,
                args=("wordpiece", part, part),
            )
        if by == PAIR:
            st.fragment(_fork_box, key=FORK)(first, second, part or 0)
        elif by == LIBRARY:
            labels, name = {each: scheme_name(each) for each in PRESETS}, t("wordpiece.rules")
            chosen = state.chosen("against")
            picker("against", name, labels, chosen, "", label_visibility="collapsed", width=260)
    two_run_player(
        first,
        second,
        names_of(first, second),
        key="wordpiece",
        default=part or 0,
        pinned=named_words(),
        follows=[PANEL, FORK] if by == PAIR else [PANEL],
        areas=by == SCORE,
    )


def _fork_box(first: Run, second: Run, start: int) -> None:
    """Offer the pairs that could be merged at this step instead, the most frequent first."""
    step = min(state.step(max(len(first), len(second)), start), len(first))
    search = searched("wordpiece_search")
    found = fork_choices(first.training, step, search)
    if found is None:
        st.button(t("wordpiece.at_the_end"), disabled=True)
        return
    with st.popover(t("wordpiece.instead", step=step), icon=":material/alt_route:"):
        example = t("wordpiece.search_example")
        search_line(t("wordpiece.search"), "wordpiece_search", placeholder=example)
        if not found:
            st.caption(t("wordpiece.search_nothing"))
        for place, each in enumerate(found):
            shown = quoted(" + ".join(map(visible, map(beginning, each.pair))), MAX_PAIR_CHARS)
            left, right = map(exact, each.pair)
            if st.button(
                f"{shown} · {each.count:,}",
                key=f"wordpiece_found_{place}",
                on_click=state.choose,
                kwargs={"against": PAIR, "forced": ((step, (left, right)),), "step": step},
            ):
                st.rerun()


def fork_choices(training: Training, step: int, search: str) -> list[PairCount] | None:
    """Return the first pairs that match `search` and could be merged at a step instead.

    None if nothing is merged then.
    """
    snapshot = training.snapshot(step)
    if step == len(training) or snapshot.next is None:
        return None
    matches, following = matcher(search), snapshot.next.pair
    ids = snapshot.pair_ids(None if search else 20 * FORKS_OFFERED)
    possible = (
        each
        for each in map(snapshot.pair_count, ids)
        if not each.forbidden and each.pair != following and matches(*each.pair)
    )
    return list(islice(possible, FORKS_OFFERED))


# Tabs ---------------------------------------------------------------------------------------------


def draw_pairs(first: Run, second: Run, step: int) -> None:
    """Draw every pair of one run with its counts and its score."""
    names, runs = names_of(first, second), (first, second)
    run = runs[segmented(t("wordpiece.whose"), (1, 0), names.__getitem__, "wordpiece_run")]
    title = heading("wordpiece.pairs_heading", step=min(step, len(run)))
    snapshot = run.training.snapshot(min(step, len(run)))
    found, following = snapshot.pairs(ROWS + 1), snapshot.next.pair if snapshot.next else None
    if found:
        rows = []
        for each in found[:ROWS]:
            score = score_of(snapshot, each)
            value = float(score.fraction)
            rows.append((each.pair, *score, str(score), value, each.pair == following))
        counts = ("count", "left_count", "right_count")
        draw_table(
            Rows(("pair", *counts, "fraction", "score", "chosen"), rows, len(found) > len(rows)),
            (
                Column("pair", "pair"),
                *(Column(name, "number") for name in counts),
                Column("fraction", template="{fraction}\u00a0=\u00a0{score:.3g}"),
            ),
            title,
            run.scheme,
            area="wordpiece",
            badges={"chosen": t("tables.badge_next")},
        )
    else:
        say("wordpiece.no_pairs", run.scheme)
    if compared_by() == SCORE:
        link("train", t("wordpiece.often_said"), tab="claims")


def draw_parting(first: Run, second: Run, step: int) -> None:
    """Write the first difference of two runs; with the same words, list all differing steps."""
    labels = dict(zip(("a", "b"), names_of(first, second), strict=True))
    part = parting_of(first, second)
    if part is None:
        say("wordpiece.same", **labels)
    elif are_alike(first.scheme, second.scheme):
        _draw_differences(first, second, step, labels)
    else:
        _draw_rules(first, second, part, labels)


def _draw_differences(first: Run, second: Run, step: int, labels: Mapping[str, str]) -> None:
    """For runs of the same words, draw where they meet and differ, and tokens of only one."""
    two = TwoRuns(first.training, second.training)
    learned, now = two.learned(two.last), two.learned(step)
    met, again, found, number = compared(*two.runs)
    ends = {
        "both": len(learned.both),
        "lost": len(learned.first),
        "gained": len(learned.second),
    }
    if met is None:
        say("wordpiece.never_meet", **labels, **ends)
    else:
        way = "meet" if met.first == met.second else "meet_apart"
        if again is not None:
            way = "meet_and_part" if way == "meet" else "meet_apart_and_part"
        say(
            f"wordpiece.{way}",
            step=met.first,
            of_other=met.second,
            again=met.first + (again or 0),
            **labels,
            **ends,
        )

    def later(merge: Merge | None, at: int | None) -> str:
        """Return when the other run makes the token of a pair; "" if there is no pair."""
        if merge is None:
            return ""
        return t("wordpiece.never") if at is None else t("wordpiece.at", step=at)

    rows = [
        (
            each.step,
            each.first and each.first.pair,
            later(each.first, each.first_later),
            each.second and each.second.pair,
            later(each.second, each.second_later),
        )
        for each in found
    ]
    columns = (
        Column("step", "number"),
        Column("first", "tokens"),
        Column("first_later"),
        Column("second", "tokens"),
        Column("second_later"),
    )
    shown = Rows(tuple(each.name for each in columns), rows, number > len(rows))
    title = heading("wordpiece.differences_heading", n=number)
    draw_table(shown, columns, title, first.scheme, area="wordpiece", names=labels)
    for label, tokens in zip(labels.values(), (now.first, now.second), strict=True):
        if tokens:
            name = "wordpiece.only_last" if len(tokens) > TOKENS_NAMED else "wordpiece.only"
            named = {"tokens": tokens[-TOKENS_NAMED:]}
            say(name, first.scheme, named, label=label, n=len(tokens), shown=TOKENS_NAMED)


def _draw_rules(first: Run, second: Run, part: int, labels: Mapping[str, str]) -> None:
    """Name the differing rules and the shared tokens; list merges around the first difference."""
    parts = (t(f"wordpiece.rule_{each}") for each in differing_rules(first.scheme, second.scheme))
    say("wordpiece.differ", parts=t("wordpiece.list").join(parts))
    both, in_first, in_second = shared_token_counts(first.training, second.training)
    say("wordpiece.ends", both=both, first=in_first, second=in_second, **labels)
    columns = (
        Column("step", "number"),
        Column("pair", "pair", header="merged"),
        Column("count", "number", header="times"),
    )
    badges = {"parts": t("wordpiece.parts_here")}
    for place, run, label in zip(beside(), (first, second), labels.values(), strict=True):
        with place:
            title = t("wordpiece.merges_of", name=label)
            st.subheader(title, anchor=False)
            merges = run.training.merges[max(0, part - MERGES_BEFORE) : part + MERGES_AFTER]
            rows = [(each.rank, each.pair, each.count, each.rank == part) for each in merges]
            found = Rows(("step", "pair", "count", "parts"), rows)
            draw_table(found, columns, title, run.scheme, area="wordpiece", badges=badges)


def draw_encoding(first: Run, second: Run, step: int) -> None:
    """Encode a text with each run's tokens at this step.

    WordPiece keeps no merges: it uses longest match.
    """
    label, key = t("wordpiece.encode_text"), f"wordpiece_text_{first.source.digest[:8]}"
    text = text_line(label, key, example_text(first.training), MAX_TEXT_CHARS)
    for run, name in zip((first, second), names_of(first, second), strict=True):
        at = min(step, len(run))
        encoding = run.training.tokenizer(at).encode(text, usual_method(run.scheme))
        if not encoding.tokens:
            say("wordpiece.encode_empty", run.scheme)
            return
        say_text(t("wordpiece.encoded", name=name, step=at), run.scheme, encoding.tokens)
        if run.scheme.score == "wordpiece":
            st.caption(t("wordpiece.encode_rule"))


def example_text(training: Training) -> str:
    """Return a few words to encode: the sample's own, or the longest frequent ones."""
    if training.corpus.place(SAMPLE_WORD) is not None:
        return SAMPLE_TEXT
    words = [each.text.strip() for each in training.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:MAX_TEXT_CHARS]


TABS = {"pairs": draw_pairs, "parting": draw_parting, "encode": draw_encoding}
