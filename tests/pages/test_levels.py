"""The page Why subwords, run without a browser: each claim is a number of the run beside it."""

import pytest

from bpe import Corpus, train
from bpe.readings.levels import composed, new_words, part, subwords, unmerged
from tests.pages.helpers import markup, tables
from ui.corpora.samples import training_samples
from ui.levels.panels import FORMS, LONGEST, TURKISH


@pytest.fixture(scope="module")
def novel():
    path = training_samples()["pride-and-prejudice"].path
    parts = part(Corpus.from_file(path, "paper"))
    return parts, train(parts.seen, "paper", max_merges=2000)


def more(app):
    """Open what stands behind the fold."""
    app.session_state["levels_more"] = True
    return app.run()


def test_each_claim_is_a_number_of_the_run(open_page, novel):
    """Vocabulary sizes and unknown rates on the page are counted on the two parts."""
    parts, training = novel
    app = open_page("levels", step=500)
    assert len(app.get("vega_lite_chart")) == 1
    more(app)
    # Characters count what subwords count, so that the curve begins where they are.
    start, pieces = subwords(training, [0, 500], parts.held_out)
    assert f"Characters: {start.tokens:,} tokens." in app.get("vega_lite_chart")[0].proto.alt
    bodies = " ".join(markup(app))
    path = training_samples()["pride-and-prejudice"].path
    whole = train(Corpus.from_file(path, "paper"), "paper", max_merges=0)
    for level in (*unmerged(whole).values(), start, pieces):
        assert f"{level.vocabulary:,}" in bodies
        assert f"{level.unknown_rate:.1%}" in bodies
        assert f"{level.tokens:,}" in bodies
    assert f"{len(new_words(training, 500, parts)):,} different words" in bodies
    # It ends on a word of this run: never seen, in pieces that other words taught.
    helped = composed(new_words(training, 500, parts), "</w>")
    last = [body for body in markup(app) if 'class="record-say"' in body][-1]
    assert "where subwords help" in last
    assert last.count("data-token") == 1 + len(helped.tokens)
    assert f'data-token="{helped.text}"' in last
    assert f"characters need {len(helped.text) + 1} tokens" in last


def test_a_corpus_of_one_word_is_refused_in_a_sentence(open_page):
    """There must be something to keep aside."""
    app = open_page("levels", corpus="aaabdaaabac")
    assert "at least 2 words" in app.error[0].value


def test_a_few_words_are_cut_at_every_level_by_the_merges_of_the_slider(open_page):
    """Five of six words are no nine tenths, and their rates are worth little: that is said.

    A browser could send more text than the box takes; no more is drawn, at any level.
    """
    app = more(open_page("levels", corpus="six-words", step=0))
    [ways, forms] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert ways.count('class="way"') == forms.count('class="way"') == 4
    assert "unknown" in ways
    assert any("1 of 6 words" in b or "One of 6 words" in b for b in markup(app))
    assert any("That is very little" in b for b in markup(app))
    assert any("5 of the 6 words" in one.value for one in app.caption)
    before = tables(app)[0].texts
    app.slider(key="levels_step").set_value(8).run()
    after = tables(app)[0].texts
    assert after != before
    assert after == tables(more(open_page("levels", corpus="six-words", step=8)))[0].texts
    app.text_input(key="levels_text").set_value("e" * (LONGEST + 9)).run()
    [ways, _] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert f"Characters<small>{LONGEST + 1} tokens</small>" in ways


def test_a_new_form_is_composed_of_what_five_others_taught(open_page):
    """Characters spell it, a list of words does not have it; markup and nothing break nothing."""
    app = more(open_page("levels", corpus="six-words"))
    tokens = train(FORMS).tokenizer().encode("smartest").tokens
    assert tokens == ["smart", "est</w>"]
    [said] = [body for body in markup(app) if "is not in the list of words" in body]
    for token in tokens:
        assert f'data-token="{token}"'.replace("<", "&lt;").replace(">", "&gt;") in said
    assert f"in subwords {len(tokens)}" in said
    for word, sentence in (("older", "known at every level"), ("quark", "No level can write it")):
        app.text_input(key="levels_new").set_value(word).run()
        assert any(sentence in body for body in markup(app))
    app.text_input(key="levels_forms").set_value("   ").run()
    assert app.error
    app.text_input(key="levels_forms").set_value("<b> </b> $x$").run()
    assert not any("<b> " in body for body in markup(app))


def test_a_turkish_word_is_composed_of_its_endings(open_page):
    """One press: what a list of words never has whole, subwords spell by its parts."""
    app = more(open_page("levels", corpus="six-words"))
    app.button(key="levels_forms_turkish").click().run()
    assert app.text_input(key="levels_forms").value == TURKISH[0]
    [said] = [body for body in markup(app) if "is not in the list of words" in body]
    assert [said.count(f'data-token="{token}') for token in ("köyler", "imiz", "de")] == [2, 1, 1]
    app.button(key="levels_forms_english").click().run()
    assert app.text_input(key="levels_new").value == "smartest"


def test_lines_are_not_called_words(open_page):
    """Where nothing stands between words, no rate of unknown words is claimed."""
    for corpus in ("tang-song-poems", "modern-chinese"):
        bodies = " ".join(markup(more(open_page("levels", corpus=corpus))))
        assert "Nothing in this text says where a word ends" in bodies
        assert 'data-level="words"' not in bodies.split("smartest")[0]
        assert "lines, chosen at random" in bodies
        assert "never seen" not in bodies
        assert "of the characters kept aside are unknown to both" in bodies
        assert "100.0% of the characters" not in bodies
        assert "Tokens per word" not in bodies
        assert "Words: " not in bodies
        assert "punctuation cut off there are" not in bodies
