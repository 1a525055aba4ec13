"""Stops of the lesson without a server: what is asked, what is hidden, and what the record says."""

import re

import pytest
from playwright.sync_api import expect

from bpe.readings.levels import cut_text
from tests.browser.helpers import OF_COLOURS, assert_accessible
from ui.catalogue import catalogue
from ui.controls.controls import sample_asked, sample_training
from ui.corpora.queue import shared
from ui.corpora.samples import NOVEL, samples
from ui.corpora.sources import of_sample
from ui.cost.tables import curve
from ui.draw.tokens import exact
from ui.levels.runs import run_on_part_seen
from ui.levels.tables import ORDER
from ui.player.cutting import WORDS
from ui.player.guessing import span
from ui.shell.text import speaking
from ui.site.contents import PAGES
from ui.site.page import written
from ui.site.pictures import LATTICES
from ui.site.stops import COSTED, CUT, MERGES, VOTED
from ui.unigram.controls import SIZES, requests_of
from ui.unigram.tables import splits
from ui.vote import KINDS
from ui.vote.options import example_word, which_split

SAY = catalogue("en")
APP = "http://app.invalid"
UNDRAWN = ".part:not([data-mounted=drawn])"
TOKENS = "chips => chips.map((chip) => chip.dataset.token)"
ASKED = SAY["player.ask"]
LONG = "first-chapters"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("stops")


@pytest.fixture
def stop(folder, at_home):
    """Open a page of the site from a disk, written when it is first asked for."""

    def stop(name, query="", lang="en", **options):
        [page] = [each for each in PAGES if each.name == name]
        file = folder / page.file(lang)
        if not file.exists():
            with speaking(lang):
                file.write_text(written(page, APP, None, None, PAGES[0]), encoding="utf-8")
        opened = at_home(file, query, "body", reduced_motion="reduce", **options)
        expect(opened.locator(UNDRAWN)).to_have_count(0)
        return opened

    return stop


def bet(home, pair):
    """Point at the first two neighbours in the first run that are this pair."""
    chips = home.locator(".words").first.locator(".tokens .token:not(.ghost)")
    tokens = chips.evaluate_all(TOKENS)
    at = next(i for i in range(len(tokens)) if tuple(tokens[i : i + 2]) == pair)
    chips.nth(at).click()
    chips.nth(at + 1).click()


def test_a_long_run_hides_its_answers_to_the_end(stop):
    """A bet far into a run is judged, on a merge that can be seen in a word that is shown."""
    training = sample_training(samples()[LONG])
    at_once = span(len(training.ids))
    frequent = [word.text for word in training.snapshot(0).words()[:WORDS]]
    step = next(
        step
        for step in range(at_once, len(training))
        if any(map(training.snapshot(step).next_places, frequent))
    )
    home = stop(f"run-{LONG}", f"?step={step}&hide=1")
    expect(home.get_by_text(ASKED)).to_be_visible()
    bet(home, tuple(map(exact, training.merges[step].pair)))
    expect(home.locator(".caption")).to_contain_text("Right.")


def test_a_run_hides_its_answers_beside_its_fork(stop):
    """The merge that is forced is told; from the next step on both are asked for."""
    home = stop("whatif", "?pick=1&step=0")
    home.keyboard.press("h")
    captions = home.locator(".caption")
    expect(captions.nth(0)).to_have_text(ASKED)
    expect(captions.nth(1)).to_contain_text("forced")
    home.get_by_role("button", name=SAY["player.next"], exact=True).click()
    expect(captions).to_have_text([ASKED, ASKED])


def test_the_vote_hides_the_answers_of_all_its_questions(stop):
    """The next merge is bet on in the player; each other answer is opened to be judged."""
    home = stop("vote")
    expect(home.get_by_text(ASKED)).to_be_visible()
    training = sample_training(samples()[VOTED["corpus"]])
    bet(home, tuple(map(exact, training.merges[int(VOTED["step"])].pair)))
    expect(home.locator(".caption")).to_contain_text("Right.")
    kinds = home.get_by_role("combobox", name=SAY["vote.asked"])
    for kind in KINDS[1:]:
        kinds.select_option(label=SAY[f"vote.kind_{kind}"])
        expect(home.locator(".player")).to_be_hidden()
        expect(home.locator("details[open]")).to_have_count(0)
    kinds.select_option(label=SAY["vote.kind_split"])
    with speaking("en"):
        asked = which_split(training, "", example_word(training))
    expect(home.locator(".vote-asked > p")).to_have_text(asked.ask)
    answers = home.locator(".vote-asked details")
    expect(answers).to_have_count(len(asked.options))
    for at, option in enumerate(asked.options):
        expect(answers.nth(at).locator("p")).to_be_hidden()
        answers.nth(at).locator("summary").click()
        said = SAY["site.bet_right" if option.is_right else "site.bet_wrong"]
        expect(answers.nth(at).locator("p")).to_contain_text(said)
        assert answers.nth(at).locator(".token").evaluate_all(TOKENS) == [
            *map(exact, option.tokens)
        ]
    expect(home.get_by_role("link", name=SAY["site.open"])).to_have_attribute(
        "href", re.compile(rf"^{APP}/vote\?corpus={VOTED['corpus']}&step={VOTED['step']}&lang=en$")
    )


def test_a_text_is_cut_at_every_level_as_the_record_has_it(stop):
    """Whichever text and however many merges are picked."""
    home = stop("levels")
    run = run_on_part_seen(sample_asked(samples()[NOVEL], "paper"))
    texts, merges = (
        home.get_by_role("combobox", name=SAY[f"levels.{name}"]) for name in ("text", "step")
    )
    for text, step in ((0, 0), (0, 5), (len(CUT) - 1, 3)):
        texts.select_option(index=text)
        merges.select_option(index=step)
        cut = cut_text(run.training, MERGES[step], CUT[text])
        for level in ORDER:
            chips = home.locator(f'[data-level="{level}"] .token')
            expect(chips).to_have_count(len(cut[level]))
            assert chips.evaluate_all(TOKENS) == [exact(token) for token, _ in cut[level]]


def test_the_cost_stands_above_the_player_and_moves_it(stop):
    """Its numbers are those of the record at the player's step, whichever of both is moved."""
    costs = curve(sample_training(samples()[COSTED]))
    home = stop("cost")
    lines, number = home.locator(".lines"), home.locator(".lines .one").first
    expect(lines).to_have_attribute("data-at", str(costs.best_step))
    expect(number).to_contain_text(f"{costs.total_bits[costs.best_step]:,.0f}")
    home.keyboard.press("ArrowRight")
    expect(lines).to_have_attribute("data-at", str(costs.best_step + 1))
    expect(number).to_contain_text(f"{costs.total_bits[costs.best_step + 1]:,.0f}")
    box = home.locator(".lines .plot").bounding_box()
    home.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    half = len(costs.total_bits) // 2
    expect(home.locator(".player")).to_have_attribute("data-step", str(half))
    expect(number).to_contain_text(f"{costs.total_bits[half]:,.0f}")


def test_the_splits_of_a_word_follow_the_rounds(stop):
    """The table has those of the model of that round, in their order."""
    name, word = LATTICES[0]
    [request] = requests_of(of_sample(samples()[name]), SIZES[name]).each
    training = shared.get(request.job)
    [spelled] = training.model.spell(word)
    home = stop("unigram", "?step=0")
    rows = home.locator(".record-grid tbody tr")
    for step in range(len(training) + 1):
        expect(home.locator(".player")).to_have_attribute("data-step", str(step))
        found = splits(training.snapshot(step).model, spelled)["tokens"]
        expect(rows).to_have_count(len(found))
        drawn = [row.locator(".token").evaluate_all(TOKENS) for row in rows.all()]
        assert drawn == [[*map(exact, tokens)] for tokens in found]
        home.keyboard.press("ArrowRight")


@pytest.mark.parametrize("name", ["levels", "vote", "cost", "unigram", "life"])
def test_pages_of_stops_have_no_fault_by_axe(stop, name):
    """With a question of a few answers opened, in both themes."""
    home = stop(name, "?pick=2", color_scheme="dark")
    for summary in home.locator("details summary").all():
        summary.click()
    assert_accessible(home, rules=OF_COLOURS)
    home.emulate_media(color_scheme="light")
    assert_accessible(home)
