"""A sentence through normalizer, encoder and decoder: what comes back, and what does not."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import CorpusError, train
from bpe.encoding.roundtrip import round_trip
from bpe.readings.normalization import (
    PieceChange,
    lost_characters,
    normalize_sentence,
    sentence_changes,
)
from bpe.schemes import PRESETS
from bpe.text.normalizers import NORMALIZERS
from tests.strategies import hostile, lines

texts = st.one_of(st.text(max_size=30), lines(hostile))
normalizers = st.sampled_from(NORMALIZERS)


@given(texts, normalizers)
def test_changes_join_to_both_texts_and_say_what_is_rewritten(text, normalizer):
    """Piece by piece; what is rewritten is counted, spaces left out, the most frequent first."""
    changes = sentence_changes(text, normalizer)
    assert "".join(change.before for change in changes) == text
    assert "".join(change.after for change in changes) == normalize_sentence(text, normalizer)
    assert all((change.before == change.after) == (change.kind == "same") for change in changes)
    lost = Counter(change.before for change in changes if change.kind in ("folded", "deleted"))
    found = lost_characters(text, normalizer)
    assert [times for _, times in found] == sorted(lost.values(), reverse=True)
    assert {change.before: times for change, times in found} == lost


@pytest.mark.parametrize(
    ("text", "normalizer", "change"),
    [
        ("ｈ", "nmt_nfkc", PieceChange("ｈ", "h", "folded")),
        ("①", "nfkc", PieceChange("①", "1", "folded")),
        ("①", "nfc", PieceChange("①", "①", "same")),
        ("e\u0301", "nfc", PieceChange("e\u0301", "é", "composed")),
        ("a\u3000b", "nmt_nfkc", PieceChange("\u3000", " ", "space")),
        ("a  b", "none", PieceChange(" ", "", "space")),
        ("a\x01b", "nmt_nfkc", PieceChange("\x01", "", "deleted")),
        ("a▁b", "nmt_nfkc", PieceChange("▁", " ", "space")),
    ],
)
def test_each_kind_of_change(text, normalizer, change):
    assert change in sentence_changes(text, normalizer)


@given(texts, texts, normalizers)
def test_the_law_holds_where_nothing_is_unknown(corpus, text, normalizer):
    """Decode(Encode(Normalize(t))) = Normalize(t), and otherwise the reason is named."""
    scheme = replace(PRESETS["sentencepiece"], normalizer=normalizer)
    try:
        training = train(f"{corpus}\n{text}", scheme, max_merges=30)
    except CorpusError:
        return
    trip = round_trip(training.tokenizer(), text)
    assert trip.holds
    assert trip.unknown == ()
    assert trip.is_exact == (text == trip.normalized)
    poor = train("low lower", scheme).tokenizer()
    trip = round_trip(poor, text)
    # A mark typed as text is taken for the mark where the corpus has none of its own.
    assert set(trip.unknown) == set(trip.normalized) - set("lower ▁")
    assert trip.holds or trip.unknown or "▁" in trip.normalized
