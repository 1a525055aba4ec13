"""Decoding of IDs, the places of tokens in a text, and the causes of losses."""

import pickle
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.encoding.alignment import (
    PlacedToken,
    byte_places,
    byte_segments,
    overlapping,
    place_tokens,
    segments,
)
from bpe.encoding.encoded import METHODS
from bpe.encoding.roundtrip import POLICIES, RoundTrip, round_trip, unknown_characters, with_policy
from bpe.encoding.spelling import UNKNOWN
from bpe.readings.tokenizers import paired_segments
from bpe.text.characters import graphemes
from tests.data import SIX_WORDS
from tests.strategies import presets, several


@pytest.mark.parametrize(
    ("preset", "unknown", "last"),
    [
        ("minbpe", "bytes", 256),
        ("gpt", "unk", 256),
        ("huggingface", "drop", 11),
        ("paper", "unk", 13),
        ("paper", "pass", 13),
        ("paper", "bytes", 13 + 256),
    ],
)
def test_ids_that_do_not_exist_are_refused(preset, unknown, last):
    """IDs of tokens, of `<unk>` and of bytes exist if encoding can return them; no other does."""
    training = train(SIX_WORDS, replace(PRESETS[preset], unknown=unknown), max_merges=5)
    tokenizer = training.tokenizer(1)
    assert sorted(tokenizer.ids) == list(range(last + 1))
    for id_ in tokenizer.ids:
        assert isinstance(tokenizer.decode([id_]), str)
    for bad in (last + 1, 300 + last, -1, True, 1.0, None, "x".join, (1,)):
        with pytest.raises(ValueError, match=f"id must be a whole number from 0 to {last}, got"):
            tokenizer.decode([bad])
    assert tokenizer.decode(np.array([1, 2])) == tokenizer.decode([1, 2])


def test_a_tokenizer_of_a_step_knows_the_tokens_born_by_then():
    """The tokenizer has one more token per step; text of a later token decodes to itself."""
    training = train(SIX_WORDS, "huggingface")
    for step in range(len(training) + 1):
        tokenizer = training.tokenizer(step)
        assert tokenizer.tokens == training.tokens[: len(training.alphabet) + step]
        assert len(tokenizer) == tokenizer.vocab_size == len(training.snapshot(step).vocabulary)
        with pytest.raises(ValueError, match="whole number"):
            tokenizer.decode([tokenizer.vocab_size])
    assert repr(training.tokenizer(2)) == "<Tokenizer huggingface: 13 tokens, 2 merges>"
    tokenizer = train(SIX_WORDS, "subword-nmt").tokenizer(0)
    assert tokenizer.decode(["q", "est</w>", "z</w>"]) == "qest z"
    tokenizer = train(SIX_WORDS, "wordpiece").tokenizer(0)
    assert tokenizer.decode(["q", "##est", "z"]) == "qest z"


@pytest.mark.parametrize("preset", ["paper", "subword-nmt", "sentencepiece", "wordpiece"])
def test_a_character_spelled_in_bytes_comes_back(preset):
    """A character that is not in the alphabet becomes its bytes, each with a name and an ID."""
    tokenizer = train(SIX_WORDS, replace(PRESETS[preset], unknown="bytes")).tokenizer()
    encoding = tokenizer.encode("lo好")
    names = ["<0xE5>", "<0xA5>", "<0xBD>"]
    assert [token for token in encoding.tokens if token in tokenizer.special] == names
    assert [tokenizer.special[name] - tokenizer.unknown_id - 1 for name in names] == [
        *"好".encode()
    ]
    assert tokenizer.decode(encoding.ids) == tokenizer.decode(encoding.tokens) == "lo好"


def test_a_word_that_grew_letter_by_letter_takes_no_memory_for_each_of_its_beginnings():
    """All prefixes of a token of 5,000 letters take 25 MB; only the requested token is kept."""
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 5_000)))
    training = train({word: 1}, "paper")
    tracemalloc.start()
    tokenizer = training.tokenizer()
    ids = tokenizer.encode(word).ids
    assert (len(ids), tokenizer.decode(ids), tokenizer.tokens[ids[0]]) == (1, word, f"{word}</w>")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * 2**20
    again = pickle.loads(pickle.dumps(tokenizer))
    assert again.decode(ids[:1]) == word
    assert again.vocabulary[word[:9]] == tokenizer.vocabulary[word[:9]]


TEXT = "old older oldest smart smarter smartest cold bold folder gold stolen"
LETTERS = st.text(st.sampled_from("oldersmatxé 好"), max_size=12)


@pytest.fixture(scope="module")
def trainings():
    return {name: train(TEXT, name) for name in PRESETS}


def test_policies_for_what_the_alphabet_lacks(trainings):
    """The word `highest`, with h and g unknown, is encoded under each policy.

    A special token is never unknown.
    """
    training = train(Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}), "paper")
    tokenizer = training.tokenizer()
    assert unknown_characters(tokenizer, "highest") == ["h", "g"]
    tokens = {each: with_policy(tokenizer, each).encode("highest").tokens for each in POLICIES}
    assert tokens == {
        "unk": [UNKNOWN, "i", UNKNOWN, UNKNOWN, "est</w>"],
        "pass": ["h", "i", "g", "h", "est</w>"],
        "drop": ["i", "est</w>"],
        "bytes": ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    }
    fused = train("ab", "sentencepiece").tokenizer()
    tokens = {each: with_policy(fused, each).encode("axya").tokens for each in ("unk", "pass")}
    assert tokens == {"unk": ["▁", "a", UNKNOWN, "a"], "pass": ["▁", *"axya"]}
    scheme = replace(PRESETS["paper"], special_tokens=("<|endoftext|>",))
    tokenizer = train("low lower", scheme).tokenizer()
    assert unknown_characters(tokenizer, "low<|endoftext|>lower") == []
    assert unknown_characters(tokenizer, "lox<|endoftext|>") == ["x"]
    assert round_trip(tokenizer, "low <|endoftext|>").unknown == ()
    for preset in ("paper", "wordpiece"):
        scheme = replace(PRESETS[preset], special_tokens=("<|endoftext|>",))
        tokenizer = train("low lower", scheme).tokenizer()
        ids = tokenizer.encode("low <|endoftext|> lower").ids
        assert tokenizer.decode(ids) == "low <|endoftext|> lower"
    tokenizer = train("wo", "subword-nmt").tokenizer()
    assert unknown_characters(tokenizer, "ow") == ["o", "w"]
    assert unknown_characters(trainings["gpt"].tokenizer(), "好é👩‍🚀") == []


@several
@given(preset=presets, text=LETTERS)
def test_a_round_trip_that_loses_something_names_a_cause(trainings, preset, text):
    """A difference is at the first unequal character, also at a text's end, and has a cause."""
    tokenizer = trainings[preset].tokenizer()
    trip = round_trip(tokenizer, text)
    assert (trip.difference is None) == (trip.decoded == trip.text)
    if trip.difference is not None:
        at = trip.difference
        assert trip.text[:at] == trip.decoded[:at]
        assert trip.text[at : at + 1] != trip.decoded[at : at + 1]
        assert trip.causes
    for text, back, place in (("", "", None), ("ab", "a", 1), ("", "a", 0), ("abc", "axc", 1)):
        assert RoundTrip(text, None, text, back, ()).difference == place


@pytest.mark.parametrize(
    ("preset", "text", "causes"),
    [
        ("paper", "old  gold", ("spaces",)),
        ("huggingface", "old gold", ("spaces",)),
        ("sentencepiece", "ｏｌｄ", ("normalizer",)),
        ("sentencepiece", " ｏｌｄ x", ("normalizer", "spaces", "unknown")),
        ("paper", "oldx", ("unknown",)),
        ("subword-nmt", "oldx", ()),
        ("gpt", "  old\n好", ()),
    ],
)
def test_what_is_lost_on_the_way(trainings, preset, text, causes):
    """The causes are splitting at spaces, the normalizer, and unknown characters."""
    tokenizer = trainings[preset].tokenizer()
    assert round_trip(tokenizer, text).causes == causes


CORPUS = "low lower newest widest 好人好事 👩‍🚀👩‍🚀 naïve nai\u0308ve ab</w> ##a a#"
TEXTS = st.text(st.sampled_from("lowerd 好人事é\u0308👩\u200d🚀\u0301\t\n<>/#▁ZＡ"), max_size=14)


@pytest.fixture(scope="module")
def trained_on_marks():
    return {name: train(CORPUS, name, max_merges=12) for name in PRESETS}


@several
@given(preset=presets, text=TEXTS, method=st.sampled_from(METHODS))
def test_segments_are_the_shortest_runs_of_whole_graphemes_and_tokens(
    trained_on_marks, preset, text, method
):
    """Segments join to the text, contain each token once, and cannot be split further."""
    tokenizer = trained_on_marks[preset].tokenizer()
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
def test_a_token_s_place_spells_the_token(trained_on_marks, preset, text, policy):
    """The bytes at the place of a token spell the token without its mark; `<unk>` may be a run."""
    tokenizer = with_policy(trained_on_marks[preset].tokenizer(), policy)
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
            if policy == "drop":  # tokens around a dropped character may merge
                rest = iter(raw[place.start : place.end])
                assert all(byte in rest for byte in spelled)
            else:
                assert raw[place.start : place.end] == spelled


def in_characters(text, scheme):
    tokenizer = train("low lower newest ＡＢ é", scheme).tokenizer()
    return place_tokens(tokenizer, text, tokenizer.encode(text))


def spelled(text, scheme):
    return [(each.token, text[each.start : each.end]) for each in in_characters(text, scheme)]


def test_a_token_has_the_characters_of_the_text_as_it_was_given():
    """A mark has no characters, a rewritten character its original, `<unk>` its word or run."""
    assert spelled("low 好", "paper") == [("low</w>", "low"), ("<unk>", "好"), ("</w>", "")]
    assert spelled("ＡＢ e\u0301", "sentencepiece") == [("▁AB", "ＡＢ"), ("▁é", "e\u0301")]
    assert spelled("wxyzw", "sentencepiece")[1:] == [("w", "w"), ("<unk>", "xyz"), ("w", "w")]
    assert in_characters("", "paper") == ()
    found = spelled("w好", "gpt")
    assert found[0] == (b"w", "w")
    assert [text for _, text in found[1:]] == ["好"] * 3
    tokenizer = train("pun bun", "wordpiece").tokenizer()
    encoding = tokenizer.encode("pun mun", "longest-match")
    last = byte_places(tokenizer, encoding)[-1]
    assert (last.token, last.start, last.end) == (UNKNOWN, 4, 7)
    places = [PlacedToken("▁", 1, 0, 0), *(PlacedToken(f"<{n}>", n, 0, 1) for n in (2, 3, 4))]
    found = segments("莓", places)
    assert [(each.text, each.tokens) for each in found] == [("", (0,)), ("莓", (1, 2, 3))]
    places = [PlacedToken("abc", 1, 0, 3), PlacedToken("", 2, 1, 1), PlacedToken("d", 3, 3, 4)]
    found = segments("abcd", places)
    assert [(each.text, each.tokens) for each in found] == [("abc", (0, 1)), ("d", (2,))]


@several
@given(text=TEXTS, names=st.tuples(presets, presets))
def test_paired_segments_are_the_shortest_parts_that_two_readings_share(text, names):
    """Joined, the parts are the segments of each reading; both sides of a part are equal text."""
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
    """The links equal those of a slow comparison of all tokens, also in the other direction."""
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
