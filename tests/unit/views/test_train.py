"""The page Step through BPE: small tabs for long words, parts of a corpus, names in addresses."""

from collections import Counter

import pytest
from streamlit.testing.v1 import AppTest

from bpe import PRESETS, Corpus, train
from bpe.player.tokens import visible
from tests.markup import bodies
from tests.sample_runs import run_with
from ui.catalogue import LANGUAGES
from ui.own_text.sources import of_sample
from ui.pages import MAX_NAME_CHARS, page_named
from ui.samples import samples
from ui.text import speaking
from ui.views.train import corpus_of_part, part_of, tabs_of
from ui.views.train_token import (
    MAX_ADDRESS_CHARS,
    find_token,
    find_word,
    ids_of,
    name_of_word,
    names_of,
)

TEXTS = {
    "spaces": " " * 60_000,
    "chinese": "好" * 60_000,
    "mixed": "".join(chr(0x4E00 + number * number % 20_000) for number in range(60_000)),
}
FOLDS = ("ties", "changes", "rules", "changed", "over_time", "least", "terms")
MAX_PAYLOAD_BYTES = 300_000
"""Maximum number of characters of the HTML and the script data of a tab."""


def script(draw, run, step):
    draw(run, step)


@pytest.mark.parametrize("text", [*TEXTS])
@pytest.mark.parametrize("tab", [*page_named("train").tabs])
def test_a_tab_of_one_long_word_is_small(text, tab, monkeypatch):
    """The tokens of the word are as long as the text, and the word has as many splits as merges."""
    monkeypatch.setattr("ui.claims.link", lambda *_, **query: None)  # no other page exists here
    run = run_with(train(TEXTS[text], "minbpe", max_merges=1_500))
    draw = tabs_of(run)[tab]
    if draw is None:
        return
    app = AppTest.from_function(script, args=(draw, run, len(run)), default_timeout=60)
    for fold in FOLDS:
        app.session_state[f"train_fold_{fold}"] = True
    app.run()
    assert not app.exception
    drawn = [*bodies(app), *(each.proto.json for each in app.get("bidi_component"))]
    assert 0 < sum(map(len, drawn)) < MAX_PAYLOAD_BYTES


@pytest.mark.parametrize("sample", ["hug", "four-stories", "first-chapters"])
def test_a_part_of_a_corpus_is_held_out_and_the_rest_kept(sample):
    """Sentences of a text, or occurrences of a table, are each in exactly one of two parts."""
    source, scheme = of_sample(samples()[sample]), PRESETS["paper"]
    held, kept = (part_of(source, is_held, scheme) for is_held in (True, False))
    whole = Counter(dict(source.corpus(scheme).items()))
    assert Counter(dict(held.items())) + Counter(dict(kept.items())) == whole
    assert 0 < sum(held.counts) < sum(kept.counts)
    for sentences in range(2, 9):
        parts = (corpus_of_part("a b. " * sentences, each, "", scheme) for each in (0, 1))
        assert sum(sum(part.counts) for part in parts) == 2 * sentences


def test_of_lines_that_are_one_word_sentences_are_held_out():
    """If lines were held out, whole Chinese lines would be, as each line is one word."""
    text, scheme = of_sample(samples()["modern-chinese"]).text, PRESETS["paper"]
    held = corpus_of_part(text, True, "", scheme)
    share = sum(len(word) * n for word, n in held.items()) / len("".join(text.split()))
    assert 0.1 < share < 0.3


# The mark of the scheme is also typed as text, and one word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


@pytest.mark.parametrize("scheme", ["paper", "gpt", "huggingface"])
def test_every_token_has_a_name_of_its_own_that_leads_back_to_it(scheme):
    """Tokens with the same text, or too long for an address, also have different names."""
    training = train(CORPUS, scheme)
    names = names_of(training)
    assert len(set(names)) == len(names) == len(training.tokens)
    assert [find_token(training, name) for name in names] == [*range(len(names))]
    assert max(map(len, names)) <= MAX_ADDRESS_CHARS + 8 < MAX_NAME_CHARS
    if scheme == "paper":
        marks = [name for name, id_ in ids_of(training).items() if training.tokens[id_] == "</w>"]
        assert len(marks) == 2
    assert find_token(training, "no such token") is None
    assert find_token(training, None) is None


def test_a_token_may_be_typed_as_its_text_and_its_name_is_no_languages():
    """A space may be typed as a space or as ␣.

    A glyph may be typed by its name in any language, and an address has one name for all languages.
    """
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
    """A long word is named by its place, such as #3; if #1 is itself a word, #1 means this word."""
    training = train(CORPUS, "paper")
    words = training.corpus.words
    for place, word in enumerate(words):
        assert find_word(training, name_of_word(training, place)) == place
        assert (
            len(name_of_word(training, place)) <= MAX_ADDRESS_CHARS
            or len(word) <= MAX_ADDRESS_CHARS
        )
    assert name_of_word(training, 3) == "#3"
    assert find_word(training, "#1") == words.index("#1")
    for wrong in (None, "", "none", "#", "#99", "#-1", "#1e3", "#²", "#" + "9" * 30):
        assert find_word(training, wrong) is None


@pytest.mark.parametrize("text", ["好" * 500, "\u3000b" * 200, "b" * MAX_ADDRESS_CHARS])
def test_a_long_token_is_named_by_its_beginning_as_it_is_shown(text):
    """A name has the first `MAX_ADDRESS_CHARS` characters and the id.

    A token of exactly this length is named in full.
    """
    training = train(text, "minbpe")
    for id_, (token, name) in enumerate(zip(training.tokens, names_of(training), strict=True)):
        shown = visible(token)
        if len(shown) > MAX_ADDRESS_CHARS:
            assert name == f"{shown[:MAX_ADDRESS_CHARS]}…#{id_}"
        else:
            assert "…" not in name
