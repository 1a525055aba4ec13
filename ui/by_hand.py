"""Merging by hand: a reader merges an adjacent pair everywhere and compares with BPE.

Each click forces one more merge of a run. The stage draws that run's record, and compares its
number of tokens with that of the rule's own run of equal length.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme, Training
from bpe.player.payload import CutOptions, as_json, training_run
from bpe.player.plurals import Forms, forms_of
from bpe.player.tokens import PALETTE
from ui import state
from ui.cache import remembered
from ui.catalogue import LANGUAGES, catalogue
from ui.component import component
from ui.own_text.sources import Source
from ui.own_text.uploads import corpus_of_text
from ui.pages import MAX_HAND_CHARS, page_named
from ui.runs import Run
from ui.samples import samples
from ui.spool import digest
from ui.state import MAX_LINK_CHARS, Forced, as_query, parse_forced
from ui.text import language, refusal, t

SCHEME: Scheme = PRESETS["huggingface"]
"""Letters without a mark, the simplest case for a beginner."""

SAID = (
    *("ask", "second", "over", "same", "tied", "lower", "count", "left", "totals"),
    *("won", "even", "lost", "undo", "clear", "copy", "copied", "board", "keys", "full"),
)

COMPARED_FROM = 3
"""Number of merges after which the stage of Home compares."""

_HERE = Path(__file__).parent
STYLE = _HERE / "by_hand.css"
_mount = component("by_hand", PALETTE, STYLE, _HERE / "by_hand_app.js")


def opening_text() -> str:
    """Return the text of the stage on Home, in the reader's language."""
    return samples()[LANGUAGES[language()].by_hand].path.read_text(encoding="utf-8").strip()


def runs_of(text: str, forced: Forced, merges: int | None = None) -> tuple[Run, Run]:
    """Return the run of the reader's merges and the rule's own, `merges` long.

    merges: by default those up to the last forced one.
    """
    # At most 300 characters: training here takes less time than a message to a worker.
    source = Source(
        digest("by hand", text), partial(corpus_of_text, text, "by hand"), is_small=True
    )
    most = merges_in(forced) if merges is None else merges
    own = Run(source, SCHEME, max_merges=most)
    return Run(source, SCHEME, max_merges=most, forced=forced), own


def merges_in(forced: Forced) -> int:
    """Return the number of merges up to the last forced one; BPE chooses those between."""
    return max((step + 1 for step, _ in forced), default=0)


@remembered
def stage_of(text: str, mine: Training, rule: Training, lang: str) -> dict[str, Any]:
    """Return the payload of a stage from the records of two runs.

    `words` has the row of each word of the text, in order; `mine` and `bpe` the number of tokens
    after each merge.
    """
    rows = len(mine.corpus)
    options = CutOptions(words=rows, pairs=2, lang=lang, room=MAX_HAND_CHARS)
    places = {mine.corpus.words[index]: row for row, index in enumerate(mine.frequency_order)}
    return {
        "text": text,
        "words": [places[word.text] for word in mine.tokenizer(0).encode(text).words],
        "run": training_run(mine, options),
        "mine": mine.token_counts.tolist(),
        "bpe": rule.token_counts.tolist(),
    }


def texts(lang: str) -> dict[str, Forms]:
    """Return the sentences of a stage: name -> sentence."""
    return {name: forms_of(catalogue(lang)[f"by_hand.say_{name}"]) for name in SAID}


def draw_stage(
    text: str, *, compares_from: int = COMPARED_FROM, limit: int | None = None
) -> Training | None:
    """Draw the stage of a text with the merges of the address, which each click adds to.

    compares_from: number of merges after which both numbers of tokens are shown.
    limit: maximum number of merges, after which the stage says who won; None for no limit.

    Return the record that is drawn, or None for a text that is refused.
    """
    forced, query = forced_here(), as_query(state.choices(), state.state().page)
    try:
        mine, rule = (run.training for run in runs_of(text, forced))
    except CorpusError as error:
        if forced and error.code.startswith("forced"):
            state.drop("forced", query["forced"])
        st.info(refusal(error))
        return None
    data = {
        "stage": as_json(stage_of(text, mine, rule, language())),
        "say": texts(language()),
        "from": compares_from,
        "limit": limit,
        "longest": MAX_LINK_CHARS,
        "link": link_to_both(text, forced),
        "address": {name: query.get(name) for name in ("beat", "forced")},
    }
    _mount(key="by_hand", data=data, on_merges_change=partial(_take, text), height="content")
    return mine


def forced_here() -> Forced:
    """Return the reader's merges, from an address that also names the text."""
    return (state.choices().forced or ()) if state.chosen("beat") is not None else ()


def _take(text: str) -> None:
    """Apply the merges that the browser sends; they are untrusted."""
    sent = (st.session_state.get("by_hand") or {}).get("merges")
    if not isinstance(sent, str):
        return
    forced = parse_forced(sent)
    try:
        if forced:
            runs_of(text, forced)[0].train()
    except CorpusError:
        return
    state.choose(beat=text, forced=forced)


def link_to_both(text: str, forced: Forced) -> str:
    """Return the link that replays the reader's merges next to BPE's."""
    page = page_named("quiz")
    return f"{page.name}?{urlencode(state.query_to(page, beat=text, forced=forced))}"


def words_box(key: str, text: str) -> None:
    """Take the reader's own words for the stage."""

    def take() -> None:
        # The limit of a box is enforced only in the browser.
        typed = st.session_state[key][:MAX_HAND_CHARS]
        state.choose(beat=None if typed == opening_text() else typed, forced=None)

    st.text_input(
        t("by_hand.own"), max_chars=MAX_HAND_CHARS, key=state.shows(key, text), on_change=take
    )


def query_to_train(text: str) -> Mapping[str, str]:
    """Return the query of a link to the text in Step through BPE, before any merge."""
    name = LANGUAGES[language()].by_hand
    is_own = text != opening_text()
    changes = {"corpus": "pasted" if is_own else name, "scheme": SCHEME.name, "step": 0}
    shown = "0" if state.answer_is_hidden() else None
    query = state.query_to(page_named("train"), **changes, hide=shown)
    return query | ({"text": text} if is_own else {})
