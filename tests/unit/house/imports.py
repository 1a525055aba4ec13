"""Imports between modules, and keys in tables, read from the source."""

import ast
import gc
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

KEY_OF_A_ROW = r"\w+\.\w*\{\w+\}\w*"
"""A key of the catalogue that a table completes from its rows, such as "tables.kind_{kind}"."""


def name_of(file: Path) -> str:
    """Return a file's module: `bpe/text/pieces.py` is `bpe.text.pieces`."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(file: Path) -> ast.Module:
    """Parse a file without garbage collection: in Python 3.11 a finalizer may break the parser."""
    gc.disable()
    try:
        return ast.parse(file.read_text(encoding="utf-8"))
    finally:
        gc.enable()


@cache
def imports(file: Path) -> set[str]:
    """Return the modules that a file imports, also for types only and inside functions.

    The engine hands drawings to its player inside methods; these imports are left out.
    """
    module = name_of(file).split(".")
    package = module if file.name == "__init__.py" else module[:-1]
    functions = (node for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef))
    inner = {id(node) for function in functions for node in ast.walk(function)}
    found = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            if id(node) in inner and source.startswith("bpe.player") and module[0] == "bpe":
                continue
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found


def graph() -> dict[str, set[str]]:
    """Map each module of this project to the modules of this project that it imports."""
    patterns = ("bpe/**/*.py", "ui/**/*.py", "pages/*.py", "app.py")
    files = {name_of(file): file for pattern in patterns for file in ROOT.glob(pattern)}

    def ours(name: str) -> str:
        return name if name in files else name.rpartition(".")[0]

    return {
        name: {target for target in map(ours, imports(file)) if target in files} - {name}
        for name, file in files.items()
    }


def package_of(module: str) -> str:
    """Return the package of a module: `bpe.text.pieces` is in `bpe.text`, a page in `pages`."""
    first, *rest = module.split(".")
    return first if first == "pages" else ".".join([first, *rest[:1]])
