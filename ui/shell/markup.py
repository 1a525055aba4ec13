"""Markup as it is sent: written once, and not searched again at every run."""

from functools import lru_cache
from pathlib import Path

from ui.shell.component import joined


class Markup(str):
    """Markup that Streamlit takes as it is: of a plain text it would look at each line."""

    def _repr_html_(self) -> str:
        return str(self)


@lru_cache(maxsize=64)
def looks(*files: Path) -> Markup:
    """Return the styles of some files, read once."""
    return Markup(f"<style>{joined(files, '.css')}</style>")
