"""What a page says of itself: the menu, the address and the tabs are made from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ui.shell.choices import Choice
from ui.shell.runs import Shows

Group = Literal["learn", "real", "other", "lab"]
"""A group of the menu: Learn, Real tokenizers, Other algorithms, Lab."""


@dataclass(frozen=True)
class Page:
    """One page: `PAGE` in `ui/<name>/__init__.py`.

    Its words stand in the catalogue of its name: `<name>.title`, `<name>.lead` (what it is about),
    `<name>.card` (what one learns there) and `<name>.why_now` (why to look at it after the page
    before). What cannot be used of its choices is said by `<name>.address_<choice>`.

    Attributes:
        name: its folder, its script in `pages/` and its address.
        place: orders the pages from the first of the lesson to the last.
        icon: stands before its name in the menu.
        group: where it stands in the menu.
        shows: which runs it can show.
        choices: what it alone lets the reader choose.
        carries: texts that a link to it can carry, each with the name it is remembered under.
        tabs: names of its tabs, the first one open at first; labels are `<name>.tab_<tab>`.
        former: names of tabs that are part of another one now, for links made before.
        fills: whether its player fills the screen while it is presented; of others all is shown.
    """

    name: str
    place: int
    icon: str
    group: Group
    shows: Shows = field(default_factory=Shows)
    choices: tuple[Choice, ...] = ()
    carries: Mapping[str, str] = field(default_factory=dict)
    tabs: tuple[str, ...] = ()
    former: Mapping[str, str] = field(default_factory=dict)
    fills: bool = False

    @property
    def file(self) -> str:
        """The script, as Streamlit names it."""
        return "app.py" if self.name == HOME else f"pages/{self.name}.py"

    @property
    def row(self) -> str:
        """The key of its row of tabs."""
        return f"{self.name}_tabs"


HOME = "home"
"""The one page whose script stands outside `pages/`."""
