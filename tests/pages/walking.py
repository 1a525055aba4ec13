"""Pressing the controls of a page, and comparing everything that a page draws."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import parse_qs, parse_qsl

from google.protobuf.json_format import MessageToDict
from streamlit.runtime.state.common import TESTING_KEY
from streamlit.testing.v1 import AppTest

from tests.conftest import spoken_on
from tests.pages.helpers import blocks, query, tab
from ui.catalogue import LANGUAGES, catalogue
from ui.pages import PAGES, page_named
from ui.samples import EXAMPLES, samples
from ui.state import PARSERS

TYPED = ("er", "lo")
"""Text typed into a text box, also into search boxes."""

NUMBERS = (3, None)
"""Values typed into a number box: a small number, and none."""

UNLIKE = {
    "id",
    "entry",
    "formId",
    "queryString",
    "links",
    "visit",
    "generation",
    "key",
    "run",
    "deferredFileId",
    "setValue",
    "rawValue",
    "rawValues",
}
"""Names of values that differ between two sessions, or depend on previously visited pages."""


KINDS = (
    *("button", "selectbox", "multiselect", "radio", "button_group", "slider"),
    *("toggle", "checkbox", "number_input", "text_area", "text_input"),
)
LISTS = ("selectbox", "multiselect", "radio", "button_group")
"""Kinds of pressable controls, and of controls with options."""


@dataclass(frozen=True)
class Press:
    """One press: the control, the action, and the function that performs it in a simulated app."""

    key: str
    what: str
    act: Callable[[AppTest], object]

    def __str__(self) -> str:
        return f"{self.key} {self.what}".strip()

    def __call__(self, app: AppTest) -> AppTest:
        """Press, and run the page."""
        self.act(app)
        return app.run()


def presses(app: AppTest, skipped: Collection[str] = ()) -> list[Press]:
    """Return each press of each current control of a page, in order."""
    return [
        press
        for kind in KINDS
        for widget in app.get(kind)
        if not widget.disabled and _plain_key(str(widget.key)) not in skipped
        for press in _presses_of(widget)
    ]


def _plain_key(key: str) -> str:
    """Return the key of a control, without the name of a run, a file or a label."""
    return re.sub(r"_[0-9a-f]{8,}.*|(?<=paste)-.*", "", key)


def _presses_of(widget: Any) -> Iterator[Press]:
    """Yield the presses of one control that change it."""
    kind, key, now = widget.type, widget.key, widget.value

    def to(value: object) -> Press:
        return Press(key, f"= {value}", lambda app: _found(app, kind, key).set_value(value))

    if kind == "button":
        yield Press(key, "", lambda app: _found(app, kind, key).click())
    elif kind in ("toggle", "checkbox"):
        yield to(not now)
    elif kind in LISTS:
        for option in widget.options:
            if option not in _chosen(widget):
                yield Press(key, f"= {option}", partial(_choose, kind, key, option))
    elif kind == "slider":
        yield from (to(value) for value in (widget.min, widget.max) if value != now)
    else:
        typed = NUMBERS if kind == "number_input" else TYPED
        yield from (to(value) for value in typed if value != now)


def _chosen(widget: Any) -> list[str]:
    value = widget.value
    values = value if isinstance(value, list | tuple) else [value]
    with spoken_on(widget.root):
        return [widget.format_func(each) for each in values if each is not None]


def _choose(kind: str, key: str, option: str, app: AppTest) -> None:
    """Choose an option by its label, since a simulated list accepts only values."""
    widget = _found(app, kind, key)
    formats = widget.root.session_state[TESTING_KEY]
    before = formats[widget.id]
    formats[widget.id] = lambda value: value if isinstance(value, _Shown) else before(value)
    shown = _Shown(option)
    widget.set_value([shown] if kind == "multiselect" else shown)


class _Shown(str):
    """An option given by its label."""


def _found(app: AppTest, kind: str, key: str) -> Any:
    return next(each for each in app.get(kind) if each.key == key)


def drawn(app: AppTest, but: str = "", part: str = "_tree") -> list[tuple[str, Any]]:
    """Return everything that a page draws, top to bottom, without session names.

    but: the key of an omitted control.
    part: "main" for the page without the menu.
    """
    found = _drawn(getattr(app, part))
    return [(kind, said) for kind, said in found if not but or said.get("named") != but]


def _drawn(node: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(node, "children"):
        # A progress bar leaves an empty, "transparent" place.
        if getattr(node, "proto", None) is not None and node.type != "transparent":
            yield node.type, _plain(MessageToDict(node.proto))
        for child in node.children.values():
            yield from _drawn(child)
        return
    if getattr(node, "proto", None) is None or node.type == "empty":
        return
    said = MessageToDict(node.proto)
    if node.type == "bidi_component":
        said = {"data": json.loads(said.get("json") or "0")}
    if isinstance(getattr(node, "key", None), str):
        said |= {"named": node.key} | ({"value": node.value} if node.type in KINDS[1:] else {})
    yield node.type, _plain(said)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items() if name not in UNLIKE}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value


def difference(one: list[tuple[str, Any]], other: list[tuple[str, Any]]) -> str:
    """Return the differences of two pages, "" if there are none."""
    lines = [
        f"{kind}: {_short(was, now)}"
        for (kind, was), (_, now) in zip(one, other, strict=False)
        if was != now
    ]
    if len(one) != len(other):
        lines.append(f"{len(one)} things here, {len(other)} there")
    return "\n".join(lines[:6])


def _short(was: Any, now: Any) -> str:
    if isinstance(was, dict) and isinstance(now, dict):
        names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        return "; ".join(f"{name}: {_short(was.get(name), now.get(name))}" for name in names)
    return f"{str(was)[:160]!r} | {str(now)[:160]!r}"


LEFT_OUT = {
    "give_up": "a job has to run",
    "vote_open": "a room is of the browser that opened it",
    "FormSubmitter:paste": "own text",
    "FormSubmitter:check_paste": "own text",
    "pasted_text": "own text",
    "check_pasted": "own text",
    "models_all": "it opens every tokenizer",
}
"""Controls that are not pressed."""

CHOICES = {*PARSERS, *(choice.name for page in PAGES for choice in page.choices)}

LEADS_ELSEWHERE = {
    *CHOICES,
    *("language", "models_model", "models_beside", "quiz_round", "home_sentence", "without_"),
    *("encode_step", "stop_longer", "use_gpt", "sentence_corpus", "show_it_on"),
    *(f"models_try_{name}" for name in EXAMPLES),
}
"""Controls that lead to another page."""

FOLD = re.compile(r"(?<=-)[a-z]+_\w+$")
"""The key of a fold, at the end of its Streamlit name."""

OWN = tuple(
    catalogue(lang)[key]
    for key in ("controls.corpus_pasted", "controls.corpus_uploaded", "joint.two_files")
    for lang in LANGUAGES
)
"""Options for own text."""


LARGE = 20_000
"""Minimum bytes of a sample with a slow training; it is not picked."""


def large_titles() -> tuple[str, ...]:
    """Return the titles of large samples."""
    paths = {each: each.files or (each.path,) for each in samples().values()}
    sizes = {each: sum(path.stat().st_size for path in found) for each, found in paths.items()}
    return tuple(title for each in sizes if sizes[each] > LARGE for title in each.title.values())


@dataclass
class Walk:
    """A reader's walk: the app, the page, and the addresses for Back.

    fresh: opens a page by its address in another session. State that no address can express is
        dropped: the walk continues from the address.
    """

    app: AppTest
    page: str
    fresh: Callable[..., AppTest] | None = None
    behind: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def ways(self) -> list[tuple[str, Callable[[], object]]]:
        """Return the possible next actions, each with a name."""
        found = [
            (str(each), partial(self.press, each))
            for each in presses(self.app, LEFT_OUT)
            if not each.what.endswith((*OWN, *large_titles()))
        ]
        found += [(f"step {at}", partial(self.step, at)) for at in (0, 2)]
        found += [(f"tab {name}", partial(self.open, name)) for name in page_named(self.page).views]
        links = zip(self.app.sidebar.get("page_link"), PAGES, strict=True)
        found += [(f"page {page.name}", partial(self.go, page.name, link)) for link, page in links]
        return found + ([("Back", self.back)] if self.behind else [])

    def take(self, *wanted: str) -> None:
        """Do the named actions one after the other; the beginning of a name is enough."""
        for name in wanted:
            kind, _, at = name.partition(" ")
            if kind == "step":
                self.step(int(at))
            else:
                next(act for each, act in self.ways() if each.startswith(name))()

    def press(self, press: Press) -> None:
        before = link_of(self.app)
        self.behind.append((self.page, query(self.app)))
        press(self.app)
        if self.fresh is not None and link_of(self.app) == before:
            self.app = self.fresh(self.page, **before)

    def press_all(self) -> Iterator[str]:
        """Press each control of each tab once, and open each fold; yield the actions."""
        done = {*LEFT_OUT, *LEADS_ELSEWHERE}
        for view in ("", *page_named(self.page).views):
            if view:
                self.open(view)
                yield f"tab {view}"
            while found := presses(self.app, done):
                done.add(_plain_key(found[0].key))
                found[0](self.app)
                yield str(found[0])
            for key in sorted({*folds(self.app)} - done):
                done.add(key)
                self.app.session_state[key] = True
                self.app.run()
                yield f"{key} = True"

    def step(self, at: int) -> None:
        self.app.query_params["step"] = str(at)
        self.app.run()

    def open(self, view: str) -> None:
        tab(self.app, self.page, view)

    def go(self, name: str, link) -> None:
        self.behind.append((self.page, query(self.app)))
        asked = parse_qs(link.proto.query_string)
        self.show(name, {key: values[-1] for key, values in asked.items()})

    def back(self) -> None:
        self.show(*self.behind.pop())

    def show(self, name: str, asked: dict[str, str]) -> None:
        self.page = name
        self.app.query_params.clear()
        self.app.query_params.update(asked)
        self.app.switch_page(page_named(name).file)
        self.app.run()


def folds(app: AppTest) -> list[str]:
    """Return the keys of closed folds on a page, without those under the button More."""
    ids = (box.proto.id for box in blocks(app.main) if box.type == "expander")
    return [found.group() for each in ids if (found := FOLD.search(each))]


def link_of(app: AppTest) -> dict[str, str]:
    """Return the query of the address to share."""
    return dict(parse_qsl(app.code[0].value.partition("?")[2]))


def assert_link_opens(open_page: Callable[..., AppTest], walk: Walk) -> None:
    """Check that the link of a page draws the same in a new session."""
    link = link_of(walk.app)
    found = difference(drawn(walk.app), drawn(open_page(walk.page, **link)))
    assert not found, f"{walk.page} {link}: {found}"
