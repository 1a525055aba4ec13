"""Adding a page takes its folder, its script and a catalogue a language, and nothing else."""

import json
import shutil
from urllib.parse import parse_qsl

from tests.conftest import ROOT
from tests.pages.helpers import run
from ui.shell.pages import PAGES

ADDED = {
    "ui/vowels/__init__.py": """
from ui.shell.choices import Choice, one_of
from ui.shell.page import Page
from ui.shell.choices import PageRuns

PAGE = Page(
    "vowels", 25, ":material/star:", "lab", PageRuns("hug"),
    choices=(Choice("vowel", one_of("aeiou")),),
    carries={"rhyme": "vowels_rhyme"},
    tabs=("all", "some"),
)
""",
    "pages/vowels.py": """
import streamlit as st

from ui.controls.controls import choose_run
from ui.player import step_player
from ui.shell import session
from ui.frame import page
from ui.shell.tabs import draw_tabs
from ui.vowels import PAGE

bar = page("vowels")
step_player(choose_run(bar), "vowels")
session.kept("vowels_rhyme", None)
seen = [session.choices().get("vowel"), session.value("vowels_rhyme")]
draw_tabs(PAGE, {name: lambda name=name: st.json([name, *seen]) for name in PAGE.tabs})
bar.finish()
""",
}
WORDS = ("title", "lead", "card", "why_now", "tab_all", "tab_some", "address_vowel")
VISIT = """
import json, sys
from streamlit.testing.v1 import AppTest
from ui.shell import session

session.cookie = {}.get  # a simulated app has none of its own

def visit(locale, **query):
    app = AppTest.from_file("app.py", default_timeout=60)
    app.context = {"locale": locale}
    app.session_state["share_more"] = True
    app.query_params.update(query)
    app.switch_page("pages/vowels.py").run()
    assert not app.exception, app.exception
    links = app.sidebar.get("page_link")
    return {
        "title": app.title[0].value,
        "menu": [(each.proto.label, each.proto.query_string) for each in links],
        "tabs": [tab.label for tab in app.tabs],
        "seen": [json.loads(each.value) for each in app.json],
        "warnings": [each.value for each in app.warning],
        "link": app.code[0].value,
    }

print(json.dumps([visit(*each[:1], **each[1]) for each in json.loads(sys.argv[1])]))
"""


def test_a_page_that_is_added_is_in_the_menu_with_its_choices_and_tabs_and_goes_again(house):
    """Menu, address, choices, tabs and links follow, in both languages; no other file knows it."""
    for name, source in ADDED.items():
        (house / name).parent.mkdir(exist_ok=True)
        (house / name).write_text(source)
    for lang in ("en", "zh"):
        says = {f"vowels.{word}": f"{lang} {word} {{value}}" for word in WORDS}
        says = {key: text if "address" in key else text[:-8] for key, text in says.items()}
        (house / "locales" / lang / "vowels.json").write_text(json.dumps(says))
    asked = {"step": "2", "vowel": "e", "tab": "some", "rhyme": "moon"}
    english, chinese, broken = run(
        house,
        VISIT,
        json.dumps([("en-US", asked), ("zh-CN", asked), ("en-US", {"vowel": "x", "tab": "none"})]),
    )
    place = [page.group for page in PAGES].index("lab")
    for lang, seen in (("en", english), ("zh", chinese)):
        assert seen["title"] == f"{lang} title"
        assert seen["tabs"][-2:] == [f"{lang} tab_all", f"{lang} tab_some"]
        assert seen["seen"] == [["some", "e", "moon"]]
        assert len(seen["menu"]) == len(PAGES) + 1
        label, query = seen["menu"][place]
        assert label == f"{lang} title"
        assert dict(parse_qsl(query)) == {"corpus": "hug", "step": "2", "vowel": "e"}
        carried = dict(parse_qsl(seen["link"].partition("?")[2]))
        assert carried == asked
        assert seen["warnings"] == []
    assert [warning.split("`")[0] for warning in broken["warnings"]][:-1] == ["en address_vowel "]
    assert broken["seen"] == [["all", None, None]]

    shutil.rmtree(house / "ui" / "vowels")
    for name in ("pages/vowels.py", "locales/en/vowels.json", "locales/zh/vowels.json"):
        (house / name).unlink()
    names = (
        "import json; from ui.shell.pages import PAGES; print(json.dumps([p.name for p in PAGES]))"
    )
    assert run(house, names) == [page.name for page in PAGES]


def test_every_page_says_its_own_name_and_a_place_of_its_own():
    """The folder, the script and the address are one name; no two pages stand at one place."""
    assert len({page.place for page in PAGES}) == len(PAGES)
    scripts = {script.stem for script in ROOT.glob("pages/*.py")}
    assert {page.name for page in PAGES} == {"home", *scripts}
    assert all((ROOT / page.file).is_file() for page in PAGES)
    assert {page.group for page in PAGES} == {"learn", "real", "other", "lab"}


def test_what_a_page_says_of_itself_is_cheap_to_import():
    """The menu needs it of all pages on every page: neither tables nor charts, nor Streamlit."""
    heavy = ("streamlit", "pandas", "altair", "pyarrow")
    code = (
        f"import json, sys, ui.shell.pages; print(json.dumps([*{{*{heavy}}} & {{*sys.modules}}]))"
    )
    assert run(ROOT, code) == []
