"""What goes to the browser, from files of its own: components with shared parts, and styles."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st


def component(name: str, *files: Path, isolate: bool = True) -> Callable[..., Any]:
    """Register a component and return the function that mounts it.

    files: its HTML, CSS and JavaScript; those of a kind are joined in the order given, the scripts
    into one module, so that each name in them means the same everywhere. With `isolate` the page's
    styles do not reach it.
    """
    html, css, js = (joined(files, kind) or None for kind in (".html", ".css", ".js"))
    return st.components.v2.component(name, html=html, css=css, js=js, isolate_styles=isolate)


def joined(files: Sequence[Path], kind: str) -> str:
    """Return the texts of the files whose name ends so, one below the other."""
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.suffix == kind)


class Markup(str):
    """Markup that Streamlit takes as it is: of a plain text it would look at each line."""

    def _repr_html_(self) -> str:
        return str(self)


@lru_cache(maxsize=64)
def looks(*files: Path) -> Markup:
    """Return the styles of some files, read once."""
    return Markup(f"<style>{joined(files, '.css')}</style>")
