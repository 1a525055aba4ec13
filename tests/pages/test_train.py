"""The page Step through BPE, run without a browser: what each tab says is what the record says."""

import io
import re
import zipfile
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.interchange import library_files, merges_text
from bpe.readings.cost import description_length
from tests.pages.helpers import everything, markup, tab, tables
from ui.catalogue import catalogue
from ui.corpora.samples import samples
from ui.draw.tokens import exact
from ui.player.payload import training_run
from ui.shell.runs import Run
from ui.train.downloads import archive

SIX_WORDS = "highest higher lower lowest cooler coolest"


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper")


def folds(app, *names):
    """Open folds of the open tab."""
    for name in names:
        app.session_state[f"train_fold_{name}"] = True
    app = app.run()
    return app


def test_the_pairs_are_those_of_the_step_in_the_address(open_page, training):
    """A link with a step shows that step's pairs, the next merge first.

    The token just made leads to its life, by the name it has there; before the first merge there
    is none, and the ledger of changes says what to do. After the last no pair is left.
    """
    app = open_page("train", tab="pairs")
    assert [len(table.rows) > 1 for table in tables(app)] == [True]
    links = [each.proto for each in app.get("page_link")]
    [life] = [each for each in links if "The life of" in each.label]
    assert "est</w>" in life.label
    assert "token=est%3C%2Fw%3E" in life.query_string
    app = open_page("train", step=0)
    assert not [each for each in app.get("page_link") if "The life of" in each.proto.label]
    assert not app.tabs
    app = folds(tab(app, "train", "pairs"), "ties", "changes")
    assert "Go to the next step" in everything(app)
    app = open_page("train", step=len(training.merges), tab="pairs")
    assert "No pair is left" in everything(app)
    for name in ("words", "vocabulary", "stop", "claims"):
        tab(app, "train", name)
    app = open_page("train", step=2, tab="pairs")
    [pairs] = tables(app)
    expected = [[exact(token) for token in each.pair] for each in training.snapshot(2).pairs()]
    assert pairs.rows[1:] == expected
    assert "next merge" in pairs.texts[1]


def test_whatever_is_often_said_stands_beside_what_is_true(open_page):
    """Each claim of the catalogue is on the page, its truth right after it."""
    for page, lang, locale in (("train", "en", "en-US"), ("wordpiece", "zh", "zh-CN")):
        words = catalogue(lang)
        app = tab(open_page("train", locale=locale), "train", "claims")
        said = [each.value for each in app.markdown]
        claims = [key for key in words if key.replace("claim_", "truth_") in words]
        found = [key for key in claims if key.startswith(f"{page}.claim_")]
        assert len(found) >= 3
        for key in found:
            place = said.index(f"**{words[key]}**")
            assert said[place + 1] == words[key.replace("claim_", "truth_")]


def test_a_run_can_be_taken_to_other_libraries(open_page):
    """Only the formats that can say what the scheme does are offered, besides every table.

    Where the mark is fixed another scheme is named, never a setting that is refused.
    """
    formats = {
        "paper": "merges.txt, subword-nmt.codes",
        "huggingface": "merges.txt, tokenizer.json",
        "gpt": "merges.txt, tokenizer.json, ranks.tiktoken, minbpe.model",
        "sentencepiece": "merges.txt, sentencepiece.model",
    }
    marked = {"scheme": "sentencepiece", "special": "<s>"}
    for asked in (*({"scheme": scheme} for scheme in PRESETS), marked):
        scheme = asked["scheme"]
        app = tab(open_page("train", step=3, **asked), "train", "downloads")
        assert len(app.get("download_button")) == 3
        if scheme in formats and asked is not marked:
            assert formats[scheme] in [each.value for each in app.caption]
        said = " ".join(each.value for each in app.caption)
        assert ("scheme Hugging Face" in said) == (asked is marked)
        assert ("cuts words at spaces and line ends alone" in said) == (scheme == "paper")
        assert "under Settings" not in said
    assert library_files(train(SIX_WORDS, "huggingface"))


def test_a_click_takes_the_files_that_the_engine_writes(open_page, monkeypatch):
    """The run's page, its tables and the files of libraries, each under the name of the run."""
    offered = {}
    monkeypatch.setattr(
        "ui.train.downloads.offer",
        lambda label, data, file, *_: offered.update({file: data()}),
    )
    run = train(SIX_WORDS, "gpt")
    tab(open_page("train", scheme="gpt", step=2), "train", "downloads")
    assert offered.pop("six-words-gpt-handout.html").startswith("<!")
    found = zipfile.ZipFile(io.BytesIO(offered.pop("six-words-gpt-libraries.zip")))
    files = {"merges.txt": merges_text(run), **library_files(run)}
    assert {name: found.read(name).decode() for name in found.namelist()} == files
    left_out = catalogue("en")["tables.downloads_left_out"].format(limit=10)
    assert offered == {"six-words-gpt-step-2-tables.zip": archive(run.snapshot(2), left_out)}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_to_take_home_says_what_the_run_is(open_page, monkeypatch, lang):
    """Text, scheme and each setting, by the names they have in the app; escaped.

    The run was cut for the player, and is not cut again.
    """
    offered, cut = {}, []
    monkeypatch.setattr(
        "ui.player.cutting.training_run",
        lambda *run, **how: cut.append(run) or training_run(*run, **how),
    )

    def offer(label, data, file, *rest):
        if file.endswith(".html"):
            offered[file] = data()

    monkeypatch.setattr("ui.train.downloads.offer", offer)
    chosen = {"max_merges": 3, "special": "<b>&amp; $x$", "min_frequency": 2, "ties": "largest"}
    words = catalogue(lang)
    locale = {"en": "en-US", "zh": "zh-CN"}[lang]
    app = open_page("train", corpus="six-words", scheme="gpt", step=2, locale=locale, **chosen)
    tab(app, "train", "downloads")
    source = offered["six-words-gpt-handout.html"]
    assert len(cut) == 1
    facts = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", source))
    assert facts[words["controls.scheme"]] == words["controls.scheme_gpt"]
    assert facts[words["controls.ties"]] == words["ties.name_largest"]
    assert facts[words["controls.special"]] == "&lt;b&gt;&amp;amp; $x$"
    limits = [facts[words[f"controls.{name}"]] for name in ("max_merges", "min_frequency")]
    assert limits == ["3", "2"]
    assert words["controls.who_gpt"] in source
    assert samples()["six-words"].title[lang] in source


def test_a_run_too_large_to_take_home_is_said(open_page, monkeypatch):
    """In place of the button stands the way out; the rest is still offered."""
    monkeypatch.setattr("ui.player.handout.LARGEST", 1_000)
    app = tab(open_page("train"), "train", "downloads")
    assert "train_handout_download" not in {each.key for each in app.get("download_button")}
    assert any("too large for one page" in each.value for each in app.caption)


def test_a_pinned_word_goes_to_the_player(open_page):
    """Pinning survives a change of tab and takes only words of the corpus."""
    app = tab(open_page("train", step=3), "train", "words")
    app.multiselect(key="train_pin").select("coolest").run()
    assert app.session_state["kept_train_pinned"] == ("coolest",)
    tab(app, "train", "pairs")
    tab(app, "train", "words")
    assert app.multiselect(key="train_pin").value == ["coolest"]


@pytest.mark.parametrize("step", [0, 3])
def test_what_is_often_said_stands_beside_the_numbers_of_this_run(open_page, training, step):
    """Ties, pairs, description length, whole words: each number counted from the run anew."""
    app = folds(tab(open_page("train", step=step), "train", "pairs"), "rules")
    text = " ".join(markup(app))
    rules = {rule: train(SIX_WORDS, replace(PRESETS["paper"], tie_rule=rule)) for rule in TIE_RULES}
    own = {merge.token for merge in training.merges}
    for run in rules.values():
        shared = len(own & {merge.token for merge in run.merges})
        assert f"{shared} / {len(own)}" in text
        assert f">{run.token_counts[-1]:,}<" in text
    text = " ".join(markup(tab(app, "train", "claims")))
    tied = sum(len(merge.ties) > 1 for merge in training.merges)
    assert f"{tied} of {len(training.merges)} merges were chosen among tied pairs" in text
    alphabet = set(training.alphabet)
    units = sum(alphabet.issuperset(merge.pair) for merge in training.merges)
    assert f"Of its {len(training.merges)} merges, {units} joined" in text
    whole = sum(len(word.tokens) == 1 for word in training.snapshot(step).words())
    assert f"all 6 distinct words of the corpus are written; {whole} of them" in text
    assert "6 words that were cut into morphemes by hand, 6 places" in text
    assert f"out of it came {len(training)} merges" in text
    assert "without a mark, 0 of " in text
    assert "is met as number 5." in text
    costs = description_length(training).total_bits
    assert f"{costs[step + 1] - costs[step]:+,.1f} bits".replace("-", "−") in text


def test_where_no_word_of_a_text_has_known_morphemes_a_novel_is_counted(open_page):
    """The claim is never left without numbers of a run."""
    app = tab(open_page("train", corpus="modern-chinese", step=3), "train", "claims")
    text = " ".join(markup(app))
    assert "This run, step 3: of" not in text
    app = tab(open_page("train", max_merges=0), "train", "claims")
    assert not app.exception  # of a run without merges there is nothing to say
    assert " words that were cut into morphemes by hand" in text


def test_a_pair_that_was_clicked_leads_to_its_fork(open_page, training):
    """With the run and the step; the next merge, a forbidden pair and the end lead nowhere."""
    app = open_page("train", step=3, tab="pairs")
    left, right = training.snapshot(3).pairs()[2].pair
    for step, pair, n in (
        (3, (left, right), 1),
        (3, training.merges[3].pair, 0),
        (3, ("no", "pair"), 0),
        (len(training), (left, right), 0),
    ):
        app.session_state["kept_train_pair"] = pair
        app.query_params["step"] = str(step)
        app.run()
        ways = [each for each in app.get("page_link") if "forks=" in each.proto.query_string]
        assert len(ways) == n, (step, pair)
        if n:
            query = dict(parse_qsl(ways[0].proto.query_string))
            assert query["step"] == "3"
            ids = ".".join(str(training.tokens.index(token)) for token in pair)
            assert query["forks"] == f"{Run('six-words', 'paper').key}:3.{ids}"
    assert "They part at step 3" in everything(open_page("whatif", **query))


def test_what_articles_print_of_a_small_corpus_is_held_against_its_run(open_page):
    """Rules, splits, a size, a loop and marks: each beside what the same words give."""
    app = tab(open_page("train", corpus="low-wider", step=2), "train", "claims")
    said = re.sub(r"<[^>]+>", "", " ".join(markup(app)))
    assert "lo occurs 7 times and er 11 times, so the first rules are erer&lt;/w&gt;wer" in said
    for word, verdict in {
        "newer, often printed newer": "no step cuts it so",
        "lower, often printed lower": "no step cuts it so",
        "newest, often printed newer": "do not spell the word",
        "outstanding, often printed outstanding": "u, t, s, a, g do not occur",
    }.items():
        assert f"{word}: {verdict}" in said or f"{word}: these tokens {verdict}" in said
    assert "has room for 3 merges: eser&lt;/w&gt;est&lt;/w&gt;" in said
    assert "leaves room for 5." in said
    assert "4 distinct words at step 0, and 4 at step 12. Its tokens grow from 9 to 21." in said
    costs = description_length(train({"low": 5, "lower": 2, "newer": 6, "wider": 3}))
    change = (costs.corpus_bits[2] - costs.corpus_bits[1]).item()
    assert f"the text changes by {change:+,.1f} bits".replace("-", "−") in said
    bare = replace(PRESETS["paper"], boundary="none")
    marked = train({"^low$": 5, "^lower$": 2, "^newer$": 6, "^wider$": 3}, bare)
    assert f"after {len(marked)} merges; with &lt;/w&gt; alone, after 12." in said
    assert any("1994, Philip Gage" in each.value for each in app.markdown)
