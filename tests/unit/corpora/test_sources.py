"""Where a corpus comes from: samples and texts, and how far each is trained by default."""

from dataclasses import replace

import pytest

from bpe import PRESETS
from ui.corpora import sources, uploads
from ui.corpora.sources import LARGE, LARGE_MERGES, LONG, of_sample, of_text, of_upload
from ui.samples import parallel_samples, samples, training_samples

PAPER = PRESETS["paper"]


def test_a_large_text_is_not_trained_to_its_end_nor_tried_as_a_quick_job():
    """Up to 20,000 characters all merges are learned, beyond that 2,000."""
    assert (LARGE, LARGE_MERGES) == (20_000, 2_000)
    assert of_text("x" * LARGE, "a").merges is None
    assert of_text("x" * (LARGE + 1), "a").merges == LARGE_MERGES
    files = [sources.opened("a.txt", b"x" * (LARGE + more)) for more in (0, 1)]
    assert [of_upload(each).merges for each in files] == [None, LARGE_MERGES]
    found = [of_text("x" * (LONG - more), "a").is_long for more in (1, 0)]
    assert found == [False, True]


def test_a_large_table_is_not_trained_to_its_end(monkeypatch):
    monkeypatch.setattr(sources, "LARGE", 2)
    two, three = (
        of_upload(sources.opened("a.csv", b"word,count\n" + rows))
        for rows in (b"low,5\nlower,2\n", b"low,5\nlower,2\nnew,1\n")
    )
    assert (two.merges, three.merges) == (None, LARGE_MERGES)
    assert three.corpus(PAPER).words == ("low", "lower", "new")
    assert three.corpus(PAPER).source == "a.csv"


def test_equal_contents_have_one_name_and_others_another():
    """The digest tells texts, tables, columns and encodings apart, and not file names."""
    data = b"word,rank,count\nlow,1,5\n"
    table = sources.opened("a.csv", data)
    others = [
        of_text("low", "a"),
        of_text("low ", "a"),
        of_upload(table),
        of_upload(replace(table, content=replace(table.content, count=1))),
        of_upload(replace(table, content=replace(table.content, word=1))),
        of_upload(sources.opened("a.csv", data, "gb18030")),
        of_upload(sources.opened("a.txt", data)),
        sources.joined(of_text("low", "a"), of_text("new", "b")),
        sources.joined(of_text("new", "a"), of_text("low", "b")),
    ]
    assert others[-1].name == "a + b"
    assert not sources.joined(of_sample(samples()["hug"]), of_text("low", "b")).is_builtin
    assert len({each.digest for each in others}) == len(others)
    assert of_text("low", "a").digest == of_text("low", "b").digest
    assert of_upload(sources.opened("b.csv", data)).digest == of_upload(table).digest
    line, ways = (
        '{"text": "好好"}\n'.encode(),
        (("a.txt",), ("a.txt", "gb18030"), ("a.jsonl",)),
    )
    read = [sources.opened(name, line, *encoding) for name, *encoding in ways]
    assert len({sources.text_in(each.text) for each in read}) == 3, "each is in a file of its own"


@pytest.mark.parametrize("name", list(training_samples()))
def test_a_sample_opens_as_the_index_says(name):
    """Its merges and its step are those of the index; its words are those of its file."""
    sample = samples()[name]
    source = of_sample(sample)
    assert source.step == sample.default_step
    if sample.default_merges is not None:
        assert source.merges == sample.default_merges >= source.step
    data = sources.opened(sample.path.name, sample.path.read_bytes())
    assert source.digest == of_upload(data).digest
    assert len(source.corpus(PAPER)) > 0


def test_a_text_without_a_sentence_in_its_beginning_opens_with_its_first_line():
    """All of ten million characters would be looked through at each run of a page."""
    text = "ab cd " * (uploads.BEGINNING // 6) + "Here is a sentence that ends."
    assert len(of_text(text, "long.txt").beginning) <= 60
    assert of_text(text[-29:], "short.txt").beginning == "Here is a sentence that ends."


@pytest.mark.parametrize("name", list(samples()))
def test_sample_says_what_it_is(name):
    """Title, note, licence and source stand in both languages; no name is that of an own text."""
    sample = samples()[name]
    assert sample.path.is_file()
    assert sample.kind in ("text", "counts", "parallel")
    for texts in (sample.title, sample.look_for, sample.licence, sample.source):
        assert set(texts) == {"en", "zh"}
        assert all(texts.values())
    assert sample.default_scheme is None or sample.default_scheme in PRESETS
    assert sample.default_merges is None or sample.default_merges > 0
    assert sample.default_step >= 0
    assert not {"pasted", "uploaded"} & set(samples())


@pytest.mark.parametrize("name", list(parallel_samples()))
def test_parallel_samples_are_two_texts_that_share_words(name):
    """In the order of the index, with the merges and the step of the sample."""
    sample = samples()[name]
    assert len(sample.files) == len(sample.languages) == 2
    both = first, second = sources.of_parallel(sample)
    assert first.digest != second.digest
    for source, file in zip(both, sample.files, strict=True):
        alone = sources.of_upload(sources.opened(file.name, file.read_bytes()))
        expected = alone.digest, sample.default_merges, sample.default_step
        assert (source.digest, source.merges, source.step) == expected
    words = [set(source.corpus(PRESETS["subword-nmt"]).words) for source in (first, second)]
    assert words[0] & words[1]
    assert sample.compare
