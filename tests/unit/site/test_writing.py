"""The command writes a site where nothing else is lost, and says what it does."""

import re
from zipfile import ZipFile

import pytest

from ui.corpora.samples import NOVEL
from ui.languages import LANGUAGES
from ui.site import writing
from ui.site.contents import PAGES, STOPS
from ui.tour.cards import PLAN

APP = "https://app.invalid/bpe/"


@pytest.fixture
def one_page(monkeypatch):
    """A site of its first page alone."""
    monkeypatch.setattr(writing, "PAGES", PAGES[:1])


def test_an_old_site_is_replaced_and_nothing_else(one_page, tmp_path):
    """A folder with other files in it is refused, and stays as it is."""
    (tmp_path / "gone.html").write_text("old")
    told = []
    archive = writing.write_site(tmp_path, APP, told.append)
    assert {file.name for file in tmp_path.iterdir()} == {"index.html", "index.zh.html"}
    assert [line.split()[:2] for line in told] == [["1/2", "index.html"], ["2/2", "index.zh.html"]]
    assert archive == tmp_path.with_suffix(".zip")
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ValueError, match=r"must be new or hold a site, got one with 'thesis.tex'"):
        writing.write_site(tmp_path, APP, told.append)
    assert (tmp_path / "index.html").exists()


def test_what_needs_the_app_leads_to_its_address(one_page):
    """In the language of the page, below any path."""
    pages = dict(writing.files(APP))
    assert 'href="https://app.invalid/bpe/?lang=zh"' in pages["index.zh.html"]


def test_every_stop_of_the_lesson_has_a_page():
    """In the order of the lesson; nobody is sent to a server on the way."""
    names = {page.name for page in PAGES}
    assert {address.partition(".html")[0] for address in STOPS.values()} <= names
    assert [*STOPS] == [stop.name for stop in PLAN]


LOOKED_AT = ["index", f"run-{NOVEL}", "why", "vote", "models", "unigram"]
"""The largest run, and a page of each other kind; to write all of them takes half a minute."""


def test_a_page_is_small_its_links_lead_somewhere_and_the_archive_holds_it(tmp_path, monkeypatch):
    """At most 400 KB a page, 500 KB the novel; nothing is in another folder."""
    monkeypatch.setattr(writing, "LANGUAGES", ("zh",))
    looked_at = [page for page in PAGES if page.name in LOOKED_AT]
    monkeypatch.setattr(writing, "PAGES", looked_at)
    site = tmp_path / "site"
    with ZipFile(writing.write_site(site, APP, lambda line: None)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    assert {*files} == {page.file("zh") for page in looked_at}
    assert len(files) == len(LOOKED_AT)
    assert files == {file.name: file.read_bytes() for file in site.iterdir()}
    most = {name: 500_000 if NOVEL in name else 400_000 for name in files}
    assert {name: len(data) for name, data in files.items() if len(data) > most[name]} == {}
    assert sum(map(len, files.values())) * len(PAGES) / len(files) <= 6_100_000, "of the whole site"
    there = {page.file(lang) for page in PAGES for lang in LANGUAGES}
    for name, data in files.items():
        for address in re.findall(r' href="([^"]*)"', data.decode()):
            assert address.startswith(APP) or address.partition("?")[0] in there, (name, address)
