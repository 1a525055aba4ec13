"""What models read, without a browser: two tokenizers on one text, and uploaded files."""

import base64
import json
import re
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.encoding.encoded import usual_method
from bpe.interchange import to_sentencepiece_model, to_tokenizer_json
from bpe.readings.tokenizers import TokenHits
from bpe.readings.word_encoding import first_whole_step
from tests.conftest import spoken_on
from tests.data import SIX_WORDS
from tests.markup import read
from tests.pages.helpers import captions, everything, markup, payloads, query, sent, tab
from ui.catalogue import Refusal, catalogue
from ui.samples import EXAMPLES, FOLDER
from ui.spool import SpoolFile
from ui.text import t
from ui.tokenizers import key_of, opened, resource_of, shipped
from ui.views import models
from ui.views.models import MAX_DRAWN, SIDES, Side
from ui.views.models_chapters import CHAPTERS, MAX_HITS, hits_markup

WORDS = catalogue("en")


def maps(app) -> list[dict]:
    """Return what the two maps draw."""
    [found] = payloads(app, "maps")
    return found["maps"]


def ids(app) -> list[list[int]]:
    return [[token[3] for token in drawn["tokens"]] for drawn in maps(app)]


def upload(app, *files: tuple[str, bytes]):
    """Choose files as a reader does: after each upload the box is another one, and empty."""
    [box] = [each for each in app.file_uploader if each.key.startswith("tokenizer_upload")]
    assert not box.value
    box.set_value([(name, data, "application/octet-stream") for name, data in files])
    return app.run()


def patterns(app) -> list:
    """Return the select boxes for the pattern by which an uploaded tokenizer splits texts."""
    return [box for box in app.selectbox if box.key.startswith("tokenizer_words")]


def upload_ranks(app, name: str, data: bytes):
    """Upload a file that does not state its pattern, and choose one."""
    asked, *_ = patterns(upload(app, (name, data)))
    return asked.select("gpt4").run()


def walls(app) -> list[tuple[list[str], list[int]]]:
    """Return the tokens and the ranks of each wall of merges."""
    found = [one for body in markup(app) for one in read(body).all("ol", kind="wall")]
    return [(one.tokens, [int(each.text) for each in one.all("span", kind="id")]) for one in found]


def test_it_opens_with_two_tokenizers_and_the_merges_of_a_word(open_page):
    """IDs and counts are those of the two tokenizers, and the merges those of the longest word."""
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
    app.text_area(key="models_sentence").set_value("Mr. Bingley").run()
    fewest = opened("o200k").encode("Mr. Bingley", "fewest-tokens").ids
    assert [drawn["sizes"][1:] for drawn in maps(app)][1][0][0] == str(len(fewest)) == "4"


def test_a_click_shows_the_merges_of_that_word(open_page):
    """A click selects a word by its place in the text; a tokenizer without merges says so.

    A sentence gives the number of merges. Another text opens with its longest word again.
    """
    text = "1234567 How many strawberry"
    app = open_page("models", sentence=text)
    [many] = opened("gpt2").encode(" many").words
    app.session_state["models_word"] = text, 0, text.index(" many")
    app.run()
    [(tokens, ranks)] = walls(app)
    assert (tokens[-1], sorted(ranks)) == (" many", [step.rank for step in many.steps])
    app.selectbox(key="models_model").set_value("bert").run()
    assert ids(app)[0] == opened("bert").encode(text).ids
    assert not walls(app)
    assert "WordPiece keeps no merges" in everything(app)
    app.text_area(key="models_sentence").set_value(f"{text} 7").run()
    assert walls(app)[0][0][-1] == " strawberry"
    app = open_page("models", model="gpt2", beside="o200k")
    for text, told in (
        ("of", "in one merge."),
        ("the", "in 2 merges, in the order they were learned."),
        (" many", "in {all} merges, in the order they were learned."),
        (
            "大语言模型",
            "from bytes in {all} merges, in the order they were learned. The picture shows "
            "the last {n}, from the point where every character is complete.",
        ),
    ):
        app.text_area(key="models_sentence").set_value(text).run()
        [word] = opened("o200k").encode(text).words
        left = len(word.steps) - first_whole_step(word)
        assert told.format(all=len(word.steps), n=left) in everything(app)


@pytest.mark.parametrize("name", shipped())
def test_only_a_word_of_one_token_is_said_to_be_one(name, monkeypatch):
    """A word of digits, bytes of a character or unknown parts is said to be several tokens."""
    said = []
    monkeypatch.setattr(models, "say", lambda key, **values: said.append((key, values)))
    monkeypatch.setattr(models, "write", lambda text: None)
    monkeypatch.setattr(models, "say_why_no_merges", lambda why, word: None)
    side = Side(name, name, opened(name))
    for word in side.encode("2024 the ☃🦙 莓 a1 of 𓀀𓀀 é <unk>").words:
        models.draw_word(side, word)
        if said:
            [(key, values)] = said
            is_one = len(word.tokens) == 1
            assert key == ("models.word_whole" if is_one else "models.word_apart"), word
            assert values["n"] == len(word.tokens)
            assert values["n"] == 1 or not word.steps
            said.clear()


def test_a_click_is_a_side_and_a_token(monkeypatch):
    """A browser's message is used if it has this form, and ignored otherwise."""
    both = models.compare("of many", (Side("gpt2", "", opened("gpt2")),) * 2)
    others = ([2, 0], [0, -1], [0, 99], [0, True], [0, 1.0], [0], [0, 1, 2], "00", {"0": 1}, None)
    for said in (*others, [1, 1], [0, 0]):
        kept = {"models_maps": {"word": said}}
        monkeypatch.setattr(models.st, "session_state", kept)
        models._word_clicked(both)
        taken = {} if said in others else {"models_word": ("of many", said[0], 2 * said[1])}
        assert kept == {"models_maps": {"word": said}} | taken


def test_a_lesson_shows_merges_at_its_end_and_where_they_are_asked_for(open_page):
    """The first stop shows only the cuts; the closing card shows the merges and no text box."""
    stop = {"present": "1", "phase": "answer", "hide": "0", "sentence": "snowflakeology"}
    app = open_page("models", stop="1", **stop)
    assert (len(walls(app)), len(app.text_area)) == (0, 1)
    app = open_page("models", stop="end", **stop)
    assert (len(walls(app)), len(app.text_area)) == (1, 0)


def test_a_hidden_answer_leaves_the_sentence_uncut(open_page):
    """With hide=1 no token or count is shown until the reader presses the button.

    A link with hide=0 shows them at once.
    """
    app = open_page("models", sentence="lowest <b>", hide="1")
    assert not payloads(app, "maps")
    assert not walls(app)
    [board] = [json.loads(each["gaps"]) for each in sent(app) if "gaps" in each]
    assert "".join(board["units"]) == "lowest␣<b>"
    in_lesson = open_page("models", sentence="lowest <b>", hide="1", present="1", stop="1")
    [uncut] = [body for body in markup(in_lesson) if 'class="uncut"' in body]
    assert read(uncut).text == "lowest <b>"
    assert not [each for each in sent(in_lesson) if "gaps" in each]
    app.button(key="models_uncover").click().run()
    assert ids(app)[1] == opened("o200k").encode("lowest <b>").ids
    app.button(key="models_split").click().run()
    assert not payloads(app, "maps")
    assert payloads(open_page("models", sentence="lowest", hide="0"), "maps")


def test_no_text_breaks_the_page(open_page):
    """Texts that are too long are cut, empty ones have a note, hostile ones are shown as text.

    BERT drops control characters, which may leave no word to replay.
    """
    app = open_page("models", model="mistral", beside="bert")
    for text in ("", "   \n", "<b>x</b> {0} `c` $y$", "\x00\u202e👩\u200d🚀", "a" * 2500, "\a"):
        app.text_area(key="models_sentence").set_value(text).run()
        joined = [token[3] for token in maps(app)[0]["tokens"]]
        assert joined == opened("mistral").encode(text[:2000]).ids[: len(joined)]
        is_long = text.startswith("aaa")  # a replay would take quadratic time, so none is started
        assert ("more than 60 characters" in everything(app)) == is_long
        assert not (walls(app) and is_long)
    assert ids(app) == [opened("mistral").encode("\a").ids, []]
    app.text_area(key="models_sentence").set_value("low " * 450).run()
    more = len(opened("mistral").encode("low " * 450).ids) - MAX_DRAWN
    assert t("models.map_more", more=more) in captions(app)


def test_ones_own_run_is_the_one_of_the_other_pages(open_page):
    """The run has the limits and rules of the address, and encodes by the method of its scheme."""
    text, rules = "slowest lowcool 好", {"tie_rule": "largest", "special_tokens": ("coo",)}
    asked = {"corpus": "six-words", "ties": "largest", "max_merges": 9, "special": "coo"}
    for name, title in (("gpt", "GPT (byte-level)"), ("wordpiece", "WordPiece score")):
        scheme = replace(PRESETS[name], **rules)
        app = open_page("models", model="own", scheme=name, sentence=text, **asked)
        own = train(SIX_WORDS, scheme, max_merges=9).tokenizer()
        assert ids(app)[0] == own.encode(text, usual_method(scheme)).ids
        assert maps(app)[0]["title"] == f"My own run: Six words, {title}"


def test_chinese_readers_meet_a_chinese_sentence_and_a_tokenizer_made_for_it(open_page):
    """The opening sentence and tokenizer are not choices, so the address does not contain them.

    A token of half a character is described in words. The replay of a word starts with whole
    characters.
    """
    app = open_page("models", locale="zh-CN")
    assert app.text_area(key="models_sentence").value == EXAMPLES["chinese"]
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
    app.text_area(key="models_sentence").set_value("人工智能，饕").run()
    assert maps(app)[1]["names"]["hint"].startswith("这里“饕”被切成 2 个词元")
    assert "不是完整的字符" in maps(app)[1]["tokens"][-1][4]
    assert walls(app)[0][0][:4] == [*"人工智能"], "the steps before join bytes"


def test_a_tokenizer_of_every_kind_opens(open_page):
    """The page shows a tokenizer's tokens, origin, licence and decoded text.

    A tokenizer without merges says why there is no replay.
    """
    app = open_page("models")
    text = "Unbelievably"
    app.text_area(key="models_sentence").set_value(text).run()
    for left, right in (("bert", "gpt2"), ("mistral", "clip")):
        app.session_state["models_word"] = text, 0, 0
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
        assert ("CLIP cleans up a text first" in captions(app)) == (right == "clip")
        assert real.decode(real.encode(text).ids) in everything(app)


def test_what_a_model_loses_of_a_text_is_said_below_its_reading(open_page):
    """White space and unknown parts that BERT drops, and letters that a run drops, are reported.

    A tokenizer that loses nothing has no such caption.
    """
    app = open_page("models", model="bert", beside="gpt2")
    app.text_area(key="models_sentence").set_value("Hi  you\n🦙").run()
    assert "BERT (WordPiece) drops white space" in captions(app)
    assert "single token for all of them: `` 🦙 ``" in captions(app)
    assert "GPT-2, GPT-3 d" not in captions(app)
    app = open_page("models", scheme="huggingface", corpus="low-lower", model="own", beside="gpt2")
    app.text_area(key="models_sentence").set_value("low 🦙 a").run()
    assert "drops characters that no token represents: `` 🦙 a ``" in captions(app)


def ranks(*tokens: bytes) -> bytes:
    """Return a .tiktoken file with all bytes and these tokens."""
    every = [*(bytes([byte]) for byte in range(256)), *tokens]
    lines = (f"{base64.b64encode(each).decode()} {rank}\n" for rank, each in enumerate(every))
    return "".join(lines).encode()


def test_a_broken_file_gets_one_sentence_and_is_not_kept(open_page, monkeypatch):
    """The error names the file and the expected content; the previous tokenizer stays open.

    Of two files with the same name, the box keeps both, and the last one counts.
    """
    app = open_page("models")
    broken = (
        ("tokenizer.json", b"{", "must be JSON"),
        ("model.safetensors", (9).to_bytes(8, "little") + b'{"a":{}} ', "a model's weights"),
    )
    for _ in range(2):  # without an uploaded tokenizer, then with one
        before = ids(app)
        for name, data, said in broken:
            upload(app, (name, data))
            assert [said in error.value for error in app.error] == [True], app.error[0].value
            assert ids(app) == before
            with pytest.raises(Refusal, match="no longer kept"):
                resource_of(key_of({name: SpoolFile(data)}))
        upload_ranks(app, "mine.tiktoken", ranks(b"ow"))
        assert not app.error
    app = upload(open_page("models", locale="zh-CN"), ("merges.txt", b"a b c\n"))
    [error] = app.error
    assert "文件必须属于同一个分词器：tokenizer.json、.tiktoken" in error.value
    assert "`` merges.txt ``" in error.value
    monkeypatch.setattr("ui.own_text.uploads.MAX_TOKENIZER_BYTES", 10**6)
    for names, code in ((("a.txt", "a.txt"), "files"), (("a.txt", "b.txt"), "file_large")):
        upload(app, *((name, b"1" * 600_000) for name in names))
        assert app.session_state["tokenizer_uploaded"].code == code


def test_the_newest_upload_is_read_and_those_before_can_be_picked(open_page):
    """Uploads can be picked by name, also on both sides; an equal upload adds no second entry."""
    app = open_page("models", sentence="how many")
    files = [("a.tiktoken", ranks(b"how")), ("b.tiktoken", ranks(b"ow")), ("a.tiktoken", ranks())]
    read = [[256, 32], [104, 256, 32], [104, 111, 119, 32]]
    titles = ["a.tiktoken (yours)", "b.tiktoken (yours)", "a.tiktoken (yours, no. 2)"]
    for count, (file, expected) in enumerate(zip(files, read, strict=True), 1):
        upload_ranks(app, *file)
        assert ids(app)[0][: len(expected)] == expected
        assert maps(app)[0]["title"] == titles[count - 1]
        assert app.selectbox(key="models_beside").options[1 : count + 1] == titles[:count]
    upload(app, files[0])
    assert (maps(app)[0]["title"], ids(app)[0][0]) == (titles[0], 256)
    pickers = [app.selectbox(key=f"models_{side}") for side in SIDES]
    assert [len(picker.options) for picker in pickers] == [len(shipped()) + 1 + len(files)] * 2
    with spoken_on(app.main):
        pickers[1].select(titles[1]).run()
    assert [each["title"] for each in maps(app)] == titles[:2]
    assert ids(app)[1][:2] == [104, 256]
    assert query(app) == dict.fromkeys(SIDES, "tokenizer-files") | {
        "sentence": "how many",
        "tab": "file",
    }


def test_files_of_one_tokenizer_may_come_one_after_the_other(open_page):
    """The first file alone is refused; a complete tokenizer after it is read by itself.

    A configuration after a file of ranks completes it.
    """
    model = json.loads(to_tokenizer_json(train("how show how", "gpt", max_merges=2)))["model"]
    merges = "\n".join(map(" ".join, model["merges"]))
    parts = [("vocab.json", json.dumps(model["vocab"]).encode()), ("merges.txt", merges.encode())]
    app = open_page("models", sentence="how")
    assert len(upload(app, parts[0]).error) == 1
    upload_ranks(app, *parts[1])
    assert not app.error
    assert maps(app)[0]["title"] == "vocab.json, merges.txt (yours)"
    upload_ranks(upload(app, parts[0]), "a.tiktoken", ranks(b"how"))
    assert (maps(app)[0]["title"], ids(app)[0]) == ("a.tiktoken (yours)", [256])
    assert not app.error
    config = json.dumps({"tokenizer_class": "Qwen2Tokenizer"}).encode()
    upload(app, ("b.tiktoken", ranks(b"12")))
    assert patterns(app), "it is asked"
    upload(app, ("tokenizer_config.json", config))
    assert maps(app)[0]["title"] == "b.tiktoken, tokenizer_config.json (yours)"


def test_a_tokenizer_of_one_s_own_stands_where_the_address_says_so(open_page):
    """An uploaded tokenizer is shown on the sides that the address names, with a description.

    For a file of ranks the reader must first choose how words are split; another choice splits the
    text again. Another address shows another tokenizer, and another session does not have the
    upload.
    """
    app = open_page("models")
    opening, before = app.selectbox(key="models_model").value, ids(app)
    upload(app, ("mine.tiktoken", ranks(b"12")))
    assert (ids(app), app.error[:]) == (before, [])
    assert "`` mine.tiktoken `` does not say how words are split" in captions(app)
    patterns(app)[0].select("gpt4").run()
    own, written = app.selectbox(key="models_model").value, query(app)["model"]
    assert query(app) == {"model": written, "tab": "file"}
    assert "257 tokens" in captions(app)
    assert "does not say how words are split" in captions(app)
    assert "mine.tiktoken" in maps(app)[0]["title"]
    app.text_area(key="models_sentence").set_value("12").run()
    assert ids(app)[0] == [256]
    app.selectbox(key="models_beside").set_value(own).run()
    patterns(app)[0].select("qwen").run()
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
    assert "does not say how words are split" not in captions(ours), "ours say it themselves"
    assert open_page("models", model=written).warning


def test_a_program_that_a_tokenizer_can_make_no_token_of_is_no_error(open_page):
    """If an uploaded vocabulary has no token for the program, one sentence says so."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": [], "unk_token": "gone"}
    data = json.dumps({"version": "1.0", "added_tokens": [], "model": model}).encode()
    app = upload(open_page("models"), ("tokenizer.json", data))
    app.text_area(key="models_sentence").set_value("aaa")
    tab(app, "models", "code")
    assert "finds no token" in "".join(markup(app))


def test_every_chapter_says_of_an_uploaded_tokenizer_what_it_says_of_the_same_at_hand(
    open_page, monkeypatch, tmp_path
):
    """All tabs are equal for a file that the reader uploads and for one picked from the list."""
    path, title = tmp_path / "small.model", "Small"
    text = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")[:20_000]
    path.write_bytes(to_sentencepiece_model(train(text, "sentencepiece", max_merges=300)))
    small = replace(shipped()["mistral"], name="small", path=path, title={"en": title, "zh": title})
    found = shipped() | {"small": small}
    for place in ("ui.tokenizers", "ui.views.models", "ui.own_tokenizer"):
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
            # The uploaded tokenizer adds one to the number of tokenizers that are searched.
            bodies = (re.sub(r"All \d+", "All", body) for body in markup(app))
            shown.append([body.replace(own, title) for body in bodies])
        assert shown[0] == shown[1], name
    assert ids(brought) == ids(picked)


@pytest.mark.usefixtures("three")
def test_chapters_say_where_there_is_too_little_or_too_much(open_page):
    """The cases are a text of one character, a search with no or too many hits, and a long chat."""
    app = tab(open_page("models", model="gpt2", sentence="a"), "models", "edge")
    assert t("models.empty") in everything(app)
    app = open_page("models", model="gpt2", beside="bert", find=" SolidGoldMagikarp")
    none = [t("models.own_run"), *(shipped()[name].title["en"] for name in ("mistral", "bert"))]
    assert t("models.find_none", names=" · ".join(none)) in everything(app)
    for count, said in ((MAX_HITS, "count"), (MAX_HITS + 1, "first")):
        found = hits_markup("gpt2", "GPT-2", TokenHits(opened("gpt2").scheme, count, ()))
        assert t(f"models.find_{said}", n=count, shown=MAX_HITS) in found
    tab(app, "models", "chat").text_area(key="models_chat").set_value("low\n" * 30).run()
    assert "over 10 turns" in everything(app)


@pytest.mark.usefixtures("three")
def test_no_token_is_drawn_whole_that_is_very_long(open_page):
    """At most 200 characters of a token are drawn in any tab, for a run whose tokens double."""
    asked = {"corpus": "pasted", "text": "ab" * 700, "scheme": "minbpe", "sentence": "ab" * 700}
    app = open_page("models", model="own", beside="own", find="ab", **asked)
    longest = {}
    for name in [name for name in CHAPTERS if name not in ("all", "chat")]:
        tab(app, "models", name)
        assert not app.error, name
        longest[name] = max(len(each) for body in markup(app) for each in [*read(body).tokens, ""])
    assert [name for name in longest if longest[name] == 201] == ["rows", "find", "unused"]
    assert max(longest.values()) == 201
    assert max(len(token[0]) for token in maps(app)[0]["tokens"]) == 201
