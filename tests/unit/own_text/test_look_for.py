"""Sources of corpora, and the samples' notes, which agree with their trainings."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.checking import Check, hold_against
from bpe.input.report import ReadAs
from bpe.interchange import load_merges
from bpe.player.tokens import visible
from bpe.readings.description_length import description_length
from tests.sample_runs import opened, trained
from ui.catalogue import LANGUAGES
from ui.own_text import sources, uploads
from ui.own_text.sources import LARGE, LARGE_MERGES, LONG, of_sample, of_text, of_upload
from ui.samples import parallel_samples, samples, training_samples

MERGE = re.compile(r"`([^`]+)`(?: \(step (\d+)\)|（第 (\d+) 步）)?")

NEVER = {
    ("low-lower", "wordpiece"): {"##est"},
    ("old-smart", "wordpiece"): {"olde", "smarte"},
    ("first-chapters", "wordpiece"): {"the"},
}
"""Tokens that a note names although the training never makes them."""

NUMBERS = {
    ("six-words", "paper"): {5: lambda run: len(run.merges[0].ties)},
    ("newer-wider", "sentencepiece"): {3: lambda run: len(run.merges[1].ties)},
    ("hug", "minbpe"): {4: lambda run: untied(run)},
    ("hug", "huggingface"): {4: lambda run: untied(run)},
    ("hug", "gpt"): {4: lambda run: untied(run)},
    ("hug", "gpt2"): {4: lambda run: untied(run)},
    ("hug", "cs336"): {4: lambda run: untied(run)},
    ("first-chapters", "paper"): {360: lambda run: round(description_length(run).best_step, -1)},
    ("new-renew", "minbpe"): {
        8: lambda run: len(run.merges),
        5: lambda run: int(sum(run.tie_counts > 1)),
    },
    ("fast-tall", "paper"): {10: lambda run: len(run.merges)},
    ("course", "cs336"): {19: lambda run: len(run.merges)},
    ("scripts", None): {41: lambda run: lines_before_a_blank("scripts")},
}
"""Other numbers in the notes, with the function that reads each from the training."""


def untied(run) -> int:
    """Count the merges before the first tie."""
    return next(rank for rank, tied in enumerate(run.tie_counts) if tied > 1)


def lines_before_a_blank(name: str) -> int:
    return samples()[name].path.read_text("utf-8").partition("\n\n")[0].count("\n") + 1


def named(sentence: str) -> tuple[dict[str, int], set[str], list[int]]:
    """Return a sentence's token -> step, its tokens without a step, and its other numbers."""
    found = [(token, int(en or zh or 0)) for token, en, zh in MERGE.findall(sentence)]
    rest = re.findall(r"\d+", MERGE.sub("", sentence))
    steps = {token: step for token, step in found if step}
    return steps, {token for token, step in found if not step}, sorted(map(int, rest))


@pytest.mark.parametrize("scheme", PRESETS)
@pytest.mark.parametrize("name", training_samples())
def test_the_merges_and_numbers_of_a_note_are_those_of_the_run(name, scheme):
    """Each token in a note is learned at the step named there; both languages say the same."""
    sample = samples()[name]
    said = [named(sample.with_scheme[scheme][language]) for language in LANGUAGES]
    assert all(each == said[0] for each in said)
    steps, never, numbers = said[0]
    assert steps, "a note names a merge"
    # A large text is trained up to the last step in its note, a small one to its end.
    is_large = sources.of_sample(sample).merges is not None and not never and not numbers
    run = trained(name, scheme, max(steps.values()) if is_large else None)
    learned = [visible(merge.token) for merge in run.merges]
    assert {token: learned[step - 1] for token, step in steps.items()} == {
        each: each for each in steps
    }
    assert never == NEVER.get((name, scheme), set())
    assert not never.intersection(learned)
    counted = NUMBERS.get((name, scheme), {})
    assert numbers == sorted(counted)
    assert [count(run) for count in counted.values()] == list(counted)


@pytest.mark.parametrize("name", training_samples())
def test_a_sample_opens_as_the_index_says_and_what_is_said_for_every_scheme_is_so(name):
    """The counts of words and parts of words in a general note equal those of the corpus.

    The source of a sample has the sample's step and number of merges.
    """
    sample = samples()[name]
    corpus = sources.of_sample(sample).corpus(PRESETS["paper"])
    words = Counter(dict(zip(corpus.words, corpus.counts, strict=True)))
    for language in LANGUAGES:
        said = sample.look_for[language]
        assert "`" not in said
        tabled = sample.kind == "counts"
        inner = " ".join(re.findall(r"[(（](.*?)[)）]", said)) if tabled else ""
        outer = re.sub(r"[(（].*?[)）]", "", said) if tabled else ""
        whole, parts = counts(inner), counts(outer)
        assert all(words[word] == count for word, count in whole)
        for part, count in parts:
            assert sum(times for word, times in words.items() if part in word) == count
        numbers = sorted(map(int, re.findall(r"\d+", said)))
        other = NUMBERS.get((name, None), {})
        assert numbers == sorted([count for _, count in whole + parts] + list(other))
        assert all(count(None) == number for number, count in other.items())
    source = of_sample(sample)
    assert source.step == sample.default_step
    if sample.default_merges is not None:
        assert source.merges == sample.default_merges >= source.step
    data = opened(sample.path.name, sample.path.read_bytes())
    assert source.digest == of_upload(data).digest
    assert len(source.corpus(PAPER)) > 0


def counts(said: str) -> list[tuple[str, int]]:
    """Return the words and their counts in "newest 6", "est occurs 9 times", "est 出现 9 次"."""
    found = re.findall(r"(\w+) (?:occurs |出现 )?(\d+)", said)
    return [(part, int(count)) for part, count in found]


@pytest.mark.parametrize(
    "name", [name for name, sample in training_samples().items() if sample.prints]
)
def test_the_list_that_a_book_prints_is_in_its_note_and_reads_right(name):
    """The printed list agrees with the training if it is pasted into the page Check."""
    sample = samples()[name]
    scheme = PRESETS[sample.default_scheme]
    scheme = replace(scheme, tie_rule=sample.ties or scheme.tie_rule)
    assert all(sample.prints in sample.note(scheme, language) for language in LANGUAGES)
    merges = load_merges("pasted", sample.prints.encode())
    assert len(merges) == sample.prints.count(",") + 1
    run = train(sources.of_sample(sample).corpus(scheme), scheme, max_merges=len(merges))
    assert mistake(hold_against(run, merges)) == ("mark" if "_" in sample.prints else None)
    assert mistake(hold_against(run, merges[1:] + merges[:1])) not in ("mark", None)


def mistake(found: Check) -> str | None:
    """Return the mistake that explains a whole list: "mark" if only the spelling differs."""
    return found.diagnosis and found.diagnosis.cause


def test_a_note_leaves_the_scheme_out_where_its_rules_were_changed():
    """With changed rules only the general note is shown, without a leading comma."""
    sample, paper = samples()["six-words"], PRESETS["paper"]
    assert "`est</w>` (step 3)" in sample.note(paper, "en")
    assert sample.note(replace(paper, tie_rule="largest"), "en") == sample.look_for["en"]
    assert sample.note(replace(paper, name="mine"), "zh") == sample.look_for["zh"]
    scheme = replace(PRESETS["wordpiece"], pretokenizer="bert")
    cut = train(sources.of_sample(samples()["course"]).corpus(scheme), scheme, max_merges=26)
    printed = (
        "ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg "
        "sh th is ##thms ##za ##zat ##ut"
    )
    assert [merge.token for merge in cut.merges][:25] == printed.split()


def test_the_student_is_cut_whole_by_the_score_and_tie_rules_meet_again_where_notes_say():
    """大学生 is merged from 大 and 学生 by count, and from 大学 and 生 by score.

    All tie rules merge newer</w> at the same step.
    """
    for scheme in PRESETS:
        run = trained("school-words", scheme)
        learned = [visible(merge.token).strip("▁").removesuffix("</w>") for merge in run.merges]
        merge = run.merges[learned.index("大学生")] if "大学生" in learned else None
        pair = [visible(part).strip("▁#").removesuffix("</w>") for part in merge.pair]
        assert pair == (["大学", "生"] if scheme == "wordpiece" else ["大", "学生"]), scheme
        assert ("学生" in learned) == (scheme != "wordpiece")
    for rule in TIE_RULES:
        scheme = replace(PRESETS["paper"], tie_rule=rule)
        run = train(sources.of_sample(samples()["newer-wider"]).corpus(scheme), scheme)
        assert run.merges[6].token == "newer</w>", rule


@pytest.mark.parametrize(
    "name", ["pride-and-prejudice", "tang-song-poems", "chinese-classics", "modern-chinese"]
)
def test_a_long_text_opens_at_a_merge_of_letters(name):
    """The first merge on the screen joins letters, as a merge of punctuation explains little."""
    sample = samples()[name]
    merge = trained(name, sample.default_scheme, sample.default_step + 1).merges[-1]
    assert all(any(map(str.isalpha, visible(part))) for part in merge.pair)


PAPER = PRESETS["paper"]


def test_a_large_text_is_not_trained_to_its_end_nor_tried_as_a_quick_job(monkeypatch):
    """Up to `LARGE` characters (for a table: rows) all merges are learned, beyond it 2,000.

    A text of `LONG` characters is a long job from the start.
    """
    assert (LARGE, LARGE_MERGES) == (20_000, 2_000)
    assert of_text("x" * LARGE, "a").merges is None
    assert of_text("x" * (LARGE + 1), "a").merges == LARGE_MERGES
    files = [opened("a.txt", b"x" * (LARGE + more)) for more in (0, 1)]
    assert [of_upload(each).merges for each in files] == [None, LARGE_MERGES]
    found = [of_text("x" * (LONG - more), "a").is_long for more in (1, 0)]
    assert found == [False, True]
    monkeypatch.setattr(sources, "LARGE", 2)
    two, three = (
        of_upload(opened("a.csv", b"word,count\n" + rows))
        for rows in (b"low,5\nlower,2\n", b"low,5\nlower,2\nnew,1\n")
    )
    assert (two.merges, three.merges) == (None, LARGE_MERGES)
    assert three.corpus(PAPER).words == ("low", "lower", "new")
    assert three.corpus(PAPER).source == "a.csv"


def test_equal_contents_have_one_name_and_others_another():
    """The digest depends on the text, the columns and the encoding, but not on the file name."""
    data = b"word,rank,count\nlow,1,5\n"
    table = opened("a.csv", data)
    others = [
        of_text("low", "a"),
        of_text("low ", "a"),
        of_upload(table),
        of_upload(opened("a.csv", data, ReadAs(counts="2"))),
        of_upload(opened("a.csv", data, ReadAs(field="2", counts="3"))),
        of_upload(opened("a.csv", data, ReadAs("gb18030"))),
        of_upload(opened("a.txt", data)),
        sources.joined(of_text("low", "a"), of_text("new", "b")),
        sources.joined(of_text("low", "a"), of_text("wide", "b")),
        sources.joined(of_text("new", "a"), of_text("low", "b")),
    ]
    assert others[-1].name == "a + b"
    assert not sources.joined(of_sample(samples()["hug"]), of_text("low", "b")).is_builtin
    assert len({each.digest for each in others}) == len(others)
    assert of_text("low", "a").digest == of_text("low", "b").digest
    assert of_upload(opened("b.csv", data)).digest == of_upload(table).digest
    line, ways = (
        '{"text": "好好"}\n'.encode(),
        (("a.txt",), ("a.txt", ReadAs("gb18030")), ("a.jsonl",)),
    )
    read = [opened(name, line, *read_as) for name, *read_as in ways]
    assert len({sources.text_in(each.text) for each in read}) == 3, "each is in a file of its own"


def test_a_text_without_a_sentence_in_its_beginning_opens_with_its_first_line():
    """Only the beginning of a text is searched for a sentence, as each page run searches it."""
    text = "ab cd " * (uploads.BEGINNING // 6) + "Here is a sentence that ends."
    assert len(of_text(text, "long.txt").beginning) <= 60
    assert of_text(text[-29:], "short.txt").beginning == "Here is a sentence that ends."


@pytest.mark.parametrize("name", list(samples()))
def test_sample_says_what_it_is(name):
    """Each sample has a title, note, licence and source in both languages.

    No sample has the name of a reader's own text.
    """
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
    """The two sources come in the order of the index, with the sample's merges and step."""
    sample = samples()[name]
    assert len(sample.files) == len(sample.languages) == 2
    both = first, second = sources.of_parallel(sample)
    assert first.digest != second.digest
    for source, file in zip(both, sample.files, strict=True):
        alone = sources.of_upload(opened(file.name, file.read_bytes()))
        expected = alone.digest, sample.default_merges, sample.default_step
        assert (source.digest, source.merges, source.step) == expected
    words = [set(source.corpus(PRESETS["subword-nmt"]).words) for source in (first, second)]
    assert words[0] & words[1]
    assert sample.compare
