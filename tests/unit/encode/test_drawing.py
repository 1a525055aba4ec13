"""What Encode and What models read draw of an encoding: maps of tokens, tables, what is typed."""

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Tokenizer, train
from bpe.encoding.alignment import PlacedToken
from bpe.encoding.roundtrip import round_trip
from bpe.readings.word_encoding import encode_by_each_method
from tests.markup import read
from ui.draw.readings import LONGEST_SHOWN
from ui.draw.tokens import colours, exact, shown_text
from ui.encode import readings
from ui.encode.panels import AROUND, returned_rows, written_items
from ui.encode.payload import methods_run, slug
from ui.models import panels as models
from ui.player.rows import GAP

TEXT = "old older oldest smart smarter smartest 好人 <b>bold</b> e\u0301"
HOSTILE = "<img src=x onerror=alert(1)> \u202e 👩\u200d🚀 old\r\n\n older"


def say(key, **values):
    return f"{key} {sorted(values.items())}"


@pytest.fixture(scope="module")
def tokenizers():
    return {name: train(TEXT, name).tokenizer() for name in PRESETS}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_map_holds_each_token_once_with_its_id(tokenizers, preset):
    """Tokens are those of the encoding, in order; segments point at each exactly once."""
    tokenizer = tokenizers[preset]
    encoding = tokenizer.encode(HOSTILE)
    payload = readings.map_payload(tokenizer, encoding, say)
    assert [row[0] for row in payload["tokens"]] == [exact(token) for token in encoding.tokens]
    assert [row[3] for row in payload["tokens"]] == encoding.ids
    pointed = [token for segment in payload["segments"] for token in segment[2]]
    assert pointed == list(range(len(encoding.ids)))
    assert payload["more"] == 0
    assert [row[1] for row in payload["tokens"]] == colours(encoding.tokens)
    lost = [{*dict(drawn)} for kind, drawn, *_ in payload["segments"] if kind == "lost"]
    assert {"blank"} not in lost, "white space is a gap"
    assert any(goes_on for *_, goes_on in payload["segments"]) == ("\n" in encoding.text)


def test_a_visible_grapheme_is_drawn_whole_and_a_part_of_one_says_which_bytes(tokenizers):
    """好 is three bytes that never merged; a space is a gap, a letter without a token is lost."""
    tokenizer = tokenizers["gpt"]
    payload = readings.map_payload(tokenizer, tokenizer.encode("👩\u200d🚀\u200b"), say)
    drawn = [tuple(piece) for segment in payload["segments"] for piece in segment[1]]
    assert {("text", "👩\u200d🚀"), ("glyph", "ZWSP")} <= {*drawn}
    tokenizer = train("e\u0301", "paper").tokenizer(0)
    letter, accent, _ = readings.map_payload(tokenizer, tokenizer.encode("e\u0301"), say)["tokens"]
    texts = [re.search(r"\('text', '(.*?)'\)", row[4])[1] for row in (letter, accent)]
    assert texts == ["e", "\u25cc\u0301"]
    assert shown_text("low \u200b👩\u200d🚀") == "low␣⟨ZWSP⟩👩\u200d🚀"
    tokenizer = train("ab", "gpt").tokenizer()
    letter, *parts = readings.map_payload(tokenizer, tokenizer.encode("a好"), say)["tokens"]
    assert all(each in letter[4] for each in ("encode.map_one", "('first', 1)", "('last', 1)"))
    assert [row[4].split()[0] for row in parts] == ["encode.map_part_one"] * 3
    assert all(each in parts[1][4] for each in ("('first', 2)", "('last', 2)", "('size', 3)"))
    tokens = [PlacedToken("a", 1, 0, 1), PlacedToken("</w>", 2, 1, 1)]
    schemes = (PRESETS["paper"], PRESETS["huggingface"])
    drawn = models.readings_payload("a é\n", (tokens, tokens[:1]), schemes, say)
    parts, lost = drawn["parts"], [[("text", "é")]]
    assert [part[2:] for part in parts] == [[[0, 1], [0]], [[], []], [lost, lost], [[], []]]
    ends = [[False, True], [False, False], [False, False], [True, False]]
    assert [part[:2] for part in parts] == ends
    said = [token[4].split()[0] for token in drawn["maps"][0]["tokens"]]
    assert said == ["models.map_some", "models.map_none"]


def test_a_long_text_is_drawn_up_to_a_limit():
    """The rest is counted; neither its tokens, nor spaces between them, nor links go on."""
    tokenizer = train("ab", "huggingface", max_merges=0).tokenizer()
    payload = readings.map_payload(tokenizer, tokenizer.encode("ab " * readings.DRAWN), say)
    assert (len(payload["tokens"]), payload["more"]) == (readings.DRAWN, readings.DRAWN)
    most, text = models.DRAWN, "a " * (models.DRAWN + 100)
    tokens = [PlacedToken("a", 7, at, at + 1) for at in range(0, len(text), 2)]
    schemes = (PRESETS["huggingface"], PRESETS["huggingface"])
    drawn = models.readings_payload(text, (tokens, tokens), schemes, say)
    assert [(len(each["tokens"]), each["more"]) for each in drawn["maps"]] == [(most, 100)] * 2
    assert max(number for part in drawn["parts"] for row in part[2:] for number in row) == most - 1
    assert drawn["links"] == [[[number] for number in range(most)]] * 2
    drawn = models.readings_payload(text, (tokens[:3], tokens), schemes, say)
    assert [len(each["tokens"]) for each in drawn["maps"]] == [3, most]


@given(
    preset=st.sampled_from([*PRESETS]), text=st.text("oldersmat 好x\u0301</w>\u3000", max_size=60)
)
def test_the_rows_of_any_word_end_as_it_is_encoded(tokenizers, preset, text):
    """Unknown letters, odd spaces and marks typed as text: no split at step 0, then all of them."""
    tokenizer = tokenizers[preset]
    for place, word in enumerate(tokenizer.encode(text).words):
        found = encode_by_each_method(tokenizer, text, place)
        run = methods_run(found, tokenizer.scheme, say)
        names = [row[0] for row in run["tokens"]]
        said, texts = run["captions"]["said"], run["captions"]["texts"]
        assert len(said) == run["steps"] + 1
        letters = say("encode.and").join(found.unknown)
        kind = "letters" if found.unknown else "ways"
        asked = say(f"encode.ask_{kind}", letters=letters, n=len(found.unknown))
        assert texts[said[0][0]] == asked
        ended, best = texts[said[-1][0]], [each.is_best for each in found.endings]
        told = [f"_{slug(each.name)} []" in ended for each in found.endings]
        assert (told, [row["best"] for row in run["words"]]) == (best, best)
        kind = kind if any(best) else "none"
        assert f"encode.ended_{'equal' if kind == 'ways' and all(best) else kind} " in ended
        fewest = min(len(each.word.tokens) for each in found.endings)
        assert found.unknown or f"('n', {fewest})" in ended
        used = [step for step in found.endings[0].word.steps if step.pair]
        assert [rank for _, rank, *_ in run["ranked"]] == [step.rank for step in used]
        pairs = [tuple(names[token] for token in pair) for _, _, *pair, _ in run["ranked"]]
        assert pairs == [tuple(map(exact, step.pair)) for step in used]
        for row, ending in zip(run["words"], found.endings, strict=True):
            assert row["splits"][0][0] == 1
            assert f"('n', {len(ending.word.tokens)})" in row["end"]
            if found.unknown:
                assert row["end"].endswith(say("encode.end_back", back=ending.back))
                assert row["note"] == say(f"encode.engines_{ending.name}")
            last = [names[token] for token in row["splits"][-1][1] if token != GAP]
            whole = [*map(exact, ending.word.tokens)]
            assert last == whole or (GAP in row["splits"][-1][1] and last[0] in whole)
        assert any(ending.word.tokens == word.tokens for ending in found.endings)


@pytest.mark.parametrize("kind", ["ids", "tokens"])
@given(preset=st.sampled_from([*PRESETS]), text=st.text(st.sampled_from("oldersmat 好x\n</w>")))
def test_what_is_written_down_is_read_back(tokenizers, kind, preset, text):
    """Ids or visible tokens of any encoding decode to the same text."""
    tokenizer = tokenizers[preset]
    encoding = tokenizer.encode(text)
    found = readings.read_items(tokenizer, written_items(encoding, kind), kind)
    assert found.bad is None
    if preset == "subword-nmt" and kind == "ids":
        return  # an unknown character that is passed through has no id of its own
    assert tokenizer.decode(found.items) == round_trip(tokenizer, text, encoding).decoded


@pytest.mark.parametrize("bad", ["x", "-1", "1.5", "999999", "٣", "1e3", "9" * 40])
def test_what_cannot_be_decoded_is_named(tokenizers, bad):
    """The first part that is no id, and a token outside the vocabulary."""
    assert readings.read_items(tokenizers["paper"], f"0, 1 {bad}", "ids").bad == bad
    assert readings.read_items(tokenizers["paper"], "old</w> quark", "tokens").bad == "quark"


def rows_of(trip, names):
    texts = zip(names, (trip.text, trip.decoded), strict=True)
    return returned_rows(dict(texts), trip.difference)


def test_what_is_decoded_is_cut_before_it_is_long_and_a_token_named_by_its_beginning(monkeypatch):
    """1,500 times a token of 262,144 letters: no more is put together than is shown."""
    sizes, decode = [], Tokenizer.decode
    monkeypatch.setattr(
        Tokenizer, "decode", lambda self, ids: sizes.append(len(ids)) or decode(self, ids)
    )
    training = train("a" * (1 << 18), "minbpe")
    longest = len(training.tokens) - 1
    assert len(training.tokens[longest]) == 1 << 18
    found = readings.decode_items(training, len(training), f"{longest} " * 1500, "ids")
    assert (found.text, found.is_cut) == ("a" * readings.LONGEST_DECODED, True)
    found = readings.decode_items(
        training, len(training), f"{training.tokens.index(b'aa')} " * 9, "ids"
    )
    assert (found.text, found.is_cut) == ("a" * 18, False)
    assert sizes == [1, 9]
    training = train("a" * 2048, "minbpe")
    tokenizer = training.tokenizer()
    [row] = readings.map_payload(tokenizer, tokenizer.encode("a" * 1024), say)["tokens"]
    assert row[0] == "a" * LONGEST_SHOWN + "…"
    assert len(str(row)) < 5 * LONGEST_SHOWN + 2000


def test_a_character_that_differs_is_marked_with_its_accents_and_markup_stays_text(tokenizers):
    """The letter and all that stands on it; what is around it is shown up to a limit."""
    names, around = ("Typed", "Came back"), AROUND
    letter = "q\u0301\u0302"
    trip = round_trip(tokenizers["paper"], "o" * (around + 1) + letter + "l" * (2 * around))
    assert trip.difference == around + 1
    typed, _ = read(rows_of(trip, names)).all("dd")
    [before], [marked] = typed.all("span"), typed.all("mark")
    assert (before.text, marked.text) == ("…" + "o" * around, letter)
    assert typed.text.endswith("l…")
    trip = round_trip(tokenizers["paper"], "<b>  old")
    found = read(rows_of(trip, names))
    assert not found.all("b")
    assert "␣" in [each.text for each in found.all("mark")]
    assert [each.text for each in found.all("dt")] == [*names]
    assert "…" not in found.text


def test_words_of_a_corpus_make_a_text_and_a_word_that_nobody_has_seen_is_offered():
    """A few short ones, of a long one its beginning; the first of some with an unknown letter."""
    for scheme in ("paper", "gpt", "cs336"):
        assert readings.sample_text(train("low lower lowest", scheme)) == "low lower lowest"
    assert readings.sample_text(train("ab " + "x" * 41, "paper")) == "ab"
    assert len(readings.sample_text(train("x" * 500, "paper"))) < 100
    training = train("low lower lowest", "paper")
    found = partial(
        readings.encode_text, training, 3, "low quiz", "merges", strangers=("slow", "jazz", "好")
    )
    assert [found(chosen=word).stranger for word in (None, "low", "quiz")] == ["jazz", "jazz", None]
