"""How two real tokenizers read some sentences: both maps, and a word's merges."""

from ui.draw.parts import GRID
from ui.lesson.stops import LessonStop
from ui.models.markup import STYLE
from ui.models.merges import LONGEST, merges_of, word_to_see
from ui.models.panels import FILES, maps_payload
from ui.models.sides import EXAMPLES, Compared, compare, side_of
from ui.player.payload import as_json
from ui.shell.text import t
from ui.site.page import Drawn, Frame, Part
from ui.site.parts import markup


def read(stop: LessonStop) -> Drawn:
    """Return the sentence of a stop and some others as both read them, and a word's merges."""
    sentences = (stop.query["sentence"], *EXAMPLES.values())
    sides = side_of(stop.query["model"]), side_of(stop.query["beside"])
    maps, merges = zip(*(_cut(compare(text, sides)) for text in sentences), strict=True)
    return Drawn([Part(FILES, maps), markup(merges, GRID, STYLE)], {t("models.text"): sentences})


def _cut(compared: Compared) -> tuple[Frame, str | None]:
    """Return what the maps are given, and the merges of the word with most to see."""
    payload = maps_payload(compared.text, compared.sides, compared.tokens)
    for drawn in payload["maps"]:
        drawn["names"]["hint"] = t("site.map_hint")  # a click asks for what needs the app
    return {"payload": as_json(payload)}, _merges(compared)


def _merges(compared: Compared) -> str | None:
    """Write the merges of one word by the second, as the app does; None where none made it."""
    side, words = compared.sides[1], compared.encodings[1].words
    if not words:
        return None
    word = words[word_to_see(words, None, compared.starts(1))]
    if len(word.text) > LONGEST or word.why is not None or not word.steps:
        return None
    return merges_of(side, word)
