"""The engine's answers do not depend on the calls made before."""

import inspect
import pkgutil
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from importlib import import_module
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

import bpe
import bpe.readings
from bpe import Corpus, Snapshot, Tokenizer, Training, train
from bpe.interchange import (
    FileTokenizer,
    library_files,
    load,
    merges_text,
    to_sentencepiece_model,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from bpe.readings.tokenizers import AnyTokenizer
from bpe.unigram import UnigramTraining, train_unigram
from tests.data import HUG, SIX_WORDS

GPT, SPACED = train(SIX_WORDS, "gpt", max_merges=9), train(SIX_WORDS, "sentencepiece")

MADE: dict[str, Callable[[], Any]] = {
    "paper": lambda: train(SIX_WORDS, "paper"),
    "gpt": lambda: train("low lower 日本 日本 naïve low highest", "gpt", max_merges=12),
    "wordpiece": lambda: train(HUG, "wordpiece"),
    "sentencepiece": lambda: train("highest 日本 low, low, lower 3.5", "sentencepiece"),
    "unigram": lambda: train_unigram(Corpus.from_text(SIX_WORDS, "sentencepiece"), vocab_size=17),
    "a.json": lambda: load({"a.json": to_tokenizer_json(GPT).encode()}),
    "a.model": lambda: load({"a.model": to_sentencepiece_model(SPACED)}),
    "a.tiktoken": lambda: load({"a.tiktoken": to_tiktoken(GPT).encode()}, "gpt4"),
    "nothing": lambda: None,
}
"""Functions that create each object of the engine anew."""

WRITERS = (
    library_files,
    merges_text,
    to_sentencepiece_model,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)

METHODS = ("merges", "longest-match", "fewest-tokens")
GIVEN: dict[str, tuple[Any, ...]] = {
    "text": ("highest low", "low 日本"),
    "step": (3, 1),
    "round": (1, 0),
    "rank": (0, 2),
    "id_": (5, 1),
    "limit": (2, 99),
    "offset": (1, 0),
    "method": METHODS,
    "prompt": ("highes", "lo"),
    "normalizer": ("nmt_nfkc", "nfkc_cf"),
    "share": (0.5, 0.25),
    "seed": (1, 2),
    "search": ("", "low"),
    "first": (0, 1),
    "most": (7, 3),
    "pair": (1, 2),
}
"""Two or more values for each argument, which the calls use in turn."""


Question = tuple[str, str]
"""The name of an object in `MADE`, and the name of a call on it."""


def parts(asked: Any) -> list[Any]:
    """Return the objects to call: a run and its snapshots, tokenizers and corpus, or one object."""
    if isinstance(asked, UnigramTraining):
        return [asked, asked.snapshot(1), asked.snapshot(0)]
    if not isinstance(asked, Training):
        return [asked]
    steps = (asked.snapshot(2), asked.snapshot(len(asked)))
    return [asked, *steps, asked.tokenizer(), asked.tokenizer(1), asked.corpus]


def readings() -> Iterator[Callable[..., Any]]:
    """Yield each public function of `bpe.readings`, and each function that writes a file."""
    for module in pkgutil.iter_modules(bpe.readings.__path__, "bpe.readings."):
        found = vars(import_module(module.name)).items()
        yield from (
            each
            for name, each in found
            if inspect.isfunction(each) and each.__module__ == module.name and name[0] != "_"
        )
    yield from WRITERS


def calls(asked: Callable[..., Any], own: Mapping[Any, Any]) -> Iterator[Callable[[], Any]]:
    """Yield one call with the first value of each argument, and one with the second.

    Yield none if a required argument has no known value.
    """
    choices: dict[str, tuple[Any, ...]] = {}
    for each in inspect.signature(asked).parameters.values():
        found = tuple(value for kind, value in own.items() if each.annotation is kind)
        given = own.get(each.name, GIVEN.get(each.name, ()))
        found = found or tuple(value for value in given if fits(value, each.annotation))
        if found:
            choices[each.name] = found
        elif each.default is each.empty and each.kind is not each.VAR_KEYWORD:
            return
    for at in range(2):
        yield partial(asked, **{name: found[at % len(found)] for name, found in choices.items()})


def fits(value: object, annotation: Any) -> bool:
    """Return whether a value matches a type annotation."""
    if get_origin(annotation) in (Union, UnionType):
        return any(fits(value, each) for each in get_args(annotation))
    if get_origin(annotation) is Literal:
        return value in get_args(annotation)
    return isinstance(annotation, type) and isinstance(value, annotation)


def questions(run: Any) -> dict[str, Callable[[], Any]]:
    """Return all calls on an object and its parts by name, or on no object at all."""
    asked: dict[str, Callable[[], Any]] = {}
    words = run.corpus.words if isinstance(run, Training) else ("highest", "low")
    for at, part in enumerate(parts(run)):
        kinds = [
            type(part),
            *([AnyTokenizer] if isinstance(part, Tokenizer | FileTokenizer) else []),
        ]
        own = {"word": (words[0], words[-1])} | dict.fromkeys(kinds, part)
        for name in dir(part) if part is not None else ():
            member = inspect.getattr_static(type(part), name, None)
            if name.startswith("_") or isinstance(member, classmethod | staticmethod | type):
                continue
            if not callable(member):
                asked[f"{type(part).__name__} {at} {name}"] = partial(getattr, part, name)
                continue
            for number, call in enumerate(calls(getattr(part, name), own)):
                asked[f"{type(part).__name__} {at} {name} {number}"] = call
        for reading in readings():
            taken = {each.annotation for each in inspect.signature(reading).parameters.values()}
            if part is None or taken & {*kinds}:
                for number, call in enumerate(calls(reading, own)):
                    asked[f"{reading.__name__} of {at} {number}"] = call
    return asked


def told(asked: Callable[[], Any]) -> Any:
    """Return the result of a call, or its error, as plain data."""
    try:
        return plain(asked())
    except (bpe.CorpusError, ValueError, KeyError, IndexError) as error:
        return repr(error)


def plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Training | UnigramTraining):
        return [plain(merge) for merge in value.merges] if hasattr(value, "merges") else value.sizes
    if isinstance(value, Snapshot | Tokenizer):
        return type(value).__name__, getattr(value, "step", None), len(value.vocabulary)
    if is_dataclass(value):
        return [plain(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, Mapping):
        return [(plain(key), plain(each)) for key, each in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [plain(each) for each in value]
    is_plain = isinstance(value, str | bytes | int | float | type(None))
    return repr(value) if is_plain else type(value).__name__  # nan != nan


def forget() -> None:
    for name in [name for name in sys.modules if name.startswith("bpe.")]:
        for each in [*vars(sys.modules[name]).values()]:
            if hasattr(each, "cache_clear"):
                each.cache_clear()


def answers(order: Callable[[list[Question]], list[Question]]) -> dict[Question, list[Any]]:
    """Make all calls on new objects in the given order; return the results of each call."""
    forget()
    asked = {
        (name, question): call
        for name, make in MADE.items()
        for question, call in questions(make()).items()
    }
    said: dict[Question, list[Any]] = {each: [] for each in asked}
    for each in order([*asked]):
        said[each].append(told(asked[each]))
    return said


def test_what_was_asked_before_changes_no_answer():
    """All calls are made in one order, in the reverse order, and mixed with each call twice."""
    first, mixed = answers(list), random.Random(1)
    for order in (
        lambda all_: all_[::-1],
        lambda all_: mixed.sample(all_ + all_, 2 * len(all_)),
    ):
        for question, said in answers(order).items():
            assert said == first[question] * len(said), question
