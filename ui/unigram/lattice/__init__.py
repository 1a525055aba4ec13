"""The picture of a lattice: a browser component that draws what `ui.unigram.drawing` laid out."""

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).resolve().parent

_mount = st.components.v2.component(
    "unigram_lattice",
    html='<div class="lattice"></div>',
    css="\n".join(
        file.read_text(encoding="utf-8")
        for file in (_HERE.parents[1] / "draw" / "palette.css", _HERE / "lattice.css")
    ),
    js=(_HERE / "lattice.js").read_text(encoding="utf-8"),
    isolate_styles=True,
)


def lattice(drawing: dict, key: str) -> None:
    """Draw a lattice."""
    _mount(key=key, data=drawing, height="content")
