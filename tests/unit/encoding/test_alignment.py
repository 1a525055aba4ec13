"""Where each token stands in the text, with what a reader sees kept whole."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.encoding.alignment import (
    PlacedToken,
    byte_places,
    byte_segments,
    overlapping,
    place_tokens,
    segments,
)
from bpe.encoding.encoded import METHODS
from bpe.encoding.roundtrip import with_policy
from bpe.encoding.spelling import UNKNOWN
from bpe.readings.tokenizers import paired_segments
from bpe.text.characters import graphemes
from tests.strategies import presets, several

CORPUS = "low lower newest widest 好人好事 👩‍🚀👩‍🚀 naïve nai\u0308ve ab</w> ##a a#"
TEXTS = st.text(st.sampled_from("lowerd 好人事é\u0308👩\u200d🚀\u0301\t\n<>/#▁ZＡ"), max_size=14)
POLICIES = ("unk", "pass", "drop", "bytes")


@pytest.fixture(scope="module")
def trainings():
    return {name: train(CORPUS, name, max_merges=12) for name in PRESETS}


@several
@given(preset=presets, text=TEXTS, method=st.sampled_from(METHODS))
def test_segments_are_the_shortest_runs_of_whole_graphemes_and_tokens(
    trainings, preset, text, method
):
    """They join to the text and hold each token once; no grapheme is torn, none ends inside."""
    tokenizer = trainings[preset].tokenizer()
    encoding = tokenizer.encode(text, method)
    found = byte_segments(tokenizer, encoding)
    assert "".join(each.text for each in found) == encoding.text
    assert [token for each in found for token in each.tokens] == list(range(len(encoding.ids)))
    borders = {0} | {match.end() for match in regex.finditer(r"\X", encoding.text)}
    at = start = 0
    for one in found:
        assert (one.start, one.end - one.start) == (start, len(one.text.encode()))
        at, start = at + len(one.text), one.end
        assert at in borders
        ends = {each.end for each in graphemes(one.text, one.start)[:-1]}
        crossed = {
            border for each in one.places for border in ends if each.start < border < each.end
        }
        assert crossed == ends


@several
@given(preset=presets, text=TEXTS, policy=st.sampled_from(POLICIES))
def test_a_token_s_place_spells_the_token(trainings, preset, text, policy):
    """The bytes at a token's place are the token without its mark; an unknown one is a run."""
    tokenizer = with_policy(trainings[preset].tokenizer(), policy)
    encoding = tokenizer.encode(text)
    raw = encoding.text.encode("utf-8", "surrogatepass")
    for place in byte_places(tokenizer, encoding):
        if place.token == UNKNOWN:
            size = len(raw[place.start : place.end].decode())
            assert size == 1 or (size > 1 and tokenizer.scheme.fuse_unknown)
        elif place.id > tokenizer.unknown_id:
            assert place.token == f"<0x{raw[place.start]:02X}>"
            assert place.end == place.start + 1
        elif place.id < tokenizer.unknown_id:
            spelled = tokenizer._decoder.surface(place.id).data
            if policy == "drop":  # neighbours of a dropped character may merge across it
                rest = iter(raw[place.start : place.end])
                assert all(byte in rest for byte in spelled)
            else:
                assert raw[place.start : place.end] == spelled


def test_wordpiece_gives_up_a_whole_word():
    """One missing piece makes the word one `<unk>`, and its place is the word."""
    tokenizer = train("pun bun", "wordpiece").tokenizer()
    encoding = tokenizer.encode("pun mun", "longest-match")
    last = byte_places(tokenizer, encoding)[-1]
    assert (last.token, last.start, last.end) == (UNKNOWN, 4, 7)


def in_characters(text, scheme):
    tokenizer = train("low lower newest ＡＢ é", scheme).tokenizer()
    return place_tokens(tokenizer, text, tokenizer.encode(text))


def spelled(text, scheme):
    return [(each.token, text[each.start : each.end]) for each in in_characters(text, scheme)]


def test_a_token_has_the_characters_of_the_text_as_it_was_given():
    """A mark has none; what was rewritten has what it was; three bytes each have the character."""
    assert spelled("low 好", "paper") == [("low</w>", "low"), ("<unk>", "好"), ("</w>", "")]
    assert spelled("ＡＢ e\u0301", "sentencepiece") == [("▁AB", "ＡＢ"), ("▁é", "e\u0301")]
    assert in_characters("", "paper") == ()
    found = spelled("w好", "gpt")
    assert found[0] == (b"w", "w")
    assert [text for _, text in found[1:]] == ["好"] * 3


def test_a_token_that_stands_for_nothing_is_a_segment_before_the_text_and_ends_none():
    """Before a character's three bytes; inside a longer token it is one of its tokens."""
    places = [PlacedToken("▁", 1, 0, 0), *(PlacedToken(f"<{n}>", n, 0, 1) for n in (2, 3, 4))]
    found = segments("莓", places)
    assert [(each.text, each.tokens) for each in found] == [("", (0,)), ("莓", (1, 2, 3))]
    places = [PlacedToken("abc", 1, 0, 3), PlacedToken("", 2, 1, 1), PlacedToken("d", 3, 3, 4)]
    found = segments("abcd", places)
    assert [(each.text, each.tokens) for each in found] == [("abc", (0, 1)), ("d", (2,))]


@several
@given(text=TEXTS, names=st.tuples(presets, presets))
def test_paired_segments_are_the_shortest_parts_that_two_readings_share(text, names):
    """Joined they are the segments of each; both texts of a part agree, and no part holds two."""
    readings = [segments(text, in_characters(text, name)) for name in names]
    parts = paired_segments(*readings)
    for side, found in enumerate(readings):
        assert [each for part in parts for each in part[side]] == found
    for part in parts:
        first, second = ("".join(each.text for each in side) for side in part)
        assert first == second
        ends = [{each.end for each in side} for side in part]
        assert len(ends[0] & ends[1]) <= 1


@pytest.mark.parametrize("other", ["paper", "sentencepiece", "gpt"])
def test_links_are_the_tokens_that_share_a_character(other):
    """By a slow look at each two of them, and the same seen from the other side."""
    text = "low  ＡＢ newest好 e\u0301"
    tokens, others = in_characters(text, "gpt"), in_characters(text, other)

    def held(each: PlacedToken) -> set[int]:
        return set(range(each.start, each.end))

    slow = tuple(
        tuple(n for n, there in enumerate(others) if held(each) & held(there)) for each in tokens
    )
    assert overlapping(tokens, others) == slow
    back = overlapping(others, tokens)
    assert {(a, b) for a, bs in enumerate(slow) for b in bs} == {
        (a, b) for b, some in enumerate(back) for a in some
    }
    mark, word = PlacedToken("</w>", 0, 2, 2), PlacedToken("word", 1, 0, 4)
    assert overlapping([mark], [word]) == overlapping([word], [mark]) == ((),)
    assert overlapping((), ()) == ()
