"""A round on paper: one page to fill in, one with the answers, as a file that needs nothing else.

Everything in it is read off the record; what words and tokens are made of is escaped.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from bpe import Merge, Scheme, Training
from ui.draw.say import Tokens, sentence
from ui.draw.table import CellKind, Column, rows_for, table_markup
from ui.draw.tokens import chips, coloured_by, visible
from ui.quiz.rounds import Round
from ui.shell.component import Markup, document
from ui.shell.text import speaking, t

_TEMPLATE = Path(__file__).with_name("worksheet.html")

Cells = Sequence[tuple[Any, ...]]
"""The cells of a table, row by row; those of a table to fill in are empty."""

KINDS: dict[str, CellKind] = {
    "start": "tokens",
    "pair": "tokens",
    "token": "token",
    "tokens": "tokens",
}
"""How the columns of tokens are written; all others are text."""


def worksheet(asked: Round, lang: str) -> str:
    """Write the worksheet of a round, in one of our languages, as an HTML page."""
    with speaking(lang), coloured_by(asked.run.summary.ranks):
        return _written(asked, lang)


def _written(asked: Round, lang: str) -> str:
    if asked.word is None:
        given, blank, filled = asked.run.read(_of_training)
    else:
        given, blank, filled = asked.run.read(_of_word, asked.word)
    name = t(f"quiz.round_{asked.name}")
    title = t("quiz.sheet_title", round=name, number=asked.number, seed=str(asked.seed))
    found, rules = asked.found, asked.run.scheme
    rule = "order" if asked.word else _ranked_by(rules)
    body = Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=escape(title),
        name=_say("sheet_name"),
        date=_say("sheet_date"),
        question=_say(f"question_{asked.name}"),
        rule=_say(f"sheet_rule_{rule}", rule=t(f"ties.wins_{rules.tie_rule}")),
        given=given,
        fill=_say("sheet_fill"),
        blank=blank,
        answers=_say("sheet_answers", title=title),
        shows=_say(f"found_{found.code}", found.tokens, **found.values),
        filled=filled,
    )
    return document(
        lang, escape(title), _TEMPLATE.with_suffix(".css").read_text(encoding="utf-8"), body
    )


def _say(name: str, tokens: Tokens | None = None, /, **values: object) -> str:
    """Return a sentence of the quiz as HTML."""
    return sentence(f"quiz.{name}", None, tokens, **values)


def _table(names: Sequence[str], cells: Cells, caption: str, look: str = "") -> str:
    """Return a table with the headers `quiz.sheet_<name>`."""
    columns = [
        Column(each, KINDS.get(each, "text"), title=t(f"quiz.sheet_{each}")) for each in names
    ]
    return table_markup(rows_for(columns, cells), columns, caption, look=look)


def _ranked_by(scheme: Scheme) -> str:
    """Name what makes a pair good: "count" or "score"."""
    return "count" if scheme.score == "count" else "score"


def _of_training(training: Training) -> tuple[str, str, str]:
    """Return the words, the tables to fill in, and the same ones filled in."""
    words = training.snapshot(0).words()
    names = [visible(word.text) for word in words]
    starts = [(f"{word.count}", word.tokens) for word in words]
    given = _table(("word", "count", "start"), _headed(names, starts), t("quiz.sheet_word"))
    value = _ranked_by(training.scheme)
    numbers = [f"{merge.rank + 1}" for merge in training.merges]
    after = [Column(n, "tokens", title=t("quiz.sheet_after", step=n)) for n in numbers]
    columns = [Column("word", title=t("quiz.sheet_word")), *after]

    def tables(merges: Cells, splits: Cells, kind: str) -> str:
        found, title = rows_for(columns, _headed(names, splits)), _named("sheet_splits", kind)
        return (
            _table(
                ("step", "pair", value, "ties"),
                _headed(numbers, merges),
                _named("sheet_fill", kind),
                kind,
            )
            + f"<h2>{escape(t('quiz.sheet_splits'))}</h2>"
            + table_markup(found, columns, title, look=f"{kind} splits")
        )

    later = list(training.snapshots())[1:]
    splits = [tuple(each.tokens(word.text) for each in later) for word in words]
    blank = tables([(None,) * 3] * len(numbers), [(None,) * len(numbers)] * len(words), "blank")
    return given, blank, tables([_merge_row(m, value) for m in training.merges], splits, "filled")


def _named(name: str, kind: str) -> str:
    """Name a table for screen readers: on the page of answers it is another one."""
    said = t(f"quiz.{name}")
    return said if kind == "blank" else t("quiz.sheet_answers", title=said)


def _headed(heads: Sequence[str], rows: Cells) -> Cells:
    return [(head, *row) for head, row in zip(heads, rows, strict=True)]


def _merge_row(merge: Merge, value: str) -> tuple[Any, ...]:
    """Return which pair was merged, what for, and which others were as good."""
    others = merge.ties[1:]
    ties = ", ".join(map(chips, others)) or _say("sheet_no_ties")
    marked = Markup(f'<span class="tie">{ties}</span>' if others else ties)
    amount = f"{merge.count}" if value == "count" else f"{merge.score:.3g}"
    return merge.pair, amount, marked


def _of_word(training: Training, word: str) -> tuple[str, str, str]:
    """Return the merges by rank and the word, the table to fill in, and the same filled in."""
    ranks = [(f"{merge.rank}", merge.pair, merge.token) for merge in training.merges]
    given, blank, filled = _table(("rank", "pair", "token"), ranks, t("quiz.sheet_rank")), "", ""
    columns = ("step", "pair", "rank", "tokens")
    for encoded in training.tokenizer().encode(word).words:
        start = f"<p><b>{escape(visible(encoded.text))}</b>: {chips(encoded.start_tokens)}</p>"
        rows = [
            (f"{place}", step.pair, f"{step.rank}", step.tokens)
            for place, step in enumerate(encoded.steps, 1)
        ]
        empty = [(place, None, None, None) for place, *_ in rows]
        blank += start + _table(columns, empty, _named("sheet_fill", "blank"), "blank")
        filled += start + _table(columns, rows, _named("sheet_fill", ""))
    return given, blank, filled
