"""The page Why subwords, run without a browser: each claim is a number of the run beside it."""

import pytest

from bpe import PRESETS, Corpus, train
from bpe.readings.levels import cut_text, part, subwords, whole_words
from tests.markup import read
from tests.markup import tables as tables_of
from tests.pages.helpers import markup, tables
from ui.catalogue import catalogue
from ui.corpora.samples import training_samples
from ui.levels import markup as level_markup
from ui.levels import tables as level_tables
from ui.levels.panels import LONGEST

WORDS = catalogue("en")


def say(name, **values):
    return WORDS[name].format(**values)


def ways(cut, order=level_tables.ORDER, scheme=PRESETS["paper"]):
    """Each level's row of a text that is cut at every level."""
    return read(level_markup.ways(cut, order, say, scheme)).all(kind="way")


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
    found = {"words": whole_words(*parts), "characters": start, "subwords": pieces}
    [costs] = tables_of(markup(app))
    for name, cells in zip(level_tables.ORDER, costs.cells, strict=True):
        level = found[name]
        assert [cell.text for cell in cells] == [
            WORDS[f"levels.level_{name}"],
            f"{level.vocabulary:,}",
            f"{level.tokens:,}",
            f"{level.tokens / level.words:.2f}",
            f"{level.unknown:,} ({level.unknown / level.held_out:.1%})",
        ]


def test_a_corpus_of_one_word_is_refused_in_a_sentence(open_page):
    """There must be something to keep aside."""
    app = open_page("levels", corpus="aaabdaaabac")
    assert "at least 2 words" in app.error[0].value


def test_the_text_is_the_corpus_own_until_the_reader_types_one(open_page):
    """In the session of a reader who chooses another corpus, or language."""
    app = open_page("levels", corpus="six-words")
    own = app.text_input(key="levels_text").value
    app.query_params["corpus"] = "hug"
    app.run()
    assert app.text_input(key="levels_text").value not in ("", own)
    app.text_input(key="levels_text").set_value("hugs").run()
    app.query_params["corpus"] = "six-words"
    app.run()
    assert app.text_input(key="levels_text").value == "hugs"


def test_a_few_words_are_cut_at_every_level_by_the_merges_of_the_slider(open_page):
    """Five of six words are no nine tenths, and their rates are worth little: that is said.

    A browser could send more text than the box takes; no more is drawn, at any level.
    """
    app = more(open_page("levels", corpus="six-words", step=0))
    [ways] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert ways.count('class="way"') == 3
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
    [ways] = [body for body in markup(app) if 'class="level-ways"' in body]
    assert f"Characters<small>{LONGEST + 1} tokens</small>" in ways


def test_lines_are_not_called_words(open_page):
    """Where nothing stands between words, no rate of unknown words is claimed."""
    for corpus in ("tang-song-poems", "modern-chinese"):
        bodies = " ".join(markup(more(open_page("levels", corpus=corpus))))
        assert "Nothing in this text says where a word ends" in bodies
        assert 'data-level="words"' not in bodies
        assert "lines, chosen at random" in bodies
        assert "never seen" not in bodies
        assert "of the characters kept aside are unknown to both" in bodies
        assert "100.0% of the characters" not in bodies
        assert "Tokens per word" not in bodies
        assert "Words: " not in bodies


def test_a_text_is_cut_at_every_level_and_what_is_unknown_wears_a_badge():
    """Characters first, words last: one chip a token, as many badges as pieces never seen."""
    training = train("low lower lowest new newer newest wide wider widest low. new? old", "paper")
    cut = cut_text(training, 4, "lower quark <b>")
    rows = ways(cut)
    assert [row.attributes["data-level"] for row in rows] == [*level_tables.ORDER]
    for row in rows:
        level = row.attributes["data-level"]
        tokens = cut[level]
        assert row.tokens == [token for token, _ in tokens]
        lost = sum(not known for _, known in tokens)
        assert len(row.all(kind="unknown-piece")) == lost
        small = row.all("small")[0].text
        assert f"{len(tokens)} tokens" in small
        assert (say("levels.lost", n=lost) in row.text) == (lost > 0)


def test_a_long_text_is_cut_short_and_one_token_is_said_in_the_singular():
    """An ellipsis says so, only where something is left out."""
    most = level_markup.DRAWN
    many, one = ways(
        {"characters": [("a", True)] * (most + 1), "words": [("a", True)]}, ("characters", "words")
    )
    assert len(many.tokens) == most
    assert many.text.endswith(" …")
    assert f"{most + 1} tokens" in many.text
    assert say("levels.tokens_one", n=1) in one.text
    [full] = ways({"words": [("a", True)] * most}, ["words"])
    assert len(full.tokens) == most
    assert not full.text.endswith("…")


def test_a_typed_mark_is_text_in_the_row_of_words():
    """In the row of subwords it is the mark."""
    typed = [("</w>", True)]
    plain, marked = ways({"words": typed, "subwords": typed}, ("words", "subwords"))
    assert marked.all(kind="mark")
    assert not plain.all(kind="mark")


def test_the_chart_has_the_curve_of_subwords_and_each_level_once():
    """Only subwords have a step."""
    parts = part(Corpus.from_text("low lower lowest new newer newest wide wider old old", "paper"))
    run = train(parts.seen, "paper")
    curve = dict(enumerate(subwords(run, range(len(run) + 1), parts.held_out)))
    found = {"characters": curve[0], "subwords": curve[4]}
    rows = level_tables.points(found, curve, 4).astype(object).to_dict("records")
    numbers = [
        (r["step"], r["vocabulary"], r["tokens"], r["unknown"]) for r in rows if not r["named"]
    ]
    assert numbers == [
        (step, level.vocabulary, level.tokens, level.unknown_rate) for step, level in curve.items()
    ]
    named = [(r["level"], r["step"], r["tokens"]) for r in rows if r["named"]]
    assert [each[::2] for each in named] == [(name, level.tokens) for name, level in found.items()]
    assert named[1][1] == 4
