"""What leans on Streamlit's insides or its DOM stands in one folder, and is not to become more."""

import re

from tests.conftest import ROOT
from ui.shell import shims

FOLDER = ROOT / "ui" / "shell" / "shims"
SCRIPTS = (FOLDER / "page.js", FOLDER / "words.js")
MOST = 30

DOM = r"\.st[A-Z]\w+|data-testid|dataset\.test\w*|data-test-|data-baseweb|st-emotion"
"""Classes and marks of what Streamlit draws; `.st-key-<key>` are classes that it promises."""

INSIDES = (
    r"ScriptRunContext|script_run_ctx|ThreadState|fragment_ids_this_run|get_instance"
    r"|streamlit\.(?:runtime(?!\.uploaded_file_manager)|proto|web|elements)"
    r"|\bst\._|session_state\._"
)
"""What Streamlit's documentation does not name. The type of an upload is that of a public value."""

LEANS = re.compile(f"{DOM}|{INSIDES}")
COMMENTS = {
    ".py": re.compile(r'"""[\s\S]*?"""|(?m:#.*$)'),
    ".css": re.compile(r"/\*[\s\S]*?\*/"),
    ".js": re.compile(r"/\*[\s\S]*?\*/|(?m:(?<![:\"\'])//.*$)"),
}


def places(file):
    """Return what leans on Streamlit: of scripts the lines, of a style the rules."""
    said = COMMENTS[file.suffix].sub("", file.read_text(encoding="utf-8"))
    parts = re.split(r"[{}]", said) if file.suffix == ".css" else said.splitlines()
    return [part.strip() for part in parts if LEANS.search(part)]


def files():
    """Return the app's own files of these kinds."""
    every = (file for part in ("ui", "pages") for file in (ROOT / part).rglob("*"))
    return [ROOT / "app.py", *(file for file in every if file.suffix in COMMENTS)]


def test_nothing_outside_the_folder_leans_on_streamlit():
    """Whoever takes another version of it up looks in one place."""
    outside = {file for file in files() if FOLDER not in file.parents and places(file)}
    assert {file.relative_to(ROOT).as_posix(): places(file) for file in outside} == {}


def test_the_folder_grows_no_larger():
    """One more place is one less elsewhere, or an issue for Streamlit."""
    inside = {file.name: places(file) for file in files() if FOLDER in file.parents}
    assert 0 < sum(map(len, inside.values())) <= MOST, inside
    assert all(inside[file.name] for file in (*SCRIPTS, *shims.STYLES))


def test_each_shim_says_what_will_end_it():
    """By the number of an issue, or in words; the README of the folder names it."""
    named = (FOLDER / "README.md").read_text(encoding="utf-8")
    for file in (each for each in files() if FOLDER in each.parents and places(each)):
        assert f"`{file.name}`" in named
        assert re.search(r"#\d{3,}|No issue", file.read_text(encoding="utf-8")), file.name
