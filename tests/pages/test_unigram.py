"""The page Unigram, without a browser: each tab shows the record."""

import pytest

from bpe import PRESETS, train
from bpe.readings.comparison import compared_vocabularies
from bpe.unigram import train_unigram
from tests.data import HUG, SIX_WORDS
from tests.pages.helpers import (
    Rows,
    captions,
    everything,
    markup,
    paste,
    payloads,
    said,
    sent,
    tab,
    tables,
)
from ui.own_text import sources
from ui.runs import UnigramRun
from ui.samples import samples
from ui.text import t
from ui.views import unigram
from ui.views.unigram import MAX_WORD_CHARS, SIZES
from ui.views.unigram_lattice import percent, probability

OWNER = sources.of_sample(samples()["six-words"]).digest, "▁lowest"


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX_WORDS, vocab_size=SIZES["six-words"])


def lattices(app) -> list[dict]:
    return payloads(app, "lanes") or [one for one in sent(app) if "lanes" in one]


def column(app, name: str) -> Rows:
    """Return the table that has a column of this name."""
    return next(rows for rows in tables(app) if name in rows.texts[0])


def splits(app) -> Rows:
    return next(rows for rows in map(Rows, markup(app)) if any("Share" in t for t in rows.texts))


def test_the_page_opens_with_a_lattice_of_many_pieces(open_page, training):
    """The lattice has the seed pieces of `lowest`; its best splits are listed with their shares."""
    app = open_page("unigram", tab="splits")
    model = training.snapshot(0).model
    [drawn] = lattices(app)
    assert len(drawn["edges"]) == len(model.lattice("▁lowest")) > 15
    listed = splits(app)
    assert [tuple(row) for row in listed.rows[1:]] == [
        each.tokens for each in model.nbest("▁lowest", 8)
    ]
    assert "52.5%" in listed.texts[1]
    share = percent(sum(each.share for each in model.nbest("▁lowest", 8)))
    told = f"These 8 have {share} of the word's probability."
    chance = probability(model.marginal("▁lowest"))
    assert f"{told} All splits together: {chance}, the" in captions(app)
    [played] = payloads(open_page("unigram", locale="zh-CN", corpus="six-words"), "runs")
    assert "轮" in str(played["runs"]), "its captions are the reader's language"


def test_the_address_chooses_corpus_size_round_and_word(open_page):
    """The lattice is that of the named record; a typed word with unknown letters is cut, too."""
    whole = unigram.spelled_word(train_unigram(HUG, vocab_size=10), "hugs" * 9)
    assert whole == "▁" + ("hugs" * 9)[:MAX_WORD_CHARS]
    app = open_page("unigram", corpus="hug", vocab_size=10, step=1)
    expected = train_unigram(HUG, vocab_size=10).snapshot(1).model
    [drawn] = lattices(app)
    present = [edge for edge in drawn["edges"] if edge["state"] != "gone"]
    assert len(drawn["edges"]) > len(present) == len(expected.lattice("▁hugs"))
    app.query_params["word"] = "<b>好"
    titles = [edge["title"] for edge in lattices(app.run())[0]["edges"]]
    assert sum("unknown character" in title for title in titles) == 3


def test_the_next_round_is_explained_piece_by_piece(open_page, training, monkeypatch):
    """A piece that the next round removes has a badge; after the last round no piece has one."""
    app = open_page("unigram", tab="removal")
    fates = column(app, "Expected count")
    assert fates.rows[1][0] == training.rounds[0].fates[0].piece
    goes = [text for text in fates.texts if " removed " in text]
    assert len(goes) == len(training.rounds[0].removed)
    app.session_state["unigram_em"] = True
    before, *_, after = (f"−{-each:,.1f}" for each in training.rounds[0].log_likelihoods)
    texts = " ".join(each.value for each in app.run().markdown)
    assert f"from {before} to {after} nats" in texts
    app.query_params["step"] = f"{len(training.rounds)}"
    assert any("Pruning is done" in body for body in markup(app.run()))
    app.query_params["step"] = f"{len(training.rounds) - 1}"
    assert "no cost is computed" in said(app.run())
    assert "Cost" not in column(app, "Expected count").texts[0]
    for many, shown in ((10**6, "order"), (1, "border")):
        monkeypatch.setattr("ui.views.unigram.MANY_FATES", many)
        assert open_page("unigram", tab="removal").button_group(key="unigram_show").value == shown


def test_the_best_split_jumps_where_a_piece_was_clicked_away(open_page, training, monkeypatch):
    """The best split changes to the engine's; the sentence and the table have the new share.

    A piece clicked away counts only in this word of this text.
    """
    app = open_page("unigram", tab="splits")
    app.session_state["unigram_away"] = OWNER, ("▁low",), ""
    app.run()
    whole = training.snapshot(0).model
    left = whole.without(["▁low"])
    first = left.nbest("▁lowest", 1)[0]
    assert tuple(splits(app).rows[1]) == first.tokens
    assert f"({percent(first.share)})" in said(app)
    assert "changes from" in said(app)
    lit = whole.best("▁lowest")
    others = [each for each in left.lattice("▁lowest") if len(each.piece) > 1]
    other = max(others, key=lambda each: each.share * (each.piece not in lit)).piece
    app.session_state["unigram_away"] = OWNER, (other,), ""
    shares = [model.nbest("▁lowest", 1)[0].share for model in (whole, whole.without([other]))]
    was, share = map(percent, shares)
    assert f"its share goes from {was} to {share}" in said(app.run())
    app.query_params["word"] = "lower"
    app.run()
    assert "jumps" not in said(app), "another word has all its pieces"
    share = percent(whole.nbest("▁lowest", 1)[0].share)
    for n in (1, 2):
        monkeypatch.setattr("ui.views.unigram.UnigramModel.tied", lambda *_, n=n: n)
        told = t("unigram.splits_tied", n=n, share=share, was="")
        assert (told in everything(open_page("unigram"))) == (n > 1)


def test_a_character_stays_is_said_of_the_word_it_was_clicked_in(open_page):
    """The note is not shown for another word with this character, or in another text."""
    app = open_page("unigram")
    app.session_state["unigram_away"] = OWNER, (), "e"
    assert "single characters always do" in said(app.run())
    app.query_params["word"] = "lower"
    assert "single characters always do" not in said(app.run())
    app.selectbox(key="corpus").select("low-lower").run()
    app.query_params["word"] = "lowest"
    assert "single characters always do" not in said(app.run())


def test_a_click_takes_away_a_piece_of_its_word_and_no_character(monkeypatch):
    """A character stays, and a note says so until another piece is clicked.

    A second click brings a piece back.
    """
    monkeypatch.setattr("ui.views.unigram.st.session_state", {})
    run = UnigramRun(sources.of_sample(samples()["six-words"]), 17)
    for piece, away, stays in (
        ("e", (), "e"),
        ("low", ("low",), ""),
        ("zz", ("low",), ""),
        ("st", ("low", "st"), ""),
        ("low", ("st",), ""),
    ):
        unigram.click_piece(run, "▁lowest", piece)
        assert unigram.pieces_away(run, "▁lowest") == (away, stays)


def test_three_vocabularies_are_the_three_trainings(open_page, training):
    """All three have one limit of size; another minimum count trains WordPiece again.

    A caption says how SentencePiece differs, and a search filters the words.
    """
    app = tab(open_page("unigram"), "unigram", "compare")
    told = [each.value for each in app.caption]
    assert t("unigram.compare_library") in told
    others = {
        "bpe": train(training.corpus, PRESETS["sentencepiece"], vocab_size=17),
        "wordpiece": train(training.corpus, "wordpiece", vocab_size=17),
    }
    for least in (None, 4):
        if least:
            app.number_input(key="min_frequency").set_value(least).run()
            few = {"vocab_size": 17, "min_frequency": least}
            others["wordpiece"] = train(training.corpus, "wordpiece", **few)
        compared = compared_vocabularies(training, others)
        for text, each in zip(column(app, "Tokens per word").texts[1:], compared, strict=True):
            assert f" {each.token_count} " in text
        if not least:
            smaller = [each for each in compared if len(each.tokens) < len(training.pieces)]
            assert len([each for each in told if "stops at" in each]) == len(smaller)
    app.text_input(key="unigram_word_search").set_value("low").run()
    words = [text.split()[0] for text in column(app, "Count").texts[1:]]
    assert words == ["lower", "lowest"]
    app.text_input(key="unigram_word_search").set_value("zq").run()
    assert "No word of the corpus matches" in said(app)
    run = UnigramRun(sources.of_sample(samples()["six-words"]), 17)
    rules = unigram.rival(run, "wordpiece", 1).scheme
    assert rules.normalizer == PRESETS["sentencepiece"].normalizer, "of one corpus"


def test_a_size_too_small_is_refused_and_what_there_is_stays(open_page):
    """Unigram keeps the last training; for WordPiece the reason is shown next to the other two."""
    app = open_page("unigram")
    app.number_input(key="vocab_size").set_value(3).run()
    assert "12" in app.error[0].value
    assert lattices(app)
    app = tab(open_page("unigram", vocab_size=12), "unigram", "compare")
    assert "WordPiece is left out" in app.warning[0].value
    assert any("Which tokens" in heading.value for heading in app.header)


def test_sampling_draws_again(open_page, training, monkeypatch):
    """The tab shows 1,000 random splits; each press draws another 1,000."""
    app = tab(open_page("unigram"), "unigram", "sampling")
    drawn = [column(app, "Drawn").texts]
    for _ in range(2):
        app.button(key="unigram_again").click().run()
        assert column(app, "Drawn").texts not in drawn
        drawn.append(column(app, "Drawn").texts)
    model = training.snapshot(0).model
    different = len(unigram.sampled_splits(model, "▁lowest", 1000, 2)[0])
    assert f"1,000 draws of ▁lowest, different splits: {different}" in everything(app)
    app.session_state["unigram_away"] = OWNER, ("▁low",), ""
    assert not any("▁low" in row for row in column(app.run(), "Drawn").rows)
    monkeypatch.setattr(unigram, "SPLITS_DRAWN", 2)
    app.button(key="unigram_again").click().run()
    found, _ = unigram.sampled_splits(model.without(["▁low"]), "▁lowest", 1000, 3)
    assert t("unigram.cloud_more", n=len(found) - 2) in captions(app)


def test_the_vocabulary_is_searched(open_page, training):
    """A search lists the pieces with these letters; a change of language keeps the search."""
    app = tab(open_page("unigram"), "unigram", "vocabulary")
    longer = len(training.snapshot(0)) - len(training.alphabet)
    told = f"{len(training.alphabet)} single characters + {longer} longer pieces = "
    assert f"{told}{len(training.snapshot(0))}" in said(app)
    app.text_input(key="unigram_piece_search").set_value("es").run()
    pieces = [*training.snapshot(0).pieces]
    found = [piece for piece in pieces if "es" in piece]
    [shown] = [each for each in tables(app) if [*map(list, zip(found))] == each.rows[1:]]
    for text, piece in zip(shown.texts[1:], found, strict=True):
        assert f" {pieces.index(piece) + 1} " in text, "the rank in the whole vocabulary"
    expected = [[piece] for piece in found]
    for lang in ("zh", "en"):
        app.selectbox(key="language").set_value(lang).run()
        assert app.text_input(key="unigram_piece_search").value == "es"
        assert expected in [each.rows[1:] for each in tables(app)]
    app = paste(app, "ab" * MAX_WORD_CHARS)
    assert not app.selectbox(key="unigram_word").value, "one long word: no short one to offer"


def test_chinese_opens_with_a_lattice_and_clauses_to_choose(open_page):
    """Chinese text has no short words: a sample opens with a word that has several splits.

    The reader's own text opens with a clause.
    """
    app = open_page("unigram", locale="zh-CN")
    assert app.selectbox(key="unigram_word").value == "研究生命的起源"
    app = open_page("unigram", corpus="modern-chinese")
    picker = app.selectbox(key="unigram_word")
    assert picker.value == "研究生命的起源"
    pieces = {edge["piece"].removeprefix("▁") for edge in lattices(app)[0]["edges"]}
    assert {"研究生", "研究", "生命"} <= pieces
    assert len(picker.options) > 100
    app = paste(app, "九月一日，学校开学了，早上七点半，校门口已经站满了人。" * 3)
    assert app.selectbox(key="unigram_word").value == "学校开学了"
    assert lattices(app)


def test_unigram_takes_the_place_of_a_scheme_that_was_asked_for(open_page):
    """A note says that Unigram replaces the scheme only if the reader asked for a scheme."""
    said = "takes the place of GPT (byte-level)"
    for query, times in (({}, 0), ({"scheme": "gpt"}, 1)):
        captions = [each.value for each in open_page("unigram", **query).caption]
        assert sum(said in each for each in captions) == times
