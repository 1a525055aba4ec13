"""The page Encode and decode, run without a browser: what each tab says is what the trace says."""

import html
import re

import pytest

from bpe import train
from bpe.readings.compare import duel
from tests.pages.helpers import everything, markup, payloads, tab, tables
from tests.sample_runs import trained
from ui.encode.encoders import LONG_WORD


def mapped(app) -> list[str]:
    """Return the tokens of the map."""
    [drawn] = payloads(app, "segments")
    return [row[0] for row in drawn["tokens"]]


@pytest.fixture(scope="module")
def novel():
    return trained("pride-and-prejudice", "paper", 2000)


def test_the_page_opens_with_a_text_and_its_tokens_and_plays_every_encoder(open_page, novel):
    """A novel's merges spell new words; the map is the encoding, the trace that of the encoder.

    Another scheme begins with its own way.
    """
    app = open_page("encode")
    text = app.text_area(key="encode_text").value
    assert mapped(app) == novel.tokenizer().encode(text).tokens
    for method in ("merges", "longest-match"):
        app.segmented_control(key="encode_how").set_value(method).run()
        [played] = payloads(app, "runs")
        [run] = played["runs"]
        assert run["words"][0]["text"] == text.split()[0]
        names = [row[0] for row in run["tokens"]]
        found = novel.tokenizer().encode(text, method)
        for word, row in zip(found.words, run["words"], strict=True):
            assert [names[token] for token in row["splits"][-1][1]] == list(word.tokens)
        assert mapped(app) == novel.tokenizer().encode(text).tokens
    app.selectbox(key="corpus").set_value("hug").run()
    app.selectbox(key="scheme").set_value("wordpiece").run()
    assert app.segmented_control(key="encode_how").value == "longest-match"
    app.segmented_control(key="encode_how").set_value("merges").run()


def test_a_typed_text_is_encoded_at_the_step_of_the_slider(open_page):
    """A link brings the step; text and step change together."""
    app = open_page("encode", corpus="six-words", step=0)
    assert app.slider(key="encode_step").value == 0
    assert mapped(app)[:3] == ["l", "o", "w"]
    app.text_area(key="encode_text").set_value("lower slowest").run()
    app.slider(key="encode_step").set_value(3).run()
    training = train("highest higher lower lowest cooler coolest")
    assert mapped(app) == training.tokenizer(3).encode("lower slowest").tokens


def test_one_click_shows_what_was_never_seen_and_what_does_not_come_back(open_page):
    """`highest` on a corpus without h and g, under four rules; then wide letters and two spaces."""
    app = open_page("encode", corpus="hug")
    app.button(key="encode_example_unknown").click().run()
    [rules] = tables(app)
    assert rules.rows[1:] == [
        ["<unk>", "i", "<unk>", "<unk>", "est</w>"],
        ["h", "i", "g", "h", "est</w>"],
        ["i", "est</w>"],
        ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    ]
    assert any("2 characters of the text" in body for body in markup(app))
    app.button(key="encode_example_lossy").click().run()
    assert "first character that differs is number 1 of" in everything(app)
    assert "The normalizer rewrote" in everything(app)
    assert "cut into words at white space" in everything(app)


def test_four_encoders_and_the_whole_corpus(open_page):
    """The numbers of the duel are the comparison's; a word that is cut in several ways is first."""
    training = trained("first-chapters", "paper", 800)
    found = duel(training, len(training), "longest-match")
    word = found.differences[0].text
    app = open_page("encode", corpus="first-chapters")
    app.text_area(key="encode_text").set_value(f"the {word}")
    tab(app, "encode", "encoders")
    assert app.selectbox(key="encode_way").value == word
    said = [body for body in markup(app) if f"{len(found.differences):,} of " in body]
    assert len(said) == 1
    *ways, _, listed = tables(app)
    tokenizer = training.tokenizer()
    methods = ("merges", "longest-match", "longest-token-first", "fewest-tokens")
    for way, method in zip(ways, methods, strict=True):
        assert way.rows[-1] == tokenizer.encode(word, method).tokens
    top = found.differences[0]
    assert listed.rows[1] == [*top.merges, *top.other]


def test_decoding_takes_ids_and_tokens(open_page):
    """Ids decode to text; what is none is named in one sentence and nothing is lost."""
    app = tab(open_page("encode", corpus="six-words"), "encode", "decode")
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


def test_the_normalized_text_is_the_one_of_the_page_sentences(open_page):
    """One space for a run of white space, on both pages, for the same text."""
    app = open_page("encode", corpus="six-words", scheme="sentencepiece")
    app.text_area(key="encode_text").set_value("Ｄｅａｒ  Mr．\u3000Bennet ").run()
    [said] = [body for body in markup(app) if "rewrote the text first" in body]
    assert said.endswith("first: Dear␣Mr.␣Bennet</p>")
    other = open_page("sentencepiece", corpus="six-words")
    other.text_area(key="sentence_text").input("Ｄｅａｒ  Mr．\u3000Bennet ").run()
    [stages] = [body for body in markup(other) if 'class="stages"' in body]
    assert "nmt_nfkcDear␣Mr.␣Bennet" in re.sub("<[^>]*>", "", stages)


def test_longest_token_first_says_how_often_it_differs(open_page, novel):
    """The sentence counts the words of this text that it cuts in another way."""
    app = open_page("encode")
    app.segmented_control(key="encode_how").set_value("longest-token-first").run()
    tokenizer = novel.tokenizer()
    for text in (app.text_area(key="encode_text").value, "the the", ""):
        app.text_area(key="encode_text").set_value(text).run()
        words = set(text.split())
        differ = sum(
            tokenizer.encode(word).tokens != tokenizer.encode(word, "longest-token-first").tokens
            for word in words
        )
        said = everything(app)
        if differ:
            assert f"in {differ} of the {len(words)} different words" in said
        else:
            assert ("the same tokens as ordered merges" in said) == bool(words)


def test_a_word_is_followed_by_itself_up_to_a_length(open_page):
    """One of so many characters is offered, one of a character more is not."""
    longest, longer = "a" * LONG_WORD, "b" * (LONG_WORD + 1)
    app = open_page("encode", corpus="six-words")
    app.text_area(key="encode_text").set_value(f"{longer} {longest}").run()
    tab(app, "encode", "encoders")
    assert app.selectbox(key="encode_way").value == longest
    assert len(app.selectbox(key="encode_way").options) == 1


def test_what_a_normalizer_changes_is_in_the_text_that_chinese_opens_with(open_page):
    """The corpus's words are normalized already; the text stands there as it was."""
    app = open_page("encode", locale="zh-CN")
    assert app.text_area(key="encode_text").value == "老师，什么时候没有作业？"
    [sizes] = [each["sizes"] for each in payloads(app, "sizes")]
    assert [(number, name) for number, name, _ in sizes] == [
        ("12", "个字符"),
        ("8", "个词元"),
        ("1.50", "字符/词元"),
    ]
    app = open_page("encode", corpus="low-lower", scheme="sentencepiece")
    assert app.text_area(key="encode_text").value == "highest lowest newer"


def test_a_vocabulary_typed_by_hand_cuts_and_decodes(open_page):
    """The tokens of the articles; without marks, with letters it lacks, and with markup."""
    app = tab(open_page("encode"), "encode", "encoders")
    [cut] = [body for body in markup(app) if "always the longest token that fits" in body]
    drawn = [html.unescape(each) for each in re.findall('data-token="([^"]*)"', cut)]
    assert drawn == ["the</w>", "high", "est</w>", "moun", "tain</w>"]
    assert any("a space for each &lt;/w&gt;: the highest mountain" in each for each in markup(app))
    app.text_input(key="encode_typed").set_value("high est <b> 山").run()
    app.text_input(key="encode_typed_text").set_value("higher<b> 山").run()
    said = " ".join(markup(app))
    assert "No token of the list fits at: er" in said
    assert "Decoded: high&lt;b&gt;山. No token has" in said
