"""The page Step through BPE, without a browser: each tab shows the record."""

import io
import json
import re
import zipfile
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.interchange import library_files, merges_text
from bpe.player.payload import ROWS
from bpe.player.tokens import visible
from bpe.readings.claims import of_work
from bpe.readings.comparison import TwoRuns
from tests.data import SIX_WORDS
from tests.markup import bodies, read
from tests.pages.helpers import (
    captions,
    everything,
    paste,
    payloads,
    sent,
    tab,
    tab_labels,
    tables,
    upload,
)
from ui.archive import archive
from ui.catalogue import LANGUAGES, catalogue
from ui.own_text.sources import of_sample
from ui.program import FILE, program_of
from ui.samples import samples
from ui.state import LIMITS
from ui.text import t
from ui.views import train as views


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper")


def files_of(app, tab: str = "downloads"):
    """Open the files under the button More, or another tab there."""
    app.session_state["more"] = True
    lang = "zh" if app.context["locale"] == "zh-CN" else "en"
    app.session_state[f"more_train_{lang}"] = catalogue(lang)[f"common.{tab}"]
    return app.run()


def test_codes_to_share_are_drawn_while_one_looks_at_them(open_page):
    """Drawing the codes takes time, so they are drawn only while their tab is open."""
    app, own = open_page("train"), catalogue("en")["common.share_own"]
    assert own not in captions(app)
    assert own in captions(files_of(app, "share"))
    assert own not in captions(files_of(app))


@pytest.fixture
def offered(monkeypatch) -> dict[str, bytes | str]:
    """Collect the offered files by name, with their content made at once."""
    found = {}
    keep = lambda label, data, file, *_: found.update({file: data()})  # noqa: E731
    monkeypatch.setattr(views, "offer", keep)
    return found


def test_a_run_can_be_taken_to_other_libraries(open_page):
    """Only formats that can express the scheme are offered, next to the tables.

    If no format can, the page names another scheme, not a setting that the scheme refuses.
    """
    asked = (
        ({"scheme": "paper"}, "merges.txt, subword-nmt.codes"),
        ({"scheme": "gpt"}, "merges.txt, tokenizer.json, ranks.tiktoken"),
        ({"scheme": "sentencepiece", "special": "<s>"}, None),
    )
    for query, formats in asked:
        app = files_of(open_page("train", step=3, **query))
        buttons = app.get("download_button")
        assert [each.proto.ignore_rerun for each in buttons] == [True] * 3
        said = captions(app)
        assert formats is None or formats in said
        assert ("scheme Hugging Face" in said) == (formats is None)
        assert ("splits words only at spaces and line ends" in said) == (query["scheme"] == "paper")
        assert "under Settings" not in said


def test_a_click_takes_the_files_that_the_engine_writes(open_page, offered):
    """The handout, the tables and the files for libraries are offered under the run's name."""
    run = train(SIX_WORDS, "gpt", max_merges=4)
    files_of(open_page("train", scheme="gpt", max_merges=4, step=2))
    assert offered.pop("six-words-gpt-handout.html").startswith("<!")
    found = zipfile.ZipFile(io.BytesIO(offered.pop("six-words-gpt-libraries.zip")))
    files = {"merges.txt": merges_text(run), **library_files(run)}
    assert {name: found.read(name).decode() for name in found.namelist()} == files
    left_out = catalogue("en")["tables.downloads_left_out"].format(limit=10)
    assert offered == {"six-words-gpt-step-2-tables.zip": archive(run, 2, left_out)}


SET = {
    "scheme": "gpt",
    "max_merges": 3,
    "vocab_size": 300,
    "special": "<b>&amp; $x$",
    "min_frequency": 2,
    "ties": "largest",
}


@pytest.mark.parametrize(("lang", "chosen"), [("en", {}), ("zh", SET)])
def test_the_page_to_take_home_says_what_the_run_is(open_page, offered, lang, chosen):
    """The handout names the text, the scheme and each changed setting as the app names them."""
    words, sample, scheme = catalogue(lang), samples()["six-words"], chosen.get("scheme", "paper")
    locale = {"en": "en-US", "zh": "zh-CN"}[lang]
    files_of(open_page("train", corpus="six-words", step=2, locale=locale, **chosen))
    source = offered[f"six-words-{scheme}-handout.html"]
    facts = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", source))
    settings = {name: str(chosen[name]) for name in ("special", *LIMITS) if name in chosen}
    name = words[f"controls.scheme_{scheme}"]
    settings |= {"scheme": name, "ties": words[f"ties.name_{chosen.get('ties', 'first')}"]}
    settings |= {"mark": words[f"controls.mark_is_{PRESETS[scheme].boundary}"]}
    told = {words[f"controls.{name}"]: said for name, said in settings.items()}
    assert told.items() <= {name: unescape(said) for name, said in facts.items()}.items()
    assert len(facts) == len(told) + 2
    assert facts[words["controls.corpus"]].startswith(f"{sample.title[lang]}")
    assert f"{chosen.get('max_merges', 19)} " in facts[words["player.handout_learned"]]
    title = words["player.handout_title"].format(text=sample.title[lang], scheme=name)
    assert f"<title>{title}</title>" in source
    assert f'lang="{LANGUAGES[lang].html}"' in source
    about = words["controls.who_paper"], sample.licence[lang]
    assert all(each in source for each in about) == (not chosen)


def test_what_is_taken_home_is_as_the_player_shows_the_run(open_page, offered, monkeypatch):
    """The handout has the pinned words, step, language and hidden answer of the player.

    A second download has the changed step and answer.
    """
    monkeypatch.setattr(views, "page_of", lambda run, **shown: shown)
    monkeypatch.setattr(views, "archive", lambda run, *shown: shown)
    app = open_page("train", corpus="six-words", scheme="paper", locale="zh-CN")
    app.session_state["train_pinned"] = ("lower",)
    said = catalogue("zh")
    for step, hidden in ((2, True), (0, False)):
        app.query_params.update(step=str(step), hide=str(int(hidden)))
        files_of(app)
        shown = offered["six-words-paper-handout.html"]
        del shown["page"]
        assert shown == {"step": step, "words": ("lower",), "lang": "zh", "hidden": hidden}
        left_out = said["tables.downloads_left_out"].format(limit=10)
        tables = offered.pop(f"six-words-paper-step-{step}-tables.zip")
        assert tables == (step, left_out, "zh")
        assert said["tables.download_archive_what"].format(step=step, tables=9) in captions(app)


def test_the_page_to_take_home_names_the_text_that_is_shown(open_page, offered):
    """If a text is refused, the handout has the previous text, a sample or a reader's file.

    A reader's file is called the reader's text, even if its name is that of a sample.
    """
    words, title = catalogue("en"), samples()["six-words"].title["en"]
    app = paste(open_page("train", scheme="paper"), "  ")
    files_of(app)
    assert f"{title}: " in offered["six-words-paper-handout.html"]
    app = paste(upload(app, b"low lower", "six-words.txt"), " ")
    files_of(app)
    assert f"{words['controls.your_text']}: " in offered["six-words-paper-handout.html"]


def test_a_run_too_large_to_take_home_is_said(open_page, monkeypatch):
    """A caption with a way out replaces the button; other files are still offered."""
    monkeypatch.setattr(views, "MAX_CHARS", 1_000)
    app = files_of(open_page("train"))
    assert "train_handout_download" not in {each.key for each in app.get("download_button")}
    assert any("too large for a handout" in each.value for each in app.caption)


def test_a_pinned_word_stays_in_another_tab(open_page):
    app = tab(open_page("train", corpus="four-stories", scheme="paper", step=3), "train", "words")
    app.multiselect(key="train_pin").select("ran").run()
    tab(app, "train", "pairs")
    tab(app, "train", "words")
    assert app.multiselect(key="train_pin").value == ["ran"]
    assert rows_of(app)[0] == "ran"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_saved_picture_names_corpus_and_scheme(open_page, lang):
    """The page's title has neither; the player gets both names, in the reader's language."""
    app = open_page("train", corpus="four-stories", scheme="gpt", lang=lang)
    [about] = [each["about"] for each in sent(app) if "about" in each]
    scheme = catalogue(lang)["controls.scheme_gpt"]
    assert about == f"{samples()['four-stories'].title[lang]} · {scheme}"


def rows_of(app) -> list[str]:
    """Return the words of the player's rows."""
    [drawn] = payloads(app, "runs")
    return [row["text"] for row in drawn["runs"][0]["words"]]


def test_a_ninth_pin_takes_the_place_of_the_oldest(open_page):
    """A click on a pinned word unpins it, once; each run has its own pinned words."""
    words = "abcdefghi"
    app = paste(open_page("train"), " ".join(words))

    def click(word: str) -> None:
        app.session_state["train_clicked"] = word
        app.run()

    for word in words:
        click(word)
    assert rows_of(app) == [*words[1:], words[0]]
    click("c")
    app.run()
    assert rows_of(app)[:7] == [*"bdefghi"]
    app.selectbox(key="scheme").select("gpt").run()
    click(visible(" b"))
    assert rows_of(app)[:2] == ["␣b", "a"], "the first word alone has no space"
    click(visible(" b"))
    app.selectbox(key="scheme").select("paper").run()
    assert rows_of(app)[:7] == [*"bdefghi"]


def test_words_are_a_tab_where_the_player_does_not_list_them_all(open_page):
    """If the player lists all words, a link to the tab opens the first tab instead.

    A corpus with more words brings the tab back.
    """
    app = open_page("train", tab="words")
    assert catalogue("en")["train.tab_words"] not in tab_labels(app)
    assert app.header[0].value.startswith("All pairs")
    assert not app.warning
    for count, there in ((ROWS, False), (ROWS + 1, True)):
        app = paste(app, " ".join(chr(0x4E00 + at) for at in range(count)))
        assert (catalogue("en")["train.tab_words"] in tab_labels(app)) == there


def test_the_corpus_is_trained_by_each_tie_rule(open_page, training):
    """Each rule has its first difference, the shared tokens, and its tokens in the corpus.

    From the merge before the first difference on, the runs are listed side by side.
    """
    app = open_page("train", corpus="six-words", tab="pairs")
    app.session_state["train_fold_rules"] = True
    _, listed, beside = tables(app.run())
    assert len(listed.texts) == 1 + len(TIE_RULES)
    run = train(SIX_WORDS, replace(PRESETS["paper"], tie_rule="largest"))
    [row] = [each for each in listed.texts if catalogue("en")["ties.is_largest"] in each]
    two = TwoRuns(training, run)
    shared = len({each.token for each in training.merges} & {each.token for each in run.merges})
    meeting = "never" if two.meeting is None else f"{two.meeting}"
    end = f"{two.parting} {meeting} {shared} / {len(training)} {run.token_counts[-1]}".split()
    assert row.split()[-len(end) :] == end
    assert {training.merges[0].token, run.merges[0].token} <= {*beside.rows[1]}


def test_a_click_on_a_pair_opens_its_tab_without_a_search(monkeypatch):
    """The click clears the search, which might hide the pair."""
    kept, opened = {"train_pair_search": "lower"}, []
    monkeypatch.setattr(views.st, "session_state", kept)
    monkeypatch.setattr(views.state, "open_tab", opened.append)
    views.clicked("pair", ("e", "s"))
    assert kept == {"train_pair": ("e", "s"), "train_pair_search": ""}
    assert opened == ["pairs"]


def forks(app) -> list[dict[str, str]]:
    """Return the queries of the links to a run with forced merges."""
    queries = (dict(parse_qsl(each.proto.query_string)) for each in app.main.get("page_link"))
    return [query for query in queries if "forced" in query]


def test_a_pair_that_was_clicked_is_first_and_leads_to_its_fork(open_page, training):
    """The link has the pair as a forced merge, and the run and the step."""
    app, pair = open_page("train", step=3, tab="pairs"), training.snapshot(3).pairs()[2].pair
    app.session_state["train_pair"] = pair
    [query] = forks(app.run())
    assert tables(app)[0].rows[1] == [*pair]
    assert (query["step"], query["scheme"]) == ("3", "paper")
    assert json.loads(query["forced"]) == {"3": [*pair]}
    app = open_page("wordpiece", **query)
    assert app.button(key="wordpiece_part").label == "They diverge at step 3"


@pytest.mark.parametrize(
    ("query", "pair"),
    [
        ({"step": 3}, ("est", "</w>")),
        ({"step": 3}, ("no", "pair")),
        ({"step": 2, "max_merges": 2}, ("l", "o")),
        ({"scheme": "sentencepiece", "corpus": "pasted", "text": "ab12 ab12 ab12"}, ("b", "1")),
    ],
    ids=["next", "gone", "last", "forbidden"],
)
def test_a_pair_that_cannot_be_merged_now_leads_to_no_fork(open_page, query, pair):
    """The cases are the next pair, an absent pair, a pair after the last step, a forbidden pair."""
    app = open_page("train", tab="pairs", **query)
    app.session_state["train_pair"] = pair
    assert not forks(app.run())


def test_the_code_says_what_its_lines_did_and_stays_what_is_copied(open_page):
    """The notes come from the record before the step; the copied program contains no notes.

    A sentence counts the positions that this step and the whole run touch, and that a recount would
    touch.
    """
    app = open_page("train", tab="code", corpus="six-words", step=4)
    [body] = [each for each in bodies(app) if "data-program" in each]
    training = train(SIX_WORDS)
    assert read(body).all("pre")[0].text.strip() == program_of(training, SIX_WORDS).text.strip()
    lines, folded = read(body).all("span"), read(body).all("span", kind="above")
    assert lines[len(folded)].text == "while True:", "at first the loop"
    told = told_in(body)
    before, sizes = training.snapshot(3), training.vocabulary_sizes
    (left, right), count = before.pairs(1)[0].pair, before.pairs(1)[0].count
    assert f"pairs={{{left}{right}:{count}," in told
    assert f"...}}({len(before.pairs())})" in told
    assert f"best={''.join(training.merges[3].pair)}" in told
    assert "3wordschanged" in told
    assert f"vocabulary:{sizes[3]}->{sizes[4]}" in told
    work = of_work(training.snapshot(4))
    numbers = [work[name] for name in ("anew", "changed", "merges", "looked", "all_anew")]
    [told] = [body for body in bodies(app) if "keeps an index" in body]
    assert [int(n) for n in re.findall(r"\d+", read(told).text)] == numbers
    app.query_params.update(step="0", tab="code")
    assert "keeps an index" not in everything(app.run())
    assert t("train.code_begin", step=0) in everything(app)


def told_in(body: str) -> str:
    """Return the notes below a program, without white space."""
    return "".join(read(body.partition("</pre>")[2].removesuffix("</div>")).text.split())


def test_one_pair_and_one_word_are_called_so_and_a_long_text_is_a_file_to_take(open_page, offered):
    """Numbers of one have singular words; only a text too long for the program is a file."""
    asked = {"corpus": "pasted", "text": "ab", "scheme": "huggingface", "step": 1}
    app = open_page("train", tab="code", **asked)
    [body] = [each for each in bodies(app) if "data-program" in each]
    assert all(each in told_in(body) for each in ("pairs={ab:1}(1)", "1wordchanged"))
    assert not offered
    open_page("train", tab="code", corpus="first-chapters")
    assert offered == {FILE: of_sample(samples()["first-chapters"]).text}
