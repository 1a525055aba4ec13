"""The page SentencePiece, without a browser: it shows the record."""

import re

import pytest

from bpe import Corpus
from bpe.encoding.roundtrip import round_trip
from bpe.player.tokens import exact
from bpe.readings.normalization import normalize_sentence
from tests.markup import read
from tests.pages.helpers import Rows, captions, everything, markup, tab
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.pages import NORMALIZERS
from ui.samples import training_samples
from ui.views.sentencepiece import EXAMPLES, LOSSES


@pytest.fixture(scope="module")
def training():
    return trained("pride-and-prejudice", "sentencepiece", 2000)


def encoded(app) -> list[str]:
    [stages] = [body for body in markup(app) if 'class="stages fills"' in body]
    return [token for row in Rows(f"<tr>{stages}</tr>").rows for token in row]


def test_the_page_opens_with_the_law_holding(open_page, training):
    """A plain sentence is unchanged, wide letters are folded; both decode to that result."""
    for step, query in ((200, {}), (2000, {"step": 2000})):
        app = open_page("sentencepiece", **query)
        for name, said in (("prose", ("nothing to change", "t itself")), ("wide", ("is lost",))):
            app.text_area(key="sentencepiece_sentence").set_value(EXAMPLES[name]).run()
            assert app.pills(key="sentence_example").value == name
            trip = round_trip(training.tokenizer(step), EXAMPLES[name])
            assert encoded(app) == [exact(token) for token in trip.encoding.tokens]
            assert 'class="law holds"' in everything(app)
            assert all(each in everything(app) for each in said)
    app.text_area(key="sentencepiece_sentence").input('<img src=x onerror="alert(1)"> 好').run()
    assert app.pills(key="sentence_example").value is None
    assert not any("<img" in body for body in markup(app))
    assert 'class="law fails"' in everything(app)
    assert "become <unk>:" in everything(app)
    unknown = [chr(0x4E00 + at) for at in range(14)]
    app.text_area(key="sentencepiece_sentence").input("".join(unknown)).run()
    told = catalogue("en")["sentencepiece.law_unknown"]
    assert told.format(n=14, characters=" ".join(unknown[:12])) in everything(app)
    app.text_area(key="sentencepiece_sentence").set_value("lo\x01w").run()
    assert catalogue("en")["sentencepiece.nothing"] in everything(app), "of what is dropped"


def test_until_one_is_typed_the_text_follows_the_corpus(open_page):
    """Another corpus opens with a text that it can spell; a text typed by the reader stays.

    The Chinese text is not normalized yet, so that the page has changes to show.
    """
    app = open_page("sentencepiece")
    assert app.text_area(key="sentencepiece_sentence").value == EXAMPLES["prose"]
    for corpus in ("chinese-classics", "tang-song-poems", "six-words"):
        app.selectbox(key="corpus").select(corpus).run()
        assert "<unk>" not in encoded(app)
        assert 'class="law holds"' in everything(app)
    app.text_area(key="sentencepiece_sentence").input("low").run()
    app.selectbox(key="corpus").select("pride-and-prejudice").run()
    assert app.text_area(key="sentencepiece_sentence").value == "low"
    app = open_page("sentencepiece", locale="zh-CN")
    assert app.text_area(key="sentencepiece_sentence").value == "老师，什么时候没有作业？"
    assert 'class="law holds"' in everything(app)
    assert any("种全角标点改成了半角" in each.value for each in app.caption)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_holds_here_or_one_click_away(open_page, name):
    """If the corpus lacks a character, a button opens a corpus that has this character."""
    app = open_page("sentencepiece", step=300, max_merges=600)
    app.query_params.update(step="300", max_merges="500")
    app.run()
    app.text_area(key="sentencepiece_sentence").set_value(EXAMPLES[name]).run()
    if name in ("accents", "chinese"):
        assert 'class="law fails"' in everything(app)
        app.button(key="sentence_corpus").click().run()
        corpora = {"accents": "scripts", "chinese": "chinese-classics"}
        assert app.selectbox(key="corpus").value == corpora[name]
        assert app.text_area(key="sentencepiece_sentence").value == EXAMPLES[name]
        assert "<unk>" not in encoded(app)
        assert 'class="law holds"' in everything(app)
        assert "max_merges" not in app.query_params
    assert 'class="law holds"' in everything(app)
    assert not [each for each in app.button if each.key == "sentence_corpus"]


def test_the_changes_are_named(open_page):
    """Each change has its code points and count; each loss lists the normalizers that avoid it."""
    app = tab(open_page("sentencepiece", corpus="six-words"), "sentencepiece", "changes")
    app.text_area(key="sentencepiece_sentence").input("① e\u0301 ① x").run()
    said = everything(app)
    assert "nmt_nfkc: 3 changed" in said
    here, losses = [read(body).all("tbody")[0] for body in markup(app) if "<table>" in body]
    assert [row.words for row in here.all("tr")] == [
        " ① U+2460 1 replaced by another character; the original is lost 2",
        " e\u0301 U+0065 U+0301 \u00e9 the same characters, spelled another way 1",
    ]
    for row, text in zip(losses.all("tr"), LOSSES.values(), strict=True):
        kept = [normalize_sentence(text, name) == text for name in NORMALIZERS]
        assert [cell.text == "unchanged" for cell in row.all("td")] == kept
    assert losses.all(kind="blank")
    assert not here.all("wbr"), "only what would not show has a sign"
    app.selectbox(key="normalizer").set_value("nfc").run()
    assert ": 1 changed" in everything(app)
    assert "U+2460" not in everything(app)
    app.selectbox(key="normalizer").set_value("none")
    assert "Nothing changed." in everything(app.run())
    app.text_area(key="sentencepiece_sentence").input("low▁er").run()
    assert "is taken for a space" in everything(app)


def test_another_normalizer_is_another_run_with_the_colours_of_its_tokens(open_page):
    """If its alphabet is too large for the limit, an error says so and the current run stays."""
    asked = {"corpus": "pasted", "text": "ｌｏｗ low ｌｏｗ", "normalizer": "none"}
    for vocab_size, is_other in ((12, True), (6, False)):
        app = open_page("sentencepiece", **asked, vocab_size=vocab_size)
        ranks = app.session_state["coloured_by"][0].training.token_ranks
        assert any("ｏ" in token for token in ranks) == is_other == (not app.error)


def test_chinese_lists_four_ways_to_cut(open_page):
    """The text is cut at spaces, into characters, pieces and bytes; only bytes know everything."""
    app = tab(open_page("sentencepiece"), "sentencepiece", "chinese")
    [body] = [body for body in markup(app) if 'class="figure"' in body]
    figures = [int(each.replace(",", "")) for each in re.findall(r'"figure">([\d,]+)<', body)]
    spaces, characters, pieces, by_bytes = (figures[at : at + 3] for at in range(0, 12, 3))
    assert spaces[1] == spaces[2] == 2
    assert characters[0] + 500 == pieces[0]
    assert by_bytes[0] == 756
    poems = Corpus.from_file(training_samples()["tang-song-poems"].path, "sentencepiece")
    assert f"separate {len(poems):,} “words”" in everything(app)
    once = sum(count == 1 for count in poems.counts)
    assert f"{once:,} of them occur only once" in everything(app)
    told = f"takes {characters[1]} tokens as characters, {pieces[1]} as pieces and {by_bytes[1]} as"
    assert told in everything(app)
    assert characters[1] >= pieces[1]
    assert by_bytes[2] == 0
    app.text_area(key="sentence_poem").set_value("千里 黄云 白").run()
    figures = re.findall(r'"figure">([\d,]+)<', everything(app))
    assert figures[1:6:3] == ["3", "8"]


def test_forbidden_pairs_carry_their_rule(open_page, training):
    """Forbidden pairs are listed by count with the rule that forbids each of them.

    The tab on the trainer says how many occur more often than the next merge, and links to
    SentencePiece's other trainer.
    """
    app = tab(open_page("sentencepiece", step=200), "sentencepiece", "forbidden")
    table = next(Rows(body) for body in markup(app) if "Rule" in body)
    forbidden = [each for each in training.snapshot(200).pairs() if each.forbidden]
    assert table.rows[1:] == [[*each.pair] for each in forbidden[:60]]
    assert "two scripts" in table.texts[1]
    first, following = forbidden[0], training.snapshot(200).next
    told = (
        f"occurs {first.count} times, more often than the next merge, ({', '.join(following.pair)})"
    )
    assert f"{told} with {following.count}, but" in everything(app)
    assert f"Shown: the first 60 of {len(forbidden):,}." in captions(app)
    app.text_input(key="sentence_piece").input("dog▁").run()
    assert "▁ may be only at its start" in everything(app)
    app.text_input(key="sentence_piece").input("▁3.5").run()
    assert "▁3.5 may be a piece" in everything(app)
    ahead = sum(each.count > following.count for each in forbidden)
    told = f"{ahead:,} of them occur more"
    assert told in everything(tab(app, "sentencepiece", "trainer"))
    pages = [link.proto.page for link in app.get("page_link")]
    assert pages.count("unigram") == 3  # in the menu, here, and at the end of the page
    app.query_params.update(step="0", tab="forbidden")
    assert "is not ahead of the next merge" in everything(app.run())
    assert "none of them occurs more" in everything(tab(app, "sentencepiece", "trainer"))
