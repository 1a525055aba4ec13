"""The page: the verdict on a list beside the player, and what is known of mistakes."""

from dataclasses import fields
from functools import partial
from pathlib import Path

import streamlit as st

from bpe import PRESETS, TIE_RULES, Scheme
from bpe.checking import Diagnosis
from bpe.checking.trainer import NO_RULE
from ui.check import PAGE
from ui.check.lists import CheckedList
from ui.check.readings import TRAINERS, ListCheck, count_mistakes
from ui.corpora.run import Run
from ui.draw.parts import heading, styles
from ui.draw.say import say, say_written, sentence
from ui.draw.tokens import shorten
from ui.player import step_player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

STYLE = Path(__file__).with_name("check.css")
WORDS = 1


def draw_unchecked(run: Run) -> None:
    """Say why nothing is held against a run, above its player."""
    styles(STYLE)
    say("check.not_asked" if run.is_fallback else "check.not_here")
    step_player(run, key="check", default=run.start_step, words=WORDS)


def draw_verdict(found: CheckedList) -> None:
    """Say what came of a list beside the player, which opens where the two part."""
    styles(STYLE)
    said, words = st.columns([1, 2], gap="medium")
    with said:
        _say_verdict(found.check, found.run.scheme)
        if found.check.diagnosis is None and found.name in TRAINERS and found.name != "none":
            st.caption(t("check.not_seen"))
    with words:
        step_player(
            found.run,
            key="check",
            pinned=found.check.words,
            default=found.check.opening_step,
            words=WORDS,
            alone=True,
            hide=None,
        )


BOTH = ("merging", "stale", "overlap", "special", "aliases", "score", "length")
"""Causes whose sentence depends on the kind."""


def _say_verdict(check: ListCheck, scheme: Scheme) -> None:
    """Say in one block what was found."""
    if check.diagnosis is None:
        agrees = sentence("check.agrees", n=check.count)
        st.html(f'<div class="verdict agrees"><p>{agrees}</p></div>')
        return
    name, mend = f"check.cause_{_key(check.diagnosis)}", f"check.mend_{_key(check.diagnosis)}"
    words = _words(check.diagnosis, scheme)
    mending = sentence(mend, **words)
    if (missed := check.missed) is not None:
        tokens = {name: getattr(missed, name) for name in ("merged", "before", "after", "pair")}
        seen = {"word": shorten(missed.word), "count": missed.count}
        mending = sentence(f"{mend}_seen", scheme, tokens, **seen)
    lines = [
        f'<p class="where">{_where(check, scheme)}</p>',
        f"<p><b>{sentence('check.why')}</b> {sentence(name, **words)}</p>",
        f"<p><b>{sentence('check.mend')}</b> {mending}</p>",
    ]
    st.html(f'<div class="verdict">{"".join(lines)}</div>')


def _rule(name: str) -> str:
    """Name a tie rule for the reader."""
    return t("check.rule_none" if name == NO_RULE else f"ties.is_{name}")


def _where(check: ListCheck, scheme: Scheme) -> str:
    """Say where the two part, with both pairs and what they count in the record."""
    found = check.difference
    assert found is not None
    assert check.diagnosis is not None
    tokens = {}
    if found.theirs is not None:
        tokens["theirs"] = found.theirs
    if found.ours is not None:
        tokens["ours"] = found.ours
    kind = ""
    if found.theirs is None:
        kind = "_short"
    elif found.ours is None:
        kind = "_long"
    elif check.diagnosis.detail == "list":
        kind = "_spelled"
    elif found.is_tied:
        kind = "_tied"
    elif not found.count:
        kind = "_absent"
    many = found.step if found.step < 2 else "many"
    return sentence(
        f"check.differs{kind}",
        scheme,
        tokens,
        head=t(f"check.head_{many}", step=found.step),
        step=found.step,
        rank=found.step + 1,
        expected=check.expected,
        count=found.count,
        ours_count=found.ours_count,
        tied=found.tied,
    )


def _key(found: Diagnosis) -> str:
    """Return the end of the keys of a cause."""
    if found.cause == "tie":
        return "tie_none" if found.rules == ("none",) else "tie"
    return f"{found.cause}_{found.detail}" if found.cause in BOTH and found.detail else found.cause


def _words(found: Diagnosis, scheme: Scheme) -> dict[str, str]:
    """Return what the sentences of a cause name."""
    own = _rule(scheme.tie_rule)
    own_cut = t(f"check.cut_{scheme.pretokenizer}")
    words = {"own": own, "own_cut": own_cut, "rules": _rules(found)}
    if found.cause == "pretokenizer":
        words["cut"] = t(f"check.cut_{found.detail}")
    if found.cause == "boundary":
        words["mark"] = t(f"controls.mark_is_{found.detail}")
    if found.cause in ("boundary", "mark"):
        words["own_mark"] = t(f"controls.mark_is_{scheme.boundary}")
    return words


def _rules(found: Diagnosis) -> str:
    return t("check.or").join(map(_rule, found.rules))


def _evidence(check: ListCheck) -> str:
    """Say what speaks for the cause; nothing for an unknown one or a matter of length."""
    found = check.diagnosis
    if found is None or found.cause in ("unknown", "length") or found.detail == "list":
        return ""
    whole = found.explained >= check.count
    kind = "all" if whole else "part"
    said = [sentence(f"check.proof_{kind}", n=check.count, explained=found.explained)]
    if found.rules and found.cause != "tie":
        said.append(sentence("check.proof_rules", rules=_rules(found)))
    return " ".join(said)


def draw_known_mistakes(found: CheckedList) -> None:
    """Offer the tab on how a mistake is told, which ones are known, and the check as code."""
    draw_tabs(PAGE, {"known": partial(_known_panel, found)})


def _known_panel(found: CheckedList) -> None:
    heading("check.tab_known")
    if said := _evidence(found.check):
        say_written(said)
    st.markdown(t("check.known_what"))
    known = found.run.read(count_mistakes)
    counts = {"keeping": known["stale"], "merging": known["merging"], "cuts": known["pretokenizer"]}
    st.markdown(t("check.known_list", ties=len(TIE_RULES), **counts))
    st.markdown(t("check.known_code"))
    # Coloured code is made of elements with the class that chips have.
    st.code(code(found.run.scheme), language=None, wrap_lines=True)


CODE = """{imports}from bpe.checking import check
from bpe.interchange import load_merges

merges = load_merges("merges.txt", open("merges.txt", "rb").read())
found = check(merges, open("corpus.txt", encoding="utf-8").read(), {scheme})
print(found.difference, found.diagnosis)"""


def code(scheme: Scheme) -> str:
    """Return the lines of Python that check a list by this scheme."""
    preset = PRESETS.get(scheme.name)
    if preset is None or preset == scheme:
        return CODE.format(scheme=f'"{scheme.name}"', imports="")
    changed = ", ".join(
        f"{field.name}={getattr(scheme, field.name)!r}"
        for field in fields(scheme)
        if getattr(scheme, field.name) != getattr(preset, field.name)
    )
    return CODE.format(
        scheme=f'replace(PRESETS["{scheme.name}"], {changed})',
        imports="from dataclasses import replace\n\nfrom bpe import PRESETS\n",
    )
