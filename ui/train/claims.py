"""The tab on what is often said of BPE, beside what this run and others say."""

import streamlit as st

from bpe import Training
from bpe.readings.claims import best_savings, born_log_probability, pair_kinds, saving, whole_words
from ui.controls.asked import Asked
from ui.controls.controls import sample_training
from ui.corpora.remembered import remembered
from ui.corpora.samples import training_samples
from ui.draw.parts import claim, heading
from ui.draw.say import say
from ui.shell.navigation import link
from ui.shell.text import t
from ui.train.rules import two_marks, whole_runs

STEPS = 200
"""Steps at which every pair is weighed, at most."""

WORK = 20_000_000
"""Cells of the corpus, times steps, up to which that is done."""

ELSEWHERE = {"bert": ("wordpiece", "bytes"), "cost": ("cost",)}
"""The pages that show what a claim is about."""

PRINTED_RULES = ("r</w>", "er</w>", "ew", "new", "lo", "low", "newer</w>", "low</w>")
"""A list of rules that lessons print for the sample newer-wider."""

PRINTED_SPLITS = (
    ("low-lower", "paper", "highest", ("h", "i", "g", "h", "est</w>")),
    ("hug", "huggingface", "mug", ("<unk>", "ug")),
)
"""Sample, scheme, word, and the split that lessons print for it."""


def claims_panel(asked: Asked, step: int) -> None:
    """Set what is often said beside numbers of the run on the screen."""
    training = asked.training
    heading("train.claims_heading")
    if training.scheme.score != "count":
        st.caption(t("train.by_score"))
    with st.container(border=True):
        claim("train", "ties")
        whole_runs(asked)
    with st.container(border=True):
        claim("train", "pair")
        _say_pairs(training)
    with st.container(border=True):
        claim("train", "cost")
        _say_cost(training, step)
        _ways("cost")
    with st.container(border=True):
        claim("train", "mark")
        two_marks(asked)
    with st.container(border=True):
        claim("train", "bert")
        units = "bytes" if training.scheme.units == "bytes" else "characters"
        say(f"train.claim_bert_{units}", n=training.snapshot(0).kinds["alphabet"])
        _ways("bert")
    with st.container(border=True):
        claim("train", "scores")
        _say_scores(training)
    with st.container(border=True):
        claim("train", "printed")
        _printed()
    with st.container(border=True):
        claim("train", "words")
        snapshot = training.snapshot(step)
        say(
            "train.claim_words_now",
            step=step,
            merges=step,
            words=len(training.corpus),
            whole=whole_words(snapshot),
        )


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


def _printed() -> None:
    """Show what lessons print, and what the runs of their own words give."""
    rules = sample_training(training_samples()["newer-wider"])
    real = tuple(merge.token for merge in rules.merges[: len(PRINTED_RULES)])
    say("train.claim_printed_rules", rules.scheme, {"printed": PRINTED_RULES, "real": real})
    for name, scheme, word, printed in PRINTED_SPLITS:
        run = sample_training(training_samples()[name], scheme)
        tokens = run.tokenizer().encode(word).tokens
        say(
            f"train.claim_printed_{word}",
            run.scheme,
            {"printed": printed, "real": tokens},
            word=word,
        )


def _ways(name: str) -> None:
    """Link to the pages that show more."""
    for page in ELSEWHERE[name]:
        link(page, t("train.claim_see", page=t(f"{page}.title")))
