"""Where each token stands in the text, with what a reader sees kept whole."""

from itertools import accumulate

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.encoding.alignment import segments, token_places
from bpe.encoding.encoded import METHODS
from bpe.encoding.roundtrip import with_policy
from bpe.encoding.spelling import UNKNOWN
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
    found = segments(tokenizer, encoding)
    assert "".join(each.text for each in found) == encoding.text
    assert [token for each in found for token in each.tokens] == list(range(len(encoding.ids)))
    borders = {0} | {match.end() for match in regex.finditer(r"\X", encoding.text)}
    at = start = 0
    for one in found:
        assert (one.start, one.size) == (start, len(one.text.encode()))
        at, start = at + len(one.text), start + one.size
        assert at in borders
        ends = {each.end for each in one.graphemes[:-1]}
        crossed = {
            border for each in one.places for border in ends if each.start < border < each.end
        }
        assert crossed == ends


@several
@given(preset=presets, text=TEXTS, policy=st.sampled_from(POLICIES))
def test_a_token_s_place_spells_the_token(trainings, preset, text, policy):
    """The bytes at a token's place are the token without its mark; an unknown one is a run.

    In characters it has a place where it begins and ends with one.
    """
    tokenizer = with_policy(trainings[preset].tokenizer(), policy)
    encoding = tokenizer.encode(text)
    raw = encoding.text.encode("utf-8", "surrogatepass")
    sizes = (len(character.encode()) for character in encoding.text)
    number = {at: n for n, at in enumerate(accumulate(sizes, initial=0))}
    for place in token_places(tokenizer, encoding):
        ends = number.get(place.start), number.get(place.end)
        assert place.characters == (None if None in ends else ends)
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


def test_an_emoji_of_many_tokens_is_one_segment():
    """A person, a joiner and a rocket: three code points, eleven bytes, one thing to see."""
    training = train(Corpus.from_counts({"abc": 1}), "gpt")
    tokenizer = training.tokenizer()
    found = segments(tokenizer, tokenizer.encode("👩‍🚀a"))
    assert [(each.text, len(each.tokens)) for each in found] == [("👩‍🚀", 11), ("a", 1)]


def test_a_mark_of_its_own_stands_for_no_text():
    """`</w>` stands at the end of the word and has nothing to show."""
    tokenizer = train("ab", "paper", max_merges=0).tokenizer()
    found = segments(tokenizer, tokenizer.encode("ab a"))
    assert [each.text for each in found] == ["a", "b", "", " ", "a", ""]
    assert [each.word for each in found] == [True, True, True, False, True, True]


def test_a_dropped_character_is_a_place_without_token():
    """What an engine silently drops is still in the text."""
    tokenizer = train("ug", "huggingface").tokenizer()
    found = segments(tokenizer, tokenizer.encode("mug"))
    assert [(each.text, each.tokens, each.word) for each in found] == [
        ("m", (), True),
        ("ug", (0,), True),
    ]


def test_wordpiece_gives_up_a_whole_word():
    """One missing piece makes the word one `<unk>`, and its place is the word."""
    tokenizer = train("pun bun", "wordpiece").tokenizer()
    encoding = tokenizer.encode("pun mun", "longest-match")
    last = token_places(tokenizer, encoding)[-1]
    assert (last.token, last.start, last.end) == (UNKNOWN, 4, 7)
