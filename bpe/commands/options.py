"""Options: the parser of the command line, and the chosen scheme and limits."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from .. import __version__
from ..files.patterns import WORDS
from ..player.text import FIRST, languages
from ..schemes import PRESETS, TIE_RULES, ByteOrder, Scheme


def parsed(name: str, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the arguments. FILE of `encode` may also come after an option."""
    whole = parser(name)
    given, rest = whole.parse_known_args(arguments)
    if given.command == "encode" and not any(each[:1] == "-" != each for each in rest):
        given.files += rest
    elif rest:
        whole.error(f"unrecognized arguments: {' '.join(rest)}")
    return given


def parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of the command line; `name` is the program's name in help and errors."""
    said = "Open the app, play a run, train BPE, encode, check merges, and count words."
    after = f"{name} COMMAND --help lists the options of a command."
    whole = argparse.ArgumentParser(prog=name, description=said, epilog=after)
    whole.add_argument("--version", action="version", version=f"{name} {__version__}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    app = commands.add_parser("app", help="open the app in the browser; Ctrl+C ends it")
    app.add_argument("--port", type=int, metavar="N", help="default: 8501, or the next free one")
    said = "where it listens; 0.0.0.0 lets phones in the same network open it (default: localhost)"
    app.add_argument("--address", metavar="ADDRESS", help=said)
    show = commands.add_parser("show", help="write a run as one page, and open it")
    show.add_argument("file", metavar="FILE", help="the text; - for stdin")
    said = "the page to write; default: the name of FILE with .bpe.html"
    show.add_argument("-o", "--out", metavar="PAGE", help=said)
    show.add_argument("--step", type=int, default=0, metavar="N", help="the step it opens at")
    said = "a word of the text to show first; once for each"
    show.add_argument("--word", action="append", default=[], metavar="WORD", help=said)
    show.add_argument("--lang", default=FIRST, choices=languages(), help="default: %(default)s")
    for command in (app, show):
        said = "open no browser"
        command.add_argument("--no-open", dest="opens", action="store_false", help=said)
    train = commands.add_parser("train", help="learn merges from a text; write them to a folder")
    train.add_argument("file", metavar="FILE", help="as count takes or writes it; - for stdin")
    train.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    encode = commands.add_parser("encode", help="print the token ids of a text")
    said = "a folder, as train writes it or as on a model hub, or a file"
    encode.add_argument("tokenizer", metavar="TOKENIZER", help=said)
    said = "the text, by default stdin; before it merges.txt, if TOKENIZER is a vocab.json"
    encode.add_argument("files", metavar="FILE", nargs="*", help=said)
    said = "how words are cut, if the files do not say: an expression, or one of "
    encode.add_argument("--pattern", metavar="PATTERN", help=said + ", ".join(WORDS))
    encode.add_argument("--tokens", action="store_true", help="print tokens, a JSON list, not ids")
    check = commands.add_parser("check", help="exit with 0 only where a list is the record's")
    check.add_argument("merges_file", metavar="MERGES", help="the list, in any common format")
    check.add_argument("file", metavar="FILE", help="the text that it was learned from")
    count = commands.add_parser("count", help="count the words of many files, to train on later")
    said = "texts, tables, .jsonl, .parquet, archives, or a pattern; ties go by their order"
    count.add_argument("paths", metavar="FILE", nargs="+", help=said)
    count.add_argument("-o", "--out", required=True, metavar="COUNTS", help="a .csv to write")
    count.add_argument("--processes", type=int, metavar="N", help="default: one for each core")
    said = "a Dask cluster whose workers count, as tcp://host:8786"
    count.add_argument("--scheduler", metavar="ADDRESS", help=said)
    for command in (show, train, check, count):
        _add_rules(command)
        _add_reading(command, tables=True)
    _add_reading(encode, tables=False)
    for command in (show, train, check):
        _add_limits(command)
    return whole


def _add_rules(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("rules", "a preset, and what is changed of it").add_argument
    add("--scheme", choices=tuple(PRESETS), default="paper", help="default: %(default)s")
    add("--ties", choices=TIE_RULES, help="which of equally good pairs is merged")
    said = (
        "the ids of bytes, where words are bytes: by value, or as GPT-2 and Hugging Face have them"
    )
    add("--byte-order", choices=get_args(ByteOrder), help=said)
    said = "a special token; once for each, in place of the scheme's own; an empty one for none"
    add("--special", action="append", metavar="TOKEN", help=said)


def _add_reading(command: argparse.ArgumentParser, *, tables: bool) -> None:
    add = command.add_argument_group(
        "reading", "what is said of FILE on stderr, otherwise"
    ).add_argument
    add("--encoding", metavar="NAME", help="of the text: utf-8, cp1252, gb18030, ...")
    if tables:
        said = "the column or field of the texts or words: a name, a number, or a path as a.b"
        add("--field", "--column", metavar="NAME", help=said)
        said = "the column of the counts of words; none where each cell is a text"
        add("--counts", metavar="NAME", help=said)


def chosen_reading(given: argparse.Namespace) -> dict[str, str | None]:
    """Return how files are read, as arguments of `Corpus.from_files`."""
    return {name: getattr(given, name) for name in ("encoding", "field", "counts")}


def _add_limits(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("limits").add_argument
    add("--merges", dest="max_merges", type=int, metavar="N", help="merges to learn at most")
    add("--vocab-size", type=int, metavar="N", help="alphabet, mark, special tokens and merges")
    add("--min-frequency", type=int, default=1, metavar="N", help="occurrences that a pair needs")


def chosen_scheme(given: argparse.Namespace) -> Scheme:
    """Return the chosen scheme. Raises `ValueError` for rules that do not fit."""
    scheme = PRESETS[given.scheme]
    special = scheme.special_tokens if given.special is None else filter(None, given.special)
    return replace(
        scheme,
        tie_rule=given.ties or scheme.tie_rule,
        byte_order=given.byte_order or scheme.byte_order,
        special_tokens=tuple(special),
    )


def chosen_limits(given: argparse.Namespace) -> dict[str, Any]:
    """Return the chosen limits, as arguments of `train` and `check`."""
    names = ("max_merges", "vocab_size", "min_frequency")
    return {name: getattr(given, name) for name in names}
