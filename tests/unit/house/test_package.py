"""`pip install .` gives the engine, whole and alone."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bpe

ROOT = Path(__file__).resolve().parents[3]
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
