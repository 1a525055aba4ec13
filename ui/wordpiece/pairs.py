"""The tabs on the pairs at a step, and on encoding with the WordPiece vocabulary."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from bpe import Scheme, Training
from bpe.readings.likelihood import Sort
from ui.draw.grid import shorten
from ui.draw.parts import heading, text_line
from ui.draw.say import say, say_text
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.text import t
from ui.wordpiece import charts, tables

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


def scatter_panel(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Draw count against score, and the lines from one order to the other."""
    run, step = run_picker(bpe_run, wordpiece_run, step)
    heading("wordpiece.scatter_heading", step=step)
    if not _say_choices(run, step):
        return
    winners = tables.named_winners(run, step)
    places = tables.places(run, step)
    chosen = winners.set_index("by")["pair"]
    st.altair_chart(
        charts.scatter(places, winners),
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
        charts.rank_lines(lines, tables.LINES),
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
        bits=f"{found.gain[won['gain']]:+,.1f}",
    )
    return True


EXAMPLE = "hugs bugs pugs gun mug"
"""Words for the sample of five: known, new, and with a piece missing."""

LONGEST_TEXT = 400
"""Characters of a text to encode."""

WORDS = 12
"""Words whose encoding is traced."""


def encode_panel(wordpiece_run: Training, step: int) -> None:
    """Encode a text with the WordPiece vocabulary, every match shown; merges beside it."""
    heading("wordpiece.encode_heading")
    example = _example(wordpiece_run)
    text = text_line(t("wordpiece.encode_text"), "wordpiece_text", example, LONGEST_TEXT)
    now = min(step, len(wordpiece_run.merges))
    whole = t("wordpiece.encode_whole", n=len(wordpiece_run.merges))
    names = {"end": whole, "now": t("wordpiece.encode_now", step=now)}
    used = st.radio(
        t("wordpiece.encode_vocabulary"),
        list(names),
        format_func=names.get,
        horizontal=True,
        **session.kept("wordpiece_vocabulary", "end"),
    )
    scheme = wordpiece_run.scheme
    tokenizer = wordpiece_run.tokenizer(now if used == "now" else None)
    matched = tokenizer.encode(text, "longest-match")
    if not matched.words:
        say("wordpiece.encode_empty", scheme)
        return
    merged = tokenizer.encode(text)
    say_text(t("wordpiece.encoded"), scheme, matched.tokens, ids=matched.ids)
    st.caption(t("wordpiece.encode_rule"))
    shown = list(zip(matched.words, merged.words, strict=True))[:WORDS]
    for word, by_merges in shown:
        with st.container(border=True):
            if tokenizer.unknown_id in word.ids:
                say(
                    "wordpiece.word_unknown",
                    scheme,
                    {"merges": by_merges.tokens},
                    word=shorten(word.text),
                )
                continue
            title = t("wordpiece.word_matched", word=shorten(word.text), n=len(word.tokens))
            say_text(title)
            frame = tables.trace(word)
            table(
                frame,
                ("step", "token", "rank", "tokens", "rest"),
                title,
                scheme,
                area="wordpiece",
                titles={"step": "match", "token": "taken", "rank": "origin", "tokens": "settled"},
                labels={"rank": _origin, "rest": lambda row: _surface(row["rest"], scheme)},
            )
            same = word.tokens == by_merges.tokens
            say(
                "wordpiece.merges_same" if same else "wordpiece.merges_differ",
                scheme,
                {"tokens": by_merges.tokens},
            )
    if len(shown) < len(matched.words):
        st.caption(t("wordpiece.encode_limited", shown=WORDS))


def _example(wordpiece_run: Training) -> str:
    """Offer a few words to encode: the sample's own, or the most frequent of the corpus."""
    if "hugs" in wordpiece_run.corpus.words:
        return EXAMPLE
    words = [each.text for each in wordpiece_run.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:LONGEST_TEXT]


def _origin(row: dict[str, Any]) -> str:
    if row["rank"] is None:
        return t("wordpiece.origin_alphabet")
    return t("wordpiece.origin_merge", step=row["rank"] + 1)


def _surface(tokens: Sequence[str], scheme: Scheme) -> str:
    return "".join(visible(token.removeprefix(scheme.mark)) for token in tokens) or "–"
