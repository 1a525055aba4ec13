"""Options: what a command is told, and the scheme that it makes of it."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields, replace
from typing import Any, NoReturn, get_args

from .. import __version__
from ..schemes import PRESETS, TIE_RULES, Boundary, Normalizer, Pretokenizer, Scheme, Unknown

BAD_USE = 2
"""Exit code for what cannot be done as asked."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        print(f"{self.prog}: {message.rstrip('.')}. See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_USE)


def parser(name: str) -> Parser:
    """Return the parser of the command line, which was called by this name."""
    whole = Parser(prog=name, description="Train BPE, encode, check merges, and count words.")
    whole.add_argument("--version", action="version", version=f"{name} {__version__}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    train = commands.add_parser("train", help="learn merges from a text; write them to a folder")
    train.add_argument("file", metavar="FILE", help="as count takes or writes it; - for stdin")
    train.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    encode = commands.add_parser("encode", help="print the token ids of a text")
    encode.add_argument("tokenizer", metavar="TOKENIZER", help="what train wrote, or another's")
    encode.add_argument("file", metavar="FILE", nargs="?", default="-", help="by default stdin")
    encode.add_argument("--tokens", action="store_true", help="print tokens, a JSON list, not ids")
    said = "take names of special tokens for these, or for text; default: as its library does"
    encode.add_argument("--special", action=argparse.BooleanOptionalAction, help=said)
    check = commands.add_parser("check", help="exit with 0 only where a list is the record's")
    check.add_argument("merges_file", metavar="MERGES", help="the list, in any common format")
    check.add_argument("file", metavar="FILE", help="the text that it was learned from")
    count = commands.add_parser("count", help="count the words of many files, to train on later")
    said = "texts, .jsonl, .parquet, .gz or .zst, or a pattern; ties go by their order"
    count.add_argument("paths", metavar="FILE", nargs="+", help=said)
    count.add_argument("-o", "--out", required=True, metavar="COUNTS", help="a .csv to write")
    count.add_argument("--field", default="text", metavar="NAME", help="of the text: %(default)s")
    count.add_argument("--processes", type=int, metavar="N", help="default: one for each core")
    said = "a Dask cluster whose workers count, as tcp://host:8786"
    count.add_argument("--scheduler", metavar="ADDRESS", help=said)
    for command in (train, check, count):
        _rules(command)
    for command in (train, check):
        _limits(command)
    return whole


def _rules(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("rules", "a preset, and what is changed of it").add_argument
    add("--scheme", choices=tuple(PRESETS), default="paper", help="default: %(default)s")
    add("--ties", dest="tie_rule", choices=TIE_RULES, help="which of equally good pairs is merged")
    add("--boundary", choices=get_args(Boundary), help="how the ends of words are marked")
    add("--normalizer", choices=get_args(Normalizer), help="what is done to the text first")
    add("--pretokenizer", choices=get_args(Pretokenizer), help="what cuts the text into words")
    add("--pattern", metavar="REGEX", help="a regular expression whose matches are the words")
    add("--unknown", choices=get_args(Unknown), help="what encode does with unknown characters")
    said = "a special token; once for each, in place of the scheme's own; an empty one for none"
    add("--special", dest="special_tokens", action="append", metavar="TOKEN", help=said)
    add("--max-token-length", type=int, metavar="N", help="units that a token may have")


def _limits(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("limits").add_argument
    add("--merges", dest="max_merges", type=int, metavar="N", help="merges to learn at most")
    add("--vocab-size", type=int, metavar="N", help="alphabet, mark, special tokens and merges")
    add("--min-frequency", type=int, default=1, metavar="N", help="occurrences that a pair needs")


def scheme_of(given: argparse.Namespace) -> Scheme:
    """Return the scheme that was asked for. Raises `ValueError` for rules that do not fit."""
    asked = {each.name: getattr(given, each.name, None) for each in fields(Scheme)}
    if asked["special_tokens"] is not None:
        asked["special_tokens"] = tuple(filter(None, asked["special_tokens"]))
    changes = {name: value for name, value in asked.items() if value is not None}
    return replace(PRESETS[given.scheme], **changes)


def limits_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the limits that were asked for, by the names that `train` and `check` give them."""
    names = ("max_merges", "vocab_size", "min_frequency")
    return {name: getattr(given, name) for name in names}
