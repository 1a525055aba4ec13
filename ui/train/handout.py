"""Offer the run as a page to take home: what stands on it around the player."""

from functools import partial

from streamlit.delta_generator import DeltaGenerator

from bpe import Scheme
from ui.controls.asked import Asked
from ui.controls.pickers import scheme_name
from ui.controls.pins import pinned_words
from ui.corpora.samples import Sample, training_samples
from ui.draw.downloads import file_name, offer
from ui.draw.tokens import visible
from ui.player.guessing import Hiding
from ui.player.handout import LARGEST, Page, fits, handout
from ui.shell import session
from ui.shell.text import language, t


def offer_handout(asked: Asked, step: int, key: str, place: DeltaGenerator) -> None:
    """Offer the run as the player of this key shows it: its words, its step, its answer hidden."""
    training, lang = asked.training, language()
    pinned = pinned_words(training, key)
    if not fits(training, pinned, lang):
        place.caption(t("player.handout_large", limit=LARGEST // 1_000_000))
        return
    hidden = Hiding(key).hidden
    make = partial(handout, training, pinned, step, _page(asked, lang), hidden=hidden)
    name = file_name(training, "handout.html")
    offer(t("player.handout_offer"), make, name, f"{key}_handout_download", place)
    place.caption(t("player.handout_what"))


def _page(asked: Asked, lang: str) -> Page:
    scheme = asked.training.scheme
    sample = _sample(asked.training.corpus.source)
    text = t("controls.your_text") if sample is None else sample.title[lang]
    return Page(
        title=t("player.handout_title", text=text, scheme=scheme_name(scheme.name)),
        lead=t("player.handout_lead"),
        note=_note(sample, scheme, lang),
        facts=_facts(asked, text),
        lang=lang,
    )


def _sample(source: str) -> Sample | None:
    """Return the sample a corpus is made of; a reader's file may have the name of one."""
    sample = training_samples().get(session.text())
    return sample if sample is not None and sample.path.name == source else None


def _note(sample: Sample | None, scheme: Scheme, lang: str) -> str:
    who = t(f"controls.who_{scheme.name}")
    if sample is None:
        return who
    return t(
        "controls.about",
        look_for=sample.note(scheme, lang),
        who=who,
        source=sample.source[lang],
        licence=sample.licence[lang],
    )


def _facts(asked: Asked, text: str) -> list[tuple[str, str]]:
    """List the text, the scheme with its settings, and the sizes of the run: name, value."""
    training, request = asked.training, asked.request
    scheme, corpus = training.scheme, training.corpus
    words, tokens = len(corpus), training.snapshot(0).token_count
    sizes = {"merges": len(training), "vocabulary": training.initial_size + len(training)}
    found = {
        "corpus": t("player.handout_words", text=text, words=words, tokens=tokens),
        "scheme": scheme_name(scheme.name),
        "ties": t(f"ties.name_{scheme.tie_rule}"),
        "mark": t(f"controls.mark_is_{scheme.boundary}"),
        "special": " ".join(map(visible, scheme.special_tokens)),
        "pattern": visible(scheme.pattern or ""),
        "max_token_length": f"{scheme.max_token_length or ''}",
        "coverage": f"{scheme.character_coverage:g}" if scheme.character_coverage < 1 else "",
        "max_merges": _limit(request.max_merges),
        "vocab_size": _limit(request.vocab_size),
        "min_frequency": _limit(request.min_frequency if request.min_frequency > 1 else None),
    }
    facts = [(t(f"controls.{name}"), value) for name, value in found.items() if value]
    return [*facts, (t("player.handout_learned"), t("player.handout_sizes", **sizes))]


def _limit(limit: int | None) -> str:
    return "" if limit is None else f"{limit:,}"
