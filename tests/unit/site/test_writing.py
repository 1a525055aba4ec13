"""The command writes a site where nothing else is lost, and says what it does."""

import pytest

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
