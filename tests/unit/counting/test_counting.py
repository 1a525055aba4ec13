"""Counting many files gives the same counts with any number of processes."""

import gzip
import io
import json
import os
import signal
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, counting, train
from bpe.counting import count_files
from bpe.input import reading
from bpe.input.opening import InputFile, Limits
from bpe.input.reading import inspect
from bpe.input.report import ReadAs
from bpe.words import count_words_of
from tests.strategies import texts

# The other presets find words as `paper` does.
SCHEMES = [
    *map(PRESETS.get, ("paper", "subword-nmt", "minbpe", "gpt", "sentencepiece")),
    Scheme("bert", pretokenizer="bert", normalizer="nfkc"),
    Scheme("specials", pretokenizer="space", special_tokens=("<e>", "e!", "\u3002<", "<e> b")),
    Scheme("line special", special_tokens=("a\nb", "\n\n")),
    Scheme("own", pattern=r"\w+\s*|."),
]
# Pieces that begin, end and continue words around line ends.
_SIGNS = (*"\n\r\t a!。", "\r\n", "\n\n", "  ", "b ", "12", "'s", "<e>", "e!")
_RARE = ("<", "e\u0301", "\u0301", "´", "\u3000", "\x1c", "\u2028", "好", "ﾞ", "\ufeff")
BROKEN_LINES = st.lists(st.sampled_from(_SIGNS + _RARE), max_size=24).map("".join)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents=st.lists(BROKEN_LINES | texts(), min_size=1, max_size=3), data=st.data())
def test_files_have_the_words_of_their_documents_in_order(tmp_path, scheme, documents, data):
    """Texts and lines of JSON have the same words, wherever the parts that are read at once end.

    Line ends of a text are read as in Python's text mode; those inside JSON are kept.
    """
    paths, expected = [], Counter()
    for number, text in enumerate(documents):
        paths += [tmp_path / f"{number}.txt", tmp_path / f"{number}.jsonl"]
        paths[-2].write_bytes((text or "low").encode())
        rows = [json.dumps({"text": each}, ensure_ascii=False) for each in (text, "low", text)]
        paths[-1].write_bytes("\r\n\n".join(rows).encode())
        in_text_mode = io.StringIO(text or "low", newline=None).read().removeprefix("\ufeff")
        for each in (in_text_mode, text, "low", text):
            expected.update(count_words_of(each, scheme))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reading, "PART_CHARS", data.draw(st.integers(1, 12)))
        words, _ = count_files(paths, scheme, ReadAs("utf-8", "text", "none"))
    assert list(words.items()) == list(expected.items())


def written(folder, documents):
    """Write documents in every kind of file; return the paths."""
    rows = "".join(json.dumps({"n": 1, "body": text}) + "\n" for text in documents)
    plain, lines = folder / "a.txt", folder / "b.jsonl"
    plain.write_text(documents[0], encoding="utf-8-sig", newline="")
    lines.write_text("\ufeff" + rows + "\n", encoding="utf-8")
    (folder / "c.txt.gz").write_bytes(gzip.compress(documents[0].encode()))
    (folder / "d.jsonl.gz").write_bytes(gzip.compress(rows.encode()))
    with pa.output_stream(folder / "e.ndjson.zst", compression="zstd") as file:
        file.write(rows.encode())
    table = pa.table({"body": [*documents, None], "n": [1] * (len(documents) + 1)})
    pq.write_table(table, folder / "f.parquet", row_group_size=2)
    return sorted(folder.iterdir())


@pytest.mark.parametrize("preset", ["paper", "gpt", "minbpe"])
def test_every_kind_of_file_is_read_as_its_documents(tmp_path, preset):
    """Words never span two documents; an empty document and a null add no words."""
    documents = ["low 好\u2028x\n lower  ", "", "  low\n\n!", "\ufeffnew"]
    paths = written(tmp_path, documents)
    expected = Counter()
    for path in paths:
        for text in documents[:1] if ".txt" in path.name else documents:
            expected.update(count_words_of(text, PRESETS[preset]))
    found, reports = count_files(paths, PRESETS[preset], ReadAs(field="body"))
    assert [each.kind for each in reports] == ["text", "documents", "text", *["documents"] * 3]
    assert list(found.items()) == list(expected.items())


def test_processes_change_nothing_not_even_ties(tmp_path):
    """With any number of processes, the first of tied pairs is the first in the texts."""
    lines = [f"w{n * n % 997} {chr(97 + n % 26) * 2}好{n % 13}\n" for n in range(3_000)]
    paths = [tmp_path / f"{n}.txt" for n in range(9)]
    # The first file takes longest and is finished last.
    for path, part in zip(paths, (lines, *[lines[at::8] for at in range(8)]), strict=True):
        path.write_text("".join(part), encoding="utf-8", newline="")
    for preset in ("paper", "gpt"):
        scheme = replace(PRESETS[preset], tie_rule="first")
        one, two = (Corpus.from_files(paths, scheme, processes=n) for n in (1, 2))
        assert (one.words, one.counts) == (two.words, two.counts)
        whole = Corpus.from_text("".join(path.read_text("utf-8") for path in paths), scheme)
        assert dict(one.items()) == dict(whole.items())
        assert (
            train(two, scheme, max_merges=60).merges == train(whole, scheme, max_merges=60).merges
        )


def test_a_process_that_is_killed_is_said_in_one_sentence(tmp_path, monkeypatch):
    """A killed process, as when memory runs out, is reported in one sentence."""
    paths = [tmp_path / f"{n}.txt" for n in range(4)]
    for path in paths:
        path.write_text("low lower\n" * 100_000, encoding="utf-8")
    submit = ProcessPoolExecutor.submit

    def killing(self, *call):
        waiting = submit(self, *call)
        # Python 3.11 looks through its processes when one ends, so none may start then.
        if len(self._processes) == 2:
            os.kill(next(iter(self._processes)), signal.SIGTERM)
        return waiting

    monkeypatch.setattr(ProcessPoolExecutor, "submit", killing)
    with pytest.raises(CorpusError, match="killed from outside"):
        count_files(paths, PRESETS["paper"], processes=2)


def test_processes_end_at_once_where_counting_is_given_up():
    before, workers = set(psutil.Process().children()), []

    def give_up():
        with counting.on_processes(2) as (pool, _):
            waiting = [pool.submit(time.sleep, 600) for _ in range(9)]
            while not waiting[0].running():
                time.sleep(0.05)
            begun = set(psutil.Process().children()) - before
            # The tracker of their locks starts with the first worker, and stays.
            workers.extend(each for each in begun if "spawn_main" in " ".join(each.cmdline()))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert len(workers) >= 2
    assert psutil.wait_procs(workers, timeout=30)[1] == []


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"", "got an empty file"),
        ("a.txt.gz", gzip.compress(b"low " * 999)[:-9], "whole .gz or .zst"),
        ("a.txt.gz", b"low lower", "whole .gz or .zst"),
        ("a.txt.zst", b"low lower", "whole .gz or .zst"),
        ("a.parquet", b"low lower", "must be a table"),
        ("a.jsonl", b'{"text": "low"}\n\n{"text": 5}\n', "line 3 must be"),
        ("a.jsonl", b'{"text": "low"}\nlow\n', "line 2 must be"),
        ("a.jsonl", b'{"text": "low"}\n\xef\xbb\xbf{"text": "a"}\n', "line 2 must be"),
        ("a.jsonl", b"[5]", "line 1 must be"),
        ("a.json", b'["low", {"text": 5}]', "row 2 must have a text"),
        ("a.json", b'["low", "new" lower]', "row 3 must have a text"),
        ("a.jsonl", b"[" * 100_000, "line 1 must be"),
        ("a.jsonl", b'{"text": "\\ud83d"}', "half of a surrogate"),
        ("a.txt", b" \n", "at least one word"),
    ],
)
def test_what_is_not_of_its_kind_is_said_in_one_sentence(
    tmp_path, monkeypatch, name, content, said
):
    """The sentence has the file's name and the number of the line, for any size of the parts."""
    path = tmp_path / name
    path.write_bytes(content)
    for size in (1, 17, 1 << 20):
        monkeypatch.setattr(reading, "PART_CHARS", size)
        with pytest.raises(CorpusError, match=said):
            Corpus.from_files(path)


def test_a_text_is_held_whole_only_where_the_scheme_needs_that(tmp_path, monkeypatch):
    """If words end at line ends, only a line and not the whole text must fit into the limit."""
    path = tmp_path / "a.txt"
    path.write_text("low lower\n" * 99, encoding="utf-8")
    with path.open("rb") as raw:

        def parts(most: int, in_parts: bool = True) -> list[str]:
            file = InputFile(raw, "a.txt", Limits(whole=most))
            return [*reading.texts_in(file, inspect(file), in_parts=in_parts)]

        assert parts(2_000, in_parts=False) == ["".join(parts(2_000))]
        monkeypatch.setattr(reading, "PART_CHARS", 16)
        for limit, in_parts in ((9, True), (989, False)):
            with pytest.raises(CorpusError, match="where words may cross line ends"):
                parts(limit, in_parts)
        assert len(parts(30)) > 40
    asked = []
    monkeypatch.setattr(
        counting, "texts_in", lambda *_, in_parts: asked.append(in_parts) or ["low"]
    )
    for scheme in ("paper", "gpt", "minbpe"):
        Corpus.from_file(path, scheme)
    Corpus.from_file(path, replace(PRESETS["paper"], special_tokens=("r\nl",)))
    assert asked == [True, False, False, False]


def test_what_cannot_be_counted_is_said(tmp_path):
    """The cases are no file, a missing file, wrong columns, and no processes."""
    with pytest.raises(CorpusError, match="at least one file"):
        Corpus.from_files([])
    with pytest.raises(FileNotFoundError):
        Corpus.from_files([tmp_path / "none.txt"])
    with pytest.raises(ValueError, match="processes must be a whole number of 1 or more, got 0"):
        Corpus.from_files(__file__, processes=0)
    bodies = pa.array(["low", "b"], pa.large_string())
    pq.write_table(pa.table({"text": [1, 2], "body": bodies}), tmp_path / "a.parquet")
    with pytest.raises(CorpusError, match="must be named title, got the columns"):
        Corpus.from_files(tmp_path / "a.parquet", field="title")
    with pytest.raises(CorpusError, match="row 1 must have a text in text"):
        Corpus.from_files(tmp_path / "a.parquet", field="text")
    assert Corpus.from_files(tmp_path / "a.parquet").words == ("low", "b"), "the only texts"
    twice = pa.table([["low"], ["lower"]], names=["text", "text"])
    pq.write_table(twice, tmp_path / "b.parquet")
    with pytest.raises(CorpusError, match=r"one column must be named text, got .*text"):
        Corpus.from_files(tmp_path / "b.parquet", field="text")
    found = Corpus.from_files(tmp_path / "a.parquet", field="body")
    assert (found.words, found.source) == (("low", "b"), "a.parquet")
    files = [tmp_path / "a.parquet"] * 2
    assert Corpus.from_files(files, field="body").source == "2 files"
