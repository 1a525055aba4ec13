"""Everything a session knows, and its one owner: choices, what was kept, what widgets show.

`Choices` is the one owner of what stands in the address: controls show it and change it through
`choose`, and the address is written from it. Only a fresh visit, Back, Forward or a link makes it
follow the address instead. Text that was pasted or uploaded is kept and never enters the address.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit import runtime

from ui.languages import FIRST, preferred
from ui.shell.choices import OWN_PAIR, OWN_TEXTS, Choices, Run
from ui.shell.query import CARRIED, NAMES, Problem, as_query, parse
from ui.shell.runs import Shows, Steps, leading_to, left_at, readers_run

_CHOICES = "choices"
_FOLLOWED = "address_followed"
_PROBLEMS = "address_problems"
_CHOSEN = "chosen_at_address"
_SHOWS = "shows"
_SPOKEN = "spoken"
_RUN = "readers_run"
_STEPS = "steps"
_ANSWER = "answer_hidden"
_NOWHERE: dict[str, Any] = {"stop": None, "phase": None}
"""What an address says that is at no stop of the lesson."""


def follow_address(
    take: Callable[[Mapping[str, str]], list[Problem]] = lambda query: [],
    tab: str | None = None,
) -> None:
    """Bring choices and address together, once a run, before anything is drawn.

    `take` is given an address that is followed, for what it has besides choices; `tab` is the one
    that is open beside the picture, which the address keeps.
    Nothing is written on a first run: a second entry in the browser's history would trap Back.
    """
    query = _address()
    if st.session_state.pop(_CHOSEN, None) == query:
        st.session_state[_PROBLEMS] = []
        _write(query, tab)
    elif query != st.session_state.get(_FOLLOWED):
        refused = take(query)
        st.session_state[_CHOICES], problems = parse(query, own_texts())
        st.session_state[_PROBLEMS] = [*refused, *problems]
        st.session_state[_FOLLOWED] = query


def arrive(shows: Shows, spoken_choice: str = "") -> Shows:
    """Note what the page can show this reader, and which run it is; once a run of its script.

    spoken_choice: names the choice of the page whose default is the reader's language, if any.
    """
    st.session_state[_SPOKEN] = spoken_choice
    st.session_state[_SHOWS] = shows.in_language(language())
    shows = st.session_state[_SHOWS].chosen(choices())
    st.session_state[_RUN] = readers_run(shows, choices(), run_of_the_reader())
    return shows


def run_of_the_reader() -> Run | None:
    """The run that other pages go on with, as far as they can show it; None before the first."""
    return st.session_state.get(_RUN)


def run_shown() -> Run | None:
    """The run that this page shows; None on a page without pickers."""
    shows = st.session_state.get(_SHOWS)
    return None if shows is None else shows.run(choices())


def text() -> str:
    """Name the text chosen, or the one that this page opens with; "" on a page without any."""
    shows = st.session_state.get(_SHOWS, Shows())
    return choices().get(shows.choice) or shows.text or ""


def _address() -> dict[str, str]:
    return {name: st.query_params[name] for name in (*NAMES, *CARRIED) if name in st.query_params}


def _write(query: dict[str, str], tab: str | None) -> None:
    """Give the address the choices, keeping parameters that are not ours.

    A change of the step alone is left to the player, which replaces the address in the browser;
    so is the tab that is open. The place of the page that it names stays.
    """
    wanted = as_query(choices()) | ({"tab": tab} if tab else {})
    if "at" in query:
        wanted["at"] = query["at"]
    if not _is_of(query, wanted):
        others = {name: st.query_params.get_all(name) for name in st.query_params}
        others = {name: values for name, values in others.items() if name not in query}
        st.query_params.from_dict({**others, **wanted})
        query = wanted
    st.session_state[_FOLLOWED] = query


def place() -> str | None:
    """Name the place of the page that the address leads to, if it names one."""
    return _address().get("at")


def presents() -> bool:
    """Say whether the page is presented, without its menu."""
    return bool(choices().get("present"))


def _is_of(query: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two addresses differ at most in what browsers write by themselves."""
    written = dict.fromkeys(("step", "tab", "hide", "play"), "")
    return {**query, **written} == {**other, **written}


def choices() -> Choices:
    """What the reader has chosen so far."""
    return st.session_state.get(_CHOICES) or Choices()


def language_chosen() -> dict[str, str]:
    """Return what an address says that keeps nothing but the language the reader chose, if any."""
    return {"lang": lang} if (lang := choices().get("lang")) else {}


def choose(**changes: Any) -> None:
    """Change choices, from a widget's callback; the run that follows writes the address.

    Another run opens at the step it was left at, unless a step is among the changes. What comes
    together with Back or Forward was chosen on the page before, and does not hold against them.
    """
    before = run_shown()
    st.session_state[_CHOICES] = choices().but(**changes)
    if _is_of(_address(), st.session_state.get(_FOLLOWED, {})):
        st.session_state[_CHOSEN] = _address()
    if "step" not in changes:
        _find_step(before)


def _find_step(before: Run | None) -> None:
    """Go to the step of the run shown now; one cut short or prolonged keeps the step."""
    now = run_shown()
    if now is None or now == before:
        return
    step = _steps().get(now)
    if step is None and before is not None and now.unlimited == before.unlimited:
        step = _steps().get(before)
        if step is not None:
            watched(step)
    st.session_state[_CHOICES] = choices().but(step=step)


def _steps() -> Steps:
    return st.session_state.get(_STEPS, {})


def watched(step: int) -> None:
    """Note the step at which the run of this page stands: it is found again wherever it goes."""
    run = run_shown()
    if run is not None:
        st.session_state[_STEPS] = left_at(_steps(), run, step)


def stop_at(last: int) -> bool:
    """Come back to the last step of a run from one beyond it.

    Returns whether that could be: a step that only the address names is left for it to answer for.
    """
    run, step = run_shown(), choices().get("step")
    if step is None or step <= last:
        return True
    if run is None or _steps().get(run) != step:
        return False
    st.session_state[_CHOICES] = choices().but(step=last)
    watched(last)
    return True


def new_text(kind: str) -> None:
    """Forget the steps of an own text that is another one now."""
    kept = {run: step for run, step in _steps().items() if run.text != kind}
    st.session_state[_STEPS] = kept


def forget(name: str, value: str) -> None:
    """Give up a choice that turned out to be unusable here, and say so."""
    st.session_state[_CHOICES] = choices().but(**{name: None})
    problem = Problem(name, value)
    if problem not in problems():
        st.session_state[_PROBLEMS] = [*problems(), problem]


def problems() -> list[Problem]:
    """Values of the address that could not be used, until the reader chooses something."""
    return st.session_state.get(_PROBLEMS, [])


def queries(pages: Iterable[Shows]) -> list[dict[str, str]]:
    """The query of a link to each page that keeps the language and the run, at its step there."""
    run, here, steps, lang = run_of_the_reader(), choices().but(**_NOWHERE), _steps(), language()
    return [as_query(leading_to(shows.in_language(lang), run, here, steps)) for shows in pages]


def follows_step(shows: Shows) -> bool:
    """Whether a link to a page is another one as soon as the reader steps on this page."""
    at_start = {run: 0 for run in [run_shown()] if run is not None}
    link = leading_to(shows.in_language(language()), run_of_the_reader(), choices(), at_start)
    return link.get("step") is not None


def permalink(aside: Mapping[str, str] | None = None) -> str:
    """The whole address of what is on the screen now, with what is to stand there besides."""
    base = (st.context.url or "").partition("?")[0]
    query = {**as_query(choices().but(present=None, **_NOWHERE, **_named())), **(aside or {})}
    return f"{base}?{urlencode(query)}" if query else base


def cookie(name: str) -> str | None:
    """What the browser remembers under a name, which may be anything; None where it has nothing."""
    return st.context.cookies.get(name)


def language() -> str:
    """The language chosen, or else the browser's."""
    if not runtime.exists():
        return FIRST
    return choices().get("lang") or browser_language()


def browser_language() -> str:
    """The one of our languages that the browser prefers."""
    return preferred(st.context.locale or "")


def choose_language(lang: str) -> None:
    """Switch the language; the address names it only where the browser would not."""
    choose(lang=None if lang == browser_language() else lang, **_named())


def spoken(name: str) -> str:
    """Return a choice that is the reader's language where none is made."""
    return choices().get(name) or language()


def _named() -> dict[str, str]:
    """Name what is shown, where the page opens with something else in another language."""
    shows, choice = st.session_state.get(_SHOWS, Shows()), st.session_state.get(_SPOKEN)
    named = {choice: spoken(choice)} if choice else {}
    return named | ({shows.choice: text()} if shows.opens else {})


def answer_hidden() -> tuple[int, bool]:
    """The number of the last choice to hide the answer or show it, and which it was."""
    found: tuple[int, bool] = recall(_ANSWER, (0, False))
    return found


def is_told() -> bool:
    """Whether the address asks for the whole answer, on a page that hides it until it is asked."""
    return _address().get("hide") == "0"


def hide_answer(hidden: bool, number: int | None = None) -> None:
    """Hide the answer or show it: by a choice with a number of its own, else by the next one."""
    remember(_ANSWER, (answer_hidden()[0] + 1 if number is None else number, hidden))


def step(last: int, default: int = 0) -> int:
    """The step to show, from 0 to `last`."""
    chosen = choices().get("step")
    if chosen is None:
        return min(default, last)
    watched(min(chosen, last))
    return min(chosen, last)


def choose_step(step: int, default: int = 0) -> None:
    """Take over the step that the player reports."""
    choose(step=None if step == default else step)
    watched(step)


def own_texts() -> frozenset[str]:
    """Which kinds of own text this session holds."""
    return frozenset(kind for kind in (*OWN_TEXTS, OWN_PAIR) if recall(kind) is not None)


def remember(name: str, value: object) -> None:
    """Keep a value for as long as the session lasts, out of the address."""
    st.session_state[f"kept_{name}"] = value


def recall(name: str, default: Any = None) -> Any:
    """Get back what `remember` kept."""
    return st.session_state.get(f"kept_{name}", default)


def reader() -> str:
    """A name for this session among those that wait for a training."""
    if recall("reader") is None:
        remember("reader", uuid4().hex)
    return recall("reader")


def widget(key: str, value: object) -> str:
    """Make the widget called `key` show `value` when it is drawn next, and return its key."""
    st.session_state[key] = value
    return key


def begin_with(key: str, value: object) -> str:
    """Do what `widget` does, but only while the reader has given the widget no value."""
    begun, state = f"begun_{key}", st.session_state
    if key not in state or (begun in state and state[key] == state[begun] != value):
        state[key] = value
    state[begun] = value
    return key


def value(key: str, default: Any = None) -> Any:
    """Return what the widget called `key` shows; `default` where it is not on the page."""
    return st.session_state.get(key, default)


def drawn(key: str) -> bool:
    """Say whether the widget called `key` stood on the page in the run before."""
    return key in st.session_state


def undraw(key: str) -> None:
    """Forget what the widget called `key` shows."""
    st.session_state.pop(key, None)


def keep(key: str) -> None:
    """Remember what the widget called `key` shows, for `recall` under the same name."""
    remember(key, value(key))


def kept(key: str, default: object) -> dict[str, Any]:
    """Return the arguments of a widget whose value outlives a change of tab or page."""
    return {"key": begin_with(key, default), "persist_state": "session"}


def notes(name: str, **opening: Any) -> dict[str, Any]:
    """Return the notes kept under `name`, `opening` at first; to keep more, write into them."""
    return st.session_state.setdefault(f"notes_{name}", opening)
