"""Kinds of files: those with a text, by name and content, and the names of all others."""

import re

from ..errors import CorpusError
from .opening import suffix_of

FORMATS = {
    **dict.fromkeys((".txt", ".md"), "text"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
    **dict.fromkeys((".jsonl", ".ndjson"), "lines"),
    ".json": "json",
    ".parquet": "parquet",
    ".docx": "docx",
    ".pdf": "pdf",
    ".epub": "epub",
    ".zip": "zip",
    ".tar": "tar",
}
"""Suffix of an unpacked name -> format of its content; any other suffix is tried as a text."""

_BEGINS = {
    rb"PAR1": "parquet",
    rb"%PDF-": "pdf",
    rb"PK(?:\x03\x04|\x05\x06)": "zip",
    rb"[\s\S]{257}ustar": "tar",
}

_OTHERS: dict[str, dict[str, bytes]] = {
    "image": {
        "PNG": rb"\x89PNG\r\n",
        "JPEG": rb"\xff\xd8\xff",
        "GIF": rb"GIF8[79]a",
        "BMP": rb"BM.{4}\0\0\0\0",
        "WebP": rb"RIFF.{4}WEBP",
        "TIFF": rb"II\*\0|MM\0\*",
        "HEIC": rb".{4}ftyp(?:hei|mif1)",
        "AVIF": rb".{4}ftypavif",
        "ICO": rb"\0\0[\x01\x02]\0[^\0]\0",
        "PSD": rb"8BPS\0",
    },
    "media": {
        "MP3": rb"ID3[\x02-\x04]\0|\xff\xfb[\x10-\xef]",
        "WAV": rb"RIFF.{4}WAVE",
        "AVI": rb"RIFF.{4}AVI ",
        "Ogg": rb"OggS\0",
        "FLAC": rb"fLaC\0",
        "MP4": rb".{4}ftyp",
        "Matroska": rb"\x1aE\xdf\xa3",
        "MPEG": rb"\0\0\x01[\xb3\xba]",
        "MIDI": rb"MThd\0",
    },
    "program": {
        "Windows": rb"MZ[^\n]{,40}\0",
        "ELF": rb"\x7fELF",
        "Mach-O": rb"[\xcf\xce]\xfa\xed\xfe",
        "Java": rb"\xca\xfe\xba\xbe",
        "WebAssembly": rb"\0asm",
    },
    "packed": {
        "7z": rb"7z\xbc\xaf\x27\x1c",
        "rar": rb"Rar!\x1a\x07",
        "xz": rb"\xfd7zXZ\0",
        "bz2": rb"BZh[1-9](?:1AY&SY|\x17rE8P)",
        "lz4": rb"\x04\x22M\x18",
        "compress": rb"\x1f[\x9d\xa0]",
        "cab": rb"MSCF\0",
        "gzip": rb"\x1f\x8b\x08",
        "zstd": rb"\x28\xb5\x2f\xfd",
    },
    "office": {"Office": rb"\xd0\xcf\x11\xe0|\{\\rtf1"},
    "data": {
        "SQLite": rb"SQLite format 3\0",
        "HDF5": rb"\x89HDF\r\n",
        "NumPy": rb"\x93NUMPY",
        "Arrow": rb"ARROW1\0",
        "GGUF": rb"GGUF.?.?.?\0",
        "safetensors": rb".{4}\0{4}\{",
        "pickle": rb"\x80[\x02-\x05][\x8a\x95}\](cX]",
        "Avro": rb"Obj\x01",
        "OpenType": rb"OTTO\0|\0\x01\0\0\0|ttcf\0|wOF[F2]\0",
    },
}
"""Kind of a file without text -> formats, with the magic bytes of each."""

_SUFFIXES = {
    "image": ".png .jpg .jpeg .gif .bmp .webp .tif .tiff .heic .avif .ico .psd",
    "media": ".mp3 .wav .ogg .flac .m4a .aac .wma .opus .mp4 .m4v .mov .avi .mkv .webm .wmv",
    "program": ".exe .dll .so .dylib .o .a .class .pyc .wasm .bin .dmg .msi .apk",
    "packed": ".7z .rar .xz .bz2 .lz4 .lzma .z .br .tbz .tbz2 .txz .cab .iso .sz",
    "office": ".doc .odt .rtf .xls .xlsx .ods .ppt .pptx .pages .numbers .key",
    "data": ".sqlite .db .h5 .hdf5 .npy .npz .arrow .feather .gguf .safetensors .pt .pth .pkl"
    " .avro .orc .ttf .otf .woff .woff2",
}
"""The same by suffix, for binary content with unknown magic bytes."""

_KIND_OF = {suffix: kind for kind, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def format_of(name: str, head: bytes) -> str | None:
    """Return a file's format, by its first bytes, or else by its suffix.

    None if the suffix is unknown: the file is tried as a text.
    """
    begins = next((each for begin, each in _BEGINS.items() if re.match(begin, head)), None)
    named = FORMATS.get(suffix_of(name))
    return named if begins == "zip" and named in ("docx", "epub") else begins or named


def refuse_others(name: str, head: bytes) -> None:
    """Raise `CorpusError` if the magic bytes are those of a file without text.

    A .docx with a password begins like an old .doc.
    """
    if FORMATS.get(suffix_of(name)) == "docx":
        return
    for kind, formats in _OTHERS.items():
        for each, begins in formats.items():
            if re.match(begins, head, re.DOTALL):
                raise refusal(kind, name, each)


def refusal_by_name(name: str) -> CorpusError | None:
    """Return the error for a binary file by its name, if the name identifies its kind."""
    suffix = suffix_of(name)
    kind = _KIND_OF.get(suffix)
    return refusal(kind, name, suffix) if kind else None


def refusal(kind: str, file: str, found: str) -> CorpusError:
    """Return the error that names a file's kind and how to get a text from it."""
    if kind == "image":
        return CorpusError("is_image", file=file, format=found)
    if kind == "media":
        return CorpusError("is_media", file=file, format=found)
    if kind == "program":
        return CorpusError("is_program", file=file, format=found)
    if kind == "packed":
        return CorpusError("is_packed", file=file, format=found)
    if kind == "office":
        return CorpusError("is_office", file=file)
    return CorpusError("is_data", file=file, format=found)
