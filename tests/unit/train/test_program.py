"""The programs beside the pictures do what the record says."""

import contextlib
import io
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.interchange import load_merges
from bpe.schemes import TIE_RULES
from tests.data import SIX_WORDS
from ui.corpora.sources import of_sample
from ui.encode.panels import encoding_program
from ui.samples import samples, training_samples
from ui.train.program import FILE, LONGEST, is_offered, program_of

SMALL, BEGINNING, MERGES = 1_300, 500, 8
"""Characters of a text that is taken whole, and of the beginning of any other."""

WITH_MARK = {("four-stories", "cs336"), ("source-code", "wordpiece")}
"""Samples in which a special token or the mark of a scheme is typed."""


def printed(program: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "program", "exec"), {})
    return said.getvalue()


@pytest.mark.parametrize("scheme", [*PRESETS])
@pytest.mark.parametrize("sample", training_samples())
def test_the_program_prints_the_merges_of_the_record(sample, scheme):
    """By any tie rule, with any smallest count; Check my BPE reads what it prints.

    At most 45 lines, of a text or of words with counts.
    """
    source = of_sample(samples()[sample])
    text = source.text
    if text is not None and len(text) > SMALL:
        text = text[:BEGINNING]
    can_say = scheme != "sentencepiece" and (sample, scheme) not in WITH_MARK
    for rule, least in product(TIE_RULES, (1, 3)):
        rules = replace(PRESETS[scheme], tie_rule=rule)
        corpus = source.corpus(rules) if text is None else Corpus.from_text(text, rules)
        training = train(corpus, rules, max_merges=MERGES, min_frequency=least)
        assert is_offered(training, text) == can_say
        if can_say:
            program = program_of(training, text).text
            assert len(program.splitlines()) <= 45
            merges = [merge.pair for merge in training.merges]
            said = printed(program).encode()
            assert (load_merges("printed.txt", said) if said else []) == merges, (rule, least)


def test_a_long_text_is_read_from_a_file(tmp_path, monkeypatch):
    """Of 2,001 characters, none is written into the program; a limit stops it, too."""
    text = "highest lower " * (LONGEST // 14 + 1)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    training = train(text, "paper")
    program = program_of(training, text).text
    assert "highest" not in program
    assert len(printed(program).splitlines()) == len(training)
    training = train(SIX_WORDS, "paper", vocab_size=15)
    program = program_of(training, SIX_WORDS).text
    assert training.stop.reason == "vocab_size"
    assert len(printed(program).splitlines()) == len(training) > 1


def test_no_program_is_offered_for_rules_that_it_has_not():
    """A mark in the text would be a token of its own; SentencePiece's rules do not fit."""
    for scheme, text in (("paper", "a</w> b"), ("sentencepiece", "low lower"), ("cs336", "a\rb")):
        assert not is_offered(train(text, scheme), text)
    assert not is_offered(train("low low", "paper", forced={0: ("o", "w")}), "low low")
    plain = replace(PRESETS["paper"], boundary="none")
    for more in ({"pattern": r"\w+"}, {"max_token_length": 9}, {"normalizer": "nfc"}):
        assert not is_offered(train("low low", replace(plain, **more)), "low low")
    words = {"ab" * (LONGEST // 2): 1}
    assert is_offered(train(words, max_merges=1), None)
    assert not is_offered(train(words | {"c": 1}, max_merges=1), None)


@pytest.mark.parametrize("scheme", [*PRESETS])
def test_the_program_of_encode_takes_the_steps_of_the_word(scheme):
    """With the ranks that its neighbours have, and with unknown letters."""
    tokenizer = train("low lower lowest newer newest widest aaab", scheme).tokenizer()
    for text in ("lowest", "aaaab", "zlowerz", "l"):
        for word in tokenizer.encode(text, "merges").words:
            program = encoding_program(word, scheme == "wordpiece")
            steps = [f"{step.rank} {step.pair}" for step in word.steps]
            assert printed(program).splitlines() == [*steps, f"{[*word.tokens]}"]


MARKED = {"prefix": "ab▁", "suffix": "a</w>", "attached": "a</w>"}


@given(st.data())
def test_no_program_of_encode_takes_a_mark_that_was_typed_for_the_mark(data):
    """Where pairs of both read alike there is none, and else it takes the steps of the word."""
    boundary = data.draw(st.sampled_from([*MARKED]))
    text = st.text(MARKED[boundary], min_size=1, max_size=8)
    learned_from = data.draw(st.lists(text, min_size=1, max_size=5))
    scheme = replace(PRESETS["paper"], boundary=boundary)
    tokenizer = train(dict(Counter(learned_from)), scheme).tokenizer()
    [word] = tokenizer.encode(data.draw(text)).words
    program = encoding_program(word)
    if program is not None:
        steps = [f"{step.rank} {step.pair}" for step in word.steps]
        assert printed(program).splitlines() == [*steps, f"{[*word.tokens]}"]
