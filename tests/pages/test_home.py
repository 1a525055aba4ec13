"""Home explains the idea and shows it running."""

import json

import pytest

from ui.catalogue import catalogue
from ui.corpora.samples import first_sample
from ui.shell.navigation import PAGES


def labels(part) -> list[str]:
    """List the links to pages in one part of the page."""
    return [link.proto.label for link in part.get("page_link")]


@pytest.mark.parametrize(("locale", "lang"), [("en-US", "en"), ("zh-CN", "zh"), ("fr-FR", "en")])
def test_home_speaks_the_reader_s_language(open_page, locale, lang):
    """The browser's language decides where the address does not."""
    app = open_page(locale=locale)
    assert not app.exception
    assert [title.value for title in app.title] == [catalogue(lang)["common.app_name"]]
    assert catalogue(lang)["home.why_text"] in [text.value for text in app.markdown]


def test_home_links_every_page_that_exists(open_page):
    """The menu shows all built pages in order, and a card says what each teaches."""
    app = open_page()
    titles = [catalogue("en")[f"{page.name}.title"] for page in PAGES]
    assert labels(app.sidebar) == titles
    numbered = [f"{number}. {title}" for number, title in enumerate(titles[1:], 1)]
    assert labels(app.main) == [f"Next: {titles[1]}", catalogue("en")["tour.start"], *numbered]
    texts = [text.value for text in app.markdown]
    for page in PAGES[1:]:
        assert catalogue("en")[f"{page.name}.card"] in texts


def test_home_shows_a_run_at_an_interesting_step(open_page):
    """The example is not at its dull beginning."""
    app = open_page()
    data = [json.loads(part.proto.json) for part in app.get("bidi_component")]
    player = next(one for one in data if "payload" in one)
    assert player["start"] == first_sample().default_step > 0


def test_document_says_its_language(open_page):
    """A screen reader hears the right language."""
    for locale, tag in (("en-US", "en"), ("zh-CN", "zh-Hans")):
        app = open_page(locale=locale)
        data = [json.loads(part.proto.json) for part in app.get("bidi_component")]
        assert tag in [one.get("lang") for one in data]
