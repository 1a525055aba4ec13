"""The payload of two tokenizers' readings of one text."""

from bpe import train
from bpe.encoding.alignment import PlacedToken
from ui.text import speaking
from ui.views.models import MAX_DRAWN, Reading, Side, maps_payload


def drawn(text: str, *readings: list[PlacedToken]):
    """Return the payload for readings with these tokens, by the tokenizer of a run."""
    side = Side("own", "a run", train("low", "paper").tokenizer())
    both = (Reading(side, text, (), tokens, len(tokens)) for tokens in readings)
    with speaking("en"):
        return maps_payload(tuple(both))


def test_readings_are_drawn_part_by_part_and_what_no_token_stands_for_is_drawn_itself():
    """A part says whether it ends a line and whether the readings' tokens end differently in it.

    A character without a token is drawn as itself.
    """
    tokens = [PlacedToken("a", 1, 0, 1), PlacedToken("</w>", 2, 1, 1)]
    found = drawn("a é\n", tokens, tokens[:1])
    parts, lost = found["parts"], [[("text", "é")]]
    assert [part[2:] for part in parts] == [[[0, 1], [0]], [[], []], [lost, lost], [[], []]]
    ends = [[False, True], [False, False], [False, False], [True, False]]
    assert [part[:2] for part in parts] == ends
    said = [token[4].partition(", ")[0] for token in found["maps"][0]["tokens"]]
    assert said == ["Token 1 of 2: a", "Token 2 of 2: </w>"]
    assert found["maps"][0]["tokens"][1][4].endswith("no part of the text.")


def test_a_long_text_is_drawn_up_to_a_limit():
    """Tokens beyond `MAX_DRAWN` are counted, and parts and links do not name them."""
    text = "a " * (MAX_DRAWN + 100)
    tokens = [PlacedToken("a", 7, at, at + 1) for at in range(0, len(text), 2)]
    found = drawn(text, tokens, tokens)
    maps = [(len(each["tokens"]), each["more"]) for each in found["maps"]]
    assert maps == [(MAX_DRAWN, 100)] * 2
    numbers = [number for part in found["parts"] for row in part[2:] for number in row]
    assert max(numbers) == MAX_DRAWN - 1
    assert found["links"] == [[[number] for number in range(MAX_DRAWN)]] * 2
    assert [len(each["tokens"]) for each in drawn(text, tokens[:3], tokens)["maps"]] == [
        3,
        MAX_DRAWN,
    ]
