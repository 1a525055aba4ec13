"""The parts of the page Sentences without spaces. Each reads the record."""

from functools import partial

import streamlit as st

from bpe import CorpusError
from bpe.encoding.roundtrip import RoundTrip, round_trip
from bpe.readings.normalization import sentence_changes
from ui.corpora.run import Run
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.tokens import chips, visible
from ui.player import step_player
from ui.sentencepiece import PAGE, markup
from ui.sentencepiece.tabs import changes_panel, chinese_panel, forbidden_ahead, forbidden_panel
from ui.sentencepiece.text import offer_corpus
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.navigation import link
from ui.shell.tabs import draw_tabs
from ui.shell.text import refusal, t

LAW = "Decode(Encode(Normalize(t))) = Normalize(t)"


def with_normalizer(run: Run, normalizer: str) -> Run:
    """Train once more on the same text, normalized in another way."""
    if normalizer == run.training.scheme.normalizer:
        return run
    other = run.with_rules(normalizer=normalizer)
    try:
        other.summarize()
        return other
    except CorpusError as error:
        st.error(refusal(error))
        return run


def three_parts(run: Run, text: str) -> None:
    """Show the sentence as each part leaves it, and whether the law holds."""
    styles(markup.STYLE)
    if not text.strip():
        say("sentencepiece.empty")
        return
    training = run.training
    step = _step(run)
    trip = round_trip(training.tokenizer(step), text)
    normalizer = training.scheme.normalizer
    found = sentence_changes(text, normalizer)
    changed = sum(change.kind != "same" for change in found)
    nothing = t("sentencepiece.nothing")
    tokens = trip.encoding.tokens
    remarks: dict[str, dict[str, object]] = {
        "normalizer": {"name": t(f"sentencepiece.normalizer_{normalizer}"), "n": changed},
        "encoder": {"n": len(tokens), "step": step},
        "decoder": {},
    }
    drawn = {
        "normalizer": markup.changes(found, nothing),
        "encoder": chips(tokens, training.scheme),
        "decoder": markup.text(trip.decoded, nothing),
    }
    parts = [
        (
            t(f"sentencepiece.part_{name}"),
            t(f"sentencepiece.part_{name}_note", **remarks[name]),
            drawn[name],
        )
        for name in drawn
    ]
    st.html(markup.stages(parts, t("sentencepiece.parts")))
    st.html(markup.law(LAW, trip.holds, _verdict(trip)))
    offer_corpus(trip)


def _verdict(trip: RoundTrip) -> str:
    if trip.holds:
        return t("sentencepiece.law_exact" if trip.is_exact else "sentencepiece.law_holds")
    if trip.unknown:
        return t(
            "sentencepiece.law_unknown",
            n=len(trip.unknown),
            characters=" ".join(map(visible, trip.unknown[:12])),
        )
    return t("sentencepiece.law_mark")


def sentence_tabs(run: Run, text: str) -> None:
    """Draw all tabs; only the open one is computed."""
    opened = draw_tabs(
        PAGE,
        {
            "changes": partial(changes_panel, text, run.training.scheme.normalizer),
            "trainer": partial(trainer_panel, run),
            "forbidden": lambda: forbidden_panel(run.training.snapshot(_step(run))),
            "chinese": chinese_panel,
        },
    )
    if opened != "trainer":
        # The player, which keeps the step in the address, is not there.
        step_in_address(_step(run), run.start_step, "sentencepiece_step_address")


def trainer_panel(run: Run) -> None:
    """Replay the training; the picture follows its step."""
    step = step_player(run, key="sentencepiece", default=run.start_step)
    ahead = forbidden_ahead(run.training.snapshot(step))
    kind = {0: "none", 1: "one"}.get(len(ahead), "many")
    say(f"sentencepiece.trainer_hides_{kind}", n=len(ahead))
    say("sentencepiece.trainer_how")
    link("unigram", t("sentencepiece.to_unigram"))


def _step(run: Run) -> int:
    return session.step(len(run.training.merges), run.start_step)
