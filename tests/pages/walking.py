"""Controls of a page as a reader presses them, and all that a page draws, to be compared."""

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
from tests.pages.helpers import query, sent, tab
from ui.catalogue import LANGUAGES, catalogue
from ui.models.sides import EXAMPLES
from ui.samples import samples
from ui.shell.pages import CHOICES, PAGES, page_named

TYPED = ("er", "lo")
"""What is typed into a box of text, also where that searches."""

NUMBERS = (3, None)
"""What is typed into a box of a number: little, and nothing."""

UNLIKE = {
    "id",
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
"""Names of values that differ between two sessions, or say where else the reader has been."""


KINDS = (
    *("button", "selectbox", "multiselect", "radio", "button_group", "slider"),
    *("toggle", "checkbox", "number_input", "text_area", "text_input"),
)
LISTS = ("selectbox", "multiselect", "radio", "button_group")
"""Kinds of controls that can be pressed, and those with options."""


@dataclass(frozen=True)
class Press:
    """One press: the control, what is done to it, and what does that to a simulated app."""

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
    """Return each press of each control that a page has now, in order."""
    return [
        press
        for kind in KINDS
        for widget in app.get(kind)
        if not widget.disabled and _plain_key(str(widget.key)) not in skipped
        for press in _presses_of(widget)
    ]


def _plain_key(key: str) -> str:
    """Return the key of a control, without what names a run, a file or a label in it."""
    return re.sub(r"_[0-9a-f]{8,}.*|(?<=paste)-.*", "", key)


def _presses_of(widget: Any) -> Iterator[Press]:
    """Yield the presses of one control, but those that leave it as it is."""
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
    """Choose an option by what it is called: a simulated list takes what that stands for."""
    widget = _found(app, kind, key)
    formats = widget.root.session_state[TESTING_KEY]
    before = formats[widget.id]
    formats[widget.id] = lambda value: value if isinstance(value, _Shown) else before(value)
    shown = _Shown(option)
    widget.set_value([shown] if kind == "multiselect" else shown)


class _Shown(str):
    """An option as it is shown."""


def _found(app: AppTest, kind: str, key: str) -> Any:
    return next(each for each in app.get(kind) if each.key == key)


def drawn(app: AppTest, but: str = "", part: str = "_tree") -> list[tuple[str, Any]]:
    """Return all that a page draws, top to bottom, without what names a session.

    but: the key of a control that is left out.
    part: "main" for the page alone, without the menu.
    """
    found = _drawn(getattr(app, part))
    return [(kind, said) for kind, said in found if not but or said.get("named") != but]


def _drawn(node: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(node, "children"):
        # A bar of what took a while leaves an empty place, a "transparent" one.
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
    """Say in which things two pages differ, "" where they do not."""
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
    "share_more": "pressed at the end of each walk",
    "FormSubmitter:paste": "own text",
    "FormSubmitter:check_paste": "own text",
    "pasted_text": "own text",
    "check_pasted": "own text",
    "models_all": "it opens every tokenizer",
}
"""Controls that are not pressed."""

LEADS_ELSEWHERE = {
    *(choice.name for choice in CHOICES),
    *("language", "models_model", "models_beside", "quiz_round", "home_sentence"),
    *(
        "encode_step",
        "stop_longer",
        "use_gpt",
        "sentence_corpus",
        "show_it_on",
        "back_to_run",
        *(f"models_try_{name}" for name in EXAMPLES),
    ),
}
"""Controls of what a page shows something about."""

CLICKED = {
    "train_pinned": "wider",
    "train_pair": "d er",
    "unigram_away": "lo",
    "models_word": "0 0",
}
"""What a click in a picture keeps, which a simulated reader cannot do."""

FOLD = re.compile(r"_open$")
"""What says whether a fold is open."""

OWN = tuple(
    catalogue(lang)[key]
    for key in ("controls.corpus_pasted", "controls.corpus_uploaded", "joint.two_files")
    for lang in LANGUAGES
)
"""Options that stand for own text."""


LARGE = 20_000
"""Bytes of a sample that takes long to learn; it is not picked."""


def large_titles() -> tuple[str, ...]:
    """Return what large samples are called."""
    paths = {each: each.files or (each.path,) for each in samples().values()}
    sizes = {each: sum(path.stat().st_size for path in found) for each, found in paths.items()}
    return tuple(title for each in sizes if sizes[each] > LARGE for title in each.title.values())


@dataclass
class Walk:
    """A reader on the way: the app, the page, and the addresses that Back leads to."""

    app: AppTest
    page: str
    behind: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def ways(self) -> list[tuple[str, Callable[[], object]]]:
        """Return what can be done next, as a name and what does it."""
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
        """Do one after the other what is named; of a name its beginning is enough."""
        for name in wanted:
            kind, _, at = name.partition(" ")
            if kind == "step":
                self.step(int(at))
            else:
                next(act for each, act in self.ways() if each.startswith(name))()

    def press(self, press: Press) -> None:
        self.left()
        press(self.app)

    def press_all(self) -> Iterator[str]:
        """Press each control of each tab once, and click in each picture; yield what was done."""
        done = {*LEFT_OUT, *LEADS_ELSEWHERE}
        for view in ("", *page_named(self.page).views):
            if view:
                self.open(view)
                yield f"tab {view}"
            while found := presses(self.app, done):
                done.add(_plain_key(found[0].key))
                found[0](self.app)
                yield str(found[0])
            for key in sorted({*self.app.session_state["state"].kept} - done):
                if key in CLICKED or FOLD.search(key):
                    done.add(key)
                    self.app.session_state[key] = CLICKED.get(key, True)
                    self.app.run()
                    yield f"{key} = {CLICKED.get(key, True)}"

    def move_players(self) -> None:
        """Have each player report another step, as a browser does: it is not mounted anew."""
        for player in [each for each in sent(self.app) if "generation" in each]:
            self.app.session_state[player["key"]] = {"step": [player["generation"], 2]}
        self.app.run()

    def step(self, at: int) -> None:
        self.app.query_params["step"] = str(at)
        self.app.run()

    def open(self, view: str) -> None:
        tab(self.app, self.page, view)

    def go(self, name: str, link) -> None:
        self.left()
        asked = parse_qs(link.proto.query_string)
        self.show(name, {key: values[-1] for key, values in asked.items()})

    def back(self) -> None:
        self.show(*self.behind.pop())

    def left(self) -> None:
        self.behind.append((self.page, query(self.app)))

    def show(self, name: str, asked: dict[str, str]) -> None:
        self.page = name
        self.app.query_params.clear()
        self.app.query_params.update(asked)
        self.app.switch_page(page_named(name).file)
        self.app.run()


def link_of(app: AppTest) -> dict[str, str]:
    """Return the query of the address to share, with text and tab."""
    if more := [each for each in app.toggle if each.key == "share_more" and not each.value]:
        more[0].set_value(True).run()
    return dict(parse_qsl(app.code[0].value.partition("?")[2]))


def assert_link_opens(
    open_page,
    walk: Walk,
    views: Collection[str] = (),
    without: Collection[str] = (),
    link: dict[str, str] | None = None,
) -> None:
    """Open the link of a page in a fresh session: all that is drawn is the same.

    views: tabs, or parts of them, that are then opened here, and there by the link.
    without: names of what the link has not.
    link: another one that leads there.
    """
    here = link_of(walk.app)
    fresh = open_page(walk.page, **(link or here))
    link_of(fresh)
    for view in (None, *views):
        if view is not None:
            walk.open(view)
            fresh.query_params.clear()
            fresh.query_params.update(link_of(walk.app))
            fresh.run()
        link = link_of(walk.app)
        found = difference(drawn(walk.app), drawn(fresh))
        assert not found, f"{link}: {found}"
        assert not {*without} & {*link, *parse_qs(link.get("kept", ""))}, link
