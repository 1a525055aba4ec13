"""Options: what a command is told, and the scheme that it makes of it."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from typing import Any, NoReturn, get_args

from ..schemes import PRESETS, TIE_RULES, Boundary, Normalizer, Pretokenizer, Scheme, Unknown

BAD_USE = 2
"""Exit code for what cannot be done as asked."""

INTERRUPTED = 130
"""Exit code after Ctrl+C."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        print(f"{self.prog}: {message.rstrip('.')}. See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_USE)


def parser(name: str) -> Parser:
    """Return the parser of the command line, which was called by this name."""
    whole = Parser(
        prog=name,
        description="Train BPE and keep the whole record, encode with what was learned, and hold "
        "merges of one's own against the record.",
    )
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    train = commands.add_parser("train", help="learn merges from a text; write them to a folder")
    train.add_argument(
        "file",
        metavar="FILE",
        help="a file as count takes them, or what count wrote; - for a text from standard input",
    )
    train.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    _rules(train)
    _limits(train)
    _count(commands.add_parser("count", help="count the words of many files, to train on later"))
    check = commands.add_parser(
        "check", help="exit with 0 only where a list of merges is the record's, merge for merge"
    )
    check.add_argument("merges_file", metavar="MERGES", help="the list, in any common format")
    check.add_argument("file", metavar="FILE", help="the text that it was learned from")
    _rules(check)
    _limits(check)
    encode = commands.add_parser("encode", help="print the token ids of a text")
    encode.add_argument(
        "tokenizer", metavar="TOKENIZER", help="a folder that train wrote, or a tokenizer's file"
    )
    encode.add_argument("file", metavar="FILE", nargs="?", default="-", help="by default stdin")
    encode.add_argument("--tokens", action="store_true", help="print tokens, a JSON list, not ids")
    encode.add_argument(
        "--special",
        action=argparse.BooleanOptionalAction,
        help="take names of special tokens for these, or for text; default: as its library does",
    )
    return whole


def _count(count: argparse.ArgumentParser) -> None:
    add = count.add_argument
    add(
        "paths",
        metavar="FILE",
        nargs="+",
        help="UTF-8 texts, .jsonl or .parquet, in the order that ties go by; .gz and .zst are "
        "unpacked; .parquet and .zst need pyarrow, which the extra app brings; a pattern such as "
        "part-*.jsonl stands for all files it matches, sorted by name",
    )
    add("-o", "--out", required=True, metavar="COUNTS", help="a .parquet, .csv or .jsonl to write")
    add("--field", default="text", metavar="NAME", help="field or column of the text: %(default)s")
    add("--processes", type=int, metavar="N", help="default: one for each core")
    add(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask cluster whose workers count, as tcp://host:8786; its scheduler and workers "
        "have this package and see the files under the same names",
    )
    _rules(count)


def _rules(command: argparse.ArgumentParser) -> None:
    rules = command.add_argument_group("rules", "a preset, and what is changed of it")
    add = rules.add_argument
    add("--scheme", choices=tuple(PRESETS), default="paper", help="default: %(default)s")
    add("--ties", dest="tie_rule", choices=TIE_RULES, help="which of equally good pairs is merged")
    add("--boundary", choices=get_args(Boundary), help="how the ends of words are marked")
    add("--normalizer", choices=get_args(Normalizer), help="what is done to the text first")
    add("--pretokenizer", choices=get_args(Pretokenizer), help="what cuts the text into words")
    add("--pattern", metavar="REGEX", help="a regular expression whose matches are the words")
    add("--unknown", choices=get_args(Unknown), help="what encode does with unknown characters")
    add(
        "--special",
        action="append",
        metavar="TOKEN",
        help="a special token, which no merge reaches into; once for each, in place of the "
        "scheme's own; an empty one for none",
    )
    add("--max-token-length", type=int, metavar="N", help="units that a token may have")


def _limits(command: argparse.ArgumentParser) -> None:
    limits = command.add_argument_group("limits")
    add = limits.add_argument
    add("--merges", type=int, metavar="N", help="merges to learn at most")
    add("--vocab-size", type=int, metavar="N", help="alphabet, mark, special tokens and merges")
    add("--min-frequency", type=int, default=1, metavar="N", help="occurrences that a pair needs")


def scheme_of(given: argparse.Namespace) -> Scheme:
    """Return the scheme that was asked for. Raises `ValueError` for rules that do not fit."""
    asked = {each.name: getattr(given, each.name, None) for each in fields(Scheme)}
    changes = {name: value for name, value in asked.items() if value is not None}
    if given.special is not None:
        changes["special_tokens"] = tuple(filter(None, given.special))
    return replace(PRESETS[given.scheme], **changes)


def limits_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the limits that were asked for, by the names that `train` and `check` give them."""
    return {
        "max_merges": given.merges,
        "vocab_size": given.vocab_size,
        "min_frequency": given.min_frequency,
    }
