"""Small files that are large once they are read. Each is made when it is asked for."""

import gzip
import io

import pyarrow
from pyarrow import parquet


def parquet_of(options: dict, **columns) -> bytes:
    """Write a table in the way that takes the fewest bytes."""
    file = io.BytesIO()
    table = pyarrow.table(columns)
    parquet.write_table(table, file, compression="zstd", store_schema=False, **options)
    return file.getvalue()


def long_word_in_many_rows() -> bytes:
    """One word of a million letters, ten thousand times: a dictionary of one entry."""
    words = pyarrow.DictionaryArray.from_arrays(
        pyarrow.array([0] * 10_000), pyarrow.array(["x" * 1_000_000])
    )
    return parquet_of({}, word=words, count=[1] * 10_000)


def words_with_shared_beginnings() -> bytes:
    """Each word is the one before it and a letter more."""
    words = ["x" * 50_000 + f"{number:05}" for number in range(2_000)]
    options = {"use_dictionary": False, "column_encoding": {"word": "DELTA_BYTE_ARRAY"}}
    return parquet_of(options, word=words, count=pyarrow.array([1] * 2_000, pyarrow.int64()))


def zst(data: bytes) -> bytes:
    """Pack bytes with zstd."""
    packed: bytes = pyarrow.compress(data, codec="zstd", asbytes=True)
    return packed


BOMBS = {
    "columns.csv": lambda: b"word,count" + b"," * 16_000 + b"\n" + b"a,1\n" * 16_000,
    "wide.csv": lambda: b"word,count" + b"," * 900 + b"\n" + b"a,1\n" * 100_000,
    "cells.csv": lambda: b"a,1\n" + b"bb," * 6_000_000,
    "quote.csv": lambda: b'a,1\n"' + b"bb,\n" * 4_000_000,
    "quotes.csv": lambda: b"a,1\n" + b'"\n",' * 4_000_000,
    "zeros.csv": lambda: bytes(20_000_000),
    "dictionary.parquet": long_word_in_many_rows,
    "prefixes.parquet": words_with_shared_beginnings,
    "members.txt.gz": lambda: gzip.compress(b"", mtime=0) * 200_000,
    "zeros.txt.gz": lambda: gzip.compress(bytes(2**27)),
    "zeros.txt.zst": lambda: zst(bytes(2**27)),
    "frames.txt.zst": lambda: zst(b"") * 500_000,
    "deep.jsonl": lambda: b"[" * 10_000_000,
    "list.jsonl": lambda: b'{"text": [' + b"1," * 9_000_000 + b"1]}",
    "lines.jsonl": lambda: b"\n" * 5_000_000,
    "utf16.txt": lambda: b"\xff\xfe" + b"a\x00" * 9_000_000 + b"a",
}
"""Name of a file -> what makes it."""
