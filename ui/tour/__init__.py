"""A tour that is done by doing, and the presenter: where they lead, and what draws them."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
FILES = tuple(
    _HERE / name
    for name in ("guide.html", "guide.css", "guide.js", "card.js", "place.js", "presenter.js")
)
"""What the component is made of that every page mounts."""
