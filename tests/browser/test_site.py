"""The lesson as files: each page plays from a disk, offline, in frames, and shows the record."""

import re
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from bpe import PRESETS, train
from tests.browser.helpers import OF_COLOURS, assert_accessible
from ui.bytes.panels import STEPS
from ui.catalogue import catalogue
from ui.controls.controls import sample_training
from ui.corpora.queue import shared
from ui.corpora.samples import NOVEL, training_samples
from ui.corpora.sources import of_sample
from ui.corpora.tokenizers import opened as opened_tokenizer
from ui.draw.tokens import exact, short
from ui.quiz.rounds import KINDS, make_round
from ui.shell.frame import IN_ITSELF
from ui.site.contents import PAGES
from ui.site.page import SERVED
from ui.site.pictures import BYTES, DRAWS, LATTICES, SKYLINES, TEXTS
from ui.site.real import BESIDE, SENTENCES, tokenizers
from ui.site.runs import COMPARED, ENCODED, FORKED, METHODS, shown_best
from ui.site.writing import write_site
from ui.unigram.controls import SIZES, requests_of
from ui.whatif.fork import first_fork

pytestmark = pytest.mark.timeout(900)
"""Seconds: the first test has the whole site written, which takes minutes on a busy machine."""

APP = "http://app.invalid"
LARGEST, LARGEST_NOVEL, LARGEST_SITE = 400_000, 500_000, 12_000_000
FIRST_PAINT = 1000
"""Milliseconds."""

SHOWN = ("six-words", "hug", "aaabdaaabac", "four-stories", NOVEL, "tang-song-poems", "scripts")
RUNS = [f"run-{name}" for name in SHOWN]
"""One of each scheme that a sample is shown by, and the longest."""

UNDRAWN = ".part:not([data-mounted=drawn])"
SPLITS = """player => Object.fromEntries(
    [...player.querySelectorAll(".words .frequent tr:not(.heading)")].map((row) => [
        row.querySelector(".name").textContent,
        [...row.querySelectorAll(".tokens .token:not(.ghost)")].map((chip) => chip.dataset.token),
    ]))"""
TOKENS = """rows => rows.map((row) =>
    [...row.querySelectorAll(".tokens .token:not(.ghost)")].map((chip) => chip.dataset.token))"""
PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *said):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, as the command writes it."""
    folder = tmp_path_factory.mktemp("lesson") / "site"
    write_site(folder, APP, lambda line: None)
    return folder


@pytest.fixture
def opened(at_home):
    """Open a page of the site without a network and wait until all parts of it are drawn."""

    def opened(file, query="", **options):
        page = at_home(file, query, "body", **options)
        expect(page.locator(UNDRAWN)).to_have_count(0)
        return page

    return opened


def test_the_site_is_small_and_the_archive_holds_all_of_it(site):
    """At most 12 MB, 400 KB a page, 500 KB the novel; nothing in a folder below the first."""
    sizes = {file.name: file.stat().st_size for file in site.iterdir()}
    assert set(sizes) == {page.file(lang) for page in PAGES for lang in IN_ITSELF}
    most = {name: LARGEST_NOVEL if NOVEL in name else LARGEST for name in sizes}
    assert {name: size for name, size in sizes.items() if size > most[name]} == {}
    assert sum(sizes.values()) <= LARGEST_SITE
    with ZipFile(site.with_suffix(".zip")) as packed:
        assert set(packed.namelist()) == set(sizes)
        assert packed.read("index.html") == (site / "index.html").read_bytes()


def test_every_link_leads_to_a_page_or_to_the_app(site):
    """Without the app a reader misses what is named as such, and nothing else."""
    for file in site.iterdir():
        for address in re.findall(r' href="([^"]*)"', file.read_text("utf-8")):
            named = address.partition("?")[0]
            assert address.startswith(APP) or (site / named).exists(), (file.name, address)


@pytest.mark.parametrize("name", [page.name for page in PAGES if page.page != "train"] + RUNS)
def test_a_page_plays_from_a_disk_in_both_languages(site, opened, name):
    """It paints within a second, steps by keys, keeps its place in the other language."""
    [page] = [each for each in PAGES if each.name == name]
    home = opened(site / page.file("en"), reduced_motion="reduce")
    assert home.wait_for_function(PAINTED).json_value() < FIRST_PAINT
    assert home.evaluate("document.documentElement.scrollWidth <= innerWidth")
    players = home.locator(".part .player")
    if players.count():
        home.keyboard.press("Home")
        expect(players).to_have_attribute("data-step", "0")
        home.keyboard.press("ArrowRight")
        expect(players).to_have_attribute("data-step", "1")
        home.keyboard.press("End")
        last = re.compile(rf"step={players.locator('.slider').get_attribute('max')}$")
        expect(home).to_have_url(last)
    home.get_by_role("link", name=IN_ITSELF["zh"]).click()
    expect(home).to_have_url(re.compile(re.escape(page.file("zh"))))
    assert home.evaluate("document.documentElement.lang") == "zh-Hans"
    if players.count():
        expect(home).to_have_url(last)
        expect(players).to_have_attribute("data-step", re.compile(r"[1-9]"))
        next_step = catalogue("zh")["player.next"]
        expect(home.get_by_role("button", name=next_step, exact=True)).to_be_visible()


@pytest.mark.parametrize("name", RUNS)
def test_a_run_is_drawn_as_the_record_has_it(site, opened, name):
    """Every word shown, at a step in the middle and at the last one."""
    sample = training_samples()[name.removeprefix("run-")]
    training = sample_training(sample, sample.default_scheme or "paper")
    middle = len(training) // 2
    home = opened(site / f"{name}.html", f"?step={middle}")
    player = home.locator(".part .player")
    for step, key in ((middle, "Shift"), (len(training), "End")):
        home.keyboard.press(key)
        expect(player).to_have_attribute("data-step", str(step))
        snapshot = training.snapshot(step)
        splits = {short(w.text): [*map(exact, w.tokens)] for w in snapshot.words()[:30]}
        drawn = player.evaluate(SPLITS)
        assert drawn
        for word, tokens in drawn.items():
            if word in splits and not word.endswith("…"):
                assert tokens == splits[word]
            else:  # of a long word one window is drawn
                begins = word.removesuffix("…")
                [split] = [splits[each] for each in splits if each.startswith(begins)]
                rest = iter(split)
                assert all(token in rest for token in tokens)


def pick(home, place):
    """Pick the thing at a place of the list, from 0."""
    home.get_by_role("combobox", name=catalogue("en")["controls.corpus"]).select_option(index=place)


def test_a_dozen_words_are_encoded_as_the_record_has_it(site, opened):
    """By each sample and method to pick, at the last step; what is picked stands in the address."""
    home = opened(site / "encode.html", "?pick=2")
    expect(home.locator("pre.embed")).to_contain_text(f'src="{SERVED}encode.html?pick=2"')
    ways = [(n, each) for n in ENCODED for each in METHODS.get(n, ("merges",))]
    expect(home.locator(".pick option")).to_have_count(len(ways))
    expect(home.locator(".pick select")).to_have_js_property("selectedIndex", 1)
    for place, (name, method) in enumerate(ways):
        pick(home, place)
        expect(home.locator(".player")).to_have_attribute("data-step", "0")
        home.keyboard.press("End")
        encoding = (
            shown_best(training_samples()[name]).training.tokenizer().encode(ENCODED[name], method)
        )
        last = home.locator(".slider").get_attribute("max")
        expect(home.locator(".player")).to_have_attribute("data-step", last)
        drawn = home.locator(".words tbody tr:not(.heading)")
        assert drawn.evaluate_all(TOKENS) == [[*map(exact, word.tokens)] for word in encoding.words]
        expect(home).to_have_url(re.compile(rf"pick={place + 1}&step={last}$"))


def test_two_runs_in_lockstep_are_drawn_as_the_record_has_them(site, opened):
    """BPE beside WordPiece, and a run beside its fork, three steps after they part."""
    for name, runs in ((COMPARED[1], two_rules), (FORKED[1], with_fork)):
        home = opened(site / f"{PAGE_OF[runs]}.html", "?pick=2&step=0")
        for _ in range(3):
            home.keyboard.press("ArrowRight")
        expect(home.locator(".player")).to_have_attribute("data-step", "3")
        for number, training in enumerate(runs(training_samples()[name])):
            words = training.snapshot(3).words()
            assert home.locator(".run").nth(number).evaluate(SPLITS) == {
                word.text: [*map(exact, word.tokens)] for word in words
            }


def two_rules(sample):
    scored = PRESETS["wordpiece"]
    return [sample_training(sample, scheme) for scheme in (replace(scored, score="count"), scored)]


def with_fork(sample):
    training = shown_best(sample).training
    fork = first_fork(training)
    forced = {fork.step: fork.pair(training)}
    return [training, train(training.corpus, training.scheme, forced=forced)]


PAGE_OF = {two_rules: "wordpiece", with_fork: "whatif"}


DRAWN = """chips => chips.map((chip) => chip.dataset.token)"""


def test_sentences_are_drawn_as_real_tokenizers_cut_them(site, opened):
    """By some tokenizers, both maps, and the merges of one word to its end."""
    home = opened(site / "models.html")
    texts, names = (
        home.get_by_role("combobox", name=catalogue("en")[f"models.{name}"])
        for name in ("text", "pick_model")
    )
    expect(texts.locator("option")).to_have_text(list(SENTENCES))
    for text, key in ((0, "gpt2"), (1, "mistral"), (7, "cl100k")):
        texts.select_option(index=text)
        names.select_option(index=tokenizers().index(key))
        place = text * len(tokenizers()) + tokenizers().index(key)
        if place:
            expect(home).to_have_url(re.compile(rf"pick={place + 1}\b"))
        for side, name in enumerate((key, BESIDE)):
            chips = home.locator(".map").nth(side).locator(".tokens .token")
            tokenizer = opened_tokenizer(name)
            ids = tokenizer.encode(SENTENCES[text]).ids
            expect(chips).to_have_count(len(ids))
            assert chips.evaluate_all(DRAWN) == [exact(tokenizer.token(id_)) for id_ in ids]
        home.keyboard.press("End")
        word = home.locator(".words tbody tr:not(.heading)").evaluate_all(TOKENS)[0]
        left = home.locator(".map").first.locator(".tokens .token").evaluate_all(DRAWN)
        assert word == next(
            left[at : at + len(word)] for at in range(len(left)) if left[at] == word[0]
        )


def test_the_bytes_of_a_text_are_drawn_as_the_record_has_them(site, opened):
    """Every text: its bytes, and the tokens of the sample's merges."""
    home = opened(site / "bytes.html")
    training = sample_training(training_samples()[BYTES], "gpt")
    for place, text in enumerate(TEXTS):
        home.locator(".pick select").select_option(index=place)
        encoding = training.tokenizer(STEPS[BYTES]).encode(text)
        expect(home.locator(".row-tokens .token")).to_have_count(len(encoding.tokens))
        written = home.locator(".row-bytes .hex").all_inner_texts()
        assert written == [f"{byte:02X}" for byte in text.encode()]
        shown = any(word.steps for word in encoding.words)
        expect(home.locator(".player")).to_be_visible(visible=shown)


def test_a_lattice_follows_the_rounds(site, opened):
    """It has the pieces of the vocabulary of the round that the player shows."""
    home = opened(site / "unigram.html", "?pick=4&step=0", reduced_motion="reduce")
    name, word = LATTICES[3]
    [request] = requests_of(of_sample(training_samples()[name]), SIZES[name]).each
    training = shared.get(request.job)
    [spelled] = training.model.spell(word)
    for step in range(len(training) + 1):
        expect(home.locator(".player")).to_have_attribute("data-step", str(step))
        edges = training.snapshot(step).model.lattice(spelled)
        boxes = home.locator(".lattice .edge:not(.gone)")
        expect(boxes).to_have_count(len(edges))
        assert sorted(boxes.evaluate_all(DRAWN)) == sorted(exact(edge.piece) for edge in edges)
        home.keyboard.press("ArrowRight")


def test_a_skyline_and_the_player_of_the_novel_move_each_other(site, opened):
    """Its line cuts each word as the record does, whichever of the two is moved."""
    training = sample_training(training_samples()[NOVEL])
    home = opened(site / "life.html", "?step=500", reduced_motion="reduce")
    for place, step in ((0, 500), (4, 501)):
        home.locator(".pick select").select_option(index=place)
        home.locator(".pick select").blur()
        if step == 501:
            home.keyboard.press("ArrowRight")
        expect(home.locator(".skyline")).to_have_attribute("data-at", str(step))
        drawn = home.locator(".piece .token").evaluate_all(DRAWN)
        assert drawn == [*map(exact, training.snapshot(step).tokens(SKYLINES[place]))]
    home.get_by_role("slider", name=catalogue("en")["life.line"]).press("ArrowUp")
    expect(home.locator(".player")).to_have_attribute("data-step", "502")


@pytest.mark.parametrize("number", range(1, len(KINDS) + 1))
def test_a_round_is_judged_to_its_end_without_a_server(site, opened, number):
    """Every right bet is worth three points, in each kind of round."""
    asked = make_round(number, 2)
    place = (number - 1) * DRAWS + 2
    home = opened(site / "quiz.html", f"?pick={place}&step=0", reduced_motion="reduce")
    for step in range(asked.steps):
        row, at = next_place(asked, step)
        chips = home.locator(".words .frequent tr:not(.heading)").nth(row).locator(".tokens .token")
        chips.nth(at).click()
        chips.nth(at + 1).click()
        expect(home.locator(".caption")).to_contain_text(catalogue("en")["player.bet_right"][:5])
        home.keyboard.press("ArrowRight")
    points = 3 * asked.steps
    expect(home.locator(".points")).to_have_text(
        catalogue("en")["quiz.score_points"].format(points=points, most=points)
    )
    home.get_by_text(catalogue("en")["quiz.shows"]).click()
    expect(home.locator("details p").first).to_be_visible()


def next_place(asked, step):
    """Return the row and the place of the pair that is due in it."""
    if asked.encoding is not None:
        return 0, asked.encoding.words[0].steps[step].places[0]
    snapshot = asked.training.snapshot(step)
    return next(
        (row, places[0])
        for row, word in enumerate(snapshot.words())
        if (places := snapshot.next_places(word.text))
    )


def test_a_guess_is_judged_without_a_server(site, opened):
    """By the key H, or where the address hides the answer from the start."""
    home = opened(site / "run-six-words.html", "?step=0")
    home.keyboard.press("h")
    expect(home.get_by_text(catalogue("en")["player.ask"])).to_be_visible()
    hidden = opened(site / "run-six-words.html", "?step=0&hide=1")
    expect(hidden.get_by_text(catalogue("en")["player.ask"])).to_be_visible()
    chips = hidden.get_by_role("row", name="highest").locator(".tokens .token")
    for place in (4, 5):
        chips.nth(place).click()
    expect(hidden.locator(".caption")).to_contain_text("Right.")


def test_a_page_plays_in_a_sandboxed_frame_of_another_page(site, opened, tmp_path):
    """Its picture comes first there, and nothing is refused that it cannot do without."""
    source = (site / "run-six-words.html").as_uri()
    outer = site.parent / "course.html"
    outer.write_text(
        f'<title>C</title><iframe sandbox="allow-scripts" src="{source}" height="640"></iframe>'
    )
    home = opened(outer)
    frame = home.frame_locator("iframe")
    frame.locator('.player [data-do="next"]').click()
    frame.locator('.player [data-do="next"]').click()
    expect(frame.locator(".player")).not_to_have_attribute("data-step", "0")
    expect(frame.locator("pre.embed")).to_be_hidden()


def test_a_served_page_says_by_which_line_it_is_embedded(site, browser):
    """The address is the one it was opened by, below any path; from a disk there is a stand-in."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site.parent))
    Thread(target=server.serve_forever, daemon=True).start()
    here = f"127.0.0.1:{server.server_port}/site/run-hug.html"
    page = browser.new_page()
    try:
        page.goto(f"http://{here}?step=2")
        line = page.locator("pre.embed")
        expect(line).to_contain_text(f'<iframe src="http://{here}"')
        (site.parent / "course.html").write_text(f"<title>C</title>{line.inner_text()}")
        page.goto(f"http://localhost:{server.server_port}/course.html")
        expect(page.frame_locator("iframe").locator(".player")).to_be_visible()
    finally:
        page.close()
        server.shutdown()
        server.server_close()
    assert f"src=&quot;{SERVED}run-hug.html&quot;" in (site / "run-hug.html").read_text("utf-8")


def test_pages_have_no_fault_by_axe(site, opened):
    """The contents, a run, and what has a picture of its own and no stop, in both themes."""
    pictures = ("bytes", "quiz", "models")
    for name in ("index.html", "run-six-words.zh.html", *(f"{each}.html" for each in pictures)):
        home = opened(site / name, color_scheme="dark")
        assert_accessible(home, rules=OF_COLOURS)
        home.emulate_media(color_scheme="light")
        assert_accessible(home)
