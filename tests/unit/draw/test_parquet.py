"""The record as Parquet: with pandas alone, every step can be read from it."""

import io
import zipfile

import pandas as pd

from bpe import train
from tests.cases import for_each
from ui.draw import parquet
from ui.draw.sheets import as_csv
from ui.train.downloads import CSV, archive

SENTENCE = "Rows are left out."
TEXTS = ["highest higher lower lowest cooler coolest", "aaaa aaa aabaaaab banana bananas ab"]


def tables(training) -> dict[str, pd.DataFrame]:
    """Read a record's tables; an empty cell is None."""
    return {
        name.removesuffix(".parquet"): pd.read_parquet(io.BytesIO(content), dtype_backend="pyarrow")
        for name, content in parquet.parquet_files(training)
    }


def split_at(step: int, tokens, joined) -> tuple:
    """Split a word as the text beside the tables says."""
    split = []
    for token, at in zip(tokens, joined, strict=True):
        if at is None or at != at or at > step:
            split.append([token])
        else:
            split[-1].append(token)
    return tuple(type(tokens[0])().join(parts) for parts in split)


@for_each("text", TEXTS)
@for_each("scheme", ["paper", "subword-nmt", "minbpe", "sentencepiece"])
def test_every_step_can_be_read_from_the_tables(scheme, text):
    """Merges, vocabulary, every word's split and every pair's count, as the text there says."""
    training = train(text, scheme)
    found = tables(training)
    merges, words, pairs = found["merges"], found["words"], found["pairs"]
    assert list(zip(merges["left"], merges["right"], strict=True)) == [
        merge.pair for merge in training.merges
    ]
    assert merges["token"].tolist() == [merge.token for merge in training.merges]
    assert merges["count"].tolist() == [merge.count for merge in training.merges]
    assert merges["ties"].tolist() == [len(merge.ties) for merge in training.merges]
    tokens = found["tokens"].itertuples(index=False, name=None)
    last = training.snapshot(len(training))
    assert list(tokens) == [(each.id, each.token, each.kind, each.born) for each in last.vocabulary]
    assert words["word"].tolist() == list(training.corpus.words)
    losses = pairs[pairs["taken_from"].notna()]
    for step in range(len(training) + 1):
        snapshot = training.snapshot(step)
        if step:
            assert merges["tokens"][step - 1] == snapshot.token_count
            assert merges["vocabulary"][step - 1] == len(snapshot.vocabulary)
        for word, split, joined in zip(
            words["word"], words["tokens"], words["joined"], strict=True
        ):
            assert split_at(step, list(split), list(joined)) == snapshot.tokens(word)
        lost = losses[losses["born"] <= step].groupby("taken_from")["count"].sum()
        there = pairs[(pairs["born"] <= step) & ~(pairs["merged"] <= step).fillna(False)]
        left = there["count"] - there["pair"].map(lost).fillna(0)
        counts = {
            (row.left, row.right): count
            for row, count in zip(there.itertuples(), left, strict=True)
            if count
        }
        assert counts == {each.pair: each.count for each in snapshot.pairs()}


def test_the_archive_has_every_table_and_says_what_each_is(monkeypatch):
    """In both languages, each file and each column; a table too large is left out and named."""
    training = train(TEXTS[0], "paper")
    snapshot = training.snapshot(3)
    data = archive(snapshot, SENTENCE)
    found = zipfile.ZipFile(io.BytesIO(data))
    assert data == archive(snapshot, SENTENCE), "the same run gives the same bytes"
    for file, read in CSV.values():
        assert found.read(file) == as_csv([read(snapshot)], SENTENCE)
    about = found.read("README.txt").decode()
    assert all(about.count(name.removeprefix("parquet/")) >= 2 for name in found.namelist()[1:])
    for name, content in parquet.parquet_files(training):
        assert found.read(f"parquet/{name}") == content
    for name, table in tables(training).items():
        part = about.partition(f"\n{name}.parquet")[2].partition("\n\n")[0]
        explained = set(table) - {"id", "token", "word"}
        assert {column for column in explained if column not in part} == set()
    monkeypatch.setattr(parquet, "MOST_ROWS", 25)
    left = zipfile.ZipFile(io.BytesIO(archive(snapshot, SENTENCE)))
    assert {*found.namelist()} - {*left.namelist()} == {
        "parquet/words.parquet",
        "parquet/pairs.parquet",
    }
    assert left.read("README.txt").decode().count("words.parquet, pairs.parquet") == 2


def test_a_run_without_merges_and_half_a_character_have_tables_too():
    """Empty tables keep their columns; what has no UTF-8 is written as an escape."""
    none = tables(train("ab", max_merges=0))
    assert (len(none["merges"]), len(none["words"])) == (0, 1)
    assert list(none["merges"])[:4] == ["step", "left", "right", "token"]
    half = tables(train({"a\ud800": 2}, "huggingface"))
    assert half["words"]["word"].tolist() == ["a\\ud800"]
