"""The page Why subwords, run without a browser: each claim is a number of the run beside it."""

import pytest

from bpe import Corpus, train
from bpe.readings.levels import characters, composed, new_words, part, subwords, words
from tests.pages.helpers import markup, tables
from ui.corpora.samples import training_samples
from ui.levels.panels import LONGEST


@pytest.fixture(scope="module")
def novel():
    path = training_samples()["pride-and-prejudice"].path
    parts = part(Corpus.from_file(path, "paper"))
    return parts, train(parts.seen, "paper", max_merges=2000)


def test_each_claim_is_a_number_of_the_run(open_page, novel):
    """Vocabulary sizes and unknown rates on the page are counted on the two parts."""
    parts, training = novel
    app = open_page("levels", step=500)
    assert not app.exception
    [pieces] = subwords(training, [500], parts.held_out)
    bodies = " ".join(markup(app))
    for level in (words(parts), words(parts, "bert"), characters(parts), pieces):
        assert f"{level.vocabulary:,}" in bodies
        assert f"{level.unknown_rate:.1%}" in bodies
        assert f"{level.tokens:,}" in bodies
    assert f"{len(new_words(training, 500, parts)):,} different words" in bodies


def test_one_text_is_cut_at_every_level(open_page):
    """`do.` is a word between white space; the row of subwords is the tokenizer's."""
    app = open_page("levels", corpus="old-smart")
    [ways, forms] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert ways.count('class="way"') == forms.count('class="way"') == 4
    assert "unknown" in ways


def test_smartest_after_five_forms(open_page):
    """Characters spell it, a list of words does not have it, subwords compose it."""
    app = open_page("levels", corpus="six-words")
    tokens = train("old older oldest smart smarter").tokenizer().encode("smartest").tokens
    [said] = [body for body in markup(app) if "is not in the list of words" in body]
    for token in tokens:
        assert f'data-token="{token}"'.replace("<", "&lt;").replace(">", "&gt;") in said
    assert f"in subwords {len(tokens)}" in said
    app.text_input(key="levels_new").set_value("older").run()
    assert any("known at every level" in body for body in markup(app))
    app.text_input(key="levels_new").set_value("quark").run()
    assert any("No level can write it" in body for body in markup(app))


def test_the_slider_moves_the_subwords(open_page):
    """More merges, fewer tokens: the row of subwords shrinks."""
    app = open_page("levels", corpus="six-words", step=0)
    before = tables(app)[0].texts
    app.slider(key="levels_step").set_value(8).run()
    assert not app.exception
    assert app.slider(key="levels_step").value == 8
    after = tables(app)[0].texts
    assert after != before
    assert after == tables(open_page("levels", corpus="six-words", step=8))[0].texts


def test_a_text_is_cut_up_to_a_length(open_page):
    """A browser could send more than the box takes; no more is drawn, at any level."""
    app = open_page("levels", corpus="six-words")
    app.text_input(key="levels_text").set_value("e" * (LONGEST + 9)).run()
    assert not app.exception
    [ways, _] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert f"Characters<small>{LONGEST} tokens</small>" in ways


def test_a_corpus_of_one_word_is_refused_in_a_sentence(open_page):
    """There must be something to keep aside."""
    app = open_page("levels", corpus="aaabdaaabac")
    assert not app.exception
    assert "at least 2 words" in app.error[0].value


@pytest.mark.parametrize("corpus", ["hug", "low-lower", "scripts", "source-code"])
def test_each_sample_has_levels(open_page, corpus):
    """Counts, many scripts and code: the page has its numbers for all."""
    app = open_page("levels", corpus=corpus)
    assert not app.exception
    assert len(app.get("vega_lite_chart")) == 1


def test_hostile_forms_break_nothing(open_page):
    """Nothing to learn from, or markup: one sentence, or text."""
    app = open_page("levels", corpus="six-words")
    app.text_input(key="levels_forms").set_value("   ").run()
    assert not app.exception
    assert app.error
    app.text_input(key="levels_forms").set_value("<b> </b> $x$").run()
    assert not app.exception
    assert not any("<b> " in body for body in markup(app))


def test_the_page_speaks_chinese(open_page):
    """Headings are Chinese."""
    app = open_page("levels", locale="zh-CN", corpus="six-words")
    assert app.header[0].value == "每一层的代价与缺失"


def test_it_ends_on_a_new_word_that_subwords_help_with(open_page, novel):
    """The example is one of this run's: never seen, in pieces that other words taught."""
    parts, training = novel
    app = open_page("levels")
    helped = composed(new_words(training, 2000, parts), "</w>")
    said = [body for body in markup(app) if 'class="record-say"' in body][-1]
    assert "where subwords help" in said
    assert said.count("data-token") == 1 + len(helped.tokens)
    assert f'data-token="{helped.text}"' in said
    assert f"characters need {len(helped.text)} tokens" in said


@pytest.mark.parametrize("corpus", ["tang-song-poems", "chinese-classics", "modern-chinese"])
def test_lines_are_not_called_words(open_page, corpus):
    """Where nothing stands between words, no rate of unknown words is claimed."""
    bodies = " ".join(markup(open_page("levels", corpus=corpus)))
    assert "lines, not words" in bodies
    assert "Words: " not in bodies
    assert "punctuation cut off there are" not in bodies


def test_few_words_are_said_to_be_few(open_page):
    """Five of six words are no nine tenths, and their rates are worth little."""
    app = open_page("levels", corpus="six-words")
    assert any("1 of 6 words" in b or "One of 6 words" in b for b in markup(app))
    assert any("That is very little" in b for b in markup(app))
    assert any("5 of the 6 words" in one.value for one in app.caption)
