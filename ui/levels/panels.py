"""The page Why subwords: one text three ways, what each level costs, and what it does not know."""

from collections.abc import Mapping

import streamlit as st

from bpe import CorpusError
from bpe.readings.levels import (
    Level,
    composed,
    cut_text,
    new_words,
    tokens_per_word,
    unseen,
)
from ui.controls.asked import Asked
from ui.controls.steps import step_slider
from ui.corpora.samples import NOVEL
from ui.draw.parts import fold, heading, styles, text_line
from ui.draw.say import say, say_written, sentence
from ui.draw.table import table
from ui.levels import charts as levels_charts
from ui.levels import markup as levels_markup
from ui.levels import tables
from ui.levels.runs import PartedRun, forms_training, run_on_part_seen
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.text import refusal, t

Found = Mapping[str, Level]
"""What each level costs, by its name."""

TEXTS = {NOVEL: "her sisters were unfriendly"}
WORDS, LINES = 8, 4
"""Of the corpus, in the text to cut to begin with."""

LONGEST = 400
FEW = 30
"""Of fewer words kept aside, rates say little."""

MOST = 5_000
"""New words that are cut into subwords at each step."""

FORMS, NEW = "low lower lowest old older oldest smart smarter", "smartest"
TURKISH = "köyler güzel köylerde evlerimiz evimizde çiçeklerimiz var", "köylerimizde"


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
    chosen, typed = st.columns(2, gap="medium")
    with chosen:
        step = step_slider("levels_step", last, last)
    with typed:
        text = _text(run)
    found = run.at(step)
    cut, drawn = st.columns([11, 9], gap="medium")
    with cut:
        _ways(run, step, text)
    with drawn:
        _chart(run, found, step)
    with st.container(key="levels_said"):
        for said in claims(run, found, step):
            say_written(said)
    with fold(t("levels.more"), "levels_more") as is_open:
        if is_open:
            _costs(run, found)
            _forms()
            if run.is_spaced:
                _new_words(run, step)
    # Below the picture, where it takes no room.
    step_in_address(step, last, "levels_step_address")


def _text(run: PartedRun) -> str:
    """Let the reader type a text to cut."""
    return text_line(t("levels.text"), "levels_text", _default_text(run), LONGEST)


def _ways(run: PartedRun, step: int, text: str) -> None:
    """Cut one text at every level at once."""
    if not text.split():
        say("levels.empty")
        return
    cut = cut_text(run.training, step, text)
    order = tables.ORDER if run.is_spaced else tables.UNSPACED
    st.html(levels_markup.ways(cut, order, t, run.training.scheme))


def _default_text(run: PartedRun) -> str:
    chosen = session.text()
    if chosen in TEXTS:
        return TEXTS[chosen]
    held_out, seen = run.parts.held_out.words, run.parts.seen.words
    most = WORDS if run.is_spaced else LINES
    words = [*seen[: most - 2], *held_out[:2]]
    return " ".join(word for word in words if len(word) <= 40)[:LONGEST] or seen[0][:40]


def claims(run: PartedRun, found: Found, step: int) -> list[str]:
    """Return, as HTML, what each level costs and misses, a sentence each."""
    letters, pieces = found["characters"], found["subwords"]
    if not run.is_spaced:
        said = sentence(
            "levels.claim_lines",
            share=letters.unknown_rate,
            letters=letters.tokens,
            pieces=pieces.tokens,
            step=step,
            vocabulary=letters.vocabulary,
            learned=pieces.vocabulary,
        )
        return [said]
    words = found["words"]
    return [
        sentence("levels.claim_words", share=words.unknown_rate, vocabulary=words.vocabulary),
        *(
            sentence(
                f"levels.claim_{name}",
                step=step,
                vocabulary=level.vocabulary,
                per_word=level.tokens_per_word,
                share=level.unknown_rate,
            )
            for name, level in (("characters", letters), ("subwords", pieces))
        ),
    ]


def _chart(run: PartedRun, found: Found, step: int) -> None:
    names = {level: t(f"levels.level_{level}") for level in tables.ORDER if level in found}
    words = {"words": found["words"].tokens} if run.is_spaced else {}
    st.altair_chart(
        levels_charts.levels(tables.points(found, run.curve, step), names),
        alt=t(
            "levels.chart_alt" if words else "levels.chart_alt_lines",
            letters=found["characters"].tokens,
            **words,
            pieces=found["subwords"].tokens,
            vocabulary=found["subwords"].vocabulary,
        ),
    )


def _costs(run: PartedRun, found: Found) -> None:
    """Set the levels side by side in a table, and say what was counted."""
    title = heading("levels.costs_heading")
    seen, kept = sum(run.parts.seen.counts), sum(run.parts.held_out.counts)
    what = "kept" if run.is_spaced else "kept_lines"
    say(f"levels.{what}_{'one' if kept == 1 else 'many'}", seen=seen, kept=kept, all=seen + kept)
    if found["characters"].held_out < FEW:
        say("levels.kept_few")
    table(
        tables.levels(found),
        ("level", "vocabulary", "total", "per_word", "unknown")
        if run.is_spaced
        else ("level", "vocabulary", "total", "unknown"),
        title,
        area="levels",
        labels={
            "level": lambda row: t(f"levels.level_{row['level']}"),
            "per_word": lambda row: f"{row['per_word']:.2f}",
            "unknown": lambda row: f"{row['unknown']:,} ({row['share']:.1%})",
        },
    )
    lines = "" if run.is_spaced else "_lines"
    st.caption(t(f"levels.ways_note{lines}", seen=seen, all=seen + kept))
    st.caption(t(f"levels.chart_note{lines}"))
    if run.is_spaced:
        words, cut_off = found["words"], found["punctuation"]
        say(
            "levels.claim_punctuation",
            share=cut_off.unknown_rate,
            vocabulary=cut_off.vocabulary,
            words=words.vocabulary,
        )


def _new_words(run: PartedRun, step: int) -> None:
    """List words that only the held-out part has, and the subwords they are met with."""
    heading("levels.new_heading")
    new = len(unseen(run.parts))
    if not new:
        say("levels.new_none")
        return
    found = new_words(run.training, step, run.parts, MOST)
    number = "one" if new == 1 else "most" if new > len(found) else "many"
    say(f"levels.new_{number}", n=new, per_word=tokens_per_word(found), most=len(found))
    stuck = sum(each.is_of_seen_pieces for each in found)
    if stuck:
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
            letters=len(run.training.tokenizer(0).encode(helped.text).tokens),
        )


def _take_forms(forms: str, new: str) -> None:
    session.widget("levels_forms", forms)
    session.widget("levels_new", new)


def _forms() -> None:
    """Train on a few forms, then meet another one, at every level."""
    heading("levels.forms_heading")
    with st.container(horizontal=True):
        for name, example in (("english", (FORMS, NEW)), ("turkish", TURKISH)):
            st.button(
                t(f"levels.forms_{name}"),
                key=f"levels_forms_{name}",
                type="tertiary",
                on_click=_take_forms,
                args=example,
            )
    left, right = st.columns([3, 2])
    with left:
        forms = text_line(t("levels.forms"), "levels_forms", FORMS, LONGEST)
    with right:
        new = text_line(t("levels.new"), "levels_new", NEW, 60)
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
