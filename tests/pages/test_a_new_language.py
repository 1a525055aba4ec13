"""Adding a language takes its folder: that of English, copied, with every sentence changed."""

import json
import shutil

from tests.pages.helpers import run
from ui.shell.pages import PAGES

VISIT = """
import json
from streamlit.testing.v1 import AppTest
from ui.home.notes import notes
from ui.shell import session
from ui.shell.pages import PAGES
from ui.vote.phones import _page

session.cookie = {}.get  # a simulated app has none of its own
KINDS = ("title", "header", "button", "selectbox", "radio", "text_area", "tab", "expander")

def said(each):
    return each.value if each.type in ("title", "header") else each.label

def visit(page):
    app = AppTest.from_file("app.py", default_timeout=120)
    app.context = {"locale": "en-US"}
    app.query_params["lang"] = "eo"
    if page.file != "app.py":
        app.switch_page(page.file)
    app.run()
    assert not app.exception, (page.name, app.exception)
    assert not app.warning and not app.error, page.name
    [language] = [each for each in app.selectbox if each.value == "eo"]
    texts = [said(each) for kind in KINDS for each in app.get(kind)]
    texts += [each.proto.label for each in app.sidebar.get("page_link")]
    html = [each.proto.body for each in app.get("html")]
    return {"texts": texts, "html": html, "options": language.options}

seen = {page.name: visit(page) for page in PAGES}
print(json.dumps([seen, notes("eo"), _page("eo")]))
"""


def test_a_language_that_is_added_is_spoken_on_every_page(house):
    """Whatever has a name is called in it: headings, buttons, choices, the menu."""
    shutil.copytree(house / "locales" / "en", house / "locales" / "eo")
    for file in (house / "locales" / "eo").glob("*.json"):
        said = json.loads(file.read_text("utf-8"))
        if file.name == "defaults.json":
            said |= {"name": "Esperanto", "html": "eo"}
        else:
            said = {key: f"«{text}»" for key, text in said.items()}
        file.write_text(json.dumps(said), "utf-8")
    seen, notes, phone = run(house, VISIT)
    assert [*seen] == [page.name for page in PAGES]
    for name, page in seen.items():
        assert page["options"] == ["English", "Esperanto", "简体中文"]
        assert [each for each in page["texts"] if "«" not in each] == [], name
        assert any("«" in each for each in page["html"]), name
    for document in (notes, phone):
        assert '<html lang="eo">' in document
        assert "<h1>«" in document
