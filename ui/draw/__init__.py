"""How a thing looks, once: tokens, tables, charts, lines by step."""

from pathlib import Path

PALETTE = Path(__file__).with_name("palette.css")
"""How tokens look, on pages and in components."""

CHIPS = Path(__file__).with_name("chips.js")
"""The script that draws tokens in a component."""
