"""The state of a session has one owner."""

import ast

from tests.conftest import ROOT

OWNER = ROOT / "ui" / "shell" / "session.py"
STATE = {"session_state", "query_params"}


def test_only_the_session_touches_the_state_and_the_address():
    """Every other file asks the session, so that one file tells what a reader's visit holds."""
    files = [ROOT / "app.py", *ROOT.glob("pages/*.py"), *ROOT.glob("ui/**/*.py")]
    touching = {
        file.relative_to(ROOT).as_posix()
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr in STATE)
        or (isinstance(node, ast.ImportFrom) and {name.name for name in node.names} & STATE)
    }
    assert touching == {OWNER.relative_to(ROOT).as_posix()}
