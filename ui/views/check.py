"""Check my BPE: the first difference of a list of merges from the record, its cause, and a fix.

The list is an example, made by a trainer with one mistake, or the reader's own. A worker compares
it with the record (`ui/merge_lists.py`).
"""

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import streamlit as st

from bpe import PRESETS, CorpusError, Scheme
from bpe.checking import Diagnosis
from bpe.checking.mistakes import mistakes
from bpe.checking.trainer import LAST, NO_RULE, known_rules
from bpe.input.opening import KINDS, MEGABYTE, check_size
from bpe.player.tokens import visible
from ui import state
from ui.catalogue import Refusal
from ui.details import draw_tabs
from ui.draw.parts import heading, inline_row, styles
from ui.draw.say import say, say_written
from ui.draw.say import sentence as sentence_markup
from ui.draw.tokens import shorten, spaced
from ui.jobs import Job
from ui.merge_lists import (
    HANDOUT,
    HANDOUT_CORPUS,
    HANDOUT_MERGES,
    HANDOUT_SCHEME,
    TRAINERS,
    ListCheck,
    UploadedList,
    check_merges,
    count_merges,
    offered_examples,
)
from ui.own_text.boxes import (
    leave_upload,
    pasting_box,
    queue_file,
    queue_upload,
    refused,
    run_upload_job,
    upload_box,
)
from ui.pages import MISTAKES
from ui.player import step_player
from ui.popover import close_popover, popover
from ui.runs import Run
from ui.spool import SpoolFile
from ui.state import LIMITS
from ui.text import refusal, sentence, t
from ui.waiting import in_worker

OWN, FIRST = "own", MISTAKES[0]
"""Name of the reader's list among the examples, and the page's first example."""

MAX_PASTED_CHARS = 20_000
BOX, POPOVER = "check_file", "check_bring"


# The list ----------------------------------------------------------------------------------------


def take_uploaded_list() -> None:
    """Read the uploaded list, before drawing anything that depends on it."""

    def take(job: Job[int], count: int) -> None:
        [uploaded] = job.arguments
        st.session_state["check_list"] = replace(uploaded, count=count)
        state.choose(mistake=None, step=None)

    run_upload_job(BOX, take)


def uploaded_list() -> UploadedList | None:
    """Return the reader's list, or None."""
    found: UploadedList | None = st.session_state.get("check_list")
    return found


def chosen_list() -> str:
    """Return the name of the checked example, or `OWN`."""
    return state.chosen("mistake") or (FIRST if uploaded_list() is None else OWN)


def choose_list(scheme: Scheme) -> None:
    """Offer the reader's list, if there is one, the examples, and a box for a list."""
    styles(Path(__file__).with_name("check.css"))
    own, now = uploaded_list(), chosen_list()
    names = (*offered_examples(scheme), now)
    labels = {name: t(f"check.mistake_{name}") for name in names if name != OWN}
    if own is not None:
        labels = {OWN: t("check.your_list", name=spaced(visible(own.name)[:40])), **labels}
    # One picker per list: late reports about the previous list's picker are ignored.
    file = None if own is None else own.file
    key = f"check_pick_{file.digest if isinstance(file, SpoolFile) else ''}"
    with inline_row("check"):
        st.selectbox(
            t("check.list"),
            list(labels),
            format_func=labels.__getitem__,
            key=state.shows(key, now),
            on_change=lambda: _pick(st.session_state[key]),
            label_visibility="collapsed",
            width=430,
        )
        with popover(t("check.bring"), POPOVER, ":material/upload_file:"):
            st.caption(t("check.rules_hint"))
            largest = KINDS["merges"].app.most // MEGABYTE
            upload_box(t("check.file"), max_upload_size=largest, key=BOX, on_change=_uploaded)
            with st.form("check_paste", border=False):
                pasting_box(t("check.paste"), "check_pasted", 120, MAX_PASTED_CHARS)
                st.form_submit_button(t("check.use"), on_click=_pasted, type="primary")


def _pick(name: str) -> None:
    leave_upload(BOX)
    is_default = name == OWN or (name == FIRST and uploaded_list() is None)
    rules: dict[str, object] = {}
    if name == HANDOUT:  # its toy corpus has its own rules
        rules = {"corpus": HANDOUT_CORPUS, "scheme": HANDOUT_SCHEME}
        rules |= {**dict.fromkeys(LIMITS), "max_merges": len(HANDOUT_MERGES)}
    state.choose(mistake=None if is_default else name, step=None, **rules)


def _uploaded() -> None:
    # An empty box: a browser removes the file before it adds the next one.
    if st.session_state.get(BOX) is not None:
        close_popover(POPOVER)  # else it would cover the verdict
    queue_file(BOX, _count_job)


def _pasted() -> None:
    close_popover(POPOVER)
    data = (st.session_state.get("check_pasted") or "").encode("utf-8", "replace")
    queue_upload(BOX, lambda: _count_job(SpoolFile(data), t("check.pasted_name")))


def _count_job(file: SpoolFile, name: str) -> Job[int]:
    """Return the job that counts a list's merges. Raises CorpusError if it is too large."""
    check_size(name, file.nbytes, KINDS["merges"].app.most)
    key = ("merges", file.digest, name)
    return Job(key, count_merges, (UploadedList(name, file),), stage="file", seconds=120.0)


# The result --------------------------------------------------------------------------------


def check_chosen_list(run: Run) -> tuple[Run, ListCheck | None]:
    """Compare the chosen list with a run; return the run, as long as the list, and the check.

    Without a check, show the reason. If a list cannot be read, no other list is checked instead.
    """
    if run.is_fallback:
        say("check.not_asked")
        return run, None
    if (unread := refused(BOX)) is not None:
        st.error(t("check.refused", sentence=sentence(unread)))
        return run, None
    given: UploadedList | str = chosen_list()
    # Number of expected merges; whether a vocabulary size is set.
    rules: tuple[int | None, bool] = None, False
    own, limits = uploaded_list(), state.choices()
    if given == OWN and own is not None:
        is_free = limits.max_merges is None and limits.vocab_size is None
        # Without a limit, train one more merge to detect a list that ends too early.
        given, wanted = own, min(own.count + is_free, LIMITS["max_merges"].most)
        rules = None if is_free else len(run), limits.vocab_size is not None
        is_limited = run.training.stop.reason in ("max_merges", "vocab_size")
        if (len(run) < wanted and is_limited) or (is_free and len(run) > wanted):
            run = replace(run, max_merges=wanted, vocab_size=None)
    try:
        arguments = run.training, given, run.source, *rules
        if isinstance(given, str) and run.source.is_small:
            check = check_merges(*arguments)
        else:
            key = ("check", run.key, given, rules)
            check = in_worker(key, check_merges, *arguments, cancel=_choose_none)
    except CorpusError as error:
        is_job = isinstance(error, Refusal)  # not the list's fault
        said = refusal(error) if is_job else t("check.refused", sentence=sentence(error))
        st.error(said)
        return run, None
    if check is None:
        say("check.not_here")
    return run, check


def _choose_none() -> None:
    """Choose a correct, quickly checked list, from a callback."""
    state.choose(mistake="none", step=None)


def draw_verdict(run: Run, check: ListCheck | None) -> None:
    """Show the result next to the player, which opens at the first difference."""
    if check is None:
        step_player(run, key="check", default=run.start_step, words=1)
        return
    with st.container(key="fit_check"):
        said, words = st.columns([1, 2], gap="medium")
    with said:
        st.html(verdict_markup(check, run.scheme))
        name = chosen_list()
        if check.diagnosis is None and name in TRAINERS and name != "none":
            st.caption(t("check.not_seen"))
    with words:
        step_player(
            run,
            key="check",
            pinned=check.words,
            default=check.difference.step if check.difference else check.expected,
            words=1,
            alone=True,
            hide=None,
        )
    draw_tabs({"known": lambda: _draw_known(run, check)})


BOTH = ("merging", "stale", "overlap", "special", "aliases", "score", "length")
"""Causes whose sentence depends on the detail."""


def verdict_markup(check: ListCheck, scheme: Scheme) -> str:
    """Write the first difference, both pairs' counts in the record, the cause, and a fix."""
    cause, found, missed = check.diagnosis, check.difference, check.missed
    if cause is None or found is None:
        agrees = sentence_markup("check.agrees", n=check.count)
        return f'<div class="verdict agrees"><p>{agrees}</p></div>'
    kind = ""
    if found.theirs is None:
        kind = "_short"
    elif found.ours is None:
        kind = "_long"
    elif cause.detail == "list":
        kind = "_spelled"
    elif found.is_tied:
        kind = "_tied"
    elif not found.count:
        kind = "_absent"
    pairs = {"theirs": found.theirs, "ours": found.ours and found.ours.pair}
    where = sentence_markup(
        f"check.differs{kind}",
        scheme,
        {name: pair for name, pair in pairs.items() if pair},
        head=t("check.head" if found.step else "check.head_none", step=found.step),
        step=found.step,
        rank=found.step + 1,
        expected=check.expected,
        count=found.count,
        ours_count=int(found.ours.count) if found.ours else 0,
        tied=found.tied,
    )
    key, words = cause_key(cause), cause_words(cause, scheme)
    mending = sentence_markup(f"check.mend_{key}", **words)
    if missed is not None:
        tokens = {name: getattr(missed, name) for name in ("merged", "before", "after", "pair")}
        seen = {"word": shorten(missed.word), "count": missed.count}
        mending = sentence_markup(f"check.mend_{key}_seen", scheme, tokens, **seen)
    why, mend = sentence_markup("check.why"), sentence_markup("check.mend")
    return (
        f'<div class="verdict"><p class="where">{where}</p>'
        f"<p><b>{why}</b> {sentence_markup(f'check.cause_{key}', **words)}</p>"
        f"<p><b>{mend}</b> {mending}</p></div>"
    )


def cause_key(found: Diagnosis) -> str:
    """Return the suffix of the keys of a cause's sentences."""
    if found.cause == "tie":
        return "tie_none" if found.rules == ("none",) else "tie"
    return f"{found.cause}_{found.detail}" if found.cause in BOTH and found.detail else found.cause


def cause_words(found: Diagnosis, scheme: Scheme) -> dict[str, str]:
    """Return the placeholders of a cause's sentences."""
    words = {
        "own": t(f"ties.is_{scheme.tie_rule}"),
        "own_cut": t(f"check.cut_{scheme.pretokenizer}"),
        "rules": _rules(found),
    }
    if found.cause == "pretokenizer":
        words["cut"] = t(f"check.cut_{found.detail}")
    if found.cause == "boundary":
        words["mark"] = t(f"controls.mark_is_{found.detail}")
    if found.cause in ("boundary", "mark"):
        words["own_mark"] = t(f"controls.mark_is_{scheme.boundary}")
    return words


def _rules(found: Diagnosis) -> str:
    names = (
        f"check.rule_{rule}" if rule in (NO_RULE, LAST) else f"ties.is_{rule}"
        for rule in found.rules
    )
    return t("check.or").join(map(t, names))


# Finding the mistake ------------------------------------------------------------------------


def _draw_known(run: Run, check: ListCheck) -> None:
    """Explain how a mistake is found, list the known ones, and show how to check in Python."""
    heading("check.tab_known")
    if said := evidence_markup(check):
        say_written(said)
    st.markdown(t("check.known_what"))
    known = Counter(each.cause for each in mistakes(run.training.corpus, run.scheme, text=""))
    counts = {"keeping": known["stale"], "merging": known["merging"], "cuts": known["pretokenizer"]}
    st.markdown(t("check.known_list", ties=len(known_rules(run.scheme)), **counts))
    st.markdown(t("check.known_code"))
    # Highlighted code contains elements with the class of chips.
    st.code(code(run.scheme), language=None, wrap_lines=True)


def evidence_markup(check: ListCheck) -> str:
    """Write the evidence for a cause; nothing for an unknown cause or a wrong length."""
    found = check.diagnosis
    if found is None or found.cause in ("unknown", "length") or found.detail == "list":
        return ""
    kind = "all" if found.explained >= check.count else "part"
    said = [sentence_markup(f"check.proof_{kind}", n=check.count, explained=found.explained)]
    if found.rules and found.cause != "tie":
        said.append(sentence_markup("check.proof_rules", rules=_rules(found)))
    return " ".join(said)


CODE = """{imports}from bpe.checking import check
from bpe.interchange import load_merges

merges = load_merges("merges.txt", open("merges.txt", "rb").read())
found = check(merges, open("corpus.txt", encoding="utf-8").read(), {scheme})
print(found.difference, found.diagnosis)"""


def code(scheme: Scheme) -> str:
    """Return the Python code that checks a list with this scheme."""
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
