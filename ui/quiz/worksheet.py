"""A round on paper: one page to fill in, one with the answers, as a file that needs nothing else.

Everything in it is read off the record; what words and tokens are made of is escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template

from bpe import Encoding, Merge, Training
from ui.catalogue import catalogue
from ui.draw.tokens import Token, visible
from ui.quiz.rounds import Round
from ui.shell.document import document

_TEMPLATE = Path(__file__).with_name("worksheet.html")

Cells = Sequence[str]
"""The cells of a row, as HTML."""


def worksheet(asked: Round, lang: str) -> str:
    """Write the worksheet of a round, in one of our languages, as an HTML page."""
    sheet = _Sheet(lang)
    if asked.encoding is None:
        given, blank, filled = _of_training(asked.training, sheet)
    else:
        given, blank, filled = _of_encoding(asked.training, asked.encoding, sheet)
    name = sheet.say(f"round_{asked.name}")
    title = sheet.say("sheet_title", round=name, number=asked.number, seed=asked.seed)
    found = {key: sheet.chips(tokens) for key, tokens in asked.found.tokens.items()}
    rule = "order" if asked.encoding else _ranked_by(asked.training)
    tie_rule = asked.training.scheme.tie_rule
    body = Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=title,
        name=sheet.say("sheet_name"),
        date=sheet.say("sheet_date"),
        question=sheet.say(f"question_{asked.name}"),
        rule=sheet.say(f"sheet_rule_{rule}", rule=catalogue(lang)[f"ties.wins_{tie_rule}"]),
        given=given,
        fill=sheet.say("sheet_fill"),
        blank=blank,
        answers=sheet.say("sheet_answers", title=title),
        shows=sheet.say(f"found_{asked.found.code}", **asked.found.values, **found),
        filled=filled,
    )
    return document(lang, title, _TEMPLATE.with_suffix(".css").read_text(encoding="utf-8"), body)


class Markup(str):
    """A text that is HTML already."""


class _Sheet:
    """Words of one language, and tables, as HTML."""

    def __init__(self, lang: str) -> None:
        self._entries = catalogue(lang)

    def say(self, name: str, **values: object) -> str:
        """Return a sentence of the quiz, escaped; a `Markup` among the values stays as it is."""
        slots = {
            key: value
            if isinstance(value, Markup)
            else escape(value)
            if isinstance(value, str)
            else value
            for key, value in values.items()
        }
        return escape(self._entries[f"quiz.{name}"], quote=False).format(**slots)

    def chips(self, tokens: Iterable[Token]) -> Markup:
        """Draw tokens, each in a box."""
        drawn = (f'<span class="token">{escape(visible(token))}</span>' for token in tokens)
        return Markup("".join(drawn))

    def table(self, columns: Cells, rows: Iterable[Cells], kind: str = "") -> str:
        """Draw a table with these headings; the first cell of a row heads it."""
        head = "".join(f'<th scope="col">{column}</th>' for column in columns)
        body = "".join(
            f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
            for first, *rest in rows
        )
        return (
            f'<div class="scroll"><table class="{kind}"><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )


def _ranked_by(training: Training) -> str:
    """Name what makes a pair good: "count" or "score"."""
    return "count" if training.scheme.score == "count" else "score"


def _of_training(training: Training, sheet: _Sheet) -> tuple[str, str, str]:
    """Return the words, the tables to fill in, and the same ones filled in."""
    start = training.snapshot(0)
    words = start.words()
    given = sheet.table(
        [sheet.say(f"sheet_{name}") for name in ("word", "count", "start")],
        [[escape(visible(w.text)), f"{w.count}", sheet.chips(w.tokens)] for w in words],
    )
    value = _ranked_by(training)
    of_steps = [sheet.say(f"sheet_{name}") for name in ("step", "pair", value, "ties")]
    numbers = [f"{merge.rank + 1}" for merge in training.merges]
    of_words = [sheet.say("sheet_word"), *(sheet.say("sheet_after", step=n) for n in numbers)]
    blank = sheet.table(of_steps, [[n, "", "", ""] for n in numbers], "blank")
    blank += f"<h2>{sheet.say('sheet_splits')}</h2>"
    empty = ["" for _ in numbers]
    blank += sheet.table(
        of_words, [[escape(visible(w.text)), *empty] for w in words], "blank splits"
    )
    filled = sheet.table(
        of_steps,
        [_merge_row(n, m, value, sheet) for n, m in zip(numbers, training.merges, strict=True)],
    )
    later = list(training.snapshots())[1:]
    filled += f"<h2>{sheet.say('sheet_splits')}</h2>"
    filled += sheet.table(
        of_words,
        [
            [escape(visible(w.text)), *(sheet.chips(each.tokens(w.text)) for each in later)]
            for w in words
        ],
        "splits",
    )
    return given, blank, filled


def _merge_row(number: str, merge: Merge, value: str, sheet: _Sheet) -> Cells:
    """Write which pair was merged, what for, and which others were as good."""
    others = merge.ties[1:]
    ties = ", ".join(sheet.chips(pair) for pair in others) or sheet.say("sheet_no_ties")
    marked = f'<span class="tie">{ties}</span>' if others else ties
    amount = f"{merge.count}" if value == "count" else f"{merge.score:.3g}"
    return [number, sheet.chips(merge.pair), amount, marked]


def _of_encoding(training: Training, encoding: Encoding, sheet: _Sheet) -> tuple[str, str, str]:
    """Return the merges by rank and the word, the table to fill in, and the same filled in."""
    ranks = sheet.table(
        [sheet.say(f"sheet_{name}") for name in ("rank", "pair", "token")],
        [
            [f"{merge.rank}", sheet.chips(merge.pair), sheet.chips([merge.token])]
            for merge in training.merges
        ],
    )
    columns = [sheet.say(f"sheet_{name}") for name in ("step", "pair", "rank", "tokens")]
    given, blank, filled = ranks, "", ""
    for word in encoding.words:
        start = f"<p><b>{escape(visible(word.text))}</b>: {sheet.chips(word.start_tokens)}</p>"
        rows = [
            [f"{place}", sheet.chips(step.pair), f"{step.rank}", sheet.chips(step.tokens)]
            for place, step in enumerate(word.steps, 1)
        ]
        blank += start + sheet.table(columns, [[place, "", "", ""] for place, *_ in rows], "blank")
        filled += start + sheet.table(columns, rows)
    return given, blank, filled
