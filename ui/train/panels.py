"""Lay out the readings of a snapshot that stand around a player: one function a tab.

A panel reads tables from `ui.tables`, says what to do where there is nothing to show, and keeps
corpus text out of Markdown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape

import streamlit as st

from bpe.interchange import library_files
from ui.draw import charts, tables
from ui.draw.grid import PALETTE, STYLE, grid, shorten
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

PINS = 8
"""Words one can pin to the player."""

OFFERED = 300
"""Words offered for pinning at a time; a search narrows them down."""

ACCENTS = {"light": "#c2255c", "dark": "#ff8fb1"}
"""The mark of the current step in a chart: 4.5:1 or more on the theme's background."""

PANELS = ("pairs", "ties", "words", "vocabulary", "over_time", "stop", "downloads")


def panels(training, step: int, key: str) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    st.html(PALETTE)
    st.html(STYLE)
    snapshot = training.snapshot(step)
    draw: dict[str, Callable[[], None]] = {
        "pairs": partial(pairs_panel, snapshot, key),
        "ties": partial(ties_panel, snapshot),
        "words": partial(words_panel, snapshot, key),
        "vocabulary": partial(vocabulary_panel, snapshot, key),
        "over_time": partial(over_time_panel, training, step),
        "stop": partial(stop_panel, training, snapshot),
        "downloads": partial(downloads_panel, training, snapshot, key),
    }
    draw_tabs(f"{key}_tabs", {name: t(f"tables.tab_{name}") for name in PANELS}, draw)


def pairs_panel(snapshot, key: str) -> None:
    """Show every pair at this step beside the ledger of what the last merge changed."""
    everything, ledger = _beside()
    with everything:
        heading = _heading("tables.pairs_heading", step=snapshot.step)
        if snapshot.pairs(1):
            search = st.text_input(t("tables.pairs_search"), key=f"{key}_pair_search")
            _table(
                tables.pairs(snapshot, search=search),
                ("pair", "count", *_score(snapshot), "words"),
                heading,
                snapshot,
                badges={
                    "chosen": t("tables.badge_next" if _more(snapshot) else "tables.badge_would")
                },
                notes={"forbidden": lambda rule: t(f"tables.forbidden_{rule}")},
                bars="score" if _score(snapshot) else "count",
                search=search,
            )
        else:
            _say("tables.pairs_none", snapshot)
    with ledger:
        heading = _heading("tables.changes_heading", step=snapshot.step)
        if not snapshot.step:
            _say("tables.step_zero", snapshot)
            return
        frame = tables.changes(snapshot)
        said = "tables.changes_by" if len(frame) > 1 else "tables.changes_none"
        _say(said, snapshot, _merge(snapshot.training.merges[snapshot.step - 1]))
        _table(
            frame,
            ("pair", "after", "cause"),
            heading,
            snapshot,
            titles={"after": "change"},
            labels={"after": lambda row: f"{row['before']:,}\u00a0→\u00a0{row['after']:,}"},
            leads={"cause": lambda row: t(f"tables.change_{row['kind']}")},
        )
        st.caption(t("tables.changes_note"))


def ties_panel(snapshot) -> None:
    """Show who is tied for the lead, the rule that chose, and who else would have won."""
    if snapshot.next is None:
        _heading("tables.ties_heading", step=snapshot.step)
        _say("tables.ties_none_left", snapshot)
        return
    rule = t(f"tables.rule_{_slug(snapshot.training.scheme.tie_rule)}")
    tied, rules = _beside()
    with tied:
        heading = _heading("tables.ties_heading", step=snapshot.step)
        frame = tables.ties(snapshot)
        tie = "tables.ties_some" if len(snapshot.ties) > 1 else "tables.ties_none"
        tie += "_score" if _score(snapshot) else ""
        values = {"n": f"{len(snapshot.ties):,}", "count": f"{snapshot.next.count:,}"}
        _say(tie, snapshot, _merge(snapshot.next), rule=rule, **values)
        _table(
            frame,
            ("pair", "count", *_score(snapshot), "words"),
            heading,
            snapshot,
            badges={"chosen": t("tables.badge_wins")},
        )
    with rules:
        heading = _heading("tables.winners_heading")
        frame = tables.winners(snapshot)
        differ = frame["pair"].nunique() > 1
        _say("tables.winners_differ" if differ else "tables.winners_alike", snapshot)
        _table(
            frame,
            ("rule", "pair"),
            heading,
            snapshot,
            titles={"pair": "winner"},
            labels={"rule": lambda row: t(f"tables.rule_{_slug(row['rule'])}")},
            badges={"used": t("tables.badge_used")},
        )


def words_panel(snapshot, key: str) -> None:
    """Show the words and their splits beside the ones the last merge changed; pin words."""
    everything, changed = _beside()
    with everything:
        heading = _heading("tables.words_heading", step=snapshot.step)
        search = st.text_input(t("tables.words_search"), key=f"{key}_word_search")
        _pin(snapshot, key, search)
        _table(
            tables.words(snapshot, search=search),
            ("word", "count", "tokens", "length"),
            heading,
            snapshot,
            badges={"changed": t("tables.badge_changed")},
            bars="count",
            search=search,
        )
    with changed:
        heading = _heading("tables.changed_heading", step=snapshot.step)
        if not snapshot.step:
            _say("tables.step_zero", snapshot)
            return
        _say("tables.changed_by", snapshot, _merge(snapshot.training.merges[snapshot.step - 1]))
        _table(
            tables.changed_words(snapshot),
            ("word", "count", "tokens"),
            heading,
            snapshot,
            titles={"tokens": "before_after"},
            above={"tokens": "before_tokens"},
        )


def vocabulary_panel(snapshot, key: str) -> None:
    """Show the vocabulary as a sum and as a list, and the tokens no longer in use."""
    heading = _heading("tables.vocabulary_heading", step=snapshot.step)
    _sum(tables.ledger(snapshot))
    everything, retired = _beside()
    kinds = {"kind": lambda row: t(f"tables.kind_{row['kind']}")}
    with everything:
        search = st.text_input(t("tables.vocabulary_search"), key=f"{key}_token_search")
        _table(
            tables.vocabulary(snapshot, search=search),
            ("token", "id", "kind", "count", "born"),
            heading,
            snapshot,
            titles={"kind": "token_kind"},
            labels=kinds,
            bars="count",
            search=search,
        )
    with retired:
        heading = _heading("tables.retired_heading")
        unused = tables.vocabulary(snapshot, unused=True)
        if unused.empty:
            _say("tables.retired_none", snapshot)
            return
        _say("tables.retired_why", snapshot)
        _table(
            unused,
            ("token", "kind", "born"),
            heading,
            snapshot,
            titles={"kind": "token_kind"},
            labels=kinds,
        )


def over_time_panel(training, step: int) -> None:
    """Draw the run's totals by step with the current step marked."""
    if not len(training.merges):
        _say("charts.nothing", training.snapshot(0))
        return
    frame = tables.over_time(training)
    accent = ACCENTS["dark" if st.context.theme.type == "dark" else "light"]
    now = frame.iloc[step]
    last = frame.iloc[-1]
    for column in ("tokens", "vocabulary", "winner"):
        end = frame[column].dropna().iloc[-1]
        values = {"first": f"{frame[column].iloc[0]:,}", "last": f"{end:,}"}
        shown = "–" if column == "winner" and step == last["step"] else f"{now[column]:,}"
        st.altair_chart(
            charts.over_time(
                frame,
                column,
                step,
                title=t(f"charts.{column}_title"),
                x=t("charts.step"),
                y=t(f"charts.{column}_axis")
                + (t("charts.log") if charts.is_wide(frame[column]) else ""),
                accent=accent,
            ),
            alt=t(f"charts.{column}_alt", step=f"{step:,}", now=shown, **values),
        )


def stop_panel(training, snapshot) -> None:
    """Say why training stopped and which merge would have been next."""
    stop = training.stop
    _heading("tables.stop_heading")
    count = f"{stop.merge.count:,}" if stop.merge else ""
    n = f"{len(training.merges):,}"
    _say(f"tables.stop_{stop.reason}", snapshot, n=n, count=count)
    if stop.merge is None:
        _say("tables.stop_no_next", snapshot)
    else:
        _say("tables.stop_next", snapshot, _merge(stop.merge), count=count)
    totals = tables.over_time(training)
    first, last = totals.iloc[0], totals.iloc[-1]
    merges, vocabulary, tokens = st.columns(3)
    merges.metric(
        t("tables.stop_merges"), n, " ", delta_color="off", delta_arrow="off", border=True
    )
    for place, name in ((vocabulary, "vocabulary"), (tokens, "tokens")):
        place.metric(
            t(f"tables.stop_{name}"),
            f"{last[name]:,}",
            t("tables.stop_from", first=f"{first[name]:,}"),
            delta_color="off",
            delta_arrow="off",
            border=True,
        )


def downloads_panel(training, snapshot, key: str) -> None:
    """Offer the merges as text and every table, whole, as CSV."""
    _heading("tables.downloads_heading")
    step = snapshot.step
    of_run = {
        "merges_text": ("merges.txt", lambda: tables.merges_text(training)),
        "merges": ("merges.csv", _csv(tables.merges, training)),
        "over_time": ("over-time.csv", _csv(tables.over_time, training)),
    }
    of_step = {
        "pairs": (f"pairs-step-{step}.csv", _csv(tables.pairs, snapshot, None)),
        "changes": (f"changes-step-{step}.csv", _csv(tables.changes, snapshot, None)),
        "ties": (f"ties-step-{step}.csv", _csv(tables.ties, snapshot, None)),
        "winners": (f"tie-rules-step-{step}.csv", _csv(tables.winners, snapshot)),
        "words": (f"words-step-{step}.csv", _csv(tables.words, snapshot, None)),
        "changed": (f"changed-words-step-{step}.csv", _csv(tables.changed_words, snapshot, None)),
        "vocabulary": (f"vocabulary-step-{step}.csv", _csv(tables.vocabulary, snapshot, None)),
    }
    run, at_step = _beside()
    for place, heading, files in (
        (run, t("tables.downloads_run"), of_run),
        (at_step, t("tables.downloads_step", step=step), of_step),
    ):
        place.markdown(f"**{heading}**")
        for name, (file_name, data) in files.items():
            _download(place, t(f"tables.download_{name}"), data, file_name, f"{key}_{name}")
    run.markdown(f"**{t('tables.downloads_libraries')}**")
    files = library_files(training)
    for file_name, text in files.items():
        _download(run, file_name, text, file_name, f"{key}_{file_name}")
    if not files:
        run.caption(t("tables.downloads_no_library"))
    st.caption(t("tables.downloads_note"))


def _download(place, label: str, data, file_name: str, key: str) -> None:
    place.download_button(
        label,
        data,
        file_name,
        "text/csv" if file_name.endswith("csv") else "text/plain",
        key=f"{key}_download",
        on_click="ignore",
        icon=":material/download:",
    )


def pinned_words(training, key: str) -> tuple[str, ...]:
    """Return the words the reader pinned, those of them this corpus has."""
    pinned = session.recall(f"{key}_pinned", ())
    known = set(training.corpus.words) if pinned else ()
    return tuple(word for word in pinned if word in known)


def _pin(snapshot, key: str, search: str) -> None:
    chosen = pinned_words(snapshot.training, key)
    offered = tables.find_words(snapshot, search, OFFERED)
    widget = f"{key}_pin"
    st.multiselect(
        t("tables.pin"),
        [*chosen, *(word for word in offered if word not in chosen)],
        format_func=shorten,
        key=session.widget(widget, list(chosen)),
        on_change=lambda: session.remember(f"{key}_pinned", tuple(session.value(widget))),
        max_selections=PINS,
        placeholder=t("tables.pin_placeholder"),
        help=t("tables.pin_help"),
        select_all=False,
    )


def _beside():
    """Return two places beside each other, or one below the other where that is too narrow."""
    row = st.container(horizontal=True, gap="medium")
    return row.container(key="beside_left"), row.container(key="beside_right")


def _heading(name: str, **values) -> str:
    text = t(name, **values)
    st.subheader(text, anchor=False)
    return text


def _table(frame, columns, caption: str, snapshot, *, titles=None, search="", **looks) -> None:
    """Draw some columns of a table, or say that the search found nothing, or what was left out."""
    if search and frame.empty:
        _say("tables.search_nothing", snapshot, search=visible(search))
        return
    headers = {name: t(f"tables.column_{(titles or {}).get(name, name)}") for name in columns}
    st.html(grid(frame, headers, caption, snapshot.training.scheme, **looks))
    if frame.attrs["more"]:
        st.caption(t("tables.limited", shown=f"{len(frame):,}"))


def _say(name: str, snapshot, tokens: dict[str, Sequence] | None = None, **values) -> None:
    """Write one sentence of the catalogue; a placeholder named in `tokens` becomes chips."""
    slots = {each: f"\ue000{each}\ue001" for each in tokens or {}}
    text = escape(t(name, **values, **slots))
    for each, slot in slots.items():
        text = text.replace(slot, chips(tokens[each], snapshot.training.scheme))
    st.html(f'<p class="record-say">{text}</p>')


def _merge(merge) -> dict[str, Sequence]:
    return {"pair": merge.pair, "token": (merge.token,)}


def _sum(total: dict[str, int]) -> None:
    terms = [
        f"<b>{total[name]:,}</b> {escape(t(f'tables.sum_{name}'))}"
        for name in ("alphabet", "mark", "merge")
        if total[name] or name != "mark"
    ]
    size = f"<b>{total['size']:,}</b> {escape(t('tables.sum_size'))}"
    st.html(f'<p class="record-sum">{" + ".join(terms)} = {size}</p>')


def _more(snapshot) -> bool:
    return snapshot.step < len(snapshot.training.merges)


def _score(snapshot) -> tuple[str, ...]:
    return () if snapshot.training.scheme.score == "count" else ("score",)


def _slug(name: str) -> str:
    return name.replace("-", "_")


def _csv(table: Callable, *arguments) -> Callable[[], bytes]:
    return lambda: tables.as_csv(table(*arguments))
