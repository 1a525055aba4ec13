"""The chapters of What models read that compare tokenizers, run without a browser."""

import re

import pytest

from bpe import train
from bpe.readings.history import as_run, first_merges, kinds, look_through
from bpe.readings.lives import lives
from bpe.readings.report import report, said_in
from bpe.text.characters import is_text
from tests.pages.helpers import markup, payloads, tab, tables
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.corpora import tokenizers
from ui.corpora.questions import Answer
from ui.corpora.queue import shared
from ui.corpora.samples import FOLDER
from ui.corpora.store import Store
from ui.corpora.tokenizers import opened
from ui.models import costs
from ui.models.report import rights
from ui.models.sides import EXAMPLES

WORDS = catalogue("en")


def chapter(app, name: str):
    return tab(app, "models", name)


def cells(app) -> list[list[str]]:
    """Return the cells of the only table, row by row, the head left out."""
    [body] = [body for body in markup(app) if "<table>" in body]
    rows = re.findall("<tr.*?</tr>", body.split("<tbody>")[1], re.S)
    return [re.findall(">([^<>]*)</t[hd]>", row) for row in rows]


@pytest.fixture
def open_here(monkeypatch) -> Store:
    """What the app itself opens from now on."""
    monkeypatch.setattr(tokenizers, "_opened", Store(2**30, 600.0, len))
    return tokenizers._opened


def test_the_report_card_is_that_of_the_readings(open_page, open_here):
    """Two tokenizers and a third one, on the text that is chosen; own words for every column.

    How evenly their tokens are used stands behind the fold for researchers. Only the two are open
    in the app.
    """
    app = chapter(open_page("models", model="mistral", beside="bert"), "report")
    assert "English and Chinese (English)" in app.selectbox(key="models_report_text").options
    app.selectbox(key="models_report_text").set_value("english-chinese/en").run()
    app.multiselect(key="models_report_more").set_value(["clip"]).run()
    assert len(open_here) == 2
    text = (FOLDER / "parallel" / "everyday.en.txt").read_text(encoding="utf-8")[:20_000]
    shown = cells(app)
    assert len(shown) == 3
    for row, name in zip(shown, ("mistral", "bert", "clip"), strict=True):
        found = report(opened(name), text)
        assert row[1:] == [
            f"{found.tokens:,}",
            f"{len(opened(name).encode(text, 'fewest-tokens').ids):,}",
            *(f"{each:.2f}" for each in (found.tokens_per_word, found.characters_per_token)),
            f"{found.bytes_per_token:.2f}",
            f"{found.whole_share:.1%}",
            f"{found.unused_share:.1%}",
            f"{found.vocabulary:,}",
        ]
    app.session_state["models_evenness"] = True
    rows = tables(app.run())[1].texts[1:]
    for row, name in zip(rows, ("mistral", "bert", "clip"), strict=True):
        found = report(opened(name), text)
        assert row.split()[-2:] == [f"{found.efficiency:.2f}", f"{found.inequality:.2f}"]


def test_half_a_character_is_said_in_words(open_page):
    """Which character takes several tokens; its clause opens where characters are whole."""
    app = open_page("models", locale="zh-CN", sentence="人工智能，饕")
    [found] = payloads(app, "maps")
    assert found["maps"][1]["names"]["hint"].startswith("“饕”在这里要 2 个词元")
    assert "不成完整的字" in found["maps"][1]["tokens"][-1][4]
    app = chapter(app, "look")
    assert any("之前的各步只是把字节拼成字" in each.value for each in app.caption)


def test_a_run_that_learned_from_the_text_of_the_report_is_told(open_page):
    """By name, and only while that text is chosen."""
    app = open_page("models", model="own", corpus="modern-chinese", beside="bert")
    app = chapter(app, "report")
    told = "learned from this very text"
    assert told not in " ".join(markup(app))
    app.selectbox(key="models_report_text").set_value("modern-chinese").run()
    assert " ".join(markup(app)).count(told) == 1


def test_a_text_without_spaces_has_no_words_and_what_is_lost_is_said(open_page):
    """One's own run on English meets Chinese; a dash stands where nothing is to be divided."""
    app = open_page("models", model="own", corpus="six-words", beside="bert")
    app = chapter(app, "report")
    app.selectbox(key="models_report_text").set_value("modern-chinese").run()
    own, bert = cells(app)
    assert own[3] == own[6] == bert[3] == bert[6] == "–"
    said = " ".join(markup(app))
    assert "no words to count" in said
    assert said.count("stand for something it does not know") == 2


def test_a_sentence_costs_what_the_readings_say(open_page):
    """The most that each asks for, told in a sentence; the chart says what it spans."""
    app = chapter(open_page("models", model="bert"), "languages")
    both = [said_in(opened(name), rights()) for name in ("bert", "o200k")]
    said = " ".join(markup(app))
    for found in both:
        most = max(found, key=lambda each: each.tokens)
        assert f"{most.tokens:,}" in said
        assert most.language in said
        assert f"{most.premium:.1f}" in said
    lost = sum(each.unknown > 0 for each in both[0])
    assert lost > 0
    assert str(lost) in said
    [chart] = app.get("vega_lite_chart")
    counts = [each.tokens for found in both for each in found]
    assert all(str(each) in chart.proto.alt for each in (min(counts), max(counts), len(rights())))


def test_sentences_of_ones_own_are_compared_with_the_first(open_page):
    """One a line; fewer than two say what is missing. They outlive a visit to another tab."""
    app = open_page("models")
    app = chapter(app, "sentences")
    assert WORDS["models.languages_empty"] in " ".join(markup(app))
    assert not app.get("vega_lite_chart")
    lines = [
        "I have lost my key.",
        "我的钥匙丢了。",
        "<b>Ich</b> habe {meinen} Schlüssel verloren.",
    ]
    app.text_area(key="models_sentences").set_value("\n \n".join(lines)).run()
    chapter(app, "code")
    app = chapter(app, "sentences")
    said = " ".join(markup(app))
    for name in ("gpt2", "o200k"):
        first, *rest = (len(opened(name).encode(line).ids) for line in lines)
        assert f"{first} tokens in “I have lost my ke…”, {max(rest)} in “" in said
        assert f"{max(rest) / first:.1f} times" in said
    [chart] = app.get("vega_lite_chart")
    assert "in 3 languages" in chart.proto.alt
    app.text_area(key="models_sentences").set_value("\n".join(["我的钥匙丢了。", "my key"])).run()
    assert " ".join(markup(app)).count("and no more in any other") == 2


def test_the_sentence_is_there_in_forty_scripts():
    """Each with the name the language has for itself; English, which the others are compared with,
    stands first.
    """
    sentences = rights()
    assert len(sentences) == 41
    assert next(iter(sentences)) == "English"
    assert sentences["简体中文"].startswith("人人生而自由")
    assert min(map(len, sentences.values())) > 40


def test_tokens_that_encoding_does_not_come_to_are_listed(open_page):
    """By number, and each with the tokens that its text is encoded as.

    They are found in a worker: the largest vocabulary takes seven seconds.
    """
    app = chapter(open_page("models", beside="mistral"), "unused")
    found = look_through(opened("mistral"), 10)
    assert found in [each.value for each in shared.store.values() if isinstance(each, Answer)]
    said = " ".join(markup(app))
    for number in (found.asked, len(found.unreachable), found.partial):
        assert f"{number:,}" in said
    unreachable, longest = tables(app)
    first = found.unreachable[0]
    named = [str(opened("mistral").token(id_)) for id_ in (first.id, *first.ids)]
    assert unreachable.rows[1] == named
    assert len(longest.rows) == 11
    assert str(len(found.longest[0].text)) in longest.texts[1]
    app.selectbox(key="models_script").set_value("Han").run()
    ids = [int(row.split()[-1].replace(",", "")) for row in tables(app)[1].texts[1:]]
    assert ids == [entry.id for entry in found.by_script["Han"]]


def test_ones_own_run_shows_what_its_merges_left_behind(open_page):
    """How many tokens never occur at the end, and the least used first."""
    app = chapter(open_page("models", beside="own"), "unused")
    found = [life for life in lives(trained("pride-and-prejudice", "paper", 2000)) if life.born]
    said = " ".join(markup(app))
    assert f"{sum(not each.left for each in found):,} of its {len(found):,} merged" in said
    first = min(found, key=lambda each: each.share)
    [left] = tables(app)
    assert left.rows[1] == [first.token]
    assert f"{first.births:,}" in left.texts[1]


def test_the_first_merges_are_counted_by_kind_and_listed(open_page):
    """As many as the slider says, by both; a tokenizer without merges says that it has none."""
    app = chapter(open_page("models", beside="bert"), "lists")
    app.slider(key="models_history").set_value(50).run()
    by_kind, listed = tables(app)
    merges = first_merges(opened("gpt2"), 50)
    counts = [n for n in kinds(merges).values() if n]
    assert [int(re.findall(r"\d+", text)[0]) for text in by_kind.texts[1:]] == counts
    assert listed.rows[1] == [" ", "t", " t"]
    assert len(listed.rows) == 41
    assert WORDS["models.history_none"] in " ".join(markup(app))


def rows_of_tokens(app) -> list[str]:
    return [body for body in markup(app) if 'class="token-rows"' in body]


def row_ids(body: str) -> list[list[int]]:
    """Return the ids of each row of a table of tokens."""
    return [list(map(int, re.findall(r'class="id">(\d+)<', row))) for row in body.split("<tr>")[1:]]


def test_a_name_written_in_front_of_a_frame_stands_there_twice(open_page):
    """BERT's library reads it as special; SentencePiece spells it. What adds none says so."""
    app = chapter(open_page("models"), "twice")
    [body] = rows_of_tokens(app)
    hello = opened("bert").encode("hello").ids
    assert row_ids(body) == [[101, *hello, 102], [101, 101, *hello, 102]]
    assert 'data-token="[CLS]"' in body
    app = chapter(open_page("models", model="mistral", beside="gpt2"), "twice")
    [body] = rows_of_tokens(app)
    mistral = opened("mistral")
    spelled = mistral.encode("<s>Hello").ids
    assert row_ids(body) == [[1, *mistral.encode("Hello").ids], [1, *spelled]]
    said = " ".join(markup(app))
    assert "puts nothing around" in said
    assert "spelled out as text" in said


def test_an_added_token_is_cut_out_of_the_words_it_stands_in(open_page):
    """What is left on both sides is encoded by itself, as tiktoken does with one more special."""
    app = chapter(open_page("models"), "added")
    shown = rows_of_tokens(app)
    text = "After chemotherapy her hemoglobin fell."
    for body, name in zip(shown, ("gpt2", "o200k"), strict=True):
        tokenizer = opened(name)
        new = max(tokenizer.ids) + 1
        after = [
            id_
            for n, part in enumerate(text.split("hemo"))
            for id_ in [*([new] if n else []), *tokenizer.encode(part).ids]
        ]
        assert row_ids(body) == [tokenizer.encode(text).ids, after]
        assert len(after) > len(tokenizer.encode(text).ids)
    app.text_input(key="models_added_token").set_value("art").run()
    app.text_input(key="models_added_text").set_value("smart").run()
    [_, last] = rows_of_tokens(app)
    known = opened("o200k")
    assert row_ids(last)[1] == [known.id(b"sm"), known.id(b"art")]


def test_tokens_from_the_whole_list_are_tried_at_the_edge(open_page):
    """Evenly, by how many is told; a small vocabulary is tried whole."""
    query = {"model": "own", "corpus": "six-words", "scheme": "gpt", "beside": "gpt2"}
    app = chapter(open_page("models", **query), "edge")
    said = " ".join(markup(app))
    own = train("highest higher lower lowest cooler coolest", "gpt").tokenizer()
    assert f"Of all its {sum(map(is_text, own.tokens))} tokens that are text" in said
    gpt2 = opened("gpt2")
    prompt = EXAMPLES["letters"][: app.slider(key="models_edge").value]
    before = gpt2.encode(prompt).ids
    ids = [id_ for id_ in range(0, len(gpt2.ids), 17) if is_text(gpt2.named([id_])[0])]
    texts = [gpt2.decode([id_]) for id_ in ids]
    after = [gpt2.encode(prompt + text).ids for text in texts]
    refused = sum(each != [*before, id_] for each, id_ in zip(after, ids, strict=True))
    told = f"{len(ids):,} tokens were tried, one in 17 of its whole list: {refused:,} of them"
    assert told in said


def test_in_chinese_the_end_of_a_word_is_no_safe_end_of_a_prompt(open_page):
    """GPT-4o's last token reaches across it: two tokens are taken back, then it can come."""
    app = chapter(open_page("models", lang="en"), "edge")
    app.button(key="models_edge_try").click().run()
    assert app.slider(key="models_edge").value == len("他是一个很好的")
    [back] = [each for each in markup(app) if "Back off" in each and "很好" in each]
    told = re.findall('data-token="([^"]*)"', back)
    assert told == ["很", "好的", "很好", "的人"]


def test_the_first_merges_of_a_list_are_played_on_a_text(open_page):
    """Each forced at its step; which rank comes next is told. One's own run is elsewhere."""
    app = chapter(open_page("models", beside="own"), "history")
    assert WORDS["models.history_own"] in " ".join(markup(app))
    app.session_state["kept_models_history_of"] = 0
    app.session_state["kept_models_history_on"] = "typed"
    app.run()
    [played] = payloads(app, "runs")
    [run] = played["runs"]
    text = EXAMPLES["letters"]
    past = as_run(opened("gpt2"), text, 100)
    assert run["steps"] == len(past.ranks)
    rank = past.ranks[0]
    assert f"rank {rank} in the list of GPT-2" in re.sub("<[^>]*>", "", " ".join(markup(app)))


def test_a_text_is_cut_elsewhere_and_reads_the_same(open_page):
    """Other ids, the same text; where no token reads a part, that is said."""
    app = chapter(open_page("models", model="gpt2"), "splits")
    real = opened("gpt2")
    encoded = real.encode("strawberry").ids
    other = next([*ids] for ids in real.ways("strawberry", 2).few if [*ids] != encoded)
    rows = " ".join(markup(app))
    for id_ in (*encoded, *other):
        assert f'<span class="id">{id_}</span>' in rows
    assert "decode to “strawberry”" in rows
    assert f"has {real.ways('strawberry', 0).count:,} ways" in rows
    pills = app.button_group(key="models_splits_strawberry")
    pills.set_value([]).run()
    assert "No token of this list reads strawberry" in " ".join(markup(app))


def test_all_tokenizers_count_a_few_texts_at_a_press(open_page, open_here, monkeypatch):
    """A row for each and a column for each text, the reader's own last; the fewest in bold.

    The app opens none of them but the two that are picked.
    """
    few = {key: real for key, real in costs.shipped().items() if key in ("clip", "bert")}
    monkeypatch.setattr("ui.models.costs.shipped", lambda: few)
    app = open_page("models", model="mistral", beside="bert", sentence="北京 🦜")
    app = chapter(app, "all")
    assert "models-all" not in " ".join(markup(app))
    app.button(key="models_all").click().run()
    assert len(open_here) == 2
    [body] = [body for body in markup(app) if "models-all" in body]
    rows = [re.findall("<td.*?</td>", row) for row in body.split("<tr>")[3:]]
    assert len(rows) == len(few)
    shown = list(zip(*rows, strict=True))
    for row, (_, text) in zip(shown, (*costs.texts(), ("own", "北京 🦜")), strict=True):
        counts = [len(opened(key).encode(text).ids) for key in few]
        numbers = [int(re.search(r">([\d,]+)<", cell)[1].replace(",", "")) for cell in row]
        assert numbers == counts
        whole = [count for cell, count in zip(row, counts, strict=True) if "unknown" not in cell]
        for cell, count in zip(row, counts, strict=True):
            assert ("<b>" in cell) == ("unknown" not in cell and count == min(whole))
    assert "1 unknown" in shown[-1][list(few).index("bert")]
