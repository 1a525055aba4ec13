"""The record as Parquet: with pandas alone, every step can be read from it."""

import io
import zipfile
from functools import partial

import pandas as pd
import pytest

from bpe import train
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.draw import downloads, parquet

TEXTS = ["highest higher lower lowest cooler coolest", "aaaa aaa aabaaaab banana bananas ab"]


def tables(data: bytes) -> dict[str, pd.DataFrame]:
    """Read a record's tables; an empty cell is None."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    return {
        name.removesuffix(".parquet"): pd.read_parquet(
            io.BytesIO(archive.read(name)), dtype_backend="pyarrow"
        )
        for name in archive.namelist()
        if name.endswith(".parquet")
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
    found = tables(parquet.as_parquet(training, str))
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


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_table_too_large_is_left_out_and_said_to_be(monkeypatch, lang):
    """The text beside the tables names it, and what each column is, in the reader's language."""
    monkeypatch.setattr(downloads, "language", lambda: lang)
    training = train(TEXTS[0], "paper")
    make = partial(parquet.as_parquet, training, downloads.parquet_about())
    whole = zipfile.ZipFile(io.BytesIO(make())).read("README.txt").decode()
    assert whole.strip() == catalogue(lang)["tables.parquet_about"].format(left_out="").strip()
    for name, table in tables(make()).items():
        part = whole.partition(f"\n{name}.parquet")[2].partition("\n\n")[0]
        explained = set(table) - {"id", "token", "word"}
        assert {column for column in explained if column not in part} == set()
    monkeypatch.setattr(parquet, "MOST_ROWS", 25)
    archive = zipfile.ZipFile(io.BytesIO(make()))
    assert set(archive.namelist()) == {"README.txt", "merges.parquet", "tokens.parquet"}
    said = archive.read("README.txt").decode().splitlines()[-1]
    assert "words.parquet, pairs.parquet" in said


def test_a_run_without_merges_and_half_a_character_have_tables_too():
    """Empty tables keep their columns; what has no UTF-8 is written as an escape."""
    none = tables(parquet.as_parquet(train("ab", max_merges=0), str))
    assert (len(none["merges"]), len(none["words"])) == (0, 1)
    assert list(none["merges"])[:4] == ["step", "left", "right", "token"]
    half = tables(parquet.as_parquet(train({"a\ud800": 2}, "huggingface"), str))
    assert half["words"]["word"].tolist() == ["a\\ud800"]
