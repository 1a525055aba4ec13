"""Options: the parser of the command line, and the scheme and limits that were chosen."""

import argparse
from dataclasses import replace
from typing import Any

from .. import __version__
from ..schemes import PRESETS, TIE_RULES, Scheme


def parser(name: str) -> argparse.ArgumentParser:
    """Return the parser of the command line, which was called by this name."""
    said = "Train BPE, encode, check merges, and count words."
    whole = argparse.ArgumentParser(prog=name, description=said)
    whole.add_argument("--version", action="version", version=f"{name} {__version__}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    train = commands.add_parser("train", help="learn merges from a text; write them to a folder")
    train.add_argument("file", metavar="FILE", help="as count takes or writes it; - for stdin")
    train.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    encode = commands.add_parser("encode", help="print the token ids of a text")
    encode.add_argument("tokenizer", metavar="TOKENIZER", help="what train wrote, or another's")
    encode.add_argument("file", metavar="FILE", nargs="?", default="-", help="by default stdin")
    encode.add_argument("--tokens", action="store_true", help="print tokens, a JSON list, not ids")
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
        _add_rules(command)
    for command in (train, check):
        _add_limits(command)
    return whole


def _add_rules(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("rules", "a preset, and what is changed of it").add_argument
    add("--scheme", choices=tuple(PRESETS), default="paper", help="default: %(default)s")
    add("--ties", choices=TIE_RULES, help="which of equally good pairs is merged")
    said = "a special token; once for each, in place of the scheme's own; an empty one for none"
    add("--special", action="append", metavar="TOKEN", help=said)


def _add_limits(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("limits").add_argument
    add("--merges", dest="max_merges", type=int, metavar="N", help="merges to learn at most")
    add("--vocab-size", type=int, metavar="N", help="alphabet, mark, special tokens and merges")
    add("--min-frequency", type=int, default=1, metavar="N", help="occurrences that a pair needs")


def chosen_scheme(given: argparse.Namespace) -> Scheme:
    """Return the chosen scheme. Raises `ValueError` for rules that do not fit."""
    scheme = PRESETS[given.scheme]
    special = scheme.special_tokens if given.special is None else filter(None, given.special)
    ties = given.ties or scheme.tie_rule
    return replace(scheme, tie_rule=ties, special_tokens=tuple(special))


def chosen_limits(given: argparse.Namespace) -> dict[str, Any]:
    """Return the chosen limits, as arguments of `train` and `check`."""
    names = ("max_merges", "vocab_size", "min_frequency")
    return {name: getattr(given, name) for name in names}
