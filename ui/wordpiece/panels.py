"""Lay out what stands around the two players of `BPE and WordPiece`: one function a tab."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from ui.controls.controls import paired_again, paired_controls, sample_training
from ui.corpora.samples import training_samples
from ui.draw import tables
from ui.draw.grid import shorten
from ui.draw.palette import palette
from ui.draw.parts import heading, styles
from ui.draw.say import say, say_text
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.player import duo_player
from ui.shell import session
from ui.shell.tabs import draw_tabs
from ui.shell.text import t
from ui.wordpiece import charts as wordpiece_charts
from ui.wordpiece import tables as wordpiece_tables

KEY = "wordpiece"
CORPUS = "hug"
LEAST = (1, 2, 5, 10, 50)
"""Minimum frequencies offered at a click."""

COMPARED_CELLS = 1_000_000
"""Characters in distinct words up to which every minimum frequency is tried."""

TOKENS = 40
"""Learned tokens named of each kind."""

SORTS = ("score", "count", "gain", "left_count", "right_count", "pmi")
EXAMPLE = "hugs bugs pugs gun mug"
"""Words for the sample of five: known, new, and with a piece missing."""

LONGEST_TEXT = 400
"""Characters of a text to encode."""

WORDS = 12
"""Words whose encoding is traced."""


def runs():
    """Draw the pickers; return the BPE and the WordPiece run of one corpus with one mark."""
    wordpiece_run, bpe_run = paired_controls(
        KEY, scheme="wordpiece", default_corpus=CORPUS, score="count"
    )
    return bpe_run, wordpiece_run


def lockstep(bpe_run, wordpiece_run) -> int:
    """Draw where the runs part, the switch for rare pairs and the two players; return the step."""
    styles()
    part = wordpiece_tables.parting(bpe_run, wordpiece_run)
    opening = part or 0
    said, switch = st.columns([3, 2], vertical_alignment="center")
    with said:
        _say_parting(bpe_run, wordpiece_run, part)
        if part is not None:
            st.button(
                t("wordpiece.jump", step=f"{part:,}"),
                key="wordpiece_jump",
                icon=":material/call_split:",
                on_click=session.choose_step,
                args=(part, opening),
            )
    with switch:
        _least_picker(wordpiece_run.min_frequency)
    return duo_player(
        bpe_run,
        wordpiece_run,
        (t("wordpiece.run_bpe"), t("wordpiece.run_wordpiece")),
        key=KEY,
        default=opening,
    )


def panels(bpe_run, wordpiece_run, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        "wordpiece_tabs",
        "wordpiece",
        {
            "pairs": partial(_pairs, bpe_run, wordpiece_run, step),
            "scatter": partial(_scatter, bpe_run, wordpiece_run, step),
            "parting": partial(_parting, bpe_run, wordpiece_run, step),
            "rare": partial(_rare, bpe_run, wordpiece_run),
            "encode": partial(_encode, wordpiece_run, step),
            "claims": partial(_claims, bpe_run, wordpiece_run, step),
        },
    )


def _say_parting(bpe_run, wordpiece_run, part: int | None) -> None:
    if part is None:
        say("wordpiece.part_never", wordpiece_run.scheme, n=f"{len(bpe_run.merges):,}")
        return
    count, score = bpe_run.merges[part], wordpiece_run.merges[part]
    say(
        "wordpiece.part_first" if part == 0 else "wordpiece.part_later",
        wordpiece_run.scheme,
        {"bpe": count.pair, "wordpiece": score.pair},
        step=f"{part:,}",
        count=f"{count.count:,}",
        score=f"{score.score:.3g}",
        rarer=f"{score.count:,}",
    )
    if wordpiece_run.min_frequency > 1:
        st.caption(t("wordpiece.part_least", least=f"{wordpiece_run.min_frequency:,}"))


def _least_picker(least: int) -> None:
    """Offer a few minimum frequencies; the choice is that of the settings."""
    st.radio(
        t("wordpiece.least"),
        sorted({*LEAST, least}),
        format_func=lambda number: f"{number:,}",
        key=session.widget("wordpiece_least", least),
        horizontal=True,
        on_change=_least_chosen,
        help=t("wordpiece.least_help"),
    )


def _least_chosen() -> None:
    least = session.value("wordpiece_least")
    session.choose(min_frequency=None if least == 1 else least, step=None)


def _run_picker(bpe_run, wordpiece_run, step: int):
    """Let the reader say whose state is shown; return that run and its step."""
    names = {"wordpiece": t("wordpiece.of_wordpiece"), "bpe": t("wordpiece.of_bpe")}
    name = st.radio(
        t("wordpiece.whose", step=f"{step:,}"),
        list(names),
        format_func=names.get,
        horizontal=True,
        **session.kept("wordpiece_run", "wordpiece"),
    )
    run = {"bpe": bpe_run, "wordpiece": wordpiece_run}[name]
    return run, min(step, len(run.merges))


def _pairs(bpe_run, wordpiece_run, step: int) -> None:
    """Show every pair with its counts, score, PMI, gain and rank under each."""
    run, step = _run_picker(bpe_run, wordpiece_run, step)
    title = heading("wordpiece.pairs_heading", step=f"{step:,}")
    if not _say_choices(run, step):
        return
    sorts = {name: t(f"wordpiece.sort_{name}") for name in SORTS}
    sort = st.selectbox(
        t("wordpiece.sort"),
        list(sorts),
        format_func=sorts.get,
        **session.kept("wordpiece_sort", SORTS[0]),
    )
    frame = wordpiece_tables.pairs(run, step, sort)
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
    st.caption(t("wordpiece.pairs_note", tokens=f"{tokens:,}"))
    st.download_button(
        t("wordpiece.download"),
        lambda: tables.as_csv(wordpiece_tables.pairs(run, step, sort, None)),
        f"pair-measures-step-{step}.csv",
        "text/csv",
        key="wordpiece_download",
        on_click="ignore",
        icon=":material/download:",
    )


def _scatter(bpe_run, wordpiece_run, step: int) -> None:
    """Draw count against score, and the lines from one order to the other."""
    run, step = _run_picker(bpe_run, wordpiece_run, step)
    heading("wordpiece.scatter_heading", step=f"{step:,}")
    if not _say_choices(run, step):
        return
    winners = wordpiece_tables.named_winners(run, step)
    texts = {
        name: t(f"wordpiece.axis_{name}") for name in ("count", "score", "gain", "pairs", "pair")
    }
    texts |= {f"by_{by}": t(f"wordpiece.by_{by}") for by in ("count", "score", "gain")}
    texts["beyond"] = t("wordpiece.beyond")
    texts |= {f"side_{by}": t(f"wordpiece.side_{by}") for by in ("count", "score")}
    places = wordpiece_tables.places(run, step)
    chosen = winners.set_index("by")["pair"]
    st.altair_chart(
        wordpiece_charts.scatter(places, winners, texts, palette()),
        alt=t(
            "wordpiece.scatter_alt",
            n=f"{places['pairs'].sum():,}",
            count=chosen["count"],
            score=chosen["score"],
            gain=chosen["gain"],
        ),
    )
    st.caption(t("wordpiece.scatter_note"))
    heading("wordpiece.ranks_heading", top=wordpiece_tables.LINES)
    lines = wordpiece_tables.rank_lines(run, step)
    first = lines.set_index("place_count")["place_score"].get(1)
    st.altair_chart(
        wordpiece_charts.rank_lines(lines, wordpiece_tables.LINES, texts, palette()),
        alt=t(
            "wordpiece.ranks_alt", n=f"{len(lines):,}", count=chosen["count"], place=f"{first:,}"
        ),
    )
    st.caption(t("wordpiece.ranks_note"))


def _parting(bpe_run, wordpiece_run, step: int) -> None:
    """Draw tokens in the corpus and shared tokens by step; name what only one run has."""
    frame = wordpiece_tables.by_step(bpe_run, wordpiece_run)
    if len(frame) == 1:
        say("charts.nothing", wordpiece_run.scheme)
        return
    now = frame.iloc[min(step, len(frame) - 1)]
    names = {run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")}
    counted = [name for name in frame.columns if not name.startswith("likelihood")]
    numbers = {name: f"{int(now[name]):,}" for name in counted}
    heading("wordpiece.tokens_heading", **numbers)
    st.altair_chart(
        wordpiece_charts.two_runs(
            frame,
            {"bpe": "tokens_bpe", "wordpiece": "tokens_wordpiece"},
            step,
            x=t("charts.step"),
            y=t("charts.tokens_axis"),
            names=names,
            palette=palette(),
        ),
        alt=t("wordpiece.tokens_alt", **numbers),
    )
    heading("wordpiece.shared_heading", **numbers)
    st.altair_chart(
        wordpiece_charts.two_runs(
            frame,
            {"gain": "shared", "quiet": "learned"},
            step,
            x=t("charts.step"),
            y=t("wordpiece.shared_axis"),
            names={
                "gain": t("wordpiece.shared_both"),
                "quiet": t("wordpiece.learned"),
            },
            palette=palette(),
        ),
        alt=t("wordpiece.shared_alt", **numbers),
    )
    if not step:
        say("wordpiece.step_zero", wordpiece_run.scheme)
        return
    learned = wordpiece_tables.learned_tokens(bpe_run, wordpiece_run, step)
    for name, tokens in learned.items():
        shown = {"tokens": tokens[-TOKENS:]}
        said = f"wordpiece.{'tokens' if tokens else 'no_tokens'}_{name}"
        if len(tokens) > TOKENS:
            said = f"wordpiece.last_tokens_{name}"
        say(said, wordpiece_run.scheme, shown, n=f"{len(tokens):,}", shown=TOKENS)


def _rare(bpe_run, wordpiece_run) -> None:
    """Show how often the merged pairs occurred, and what a minimum frequency changes."""
    least = wordpiece_run.min_frequency
    heading("wordpiece.rare_heading")
    sums = wordpiece_tables.rarity(bpe_run, wordpiece_run)
    if not sums["merges"]:
        say("wordpiece.rare_none", wordpiece_run.scheme, least=f"{least:,}")
        return
    say(
        "wordpiece.rare_say",
        wordpiece_run.scheme,
        few=wordpiece_tables.FEW,
        rare=f"{sums['rare']:,}",
        merges=f"{sums['merges']:,}",
        rare_bpe=f"{sums['rare_bpe']:,}",
        merges_bpe=f"{len(bpe_run.merges):,}",
        median=f"{sums['median']:,g}",
        median_bpe=f"{sums['median_bpe']:,g}",
    )
    names = {run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")}
    st.altair_chart(
        wordpiece_charts.merged_counts(
            wordpiece_tables.merged_counts(bpe_run, wordpiece_run),
            least,
            {
                "step": t("charts.step"),
                "count": t("wordpiece.merged_axis"),
                "least": t("wordpiece.least_line", least=f"{least:,}"),
                **names,
            },
            palette(),
        ),
        alt=t("wordpiece.merged_alt", median=f"{sums['median']:,g}", least=f"{least:,}"),
    )
    tried = sorted({*LEAST, least})
    if wordpiece_run.counters["cells"] > COMPARED_CELLS:
        tried = sorted({1, least})
    rows = []
    for number in tried:
        other_wordpiece, other_bpe = paired_again(number)
        rows.append(wordpiece_tables.rarity(other_bpe, other_wordpiece))
    frame = (
        pd.DataFrame(rows)
        .astype({"median": "Float64"})
        .assign(used=[number == least for number in tried])
    )
    title = heading("wordpiece.least_heading")
    table(
        frame,
        ("min_frequency", "merges", "median", "rare", "shared", "corpus_tokens"),
        title,
        area="wordpiece",
        names={"few": wordpiece_tables.FEW},
        badges={"used": t("wordpiece.badge_used")},
    )
    st.caption(t("wordpiece.least_note"))


def _encode(wordpiece_run, step: int) -> None:
    """Encode a text with the WordPiece vocabulary, every match shown; merges beside it."""
    heading("wordpiece.encode_heading")
    text = st.text_input(
        t("wordpiece.encode_text"),
        max_chars=LONGEST_TEXT,
        **session.kept("wordpiece_text", _example(wordpiece_run)),
    )
    now = min(step, len(wordpiece_run.merges))
    whole = t("wordpiece.encode_whole", n=f"{len(wordpiece_run.merges):,}")
    names = {"end": whole, "now": t("wordpiece.encode_now", step=f"{now:,}")}
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
            title = t("wordpiece.word_matched", word=shorten(word.text), n=f"{len(word.tokens):,}")
            say_text(title)
            frame = wordpiece_tables.trace(word)
            table(
                frame,
                ("step", "token", "rank", "tokens", "rest"),
                title,
                scheme,
                area="wordpiece",
                titles={
                    "step": "match",
                    "token": "taken",
                    "rank": "origin",
                    "tokens": "settled",
                },
                labels={
                    "rank": _origin,
                    "rest": lambda row: _surface(row["rest"], scheme),
                },
            )
            same = word.tokens == by_merges.tokens
            say(
                "wordpiece.merges_same" if same else "wordpiece.merges_differ",
                scheme,
                {"tokens": by_merges.tokens},
            )
    if len(shown) < len(matched.words):
        st.caption(t("wordpiece.encode_limited", shown=WORDS))


def _claims(bpe_run, wordpiece_run, step: int) -> None:
    """Set what is often said beside what the record and the likelihood say."""
    heading("wordpiece.claims_heading")
    scheme, now = wordpiece_run.scheme, min(step, len(wordpiece_run.merges))
    with st.container(border=True):
        _claim("gain")
        found = wordpiece_tables.measured(wordpiece_run, now)
        won = wordpiece_tables.winners(wordpiece_run, now)
        if won:
            bits = {
                f"{by}_bits": f"{found.gain[row] / wordpiece_tables.NATS_PER_BIT:+,.1f}"
                for by, row in won.items()
            }
            tokens = {by: found.pair(row) for by, row in won.items()}
            say("wordpiece.claim_gain_now", scheme, tokens, step=f"{now:,}", **bits)
        _likelihood(bpe_run, wordpiece_run, step)
    with st.container(border=True):
        _claim("hug")
        hug = sample_training(training_samples()[CORPUS], "wordpiece")
        _say_hug(hug)
    for name in ("library", "google", "merges"):
        with st.container(border=True):
            _claim(name)


def _likelihood(bpe_run, wordpiece_run, step: int) -> None:
    """Draw by how much each run has raised the likelihood of the corpus."""
    frame = wordpiece_tables.by_step(bpe_run, wordpiece_run)
    last = int(frame["step"].iloc[-1])
    if not last:
        return
    at = max(step, 1)
    values = {run: f"{frame[f'likelihood_{run}'].iloc[at]:+,.0f}" for run in ("bpe", "wordpiece")}
    say("wordpiece.likelihood", wordpiece_run.scheme, step=f"{at:,}", **values)
    st.altair_chart(
        wordpiece_charts.two_runs(
            frame,
            {run: f"likelihood_{run}" for run in ("bpe", "wordpiece")},
            step,
            x=t("charts.step"),
            y=t("wordpiece.likelihood_axis"),
            names={run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")},
            palette=palette(),
        ),
        alt=t("wordpiece.likelihood_alt", step=f"{at:,}", **values),
    )


def _say_hug(hug) -> None:
    """Say which of hug and hugs is learned first, with the scores of that step."""
    step = next(merge.rank for merge in hug.merges if merge.token == "hugs")
    rows = wordpiece_tables.pairs(hug, step, limit=None).set_index("pair")
    first, second = rows.loc[[hug.merges[step].pair]].iloc[0], rows.loc[[("hu", "##g")]].iloc[0]
    say(
        "wordpiece.claim_hug_now",
        hug.scheme,
        {"hugs": hug.merges[step].pair, "hug": ("hu", "##g")},
        step=f"{step:,}",
        **{
            f"{name}_{column}": f"{row[column]}"
            for name, row in (("hugs", first), ("hug", second))
            for column in ("count", "left_count", "right_count", "fraction")
        },
    )


def _say_choices(run, step: int) -> bool:
    """Say what the count, the score and the gain would merge; False where nothing is left."""
    won = wordpiece_tables.winners(run, step)
    if not won:
        say("wordpiece.no_pairs", run.scheme)
        return False
    found = wordpiece_tables.measured(run, step)
    tokens = {by: found.pair(row) for by, row in won.items()}
    values = {
        "times": f"{found.count[won['count']]:,}",
        "fraction": wordpiece_tables.fraction(found, won["score"]),
        "bits": f"{found.gain[won['gain']] / wordpiece_tables.NATS_PER_BIT:+,.1f}",
    }
    say("wordpiece.choices", run.scheme, tokens, **values)
    return True


def _claim(name: str) -> None:
    st.markdown(f"**{t(f'wordpiece.claim_{name}')}**")
    st.markdown(t(f"wordpiece.truth_{name}"))


def _example(wordpiece_run) -> str:
    """Offer a few words to encode: the sample's own, or the most frequent of the corpus."""
    if "hugs" in wordpiece_run.corpus.words:
        return EXAMPLE
    words = [each.text for each in wordpiece_run.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:LONGEST_TEXT]


def _origin(row) -> str:
    if row["rank"] is None:
        return t("wordpiece.origin_alphabet")
    return t("wordpiece.origin_merge", step=f"{row['rank'] + 1:,}")


def _surface(tokens: Sequence[str], scheme) -> str:
    return "".join(visible(token.removeprefix(scheme.mark)) for token in tokens) or "–"
