"""How a thing looks, once: tokens, tables, lines by step."""

from pathlib import Path

from bpe import notebook

PALETTE = Path(notebook.__file__).with_name("palette.css")
"""How tokens look, on pages and in components."""

LINES = Path(__file__).with_name("lines.css")
"""How numbers by step look as lines, in a component."""

TOKEN_MAP = tuple(Path(__file__).with_name(f"token_map.{kind}") for kind in ("html", "css"))
"""The markup and the looks of a text above its tokens, in a component."""
