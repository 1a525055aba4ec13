"""Patterns of one's own: what cuts a text, and what is refused in one sentence."""

from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.text import pretokenizers
from bpe.text.pretokenizers import pattern

TEXT = "Hello there, it's 2026!\n\n  The 好 end"


@pytest.mark.parametrize("name", ["gpt2", "gpt4"])
def test_a_pattern_cuts_as_the_pre_tokenizer_of_that_pattern_does(name):
    """The same expression, given."""
    given = replace(PRESETS["minbpe"], pattern=pattern(name))
    named = replace(PRESETS["minbpe"], pretokenizer=name)
    assert Corpus.from_text(TEXT, given).words == Corpus.from_text(TEXT, named).words
    tokenizers = [train(TEXT, scheme, max_merges=9).tokenizer() for scheme in (given, named)]
    one, other = (tokenizer.encode(TEXT).words for tokenizer in tokenizers)
    assert one == other
    assert "".join(word.text for word in one) == TEXT


def test_what_a_pattern_does_not_match_is_dropped_and_groups_do_not_matter(tmp_path):
    """Groups are part of the match; an empty match is no word; a file is cut like a text."""
    scheme = Scheme(units="bytes", pattern=r"(l)(o)|\d*")
    corpus = Corpus.from_text("lo 12 hello lo", scheme)
    assert dict(zip(corpus.words, corpus.counts, strict=True)) == {"lo": 3, "12": 1}
    path = tmp_path / "a.txt"
    path.write_text("\ufefflo 12 hello lo", encoding="utf-8")
    assert Corpus.from_file(path, scheme).words == corpus.words


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("[", "must be a regular expression, got '\\['"),
        ("", "must be a regular expression of 1 to 2000 characters, got ''"),
        ("a" * 2001, "must be a regular expression of 1 to 2000 characters"),
        (7, "must be a regular expression of 1 to 2000 characters, got 7"),
        (r"\L<names>", "must be a regular expression"),
        ("(?r)a", "must search from the left"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(wrong, sentence):
    """One sentence, which shows it."""
    with pytest.raises(ValueError, match=f"^pattern {sentence}"):
        Scheme(units="bytes", pattern=wrong)


def test_a_pattern_needs_a_scheme_without_marks():
    """With a mark it would have to say where words begin and end."""
    with pytest.raises(ValueError, match="pattern must be None where words have a"):
        replace(PRESETS["paper"], pattern="a")
    assert train("ab ab", replace(PRESETS["huggingface"], pattern=r"\S+")).merges[0].token == "ab"


def test_a_pattern_that_never_ends_is_stopped(monkeypatch):
    """The text that it hangs on is refused."""
    monkeypatch.setattr(pretokenizers, "_SECONDS", 0.2)
    scheme = Scheme(units="bytes", pattern=r"(?:a|aa|a.)+(?=b)$")
    with pytest.raises(CorpusError, match=r"^pattern must cut the text within 0\.2 seconds"):
        Corpus.from_text("a" * 60, scheme)
