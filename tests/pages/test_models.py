"""What models read, run without a browser: two tokenizers on one text, and files of one's own."""

import base64
import json
import re
from dataclasses import replace

import pytest

from bpe import train
from bpe.interchange import to_sentencepiece_model
from bpe.readings.tokenizers import TokenHits
from bpe.readings.word_encoding import first_whole_step
from tests.markup import read
from tests.pages.helpers import captions, everything, markup, payloads, query, tab
from ui.catalogue import Refusal, catalogue
from ui.corpora.jobs import digest
from ui.corpora.tokenizers import files_of, opened, shipped
from ui.models.find import MOST, hits
from ui.models.panels import CHAPTERS, DRAWN, _hear
from ui.models.sides import EXAMPLES
from ui.samples import FOLDER
from ui.shell.text import t
from ui.spool import SpoolFile

WORDS = catalogue("en")


def maps(app) -> list[dict]:
    """Return what the two maps draw."""
    [found] = payloads(app, "maps")
    return found["maps"]


def ids(app) -> list[list[int]]:
    return [[token[3] for token in drawn["tokens"]] for drawn in maps(app)]


def upload(app, *files: tuple[str, bytes]):
    app.file_uploader(key="tokenizer_upload").set_value(
        [(name, data, "application/octet-stream") for name, data in files]
    )
    return app.run()


def walls(app) -> list[tuple[list[str], list[int]]]:
    """Return the tokens and the ranks of each wall of merges."""
    found = [one for body in markup(app) for one in read(body).all("ol", kind="wall")]
    return [(one.tokens, [int(each.text) for each in one.all("span", kind="id")]) for one in found]


def test_it_opens_with_two_tokenizers_and_the_merges_of_a_word(open_page):
    """Ids and counts are the libraries', and the merges are those of the longest word."""
    app = open_page("models")
    assert not app.warning
    text = EXAMPLES["letters"]
    both = [opened(name).encode(text) for name in ("gpt2", "o200k")]
    assert ids(app) == [encoding.ids for encoding in both]
    assert [drawn["sizes"][0][0] for drawn in maps(app)] == [str(len(each.ids)) for each in both]
    assert [len(drawn["sizes"]) for drawn in maps(app)] == [1, 1]
    [word] = [word for word in both[1].words if word.text == " strawberry"]
    [(tokens, ranks)] = walls(app)
    assert tokens[-1] == " strawberry"
    assert sorted(ranks) == [step.rank for step in word.steps]
    app.text_area(key="models_text").set_value("Mr. Bingley").run()
    fewest = opened("o200k").encode("Mr. Bingley", "fewest-tokens").ids
    assert [drawn["sizes"][1:] for drawn in maps(app)][1][0][0] == str(len(fewest)) == "4"


def test_a_click_shows_the_merges_of_that_word(open_page):
    """It is found by its place in the text, in a list without merges, too, which says so.

    Words before it may be cut otherwise by the other one; another text opens as it would.
    """
    text = "1234567 How many strawberry"
    app = open_page("models", sentence=text)
    [many] = opened("gpt2").encode(" many").words
    app.session_state["models_word"] = f"0 {text.index(' many')}"
    app.run()
    [(tokens, ranks)] = walls(app)
    assert (tokens[-1], sorted(ranks)) == (" many", [step.rank for step in many.steps])
    app.selectbox(key="models_model").set_value("bert").run()
    assert ids(app)[0] == opened("bert").encode(text).ids
    assert not walls(app)
    assert "WordPiece keeps no merges" in everything(app)
    app.text_area(key="models_text").set_value(f"{text} 7").run()
    assert walls(app)[0][0][-1] == " strawberry"
    app = open_page("models", model="gpt2", beside="o200k")
    for text, told in (
        ("of", "in one merge."),
        ("the", "in 2 merges, earliest merge first."),
        (" many", "in {all} merges, earliest merge first."),
        (
            "大语言模型",
            "from bytes in {all} merges, earliest merge first. The picture begins where "
            "every character is whole; merges from there: {n}.",
        ),
    ):
        app.text_area(key="models_text").set_value(text).run()
        [word] = opened("o200k").encode(text).words
        left = len(word.steps) - first_whole_step(word)
        assert told.format(all=len(word.steps), n=left) in everything(app)


def test_a_click_is_a_side_and_a_token(monkeypatch):
    """What a browser says is taken if it is that, and ignored if it is anything else."""
    heard: list[tuple[int, int]] = []
    others = ([2, 0], [0, -1], [0, True], [0, 1.0], [0], [0, 1, 2], "00", {"0": 1}, None)
    for said in ([0, 0], *others, [1, 3]):
        monkeypatch.setattr("ui.shell.session.value", {"models_maps": {"word": said}}.get)
        _hear(lambda *found: heard.append(found))
    assert heard == [(0, 0), (1, 3)]


def test_a_lesson_shows_merges_at_its_end_and_where_they_are_asked_for(open_page):
    """At its first stop the answer is the cuts; the closing card has no box above them."""
    stop = {"present": "1", "phase": "answer", "hide": "0", "sentence": "snowflakeology"}
    app = open_page("models", stop="1", **stop)
    assert (len(walls(app)), len(app.text_area)) == (0, 1)
    app = open_page("models", stop="end", **stop)
    assert (len(walls(app)), len(app.text_area)) == (1, 0)


def test_a_hidden_answer_leaves_the_sentence_uncut(open_page):
    """Neither tokens nor counts are anywhere; they are there at a press, or by another address."""
    app = open_page("models", sentence="lowest <b>", hide="1")
    assert not payloads(app, "maps")
    assert not walls(app)
    [uncut] = [body for body in markup(app) if 'class="uncut"' in body]
    assert read(uncut).text == "lowest <b>"
    app.button(key="models_uncover").click().run()
    assert ids(app)[1] == opened("o200k").encode("lowest <b>").ids
    assert payloads(open_page("models", sentence="lowest", hide="0"), "maps")


def test_no_text_breaks_the_page(open_page):
    """What is too long is cut, what is empty says so, what is hostile is shown as it is.

    BERT drops control characters, and then there is no word of it to play.
    """
    app = open_page("models", model="mistral", beside="bert")
    for text in ("", "   \n", "<b>x</b> {0} `c` $y$", "\x00\u202e👩\u200d🚀", "a" * 2500, "\a"):
        app.text_area(key="models_text").set_value(text).run()
        joined = [token[3] for token in maps(app)[0]["tokens"]]
        assert joined == opened("mistral").encode(text[:2000]).ids[: len(joined)]
        is_long = text.startswith("aaa")  # its replay would grow with the square; it is never begun
        assert ("more than 60 characters" in everything(app)) == is_long
        assert not (walls(app) and is_long)
    assert ids(app) == [opened("mistral").encode("\a").ids, []]
    app.text_area(key="models_text").set_value("low " * 450).run()
    more = len(opened("mistral").encode("low " * 450).ids) - DRAWN
    assert t("models.map_more", more=more) in captions(app)


def test_ones_own_run_is_the_one_of_the_other_pages(open_page):
    """Its tokens are those that the page Encode shows, by the way its scheme encodes."""
    for scheme, name in (("gpt", "GPT (byte-level)"), ("wordpiece", "WordPiece score")):
        query = {"corpus": "six-words", "scheme": scheme, "sentence": "slowest lowcool 好"}
        query |= {"ties": "largest", "max_merges": 9, "special": "coo"}
        [drawn] = payloads(open_page("models", model="own", **query), "maps")
        [other] = payloads(open_page("encode", tab="sentence", **query), "segments")
        shown = [[token[0] for token in each["tokens"]] for each in (drawn["maps"][0], other)]
        assert shown[0] == shown[1]
        assert drawn["maps"][0]["title"] == f"My own run: Six words, {name}"


def test_chinese_readers_meet_a_chinese_sentence_and_a_tokenizer_made_for_it(open_page):
    """What opens is no choice of the reader's: the address stays without it.

    Half a character is said in words; its clause opens where characters are whole.
    """
    app = open_page("models", locale="zh-CN")
    assert app.text_area(key="models_text").value == EXAMPLES["chinese"]
    assert app.selectbox(key="models_model").value == "qwen"
    assert app.selectbox(key="models_beside").value == "o200k"
    assert ids(app)[0] == list(opened("qwen").encode(EXAMPLES["chinese"]).ids)
    app.selectbox(key="models_model").set_value("gpt2").run()
    assert query(app) == {"model": "gpt2"}
    app.selectbox(key="models_model").set_value("qwen").run()
    assert query(app) == {}
    app.selectbox(key="models_beside").set_value("qwen").run()
    assert query(app) == {"beside": "qwen"}, "it opens on the other side"
    assert shipped()["qwen"].exactly["zh"] in captions(tab(app, "models", "file"))
    app.selectbox(key="models_beside").set_value("o200k").run()
    app.text_area(key="models_text").set_value("人工智能，饕").run()
    assert maps(app)[1]["names"]["hint"].startswith("这里“饕”被切成 2 个词元")
    assert "不是完整的字符" in maps(app)[1]["tokens"][-1][4]
    assert walls(app)[0][0][:4] == [*"人工智能"], "the steps before join bytes"


def test_a_tokenizer_of_every_kind_opens(open_page):
    """Its tokens are the engine's; where it is from and its licence are said, and what comes back.

    One without merges says why there is no replay.
    """
    app = open_page("models")
    text = "Unbelievably"
    app.text_area(key="models_text").set_value(text).run()
    for left, right in (("bert", "gpt2"), ("mistral", "clip")):
        app.session_state["models_word"] = "0 0"
        app.selectbox(key="models_model").set_value(left)
        app.selectbox(key="models_beside").set_value(right)
        app.run()
        assert not app.error, (left, right)
        real = opened(left)
        said = everything(app)
        assert ("keeps no merges" in said or "has no merges" in said) == (real.model != "BPE"), left
        assert ids(app) == [real.encode(text).ids, opened(right).encode(text).ids]
        tab(app, "models", "file")
        for described in (shipped()[left], shipped()[right]):
            named = f"Made by {described.owner}; taken from the package {described.source}"
            assert f"{named}; licence: {described.licence}." in captions(app)
            assert described.exactly["en"] in captions(app)
        assert ("First of all, CLIP cleans up" in captions(app)) == (right == "clip")
        assert real.decode(real.encode(text).ids) in everything(app)


def test_a_broken_file_gets_one_sentence_and_is_not_kept(open_page, monkeypatch):
    """What was expected where, in either language; the tokenizer from before stays open.

    Of two files with one name, the box holds both, and the last one counts.
    """
    app = open_page("models")
    before = ids(app)
    for name, data, said in (
        ("tokenizer.json", b"{", "must be JSON"),
        ("model.safetensors", (9).to_bytes(8, "little") + b'{"a":{}} ', "must be a tokenizer.json"),
    ):
        upload(app, (name, data))
        assert [said in error.value for error in app.error] == [True], app.error[0].value
        assert ids(app) == before
        with pytest.raises(Refusal, match="no longer kept"):
            files_of(digest(name, SpoolFile(data).digest))
    app = upload(open_page("models", locale="zh-CN"), ("merges.txt", b"a b c\n"))
    [error] = app.error
    assert "必须是 tokenizer.json、.tiktoken" in error.value
    assert "`` merges.txt ``" in error.value
    monkeypatch.setattr("ui.corpora.uploads.LARGEST_TOKENIZER", 10**6)
    for names, code in ((("a.txt", "a.txt"), "files"), (("a.txt", "b.txt"), "file_large")):
        upload(app, *((name, b"1" * 600_000) for name in names))
        assert app.session_state["kept_tokenizer_new"].code == code


def test_a_tokenizer_of_one_s_own_stands_where_the_address_says_so(open_page):
    """On the left, described; of ranks it is asked how words are cut, and the choice cuts anew.

    Back, a stop of the lesson and a link show another one; elsewhere it is not there.
    """
    tokens = [*(bytes([byte]) for byte in range(256)), b"12"]
    ranks = [f"{base64.b64encode(each).decode()} {rank}\n" for rank, each in enumerate(tokens)]
    app = open_page("models")
    opening = app.selectbox(key="models_model").value
    upload(app, ("mine.tiktoken", "".join(ranks).encode()))
    own, written = app.selectbox(key="models_model").value, query(app)["model"]
    assert query(app) == {"model": written, "tab": "file"}
    assert "257 tokens" in captions(app)
    assert "does not say how words are cut" in captions(app)
    assert "mine.tiktoken" in maps(app)[0]["title"]
    app.text_area(key="models_text").set_value("12").run()
    assert ids(app)[0] == [256]
    app.selectbox(key="models_beside").set_value(own).run()
    [words] = [box for box in app.selectbox if box.key.startswith("tokenizer_words")]
    words.select("qwen").run()
    assert ids(app) == [[49, 50]] * 2
    for asked, shown in (
        ({"model": "bert"}, "bert"),
        ({}, opening),
        ({"model": written, "beside": written}, own),
    ):
        app.query_params.clear()
        app.query_params.update(asked)
        assert app.run().selectbox(key="models_model").value == shown
    assert app.selectbox(key="models_beside").value == own
    assert not app.warning
    ours = open_page("models", model="gpt2", tab="file")
    assert "does not say how words are cut" not in captions(ours), "ours say it themselves"
    assert open_page("models", model=written).warning


def test_a_program_that_a_tokenizer_can_make_no_token_of_is_no_error(open_page):
    """A reader's file may know hardly a letter; one sentence says so."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": [], "unk_token": "gone"}
    data = json.dumps({"version": "1.0", "added_tokens": [], "model": model}).encode()
    app = upload(open_page("models"), ("tokenizer.json", data))
    app.text_area(key="models_text").set_value("aaa")
    tab(app, "models", "code")
    assert "finds no token" in "".join(markup(app))


def test_every_chapter_says_of_an_uploaded_tokenizer_what_it_says_of_the_same_at_hand(
    open_page, monkeypatch, tmp_path
):
    """Wherever it is open: the same file, brought by the reader and picked from the list."""
    path, title = tmp_path / "small.model", "Small"
    text = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")[:20_000]
    path.write_bytes(to_sentencepiece_model(train(text, "sentencepiece", max_merges=300)))
    small = replace(shipped()["mistral"], name="small", path=path, title={"en": title, "zh": title})
    found = shipped() | {"small": small}
    for place in ("ui.corpora.tokenizers", "ui.models.sides", "ui.controls.tokenizers"):
        monkeypatch.setattr(f"{place}.shipped", lambda: found)
    brought = upload(open_page("models", beside="bert"), (path.name, path.read_bytes()))
    own = maps(brought)[0]["title"]
    picked = open_page("models", beside="bert")
    picked.selectbox(key="models_model").set_value("small").run()
    for app in (brought, picked):
        app.session_state["models_unused"] = 0
    for name in CHAPTERS:
        shown = []
        for app in (brought, picked):
            tab(app, "models", name)
            assert not app.error, name
            # The one that was brought is one more of those that are searched.
            bodies = (re.sub(r"All \d+", "All", body) for body in markup(app))
            shown.append([body.replace(own, title) for body in bodies])
        assert shown[0] == shown[1], name
    assert ids(brought) == ids(picked)


@pytest.mark.usefixtures("three")
def test_chapters_say_where_there_is_too_little_or_too_much(open_page):
    """A text of one character, a list that has no such token or many, a long conversation."""
    app = tab(open_page("models", model="gpt2", sentence="a"), "models", "edge")
    assert t("models.empty") in everything(app)
    app = open_page("models", model="gpt2", beside="bert", find=" SolidGoldMagikarp")
    none = [t("models.own_run"), *(shipped()[name].title["en"] for name in ("mistral", "bert"))]
    assert t("models.find_none", names=" · ".join(none)) in everything(app)
    for count, said in ((MOST, "count"), (MOST + 1, "first")):
        found = hits("gpt2", "GPT-2", TokenHits(opened("gpt2").scheme, count, ()))
        assert t(f"models.find_{said}", n=count, shown=MOST) in found
    tab(app, "models", "chat").text_area(key="models_chat").set_value("low\n" * 30).run()
    assert "Over 10 turns" in everything(app)
