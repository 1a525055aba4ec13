"""Home explains the idea and shows it running."""

from tests.pages.helpers import sent
from ui.catalogue import catalogue
from ui.corpora.samples import first_sample
from ui.shell.navigation import PAGES


def labels(part) -> list[str]:
    """List the links to pages in one part of the page."""
    return [link.proto.label for link in part.get("page_link")]


def test_home_speaks_the_reader_s_language(open_page):
    """The browser's language decides where the address does not; a screen reader hears which."""
    for locale, lang, tag in (("zh-CN", "zh", "zh-Hans"), ("fr-FR", "en", "en")):
        app = open_page(locale=locale)
        assert not app.exception
        assert [title.value for title in app.title] == [catalogue(lang)["common.app_name"]]
        assert catalogue(lang)["home.why_text"] in [text.value for text in app.markdown]
        assert tag in [one.get("lang") for one in sent(app)]


def test_home_links_every_page_and_shows_a_run_at_an_interesting_step(open_page):
    """The menu shows all built pages in order, and a card says what each teaches."""
    app = open_page()
    titles = [catalogue("en")[f"{page.name}.title"] for page in PAGES]
    assert labels(app.sidebar) == titles
    numbered = [f"{number}. {title}" for number, title in enumerate(titles[1:], 1)]
    assert labels(app.main) == [f"Next: {titles[1]}", catalogue("en")["tour.start"], *numbered]
    texts = [text.value for text in app.markdown]
    for page in PAGES[1:]:
        assert catalogue("en")[f"{page.name}.card"] in texts
    player = next(one for one in sent(app) if "payload" in one)
    assert player["start"] == first_sample().default_step > 0
