"""Imports run one way: bpe <- ui <- pages and app.py."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
ENGINE_NEEDS = {"numpy", "regex"}


def imported(file: Path) -> set[str]:
    """List the top-level modules that a file imports from outside its own package."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def files(*patterns: str) -> list[Path]:
    """List source files, sorted."""
    return sorted(file for pattern in patterns for file in ROOT.glob(pattern))


@pytest.mark.parametrize("file", files("bpe/**/*.py"), ids=str)
def test_engine_needs_only_the_standard_library_numpy_and_regex(file):
    """No file of the engine imports anything of the interface or of another package."""
    assert imported(file) - sys.stdlib_module_names <= {"bpe", *ENGINE_NEEDS}


def test_importing_the_engine_loads_no_interface():
    """Whoever uses only the engine never pays for Streamlit or pandas."""
    code = "import bpe, sys; print({'streamlit', 'pandas', 'altair', 'ui'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("file", files("bpe/**/*.py", "ui/**/*.py", "pages/*.py"), ids=str)
def test_nobody_imports_a_page(file):
    """Pages and app.py are the top: what two of them share belongs into ui."""
    assert not imported(file) & {"pages", "app"}


@pytest.mark.parametrize("file", files("app.py", "pages/*.py"), ids=str)
def test_pages_leave_state_and_markup_to_ui(file):
    """A page reads like its lesson: no session state, no address, no HTML."""
    source = file.read_text(encoding="utf-8")
    assert [
        word for word in ("session_state", "query_params", "unsafe_allow_html") if word in source
    ] == []


@pytest.mark.parametrize(
    "name",
    [
        "catalogue",
        "corpora/uploads",
        "corpora/samples",
        "corpora/sources",
        "corpora/trainings",
        "draw/tokens",
        "wordpiece/tables",
    ],
)
def test_pure_parts_of_the_interface_know_no_streamlit(name):
    """What can be tested without a browser stays free of Streamlit."""
    assert "streamlit" not in imported(ROOT / "ui" / f"{name}.py")
