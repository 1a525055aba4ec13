"""Graphemes, code points and bytes of a text, parts that tokens hold, and stand-ins of bytes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.pre_tokenizers import ByteLevel

from bpe.text.characters import (
    PartialCharacter,
    alias_byte,
    byte_alias,
    cuts_character,
    from_alias,
    graphemes,
    is_text,
    marker_bits,
    parts_held,
    to_alias,
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


def test_the_stand_ins_are_the_librarys():
    """Its 256 characters; a byte among them stands for itself, the others follow in order."""
    alphabet, table = set(ByteLevel.alphabet()), byte_alias()
    assert sorted(table) == list(range(256))
    assert set(table.values()) == alphabet
    assert len(alphabet) == 256
    moved = [byte for byte in range(256) if chr(byte) not in alphabet]
    assert [table[byte] for byte in moved] == sorted(alphabet - set(map(chr, range(256))))
    assert all(table[byte] == chr(byte) for byte in range(256) if byte not in moved)
    assert alias_byte() == {character: byte for byte, character in table.items()}


@given(text=st.text(max_size=20))
def test_a_text_is_spelled_as_the_library_spells_it(text):
    pieces = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    assert to_alias(text.encode()) == "".join(piece for piece, _ in pieces)
    assert from_alias(to_alias(text.encode())) == text.encode()


@given(data=st.binary(max_size=20))
def test_any_bytes_come_back(data):
    assert from_alias(to_alias(data)) == data


@pytest.mark.parametrize("spelled", ["a b", "好", "\n"])
def test_a_character_that_stands_for_no_byte_is_refused(spelled):
    with pytest.raises(ValueError, match=r"^token must be spelled in .+, got '.+' in '.+'\. Use"):
        from_alias(spelled)
