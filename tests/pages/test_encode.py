"""The page Encode and decode, run without a browser: what each tab says is what the trace says."""

import html
import re
from dataclasses import replace
from itertools import accumulate, groupby

import pytest

from bpe import train
from bpe.encoding.encoded import METHODS
from bpe.notebook import COLOURS
from bpe.readings.word_encoding import COMPARED_METHODS, compare_methods
from tests.data import SIX_WORDS
from tests.markup import read
from tests.pages.helpers import captions, everything, markup, paste, payloads, sent, tab, tables
from tests.pages.walking import link_of
from tests.sample_runs import trained
from ui.draw.readings import ROWS
from ui.draw.tokens import exact
from ui.encode import readings
from ui.encode.encoders import signed
from ui.encode.payload import slug
from ui.encode.text import LONG_WORD, LONGEST
from ui.samples import samples
from ui.shell.text import quoted, t


def mapped(app) -> list[str]:
    """Return the tokens of the map."""
    [drawn] = payloads(app, "segments")
    return [row[0] for row in drawn["tokens"]]


@pytest.fixture(scope="module")
def novel():
    return trained("pride-and-prejudice", "paper", 2000)


def rows(app) -> dict[str, list[str]]:
    """Return what each row of the word ends with, by its name."""
    [played] = payloads(app, "runs")
    [run] = played["runs"]
    names = [row[0] for row in run["tokens"]]
    return {row["name"]: [names[token] for token in row["splits"][-1][1]] for row in run["words"]}


def opened_at(app) -> int:
    """Return the step at which the rows open."""
    return next(each["start"] for each in sent(app) if "bets" in each)


def test_the_rows_are_three_encodings_of_the_first_word(open_page, novel):
    """Another word of the text is followed once it is chosen; a word of it is told apart."""
    app = open_page("encode")
    text = app.text_area(key="encode_text").value
    tokenizer = novel.tokenizer()
    tab(app, "encode", "sentence")
    assert mapped(app) == tokenizer.encode(text).tokens
    for word in text.split()[:2]:
        app.pills(key="encode_pick").set_value(word).run()
        assert app.pills(key="encode_pick").value == word
        assert [*rows(app).values()] == [
            list(tokenizer.encode(word, way).tokens) for way in COMPARED_METHODS
        ]
    fresh = open_page("encode", **link_of(app))
    assert rows(fresh) == rows(app), "as its link has it"
    assert [each["links"] for each in sent(app) if "bets" in each] == [{}], "its step is its own"


def test_an_unknown_letter_ends_as_each_engine_has_it(open_page):
    """`highest` on a corpus without h and g, under four rules; one press offers such a word."""
    app = open_page("encode", corpus="low-lower")
    app.button(key="encode_stranger").click().run()
    assert app.text_area(key="encode_text").value == "highest"
    assert [*rows(app).values()] == [
        ["<unk>", "i", "<unk>", "<unk>", "est</w>"],
        ["h", "i", "g", "h", "est</w>"],
        ["i", "est</w>"],
        ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    ]
    app = open_page("encode", locale="zh-CN")
    app.button(key="encode_stranger").click().run()
    assert app.text_area(key="encode_text").value == "老饕"
    assert rows(app)["丢弃"] == ["▁", "老"]


def test_a_link_that_shows_the_answer_opens_at_the_end_and_others_covered(open_page):
    """Step 0 has nothing but the question."""
    asked = {"corpus": "low-lower", "sentence": "lowest"}
    assert opened_at(open_page("encode", **asked)) == 0
    assert opened_at(open_page("encode", **asked, hide=1)) == 0
    app = open_page("encode", **asked, hide=0)
    [played] = payloads(app, "runs")
    assert opened_at(app) == played["steps"] == 6
    assert played["runs"][0]["words"][0]["splits"][0][0] == 1, "no split before the first step"
    [generation] = [each["generation"] for each in sent(app) if "bets" in each]
    app.session_state["encode_trace"] = {"step": [generation, 3]}
    app.query_params["hide"] = "1"
    app.run()
    assert opened_at(app) == 0
    app.query_params["hide"] = "0"
    app.run()
    app.selectbox(key="scheme").select("gpt").run()
    assert opened_at(app) == 0, "what is chosen next is asked for again"


def test_a_typed_text_is_encoded_at_the_step_of_the_slider(open_page):
    """A link brings the step; text and step change together.

    A text that is normalized is said as SentencePiece has it: one space for a run of white space.
    """
    app = tab(open_page("encode", corpus="six-words", step=0), "encode", "sentence")
    assert app.slider(key="encode_step").value == 0
    assert mapped(app)[:3] == ["l", "o", "w"]
    app.text_area(key="encode_text").set_value("lower slowest").run()
    app.slider(key="encode_step").set_value(3).run()
    training = train(SIX_WORDS)
    assert mapped(app) == training.tokenizer(3).encode("lower slowest").tokens
    app.text_area(key="encode_text").set_value("Ｄｅａｒ  Mr．\u3000Bennet ")
    app.selectbox(key="scheme").select("sentencepiece").run()
    [said] = [body for body in markup(app) if "rewrote the text first" in body]
    assert said.endswith("first: Dear␣Mr.␣Bennet</p>")


def test_four_encoders_and_the_whole_corpus(open_page):
    """At a step: the word that is followed by each encoder, then the comparison of all words."""
    training, step = trained("first-chapters", "paper", 800), 300
    found = [compare_methods(training, step, method) for method in METHODS[1:]]
    word = found[0].differences[0].text
    app = open_page("encode", corpus="first-chapters", step=step, sentence=f"the {word}")
    app.session_state["encode_word"] = word
    said = everything(tab(app, "encode", "encoders"))
    *ways, compared, listed = tables(app)
    for way, method in zip(ways, METHODS, strict=True):
        _, followed = training.tokenizer(step).encode(f"the {word}", method).words
        splits = [followed.start_tokens, *(each.tokens for each in followed.steps)]
        assert way.rows[1:] == [[*split] for split, _ in groupby(splits)]
    for each, row in zip(found, compared.texts[1:], strict=True):
        assert (
            t(
                "encode.duel_sentence",
                method=t(f"encode.method_{slug(each.method)}"),
                words=len(each.differences),
                all_words=each.words,
                word_share=each.word_share,
                occurrences=each.differing_occurrences,
                all_occurrences=each.occurrences,
                occurrence_share=each.occurrence_share,
            )
            in said
        )
        signs = [each.where(sign)[0] for sign in (-1, 0, 1)]
        assert row.split()[-4:] == [*(f"{n:,}" for n in signs), signed(each.tokens)]
    for method, each in zip(METHODS[1:], found, strict=True):
        app.session_state["encode_duel"] = method
        *_, listed = tables(app.run())
        assert listed.rows[1:] == [[*one.merges, *one.other] for one in each.differences[:ROWS]]
    app.text_input(key="encode_duel_search").set_value("zz").run()
    assert t("encode.duel_nothing") in everything(app)


def test_lines_that_are_compared_are_called_so_and_long_ones_are_left_out(open_page):
    """In Chinese a word is a line."""
    text = "\n".join(("老师今天没有布置作业。", "明天也没有布置作业吗？", "好" * 201))
    app = open_page("encode", corpus="pasted", text=text, scheme="paper", sentence="作业")
    said = everything(tab(app, "encode", "encoders"))
    assert "of 2 lines" in said
    assert t("encode.duel_left_out", n=1) in captions(app)
    paste(app, "好" * 201)
    assert t("encode.duel_too_long") in everything(app)


def test_decoding_takes_ids_and_tokens_and_tells_what_does_not_come_back(open_page):
    """What is no id is named in one sentence and nothing is lost; wide letters, and two spaces."""
    app = tab(open_page("encode", corpus="six-words"), "encode", "decode")
    box = app.text_area(key="encode_decode")
    ids = box.value
    assert any("characters were compared" in body for body in markup(app))
    box.set_value(f"{ids} 99999").run()
    largest = max(train(SIX_WORDS).tokenizer().ids)
    [refused] = app.error
    assert refused.value == t("encode.decode_bad_ids", bad=quoted("99999"), largest=largest)
    assert app.text_area(key="encode_decode").value == f"{ids} 99999"
    app.session_state["encode_decode_kind"] = "tokens"
    app.run()
    assert not app.error
    assert "</w>" in app.text_area(key="encode_decode").value
    app.text_area(key="encode_decode").set_value("low " * 4_900).run()
    assert t("encode.decode_cut", n=readings.LONGEST_DECODED) in captions(app)
    app.text_area(key="encode_decode").set_value("l o w").run()
    app.text_area(key="encode_text").set_value("newest").run()
    assert app.text_area(key="encode_decode").value.endswith("est</w>"), "of another text"
    app.text_area(key="encode_text").set_value("Ｄｅａｒ  Ｍｒ． Bennet ①")
    said = everything(app.selectbox(key="scheme").select("sentencepiece").run())
    assert "first character that differs is number 1 of" in said
    assert t("encode.trip_spaces") in said
    app.selectbox(key="scheme").select("huggingface").run()
    assert t("encode.trip_spaces_unmarked") in everything(app)


def test_a_long_word_is_followed_up_to_a_length(open_page):
    """Its first characters, by the program, too, and it is said how many."""
    app = open_page("encode", corpus="six-words", tab="code")
    long = "o" * (LONGEST - len("low "))
    app.text_area(key="encode_text").set_value(f"low {long}").run()
    app.session_state["encode_word"] = long
    app.run()
    assert {"".join(row) for row in rows(app).values()} == {"o" * LONG_WORD + "</w>"}
    assert f"first {LONG_WORD} of {len(long):,}" in app.caption[-1].value
    [program] = [body for body in markup(app) if "data-program" in body]
    assert html.unescape(program).count("'o'") == LONG_WORD
    app = open_page("encode", corpus="six-words", scheme="gpt", max_merges=0, tab="sentence")
    app.text_area(key="encode_text").set_value("好" * 300).run()
    for said in (t("encode.no_merges"), t("encode.map_more", shown=798, more=102)):
        assert said in captions(app)


def test_what_a_normalizer_changes_is_in_the_text_that_chinese_opens_with(open_page):
    """The corpus's words are normalized already; the text stands there as it was."""
    app = tab(open_page("encode", locale="zh-CN"), "encode", "sentence")
    assert app.text_area(key="encode_text").value == "老师，什么时候没有作业？"
    [sizes] = [each["sizes"] for each in payloads(app, "sizes")]
    assert [(number, name) for number, name, _ in sizes] == [
        ("12", "个字符"),
        ("8", "个词元"),
        ("1.50", "字符/词元"),
    ]
    app = open_page("encode", corpus="low-lower", scheme="sentencepiece")
    assert app.text_area(key="encode_text").value == "lowest highest newer"


def test_a_vocabulary_typed_by_hand_cuts_and_decodes(open_page):
    """The tokens of the articles; without marks, with letters it lacks, and with markup."""
    app = tab(open_page("encode"), "encode", "encoders")
    assert t("encode.typed_anywhere", tokens="") not in everything(app)
    [cut] = [body for body in markup(app) if "always the longest token that fits" in body]
    drawn = [html.unescape(each) for each in re.findall('data-token="([^"]*)"', cut)]
    assert drawn == ["the</w>", "high", "est</w>", "moun", "tain</w>"]
    assert any("a space for each &lt;/w&gt;: the highest mountain" in each for each in markup(app))
    app.text_input(key="encode_typed").set_value("high est <b> 山").run()
    app.text_input(key="encode_typed_text").set_value("higher<b> 山").run()
    said = " ".join(markup(app))
    assert "No token in the list fits here: er" in said
    assert "Decoded: high&lt;b&gt;山. No token has" in said


def test_the_same_merges_by_another_pattern_and_what_differs_is_framed(open_page):
    """Of a run on bytes it is its own merges; another scheme has those of a page of code."""
    text = "x = 1:\n\n    y"

    def framed(app) -> list[list[str]]:
        body = next(body for body in markup(app) if 'class="cut-tokens"' in body)
        rows = read(body).all("tr")[1:]
        return [[token for mark in row.all("mark") for token in mark.tokens] for row in rows]

    app = tab(open_page("encode", corpus="source-code", scheme="cs336"), "encode", "pattern")
    app.text_area(key="encode_pattern").set_value(text).run()
    tokenizer, places = trained("source-code", "cs336").tokenizer(), []
    for words in ("gpt2", "gpt4"):
        scheme = replace(tokenizer.scheme, pretokenizer=words)
        tokens = tokenizer.with_scheme(scheme).encode(text).tokens
        ends = accumulate(map(len, tokens))
        places.append([(exact(token), end) for token, end in zip(tokens, ends, strict=True)])
    own, other = places
    differ = [token for token, end in other if (token, end) not in own]
    assert differ
    assert framed(app)[:2] == [[], differ]
    app.text_area(key="encode_pattern").set_value("a").run()
    assert "they all give the same tokens" in everything(app)
    app = tab(open_page("encode", locale="zh-CN"), "encode", "pattern")
    assert samples()["source-code"].title["zh"] in everything(app)
    assert any(framed(app))
    body = next(body for body in markup(app) if 'class="cut-tokens"' in body)
    learned = {
        exact(each.token): each.rank for each in reversed(trained("source-code", "gpt").merges)
    }
    for chip in read(body).all(kind="token"):
        rank = learned.get(chip.attributes["data-token"])
        assert rank is None or f"c{rank % COLOURS}" in chip.classes
