"""The stops of the lesson that are no run to step through: what is voted on, and why in pieces."""

from html import escape

from ui.controls.controls import sample_training
from ui.corpora.samples import samples
from ui.corpora.tokenizers import opened
from ui.draw.parts import GRID
from ui.home.levels import learned, text_of
from ui.home.markup import STYLE, ways
from ui.languages import LANGUAGES
from ui.player.alone import of_runs
from ui.player.cutting import How
from ui.shell.text import language, t
from ui.site.page import Drawn
from ui.site.parts import markup
from ui.site.runs import players
from ui.tour.cards import Stop
from ui.vote import KINDS, panels
from ui.vote.options import Options, example_word, how_many, next_contested, which_rule, which_split
from ui.vote.results import answers_of, basis, said_of

CUT = (
    "her sisters were unfriendly",
    "it is a truth universally acknowledged",
    "neighbourly acquaintances were reconsidered",
    "tokenization is unbelievable",
    "Elizabeth danced, Darcy did not.",
    "ma chère Élise",
)
"""Texts that are cut at every level: known words, new ones, punctuation, and letters unheard of."""


def pieces(stop: Stop) -> Drawn:
    """Return some texts as letters, subwords and words, and what each list costs and misses."""
    texts = (LANGUAGES[language()].sentence, *CUT)
    sample = text_of(language())
    lists = learned(sample)
    said = escape(t(f"home.why_said_{lists.counted}", text=sample.title[language()]))
    drawn = markup([ways(lists, text, t) for text in texts], STYLE)
    return Drawn([drawn], {t("site.text"): texts}, f"<p>{said}</p>")


def votes(stop: Stop) -> Drawn:
    """Return each question a class can vote on: its answers say what the record says of them."""
    training = sample_training(samples()[stop.query["corpus"]])
    step = int(stop.query["step"])
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
