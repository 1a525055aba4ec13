"""Every sample that comes with the app can be trained on and says where it is from."""

from dataclasses import replace

from bpe import PRESETS, train
from bpe.readings.cost import description_length
from tests.cases import for_each
from ui.corpora import sources
from ui.corpora.jobs import digest
from ui.corpora.samples import parallel_samples, samples, training_samples

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


@for_each("name", list(training_samples()))
@for_each("scheme", ["paper", "minbpe", "gpt", "sentencepiece"])
def test_sample_has_words_in_every_kind_of_scheme(name, scheme):
    """No choice of sample and scheme leads to an error."""
    source = sources.of_sample(samples()[name])
    corpus = source.corpus(PRESETS[scheme])
    assert len(corpus) > 0
    assert source.merges is None or source.merges >= source.step


@for_each("name", list(parallel_samples()))
def test_parallel_samples_are_two_texts_that_share_words(name):
    """Two files with their languages, and both have words to compare."""
    sample = samples()[name]
    assert len(sample.files) == len(sample.languages) == 2
    first, second = sources.of_parallel(sample)
    assert first.digest != second.digest
    words = [set(source.corpus(PRESETS["subword-nmt"]).words) for source in (first, second)]
    assert words[0] & words[1]
    assert sample.compare


def test_first_sample_is_the_six_words():
    """The app opens on the example that its pages explain."""
    sample = next(iter(training_samples().values()))
    corpus = sources.of_sample(sample).corpus(PRESETS["paper"])
    assert corpus.words == ("highest", "higher", "lower", "lowest", "cooler", "coolest")
    assert sample.default_step > 0


def test_names_do_not_collide_with_own_texts():
    """An address can tell a sample from a text of the reader's own."""
    assert not {"pasted", "uploaded"} & set(NAMES)


def test_own_texts_are_told_apart_by_their_content():
    """The same name with another content is another corpus."""
    one, two = (sources.of_text(text, "mine").digest for text in ("a b", "a c"))
    assert one != two
    assert sources.of_text("a b", "mine").digest == one == digest("text", "a b")


def test_columns_and_encoding_are_part_of_the_content():
    """Reading the same file in another way is another corpus."""
    upload = sources.opened("a.csv", b"word,x,y\nlow,1,2\n")
    others = [
        sources.Upload(upload.name, upload.data, upload.content, 0, 2),
        sources.opened("a.csv", upload.data, "cp1252"),
    ]
    digests = {sources.of_upload(one).digest for one in (upload, *others)}
    assert len(digests) == 3


@for_each(("length", "merges"), [(10, None), (sources.LARGE, 2000)])
def test_large_texts_stop_by_themselves(length, merges):
    """A book does not train to exhaustion unless the reader asks for it."""
    assert sources.of_text("ab " * length, "mine").merges == merges


@for_each(
    ("tie_rule", "tokens"),
    [
        ("first", ["er", "er</w>", "ne", "new"]),
        ("largest", ["r</w>", "er</w>", "ne", "new"]),
        ("smallest-ids", ["er", "er</w>", "ew", "new"]),
    ],
)
def test_what_each_tie_rule_makes_of_newer_and_wider(tie_rule, tokens):
    """The sample's note names what each rule learns, and where they meet again."""
    scheme = replace(PRESETS["paper"], tie_rule=tie_rule)
    training = train(sources.of_sample(samples()["newer-wider"]).corpus(scheme), scheme)
    assert [merge.token for merge in training.merges[:4]] == tokens
    assert training.merges[6].token == "newer</w>"


def test_the_parallel_chinese_shares_next_to_nothing():
    """Two scripts: what both sides have are digits and a few Latin names."""
    english, chinese = sources.of_parallel(samples()["english-chinese"])
    words = [set(source.corpus(PRESETS["gpt"]).words) for source in (english, chinese)]
    shared = words[0] & words[1]
    assert 0 < len(shared) < 30
    assert not [word for word in shared if not word.isascii()]
    lines = [file.read_text("utf-8").splitlines() for file in samples()["english-chinese"].files]
    assert len(lines[0]) == len(lines[1]) == 304


def test_the_three_chapters_have_their_least_cost_inside_the_run():
    """About where their note says, and far from both ends."""
    source = sources.of_sample(samples()["first-chapters"])
    training = train(source.corpus(PRESETS["paper"]), "paper", max_merges=source.merges)
    assert abs(description_length(training).best_step - 360) < 5
    assert len(training) == 800
