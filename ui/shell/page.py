"""What a page says of itself: the menu, the address and the tabs are made from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ui.shell.choices import Choice, PageRuns

Group = Literal["learn", "real", "other", "lab"]
GROUPS: tuple[Group, ...] = ("learn", "real", "other", "lab")
"""The groups of the menu, in order; what they are called is `nav.group_<name>`."""


@dataclass(frozen=True)
class Page:
    """One page: `PAGE` in `ui/<name>/__init__.py`.

    Its words stand in the catalogue of its name: `<name>.title`, `<name>.lead` (what it is about),
    `<name>.card` (what one learns there) and `<name>.why_now` (why to look at it after the page
    before). What cannot be used of its choices is said by `<name>.address_<choice>`.

    Attributes:
        name: its folder, its script in `pages/` and its address.
        place: orders the pages of a group, from the first of the lesson to the last.
        icon: stands before its name in the menu.
        group: where it stands in the menu.
        shows: which runs it can show.
        choices: what it alone lets the reader choose.
        spoken: the one of them whose default is the reader's language, if any.
        carries: texts that a link to it can carry, each with the key of the box that it stands in.
        tabs: names of its tabs, the first one open at first; labels are `<name>.tab_<tab>`.
        parts: of a tab that has several, their names; labels as of tabs. One is drawn at a time.
        more: what stands behind the button More besides what always does: "settings", "downloads".
        beside: what its tabs stand beside, in a panel closed at first: its player, which has
            a button for them, or a picture without one, for which the bar has it.
    """

    name: str
    place: int
    icon: str
    group: Group
    shows: PageRuns = field(default_factory=PageRuns)
    choices: tuple[Choice, ...] = ()
    spoken: str = ""
    carries: Mapping[str, str] = field(default_factory=dict)
    tabs: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: tuple[str, ...] = ("settings",)
    beside: Literal["player", "picture"] = "player"

    @property
    def file(self) -> str:
        """The script, as Streamlit names it."""
        return "app.py" if self.name == HOME else f"pages/{self.name}.py"

    @property
    def row(self) -> str:
        """The key of its row of tabs."""
        return f"{self.name}_tabs"

    @property
    def views(self) -> tuple[str, ...]:
        """What its tabs show, in order: the parts of each, or the tab itself."""
        return tuple(view for tab in self.tabs for view in self.parts.get(tab, (tab,)))

    def tab_of(self, name: str | None) -> str | None:
        """Return the tab of this name, or the one that has a part of this name."""
        found = (tab for tab in self.tabs if name in (tab, *self.parts.get(tab, ())))
        return next(found, None)


HOME = "home"
"""The one page whose script stands outside `pages/`."""
