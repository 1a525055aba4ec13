"""What the page Unigram shows: the lattice over the rounds, and a tab for each question."""

from functools import partial

import streamlit as st

from bpe.unigram import UnigramModel, UnigramTraining
from ui.draw.parts import styles
from ui.draw.say import say
from ui.player import replay_player
from ui.shell import session
from ui.shell.tabs import draw_tabs
from ui.unigram import PAGE, markup, tables
from ui.unigram.compare import compare_panel
from ui.unigram.controls import Trained
from ui.unigram.drawing import percent, training_drawing
from ui.unigram.lattice import lattice
from ui.unigram.rounds import (
    SCHEME,
    removal_panel,
    rounds_panel,
    sampling_panel,
    say_here,
    splits_panel,
    vocabulary_panel,
)

AWAY = "unigram_away"


def pruned_lattice(training: UnigramTraining, word: str) -> int:
    """Draw a word's lattice, whose pieces can be clicked away, above the player of the rounds.

    Returns the step.
    """
    styles(markup.STYLE)
    with st.container(key="unigram_stage"):
        picture = st.container()
        step = replay_player(
            training,
            partial(tables.rounds_run, training, SCHEME, say_here),
            len(training),
            key="unigram",
            counted="round",
        )
        with picture:
            if not word:
                say("unigram.no_word")
                return step
            model, away = training.snapshot(step).model, taken_away(word)
            _say_what_happened(model, word, [piece for piece in away if piece in model.pieces])
            drawn = training_drawing(training, word, step, SCHEME, say_here, away)
            lattice(drawn, "unigram_lattice", partial(_turn, word))
    return step


def taken_away(word: str) -> list[str]:
    """Return the pieces of this word that the reader has clicked away, in that order."""
    kept = session.recall(AWAY, {})
    return list(kept["pieces"]) if kept.get("of") == (session.text(), word) else []


def _turn(word: str, piece: str) -> None:
    """Take over a click on a piece of this word, from a callback."""
    if piece in word:
        stays = piece if len(piece) == 1 else ""
        kept = {"of": (session.text(), word), "pieces": turned(taken_away(word), piece)}
        session.remember(AWAY, kept | {"stays": stays})


def turned(away: list[str], piece: str) -> list[str]:
    """Return what is away once a piece is clicked, or clicked again; a single character stays."""
    if piece in away:
        return [each for each in away if each != piece]
    return [*away, piece] if len(piece) > 1 else away


def _say_what_happened(model: UnigramModel, word: str, away: list[str]) -> None:
    """Say in one sentence which split is the best, and what a click has made of it."""
    [before], [now] = model.nbest(word, 1), model.without(away).nbest(word, 1)
    numbers = {"was": percent(before.share), "share": percent(now.share)}
    stays = session.recall(AWAY, {}).get("stays", "")
    if stays and stays in word:
        say("unigram.away_character", SCHEME, {"piece": (stays,)})
    elif away:
        name = "stays" if now.tokens == before.tokens else "jumps"
        tokens = {"away": away, "before": before.tokens, "now": now.tokens}
        say(f"unigram.away_{name}", SCHEME, tokens, **numbers)
    elif (tied := model.tied(word)) > 1:
        say("unigram.splits_tied", n=tied, **numbers)
    else:
        say("unigram.splits_best", SCHEME, {"best": now.tokens}, **numbers)


def unigram_tabs(trained: Trained, word: str, step: int) -> None:
    """Draw all tabs; only the open one is computed."""
    training = trained.training
    model = training.snapshot(step).model.without(taken_away(word))
    draw_tabs(
        PAGE,
        {
            "splits": partial(splits_panel, model, word),
            "removal": partial(removal_panel, training, step),
            "vocabulary": partial(vocabulary_panel, training, step),
            "rounds": partial(rounds_panel, training, step),
            "sampling": partial(sampling_panel, model, word),
            "compare": partial(compare_panel, trained),
        },
    )
