"""Find a Chromium that starts, or install one.

In this order: `$CHROMIUM`, Playwright's own, the system's Chrome or Chromium, `playwright install`,
the npm package `@sparticuz/chromium` (Linux, x86-64), `apt-get install` (as root).
Run as a script it prints the path of the browser it found.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

# Chromium's sandbox refuses to run as root, and containers run as root.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
)
FOLDER = Path(__file__).resolve().parents[2] / ".venv" / "browser"
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MAC_CHROME = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

_START = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=sys.argv[2:])
    page = browser.new_page()
    page.set_content("<p>ready</p>")
    assert page.inner_text("p") == "ready"
    browser.close()
"""
_PLAYWRIGHTS_OWN = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""
_UNPACK_BROTLI = """
const fs = require("fs"), zlib = require("zlib"), [source, target] = process.argv.slice(1);
fs.writeFileSync(target, zlib.brotliDecompressSync(fs.readFileSync(source)));
"""


def find_chromium() -> str:
    """Return the path of a Chromium that has just been started and shown a page.

    Raises:
        RuntimeError: no way to find or install one worked; the message has the result of each way.
    """
    failures = []
    for way, candidates in (
        ("$CHROMIUM", _from_environment),
        ("Playwright's own", _playwrights_own),
        ("the system's", _from_system),
        ("playwright install chromium", _from_playwright_install),
        ("npm install @sparticuz/chromium", _from_npm),
        ("apt-get install chromium", _from_apt),
    ):
        found = "none here"
        try:
            for path in candidates():
                if not (found := _why_it_does_not_start(path)):
                    return path
        except (OSError, RuntimeError) as error:
            found = str(error)
        failures.append(f"- {way}: {found}")
    raise RuntimeError(
        "The browser tests need Chromium, and none of these gave one that starts:\n"
        + "\n".join(failures)
        + "\nInstall Chromium or Chrome, or set CHROMIUM to the path of one."
    )


def _why_it_does_not_start(path: str) -> str:
    """Return why the browser at a path does not start, or an empty string if it starts."""
    try:
        _run([sys.executable, "-c", _START, path, *ARGUMENTS])
    except RuntimeError as error:
        return str(error)
    return ""


def _from_environment() -> Iterator[str]:
    if path := os.environ.get("CHROMIUM"):
        yield path


def _playwrights_own() -> Iterator[str]:
    path = _run([sys.executable, "-c", _PLAYWRIGHTS_OWN]).strip()
    if Path(path).exists():
        yield path


def _from_system() -> Iterator[str]:
    for name in SYSTEM_NAMES:
        if path := shutil.which(name):
            yield path
    if MAC_CHROME.exists():
        yield str(MAC_CHROME)


def _from_playwright_install() -> Iterator[str]:
    _run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=600)
    yield from _playwrights_own()


def _from_npm() -> Iterator[str]:
    if not (platform.system() == "Linux" and platform.machine() == "x86_64" and _on_path("npm")):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--force"]
    _run([*npm, "--prefix", str(FOLDER), "@sparticuz/chromium"], seconds=600)
    packed = FOLDER / "node_modules" / "@sparticuz" / "chromium" / "bin"
    for archive in packed.glob("*.br"):
        target = FOLDER / archive.stem
        _run(["node", "-e", _UNPACK_BROTLI, str(archive), str(target)])
        if target.suffix == ".tar":
            with tarfile.open(target) as tar:
                tar.extractall(FOLDER, filter="data")
    # This Chromium needs the libraries it came with; a script sets their path and starts it.
    start = FOLDER / "start-chromium"
    start.write_text(
        "#!/bin/sh\n"
        f'export LD_LIBRARY_PATH="{FOLDER}/lib:{FOLDER}/al2023/lib:$LD_LIBRARY_PATH"\n'
        f'exec "{FOLDER}/chromium" "$@"\n'
    )
    (FOLDER / "chromium").chmod(0o755)
    start.chmod(0o755)
    yield str(start)


def _from_apt() -> Iterator[str]:
    if not _on_path("apt-get") or os.geteuid() != 0:
        return
    _run(["apt-get", "update"], seconds=300)
    packages = ["chromium", "fonts-noto-cjk", "fonts-noto-color-emoji"]
    _run(["apt-get", "install", "-y", "--no-install-recommends", *packages], seconds=600)
    yield from _from_system()


def _on_path(program: str) -> bool:
    return shutil.which(program) is not None


def _run(command: list[str], seconds: int = 120) -> str:
    """Return the output of `command`; if it fails, raise RuntimeError with the end of the text."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"no answer in {seconds} s") from None
    if done.returncode:
        raise RuntimeError(" ".join((done.stderr or done.stdout).split())[-400:])
    return done.stdout


if __name__ == "__main__":
    try:
        print(find_chromium())
    except RuntimeError as error:
        sys.exit(str(error))
