"""Everything a session knows, and its one owner: choices, what was kept, what widgets show.

`Choices` is the one owner of what stands in the address: controls show it and change it through
`choose`, and the address is written from it. Only a fresh visit, Back, Forward or a link makes it
follow the address instead.

All else the session keeps, for an owner such as a text or a run: what was told it by `remember`,
and by `kept` what widgets show, which a link has where the reader asks for it. Nobody sets either
back: under another owner they are as they opened, and what `take` returned is gone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit import runtime

from ui.catalogue import FIRST, preferred
from ui.shell.choices import (
    Choices,
    PageRuns,
    RunChoice,
    Steps,
    current_run,
    leading_to,
    left_at,
)
from ui.shell.middleware import COOKIE, COOKIE_VALUE
from ui.shell.page import Page
from ui.shell.pages import CARRIED, CHOICES, HERE, NAMES, Problem, as_query, parse

_NO_PAGE = Page("", 0, "", "learn")


@dataclass
class SessionState:
    """What a session knows besides what widgets show and what pages keep. It is changed here only.

    Attributes:
        choices: what the reader has chosen so far.
        followed: the address that was followed or written last.
        chosen_at: the address at which the reader has chosen something since then.
        problems: values of the address that could not be used, until the reader chooses something.
        page: the page that is shown, and the one before until that is known.
        visits: how often another page than the one before was shown.
        shows: what it can show this reader.
        run: the one that other pages go on with, as far as they can; None before the first.
        steps: where each run was left.
        ranks: the learned tokens of the page's run, which give them their colours.
        answer: the number of the last choice to hide the answer or show it, and which it was.
        reader: its name among those that wait for a training.
        said: what a link brought for `kept`, by key, until asked for: its page ("" for any), value.
        kept: the page, the owner and the opening value of what `kept` was asked for, by key.
    """

    choices: Choices = field(default_factory=Choices)
    followed: Mapping[str, str] | None = None
    chosen_at: Mapping[str, str] | None = None
    problems: list[Problem] = field(default_factory=list)
    page: Page = _NO_PAGE
    visits: int = 0
    shows: PageRuns = _NO_PAGE.shows
    run: RunChoice | None = None
    steps: Steps = field(default_factory=dict)
    ranks: Mapping[Any, int] | None = None
    answer: tuple[int, bool] = (0, False)
    reader: str = field(default_factory=lambda: uuid4().hex)
    said: dict[str, tuple[str, str]] = field(default_factory=dict)
    kept: dict[str, tuple[str, object, object]] = field(default_factory=dict)


def state() -> SessionState:
    """What this session knows."""
    this: SessionState | None = st.session_state.get("state")
    if this is None:
        this = st.session_state["state"] = SessionState()
    return this


def follow_address(tab: str | None = None) -> bool:
    """Bring choices and address together, once a run, before anything is drawn.

    `tab` is the one that is open beside the picture, which the address keeps. Returns whether
    another address is followed.
    Nothing is written on a first run: a second entry in the browser's history would trap Back.
    """
    this, query = state(), _address()
    chosen, is_new = this.chosen_at == query, query != this.followed
    this.chosen_at = None
    if chosen:
        this.problems = []
        _write(query, as_query(this.choices) | ({"tab": tab} if tab else {}))
    elif is_new:
        kinds = {kind for choice in CHOICES for kind in choice.own}
        held = frozenset(kind for kind in kinds if recall(kind) is not None)
        this.choices, this.problems = parse(query, held)
        this.followed = query
    return is_new and not chosen


def _address() -> dict[str, str]:
    here = st.query_params.to_dict()
    return {name: here[name] for name in (*NAMES, *CARRIED) if name in here}


def _write(query: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Give the address the choices, keeping parameters that are not ours.

    A change of the step alone is left to the player, which replaces the address in the browser;
    so is the tab that is open.
    """
    if not _is_of(query, wanted):
        others = [name for name in st.query_params if name not in query]
        kept = {name: st.query_params.get_all(name) for name in others}
        st.query_params.from_dict({**kept, **wanted})
        query = wanted
    state().followed = query


def _is_of(query: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two addresses differ at most in what browsers write by themselves."""
    written = dict.fromkeys(("step", "tab", "hide", "play"), "")
    return {**query, **written} == {**other, **written}


def enter_page(page: Page) -> PageRuns:
    """Note the page that is shown, and with which run; once a run of its script.

    Returns what it can show this reader.
    """
    this = state()
    this.visits += page.name != this.page.name
    this.page, this.shows = page, page.shows.in_language(language())
    this.run = current_run(this.shows, this.choices, this.run)
    this.ranks = None
    this.kept = {key: kept for key, kept in this.kept.items() if kept[1] is None}
    return this.shows.chosen(this.choices)


def run_shown() -> RunChoice | None:
    """The run that this page shows; None on a page without pickers."""
    return state().shows.run(choices())


def colour_by(ranks: Mapping[Any, int]) -> None:
    """Give tokens of this page the colours of a run, by the ranks of what it learned."""
    state().ranks = ranks


def ranks() -> Mapping[Any, int] | None:
    """What gives tokens of this page their colours; None where no run is shown."""
    return state().ranks if runtime.exists() else None


def text() -> str:
    """Name the text chosen, or the one that this page opens with; "" on a page without any."""
    shows = state().shows
    return choices().get(shows.choice) or shows.text or ""


def choices() -> Choices:
    """What the reader has chosen so far."""
    return state().choices


def choose(**changes: Any) -> None:
    """Change choices, from a widget's callback; the run that follows writes the address.

    Another run opens at the step it was left at, unless a step is among the changes. What comes
    together with Back or Forward was chosen on the page before, and does not hold against them.
    """
    this, before, query = state(), run_shown(), _address()
    this.choices = this.choices.with_(**dict.fromkeys(CARRIED), **changes)
    if _is_of(query, this.followed or {}):
        this.chosen_at = query
    now = run_shown()
    if "step" in changes or now is None or now == before:
        return
    step = this.steps.get(now)
    if step is None and before is not None and now.unlimited == before.unlimited:
        step = this.steps.get(before)  # cut short or prolonged it keeps the step
        if step is not None:
            save_step(step)
    this.choices = this.choices.with_(step=step)


def reset_run(choices: Choices | None = None, texts: str = "corpus") -> None:
    """Show the run of some choices, else what the page opens with, from a callback.

    texts: the choice that names the text.
    """
    before = choices or Choices()
    run = replace(before.run, text=state().choices.run.text)
    choose(run=run, **{name: before.get(name) for name in (texts, "step")})


def save_step(step: int) -> None:
    """Note the step at which the run of this page stands: it is found again wherever it goes."""
    this, run = state(), run_shown()
    if run is not None:
        this.steps = left_at(this.steps, run, step)


def step(last: int, default: int = 0) -> int:
    """The step to show, from 0 to `last`."""
    chosen = choices().get("step")
    if chosen is None:
        return min(default, last)
    save_step(min(chosen, last))
    return min(chosen, last)


def choose_step(step: int, default: int = 0) -> None:
    """Take over the step that the player reports."""
    choose(step=None if step == default else step)
    save_step(step)


def new_text(kind: str) -> None:
    """Forget the steps of an own text that is another one now."""
    this = state()
    this.steps = {run: step for run, step in this.steps.items() if run.text != kind}


def forget(name: str, value: str) -> None:
    """Give up a choice that turned out to be unusable here, and say so."""
    this, problem = state(), Problem(name, value)
    this.choices = this.choices.with_(**{name: None})
    if problem not in this.problems:
        this.problems.append(problem)


def query_to(shows: PageRuns) -> dict[str, str]:
    """The query of a link to a page that keeps the language and the run, at its step there."""
    this, there = state(), shows.in_language(language())
    return as_query(leading_to(there, this.run, this.choices.with_(**HERE), this.steps))


def leads_to_run(shows: PageRuns) -> bool:
    """Say whether a link to a page leads to the run that this page shows."""
    this, there, run = state(), shows.in_language(language()), run_shown()
    if run is None:
        return False
    link = leading_to(there, this.run, this.choices.with_(**HERE), {run: 0})
    return link.get("step") is not None


def permalink(aside: Mapping[str, str] | None = None) -> str:
    """The whole address of what is on the screen now, with what is to stand there besides."""
    base = (st.context.url or "").partition("?")[0]
    query = {**as_query(choices().with_(**HERE, present=None, **_named())), **(aside or {})}
    return f"{base}?{urlencode(query)}" if query else base


def cookie(name: str) -> str | None:
    """What the browser remembers under a name, which may be anything; None where it has nothing."""
    return st.context.cookies.get(name)


def language() -> str:
    """The language chosen, or else the browser's."""
    if not runtime.exists():
        return FIRST
    return choices().get("lang") or preferred(st.context.locale or "")


def choose_language(lang: str) -> None:
    """Switch the language; the address names it only where the browser would not."""
    is_own = lang == preferred(st.context.locale or "")
    choose(lang=None if is_own else lang, **_named())


def _named() -> dict[str, Any]:
    """Name what is shown, where the page opens with something else in another language."""
    page, shows = state().page, state().shows
    named = {page.spoken: choices().get(page.spoken) or language()} if page.spoken else {}
    return named | ({shows.choice: text()} if shows.text_by_language else {})


def answer_hidden() -> tuple[int, bool]:
    """The number of the last choice to hide the answer or show it, and which it was."""
    return state().answer


def hide_answer(hidden: bool, number: int | None = None) -> None:
    """Hide the answer or show it: by a choice with a number of its own, else by the next one."""
    this = state()
    this.answer = (this.answer[0] + 1 if number is None else number, hidden)


def remember(name: str, value: object, *, of: object = None) -> None:
    """Keep a value for as long as the session lasts, out of the address.

    of: its owner, such as a word, a text, a run or a language: under another one it is not found.
    """
    st.session_state[f"kept_{name}"] = value if of is None else (of, value)


def recall(name: str, default: Any = None, *, of: object = None) -> Any:
    """Return what `remember` kept for this owner, else the opening value `default`."""
    kept = st.session_state.get(f"kept_{name}")
    if of is None:
        return st.session_state.get(f"kept_{name}", default)
    return kept[1] if isinstance(kept, tuple) and len(kept) == 2 and kept[0] == of else default


def take(name: str, *, of: object = None) -> Any:
    """Return what `remember` kept for this owner, once: it is gone with that. None for nothing."""
    found = recall(name, of=of)
    st.session_state.pop(f"kept_{name}", None)
    return found


def reader() -> str:
    """A name for this session among those that wait for a training."""
    return state().reader


def browser_name() -> str | None:
    """Return the random name in the browser's cookie; None where it keeps none."""
    name = cookie(COOKIE) or ""
    return name if COOKIE_VALUE.fullmatch(name) else None


def keeps_no_cookie() -> bool:
    """Say whether the browser sent no cookie, as in another site's frame: it uploads nothing."""
    return bool(st.context.headers) and browser_name() is None


def owner() -> str:
    """Name whose turn it is: the browser, all its tabs; or the session of one without a cookie."""
    return browser_name() or reader()


def widget(key: str, value: object) -> str:
    """Make the widget called `key` show `value` next, whatever a link said; return its key."""
    state().said.pop(key, None)
    st.session_state[key] = value
    return key


def value(key: str, default: Any = None) -> Any:
    """Return what the widget called `key` shows; `default` where it is not on the page."""
    return st.session_state.get(key, default)


def kept(
    key: str, default: object, options: Collection[Any] | None = None, *, of: object = None
) -> dict[str, Any]:
    """Return the arguments of a widget whose value outlives a change of tab or page.

    It shows `default`, and the next one as well, until the reader or a link has given it a value:
    one of the `options`, or any text where there are none.

    of: its owner, such as a text: under another one it is `default` again, in a link while drawn.
    """
    this, shown, opened = state(), st.session_state, f"opened_{key}"
    said = _said(key, options)
    owner, *before = shown.get(opened, (of,))
    fits = key in shown and (options is None or shown[key] in options)
    if said is not None:
        shown[key], shown[opened] = said, (of,)
    elif not fits or owner != of or [shown[key]] == before != [default]:
        shown[key], shown[opened] = default, (of, default)
    elif [shown[key]] != before:
        hold(key)
    this.kept[key] = this.page.name, of, default
    return {"key": key, "persist_state": "session"}


def _said(key: str, options: Collection[Any] | None) -> Any:
    """Take what a link says of a widget, if that is one of its options; None for nothing."""
    _, said = state().said.pop(key, ("", None))
    if said is None or options is None:
        return said
    return next((option for option in options if str(option) == said), None)


def hold(key: str) -> None:
    """Have the widget called `key` show what it does now, even if that is how it opened."""
    owner, *_ = st.session_state.get(f"opened_{key}", (None,))
    st.session_state[f"opened_{key}"] = (owner,)


def said_by_link(values: Mapping[str, str], page: str = "") -> None:
    """Take over what a link brings for `kept`, by key: of a page, or for the first that asks."""
    state().said |= {key: (page, each) for key, each in values.items()}


def kept_here() -> dict[str, str]:
    """Return what this page keeps, or a link to it said, that is not as it opened, by key."""
    this, shown = state(), st.session_state
    here = {key: last for key, (page, _, last) in this.kept.items() if page == this.page.name}
    found = {key: shown.get(key, default) for key, default in here.items()}
    known = {key: str(each) for key, each in found.items() if each not in (None, here[key])}
    said = {key: each for key, (page, each) in this.said.items() if page == this.page.name}
    return dict(sorted((known | said).items()))
