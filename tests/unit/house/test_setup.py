"""Every way to install asks for the same packages, settings are in force, the wheel is whole."""

import configparser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from streamlit import config

import bpe
from bpe import train
from bpe.files import checks
from bpe.input.opening import MEGABYTE
from tests.conftest import OPTIONS, ROOT
from tests.unit.house.imports import graph
from ui.check.lists import LONGEST_LIST
from ui.controls import own_text
from ui.corpora import uploads
from ui.shell.middleware import LARGEST_MESSAGE

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, UV = DECLARED["project"], DECLARED["tool"]["uv"]
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")


def lines(name: str) -> list[str]:
    """Return what a list of packages says, without its comments."""
    text = (ROOT / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_uv_and_a_host_install_what_pip_installs_and_no_test():
    """Their lists stand twice; the same packages with the same bounds, at tested versions."""
    constraints, *asked = lines("requirements.txt")
    assert constraints == "-c constraints.txt"
    assert asked == [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["app"]]
    assert UV["constraint-dependencies"] == lines("constraints.txt")
    assert DECLARED["dependency-groups"]["app"] == [f"{PROJECT['name']}[app]"]
    assert UV["default-groups"] == ["app"]
    pinned = {line.partition("==")[0].lower() for line in lines("constraints.txt")}
    app, test = PROJECT["optional-dependencies"]["app"], DECLARED["dependency-groups"]["test"]
    asked = [*PROJECT["dependencies"], *app, *test]
    assert {re.match(r"[\w-]+", each)[0].lower() for each in asked} <= pinned


def test_the_container_holds_all_that_the_app_imports():
    """With its settings, sentences and samples."""
    copied = set(re.findall(r"^COPY (?:\S+ )*?(\S+) \S+$", CONTAINER, flags=re.MULTILINE))
    modules = {name.split(".")[0] for name in graph()} - {"app"}
    assert modules | {"app.py", ".streamlit", "locales", "sample_corpora"} <= copied


@pytest.mark.skipif(os.name == "nt", reason="make and its scripts are for macOS and Linux")
def test_a_folder_that_cannot_be_written_to_says_so_in_one_sentence():
    """Nothing is blamed on Python, and nothing is tried."""
    nobody = {"user": "nobody"} if os.geteuid() == 0 else {}  # nothing stops the superuser
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / ".ci", Path(folder, ".ci"))
        Path(folder).chmod(0o555)
        setup = [Path(folder, ".ci", "setup"), "app"]
        asked = subprocess.run(setup, capture_output=True, text=True, cwd=folder, **nobody)
        Path(folder).chmod(0o755)
    assert asked.returncode == 1
    assert asked.stdout == ""
    assert asked.stderr.strip().splitlines() == [
        "This folder cannot be written to, and its .venv is where packages go: "
        "copy it to one of yours."
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("runner.postScriptGC", False),
        ("client.showSidebarNavigation", False),
        ("browser.gatherUsageStats", False),
        ("server.enableWebsocketCompression", True),
        ("server.maxUploadSize", 64),
        ("server.maxMessageSize", 8),
        ("server.maxWidgetStateSize", 1),
    ],
)
def test_option_is_read(option, value, monkeypatch):
    """A hidden option that a new Streamlit drops would go unnoticed without this."""
    monkeypatch.chdir(ROOT)
    config.get_config_options(force_reparse=True)
    assert config.get_option(option) == value
    assert config.get_where_defined(option).endswith("config.toml")


def test_server_takes_no_larger_file_than_the_app():
    """The server's own limit is the only one a hostile client cannot skip.

    The box in the browser takes a megabyte for a million bytes, and says so where it refuses.
    """
    assert OPTIONS["server"]["maxUploadSize"] * MEGABYTE == uploads.LARGEST_TOKENIZER
    assert (own_text.LARGEST, uploads.LARGEST) == (20, 20_000_000)
    assert checks.LARGEST == uploads.LARGEST_TOKENIZER > uploads.LARGEST
    assert OPTIONS["server"]["maxWidgetStateSize"] * 10**6 > LARGEST_MESSAGE
    assert LARGEST_MESSAGE > 4 * (uploads.LONGEST_PASTED + LONGEST_LIST)


BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
USE = """
import sys
wheel = sys.argv[1]
sys.path.insert(0, wheel)
before = set(sys.modules)
import bpe
assert bpe.__file__.startswith(wheel), bpe.__file__
training = bpe.train("highest lowest coolest", "paper", max_merges=2)
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
packages = sorted(loaded - sys.stdlib_module_names)
print(bpe.__version__, *(merge.token for merge in training.merges), *packages)
"""
SCRIPT = """
import sys
from {module} import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The path of a wheel, built as pip builds it but without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def test_the_wheel_holds_every_file_of_the_engine_and_nothing_else(wheel):
    """No page, no test and no locale comes along, and no type is left behind."""
    packed = zipfile.ZipFile(wheel).namelist()
    engine = [file.relative_to(ROOT).as_posix() for file in ROOT.glob("bpe/**/*") if file.is_file()]
    expected = {name for name in engine if "__pycache__" not in name}
    assert {name for name in packed if ".dist-info/" not in name} == expected
    assert "bpe/py.typed" in packed


def test_a_notebook_can_train_with_the_wheel_alone(wheel, tmp_path):
    """It trains with numpy and regex and loads no other package; the version is the one stated."""
    command = [sys.executable, "-P", "-c", USE, str(wheel)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    version, *rest = done.stdout.split()
    assert f"-{version}-" in wheel.name
    assert version == bpe.__version__
    assert rest == ["es", "est", "bpe", "numpy", "regex"]


@pytest.fixture
def typed(wheel, tmp_path):
    """What a shell runs for `bpe-explainer`: the script that an installer writes for it."""
    site = tmp_path / "site-packages"
    zipfile.ZipFile(wheel).extractall(site)
    points = configparser.ConfigParser()
    points.read(next(site.glob("*.dist-info/entry_points.txt")), encoding="utf-8")
    module, _, function = points["console_scripts"]["bpe-explainer"].partition(":")
    script = tmp_path / "bin" / "bpe-explainer"
    script.parent.mkdir()
    script.write_text(SCRIPT.format(module=module, function=function))
    found = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    return [sys.executable, str(script)], os.environ | {"PYTHONPATH": found}


def test_a_bpe_py_of_a_students_own_does_not_stand_in_the_way_of_the_command(typed, tmp_path):
    """Beside it `python -m bpe` would run theirs; other processes that count do not either."""
    (tmp_path / "bpe.py").write_text("print('mine')\n", encoding="utf-8")
    text = "highest lowest coolest"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    pairs = [f"{left} {right}" for left, right in (m.pair for m in train(text, "paper").merges)]
    (tmp_path / "merges.txt").write_text("\n".join(pairs), encoding="utf-8")
    command, environment = typed

    def said(*command: str) -> str:
        return subprocess.check_output(command, cwd=tmp_path, env=environment, text=True)

    assert said(sys.executable, "-m", "bpe") == "mine\n"
    assert said(*command, "check", "merges.txt", "a.txt") == f"All {len(pairs)} merges agree.\n"
    files = ("a.txt", "a.txt")
    counted = said(*command, "count", *files, "-o", "counts.csv", "--processes", "2")
    assert counted == "6 words, 3 of them distinct, written to counts.csv.\n"
    help_ = said(*command, "--help")
    assert help_.startswith("usage: bpe-explainer ")
