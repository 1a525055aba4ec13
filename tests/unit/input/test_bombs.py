"""Small files that expand to large ones give an error sentence, in little memory."""

import os
import resource
import subprocess
import sys

from bpe import PRESETS, CorpusError
from bpe.interchange import load, load_merges
from tests.sample_runs import opened
from tests.unit.input.bombs import BOMBS
from ui.own_text.sources import of_upload

SAID = {
    "columns.csv": "many_columns",
    "quote.csv": "long_row",
    "zeros.csv": "binary",
    "members.txt.gz": "many_parts",
    "zeros.txt.zst": "file_large",
    "deep.jsonl": "json_line",
    "utf16.txt": "long_word",
    "rows.parquet": "file_large",
    "entries.zip": "many_members",
    "entries.docx": "many_members",
    "members.tar.gz": "many_members",
    "overlap.zip": "file_large",
    "long.tar": "broken_archive",
    "items.json": "json_item",
    "deep.json": "not_json_deep",
    "length.model": "not_text",
    "lines.tiktoken": "rank_again",
    "merges.txt": "merge",
}
MEGABYTES = 120
"""The most memory: a worker holds a table of one cell three times; the app holds none of it."""


def test_every_bomb_is_a_sentence_in_little_memory():
    """Each bomb is read in its own process with limited memory, and must have its error code."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.unit.input.test_bombs"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = {name: rest for name, *rest in map(str.split, ran.stdout.splitlines())}
    assert {name: said for name, (said, _) in found.items()} == SAID
    assert {*found} == {*BOMBS}
    assert {name: most for name, (_, most) in found.items() if int(most) > MEGABYTES} == {}


LIMIT = 3 * 2**30


def read(name: str, data: bytes) -> str:
    """Read a file as its kind is read; return the code of the error, or "-"."""
    try:
        if name.endswith((".json", ".model", ".tiktoken")) and name != "items.json":
            load({name: data})
        elif name == "merges.txt":
            load_merges(name, data)
        else:
            of_upload(opened(name, data)).corpus(PRESETS["paper"])
    except CorpusError as error:
        return error.code
    except MemoryError:
        return "MEMORY"
    return "-"


def main() -> None:
    """Read each bomb in a forked process; print its name, error code, and megabytes at the peak.

    This is run as a script, since the limit of memory applies to the whole process.
    """
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    read("a.csv", b"low,1\n")
    for name, make in BOMBS.items():
        data = make()
        sys.stdout.flush()
        if os.fork():
            os.wait()
            continue
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        code = read(name, data)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
        print(name, code, grown, flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
