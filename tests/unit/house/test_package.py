"""`pip install .` gives the engine, whole and alone."""

import configparser
import os
import subprocess
import sys
import zipfile

import pytest

import bpe
from bpe import train
from tests.conftest import ROOT

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
