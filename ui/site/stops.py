"""The stops of the lesson that are no run to step through: what is voted on, and why in pieces."""

from html import escape

from ui.catalogue import LANGUAGES
from ui.corpora.tokenizers import opened
from ui.home.levels import levels_of, text_at_levels, text_of
from ui.home.pieces import STYLE, ways
from ui.lesson.stops import LessonStop, run_of
from ui.player.cutting import CutOptions
from ui.player.offline import of_run
from ui.shell.text import language, t
from ui.site.page import Drawn
from ui.site.parts import markup
from ui.site.runs import players
from ui.vote import KINDS, panels
from ui.vote.questions import CountQuestion, count_question
from ui.vote.results import option_labels

CUT = (
    "her sisters were unfriendly",
    "it is a truth universally acknowledged",
    "neighbourly acquaintances were reconsidered",
    "tokenization is unbelievable",
    "Elizabeth danced, Darcy did not.",
    "ma chère Élise",
)
"""Texts that are cut at every level: known words, new ones, punctuation, and letters unheard of."""


def pieces(stop: LessonStop) -> Drawn:
    """Return some texts as letters, subwords and words, and what each list costs and misses."""
    texts = (LANGUAGES[language()].sentence, *CUT)
    sample = text_of(language())
    found = [levels_of(sample).read(text_at_levels, text) for text in texts]
    said = escape(t(f"home.why_said_{found[0].counted}", text=sample.title[language()]))
    drawn = markup([*map(ways, found)], STYLE)
    return Drawn([drawn], {t("site.text"): texts}, f"<p>{said}</p>")


def votes(stop: LessonStop) -> Drawn:
    """Return each question a class can vote on: its answers say what the record says of them."""
    training = run_of(stop).learn()
    put = count_question(opened(panels.MODEL), opened(panels.OLDER), t("vote.example"))
    assert put is not None
    bet = of_run(training, CutOptions(lang=language()), stop.start, hidden=True)
    parts = [markup([None, _question(put)], panels.STYLE), players([bet, None])]
    return Drawn(parts, {t("vote.asked"): [t(f"vote.kind_{kind}") for kind in KINDS]})


def _question(put: CountQuestion) -> str:
    """Write a question whose answers can be opened."""
    answers = "".join(
        f"<details><summary>{answer}</summary>"
        f"<p>{escape(t('site.bet_right' if option.is_right else 'site.bet_wrong'))} "
        f"{escape(t('vote.verdict'))}: {escape(t(f'vote.says_{option.counts}'))}</p></details>"
        for answer, option in zip(option_labels(put), put.options, strict=True)
    )
    return f'<div class="vote-asked"><p>{escape(put.ask)}</p>{answers}</div>'
