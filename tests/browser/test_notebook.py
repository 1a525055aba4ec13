"""A player in a notebook cell: executed, exported and opened in a real browser."""

from copy import deepcopy
from pathlib import Path

import nbconvert
import nbformat
import pytest
from playwright.sync_api import FrameLocator, Page, expect

from bpe import Corpus, train
from bpe.player.text import sentences
from bpe.player.tokens import exact
from examples.__main__ import NOTEBOOKS, executed, text_outputs
from tests.browser.training import coming
from tests.data import SIX_WORDS
from tests.unit.test_notebook import HOSTILE

SIX = train(SIX_WORDS, "paper")


@pytest.fixture(scope="module")
def notebooks():
    """Each notebook of `examples`, executed."""
    return {file: executed(file) for file in NOTEBOOKS}


@pytest.fixture
def notebook(at_home, tmp_path):
    """Open cells below each other, as in a notebook with a background of this colour."""

    def notebook(*cells, ground="white", **media):
        file = tmp_path / "notebook.html"
        outputs = "<hr>".join(cell._repr_html_() for cell in cells)
        body = f'<body style="background: {ground}"><button>Cell</button>{outputs}</body>'
        file.write_text(f'<!doctype html><meta charset="utf-8">{body}', encoding="utf-8")
        page = at_home(file, ready="iframe", reduced_motion="reduce", **media)
        for number in range(len(cells)):
            expect(frame(page, number).locator(".player[data-step] .token").first).to_be_visible()
        return page

    return notebook


def frame(page: Page, number: int) -> FrameLocator:
    return page.frame_locator(f"iframe >> nth={number}")


def steps(page: Page) -> list[int]:
    count = page.locator("iframe").count()
    players = [frame(page, number).locator(".player") for number in range(count)]
    return [int(player.get_attribute("data-step")) for player in players]


def rows(player: FrameLocator) -> dict[str, list[str]]:
    found = player.locator(".words .frequent tr:not(.heading)")
    return dict(
        found.evaluate_all(
            "rows => rows.map(row => [row.querySelector('.name').textContent,"
            "[...row.querySelectorAll('.token')].map(token => token.dataset.token)])"
        )
    )


def test_the_examples_have_the_outputs_that_are_stored(notebooks):
    """Executing the examples gives the stored outputs, in which a player is listed by its name.

    After a change, `python -m examples` stores the new outputs.
    """
    assert [file.stem for file in NOTEBOOKS] == ["bpe-in-ten-minutes", "check-your-own-trainer"]
    for file, notebook in notebooks.items():
        stored = text_outputs(nbformat.read(file, as_version=4))
        assert text_outputs(deepcopy(notebook)) == stored, file


def test_an_exported_notebook_plays_without_a_network(notebooks, at_home, tmp_path):
    """Each player opens at its step and shows the record of its run."""
    file = tmp_path / "exported.html"
    exporter = nbconvert.HTMLExporter(template_name="basic")
    html, _ = exporter.from_notebook_node(notebooks[NOTEBOOKS[0]])
    file.write_text(f'<!doctype html><meta charset="utf-8">{html}', encoding="utf-8")
    page = at_home(file, ready="iframe", reduced_motion="reduce")
    for number in range(4):
        frame(page, number).locator(".token").first.wait_for()
    assert steps(page) == [0, 3, 0, 12]
    words = {word.text: [*map(exact, word.tokens)] for word in SIX.snapshot(3).words()}
    assert rows(frame(page, 1)) == words
    expect(frame(page, 3).locator(".position")).to_have_text("Step 12 of 500")
    frame(page, 2).locator(".words").click()
    page.keyboard.press("End")
    assert rows(frame(page, 2)) == {"slowest": ["s", "low", "est</w>"]}


def test_keys_reach_only_the_player_that_has_the_focus(notebook):
    """Steps and bets change only one cell, and keys outside of cells move no player."""
    page = notebook(SIX.play(step=2), SIX.play(step=5, words=["lowest"]))
    page.keyboard.press("ArrowRight")
    assert steps(page) == [2, 5]
    first, second = frame(page, 0), frame(page, 1)
    first.locator(".words").click()
    page.keyboard.press("ArrowRight")
    expect(first.locator(".player")).to_have_attribute("data-step", "3")
    page.keyboard.press("h")
    word, place = coming(SIX, 3)
    tokens = first.locator(".words tbody tr", has=page.get_by_text(word, exact=True))
    for at in (place, place + 1):
        tokens.first.locator(".tokens .token").nth(at).click()
    expect(first.locator(".caption")).to_contain_text("Right.")
    page.get_by_role("button", name="Cell").click()
    page.keyboard.press("End")
    assert steps(page) == [3, 5]
    expect(second.locator(".words .frequent .name").first).to_have_text("lowest")
    second.get_by_role("button", name="Last step").click()
    assert steps(page) == [3, len(SIX)]
    words = {word.text: [*map(exact, word.tokens)] for word in SIX.snapshot(len(SIX)).words()}
    assert rows(second) == words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_player_is_as_dark_as_its_notebook(notebook, scheme):
    """The theme follows the notebook's background, also when it changes, not the system's theme."""
    page = notebook(SIX.play(), ground="#111", color_scheme=scheme)
    ground = "getComputedStyle(document.body).backgroundColor"
    inner = page.frames[1]
    assert inner.evaluate(ground) == "rgb(20, 22, 26)"
    page.evaluate("document.body.style.background = 'rgb(250, 250, 240)'")
    inner.wait_for_function(f"{ground} === 'rgb(255, 255, 255)'")


def test_paper_has_a_still_picture(notebook):
    """On paper each frame is replaced by a picture of its words, also if the frame is wrapped.

    marimo wraps the frame.
    """
    page = notebook(SIX.play(step=3), SIX.tokenizer().encode("slowest").play())
    frames, stills = page.locator("iframe"), page.locator(".bpe-still")
    frames.first.evaluate(
        "each => { const box = document.createElement('div'); each.before(box); box.append(each); }"
    )
    assert [each.is_visible() for each in [*frames.all(), *stills.all()]] == [
        True,
        True,
        False,
        False,
    ]
    page.emulate_media(media="print")
    assert [each.is_visible() for each in [*frames.all(), *stills.all()]] == [
        False,
        False,
        True,
        True,
    ]
    expect(stills.first).to_contain_text("highest")
    expect(stills.last).to_contain_text("est</w>")


def test_a_strangers_text_is_only_text_in_a_notebook(notebook):
    """Markup and quotes in words are shown as words of the player, and no script in them runs."""
    words = {
        "</iframe><script>parent.hit=1</script>": 4,
        '"><img/src=x>': 3,
        "&quot;": 2,
        "\u202e$x$": 1,
    }
    training = train(Corpus.from_counts(words), "paper")
    page = notebook(training.play(), train(HOSTILE.replace("\ud800", ""), "gpt").play(lang="zh"))
    assert len(rows(frame(page, 0))) == len(words)
    assert page.evaluate("window.hit") is None
    assert page.locator("script, img").count() == 0
    expect(frame(page, 1).locator(".player")).to_have_attribute(
        "aria-label", sentences("zh")["player.player"]
    )


def test_a_saved_page_is_the_players_page(at_home, tmp_path):
    """The page opens at the given step with the given word on top, and has a box for a text."""
    path = Path(tmp_path, "run.html")
    SIX.save_page(path, step=3, words=["lowest"], lang="zh")
    page = at_home(path, reduced_motion="reduce")
    expect(page.locator(".player")).to_have_attribute("data-step", "3")
    expect(page.locator(".words .frequent .name").first).to_have_text("lowest")
    assert page.locator("textarea").count() == 1
