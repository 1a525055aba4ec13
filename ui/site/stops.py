"""The stops of the lesson that are no run to step through: what is voted on, and levels."""

from html import escape

from bpe.readings.levels import cut_text
from ui.controls.controls import sample_asked, sample_training
from ui.corpora.samples import NOVEL, samples
from ui.corpora.tokenizers import opened
from ui.draw.parts import GRID
from ui.levels import markup as level_markup
from ui.levels.panels import TEXTS, claims
from ui.levels.runs import run_on_part_seen
from ui.levels.tables import ORDER
from ui.player.alone import of_runs
from ui.player.cutting import How
from ui.shell.text import language, t
from ui.site.page import Drawn
from ui.site.parts import markup
from ui.site.runs import players
from ui.tour.cards import PLAN
from ui.vote import KINDS, panels
from ui.vote.options import Options, example_word, how_many, next_contested, which_rule, which_split
from ui.vote.results import answers_of, basis, said_of

CUT = (
    TEXTS[NOVEL],
    "it is a truth universally acknowledged",
    "neighbourly acquaintances were reconsidered",
    "tokenization is unbelievable",
    "Elizabeth danced, Darcy did not.",
    "ma chère Élise",
)
"""Texts that are cut at every level: known words, new ones, punctuation, and letters unheard of."""

MERGES = (0, 50, 200, 500, 1000, 2000)
"""Numbers of merges after which subwords are shown."""

VOTED = next(stop.query for stop in PLAN if stop.name == "vote")
"""What is voted on in the lesson, as the address of the app says it."""


def levels() -> Drawn:
    """Return some texts at every level, with the subwords of some sizes, and what levels cost."""
    run = run_on_part_seen(sample_asked(samples()[NOVEL], "paper"))
    ways, said = [], []
    for text in CUT:
        for step in MERGES:
            cut = cut_text(run.training, step, text)
            ways.append(level_markup.ways(cut, ORDER, t, run.training.scheme))
            sentences = claims(run, run.at(step), step)
            said.append("".join(f"<p>{each}</p>" for each in sentences))
    picks = {t("levels.text"): CUT, t("levels.step"): [f"{step:,}" for step in MERGES]}
    return Drawn([markup(ways, level_markup.STYLE), markup(said)], picks)


def votes() -> Drawn:
    """Return each question a class can vote on: its answers say what the record says of them."""
    training = sample_training(samples()[VOTED["corpus"]])
    step = int(VOTED["step"])
    asked: list[Options | None] = [None]
    tie = next_contested(training, step - 1)
    assert tie is not None
    asked.append(which_rule(training, "", tie))
    asked.append(which_split(training, "", example_word(training)))
    asked.append(how_many(opened(panels.MODEL), opened(panels.OLDER), t("vote.example")))
    bet = of_runs([(training, How(lang=language()))], step, hidden=True)
    parts = [
        markup([None if put is None else _question(put) for put in asked], GRID, panels.STYLE),
        players([bet, *[None] * (len(asked) - 1)]),
    ]
    return Drawn(parts, {t("vote.asked"): [t(f"vote.kind_{kind}") for kind in KINDS]})


def _question(put: Options) -> str:
    """Write a question whose answers can be opened, and what it can be worked out from."""
    answers = "".join(
        f"<details><summary>{answer}</summary>"
        f"<p>{escape(t('site.bet_right' if option.is_right else 'site.bet_wrong'))} "
        f"{escape(t('vote.verdict'))}: {said_of(put, option)}</p></details>"
        for answer, option in zip(answers_of(put), put.options, strict=True)
    )
    return f'<div class="vote-asked"><p>{escape(put.ask)}</p>{answers}</div>{basis(put)}'
