"""The verdict on a list: in sentences where it leaves the record, why, and how to mend it."""

import streamlit as st

from bpe import Scheme
from bpe.checking import Check, Diagnosis
from bpe.checking.trainer import NO_RULE
from ui.draw.say import sentence
from ui.shell.text import t

BOTH = ("merging", "stale", "overlap", "special", "aliases", "score", "length")
"""Causes whose sentence depends on the kind."""


def verdict(check: Check) -> None:
    """Say in one block what was found."""
    if check.diagnosis is None:
        agrees = sentence("check.agrees", n=len(check.pairs))
        st.html(f'<div class="verdict agrees"><p>{agrees}</p></div>')
        return
    name, mend = f"check.cause_{_key(check.diagnosis)}", f"check.mend_{_key(check.diagnosis)}"
    words = _words(check.diagnosis, check.training.scheme)
    lines = [
        f'<p class="where">{_where(check)}</p>',
        f"<p><b>{sentence('check.why')}</b> {sentence(name, **words)}</p>",
        f"<p><b>{sentence('check.mend')}</b> {sentence(mend, **words)}</p>",
    ]
    st.html(f'<div class="verdict">{"".join(lines)}</div>')


def rule(name: str) -> str:
    """Name a tie rule for the reader."""
    return t("check.rule_none" if name == NO_RULE else f"ties.is_{name}")


def _where(check: Check) -> str:
    """Say where the two part, with both pairs and what they count in the record."""
    found, scheme = check.difference, check.training.scheme
    assert found is not None
    assert check.diagnosis is not None
    tokens = {}
    if found.theirs is not None:
        tokens["theirs"] = found.theirs
    if found.ours is not None:
        tokens["ours"] = found.ours.pair
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
        ours_count=found.ours.count if found.ours else 0,
        tied=found.tied,
    )


def _key(found: Diagnosis) -> str:
    """Return the end of the keys of a cause."""
    if found.cause == "tie":
        return "tie_none" if found.rules == ("none",) else "tie"
    return f"{found.cause}_{found.detail}" if found.cause in BOTH and found.detail else found.cause


def _words(found: Diagnosis, scheme: Scheme) -> dict[str, str]:
    """Return what the sentences of a cause name."""
    own = rule(scheme.tie_rule)
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
    return t("check.or").join(map(rule, found.rules))


def evidence(check: Check) -> str:
    """Say what speaks for the cause; nothing for an unknown one or a matter of length."""
    found = check.diagnosis
    if found is None or found.cause in ("unknown", "length") or found.detail == "list":
        return ""
    whole = found.explained >= len(check.pairs)
    kind = "all" if whole else "part"
    said = [sentence(f"check.proof_{kind}", n=len(check.pairs), explained=found.explained)]
    if found.rules and found.cause != "tie":
        said.append(sentence("check.proof_rules", rules=_rules(found)))
    return " ".join(said)
