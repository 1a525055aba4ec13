"""Small files that expand to large ones, each created on demand."""

import gzip
import io
import json
import tarfile
import zipfile

import pyarrow
from pyarrow import parquet


def zst(data: bytes) -> bytes:
    packed: bytes = pyarrow.compress(data, codec="zstd", asbytes=True)
    return packed


def growing() -> bytes:
    """A tokenizer.json that replaces each x by 2,000 letters and merges all of them: 12 MB."""
    tokens = ["y" * each for each in range(1, 3_401)]
    model = {"type": "BPE", "vocab": {each: at for at, each in enumerate(tokens)}}
    normalizer = {"type": "Replace", "pattern": {"String": "x"}, "content": "y" * 2_000}
    model["merges"] = [[each, "y"] for each in tokens[:-1]]
    return json.dumps({"version": "1.0", "normalizer": normalizer, "model": model}).encode()


def same_rows() -> bytes:
    """A table with a million rows of the same long text."""
    file, text = io.BytesIO(), pyarrow.array(["low " * 2_000])
    values = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 10**6, "int32"), text)
    parquet.write_table(pyarrow.table({"text": values}), file)
    return file.getvalue()


def entries() -> bytes:
    """An archive of 200,000 empty files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("a", "")
    one = file.getvalue()
    begin, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    many = one[begin:end] * 200_000
    size = len(many).to_bytes(4, "little")
    return one[:begin] + many + one[end : end + 8] + b"\xff" * 4 + size + one[end + 16 :]


def overlap() -> bytes:
    """An archive of 4,000 files that all have the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("a.txt", bytes(10**6))
    one = file.getvalue()
    begin, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    many = one[begin:end] * 4_000
    counts = (4_000).to_bytes(2, "little") * 2
    size = len(many).to_bytes(4, "little")
    return one[:begin] + many + one[end : end + 8] + counts + size + one[end + 16 :]


def long_member() -> bytes:
    """A .tar whose only file claims to have a terabyte."""
    member = tarfile.TarInfo("a.txt")
    member.size = 10**12
    return member.tobuf(tarfile.GNU_FORMAT) + bytes(10**6)


def empty_members() -> bytes:
    """A .tar of 30,000 empty files, packed to a few kilobytes."""
    return gzip.compress(tarfile.TarInfo("a.txt").tobuf() * 30_000, mtime=0)


BOMBS = {
    "rows.parquet": same_rows,
    "entries.zip": entries,
    "entries.docx": entries,
    "members.tar.gz": empty_members,
    "overlap.zip": overlap,
    "long.tar": long_member,
    "items.json": lambda: b"[" + b"0," * 9_000_000 + b"[" * 10**6,
    "columns.csv": lambda: b"word,count" + b"," * 16_000 + b"\n" + b"a,1\n" * 16_000,
    "quote.csv": lambda: b'a,1\n"' + b"bb,\n" * 4_000_000,
    "zeros.csv": lambda: bytes(20_000_000),
    "members.txt.gz": lambda: gzip.compress(b"", mtime=0) * 200_000,
    "zeros.txt.zst": lambda: zst(bytes(2**27)),
    "deep.jsonl": lambda: b"[" * 10_000_000,
    "utf16.txt": lambda: b"\xff\xfe" + b"a\x00" * 9_000_000 + b"a",
    "deep.json": lambda: b'{"normalizer":' + b"[" * 10**7,
    "length.model": lambda: b"\n" + b"\xff" * 8 + b"\x01" + bytes(2**24),
    "lines.tiktoken": lambda: b"YQ== 99999999999999999999\n" * 10**6,
    "merges.txt": lambda: b"(" * 3 * 10**6,
}
"""Name of a file -> function that makes it; tables, packed texts, tokenizers and a list."""
