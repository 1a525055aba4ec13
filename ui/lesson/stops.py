"""The stops of the lesson in one table: page, steps and beats of each.

The stage, the teacher's notes and the site are views of it. The words of a stop are
`lesson.<what>_<name>`: `lead` the transition, `ask` the question, `say` the answer, `merge` the
text after the merge, `most` the usual answer, `show` further things to show, `late` parts to skip.
The corpora and sentences depend on the language: `lesson` in its `defaults.json`. Or the corpus is
the class's own words: see `own_words.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import accumulate
from typing import Any, Self

from bpe import PRESETS, Scheme, Training
from bpe.player.tokens import visible
from ui.catalogue import LANGUAGES, catalogue
from ui.draw.tokens import chips, coloured_by, shorten
from ui.own_text import sources
from ui.own_text.sources import Source
from ui.runs import Run
from ui.samples import samples
from ui.state import STOPS
from ui.text import in_list, language, t

ASKED = ("question", "answer")
MERGED = (*ASKED, "merge")
VOTED = ("question", "open", "tally", "answer", "merge")
SHOWN = ("answer", "merge")
"""The phases that show the answer."""


@dataclass(frozen=True)
class LessonStop:
    """One stop of the lesson.

    Attributes:
        name: the name of its texts in the catalogue.
        page: the page it shows.
        minutes: its duration.
        query: further choices in the address of that page; a name in braces is a text of the
            language.
        phases: its beats.
        steps: the player's step before and after the merge, or the merges.
        has_own_steps: whether the steps are only the player's, not in the address.
        is_open: whether the next stop asks about the step after the merge, which stays covered.
        own: the class's own words, if the stop uses them.
        lead: the name of another transition than `lesson.lead_<name>`.
    """

    name: str
    page: str
    minutes: int
    query: Mapping[str, str] = field(default_factory=dict)
    phases: tuple[str, ...] = ASKED
    steps: tuple[int, int] | None = None
    is_open: bool = False
    has_own_steps: bool = False
    own: Source | None = None
    lead: str | None = None

    def in_language(self, lang: str) -> Self:
        """Return the stop with the texts of a language."""
        texts = LANGUAGES[lang].lesson
        return replace(self, query={key: said.format(**texts) for key, said in self.query.items()})

    @property
    def scheme(self) -> str:
        """The preset of its run."""
        sample = samples().get(self.query["corpus"])
        return self.query.get("scheme") or (sample and sample.default_scheme) or "paper"

    @property
    def start(self) -> int:
        """The step of its question."""
        return 0 if self.steps is None else self.steps[0]

    def step(self, phase: str) -> int | None:
        """The step of its player in a phase."""
        last = self.phases[-1] if self.has_own_steps else "merge"
        return None if self.steps is None else self.steps[phase == last]

    def beat(self, phase: str) -> dict[str, str]:
        """Return the address in a phase, without the phase."""
        at = self.step(phase)
        step = {} if at is None or self.has_own_steps else {"step": str(at)}
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
    LessonStop("encode", "encode", 6, _UNSEEN, steps=(0, 7), has_own_steps=True),
    LessonStop("bytes", "bytes", 4, _CHARACTERS),
    LessonStop("score", "wordpiece", 4, _SMALL, MERGED, (0, 1)),
    LessonStop("end", "models", 3, _READ, ("answer",)),
)
"""A lesson of 45 minutes: nine stops and a closing card."""

SPARE = (
    LessonStop("unigram", "unigram", 3, {"corpus": "{unigram}"}, steps=(0, 1)),
    LessonStop("when", "train", 3, {"corpus": "first-chapters", "tab": "stop"}),
)
"""Additional stops, if there is time."""

RECALL = ("first", "ties", "new")
"""Questions for next week on the closing card: `lesson.recall_<name>`."""


def stop_named(name: str) -> LessonStop:
    """Return the stop of this name."""
    return next(stop for stop in PLAN if stop.name == name)


def plan_in(lang: str) -> tuple[LessonStop, ...]:
    """Return the lesson with the texts of a language."""
    return tuple(stop.in_language(lang) for stop in PLAN)


def told(plan: Sequence[LessonStop]) -> list[dict[str, object]]:
    """List all beats in the order of the lesson."""
    due = accumulate(each.minutes for each in plan)
    return [
        {
            "stop": stop,
            "phase": phase,
            "name": each.name,
            "page": each.page,
            "query": each.beat(phase),
            "step": each.step(phase),
            "due": minutes,
            **({"scheme": each.scheme} if "corpus" in each.query else {}),
        }
        for stop, each, minutes in zip(STOPS, plan, due, strict=True)
        for phase in each.phases
    ]


SCORES = tuple(replace(PRESETS["wordpiece"], score=score) for score in ("count", "wordpiece"))
"""The rules of the two runs that WordPiece is compared in."""

Facts = dict[str, Any]
WORDS, TOKENS = 5, 12
"""Number of words in a small picture, and of tokens of each."""


def answer(stop: LessonStop) -> str:
    """Return the answer to a stop's question; the stop has the texts of the language."""
    return t(f"lesson.say_{stop.name}", **facts(stop))


def merged(stop: LessonStop) -> str:
    """Return the sentence about a stop's merge."""
    later = f"lesson.merge_{stop.name}_later"  # if own words have the property at another step
    [usual] = [each.start for each in PLAN if each.name == stop.name]
    is_later = stop.start != usual and later in catalogue(language())
    return t(later if is_later else f"lesson.merge_{stop.name}", **facts(stop))


def recall(new: str) -> dict[str, str]:
    """Return the questions for next week by name; `new` is a word outside the corpus."""
    return {name: t(f"lesson.recall_{name}", word=new) for name in RECALL}


def facts(stop: LessonStop) -> Facts:
    """Return the placeholders of a stop's texts."""
    text = stop.query.get("sentence", "")
    if stop.name == "encode":
        tokens = cut_word(run_of(stop).training, text)
        return {"tokens": in_list(tokens), "n": len(tokens)}
    if stop.name == "bytes":
        return {f"n{place}": len(each.encode()) for place, each in enumerate(text, 1)}
    if stop.name == "score":
        by_count, by_score = (
            next_pairs(run_of(stop, rules).training, *(stop.steps or ())) for rules in SCORES
        )
        return by_count | {f"score_{name}": said for name, said in by_score.items()}
    if "merge" in stop.phases:
        return next_pairs(run_of(stop).training, *(stop.steps or ()))
    return {}


def run_of(stop: LessonStop, scheme: Scheme | None = None) -> Run:
    """Return the run of a stop, with its scheme or another one."""
    source = stop.own or sources.of_sample(samples()[stop.query["corpus"]])
    own = PRESETS[stop.scheme]
    most = stop.query.get("max_merges")
    return Run(source, scheme or own, max_merges=source.merges if most is None else int(most))


def next_pairs(training: Training, step: int, end: int) -> Facts:
    """Return the pair merged at a step, the next one, their counts, and tokens made by `end`."""
    first, second = training.snapshot(step).pairs(limit=2)
    left, right = map(visible, first.pair)
    other_left, other_right = map(visible, second.pair)
    return {
        "left": left,
        "right": right,
        "count": first.count,
        "score": f"{first.score:.3g}",
        "other_left": other_left,
        "other_right": other_right,
        "other_count": second.count,
        "ties": len(training.merges[step].ties),
        "token": visible(training.merges[end - 1].token),
        "step": end,
    }


def cut_word(training: Training, word: str) -> list[str]:
    """Return the tokens of a word in their visible form."""
    return [visible(token) for token in training.tokenizer().encode(word).tokens]


def first_words(training: Training, step: int) -> list[tuple[str, int, tuple[Any, ...]]]:
    """List the most frequent words at a step, each with its count and the first of its tokens."""
    words = training.snapshot(step).words(WORDS)
    return [(shorten(row.text), row.count, row.tokens[:TOKENS]) for row in words]


def small_picture(run: Run, step: int) -> str:
    """Draw the first words of a run at a step, in their tokens."""
    with coloured_by(run.training.token_ranks):
        return small_table(
            (word, f"{count:,}", chips(tokens, run.scheme))
            for word, count, tokens in first_words(run.training, step)
        )


def small_table(rows: Iterable[Sequence[str]]) -> str:
    """Draw a small table: each row has a header, and markup in its cells."""
    drawn = "".join(
        f'<tr><th scope="row">{escape(head)}</th><td>{"</td><td>".join(cells)}</td></tr>'
        for head, *cells in rows
    )
    return f'<table class="small-words">{drawn}</table>'
