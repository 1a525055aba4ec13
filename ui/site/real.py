"""How real tokenizers read some sentences: two maps beside each other, and a word's merges."""

from functools import cache

from ui.corpora.tokenizers import shipped
from ui.draw.parts import GRID
from ui.languages import LANGUAGES
from ui.models.markup import STYLE
from ui.models.merges import LONGEST, merges_of, word_to_see
from ui.models.panels import FILES, maps_payload
from ui.models.sides import EXAMPLES, Compared, compare, side_of
from ui.player.payload import as_json
from ui.shell.text import language, speaking, t
from ui.site.page import Drawn, Frame, Part
from ui.site.parts import markup
from ui.tour.cards import PLAN

FIRST, BESIDE = "gpt2", "o200k"
"""The tokenizer that the page opens with, and the one that each other one stands beside."""

SENTENCES = (
    PLAN[0].query["sentence"],
    *EXAMPLES.values(),
    "Tokenization isn't tokenisation.",
    "HELLO, Hello, hello,  hello",
    "In 2024 it cost $1,234.50; 3.14159 is not 22/7.",
    'for (int i = 0; i < 10; i++) { printf("%d\\n", i); }',
    '{"name": "Ada", "born": 1815, "tags": []}',
    "https://example.org/a?b=c&d=e",
    "https://例え.jp 你好world",
    "Donaudampfschifffahrtsgesellschaft",
    "L'été dernier, j'ai reçu une lettre à Noël.",
    "El niño comió piñas en la montaña.",
    "Привет, как дела?",
    "مرحبا بالعالم",
    "नमस्ते दुनिया",
    "안녕하세요, 세계!",
    "吾輩は猫である。名前はまだ無い。",
    "学而时习之，不亦说乎？",
    "我在北京大学学习自然语言处理。",
    "👩\u200d🚀 🇨🇳 👍🏽 ☕",
    "colourless green ideas sleep furiously",
)
"""Each shows something else: letters, numbers, code, scripts, spaces, what is rare."""


def tokenizers() -> list[str]:
    """Return the keys of those that stand on the left."""
    return [FIRST, *(key for key in shipped() if key not in (FIRST, BESIDE))]


def read() -> Drawn:
    """Return every sentence as each tokenizer reads it, and the merges of one of its words."""
    cut = _all_cut()[language()]
    # A sentence's maps stand next to each other, where packing sees that one of two is the same.
    in_order = [each for at in range(len(SENTENCES)) for each in cut[at :: len(SENTENCES)]]
    maps, merges = zip(*in_order, strict=True)
    titles = {key: real.title[language()] for key, real in shipped().items()}
    names = [f"{titles[left]} + {titles[BESIDE]}" for left in tokenizers()]
    picks = {t("models.text"): SENTENCES, t("models.pick_model"): names}
    return Drawn([Part(FILES, maps), markup(merges, GRID, STYLE)], picks)


@cache
def _all_cut() -> dict[str, list[tuple[Frame, str | None]]]:
    """Return what both are given, by language: for each tokenizer one for each sentence.

    In both languages at once, and one tokenizer after the other: to open one takes seconds, and to
    hold them all a gigabyte.
    """
    found: dict[str, list[tuple[Frame, str | None]]] = {lang: [] for lang in LANGUAGES}
    for left in tokenizers():
        for lang, cut in found.items():
            with speaking(lang):
                sides = side_of(left), side_of(BESIDE)
                cut += [_cut(compare(text, sides)) for text in SENTENCES]
    return found


def _cut(compared: Compared) -> tuple[Frame, str | None]:
    """Return what the maps are given, and the merges of the word with most to see."""
    payload = maps_payload(compared.text, compared.sides, compared.tokens)
    for drawn in payload["maps"]:
        drawn["names"]["hint"] = t("site.map_hint")  # a click asks for what needs the app
    return {"payload": as_json(payload)}, _merges(compared)


def _merges(compared: Compared) -> str | None:
    """Write the merges of one word; None where no merges made it."""
    side, words = compared.sides[0], compared.encodings[0].words
    if not words:
        return None
    word = words[word_to_see(words, None, compared.starts(0))]
    if len(word.text) > LONGEST or word.why is not None or not word.steps:
        return None
    return merges_of(side, word)
