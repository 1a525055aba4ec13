"""The page Step through BPE, run without a browser: what each tab says is what the record says."""

import io
import re
import zipfile
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl, quote

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.interchange import library_files, merges_text
from bpe.readings.comparison import TwoRuns
from tests.data import SIX_WORDS
from tests.pages.helpers import captions, paste, payloads, tab, tab_labels, tables, upload
from ui.catalogue import LANGUAGES, catalogue
from ui.controls.controls import sample_run
from ui.draw.tokens import visible
from ui.player import cutting
from ui.player.cutting import WORDS
from ui.samples import samples
from ui.shell.choices import LIMITS
from ui.train.archive import archive
from ui.train.pairs import find_pair


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper")


def files_of(app, tab: str = "downloads"):
    """Look at the files behind the button More, or at another tab there."""
    app.session_state["more"] = True
    lang = "zh" if app.context["locale"] == "zh-CN" else "en"
    app.session_state[f"more_train_{lang}"] = catalogue(lang)[f"common.{tab}"]
    return app.run()


def test_codes_to_share_are_drawn_while_one_looks_at_them(open_page):
    """They take some time; the address alone is there before."""
    app, own = open_page("train"), catalogue("en")["common.share_own"]
    assert own not in captions(app)
    assert own in captions(files_of(app, "share"))
    assert own not in captions(files_of(app))


@pytest.fixture
def offered(monkeypatch) -> dict[str, bytes | str]:
    """What is offered to take home, by the name of its file, made at once."""
    found = {}
    monkeypatch.setattr(
        "ui.train.downloads.offer",
        lambda label, data, file, *_: found.update({file: data()}),
    )
    return found


def test_a_run_can_be_taken_to_other_libraries(open_page):
    """Only the formats that can say what the scheme does are offered, besides every table.

    Where the mark is fixed another scheme is named, never a setting that is refused.
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
        assert ("cuts words only at spaces and line ends" in said) == (query["scheme"] == "paper")
        assert "under Settings" not in said


def test_a_click_takes_the_files_that_the_engine_writes(open_page, offered, monkeypatch):
    """The run's page, its tables and the files of libraries, each under the name of the run.

    The run is cut once: the page holds what the player was given.
    """
    run, cut, make = train(SIX_WORDS, "gpt", max_merges=4), [], cutting._cut
    monkeypatch.setattr(cutting, "_cut", lambda *given: cut.append(given) or make(*given))
    files_of(open_page("train", scheme="gpt", max_merges=4, step=2))
    assert len(cut) == 1
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
    """Text, scheme and each setting that is none of the scheme's, by their names in the app."""
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
    """Its pinned words, its step, its language, and its answer hidden; the second time, too."""
    for name in ("handout", "archive"):
        monkeypatch.setattr(f"ui.train.downloads.{name}", lambda run, *shown: shown)
    asked = {"corpus": "six-words", "scheme": "paper", "kept": "train_pinned=lower"}
    app, said = open_page("train", **asked, locale="zh-CN"), catalogue("zh")
    for step, hidden in ((2, True), (0, False)):
        app.query_params.update(step=str(step), hide=str(int(hidden)))
        files_of(app)
        words, at, _, is_hidden = offered["six-words-paper-handout.html"]
        assert (words, at, is_hidden) == (("lower",), step, hidden)
        left_out = said["tables.downloads_left_out"].format(limit=10)
        tables = offered.pop(f"six-words-paper-step-{step}-tables.zip")
        assert tables == (step, left_out, "zh")
        assert said["tables.download_archive_what"].format(step=step, tables=9) in captions(app)


def test_the_page_to_take_home_names_the_text_that_is_shown(open_page, offered):
    """Of a text that is refused that is the one before, a sample, or a reader's named like one."""
    words, title = catalogue("en"), samples()["six-words"].title["en"]
    app = paste(open_page("train", scheme="paper"), "  ")
    files_of(app)
    assert f"{title}: " in offered["six-words-paper-handout.html"]
    app = paste(upload(app, b"low lower", "six-words.txt"), " ")
    files_of(app)
    assert f"{words['controls.your_text']}: " in offered["six-words-paper-handout.html"]


def test_a_run_too_large_to_take_home_is_said(open_page, monkeypatch):
    """In place of the button stands the way out; the rest is still offered."""
    monkeypatch.setattr("ui.train.downloads.LARGEST", 1_000)
    app = files_of(open_page("train"))
    assert "train_handout_download" not in {each.key for each in app.get("download_button")}
    assert any("too large for a handout" in each.value for each in app.caption)


def test_a_pinned_word_goes_to_the_player(open_page):
    """Pinning survives a change of tab and takes only words of the corpus."""
    app = tab(open_page("train", corpus="four-stories", scheme="paper", step=3), "train", "words")
    app.multiselect(key="train_pin").select("ran").run()
    assert app.session_state["train_pinned"] == "ran"
    tab(app, "train", "pairs")
    tab(app, "train", "words")
    assert app.multiselect(key="train_pin").value == ["ran"]


def test_a_ninth_pin_takes_the_place_of_the_oldest(open_page):
    """A click on a pinned word lets it go."""
    words = "abcdefghi"
    app = paste(open_page("train"), " ".join(words))
    for word in words:
        app.session_state["kept_train_clicked"] = word
        app.run()
    assert app.session_state["train_pinned"] == " ".join(words[1:])
    text = " ".join(words)
    link = {"corpus": "pasted", "text": text, "kept": f"train_pinned={text}"}
    [drawn] = payloads(open_page("train", **link), "runs")
    shown = [row["text"] for row in drawn["runs"][0]["words"]]
    assert shown == [*words[1:], words[0]], "of more in a link, the last"
    app.session_state["kept_train_clicked"] = "c"
    for _ in range(2):
        app.run()
        assert app.session_state["train_pinned"] == " ".join("bdefghi"), "once"
    app.selectbox(key="scheme").select("gpt").run()
    for pinned in (*"bdefghi", " b"), tuple("bdefghi"):
        app.session_state["kept_train_clicked"] = visible(" b")
        app.run()
        assert app.session_state["train_pinned"] == " ".join(map(quote, pinned))


def test_words_are_a_tab_where_the_player_does_not_list_them_all(open_page):
    """A link to it opens the first tab where it does; another corpus brings it back."""
    app = open_page("train", tab="words")
    assert catalogue("en")["train.tab_words"] not in tab_labels(app)
    assert app.session_state["kept_train_tabs"] == "pairs"
    assert not app.warning
    for count, there in ((WORDS, False), (WORDS + 1, True)):
        app = paste(app, " ".join(chr(0x4E00 + at) for at in range(count)))
        assert (catalogue("en")["train.tab_words"] in tab_labels(app)) == there


def test_the_corpus_is_trained_by_each_tie_rule(open_page, training):
    """Where each rule parts from this run, what they share, and their tokens in the corpus.

    From the merge before the first parting on, the runs stand beside each other.
    """
    app = open_page("train", corpus="six-words", tab="pairs")
    app.session_state["train_fold_rules_open"] = True
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


def test_a_pair_that_is_clicked_is_searched_for_by_nothing_else(monkeypatch):
    """Or what was searched before would hide it."""
    kept = {"train_pair_search": "lower"}
    monkeypatch.setattr("ui.shell.session.st.session_state", kept)
    find_pair(("e", "s"))
    assert (kept["train_pair"], kept["train_pair_search"]) == ("e s", "")


def test_a_pair_that_was_clicked_leads_to_its_fork(open_page, training):
    """With the run and the step."""
    app = open_page("train", step=3, tab="pairs")
    left, right = training.snapshot(3).pairs()[2].pair

    app.session_state["train_pair"] = " ".join(map(quote, (left, right)))
    queries = (each.proto.query_string for each in app.run().get("page_link"))
    [query] = [dict(parse_qsl(each)) for each in queries if "forks=" in each]
    assert (query["step"], query["scheme"]) == ("3", "paper")
    ids = ".".join(str(training.tokens.index(token)) for token in (left, right))
    assert query["forks"] == f"{sample_run(samples()['six-words']).code}:3.{ids}"
    app = open_page("wordpiece", **query)
    assert app.button(key="wordpiece_part").label == "They diverge at step 3"
