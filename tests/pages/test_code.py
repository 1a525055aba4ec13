"""The programs beside the pictures do what the record says; their lines say what they did."""

import contextlib
import html
import io

from bpe import PRESETS, train
from bpe.interchange import load_merges
from tests.cases import for_each
from tests.markup import bodies, read
from ui.catalogue import catalogue
from ui.corpora.sources import of_sample
from ui.encode.code import encoding_program
from ui.samples import samples
from ui.train.program import FILE, LONGEST, is_offered, program_of

OFFERED = sorted({*PRESETS} - {"sentencepiece"})
SMALL = ("six-words", "low-lower", "hug", "school-words", "aaabdaaabac", "old-smart")


def printed(program: str) -> str:
    """Run a program and return what it prints."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "program", "exec"), {})
    return said.getvalue()


def learned(sample, scheme, **limits):
    """Return the training on a sample, its text, and the program for it."""
    source = of_sample(samples()[sample])
    training = train(source.corpus(PRESETS[scheme]), scheme, **limits)
    assert is_offered(training, source.text)
    return training, program_of(training, source.text, limits.get("min_frequency", 1)).text


@for_each("scheme", OFFERED)
@for_each("sample", SMALL)
def test_the_program_prints_the_merges_of_the_record(sample, scheme):
    """At most 45 lines, of a text or of words with counts; Check my BPE reads what it prints."""
    training, program = learned(sample, scheme, max_merges=40)
    assert len(program.splitlines()) <= 45
    assert load_merges("printed.txt", printed(program).encode()) == [
        merge.pair for merge in training.merges
    ]


def test_the_program_ends_where_the_run_ended():
    """At a smallest count, and where no pair is left."""
    for limits in ({"min_frequency": 3}, {}):
        training, program = learned("six-words", "paper", **limits)
        assert len(printed(program).splitlines()) == len(training)


def test_a_long_text_is_read_from_a_file(tmp_path, monkeypatch):
    """Of 2,001 characters, none is written into the program."""
    text = "highest lower " * (LONGEST // 14 + 1)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    training = train(text, "paper")
    program = program_of(training, text).text
    assert "highest" not in program
    assert len(printed(program).splitlines()) == len(training)


def test_no_program_is_offered_for_rules_that_it_has_not():
    """A mark in the text would be a token of its own; SentencePiece's rules do not fit."""
    for scheme, text in (("paper", "a</w> b"), ("sentencepiece", "low lower"), ("cs336", "a\rb")):
        assert not is_offered(train(text, scheme), text)
    assert not is_offered(train("low low", "paper", forced={0: ("o", "w")}), "low low")


def test_the_lines_say_what_they_did_and_the_program_stays_what_is_copied(open_page):
    """Read off the record before the step; the text alone is copied."""
    app = open_page("train", tab="code", corpus="six-words", step=4)
    [body] = [each for each in bodies(app) if "data-program" in each]
    training, program = learned("six-words", "paper")
    code = body.partition("data-program")[2].partition("</pre>")[0].partition(">")[2]
    plain = html.unescape(code.replace("<span>", "").replace("<span class=told>", ""))
    assert plain.replace("</span>", "") == program
    told = read(body.partition("</pre>")[2].removesuffix("</div>")).words
    before = training.snapshot(3)
    (left, right), count = before.pairs(1)[0].pair, before.pairs(1)[0].count
    sizes = training.vocabulary_sizes
    assert f"pairs = {{ {left} {right} : {count}, " in told
    assert f"...}} ({len(before.pairs())})" in told
    assert f"best = {' '.join(training.merges[3].pair)}" in " ".join(told.split())
    assert "3 words changed" in told
    assert f"vocabulary: {sizes[3]} -> {sizes[4]}" in told


@for_each("scheme", [*PRESETS])
def test_the_program_of_encode_takes_the_steps_of_the_word(scheme):
    """With the ranks that its neighbours have, and with unknown letters."""
    tokenizer = train("low lower lowest newer newest widest aaab", scheme).tokenizer()
    for text in ("lowest", "aaaab", "zlowerz", "l"):
        for word in tokenizer.encode(text, "merges").words:
            program = encoding_program(word, scheme == "wordpiece")
            steps = [f"{step.rank} {step.pair}" for step in word.steps]
            assert printed(program).splitlines() == [*steps, f"{[*word.tokens]}"]


def test_the_code_of_encode_is_beside_its_word(open_page):
    """WordPiece has no loop over merges, and that is said."""
    app = open_page("encode", tab="code", corpus="low-lower", sentence="lowest")
    [body] = [each for each in bodies(app) if "data-program" in each]
    assert "rank 0" in read(body.partition("</pre>")[2].removesuffix("</div>")).words
    app = open_page("encode", tab="code", corpus="hug", scheme="wordpiece", sentence="hugs")
    assert not [each for each in bodies(app) if "data-program" in each]
    assert catalogue("en")["encode.code_none"] in "".join(bodies(app))
