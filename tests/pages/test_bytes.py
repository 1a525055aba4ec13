"""The page Bytes, run without a browser: what it shows is the text's and the record's."""

import base64
import html
import json
import re

import pytest

from bpe import Corpus, train
from bpe.interchange import to_tokenizer_json
from bpe.text.bytelevel import to_alias
from bpe.text.pretokenizers import pretokenize
from tests.pages.helpers import Rows, everything, markup, tab
from ui.bytes.panels import PATTERNS, STEPS
from ui.catalogue import Refusal
from ui.corpora.jobs import digest
from ui.corpora.samples import samples, training_samples
from ui.corpora.tokenizers import files_of, opened, shipped
from ui.draw.tokens import exact


@pytest.fixture(scope="module")
def training():
    path = training_samples()["chinese-classics"].path
    return train(Corpus.from_file(path, "gpt"), "gpt", max_merges=500)


def strip(app) -> Rows:
    [rows] = [Rows(body) for body in markup(app) if 'class="byte-strip"' in body]
    return rows


def encoded(app) -> str:
    """Return the markup of the tokens that a tokenizer makes of the text."""
    [shown] = [body for body in markup(app) if '<span class="id">' in body]
    return shown


def ids(app) -> list[int]:
    return list(map(int, re.findall('<span class="id">([0-9]+)<', encoded(app))))


def upload(app, *files: tuple[str, bytes]):
    app.file_uploader(key="tokenizer_upload").set_value(
        [(name, data, "application/octet-stream") for name, data in files]
    )
    return app.run()


def test_the_page_opens_with_a_character_in_two_tokens_and_a_later_step_makes_it_whole(
    open_page, training
):
    """好: its number, its bytes, and the tokens it is at the opening step and at the last."""
    app = open_page("bytes", locale="zh-CN")
    assert "好 的 3 个字节中的 2 个" in strip(app).texts[3]
    app = open_page("bytes")
    assert not app.exception
    tokens = training.tokenizer(STEPS["chinese-classics"]).encode("好").tokens
    assert len(tokens) == 2
    assert strip(app).rows[3] == [exact(token) for token in tokens]
    assert "U+597D" in strip(app).texts[1]
    assert "2 of 3 bytes of 好" in strip(app).texts[3]
    assert strip(app).texts[4].count("�") == 2
    slider = app.slider(key="bytes_merges")
    assert (slider.min, slider.max) == (0, len(training.merges))
    slider.set_value(len(training.merges)).run()
    assert strip(app).rows[3] == ["好"]
    assert "�" not in everything(app)


def test_markup_stays_letters_and_an_empty_box_is_no_error(open_page):
    """Whatever a reader types."""
    app = open_page("bytes")
    app.text_input(key="bytes_text").input('<img src=x onerror="alert(1)"> \u202e&').run()
    assert not app.exception
    assert not any("<img" in body for body in markup(app))
    app.text_input(key="bytes_text").input("").run()
    assert not app.exception
    assert "Type some" in everything(app)


def test_the_spelling_in_files_is_shown_both_ways(open_page):
    """By a run on English, where Ġthat is one entry, and by this one, where it stays letters.

    A space becomes Ġ, and Ġ a space again; a character that stands for no byte is refused.
    """
    app = tab(open_page("bytes"), "bytes", "spelling")

    def entries() -> list[str]:
        body = next(body for body in markup(app) if 'class="file"' in body)
        return html.unescape(" ".join(re.findall('class="file">([^<]*)<', body))).split()

    sample = samples()["first-chapters"]
    english = train(Corpus.from_file(sample.path, "gpt"), "gpt", max_merges=800)
    typed = app.text_area(key="bytes_spelling").value
    assert entries() == [to_alias(token) for token in english.tokenizer().encode(typed).tokens]
    assert "Ġthat" in entries()
    assert "As text: ␣好␣café" in everything(app)
    app.segmented_control(key="bytes_spelling_run").set_value("here").run()
    assert not app.exception
    assert "Ġthat" not in entries()
    assert "å¥½" in entries()
    app.text_area(key="bytes_alias").input("Ġ好").run()
    assert "好 stands for no byte" in everything(app)


def test_the_cuts_are_the_pretokenizers(open_page):
    """Every pattern's words, in order; what the note says of lone spaces holds."""
    app = tab(open_page("bytes"), "bytes", "cuts")
    app.text_area(key="bytes_cuts").input("it's 12345,世界").run()
    shown = [body for body in markup(app) if body.startswith('<div class="cuts"')]
    for name, body in zip(PATTERNS, shown, strict=True):
        words = re.findall('data-word="([^"]*)"', html.unescape(body))
        if name == "bert":
            assert words == ["it", "'", "s", "12345", ",", "世", "界"]
        else:
            assert words == pretokenize("it's 12345,世界", name)
    assert pretokenize("a 12  b", "gpt4") == ["a", " ", "12", " ", " b"]
    assert pretokenize("a 12  b", "gpt2") == ["a", " 12", " ", " b"]


def test_every_example_file_opens_and_encodes(open_page):
    """One click opens the files made here, and a word's merges have ranks."""
    app = tab(open_page("bytes"), "bytes", "files")
    for name in ("json", "pair", "tiktoken", "codes"):
        app.button(key=f"bytes_example_{name}").click().run()
        assert not app.exception, name
        assert not app.error, name
        assert "made here" in app.header[0].value
        assert any("Rank" in body for body in markup(app)), name


def test_files_of_a_tokenizer_may_be_so_large_together(open_page, monkeypatch):
    """Of two with one name, the box holds both, and the last one counts."""
    monkeypatch.setattr("ui.corpora.limits.LARGEST_TOKENIZER", 10**6)
    app = tab(open_page("bytes"), "bytes", "files")
    for files, code in ((("a.txt", "a.txt"), "merge_line"), (("a.txt", "b.txt"), "file_large")):
        upload(app, *((name, b"1" * 600_000) for name in files))
        assert app.session_state["kept_tokenizer_refused"].code == code


def test_an_uploaded_tokenizer_encodes_as_the_training_does(open_page):
    """The file's tokens and ids are on the screen."""
    training = train("好好学习 天天向上 " * 3, "gpt")
    app = tab(open_page("bytes"), "bytes", "files")
    upload(app, ("mine.json", to_tokenizer_json(training).encode()))
    app.text_area(key="file_text").input("好好学习").run()
    assert not app.exception
    assert Rows(f"<tr>{encoded(app)}</tr>").rows == [
        [exact(token) for token in training.tokenizer().encode("好好学习").tokens]
    ]


def test_every_tokenizer_that_comes_with_the_app_opens(open_page):
    """Its tokens are the engine's, and one without merges says why there is no replay.

    The first is there with nothing to upload: with its source and licence.
    """
    app = tab(open_page("bytes"), "bytes", "files")
    assert "GPT-4o" in app.header[0].value
    captions = " ".join(caption.value for caption in app.caption)
    assert "gpt-tokenizer 4.0.0" in captions
    assert "MIT" in captions
    app.text_area(key="file_text").input("strawberry").run()
    assert ids(app) == [302, 1618, 19772]
    app.text_area(key="file_text").input("unbelievably strange")
    for name in shipped():
        app.selectbox(key="tokenizer_picked").select(name).run()
        assert not app.exception, name
        assert not app.error, name
        real = opened(name)
        assert ids(app) == real.encode("unbelievably strange").ids, name
        text = everything(app)
        assert ("keeps no merges" in text or "has no merges" in text) == (real.model != "BPE")


def test_a_broken_file_gets_one_sentence_and_is_not_kept(open_page):
    """What was expected where, in either language; the tokenizer from before stays open."""
    app = tab(open_page("bytes"), "bytes", "files")
    for name, data, said in (
        ("tokenizer.json", b"{", "must be JSON"),
        ("tokenizer.json", json.dumps({"model": {"type": "Bigram"}}).encode(), "must be BPE"),
        ("merges.txt", b"a b c\n", "line 1"),
        ("x.tiktoken", base64.b64encode(b"a") + b" 0\n", "256 single bytes"),
        ("x.bin", b"\xff\xfe\x00", "UTF-8"),
        ("empty.txt", b"", "empty file"),
        ("model.safetensors", (9).to_bytes(8, "little") + b'{"a":{}} ', "the weights of a model"),
    ):
        upload(app, (name, data))
        assert not app.exception, name
        assert [said in error.value for error in app.error] == [True], name
        assert "GPT-4o" in app.header[0].value
        with pytest.raises(Refusal, match="no longer kept"):
            files_of(digest(name, data))
    app = tab(open_page("bytes", locale="zh-CN"), "bytes", "files")
    upload(app, ("merges.txt", b"a b c\n"))
    [error] = app.error
    assert "`` merges.txt ``：第 1 行必须是两个词元" in error.value


def test_ranks_that_nobody_knows_ask_how_words_are_cut(open_page):
    """The guess is named, and the reader's choice cuts anew."""
    ranks = "".join(f"{base64.b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256))
    ranks += f"{base64.b64encode(b'12').decode()} 256\n"
    app = tab(open_page("bytes"), "bytes", "files")
    upload(app, ("mine.tiktoken", ranks.encode()))
    app.text_area(key="file_text").input("12").run()
    assert any("is a guess" in caption.value for caption in app.caption)
    assert ids(app) == [256]
    app.selectbox(key="tokenizer_words").select("qwen").run()
    assert not app.exception
    assert ids(app) == [49, 50]
    assert not any("is a guess" in caption.value for caption in app.caption)
