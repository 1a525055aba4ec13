"""The displayed programs print the same merges as the record; printed lists and splits."""

import contextlib
import io
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, train
from bpe.interchange import load_merges
from bpe.readings.claims import of_word
from tests.data import SIX_WORDS
from tests.twin import apply
from ui.catalogue import catalogue
from ui.claims import CLAIMS, RULES, UNMARKED
from ui.own_text.sources import of_sample
from ui.program import FILE, MAX_CHARS_INLINE, is_offered, program_of
from ui.samples import EXAMPLES, samples, training_samples
from ui.tokenizers import opened
from ui.views.encode import encoding_program

SMALL, BEGINNING, MERGES = 1_300, 500, 8
"""Characters of a text used whole, and of the beginning of a longer one; number of merges."""

WITH_MARK = {("four-stories", "cs336"), ("source-code", "wordpiece")}
"""Samples whose text contains a special token or the mark of a scheme."""


def printed(program: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "program", "exec"), {})
    return said.getvalue()


@pytest.mark.parametrize("scheme", [*PRESETS])
@pytest.mark.parametrize("sample", training_samples())
def test_the_program_prints_the_merges_of_the_record(sample, scheme):
    """The printed merges equal the run's for each tie rule and minimum count, in 45 lines at most.

    The page Check reads the printed list. The program has a text, or words with counts.
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
    """A program does not contain a text of more than `MAX_CHARS_INLINE` characters.

    No program is offered for a text that contains a mark, for forced merges, or for rules that the
    program lacks.
    """
    text = "highest lower " * (MAX_CHARS_INLINE // 14 + 1)
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
    for scheme, text in (("paper", "a</w> b"), ("sentencepiece", "low lower"), ("cs336", "a\rb")):
        assert not is_offered(train(text, scheme), text)
    assert not is_offered(train("low low", "paper", forced={0: ("o", "w")}), "low low")
    plain = replace(PRESETS["paper"], boundary="none")
    for more in ({"pattern": r"\w+"}, {"max_token_length": 9}, {"normalizer": "nfc"}):
        assert not is_offered(train("low low", replace(plain, **more)), "low low")
    words = {"ab" * (MAX_CHARS_INLINE // 2): 1}
    assert is_offered(train(words, max_merges=1), None)
    assert not is_offered(train(words | {"c": 1}, max_merges=1), None)


@pytest.mark.parametrize("scheme", [*PRESETS])
def test_the_program_of_encode_takes_the_steps_of_the_word(scheme):
    """The program prints each step's rank and pair, also for words with unknown letters."""
    tokenizer = train("low lower lowest newer newest widest aaab", scheme).tokenizer()
    for text in ("lowest", "aaaab", "zlowerz", "l"):
        for word in tokenizer.encode(text, "merges").words:
            program = encoding_program(word, scheme == "wordpiece")
            steps = [f"{step.rank} {step.pair}" for step in word.steps]
            assert printed(program).splitlines() == [*steps, f"{[*word.tokens]}"]


MARKED = {"prefix": "ab▁", "suffix": "a</w>", "attached": "a</w>"}


@given(st.data())
def test_no_program_of_encode_takes_a_mark_that_was_typed_for_the_mark(data):
    """If two pairs have the same text, there is no program; otherwise it prints the steps."""
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


PAPER = PRESETS["paper"]
NEWER = {"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}
ARTICLE = {"low": 5, "lower": 2, "newer": 6, "wider": 3}


def test_the_printed_rules_lead_when_they_are_taken_and_no_tie_rule_takes_them():
    """The printed rules break ties only, but in an order that no tie rule gives.

    Of ten printed lines, five name pairs that no longer occur.
    """
    words = [([*word, "</w>"], count) for word, count in NEWER.items()]
    for token in RULES:
        counts = Counter()
        for word, count in words:
            for pair in pairwise(word):
                counts[pair] += count
        [pair] = [each for each in counts if "".join(each) == token]
        assert counts[pair] == max(counts.values())
        words = [(apply(word, pair, token), count) for word, count in words]
    for rule in TIE_RULES:
        run = train(NEWER, replace(PAPER, tie_rule=rule))
        assert tuple(merge.token for merge in run.merges[: len(RULES)]) != RULES
    run = train({"low": 5, "lower": 2, "newer": 6, "wider": 3}, UNMARKED)
    printed = "er wer lo ne newer low wi wid wider lower"
    assert " ".join(merge.token for merge in run.merges) == printed
    assert run.stop.reason == "no_pairs"
    printed = "e r, er n, l o, lo w, n ew, new er, d er, i der, w i, wi der"
    words, apart = [[*word] for word in ARTICLE], []
    for line in printed.split(", "):
        pair = tuple(line.split())
        if not any(pair in pairwise(word) for word in words):
            apart.append(" + ".join(pair))
        words = [apply(word, pair, "".join(pair)) for word in words]
    assert len(apart) == 5
    for lang in ("en", "zh"):
        said = catalogue(lang)["train.claim_printed_lines"]
        assert re.findall(r"\w+ \+ \w+", said) == apart


PRINTED = [each for claim in CLAIMS for each in claim.said if each.printed]


@pytest.mark.parametrize("said", [each for each in PRINTED if each.facts[0] is of_word])
def test_no_printed_split_is_what_the_run_gives(said):
    """The run gives the printed split at no step.

    The sentence names the reason: the split is misspelt, a letter is unknown, or the word is split
    otherwise.
    """
    word = said.facts[1]
    text = training_samples()[said.sample].path.read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    words = {word: int(count) for word, count in rows}
    run = train(words, said.scheme)
    splits = [run.tokenizer(step).encode(word).tokens for step in range(len(run) + 1)]
    bare = [[each for each in (t.replace("</w>", "") for t in split) if each] for split in splits]
    printed = [each.replace("</w>", "") for each in said.printed]
    assert printed not in bare
    unknown = [letter for letter in word if not any(letter in each for each in words)]
    misspelt = "".join(printed).replace("<unk>", "".join(unknown)) != word
    why = "misspelt" if misspelt else "unknown" if unknown else "never"
    assert said.sentence in (f"split_{why}", "printed_highest", "printed_mug")
    assert of_word(run.snapshot(len(run)), word)["real"] == tuple(splits[-1])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tokens_that_books_and_documents_print_are_those_of_the_tokenizers_named(language):
    """33 tokens are from GPT-4, where GPT-4o has 28; the printed BERT is the uncased one."""
    told = catalogue(language)["train.truth_spanish"]
    spanish, english = re.findall("“([A-Z][^”]+)”", told)
    assert spanish == EXAMPLES["spanish"]
    sizes = [len(opened(name).encode(spanish).ids) for name in ("cl100k", "o200k")]
    assert sizes == [33, 28]
    assert [len(opened(name).encode(english).ids) for name in ("cl100k", "o200k")] == [19, 19]
    assert {*map(str, sizes), "19"} <= {*re.findall(r"(?<!k)\d+", told)}
    told = catalogue(language)["train.truth_splits"]
    for text in ("A Titan RTX has 24GB of VRAM", "I have a new GPU!"):
        assert f"“{text}”" in told
        assert ", ".join(opened("bert").encode(text).tokens) in told
