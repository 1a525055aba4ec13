"""The tabs on the pairs at a step: every measure of each, and count against score."""

import streamlit as st

from bpe import Training
from bpe.readings.likelihood import Sort
from ui.draw.downloads import file_name, offer_table
from ui.draw.palette import palette
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell import session
from ui.shell.text import t
from ui.wordpiece import scatter, tables

SORTS: tuple[Sort, ...] = ("score", "count", "gain", "left_count", "right_count", "pmi")


def run_picker(bpe_run: Training, wordpiece_run: Training, step: int) -> tuple[Training, int]:
    """Let the reader say whose state is shown; return that run and its step."""
    names = {"wordpiece": t("wordpiece.of_wordpiece"), "bpe": t("wordpiece.of_bpe")}
    name = st.radio(
        t("wordpiece.whose", step=step),
        list(names),
        format_func=names.get,
        horizontal=True,
        **session.kept("wordpiece_run", "wordpiece"),
    )
    run = {"bpe": bpe_run, "wordpiece": wordpiece_run}[name]
    return run, min(step, len(run.merges))


def pairs_panel(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Show every pair with its counts, score, PMI, gain and rank under each."""
    run, step = run_picker(bpe_run, wordpiece_run, step)
    title = heading("wordpiece.pairs_heading", step=step)
    if not _say_choices(run, step):
        return
    sorts = {name: t(f"wordpiece.sort_{name}") for name in SORTS}
    sort = st.selectbox(
        t("wordpiece.sort"),
        SORTS,
        format_func=sorts.__getitem__,
        **session.kept("wordpiece_sort", SORTS[0]),
    )
    frame = tables.pairs(run, step, sort)
    columns = (
        *("pair", "rank_count", "rank_score", "rank_gain"),
        *("count", "left_count", "right_count", "fraction", "pmi", "gain"),
    )
    table(
        frame,
        columns,
        title,
        run.scheme,
        area="wordpiece",
        labels={
            "fraction": lambda row: f"{row['fraction']}\u00a0=\u00a0{row['score']:.3g}",
            "pmi": lambda row: f"{row['pmi']:+.2f}",
            "gain": lambda row: f"{row['gain']:+,.1f}",
        },
        badges={f"by_{name}": t(f"wordpiece.badge_{name}") for name in ("count", "score", "gain")},
    )
    tokens = run.snapshot(step).token_count
    st.caption(t("wordpiece.pairs_note", tokens=tokens))
    offer_table(
        t("wordpiece.download"),
        lambda: tables.pairs(run, step, sort, None),
        file_name(run, "pair-measures.csv", step),
        "wordpiece_download",
    )


def scatter_panel(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Draw count against score, and the lines from one order to the other."""
    run, step = run_picker(bpe_run, wordpiece_run, step)
    heading("wordpiece.scatter_heading", step=step)
    if not _say_choices(run, step):
        return
    winners = tables.named_winners(run, step)
    texts = {
        name: t(f"wordpiece.axis_{name}") for name in ("count", "score", "gain", "pairs", "pair")
    }
    texts |= {f"by_{by}": t(f"wordpiece.by_{by}") for by in ("count", "score", "gain")}
    texts["beyond"] = t("wordpiece.beyond")
    texts |= {f"side_{by}": t(f"wordpiece.side_{by}") for by in ("count", "score")}
    places = tables.places(run, step)
    chosen = winners.set_index("by")["pair"]
    st.altair_chart(
        scatter.scatter(places, winners, texts, palette()),
        alt=t(
            "wordpiece.scatter_alt",
            n=places["pairs"].sum(),
            count=chosen["count"],
            score=chosen["score"],
            gain=chosen["gain"],
        ),
    )
    st.caption(t("wordpiece.scatter_note"))
    heading("wordpiece.ranks_heading", top=tables.LINES)
    lines = tables.rank_lines(run, step)
    first = lines.set_index("place_count")["place_score"].get(1)
    st.altair_chart(
        scatter.rank_lines(lines, tables.LINES, texts, palette()),
        alt=t("wordpiece.ranks_alt", n=len(lines), count=chosen["count"], place=first),
    )
    st.caption(t("wordpiece.ranks_note"))


def _say_choices(run: Training, step: int) -> bool:
    """Say what the count, the score and the gain would merge; False where nothing is left."""
    found = tables.measured(run, step)
    won = found.winners
    if not won:
        say("wordpiece.no_pairs", run.scheme)
        return False
    tokens = {by: found.pair(row) for by, row in won.items()}
    say(
        "wordpiece.choices",
        run.scheme,
        tokens,
        times=found.count[won["count"]],
        fraction=tables.fraction(found.fraction(won["score"])),
        bits=f"{found.gain_bits[won['gain']]:+,.1f}",
    )
    return True
