"""JavaScript modules are bundled into one text for a browser, or refused with a reason."""

import re

import pytest

from bpe.player.bundle import BundleError, bundle
from tests.conftest import ROOT

MODULES = sorted(file for room in ("bpe", "ui") for file in (ROOT / room).rglob("*.js"))
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:const|let|class|function) ([\w$]+)", re.MULTILINE)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:class|function) ([\w$]+)", re.MULTILINE)

A = 'import { b } from "./b.js";\n'


def imports(file):
    """Return the modules that a file imports, each with the imported names."""
    found = IMPORT.findall(file.read_text("utf-8"))
    return {(file.parent / path).resolve(): names.split(", ") for names, path in found}


@pytest.fixture
def bundled(tmp_path):
    """Return a function that bundles modules, given as name -> text; the first is the entry."""

    def bundled(**modules):
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text, "utf-8")
        return bundle([tmp_path / f"{next(iter(modules))}.js"])

    return bundled


def test_a_module_stands_behind_what_it_imports_and_each_once(bundled):
    """The bundle has each module once, after its imports, and only the entry's default export."""
    text = bundled(
        a=A + 'import { c } from "./c.js";\nexport default function () {}\n',
        b='import { c } from "./c.js";\n\nexport const b = c;\n',
        c="/* The last. */\nexport let c = 1;\nexport class C {}\n",
    )
    parts = ["/* The last. */", "let c = 1;", "class C {}", "const b = c;"]
    assert [line for line in text.splitlines() if line] == [*parts, "export default function () {}"]


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        ({"a": A, "b": 'import { a } from "./a.js";\n'}, "a.js -> b.js -> a.js"),
        ({"a": A, "b": "const b = 1;\n"}, "a.js imports b, which ./b.js does not export"),
        ({"a": A + "const c = 1;\n", "b": "export const b = 1;\nlet c;\n"}, "c is defined in b.js"),
        ({"a": A, "b": "export const b = 1;\nexport default b;\n"}, "b.js is imported and has"),
        ({"a": A}, "b.js"),
    ],
)
def test_what_cannot_be_one_module_is_refused(bundled, modules, said):
    with pytest.raises((BundleError, FileNotFoundError), match=re.escape(said)):
        bundled(**modules)


def test_each_import_is_used_and_each_export_imported():
    """No module calls a function of an imported module without importing it.

    Modules import only from their own folder or from a lower layer, as in Python.
    """
    floors = ["bpe", "shims", "ui", "draw", "player"]
    taken = {
        (file, name) for each in MODULES for file, names in imports(each).items() for name in names
    }
    for file in MODULES:
        text = IMPORT.sub("", file.read_text("utf-8"))
        for other, names in imports(file).items():
            assert [name for name in names if not re.search(rf"\b{name}\b", text)] == [], file
            hidden = {*DECLARED.findall(other.read_text("utf-8"))} - {
                *names,
                *DECLARED.findall(text),
            }
            assert [
                name for name in hidden if re.search(rf"(?<![.\w$])(?<!^  ){name}\(", text, re.M)
            ] == [], file
            parts = [each.relative_to(ROOT).parts for each in (other, file)]
            rooms = [first if first == "bpe" or not rest else room for first, room, *rest in parts]
            assert rooms[0] == rooms[1] or rooms[0] in floors
            assert rooms[1] not in floors or floors.index(rooms[0]) <= floors.index(rooms[1])
        assert [name for name in EXPORT.findall(text) if (file, name) not in taken] == [], file
