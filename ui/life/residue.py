"""The residue taken out of a vocabulary, and its places filled: what that saves on unseen text."""

from bpe import Corpus, CorpusError, Training
from bpe.readings.residue import Refilled, refilled
from ui.controls.asked import Asked
from ui.controls.held_out import SHARE, Held, learned_from, parted
from ui.controls.running import leaving, result_of
from ui.corpora.readings import reading
from ui.corpora.remembered import remembered
from ui.draw.grid import written_cells
from ui.draw.parts import switch
from ui.draw.say import say, write
from ui.life import PAGE
from ui.shell.text import t

MOST = {"none": 0.0, "one": 0.01, "five": 0.05, "ten": 0.1}
"""The share of a token's occurrences that residue kept at most."""

SHOWN = 24


def residue_part(asked: Asked) -> None:
    """Train on a part of the corpus, take the residue out, and compare on the part held out."""
    say("life.residue_how", share=f"{SHARE:.0%}")
    try:
        kept, held_out = parted(asked.training)
    except CorpusError:
        say("life.residue_one_word")
        return
    most = MOST[switch(t("life.residue_most"), [*MOST], _named, "life_residue_most", "five")]
    _compared(asked, kept, held_out, most)


@remembered(last=len(MOST))
def _refilled(training: Training, held_out: Held, most: float) -> Refilled:
    found: Refilled = result_of(
        reading(refilled, training, held_out.corpus, most), cancel=leaving(PAGE)
    )
    return found


def _named(name: str) -> str:
    return f"{MOST[name]:.0%}"


def _compared(asked: Asked, kept: Corpus, held_out: Held, most: float) -> None:
    training = learned_from(kept, asked, PAGE)
    found = _refilled(training, held_out, most)
    if not found.taken or not found.plain_unseen:
        say("life.residue_none")
        return
    tokens = tuple(life.token for life in found.taken[:SHOWN])
    say("life.residue_taken", training.scheme, {"tokens": tokens}, n=len(found.taken))
    rows = [
        [t("life.residue_plain", n=found.merges), *_counts(found.plain_seen, found.plain_unseen)],
        [
            t("life.residue_filled", n=len(training), taken=len(found.taken)),
            *_counts(found.seen, found.unseen),
        ],
    ]
    heads = [t(f"life.residue_{name}") for name in ("list", "seen", "unseen")]
    write(written_cells(heads, rows, t("life.residue_heading"), classes=("number", "number")))
    saved = 1 - found.unseen / found.plain_unseen
    name = "fewer" if saved > 0 else "more"
    say(
        f"life.residue_{name}",
        share=f"{abs(saved):.2%}",
        size=len(training.alphabet) + found.merges,
    )


def _counts(*counts: int) -> list[str]:
    return [f"{count:,}" for count in counts]
