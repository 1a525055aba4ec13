"""What the maps of two tokenizers are given: bounded, linked, and said token by token."""

from bpe import PRESETS
from bpe.encoding.alignment import Placed
from ui.models.payload import DRAWN, links, map_payload


def say(key, **values):
    return f"{key} {values['n']}/{values['all']} {values['text']}"


def test_a_long_text_is_drawn_up_to_a_limit():
    """Neither its tokens, nor spaces between them, nor links go on beyond it."""
    text = "a " * (DRAWN + 100)
    tokens = [Placed("a", 7, at, at + 1) for at in range(0, len(text), 2)]
    drawn = map_payload(text, tokens, PRESETS["huggingface"], say)
    assert (len(drawn["tokens"]), drawn["more"]) == (DRAWN, 100)
    assert len(drawn["segments"]) == 2 * DRAWN
    assert max(number for segment in drawn["segments"] for number in segment[2]) == DRAWN - 1
    assert links(tokens, tokens) == [[number] for number in range(DRAWN)]


def test_each_token_is_said_and_what_has_none_is_told_apart():
    """A space between words is a gap; a letter without a token is lost; a mark stands for none."""
    text = "a é\n"
    tokens = [Placed("a", 1, 0, 1), Placed("</w>", 2, 1, 1)]
    drawn = map_payload(text, tokens, PRESETS["paper"], say)
    assert [segment[0] for segment in drawn["segments"]] == [
        "text",
        "mark",
        "gap",
        "lost",
        "gap",
    ]
    assert [segment[3] for segment in drawn["segments"]] == [False] * 4 + [True]
    assert [token[3:] for token in drawn["tokens"]] == [
        [1, "models.map_some 1/2 a"],
        [2, "models.map_none 2/2 "],
    ]
