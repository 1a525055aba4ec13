"""Layouts: the ways to write a list of merges, and the one that a text uses.

A list of merges makes the tokens that it uses: each is a character, or the result of an earlier
merge. So a text is parsed in every possible layout, and the layout in which this is true most often
wins.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import nlargest
from itertools import product
from typing import NamedTuple, TypeVar

import regex

from ..encoding.matching import merge_by_rank
from ..merging.cells import Token
from .printed import Node, Record, TooDeepError, parse

Item = Token | int
"""A token or a token ID."""

_T = TypeVar("_T")

MAX_TOKEN_CHARS = 400
"""Maximum number of characters of a token whose pair is not given."""

PROBED_LINES = 200
"""Number of lines that determine the text before, between and after the tokens."""

MAX_LINE_CHARS = 1_000
"""Maximum number of characters of a line with one merge without quotes."""

MAX_OTHER_LINES = 5
"""Maximum number of lines before the merges, and after them, that are skipped."""

MAX_LABEL_CHARS = 200
"""Maximum number of characters before a merge that identify its kind of line."""

MAX_VALUES = 50
"""Maximum number of values on a line with a merge."""

MAX_LABELS = 20
"""Maximum number of kinds of lines to try."""


class Row(NamedTuple):
    """A merge as written: its line, from 1, its pair, and the numbers next to it, in order."""

    line: int
    pair: tuple[Item, Item]
    numbers: tuple[int, ...] = ()


class Layout(NamedTuple):
    """A text read in one layout.

    Attributes:
        rows: its merges.
        wrong: the first line that is not in this layout, and its text; None if there is none.
        is_called: whether the words before the merges call them merges.
        is_guessed: whether pairs were reconstructed from merged tokens.
    """

    rows: list[Row]
    wrong: tuple[int, str] | None = None
    is_called: bool = False
    is_guessed: bool = False

    @property
    def founded(self) -> float:
        """Number of merges of known tokens, times their share; half of that for plausible IDs."""
        count = len(self.rows) - sum(1.0 for _ in self.unfounded())
        for rank, (_, pair, _) in enumerate(self.rows):
            count -= 0.5 * any(isinstance(item, int) and item >= 256 + rank for item in pair)
        return count * count / max(1, len(self.rows))

    @property
    def score(self) -> float:
        """Number of arguments for this layout."""
        doubts = (4 if self.wrong else 1) * (8 if self.is_guessed else 1)
        return self.founded * (10 if self.is_called else 1) / doubts

    def unfounded(self) -> Iterator[Row]:
        """Yield merges with a token that is neither a character nor made by an earlier merge."""
        known = set[Item]()
        for row in self.rows:
            left, right = row.pair
            if not all(item in known or is_unit(item) for item in row.pair):
                yield row
            if isinstance(left, str) and isinstance(right, str):
                known |= {left + right, left + right.removeprefix("##")}
            elif isinstance(left, bytes) and isinstance(right, bytes):
                known.add(left + right)


_UNIT = regex.compile(
    r"##\X|(?:▁|Ġ|_|·)?(?:\X|<0x[0-9A-Fa-f]{2}>)?(?:</w>|</s>|<eow>|<w>|@@|_|·|\$|▁)?"
)


def is_unit(item: Item) -> bool:
    """Return whether an item can exist before any merge: a character, a byte, a mark, or an ID."""
    if isinstance(item, bytes):
        return len(item) == 1 or (len(item) < 5 and len(item.decode("utf-8", "ignore")) == 1)
    return isinstance(item, int) or (len(item) < 20 and _UNIT.fullmatch(item) is not None)


def best_layout(text: str) -> Layout | None:
    """Return the layout with the highest score, the simplest of equal ones; None if none fits."""
    lines = [(n, line.strip(" \r")) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    plain = next(_of_lines(lines, _LINES[:1]), None)
    if plain and not plain.wrong and plain.founded > 0.9 * len(lines):
        return plain
    values = [*_of_values(text)]
    found = [*_of_lines(lines), *values, *_of_tokens(lines)]
    best = max(found, key=lambda layout: layout.score, default=None)
    if best is None or not best.score:
        # If the beginning of a list is missing, it makes none of its tokens.
        is_plain = not regex.search(r"\w[\[\](){}'\",;]|[\[\](){}'\",;]\w", text)
        whole = (each for each in values if not (each.wrong or each.is_guessed))
        best = next(whole, plain if is_plain else None)
    if best is None:
        return None
    broken = (row for row in best.unfounded() if any(map(_holds_others, row.pair)))
    wrong = best.wrong or next(((row.line, repr(row.pair)) for row in broken), None)
    return best._replace(wrong=wrong)


def _holds_others(item: Item) -> bool:
    """Return whether an item is quoted, or extends from one pair into the next."""
    return isinstance(item, str) and bool(
        regex.search(r"[)\]}],?\s*[(\[{]|^[bu]?(['\"]).+\1[,:]?$", item)
    )


# --- a merge on each line, without quotes -----------------------------------------------------

_LABELS = (
    r"",
    r"[(\[#]?\d+(?:/\d+)?[.):：\],;-]\s*",
    r"#?\d+\s+",
    r"\|\s*\d+\s*\|\s*",
    r"(?i:[^\d'\"]{0,40}?\bmerg\w*|合并)\s*(?:#?\d+)?\s*[:：]?\s+",
)
_BETWEEN = (r" ", r"\s+", r"\s*[,，、;]\s*", r"\s*[+&|]\s*", r"\s+(?:and|和|与)\s+")
_COUNT, _MADE = r"\s*\(?\d{1,9}\)?\s*", r"\s*(?P<made>\S+)(?:\s.*)?"
_AFTER = (
    "",
    *(rf"\s*{mark}{_COUNT}" for mark in (r"\s", "[:：=]", "[,，]")),
    *(rf"\s*{mark}{_MADE}" for mark in ("(?:->|→|=>|⇒)", "[:：=]", r"[,|\t]")),
    rf"\s*\|(?:{_COUNT}\|)?",
    r"(?:\s+\S*\d\S*)+",
    r"[，；（].*",
    r"[.,;:。].*",
)
_LINES = [
    *(
        regex.compile(rf"(?:{label})(?P<left>\S+?){between}(?P<right>\S+?)(?:{after})")
        for after, label, between in product(_AFTER, _LABELS, _BETWEEN)
    ),
    regex.compile(
        r"(?P<made>\S+)\s*(?:=|<-|←)\s*(?P<left>\S+)\s*[+,&\s]\s*(?P<right>\S+)(?:\s.*)?"
    ),
]
_LABELLED = regex.compile(r"(?P<label>[^:：]{1,60}(?::\s+|：\s*))(?P<rest>.+)")
_DIGITS, _LETTERS = regex.compile("[0-9]{1,9}"), regex.compile(r"\p{L}{2,}")
_CALLED = regex.compile(r"(?i)merg|best|frequent|highest|top|learn|chose|select|合并|选|最")
"""Words before a merge that identify it as a merge."""

Lines = Sequence[tuple[int, str]]


def _of_lines(
    lines: Lines, patterns: Sequence[regex.Pattern[str]] = _LINES, *, is_called: bool = False
) -> Iterator[Layout]:
    """Yield layouts in which each line, or string of a list, is a merge: "1. e s -> es", "e, s".

    Only the best ones by the first lines are read to the end.
    """
    begin = lines[:PROBED_LINES]
    tried = (
        (pattern, layout)
        for pattern in patterns
        for layout in _of_pattern(begin, pattern, is_called)
    )
    best = nlargest(4, tried, key=lambda each: each[1].score)
    for pattern in dict.fromkeys(pattern for pattern, _ in best):
        yield from _of_pattern(lines, pattern, is_called)


def _of_pattern(lines: Lines, pattern: regex.Pattern[str], is_called: bool) -> Iterator[Layout]:
    first = [line for _, line in lines[:20]]
    if 2 * sum(1 for line in first if _match(pattern, line)) < len(first):
        return
    rows, wrong = list[Row](), None
    for number, line, match in _without_others(
        [(n, each, _match(pattern, each)) for n, each in lines]
    ):
        if match is None:
            wrong = number, line
            break
        beside = f"{line[: match.start('left')]} {line[match.end('right') :]}"
        numbers = tuple(map(int, _DIGITS.findall(beside)))
        rows.append(Row(number, (match["left"], match["right"]), numbers))
    if rows:
        yield Layout(rows, wrong, is_called)
    if rows and all(_is_id(token) for row in rows for token in row.pair):
        ids = [row._replace(pair=(int(row.pair[0]), int(row.pair[1]))) for row in rows]
        yield Layout(ids, wrong, is_called)


def _is_id(token: Item) -> bool:
    return isinstance(token, str) and _DIGITS.fullmatch(token) is not None


def _match(pattern: regex.Pattern[str], line: str) -> regex.Match[str] | None:
    if len(line) > MAX_LINE_CHARS or (match := pattern.fullmatch(line)) is None:
        return None
    found = match.groupdict()
    left, right, made = found["left"], found["right"], found.get("made")
    whole = left + right, left + right.removeprefix("##")
    is_made = made is None or made in whole or made.strip("'\"`(),;.") in whole
    return match if is_made else None


_Match = TypeVar("_Match", bound="tuple[int, str, regex.Match[str] | None]")


def _without_others(lines: list[_Match]) -> list[_Match]:
    """Skip a few lines before and after the merges: a heading, words, a rule.

    A line in the form of a merge is skipped only if its tokens are words that occur in no other
    merge, and it looks like a heading or a sentence.
    """
    pairs = [(match["left"], match["right"]) for _, _, match in lines if match]
    uses = Counter(
        token for left, right in pairs for token in (left, right, left + right.removeprefix("##"))
    )

    def is_other(line: str, match: regex.Match[str] | None) -> object:
        if match is None:
            return _is_prose(line) or (regex.fullmatch(r"\p{L}{4,}", line) and line not in uses)
        left, right = match["left"], match["right"]
        if is_unit(left) or is_unit(right) or (left + right).isdecimal():
            return False
        is_used = any(uses[token] > 1 for token in (left, right, left + right.removeprefix("##")))
        is_made = "made" in match.groupdict()
        return not (is_used or is_made) and (_is_prose(line) or line[:1].isupper())

    first, last = 0, len(lines)
    while first < min(MAX_OTHER_LINES, last) and is_other(*lines[first][1:]):
        first += 1
    while last > max(first, len(lines) - MAX_OTHER_LINES) and is_other(*lines[last - 1][1:]):
        last -= 1
    return lines[first:last]


def _is_prose(line: str) -> bool:
    """Return whether a line is prose or a rule, as before and after the merges."""
    words = _LETTERS.findall(line)
    return bool(
        line.startswith("#")
        or len(words) > 2
        or (words and line[-1] in ":：=.!…")
        or regex.fullmatch(r"[^\p{L}\p{N}]{3,}", line)
        or regex.search(r"\p{Han}{4}|\b(?i:left|right|first|pair|token|count|rank)\b", line)
    )


def _of_tokens(lines: Lines) -> Iterator[Layout]:
    """Yield the layout of merged tokens, one per line or between commas: "ne, new, ␣r".

    Each token is encoded with the merges so far, and exactly two parts must remain. A `</w>` is a
    separate token if that works for all of them, else part of the last letter.
    """
    if len(lines) == 1:
        number, line = lines[0]
        lines = [(number, token.strip()) for token in regex.split("[,，、]", line)]
    tokens = [token.replace("␣", " ") for _, token in lines]
    if any(not 2 <= len(token) <= MAX_TOKEN_CHARS for token in tokens):
        return
    for unit in ("</w>|.", ".(?:</w>)?"):
        pairs = _last_pairs([regex.findall(unit, token) for token in tokens])
        if pairs is not None:
            rows = [Row(number, pair) for (number, _), pair in zip(lines, pairs, strict=True)]
            yield Layout(rows, is_guessed=True)
            return


def _last_pairs(tokens: Sequence[list[str]]) -> list[tuple[str, str]] | None:
    """Return the last pair of each token; None if a token has more or fewer than two parts."""
    ids: dict[str, int] = {}
    ranks: dict[tuple[int, int], int] = {}
    made: list[int] = []
    for units in tokens:
        parts = merge_by_rank([ids.setdefault(unit, len(ids)) for unit in units], ranks, made)
        if len(parts) != 2:
            return None
        ranks[parts[0], parts[1]] = len(made)
        made.append(ids.setdefault("".join(units), len(ids)))
    names = list(ids)
    return [(names[left], names[right]) for left, right in ranks]


# --- printed values ---------------------------------------------------------------------------


def _of_values(text: str) -> Iterator[Layout]:
    """Yield layouts of printed lists, tuples, maps and records, and of lines with a pair each."""
    is_cut = False

    def records() -> Iterator[Record]:
        nonlocal is_cut
        for record in parse(text):
            is_cut = not all(node.is_closed for node in record.nodes)
            yield record

    with suppress(TooDeepError):
        yield from _of_records(records(), text)
    if is_cut:
        # A bracket in a line of words opens no list.
        yield from _of_records(parse(text, spans_lines=False), text)


_Label = tuple[str, ...]
"""The words at the beginning of a line, equal on all lines of one kind."""


def _of_records(records: Iterator[Record], text: str) -> Iterator[Layout]:
    """Yield the layouts of lists with all merges, and of each kind of line with one merge."""
    wholes = defaultdict[_Label, list[Layout]](list)
    rows = defaultdict[_Label, list[Row]](list)
    labelled = defaultdict[_Label, list[tuple[int, str]]](list)
    without: list[tuple[int, str, _Label]] = []
    for record in records:
        end = text.find("\n", record.start)
        line = text[record.start : end if end >= 0 else len(text)]
        for node in record.nodes[:MAX_VALUES]:
            if (whole := _whole(node, text)) is not None:
                label = _label(line[: node.start - record.start])
                is_called = whole.is_called or _is_called(label)
                wholes[label].append(whole._replace(is_called=is_called))
        row, start = _row_of_record(record)
        label = _label(line if row is None else line[: start - record.start])
        if row is None:
            without.append((record.line, line, label))
        else:
            rows[label].append(row)
        if match := _LABELLED.fullmatch(line.strip()):
            labelled[_label(match["label"])].append((record.line, match["rest"]))
    for found in wholes.values():
        # Such a list contains all counts, or the best few, not the merges.
        if len(found) == 1:
            yield found[0]
        elif all(layout.is_called for layout in found):
            yield Layout([layout.rows[0] for layout in found], is_called=True)
    if not without:
        yield Layout(sorted((row for found in rows.values() for row in found), key=_line_of))
    for label, kind in _most(rows):
        # A line of this kind with a bracket or a quote should contain a merge.
        begins = r".*[\[({'\"]" if label else r"\s*[bu]?[\[({'\"]"
        wrong = (
            (number, line)
            for number, line, other in without
            if number > kind[0].line
            and other[: len(label)] == label
            and regex.match(begins, line[:MAX_LINE_CHARS])
        )
        yield Layout(kind, next(wrong, None), _is_called(label))
    for label, lines in _most(labelled):
        yield from _of_lines(lines, is_called=_is_called(label))


def _label(before: str) -> _Label:
    return tuple(_LETTERS.findall(before[:MAX_LABEL_CHARS])[:8])


def _is_called(label: _Label) -> bool:
    return any(map(_CALLED.search, label))


def _most(found: Mapping[_Label, list[_T]]) -> list[tuple[_Label, list[_T]]]:
    most = sorted(found.items(), key=lambda each: -len(each[1]))[:MAX_LABELS]
    # If each line has its own label, no label identifies the merges.
    return [each for each in most if len(found) < MAX_LABELS or len(each[1]) > 1]


def _line_of(row: Row) -> int:
    return row.line


def _whole(node: Node, text: str) -> Layout | None:
    """Return the layout of a list of merges; None for any other value, such as a single pair."""
    if node.kind != "list" or (len(node.value) == 2 and not _holds_lists(node)):
        return None
    for key, value in (entry.value for entry in node.entries):
        name = str(key.value).lower()
        if "merge" in name or name == "model":
            inner = _whole(value, text)
            if inner is not None:
                return inner._replace(is_called=True)
    lists = [part for part in node.value if part.kind == "list"]
    if len(lists) == 1 and (node.name or len(node.value) == 1):  # Counter({...})
        inner = _whole(lists[0], text)
        if inner is not None:
            return inner
    rows, strings, loose = list[Row](), list[tuple[int, str]](), list[Node]()
    wrong: Node | None = None
    for at, part in enumerate(node.value):
        rest = node.value[at + 1 :] if part.kind == "gap" else []
        first = part.value[0] if part.kind == "entry" else part
        if (row := _row(part)) is not None:
            rows.append(row)
        elif first.kind == "text":
            strings.append((first.line, first.value))
            loose.append(part)
        elif part.kind == "gap" and all(each.kind in ("word", "number") for each in rest):
            break
        elif part.is_closed or part is not node.value[-1]:
            wrong = wrong or part
    if strings and not rows:
        layouts = [*_of_lines(strings), *_of_tokens(strings)]
        rows = [row for line, string in strings if (row := _row_of_string(line, string))]
        layouts += [Layout(rows)] if len(rows) == len(strings) else []
        return max(layouts, key=lambda layout: layout.score, default=None)
    if not rows or len(strings) > len(rows):
        return None
    if all(part.kind == "entry" for part in node.value):
        rows = _by_number(rows)
    wrong = min(
        [*loose[:1], *([wrong] if wrong else [])], key=lambda node: node.start, default=None
    )
    if wrong is None:
        return Layout(rows)
    return Layout(rows, (wrong.line, text[wrong.start : wrong.start + 80].partition("\n")[0]))


def _holds_lists(node: Node) -> bool:
    return any(part.kind in ("list", "entry") or " " in str(part.value) for part in node.value)


def _by_number(rows: list[Row]) -> list[Row]:
    """Return the merges of a map in the order of its numbers, if these are ranks or IDs."""
    numbers = {row.numbers[0]: row for row in rows if row.numbers}
    if len(numbers) < len(rows):
        return rows
    ordered = [numbers[number] for number in sorted(numbers)]
    first, given = min(numbers), [*numbers]
    is_counted = max(numbers) - first == len(rows) - 1 and (
        first == 0 or (first > 255 and given[0] < given[-1])
    )
    more = Layout(ordered).founded - Layout(rows).founded
    return ordered if more > 0 or (is_counted and not more) else rows


def _row_of_record(record: Record) -> tuple[Row | None, int]:
    """Return the merge on a line, and the index of its first character."""
    nodes = record.nodes[:MAX_VALUES]
    numbers = tuple(node.value for node in nodes if node.kind == "number")
    for node in nodes:
        if (row := _row(node)) is not None:
            return row._replace(line=record.line, numbers=row.numbers + numbers), node.start
    quoted = [node for node in nodes if node.kind in ("text", "bytes")]
    pair = _pair([node.value for node in quoted])
    return (Row(record.line, pair, numbers), quoted[0].start) if pair else (None, record.start)


def _row_of_string(line: int, string: str) -> Row | None:
    """Parse a merge from a JSON key, since JSON has no tuples: "('e', 's')"."""
    row = next((_row_of_record(record)[0] for record in parse(string)), None)
    return row and row._replace(line=line)


_SIDES = (("left", "right"), ("first", "second"), ("l", "r"), ("a", "b"), ("x", "y"), ("0", "1"))
"""Names of a pair's two tokens in a record; also Scala's _1 and _2."""

MAX_NAMES = 10
"""Maximum number of names in a record; a vocabulary has more, including letters."""


def _row(node: Node) -> Row | None:
    """Return the merge in a value: a pair, alone or together with its count, rank or new token."""
    if node.kind not in ("entry", "list") or not node.is_closed:
        return None
    parts, names = node.value, list[str]()
    if node.kind == "list" and len(node.entries) == len(node.value):
        names = [str(part.value[0].value).strip("_").lower() for part in parts]
        parts = [part.value[1] for part in parts]
    parts = [_unwrapped(part) for part in parts if part.kind != "entry"]
    numbers = tuple(part.value for part in parts if part.kind == "number")
    for left, right in _SIDES if 0 < len(names) <= MAX_NAMES else ():
        sides = [
            part
            for side in (left, right)
            for name, part in zip(names, parts, strict=True)
            if name.split("_")[0] == side or name == f"{side}id"
        ]
        if len(sides) == 2 and not any(part.kind == "list" for part in sides):
            return Row(node.line, (sides[0].value, sides[1].value), numbers)
    inner = [part for part in parts if part.kind == "list"]
    rows = [row for part in inner if (row := _row(part)) is not None]
    if rows and (len(inner) == 1 or any("pair" in name or "merge" in name for name in names)):
        return rows[0]._replace(line=node.line, numbers=rows[0].numbers + numbers)
    if node.kind == "entry" or names:
        return None
    if inner or any(part.kind == "gap" for part in parts):
        return None
    pair = _pair([part.value for part in parts if part.kind != "number"])
    if pair is None and len(numbers) == len(parts) and 2 <= len(parts) <= 4:
        return Row(node.line, (numbers[0], numbers[1]), numbers[2:])
    return Row(node.line, pair, numbers) if pair else None


def _unwrapped(node: Node) -> Node:
    """Return the argument of a call such as np.str_('e') or Some("e"), or the node itself."""
    is_wrapped = node.kind == "list" and node.name and len(node.value) == 1
    return node.value[0] if is_wrapped and node.value[0].kind not in ("list", "entry") else node


def _pair(tokens: Sequence[Token]) -> tuple[Token, Token] | None:
    """Return the pair among a few tokens; one may be the token it makes."""
    if len(tokens) == 2:
        return tokens[0], tokens[1]
    if len(tokens) == 3 and len({*map(type, tokens)}) == 1:
        first, second, third = tokens
        if isinstance(third, str) and regex.fullmatch(r"-?\d*\.\d+(?:e-?\d+)?", third):
            return first, second
        for left, right, made in ((first, second, third), (second, third, first)):
            if made == left + right or (str(right)[:2] == "##" and made == left + right[2:]):  # type: ignore[operator]
                return left, right
    return None
