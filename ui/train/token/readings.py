"""Readings for the tab Token: names of tokens and words, a token's life, a word's skyline.

A token's name is what the address and the pickers carry; each means one token. No Streamlit here:
workers import this.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from bpe import Training
from bpe.readings.lifetimes import (
    Lifetime,
    Skyline,
    most_faded,
    occurrences_by_step,
    skyline,
    words_with,
)
from ui.cache import remembered
from ui.catalogue import FIRST
from ui.draw.readings import ROWS, Rows, beginning, lives_of, word_of_row
from ui.draw.tokens import LONGEST_NAME, Token, exact, visible
from ui.shell.text import language, speaking

LONGEST = 60
"""Characters of a token or a word that an address carries; behind them comes a number."""

TOKENS_OFFERED, WORDS_OFFERED = 20_000, 300
"""Tokens and words offered to choose from; any other can be typed."""

TELLING = range(6, 15)
"""Cells of a word whose skyline tells something, and fits."""

WHOLE = 18
"""Cells up to which all of a word is drawn: they are in sight at once."""

STRETCH = 14
"""Cells drawn of a longer word, or some more."""

MOST = 5_000
"""Cells beyond which a stretch is not drawn: a token as long as a text has as many."""


@dataclass(frozen=True)
class TokenFacts:
    """The token and the word that the tab shows.

    Attributes:
        life: of the token; name: its name.
        pair: what it was made of, if it was.
        occurrences: of it at each step.
        word: the beginning of the word; word_name: its name.
        has_token, has_word: whether the run has what was asked for; another one stands in for it.
        offered: the words to choose from, name -> beginning.
        skyline: of the word, or of what stands around the token in it.
        names: those of the tokens in it, by their ids.
    """

    life: Lifetime
    name: str
    pair: tuple[Token, ...]
    occurrences: list[int]
    word: str
    word_name: str
    has_token: bool
    has_word: bool
    offered: dict[str, str]
    skyline: Skyline
    names: dict[int, str]


@remembered
def token_facts(
    training: Training, token: str | None, word: str | None, until: int, lang: str = FIRST
) -> TokenFacts:
    """Read a token and a word by their names; by itself no token born after `until`.

    lang: the reader's language, in which a token may be typed as it is shown.
    """
    with speaking(lang):
        id_ = find_token(training, token)
    life = opening_life(training, until) if id_ is None else lives_of(training)[id_]
    words, place = words_of(training, life.id), find_word(training, word)
    shown = _telling(training, words) if place is None else place
    offered = dict.fromkeys([*words[:WORDS_OFFERED], shown])
    drawn = cut_skyline(training, life.id, shown)
    pair = training.merges[life.born - 1].pair if life.born else ()
    return TokenFacts(
        replace(life, token=beginning(life.token)),
        names_of(training)[life.id],
        tuple(map(beginning, pair)),
        occurrences_by_step(training, life.id).tolist(),
        _beginning(training, shown),
        name_of_word(training, shown),
        token is None or id_ is not None,
        word is None or place is not None,
        {name_of_word(training, each): _beginning(training, each) for each in offered},
        drawn,
        {each.id: names_of(training)[each.id] for each in drawn.tokens},
    )


def _beginning(training: Training, place: int) -> str:
    """Return as much of a word as shows whether it goes on."""
    return training.corpus.words[place][: LONGEST_NAME + 1]


def token_names(training: Training, lang: str) -> dict[str, str]:
    """Return the names of the first tokens, in id order, and how each is shown in a language."""
    both = zip(names_of(training), names_of(training, lang), strict=True)
    return dict(islice(both, TOKENS_OFFERED))


def names_clicked(training: Training, token: str, row: str) -> tuple[str, str | None] | None:
    """Return the names of a token in its exact form and of the word whose row it is in, if any."""
    found = [id_ for id_, each in enumerate(training.tokens) if exact(each) == token]
    if not found:
        return None
    word = word_of_row(training, row) if row else None
    place = None if word is None else training.corpus.place(word)
    return names_of(training)[found[0]], None if place is None else name_of_word(training, place)


def opening_life(training: Training, until: int) -> Lifetime:
    """Return the token to open with: one that is gone, where the run has any by that step."""
    found = [life for life in lives_of(training) if life.born <= until]
    return most_faded(found) or max(found, key=lambda life: life.births)


@remembered
def words_of(training: Training, id_: int) -> list[int]:
    """Return the words that ever had a token, by their place, most frequent first.

    A token is nowhere that it was not when it was born.
    """
    born = lives_of(training)[id_].born
    return words_with(training.snapshot(born), id_)


def _telling(training: Training, offered: Sequence[int]) -> int:
    """Return the most frequent word that is neither too short nor too long to tell something."""
    words = training.corpus.words
    fits = (place for place in offered if training.spelled_length(words[place]) in TELLING)
    return next(fits, offered[0] if offered else int(training.frequency_order[0]))


def words_with_token(training: Training, step: int, id_: int) -> tuple[int, Rows]:
    """Return how many words have a token at a step, and the most frequent of them."""
    snapshot = training.snapshot(step)
    places = words_with(snapshot, id_)
    words = [snapshot.word(training.corpus.words[place]) for place in places[:ROWS]]
    rows = [(word.text, word.count, word.tokens) for word in words]
    return len(places), Rows(("word", "count", "tokens"), rows, len(places) > ROWS).cut()


def cut_skyline(training: Training, id_: int, place: int) -> Skyline:
    """Return the skyline of a word; of a long one the stretch around a token, by its id.

    There are no tokens in it where one is too long to be drawn.
    """
    word = training.corpus.words[place]
    limit = STRETCH if training.spelled_length(word) > WHOLE else None
    found = skyline(training, word, limit, id_, MOST)
    tokens = tuple(replace(each, token=beginning(each.token)) for each in found.tokens)
    return replace(found, word=_beginning(training, place), tokens=tokens)


@remembered
def ids_of(training: Training, lang: str = FIRST) -> dict[str, int]:
    """Return name -> id of every token, in id order: as it is shown; of equal ones with the id.

    An address has the names of the first language, whoever made it.
    """
    found: dict[str, int] = {}
    # A character has at most four bytes, and is shown by one or more.
    longest = 4 * (LONGEST + 1)
    with speaking(lang):
        shown = [visible(token[:longest]) for token in training.tokens]
    for id_, name in enumerate(shown):
        if len(name) > LONGEST:
            name = f"{name[:LONGEST]}…#{id_}"
        while name in found:
            name += f"#{id_}"
        found[name] = id_
    return found


@remembered
def names_of(training: Training, lang: str = FIRST) -> list[str]:
    """Return the name of every token, by its id."""
    return list(ids_of(training, lang))


def find_token(training: Training, name: str | None) -> int | None:
    """Return the id of the token that is meant, by its name or as it is typed; None for none."""
    if name is None:
        return None
    named, shown = ids_of(training), ids_of(training, language())
    return named.get(name, shown.get(name, shown.get(visible(name))))


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
