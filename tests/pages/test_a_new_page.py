"""A new page needs an entry, a script and its sentences; a new language needs a folder.

All other pages then list the new page and the new language.
"""

import json
import re
import shutil
from urllib.parse import parse_qsl

import pytest

from tests.conftest import ROOT
from tests.pages.helpers import run
from ui.catalogue import catalogue
from ui.pages import PAGES

ENTRY = """
    Page(
        "vowels",
        ":material/star:",
        "lab",
        PageRuns("hug"),
        choices=(Choice("vowel", one_of("aeiou")), SENTENCE),
        tabs=("all", "some"),
    ),
)
"""
"""The entry of the added page, to be written at the end of the table in `ui/pages.py`."""

SCRIPT = """
import streamlit as st

from ui import state
from ui.details import draw_tabs
from ui.frame import page
from ui.pickers import choose_run
from ui.player import step_player

bar = page("vowels")
step_player(choose_run(bar), "vowels")
seen = [state.chosen("vowel"), state.chosen("sentence")]
draw_tabs({name: lambda name=name: st.json([name, *seen]) for name in ("all", "some")})
bar.finish()
"""

WORDS = ("title", "lead", "card", "why_now", "tab_all", "tab_some", "address_vowel")
VISIT = """
import json, sys
from streamlit.testing.v1 import AppTest
from ui.lesson.notes import notes
from ui import state
from ui.vote.phones import _page

state.cookie = {}.get  # a simulated app has none of its own
KINDS = ("title", "header", "button", "selectbox", "radio", "text_area", "tab", "expander")

def said(each):
    return each.value if each.type in ("title", "header") else each.label

def visit(file, locale, query):
    app = AppTest.from_file("app.py", default_timeout=120)
    app.context = {"locale": locale}
    app.query_params.update(query)
    if file != "app.py":
        app.switch_page(file)
    app.run()
    assert not app.exception and not app.error, (file, app.exception)
    links = [each.proto for each in app.sidebar.get("page_link")]
    return {
        "title": app.title[0].value,
        "menu": [(each.label, each.query_string) for each in links],
        "tabs": [tab.label for tab in app.tabs],
        "texts": [said(each) for kind in KINDS for each in app.get(kind)],
        "html": [each.proto.body for each in app.get("html")],
        "sent": [json.loads(each.proto.json or "0") for each in app.get("bidi_component")],
        "languages": next(each.options for each in app.selectbox if each.key == "language"),
        "seen": [json.loads(each.value) for each in app.json],
        "warnings": [each.value for each in app.warning],
        "link": app.code[0].value,
    }

visits = [visit(*each) for each in json.loads(sys.argv[1])]
print(json.dumps([visits, [notes("eo"), _page("eo")]]))
"""

RUN = {"corpus": "hug", "scheme": "huggingface"}
ASKED = {"step": "2", "vowel": "e", "tab": "some", "sentence": "moon"}
FILES = [*(page.file for page in PAGES), "pages/vowels.py"]


def quoted(text):
    """Put « and » around a sentence, or around each plural form of a text that has only forms.

    No sentence of the app contains these signs.
    """
    if isinstance(text, str):
        return f"«{text}»"
    whole = {"sentence": f"«{text['sentence']}»"} if "sentence" in text else {}
    phrases = {
        name: forms if whole else {kind: f"«{form}»" for kind, form in forms.items()}
        for name, forms in text.items()
        if name != "sentence"
    }
    return whole | phrases


@pytest.fixture(scope="module")
def visited(tmp_path_factory) -> tuple[list[dict], list[str]]:
    """Visit a copy of the app that has one more page and one more language (English in « »).

    The added page is opened by a link in English and Chinese and by a link with invalid values;
    then every page is opened in the added language. Returns what the visits showed, and the
    documents (lecture notes, page for phones) that are not pages of Streamlit.
    """
    house = tmp_path_factory.mktemp("house")
    for name in ("bpe", "ui", "pages", "locales"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", house)
    for name in ("sample_corpora", ".streamlit"):
        (house / name).symlink_to(ROOT / name)
    (house / "pages" / "vowels.py").write_text(SCRIPT)
    table = house / "ui" / "pages.py"
    table.write_text(
        re.sub(r"(?m)^\)\n(?=\n\ndef )", ENTRY.lstrip("\n"), table.read_text(), count=1)
    )
    for lang in ("en", "zh"):
        says = {f"vowels.{word}": f"{lang} {word} {{value}}" for word in WORDS}
        says = {key: text if "address" in key else text[:-8] for key, text in says.items()}
        (house / "locales" / lang / "vowels.json").write_text(json.dumps(says))
    shutil.copytree(house / "locales" / "en", house / "locales" / "eo")
    of_player = json.loads((ROOT / "bpe" / "player" / "sentences.json").read_text("utf-8"))
    for area in {key.partition(".")[0] for key in of_player}:
        file = house / "locales" / "eo" / f"{area}.json"
        said = json.loads(file.read_text("utf-8")) if file.exists() else {}
        said |= {key: text for key, text in of_player.items() if key.startswith(f"{area}.")}
        file.write_text(json.dumps(said), "utf-8")
    for file in (house / "locales" / "eo").glob("*.json"):
        said = json.loads(file.read_text("utf-8"))
        if file.name == "defaults.json":
            said |= {"name": "Esperanto", "html": "eo"}
        else:
            said = {key: quoted(text) for key, text in said.items()}
        file.write_text(json.dumps(said), "utf-8")
    asked = [(FILES[-1], locale, ASKED) for locale in ("en-US", "zh-CN")]
    asked += [(FILES[-1], "en-US", {"vowel": "x", "tab": "none"})]
    asked += [(file, "en-US", {"lang": "eo"}) for file in FILES]
    return run(house, VISIT, json.dumps(asked))


def test_a_page_that_is_added_is_in_the_menu_with_its_choices_and_tabs(visited):
    """The added page has a menu entry, tabs, choices and a link to share in both languages.

    A value of its own choice that is invalid is refused by name.
    """
    english, chinese, broken, *_ = visited[0]
    for lang, seen in (("en", english), ("zh", chinese)):
        assert seen["title"] == f"{lang} title"
        assert seen["tabs"][-2:] == [f"{lang} tab_all", f"{lang} tab_some"]
        assert seen["seen"] == [["some", "e", "moon"]]
        assert len(seen["menu"]) == len(PAGES) + 1
        label, query = seen["menu"][-1]
        assert label == f"{lang} title"
        assert dict(parse_qsl(query)) == {
            name: value for name, value in {**ASKED, **RUN}.items() if name != "tab"
        }
        carried = dict(parse_qsl(seen["link"].partition("?")[2]))
        assert carried == ASKED
        assert seen["warnings"] == []
    assert [warning.split("`")[0] for warning in broken["warnings"]][:-1] == ["en address_vowel "]
    assert broken["seen"] == []


def test_a_language_that_is_added_is_spoken_on_every_page(visited):
    """Headings, buttons, choices and the menu are in the added language on every page.

    The data for a page's scripts contains no English sentence.
    """
    (_, _, _, *pages), documents = visited
    english, whole = catalogue("en"), "\n".join(catalogue("en").values())
    begun = {
        text.partition("{")[0]
        for key, text in english.items()
        if not key.startswith(("streamlit.", "vote.example", "samples.banana"))  # sent as examples
    }
    begun = {each for each in begun if len(each) > 12 and whole.count(each) == 1}
    for file, page in zip(FILES, pages, strict=True):
        assert page["languages"] == ["English", "Esperanto", "简体中文"]
        assert [each for each in page["texts"] if "«" not in each] == [], file
        assert [label for label, _ in page["menu"] if "«" not in label] == [], file
        assert any("«" in each for each in page["html"]), file
        said = json.dumps(page["sent"], ensure_ascii=False)
        assert [each for each in begun if said.count(each) > said.count(f"«{each}")] == [], file
        assert not page["warnings"], file
    for document in documents:
        assert '<html lang="eo">' in document
        assert "<h1>«" in document


def test_every_page_has_a_script_of_its_name_and_a_group():
    scripts = {script.stem for script in ROOT.glob("pages/*.py")}
    assert {page.name for page in PAGES} == {"home", *scripts}
    assert all((ROOT / page.file).is_file() for page in PAGES)
    assert {page.group for page in PAGES} == {"learn", "real", "other", "lab"}


def test_what_a_page_says_of_itself_is_cheap_to_import():
    """Importing `ui.pages`, which each page does for its menu, loads no table or chart library."""
    heavy = ("pandas", "altair", "pyarrow")
    code = f"import json, sys, ui.pages; print(json.dumps([*{{*{heavy}}} & {{*sys.modules}}]))"
    assert run(ROOT, code) == []
