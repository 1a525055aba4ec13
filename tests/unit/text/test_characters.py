"""Graphemes, code points and bytes of a text, and what parts of them its tokens hold."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bpe.text.characters import (
    PartialCharacter,
    cuts_character,
    graphemes,
    is_text,
    marker_bits,
    parts_held,
)

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
    assert (
        sum(map(is_text, [b"a", "好".encode(), "好".encode()[:2], "\u0301".encode(), b"\xff"])) == 3
    )
    assert unicodedata.name("\u0301") == "COMBINING ACUTE ACCENT"


@given(st.text(), st.integers(0, 30), st.data())
def test_parts_held_are_found_byte_by_byte(text, begun, data):
    """Of each code point and grapheme: how many of its bytes or code points lie inside, if some."""
    seen = graphemes(text, begun)
    last = begun + len(text.encode())
    start = data.draw(st.integers(begun, last))
    end = data.draw(st.integers(start, last))
    inside = set(range(start, end))
    expected, at = [], begun
    for grapheme in seen:
        assert (grapheme.start, grapheme.text) == (
            at,
            text.encode()[at - begun :].decode()[: len(grapheme.text)],
        )
        whole = 0
        for character in grapheme.text:
            size = len(character.encode())
            held = len(inside & set(range(at, at + size)))
            at += size
            whole += held == size
            if 0 < held < size:
                expected.append(PartialCharacter(character, "bytes", held, size))
        assert grapheme.end == at
        if 0 < whole < len(grapheme.text):
            expected.append(
                PartialCharacter(grapheme.text, "code points", whole, len(grapheme.text))
            )
    assert list(parts_held(seen, start, end)) == expected
    assert cuts_character(expected) == any(part.unit == "bytes" for part in expected)
