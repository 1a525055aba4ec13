"""What is often said of BPE, beside what this run and others of the same corpus say."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from bpe import PRESETS, TIE_RULES, CorpusError, Scheme, Training
from bpe.readings.claims import best_savings, born_log_probability, pair_kinds, saving, whole_words
from bpe.readings.cost import merge_terms, pmi_bits
from bpe.readings.likelihood import measure
from bpe.readings.two_runs import TwoRuns
from bpe.schemes import TieRule
from ui.controls.asked import Asked, request_of
from ui.controls.controls import sample_training
from ui.controls.running import leaving, result_of
from ui.corpora.jobs import given
from ui.corpora.remembered import remembered
from ui.corpora.samples import training_samples
from ui.draw import tables
from ui.draw.parts import claim, heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.choices import why_mark_is_fixed
from ui.shell.navigation import link
from ui.shell.text import refusal, t
from ui.train import PAGE, fold_key
from ui.train.beliefs import beliefs
from ui.train.printed import printed

FIRST = 8
"""Merges set beside each other."""

CELLS = 1_000_000
"""Tokens before any merge up to which a corpus is trained on again without being asked to."""


def whole_runs(asked: Asked) -> None:
    """Train the corpus by every tie rule; show where the runs part and what they share."""
    training = asked.training
    if training.counters["cells"] > CELLS and not st.toggle(
        t("train.rules_all"), key="train_rules"
    ):
        return
    cancel = leaving(PAGE, fold_key("rules"))
    runs = {
        rule: result_of(asked.with_rules(tie_rule=rule).job, cancel=cancel) for rule in TIE_RULES
    }
    runs[training.scheme.tie_rule] = training
    rows = [_row(training, rule, run) for rule, run in runs.items()]
    rows.sort(key=lambda row: not row[1])
    frame = tables.frame_of(
        rows, "rule", "used", "parting", "meeting", "shared", "learned", "total"
    )
    partings = [row[2] for row in rows if row[2] is not None]
    table(
        frame,
        ("rule", "parting", "meeting", "shared", "total"),
        t("train.rules_heading"),
        area="train",
        labels={
            "rule": lambda row: t(f"ties.is_{row['rule']}"),
            "parting": lambda row: _at(row["parting"]),
            "meeting": lambda row: _at(row["meeting"]),
            "shared": lambda row: f"{row['shared']:,} / {row['learned']:,}",
        },
        badges={"used": t("tables.badge_used")},
    )
    if not partings:
        say("train.rules_alike", rules=len(runs))
        return
    start = max(0, min(partings) - 1)
    say("train.rules_from", start=start)
    _beside(runs, training.scheme, start, "train.rules_heading", area="ties")


def two_marks(asked: Asked) -> None:
    """Show the first merges of the corpus with `</w>` as a token and as part of the last one."""
    scheme = asked.training.scheme
    base = PRESETS["paper"] if why_mark_is_fixed(scheme) else scheme
    suffix, attached = (replace(base, boundary=each) for each in ("suffix", "attached"))
    request = replace(request_of(asked.source, suffix, like=asked.request), max_merges=FIRST)
    try:
        one = result_of(request.job, cancel=leaving(PAGE))
        # Both find the same words.
        request = replace(request, corpus=given(one.corpus), scheme=attached)
        other = result_of(request.job, cancel=leaving(PAGE))
    except CorpusError as error:  # of counts, whose words are found by their own rules alone
        st.error(refusal(error))
        return
    part = TwoRuns(one, other).parting
    if part is None:
        say("train.marks_alike", n=FIRST)
    else:
        say("train.marks_part", rank=part)
    _beside({"suffix": one, "attached": other}, suffix, 0, "train.marks_heading")


def _row(
    training: Training, rule: TieRule, run: Training
) -> tuple[TieRule, bool, int | None, int | None, int, int, int]:
    parting, meeting, shared = _compared(training, run)
    total = int(run.token_counts[-1])
    return rule, run is training, parting, meeting, shared, len(training), total


@remembered(len(TIE_RULES))
def _compared(training: Training, run: Training) -> tuple[int | None, int | None, int]:
    two = TwoRuns(training, run)
    return two.parting, two.meeting, int(two.shared()[-1])


def _at(step: int | None) -> str:
    return t("train.never") if step is None or step != step else f"{int(step):,}"


def _beside(
    runs: Mapping[Any, Training], scheme: Scheme, start: int, title: str, area: str = "train"
) -> None:
    """Set the tokens that runs learn beside each other, a rank a row."""
    merges = [run.merges for run in runs.values()]
    rows = [
        (rank, *(each[rank].token if rank < len(each) else None for each in merges))
        for rank in range(start, min(start + FIRST, max(map(len, merges))))
    ]
    table(tables.frame_of(rows, "rank", *runs), ("rank", *runs), t(title), scheme, area=area)


STEPS = 200
"""Steps at which every pair is weighed, at most."""

WORK = 20_000_000
"""Cells of the corpus, times steps, up to which that is done."""

ELSEWHERE = {"bert": ("wordpiece", "bytes"), "cost": ("cost",)}
"""The pages that show what a claim is about."""


def claims_panel(asked: Asked, step: int) -> None:
    """Set what is often said beside numbers of the run on the screen."""
    training = asked.training
    heading("train.claims_heading")
    if training.scheme.score != "count":
        st.caption(t("train.by_score"))
    with claim("train", "ties"):
        tied = int((training.tie_counts > 1).sum())
        say("train.rules_ties", ties=tied, merges=len(training))
    with claim("train", "pair"):
        _say_pairs(training)
    with claim("train", "cost"):
        _say_cost(training, step)
        _ways("cost")
    with claim("train", "mark"):
        two_marks(asked)
    with claim("train", "bert"):
        units = "bytes" if training.scheme.units == "bytes" else "characters"
        say(f"train.claim_bert_{units}", n=training.snapshot(0).kinds["alphabet"])
        _ways("bert")
    with claim("train", "scores"):
        _say_scores(training)
    with claim("train", "printed"):
        printed()
    with claim("train", "words"):
        snapshot = training.snapshot(step)
        say(
            "train.claim_words_now",
            step=step,
            merges=step,
            words=len(training.corpus),
            whole=whole_words(snapshot),
        )
    beliefs(training, step)
    hug = sample_training(training_samples()["hug"], "wordpiece")
    for name in ("gain", "hug", "library", "google", "merges"):
        with claim("wordpiece", name):
            if name == "gain":
                _say_gain(hug)
            elif name == "hug":
                _say_hug(hug)
            else:
                continue
            link("wordpiece", t("train.claim_see", page=t("wordpiece.title")))


def _say_gain(hug: Training) -> None:
    """Say what the count, the score and the gain in likelihood would merge first."""
    found = measure(hug.snapshot(0))
    won = found.winners
    bits = {f"{by}_bits": _signed(found.gain_bits[row]) for by, row in won.items()}
    tokens = {by: found.pair(row) for by, row in won.items()}
    say("wordpiece.claim_gain_now", hug.scheme, tokens, **bits)


def _say_hug(hug: Training) -> None:
    """Say which of hug and hugs is learned first, with the scores of that step."""
    step = next(merge.rank for merge in hug.merges if merge.token == "hugs")
    found = measure(hug.snapshot(step))
    pairs = {"hugs": hug.merges[step].pair, "hug": ("hu", "##g")}
    rows = {found.pair(row): row for row in range(len(found))}
    numbers: dict[str, str] = {}
    for name, pair in pairs.items():
        row = rows[pair]
        score = found.fraction(row)
        numbers |= {
            f"{name}_count": f"{found.count[row]}",
            f"{name}_left_count": f"{found.left_count[row]}",
            f"{name}_right_count": f"{found.right_count[row]}",
            f"{name}_fraction": f"{score.numerator:,}/{score.denominator:,}",
        }
    say("wordpiece.claim_hug_now", hug.scheme, pairs, step=step, **numbers)


def _say_pairs(training: Training) -> None:
    kinds = pair_kinds(training)
    units = "bytes" if training.scheme.units == "bytes" else "characters"
    say(
        f"train.claim_pair_{units}",
        merges=kinds.merges,
        units=kinds.units,
        longer=kinds.longer,
        broken=kinds.broken,
    )


def _say_cost(training: Training, step: int) -> None:
    steps = min(STEPS, len(training), max(1, WORK // max(1, training.counters["cells"])))
    say("train.claim_cost_run", steps=steps, best=_best(training, steps))
    if len(training):
        at = max(step, 1)
        exact, formula = merge_terms(training, at - 1), pmi_bits(training, at - 1)
        say(
            "train.claim_cost_formula",
            training.scheme,
            {"pair": training.merges[at - 1].pair},
            step=at,
            formula=_signed(formula),
            exact=_signed(exact.text),
            spelling=_signed(exact.spelling),
            change=_signed(exact.total),
        )
    here = saving(training.snapshot(step))
    if here is None:
        return
    said = "train.claim_cost_same" if here.is_best else "train.claim_cost_other"
    say(
        said,
        training.scheme,
        {"pair": here.pair, "best": here.best},
        step=step,
        bits=_signed(-here.bits),
        best_bits=_signed(-here.best_bits),
    )


@remembered(1)
def _best(training: Training, steps: int) -> int:
    return best_savings(training, steps)


def _say_scores(training: Training) -> None:
    last = len(training) - 1
    if last < 1:
        return
    tokens = {"first": (training.merges[0].token,), "last": (training.merges[last].token,)}
    say(
        "train.claim_scores_now",
        training.scheme,
        tokens,
        rank=last,
        score=f"−{last:,}",
        first_log=_signed(born_log_probability(training, 0), ",.2f"),
        last_log=_signed(born_log_probability(training, last), ",.2f"),
    )


def _signed(number: float, form: str = "+,.1f") -> str:
    return f"{number:{form}}".replace("-", "−")


def _ways(name: str) -> None:
    """Link to the pages that show more."""
    for page in ELSEWHERE[name]:
        link(page, t("train.claim_see", page=t(f"{page}.title")))
