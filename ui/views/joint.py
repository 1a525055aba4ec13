"""Two languages, one vocabulary: each text trained separately, and both together.

Words split by all three runs are the picture, above the joint run's player. Tabs: the words of both
texts, the cost of joint training for each, and a vocabulary filter. "first" and "second" are the
texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import nsmallest
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from bpe import PRESETS, Tokenizer, Training
from bpe.player.tokens import Token
from bpe.readings.granularity import is_spaced
from bpe.readings.joint import JointRuns, SharedWords, VocabularyFilter, moved_cuts
from ui import state
from ui.cache import remembered
from ui.details import draw_tabs
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import heading, inline_row, search_line, styles, text_line
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.draw.table_rows import ROWS, Rows
from ui.draw.tokens import shorten, spaced
from ui.frame import Bar
from ui.notes import takes_lines_for_words
from ui.own_text import sources, store
from ui.own_text.boxes import (
    MAX_FILE_MEGABYTES,
    encoding_picker,
    file_box,
    own_box,
    process_upload,
    refused,
)
from ui.own_text.sources import Source
from ui.own_text.uploads import Upload
from ui.pickers import (
    about_text,
    go_back,
    picker,
    run_of,
    runs_or_last,
    scheme_picker,
    settings_box,
)
from ui.player import step_player
from ui.runs import Run
from ui.samples import Sample, parallel_samples
from ui.state import OWN_PAIR, Settings
from ui.text import corpus_name, language, quoted, t

STYLE = Path(__file__).with_name("joint.css")

SIDES = (0, 1)

NAMES_SHOWN, MIN_NAME_CHARS = 5, 4
"""Number of words in the picture, and minimum characters of a shared word in it."""

FREQUENT = 4
"""Number of frequent words in the player, in addition to those of the picture."""

MAX_TEXT_CHARS = 100

THRESHOLDS = (1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500)
"""Minimum counts of a token in one language to be allowed there."""

WORD = Column("word", "word")
SPLITS = tuple(Column(run, "tokens", cuts=f"{run}_cuts") for run in ("first", "second", "joint"))
SPLIT_NAMES = ("first", "second", "joint", "first_cuts", "second_cuts", "joint_cuts")
"""The splits by the three runs, and the indices of tokens whose start is not a cut in all three."""


@dataclass(frozen=True)
class Pair:
    """Two texts that are not yet split into words.

    Attributes:
        titles: their titles on the page; the two differ.
        compare: words to compare.
        step: an interesting first step; None for the step with the least agreement.
        is_own: whether they are the reader's own.
    """

    sources: tuple[Source, Source]
    titles: tuple[str, str]
    compare: str = ""
    step: int | None = None
    is_own: bool = False


@dataclass(frozen=True)
class Two:
    """Two texts, and their three runs: each text separately, and both together."""

    pair: Pair
    first: Run
    second: Run
    joint: Run

    @property
    def runs(self) -> JointRuns:
        """The three records."""
        return JointRuns((self.first.training, self.second.training), self.joint.training)

    @property
    def shared(self) -> SharedWords:
        """The words of both texts."""
        return shared_words(self.first.training, self.second.training)

    @property
    def titles(self) -> tuple[str, str]:
        """Titles of the two texts."""
        return self.pair.titles

    @property
    def opening(self) -> int:
        """The first step of the page."""
        step = self.pair.step
        if step is None:
            step = int(self.shared.agreement.argmin())
        return min(step, len(self.joint))


@remembered
def shared_words(first: Training, second: Training) -> SharedWords:
    """Return the shared words, and the steps at which the separate runs split them alike."""
    return SharedWords(first, second)


@remembered
def _has_spaces(training: Training) -> bool:
    return is_spaced(training.corpus)


# Two texts ----------------------------------------------------------------------------------------


def choose_pair(bar: Bar) -> Two:
    """Draw the pickers of two texts, scheme and settings; return the three chosen runs."""
    for side in SIDES:
        process_upload(f"pair_file_{side}", partial(_take, side), go_back)
    settings = state.settings()
    assert settings is not None
    state.show(settings)
    with bar.pickers:
        opening = state.runs().opening_text() or ""
        labels = {name: sample.title[language()] for name, sample in parallel_samples().items()}
        labels[OWN_PAIR] = t("joint.two_files")
        name = picker("pair", t("joint.pair"), labels, state.chosen("pair"), opening)
        scheme_picker(settings)
    preset = PRESETS[settings.scheme or ""]
    with bar.more["about"]:
        st.caption(about_text(parallel_samples().get(name), preset))
    if name == OWN_PAIR:
        _upload(bar)
    elsewhere = state.state().current
    if elsewhere is not None:
        st.caption(t("joint.pairs_only", title=corpus_name(elsewhere.corpus or "")))
    pair = _own_pair() if name == OWN_PAIR else _pair_of(parallel_samples()[name])
    with bar.more["settings"]:
        settings_box(preset, pair.sources[0] if pair else None, settings)
    shown = pair or _pair_of(parallel_samples()[opening])
    wanted = None if pair is None else _runs_of(pair, settings)
    first, second, joint = runs_or_last(wanted, lambda: _runs_of(shown, Settings(scheme=None)))
    if joint.is_fallback and (last := st.session_state.get("last_pair")) is not None:
        if last[1] == joint:
            shown = last[0]
    else:
        st.session_state["last_pair"] = shown, joint
    state.clamp_step(len(joint))
    state.colour_by(joint, first, second)
    return Two(shown, first, second, joint)


def _upload(bar: Bar) -> None:
    """Draw two file boxes next to each other."""
    files: dict[int, Upload] = store.texts().get(OWN_PAIR) or {}
    label = t("joint.choose_files")
    if len(files) == len(SIDES):
        label = t("joint.files_used", first=quoted(files[0].name), second=quoted(files[1].name))
    missing = len(files) < len(SIDES) or any(refused(f"pair_file_{side}") for side in SIDES)
    with own_box(label, missing, bar.pickers, ":material/upload_file:"):
        for side, place in zip(SIDES, st.columns(2), strict=True):
            with place:
                box = f"pair_file_{side}"
                file_box(box, t(f"joint.file_{side}", limit=MAX_FILE_MEGABYTES))
                if side in files:
                    encoding_picker(box, f"pair_encoding_{side}", files[side])
        if len(files) < len(SIDES):
            st.caption(t(f"joint.files_missing_{len(SIDES) - len(files)}"))


def _take(side: int, upload: Upload) -> None:
    files = store.texts().get(OWN_PAIR) or {}
    store.give(OWN_PAIR, {**files, side: upload})
    state.choose(pair=OWN_PAIR, step=None)


def _own_pair() -> Pair | None:
    """Return the reader's two files, or None until both are uploaded."""
    files: dict[int, Upload] = store.texts().get(OWN_PAIR) or {}
    if len(files) < len(SIDES):
        return None
    both = [sources.of_upload(files[side]) for side in SIDES]
    merges = max((each.merges for each in both if each.merges is not None), default=None)
    titles = [spaced(shorten(files[side].name)) for side in SIDES]
    if titles[0] == titles[1]:
        titles = [f"{title} ({side + 1})" for side, title in zip(SIDES, titles, strict=True)]
    first, second = (replace(source, merges=merges) for source in both)
    return Pair((first, second), (titles[0], titles[1]), is_own=True)


def _pair_of(sample: Sample) -> Pair:
    first, second = (t(f"joint.language_{code}") for code in sample.languages)
    return Pair(sources.of_parallel(sample), (first, second), sample.compare, sample.default_step)


def _runs_of(pair: Pair, settings: Settings) -> tuple[Run, Run, Run]:
    """Return the runs of each text and of both together, with the same limits."""
    if settings.scheme is None:
        opening = state.runs().opening_scheme(pair.sources[0].name)
        settings = replace(settings, scheme=opening)
    like = run_of(pair.sources[0], settings)
    both = sources.joined(*pair.sources)
    first, second, joint = (replace(like, source=each) for each in (*pair.sources, both))
    return first, second, joint


# The picture --------------------------------------------------------------------------------------


def draw_picture(two: Two) -> int:
    """Draw the words split by three runs above the player of the joint run; return its step."""
    styles(STYLE)
    above = st.container()
    names = shared_names(two.shared, two.opening)
    with st.container(key="joint_stage"):
        picture = st.container(key="joint_picture")
        step = step_player(
            two.joint,
            key="joint",
            pinned=names,
            default=two.opening,
            words=FREQUENT,
            brief=True,
            hide=None,
        )
    heading_text = t("joint.picture_heading", step=step)
    with above, inline_row("joint"):
        st.header(heading_text, anchor=False, width="content")
        key = f"joint_names_{two.pair.sources[0].digest[:8]}"
        text = text_line(t("joint.names"), key, two.pair.compare, MAX_TEXT_CHARS)
    with picture:
        rows = name_splits(two, step, text, names)
        if rows:
            _table(two, rows, (WORD, *SPLITS), heading_text, stacks=True, look="fills")
        else:
            say("joint.picture_empty")
        _say_agreement(two, step)
    return step


def shared_names(shared: SharedWords, step: int) -> tuple[str, ...]:
    """Choose shared words for the picture: letters only, differently split ones if there are any.

    Most frequent first, capitalised ones before others.
    """
    differ = zip(shared.texts, shared.differ(step).tolist(), strict=True)
    letters = [
        (not differs, not word.strip()[0].isupper(), place, word)
        for place, (word, differs) in enumerate(differ)
        if word.strip().isalpha() and len(word.strip()) >= MIN_NAME_CHARS
    ]
    return tuple(word for *_, word in nsmallest(NAMES_SHOWN, letters))


def name_splits(two: Two, step: int, text: str, names: Sequence[str]) -> Rows:
    """Split the words of a text, then shared words, up to `NAMES_SHOWN`, by each of three runs.

    Columns: word, then `SPLIT_NAMES`.
    """
    snapshots = two.runs.at(step)
    encodings = [each.training.tokenizer(each.step).encode(text).words for each in snapshots]
    rows: list[tuple[Any, ...]] = [
        (one.text, one.tokens, other.tokens, both.tokens)
        for one, other, both in zip(*encodings, strict=True)
    ]
    rows = [*dict.fromkeys(rows)]
    asked = {row[0] for row in rows}
    more = [name for name in names if name not in asked][: max(0, NAMES_SHOWN - len(rows))]
    rows += [(name, *(snapshot.tokens(name) for snapshot in snapshots)) for name in more]
    tokenizer = two.joint.training.tokenizer()
    return Rows(("word", *SPLIT_NAMES), [(*row, *_cuts(tokenizer, row[1:])) for row in rows])


def _cuts(tokenizer: Tokenizer, splits: Sequence[Sequence[Token]]) -> tuple[tuple[int, ...], ...]:
    """Return the positions at which a word's splits differ, ignoring marks inside tokens."""
    return moved_cuts([[*map(tokenizer.plain, split)] for split in splits])


def _say_agreement(two: Two, step: int) -> None:
    """Write the number of differently split words, or the reason why few can be shared."""
    whole = zip(two.titles, (two.first, two.second), strict=True)
    unspaced = [title for title, run in whole if not _has_spaces(run.training)]
    for each in unspaced:
        say("joint.unspaced", title=each)
    if unspaced and takes_lines_for_words(two.joint.scheme):
        st.caption(t("controls.four_ways"))
    if not unspaced:
        shared, differ = len(two.shared.texts), int(two.shared.differ(step).sum())
        kind = "none_shared" if not shared else "some" if differ else "all"
        first, second = two.titles
        say(f"joint.agree_{kind}", shared=shared, differ=differ, first=first, second=second)


# Tabs ---------------------------------------------------------------------------------------------


def draw_joint_tabs(two: Two, step: int) -> None:
    """Draw the open tab at a step."""
    tabs = {"shared": draw_shared, "cost": draw_cost, "filter": draw_filter}
    draw_tabs({name: partial(draw, two, step) for name, draw in tabs.items()})


def draw_shared(two: Two, step: int) -> None:
    """Show every shared word, and by step the number of equal splits."""
    heading_text = heading("joint.shared_heading", step=step)
    shared, snapshots = two.shared, two.runs.at(step)
    if not shared.texts:
        say("joint.agree_none_shared", first=two.titles[0], second=two.titles[1])
        return
    search = search_line(t("joint.shared_search"), "joint_shared_search")
    wanted, tokenizer = search.casefold(), two.joint.training.tokenizer()
    found = [
        place
        for place in np.argsort(~shared.differ(step), kind="stable").tolist()
        if wanted in shared.texts[place].casefold()
    ]
    rows = []
    for place in found[:ROWS]:
        splits = [each.tokens(shared.texts[place]) for each in snapshots]
        row = shared.texts[place], *shared.counts[place], *splits, *_cuts(tokenizer, splits)
        rows.append(row)
    names = ("word", "count_first", "count_second", *SPLIT_NAMES)
    counts = Column("count_first", template="{count_first:,} · {count_second:,}", header="counts")
    shown = Rows(names, rows, len(found) > len(rows))
    _table(two, shown, (WORD, counts, *SPLITS), heading_text, search=search)
    alike = {t("joint.agreement_axis"): shared.agreement.tolist()}
    above = t("joint.agreement_title")
    draw_lines(LineChart("joint_agreement", "joint", alike, step, above))
    st.caption(t("joint.agreement_note"))


def draw_cost(two: Two, step: int) -> None:
    """Show tokens of each text with separate and joint merges, and when the latter catch up."""
    runs, heading_text = two.runs, heading("joint.cost_heading", step=step)
    titles = dict(zip(("first_title", "second_title"), two.titles, strict=True))
    say("joint.cost_sizes", **titles, **runs.sizes(step))
    rows = []
    for side, run in zip(SIDES, (two.first, two.second), strict=True):
        cost = runs.cost(side, step)
        part = "word" if _has_spaces(run.training) else "line"
        own, both = (
            t(f"joint.tokens_a_{part}", tokens=tokens, each=f"{each:.2f}")
            for tokens, each in (
                (cost.alone, cost.alone_per_word),
                (cost.joint, cost.joint_per_word),
            )
        )
        reached = "_never" if cost.reached is None else ""
        rows.append((side, own, both, cost.extra, t(f"joint.reached{reached}", step=cost.reached)))
    columns = (
        Column("side", format=two.titles.__getitem__),
        Column("alone"),
        Column("joint", header="joint_tokens"),
        Column("extra", template="{extra:+.1%}"),
        Column("reached"),
    )
    _table(two, Rows(tuple(each.name for each in columns), rows), columns, heading_text)
    st.caption(t("joint.cost_note"))
    for side, whose in enumerate(two.titles):
        counts = {
            "alone": runs.alone[side].token_counts.tolist(),
            "joint": runs.token_counts_by_step(side).tolist(),
        }
        lines = {t(f"joint.line_{name}"): values for name, values in counts.items()}
        above = t("joint.cost_lines", title=whose)
        draw_lines(LineChart(f"joint_cost_{side}", "joint", lines, step, above))


def draw_filter(two: Two, step: int) -> None:
    """Split the tokens that are too rare in one text, with a chosen threshold."""
    heading_text = heading("joint.filter_heading", step=step)
    say("joint.filter_rule")
    whose, often = st.columns(2, gap="large")
    # A reader's files may have any name.
    labels = [quoted(title) for title in two.titles] if two.pair.is_own else two.titles
    now = st.session_state.get("joint_filter_side")
    with whose:
        side = st.radio(
            t("joint.filter_side"),
            (1, 0),
            format_func=labels.__getitem__,
            horizontal=True,
            key=state.shows("joint_filter_side", now if now in (0, 1) else 1),
            persist_state="session",
        )
    with often:
        threshold = st.select_slider(
            t("joint.filter_threshold"),
            THRESHOLDS,
            10,
            key="joint_filter_threshold",
            persist_state="session",
        )
    runs = two.runs
    snapshot = runs.at(step)[2]
    frequencies = runs.frequencies(side, snapshot).tolist()
    keep = VocabularyFilter(two.joint.training, frequencies, threshold)
    found = runs.words_split_back(side, snapshot, keep, ROWS + 1)
    say(
        "joint.filter_sum",
        title=two.titles[side],
        threshold=threshold,
        entries=len(snapshot.vocabulary),
        allowed=keep.allowed_count,
        before=sum(frequencies),
        after=keep.token_count(frequencies),
    )
    if not found:
        say(f"joint.filter_{'nothing' if step else 'step_zero'}", threshold=threshold)
        return
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:ROWS]]
    shown = Rows(("word", "count", "before_tokens", "tokens"), rows, len(found) > len(rows))
    columns = (
        WORD,
        Column("count", "number", header="count_in"),
        Column("tokens", "split", header="before_after", above="before_tokens"),
    )
    _table(two, shown, columns, heading_text, title=two.titles[side])


def _table(
    two: Two,
    rows: Rows,
    columns: Sequence[Column],
    caption: str,
    *,
    title: str = "",
    **looks: Any,
) -> None:
    """Draw a table whose headers may name the two texts, or `title`."""
    names = {**dict(zip(("first", "second"), two.titles, strict=True)), "title": title}
    draw_table(rows, columns, caption, two.joint.scheme, area="joint", names=names, **looks)
