"""Step through BPE: the player is the picture; Details read the record at the player's step.

Tabs: pairs (ties, changes, tie rules), words, vocabulary, token (`train_token.py`), when to stop,
the program that learns this run, and common misconceptions (`ui/claims.py`).
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, Training
from bpe.player.page import MAX_CHARS, HandoutPage, page_of
from bpe.player.payload import ROWS
from bpe.player.tokens import visible
from bpe.readings.claims import of_work
from bpe.readings.comparison import TwoRuns
from bpe.readings.description_length import (
    CostCurve,
    MergeNumbers,
    description_length,
    description_length_of,
    merge_numbers,
    merge_terms,
)
from bpe.schemes import TIE_RULES, tie_choices
from ui import state
from ui.archive import CODES, CSV, MAX_FILE_BYTES, MERGES, archive, for_libraries, formats
from ui.cache import remembered
from ui.claims import draw_claims
from ui.details import Draw
from ui.draw.downloads import file_name, offer
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import beside, fold, heading, listing, search_line, shut
from ui.draw.resplit import draw_resplit
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.draw.table import Column, draw_table, draw_vocabulary, vocabulary_asked
from ui.draw.table_rows import (
    Rows,
    changed_words,
    changes,
    find_pair,
    find_words,
    over_time,
    pairs,
    ties,
    vocabulary_at,
    winners,
    words,
)
from ui.frame import Bar
from ui.jobs import Job
from ui.links import link
from ui.more import looks_at
from ui.own_text.sources import Source, text_in
from ui.own_text.uploads import corpus_of_text
from ui.pickers import about_text
from ui.pins import OFFERED, pin_box, pin_clicked, pinned_words
from ui.player import TieRules, player_options
from ui.player.position import Hiding
from ui.program import FILE, MAX_CHARS_INLINE, Program, program_of
from ui.runs import Run
from ui.samples import training_samples
from ui.spool import digest
from ui.state import why_mark_is_fixed
from ui.text import corpus_name, in_list, in_percent, language, quoted, scheme_name, t
from ui.text import sentence as error_sentence
from ui.views.train_token import draw_token, token_clicked
from ui.waiting import result_of

PAIR, WORD = Column("pair", "pair"), Column("word", "word")
COUNT, COUNT_BAR = Column("count", "number"), Column("count", "number", bar=True)
SCORE, SCORE_BAR = Column("score", "number"), Column("score", "number", bar=True)
WORDS, SPLIT = Column("words", "words"), Column("tokens", "split")

RANKS_SHOWN = 8
"""Number of merges shown per tie rule."""

MAX_CELLS = 1_000_000
"""Maximum number of initial tokens of a corpus that is trained by every tie rule without asking."""


def clicked(kind: str, what: tuple[str, ...]) -> None:
    """Pin the word that was clicked, show the life of a token or the row of a pair: a callback."""
    if kind == "word":
        pin_clicked("train", *what)
    elif kind == "token":
        token_clicked(*what)
    elif kind == "ties":
        choose_tie_rule(*what)
    else:
        st.session_state["train_pair"] = what
        st.session_state["train_pair_search"] = ""
        state.open_tab("pairs")


def choose_tie_rule(rule: str) -> None:
    """Train by another tie rule and stay at the step: a callback."""
    shown = state.state().shown
    own = PRESETS[(shown and shown.scheme) or ""].tie_rule
    state.choose(ties=None if rule == own else rule, step=state.choices().step)


def tie_rules(run: Run) -> TieRules:
    """Return the tie rules to list below the pairs of a run, and its own."""
    names = {str(rule): t(f"ties.name_{rule}") for rule in TIE_RULES}
    return {"label": t("controls.ties"), "names": names, "now": run.scheme.tie_rule}


def tabs_of(run: Run) -> dict[str, Draw | None]:
    """Return the function that draws each tab; no Words if the player lists every word already."""
    return {
        "pairs": draw_pairs,
        "words": draw_words if len(run.training.corpus) > ROWS else None,
        "vocabulary": draw_vocabulary_tab,
        "token": draw_token,
        "stop": draw_stop,
        "code": draw_code,
        "claims": draw_claims,
    }


@contextmanager
def _fold(name: str) -> Iterator[bool]:
    """Draw the content of a block in a fold, initially closed."""
    area = "stop" if name in ("least", "terms", "unseen") else "train"
    with fold(t(f"{area}.fold_{name}"), f"train_fold_{name}") as is_open:
        yield is_open


# Pairs -------------------------------------------------------------------------------------------


def draw_pairs(run: Run, step: int) -> None:
    """Draw every pair at this step, with folds for ties, changes, and tie rules."""
    training = run.training
    snapshot, scheme = training.snapshot(step), run.scheme
    heading_text = heading("tables.pairs_heading", step=step)
    if not snapshot.different_pairs:
        say("tables.pairs_none")
    else:
        terms = t("tables.pairs_terms")
        if scheme.mark:
            terms += " " + t(f"tables.mark_{scheme.boundary}", mark=f"`{scheme.mark}`")
        st.caption(terms)
        search = search_line(t("tables.pairs_search"), "train_pair_search")
        asked: tuple[str, ...] = st.session_state.get("train_pair", ())
        _offer_fork(run, step, asked)
        chosen = "tables.badge_would" if step == len(training) else "tables.badge_next"
        draw_table(
            pairs(snapshot, search=search, asked=asked),
            (PAIR, *((COUNT_BAR,) if scheme.score == "count" else (COUNT, SCORE_BAR)), WORDS),
            heading_text,
            scheme,
            area="tables",
            search=search,
            badges={
                **({"asked": t("tables.badge_asked")} if asked else {}),
                "chosen": t(chosen),
            },
            notes={"forbidden": "tables.forbidden_{forbidden}"},
        )
    with _fold("ties") as is_open:
        if is_open:
            draw_ties(run, step)
    with _fold("changes") as is_open:
        if is_open:
            draw_changes(run, step)
    with _fold("rules") as is_open:
        if is_open:
            draw_rules(run)


def _offer_fork(run: Run, step: int, asked: tuple[str, ...]) -> None:
    """Link to the run in which the clicked pair is merged now, if it can be."""
    snapshot = run.training.snapshot(step)
    found = find_pair(snapshot, asked) if asked else None
    if found is None or snapshot.next is None or step == len(run):
        return
    pair = snapshot.pair_count(found)
    if not pair.forbidden and pair.pair != snapshot.next.pair:
        label = t("train.what_if", pair=quoted(" + ".join(map(visible, pair.pair))))
        fork = (*(state.choices().forced or ()), (step, (asked[0], asked[1])))
        forced = tuple(each for each in fork if each[0] <= step)
        link("wordpiece", label, against="pair", forced=forced, scheme=run.scheme.name, step=step)


def draw_ties(run: Run, step: int) -> None:
    """Draw the tied pairs, the rule that chose, and the choices of other rules."""
    snapshot, scheme = run.training.snapshot(step), run.scheme
    merge, tied = snapshot.next, snapshot.tied
    if merge is None:
        heading("tables.ties_heading", step=step)
        say("tables.ties_none_left")
        return
    left, right = beside()
    with left:
        heading_text = heading("tables.ties_heading", step=step)
        kind = "some" if len(tied) > 1 else "none"
        scored = scheme.score != "count"
        say(
            f"tables.ties_{kind}{'_score' if scored else ''}",
            scheme,
            merge_tokens(merge),
            rule=t(f"ties.is_{scheme.tie_rule}"),
            n=len(tied),
            count=merge.count,
        )
        badges = {"chosen": t("tables.badge_wins")}
        columns = (PAIR, COUNT, *((SCORE,) if scored else ()), WORDS)
        draw_table(ties(snapshot), columns, heading_text, scheme, area="tables", badges=badges)
    with right:
        heading_text, found = heading("tables.winners_heading"), winners(snapshot)
        is_decisive = len({*found.column("pair")}) > 1
        say("tables.winners_differ" if is_decisive else "tables.winners_alike")
        columns = Column("rule", message="ties.is_{rule}"), Column("pair", "pair", header="winner")
        badges = {"used": t("tables.badge_used")}
        draw_table(found, columns, heading_text, scheme, area="tables", badges=badges)


def draw_changes(run: Run, step: int) -> None:
    """Draw the changes of other pairs by the last merge."""
    snapshot, heading_text = (
        run.training.snapshot(step),
        heading("tables.changes_heading", step=step),
    )
    merge, rows = snapshot.previous, changes(snapshot)
    if merge is None:
        say("tables.step_zero")
        return
    say(f"tables.changes_{'by' if len(rows) > 1 else 'none'}", run.scheme, merge_tokens(merge))
    columns = (
        PAIR,
        Column("after", template="{before:,}\u00a0→\u00a0{after:,}", header="change"),
        Column("cause", "pair", prefix="tables.change_{kind}"),
    )
    draw_table(rows, columns, heading_text, run.scheme, area="tables")
    twins = (merge.token, merge.token)
    met = (e for e in snapshot.changes if e.kind == "appeared" and e.pair == twins)
    if meeting := next(met, None):
        tokens = {"pair": meeting.pair, "cause": meeting.cause}
        say_written(sentence("tables.changes_note_meet", run.scheme, tokens))
    else:
        st.caption(t("tables.changes_note"))


def draw_rules(run: Run) -> None:
    """Train the corpus with every tie rule; draw the first differences and the shared merges."""
    cells = int(run.training.counters["cells"])
    is_wanted = cells <= MAX_CELLS or st.toggle(t("train.rules_all"), key="train_rules")
    if not is_wanted:
        return
    cancel = partial(shut, "train_fold_rules")
    runs = {
        name: run.with_rules(tie_rule=choice.tie_rule, byte_order=choice.byte_order)
        for name, choice in tie_choices(run.scheme).items()
    }
    runs[run.scheme.tie_rule] = run
    rows, partings, lengths = [], [], []
    for rule, other in runs.items():
        two = TwoRuns(run.training, other.train(cancel))
        shared, total = len({*two.learned(two.last).both}), int(other.training.token_counts[-1])
        rows.append((rule, other is run, two.parting, two.meeting, shared, len(run), total))
        partings += [two.parting] if two.parting is not None else []
        lengths.append(len(other))
    rows.sort(key=lambda row: not row[1])

    def at(step: int | None) -> str:
        return t("train.never") if step is None else f"{step:,}"

    columns = (
        Column("rule", message="ties.is_{rule}"),
        Column("parting", format=at),
        Column("meeting", format=at),
        Column("shared", template="{shared:,} / {all:,}"),
        Column("total", "number"),
    )
    names = ("rule", "used", "parting", "meeting", "shared", "all", "total")
    heading_text, badges = t("train.rules_heading"), {"used": t("tables.badge_used")}
    draw_table(Rows(names, rows), columns, heading_text, area="train", badges=badges)
    if not partings:
        say("train.rules_alike", rules=len(runs))
        return
    start = max(0, min(partings) - 1)
    say("train.rules_from", start=start)
    ranks = range(start, min(start + RANKS_SHOWN, max(lengths)))
    learned = [
        (rank, *(r.training.merges[rank].token if rank < len(r) else None for r in runs.values()))
        for rank in ranks
    ]
    by_rule = (Column("rank", "number"), *(Column(rule, "token") for rule in runs))
    draw_table(Rows(("rank", *runs), learned), by_rule, heading_text, run.scheme, area="ties")


# Words and vocabulary ----------------------------------------------------------------------------


def draw_words(run: Run, step: int) -> None:
    """Draw the words and their splits, a box to pin words, and changed words in a fold."""
    snapshot = run.training.snapshot(step)
    heading_text = heading("tables.words_heading", step=step)
    search = search_line(t("tables.words_search"), "train_word_search")
    pin_box(run, "train", tuple(find_words(snapshot, search, OFFERED)))
    draw_table(
        words(snapshot, search=search),
        (WORD, COUNT_BAR, SPLIT, Column("length", "number")),
        heading_text,
        run.scheme,
        area="tables",
        search=search,
        badges={"changed": t("tables.badge_changed")},
    )
    with _fold("changed") as is_open:
        if is_open:
            heading_text = heading("tables.changed_heading", step=step)
            if snapshot.previous is None:
                say("tables.step_zero")
                return
            say("tables.changed_by", run.scheme, merge_tokens(snapshot.previous))
            split = Column("tokens", "split", header="before_after", above="before_tokens")
            rows = changed_words(snapshot)
            draw_table(rows, (WORD, COUNT, split), heading_text, run.scheme, area="tables")


def draw_vocabulary_tab(run: Run, step: int) -> None:
    """Draw the vocabulary as a sum and as a list; the totals by step are in a fold."""
    draw_vocabulary(vocabulary_at(run.training.snapshot(step), *vocabulary_asked("train")), "train")
    with _fold("over_time") as is_open:
        if is_open and not len(run):
            say("charts.nothing")
        elif is_open:
            totals = over_time(run.training)
            for name in totals.names[1:]:
                values = [each for each in totals.column(name) if each is not None]
                chart = LineChart(
                    f"over_time_{name}",
                    "train",
                    {t(f"charts.{name}_axis"): values},
                    step,
                    t(f"charts.{name}_title"),
                    last=len(run),
                    log=True,
                    stairs=True,
                )
                draw_lines(chart)


# When to stop ------------------------------------------------------------------------------------

LONGER = "first-chapters"
"""A sample whose minimum is neither at the start nor at the end."""

COSTS = ("total", "corpus", "vocabulary")
"""The sum and its two parts, in the chart's order."""

TERMS = ("length", "left", "right", "new", "text", "spelling", "total")
"""Terms of the change by a merge, in order."""

HELD_OUT, SEED = 0.2, 0
"""Share of held-out sentences, and the seed that selects them."""

# A full stop ends a sentence if white space follows, and a Chinese one anywhere.
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?!\s))*+(?:[.!?。！？\n]++|\Z)\s*+")


@remembered
def costs_of(training: Training) -> CostCurve:
    """Return the cost of the training text, in bits, at every step."""
    return description_length(training)


def _bits(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"


def draw_stop(run: Run, step: int) -> None:
    """Explain why the run stopped; draw the cost of each step; on request show the minimum."""
    training = run.training
    costs, last, reason = costs_of(training), len(training), training.stop.reason
    if last and not costs.best_step:  # no merge pays for itself: offer a text in which some do
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(t("stop.short"), width="content")
            label = t("controls.show_it_on", title=corpus_name(LONGER))
            show = partial(state.choose, corpus=LONGER, step=None)
            st.button(label, key="stop_longer", type="tertiary", on_click=show)
    picture = st.container()
    heading("tables.stop_heading")
    following = training.stop.merge
    count = int(following.count) if following else 0
    say(f"tables.stop_{reason}", n=last, count=count)
    if following is None:
        say("tables.stop_no_next")
    else:
        say("tables.stop_next", run.scheme, merge_tokens(following), count=count)
    with _fold("least") as is_asked:
        if is_asked:
            say_written(least_said(training, costs))
    if last:
        size = len(training.alphabet)
        say("stop.prefix", step=step, size=size + step, whole=size + last)
        with picture:
            series = {t(f"stop.line_{name}"): getattr(costs, f"{name}_bits") for name in COSTS}
            heading_text, least = t("stop.length_title"), costs.best_step if is_asked else None
            height = "clamp(12.5rem, 100svh - 33rem, 24rem)"
            draw_resplit(training, run.source.beginning, "train", step)
            draw_lines(
                LineChart(
                    "stop_curve", "train", series, step, heading_text, marked=least, height=height
                )
            )
    with _fold("terms") as is_asked:
        if is_asked:
            _draw_terms(run, step)
            for name in ("words", "limits"):
                st.caption(t(f"stop.model_{name}"))
    with _fold("unseen") as is_asked:
        if is_asked:
            _draw_unseen(run, step)


def least_said(training: Training, costs: CostCurve) -> str:
    """Return a sentence, as HTML, on the step with the shortest text and vocabulary together."""
    last, best, total = len(training), costs.best_step, costs.total_bits
    is_whole = training.stop.reason == "no_pairs"
    kind = "start" if best == 0 else "end" if best == last else "within"
    if kind == "end" and is_whole:
        kind = "whole"
    if not last:
        kind = "pairless" if is_whole else "none"
    return sentence(
        f"stop.least_{kind}",
        best=best,
        bits=_bits(total[best]),
        start=_bits(total[0]),
        last=last,
        end=_bits(total[-1]),
        size=len(training.alphabet) + best,
    )


def _draw_terms(run: Run, step: int) -> None:
    """Draw the terms of the change by the last merge."""
    heading_text = heading("stop.merge_heading", step=step)
    if not step:
        say("stop.step_zero")
        return
    training = run.training
    terms, met = merge_terms(training, step - 1), merge_numbers(training, step - 1)
    kind = "saves" if terms.total < 0 else "costs" if terms.text < 0 else "lengthens"
    say(
        f"stop.merge_{kind}",
        run.scheme,
        merge_tokens(training.merges[step - 1]),
        text=_bits(abs(terms.text)),
        spelling=_bits(terms.spelling),
        total=_bits(abs(terms.total)),
    )
    names = [name for name in TERMS if not (met.is_twins and name == "right")]
    rows = [(_term_label(name, met), f"{getattr(terms, name):+,.1f}") for name in names]
    columns = Column("term"), Column("bits")
    draw_table(Rows(("term", "bits"), rows), columns, heading_text, area="stop")


def _term_label(name: str, met: MergeNumbers) -> str:
    """Return the label of a term of the change, with its numbers."""
    left, right = (visible(token[:60]) for token in met.pair)
    return t(
        f"stop.term_{name}",
        left=left,
        right=right,
        token=visible(met.token[:60]),
        n=met.replaced,
        N=met.total,
        N_after=met.total_after,
        f_left=met.left,
        f_right=met.right,
        g_left=met.left_after,
        g_right=met.right_after,
    )


def _draw_unseen(run: Run, step: int) -> None:
    """Train on a part of the corpus; draw the cost of it and of the held-out part, by step."""
    source, has_text = run.source, run.source.file is not None
    st.markdown(t(f"stop.unseen_how{'' if has_text else '_counts'}", share=in_percent(HELD_OUT, 0)))
    name = digest("kept", source.digest, f"{HELD_OUT} {SEED}")
    kept = replace(run, source=replace(source, digest=name, corpus=partial(part_of, source, False)))
    job: Job[tuple[CostCurve, CostCurve]] = Job(
        ("unseen", kept.key),
        learn_and_cost,
        (kept, source),
        stage="reading",
        is_long=True,
        keeps=True,
        error_prefix="training",
    )
    try:
        seen, unseen = result_of(job, partial(shut, "train_fold_unseen"))
    except CorpusError as error:
        if error.code not in ("no_words", "parted"):
            raise
        say("stop.unseen_single")
        return
    curves = {"seen": seen.bits_per_byte, "unseen": unseen.bits_per_byte}
    last, turning = len(curves["seen"]) - 1, unseen.turning_point
    here = min(step, last)
    numbers = {name: f"{values[here]:.3f}" for name, values in curves.items()}
    said = "falls" if turning is None else "turns"
    say(f"stop.unseen_{said}", step=here, lowest=turning or 0, last=last, **numbers)
    lines = {t(f"stop.line_{name}"): values for name, values in curves.items()}
    heading_text = t("stop.unseen_title")
    draw_lines(
        LineChart("stop_unseen", "train", lines, step, heading_text, digits=3, from_zero=False)
    )
    if unseen.unknown:
        st.caption(t("stop.unseen_unknown", n=unseen.unknown))
    st.caption(t("stop.unseen_why"))


def learn_and_cost(run: Run, source: Source) -> tuple[CostCurve, CostCurve]:
    """Train; return the cost by step of the training text, and of the held-out part of `source`.

    A worker does this. Raises CorpusError if one of the two is empty.
    """
    training = run.learn()
    held = part_of(source, is_held=True, scheme=training.scheme)
    return description_length(training), description_length_of(training, held)


def part_of(source: Source, is_held: bool, scheme: Scheme) -> Corpus:
    """Split a part of a text into words; for a table take a part of the occurrences."""
    if source.file is not None:
        return corpus_of_part(text_in(source.file), is_held, source.name, scheme)
    return source.corpus(scheme).split(HELD_OUT, SEED)[is_held]


def corpus_of_part(text: str, is_held: bool, source: str, scheme: Scheme) -> Corpus:
    """Split the held-out sentences of a text, or the others, into words.

    A sentence ends at its punctuation or at the line's end. Raises Refusal if a part has no words.
    """
    sentences = [each for each in _SENTENCE.findall(text) if each.strip()]
    out = np.random.default_rng(SEED).random(len(sentences)) < HELD_OUT
    if sentences and out.all() == out.any():
        out[0] = not out[0]  # neither part is empty
    chosen = (each for each, is_out in zip(sentences, out, strict=True) if is_out == is_held)
    return corpus_of_text("".join(chosen), source, scheme)


# Code --------------------------------------------------------------------------------------------

PAIRS_NAMED = 2
"""Number of counted pairs named next to the program."""


def draw_code(run: Run, step: int) -> None:
    """Show the program that learns this run, and its actions before this step."""
    program = program_of(run.training, run.source.text)
    if program is None:
        say("train.code_none")
        return
    listing(program.text, _lines_said(run, step, program) if step else {}, program.loop)
    say("train.code_how" if step else "train.code_begin", step=step)
    if step:
        say("train.code_work", **of_work(run.training.snapshot(step)))
    file = run.source.file
    if file is not None and run.source.characters > MAX_CHARS_INLINE:
        say("train.code_file", file=FILE)
        offer(t("train.code_save", file=FILE), partial(text_in, file), FILE, "train_code_file")


def _lines_said(run: Run, step: int, program: Program) -> dict[int, str]:
    """Return notes, as HTML, on the lines that made the last merge."""
    training = run.training
    before, merge, sizes = (
        training.snapshot(step - 1),
        training.merges[step - 1],
        training.vocabulary_sizes,
    )
    counted = before.pairs(PAIRS_NAMED)
    named = {f"pair_{at}": each.pair for at, each in enumerate(counted, 1)}
    counts = {f"count_{at}": each.count for at, each in enumerate(counted, 1)}
    n = int(training.merged_word_counts[step - 1])
    grown = {"before": int(sizes[step - 1]), "after": int(sizes[step])}
    pairs_said = "train.code_pairs" if len(counted) == PAIRS_NAMED else "train.code_last_pair"
    return {
        program.pairs: sentence(pairs_said, run.scheme, named, n=before.different_pairs, **counts),
        program.best: sentence("train.code_best", run.scheme, {"pair": merge.pair}),
        program.merged: sentence("train.code_changed", n=n),
        program.grown: sentence("train.code_grown", **grown),
    }


# Downloads ---------------------------------------------------------------------------------------


def downloads(bar: Bar, run: Run) -> None:
    """Offer the run as a page, its tables as one archive, and files for other libraries."""
    if not looks_at("downloads"):
        return
    with bar.more["downloads"]:
        step = state.step(len(run), run.start_step)
        words, hidden = pinned_words(run, "train"), Hiding("train").hidden
        if run.payload(player_options(words)).size > MAX_CHARS:
            st.caption(t("player.handout_large", limit=MAX_CHARS // 1_000_000))
        else:
            page, lang = about_run(run), language()
            make = partial(page_of, step=step, words=words, lang=lang, hidden=hidden, page=page)
            make_page = partial(_made, run, make)
            file = file_name(run.source.name, run.scheme.name, "handout.html")
            offer(t("player.handout_offer"), make_page, file, "train_handout_download")
            st.caption(t("player.handout_what"))
        left_out = t("tables.downloads_left_out", limit=MAX_FILE_BYTES // 1_000_000)
        make_tables = partial(_made, run, archive, step, left_out, language())
        file = file_name(run.source.name, run.scheme.name, "tables.zip", step)
        offer(t("tables.download_archive"), make_tables, file, "train_archive_download")
        st.caption(t("tables.download_archive_what", step=step, tables=len(CSV)))
        names, refused = formats(run.training)
        if names:
            make_files = partial(_made, run, for_libraries, names)
            file = file_name(run.source.name, run.scheme.name, "libraries.zip")
            offer(t("tables.download_libraries"), make_files, file, "train_libraries_download")
            st.caption(in_list(names))
            if CODES in names and run.scheme.pretokenizer != "space":
                st.caption(t("tables.downloads_codes", file=CODES))
        if refused is not None:
            st.caption(error_sentence(refused))
        elif names == (MERGES,):
            fixed = why_mark_is_fixed(run.scheme)
            st.caption(t("tables.downloads_fixed" if fixed else "tables.downloads_no_library"))


# Created in the thread of the download, so that no widget keeps a record alive.
def _made(run: Run, make: Callable[..., bytes | str], *arguments: Any) -> bytes | str:
    return make(run.training, *arguments)


def about_run(run: Run) -> HandoutPage:
    """Return the texts around the player in a handout of a run."""
    lang, scheme, training = language(), run.scheme, run.training
    named = (e for e in training_samples().values() if e.path.name == run.source.name)
    sample = next(named, None) if run.source.is_builtin else None
    text = t("controls.your_text") if sample is None else sample.title[lang]
    words, tokens = len(training.corpus), training.snapshot(0).token_count
    least = run.min_frequency if run.min_frequency > 1 else None
    limits = {"max_merges": run.max_merges, "vocab_size": run.vocab_size, "min_frequency": least}
    said = {
        "corpus": t("player.handout_words", text=text, words=words, tokens=tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        **{name: f"{limit:,}" for name, limit in limits.items() if limit is not None},
    }
    sizes = t("player.handout_sizes", merges=len(training), vocabulary=len(training.tokens))
    facts = ((t(f"controls.{name}"), value) for name, value in said.items() if value)
    return HandoutPage(
        title=t("player.handout_title", text=text, scheme=scheme_name(scheme.name)),
        lead=t("player.handout_lead"),
        note=about_text(sample, scheme),
        facts=(*facts, (t("player.handout_learned"), sizes)),
    )
