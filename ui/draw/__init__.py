"""How a thing looks, once: tokens, tables, lines by step."""

from pathlib import Path

from bpe import notebook

PALETTE = Path(notebook.__file__).with_name("palette.css")
"""How tokens look, on pages and in components."""

CHIPS = Path(__file__).with_name("chips.js")
"""The script that draws tokens in a component."""

LINES = tuple(Path(__file__).with_name(f"lines.{kind}") for kind in ("css", "js"))
"""What draws numbers by step as lines in a component, after the script of tokens."""

TOKEN_MAP = tuple(Path(__file__).with_name(f"token_map.{kind}") for kind in ("html", "css", "js"))
"""What draws a text above its tokens in a component, after the looks and the script of tokens."""
