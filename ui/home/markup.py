"""Write one text at every level as HTML: escaped, one chip a token, what is unknown set apart."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from bpe import Scheme
from bpe.readings.granularity import KnownToken
from ui.catalogue import Translate
from ui.draw.tokens import Token, chips
from ui.home.levels import ORDER, Learned

STYLE = Path(__file__).with_name("levels.css")


def ways(learned: Learned, text: str, say: Translate, *, hidden: bool = False) -> str:
    """Write a row a level: its name and how many tokens, the tokens, how long its list must be and
    what it cannot say. With `hidden` the names alone stand there.
    """
    cut = {} if hidden else learned.cut(text)
    rows = []
    for name in ORDER:
        count, cells = "", ""
        if name in cut:
            count, cells = _count(len(cut[name]), say), _cells(learned, name, cut[name], say)
        elif not hidden:
            cells = f"<dd>{escape(say('home.no_words'))}</dd>"
        named = escape(say(f"home.level_{name}"))
        rows.append(f'<div class="way" data-level="{name}"><dt>{named}{count}</dt>{cells}</div>')
    return f'<dl class="level-ways">{"".join(rows)}</dl>'


def _count(count: int, say: Translate) -> str:
    said = say(f"home.tokens_{'one' if count == 1 else 'many'}", n=count)
    return f"<small>{escape(said)}</small>"


def _cells(learned: Learned, name: str, cut: Sequence[KnownToken], say: Translate) -> str:
    # Whole words have no boundary mark.
    marks = None if name == "words" else learned.training.scheme
    pieces = "".join(_piece(token, known, marks, say) for token, known in cut)
    return f'<dd class="cut">{pieces}</dd>{_numbers(learned, name, say)}'


def _numbers(learned: Learned, name: str, say: Translate) -> str:
    level = learned.levels[name]
    told = (
        (f"{level.vocabulary:,}", say("home.level_list")),
        (f"{level.unknown_rate:.1%}", say(f"home.level_lost_{learned.counted}")),
    )
    return "".join(
        f'<dd class="number"><b>{number}</b><small>{escape(said)}</small></dd>'
        for number, said in told
    )


def _piece(token: Token, known: bool, scheme: Scheme | None, say: Translate) -> str:
    drawn = chips([token], scheme)
    if known:
        return drawn
    badge = escape(say("home.unknown"))
    return f'<span class="unknown-piece">{drawn}<small>{badge}</small></span>'
