"""Many files are counted in parts, and nobody can tell from the counts."""

import gzip
import json
import os
import signal
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import product

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, corpus, train
from bpe.counting import executors
from bpe.counting.cuts import last_cut
from bpe.counting.files import count_files
from bpe.counting.stretches import add
from bpe.words import count_words_of
from tests.cases import for_each
from tests.strategies import texts

# The others of the presets find words as `paper` does.
SCHEMES = [
    *map(PRESETS.get, ("paper", "subword-nmt", "minbpe", "gpt", "cs336", "sentencepiece")),
    Scheme("bert", pretokenizer="bert", normalizer="nfkc"),
    Scheme("nfc", pretokenizer="gpt4", normalizer="nfc"),
    Scheme("specials", pretokenizer="gpt4", special_tokens=("<e>", "e!", "\u3002<", "<e> b")),
    Scheme("line special", special_tokens=("a\nb", "\n\n")),
    Scheme("own", pattern=r"\w+\s*|."),
]
# What words begin, end and go on with around line ends.
PIECES = st.sampled_from(
    (
        *(
            "\n",
            "\r\n",
            "\r",
            "\n\n",
            " ",
            "  ",
            "\t",
            "a",
            "b ",
            "12",
            "'s",
            "'",
            "!",
            "。",
            "<e>",
        ),
        *("e!", "<", "e\u0301", "\u0301", "´", "ſ", "\u3000", "\x1c", "\u2028", "好", "ﾞ", "\ufeff"),
    )
)
BROKEN_LINES = st.lists(PIECES, max_size=24).map("".join)


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents=st.lists(BROKEN_LINES | texts(), min_size=1, max_size=3), data=st.data())
def test_any_parts_give_the_words_of_the_whole_in_their_order(tmp_path, scheme, documents, data):
    """Texts, and the same as lines of JSON, wherever blocks and stretches end; each line once."""
    paths, expected, lines = [], Counter(), 0
    for number, text in enumerate(documents):
        paths += [tmp_path / f"{number}.txt", tmp_path / f"{number}.jsonl"]
        paths[-2].write_bytes(text.encode())
        rows = [json.dumps({"text": each}, ensure_ascii=False) for each in (text, "low", text)]
        paths[-1].write_bytes("\r\n\n".join(rows).encode())
        for each in (text.removeprefix("\ufeff"), text, "low", text):
            expected.update(count_words_of(each, scheme))
        lines += text.count("\n") + 4
    block, part = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 40))
    counted = count_files(paths, scheme, processes=1, block=block, stretch=part)
    assert list(counted.words.items()) == list(expected.items())
    assert counted.origin.lines == lines


@for_each(
    ("scheme", "signs"),
    [
        (Scheme("gpt2", pretokenizer="gpt2", special_tokens=("!a",)), "\n\r a!'"),
        (Scheme("gpt4", pretokenizer="gpt4", special_tokens=("!a", "a?")), "\n a!?1"),
        (Scheme("nfkc", pretokenizer="gpt4", normalizer="nfkc"), "\n a\u037a"),
        (Scheme("special", special_tokens=("a\na",)), "\n a"),
        (Scheme("bert", pretokenizer="bert"), "\n a!"),
    ],
)
def test_no_cut_of_any_short_text_changes_its_words(scheme, signs):
    """Every text of five signs, cut as if its end were not yet read."""
    for text in map("".join, product(signs, repeat=5)):
        whole = count_words_of(text, scheme)
        for cut in {last_cut(text[:end], scheme) for end in range(6)} - {0}:
            words: dict[str, int] = {}
            for side in (text[:cut], text[cut:]):
                add(words, count_words_of(side, scheme))
            assert list(words.items()) == list(whole.items()), (text, cut)


@for_each("preset", ["paper", "sentencepiece", "gpt", "cs336"])
def test_long_documents_are_cut(preset):
    """Prose has places to cut in every few lines, or nothing would be bounded."""
    text = "It was late.\n\nThe fox said no\nand 好的。\nslept" * 3
    assert len(text) - last_cut(text, PRESETS[preset]) < 30


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
    pq.write_table(
        pa.table({"body": [*documents, None], "n": [1] * (len(documents) + 1)}),
        folder / "f.parquet",
    )
    return sorted(folder.iterdir())


@pytest.mark.parametrize("preset", ["paper", "gpt", "minbpe"])
def test_every_kind_of_file_is_read_as_its_documents(tmp_path, preset):
    """Words of one document are not joined to the next's; an empty one and a null count nothing."""
    documents = ["low 好\u2028x\r\n lower  ", "", "  low\n\n!", "\ufeffnew"]
    paths = written(tmp_path, documents)
    expected = Counter()
    for path in paths:
        for text in documents[:1] if ".txt" in path.name else documents:
            expected.update(count_words_of(text, PRESETS[preset]))
    for block in (1, 7, 1 << 20):
        found = count_files(
            paths, PRESETS[preset], field="body", processes=1, block=block, stretch=9
        )
        assert list(found.words.items()) == list(expected.items())


def test_a_script_without_a_main_guard_is_told_before_it_runs_again(tmp_path, monkeypatch):
    """Each process would import it; by default this one counts alone there."""
    text, script = tmp_path / "a.txt", tmp_path / "script.py"
    text.write_text("low lower")
    script.write_text("from bpe import Corpus\nCorpus.from_files('a.txt')\n")
    monkeypatch.setattr(sys.modules["__main__"], "__file__", str(script), raising=False)
    monkeypatch.setattr("bpe.counting.files.LITTLE", 0)
    with pytest.raises(
        ValueError, match=r'^processes must be 1 .* got 2: .* `if __name__ == "__ma'
    ):
        Corpus.from_files(text, processes=2)
    assert Corpus.from_files(text).origin.processes == 1
    script.write_text('if __name__ == "__main__":\n    pass\n')
    assert Corpus.from_files(text, processes=2).origin.processes == 2


def test_processes_change_nothing_not_even_ties(tmp_path):
    """The first of equal pairs is that of the one process, and of the text as a whole."""
    text = "".join(f"w{n * n % 9973} {chr(97 + n % 26) * 2}好{n % 13}\n" for n in range(3_000))
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8", newline="")
    for preset in ("paper", "gpt"):
        scheme = replace(PRESETS[preset], tie_rule="first")
        found = count_files([path], scheme, processes=2, block=512, stretch=2048)
        whole = Corpus.from_text(text, scheme)
        assert list(found.words.items()) == list(zip(whole.words, whole.counts, strict=True))
        merges = train(Corpus.from_counts(found.words), scheme, max_merges=60).merges
        assert merges == train(whole, scheme, max_merges=60).merges


def test_how_far_counting_is_grows_from_nothing_to_the_whole(tmp_path):
    """In bytes of the files, packed or not; a second file goes on where the first one ended."""
    paths = written(tmp_path, ["low lower\n" * 5_000, "new"])
    told = []
    count_files(
        paths,
        PRESETS["gpt"],
        field="body",
        processes=1,
        on_progress=lambda *now: told.append(now),
        block=512,
        stretch=4096,
    )
    size = sum(path.stat().st_size for path in paths)
    assert {total for _, total in told} == {size}
    done = [now for now, _ in told]
    assert (done[0], done[-1]) == (0, size)
    assert done == sorted(done)
    assert len(set(done)) > 10


def test_a_process_that_is_killed_is_said_in_one_sentence(tmp_path, monkeypatch):
    """No part is left out in silence, and nothing waits for ever."""
    path = tmp_path / "a.txt"
    path.write_text("low lower\n" * 5_000, encoding="utf-8", newline="")

    submit, waiting = executors.ProcessPoolExecutor.submit, []

    def killing(self, *given):
        waiting.append(submit(self, *given))
        if len(waiting) == 4:
            os.kill(next(iter(self._processes)), signal.SIGTERM)
        return waiting[-1]

    monkeypatch.setattr(executors.ProcessPoolExecutor, "submit", killing)
    with pytest.raises(CorpusError, match="ended from outside"):
        count_files([path], PRESETS["paper"], processes=2, block=1024, stretch=1024)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"good \xe5\xa5\xbd\nbad \xff", "byte 0xff at 13"),
        ("a.txt", b"good \xe5\xa5", "byte 0xe5 at 5"),
        ("a.txt.gz", gzip.compress(b"low " * 999)[:-9], "whole .gz or .zst"),
        ("a.txt.gz", b"low lower", "whole .gz or .zst"),
        ("a.txt.zst", b"low lower", "whole .gz or .zst"),
        ("a.parquet", b"low lower", "must be a table"),
        ("a.jsonl", b'{"text": "low"}\n\n{"text": 5}\n', "line 3 must be"),
        ("a.jsonl", b'{"text": "low"}\nlow\n', "line 2 must be"),
        ("a.jsonl", b'{"text": "low"}\n\xef\xbb\xbf{"text": "a"}\n', "line 2 must be"),
        ("a.jsonl", b'["low"]', "line 1 must be"),
        ("a.jsonl", b"[" * 100_000, "line 1 must be"),
        ("a.jsonl", b'{"text": "\\ud83d"}', "half of a surrogate"),
        ("a.txt", b" \n", "at least one word"),
    ],
)
def test_what_is_not_of_its_kind_is_said_in_one_sentence(
    tmp_path, monkeypatch, name, content, said
):
    """With the file's name and, of a line, its number, wherever the blocks end."""
    path = tmp_path / name
    path.write_bytes(content)
    for block in (1, 17, 1 << 20):
        monkeypatch.setattr(corpus, "count_files", partial(count_files, block=block))
        with pytest.raises(CorpusError, match=said):
            Corpus.from_files(path)


def test_other_mistakes_are_said_in_one_sentence(tmp_path):
    """No file, a file that is not there, a column that is not there or no text."""
    with pytest.raises(CorpusError, match="at least one file"):
        Corpus.from_files([])
    with pytest.raises(FileNotFoundError):
        Corpus.from_files([tmp_path / "none.txt"])
    with pytest.raises(ValueError, match="processes must be"):
        Corpus.from_files(__file__, processes=0)
    pq.write_table(pa.table({"text": [1, 2], "body": ["low", "b"]}), tmp_path / "a.parquet")
    with pytest.raises(CorpusError, match="must be named text, got the columns"):
        Corpus.from_files(tmp_path / "a.parquet")
    found = Corpus.from_files(tmp_path / "a.parquet", field="body")
    assert (found.words, found.source) == (("low", "b"), "a.parquet")
