"""What the reader has chosen, kept in step with the address of the page.

`Choices` is the one owner of these values: controls show it and change it through `choose`, and
the address is written from it. Only a fresh visit, Back, Forward or a link makes it follow the
address instead. Text that was pasted or uploaded stays in the session and never enters the address.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit import runtime

from bpe import PRESETS
from bpe.schemes import MARKS, TIE_RULES
from ui.corpora.samples import parallel_samples, training_samples

LANGUAGES = ("en", "zh")
OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
LARGEST = {
    "max_merges": 50_000,
    "vocab_size": 2_000_000,
    "min_frequency": 1_000_000_000,
    "step": 2_000_000,
}
SMALLEST = {"max_merges": 0, "vocab_size": 1, "min_frequency": 1, "step": 0}

_CHOICES = "choices"
_FOLLOWED = "address_followed"
_PROBLEMS = "address_problems"
_CHOSEN = "chosen_at_address"


@dataclass(frozen=True)
class Choices:
    """Everything a shared link carries. None is the default, which the address leaves out.

    Attributes:
        corpus: a sample's name, or "pasted" or "uploaded" for the reader's own text.
        scheme: a preset's name.
        ties: a tie rule other than the scheme's own.
        mark: a boundary other than the scheme's own.
        max_merges: limit on the merges.
        vocab_size: limit on the vocabulary: alphabet, mark and merges.
        min_frequency: smallest count of a pair that is still merged.
        step: merges applied so far.
        pair: a parallel sample's name, or "two-files" for the reader's own.
        lang: a language other than the browser's.
    """

    corpus: str | None = None
    scheme: str | None = None
    ties: str | None = None
    mark: str | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None
    step: int | None = None
    pair: str | None = None
    lang: str | None = None


NAMES = tuple(field.name for field in fields(Choices))


@dataclass(frozen=True)
class Problem:
    """A value of the address that could not be used; the default stands in for it."""

    name: str
    value: str


def parse(query: Mapping[str, str], own_texts: frozenset[str]) -> tuple[Choices, list[Problem]]:
    """Read an address's query; a broken value becomes the default and a problem.

    `own_texts` names the kinds of own text that this session holds.
    """
    allowed = {
        "corpus": {*training_samples(), *own_texts.intersection(OWN_TEXTS)},
        "pair": {*parallel_samples(), *own_texts.intersection([OWN_PAIR])},
        "scheme": PRESETS,
        "ties": TIE_RULES,
        "mark": MARKS,
        "lang": LANGUAGES,
    }
    values, problems = {}, []
    for name in NAMES:
        text = query.get(name)
        if text is None:
            continue
        value = _whole_number(name, text) if name in LARGEST else text
        if value is None or (name in allowed and value not in allowed[name]):
            problems.append(Problem(name, text))
        else:
            values[name] = value
    return Choices(**values), problems


def _whole_number(name: str, text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        return None
    return int(text) if SMALLEST[name] <= int(text) <= LARGEST[name] else None


def as_query(choices: Choices) -> dict[str, str]:
    """Write what differs from the defaults, as an address carries it."""
    return {name: str(value) for name, value in asdict(choices).items() if value is not None}


def follow_address() -> None:
    """Bring choices and address together, once a run, before anything is drawn.

    Nothing is written on a first run: a second entry in the browser's history would trap Back.
    """
    query = _address()
    if st.session_state.pop(_CHOSEN, None) == query:
        st.session_state[_PROBLEMS] = []
        _write(query)
    elif query != st.session_state.get(_FOLLOWED):
        st.session_state[_CHOICES], st.session_state[_PROBLEMS] = parse(query, own_texts())
        st.session_state[_FOLLOWED] = query


def _address() -> dict[str, str]:
    return {name: st.query_params[name] for name in NAMES if name in st.query_params}


def _write(query: dict[str, str]) -> None:
    """Give the address the choices, keeping parameters that are not ours.

    A change of the step alone is left to the player, which replaces the address in the browser.
    """
    wanted = as_query(choices())
    if {**query, "step": ""} != {**wanted, "step": ""}:
        others = {name: st.query_params.get_all(name) for name in st.query_params}
        others = {name: values for name, values in others.items() if name not in NAMES}
        st.query_params.from_dict({**others, **wanted})
        query = wanted
    st.session_state[_FOLLOWED] = query


def choices() -> Choices:
    """What the reader has chosen so far."""
    return st.session_state.get(_CHOICES) or Choices()


def choose(**changes: str | int | None) -> None:
    """Change choices, from a widget's callback; the run that follows writes the address.

    What was chosen while another address was up does not hold against Back or Forward.
    """
    st.session_state[_CHOICES] = replace(choices(), **changes)
    st.session_state[_CHOSEN] = _address()


def forget(name: str, value: str) -> None:
    """Give up a choice that turned out to be unusable here, and say so."""
    st.session_state[_CHOICES] = replace(choices(), **{name: None})
    problem = Problem(name, value)
    if problem not in problems():
        st.session_state[_PROBLEMS] = [*problems(), problem]


def problems() -> list[Problem]:
    """Values of the address that could not be used, until the reader chooses something."""
    return st.session_state.get(_PROBLEMS, [])


def query() -> dict[str, str]:
    """The query of a link that keeps everything chosen so far, the step included."""
    return as_query(choices())


def permalink() -> str:
    """The whole address of what is on the screen now."""
    base = (st.context.url or "").partition("?")[0]
    return f"{base}?{urlencode(query())}" if query() else base


def language() -> str:
    """The language chosen, or else the browser's; English where neither is ours."""
    if not runtime.exists():
        return "en"
    chosen = choices().lang
    return chosen or browser_language()


def browser_language() -> str:
    """The one of our languages that the browser prefers."""
    return "zh" if (st.context.locale or "").lower().startswith("zh") else "en"


def choose_language(lang: str) -> None:
    """Switch the language; the address names it only where the browser would not."""
    choose(lang=None if lang == browser_language() else lang)


def opening_step() -> int:
    """The step at which the corpus chosen shows something interesting."""
    return recall("opening_step", 0)


def step(last: int, default: int = 0) -> int:
    """The step to show, from 0 to `last`."""
    chosen = choices().step
    return min(default if chosen is None else chosen, last)


def choose_step(step: int, default: int = 0) -> None:
    """Take over the step that the player reports."""
    choose(step=None if step == default else step)


def own_texts() -> frozenset[str]:
    """Which kinds of own text this session holds."""
    return frozenset(kind for kind in (*OWN_TEXTS, OWN_PAIR) if recall(kind) is not None)


def remember(name: str, value: object) -> None:
    """Keep a value for as long as the session lasts, out of the address."""
    st.session_state[f"kept_{name}"] = value


def recall(name: str, default: object = None) -> object:
    """Get back what `remember` kept."""
    return st.session_state.get(f"kept_{name}", default)


def reader() -> str:
    """A name for this session among those that wait for a training."""
    if recall("reader") is None:
        remember("reader", uuid4().hex)
    return recall("reader")
