"""What lessons print for words of their own, beside what the same words give here."""

from dataclasses import replace

from bpe import PRESETS, Training
from bpe.readings.claims import printed_split
from ui.controls.controls import sample_training
from ui.corpora.samples import training_samples
from ui.draw.say import say

RULES = ("r</w>", "er</w>", "ew", "new", "lo", "low", "newer</w>", "low</w>")
"""A list of rules that lessons print for the sample newer-wider."""

SPLITS = (
    ("low-lower", "paper", "highest", ("h", "i", "g", "h", "est</w>")),
    ("hug", "huggingface", "mug", ("<unk>", "ug")),
)
"""Sample, scheme, word, and the split that lessons print for it."""

SMALL = "low-wider"
SMALL_RULES = ("r</w>", "lo", "low", "er</w>")
SMALL_SPLITS = (
    ("newer", ("n", "ew", "er")),
    ("lower", ("low", "er")),
    ("newest", ("new", "er")),
    ("outstanding", ("out", "stand", "ing")),
)
"""Rules and splits that articles print for this sample."""

SIX_WORDS, SIZE = "six-words", 17
"""The sample and the size of vocabulary at which libraries count different things."""


def printed() -> None:
    """Show what lessons print, and what the runs of their own words give."""
    rules = sample_training(training_samples()["newer-wider"])
    say("train.claim_printed_rules", rules.scheme, {"printed": RULES, "real": _first(rules, RULES)})
    for name, scheme, word, split in SPLITS:
        run = sample_training(training_samples()[name], scheme)
        tokens = run.tokenizer().encode(word).tokens
        say(
            f"train.claim_printed_{word}",
            run.scheme,
            {"printed": split, "real": tokens},
            word=word,
        )
    _small()
    _of_a_size()


def _small() -> None:
    run = sample_training(training_samples()[SMALL])
    best, counts = run.merges[0], {each.pair: each.count for each in run.snapshot(0).pairs()}
    said = {"printed": SMALL_RULES, "lo": ("l", "o"), "first": best.pair}
    said["real"] = _first(run, SMALL_RULES)
    numbers = {"lo_count": counts["l", "o"], "count": best.count}
    say("train.claim_printed_small", run.scheme, said, **numbers)
    for word, split in SMALL_SPLITS:
        found = printed_split(run, word, split)
        say(
            f"train.claim_split_{found.verdict}",
            run.scheme,
            {"printed": split, "real": found.last},
            word=word,
            missing=", ".join(found.unknown),
            steps=", ".join(map(str, found.steps)),
        )


def _of_a_size() -> None:
    """Say what a vocabulary of a size has in it in Hugging Face's CharBPETokenizer."""
    sample = training_samples()[SIX_WORDS]
    run = sample_training(sample, replace(PRESETS["huggingface"], boundary="attached"))
    letters = {letter for word in run.corpus.words for letter in word}
    marked = [token for token in run.alphabet if token not in letters]
    merges = SIZE - 1 - len(letters) - len(marked)
    paper = sample_training(sample)
    say(
        "train.claim_printed_size",
        run.scheme,
        {"marked": marked, "real": [merge.token for merge in run.merges[:merges]]},
        size=SIZE,
        letters=len(letters),
        merges=merges,
        paper=SIZE - len(paper.alphabet),
    )


def _first(run: Training, rules: tuple[str, ...]) -> tuple[str | bytes, ...]:
    return tuple(merge.token for merge in run.merges[: len(rules)])
