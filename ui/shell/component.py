"""Browser components: what they are made of stands in files of its own, shared parts once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st


def component(name: str, *files: Path, isolate: bool = True) -> Callable[..., Any]:
    """Register a component and return the function that mounts it.

    files: its HTML, CSS and JavaScript; those of a kind are joined in the order given, the scripts
    into one module, so that each name in them means the same everywhere. With `isolate` the page's
    styles do not reach it.
    """

    def read(kind: str) -> str | None:
        texts = [file.read_text(encoding="utf-8") for file in files if file.suffix == kind]
        return "\n".join(texts) or None

    return st.components.v2.component(
        name, html=read(".html"), css=read(".css"), js=read(".js"), isolate_styles=isolate
    )
