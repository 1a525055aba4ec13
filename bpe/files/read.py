"""Open a tokenizer: from its files by name, from one file, or from a folder as on a model hub."""

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import regex

from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError, check_choice, check_path, short
from ..input.opening import KINDS, check_size, read_file, unpacked_name
from ..text.normalizers import NORMALIZERS
from ..training import Training
from .by_sentencepiece import SentencePieceTokenizer
from .by_tiktoken import open_minbpe, open_ranks, open_tekken
from .by_tokenizers import HuggingFaceTokenizer, open_merges, open_vocab_txt
from .checks import MAX_FILE_BYTES, check_file, read_json, read_text, unpacked_file
from .patterns import FileSettings, Given, check_words, settings_of
from .recognize import FileContent, recognize
from .tokenizer import FileTokenizer

TRAINED = "trained.json"
"""Name of the file from which a run written by `train` is trained again."""

_SETTINGS = ("tokenizer_config.json", "config.json", "added_tokens.json", TRAINED)
"""Files that state the word rules or special tokens."""

_VOCABULARY, _MERGES = ("vocab.json", "encoder.json"), ("merges.txt", "vocab.bpe")
_BEFORE = (
    *("tokenizer.json", "tekken.json", "tokenizer.model", "spiece.model"),
    *("sentencepiece.bpe.model", "spm.model", "tiktoken.model"),
)
_AFTER = ("vocab.txt",)
"""File names of a tokenizer in a model's folder: before vocab.json with merges.txt, and after."""

_HALF = regex.compile(r"(.*[-_.])?(vocab\.json|encoder\.json|merges\.txt|vocab\.bpe)")
_OTHER_HALF = dict.fromkeys(_VOCABULARY, _MERGES) | dict.fromkeys(_MERGES, _VOCABULARY)

_SUFFIXES = (".json", ".tiktoken", ".model", ".spm", ".bpe", ".txt", ".gz", ".zst")


def load(
    files: Mapping[str, bytes],
    pretokenizer: str | None = None,
    *,
    normalizer: str | None = None,
    special: Mapping[str, int] | None = None,
) -> FileTokenizer:
    """Open a tokenizer from its files, given by name; each may be compressed with gzip or zstd.

    The files may be all files of a model's folder. The first of these that exists is opened: a
    tokenizer.json, Mistral's tekken.json, a .model of SentencePiece, vocab.json with merges.txt (or
    encoder.json with vocab.bpe), BERT's vocab.txt; ranks of tiktoken and a .model of minbpe under
    any name.

    Ranks, and vocab.json with merges.txt, do not state how texts are cut into words.
    `pretokenizer` does: one of `WORDS`, or a regular expression. Without it, another file may state
    it (trained.json, tokenizer_config.json, config.json, special tokens by their ids), or the
    vocabulary is known. `normalizer` is applied to texts first, `special` gives the IDs of special
    tokens; the defaults are those of the pattern.

    Each is run by its library, which must be installed: tokenizers, tiktoken or sentencepiece.

    Raises `CorpusError`, naming the file and the line or key and what was expected there; its code
    is "pattern_needed" if `pretokenizer` must be given. Raises `ValueError` for an unknown
    `pretokenizer` or `normalizer`.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tokenizer_json
    >>> whole = to_tokenizer_json(train("low lower lowest", "huggingface"))
    >>> load({"tokenizer.json": whole.encode()}).encode("lower").tokens
    ['lower']
    """
    if pretokenizer is not None:
        check_words(pretokenizer)
    if normalizer is not None:
        check_choice("normalizer", normalizer, NORMALIZERS)
    if not isinstance(files, Mapping):
        raise ValueError(
            f"files must be a mapping name -> bytes, got {short(files)}. Put a file between braces."
        )
    if not files:
        raise CorpusError("no_files")
    for name, data in files.items():
        check_file(name, data)
    return _opened(_Files(files), Given(pretokenizer, normalizer, special))


def load_path(*paths: str | Path, pretokenizer: str | None = None) -> Tokenizer | FileTokenizer:
    """Open a tokenizer from a file, from a folder as on a model hub, or from a folder of `train`.

    Settings next to a file are read as well. If only vocab.json or merges.txt is given, the other
    one is taken from the same folder. A folder with trained.json is trained again.

    Raises `CorpusError` as `load` does, for a folder without a tokenizer, and for a `pretokenizer`
    if the files state their own; `OSError` if a file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bpe import train
    >>> from bpe.interchange import load_path, to_tokenizer_json
    >>> with TemporaryDirectory() as folder:
    ...     whole = to_tokenizer_json(train("low lower lowest", "huggingface"))
    ...     _ = Path(folder, "tokenizer.json").write_text(whole)
    ...     print(load_path(folder).encode("lower").tokens)
    ['lower']
    """
    first, *others = (check_path("path", path) for path in paths)
    if (first / TRAINED).is_file():
        if pretokenizer is not None:
            raise CorpusError("pattern_stated", file=TRAINED)
        return Training.load(first / TRAINED).tokenizer()
    if first.is_dir():
        files = _in_folder(first)
    else:
        names = [name for name in _SETTINGS if name != first.name]
        if not others and (half := _HALF.fullmatch(first.name)):
            names += [(half[1] or "") + each for each in _OTHER_HALF[half[2]]]
        limits = KINDS["tokenizer"].command
        files = {path.name: read_file(path, limits, pipes=True) for path in (first, *others)}
        files |= _read(first.parent, names)
    if not files:
        raise CorpusError("no_tokenizer", folder=str(first))
    found = load(files, pretokenizer)
    if pretokenizer is not None and found.words is None:
        raise CorpusError("pattern_stated", file=found.file)
    return found


def are_halves(one: str, other: str) -> bool:
    """Return whether two names are those of a vocabulary and its merges, in any order."""
    found = [_HALF.fullmatch(Path(path).name) for path in (one, other)]
    return bool(found[0] and found[1] and found[1][2] in _OTHER_HALF[found[0][2]])


def _in_folder(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that may belong to a tokenizer, never weights.

    In a pipeline of several models the tokenizer is in a subfolder.
    """
    inside = folder / "tokenizer"
    files = _read(folder, (*_BEFORE, *_VOCABULARY, *_MERGES, *_AFTER))
    if not files and inside.is_dir():
        return _in_folder(inside)
    if not files:
        paths = (path for path in sorted(folder.iterdir()) if path.is_file())
        names = (path.name for path in paths if path.stat().st_size <= MAX_FILE_BYTES)
        files = _read(folder, (name for name in names if name.lower().endswith(_SUFFIXES)))
    return _read(folder, _SETTINGS) | files if files.keys() - {*_SETTINGS} else {}


def _read(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    paths = (folder / name for name in names)
    limits = KINDS["tokenizer"].command
    return {path.name: read_file(path, limits) for path in paths if path.is_file()}


class _Files:
    """Files by name, decompressed on demand, at most `MAX_FILE_BYTES` bytes in total."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files, self._size = files, 0
        # The files of a folder may come with their paths.
        bases = {name: PurePosixPath(unpacked_name(name)).name.lower() for name in files}
        self._settings = {base: name for name, base in bases.items() if base in _SETTINGS}
        self._bases = {name: base for name, base in bases.items() if base not in _SETTINGS}
        self.names = ", ".join(files)

    def __len__(self) -> int:
        return len(self._files)

    def named(self, bases: Iterable[str]) -> list[str]:
        """Return the files with one of these names, in the order of the names."""
        return [name for base in bases for name, its in self._bases.items() if its == base]

    def others(self) -> list[str]:
        """Return the files whose names are not usual for a tokenizer."""
        usual = {*_BEFORE, *_AFTER}
        return [name for name, base in self._bases.items() if base not in usual]

    def data(self, name: str) -> bytes:
        """Return the content of a file."""
        _, data = unpacked_file(name, self._files[name])
        self._size += len(data)
        check_size(name, self._size, MAX_FILE_BYTES)
        return data

    def settings(self) -> FileSettings:
        """Return the settings in the settings files."""
        values: dict[str, Mapping[str, Any]] = {}
        for base, name in self._settings.items():
            # The words of a run may contain half of a surrogate pair.
            text = self.data(name).decode("utf-8-sig", "replace")
            values[base] = recognize(name, text.encode()).value
        return settings_of(values)


def _opened(files: _Files, given: Given) -> FileTokenizer:
    """Open the best of the files, with the other files it needs."""
    vocabulary, merges = files.named(_VOCABULARY), files.named(_MERGES)
    for name in files.named(_BEFORE):
        content = recognize(name, files.data(name))
        if content.is_whole:
            return _open(name, content, files, given)
    if vocabulary and merges:
        content = recognize(vocabulary[0], files.data(vocabulary[0]))
        return _open_both(vocabulary[0], content, merges[0], files, given)
    for name in files.named(_AFTER):
        content = recognize(name, files.data(name))
        if content.is_whole:
            return _open(name, content, files, given)
    return _open_any(files, given)


def _open_any(files: _Files, given: Given) -> FileTokenizer:
    """Open files with any names: the only tokenizer among them, or a vocabulary and merges."""
    found: dict[str, FileContent] = {}
    refused: list[CorpusError] = []
    for name in files.others():
        data = files.data(name)
        try:
            found[name] = recognize(name, data)
        except CorpusError as error:  # perhaps a picture next to the tokenizer
            refused.append(error)
    whole = [name for name, content in found.items() if content.is_whole]
    if len(whole) == 1:
        return _open(whole[0], found[whole[0]], files, given)
    ids = [name for name, content in found.items() if content.kind == "vocabulary"]
    texts = [name for name, content in found.items() if content.kind == "merges"]
    if len(ids) == 1 and len(found) == 2 and not texts:  # the error then names the line
        texts = [name for name, content in found.items() if content.text and not content.value]
    if not whole and len(ids) == len(texts) == 1:
        return _open_both(ids[0], found[ids[0]], texts[0], files, given)
    if not whole and len(halves := [*ids, *texts]) == 1:
        raise CorpusError("half", file=halves[0], other="merges.txt" if ids else "vocab.json")
    # Among several files, the most plausible one.
    known = [each for each in refused if len(files) == 1 or each.code not in ("not_text", "empty")]
    if known and not whole:
        raise known[0]
    raise CorpusError("files", files=files.names)


def _open(name: str, content: FileContent, files: _Files, given: Given) -> FileTokenizer:
    match content.kind:
        case "tokenizer.json":
            return HuggingFaceTokenizer(content.value, file=name, source=content.text)
        case "tekken.json":
            return open_tekken(name, content.value)
        case "minbpe":
            return open_minbpe(name, content.text)
        case "vocab.txt":
            return open_vocab_txt(name, content.text, files.settings())
        case "tiktoken":
            return open_ranks(name, content.text, files.settings(), given)
    return SentencePieceTokenizer(name, content.data, files.settings())


def _open_both(
    name: str, vocabulary: FileContent, merges: str, files: _Files, given: Given
) -> FileTokenizer:
    """Open a vocabulary, token -> ID, with its merges."""
    ids = read_json(name, vocabulary.text) if not vocabulary.value else vocabulary.value
    text = read_text(merges, files.data(merges))
    return open_merges((name, ids), (merges, text), files.settings(), given)
