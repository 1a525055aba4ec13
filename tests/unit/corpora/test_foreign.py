"""The worst file costs its own reader one sentence, once, and the app neither time nor memory."""

import resource

import pytest

from bpe import CorpusError, train
from bpe.interchange import load, to_tokenizer_json
from tests.unit.corpora.hostile import FILES, TEXT, minbpe, replacing, whole
from ui.corpora import foreign
from ui.corpora.tokenizers import keep, opened, shipped

ALLOWED = 300 * 1024
"""Kilobytes by which this process may grow in all, its libraries included."""


def refused(files: dict[str, bytes]) -> str | None:
    """Open files, encode and decode; return the code of the refusal, or None."""
    try:
        tokenizer = opened(keep(files))
        encoding = tokenizer.encode(TEXT)
        assert encoding.words
        assert tokenizer.decode(encoding.ids)
    except CorpusError as error:
        return error.code if str(error) else ""
    return None


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_one_sentence(name, monkeypatch):
    """And none is tried twice that took too much; what takes long here takes for ever."""
    make, codes = FILES[name]
    if any(code is not None and code.endswith("time") for code in codes):
        monkeypatch.setattr(foreign, "SECONDS", 1.5)
    files, before = make(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code = refused(files)
    assert code in codes
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < ALLOWED
    if code is not None and code.endswith(("time", "memory")):
        monkeypatch.setattr(foreign.shared.pool, "do", None)
        assert refused(files) == code


def test_an_uploaded_tokenizer_says_what_it_would_say_here():
    """Ids, words, places, steps and text are the same, whatever runs it."""
    training = train("low lower lowest newer wider new", "gpt", max_merges=12)
    many = [
        {"tokenizer.json": to_tokenizer_json(training).encode()},
        {real.path.name: real.path.read_bytes() for real in [shipped()["mistral"]]},
        {"gpt2.tiktoken.gz": shipped()["gpt2"].path.read_bytes()},
        minbpe(r"\w+|\s+"),
    ]
    for files in many:
        there, here = opened(keep(files)), load(files)
        text = "lower newest 好 caab"
        assert there.encode(text).ids == here.encode(text).ids
        assert there.framed(text) == here.framed(text)
        assert there.decode(there.encode(text).ids) == here.decode(here.encode(text).ids)
        words = zip(there.encode(text).words, here.encode(text).words, strict=True)
        for one, other in words:
            assert (one.text, one.tokens, one.steps) == (other.text, other.tokens, other.steps)
        if hasattr(here, "places"):
            assert there.places(text) == here.places(text)


def test_a_text_that_breaks_a_tokenizer_leaves_others_alone(monkeypatch):
    """A process that had to be ended opens the tokenizer again for the next text."""
    monkeypatch.setattr(foreign, "SECONDS", 1.5)
    tokenizer = opened(keep(replacing("aa", "aaaaaaaaaaaa", times=9)))
    assert tokenizer.encode("bc").ids
    with pytest.raises(CorpusError, match="with this tokenizer"):
        _ = tokenizer.encode("aaaa").ids
    assert tokenizer.encode("bc").ids


def test_a_text_for_which_memory_runs_out_is_too_much_not_a_broken_tokenizer(monkeypatch):
    """The process says so, and whoever waits for it is told that it took too much memory."""

    def run_here(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(foreign, "run_here", run_here)
    with pytest.raises(MemoryError):
        foreign.answer(None, load(whole()), "_encoded", "text")


def test_what_is_ours_is_opened_here():
    """What comes with the app and what was made here needs no trial."""
    files = whole()
    assert "_encoded" not in vars(opened(keep(files, trusted=True)))
    assert "_encoded" not in vars(opened("gpt2"))
    assert "_encoded" in vars(opened(keep(files)))
