"""The stops of the lesson in one table: where each plays, from which step to which, in which beats.

The stage, the teacher's notes and the site are views of it. The words of a stop are
`lesson.<what>_<name>`: `lead` the clause that leads over, `ask` the question, `say` the answer,
`merge` what is said after the merge, `most` what most say, `show` what else to show, `late` what to
leave out. The texts it plays on are those of a language: `lesson` in its `defaults.json`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Self

from bpe import PRESETS, Scheme, Training
from ui.catalogue import LANGUAGES
from ui.corpora import sources
from ui.corpora.run import Run, read
from ui.draw.tokens import chips, coloured_by, shorten, visible
from ui.samples import samples
from ui.shell.choices import STOPS
from ui.shell.text import language, t

ASKED = ("question", "answer")
MERGED = (*ASKED, "merge")
VOTED = ("question", "open", "tally", "answer", "merge")
SHOWN = ("answer", "merge")
"""The phases that show the answer."""


@dataclass(frozen=True)
class LessonStop:
    """One stop of the lesson.

    Attributes:
        name: what its words are called.
        page: the page it plays on.
        minutes: how long it takes.
        query: what the address of that page says besides; a name in braces is a text of the
            language.
        phases: its beats.
        steps: where its player stands before and after the merge.
        is_open: whether the next stop asks about the step after the merge, which stays covered.
    """

    name: str
    page: str
    minutes: int
    query: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[str, ...] = ASKED
    steps: tuple[int, int] | None = None
    is_open: bool = False

    def in_language(self, lang: str) -> Self:
        """Return the stop on the texts of a language."""
        texts = LANGUAGES[lang].lesson
        return replace(self, query={key: said.format(**texts) for key, said in self.query.items()})

    @property
    def start(self) -> int:
        """The step that it asks about."""
        return 0 if self.steps is None else self.steps[0]

    def beat(self, phase: str) -> dict[str, str]:
        """Return what the address says in a phase, but for the phase."""
        step = {} if self.steps is None else {"step": str(self.steps[phase == "merge"])}
        is_hidden = phase not in SHOWN or (phase == "merge" and self.is_open)
        return {**self.query, **step, "hide": str(int(is_hidden))}


_READ = {"model": "{model}", "beside": "{beside}", "sentence": "{sentence}"}
_SMALL = {"corpus": "{small}"}
_NOVEL = {"corpus": "{novel}", "scheme": "{by}", "max_merges": "100"}
_CHARACTERS = {"corpus": "chinese-classics", "sentence": "{characters}"}
_UNSEEN = {**_SMALL, "sentence": "{unseen}"}

PLAN = (
    LessonStop("read", "models", 4, _READ),
    LessonStop("why", "home", 4, {"at": "why"}),
    LessonStop("first", "train", 5, _SMALL, MERGED, (0, 1), is_open=True),
    LessonStop("vote", "vote", 7, _SMALL, VOTED, (1, 2)),
    LessonStop("ties", "train", 4, _SMALL, MERGED, (4, 5)),
    LessonStop("novel", "train", 4, _NOVEL, MERGED, (0, 12)),
    LessonStop("encode", "encode", 6, _UNSEEN),
    LessonStop("bytes", "bytes", 4, _CHARACTERS),
    LessonStop("score", "wordpiece", 4, _SMALL, MERGED, (0, 1)),
    LessonStop("end", "models", 3, _READ, ("answer",)),
)
"""A lesson of 45 minutes: nine stops and a closing card."""

SPARE = (
    LessonStop("unigram", "unigram", 3, {"corpus": "{unigram}"}, steps=(0, 1)),
    LessonStop("when", "train", 3, {"corpus": "first-chapters", "tab": "stop"}),
)
"""What there is to show if there is time."""

RECALL = ("first", "ties", "new")
"""What the closing card asks for next week: `lesson.recall_<name>`."""


def stop_named(name: str) -> LessonStop:
    """Return the stop of the lesson that its words call so."""
    return next(stop for stop in PLAN if stop.name == name)


def stop_at(place: str) -> LessonStop:
    """Return the stop at a place of the lesson, as an address says it."""
    return PLAN[STOPS.index(place)]


def told(lang: str) -> list[dict[str, object]]:
    """List all beats in the order of the lesson, as the stage plays them."""
    return [
        {
            "stop": stop,
            "phase": phase,
            "name": each.name,
            "page": each.page,
            "query": each.in_language(lang).beat(phase),
            "plays": each.steps is not None,
        }
        for stop, each in zip(STOPS, PLAN, strict=True)
        for phase in each.phases
    ]


Facts = dict[str, Any]
WORDS, TOKENS = 5, 12
"""Words of a small picture, and tokens of each."""


def answer(stop: LessonStop) -> str:
    """Answer the question of a stop, which is in the reader's language already."""
    return t(f"lesson.say_{stop.name}", **facts(stop))


def merged(stop: LessonStop) -> str:
    """Say what the merge of a stop has made."""
    return t(f"lesson.merge_{stop.name}", **facts(stop))


def recalled() -> list[str]:
    """Ask what is left for next week."""
    return [t(f"lesson.recall_{name}", word=LANGUAGES[language()].lesson["new"]) for name in RECALL]


def facts(stop: LessonStop) -> Facts:
    """Return what the words of a stop name."""
    return _FACTS.get(stop.name, _nothing)(stop)


def run_of(stop: LessonStop, scheme: Scheme | None = None) -> Run:
    """Return the run a stop plays on, by its scheme or by another one."""
    sample = samples()[stop.query["corpus"]]
    source = sources.of_sample(sample)
    own = PRESETS[stop.query.get("scheme") or sample.default_scheme or "paper"]
    most = stop.query.get("max_merges")
    return Run(source, scheme or own, max_merges=source.merges if most is None else int(most))


def next_pairs(training: Training, step: int, end: int) -> Facts:
    """Return the pair merged at a step, the next one, their counts, and what was made by `end`."""
    first, second = training.snapshot(step).pairs(limit=2)
    left, right = map(visible, first.pair)
    other_left, other_right = map(visible, second.pair)
    return {
        "left": left,
        "right": right,
        "count": first.count,
        "other_left": other_left,
        "other_right": other_right,
        "other_count": second.count,
        "ties": len(training.merges[step].ties),
        "token": visible(training.merges[end - 1].token),
        "step": end,
    }


def cut_word(training: Training, word: str) -> list[str]:
    """Return the tokens of a word, as they are shown."""
    return [visible(token) for token in training.tokenizer().encode(word).tokens]


def first_words(training: Training, step: int) -> list[tuple[str, int, tuple[Any, ...]]]:
    """List the most frequent words at a step, each with its count and the first of its tokens."""
    words = training.snapshot(step).words(WORDS)
    return [(shorten(row.text), row.count, row.tokens[:TOKENS]) for row in words]


def small_picture(run: Run, step: int) -> str:
    """Draw the first words of a run at a step, in their tokens."""
    with coloured_by(run.summary.ranks):
        return small_table(
            (word, f"{count:,}", chips(tokens, run.scheme))
            for word, count, tokens in run.read(first_words, step)
        )


def small_table(rows: Iterable[Sequence[str]]) -> str:
    """Draw rows small: each a head, and markup in its cells."""
    drawn = "".join(
        f'<tr><th scope="row">{escape(head)}</th><td>{"</td><td>".join(cells)}</td></tr>'
        for head, *cells in rows
    )
    return f'<table class="small-words">{drawn}</table>'


def _nothing(stop: LessonStop) -> Facts:
    return {}


def _run(stop: LessonStop) -> Facts:
    found: Facts = run_of(stop).read(next_pairs, *(stop.steps or ()))
    return found


def _encoded(stop: LessonStop) -> Facts:
    tokens = run_of(stop).read(cut_word, stop.query["sentence"])
    return {"tokens": t("lesson.comma").join(tokens), "n": len(tokens)}


def _bytes(stop: LessonStop) -> Facts:
    sizes = [len(each.encode()) for each in stop.query["sentence"]]
    return {f"n{place}": size for place, size in enumerate(sizes, 1)}


def _both(by_count: Training, by_score: Training, step: int, end: int) -> Facts:
    other = next_pairs(by_score, step, end)
    scored = {f"score_{name}": other[name] for name in ("left", "right", "count", "token")}
    return next_pairs(by_count, step, end) | scored


def _scored(stop: LessonStop) -> Facts:
    rules = PRESETS["wordpiece"]
    runs = [run_of(stop, each) for each in (replace(rules, score="count"), rules)]
    found: Facts = read(runs, _both, *(stop.steps or ()))
    return found


_FACTS: dict[str, Callable[[LessonStop], Facts]] = {
    **dict.fromkeys(("first", "vote", "ties", "novel"), _run),
    "encode": _encoded,
    "bytes": _bytes,
    "score": _scored,
}
