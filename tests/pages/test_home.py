"""Home explains the idea and shows it running."""

import json
import re

from tests.pages.helpers import markup, sent
from ui.catalogue import catalogue
from ui.corpora.samples import first_sample
from ui.corpora.tokenizers import opened
from ui.draw.tokens import chips
from ui.home.sentence import LONGEST, MODEL, ready
from ui.shell.navigation import PAGES


def labels(part) -> list[str]:
    """List the links to pages in one part of the page."""
    return [link.proto.label for link in part.get("page_link")]


def test_home_speaks_the_reader_s_language(open_page):
    """The browser's language decides where the address does not; a screen reader hears which."""
    for locale, lang, tag in (("zh-CN", "zh", "zh-Hans"), ("fr-FR", "en", "en")):
        app = open_page(locale=locale)
        assert [title.value for title in app.title] == [catalogue(lang)["common.app_name"]]
        assert catalogue(lang)["home.why_text"] in [text.value for text in app.markdown]
        assert tag in [one.get("lang") for one in sent(app)]
        player = next(one for one in sent(app) if "payload" in one)
        assert player["start"] == first_sample(lang).default_step
        assert ("大学生" in json.dumps(player["payload"], ensure_ascii=False)) == (lang == "zh")


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
    assert player["hide"] == {"number": 0, "hidden": True, "forced": True}
    assert catalogue("en")["home.first"] in texts, "the question stands above the hidden answer"


def test_the_sentence_that_is_ready_is_what_the_model_reads(open_page, monkeypatch):
    """In both languages, without a tokenizer being opened."""
    for lang, read in ready().items():
        tokenizer = opened(MODEL)
        encoding = tokenizer.encode(read["text"])
        tokens = [tokenizer.token(id_).decode() for id_ in encoding.ids]
        assert (read["ids"], read["tokens"]) == (list(encoding.ids), tokens)
        with monkeypatch.context() as patch:
            patch.setattr("ui.home.sentence.opened", None)
            app = open_page(lang=lang)
        assert chips([each.encode() for each in tokens], ids=read["ids"]) in "".join(markup(app))


def test_a_sentence_of_one_s_own_is_read_by_the_model(open_page):
    """Whatever it is; of a long one the beginning, and of none no token."""
    app = open_page()
    for text in ("<script>alert(1)</script> $x$ 你好 \u202e", "x" * 500, ""):
        app.text_input[0].set_value(text).run()
        ids = opened(MODEL).encode(text[:LONGEST]).ids
        shown = "".join(markup(app))
        assert [int(id_) for id_ in re.findall(r'class="id">(\d+)<', shown)] == list(ids)
        assert "<script>" not in shown
