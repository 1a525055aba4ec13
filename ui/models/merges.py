"""The merges of a word that was clicked: a wall of bricks, from its letters down to its tokens."""

from collections.abc import Sequence

from bpe import EncodedWord
from bpe.encoding.alignment import PlacedToken
from bpe.readings.word_encoding import first_whole_step, merge_wall
from ui.controls.tokenizers import why_not
from ui.draw.parts import clicked, keep_clicked
from ui.draw.say import merges_said, say, sentence, write
from ui.draw.tokens import shown_text
from ui.models.markup import wall
from ui.models.sides import Compared, Side

LONGEST = 60
"""Characters of a word whose merges are drawn: a replay grows with the square."""

WORD = "models_word"


def word_chosen(tokens: Sequence[Sequence[PlacedToken]], side: int, token: int) -> None:
    """Keep which tokenizer and which word was clicked, by where in the text that begins."""
    if token < len(tokens[side]):
        keep_clicked(WORD, (str(side), str(tokens[side][token].start)))


def _chosen(text: str) -> tuple[int, int] | None:
    """Return which tokenizer and where in this text was clicked."""
    match clicked(WORD, of=text):
        case [("0" | "1") as side, start] if start.isascii() and start.isdigit():
            return int(side), int(start[:9])
    return None


def draw_merges(compared: Compared, *, opens: bool, at: int | None = None) -> None:
    """Draw the merges of the word that was clicked, else with `opens` of that with most to see.

    at: where the word begins that is drawn whatever was clicked.
    """
    chosen = _chosen(compared.text) if at is None else (1, at)
    if chosen is None and not opens:
        return
    side, start = chosen or (1, None)
    if not compared.encodings[side].words:  # BERT, for one, makes nothing of a control character
        side = 1 - side
    words = compared.encodings[side].words
    if words:
        place = word_to_see(words, start, compared.starts(side))
        merges(compared.sides[side], words[place])


def merges(side: Side, word: EncodedWord) -> None:
    """Draw the merges of one word, or say why there are none."""
    if len(word.text) > LONGEST:
        say("models.word_long", most=LONGEST)
    elif word.why is not None or side.method != "merges":
        why_not(word.why or "wordpiece", [word])
    elif not word.steps:
        say("models.word_whole", name=side.title, word=shown_text(word.text))
    else:
        write(merges_of(side, word))


def merges_of(side: Side, word: EncodedWord) -> str:
    """Write how a word comes to its tokens, from where its characters are whole."""
    first = first_whole_step(word)
    key = f"models.word_merges_{merges_said(first, len(word.steps))}"
    numbers = {"all": len(word.steps), "n": len(word.steps) - first}
    said = sentence(key, side.scheme, {"word": word.tokens}, name=side.title, **numbers)
    return f'<p class="record-say">{said}</p>{wall(merge_wall(word, first), side.scheme)}'


def word_to_see(words: Sequence[EncodedWord], start: int | None, starts: Sequence[int]) -> int:
    """Return the word that was asked for, or else the one with most to see."""
    if start is not None:
        found = [place for place, begins in enumerate(starts) if begins <= start]
        return found[-1] if found else 0
    short = [place for place, word in enumerate(words) if len(word.text) <= LONGEST]
    return max(
        short or range(len(words)),
        key=lambda place: (first_whole_step(words[place]) > 0, len(words[place].text)),
        default=0,
    )
