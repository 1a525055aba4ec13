"""The page Encode and decode, without a browser: each tab shows the trace."""

import html
import re
from dataclasses import replace
from itertools import accumulate, groupby

import pytest

from bpe import train
from bpe.encoding.encoded import METHODS
from bpe.notebook import COLOURS
from bpe.player.tokens import exact
from bpe.readings.word_encoding import COMPARED_METHODS, compare_methods
from tests.data import SIX_WORDS
from tests.markup import read
from tests.pages.helpers import captions, everything, markup, paste, payloads, sent, tab, tables
from tests.sample_runs import trained
from ui.draw.table_rows import ROWS
from ui.samples import samples
from ui.text import quoted, t
from ui.views.encode import (
    MAX_CHARS,
    MAX_DECODED_CHARS,
    MAX_FOLLOWED_CHARS,
    encoding_program,
    signed,
    slug,
)


def mapped(app) -> list[str]:
    """Return the tokens of the map."""
    [drawn] = payloads(app, "segments")
    return [row[0] for row in drawn["tokens"]]


@pytest.fixture(scope="module")
def novel():
    return trained("pride-and-prejudice", "paper", 2000)


def rows(app) -> dict[str, list[str]]:
    """Return the tokens that each row of the word ends with, by the name of the row."""
    [played] = payloads(app, "runs")
    [run] = played["runs"]
    names = [row[0] for row in run["tokens"]]
    return {row["name"]: [names[token] for token in row["splits"][-1][1]] for row in run["words"]}


def opened_at(app) -> int:
    """Return the step at which the rows open."""
    return next(each["start"] for each in sent(app) if "bets" in each)


def test_the_rows_are_three_encodings_of_the_first_word(open_page, novel):
    """The rows end with the tokens of the three encodings, for each word that is chosen."""
    app = open_page("encode")
    text = app.text_area(key="encode_sentence").value
    tokenizer = novel.tokenizer()
    tab(app, "encode", "sentence")
    assert mapped(app) == tokenizer.encode(text).tokens
    for word in text.split()[:2]:
        app.pills(key="encode_word").set_value(word).run()
        assert app.pills(key="encode_word").value == word
        assert [*rows(app).values()] == [
            list(tokenizer.encode(word, way).tokens) for way in COMPARED_METHODS
        ]
    assert [each["links"] for each in sent(app) if "bets" in each] == [{}], "its step is its own"


def test_an_unknown_letter_ends_as_each_engine_has_it(open_page):
    """A button types a word with unknown letters; each row ends with the tokens of its engine."""
    app = open_page("encode", corpus="low-lower")
    app.button(key="encode_stranger").click().run()
    assert app.text_area(key="encode_sentence").value == "highest"
    assert [*rows(app).values()] == [
        ["<unk>", "i", "<unk>", "<unk>", "est</w>"],
        ["h", "i", "g", "h", "est</w>"],
        ["i", "est</w>"],
        ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    ]
    app = open_page("encode", locale="zh-CN")
    app.button(key="encode_stranger").click().run()
    assert app.text_area(key="encode_sentence").value == "老饕"
    assert rows(app)["丢弃"] == ["▁", "老"]


def test_a_link_that_shows_the_answer_opens_at_the_end_and_others_covered(open_page):
    """With hide=0 the rows open at the last step, otherwise at step 0, which has no split.

    A scheme chosen afterwards hides the answer again.
    """
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


def test_the_first_question_about_a_word_is_where_it_is_cut(open_page):
    """The board of the question has the boundaries of tokens in the whole word.

    A word with unknown letters has another question and no board.
    """
    for scheme in ("paper", "gpt", "sentencepiece", "wordpiece"):
        [played] = payloads(open_page("encode", sentence="so reconsidered", scheme=scheme), "runs")
        [run] = played["runs"]
        [split] = [row["splits"][-1][1] for row in run["words"][:1]]
        word = run["title"]
        ends, text = [end for end, *_ in run["gaps"]["groups"]], "".join(run["gaps"]["units"])
        assert (text, ends[-1]) == (word, len(word))
        assert len(ends) <= len(split)
        assert run["captions"]["texts"][0] == t("encode.ask_gaps")
    [played] = payloads(open_page("encode", sentence="jazz", corpus="low-lower"), "runs")
    assert "gaps" not in played["runs"][0]


def test_a_typed_text_is_encoded_at_the_step_of_the_slider(open_page):
    """The map shows the typed text encoded at the step of the slider, which a link may set.

    A normalized text is shown as SentencePiece rewrites it: one space for a run of white space.
    """
    app = tab(open_page("encode", corpus="six-words", step=0), "encode", "sentence")
    assert app.slider(key="encode_step").value == 0
    assert mapped(app)[:3] == ["l", "o", "w"]
    app.text_area(key="encode_sentence").set_value("lower slowest").run()
    app.slider(key="encode_step").set_value(3).run()
    training = train(SIX_WORDS)
    assert mapped(app) == training.tokenizer(3).encode("lower slowest").tokens
    app.text_area(key="encode_sentence").set_value("Ｄｅａｒ  Mr．\u3000Bennet ")
    app.selectbox(key="scheme").select("sentencepiece").run()
    [said] = [body for body in markup(app) if "rewrote the text first" in body]
    assert said.endswith("first: Dear␣Mr.␣Bennet</p>")


def test_four_encoders_and_the_whole_corpus(open_page):
    """One word is followed by each encoder; then all words of the corpus are compared.

    A search filters the list of words that differ.
    """
    training, step = trained("first-chapters", "paper", 800), 300
    tokenizer, snapshot = training.tokenizer(step), training.snapshot(step)
    found = [compare_methods(training, step, method) for method in METHODS[1:]]
    words, counts = training.corpus.words, training.corpus.counts
    word = words[found[0].places[0]]
    app = open_page("encode", corpus="first-chapters", step=step, sentence=f"the {word}")
    app.session_state["encode_word"] = word
    said = everything(tab(app, "encode", "encoders"))
    *ways, compared, listed = tables(app)
    for way, method in zip(ways, METHODS, strict=True):
        _, followed = tokenizer.encode(f"the {word}", method).words
        splits = [followed.start_tokens, *(each.tokens for each in followed.steps)]
        assert way.rows[1:] == [[*split] for split, _ in groupby(splits)]
    for each, row in zip(found, compared.texts[1:], strict=True):
        numbers = {
            "words": len(each.places),
            "all_words": each.words,
            "word_share": each.word_share,
            "occurrences": sum(counts[place] for place in each.places),
            "all_occurrences": each.occurrences,
            "occurrence_share": each.occurrence_share,
        }
        name = t(f"encode.method_{slug(each.method)}")
        assert t("encode.duel_sentence", method=name, **numbers) in said
        signs = [f"{n:,}" for n in each.fewer_same_more]
        assert row.split()[-4:] == [*signs, signed(each.token_difference)]
    later = compare_methods(training, 400, METHODS[1])
    app_later = open_page("encode", corpus="first-chapters", step=400)
    said = everything(tab(app_later, "encode", "encoders"))
    assert f"{len(later.places):,} of {later.words:,}" in said
    for each in found:
        app.session_state["encode_duel"] = each.method
        *_, listed = tables(app.run())
        assert listed.rows[1:] == [
            [*snapshot.tokens(words[at]), *tokenizer.encode_word(words[at], each.method)[0]]
            for at in each.places[:ROWS]
        ]
    assert t("tables.limited_search", shown=ROWS) in captions(app)
    app.text_input(key="encode_duel_search").set_value("ING").run()
    *_, listed = tables(app)
    shown = [at for at in found[-1].places if "ing" in words[at].casefold()]
    assert [row.split()[0] for row in listed.texts[1:]] == [words[at] for at in shown][:ROWS]
    app.text_input(key="encode_duel_search").set_value("zz").run()
    assert t("encode.duel_nothing") in everything(app)


def test_lines_that_are_compared_are_called_so_and_long_ones_are_left_out(open_page):
    """In Chinese a line counts as one word; a line that is too long is left out."""
    text = "\n".join(("老师今天没有布置作业。", "明天也没有布置作业吗？", "好" * 201))
    app = open_page("encode", corpus="pasted", text=text, scheme="paper", sentence="作业")
    said = everything(tab(app, "encode", "encoders"))
    assert "of 2 lines" in said
    assert t("encode.duel_left_out", n=1) in captions(app)
    paste(app, "好" * 201)
    assert t("encode.duel_too_long") in everything(app)


def test_decoding_takes_ids_and_tokens_and_tells_what_does_not_come_back(open_page):
    """An invalid ID is named and the typed text stays; the first changed character is named.

    Lost wide letters and repeated spaces are explained.
    """
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
    assert t("encode.decode_cut", n=MAX_DECODED_CHARS) in captions(app)
    app.text_area(key="encode_decode").set_value("l o w").run()
    app.text_area(key="encode_sentence").set_value("newest").run()
    assert app.text_area(key="encode_decode").value.endswith("est</w>"), "of another text"
    app.text_area(key="encode_sentence").set_value("Ｄｅａｒ  Ｍｒ． Bennet ①")
    said = everything(app.selectbox(key="scheme").select("sentencepiece").run())
    assert "first character that differs is number 1 of" in said
    assert t("encode.trip_spaces") in said
    app.selectbox(key="scheme").select("huggingface").run()
    assert t("encode.trip_spaces_unmarked") in everything(app)


def test_a_long_word_is_followed_up_to_a_length(open_page):
    """The rows and the program follow the first characters, and a caption says how many."""
    app = open_page("encode", corpus="six-words", tab="code")
    long = "o" * (MAX_CHARS - len("low "))
    app.text_area(key="encode_sentence").set_value(f"low {long}").run()
    app.session_state["encode_word"] = long
    app.run()
    assert {"".join(row) for row in rows(app).values()} == {"o" * MAX_FOLLOWED_CHARS + "</w>"}
    assert f"first {MAX_FOLLOWED_CHARS} of {len(long):,}" in app.caption[-1].value
    [program] = [body for body in markup(app) if "data-program" in body]
    assert html.unescape(program).count("'o'") == MAX_FOLLOWED_CHARS
    app = open_page("encode", corpus="six-words", scheme="gpt", max_merges=0, tab="sentence")
    app.text_area(key="encode_sentence").set_value("好" * 300).run()
    for said in (t("encode.no_merges"), t("encode.map_more", shown=798, more=102)):
        assert said in captions(app)


def test_what_a_normalizer_changes_is_in_the_text_that_chinese_opens_with(open_page):
    """The Chinese page opens with full-width punctuation, which a normalizer would change."""
    app = tab(open_page("encode", locale="zh-CN"), "encode", "sentence")
    assert app.text_area(key="encode_sentence").value == "老师，什么时候没有作业？"
    [sizes] = [each["sizes"] for each in payloads(app, "sizes")]
    assert [(number, name) for number, name, _ in sizes] == [
        ("12", "个字符"),
        ("8", "个词元"),
        ("1.50", "字符/词元"),
    ]
    app = open_page("encode", corpus="low-lower", scheme="sentencepiece")
    assert app.text_area(key="encode_sentence").value == "lowest highest newer"


def test_a_vocabulary_typed_by_hand_cuts_and_decodes(open_page):
    """The tab cuts with the vocabulary of the articles or a typed one, and decodes the tokens.

    The typed case has tokens without marks, a text with letters that no token has, and markup.
    """
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
    """Tokens that differ from those of the run's own pattern are framed.

    A byte-level run uses its own merges; any other scheme uses the merges of the sample of source
    code.
    """
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
    assert "all patterns give the same tokens" in everything(app)
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


def test_the_code_of_encode_says_where_a_mark_was_typed(open_page):
    """If the followed word contains a typed mark, a sentence replaces the program."""
    learned_from = "baa▁a baa▁a ▁aa▁▁ bb▁▁▁ bb▁▁▁ bb▁▁▁ b▁"
    asked = {"scheme": "paper", "mark": "prefix", "corpus": "pasted", "text": learned_from}
    app = open_page("encode", tab="code", sentence="▁▁baaa▁b", **asked)
    said = "".join(markup(app))
    assert "data-program" not in said
    assert t("encode.code_alike") in said


def test_the_code_of_encode_is_beside_its_word(open_page):
    """The program of the word is shown with its merges; for WordPiece a note replaces it."""
    for step, more in ((3, 0), (7, 2)):
        asked = {"corpus": "low-lower", "step": step, "sentence": "low lowest"}
        app = open_page("encode", tab="code", **asked)
        app.session_state["encode_word"] = "lowest"
        [body] = [each for each in markup(app.run()) if "data-program" in each]
        _, word = trained("low-lower").tokenizer(step).encode("low lowest").words
        code = read(body).all("pre")[0].text
        assert code.strip() == encoding_program(word).strip()
        told = read(body.partition("</pre>")[2].removesuffix("</div>")).words
        assert told.count("rank ") == 3
        assert (t("encode.code_more", n=more) in told) == bool(more)
    told = re.findall(r"--line:(\d+);--above:(\d+)", body)
    assert [int(above) for _, above in told] == [0, 1]
    assert int(told[0][0]) < int(told[1][0])
    app = open_page("encode", tab="code", corpus="hug", scheme="wordpiece", sentence="hugs")
    assert not [each for each in markup(app) if "data-program" in each]
    assert t("encode.code_none") in "".join(markup(app))
