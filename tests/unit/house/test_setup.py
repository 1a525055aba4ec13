"""Every way to install and host asks for the same packages, and the settings are in force."""

import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from pathlib import Path

import pytest
from streamlit import config

from bpe.files import checks
from bpe.input.opening import MEGABYTE
from tests.conftest import ROOT
from tests.unit.deploy.serving import OPTIONS
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


def test_uv_installs_what_pip_installs():
    """It reads no file of constraints, so they stand twice; the app comes without its tests."""
    assert UV["constraint-dependencies"] == lines("constraints.txt")
    assert DECLARED["dependency-groups"]["app"] == [f"{PROJECT['name']}[app]"]
    assert UV["default-groups"] == ["app"]


def test_a_host_installs_what_the_app_needs_and_no_test():
    """The same packages with the same bounds, at the versions that were tested."""
    constraints, *asked = lines("requirements.txt")
    assert constraints == "-c constraints.txt"
    assert asked == [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["app"]]


def test_every_package_that_is_asked_for_has_a_version_that_was_tested():
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
