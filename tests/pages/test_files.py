"""Readers' files are read in a separate process, and refused ones are not kept."""

import gzip
from pathlib import Path

import pytest
import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.testing.v1 import AppTest

from tests.pages.helpers import (
    captions,
    markup,
    opened_again,
    paste_list,
    picker_of,
    upload,
    words_shown,
)
from tests.unit.input.documents import docx, paragraphs, pdf, zipped
from ui.catalogue import Refusal
from ui.own_text import boxes, uploads
from ui.own_text.sources import of_sample, text_in
from ui.pages import PAGES
from ui.samples import training_samples
from ui.spool import SpoolFile
from ui.tokenizers import keep, resource_of

CAFE = "café café"


@pytest.fixture
def read_elsewhere(monkeypatch):
    """Fail if the app's own process reads a reader's file; its worker processes are unaffected."""
    ours, here = {sample.path.name for sample in training_samples().values()}, uploads.inspect

    def inspect(file, *how):
        assert file.name in ours
        return here(file, *how)

    monkeypatch.setattr(uploads, "inspect", inspect)
    monkeypatch.setattr("ui.merge_lists.load_merges", lambda *given: pytest.fail("read here"))


def test_a_file_is_read_in_another_process_however_it_comes(open_page, read_elsewhere):
    """An upload, a new encoding, a reload and a pasted list are all read in a worker process."""
    app = upload(open_page("train"), gzip.compress(CAFE.encode("cp1252")), "a.txt.gz")
    assert not app.error
    assert "café" in words_shown(app)
    picker_of(app, "encoding").select("cp1251").run()
    assert "cafй" in words_shown(app)
    again = opened_again(open_page, "train", app)
    assert "cafй" in words_shown(again)
    assert picker_of(again, "encoding").value == "cp1251"
    table = upload(open_page("train"), b"word,count\nlow,50\n", "a.csv")
    assert "low" in words_shown(table)
    app = paste_list(open_page("check", corpus="hug"), "u g\nh ug\n")
    assert not app.error
    assert app.session_state["check_list"].count == 2
    assert "The first merge is right" in " ".join(markup(app))


def test_what_is_refused_leaves_what_was_there_and_is_not_kept(open_page):
    """After a refusal the previous text is shown; only the error is kept, not the refused file."""
    app = upload(open_page("train"), b"banana bandana", "a.txt")
    refused = b"word,count" + b"," * 16_000 + b"\n" + b"a,1\n" * 16_000
    app.file_uploader(key="file").set_value(("bomb.csv", refused, "text/csv")).run()
    assert "at most 1,000 columns" in app.error[0].value
    assert "bandana" in words_shown(app)
    assert app.session_state["file_brought"].code == "many_columns"
    app.file_uploader(key="file").set_value(("b.txt", b"low lower", "text/plain")).run()
    assert not app.error
    assert "lower" in words_shown(app)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        (
            "a.zip",
            zipped({"b.txt": b"lower", "c.png": b"\x89PNG\r\n"}),
            ["Texts in this archive: 1 (`` b.txt ``)", "no readable text: 1 (`` c.png ``)"],
        ),
        ("a.csv", b"text,label\nlower now,1\n", ["The texts are those of column `` text ``"]),
        ("a.log.txt", b"lower 2\nlow 1\n", ["Each line is a word and its count"]),
        ("a.txt", b"lower\r\n", [r"Line ends \r\n and \r were read as \n"]),
        ("a.txt", "lower è caffè".encode("cp1252"), ["Encoding: `` cp1252 ``, which is a guess"]),
        ("a.pdf", pdf("low lower", ""), ["the text of every page (2)", "perhaps scanned: 1"]),
        ("a.docx", docx(paragraphs("<w:t>lower</w:t>")), ["Headers, footers, footnotes, comments"]),
        ("<b>.py", b"lower", ["`` <b>.py `` was read as plain text"]),
        ("a.txt", b"lower", []),
        ("a.gz", gzip.compress(b"lower"), []),
    ],
    ids=[
        "archive",
        "column",
        "list",
        "returns",
        "guess",
        "pages",
        "headers",
        "any name",
        "text",
        "packed text",
    ],
)
def test_the_note_says_what_was_left_out_of_a_document_and_of_which_file(
    open_page, name, data, said
):
    """The captions name each omission; a complete plain text and a sample have no such note."""
    app = upload(open_page("train"), data, name)
    assert "lower" in words_shown(app)
    every = (
        "the text of every page",
        "scanned",
        "Headers, footers",
        "was read as plain text",
        "archive",
        "those of column",
        "and its count",
        "Line ends",
        "a guess",
    )
    assert all(each in captions(app) for each in said)
    assert any(each in captions(app) for each in every) == bool(said)
    app.selectbox(key="corpus").select("hug").run()
    assert not any(each in captions(app) for each in every)


def test_a_file_refused_for_its_bytes_can_be_read_in_an_encoding_of_the_readers_choice(open_page):
    """A refused binary file has a select box of encodings, which other refused files lack.

    The chosen encoding is used; invalid bytes become � and are counted.
    """
    binary = b"low\x01\x02\x03 \xfflower"
    app = upload(open_page("train"), binary, "a.txt")
    [error] = app.error
    assert "a.txt `` must be text, but it is binary data" in error.value
    upload(app, "百姓皆谓".encode(), "b.txt")
    assert not app.error, "another file has an encoding of its own"
    upload(app, binary, "a.txt")
    pickers = [each.key for each in app.selectbox if "encoding" in (each.key or "")]
    assert pickers == ["file_encoding"], "that of the file before would be taken for its own"
    app.selectbox(key="file_encoding").select("utf-8").run()
    assert not app.error
    assert "�lower" in words_shown(app)
    assert "Bytes that are invalid as `` utf-8 `` became �. Places: 1." in captions(app)
    upload(app, binary + b"\x01", "c.txt")
    assert app.selectbox(key="file_encoding").value is None, "that was another file's"
    app.file_uploader(key="file").set_value(("b.csv", b"word,count\na,x\n", "text/csv")).run()
    assert app.error
    assert not [each for each in app.selectbox if each.key == "file_encoding"]


@pytest.mark.parametrize(
    ("page", "picker", "box", "before"),
    [
        ("train", "corpus", "file", "hug"),
        ("joint", "pair", "pair_file_0", "english-german"),
    ],
)
def test_cancelling_a_file_leads_back_to_the_text_before(
    open_page, monkeypatch, page, picker, box, before
):
    """Cancelling selects the previous text, and the file is not read again."""

    def waiting(job, cancel):
        st.button("stop", key="stop", on_click=cancel)
        st.stop()

    app = open_page(page, **({"corpus": "hug"} if picker == "corpus" else {}))
    own = "two-files" if picker == "pair" else "uploaded"
    app.selectbox(key=picker).select(own).run()
    monkeypatch.setattr(boxes, "result_of", waiting)
    app.file_uploader(key=box).set_value(("a.txt", b"low lower", "text/plain")).run()
    app.button(key="stop").click().run()
    assert app.selectbox(key=picker).value == before
    assert not [each for each in app.button if each.key == "stop"]


def opens(files: dict[str, bytes]) -> None:
    """Upload a tokenizer's files."""
    import streamlit as st

    from ui import own_tokenizer
    from ui.spool import SpoolFile

    st.session_state[own_tokenizer.UPLOADED] = {
        name: SpoolFile(data) for name, data in files.items()
    }
    own_tokenizer.open_uploaded(lambda key: None)


def test_what_is_no_tokenizer_is_dropped_for_nobody_but_who_brought_it(monkeypatch):
    """A refused upload is not kept, but equal bytes stored before stay.

    Another reader may have them open.
    """

    def refuse(*given, **named):
        raise Refusal("tokenizer_died")

    monkeypatch.setattr("ui.own_tokenizer.result_of", refuse)
    key = keep({"a.model": SpoolFile(b"kept")})
    for content in (b"kept", b"new"):
        app = AppTest.from_function(opens, args=({"a.model": content},)).run()
        assert app.session_state["tokenizer_uploaded"].code == "tokenizer_died"
    assert resource_of(key).paths


def cancels(*, is_new: bool) -> None:
    """Cancel the opening of an uploaded tokenizer, or of a tokenizer that was open before."""
    import streamlit as st

    from ui import own_tokenizer
    from ui.own_tokenizer import OwnTokenizer
    from ui.state import OWN_FILES

    st.session_state[OWN_FILES] = {key: OwnTokenizer(key, (key,)) for key in ("mine", "other")}
    if is_new:
        st.session_state[own_tokenizer.UPLOADED] = {"new": None}
        own_tokenizer._cancel_upload()
        own_tokenizer.open_uploaded(lambda key: None)
    else:
        own_tokenizer._drop("mine")
    st.text(" ".join(own_tokenizer.own_tokenizers()))


@pytest.mark.parametrize(("is_new", "left"), [(True, "mine other"), (False, "other")])
def test_who_cancels_what_is_brought_keeps_the_tokenizer_before(is_new, left):
    """Cancelling an upload keeps the open tokenizers; cancelling an open tokenizer removes it."""
    app = AppTest.from_function(cancels, kwargs={"is_new": is_new}).run()
    assert app.text[0].value == left


@pytest.mark.parametrize(
    ("page", "box"), [("train", "file"), ("check", "check_file"), ("models", "tokenizer_upload_0")]
)
def test_a_file_that_the_server_gave_up_is_asked_for_again(open_page, monkeypatch, page, box):
    """The server drops files of a session that sent too much; the page then asks for them again."""
    app = open_page(page)
    if page == "train":
        app.selectbox(key="corpus").select("uploaded").run()
    monkeypatch.setattr(MemoryUploadedFileManager, "get_files", lambda *_, **__: [])
    file = ("a.txt", b"low lower", "text/plain")
    app.file_uploader(key=box).set_value([file] if page == "models" else file).run()
    assert "no longer kept here. Upload them again." in app.error[0].value


def test_of_files_in_one_box_those_that_are_there_are_read(open_page, monkeypatch):
    """If only some files of a box are still stored, these are read, and the error names them."""
    kept = MemoryUploadedFileManager.get_files
    app = open_page("models")
    monkeypatch.setattr(
        MemoryUploadedFileManager, "get_files", lambda *given, **named: kept(*given, **named)[-1:]
    )
    app.file_uploader(key="tokenizer_upload_0").set_value([("a", b"1", ""), ("b", b"2", "")]).run()
    assert "These are `` b ``." in app.error[0].value


@pytest.mark.parametrize(("locale", "is_chinese"), [("en-US", False), ("zh-CN", True)])
def test_a_short_file_is_first_read_as_those_of_the_readers_language(open_page, locale, is_chinese):
    """A few bytes fit several encodings, so the language of the reader decides."""
    data = "天长地久".encode("gb18030")
    app = upload(open_page("train", locale=locale), data, "a.txt")
    assert (picker_of(app, "encoding").value == "gb18030") == is_chinese


def test_uploading_a_second_file_uses_its_own_encoding(open_page):
    """A late report of the first file's select box does not change the second file's encoding."""
    app = open_page("train", corpus="uploaded")
    texts = {
        "a.txt": ("学而时习之，不亦说乎？", "gb18030"),
        "b.txt": ("學而時習之，不亦說乎？", "cp950"),
    }
    for name, (text, encoding) in texts.items():
        before = [each.key for each in app.selectbox if (each.key or "").startswith("encoding")]
        app.file_uploader(key="file").set_value((name, text.encode(encoding), "text/plain"))
        for key in before:  # a slow browser sends this along
            app.session_state[key] = "gb18030"
        app.run()
        assert text_in(app.session_state["own_texts"]["uploaded"].text) == text
        assert picker_of(app, "encoding").value == encoding
        assert before != [picker_of(app, "encoding").key]


def test_a_full_disk_is_a_sentence_and_the_samples_can_be_used(open_page, monkeypatch):
    """Pages still show samples; a pasted text is refused with the reason."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    of_sample.cache_clear()
    monkeypatch.setattr(Path, "write_bytes", fail)
    for each in PAGES:
        assert not open_page(each.name).error
        app = open_page(each.name, corpus="pasted", text="low lower full disk")
        assert not app.exception
        if each.name in ("train", "encode", "wordpiece", "unigram"):
            assert "disk is full" in app.error[0].value
