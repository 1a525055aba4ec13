"""How a thing looks, once: tokens, tables, charts, lines by step."""
