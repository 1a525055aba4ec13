"""The page Encode: the map of tokens, the rows of a word, and typed input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Tokenizer, train
from bpe.encoding.roundtrip import round_trip
from bpe.player.rows import GAP
from bpe.player.tokens import MAX_SHOWN_CHARS, exact
from bpe.readings.word_encoding import encode_by_each_method
from tests.markup import read
from ui.draw.tokens import colours, shown_text
from ui.text import t
from ui.views.encode import (
    AROUND,
    MAX_DECODED_CHARS,
    MAX_TOKENS_DRAWN,
    decode_beginning,
    methods_run,
    read_items,
    returned_rows,
    sample_text,
    slug,
    token_map,
    written_items,
)

TEXT = "old older oldest smart smarter smartest 好人 <b>bold</b> e\u0301"
HOSTILE = "<img src=x onerror=alert(1)> \u202e 👩\u200d🚀 old\r\n\n older"


@pytest.fixture(scope="module")
def tokenizers():
    return {name: train(TEXT, name).tokenizer() for name in PRESETS}


def mapped(tokenizer, text):
    return token_map(tokenizer, tokenizer.encode(text))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_map_holds_each_token_once_with_its_id(tokenizers, preset):
    """The tokens are the encoding's, in order, and each is in exactly one segment."""
    encoding = tokenizers[preset].encode(HOSTILE)
    payload = mapped(tokenizers[preset], HOSTILE)
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
    """A token that is one byte of 好 names this byte.

    Of a long text, the tokens beyond the limit are counted.
    """
    drawn = mapped(tokenizers["gpt"], "👩\u200d🚀\u200b")["segments"]
    pieces = {tuple(piece) for segment in drawn for piece in segment[1]}
    assert {("text", "👩\u200d🚀"), ("glyph", "ZWSP")} <= pieces
    letter, accent, _ = mapped(train("e\u0301", "paper").tokenizer(0), "e\u0301")["tokens"]
    assert letter[4].endswith("Character 1: e.")
    assert accent[4].endswith("Character 2: \u25cc\u0301.")
    assert shown_text("low \u200b👩\u200d🚀") == "low␣⟨ZWSP⟩👩\u200d🚀"
    letter, *parts = mapped(train("ab", "gpt").tokenizer(), "a好")["tokens"]
    assert letter[4].endswith("Character 1: a.")
    assert [row[4].partition(". ")[2] for row in parts] == [
        f"Byte {at} of the 3 of 好." for at in (1, 2, 3)
    ]
    tokenizer = train("ab", "huggingface", max_merges=0).tokenizer()
    payload = mapped(tokenizer, "ab " * MAX_TOKENS_DRAWN)
    assert (len(payload["tokens"]), payload["more"]) == (MAX_TOKENS_DRAWN, MAX_TOKENS_DRAWN)


@given(
    preset=st.sampled_from([*PRESETS]), text=st.text("oldersmat 好x\u0301</w>\u3000", max_size=60)
)
def test_the_rows_of_any_word_end_as_it_is_encoded(tokenizers, preset, text):
    """Step 0 shows only the question; then each row ends with the tokens of its method.

    The words contain unknown letters, unusual spaces and typed marks.
    """
    tokenizer = tokenizers[preset]
    for place, word in enumerate(tokenizer.encode(text).words):
        found = encode_by_each_method(tokenizer, text, place)
        run = methods_run(found, tokenizer.scheme)
        tokens = [row[0] for row in run["tokens"]]
        said, texts = run["captions"]["said"], run["captions"]["texts"]
        assert len(said) == run["steps"] + 1
        kind, of_row = ("letters", "policy") if found.unknown else ("ways", "method")
        assert texts[said[0][0]] == t(f"encode.ask_{kind}", letters=", ".join(found.unknown))
        names = [t(f"encode.{of_row}_{slug(each.name)}") for each in found.endings]
        assert [row["name"] for row in run["words"]] == names
        best = [each.is_best for each in found.endings]
        assert [row["best"] for row in run["words"]] == best
        kind = "equal" if kind == "ways" and all(best) else kind if any(best) else "none"
        told = ", ".join(name for name, is_best in zip(names, best, strict=True) if is_best)
        fewest = min(len(each.word.tokens) for each in found.endings)
        assert texts[said[-1][0]] == t(f"encode.ended_{kind}", names=told, n=fewest)
        used = [step for step in found.endings[0].word.steps if step.pair]
        assert [rank for _, rank, *_ in run["ranked"]] == [step.rank for step in used]
        pairs = [tuple(tokens[token] for token in pair) for _, _, *pair, _ in run["ranked"]]
        assert pairs == [tuple(map(exact, step.pair)) for step in used]
        for row, ending in zip(run["words"], found.endings, strict=True):
            assert row["splits"][0][0] == 1
            assert row["end"].startswith(f"{len(ending.word.tokens)} token")
            if found.unknown:
                assert row["end"].endswith(t("encode.end_back", back=ending.back))
                assert row["note"] == t(f"encode.engines_{ending.name}")
            last = [tokens[token] for token in row["splits"][-1][1] if token != GAP]
            whole = [*map(exact, ending.word.tokens)]
            assert last == whole or (GAP in row["splits"][-1][1] and last[0] in whole)
        assert any(ending.word.tokens == word.tokens for ending in found.endings)


@pytest.mark.parametrize("kind", ["ids", "tokens"])
@given(preset=st.sampled_from([*PRESETS]), text=st.text(st.sampled_from("oldersmat 好x\n</w>")))
def test_what_is_written_down_is_read_back(tokenizers, kind, preset, text):
    """The written ids or visible tokens of an encoding decode to the same text."""
    tokenizer = tokenizers[preset]
    encoding = tokenizer.encode(text)
    items, bad = read_items(tokenizer, written_items(encoding, kind), kind)
    assert bad is None
    if preset == "subword-nmt" and kind == "ids":
        return  # an unknown character that is passed through has no id
    assert tokenizer.decode(items) == round_trip(tokenizer, text, encoding).decoded


@pytest.mark.parametrize("bad", ["x", "-1", "1.5", "999999", "٣", "1e3", "9" * 40])
def test_what_cannot_be_decoded_is_named(tokenizers, bad):
    """The first part that is not an id, or not a token of the vocabulary, is returned."""
    assert read_items(tokenizers["paper"], f"0, 1 {bad}", "ids")[1] == bad
    assert read_items(tokenizers["paper"], "old</w> quark", "tokens")[1] == "quark"


def rows_of(trip, names):
    texts = zip(names, (trip.text, trip.decoded), strict=True)
    return returned_rows(dict(texts), trip.difference)


def test_what_is_decoded_is_cut_before_it_is_long_and_a_token_named_by_its_beginning(monkeypatch):
    """Decoding 1,500 times a token of 262,144 letters stops at the number of characters shown."""
    sizes, decode = [], Tokenizer.decode
    monkeypatch.setattr(
        Tokenizer, "decode", lambda self, ids: sizes.append(len(ids)) or decode(self, ids)
    )
    tokenizer = train("a" * (1 << 18), "minbpe").tokenizer()
    *_, longest = tokenizer.merges[-1]
    assert len(tokenizer.tokens[longest]) == 1 << 18
    assert decode_beginning(tokenizer, [longest] * 1500) == ("a" * MAX_DECODED_CHARS, True)
    assert decode_beginning(tokenizer, [tokenizer.vocabulary[b"aa"]] * 9) == ("a" * 18, False)
    assert sizes == [1, 9]
    [row] = mapped(tokenizer, "a" * 1024)["tokens"]
    assert row[0] == "a" * MAX_SHOWN_CHARS + "…"
    assert len(str(row)) < 5 * MAX_SHOWN_CHARS + 2000


def test_a_character_that_differs_is_marked_with_its_accents_and_markup_stays_text(tokenizers):
    """The marked part is the letter with its accents, after at most `AROUND` characters."""
    names, around = ("Typed", "Restored"), AROUND
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


def test_words_of_a_corpus_make_a_text():
    """The text has a few short words, or the beginning of a long one."""
    for scheme in ("paper", "gpt", "cs336"):
        assert sample_text(train("low lower lowest", scheme)) == "low lower lowest"
    assert sample_text(train("ab " + "x" * 41, "paper")) == "ab"
    assert len(sample_text(train("x" * 500, "paper"))) < 100
