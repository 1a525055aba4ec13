"""Build the wheel as pip does, and install it into new environments, without a network."""

import configparser
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import numpy
import regex

from tests.conftest import ROOT

BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
SCRIPT = """
import sys
from {module} import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this repository into a folder."""
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return folder / done.stdout.split()[-1]


def install(wheel: Path, folder: Path, *, extra: bool) -> list[str]:
    """Install a wheel into a new environment; return the command line of its `bpe-explainer`.

    The new environment uses the packages of this one: all of them with `extra`, otherwise only
    numpy and regex.
    """
    venv.create(folder, symlinks=sys.platform != "win32")
    [site] = [each for each in folder.glob("**/site-packages") if not each.is_symlink()]
    zipfile.ZipFile(wheel).extractall(site)
    packages = Path(numpy.__file__).parents[1]
    if extra:
        (site / "packages.pth").write_text(str(packages), encoding="utf-8")
    else:
        for package in (*packages.glob("numpy*"), Path(regex.__file__).parent):
            (site / package.name).symlink_to(package)
    points = configparser.ConfigParser()
    points.read(next(site.glob("bpe_*.dist-info/entry_points.txt")), encoding="utf-8")
    module, _, function = points["console_scripts"]["bpe-explainer"].partition(":")
    script = folder / "bpe-explainer"
    script.write_text(SCRIPT.format(module=module, function=function), encoding="utf-8")
    return [str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"), str(script)]
