"""Real prose of 100 KB, 1 MB and 10 MB and Chinese of 1 MB, from Debian's packages.

The packages are fetched once with `apt-get download` (nothing is installed) and unpacked under
`.cache/benchmarks`. Where they cannot be had, the shipped samples stand in, and the table says so.
"""

import gzip
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
CACHE = ROOT / ".cache" / "benchmarks"
SAMPLES = ROOT / "sample_corpora"

PACKAGES = (
    "bible-kjv",
    "bible-kjv-text",
    "jargon-text",
    "dict-foldoc",
    "dict-devil",
    "fortunes-zh",
    "debian-reference-zh-cn",
    "debian-faq-zh-cn",
)

RECIPES = {
    "en100k": "King James Bible, the first 100 KB",
    "en1m": "King James Bible 400 KB, Jargon File 400 KB, Devil's Dictionary 200 KB",
    "en10m": "King James Bible, Jargon File, FOLDOC, cut at 10 MB",
    "zh1m": "Tang and Song poems, Debian reference and FAQ in Chinese",
}

STAND_INS = {
    "en100k": "the shipped English prose, the first 100 KB",
    "en1m": "the shipped English prose, repeated to 1 MB, its once-only words new in each copy",
    "en10m": "the shipped English prose, repeated to 10 MB, its once-only words new in each copy",
    "zh1m": "the shipped Chinese texts, repeated to 1 MB",
}

SIZES = {"en100k": 100_000, "en1m": 1_000_000, "en10m": 10_000_000, "zh1m": 1_000_000}


def path(name: str) -> Path:
    """Return the corpus' file, built on first use."""
    target = CACHE / f"{name}.txt"
    if not target.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / ".gitignore").write_text("*\n")
        text = _real(name) if _fetch() else _stand_in(name)
        target.write_text(text, encoding="utf-8")
    return target


def recipe(name: str) -> str:
    """Return in words what the corpus is made of."""
    return (RECIPES if (CACHE / "root").exists() else STAND_INS)[name]


def _fetch() -> bool:
    """Unpack the packages; return whether they are there."""
    root = CACHE / "root"
    if root.exists():
        return True
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return False
    downloads = CACHE / "packages"
    downloads.mkdir(exist_ok=True)
    unpacked = CACHE / "unpacked"
    fetched = subprocess.run(
        ["apt-get", "download", *PACKAGES], cwd=downloads, capture_output=True, check=False
    )
    if fetched.returncode:
        return False
    for package in sorted(downloads.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True)
    unpacked.rename(root)
    return True


def _real(name: str) -> str:
    if name == "en100k":
        return _cut(_bible(), 100_000)
    if name == "en1m":
        parts = ((_bible(), 400_000), (_jargon(), 400_000), (_devil(), 200_000))
        return "".join(_cut(text, size) for text, size in parts)
    if name == "en10m":
        return _cut(_bible() + _jargon() + _foldoc(), SIZES[name])
    return _cut(_poems() + _debian(), SIZES[name])


def _cut(text: str, size: int) -> str:
    """Return the longest run of whole lines from the start that has at most `size` bytes."""
    data = text.encode()[: size + 1]
    return data[: data.rfind(b"\n") + 1].decode() if len(data) > size else text


def _bible() -> str:
    """The reader of bible-kjv prints every verse as one line."""
    program = CACHE / "root/usr/bin/bible"
    printed = subprocess.run(
        [program, "-f", "-p", CACHE / "root/usr/lib", "Gen1:1-Rev22:21"],
        capture_output=True,
        check=True,
        text=True,
        stdin=subprocess.DEVNULL,
    ).stdout
    return "".join(line.partition(" ")[2] + "\n" for line in printed.splitlines() if ":" in line)


def _read(file: str, encoding: str = "utf-8") -> str:
    whole = CACHE / "root" / file
    data = whole.read_bytes()
    if whole.suffix in (".gz", ".dz"):
        data = gzip.decompress(data)
    return data.decode(encoding, "replace")


def _jargon() -> str:
    return _read("usr/share/doc/jargon-text/jargon.txt.gz", "latin-1")


def _devil() -> str:
    return _read("usr/share/dictd/devil.dict.dz", "latin-1")


def _foldoc() -> str:
    return _read("usr/share/dictd/foldoc.dict.dz")


def _poems() -> str:
    games = "usr/share/games/fortunes"
    text = "".join(_read(f"{games}/{name}") for name in ("tang300", "song100"))
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _debian() -> str:
    return _read("usr/share/debian-reference/debian-reference.zh-cn.txt.gz") + _read(
        "usr/share/doc/debian/FAQ/debian-faq.zh-cn.txt.gz"
    )


def _stand_in(name: str) -> str:
    language = "zh" if name == "zh1m" else "en"
    text = "".join(
        file.read_text(encoding="utf-8")
        for file in sorted(SAMPLES.glob("*.txt"))
        if _is_chinese(file) == (language == "zh") and file.stat().st_size > 50_000
    )
    words = Counter(text.split())
    parts, size, copy = [], 0, 0
    while size < SIZES[name]:
        part = text if not copy or language == "zh" else _renewed(text, words, copy)
        parts.append(part)
        size += len(part.encode())
        copy += 1
    return _cut("".join(parts), SIZES[name])


def _is_chinese(file: Path) -> bool:
    return re.search("[\u4e00-\u9fff]{4}", file.read_text(encoding="utf-8")[:20_000]) is not None


def _renewed(text: str, words: Counter, copy: int) -> str:
    """Give once-only words other letters in each copy, so that distinct words keep growing."""

    def renew(match: re.Match) -> str:
        word = match[0]
        if words[word] > 1 or not word.isalpha() or not word.isascii():
            return word
        first = ord("a")
        return "".join(chr(first + (ord(letter.lower()) - first + copy) % 26) for letter in word)

    return re.sub(r"\S+", renew, text)
