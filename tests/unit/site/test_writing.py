"""The command writes a site and reports each page, without deleting other files."""

import json
import re
import zlib
from base64 import b64decode
from math import prod
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest

from tests.markup import read
from ui.catalogue import LANGUAGES, catalogue
from ui.lesson.stops import PLAN, answer, run_of
from ui.site import writing
from ui.site.contents import PAGES
from ui.text import speaking, t

APP = "https://app.invalid/bpe/"
STOPS = [stop.name for stop in PLAN[:-1]]
PLAYED = ["first", "vote", "ties", "novel", "encode", "score"]


@pytest.fixture
def one_page(monkeypatch):
    """Reduce the site to its first page."""
    monkeypatch.setattr(writing, "PAGES", PAGES[:1])


def test_an_old_site_is_replaced_and_nothing_else(one_page, tmp_path):
    """A folder that has other files is refused and stays unchanged."""
    (tmp_path / "gone.html").write_text("old")
    told = []
    archive = writing.write_site(tmp_path, APP, told.append)
    names = ["index.html", "index.zh.html", "notes.html", "notes.zh.html"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        *names,
        "robots.txt",
        "step-through.gif",
    ]
    assert [line.split()[:2] for line in told] == [
        [f"{n}/4", each] for n, each in enumerate(names, 1)
    ]
    assert archive == tmp_path.with_suffix(".zip")
    writing.write_site(tmp_path, APP, told.append)
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match=r"must be new or hold a site, got one with 'thesis.txt'"):
        writing.write_site(tmp_path, APP, told.append)
    assert (tmp_path / "index.html").exists()


def test_what_needs_the_app_leads_to_its_address(one_page):
    """Links to the app keep the page's language and the app's path.

    Without an address of the app, no link leaves the site.
    """
    pages = dict(writing.files(APP))
    assert 'href="https://app.invalid/bpe/?lang=zh"' in pages["index.zh.html"]
    assert not any("://" in address for address in links("".join(dict(writing.files("")).values())))
    shared = dict(writing.files("", "someone/bpe"))["index.html"]
    assert 'href="https://github.com/someone/bpe#readme"' in shared
    assert 'og:image" content="https://someone.github.io/bpe/step-through.gif"' in shared
    assert len(shared.encode()) <= 220_000


def links(text):
    return re.findall(r' href="([^"]*)"', text)


def test_the_lesson_is_small_its_links_lead_somewhere_and_the_archive_holds_it(
    tmp_path, monkeypatch
):
    """A language takes at most 3 MB, and its first page links every stop and the notes.

    The archive has the same files as the folder. The player of the novel is only checked to be
    there: browser tests step through shorter texts.
    """
    monkeypatch.setattr(writing, "LANGUAGES", {"zh": LANGUAGES["zh"]})
    site = tmp_path / "site"
    with ZipFile(writing.write_site(site, APP, lambda line: None)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    for name in ("step-through.gif", "robots.txt"):
        del files[name]
    assert {*files} == {f"{name}.zh.html" for name in ("index", "notes", *STOPS)}
    assert files == {file.name: file.read_bytes() for file in site.glob("*.html")}
    assert sum(map(len, files.values())) <= 3_000_000
    assert all(b'class="player' in files[f"{name}.zh.html"] for name in PLAYED)
    there = {*files, *(page.file("en") for page in PAGES)}
    for name, data in files.items():
        for address in links(data.decode()):
            assert address.startswith(APP) or address in there, (name, address)
    assert {*files} - {*links(files["index.zh.html"].decode())} == {"index.zh.html"}
    for place, stop in enumerate(PLAN[:-1], 1):
        page = read(files[f"{stop.name}.zh.html"].decode())
        assert_between(page, PAGES[place - 1], *PAGES[place + 1 : place + 2])
        with speaking("zh"):
            assert_of_stop(page, place, stop.in_language("zh"))
    lockstep, novel = (
        json.loads(frames(read(files[f"{name}.zh.html"].decode()))[0][0]["payload"])
        for name in ("score", "novel")
    )
    runs = lockstep["runs"]
    assert novel["steps"] == 100
    names = [catalogue("zh")[f"wordpiece.{place}_score"] for place in ("first", "second")]
    assert [(run["title"], run["scored"]) for run in runs] == [
        *zip(names, (False, True), strict=True)
    ]


def assert_between(page, before, after=None):
    """Check that a page links to the previous, the first and the next page."""
    ways = {each.attributes.get("rel"): each.attributes["href"] for each in page.all("a")}
    files = {"prev": before, "contents": PAGES[0]} | ({"next": after} if after else {})
    assert {rel: ways.get(rel) for rel in ("prev", "contents", "next")} == {
        rel: files[rel].file("zh") if rel in files else None for rel in ("prev", "contents", "next")
    }


def assert_of_stop(page, place, stop):
    """Check a stop's question, answer and link into the app, and its picture for each choice."""
    assert [each.text for each in page.all("h1")] == [t(f"lesson.ask_{stop.name}")]
    lead = t("lesson.stop", at=place, of=len(STOPS), minutes=stop.minutes)
    assert lead in [each.text for each in page.all("p")]
    assert answer(stop) in [each.text for each in page.all("p")]
    path = "" if stop.page == "home" else stop.page
    address = f"{APP}{path}?{urlencode({**stop.beat('question'), 'lang': 'zh'})}"
    assert [each.text for each in page.all("a") if each.attributes["href"] == address] == [
        t("site.open")
    ]
    needs = t(f"site.needs_{'phones' if stop.page == 'vote' else 'text'}")
    assert needs in page.text
    lists = [each for picks in page.all("p", kind="pick") for each in picks.all("select")]
    options = prod(len(each.all("option")) for each in lists)
    assert {*map(len, frames(page))} == {options}
    if stop.steps and not stop.has_own_steps:
        played = [each for part in frames(page) for each in part if each and "start" in each]
        [word] = run_of(stop).learn().snapshot(0).words(1)
        assert [each["start"] for each in played] == [stop.start]
        assert json.loads(played[0]["payload"])["text"]["next"] == t("player.next")
        assert [run["words"][0]["text"] for run in json.loads(played[0]["payload"])["runs"]] == [
            word.text
        ] * (1 + (stop.name == "score"))


def frames(page):
    """Return the data of each picture of a page, one entry for each choice of the reader."""
    packed = page.all("script", kind="packed")
    return [json.loads(zlib.decompress(b64decode(each.text))) for each in packed]
