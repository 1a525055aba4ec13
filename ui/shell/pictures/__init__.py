"""Saving a picture: the browser draws what stands on the page as SVG, and as PNG from that."""

from pathlib import Path

from ui.shell.component import component
from ui.shell.text import t

KEY = "pictures"
_HERE = Path(__file__).resolve().parent
_mount = component(
    KEY,
    *(_HERE / f"pictures.{kind}" for kind in ("html", "css", "js")),
    *(_HERE / name for name in ("drawing.js", "shapes.js")),
)


def save_pictures(name: str) -> None:
    """List what the page `name` shows as pictures, each to save as SVG or PNG."""
    words = {
        "title": t("common.picture_title"),
        "save": t("common.picture_save", name="{name}", kind="{kind}"),  # filled in by the browser
        "nothing": t("common.picture_nothing"),
    }
    _mount(key=KEY, data={"page": name, "words": words}, height="content")
