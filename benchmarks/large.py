"""What a reader with a large text costs: all pages and tabs, without a browser.

    python -m benchmarks.large words levels cost    # a million distinct words, two pages
    python -m benchmarks.large text                 # 20 MB of prose and code, all pages

A row a page and tab: processor seconds of the page's own process, which all readers share (what is
learned and searched in other processes is not in it), and the MB that it has then and had at most.
Where a machine is busy, progress that is shown for longer is in it, too.
"""

import logging
import random
import string
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZE = 20 * 2**20 - 10_000


def _word(draw: random.Random, length: int) -> str:
    return "".join(draw.choices(string.ascii_lowercase[:16], k=length))


def words(count: int = 1_000_000) -> str:
    """Return so many distinct words, twelve a line."""
    draw, seen = random.Random(1), dict[str, None]()
    while len(seen) < count:
        seen[_word(draw, draw.randint(4, 10))] = None
    listed = list(seen)
    return "\n".join(" ".join(listed[at : at + 12]) for at in range(0, count, 12))


def text() -> str:
    """Return the novel and Python's own library, as far as 20 MB go."""
    novel = (ROOT / "sample_corpora" / "pride-and-prejudice.txt").read_text(encoding="utf-8")
    parts, size = [novel], len(novel.encode())
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        part = path.read_text(encoding="utf-8", errors="replace")
        if part.isascii() and size + len(part) < SIZE:
            parts.append(part)
            size += len(part)
    return "\n".join(parts)


TEXTS: dict[str, Callable[[], str]] = {
    "words": words,
    "text": text,
    "scored": lambda: words(20_000),
    "word": lambda: _word(random.Random(2), 1_000_000),
    "long": lambda: " ".join(_word(random.Random(n), 190) for n in range(100_000)),
}
"""Name -> a million distinct words, prose, 20,000 words, one word of 1 MB, 100,000 long words."""


def walk(name: str, pages: list[str], **query: str) -> Iterator[tuple[str, float, int, int]]:
    """Yield page and tab, processor seconds, MB then, MB at most."""
    from psutil import Process
    from streamlit.testing.v1 import AppTest

    from ui.corpora.sources import opened
    from ui.shell.navigation import PAGES

    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=3600)
    app.session_state["kept_uploaded"] = opened(f"{name}.txt", TEXTS[name]().encode())
    for key, value in {"corpus": "uploaded", **query}.items():
        app.query_params[key] = value
    app.run()
    most = [0]

    def watch() -> None:
        while True:
            most[0] = max(most[0], Process().memory_info().rss)
            time.sleep(0.05)

    threading.Thread(target=watch, daemon=True).start()

    def timed(what: str, run: Callable[[], object]) -> tuple[str, float, int, int]:
        most[0], start = 0, time.process_time()
        run()
        said = "".join(f" [{each.message[:60]}]" for each in app.exception)
        seconds = time.process_time() - start
        return what + said, seconds, Process().memory_info().rss >> 20, most[0] >> 20

    for page in PAGES[1:]:
        if pages and page.name not in pages:
            continue
        app.switch_page(page.file)
        yield timed(page.name, app.run)
        for label in [tab.label for tab in app.tabs]:
            app.session_state[f"{page.name}_tabs"] = label
            yield timed(f"{page.name}: {label}", app.run)


def main() -> None:
    """Walk as the command line says: a text, pages, and what else the address is to hold."""
    logging.disable(logging.CRITICAL)
    if len(sys.argv) < 2 or sys.argv[1] not in TEXTS:
        sys.exit(f"usage: python -m benchmarks.large [{'|'.join(TEXTS)}] [PAGE or NAME=VALUE ...]")
    given = sys.argv[2:]
    query = dict(each.split("=", 1) for each in given if "=" in each)
    for what, seconds, now, most in walk(
        sys.argv[1], [each for each in given if "=" not in each], **query
    ):
        print(f"{what:50} {seconds:6.1f} s {now:6,} MB, at most {most:6,}", flush=True)


if __name__ == "__main__":
    main()
