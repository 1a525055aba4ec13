"""What the tabs of Step through BPE read is small and holds no record; names in an address."""

import pickle
from collections import Counter

import pytest

from bpe import PRESETS, Corpus, Training, train
from bpe.readings.claims import of_best, of_merge, of_merges, of_run
from tests.data import SIX_WORDS
from ui.catalogue import LANGUAGES
from ui.corpora.sources import of_sample, of_text
from ui.draw.tokens import visible
from ui.samples import samples
from ui.shell.text import speaking
from ui.train import LONGEST as LONGEST_IN_ADDRESS
from ui.train import readings
from ui.train.program import program_for
from ui.train.token.readings import (
    LONGEST,
    find_token,
    find_word,
    ids_of,
    name_of_word,
    names_clicked,
    names_of,
    token_facts,
    token_names,
    words_with_token,
)

MOST = 200_000
"""Bytes of any of them, of a text that is one word."""

SPACES = " " * 60_000
CHINESE = "好" * 60_000
MIXED = "".join(chr(0x4E00 + number * number % 20_000) for number in range(60_000))


@pytest.fixture(scope="module", params=["spaces", "chinese", "mixed"])
def training(request):
    text = {"spaces": SPACES, "chinese": CHINESE, "mixed": MIXED}[request.param]
    return train(text, "minbpe", max_merges=1_500)


READINGS = {
    "pairs": lambda run, step: readings.pairs_at(run, step, "", ("a", "b")),
    "found": lambda run, step: readings.pairs_at(run, step, "␣", ()),
    "changes": readings.changes_at,
    "ties": readings.ties_at,
    "rules": lambda run, step: readings.compare_runs(run, run),
    "tokens": lambda run, step: readings.tokens_learned(run, 0, 8),
    "changed": readings.changed_words_at,
    "vocabulary": lambda run, step: readings.vocabulary_of(run, step, "", "all"),
    "costs": lambda run, step: readings.costs_of(run),
    "next": lambda run, step: readings.next_merge(run),
    "terms": lambda run, step: readings.merge_terms_at(run, max(step, 1)),
    "loop": lambda run, step: readings.loop_at(run, max(step, 1), 2),
    "claims": lambda run, step: readings.facts_at(
        run, step, ((of_merge,), (of_best,), (of_merges, 5))
    ),
    "program": lambda run, step: program_for(run, of_text(SPACES, "")),
    "token": lambda run, step: token_facts(run, None, None, step),
    "names": lambda run, step: token_names(run, "zh"),
    "words": lambda run, step: words_with_token(run, step, len(run.tokens) - 1),
    "clicked": lambda run, step: names_clicked(run, "a", "b"),
}


@pytest.mark.parametrize("name", [*READINGS])
def test_a_reading_of_one_long_word_is_small(training, name, monkeypatch):
    """Its tokens are as long as the text, and its splits as many; none holds the record."""

    def refuse(self):
        raise AssertionError("a record")

    monkeypatch.setattr(Training, "__reduce__", refuse, raising=False)
    monkeypatch.setattr(Training, "__reduce_ex__", lambda self, protocol: refuse(self))
    for step in (0, len(training) // 2, len(training)):
        assert len(pickle.dumps(READINGS[name](training, step), 5)) < MOST


def test_a_search_that_all_pairs_show_reads_a_few_of_them():
    """However many pairs a text has; of a token as long as the text all else is said."""
    words = {f"{chr(0x4E00 + number)}a": 1 for number in range(20_000)}
    found = readings.pairs_at(train(words, max_merges=1), 0, "a", ())
    assert (found.number, found.rows.more) == (20_001, True)
    assert len(pickle.dumps(found, 5)) < MOST
    training = train(SPACES, "minbpe")
    found = token_facts(training, None, None, len(training))
    assert found.skyline.tokens == ()
    assert len(found.life.token) < 300
    assert found.occurrences[0] == 0 or found.life.born == 0


def test_what_is_read_of_a_run_is_of_its_step_and_of_the_run_beside():
    """Words, tokens, facts, the other's sizes; no ids of a next, gone or forbidden pair."""
    run, other = train(SIX_WORDS), train(SIX_WORDS, "subword-nmt", max_merges=3)
    changed = [readings.loop_at(run, step, 2).words for step in range(1, len(run) + 1)]
    assert changed == [len(run.snapshot(at).changed_words()) for at in range(1, len(run) + 1)]
    assert readings.tokens_learned(run, 2, 5) == tuple(each.token for each in run.merges[2:5])
    steps = [readings.facts_at(run, step, ((of_run,),))[0]["step"] for step in (0, 3, None)]
    assert steps == [0, 3, len(run)]
    found = readings.compare_runs(run, other)
    assert (found.merges, found.total) == (3, other.token_counts[-1])
    assert readings.words_at(run, 0, "lowe", 9).offered == ("lower", "lowest")
    run, limited = train(SIX_WORDS), train(SIX_WORDS, max_merges=3)
    other, rules = run.snapshot(3).pairs()[2], train("ab12 word " * 3, "sentencepiece")
    forbidden = next(each.pair for each in rules.snapshot(0).pairs() if each.forbidden)
    assert readings.pairs_at(run, 3, "", other.pair).ids == other.ids
    for training, step, pair in (
        (run, 3, run.merges[3].pair),
        (run, 3, run.merges[0].pair),
        (run, 3, ("no", "pair")),
        (limited, 3, other.pair),
        (rules, 0, forbidden),
    ):
        assert readings.pairs_at(training, step, "", pair).ids is None


@pytest.mark.parametrize("sample", ["hug", "four-stories", "first-chapters"])
def test_a_part_of_a_corpus_is_held_out_and_the_rest_kept(sample):
    """Of a text sentences, of a table occurrences: neither part is empty, nothing is in both."""
    source, scheme = of_sample(samples()[sample]), PRESETS["paper"]
    held, kept = (readings.part_of(source, is_held, scheme) for is_held in (True, False))
    whole = Counter(dict(source.corpus(scheme).items()))
    assert Counter(dict(held.items())) + Counter(dict(kept.items())) == whole
    assert 0 < sum(held.counts) < sum(kept.counts)
    for sentences in range(2, 9):
        parts = (readings.corpus_of_part("a b. " * sentences, each, "", scheme) for each in (0, 1))
        assert sum(sum(part.counts) for part in parts) == 2 * sentences


def test_of_lines_that_are_one_word_sentences_are_held_out():
    """Whole lines of Chinese fell out for one character, and the rest was a line."""
    text, scheme = of_sample(samples()["modern-chinese"]).text, PRESETS["paper"]
    held = readings.corpus_of_part(text, True, "", scheme)
    share = sum(len(word) * n for word, n in held.items()) / len("".join(text.split()))
    assert 0.1 < share < 0.3


def test_words_offered_to_pin_are_whole(training):
    """A word of the corpus, as it is pinned; what the table shows of it is cut."""
    found = readings.words_at(training, 0, "", 300)
    assert found.offered == training.corpus.words
    [(word, _, split, length, _)] = found.rows.cells
    assert len(word) < 300
    assert split.length == length
    assert len(split.tokens) < 100


# The mark of the scheme is also typed as text, and one word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


@pytest.mark.parametrize("scheme", ["paper", "gpt", "huggingface"])
def test_every_token_has_a_name_of_its_own_that_leads_back_to_it(scheme):
    """Two that read alike too, and those too long for an address."""
    training = train(CORPUS, scheme)
    names = names_of(training)
    assert len(set(names)) == len(names) == len(training.tokens)
    assert [find_token(training, name) for name in names] == [*range(len(names))]
    assert max(map(len, names)) <= LONGEST + 8 < LONGEST_IN_ADDRESS
    if scheme == "paper":
        marks = [name for name, id_ in ids_of(training).items() if training.tokens[id_] == "</w>"]
        assert len(marks) == 2
    assert find_token(training, "no such token") is None
    assert find_token(training, None) is None


def test_a_token_may_be_typed_as_its_text_and_its_name_is_no_languages():
    """With a space shown as a sign; where a glyph has a name of its own in each language."""
    training = train("a hen, a hen; the hen", "minbpe")
    id_ = training.tokens.index(b" hen")
    assert find_token(training, " hen") == find_token(training, "␣hen") == id_
    training = train("a\u3000b a\u3000b", "minbpe")
    id_ = training.tokens.index("a\u3000b".encode())
    for lang in LANGUAGES:
        with speaking(lang):
            shown = visible("a\u3000b")
            assert names_of(training)[id_] == "a⟨IDSP⟩b"
            assert names_of(training, lang)[id_] == shown
            assert find_token(training, shown) == find_token(training, "a⟨IDSP⟩b") == id_


def test_every_word_has_a_name_that_leads_back_to_it():
    """A long one by its place; a name that is a word means the word."""
    training = train(CORPUS, "paper")
    words = training.corpus.words
    for place, word in enumerate(words):
        assert find_word(training, name_of_word(training, place)) == place
        assert len(name_of_word(training, place)) <= LONGEST or len(word) <= LONGEST
    assert name_of_word(training, 3) == "#3"
    assert find_word(training, "#1") == words.index("#1")
    for wrong in (None, "", "none", "#", "#99", "#-1", "#1e3", "#²", "#" + "9" * 30):
        assert find_word(training, wrong) is None


@pytest.mark.parametrize("text", ["好" * 500, "\u3000b" * 200, "b" * LONGEST])
def test_a_long_token_is_named_by_its_beginning_as_it_is_shown(text):
    """However long it is: no more than that is looked at; one of just that length is all shown."""
    training = train(text, "minbpe")
    for id_, (token, name) in enumerate(zip(training.tokens, names_of(training), strict=True)):
        shown = visible(token)
        if len(shown) > LONGEST:
            assert name == f"{shown[:LONGEST]}…#{id_}"
        else:
            assert "…" not in name
