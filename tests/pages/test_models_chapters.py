"""The tabs of What models read, in their order, without a browser."""

import re
import shutil

import pytest

from bpe import train
from bpe.readings.lifetimes import lifetimes
from bpe.readings.token_costs import sentence_costs
from bpe.readings.tokenizers import (
    TokenQuery,
    VocabularyAudit,
    find_in_vocabulary,
    tokens_refused_after,
)
from bpe.text.characters import is_text
from tests.data import SIX_WORDS
from tests.markup import read
from tests.pages.helpers import markup, tab, tables
from tests.sample_runs import trained
from ui import tokenizers
from ui.cache import Cache
from ui.catalogue import catalogue
from ui.jobs import shared
from ui.samples import EXAMPLES
from ui.spool import spool_folder
from ui.tokenizers import opened, shipped
from ui.views import models_chapters
from ui.views.models import SIDES, Side
from ui.views.models_chapters import MAX_TRIED, articles, texts_of_all

WORDS = catalogue("en")


def chapter(app, name: str):
    return tab(app, "models", name)


def test_letters_digits_and_white_space_are_what_the_libraries_make_of_them(open_page):
    """Words are shown as IDs until the reader asks for letters; a ruler has a row per length.

    The ruler has a block per token. More indentation costs GPT-2 more tokens and GPT-4o none.
    """
    app = chapter(open_page("models"), "letters")
    ids = opened("o200k").encode("strawberry").ids
    shown = [body for body in markup(app) if f"<li>{ids[0]}</li><li>{ids[1]}</li>" in body]
    assert len(shown) == 2
    assert 'class="token' not in shown[0]
    assert not any("data-token" in body for body in shown)
    app.session_state["models_letters_show"] = True
    app.run()
    said = [body for body in markup(app) if "record-say" in body]
    assert any(f"Occurrences of r: 3; tokens: {len(ids)}." in body for body in said)
    app.text_input(key="models_letters_letter").set_value("").run()
    assert sum("How often does ? occur" in body for body in markup(app)) == 2

    chapter(app, "numbers").text_input(key="models_numbers_number").set_value("12a345678").run()
    rulers = [body for body in markup(app) if 'class="ruler"' in body]
    assert [body.count("<tr>") for body in rulers] == [8, 8]
    for body, name in zip(rulers, ("gpt2", "o200k"), strict=True):
        assert shipped()[name].title["en"] in body
        blocks = sum(len(opened(name).encode("12345678"[:n]).ids) for n in range(1, 9))
        assert body.count(" first") == blocks
    chapter(app, "code")
    counts = []
    for width in ("two", "eight"):
        app.session_state["models_code_width"] = width
        app.run()
        found = re.findall(r"(\d+) tokens; (\d+) of them are only white", " ".join(markup(app)))
        counts.append([(int(tokens), int(blank)) for tokens, blank in found])
    [(few, blank), modern], [(many, more), later] = counts
    assert many - few == more - blank > 20
    assert modern == later
    assert modern[0] > modern[1] > 0


@pytest.fixture
def open_here(monkeypatch) -> list:
    """Record the tokenizers that the app itself opens from now on."""
    made, load = [], tokenizers.load

    def opens(*files, **said):
        made.append(files)
        return load(*files, **said)

    monkeypatch.setattr(tokenizers, "shared", Cache())
    monkeypatch.setattr(tokenizers, "load", opens)
    return made


def test_all_tokenizers_count_a_few_texts_at_a_press(open_page, open_here, monkeypatch):
    """The table has a row per tokenizer and a column per text; the fewest tokens are bold.

    The reader's text is the last column. The app opens only the two chosen tokenizers. Tokens per
    character are told only for a reader's text without spaces.
    """
    few = ("bert", "clip")
    monkeypatch.setattr(models_chapters, "EVERY", few)
    app = chapter(open_page("models", model="mistral", beside="bert", sentence="北京 🦜"), "all")
    assert "models-all" not in " ".join(markup(app))
    app.button(key="models_all").click().run()
    assert len(open_here) == 2
    [body] = [body for body in markup(app) if "models-all" in body]
    rows = [re.findall("<td.*?</td>", row) for row in body.split("<tr>")[3:]]
    assert [len(row) for row in rows] == [len(texts_of_all()) + 1] * len(few)
    _, text = texts_of_all()[0]
    counts = [len(opened(key).encode(text).ids) for key in few]
    for row, count in zip(rows, counts, strict=True):
        assert f">{count:,}<" in row[0]
        assert ("<b>" in row[0]) == (count == min(counts))
    assert "per character" not in body
    assert "1 unknown" in rows[few.index("bert")][-1]
    assert ["<b>" in row[-1] for row in rows] == [key == "clip" for key in few]
    app.text_area(key="models_sentence").set_value("北京").run()
    assert "models-all" not in " ".join(markup(app)), "of another text"
    app.button(key="models_all").click().run()
    [body] = [body for body in markup(app) if "models-all" in body]
    each = [f"{len(opened(key).encode('北京').ids) / 2:.2f}" for key in few]
    assert re.findall(r"([\d.]+) per character", body) == each


def test_a_sentence_costs_what_the_readings_say(open_page):
    """The tab names the language with the most tokens, and the chart's description its range.

    BERT is the uncased one: the tab Source says why a lesson's tokens are others.
    """
    app = chapter(open_page("models", model="bert"), "languages")
    found, other = (sentence_costs(opened(name), articles()) for name in ("bert", "o200k"))
    said = " ".join(markup(app))
    most = max(found, key=lambda each: each.tokens)
    assert all(each in said for each in (f"{most.tokens:,}", most.language, f"{most.premium:.1f}"))
    lost = sum(each.unknown > 0 for each in found)
    assert lost > 0
    assert str(lost) in said
    [chart] = app.get("vega_lite_chart")
    counts = [each.tokens for each in (*found, *other)]
    assert all(str(each) in chart.proto.alt for each in (min(counts), max(counts), len(articles())))
    chapter(app, "file")
    [said] = [body for body in markup(app) if "This is the uncased vocabulary" in body]
    drawn = re.findall('data-token="([^"]*)"', said)
    assert drawn[:7] == ["Using", "a", "transform", "##er", "network", "is", "simple"]
    assert drawn[7:] == opened("bert").encode("Using a Transformer network is simple").tokens


def test_the_edge_names_what_can_no_longer_come(open_page):
    """After a space, no token of letters continues the prompt; before it, the word may follow."""
    app = chapter(open_page("models"), "edge")
    slider = app.slider(key="models_edge")
    assert EXAMPLES["letters"][: slider.value].endswith("in ")
    said = [body for body in markup(app) if "record-say" in body]
    refused = WORDS["models.edge_cannot"].partition("{token}")[2].lstrip(",.:")
    allowed = WORDS["models.edge_can"].partition("{token}")[2].lstrip(",.:")
    assert sum(refused in body for body in said) == 2
    slider.set_value(slider.value - 1).run()
    said = [body for body in markup(app) if "record-say" in body]
    assert sum(allowed in body for body in said) == 2
    slider.set_value(slider.max).run()
    said = [body for body in markup(app) if "record-say" in body]
    assert sum(refused in body or allowed in body for body in said) == 2, "of one character, too"
    shown = [body.split("</tr>")[0] for body in markup(app) if 'class="token-rows"' in body]
    for body, name in zip(shown, ("gpt2", "o200k"), strict=True):
        ids = opened(name).encode(EXAMPLES["letters"][:-1]).ids
        assert re.findall(r'class="id">(\d+)<', body) == list(map(str, ids[-8:]))
    app.text_area(key="models_sentence").set_value("a few words").run()
    assert app.slider(key="models_edge").value == len("a few "), "of another text"
    app.text_area(key="models_sentence").set_value("a few <b>words").run()
    [cut] = [body for body in markup(app) if 'class="cut-text"' in body]
    assert read(cut).text.endswith("<b>words")
    app.button(key="models_edge_try").click().run()  # in Chinese, the end of a word is no safe end
    assert app.slider(key="models_edge").value == len("他是一个很好的")
    [back] = [each for each in markup(app) if "Token healing" in each and "很好" in each]
    assert re.findall('data-token="([^"]*)"', back) == ["很", "好的", "很好", "的人"]
    app.text_area(key="models_sentence").set_value(text := "How many of these are there now").run()
    app.slider(key="models_edge").set_value(cut := len("How many of")).run()
    shown = [body.split("</tr>")[1] for body in markup(app) if 'class="token-rows"' in body]
    for body, name in zip(shown, ("gpt2", "o200k"), strict=True):
        whole = Side(name, "", opened(name)).places(text)
        at = sum(each.end <= cut for each in whole)
        near = [str(each.id) for each in whole[max(0, at - 3) : at + 3]]
        assert re.findall(r'class="id">(\d+)<', body) == near
    app.text_area(key="models_sentence").set_value("ab").run()
    assert not app.slider, "of one place there is no choice"


def test_tokens_from_the_whole_list_are_tried_at_the_edge(open_page):
    """Tokens at regular intervals are tried, and counted; a small vocabulary is tried whole."""
    query = {"model": "own", "corpus": "six-words", "scheme": "gpt", "beside": "gpt2"}
    app = chapter(open_page("models", **query), "edge")
    said = " ".join(markup(app))
    own = train(SIX_WORDS, "gpt").tokenizer()
    assert f"Of all its {sum(map(is_text, own.tokens))} tokens that are complete text" in said
    gpt2 = opened("gpt2")
    prompt = EXAMPLES["letters"][: app.slider(key="models_edge").value]
    tried, apart, refused = tokens_refused_after(gpt2, prompt, MAX_TRIED, "merges")
    told = f"{tried:,} tokens were tried, one in {apart} of the vocabulary: {len(refused):,}"
    assert told in said


@pytest.mark.parametrize("name", ["gpt2", "mistral", "bert"])
def test_a_token_of_a_text_is_the_one_that_adds_its_text_behind_what_stands_before(name):
    """`id_behind` finds a token inside a word and at its start, for every mark of word starts."""
    text, side = "how many strawberries, unbelievably", Side(name, "", opened(name))
    for each in side.places(text):
        if each.start:
            before, here = text[: each.start], text[each.start : each.end]
            assert side.id_behind(before, here) == each.id
            assert side.id_behind(before.rstrip(), text[len(before.rstrip()) : each.end]) == each.id


def test_a_special_token_is_one_number_or_several(open_page):
    """Typed as text, a special token has several IDs; as a special token it has its own ID."""
    app = chapter(open_page("models"), "special")
    shown = [body for body in markup(app) if 'class="token-rows"' in body]
    for body, name in zip(shown, ("gpt2", "o200k"), strict=True):
        special = opened(name).special["<|endoftext|>"]
        assert body.count("<tr>") == 2
        assert body.count(f">{special}<") == 1
    several = "a<|endoftext|>b<|endofprompt|>"
    app.text_input(key="models_special_text").set_value(several).run()
    told = [re.search(r"by typing ([^.]*)\.", body) for body in markup(app)]
    assert [found[1] for found in told if found] == ["&lt;|endoftext|&gt;"] * 2


def test_an_own_run_has_unk_no_numbers_and_a_width_that_nobody_gives(open_page):
    """An own run has special tokens but no embedding table; digits unknown to it are reported."""
    app = open_page("models", model="own", beside="own", corpus="six-words")
    said = {name: " ".join(markup(chapter(app, name))) for name in ("special", "numbers", "rows")}
    assert "Some that it has: &lt;unk&gt;" in said["special"]
    assert catalogue("en")["models.numbers_unknown"] in said["numbers"]
    assert "depends on the model" in said["rows"]


def test_tokens_that_encoding_does_not_come_to_are_listed(open_page, monkeypatch):
    """The tab lists tokens that encoding never produces, with the tokens that replace them.

    They are found in a worker: the largest vocabulary takes seven seconds.
    """
    results, get = [], shared.result
    monkeypatch.setattr(shared, "result", lambda *_: (results.append(get(*_)), results[-1])[1])
    app = open_page("models", model="mistral")
    app.session_state["models_unused"] = 0
    app = chapter(app, "unused")
    [found] = [each for each in results if isinstance(each, VocabularyAudit)]
    said = " ".join(markup(app))
    for number in (found.asked, len(found.unreachable), found.partial):
        assert f"{number:,}" in said
    unreachable, longest = tables(app)
    first = found.unreachable[0]
    named = [str(opened("mistral").token(id_)) for id_ in (first.id, *first.ids)]
    assert unreachable.rows[1] == named
    assert len(longest.rows) == 11
    assert str(len(found.longest[0].text)) in longest.texts[1]
    assert len(found.longest) == 10
    app.selectbox(key="models_script").set_value("Han").run()
    ids = [int(row.split()[-1].replace(",", "")) for row in tables(app)[1].texts[1:]]
    assert ids == [entry.id for entry in found.by_script["Han"]]


def test_ones_own_run_shows_what_its_merges_left_behind(open_page):
    """The tab counts the tokens that no longer occur at the end and lists the least used first."""
    app = chapter(open_page("models", beside="own"), "unused")
    found = [life for life in lifetimes(trained("pride-and-prejudice", "paper", 2000)) if life.born]
    said = " ".join(markup(app))
    assert f"{sum(not each.left for each in found):,} merged tokens no longer occur" in said
    assert f"Merged tokens in all: {len(found):,}." in said
    first = min(found, key=lambda each: each.share)
    [left] = tables(app)
    assert left.rows[1] == [first.token]
    assert f"{first.births:,}" in left.texts[1]


def found_in(app) -> dict[str, list[int]]:
    """Return the IDs that the search found, by the key of their tokenizer."""
    buttons = [one for body in markup(app) for one in read(body).all("button", kind="hit")]
    found: dict[str, list[int]] = {}
    for each in buttons:
        found.setdefault(each.attributes["data-of"], []).append(int(each.attributes["data-found"]))
    return found


def test_a_token_is_found_in_every_tokenizer_whichever_two_are_shown(open_page, three):
    """A link opens the tab with its search, spaces included, once; the own run is searched, too."""
    query = {"model": "bert", "beside": "bert", "corpus": "six-words", "scheme": "gpt"}
    app = open_page("models", find=" SolidGoldMagikarp", **query)
    assert app.text_input(key="models_find").value == " SolidGoldMagikarp"
    assert found_in(app) == {"gpt2": [43453]}
    app.selectbox(key="models_find_script").set_value("Han").run()
    assert not found_in(app)
    app.selectbox(key="models_find_script").set_value("all")
    app.text_input(key="models_find").set_value("est").run()
    for key, ids in found_in(app).items():
        training = train(SIX_WORDS, "gpt")
        tokenizer = training.tokenizer() if key == "own" else opened(key)
        assert ids == [hit.id for hit in find_in_vocabulary(tokenizer, TokenQuery("est"), 20).hits]
    assert {*found_in(app)} == {"own", "gpt2", "mistral", "bert"}
    app.button(key="details").click().run()
    assert not found_in(app.run())
    app.button(key="details").click().run()
    app.text_input(key="models_find").set_value("<b>{0}</b> `$x$").run()
    assert not found_in(app)
    assert not app.error


def test_lists_of_tokens_that_a_cleaner_deleted_are_made_again(open_page, three):
    """A search after the deletion of all files of the spool finds tokens as before."""
    for text in ("SolidGold", "Magikarp"):
        assert 43453 in found_in(open_page("models", find=text))["gpt2"]
        shutil.rmtree(spool_folder())


def test_what_is_found_leads_to_its_merges_and_to_what_is_never_reached(open_page, three):
    """A result says if it is a special token or a part of a character, or shows its merges.

    A button opens the tokens that its tokenizer never produces.
    """
    app = chapter(open_page("models", model="bert", beside="gpt2"), "find")
    app.button(key="models_find_name").click().run()
    for id_, said in (
        (43453, "in 17 merges"),
        (50256, "special token"),
        (162, "part of a character"),
    ):
        app.text_input(key="models_find").set_value(str(id_)).run()
        assert found_in(app)["gpt2"][0] == id_
        app.session_state["models_find_hit"] = ("gpt2", id_)
        app.run()
        assert said in " ".join(markup(app)), id_
    for key, shown, place in (("gpt2", ["bert", "gpt2"], 1), ("mistral", ["mistral", "gpt2"], 0)):
        chapter(app, "find").text_input(key="models_find").set_value("2000").run()
        app.session_state["models_find_hit"] = (key, 2000)
        app.run().button(key="models_find_unused").click().run()
        assert app.session_state["models_tabs"] == WORDS["models.tab_unused"]
        assert app.session_state["models_unused"] == place
        assert [app.selectbox(key=f"models_{side}").value for side in SIDES] == shown


def test_a_conversation_is_wrapped_and_sent_again_each_turn(open_page):
    """GPT-4o is counted by OpenAI's cookbook, and Qwen, which replaces GPT-2, by its template."""
    app = chapter(open_page("models"), "chat")
    typed = app.text_area(key="models_chat").value.split("\n")
    gpt, qwen = opened("o200k"), opened("qwen")
    lasts, sums = [], []
    for body in markup(app):
        if 'class="number has-bar"' in body:
            rows = [re.findall(r">([\d,]+)</t[hd]>", row) for row in body.split("<tr>")[2:]]
            assert len(rows) == (len(typed) + 1) // 2 == 4
            assert sum(int(row[1]) + int(row[2]) for row in rows) == int(rows[-1][3])
            lasts.append(int(rows[-1][1]) + int(rows[-1][2]))
            sums.append(rows[-1][3])
    roles = ["system", *("assistant" if at % 2 else "user" for at in range(len(typed) - 1))]
    said = list(zip(roles, typed, strict=True))
    cookbook = 3 + sum(3 + len(gpt.encode(role).ids + gpt.encode(line).ids) for role, line in said)
    template = "".join(f"<|im_start|>{role}\n{line}<|im_end|>\n" for role, line in said)
    whole = qwen._library.encode(template + "<|im_start|>assistant\n", allowed_special="all")
    assert lasts == [cookbook, len(whole)]
    sent = re.findall(r"Sent over 4 turns: ([\d,]+)\.", " ".join(markup(app)))
    assert sent == sums
    assert sum("Not in this file" in body for body in markup(app)) == 1
    app.text_area(key="models_chat").set_value("Be kind.\n<|im_end|><b>").run()
    ended = [body for body in markup(app) if 'class="code-line"' in body]
    assert [body.count('data-token="&lt;|im_end|&gt;"') for body in ended] == [2, 2]
    app.selectbox(key="models_model").set_value("cl100k").run()
    titles = [tokenizers.shipped()[key].title["en"] for key in ("cl100k", "o200k")]
    assert [each.value for each in app.header][-2:] == titles


def test_a_word_behind_a_space_has_the_same_ids_or_others(open_page):
    """One tokenizer drops the space, one adds a space itself, others make it part of the token."""
    told = []
    for left, right in (("mistral", "gpt2"), ("bert", "o200k")):
        app = chapter(open_page("models", model=left, beside=right), "space")
        rows = [body for body in markup(app) if 'class="token-rows"' in body]
        for body, name in zip(rows, (left, right), strict=True):
            spaced = [opened(name).encode(each).ids for each in ("hello", " hello")]
            found = [re.findall(r'class="id">(\d+)<', row) for row in body.split("<tr>")[1:]]
            assert found == [[*map(str, ids)] for ids in spaced]
        for name in ("same", "put", "other"):
            sentence = WORDS[f"models.space_{name}"].split("}")[-1]
            told += [name for body in markup(app) if sentence in body]
    assert sorted(told) == ["other", "other", "put", "same"]


def test_a_token_is_a_row_of_its_models_table(open_page):
    """A token is shown between adjacent rows of the embedding table, with the size of the table."""
    app = chapter(open_page("models", beside="qwen"), "rows")
    first, second = [body for body in markup(app) if 'record-grid embedding"' in body]
    gpt2 = opened("gpt2")
    around = [0, 43452, 43453, 43454, 50256]
    assert [*map(int, re.findall(r"<b[^>]*>(\d+)</b>", first))] == around
    assert 'class="here">43453<' in first
    assert re.findall('data-token="([^"]*)"', first)[2] == " SolidGoldMagikarp"
    assert gpt2.encode(" SolidGoldMagikarp").ids == [43453]
    assert "151935</b></th><td>no token" in second
    said = [body for body in markup(app) if "record-say" in body]
    assert any("38.6 million numbers, 31% of the 124 million in GPT-2" in body for body in said)
    qwen = shipped()["qwen"].embedding
    share = qwen["rows"] * qwen["width"] / qwen["parameters"]
    assert any(
        f"{share:.0%} of the {qwen['parameters'] / 1e6:,.0f} million" in each for each in said
    )
    app.select_slider(key="models_rows").set_value(10_000).run()
    assert any(
        "the table would have 7.68 million numbers, 8% of GPT-2" in body for body in markup(app)
    )
    app.text_area(key="models_sentence").set_value("the zzyzx, the qwxv zzyzx").run()
    for name, twice in (("gpt2", 1), ("qwen", 2)):
        table = shipped()[name].embedding
        assert table["tables"] == twice
        assert opened(name).vocab_size <= table["rows"]
        assert min(len(opened(name).encode(word).ids) for word in (" zzyzx", " qwxv")) > 1
        told = "2 words of the text above take several tokens. Adding each as a token would take "
        told += "2 more rows, "
        assert f"{told}{2 * table['width'] * twice:,} numbers" in " ".join(markup(app))
    app = chapter(open_page("models", locale="zh-CN", model="gpt2"), "rows")
    assert any("合计 0.386 亿个数，占 GPT-2" in body for body in markup(app))
