"""Counts of many files as a corpus: the rules by which their words were found, taken and said."""

from bpe import PRESETS, Scheme
from bpe.words import differences
from ui.controls.pickers import scheme_name
from ui.shell.choices import NO_SPECIAL, RunChoice, scheme_of
from ui.shell.text import quoted, t


def rules_for(counted: Scheme, chosen: RunChoice) -> dict[str, str]:
    """Return the choices to make so that a scheme finds the words that were counted.

    None is made where the reader's scheme does, or where none that can be chosen does.
    """
    if chosen.scheme is not None:
        own = scheme_of(PRESETS[chosen.scheme], chosen)
        if not differences(counted, own):
            return {}
    fitting = [name for name, preset in PRESETS.items() if not differences(counted, preset)]
    if fitting:
        return {"scheme": counted.name if counted.name in fitting else fitting[0]}
    special = " ".join(counted.special_tokens) or NO_SPECIAL
    for name, preset in PRESETS.items():
        if not differences(counted, scheme_of(preset, RunChoice(special=special))):
            return {"scheme": name, "special": special}
    return {}


def counted_from(words: int, name: str) -> str:
    """Say how many words were counted, and by which rules."""
    rules = scheme_name(name) if name in PRESETS else quoted(name)
    return t("controls.counted_from", words=words, rules=rules)
