"""Counts of many files as a corpus: the rules that fit them, and what they were made of, said."""

from datetime import datetime
from typing import Any

from bpe import PRESETS, Corpus, Scheme
from bpe.counting.origin import Origin, has_words_of
from ui.controls.pickers import scheme_name
from ui.shell.choices import NO_SPECIAL, OWN_RULES, Choices, scheme_of
from ui.shell.text import quoted, t

NAMES = 3
"""Files that are named."""


def rules_for(counted: Scheme, chosen: Choices) -> dict[str, Any]:
    """Return the choices to make so that a scheme finds the words that were counted.

    None is made where the reader's scheme does, or where none that can be chosen does.
    """
    if chosen.scheme is not None and has_words_of(
        counted, scheme_of(PRESETS[chosen.scheme], chosen)
    ):
        return {}
    rest = dict.fromkeys(OWN_RULES)
    fitting = [name for name, preset in PRESETS.items() if has_words_of(counted, preset)]
    if fitting:
        return {**rest, "scheme": counted.name if counted.name in fitting else fitting[0]}
    special = " ".join(counted.special_tokens) or NO_SPECIAL
    for name, preset in PRESETS.items():
        if has_words_of(counted, scheme_of(preset, Choices(special=special))):
            return {**rest, "special": special, "scheme": name}
    return {}


def counted_from(corpus: Corpus) -> str | None:
    """Say what a corpus of counts was made of; None for another."""
    if corpus.origin is None:
        return None
    origin, total = corpus.origin, sum(corpus.counts)
    return t(
        "controls.counted_from",
        files=origin.files,
        names=_names(origin),
        bytes=origin.bytes,
        lines=origin.lines,
        words=total,
        when=f"{datetime.fromisoformat(origin.when):%Y-%m-%d %H:%M}",
        processes=origin.processes,
        rules=_rules(origin.scheme),
    )


def _names(origin: Origin) -> str:
    named = ", ".join(map(quoted, origin.names[:NAMES]))
    return named if origin.files <= NAMES else f"{named}, …"


def _rules(scheme: Scheme) -> str:
    return scheme_name(scheme.name) if scheme.name in PRESETS else quoted(scheme.name)
