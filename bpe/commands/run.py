"""The commands. All return an exit code: 0, or 1 if a check finds a difference."""

import argparse
import json
import os
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from glob import glob
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from runpy import run_module

from ..checking import CAUSES, Check, check
from ..corpus import Corpus
from ..counting import check_name, rules_of, words_in
from ..encoding.encoded import EncodedText
from ..errors import CorpusError
from ..files.pairs import load_merges
from ..files.read import TRAINED, are_halves
from ..files.write import training_files
from ..input.encodings import check_encoding
from ..input.opening import KINDS, UNBOUNDED, InputFile, open_file, read_file, read_within
from ..input.reading import inspect, texts_in
from ..input.report import FileReport, ReadAs
from ..interchange import load_path
from ..merging.values import Pair
from ..readings.losses import text_losses
from ..schemes import Scheme
from ..text.characters import to_alias
from ..training import train
from .options import chosen_limits, chosen_reading, chosen_scheme

DIFFERS = 1
WARNINGS = {
    "lowercase": "Texts are put in lower case: no token has a capital letter, and no "
    "tokenizer_config.json says otherwise.",
    "numbering": "The ids are those of the SentencePiece file; the model's own tokenizer numbers "
    "the pieces differently. Its tokenizer.json has those ids.",
}
"""Notes that `encode` prints before the IDs of a file, by `FileTokenizer.notes`."""

MAX_JUDGED_CHARS = 2_000
"""Maximum number of characters that `encode` checks for losses."""


MAX_SHOWN_MERGES = 2_000
"""Number of merges on a page if no limit is given."""


def app_command(given: argparse.Namespace) -> int:
    """Run the app in this process until it is interrupted."""
    package = Path(__file__).resolve().parents[1]
    app = next(
        (
            each
            for each in (package / "_app" / "app.py", package.parent / "app.py")
            if each.exists()
        ),
        None,
    )
    if app is None or find_spec("streamlit") is None:
        raise ValueError(
            "the app needs more packages than the engine. "
            'Install them: pip install "bpe-explainer[app]"'
        )
    options = {"address": given.address, "port": given.port}
    options["headless"] = None if given.opens else "true"
    chosen = [f"--server.{name}={value}" for name, value in options.items() if value is not None]
    sys.argv = ["streamlit", "run", str(app), *chosen]
    run_module("streamlit", run_name="__main__", alter_sys=True)
    return 0


def show_command(given: argparse.Namespace) -> int:
    """Write the player of a run as one page, and open it."""
    scheme, limits = chosen_scheme(given), chosen_limits(given)
    if limits["max_merges"] is None and limits["vocab_size"] is None:
        limits["max_merges"] = MAX_SHOWN_MERGES
    training = train(_read_corpus(given, scheme), scheme, **limits)
    name = "text" if given.file == "-" else Path(given.file).stem
    page = Path(given.out or f"{name}.bpe.html")
    training.save_page(page, step=given.step, words=given.word, lang=given.lang)
    say(f"{len(training):,} merges, written to {page}.")
    if given.opens:
        webbrowser.open(page.resolve().as_uri())
    return 0


def train_command(given: argparse.Namespace) -> int:
    """Train, and write the run, its merges and other libraries' files into a folder."""
    scheme, out = chosen_scheme(given), Path(given.out)
    if out.exists() and not out.is_dir():
        raise CorpusError("out", name=given.out)
    training = train(_read_corpus(given, scheme), scheme, **chosen_limits(given))
    files = training_files(training)
    out.mkdir(parents=True, exist_ok=True)
    training.save(out / TRAINED)
    for name, content in files.items():
        (out / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    size, names = int(training.vocabulary_sizes[-1]), ", ".join((TRAINED, *files))
    say(f"{len(training):,} merges, {size:,} tokens, written to {given.out}: {names}.")
    return 0


def count_command(given: argparse.Namespace) -> int:
    """Count the words of many files, and write them with their counts."""
    out = Path(given.out)
    check_name(out)
    paths = [each for path in given.paths for each in matching_paths(path)]
    corpus = Corpus.from_files(
        map(os.path.abspath, paths) if given.scheduler else paths,
        chosen_scheme(given),
        **chosen_reading(given),
        processes=(os.cpu_count() or 1) if given.processes is None else given.processes,
        scheduler=given.scheduler,
    )
    _report(corpus.files)
    corpus.save_counts(out)
    total = sum(corpus.counts)
    say(f"{total:,} words, {len(corpus):,} of them distinct, written to {given.out}.")
    return 0


def matching_paths(path: str) -> list[str]:
    """Return a path, or all paths that match it as a pattern: Windows shells do not expand it."""
    return [path] if Path(path).exists() else sorted(glob(path)) or [path]  # noqa: PTH207


def encode_command(given: argparse.Namespace) -> int:
    """Print the IDs, or the tokens, of a text, using files of `train` or of another library."""
    paths, files = [given.tokenizer], given.files
    if files and are_halves(given.tokenizer, files[0]):
        paths, files = [*paths, files[0]], files[1:]
    if len(files) > 1:
        raise ValueError(f"one text must be given, got {', '.join(files)}. Encode each by itself.")
    tokenizer = load_path(*paths, pretokenizer=given.pattern)
    for note in getattr(tokenizer, "notes", ()):
        if note in WARNINGS:
            print(WARNINGS[note], file=sys.stderr)
    with _opened(*files or "-") as file:
        report = _inspect(file, ReadAs(given.encoding), is_plain=True)
        text = "\n".join(texts_in(file, report))
    encoding: EncodedText = tokenizer.encode(text)
    lost = text_losses(tokenizer, text[:MAX_JUDGED_CHARS])
    if lost.spaces:
        print("White space is lost: others would have the same ids.", file=sys.stderr)
    for parts, kind in ((lost.dropped, "dropped"), (lost.unknown, "read as the unknown token")):
        if parts:
            named = " ".join(parts[:MAX_REPORTED])
            print(
                _printable(f"No token stands for these, which are {kind}: {named}"), file=sys.stderr
            )
    if given.tokens:
        say(json.dumps([*map(to_alias, encoding.tokens)], ensure_ascii=False))
    else:
        say(" ".join(map(str, encoding.ids)))
    return 0


def check_command(given: argparse.Namespace) -> int:
    """Compare a list of merges with the record; print the first difference and its cause."""
    scheme, path = chosen_scheme(given), Path(given.merges_file)
    data = read_file(path, KINDS["merges"].command, pipes=True)
    with _opened(given.file) as file:
        report = _inspect(file, ReadAs(**chosen_reading(given)))
        # With the text, a different pre-tokenization can be detected.
        is_text = report.kind == "text"
        corpus = "".join(texts_in(file, report)) if is_text else _corpus(file, report, scheme)
    text = corpus if isinstance(corpus, str) else "\n".join(corpus.words)
    merges = load_merges(path.name, data, text)
    found = check(merges, corpus, scheme, **chosen_limits(given))
    say(verdict(found))
    return DIFFERS if found.diagnosis else 0


def verdict(found: Check) -> str:
    """Return one line: the first step that differs, both pairs and their counts, and the cause."""
    first, why = found.difference, found.diagnosis
    if first is None or why is None:
        following = found.training.merges[found.expected : found.expected + 1]
        more = [f" Next would be {_pair_text(each.pair, each.count)}." for each in following]
        return f"All {len(found.pairs):,} merges agree.{''.join(more)}"
    theirs = "ends" if first.theirs is None else f"merges {_pair_text(first.theirs, first.count)}"
    ours = "ends" if first.ours is None else _pair_text(first.ours.pair, first.ours.count)
    detail = f" ({why.detail})" if why.detail else ""
    rules = f"; the list's ties: {' or '.join(why.rules)}" if why.rules else ""
    differs = f"Merge {first.step + 1:,} differs: the list {theirs}; the record {ours}."
    return f"{differs}\n{CAUSES[why.cause]}{detail}{rules}."


def _pair_text(pair: Pair, count: int) -> str:
    return f"({', '.join(map(repr, map(to_alias, pair)))}), count {count:,}"


def _read_corpus(given: argparse.Namespace, scheme: Scheme) -> Corpus:
    with _opened(given.file) as file:
        return _corpus(file, _inspect(file, ReadAs(**chosen_reading(given))), scheme)


@contextmanager
def _opened(name: str) -> Iterator[InputFile]:
    """Open a file, a pipe, or standard input for "-"; anything but a file is read into memory."""
    path = Path(name)
    if name == "-":
        data = read_within(sys.stdin.buffer, "standard input", UNBOUNDED.most)
        yield InputFile(BytesIO(data), "standard input")
    elif path.is_fifo():
        yield InputFile(BytesIO(read_file(path, UNBOUNDED, pipes=True)), path.name)
    else:
        with open_file(path) as raw:
            yield InputFile(raw, path.name)


def _inspect(file: InputFile, read_as: ReadAs, *, is_plain: bool = False) -> FileReport:
    check_encoding(read_as.encoding)
    report = inspect(file, read_as, is_plain=is_plain)
    _report([report])
    return report


def _corpus(file: InputFile, report: FileReport, scheme: Scheme) -> Corpus:
    words = words_in(file, report, scheme)
    if not words:
        raise CorpusError("no_words")
    return Corpus(tuple(words), tuple(words.values()), file.name, rules_of(report), (report,))


MAX_REPORTED = 20
"""Maximum number of files for which a command reports how they were read."""


def _report(reports: Sequence[FileReport]) -> None:
    """Report on stderr anything unusual in the files that were read."""
    unusual = [each for each in reports if each.notes]
    for each in unusual[:MAX_REPORTED]:
        print(_printable(str(each)), file=sys.stderr)
    if len(unusual) > MAX_REPORTED:
        print(f"... and {len(unusual) - MAX_REPORTED:,} more files.", file=sys.stderr)


def _printable(line: str) -> str:
    """Return a line that is safe to print in a terminal: file names are untrusted."""
    shown = "".join(each if each.isprintable() else "�" for each in line)
    return shown.encode(sys.stderr.encoding or "ascii", "backslashreplace").decode(
        sys.stderr.encoding or "ascii"
    )


def say(line: str) -> None:
    """Print a line; after a broken pipe print nothing more."""
    try:
        print(line.encode("utf-8", "backslashreplace").decode(), flush=True)
    except BrokenPipeError:
        # Discard the rest of the buffer, so that closing does not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
