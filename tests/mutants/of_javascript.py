"""The small faults of a JavaScript file: one operator, constant, condition or statement at a time.

It knows just enough of the language to cut a file into tokens; what no longer parses is left out.
"""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from places import Mutant

TOKENS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<space>\s+)
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<template>`(?:[^`\\]|\\.)*`)
    | (?P<number>\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)
    | (?P<name>[A-Za-z_$\#][\w$]*)
    | (?P<sign>>>>|===|!==|\*\*|<=|>=|&&|\|\||\?\?=?|=>|\+=|-=|\*=|\+\+|--|<<|>>|\.\.\.|\?\.|.)
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
SIGNS = {
    "===": "!==",
    "!==": "===",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "%": "*",
    "&&": "||",
    "||": "&&",
    "??": "&&",
    "+=": "-=",
    "-=": "+=",
    "++": "--",
    "--": "++",
    "<<": ">>",
    ">>": "<<",
}
NAMES = {"true": "false", "false": "true", "min": "max", "max": "min", "some": "every"}
NAMES |= {"every": "some", "floor": "ceil", "ceil": "floor", "append": "prepend"}
NAMES |= {"continue": "break", "break": "continue"}
# A statement that starts with one of these cannot simply be left out.
KEPT = {
    "const",
    "let",
    "var",
    "if",
    "else",
    "for",
    "while",
    "return",
    "function",
    "class",
    "export",
}
KEPT |= {"switch", "case", "default", "try", "catch", "finally", "import", "get", "async", "static"}
KEPT |= {"continue", "break", "do", "constructor"}
# A longer statement is not left out by mistake.
LONGEST = 200
AFTER_A_VALUE = {")", "]", "}"}


class Token(NamedTuple):
    """A piece of source and where it starts."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of a file, in order."""
    tokens = list(_tokens(source))
    match = _brackets(tokens)
    found = [
        *_small(tokens),
        *_conditions(tokens, match, source),
        *_statements(tokens, match),
    ]
    return sorted(set(found), key=lambda mutant: (mutant.start, mutant.end, mutant.text))


def _tokens(source: str) -> Iterator[Token]:
    """Cut a source into tokens, without comments and spaces; look into templates."""
    position, before = 0, Token("sign", ";", 0)
    while position < len(source):
        regex = REGEX.match(source, position) if not _is_value(before) else None
        comment = source.startswith(("//", "/*"), position)
        found = regex if regex and not comment else TOKENS.match(source, position)
        kind = "regex" if found is regex else found.lastgroup
        token = Token(kind, found[0], position)
        position = found.end()
        if kind == "template":
            yield from _inside(token)
        if kind not in ("comment", "space"):
            before = token
            yield token


def _inside(template: Token) -> Iterator[Token]:
    """Yield the tokens of a template's `${...}`."""
    for part in re.finditer(r"\$\{([^{}]*)\}", template.text):
        for token in _tokens(part[1]):
            yield token._replace(start=template.start + part.start(1) + token.start)


def _is_value(token: Token) -> bool:
    if token.kind == "name":
        return token.text not in KEPT | {"typeof", "in", "of", "new"}
    return token.kind in ("number", "string", "template") or token.text in AFTER_A_VALUE


def _brackets(tokens: list[Token]) -> dict[int, int]:
    """Map the index of each opening bracket to that of the closing one."""
    pairs, open_ones = {}, []
    for i, token in enumerate(tokens):
        if token.kind == "sign" and token.text in "([{":
            open_ones.append(i)
        elif token.kind == "sign" and token.text in ")]}" and open_ones:
            pairs[open_ones.pop()] = i
    return pairs


def _small(tokens: list[Token]) -> Iterator[Mutant]:
    for before, token in itertools.pairwise([Token("sign", ";", 0), *tokens]):
        for text in _others(token, before):
            yield Mutant(token.start, token.end, text)


def _others(token: Token, before: Token) -> Iterator[str]:
    """Yield what could stand in the place of a token by mistake."""
    kind, text, _ = token
    if kind == "number":
        value = float(text.replace("_", ""))
        value = int(value) if value.is_integer() else value
        yield from (str(value + 1), str(value - 1) if value >= 1 else f"({value - 1})")
    elif kind == "string":
        yield f"{text[:-1]}XX{text[-1]}"
    elif kind == "name" and text in NAMES:
        yield NAMES[text]
    elif kind == "sign" and (text == "!" or (text in ("+", "-") and not _is_value(before))):
        yield ""
    elif kind == "sign" and text in SIGNS:
        yield SIGNS[text]


def _conditions(tokens: list[Token], match: dict[int, int], source: str) -> Iterator[Mutant]:
    """Turn `if (x)` and `while (x)` round, and the two answers of `x ? a : b`."""
    for i, token in enumerate(tokens[:-1]):
        if token.text in ("if", "while") and token.kind == "name" and i + 1 in match:
            start, end = tokens[i + 1].end, tokens[match[i + 1]].start
            yield Mutant(start, end, f"!({source[start:end]})")
        if token.text == "?" and token.kind == "sign":
            yield Mutant(token.start, token.end, "&& false ?")


def _statements(tokens: list[Token], match: dict[int, int]) -> Iterator[Mutant]:
    """Leave out a statement; let `return x` return nothing."""
    for i, token in enumerate(tokens):
        begins = not i or tokens[i - 1].text in (";", "{", "}")
        returns = token.text == "return" and token.kind == "name"
        if not (returns or (begins and token.kind == "name" and token.text not in KEPT)):
            continue
        end = _end(tokens, match, i)
        if end is None or (returns and end == i + 1) or tokens[end].start - token.start > LONGEST:
            continue
        start = token.end if returns else token.start
        yield Mutant(start, tokens[end].start, "")


def _end(tokens: list[Token], match: dict[int, int], i: int) -> int | None:
    """Return the index of the `;` that ends the statement starting at `i`."""
    while i < len(tokens):
        if tokens[i].text == ";":
            return i
        if tokens[i].text in ")]}" and tokens[i].kind == "sign":
            return None
        # A body in braces right after a name's brackets is a method, not a statement.
        if i in match and tokens[i].text == "(":
            after = match[i] + 1
            if after < len(tokens) and tokens[after].text == "{":
                return None
        i = match.get(i, i) + 1
    return None
