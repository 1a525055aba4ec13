"""A run in a file of its own: the player's own files, the run as the player gets it, no network."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import partial
from pathlib import Path

from bpe import Corpus, train
from tests.data import SIX_WORDS
from tests.markup import read
from ui.draw.tokens import exact
from ui.player import FILES, cutting, page
from ui.player.cutting import CutOptions, cut_bets
from ui.player.page import HandoutPage
from ui.samples import training_samples

HOSTILE = ["</script>", "<!--<script>", "\u202eabc", "$x$", "${step}", "a&lt;b\"'", "\ud800x"]
PAGE = HandoutPage("Title", "Lead", "Note", [("Scheme", "Paper")], "en")


class Read:
    """A page: every tag with its attributes, and the texts of the tags of a name."""

    def __init__(self, source: str) -> None:
        self.page = read(source)
        self.tags = [(each.tag, each.attributes) for each in self.page.all()]

    def texts(self, tag: str) -> list[str]:
        return [each.text for each in self.page.all(tag)]

    @property
    def packed(self):
        """What the player is given."""
        [text] = [text for text in self.texts("script") if re.fullmatch("[A-Za-z0-9+/=]+", text)]
        return json.loads(zlib.decompress(b64decode(text)))["data"]


def file_of(training, step=0, about=PAGE, pinned=()):
    return Read(page.handout(training, tuple(pinned), step, about))


def test_the_player_is_the_app_s_own_and_asks_no_network_for_anything():
    """Its files stand in it as they are; what may be loaded from elsewhere is: nothing."""
    source = page.handout(train(SIX_WORDS, "paper"), (), 0, PAGE)
    modules = [Path(page.__file__).with_name(f"{name}.js") for name in ("player", "run", "guess")]
    for file in (*FILES[:-1], *modules):
        said = file.read_text("utf-8")
        assert re.sub(r"^import .*\n|^export ", "", said, flags=re.M).strip() in source, file.name
    found = Read(source)
    fetching = {"src", "href", "srcset", "action", "data", "poster"}
    assert [tag for tag, attributes in found.tags if fetching & set(attributes)] == []
    assert not re.search(r"url\(|@import|\bfetch\(|\bimport\b.*from", source)
    [policy] = [a["content"] for tag, a in found.tags if a.get("http-equiv")]
    assert policy.startswith("default-src 'none';")
    assert re.search("; worker-src blob:; script-src( 'sha256-[^' ]+')+$", policy)


def test_hostile_words_and_settings_stay_text():
    """A tag, a comment, a placeholder or half a character can neither end a script nor add one."""
    training = train(Corpus.from_counts(dict.fromkeys(HOSTILE, 3)), "paper")
    plain = file_of(train(SIX_WORDS, "paper"))
    assert "<code>&lt;/w&gt;</code>" in page.handout(
        training, (), 0, replace(PAGE, note="the mark `</w>`")
    )
    said = " ".join(HOSTILE[:-1])
    found = file_of(
        training, about=HandoutPage(said, said, said, [(said, said)], "en"), pinned=HOSTILE[:2]
    )
    assert [tag for tag, _ in found.tags] == [tag for tag, _ in plain.tags]
    assert "".join(found.texts("title")).strip() == said
    assert [said in found.texts(tag) for tag in ("h1", "dd", "dt")] == [True] * 3
    [run] = json.loads(found.packed["payload"])["runs"]
    learned = [
        (run["tokens"][left][0], run["tokens"][right][0]) for left, right, _ in run["merges"]
    ]
    assert learned == [tuple(map(exact, merge.pair)) for merge in training.merges]


def test_bets_come_along_where_they_can_be_judged(monkeypatch):
    """Then the answer can be hidden at home too; not in a large run, nor where all is forced."""
    training = train(SIX_WORDS, "paper")
    given = file_of(training).packed
    assert given["bets"] == cut_bets(training, CutOptions())
    assert given["hide"] == {"number": 0, "hidden": False, "forced": False}
    asking = Read(page.handout(training, (), 0, PAGE, hidden=True)).packed
    assert asking["hide"] == {**given["hide"], "hidden": True}
    forced = train(SIX_WORDS, "paper", max_merges=1, forced={0: ("l", "o")})
    monkeypatch.setattr(cutting, "BETS_WORK", 100)
    for run in (forced, train(SIX_WORDS + " newest", "paper")):
        given = file_of(run).packed
        assert (given["hide"], given["bets"]) == (None, None)


def test_a_large_run_is_packed_small():
    """The novel: what grows with the run is a hundred bytes a merge, so 2,000 fit into 1 MB."""
    novel = Corpus.from_file(training_samples()["pride-and-prejudice"].path, "paper")
    small, large = (
        len(page.handout(train(novel, "paper", max_merges=merges), (), 0, PAGE))
        for merges in (10, 100)
    )
    assert small + (large - small) * 2_000 / 100 < 1_000_000
    assert small < 200_000


def test_the_file_has_the_app_s_colours(monkeypatch):
    """Those of its configuration, light and dark; without any the player's own."""
    config = (Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text("utf-8")
    make = partial(page.handout, train("ab ab", "paper"), (), 0, PAGE)
    light, dark = re.findall(r'primaryColor = "(#\w+)"', config)[:2]
    source = make()
    assert [f"--st-primary-color: {each};" in source for each in (light, dark)] == [True, True]
    monkeypatch.setattr("streamlit.get_option", lambda name: None)
    assert "--st-primary-color:" not in make()
