"""The lesson on the class's own words: each stop finds a step with the property it teaches.

The words are the reader's pasted text, and the steps come from its record. If the text lacks the
property, the stop says so and keeps the lesson's own words. `?present=1&corpus=pasted` begins such
a lesson; at its stops the address has `lesson=pasted`, also for the novel.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, zip_longest
from typing import Any

from bpe import CorpusError, Snapshot, Training
from bpe.merging.values import PairCount
from bpe.player.tokens import exact
from bpe.readings.comparison import TwoRuns
from bpe.readings.prediction import judge
from ui import state
from ui.cache import remembered
from ui.catalogue import LANGUAGES
from ui.lesson.stops import SCORES, LessonStop, plan_in, recall, run_of
from ui.own_text import sources, store
from ui.state import STOPS
from ui.text import in_list, language, t

MAX_CHARS = 300
"""Maximal length of the class's words, in characters."""

SCHEME = "huggingface"
"""Characters without a mark, as for the lesson's own words."""

MAX_STEP = 30
"""Maximal step of a stop."""

MAX_RULES = 8
"""Maximal number of merges shown for a new word, to fit on a projector."""

MAX_WORDS, MAX_WORDS_BESIDE = 8, 3
"""Maximal number of words in a player of one run, and of two."""

MAX_HEADS = 40
"""Number of words whose beginnings and ends form new words."""

MAX_NEW_CHARS = 12

_JOINER = "\u200d"


def own_words() -> str | None:
    """Return the class's words if the current lesson uses them."""
    chosen = state.choices()
    if not chosen.present or "pasted" not in (chosen.lesson, chosen.corpus):
        return None
    text: str | None = store.texts().get("pasted")
    return text


def is_too_long(text: str) -> bool:
    """Return whether a text exceeds the limit."""
    return len(text) > MAX_CHARS


def plan_here() -> tuple[LessonStop, ...]:
    """Return the stops of the current lesson."""
    text = own_words()
    if text is None or is_too_long(text):
        return plan_in(language())
    return plan_on(text, language())


def stop_here() -> LessonStop | None:
    """Return the current stop."""
    place = state.choices().stop
    return None if place is None else plan_here()[STOPS.index(place)]


@remembered
def plan_on(text: str, lang: str) -> tuple[LessonStop, ...]:
    """Return the lesson on a text: each stop uses it if the text has the stop's property."""
    plan = [_on(text, stop) for stop in plan_in(lang)]
    first, vote = (stop for stop in plan if stop.name in ("first", "vote"))
    # The vote asks what follows the first merge, if it is on the same words at the same step.
    is_next = first.own == vote.own and first.step("merge") == vote.start
    is_own = any(stop.own for stop in plan)
    changes: dict[str, dict[str, Any]] = {
        "first": {"is_open": is_next},
        "novel": {"lead": "own_novel" if is_own else None},
    }
    return tuple(replace(stop, **changes.get(stop.name, {})) for stop in plan)


def _on(text: str, stop: LessonStop) -> LessonStop:
    """Return a stop on a text; else the usual stop, with the reason."""
    here = {**stop.query, "lesson": "pasted"}
    find = FINDERS.get(stop.name)
    if find is None:
        return replace(stop, query=here)
    # At most 300 characters: to train on them here takes less time than a message to a worker.
    source = replace(sources.of_text(text, "pasted"), is_small=True)
    own = replace(stop, own=source, query={**here, "corpus": "pasted", "scheme": SCHEME})
    try:
        found = find(own)
    except CorpusError:  # no words at all
        found = None
    if found is None:
        return replace(stop, query=here, lead=f"kept_{stop.name}")
    lead = None if stop.name == "score" else f"own_{stop.name}"
    return replace(found, lead=lead)


# What each stop looks for -------------------------------------------------------------------------


def find_first(stop: LessonStop) -> LessonStop | None:
    """Find a first merge without a tie."""
    run = run_of(stop).training
    return replace(stop, steps=(0, 1)) if _leads(run, 0) else None


def find_vote(stop: LessonStop) -> LessonStop | None:
    """Find a later merge with a close second pair: at least two thirds of the count."""
    run = run_of(stop).training
    for step in range(1, min(len(run), MAX_STEP)):
        if leading := _leads(run, step):
            best, second = leading
            if 3 * second.count >= 2 * best.count:
                return replace(stop, steps=(step, step + 1))
    return None


def _leads(run: Training, step: int) -> tuple[PairCount, PairCount] | None:
    """Return the first two pairs of a step, if the first one occurs more often."""
    pairs = run.snapshot(step).pairs(limit=2)
    if step >= len(run) or len(pairs) < 2 or pairs[0].count == pairs[1].count:
        return None
    return pairs[0], pairs[1]


def find_ties(stop: LessonStop) -> LessonStop | None:
    """Find a tie of frequent pairs: another rule prefers the second pair, which is merged later.

    A step after the vote is preferred.
    """
    run, vote = run_of(stop).training, find_vote(stop)
    steps, begin = range(1, min(len(run), MAX_STEP)), vote.start if vote else 0
    for step in sorted(steps, key=lambda step: (step <= begin, step)):
        snapshot = run.snapshot(step)
        best, second, *_ = [*snapshot.pairs(limit=2), None, None]
        if best is None or second is None or best.count < 2:
            continue
        if best.count == second.count and judge(snapshot, [second.pair])[0].rules:
            later = {merge.pair for merge in run.merges[step + 1 :]}
            if second.pair in later:
                return replace(stop, steps=(step, step + 1))
    return None


def find_encode(stop: LessonStop) -> LessonStop | None:
    """Find a new word with several tokens after the first merges."""
    run = run_of(stop).training
    rules = min(len(run), MAX_RULES)
    word = next(new_words(run, rules), None)
    if word is None:
        return None
    query = {**stop.query, "sentence": word, "max_merges": str(rules)}
    return replace(stop, query=query, steps=(0, rules))


def new_words(run: Training, rules: int) -> Iterator[str]:
    """Yield new words: the first token of one word and the other tokens of another."""
    snapshot, tokenizer, seen = run.snapshot(rules), run.tokenizer(rules), {*run.corpus.words}
    splits = [[*map(exact, word.tokens)] for word in snapshot.words(MAX_HEADS)]
    for head in sorted(splits, key=lambda split: -len(split[0])):  # learned pieces first
        for tail in splits:
            end = "".join(tail[1:])
            word = head[0] + end
            if word in seen or len(word) > MAX_NEW_CHARS or not _begins_a_letter(end):
                continue
            seen.add(word)
            [encoded] = tokenizer.encode(word).words
            if 1 < len(encoded.tokens) < len(word):
                yield word


def _begins_a_letter(text: str) -> bool:
    """Return whether a text begins with a whole grapheme."""
    return bool(text) and text[0] != _JOINER and not unicodedata.category(text[0]).startswith("M")


def find_score(stop: LessonStop) -> LessonStop | None:
    """Find the first step with a different WordPiece winner."""
    by_count, by_score = (run_of(stop, rules).training for rules in SCORES)
    step = TwoRuns(by_count, by_score).parting
    if step is None or step >= min(len(by_count), len(by_score), MAX_STEP):
        return None
    snapshot = by_score.snapshot(step)
    scores = {pair.pair: pair.score for pair in snapshot.pairs()}
    frequent, scored = by_count.merges[step], by_score.merges[step]
    if frequent.count < 2 or not scores[frequent.pair] < scored.score:
        return None
    return replace(stop, steps=(step, step + 1))


FINDERS: dict[str, Callable[[LessonStop], LessonStop | None]] = {
    "first": find_first,
    "vote": find_vote,
    "ties": find_ties,
    "encode": find_encode,
    "score": find_score,
}
"""Stop -> function that finds its step in the class's words."""


# What a lesson on own words says, and which words it shows ----------------------------------------


def leads(plan: tuple[LessonStop, ...]) -> dict[str, str]:
    """Return the transitions to the stops that differ from the usual lesson."""
    return {
        f"lead_{stop.name}": t(f"lesson.lead_{stop.lead}", step=stop.start)
        for stop in plan
        if stop.lead
    }


def said_of(text: str, plan: tuple[LessonStop, ...]) -> str:
    """Return the title's sentence about the stops that use the class's words."""
    if is_too_long(text):
        return t("lesson.words_said_long", most=MAX_CHARS, n=len(text))
    asked = [(at, stop) for at, stop in zip(STOPS, plan, strict=True) if stop.name in FINDERS]
    used, kept = (
        [at for at, stop in asked if bool(stop.own) is is_own] for is_own in (True, False)
    )
    if not used:
        return t("lesson.words_said_none")
    said = [t("lesson.words_said_used", n=len(used), places=in_list(used))]
    if kept:
        said.append(t("lesson.words_said_kept", n=len(kept), places=in_list(kept)))
    return LANGUAGES[language()].between.join(said)


def recalled_here() -> list[str]:
    """Return the questions for next week, about the class's words if the stops used them."""
    asked, plan = recall(LANGUAGES[language()].lesson["new"]), {s.name: s for s in plan_here()}
    if plan["first"].own:
        asked["first"] = t("lesson.recall_first_own")
    if (encode := plan["encode"]).own and encode.steps:
        words = new_words(run_of(encode).training, encode.steps[1])
        for word in islice(words, 1, 2):
            asked["new"] = t("lesson.recall_new", word=word)
    return [*asked.values()]


def named_words() -> tuple[str, ...]:
    """Return the words in the player of the current stop; none if it shows all.

    Of a novel they are those that the sentences name; of many own words those with the pairs that
    the stops ask about.
    """
    stop = stop_here()
    if stop is None:
        return ()
    if stop.name == "novel":
        return tuple(LANGUAGES[language()].lesson["named"].split("|"))
    if not stop.own or "merge" not in stop.phases:
        return ()
    if stop.name == "score":
        snapshots = [run_of(stop, rules).training.snapshot(stop.start) for rules in SCORES]
        return _words_with([(each, each.pairs(limit=1)) for each in snapshots], MAX_WORDS_BESIDE)
    asked = [each for each in plan_here() if each.own and each.name in ("first", "vote", "ties")]
    snapshots = [run_of(each).training.snapshot(each.start) for each in asked]
    return _words_with([(each, each.pairs(limit=2)) for each in snapshots], MAX_WORDS)


def _words_with(
    asked: Sequence[tuple[Snapshot, Sequence[PairCount]]], most: int
) -> tuple[str, ...]:
    """Return at most `most` words that contain the pairs, the shortest; none if all words fit."""
    first, _ = asked[0]
    if len(first.training.corpus) <= most:
        return ()
    of_pairs = [
        sorted((word for word, _ in words), key=len)
        for snapshot, pairs in asked
        for words in snapshot.words_of_pairs(pairs)
    ]
    in_turn = chain.from_iterable(zip_longest(*of_pairs))  # the first of each pair, then the next
    found = [*dict.fromkeys(filter(None, in_turn))][:most]
    order = [word.text for word in first.words()]
    return tuple(sorted(found, key=order.index))
