"""Imports have one direction, one module owns the address, and shims are in one folder."""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.unit.house.imports import ROOT, graph, imports, name_of, package_of, tree
from ui import shims

# From the bottom: a package imports only packages of lower layers.
LAYERS = [
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
    ["bpe.player"],
    ["bpe.commands"],
    ["bpe.__main__"],
    ["ui.catalogue", "ui.browsers", "ui.logs", "ui.program"],
    ["ui.spool"],
    ["ui.cache", "ui.shims"],
    ["ui.middleware"],
    ["ui.component", "ui.jobs", "ui.popover", "ui.samples", "ui.vote"],
    ["ui.uploaded_tokenizer"],
    ["ui.state"],
    ["ui.tokenizers", "ui.text"],
    ["ui.panel", "ui.names"],
    ["ui.address", "ui.waiting", "ui.more", "ui.pages"],
    ["ui.links", "ui.own_text"],
    ["ui.runs", "ui.share", "ui.draw", "ui.merge_lists", "ui.own_tokenizer"],
    ["ui.levels", "ui.notes", "ui.pins", "ui.archive", "ui.player", "ui.by_hand"],
    ["ui.lesson"],
    ["ui.frame"],
    ["ui.details", "ui.pickers", "ui.by_hand"],
    ["ui.claims"],
    ["ui.views"],
    ["pages", "ui.site"],
    ["app"],
]
SMALL = ["bpe", *(f"bpe.{name}" for name in ("errors", "text", "schemes", "words", "corpus"))]
SMALL += ["bpe.merging", "bpe.encoding", "bpe.training"]
USES = ["bpe.input", "bpe.counting", "bpe.notebook", "bpe.rows"]
MAX_SMALL_LINES = 6_000


def page_of(module):
    """Return the page that a module draws: `ui.views.train_token` belongs to `train`."""
    return module.removeprefix("ui.views.").partition("_")[0]


def test_imports_run_one_way():
    """A package imports only lower layers, a page no other page, and the graph has no cycle."""
    layers = {package: layer for layer, packages in enumerate(LAYERS) for package in packages}
    upward = {
        (package_of(module), package_of(target))
        for module, targets in graph().items()
        for target in targets
        if package_of(module) != package_of(target)
        and layers[package_of(module)] <= layers[package_of(target)]
    }
    assert upward == set()
    between = {
        (module, target)
        for module, targets in graph().items()
        for target in targets
        if module.startswith("ui.views.")
        and target.startswith("ui.views.")
        and page_of(module) != page_of(target)
    }
    assert between == set()
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None


def test_the_small_engine_imports_nothing_outside_itself():
    """The small engine needs no file formats, readings or Unigram, and has a maximum size."""
    known = {*SMALL, *USES}
    beside = {
        (module, target)
        for module, targets in graph().items()
        if package_of(module) in SMALL
        for target in targets
        if package_of(target) not in known
    }
    assert beside == set()
    assert known.isdisjoint(
        {"bpe.files", "bpe.readings", "bpe.checking", "bpe.unigram", "bpe.player"}
    )
    files = [file for file in ROOT.glob("bpe/**/*.py") if package_of(name_of(file)) in SMALL]
    assert {package_of(name_of(file)) for file in files} == {*SMALL}
    assert sum(len(f.read_text(encoding="utf-8").splitlines()) for f in files) <= MAX_SMALL_LINES


def test_engine_needs_only_the_standard_library_numpy_and_regex():
    """No file of the engine imports the interface or another package."""
    allowed = sys.stdlib_module_names | {"bpe", "numpy", "regex"}
    foreign = {
        (name_of(file), name)
        for file in ROOT.glob("bpe/**/*.py")
        for name in imports(file)
        if name.partition(".")[0] not in allowed
    }
    assert foreign == set()


READINGS = ["ui.draw.table_rows", "ui.program", "ui.merge_lists", "ui.tokenizers", "ui.jobs"]
READINGS += ["ui.uploaded_tokenizer", "ui.archive", "ui.runs", "ui.catalogue"]


@pytest.mark.parametrize(
    ("modules", "never"),
    [
        (["bpe", "bpe.interchange"], ["ui", "tokenizers", "tiktoken", "sentencepiece"]),
        (READINGS, []),
    ],
    ids=["engine", "readings"],
)
def test_importing_the_engine_or_readings_loads_no_interface(modules, never):
    """These imports load neither Streamlit nor pandas, nor the library of a tokenizer's file."""
    never = {"streamlit", "pandas", "altair", *never}
    code = f"import {', '.join(modules)}, sys; print({never} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"


def test_only_the_state_reads_and_writes_the_address():
    """Only `ui.state` uses the query of the address, and the scripts of pages draw no HTML."""
    files = [ROOT / "app.py", *ROOT.glob("pages/*.py"), *ROOT.glob("ui/**/*.py")]
    touching = {
        name_of(file)
        for file in files
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute) and node.attr == "query_params"
    }
    assert touching == {"ui.state"}
    texts = {file: file.read_text("utf-8") for file in [ROOT / "app.py", *ROOT.glob("pages/*.py")]}
    drawing = [file.name for file, text in texts.items() if "st.html" in text]
    assert drawing + [file.name for file in texts if "unsafe_allow_html" in texts[file]] == []


def test_no_two_public_classes_share_a_name():
    """A public class has a unique name, and a module assigns each of its names once."""
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


FOLDER = ROOT / "ui" / "shims"
SCRIPTS = (FOLDER / "page.js", FOLDER / "words.js")
MAX_PLACES = 31

DOM = r"\.st[A-Z]\w+|data-testid|dataset\.test\w*|data-test-|data-baseweb|st-emotion"
"""Classes and attributes of Streamlit's own elements, except the documented `.st-key-<key>`."""

INSIDES = (
    r"ScriptRunContext|script_run_ctx|ThreadState|fragment_ids_this_run|get_instance"
    r"|streamlit\.(?:runtime(?!\.uploaded_file_manager)|proto|web|elements)"
    r"|\bst\._|session_state\._"
)
"""Parts that Streamlit does not document; the type of an upload is the type of a public value."""

INTERNALS = re.compile(f"{DOM}|{INSIDES}")
COMMENTS = {
    ".py": re.compile(r'"""[\s\S]*?"""|(?m:#.*$)'),
    ".css": re.compile(r"/\*[\s\S]*?\*/"),
    ".js": re.compile(r"/\*[\s\S]*?\*/|(?m:(?<![:\"\'])//.*$)"),
}


def places(file):
    """Return the lines (in a stylesheet: the rules) that depend on internals of Streamlit."""
    said = COMMENTS[file.suffix].sub("", file.read_text(encoding="utf-8"))
    parts = re.split(r"[{}]", said) if file.suffix == ".css" else said.splitlines()
    return [part.strip() for part in parts if INTERNALS.search(part)]


def files():
    """Return the app's own files of these kinds."""
    every = (file for part in ("ui", "pages") for file in (ROOT / part).rglob("*"))
    return [ROOT / "app.py", *(file for file in every if file.suffix in COMMENTS)]


def test_only_the_folder_of_shims_depends_on_internals_of_streamlit():
    """Only one folder must be checked when Streamlit is upgraded."""
    outside = {file for file in files() if FOLDER not in file.parents and places(file)}
    assert {file.relative_to(ROOT).as_posix(): places(file) for file in outside} == {}


def test_the_folder_grows_no_larger():
    """A new dependency must replace an old one, or become an issue for Streamlit."""
    inside = {file.name: places(file) for file in files() if FOLDER in file.parents}
    assert 0 < sum(map(len, inside.values())) <= MAX_PLACES, inside
    assert all(inside[file.name] for file in (*SCRIPTS, *shims.STYLES))


def test_each_shim_says_what_will_end_it():
    """A shim names an issue, or says that there is none; the folder's README lists the shim."""
    named = (FOLDER / "README.md").read_text(encoding="utf-8")
    for file in (each for each in files() if FOLDER in each.parents and places(each)):
        assert f"`{file.name}`" in named
        assert re.search(r"#\d{3,}|No issue", file.read_text(encoding="utf-8")), file.name
