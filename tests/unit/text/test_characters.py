"""Graphemes, code points and bytes of a text, and what parts of them its tokens hold."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bpe.text.characters import count_text, graphemes, marker_bits

ASTRONAUT = "👩\u200d🚀"


@given(st.text())
def test_bytes_and_code_points_are_those_of_the_text(text):
    """Nothing is lost or moved: starts, ends and bytes are Python's own."""
    points = [point for each in graphemes(text) for point in each.code_points]
    assert "".join(point.character for point in points) == text
    assert b"".join(point.data for point in points) == text.encode()
    assert [point.start for point in points] == [
        len(text[:place].encode()) for place in range(len(text))
    ]


def test_what_readers_take_for_one_character():
    """A letter with its accent, a joined emoji and a flag are one grapheme each."""
    assert [each.text for each in graphemes(f"e\u0301{ASTRONAUT}🇨🇳")] == [
        "e\u0301",
        ASTRONAUT,
        "🇨🇳",
    ]
    [astronaut] = graphemes(ASTRONAUT)
    assert [point.name for point in astronaut.code_points] == [
        "WOMAN",
        "ZERO WIDTH JOINER",
        "ROCKET",
    ]
    assert [point.number for point in astronaut.code_points] == ["U+1F469", "U+200D", "U+1F680"]


@given(st.characters(exclude_categories=["Cs"]))
def test_marker_bits_leave_the_code_point(character):
    """The bits after the markers, put together, are the number of the code point."""
    data = character.encode()
    bits = "".join(f"{byte:08b}"[marker_bits(byte) :] for byte in data)
    assert int(bits, 2) == ord(character)


def test_whole_characters_are_counted():
    """Half a character is none; a combining mark by itself is one."""
    assert count_text([b"a", "好".encode(), "好".encode()[:2], "\u0301".encode(), b"\xff"]) == 3
    assert unicodedata.name("\u0301") == "COMBINING ACUTE ACCENT"
