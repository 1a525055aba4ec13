"""Small files that are large once they are read end in a sentence, in little memory and time."""

import subprocess
import sys

from tests.unit.input.bombs import BOMBS

SAID = {
    "columns.csv": "many_columns",
    "wide.csv": "-",
    "rows.csv": "many_rows",
    "cells.csv": "long_row",
    "quote.csv": "long_row",
    "quotes.csv": "long_row",
    "zeros.csv": "binary",
    "dictionary.parquet": "long_word",
    "prefixes.parquet": "file_large",
    "members.txt.gz": "many_parts",
    "zeros.txt.gz": "file_large",
    "zeros.txt.zst": "file_large",
    "frames.txt.zst": "empty_file",
    "deep.jsonl": "json_line",
    "list.jsonl": "json_line",
    "lines.jsonl": "no_words",
    "utf16.txt": "wrong_encoding",
}
MEGABYTES, SECONDS = 250, 6


def test_every_bomb_is_a_sentence_in_little_memory_and_time():
    """Peak memory and processor time of a process each, whose address space is limited."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.unit.input.measured"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = {name: rest for name, *rest in map(str.split, ran.stdout.splitlines())}
    assert {name: said for name, (said, _, _) in found.items()} == SAID
    assert {*found} == {*BOMBS}
    large = {
        name: (megabytes, seconds)
        for name, (_, megabytes, seconds) in found.items()
        if int(megabytes) > MEGABYTES or float(seconds) > SECONDS
    }
    assert large == {}
