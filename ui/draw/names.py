"""Names of tokens and words, as the address and the pickers carry them; each means one thing."""

from bpe import Training
from bpe.readings.lives import Life, lives
from ui.corpora.cache import remembered
from ui.draw.tokens import short, visible

LONGEST = 60
"""Characters of a token or a word that an address carries; behind them comes a number."""


@remembered
def lives_of(training: Training) -> list[Life]:
    """Return the life of every token, in id order."""
    return lives(training)


@remembered
def ids_of(training: Training) -> dict[str, int]:
    """Return name -> id of every token, in id order: as it is shown; of equal ones with the id."""
    found: dict[str, int] = {}
    for id_, token in enumerate(training.tokens):
        name = visible(token)
        if len(name) > LONGEST:
            name = f"{name[:LONGEST]}…#{id_}"
        while name in found:
            name += f"#{id_}"
        found[name] = id_
    return found


@remembered
def names_of(training: Training) -> list[str]:
    """Return the name of every token, by its id."""
    return list(ids_of(training))


def find_token(training: Training, name: str | None) -> int | None:
    """Return the id of the token that is meant, by its name or as it is typed; None for none."""
    ids = ids_of(training)
    return None if name is None else ids.get(name, ids.get(visible(name)))


def name_of_word(training: Training, place: int) -> str:
    """Return the name of a word by its place in the corpus."""
    word = training.corpus.words[place]
    return word if len(word) <= LONGEST else f"#{place}"


def find_word(training: Training, name: str | None) -> int | None:
    """Return the place in the corpus of the word that is meant; None for none."""
    if name is None:
        return None
    words = training.corpus.words
    try:
        return training.word_index(name)
    except ValueError:
        place = name.removeprefix("#")
        if name == place or not place.isdecimal() or len(place) > 9 or int(place) >= len(words):
            return None
        return int(place)


def word_of_row(training: Training, shown: str) -> str | None:
    """Return the most frequent word whose row in a table is named so; None for none."""
    words = (training.corpus.words[place] for place in training.frequency_order.tolist())
    return next((word for word in words if short(word) == shown), None)
