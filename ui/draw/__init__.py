"""How a thing looks, once: tokens, tables, lines by step."""
