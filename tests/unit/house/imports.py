"""Who imports whom, and which keys stand in tables, read from the source."""

import ast
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

KEY_OF_A_ROW = r"\w+\.\w*\{\w+\}\w*"
"""A key of the catalogue that a table fills in from its rows, as "tables.kind_{kind}"."""


def name_of(file: Path) -> str:
    """Return a file's module: `bpe/text/pieces.py` is `bpe.text.pieces`."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(file: Path) -> set[str]:
    """List the modules a file imports, wherever in it: for types only and inside functions too."""
    module = name_of(file).split(".")
    package = module if file.name == "__init__.py" else module[:-1]
    found = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found


def graph() -> dict[str, set[str]]:
    """Map each module of ours to those of ours that it imports."""
    patterns = ("bpe/**/*.py", "ui/**/*.py", "pages/*.py", "app.py")
    files = {name_of(file): file for pattern in patterns for file in ROOT.glob(pattern)}

    def ours(name: str) -> str:
        return name if name in files else name.rpartition(".")[0]

    return {
        name: {target for target in map(ours, imports(file)) if target in files} - {name}
        for name, file in files.items()
    }


def room_of(module: str) -> str:
    """Return the room a module is in: `bpe.text.pieces` is in `bpe.text`, a page in `pages`."""
    first, *rest = module.split(".")
    return first if first == "pages" else ".".join([first, *rest[:1]])
