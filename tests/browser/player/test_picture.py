"""Save picture: the player's content at its step, as an SVG with text and as pixels."""

import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from bpe import Corpus, train
from bpe.player.text import sentences
from tests.browser.helpers import open_controls
from tests.browser.provision import find_chromium
from tests.conftest import ROOT
from tests.data import SIX_WORDS
from ui.samples import samples
from ui.text import scheme_name, speaking

SIX = train(SIX_WORDS, "paper")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def saved(at_home, tmp_path):
    """Open a saved page of a run; return the page and a function that saves its picture."""

    def saved(training, *, lang="en", keys=(), **options):
        media = {name: options.pop(name) for name in ("color_scheme",) if name in options}
        training.save_page(tmp_path / "run.html", lang=lang, **options)
        page = at_home(tmp_path / "run.html", reduced_motion="reduce", **media)
        page.locator(".words").click()
        for key in keys:
            page.keyboard.press(key)
        return page, lambda kind, **how: save(page, tmp_path, kind, lang=lang, **how)

    return saved


def save(page: Page, folder, kind, *, lang="en", only_words=False):
    open_controls(page)
    page.get_by_role("button", name=sentences(lang)["player.picture"], exact=True).click()
    if only_words:
        page.get_by_label(sentences(lang)["player.picture_words"]).check()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name=kind, exact=True).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    expect(page.get_by_role("dialog")).to_be_hidden()
    return file


def texts(file) -> list[str]:
    found = ["".join(each.itertext()) for each in ElementTree.parse(file).iter(f"{SVG}text")]
    return [each for each in found if each]


def test_the_picture_has_sentence_words_pairs_learned_tokens_and_step(saved):
    """The texts of the SVG are in the order of the screen, and the file name has the step.

    A picture of only the words has no other text than the last line.
    """
    _, picture = saved(SIX, step=3)
    file = picture("SVG")
    assert file.name == "bpe-step-3.svg"
    snapshot = SIX.snapshot(3)
    rows = [[word.text, str(word.count), *word.tokens] for word in snapshot.words()]
    pairs = [[*pair.pair, str(pair.count)] for pair in snapshot.pairs(limit=8)]
    found = texts(file)
    said = "Next: (e, r) occurs 3 times: in “higher”, “lower”, “cooler”."
    assert found[0].startswith(said)
    words, sums = [*chain(*rows)], "12 base tokens + 3 learned = 15"
    at = found.index("highest")
    assert found[at : at + len(words)] == words
    at = found.index("Most frequent pairs") + 1
    assert found[at : at + 24] == [*chain(*pairs)]
    assert found[at + 24 :] == [sums, "es", "est", "est</w>", "Step player: paper · Step 3 of 19"]
    assert texts(picture("SVG", only_words=True)) == [*words, found[-1]]
    # LibreOffice centres each part of a text on its own.
    parted = [each for each in ElementTree.parse(file).iter(f"{SVG}text") if len(each) > 1]
    assert {each.get("text-anchor") for each in parted} == {"start"}


@pytest.mark.parametrize(("scheme", "ground"), [("light", (255, 255, 255)), ("dark", (20, 22, 26))])
def test_it_has_the_colours_of_the_page_in_every_program(saved, scheme, ground):
    """The SVG has only hexadecimal colours, and the PNG has two pixels for each unit of the SVG."""
    _, picture = saved(SIX, step=3, color_scheme=scheme)
    svg = ElementTree.parse(picture("SVG")).getroot()
    colours = {each.get(name) for each in svg.iter() for name in ("fill", "stroke")} - {None}
    assert all(re.fullmatch("#[0-9a-f]{6}", each) for each in colours)
    assert len(colours) >= 5
    with Image.open(picture("PNG")) as image:
        assert image.size == (2 * int(svg.get("width")), 2 * int(svg.get("height")))
        assert image.convert("RGB").getpixel((5, 5)) == ground
        assert len(image.convert("RGB").getcolors(1 << 24)) > 20


def test_ids_that_decide_a_tie_are_apart_unless_a_link_leaves_ties_out(saved):
    """Only tied pairs have ids, and none have them if the player leaves ties out."""
    page, picture = saved(train({"ab": 2, "cd": 2, "e": 1, "ef": 1}, "huggingface"), step=0)

    def pairs() -> list[str]:
        found = texts(picture("SVG"))
        return found[found.index("Most frequent pairs") + 1 :][:9]

    assert pairs() == ["a 0", "b 1", "2", "c 2", "d 3", "2", "e", "f", "1"]
    page.locator(".player").evaluate("each => { each.dataset.without = 'ties'; }")
    assert pairs() == ["a", "b", "2", "c", "d", "2", "e", "f", "1"]


def test_it_gives_no_answer_away_that_the_player_hides(saved):
    """While the answer is hidden, the picture has the question and no list of pairs.

    When the answer is shown again, so are the pairs.
    """
    page, picture = saved(SIX, step=0, keys=["h"])
    found = texts(picture("SVG"))
    assert "Most frequent pairs" not in found
    assert found[0] == sentences("en")["player.ask"]
    page.locator(".words").click()
    page.keyboard.press("h")
    assert "Most frequent pairs" in texts(picture("SVG"))


def test_a_strangers_text_is_text_in_the_file(saved):
    """Tags and quotes in words are drawn as text, and the file has only the app's own elements.

    Control characters and marks that turn the direction of text are not in the file.
    """
    words = {"</text><script>": 3, "&amp;\"'": 2, "a\u202eb\x1b\x00": 2, "南京": 1}
    training = train(Corpus.from_counts(words), "paper", max_merges=4)
    _, picture = saved(training, lang="zh", step=2)
    file = picture("SVG")
    tags = {each.tag.removeprefix(SVG) for each in ElementTree.parse(file).iter()}
    assert tags == {"svg", "rect", "text", "tspan"}
    assert {"</text><script>", "&amp;\"'", "南京"} <= set(texts(file))
    assert not {"\u202e", "\x1b", "\x00"} & set(file.read_text("utf-8"))


def test_the_app_offers_it_and_names_its_address(open_app, tmp_path):
    """The last line of a picture saved in the app has the corpus, scheme, step and address.

    A picture follows a link that leaves out ties and pairs. Two runs in one list are both drawn.
    """
    page = open_app("train", corpus="six-words", step=5)
    with speaking("en"):
        scheme = scheme_name("paper")
    source = f"{samples()['six-words'].title['en']} · {scheme} · Step 5 of 19 · {page.url}"
    assert texts(save(page, tmp_path, "SVG"))[-1].endswith(source)
    page = open_app("train", corpus="six-words", step=0, without="ties,pairs")
    found = texts(save(page, tmp_path, "SVG"))
    assert found[0].endswith("occurs 3 times: in “highest”, “lowest”, “coolest”.")
    assert "Most frequent pairs" not in found
    page = open_app("wordpiece", step=2)
    found = texts(save(page, tmp_path, "SVG"))
    assert {"BPE", "WordPiece"} <= {*found}
    tokens = page.locator(".player .words .line:not([hidden]) .token").all_inner_texts()
    assert len(tokens) > 20
    assert {*tokens} <= {*found}


def test_one_command_makes_every_picture_of_the_readme(tmp_path, monkeypatch):
    """The command makes each picture of the README with the stored width and number of frames."""
    monkeypatch.setenv("CHROMIUM", find_chromium())
    subprocess.run([sys.executable, ".github/pictures.py", tmp_path], cwd=ROOT, check=True)
    named = set(re.findall(r"\((\.github/[^)]+)\)", (ROOT / "README.md").read_text("utf-8")))
    assert named == {f".github/{file.name}" for file in tmp_path.iterdir()}
    for name in named:
        with Image.open(ROOT / name) as stored, Image.open(tmp_path / Path(name).name) as made:
            assert (made.size[0], made.n_frames) == (stored.size[0], stored.n_frames)
