"""Every sample that comes with the app can be trained on and says where it is from."""

from bpe import PRESETS
from tests.cases import for_each
from ui.corpora import sources
from ui.corpora.samples import parallel_samples, samples

NAMES = list(samples())


@for_each("name", NAMES)
def test_sample_says_what_it_is(name):
    """Title, note, licence and source stand in both languages."""
    sample = samples()[name]
    assert sample.path.is_file()
    assert sample.kind in ("text", "counts", "parallel")
    for texts in (sample.title, sample.look_for, sample.licence, sample.source):
        assert set(texts) == {"en", "zh"}
        assert all(texts.values())
    assert sample.default_scheme is None or sample.default_scheme in PRESETS
    assert sample.default_merges is None or sample.default_merges > 0
    assert sample.default_step >= 0


@for_each("name", list(parallel_samples()))
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


def test_names_do_not_collide_with_own_texts():
    """An address can tell a sample from a text of the reader's own."""
    assert not {"pasted", "uploaded"} & set(NAMES)


def test_the_parallel_chinese_shares_next_to_nothing():
    """Two scripts: what both sides have are digits and a few Latin names."""
    english, chinese = sources.of_parallel(samples()["english-chinese"])
    words = [set(source.corpus(PRESETS["gpt"]).words) for source in (english, chinese)]
    shared = words[0] & words[1]
    assert 0 < len(shared) < 30
    assert not [word for word in shared if not word.isascii()]
    lines = [file.read_text("utf-8").splitlines() for file in samples()["english-chinese"].files]
    assert len(lines[0]) == len(lines[1]) == 304
