"""The page Encode and decode, run without a browser: what each tab says is what the trace says."""

import json
import re

import pytest

from bpe import Corpus, train
from bpe.readings.compare import duel
from tests.pages.helpers import markup, tables
from ui.corpora.samples import training_samples
from ui.encode.parts import LONG_WORD

TABS = (
    "Step by step",
    "Four encoders",
    "Unknown characters",
    "Decode",
    "While typing",
    "Dropout",
    "By merges",
)
SCHEMES = ["paper", "subword-nmt", "minbpe", "huggingface", "gpt", "sentencepiece", "wordpiece"]


def tab(app, label: str):
    app.session_state["encode_tabs"] = label
    return app.run()


def component(app, name: str) -> dict:
    """Read what Python sent to the component whose payload has a part of that name."""
    for element in app.get("bidi_component"):
        data = json.loads(element.proto.json)
        payload = data.get("payload")
        payload = json.loads(payload) if isinstance(payload, str) else None
        if payload and name in payload:
            return data | {"payload": payload}
    raise AssertionError(f"no component sends {name}")


def mapped(app) -> list[str]:
    return [row[0] for row in component(app, "segments")["payload"]["tokens"]]


@pytest.fixture(scope="module")
def novel():
    path = training_samples()["pride-and-prejudice"].path
    return train(Corpus.from_file(path, "paper"), "paper", max_merges=2000)


def test_the_page_opens_with_a_text_and_its_tokens(open_page, novel):
    """A novel's merges spell new words; the map is the encoding."""
    app = open_page("encode")
    assert not app.exception
    text = app.text_area(key="encode_text").value
    assert mapped(app) == novel.tokenizer().encode(text).tokens
    assert component(app, "runs")["payload"]["runs"][0]["words"][0]["text"] == text.split()[0]


def test_a_typed_text_is_encoded_at_the_step_of_the_slider(open_page):
    """Text and step change together: the tokens are those of the tokenizer of that step."""
    app = open_page("encode", corpus="six-words")
    app.text_area(key="encode_text").set_value("lower slowest").run()
    app.slider(key="encode_step").set_value(3).run()
    assert not app.exception
    training = train("highest higher lower lowest cooler coolest")
    assert mapped(app) == training.tokenizer(3).encode("lower slowest").tokens


def test_a_link_carries_the_step_of_the_tokenizer(open_page):
    """At step 0 every word is characters and its mark."""
    app = open_page("encode", corpus="six-words", step=0)
    assert app.slider(key="encode_step").value == 0
    assert mapped(app)[:3] == ["l", "o", "w"]


def test_one_click_shows_what_was_never_seen(open_page):
    """`highest` on a corpus without h and g, under four rules."""
    app = open_page("encode")
    app.button(key="encode_example_unknown").click().run()
    assert not app.exception
    [rules] = tables(app)
    assert rules.rows[1:] == [
        ["<unk>", "i", "<unk>", "<unk>", "est</w>"],
        ["h", "i", "g", "h", "est</w>"],
        ["i", "est</w>"],
        ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    ]
    assert any("2 characters of the text" in body for body in markup(app))


def test_four_encoders_and_the_whole_corpus(open_page, novel):
    """The numbers of the duel are the comparison's."""
    app = tab(open_page("encode"), "Four encoders")
    assert not app.exception
    found = duel(novel, 2000, "longest-match")
    said = [body for body in markup(app) if f"{len(found.differences):,} of " in body]
    assert len(said) == 1
    merges, match, first, fewest, _, listed = tables(app)
    tokenizer = novel.tokenizer()
    for way, method in (
        (merges, "merges"),
        (match, "longest-match"),
        (first, "longest-token-first"),
        (fewest, "fewest-tokens"),
    ):
        assert way.rows[-1] == tokenizer.encode("Elizabethan", method).tokens
    top = found.differences[0]
    assert listed.rows[1] == [*top.merges, *top.other]


def test_decoding_takes_ids_and_tokens(open_page):
    """Ids decode to text; what is none is named in one sentence and nothing is lost."""
    app = tab(open_page("encode", corpus="six-words"), "Decode")
    box = app.text_area(key="encode_decode")
    ids = box.value
    assert any("Checked one by one" in body for body in markup(app))
    box.set_value(f"{ids} 99999").run()
    assert "99999" in app.error[0].value
    assert app.text_area(key="encode_decode").value == f"{ids} 99999"
    app.session_state["encode_decode_kind"] = "tokens"
    app.run()
    assert not app.error
    assert "</w>" in app.text_area(key="encode_decode").value


def test_what_does_not_come_back_is_shown(open_page):
    """Full-width letters and a second space are lost in SentencePiece's pipeline, and why."""
    app = open_page("encode")
    app.button(key="encode_example_lossy").click().run()
    assert not app.exception
    bodies = " ".join(markup(app))
    assert "first character that differs is number 1 of" in bodies
    assert "The normalizer rewrote" in bodies
    assert "cut into words at white space" in bodies


def test_the_normalized_text_is_the_one_of_the_page_sentences(open_page):
    """One space for a run of white space, on both pages, for the same text."""
    app = open_page("encode", scheme="sentencepiece")
    app.text_area(key="encode_text").set_value("Ｄｅａｒ  Mr．\u3000Bennet ").run()
    [said] = [body for body in markup(app) if "rewrote the text first" in body]
    assert said.endswith("first: Dear␣Mr.␣Bennet</p>")
    other = open_page("sentencepiece")
    other.text_area(key="sentence_text").input("Ｄｅａｒ  Mr．\u3000Bennet ").run()
    [stages] = [body for body in markup(other) if 'class="stages"' in body]
    shown = re.sub("<[^>]*>", "", stages)
    assert "nmt_nfkcDear␣Mr.␣Bennet" in shown


@pytest.mark.parametrize(
    "text", ["Elizabethan reconsidered everlasting tokenization", "the the", ""]
)
def test_longest_token_first_says_how_often_it_differs(open_page, novel, text):
    """The sentence counts the words of this text that it cuts in another way."""
    app = open_page("encode")
    app.text_area(key="encode_text").set_value(text).run()
    app.segmented_control(key="encode_how").set_value("longest-token-first").run()
    assert not app.exception
    tokenizer = novel.tokenizer()
    words = set(text.split())
    differ = sum(
        tokenizer.encode(word).tokens != tokenizer.encode(word, "longest-token-first").tokens
        for word in words
    )
    said = " ".join(markup(app))
    if differ:
        assert f"in {differ} of the {len(words)} different words" in said
    else:
        assert ("the same tokens as ordered merges" in said) == bool(words)


def test_typing_names_each_fall(open_page):
    """Where one more character means fewer tokens, both splits are shown."""
    app = tab(open_page("encode"), "While typing")
    assert app.get("vega_lite_chart")
    assert len(tables(app)[0].rows) > 3


def test_dropout_is_seeded(open_page):
    """The same seed shows the same cloud, another seed another."""
    app = tab(open_page("encode"), "Dropout")
    before = tables(app)[0].texts
    app.number_input(key="encode_seed").set_value(2).run()
    assert tables(app)[0].texts != before
    app.number_input(key="encode_seed").set_value(1).run()
    assert tables(app)[0].texts == before


@pytest.mark.parametrize(
    ("label", "box"),
    [(TABS[1], "encode_way"), (TABS[5], "encode_dropout_word"), (TABS[6], "encode_history_word")],
)
def test_a_word_is_followed_by_itself_up_to_a_length(open_page, label, box):
    """One of so many characters is offered, one of a character more is not."""
    longest, longer = "a" * LONG_WORD, "b" * (LONG_WORD + 1)
    app = open_page("encode", corpus="six-words")
    app.text_area(key="encode_text").set_value(f"{longer} {longest}").run()
    tab(app, label)
    assert not app.exception
    assert app.selectbox(key=box).value == longest
    assert len(app.selectbox(key=box).options) == 1


def test_the_page_speaks_chinese(open_page):
    """Every tab has its Chinese name."""
    app = open_page("encode", locale="zh-CN")
    assert [each.label for each in app.tabs] == [
        "逐步编码",
        "四种编码法",
        "未知字符",
        "解码",
        "边打边看",
        "随机丢弃",
        "随合并数变化",
    ]


def test_every_encoder_plays_in_the_player(open_page, novel):
    """The trace of longest match is stepped through like that of ordered merges."""
    app = open_page("encode")
    text = app.text_area(key="encode_text").value
    app.segmented_control(key="encode_how").set_value("longest-match").run()
    assert not app.exception
    [run] = component(app, "runs")["payload"]["runs"]
    names = [row[0] for row in run["tokens"]]
    found = novel.tokenizer().encode(text, "longest-match")
    for word, row in zip(found.words, run["words"], strict=True):
        assert [names[token] for token in row["splits"][-1][1]] == list(word.tokens)
    assert mapped(app) == novel.tokenizer().encode(text).tokens
    app.selectbox(key="scheme").set_value("wordpiece").run()
    assert app.segmented_control(key="encode_how").value == "longest-match"
    app.segmented_control(key="encode_how").set_value("merges").run()
    assert not app.exception
