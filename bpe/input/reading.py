"""The reader of all files: inspect a file, and yield its texts or its words with counts."""

import json
import re
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from itertools import islice

from ..errors import CorpusError, short, utf8
from .archives import format_of_zip, members_in
from .documents import DOCUMENTS
from .encodings import check_encoding, find_encoding
from .kinds import format_of, refusal, refusal_by_name, refuse_others
from .opening import (
    CHUNK,
    MEGABYTE,
    InputFile,
    packing_of,
    packing_of_content,
    suffix_of,
)
from .report import AS_FOUND, NAME_CHARS, FileReport, Kind, ReadAs, list_of
from .tables import (
    HEAD,
    BadJson,
    NoArray,
    TableColumns,
    cells,
    check_shape,
    chosen_columns,
    csv_columns,
    guess_columns,
    json_items,
    json_lines,
    lines_in,
    list_form,
    parquet_rows,
    paths_in,
    short_cell,
    table_errors,
    values_at,
    word_and_count,
)

COUNTS_MARK = b"# bpe counts: "
"""Magic bytes of a counts file, followed by the scheme as JSON (null if unknown)."""

COUNTS_COLUMNS = ["word", "count"]

PART_CHARS = 1 << 20
"""Number of characters read at once; the chunk then extends to the end of its line."""

_HEAD_BYTES = 512
_LONGEST_NAME = 200  # characters kept of the end of a file's name in an archive
_LISTED_CHARS = 1 << 13  # characters of the longest line in a list of words


def inspect(
    file: InputFile,
    read_as: ReadAs = AS_FOUND,
    expected: Collection[str] = (),
    *,
    is_plain: bool = False,
) -> FileReport:
    """Return a report on a file's content and how to read it, from all of its bytes.

    expected: encodings of the reader's language.
    is_plain: treat a table, a list or JSON as plain text.

    Raises `CorpusError` for an empty file, one without text, and a damaged one.
    """
    encoding = check_encoding(read_as.encoding)
    head = file.stream().read(_HEAD_BYTES)
    if not head:
        raise CorpusError("empty_file", file=file.name)
    if encoding is None:
        refuse_others(file.name, head)
    form = format_of(file.name, head) or "text"
    if form == "zip":
        form = format_of_zip(file.whole(), file.name, file.limits)
    if form in DOCUMENTS:
        document = DOCUMENTS[form](file.name, file.whole(), file.limits)
        return FileReport(file.name, "text", form, pages=document.pages, blank=document.blank)
    if form in ("zip", "tar"):
        return _inspect_archive(file, form, read_as, expected, is_plain)
    if form == "parquet":
        return _inspect_json(file, FileReport(file.name, "documents", form), read_as)
    if head.startswith(COUNTS_MARK) and not is_plain:
        return inspect_counts(file)
    try:
        found = find_encoding(file.stream, file.name, encoding, expected)
    except CorpusError as error:
        named = refusal_by_name(file.name) if error.code == "binary" else None
        raise named or error from error
    report = FileReport(file.name, "text", "text", **found._asdict())
    if is_plain:
        return report
    if form == "table":
        return _inspect_table(file, report, read_as)
    if form in ("lines", "json"):
        return _inspect_json(file, replace(report, format=form), read_as)
    if read_as.counts is None and _list_form(file, report.encoding):
        return replace(report, kind="counts", format="list", count=1, rows=_lines(file))
    return report


def _list_form(file: InputFile, encoding: str | None) -> re.Pattern[str] | None:
    with file.text(encoding) as text:
        return list_form(iter(lambda: text.readline(_LISTED_CHARS), ""))


def _lines(file: InputFile) -> int:
    stream = file.stream()
    return sum(block.count(b"\n") for block in iter(lambda: stream.read(CHUNK), b""))


def inspect_counts(file: InputFile) -> FileReport:
    """Return the scheme that split the words of a counts file, from its first line.

    Raises `CorpusError` for a file that `bpe-explainer count` did not write.
    """
    with table_errors(file.name, counts=True):
        line = next(lines_in(file.stream(), file.limits), b"")
        rules = json.loads(line[len(COUNTS_MARK) :]) if line.startswith(COUNTS_MARK) else line
        if not isinstance(rules, dict | None):
            raise ValueError(line[:60])
    rows = _lines(file)
    check_shape(rows, 2, file.limits)
    return FileReport(file.name, "counts", "counts", rows=rows, rules=rules)


def _inspect_table(file: InputFile, report: FileReport, read_as: ReadAs) -> FileReport:
    with closing(_csv_rows(file, report.encoding)) as rows:
        columns, has_names = csv_columns(rows)
    columns = chosen_columns(columns, file.name, read_as.field, read_as.counts)
    names = tuple(short_cell(name, NAME_CHARS) for name in columns.names)
    report = replace(report, format="table", has_names=has_names, rows=_lines(file) - has_names)
    return _with_columns(report, replace(columns, names=names))


def _with_columns(report: FileReport, columns: TableColumns) -> FileReport:
    kind: Kind = "documents" if columns.count is None else "counts"
    return replace(report, kind=kind, columns=columns.names, text=columns.text, count=columns.count)


def _csv_rows(file: InputFile, encoding: str | None) -> Generator[list[str], None, None]:
    """Yield rows of comma-, semicolon- or tab-separated cells; a .tsv has tabs."""
    with file.text(encoding) as text:
        first = next((line for line in iter(lambda: text.readline(CHUNK), "") if line.strip()), "")
    is_tsv = suffix_of(file.name) == ".tsv"
    delimiter = "\t" if is_tsv else max(",;\t", key=first.count)
    with table_errors(file.name), file.text(encoding) as text:
        yield from cells(text, delimiter, limits=file.limits)


def _inspect_json(file: InputFile, report: FileReport, read_as: ReadAs) -> FileReport:
    field = read_as.field
    is_name = field is not None and not field.isdecimal()
    if report.format == "parquet" and field is not None and is_name:
        next(_json_rows(file, report, [field]), None)  # raises if it is missing
    try:
        with closing(_json_rows(file, report)) as rows:
            head = [value for _, value in islice(rows, HEAD)]
    except NoArray:
        return replace(report, kind="text", format="text")
    names = paths_in(head, file.limits)
    if not head:
        raise CorpusError("no_words")
    if not names:
        raise _bad_row(file, report, 1, field or "text", head[0])
    table = [[_cell([*values_at(row, name)]) for name in names] for row in head]
    columns = TableColumns(tuple(names), *guess_columns(names, table, is_json=True))
    if is_name and field not in names:
        raise _bad_row(file, report, 1, field or "", head[0])
    columns = chosen_columns(columns, file.name, field, read_as.counts)
    return _with_columns(replace(report, rows=_lines(file)), columns)


def _cell(values: list[object]) -> object:
    texts = [each for each in values if isinstance(each, str)]
    return " ".join(texts) if texts else (values or [None])[0]


def _json_rows(
    file: InputFile, report: FileReport, columns: Sequence[str] | None = None
) -> Generator[tuple[int, object], None, None]:
    """Yield rows of JSON or Parquet, each with its number.

    Raises `CorpusError` for invalid JSON, and `NoArray` for a .json without an array.
    """
    if report.format == "parquet":
        yield from enumerate(parquet_rows(file.whole(), file.name, columns), 1)
        return
    with file.text(report.encoding) as text:
        try:
            if report.format == "lines":
                yield from json_lines(text, file.limits)
            else:
                yield from json_items(text.read())
        except BadJson as error:
            field = report.columns[report.text] if report.columns else "text"
            raise _bad_row(file, report, error.number, field, error.held) from error


def _bad_row(
    file: InputFile, report: FileReport, number: int, field: str, value: object
) -> CorpusError:
    shown = short(value)
    if report.format == "lines":
        return CorpusError("json_line", file=file.name, line=number, field=field, value=shown)
    return CorpusError("json_item", file=file.name, number=number, field=field, value=shown)


def texts_in(file: InputFile, report: FileReport, *, in_parts: bool = False) -> Iterator[str]:
    """Yield the texts of a file: one, or its documents.

    in_parts: whether a text may be split into parts that end at line ends.
    """
    if report.format in DOCUMENTS:
        yield DOCUMENTS[report.format](file.name, file.whole(), file.limits).text
    elif report.members:
        for inner, member in _members(file, report):
            yield from texts_in(inner, member, in_parts=in_parts)
    elif report.kind == "text":
        yield from _text_parts(file, report.encoding, PART_CHARS if in_parts else None)
    elif report.format == "table":
        rows = islice(_csv_rows(file, report.encoding), report.has_names, None)
        yield from (row[report.text] for row in rows if report.text < len(row))
    else:
        path = report.columns[report.text]
        for number, row in _json_rows(file, report, [path]):
            yield from _json_texts(file, report, number, row, path)


def _text_parts(file: InputFile, encoding: str | None, size: int | None) -> Iterator[str]:
    limit = file.limits.whole
    with file.text(encoding) as text:
        while part := text.read(limit if size is None else size):
            part += text.readline(limit)
            if len(part) > limit:
                raise CorpusError("long_document", file=file.name, largest=limit // MEGABYTE)
            yield part


def _json_texts(
    file: InputFile, report: FileReport, number: int, row: object, path: str
) -> Iterator[str]:
    found = [*values_at(row, path)]
    is_there = found or (isinstance(row, dict) and path.partition(".")[0] in row)
    texts = [each for each in found if isinstance(each, str)]
    if not is_there or len(texts) + found.count(None) < len(found):
        raise _bad_row(file, report, number, path, row)
    for text in texts:
        utf8(text)
        yield text


def counts_in(file: InputFile, report: FileReport) -> Iterator[tuple[str, int]]:
    """Yield words and counts of a file; a word can occur more than once.

    Raises `CorpusError` for a count that is not a positive whole number.
    """
    if report.members:
        for inner, member in _members(file, report):
            yield from counts_in(inner, member)
    elif report.format == "counts":
        yield from _counted(file)
    elif report.format == "list":
        form = _list_form(file, report.encoding)
        with file.text(report.encoding) as text:
            for match in filter(None, map(form.fullmatch, text)) if form else ():
                yield match["word"], int(match["count"])
    else:
        rows = _pairs(file, report)
        found = (word_and_count(number, *pair) for number, pair in rows)
        yield from (each for each in found if each is not None)


def _counted(file: InputFile) -> Iterator[tuple[str, int]]:
    """Yield words and counts as `bpe-explainer count` wrote them: line ends are kept."""
    with table_errors(file.name, counts=True):
        stream = lines_in(file.stream(), file.limits)
        next(stream, None)
        lines = (line.decode("utf-8", "surrogatepass") for line in stream)
        rows = cells(lines, strict=True, limits=file.limits)
        if next(rows, None) != COUNTS_COLUMNS:
            raise ValueError("no line that says word,count")
        words: set[str] = set()
        for word, count in rows:
            if word in words or not (count.isascii() and count.isdecimal()):
                raise ValueError((word, count))
            words.add(word)
            yield word, int(count)


def _pairs(file: InputFile, report: FileReport) -> Iterator[tuple[int, tuple[object, object]]]:
    """Yield the number of each row, with its word cell and count cell."""
    places = (report.text, report.count or 0)
    if report.format == "table":
        rows = islice(_csv_rows(file, report.encoding), report.has_names, None)
        for number, row in enumerate(rows, 1):
            word, count = (row[at] if at < len(row) else "" for at in places)
            yield number, (word, count)
        return
    paths = [report.columns[at] for at in places]
    for number, value in _json_rows(file, report, paths):
        first, second = (next(values_at(value, path), None) for path in paths)
        yield number, (first, second)


def _inspect_archive(
    file: InputFile, form: str, read_as: ReadAs, expected: Collection[str], is_plain: bool
) -> FileReport:
    members: list[FileReport] = []
    refused: dict[str, CorpusError] = {}
    for inner in _files_in(file, form):
        try:
            head = inner.raw.read(_HEAD_BYTES)
            if packing_of(inner.name) or packing_of_content(head):
                raise refusal("packed", inner.name, "")
            refuse_others(inner.name, head)  # independent of the encoding chosen for the texts
            if format_of(inner.name, head) in ("zip", "tar"):
                raise refusal("packed", inner.name, "")
            members.append(inspect(inner, read_as, expected, is_plain=is_plain))
        except CorpusError as error:
            refused[inner.name] = error
    if not members and len(refused) == 1:
        raise next(iter(refused.values()))
    skipped = [*refused]
    kinds = {each.kind for each in members}
    if "counts" in kinds and len(kinds) > 1:
        skipped += [each.name for each in members if each.kind == "counts"]
        members = [each for each in members if each.kind != "counts"]
    if not members:
        raise CorpusError("no_members", file=file.name, value=list_of(skipped) or "-")
    kind: Kind = members[0].kind if len(members) == 1 or kinds == {"counts"} else "documents"
    return FileReport(
        file.name,
        kind,
        form,
        rows=sum(each.rows for each in members),
        rules=members[0].rules if len(members) == 1 else None,
        members=tuple(members),
        skipped=tuple(skipped),
    )


def _files_in(file: InputFile, form: str) -> Iterator[InputFile]:
    content = file.whole() if form == "zip" else file.stream()
    for name, data in members_in(content, file.name, form, file.limits):
        yield InputFile(BytesIO(data), name[-_LONGEST_NAME:], file.limits)


def _members(file: InputFile, report: FileReport) -> Iterator[tuple[InputFile, FileReport]]:
    """Yield the readable files of an archive, with their reports."""
    wanted = iter(report.members)
    member = next(wanted, None)
    for inner in _files_in(file, report.format):
        if member is not None and inner.name == member.name:
            yield inner, member
            member = next(wanted, None)
