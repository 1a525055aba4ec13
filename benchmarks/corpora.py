"""Real prose of 100 KB, 1 MB and 10 MB and Chinese of 1 MB, from Debian's packages.

The packages are fetched once with `apt-get download` (nothing is installed) and unpacked under
`.cache/benchmarks`. Without apt-get, put your own texts there: `en1m.txt` and so on.
"""

import gzip
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "benchmarks"
DEBIAN = CACHE / "root"
SAMPLES = ROOT / "sample_corpora"
PACKAGES = ["bible-kjv", "bible-kjv-text", "jargon-text", "dict-foldoc", "dict-devil"]
PACKAGES += ["fortunes-zh", "debian-reference-zh-cn", "debian-faq-zh-cn"]
SIZES = {"en100k": 100_000, "en1m": 1_000_000, "en10m": 10_000_000, "zh1m": 1_000_000}


def path(name: str) -> Path:
    """Return the corpus's file, built on first use."""
    target = CACHE / f"{name}.txt"
    if not target.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        if not DEBIAN.exists():
            _fetch()
        target.write_text(_cut(_text(name), SIZES[name]), encoding="utf-8")
    return target


def _fetch() -> None:
    """Download and unpack the packages."""
    downloads, unpacked = CACHE / "packages", CACHE / "unpacked"
    downloads.mkdir(exist_ok=True)
    subprocess.run(["apt-get", "download", *PACKAGES], cwd=downloads, check=True)
    for package in downloads.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
    unpacked.rename(DEBIAN)


def _text(name: str) -> str:
    if name == "zh1m":
        games = "usr/share/games/fortunes"
        poems = "".join(_read(f"{games}/{each}") for each in ("tang300", "song100"))
        manuals = _read("usr/share/debian-reference/debian-reference.zh-cn.txt.gz")
        manuals += _read("usr/share/doc/debian/FAQ/debian-faq.zh-cn.txt.gz")
        return re.sub(r"\x1b\[[0-9;]*m", "", poems) + manuals
    jargon = _read("usr/share/doc/jargon-text/jargon.txt.gz", "latin-1")
    if name == "en1m":
        devil = _read("usr/share/dictd/devil.dict.dz", "latin-1")
        parts = ((_bible(), 400_000), (jargon, 400_000), (devil, 200_000))
        return "".join(_cut(text, size) for text, size in parts)
    return _bible() + jargon + _read("usr/share/dictd/foldoc.dict.dz")


def _cut(text: str, size: int) -> str:
    """Return as many whole lines from the start as fit in `size` bytes."""
    data = text.encode()[: size + 1]
    return data[: data.rfind(b"\n") + 1].decode() if len(data) > size else text


def _bible() -> str:
    """The reader of bible-kjv prints every verse as one line."""
    reader = [DEBIAN / "usr/bin/bible", "-f", "-p", DEBIAN / "usr/lib", "Gen1:1-Rev22:21"]
    said = subprocess.run(
        reader, capture_output=True, check=True, text=True, stdin=subprocess.DEVNULL
    ).stdout
    return "".join(line.partition(" ")[2] + "\n" for line in said.splitlines() if ":" in line)


def _read(file: str, encoding: str = "utf-8") -> str:
    data = (DEBIAN / file).read_bytes()
    if file.endswith((".gz", ".dz")):
        data = gzip.decompress(data)
    return data.decode(encoding, "replace")
