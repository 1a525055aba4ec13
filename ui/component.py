"""Browser components and styles from files, for Streamlit."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from starlette.requests import Request

from bpe.player.bundle import joined, script
from ui.catalogue import LANGUAGES, preferred


def component(name: str, *files: Path, isolate: bool = True) -> Callable[..., Any]:
    """Register a component and return the function that mounts it.

    files: its HTML and CSS, joined in this order, and the script that mounts it, with its imports.
    With `isolate` the page's styles do not apply to it.
    """
    html, css = (joined(files, kind) or None for kind in (".html", ".css"))
    js = script(files) or None
    return st.components.v2.component(name, html=html, css=css, js=js, isolate_styles=isolate)


class Markup(str):
    """Markup for Streamlit, which would scan every line of a plain `str`."""

    def _repr_html_(self) -> str:
        return str(self)


@lru_cache(maxsize=64)
def looks(*files: Path) -> Markup:
    """Return the styles of some files, read once."""
    return Markup(f"<style>{joined(files, '.css')}</style>")


def language_for(request: Request) -> str:
    """Return the language in an address, or else the browser's preferred one."""
    [asked, *_] = parse_qs(request.url.query).get("lang", [""])
    accepted = request.headers.get("accept-language", "")
    return asked if asked in LANGUAGES else preferred(accepted)
