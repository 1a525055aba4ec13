"""Tables of words and counts that are small, and take much to be read."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial

import pyarrow
from pyarrow import parquet

from bpe import PRESETS
from bpe.counting.origin import Origin, to_json
from tests.browser.wall.bombs.bomb import (
    EMPTY,
    LARGEST,
    MEGABYTE,
    PATTERN,
    bomb,
    letters,
    packed,
    words,
)


def _commas(width: int, rows: int) -> bytes:
    return b"word,count" + b"," * width + b"\n" + b"a,1\n" * rows


def _parquet(table: pyarrow.Table, **options: object) -> bytes:
    file = io.BytesIO()
    parquet.write_table(
        table,
        file,
        **{"compression": "zstd", "write_statistics": False, "store_schema": False, **options},
    )
    return file.getvalue()


def _one_long_cell(length: int, rows: int = 1024, **options: object) -> bytes:
    """A table whose rows all have the same long word, which is written once."""
    words = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0] * rows, pyarrow.int32()), pyarrow.array(["a" * length])
    )
    table = pyarrow.table({"word": words, "count": pyarrow.array([1] * rows, pyarrow.int8())})
    return _parquet(table, **options)


def _long_dictionary(number: int, length: int) -> bytes:
    words = pyarrow.array(f"{each:0{length}}" for each in range(number))
    return _parquet(pyarrow.table({"word": words, "count": pyarrow.array(range(1, number + 1))}))


def _wide(columns: int) -> bytes:
    one = pyarrow.array([1], pyarrow.int8())
    return _parquet(pyarrow.table({f"c{each}": one for each in range(columns)}))


def _nested(depth: int) -> bytes:
    kind: pyarrow.DataType = pyarrow.string()
    value: object = "a"
    for _ in range(depth):
        kind, value = pyarrow.list_(kind), [value]
    table = {"word": pyarrow.array([value], kind), "count": pyarrow.array([1])}
    return _parquet(pyarrow.table(table))


def _long_lists(rows: int, length: int) -> bytes:
    """Cells that are lists, each a kilobyte as bytes and many more as text."""
    flat = pyarrow.array([0] * (rows * length), pyarrow.int8())
    places = pyarrow.array(range(0, rows * length + 1, length), pyarrow.int32())
    words = pyarrow.ListArray.from_arrays(places, flat)
    return _parquet(pyarrow.table({"word": words, "count": pyarrow.array([1] * rows)}))


def _described(size: int) -> bytes:
    table = pyarrow.table({"word": ["a"], "count": [1]})
    return _parquet(table.replace_schema_metadata({"a": "a" * size}), store_schema=True)


def _many_groups(groups: int) -> bytes:
    table = pyarrow.table({"word": ["a"] * groups, "count": [1] * groups})
    return _parquet(table, row_group_size=1)


def _counts(rows: int, count: str = "1", pattern: str | None = None) -> bytes:
    """What `bpe-explainer count` writes, or nearly."""
    scheme = replace(PRESETS["gpt"], pattern=pattern)
    origin = to_json(Origin(scheme, 1, (), 1, 1, "2026-01-01T00:00:00", 1))
    lines = [f'{{"counted": {origin}}}']
    lines += [f'{{"word": "w{each:x}", "count": {count}}}' for each in range(rows)]
    return "\n".join(lines).encode()


# Archives


take = partial(bomb, "corpus")
refuse = partial(take, harmless=False)

TABLES = (
    take("csv-commas", "a.csv", lambda: _commas(16_000, 16_000), quick=True),
    take("csv-more-commas", "a.csv", lambda: _commas(40_000, 40_000)),
    take("csv-all-commas", "a.csv", lambda: _commas(10**7, 2 * 10**6)),
    take("csv-only-commas", "a.csv", lambda: b"," * LARGEST),
    take("csv-lines-of-commas", "a.csv", lambda: (b"," * 999 + b"\n") * 19_000),
    refuse("csv-open-quote", "a.csv", lambda: b'word,count\n"' + b"a\n" * 9_900_000),
    take("csv-quotes", "a.csv", lambda: b'word,count\n"' + b'""' * 9_900_000),
    refuse("csv-long-cell", "a.csv", lambda: b"word,count\n" + b"a" * 10**7),
    take("csv-long-names", "a.csv", lambda: b"a" * 10**7 + b",count\nb,1\n"),
    take(
        "csv-words", "a.csv", lambda: b"word,count\n" + words(10**6).replace(b"\n", b",1\n") + b",1"
    ),
    take("csv-packed-commas", "a.csv.gz", lambda: packed(lambda: _commas(10**7, 10**6))),
    take("tsv-tabs", "a.tsv", lambda: b"\t" * LARGEST),
    take("csv-numbers", "a.csv", lambda: b"word,count\n" + b"a,999999999999999\n" * 10**6),
    refuse("parquet-long-cell", "a.parquet", lambda: _one_long_cell(1_500_000)),
    refuse("parquet-longer-cell", "a.parquet", lambda: _one_long_cell(3_900_000)),
    refuse("parquet-longest-cell", "a.parquet", lambda: _one_long_cell(200_000_000, 10)),
    take("parquet-many-long-cells", "a.parquet", lambda: _one_long_cell(90_000, 2_000_000)),
    take("parquet-many-cells", "a.parquet", lambda: _one_long_cell(5_000, 1_900_000)),
    refuse(
        "parquet-long-plain-cells",
        "a.parquet",
        lambda: _one_long_cell(900_000, 200, use_dictionary=False),
    ),
    take("parquet-wide", "a.parquet", lambda: _wide(20_000)),
    take("parquet-nested", "a.parquet", lambda: _nested(60)),
    take("parquet-lists", "a.parquet", lambda: _long_lists(200, 100_000)),
    take("parquet-dictionary", "a.parquet", lambda: _long_dictionary(10_000, 5_000)),
    take("parquet-described", "a.parquet", lambda: _described(7 * MEGABYTE)),
    take("parquet-groups", "a.parquet", lambda: _many_groups(20_000)),
    refuse("parquet-cut", "a.parquet", lambda: _one_long_cell(100)[:-9] + b"\xff\xff\xff\x7fPAR1"),
    refuse("parquet-packed", "a.parquet.gz", lambda: packed(lambda: _one_long_cell(3_900_000))),
    take("counts-words", "a.jsonl", lambda: _counts(500_000)),
    take("counts-large", "a.jsonl", lambda: _counts(3, "9" * 4_000)),
    take("counts-head", "a.jsonl", lambda: _counts(3, pattern=PATTERN)),
    take("counts-deep-head", "a.jsonl", lambda: b'{"counted": ' + b"[" * 10**6),
)


take = partial(bomb, "pair", page="joint")

PAIRS = (
    take(
        "pair-commas",
        files=lambda: {"a.csv": _commas(16_000, 16_000), "b.csv": _commas(16_001, 16_000)},
    ),
    take(
        "pair-parquet",
        files=lambda: {
            "a.parquet": _one_long_cell(1_500_000),
            "b.parquet": _one_long_cell(1_400_000),
        },
    ),
    take("pair-members", files=lambda: {"a.txt.gz": EMPTY * 200_000, "b.txt.gz": EMPTY * 190_000}),
    take("pair-words", files=lambda: {"a.txt": words(10**6), "b.txt": words(10**6).upper()}),
    take(
        "pair-one-word",
        files=lambda: {"a.txt": letters(50_000).encode(), "b.txt": letters(49_999, "ab").encode()},
    ),
)
