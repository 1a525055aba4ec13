"""Plural forms of sentences, by the rules of CLDR (cldr.unicode.org, "Language Plural Rules").

In a file of `locales` a sentence that depends on a number is an object, number -> plural category
-> sentence. If it depends on several numbers, "sentence" is the whole sentence, and each number has
a phrase:

    {"n": {"one": "{n} token", "other": "{n} tokens"}}
    {"sentence": "Here: {n}, {m}.", "n": {...}, "m": {"one": "{m} merge", "other": "{m} merges"}}

A language with a single form, such as Chinese, writes plain text.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from numbers import Real
from string import Formatter
from typing import Any, TypeAlias

Forms: TypeAlias = "str | Mapping[str, Any]"
"""A sentence, or the object described above."""

WHOLE = "sentence"
"""The key of a sentence among the phrases of its numbers."""

TABLE = files(__package__) / "plurals.json"
"""Rules for whole numbers, written by `python -m tests.plurals` from CLDR."""

_RELATION = re.compile(r"n(?:%(\d+))?(!?)=([\d.,]+)")


class Plural(str):
    """A sentence with plural forms. As text it is the form "other"; `format` chooses the form.

    >>> tokens = Plural({"n": {"one": "{n} token", "other": "{n:,} tokens"}}, "en")
    >>> tokens.format(n=1), tokens.format(n=2000)
    ('1 token', '2,000 tokens')
    """

    forms: Mapping[str, Any]
    lang: str

    def __new__(cls, forms: Mapping[str, Any], lang: str) -> "Plural":
        made = super().__new__(cls, _said(forms, lambda _: "other"))
        made.forms, made.lang = forms, lang
        return made

    def format(self, *_: object, **values: object) -> str:
        """Fill in the forms for the numbers in `values`, which must be numbers, not text."""

        def chosen(name: str) -> str:
            number = values[name]
            if not isinstance(number, Real):
                raise TypeError(
                    f"{name} must be a number, got {number!r}. Let the sentence write it."
                )
            return category(self.lang, float(number))

        return _said(self.forms, chosen).format(**values)


def _said(forms: Mapping[str, Any], category_of: Callable[[str], str]) -> str:
    """Return the sentence with the phrase of each number's category."""
    phrases: dict[str, str] = {
        name: choices.get(category_of(name), choices["other"])
        for name, choices in forms.items()
        if name != WHOLE
    }
    if WHOLE not in forms:
        return next(iter(phrases.values()))
    return re.sub(r"\{(\w+)\}", lambda name: phrases.get(name[1], name[0]), forms[WHOLE])


def read_forms(forms: Forms, lang: str) -> str:
    """Return a value of a file in `locales` as a text with `format`."""
    return forms if isinstance(forms, str) else Plural(forms, lang)


def forms_of(text: str) -> Forms:
    """Return a sentence for JavaScript, which chooses the form itself: see `chips.js`."""
    return text.forms if isinstance(text, Plural) else text


def choices_of(text: str) -> dict[str, dict[str, str]]:
    """Return number -> plural category -> form of a sentence; empty for a plain sentence."""
    forms = text.forms if isinstance(text, Plural) else {}
    return {name: choices for name, choices in forms.items() if name != WHOLE}


def fields(sentence: str) -> set[str]:
    """Return the names of the values that a sentence needs in any of its forms."""
    choices = choices_of(sentence)
    texts = [str(sentence), *(form for each in choices.values() for form in each.values())]
    found = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    return found | {*choices}


@lru_cache(maxsize=4096)
def category(lang: str, number: float) -> str:
    """Return the plural category of a number in a language; "other" for a fraction.

    >>> [category("pl", n) for n in (1, 3, 5, 22)], category("zh", 1)
    (['one', 'few', 'many', 'few'], 'other')
    """
    for name, rule in _rules(lang).items() if number % 1 == 0 else ():
        cases = [case.split(" and ") for case in rule.split(" or ")]
        if any(all(_holds(relation, int(number)) for relation in case) for case in cases):
            return name
    return "other"


def categories(lang: str) -> set[str]:
    """Return the categories that a language needs: those of whole numbers, and "other"."""
    return {*_rules(lang), "other"}


@cache
def _rules(lang: str) -> dict[str, str]:
    """Return category -> rule of a language, "pt-PT" before "pt"; empty if it has one form."""
    table: list[dict[str, str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    known = {language: rules for rules in table for language in rules.pop("languages").split()}
    return known.get(lang.replace("_", "-")) or known.get(re.split("[-_]", lang)[0], {})


def _holds(relation: str, number: int) -> bool:
    """Return whether a number is in the ranges of a relation, such as "n%100!=12..14"."""
    found = _RELATION.fullmatch(relation)
    assert found, relation
    modulus, negated, ranges = found.groups()
    operand = number % int(modulus) if modulus else number
    ends = (each.split("..") for each in ranges.split(","))
    return (negated == "!") != any(int(each[0]) <= operand <= int(each[-1]) for each in ends)
