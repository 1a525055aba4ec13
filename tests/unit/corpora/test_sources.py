"""Where a corpus comes from, and how far it is trained by default."""

from bpe import PRESETS
from tests.cases import for_each
from ui.corpora import sources
from ui.corpora.samples import samples, training_samples
from ui.corpora.sources import LARGE, LARGE_MERGES, of_sample, of_text, of_upload

PAPER = PRESETS["paper"]


def test_a_text_keeps_its_words_and_its_name():
    """The corpus says where its words came from."""
    corpus = of_text("low lower low", "notes").corpus(PAPER)
    assert dict(zip(corpus.words, corpus.counts, strict=True)) == {"low": 2, "lower": 1}
    assert corpus.source == "notes"


def test_a_large_text_is_not_trained_to_its_end():
    """Up to 20,000 characters all merges are learned, beyond that 2,000."""
    assert (LARGE, LARGE_MERGES) == (20_000, 2_000)
    assert of_text("x" * LARGE, "a").merges is None
    assert of_text("x" * (LARGE + 1), "a").merges == LARGE_MERGES


def test_a_large_table_is_not_trained_to_its_end(monkeypatch):
    """Of a table the rows count, not the characters."""
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
        of_upload(sources.replace(table, count=1)),
        of_upload(sources.replace(table, word=1)),
        of_upload(sources.opened("a.csv", data, "gb18030")),
        of_upload(sources.opened("a.txt", data)),
    ]
    assert len({each.digest for each in others}) == len(others)
    assert of_text("low", "a").digest == of_text("low", "b").digest
    assert of_upload(sources.opened("b.csv", data)).digest == of_upload(table).digest


@for_each("name", list(training_samples()))
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
    text = "ab cd " * (sources.BEGINNING // 6) + "Here is a sentence that ends."
    assert len(of_text(text, "long.txt").beginning) <= 60
    assert of_text(text[-29:], "short.txt").beginning == "Here is a sentence that ends."
