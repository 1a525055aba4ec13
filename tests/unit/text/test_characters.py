"""Graphemes, code points and bytes of a text, and what parts of them its tokens hold."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.text.characters import Part, count_text, graphemes, is_text, marker_bits, stretches
from tests.strategies import hostile

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


def cut(text: str, *ends: int) -> list[bytes]:
    data, tokens, at = text.encode(), [], 0
    for end in (*ends, len(data)):
        tokens.append(data[at:end])
        at = end
    return tokens


@pytest.mark.parametrize(
    ("text", "ends", "parts"),
    [
        ("好", (2,), [[Part("好", "bytes", 2, 3)], [Part("好", "bytes", 1, 3)]]),
        ("a好", (2,), [[Part("好", "bytes", 1, 3)], [Part("好", "bytes", 2, 3)]]),
        ("e\u0301", (1,), [[Part("e\u0301", "code points", 1, 2)]] * 2),
        ("好的", (3,), [[], []]),
        (
            "好的",
            (2, 4),
            [
                [Part("好", "bytes", 2, 3)],
                [Part("好", "bytes", 1, 3), Part("的", "bytes", 1, 3)],
                [Part("的", "bytes", 2, 3)],
            ],
        ),
    ],
)
def test_a_token_says_which_parts_it_holds(text, ends, parts):
    """Bytes of a code point it cuts, code points of a grapheme it cuts between them."""
    tokens = cut(text, *ends)
    placed = [
        each for one in stretches(text, tokens, range(9)[: len(tokens)]) for each in one.tokens
    ]
    assert [list(each.parts) for each in placed] == parts
    assert [each.is_text for each in placed] == [is_text(token) for token in tokens]


@given(st.lists(hostile, max_size=4).map(" ".join))
def test_stretches_are_whole_graphemes_and_whole_tokens(text):
    """Together they are the text; none can be cut further."""
    if not text.strip():
        return
    encoding = train(text * 2, "gpt", max_merges=20).tokenizer().encode(text)
    found = stretches(text, encoding.tokens, encoding.ids)
    assert [each for one in found for each in one.graphemes] == list(graphemes(text))
    assert [each.token for one in found for each in one.tokens] == encoding.tokens
    assert [each.id for one in found for each in one.tokens] == encoding.ids
    for one in found:
        assert one.data == b"".join(each.token for each in one.tokens)
        assert not {each.end for each in one.graphemes[:-1]} & {each.end for each in one.tokens}


def test_tokens_of_another_text_are_refused():
    """The strip can only be laid over the text that the tokens spell."""
    with pytest.raises(ValueError, match="must spell the text"):
        stretches("ab", [b"a"], [0])


def test_whole_characters_are_counted():
    """Half a character is none; a combining mark by itself is one."""
    assert count_text([b"a", "好".encode(), "好".encode()[:2], "\u0301".encode(), b"\xff"]) == 3
    assert unicodedata.name("\u0301") == "COMBINING ACUTE ACCENT"
