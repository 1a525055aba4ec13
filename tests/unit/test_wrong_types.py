"""Wrong arguments give one sentence with the argument, the rule, the value and a remedy."""

import copy
import re
from pickle import dumps, loads

import numpy as np
import pytest

import bpe
from bpe import Corpus, CorpusError, Scheme, Training, interchange, train
from bpe.errors import SENTENCES, short
from bpe.unigram import UnigramModel, train_unigram
from tests.data import SIX_WORDS

SENTENCE = re.compile(r".* must .*, got .*\. .*\.", re.DOTALL)

# Functions that make a value for each call, as the first call uses an iterator up.
WRONG = (
    *(lambda each=each: each for each in (None, 1.5, float("nan"), float("inf"), -1, 10**30, True)),
    *(lambda each=each: each for each in ([], [1], {}, {1: 2}, {"a": "b"}, b"x", ("a",), set())),
    *(lambda each=each: each for each in ("\ud800", "\0", object(), np.zeros((2, 2)))),
    lambda: (each for each in "ab"),
)


def calls(folder):
    """Yield functions by name, each of which passes its argument to one parameter of the API."""
    training = train(SIX_WORDS, max_merges=3)
    snapshot, tokenizer, corpus = training.snapshot(1), training.tokenizer(), training.corpus
    text = folder / "a.txt"
    text.write_text(SIX_WORDS, encoding="utf-8")
    yield from {
        "train": train,
        "scheme": lambda bad: train("ab ab", bad),
        "max_merges": lambda bad: train("ab ab", max_merges=bad),
        "vocab_size": lambda bad: train("ab ab", vocab_size=bad),
        "min_frequency": lambda bad: train("ab ab", min_frequency=bad),
        "forced": lambda bad: train("ab ab", forced=bad),
        "forced pair": lambda bad: train("ab ab", forced={0: bad}),
        "on_progress": lambda bad: train("ab ab", on_progress=bad),
        "unigram": lambda bad: train_unigram(bad, vocab_size=20),
        "from_text": Corpus.from_text,
        "from_text scheme": lambda bad: Corpus.from_text("ab", bad),
        "from_counts": Corpus.from_counts,
        "from_counts count": lambda bad: Corpus.from_counts({"a": bad}),
        "from_file": Corpus.from_file,
        "from_files": Corpus.from_files,
        "from_files path": lambda bad: Corpus.from_files([bad]),
        "scheduler": lambda bad: Corpus.from_files(text, scheduler=[bad]),
        "from_counts_file": Corpus.from_counts_file,
        "save_counts": corpus.save_counts,
        "words": lambda bad: Corpus(bad, (1,)),
        "counts": lambda bad: Corpus(("a",), bad),
        "word": lambda bad: Corpus((bad,), (1,)),
        "count": lambda bad: Corpus(("a",), (bad,)),
        "split": corpus.split,
        "split seed": lambda bad: corpus.split(0.5, bad),
        "snapshot": training.snapshot,
        "tokenizer": training.tokenizer,
        "load": Training.load,
        "save": training.save,
        "top_pairs": lambda bad: list(training.top_pairs(bad)),
        "history": training.history,
        "tokens": snapshot.tokens,
        "words limit": snapshot.words,
        "words offset": lambda bad: snapshot.words(2, bad),
        "pairs": snapshot.pairs,
        "changed_words": snapshot.changed_words,
        "encode": tokenizer.encode,
        "method": lambda bad: tokenizer.encode("a", bad),
        "decode": tokenizer.decode,
        "decode id": lambda bad: tokenizer.decode([bad]),
        "allowed_special": lambda bad: tokenizer.encode("a", allowed_special=bad),
        "encode_word": tokenizer.encode_word,
        "encode_word method": lambda bad: tokenizer.encode_word("a", bad),
        "trace": tokenizer.trace,
        "trace method": lambda bad: tokenizer.trace("a", bad),
        "split word": tokenizer.split,
        "split method": lambda bad: tokenizer.split("a", bad),
        "start": tokenizer.start,
        "units": tokenizer.units,
        "merge": training.merge,
        "tokens_of": training.tokens_of,
        "tokens_of id": lambda bad: training.tokens_of([bad]),
        "change": lambda bad: training.change(bad, 2),
        "change step": lambda bad: training.change(0, bad),
        "words_in": training.words_in,
        "words_in cell": lambda bad: training.words_in([bad]),
        "with_scheme": tokenizer.with_scheme,
        "play": training.play,
        "play words": lambda bad: training.play(words=bad),
        "play lang": lambda bad: training.play(lang=bad),
        "play height": lambda bad: training.play(height=bad),
        "play max_chars": lambda bad: training.play(max_chars=bad),
        "play an encoding": lambda bad: tokenizer.encode("low").play(lang=bad),
        "save_page": training.save_page,
        "save_page words": lambda bad: training.save_page(folder / "a.html", words=bad),
        **interchanged(),
        **unigram(),
        "rows_of": bpe.rows_of,
        "rows_of record": lambda bad: bpe.rows_of([training.merges[0], bad]),
        **{f"Scheme.{name}": setting(name) for name in Scheme.__dataclass_fields__},
    }.items()


def interchanged():
    """Return each function that writes or reads a file."""
    writers = {name: each for name, each in vars(interchange).items() if name.startswith("to_")}
    readers = {
        "load": interchange.load,
        "load content": lambda bad: interchange.load({"a.txt": bad}),
        "load_merges": lambda bad: interchange.load_merges(bad, b"a b"),
        "load_merges content": lambda bad: interchange.load_merges("a.txt", bad),
    }
    rest = {name: getattr(interchange, name) for name in ("merges_text", "library_files")}
    return {f"interchange.{name}": each for name, each in {**writers, **readers, **rest}.items()}


def unigram():
    """Return the functions of a Unigram model and of its training."""
    training = train_unigram(SIX_WORDS, vocab_size=14)
    model = training.snapshot(1).model
    texts = ["spell", "best", "tied", "sample", "lattice", "log_marginal", "marginal"]
    return {f"unigram.{name}": getattr(model, name) for name in texts} | {
        "UnigramModel": UnigramModel,
        "piece": lambda bad: UnigramModel({"a": bad}),
        "without": model.without,
        "nbest": lambda bad: model.nbest("low", bad),
        "unigram seed": lambda bad: model.sample("low", seed=bad),
        "round": training.snapshot,
        "unigram history": training.history,
    }


def setting(name):
    return lambda bad: Scheme(**{name: bad})


def test_what_a_name_is_not_for_is_refused_in_a_sentence(tmp_path, monkeypatch):
    """A call with an odd value succeeds or raises an error of the common form.

    A function that opens files may also raise an `OSError` with a file name.
    """
    monkeypatch.chdir(tmp_path)
    assert len({*WRONG}) == len(WRONG)
    odd, refused = [], set()
    for name, call in calls(tmp_path):
        for make in WRONG:
            try:
                call(make())
            except (ValueError, TypeError) as error:
                refused.add(name)
                if not SENTENCE.fullmatch(str(error)):
                    odd.append((name, repr(make()), repr(error)))
            except OSError as error:
                # The file does not exist, or is a folder.
                if error.filename is None:
                    odd.append((name, repr(make()), repr(error)))
    assert odd == []
    names = {name for name, _ in calls(tmp_path)}
    # Only the name of a scheme accepts any value.
    assert names - refused <= {"Scheme.name"}
    functions = {name for name in bpe.__all__ if callable(getattr(bpe, name)) and name.islower()}
    assert functions == {"rows_of", "train"}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda run: run.tokenizer().with_scheme("gpt"), "units must be 'characters', as"),
        (lambda run: run.tokenizer().with_scheme("huggingface"), "boundary must be 'suffix', as"),
        (lambda run: UnigramModel({"a": float("nan")}), "pieces must be .* finite .* nan"),
        (lambda run: UnigramModel({"a": float("-inf")}), "pieces must be .* finite .* -inf"),
        (lambda run: run.tokens_of([len(run.tokens)]), "ids must be of tokens, got .15"),
        (lambda run: run.tokens_of([-1]), "ids must be of tokens, got .-1"),
        (lambda run: run.change(-1, 2), "index must be"),
        (lambda run: run.change(0, len(run)), "step must be"),
        (lambda run: run.words_in([-1]), "cells must be .*-1"),
        (lambda run: run.words_in([len(run.ids)]), "cells must be .*50"),
    ],
)
def test_what_there_is_not_is_refused_and_not_taken_for_another(call, said):
    """An index below 0 does not count from the end, and a score must be finite."""
    with pytest.raises(ValueError, match=said):
        call(train(SIX_WORDS, max_merges=3))


WHOLE = re.compile(
    r"^(?P<name>\w+)(?: of .+)? must be (?P<rule>.+), got (?P<value>.+?)\. (?P<way>.+)\.$"
)

ARGUMENTS = [
    ("corpus", lambda: train(5), "5"),
    ("words", lambda: train(SIX_WORDS).play(words=5), "5"),
    ("max_merges", lambda: train(SIX_WORDS, max_merges=-1), "-1"),
    ("vocab_size", lambda: train(SIX_WORDS, vocab_size=-1), "-1"),
    ("vocab_size", lambda: train(SIX_WORDS, vocab_size=11), "11"),
    ("min_frequency", lambda: train(SIX_WORDS, min_frequency=0), "0"),
    ("count", lambda: Corpus.from_counts({"low": 0}), "0"),
    ("count", lambda: Corpus.from_counts({"low": 1.5}), "1.5"),
    ("count", lambda: Corpus.from_counts({"low": True}), "True"),
    ("count", lambda: Corpus.from_counts({"low": "x" * 59}), f"'{'x' * 56}..."),
    ("count", lambda: Corpus.from_counts({"low": 2**53 + 1}), "9007199254740993"),
    *(("share", lambda n=n: Corpus.from_counts({"a": 2}).split(n), f"{n}") for n in (0, 1, -0.1)),
    ("counts", lambda: train({"low": 2**52, "lowest": 2**52}), "4.95e+16"),
    ("limit", lambda: next(train(SIX_WORDS, max_merges=3).top_pairs(0)), "0"),
    ("step", lambda: next(train(SIX_WORDS, max_merges=3).top_pairs(5, stop=4)), "4"),
    ("text", lambda: train(SIX_WORDS).tokenizer().encode(b"low"), "bytes"),
    ("text", lambda: train(SIX_WORDS, "gpt").tokenizer().encode("lo\ud800w"), "U+D800"),
    ("scheme", lambda: train(SIX_WORDS, "bert"), "'bert'"),
    ("scheme", lambda: train(SIX_WORDS, ["paper"]), "['paper']"),
    ("scheme", lambda: Corpus.from_text(SIX_WORDS, "roberta"), "'roberta'"),
]


@pytest.mark.parametrize(("name", "call", "value"), ARGUMENTS)
def test_a_wrong_argument_gets_one_sentence(name, call, value):
    """The sentence has the form `<name> must be <rule>, got <value>. <way out>.`"""
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    found = WHOLE.match(message)
    assert found, message
    assert found["name"] == name
    assert value in found["value"]
    assert "\n" not in message


@pytest.mark.parametrize("given", ["", " ", "\n\t \n", "\u3000\u00a0", {}, {"": 3}])
def test_a_text_without_words_is_the_readers_to_mend(given):
    """Empty texts, blank texts and empty words raise `CorpusError`, which pages show."""
    with pytest.raises(CorpusError) as caught:
        train(given, "paper")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda e: loads(dumps(e))])
def test_an_error_carries_its_values_into_another_process(copied):
    """Code, values and sentence survive a copy and a pickle; numbers stay numbers."""
    with pytest.raises(CorpusError) as caught:
        Corpus.from_counts({"low": 2**53 + 1})
    error = copied(caught.value)
    assert (type(error), error.code) == (CorpusError, "count_large")
    assert error.values == {"word": "'low'", "largest": 2**53, "count": str(2**53 + 1)}
    assert str(error) == str(caught.value)
    assert "count of 'low' must be at most 9007199254740992, got 9007199254740993." in str(error)


@pytest.mark.parametrize("counts", [{"low" * 1000: 0}, {"low": 10**4000}, {"low": 10**5000}])
def test_a_long_value_is_cut_in_the_sentence(counts):
    """Long words and numbers are shortened, also numbers too long for Python to write as text."""
    with pytest.raises(CorpusError) as caught:
        Corpus.from_counts(counts)
    assert len(str(caught.value)) < 200
    whole = [len(short("x" * size)) for size in (57, 58, 59, 9_999)]
    assert whole == [59, 60, 60, 60], "of sixty characters nothing is left out"
    assert [short("x" * size)[-3:] for size in (58, 59)] == ["xx'", "..."]


def test_each_sentence_has_rule_value_and_way_out():
    """A sentence begins with the argument or the file, and ends with what the user can do."""
    form = r"(?:[a-z_]+\b|\{\w+\}|tokenizer\.json).* must .*(?:, got| has none).*\. [A-Z][^X]*\."
    assert [code for code in SENTENCES if not re.fullmatch(form, SENTENCES[code])] == []
