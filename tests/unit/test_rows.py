"""What the record answers with goes into tables, charts and JSON, whatever the units."""

import json

import altair as alt
import pandas as pd
import pytest

from bpe import PRESETS, rows_of, train

TEXT = "low lower lowest 好好 好 你好 low 👩\u200d🚀"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "kind", ["merges", "vocabulary", "pairs", "words", "changes", "encoded", "rows"]
)
def test_rows_of_every_kind_are_what_tables_charts_and_json_hold(preset, kind):
    """With pandas and Altair, and the values of the records."""
    training = train(TEXT, preset, max_merges=9)
    snapshot, encoding = training.snapshot(5), training.tokenizer().encode(TEXT)
    records = {
        "merges": training.merges,
        "vocabulary": snapshot.vocabulary,
        "pairs": snapshot.pairs(),
        "words": snapshot.words(),
        "changes": snapshot.changes,
        "encoded": encoding.words,
        "rows": encoding.rows,
    }[kind]
    rows = rows_of(records)
    assert len(rows) == len(records) > 0
    frame = pd.DataFrame(rows)
    assert json.loads(frame.to_json(orient="records")) == json.loads(json.dumps(rows))
    assert alt.Chart(frame).mark_bar().encode(x=frame.columns[0]).to_json()
    for row, record in zip(rows, records, strict=True):
        for name, value in row.items():
            if name.endswith("_bytes"):
                assert exact(value) == of(record, name.removesuffix("_bytes"))
            elif f"{name}_bytes" not in row:
                given = of(record, name)
                assert value == (list(given) if isinstance(given, tuple) else given)


def exact(digits):
    """Return the bytes that a cell stands for, or those of several."""
    return bytes.fromhex(digits) if isinstance(digits, str) else tuple(map(exact, digits))


def of(record, name):
    """Return what a record has under the name of a column."""
    if isinstance(record, dict):
        return record[name]
    field, _, side = name.rpartition("_")
    sides = {"left": 0, "right": 1}
    return getattr(record, field or "pair")[sides[side]] if side in sides else getattr(record, name)


def test_bytes_are_text_with_the_exact_ones_beside():
    """What is no whole character is written by its digits, so that no two read alike."""
    training = train("好好 好", "gpt", max_merges=3)
    first, whole = rows_of(training.merges)[:2]
    assert (first["left"], first["left_bytes"]) == ("\\xa5", "a5")
    assert (whole["token"], whole["token_bytes"]) == ("好", "e5 a5 bd")
    assert "token_bytes" not in rows_of(train("low", "paper").merges)[0]
    for wrong, named in ((["low"], "'low'"), (3, "3")):
        said = rf"^records must be of a training or an encoding, got {named}\. Give"
        with pytest.raises(ValueError, match=said):
            rows_of(wrong)
