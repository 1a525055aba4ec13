"""Runs of merges on a page of the site: one on a sample."""

from html import escape

from ui.controls.asked import Asked
from ui.controls.controls import sample_asked
from ui.corpora.samples import Sample
from ui.player import FILES
from ui.player.alone import of_runs
from ui.player.cutting import How
from ui.player.handout import listed, noted
from ui.shell.text import language, t
from ui.site.page import Drawn, Part
from ui.train.downloads import about_run


def sample_title(sample: Sample) -> str:
    """Return what a run on a sample is called, in the language that is spoken."""
    return sample.title[language()]


def sample_run(sample: Sample) -> Drawn:
    """Return a run by the scheme that shows the sample best, and what the text is."""
    asked = sample_asked(sample, sample.default_scheme or "paper")
    how = How(lang=language())
    data = of_runs([(asked.training, how)], asked.opening)
    return Drawn([Part(FILES, [data])], below=about(asked, sample))


def about(asked: Asked, sample: Sample) -> str:
    """Write what a text and a scheme are, as a handout does."""
    page = about_run(asked, sample, language())
    heading = escape(t("player.handout_about"))
    facts = listed(page.facts)
    return f"<section><h2>{heading}</h2><p>{noted(page.note)}</p><dl>{facts}</dl></section>"
