"""Write `bpe/player/plurals.json` from Babel's copy of CLDR: `python -m tests.plurals`."""

import json
import re
from collections import defaultdict

from babel import Locale
from babel.localedata import locale_identifiers

from bpe.player.plurals import TABLE


def rules_of(language: str) -> dict[str, str]:
    """Return category -> rule for whole numbers `n`, which have no fraction (`v`, `f`, `t`)."""
    rules, found = Locale.parse(language).plural_form.rules, {}
    for category in ("zero", "one", "two", "few", "many"):
        cases = map(_of_whole_numbers, rules.get(category, "").split(" or "))
        if rule := " or ".join(filter(None, cases)):
            found[category] = rule
    return found


def _of_whole_numbers(case: str) -> str:
    """Return a case without conditions true for every whole number; empty if impossible."""
    kept = []
    for relation in filter(None, case.split(" and ")):
        operand, mod, negated, ranges = re.fullmatch(
            r"(\w)(?: mod (\d+))? (not )?in ([\d.,]+)", relation
        ).groups()
        if operand in "ni":
            kept.append(f"n{f'%{mod}' if mod else ''}{'!=' if negated else '='}{ranges}")
        elif bool(negated) == ("0" in re.split(r",|\.\.", ranges)):
            return ""
    return " and ".join(kept)


def table() -> list[dict[str, str]]:
    """Return each set of rules once, with its languages; languages with one form are omitted."""
    languages = defaultdict(list)
    for name in sorted(locale_identifiers()):
        base, _, territory = name.partition("_")
        if not territory or rules_of(name) != rules_of(base):
            languages[tuple(rules_of(name).items())].append(name.replace("_", "-"))
    return [
        {"languages": " ".join(each), **dict(rules)} for rules, each in languages.items() if rules
    ]


def as_text() -> str:
    """Return the file's text, one set of rules per line."""
    lines = (json.dumps(rules) for rules in table())
    return "[\n " + ",\n ".join(lines) + "\n]\n"


if __name__ == "__main__":
    TABLE.write_text(as_text(), encoding="utf-8")
