"""The address state: `Choices`, one frozen value, parsed from the address and written to it.

Everything in a link is a choice: the text, its scheme and limits, the step, language, open tab,
position in a lesson, and the one to five choices that each page declares. A page opened by its
address shows what the address says. Everything else is an ordinary widget with a key.

The address is read if it differs from the last written one, and written once, at the end of a run
of the page. Names in `WRITTEN_BY_BROWSER` change without a run: a script replaces them in the
address, without an entry in the browser's history.
"""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st
from streamlit import runtime

from bpe import PRESETS, Scheme
from bpe.player.text import FIRST
from bpe.player.text import language as spoken_language
from bpe.schemes import MARKS, TIE_RULES
from ui.browsers import issued_name
from ui.catalogue import LANGUAGES, catalogue, preferred
from ui.middleware import COOKIE
from ui.samples import samples, training_samples

Parser = Callable[[str], Any]
"""Function that parses a value of the address; None if it is invalid."""

STOPS = (*"123456789", "end")
PHASES = ("question", "open", "tally", "answer", "merge")
"""Position in a lesson: a stop and its phase."""

OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
OWN_FILES = "tokenizer-files"
"""Names of the reader's own texts and files in an address: valid only while the app stores them."""

MAX_LINK_CHARS = 1_500
"""Maximum number of characters of a text or a sentence in an address."""

NO_SPECIAL = "none"
MAX_SPECIAL_TOKENS, MAX_SPECIAL_CHARS = 20, 400
MAX_FORCED = 100
"""Maximum number of forced merges in an address."""

WRITTEN_BY_BROWSER = ("step", "tab", "hide", "play")


@dataclass(frozen=True)
class IntRange:
    """Parser of whole numbers from `least` to `most`."""

    least: int
    most: int

    def __call__(self, text: str) -> int | None:
        if not (text.isascii() and text.isdigit() and len(text) <= 10):
            return None
        return int(text) if self.least <= int(text) <= self.most else None


def one_of(values: Iterable[str]) -> Parser:
    """Return a parser that accepts only these values."""
    allowed = frozenset(values)
    return lambda text: text if text in allowed else None


def text_up_to(max_chars: int, *, may_be_empty: bool = False) -> Parser:
    """Return a parser that accepts any text of at most this many characters."""
    return lambda text: text if (text or may_be_empty) and len(text) <= max_chars else None


def parse_special(text: str) -> str | None:
    """Parse special tokens: each once, separated by one space; "none" for no tokens.

    None if no scheme allows them.
    """
    if not text:
        return None
    special = tuple(dict.fromkeys(text.split())) if text != NO_SPECIAL else ()
    too_long = len(special) > MAX_SPECIAL_TOKENS or len(text) > MAX_SPECIAL_CHARS
    if too_long or {*special} & {*MARKS.values()}:
        return None
    try:
        Scheme(special_tokens=special)
    except ValueError:
        return None
    return " ".join(special) or NO_SPECIAL


HIDEABLE = ("ties", "settings", "pairs")
"""Parts of a page that a link can hide."""


def parse_without(text: str) -> str | None:
    """Parse names of `HIDEABLE`, separated by commas, in any order."""
    names = {*text.split(",")}
    return ",".join(each for each in HIDEABLE if each in names) if names <= {*HIDEABLE} else None


Forced = tuple[tuple[int, tuple[str, str]], ...]
"""Step -> the pair that is merged there, in exact form (`data-token`)."""


def parse_forced(text: str) -> Forced | None:
    """Parse forced merges: a JSON object, step -> [left, right]."""
    if len(text) > MAX_LINK_CHARS:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not 0 < len(found) <= MAX_FORCED:
        return None
    forced = []
    for said, pair in found.items():
        step = IntRange(0, 49_999)(said)
        if step is None or not isinstance(pair, list) or len(pair) != 2:
            return None
        if not all(isinstance(token, str) and token for token in pair):
            return None
        forced.append((step, (pair[0], pair[1])))
    return tuple(sorted(forced))


@dataclass(frozen=True)
class Choice:
    """A choice in an address.

    Attributes:
        name: its name in the address.
        parse: see `Parser`.
        default: its value if it is not in the address.
        own: values that refer to the reader's own texts or files.
        typed: whether the reader types it: the browser replaces it in the address.
        once: whether it applies only to a single link: a page opened again does not keep it.
        by_language: returns its default for a reader of a language, if the default depends on it.
    """

    name: str
    parse: Parser
    default: Any = None
    own: tuple[str, ...] = ()
    typed: bool = False
    once: bool = False
    by_language: Callable[[str], Any] | None = None


@dataclass(frozen=True)
class Settings:
    """Everything that determines the merges; a step belongs to it.

    In the reader's choices, None is the page's default; in the settings of a shown run, text and
    scheme are set, and other fields are None if they are the scheme's own or no limit.
    """

    corpus: str | None = None
    scheme: str | None = None
    ties: str | None = None
    mark: str | None = None
    special: str | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None
    forced: Forced | None = None


@dataclass(frozen=True)
class Choices(Settings):
    """All choices; None is a default.

    Attributes:
        step: merges applied.
        lang: a language other than the browser's.
        tab: the open tab of Details.
        hide: "1" if the answer is hidden; "0" if the link shows an answer that the page asks for
            first.
        without: hidden parts, names of `HIDEABLE` separated by commas.
        play: "1" if the player starts playing, once.
        present: "1" if the page fills the screen, in a lesson.
        stop, phase: the position in the lesson.
        lesson: "pasted" if the lesson uses the reader's own text, at every stop of it.
        page: the choices that the page declares, by name.
    """

    step: int | None = None
    lang: str | None = None
    tab: str | None = None
    hide: str | None = None
    without: str | None = None
    play: str | None = None
    present: str | None = None
    stop: str | None = None
    phase: str | None = None
    lesson: str | None = None
    page: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """Return a choice by name; None for its default."""
        return getattr(self, name) if name in PARSERS else self.page.get(name)

    def with_(self, **changes: Any) -> Choices:
        """Return the choices with some changes, None for the default.

        Another scheme resets its rules, and another text or scheme removes forced merges, unless
        these are among the changes.
        """
        if "scheme" in changes:
            changes = {**dict.fromkeys(RULES), **changes}
        if {"scheme", "corpus"} & changes.keys():
            changes = {"forced": None, **changes}
        shared = {name: value for name, value in changes.items() if name in PARSERS}
        own = {name: value for name, value in changes.items() if name not in PARSERS}
        page = {name: each for name, each in {**self.page, **own}.items() if each is not None}
        return replace(self, **shared, page=page)

    def hides(self, name: str) -> bool:
        """Return whether a part, one of `HIDEABLE`, is hidden."""
        return name in (self.without or "").split(",")

    @property
    def settings(self) -> Settings:
        """The choices that determine a run."""
        return Settings(**{each.name: getattr(self, each.name) for each in fields(Settings)})


PARSERS: dict[str, Parser] = {
    "corpus": one_of(training_samples()),
    "scheme": one_of(PRESETS),
    "ties": one_of(TIE_RULES),
    "mark": one_of(MARKS),
    "special": parse_special,
    "max_merges": IntRange(0, 50_000),
    "vocab_size": IntRange(1, 2_000_000),
    "min_frequency": IntRange(1, 1_000_000_000),
    "forced": parse_forced,
    "step": IntRange(0, 2_000_000),
    "lang": one_of(LANGUAGES),
    "tab": text_up_to(40, may_be_empty=True),
    "hide": one_of("01"),
    "without": parse_without,
    "play": one_of("1"),
    "present": one_of("1"),
    "stop": one_of(STOPS),
    "phase": one_of(PHASES),
    "lesson": one_of(()),
}
"""Choices of every page: name in the address -> parser."""

RULES = {"ties": "tie_rule", "mark": "boundary", "special": "special_tokens"}
"""Setting of a scheme -> the field of `Scheme`. Another scheme resets them."""

LIMITS: dict[str, IntRange] = {
    name: parser
    for name, parser in PARSERS.items()
    if isinstance(parser, IntRange) and name != "step"
}

ONCE = {"text": text_up_to(MAX_LINK_CHARS, may_be_empty=True)}
"""Name of the reader's own text in an address: it is stored as pasted text."""


# What a page can show ----------------------------------------------------------------------------


@dataclass(frozen=True)
class PageRuns:
    """The runs that a page can show.

    Attributes:
        text: its first text; None for a page without pickers.
        schemes: the schemes it offers.
        scheme: its first scheme; None for the best one for the sample.
        choice: the choice with the text's name: "corpus" or "pair".
        needs: the property of a text that the page needs: "length", or "characters" beyond ASCII.
        text_by_language: its first text for readers of a language.
    """

    text: str | None = None
    schemes: tuple[str, ...] = tuple(PRESETS)
    scheme: str | None = None
    choice: str = "corpus"
    needs: str | None = None
    text_by_language: Mapping[str, str] = field(default_factory=dict)

    def opening_text(self) -> str | None:
        """Return the text that the page opens with, in the reader's language."""
        return self.text_by_language.get(spoken_language(), self.text or "") or None

    def opening_scheme(self, text: str) -> str:
        """Return the best offered scheme for a text.

        A sample has its own; the page's scheme is for its first text, and for the reader's.
        """
        sample = samples().get(text)
        best = sample.default_scheme if sample else None
        if best not in self.schemes:
            best = None
        if text in self.text_by_language.values():
            return best or self.schemes[0]
        if text == self.text or best is None:
            return self.scheme or best or self.schemes[0]
        return best

    def settings(self, choices: Choices) -> Settings | None:
        """Return the settings of the run that the page shows for these choices.

        Choices that the page cannot show are omitted here, but stay chosen.
        """
        if self.text is None:
            return None
        text = choices.get(self.choice) or self.opening_text() or ""
        chosen = choices.settings
        if chosen.scheme not in (None, *self.schemes):
            chosen = choices.with_(scheme=None).settings
        scheme = chosen.scheme or self.opening_scheme(text)
        return normalized(replace(chosen, corpus=text, scheme=scheme))


def normalized(settings: Settings) -> Settings:
    """Return settings with None for values that are the scheme's own, or invalid for it."""
    preset = PRESETS.get(settings.scheme or "")
    own = [name for name in RULES if preset is None or name not in _rules(preset, settings)]
    if settings.min_frequency == 1:
        own.append("min_frequency")
    return replace(settings, **dict.fromkeys(own))


def scheme_of(preset: Scheme, settings: Settings) -> Scheme:
    """Return a preset with the chosen rules."""
    return replace(preset, **{RULES[name]: rule for name, rule in _rules(preset, settings).items()})


def _rules(preset: Scheme, settings: Settings) -> dict[str, Any]:
    """Return the changed rules of a preset, as fields of `Scheme`."""
    rules: dict[str, Any] = {"ties": settings.ties}
    if not why_mark_is_fixed(preset):
        rules["mark"] = settings.mark
    if settings.special is not None:
        rules["special"] = () if settings.special == NO_SPECIAL else tuple(settings.special.split())
    own = {name: getattr(preset, of_scheme) for name, of_scheme in RULES.items()}
    return {name: rule for name, rule in rules.items() if rule not in (None, own[name])}


def why_mark_is_fixed(scheme: Scheme) -> str | None:
    """Return the key of the sentence why the boundary mark cannot change, or None."""
    if scheme.units == "bytes":
        return "controls.mark_bytes"
    if scheme.rules == "sentencepiece":
        return "controls.mark_sentencepiece"
    if scheme.score == "wordpiece":
        return "controls.mark_wordpiece"
    return None


Group = Literal["learn", "real", "other", "lab"]
GROUPS: tuple[Group, ...] = ("learn", "real", "other", "lab")
"""The groups of the menu, in order; their titles are `nav.group_<name>`."""

HOME = "home"


@dataclass(frozen=True)
class Page:
    """One page of the menu. `ui/pages.py` has all of them.

    Its sentences are in the catalogue: `<name>.title`, `<name>.lead` (description), `<name>.card`
    (what it teaches) and `<name>.why_now` (reason to continue from the previous page).
    `<name>.address_<choice>` is the error for an invalid choice in its address.

    Attributes:
        name: its script in `pages/`, its module in `ui/views/` and its address.
        icon, group: its place in the menu.
        runs: the runs it can show.
        choices: its own choices.
        tabs: names of its tabs of Details; labels are `<name>.tab_<tab>`.
        parts: tab -> names of its parts, if it has several; labels like those of tabs.
        more: parts under the button More in addition to "about" and "share".
        beside: "player", which has the button of Details, or the picture next to them if the page
            has no player: then the bar has the button.
    """

    name: str
    icon: str
    group: Group
    runs: PageRuns = field(default_factory=PageRuns)
    choices: tuple[Choice, ...] = ()
    tabs: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: tuple[str, ...] = ("settings",)
    beside: Literal["player", "picture"] = "player"

    @property
    def file(self) -> str:
        """The script, as Streamlit names it."""
        return "app.py" if self.name == HOME else f"pages/{self.name}.py"

    @property
    def views(self) -> tuple[str, ...]:
        """Views of its tabs, in order: the parts of each, or the tab itself."""
        return tuple(view for tab in self.tabs for view in self.parts.get(tab, (tab,)))

    def tab_of(self, view: str | None) -> str | None:
        """Return the tab of this name, or the tab that has a part of this name."""
        found = (tab for tab in self.tabs if view in (tab, *self.parts.get(tab, ())))
        return next(found, None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names allowed in its address."""
        return (*PARSERS, *ONCE, *(choice.name for choice in self.choices))


# The session -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Problem:
    """An invalid value in the address; the default replaces it."""

    sentence: str
    value: str


@dataclass
class State:
    """State of a session, in addition to its widgets.

    Attributes:
        choices: the reader's choices.
        page: the current page.
        followed: the query that was last read or written; None before the first run.
        replaced: the query that `followed` has replaced, until a page runs: before that the browser
            may not have the new one.
        chosen_at: the query at the last choice since then.
        is_changed: whether anything was chosen since then.
        problems: invalid values of the address, until the reader's next choice.
        schemes: the schemes that the page offers now, if they differ from `Page.runs`.
        shown: the settings of the page's run, once known.
        current: the settings of the run that other pages continue with; never those of a page with
            pairs of texts.
        steps: the step of the shown run, and of the one before it.
        step_owner: the settings that the chosen step belongs to; None if the step comes from the
            address or a choice: then it belongs to the run that is shown next, and `step_is_asked`
            there.
        kept: page -> its own choices when it was left.
        hide_number: counts the choices to hide or show the answer.
        reader: identifies the session among those that wait for jobs.
    """

    choices: Choices = field(default_factory=Choices)
    page: Page = field(default_factory=lambda: Page("", "", "learn"))
    followed: Mapping[str, str] | None = None
    replaced: Mapping[str, str] | None = None
    chosen_at: Mapping[str, str] | None = None
    is_changed: bool = False
    problems: list[Problem] = field(default_factory=list)
    schemes: tuple[str, ...] = ()
    shown: Settings | None = None
    current: Settings | None = None
    steps: dict[Settings, int] = field(default_factory=dict)
    step_owner: Settings | None = None
    step_is_asked: bool = False
    kept: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    hide_number: int = 0
    reader: str = field(default_factory=lambda: uuid4().hex)


def state() -> State:
    """Return the state of this session."""
    this: State | None = st.session_state.get("state")
    if this is None:
        this = st.session_state["state"] = State()
    return this


def choices() -> Choices:
    """Return the reader's choices."""
    return state().choices


def chosen(name: str) -> Any:
    """Return a choice of the current page, by name, or its default."""
    this = state()
    value = this.choices.get(name)
    if value is not None:
        return value
    choice = next((each for each in this.page.choices if each.name == name), None)
    if choice is None or choice.by_language is None:
        return choice and choice.default
    return choice.by_language(language())


def follow_address(page: Page, held: Callable[[str], bool]) -> str | None:
    """Set the current page; read its address if it differs from the last one.

    held: returns whether the reader has an own text or files of a kind.

    Returns the text in the address, if any. Call it once per run, before drawing anything.
    """
    this, query = state(), _query(page)
    # A browser that began with a bare address sends the values its scripts have written since; they
    # # never write "hide", but remove it.
    ours = as_query(this.choices, page)
    shown = {name: value for name, value in ours.items() if name != "hide"}
    known = this.followed, this.chosen_at, ours, shown
    is_new = page != this.page or this.followed is None or query not in known
    if page != this.page:
        _keep_choices()  # text typed in a fragment
    this.page, this.schemes, this.shown = page, (), None
    this.replaced = this.chosen_at = None
    st.session_state["coloured_by"] = None
    if not is_new:
        this.followed = query
        return None
    this.followed, this.is_changed, this.problems = query, False, []
    values: dict[str, Any] = {}
    text = query.get("text")
    parsers = {**PARSERS, **{choice.name: choice.parse for choice in page.choices}}
    own = {
        "corpus": OWN_TEXTS,
        "lesson": OWN_TEXTS[:1],
        **{choice.name: choice.own for choice in page.choices},
    }
    for name, said in query.items():
        if name in ONCE:
            continue
        is_held = said in own.get(name, ()) and (held(said) or (said == "pasted" and text))
        values[name] = said if is_held else parsers[name](said)
        if values[name] is None:
            _add_problem(page, name, said)
    tab = values.get("tab")
    if tab and page.tab_of(tab) is None:
        _add_problem(page, "tab", tab)
        values["tab"] = None
    if text is not None and ONCE["text"](text) is None:
        _add_problem(page, "text", text)
        text = None
    if "hide" in values:
        this.hide_number += 1
    this.choices, this.step_owner = Choices().with_(**values), None
    return text


def _query(page: Page) -> dict[str, str]:
    here = st.query_params.to_dict()
    return {name: here[name] for name in page.names if name in here}


def _is_same(query: Mapping[str, str], other: Mapping[str, str], *also: str) -> bool:
    """Return whether two addresses differ at most in values that browsers write, and in `also`."""
    typed = (choice.name for choice in state().page.choices if choice.typed)
    ours = dict.fromkeys((*WRITTEN_BY_BROWSER, *typed, *also), "")
    return {**query, **ours} == {**other, **ours}


def will_write_address() -> bool:
    """Return whether the run, so far, ends with another entry in the history."""
    this = state()
    return this.is_changed and not _is_same(_query(this.page), as_query(this.choices, this.page))


def write_address() -> None:
    """Write the choices to the address at the end of a run, if something was chosen.

    Not in the run that read the address: another entry in the history would trap Back. Unknown
    parameters are kept.
    """
    this = state()
    _keep_choices()
    if not this.is_changed:
        return
    wanted, query = as_query(this.choices, this.page), _query(this.page)
    this.is_changed, this.followed = False, query
    if not _is_same(query, wanted):
        others = {
            name: st.query_params.get_all(name) for name in st.query_params if name not in query
        }
        st.query_params.from_dict({**others, **wanted})
        this.replaced, this.followed = query, wanted


def _keep_choices() -> None:
    """Store the page's own choices for the next time it is opened."""
    this = state()
    once = {choice.name for choice in this.page.choices if choice.once}
    own = this.choices.page.items()
    this.kept[this.page.name] = {name: value for name, value in own if name not in once}


def as_query(chosen: Choices, page: Page) -> dict[str, str]:
    """Return the choices that differ from the defaults, as a page's query."""
    written = {}
    for name in PARSERS:
        value = getattr(chosen, name)
        if value is None or name == "play":
            continue
        if name == "forced":
            value = json.dumps({str(step): pair for step, pair in value}, ensure_ascii=False)
            if len(value) > MAX_LINK_CHARS:
                continue
        written[name] = str(value)
    for choice in page.choices:
        value = chosen.page.get(choice.name)
        if value not in (None, choice.default) and len(str(value)) <= MAX_LINK_CHARS:
            written[choice.name] = str(value)
    return written


def choose(**changes: Any) -> None:
    """Change choices, from a widget's callback; None for the default.

    A choice that arrives together with Back or Forward belongs to the previous page and is ignored;
    so is a value that no widget offers. One that was made before the browser had the address of the
    last choice holds.
    """
    this = state()
    made_up = [
        name
        for name in {"scheme", "ties", "mark", "lang", *LIMITS} & changes.keys()
        if changes[name] is not None and PARSERS[name](str(changes[name])) is None
    ]
    if made_up or not _note_choice(may_be_early=True):
        return
    hide = "1" if this.choices.hide == "1" else None
    this.choices = this.choices.with_(play=None, hide=hide, **changes)
    if "step" in changes:
        this.step_owner = None
    this.is_changed, this.problems = True, []


def _note_choice(may_be_early: bool = False) -> bool:
    """Keep the next run from reading the address again; return whether it is unchanged.

    may_be_early: accept the address before the last choice, too, until a page has run since.
    """
    this = state()
    query = _query(this.page)
    by_hand = ("beat", "forced") if "beat" in this.page.names else ()
    known = (this.followed, this.replaced) if may_be_early else (this.followed,)
    is_last = this.followed is None or any(
        each is not None and _is_same(query, each, *by_hand) for each in known
    )
    this.chosen_at = query if is_last else None
    return is_last


def reset_run(choices: Choices | None = None) -> None:
    """Show the run of some choices, or the page's first run: from a callback."""
    choices = choices or Choices()
    name = state().page.runs.choice
    run = {**vars(choices.settings), name: choices.get(name)}
    choose(**run, step=choices.step)


def drop(name: str, value: str) -> None:
    """Drop a choice that turned out to be invalid, report it, and rerun the page."""
    this = state()
    this.choices = this.choices.with_(**{name: None})
    _add_problem(this.page, name, value)
    st.rerun()


def _add_problem(page: Page, name: str, value: str) -> None:
    own = f"{page.name}.address_{name}"
    problem = Problem(own if own in catalogue(FIRST) else f"errors.address_{name}", value)
    if problem not in state().problems:
        state().problems.append(problem)


def open_tab(view: str | None) -> None:
    """Open a tab of Details, or a part of one, at the next run; None closes them."""
    _note_choice(may_be_early=True)
    this = state()
    this.choices = replace(this.choices, tab=view)


# The run that is shown, and its step -------------------------------------------------------------


def runs() -> PageRuns:
    """Return the runs that the page can show now."""
    this = state()
    offered = this.page.runs
    return replace(offered, schemes=this.schemes, scheme=None) if this.schemes else offered


def settings() -> Settings | None:
    """Return the settings of the page's run; None on a page without pickers."""
    return runs().settings(choices())


def show(settings: Settings) -> None:
    """Set the settings of the page's run, and its step.

    The previous run opens at its last step, a run with other limits at the same step, any other run
    at its start.
    """
    this, owner = state(), state().step_owner
    this.step_is_asked = owner is None
    if owner is not None and owner != settings:
        unlimited = dict.fromkeys(("max_merges", "vocab_size"))
        is_longer = replace(owner, **unlimited) == replace(settings, **unlimited)
        kept = this.steps.get(owner) if is_longer else None
        this.choices = replace(this.choices, step=this.steps.get(settings, kept))
    this.shown = this.step_owner = settings
    if this.page.runs.choice == "corpus":
        this.current = settings


def step(last: int, default: int = 0) -> int:
    """Return the step to show, from 0 to `last`."""
    this = state()
    now = min(default if this.choices.step is None else this.choices.step, last)
    if this.shown is not None:
        others = [each for each in this.steps.items() if each[0] != this.shown]
        this.steps = dict([*others[-1:], (this.shown, now)])
    return now


def choose_step(step: int, default: int = 0) -> None:
    """Store the step that the reader moved to."""
    _note_choice()
    this = state()
    this.choices = replace(this.choices, step=None if step == default else step, play=None)
    if this.shown is not None:
        this.steps[this.shown] = step


def forget_steps(text: str) -> None:
    """Forget the steps of an own text that was replaced."""
    this = state()
    this.steps = {settings: at for settings, at in this.steps.items() if settings.corpus != text}


def clamp_step(last: int) -> None:
    """Drop a step beyond the end of the run, and say so; use the last step of a shortened run."""
    this = state()
    step = this.choices.step
    if step is None or step <= last:
        return
    if this.step_is_asked:
        drop("step", str(step))
    this.choices = replace(this.choices, step=last)


def query_to(page: Page, **changes: Any) -> dict[str, str]:
    """Return the query of a link to a page: it keeps the language and the run, at its step.

    changes: choices of that page.
    """
    this, here = state(), state().choices
    own = here.page if page == this.page else this.kept.get(page.name, {})
    run = dict(vars(this.current or here.settings))
    if run["scheme"] not in PRESETS:  # of Unigram, which has a separate page
        run["scheme"] = None
    # The text merged by hand has no run on other pages.
    if "beat" in own:
        run["forced"] = here.forced if page == this.page else None
    elif this.current is None and "beat" in here.page:
        run["forced"] = None
    left = dict.fromkeys(("tab", "play", "stop", "phase", "step"))
    choices = replace(here, **run, **left, page=own).with_(**changes)
    if "step" not in changes and (settings := page.runs.settings(choices)) is not None:
        choices = replace(choices, step=this.steps.get(settings))
    play = {"play": choices.play} if choices.play else {}
    return as_query(choices, page) | play


def leads_to_run(page: Page) -> bool:
    """Return whether a link to a page leads to the current run."""
    this = state()
    if this.shown is None or this.current != this.shown:
        return False
    return page.runs.settings(Choices().with_(**vars(this.shown))) == this.shown


def permalink(**more: str | None) -> str:
    """Return the full address of the current screen, with further parameters."""
    this = state()
    chosen = replace(this.choices, present=None, stop=None, phase=None, lesson=None)
    query = as_query(chosen.with_(**_shown_by_language()), this.page)
    query |= {name: value for name, value in more.items() if value}
    base = (st.context.url or "").partition("?")[0]
    return f"{base}?{urlencode(query)}" if query else base


def colour_by(*runs: Any) -> None:
    """Colour this page's tokens by a run, or by the first of several that has the token."""
    st.session_state["coloured_by"] = runs


def ranks() -> Mapping[Any, int] | None:
    """Return the ranks of the learned tokens of the page's run, for their colours."""
    runs = st.session_state.get("coloured_by") if runtime.exists() else None
    return ChainMap(*(run.training.token_ranks for run in runs)) if runs else None


# The reader --------------------------------------------------------------------------------------


def language() -> str:
    """Return the chosen language, or the browser's."""
    if not runtime.exists():
        return FIRST
    return choices().lang or preferred(st.context.locale or "")


def choose_language(lang: str) -> None:
    """Switch the language; the address contains it only if it differs from the browser's.

    The page's content stays, even if its default differs in that language.
    """
    is_own = lang == preferred(st.context.locale or "")
    choose(lang=None if is_own else lang, **_shown_by_language())


def _shown_by_language() -> dict[str, Any]:
    """Return the current values of the page's choices whose defaults depend on the language."""
    this, runs = state(), state().page.runs
    found = {each.name: chosen(each.name) for each in this.page.choices if each.by_language}
    if runs.text_by_language:
        text = this.choices.get(runs.choice) or runs.opening_text()
        found |= {runs.choice: text, "forced": this.choices.forced}
    return found


def hide_answer(hidden: bool, number: int | None = None) -> None:
    """Hide or show the answer, by a choice with a given number or the next one."""
    _note_choice()
    this = state()
    this.hide_number = this.hide_number + 1 if number is None else number
    this.choices = replace(this.choices, hide="1" if hidden else None)


def answer_is_hidden() -> bool:
    """Return whether the reader hides the answer."""
    return choices().hide == "1"


def reader() -> str:
    """Return this session's ID among those that wait for jobs."""
    return state().reader


def browser_name() -> str | None:
    """Return the random name in the browser's cookie, or None."""
    return issued_name(cookie(COOKIE))


def owner() -> str:
    """Return the owner of jobs: the browser with all its tabs, or a session without a cookie."""
    return browser_name() or reader()


def keeps_no_cookie() -> bool:
    """Return whether there is no cookie, as in a frame of another site: then no uploads."""
    return bool(st.context.headers) and browser_name() is None


def cookie(name: str) -> str | None:
    """Return the browser's cookie of this name, which may contain anything."""
    return st.context.cookies.get(name)


def shows(key: str, value: Any) -> str:
    """Let the widget of this key show a choice; return the key.

    A widget that shows it already is not set again: that would undo the reader's typing. On another
    page it is another widget; in another language a list has other labels, by which a browser
    reports the choice.
    """
    here = state().page.name, language()
    drawn: dict[str, tuple[str, str]] = st.session_state.setdefault("widgets_drawn", {})
    if drawn.get(key) != here or st.session_state.get(key) != value:
        st.session_state[key] = value
    drawn[key] = here
    return key
