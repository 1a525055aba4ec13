"""All pages that there are, found by their scripts, in the order of the menu."""

from importlib import import_module
from pathlib import Path

from ui.shell.page import GROUPS, HOME, Page

_SCRIPTS = Path(__file__).resolve().parents[2] / "pages"

PAGES: tuple[Page, ...] = tuple(
    sorted(
        (
            import_module(f"ui.{name}").PAGE
            for name in (HOME, *(script.stem for script in _SCRIPTS.glob("*.py")))
        ),
        key=lambda page: (GROUPS.index(page.group), page.place),
    )
)


def page_named(name: str) -> Page:
    """Return the page of this name."""
    return next(page for page in PAGES if page.name == name)
