"""The page Why subwords: one text three ways, what each level costs, and what it does not know."""

import streamlit as st

from bpe import CorpusError
from bpe.readings.levels import composed, cut_text, new_words, tokens_per_word, unseen
from ui.controls.asked import Asked
from ui.controls.steps import step_slider
from ui.corpora.samples import NOVEL
from ui.draw.parts import heading, styles
from ui.draw.say import say
from ui.draw.table import table
from ui.levels import charts as levels_charts
from ui.levels import markup as levels_markup
from ui.levels import tables
from ui.levels.runs import PartedRun, forms_training, run_on_part_seen
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.text import refusal, t

TEXTS = {NOVEL: "Elizabeth, do. Unimaginable! Transformers?"}
WORDS, LINES = 8, 4
"""Of the corpus, in the text to cut to begin with."""

LONGEST = 400
FEW = 30
"""Of fewer words kept aside, rates say little."""

MOST = 5_000
"""New words that are cut into subwords at each step."""

FORMS, NEW = "old older oldest smart smarter", "smartest"


def levels_page(asked: Asked) -> None:
    """Draw the page for one corpus; the training on it says which words and which limit."""
    styles(levels_markup.STYLE)
    try:
        run = run_on_part_seen(asked)
    except CorpusError as error:
        is_small = error.code == "parted"
        st.error(t("levels.too_small") if is_small else refusal(error))
        return
    last = len(run.training.merges)
    chosen, typed = st.columns([3, 2], gap="medium", vertical_alignment="top")
    with chosen:
        step = step_slider("levels_step", last, last)
    with typed:
        text = _text(run)
    _ways(run, step, text)
    _costs(run, step)
    _forms()
    _new_words(run, step)
    # Below the picture, where it takes no room.
    step_in_address(step, last, "levels_step_address")


def _text(run: PartedRun) -> str:
    """Let the reader type a text to cut."""
    box = session.kept("levels_text", _default_text(run))
    return st.text_input(t("levels.text"), max_chars=LONGEST, **box)


def _ways(run: PartedRun, step: int, text: str) -> None:
    """Cut one text at every level at once."""
    if not text.split():
        say("levels.empty")
        return
    cut = cut_text(run.training, step, text)
    st.html(levels_markup.ways(cut, tables.ORDER, t, run.training.scheme))
    seen, kept = (sum(each.counts) for each in (run.parts.seen, run.parts.held_out))
    note = "ways_note" if run.is_spaced else "ways_note_lines"
    st.caption(t(f"levels.{note}", seen=seen, all=seen + kept))


def _default_text(run: PartedRun) -> str:
    chosen = session.text()
    if chosen in TEXTS:
        return TEXTS[chosen]
    held_out, seen = run.parts.held_out.words, run.parts.seen.words
    most = WORDS if run.is_spaced else LINES
    words = [*seen[: most - 2], *held_out[:2]]
    return " ".join(word for word in words if len(word) <= 40)[:LONGEST] or seen[0][:40]


def _costs(run: PartedRun, step: int) -> None:
    """Set the levels side by side: a table, a chart, and what they say in words."""
    heading("levels.costs_heading")
    found = run.at(step)
    kept = found["words"].held_out
    seen = found["words"].words
    say(f"levels.kept_{'one' if kept == 1 else 'many'}", seen=seen, kept=kept, all=seen + kept)
    if kept < FEW:
        say("levels.kept_few")
    frame = tables.levels(found)
    names = {level: t(f"levels.level_{level}") for level in tables.ORDER}
    columns = ("level", "vocabulary", "total", "per_word", "unknown")
    table(
        frame,
        columns,
        t("levels.costs_heading"),
        area="levels",
        labels={
            "level": lambda row: names[row["level"]],
            "per_word": lambda row: f"{row['per_word']:.2f}",
            "unknown": lambda row: f"{row['unknown']:,} ({row['share']:.1%})",
        },
    )
    words, letters, pieces = found["words"], found["characters"], found["subwords"]
    st.altair_chart(
        levels_charts.levels(tables.points(found, run.curve, step), names),
        alt=t(
            "levels.chart_alt",
            letters=letters.tokens,
            words=words.tokens,
            pieces=pieces.tokens,
            vocabulary=pieces.vocabulary,
        ),
    )
    if not run.is_spaced:
        st.caption(t("levels.chart_note_lines"))
        say(
            "levels.claim_lines",
            length=letters.tokens_per_word,
            share=words.unknown_rate,
            letters=letters.tokens,
            pieces=pieces.tokens,
            step=step,
            vocabulary=letters.vocabulary,
            learned=pieces.vocabulary,
        )
        return
    st.caption(t("levels.chart_note"))
    say("levels.claim_words", share=words.unknown_rate, vocabulary=words.vocabulary)
    say(
        "levels.claim_punctuation",
        share=found["punctuation"].unknown_rate,
        vocabulary=found["punctuation"].vocabulary,
        words=words.vocabulary,
    )
    say(
        "levels.claim_characters",
        vocabulary=letters.vocabulary,
        per_word=letters.tokens_per_word,
        share=letters.unknown_rate,
    )
    say(
        "levels.claim_subwords",
        step=step,
        vocabulary=pieces.vocabulary,
        per_word=pieces.tokens_per_word,
        share=pieces.unknown_rate,
    )


def _new_words(run: PartedRun, step: int) -> None:
    """List words that only the held-out part has, and the subwords they are met with."""
    heading("levels.new_heading")
    new = len(unseen(run.parts))
    if not new:
        say("levels.new_none")
        return
    found = new_words(run.training, step, run.parts, MOST)
    what = "new" if run.is_spaced else "lines"
    number = "one" if new == 1 else "most" if new > len(found) else "many"
    say(f"levels.{what}_{number}", n=new, per_word=tokens_per_word(found), most=len(found))
    stuck = sum(each.is_of_seen_pieces for each in found)
    if stuck and run.is_spaced:
        say("levels.new_stuck", n=stuck, all=len(found))
    frame = tables.met(found)
    columns = ("word", "count", "tokens", "length")
    table(
        frame,
        columns,
        t("levels.new_heading"),
        run.training.scheme,
        area="levels",
        titles={"tokens": "subwords"},
    )
    helped = composed(found, run.training.scheme.mark)
    if helped is not None:
        say(
            "levels.helped",
            run.training.scheme,
            {"word": [helped.text], "tokens": helped.tokens},
            n=len(helped.tokens),
            letters=len(helped.characters),
        )


def _forms() -> None:
    """Train on a few forms, then meet another one, at every level."""
    heading("levels.forms_heading")
    left, right = st.columns([3, 2])
    forms = left.text_input(
        t("levels.forms"), FORMS, key="levels_forms", max_chars=LONGEST, persist_state="session"
    )
    new = right.text_input(
        t("levels.new"), NEW, key="levels_new", max_chars=60, persist_state="session"
    )
    try:
        training = forms_training(forms)
    except CorpusError as error:
        st.error(refusal(error))
        return
    if not new.split():
        say("levels.empty")
        return
    new = new.split()[0]
    last = len(training.merges)
    cut = cut_text(training, last, new)
    st.html(levels_markup.ways(cut, tables.ORDER, t, training.scheme))
    known = all(is_known for _, is_known in cut["words"])
    letters_known = all(is_known for _, is_known in cut["characters"])
    verdict = "known" if known else "spelled" if letters_known else "letters"
    say(
        f"levels.forms_{verdict}",
        training.scheme,
        {"word": [new], "tokens": [token for token, _ in cut["subwords"]]},
        n=len(cut["subwords"]),
        letters=len(cut["characters"]),
    )
    [word] = training.tokenizer().encode(new).words
    frame = tables.splits(word)
    table(
        frame,
        ("step", "tokens", "length"),
        t("levels.forms_heading"),
        training.scheme,
        area="levels",
        titles={"tokens": "subwords"},
    )
    st.caption(t("levels.forms_note"))
