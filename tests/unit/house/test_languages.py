"""A language is a folder: nothing that runs knows one by name; a browser is asked for its own."""

import ast
import re

import pytest
from starlette.requests import Request

from tests.conftest import ROOT
from tests.unit.house.imports import tree
from ui.catalogue import LANGUAGES, preferred
from ui.corpora.tokenizers import shipped
from ui.home import notes
from ui.models.sides import EXAMPLES
from ui.quiz.rounds import KINDS
from ui.samples import samples
from ui.shell.pages import PAGES

WRITTEN_AS = re.compile(r'toLocaleString\("en"')
"""How numbers are written in every language: 12,345."""


def quoted_in(file) -> set[str]:
    if file.suffix == ".py":
        return {each.value for each in ast.walk(tree(file)) if isinstance(each, ast.Constant)}
    text = file.read_text(encoding="utf-8")
    return set(re.findall(r"[\"'`]([^\"'`\n]*)[\"'`]", WRITTEN_AS.sub("", text)))


def test_only_the_language_of_the_engine_is_known_by_name():
    """Everything else finds the languages in their folder."""
    files = [
        ROOT / "app.py",
        *(each for room in ("bpe", "ui", "pages") for each in ROOT.glob(f"{room}/**/*.*")),
    ]
    files = [file for file in files if file.suffix in (".py", ".js", ".html")]
    names = {*LANGUAGES, *(each.html for each in LANGUAGES.values())}
    knowing = {file.relative_to(ROOT).as_posix() for file in files if quoted_in(file) & names}
    assert knowing == {"ui/catalogue.py"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_language_opens_with_is_there(lang):
    """Each sample, tokenizer, example and kind of round that its defaults name."""
    language = LANGUAGES[lang]
    assert {*language.opens} <= {"levels", *(page.name for page in PAGES)}
    assert {*language.opens.values()} <= {*samples()}
    opened, text = [language.models[name] for name in ("model", "beside")], language.models["text"]
    assert {*opened} <= {*shipped()}
    assert text in EXAMPLES
    assert {*language.quiz} == {kind.name for kind in KINDS}
    assert all(b"\n".decode(encoding) == "\n" for encoding in language.encodings)


ACCEPTED = [
    ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
    ("ZH-hant-TW", "zh"),
    ("en-US,en;q=0.9,zh;q=0.8", "en"),
    ("en;q=0.5, zh;q=0.7", "zh"),
    ("fr-FR, fr;q=0.9, zh;q=0.2", "zh"),
    ("zh;q=0, en;q=0.1", "en"),
    ("zh;q=0", "en"),
    ("*, zh;q=0.5", "en"),
    ("zha", "en"),  # Zhuang
    ("fr-zh", "en"),
    ("x-zh", "en"),
    ("zh;q=2, <zh>", "en"),
    ("", "en"),
    ("fr, " * 40 + "zh", "zh"),
    ("fr, " * 50 + "zh", "en"),  # longer than any browser's list
]


@pytest.mark.parametrize(("accepted", "lang"), ACCEPTED)
def test_a_browser_gets_the_first_of_our_languages_that_it_accepts(accepted, lang, monkeypatch):
    """Tag by tag and by their weights; the notes do as all pages, unless their address says it."""
    assert preferred(accepted) == lang
    monkeypatch.setattr(notes, "notes", lambda lang: lang)
    for query, said in ((b"", lang), (b"lang=zh", "zh"), (b"lang=zha", lang)):
        headers = [(b"accept-language", accepted.encode()), (b"host", b"app")]
        scope = {"type": "http", "headers": headers, "path": "/notes", "query_string": query}
        assert notes.page(Request(scope)).body.decode() == said
