"""What a reader brings is read in a process of its own, and what is refused is not kept."""

import gzip

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
from tests.unit.corpora.documents import docx, paragraphs, pdf
from ui.catalogue import Refusal
from ui.controls import own_text
from ui.corpora import tokenizers, uploads
from ui.corpora.sources import text_in
from ui.samples import training_samples
from ui.spool import SpoolFile

CAFE = "café café"


@pytest.fixture
def read_elsewhere(monkeypatch):
    """Let the app's own process read files of ours alone; those it starts know nothing of this."""
    ours, here = {sample.path.name for sample in training_samples().values()}, uploads._unpacked

    def unpacked(data, name, limits):
        assert name in ours
        return here(data, name, limits)

    monkeypatch.setattr(uploads, "_unpacked", unpacked)
    monkeypatch.setattr("ui.check.readings.load_merges", lambda *given: pytest.fail("read here"))


def test_a_file_is_read_in_another_process_however_it_comes(open_page, read_elsewhere):
    """As it is brought, in another encoding, and as it comes back with a reload; a list, too."""
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
    assert app.session_state["kept_check_list"].count == 2
    assert "The first merge agrees" in " ".join(markup(app))


def test_what_is_refused_leaves_what_was_there_and_is_not_kept(open_page):
    """The sentence stays, and no byte of the file."""
    app = upload(open_page("train"), b"banana bandana", "a.txt")
    refused = b"word,count" + b"," * 16_000 + b"\n" + b"a,1\n" * 16_000
    app.file_uploader(key="file").set_value(("bomb.csv", refused, "text/csv")).run()
    assert "at most 1,000 columns" in app.error[0].value
    assert "bandana" in words_shown(app)
    assert app.session_state["kept_file_brought"].code == "many_columns"
    app.file_uploader(key="file").set_value(("b.txt", b"low lower", "text/plain")).run()
    assert not app.error
    assert "lower" in words_shown(app)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.pdf", pdf("low lower", ""), ["the text of all 2 pages", "perhaps scanned: 1 of them"]),
        ("a.docx", docx(paragraphs("<w:t>lower</w:t>")), ["Headers, footers, footnotes, comments"]),
        ("<b>.py", b"lower", ["`` <b>.py `` was taken as text as it stands"]),
        ("a.txt", b"lower", []),
        ("a.gz", gzip.compress(b"lower"), []),
    ],
    ids=["pages", "headers", "any name", "text", "packed text"],
)
def test_the_note_says_what_was_left_out_of_a_document_and_of_which_file(
    open_page, name, data, said
):
    """Beside the picture of its text; a plain text needs no note, nor does a sample."""
    app = upload(open_page("train"), data, name)
    assert "lower" in words_shown(app)
    every = ("the text of all", "scanned", "Headers, footers", "was taken as text")
    assert all(each in captions(app) for each in said)
    assert any(each in captions(app) for each in every) == bool(said)
    app.selectbox(key="corpus").select("hug").run()
    assert not any(each in captions(app) for each in every)


def test_a_file_refused_for_its_bytes_can_be_read_in_an_encoding_of_the_readers_choice(open_page):
    """The picker stands below the sentence, and goes with it; another refusal has none."""
    app = upload(open_page("train"), "功成事遂，百姓皆谓：「我自然」。".encode("gb18030"), "a.txt")
    [error] = app.error
    assert "binary data" in error.value
    app.selectbox(key="file_encoding").select("big5").run()
    assert "in the encoding `` big5 ``" in app.error[0].value
    assert app.selectbox(key="file_encoding").value == "big5", "another can be tried"
    upload(app, "百姓皆谓".encode(), "b.txt")
    assert not app.error, "another file has an encoding of its own"
    upload(app, "功成事遂，百姓皆谓：「我自然」。".encode("gb18030"), "a.txt")
    pickers = [each.key for each in app.selectbox if "encoding" in (each.key or "")]
    assert pickers == ["file_encoding"], "that of the file before would be taken for its own"
    app.selectbox(key="file_encoding").select("big5").run()
    upload(app, "功成事遂，百姓皆谓：「我自然」！".encode("gb18030"), "c.txt")
    assert app.selectbox(key="file_encoding").value is None, "that was another file's"
    upload(app, "功成事遂，百姓皆谓：「我自然」。".encode("gb18030"), "a.txt")
    app.selectbox(key="file_encoding").select("gb18030").run()
    assert not app.error
    assert "功成事遂" in words_shown(app)
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
    """And the file is not read again."""

    def waiting(job, cancel):
        st.button("stop", key="stop", on_click=cancel)
        st.stop()

    app = open_page(page, **({"corpus": "hug"} if picker == "corpus" else {}))
    own = "two-files" if picker == "pair" else "uploaded"
    app.selectbox(key=picker).select(own).run()
    monkeypatch.setattr(own_text, "result_of", waiting)
    app.file_uploader(key=box).set_value(("a.txt", b"low lower", "text/plain")).run()
    app.button(key="stop").click().run()
    assert app.selectbox(key=picker).value == before
    assert not [each for each in app.button if each.key == "stop"]


def brings(files):
    """Bring a tokenizer's files."""
    from ui.controls import tokenizers
    from ui.spool import SpoolFile

    tokenizers.take({name: SpoolFile(data) for name, data in files.items()})
    tokenizers.settle()


def test_what_is_no_tokenizer_is_dropped_for_nobody_but_who_brought_it(monkeypatch):
    """Who brought the same bytes before may have them open."""

    def refuse(key):
        raise Refusal("tokenizer_died")

    monkeypatch.setattr("ui.controls.tokenizers.tokenizer_of", refuse)
    key, _ = tokenizers.keep({"a.model": SpoolFile(b"kept")})
    for content in (b"kept", b"new"):
        app = AppTest.from_function(brings, args=({"a.model": content},)).run()
        assert app.session_state["kept_tokenizer_new"].code == "tokenizer_died"
    assert tokenizers.files_of(key)
    assert tokenizers.keep({"a.model": SpoolFile(b"new")})[1]


def cancels(*, is_new: bool) -> None:
    """Cancel what takes a while to open: what is brought, or what was open."""
    import streamlit as st

    from ui.controls import tokenizers
    from ui.shell import session
    from ui.shell.choices import OWN_FILES

    session.remember(OWN_FILES, "mine")
    if is_new:
        session.remember("tokenizer_new", ("another", True, None))
    tokenizers._give_up()
    st.text(session.recall(OWN_FILES))


@pytest.mark.parametrize(("is_new", "left"), [(True, "mine"), (False, "None")])
def test_who_cancels_what_is_brought_keeps_the_tokenizer_before(is_new, left):
    """Who cancels that one has none."""
    app = AppTest.from_function(cancels, kwargs={"is_new": is_new}).run()
    assert app.text[0].value == left


@pytest.mark.parametrize(
    ("page", "box"), [("train", "file"), ("check", "check_file"), ("models", "tokenizer_upload")]
)
def test_a_file_that_the_server_gave_up_is_asked_for_again(open_page, monkeypatch, page, box):
    """As of a session that sent too much: it stands in the box, but is no longer there."""
    app = open_page(page)
    if page == "train":
        app.selectbox(key="corpus").select("uploaded").run()
    monkeypatch.setattr(MemoryUploadedFileManager, "get_files", lambda *_, **__: [])
    file = ("a.txt", b"low lower", "text/plain")
    app.file_uploader(key=box).set_value([file] if page == "models" else file).run()
    assert "no longer kept here. Upload them again." in app.error[0].value


def test_of_files_in_one_box_those_that_are_there_are_read(open_page, monkeypatch):
    """What is said is of these."""
    kept = MemoryUploadedFileManager.get_files
    app = open_page("models")
    monkeypatch.setattr(
        MemoryUploadedFileManager, "get_files", lambda *given, **named: kept(*given, **named)[-1:]
    )
    app.file_uploader(key="tokenizer_upload").set_value([("a", b"1", ""), ("b", b"2", "")]).run()
    assert "got `` b ``." in app.error[0].value


@pytest.mark.parametrize(("locale", "is_chinese"), [("en-US", False), ("zh-CN", True)])
def test_a_short_file_is_first_read_as_those_of_the_readers_language(open_page, locale, is_chinese):
    """So few bytes may be of another."""
    data = "词,次数\n学校,3\n老师,2".encode("gb18030")
    app = upload(open_page("train", locale=locale), data, "a.txt")
    assert (picker_of(app, "encoding").value == "gb18030") == is_chinese


def test_uploading_a_second_file_uses_its_own_encoding(open_page):
    """What the browser still reports of the first one's picker is not heard."""
    app = open_page("train", corpus="uploaded")
    texts = {
        "a.txt": ("学而时习之，不亦说乎？", "gb18030"),
        "b.txt": ("學而時習之，不亦說乎？", "big5"),
    }
    for name, (text, encoding) in texts.items():
        before = [each.key for each in app.selectbox if (each.key or "").startswith("encoding")]
        app.file_uploader(key="file").set_value((name, text.encode(encoding), "text/plain"))
        for key in before:  # a slow browser sends this along
            app.session_state[key] = "gb18030"
        app.run()
        assert text_in(app.session_state["kept_uploaded"].text) == text
        assert picker_of(app, "encoding").value == encoding
        assert before != [picker_of(app, "encoding").key]
