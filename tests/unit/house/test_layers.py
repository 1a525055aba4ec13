"""Imports run one way, state has one owner, files are short; shims stand in one folder."""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.unit.house.imports import ROOT, graph, imports, name_of, room_of, tree
from ui.shell import shims

# From the ground up: a room imports rooms of lower floors only; rooms of one floor stand apart.
FLOORS = [
    ["bpe.simple", "bpe.errors"],
    ["bpe.text", "bpe.notebook", "bpe.input"],
    ["bpe.schemes"],
    ["bpe.words"],
    ["bpe.counting"],
    ["bpe.corpus"],
    ["bpe.merging"],
    ["bpe.encoding", "bpe.unigram"],
    ["bpe.training", "bpe.rows"],
    ["bpe.readings", "bpe.files"],
    ["bpe.interchange", "bpe.checking"],
    ["bpe"],
    ["bpe.commands"],
    ["bpe.__main__"],
    ["ui.catalogue"],
    ["ui.catalogue", "ui.cache", "ui.spool"],
    ["ui.samples"],
    ["ui.shell"],
    ["ui.draw"],
    ["ui.corpora"],
    ["ui.lesson"],
    ["ui.frame", "ui.player"],
    ["ui.controls"],
    ["ui.home", *(f"ui.{script.stem}" for script in ROOT.glob("pages/*.py"))],
    ["pages", "ui.site"],
    ["app"],
]
LONGEST = 400  # lines
SMALL = ["bpe", *(f"bpe.{name}" for name in ("errors", "text", "schemes", "words", "corpus"))]
SMALL += ["bpe.merging", "bpe.encoding", "bpe.training"]
LEANS_ON = ["bpe.input", "bpe.counting", "bpe.notebook", "bpe.rows"]
MOST_OF_SMALL = 6_000  # lines
MOST_REACHED = 110  # modules from a page's script, packages counted
MOST_ALONE = 19


def test_imports_run_one_way():
    """A room imports lower floors only, no page's room another page's; the graph has no circle."""
    floors = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
    upward = {
        (room_of(module), room_of(target))
        for module, targets in graph().items()
        for target in targets
        if room_of(module) != room_of(target) and floors[room_of(module)] <= floors[room_of(target)]
    }
    assert upward == set()
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None


def test_the_small_engine_knows_nothing_of_what_stands_beside_it():
    """It needs no other library's files, no page's question, no Unigram; its lines are bounded."""
    known = {*SMALL, *LEANS_ON}
    beside = {
        (module, target)
        for module, targets in graph().items()
        if room_of(module) in SMALL
        for target in targets
        if room_of(target) not in known
    }
    assert beside == set()
    assert known.isdisjoint({"bpe.files", "bpe.readings", "bpe.checking", "bpe.unigram"})
    files = [file for file in ROOT.glob("bpe/**/*.py") if room_of(name_of(file)) in SMALL]
    assert {room_of(name_of(file)) for file in files} == {*SMALL}
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) <= MOST_OF_SMALL


def test_engine_needs_only_the_standard_library_numpy_and_regex():
    """No file of the engine imports the interface; texts, tables and payloads are values."""
    allowed = sys.stdlib_module_names | {"bpe", "numpy", "regex"}
    foreign = {
        (name_of(file), name)
        for file in ROOT.glob("bpe/**/*.py")
        for name in imports(file)
        if name.partition(".")[0] not in allowed
    }
    assert foreign == set()
    pure = {"tables", "markup", "payload", "drawing", "catalogue", "tokens"}
    files = [file for file in ROOT.glob("ui/**/*.py") if file.stem in pure]
    files += (file for file in ROOT.glob("ui/corpora/*.py") if file.stem != "waiting")
    knowing = {
        name_of(file)
        for file in files
        if any(name.startswith("streamlit") for name in imports(file))
    }
    assert knowing == set()


READINGS = ["ui.draw.readings", "ui.train.archive", "ui.train.program"]
READINGS += ["ui.train.readings", "ui.train.token.readings"]
READINGS += [f"ui.{page}.readings" for page in ("joint", "bytes", "sentencepiece", "wordpiece")]
READINGS += ["ui.check.readings", "ui.encode.readings"]


@pytest.mark.parametrize(
    ("modules", "never"),
    [
        (["bpe", "bpe.interchange"], ["ui", "tokenizers", "tiktoken", "sentencepiece"]),
        (READINGS, []),
    ],
    ids=["engine", "readings"],
)
def test_importing_the_engine_or_readings_loads_no_interface(modules, never):
    """Nobody pays for Streamlit or pandas, nor, before a file is opened, for its library."""
    never = {"streamlit", "pandas", "altair", *never}
    code = f"import {', '.join(modules)}, sys; print({never} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"


def test_only_the_session_touches_the_state_and_the_address():
    """What a session keeps and its address says has one owner; a page has no line of HTML."""
    state = {"session_state", "query_params"}
    files = [ROOT / "app.py", *ROOT.glob("pages/*.py"), *ROOT.glob("ui/**/*.py")]
    touching = {
        name_of(file)
        for file in files
        for node in ast.walk(tree(file))
        if (isinstance(node, ast.Attribute) and node.attr in state)
        or (isinstance(node, ast.ImportFrom) and {name.name for name in node.names} & state)
    }
    assert touching == {"ui.shell.session"}
    texts = {file: file.read_text("utf-8") for file in [ROOT / "app.py", *ROOT.glob("pages/*.py")]}
    drawing = [file.name for file, text in texts.items() if "st.html" in text]
    assert drawing + [file.name for file in texts if "unsafe_allow_html" in texts[file]] == []


def test_no_file_is_too_long_to_read_at_once():
    """A file that grows beyond this holds two ideas."""
    kinds = ("py", "js", "css", "html")
    folders = ("bpe", "ui", "pages", "tests", "benchmarks")
    files = [f for folder in folders for kind in kinds for f in ROOT.glob(f"{folder}/**/*.{kind}")]
    long = {
        file.relative_to(ROOT).as_posix()
        for file in files
        if len(file.read_text(encoding="utf-8").splitlines()) > LONGEST
    }
    assert long == set()


def reached(module: str) -> set[str]:
    """Return the modules that one imports, directly or not, itself included."""
    found, waiting, modules = set(), [module], graph()
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += modules.get(each, ())
    return found


def test_a_page_reaches_few_modules():
    """Who follows a page opens no more than these; a file that one other reads is a part of it."""
    assert len(reached("pages.train")) <= MOST_REACHED
    readers = Counter(target for targets in graph().values() for target in targets)
    packages = {name_of(file.parent) for file in ROOT.glob("ui/**/__init__.py")}
    alone = {
        module
        for module in graph()
        if module.startswith("ui.") and readers[module] == 1 and module not in packages
    }
    alone = {module for module in alone if not module.endswith(".panels")}
    assert len(alone) <= MOST_ALONE, sorted(alone)


def test_no_two_public_classes_share_a_name():
    """One meaning a name in the whole house, and in a module; what reads it first reads another."""
    classes = [
        node.name
        for folder in ("bpe", "ui")
        for file in ROOT.glob(f"{folder}/**/*.py")
        for node in tree(file).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert [name for name, times in Counter(classes).items() if times > 1] == []
    twice = {}
    for folder in ("bpe", "ui"):
        for file in ROOT.glob(f"{folder}/**/*.py"):
            given = Counter(
                name.id
                for node in tree(file).body
                if isinstance(node, ast.Assign)
                for target in node.targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            )
            twice[name_of(file)] = {name for name, times in given.items() if times > 1}
    assert {module: names for module, names in twice.items() if names} == {}


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
