"""What the page Encode and decode draws, without a browser: payload, tables, what is read back."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.encoding.roundtrip import round_trip
from bpe.readings.compare import duel
from tests.cases import for_each
from tests.markup import read
from ui.draw.tokens import exact
from ui.encode import back, tables
from ui.encode import markup as encode_markup
from ui.encode.payload import DRAWN, map_payload

TEXT = "old older oldest smart smarter smartest 好人 <b>bold</b> e\u0301"
HOSTILE = "<img src=x onerror=alert(1)> \u202e 👩\u200d🚀 old\r\n\n older"


def say(key, **values):
    return f"{key} {sorted(values.items())}"


@pytest.fixture(scope="module")
def tokenizers():
    return {name: train(TEXT, name).tokenizer() for name in PRESETS}


@for_each("preset", PRESETS)
def test_the_map_holds_each_token_once_with_its_id(tokenizers, preset):
    """Tokens are those of the encoding, in order; segments point at each exactly once."""
    tokenizer = tokenizers[preset]
    encoding = tokenizer.encode(HOSTILE)
    payload = map_payload(tokenizer, encoding, say)
    assert [row[0] for row in payload["tokens"]] == [exact(token) for token in encoding.tokens]
    assert [row[3] for row in payload["tokens"]] == encoding.ids
    pointed = [token for segment in payload["segments"] for token in segment[2]]
    assert pointed == list(range(len(encoding.ids)))
    assert payload["more"] == 0


def test_a_visible_grapheme_is_drawn_whole(tokenizers):
    """An emoji of three code points stays one; a joiner alone has a glyph."""
    tokenizer = tokenizers["gpt"]
    drawn = [
        piece
        for segment in map_payload(tokenizer, tokenizer.encode("👩\u200d🚀\u200b"), say)["segments"]
        for piece in segment[1]
    ]
    assert ["text", "👩\u200d🚀"] in [list(piece) for piece in drawn]
    assert ("glyph", "ZWSP") in drawn


def test_a_token_of_part_of_a_character_says_which_bytes(tokenizers):
    """好 is three bytes that never merged here: each token names its own byte."""
    tokenizer = train("ab", "gpt").tokenizer()
    rows = map_payload(tokenizer, tokenizer.encode("好"), say)["tokens"]
    assert [row[4].split()[0] for row in rows] == ["encode.map_part_one"] * 3
    assert "('first', 2)" in rows[1][4]
    assert "('size', 3)" in rows[1][4]


def test_a_long_text_is_drawn_up_to_a_limit(tokenizers):
    """The rest is counted, not lost."""
    tokenizer = train("ab", "huggingface", max_merges=0).tokenizer()
    payload = map_payload(tokenizer, tokenizer.encode("ab " * DRAWN), say)
    assert len(payload["tokens"]) == DRAWN
    assert payload["more"] == DRAWN


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", back.KINDS)
@given(text=st.text(st.sampled_from("oldersmat 好x\n</w>"), max_size=12))
def test_what_is_written_down_is_read_back(tokenizers, preset, kind, text):
    """Ids or visible tokens of any encoding decode to the same text."""
    tokenizer = tokenizers[preset]
    encoding = tokenizer.encode(text)
    found = back.read(tokenizer, back.written(tokenizer, encoding, kind), kind)
    assert found.bad is None
    if preset == "subword-nmt" and kind == "ids":
        return  # an unknown character that is passed through has no id of its own
    expected = round_trip(tokenizer, text, encoding).decoded
    assert tokenizer.decode(found.items) == expected


@for_each("bad", ["x", "-1", "1.5", "999999", "٣", "1e3", "9" * 40])
def test_what_is_no_id_is_named(tokenizers, bad):
    """The first part that cannot be decoded is what the sentence shows."""
    assert back.read(tokenizers["paper"], f"0, 1 {bad}", "ids").bad == bad


def test_a_token_outside_the_vocabulary_is_named(tokenizers):
    """Only tokens of this vocabulary decode."""
    assert back.read(tokenizers["paper"], "old</w> quark", "tokens").bad == "quark"


def test_duels_and_differences_are_the_comparison():
    """Rows are the record's: counts, both splits, and how many tokens more or fewer."""
    corpus = Corpus.from_counts({"smarter": 2, "smart": 9, "olde": 4, "older": 1, "smarte": 7})
    training = train(corpus, "paper")
    for step in range(len(training.merges) + 1):
        found = duel(training, step, "longest-match")
        [row] = tables.duels([found]).to_dict("records")
        assert row["fewer"] + row["same"] + row["more"] == len(found.differences)
        frame = tables.differences(found)
        assert list(frame["word"]) == [each.text for each in found.differences]
        assert [
            len(b) - len(a) for a, b in zip(frame["before_tokens"], frame["tokens"], strict=True)
        ] == list(frame["gain"])
        assert sum(frame["gain"] * frame["count"]) == row["tokens"]


def test_policies_put_the_scheme_s_own_rule_first(tokenizers):
    """Four rules; the first is what the page's own encoding used."""
    frame = tables.policies(tokenizers["huggingface"], "xold", "merges")
    assert list(frame["policy"]) == ["drop", "unk", "pass", "bytes"]
    assert list(frame["decoded"]) == ["old", "<unk>old", "xold", "xold"]


def test_a_round_trip_shows_the_first_difference_and_escapes(tokenizers):
    """Markup in a text stays text; the character that differs stands out."""
    tokenizer = tokenizers["paper"]
    text = "<b>  old"
    trip = round_trip(tokenizer, text)
    markup = encode_markup.trip_rows(trip, ("Typed", "Came back"))
    assert "<b>" not in markup
    assert regex.search(r"<mark>␣</mark>", markup)
    assert "Typed" in markup


def test_a_character_that_differs_is_marked_with_its_accents(tokenizers):
    """The letter and all that stands on it; what is around it is shown up to a limit."""
    letter = "q\u0301\u0302"
    around = encode_markup.AROUND
    text = "o" * (around + 1) + letter + "l" * (2 * around)
    trip = round_trip(tokenizers["paper"], text)
    assert trip.difference == around + 1
    typed, _ = read(encode_markup.trip_rows(trip, ("Typed", "Came back"))).all("dd")
    [before], [marked] = typed.all("span"), typed.all("mark")
    assert marked.text == letter
    assert before.text == "…" + "o" * around
    assert typed.text.endswith("l…")
