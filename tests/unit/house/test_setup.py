"""All installations need the same packages, settings apply, the wheel is complete."""

import os
import re
import shutil
import subprocess
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
from bpe.player import page_of
from tests.conftest import OPTIONS, ROOT
from tests.installed import build_wheel, install
from tests.unit.house.imports import graph
from ui.own_text import boxes, uploads
from ui.shims import MAX_MESSAGE_BYTES
from ui.views.check import MAX_PASTED_CHARS

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, UV = DECLARED["project"], DECLARED["tool"]["uv"]
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")


def lines(name: str) -> list[str]:
    """Return the lines of a list of packages, without its comments."""
    text = (ROOT / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_uv_and_a_host_install_what_pip_installs_and_no_test():
    """Both lists of packages have the same packages with the same bounds, at tested versions."""
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
    """The container copies the modules, the settings, the sentences and the samples."""
    copied = set(re.findall(r"^COPY (?:\S+ )*?(\S+) \S+$", CONTAINER, flags=re.MULTILINE))
    modules = {name.split(".")[0] for name in graph()} - {"app"}
    assert modules | {"app.py", ".streamlit", "locales", "sample_corpora"} <= copied


@pytest.mark.skipif(os.name == "nt", reason="make and its scripts are for macOS and Linux")
def test_a_folder_that_cannot_be_written_to_says_so_in_one_sentence():
    """The script prints one sentence and stops before it looks for Python or installs anything."""
    nobody = {"user": "nobody"} if os.geteuid() == 0 else {}  # a superuser may write anywhere
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
    """Streamlit may drop a hidden option, which nothing else would notice."""
    monkeypatch.chdir(ROOT)
    config.get_config_options(force_reparse=True)
    assert config.get_option(option) == value
    assert config.get_where_defined(option).endswith("config.toml")


def test_server_takes_no_larger_file_than_the_app():
    """The limit of the server is the only one that a hostile client cannot avoid.

    The box in the browser counts a megabyte as 1,000,000 bytes, and names this limit.
    """
    assert OPTIONS["server"]["maxUploadSize"] * MEGABYTE == uploads.MAX_TOKENIZER_BYTES
    assert (boxes.MAX_FILE_MEGABYTES, uploads.MAX_FILE_BYTES) == (20, 20_000_000)
    assert checks.MAX_FILE_BYTES == uploads.MAX_TOKENIZER_BYTES > uploads.MAX_FILE_BYTES
    assert OPTIONS["server"]["maxWidgetStateSize"] * 10**6 > MAX_MESSAGE_BYTES
    assert MAX_MESSAGE_BYTES > 4 * (uploads.MAX_PASTED_CHARS + MAX_PASTED_CHARS)


USE = """
import sys
before = set(sys.modules)
import bpe
assert "site-packages" in bpe.__file__, bpe.__file__
training = bpe.train("highest lowest coolest", "paper", max_merges=2)
assert "This page needs JavaScript" in training.play(lang="en")._repr_html_()
assert 'lang="zh' in training.play(lang="zh").page
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
packages = sorted(loaded - sys.stdlib_module_names)
print(bpe.__version__, *(merge.token for merge in training.merges), *packages)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def typed(wheel, tmp_path):
    """Return the command `bpe-explainer` of an installation of the engine alone."""
    return install(wheel, tmp_path / "engine", extra=False)


def test_the_wheel_holds_engine_sentences_and_app_in_one_package(wheel):
    """The wheel adds only the package `bpe` to site-packages, with the app in `bpe/_app`."""
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    inside = {"bpe": "bpe", "locales": "bpe/locales"}
    inside |= {name: f"bpe/_app/{name}" for name in ("pages", "ui", "sample_corpora")}
    expected = {
        f"{place}/{file.relative_to(ROOT / folder).as_posix()}"
        for folder, place in inside.items()
        for file in ROOT.glob(f"{folder}/**/*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert packed == expected | {"bpe/_app/app.py", "bpe/_app/.streamlit/config.toml"}
    assert "bpe/py.typed" in packed


def test_a_notebook_can_train_and_play_with_the_wheel_alone(wheel, typed, tmp_path):
    """This works in each language, with numpy and regex as the only other packages."""
    done = subprocess.run(
        [typed[0], "-c", USE], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    version, *rest = done.stdout.split()
    assert f"-{version}-" in wheel.name
    assert version == bpe.__version__
    assert rest == ["es", "est", "bpe", "numpy", "regex"]


def test_the_engine_alone_writes_a_page_and_says_what_the_app_needs(typed, tmp_path):
    """`show` needs no Streamlit; `app` names the extra in one sentence."""
    (tmp_path / "a.txt").write_text("highest lowest coolest", encoding="utf-8")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*typed, *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    shown = run("show", "a.txt", "--no-open", "--step", "2", "--word", "lowest")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout == "14 merges, written to a.bpe.html.\n"
    training = train("highest lowest coolest", "paper")
    assert (tmp_path / "a.bpe.html").read_text("utf-8") == page_of(
        training, step=2, words=["lowest"]
    )
    refused = run("app")
    assert refused.returncode == 2
    assert refused.stderr == (
        "bpe-explainer app: the app needs more packages than the engine. "
        'Install them: pip install "bpe-explainer[app]"\n'
    )


def test_a_bpe_py_of_a_students_own_does_not_stand_in_the_way_of_the_command(typed, tmp_path):
    """Only `python -m bpe` runs the student's file; the command and its worker processes do not."""
    (tmp_path / "bpe.py").write_text("print('mine')\n", encoding="utf-8")
    text = "highest lowest coolest"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    pairs = [f"{left} {right}" for left, right in (m.pair for m in train(text, "paper").merges)]
    (tmp_path / "merges.txt").write_text("\n".join(pairs), encoding="utf-8")

    def said(*command: str) -> str:
        return subprocess.check_output(command, cwd=tmp_path, text=True)

    assert said(typed[0], "-m", "bpe") == "mine\n"
    assert said(*typed, "check", "merges.txt", "a.txt") == f"All {len(pairs)} merges agree.\n"
    files = ("a.txt", "a.txt")
    counted = said(*typed, "count", *files, "-o", "counts.csv", "--processes", "2")
    assert counted == "6 words, 3 of them distinct, written to counts.csv.\n"
    help_ = said(*typed, "--help")
    assert help_.startswith("usage: bpe-explainer ")
