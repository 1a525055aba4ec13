"""Pages on which a picture stands above the player: bytes, a lattice, a round."""

from html import escape

from bpe.readings.wholes import whole_from
from bpe.unigram import UnigramTraining
from ui.bytes.markup import STYLE as LOOKS
from ui.bytes.panels import EXAMPLES, STEPS, strips
from ui.controls.controls import sample_training
from ui.corpora import sources
from ui.corpora.results import shared
from ui.corpora.samples import samples
from ui.draw.grid import grid
from ui.draw.parts import GRID
from ui.draw.say import sentence
from ui.draw.tokens import visible
from ui.player.alone import KEY, of_encoding, of_rows, of_runs
from ui.player.cutting import How
from ui.player.handout import noted
from ui.quiz import score
from ui.quiz.rounds import KINDS, Round, make_round
from ui.shell.text import language, t
from ui.site.page import Drawn, Frame, Part
from ui.site.parts import markup
from ui.site.runs import players, sample_title
from ui.unigram import lattice, tables
from ui.unigram.controls import SIZES, requests_of
from ui.unigram.drawing import training_drawing
from ui.unigram.rounds import SCHEME, SPLITS, SPLITS_LOOKS, say_here

BYTES = "chinese-classics"
"""The sample whose merges make tokens of the texts below."""

TEXTS = (*EXAMPLES.values(), "abc", "€ 5", "naïve", "Привет", "도시", "君子不器。", "天下😀")
"""A dozen texts, first those of the page."""

LATTICES = (
    ("six-words", "lowest"),
    ("six-words", "highest"),
    ("six-words", "cooler"),
    ("hug", "hugs"),
    ("hug", "pun"),
    ("low-lower", "lowest"),
    ("low-lower", "newest"),
)
"""Sample and word."""

DRAWS = 3
"""Draws of each round."""


def bytes_of_texts() -> Drawn:
    """Return texts from character to token, and the merges that made the tokens."""
    training = sample_training(samples()[BYTES], "gpt")
    tokenizer = training.tokenizer(STEPS[BYTES])
    drawn: list[str] = []
    traces: list[Frame | None] = []
    for text in TEXTS:
        encoding = tokenizer.encode(text)
        wholes = whole_from(training.tokenizer(), text)
        drawn.append("".join(strips(tokenizer, encoding, wholes, STEPS[BYTES])))
        merged = any(word.steps for word in encoding.words)
        traces.append(of_encoding(encoding, training.scheme, language()) if merged else None)
    parts = [markup(drawn, LOOKS), players(traces)]
    return Drawn(parts, {t("bytes.examples"): TEXTS})


def lattices() -> Drawn:
    """Return the lattices of words over the rounds that remove pieces."""
    drawn, splits, rounds, picks = [], [], [], []
    for name, word in LATTICES:
        sample = samples()[name]
        [request] = requests_of(sources.of_sample(sample), SIZES[name]).each
        training = shared.get(request.job)
        [spelled] = training.model.spell(word)
        last = len(training)
        drawn.append(
            [training_drawing(training, spelled, at, SCHEME, say_here) for at in range(last + 1)]
        )
        splits.append([_splits(training, spelled, at) for at in range(last + 1)])
        run = tables.rounds_run(training, SCHEME, say_here)
        rounds.append(of_rows(run, language(), counted="round"))
        picks.append(f"{word} · {sample_title(sample)}")
    how = f'<p class="note">{escape(t("unigram.lattice_how"))}</p>'
    parts = [Part(lattice.FILES, drawn), players(rounds), markup(splits, GRID)]
    return Drawn(parts, {t("unigram.word"): picks}, how)


def _splits(training: UnigramTraining, spelled: str, step: int) -> str:
    """Write the table of the splits of a word after a round."""
    frame = tables.splits(training.snapshot(step).model, spelled)
    heads = {name: t(f"unigram.column_{name}") for name in SPLITS}
    caption = t("unigram.splits_caption", word=visible(spelled))
    return grid(frame, heads, caption, SCHEME, **SPLITS_LOOKS)


def rounds() -> Drawn:
    """Return the rounds of the quiz with the verdict on every bet, and what each of them shows."""
    questions, scores, given, lessons = [], [], [], []
    numbers = range(1, len(KINDS) + 1)
    words = language()
    for asked in (make_round(n, seed, words) for n in numbers for seed in range(1, DRAWS + 1)):
        question = sentence(
            "quiz.asked", number=str(asked.seed), question=t(f"quiz.question_{asked.name}")
        )
        questions.append(f"<p>{question}</p>")
        scores.append(score.score_data(asked.place, asked.steps, KEY))
        given.append(_hidden(asked))
        lessons.append(_lesson(asked))
    parts = [markup(questions), Part(score.FILES, scores), players(given), markup(lessons)]
    kinds = [f"{number}. {t(f'quiz.round_{kind.name}')}" for number, kind in enumerate(KINDS, 1)]
    draws = [str(seed) for seed in range(1, DRAWS + 1)]
    return Drawn(parts, {t("quiz.round"): kinds, t("site.draw"): draws})


def _hidden(asked: Round) -> Frame:
    """Return what the player of a round is given, whose answers stay hidden until a bet."""
    if asked.encoding is None:
        found = of_runs([(asked.training, How(lang=language()))], 0)
    else:
        found = of_encoding(asked.encoding, asked.training.scheme, language())
    return {**found, "hide": {"number": 0, "hidden": True, "forced": True}}


def _lesson(asked: Round) -> str:
    found = asked.found
    said = sentence(f"quiz.found_{found.code}", asked.training.scheme, found.tokens, **found.values)
    return (
        f"<details><summary>{escape(t('quiz.shows'))}</summary>"
        f"<p>{noted(t(f'quiz.learn_{asked.name}'))}</p><p>{said}</p></details>"
    )
