"""The programs beside the pictures stand where they belong; their lines say what they did."""

import html
import re

from bpe import train
from bpe.readings.claims import of_work
from tests.data import SIX_WORDS
from tests.markup import bodies, read
from tests.pages.helpers import everything
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.corpora.sources import of_sample
from ui.encode.panels import encoding_program
from ui.samples import samples
from ui.shell.text import t
from ui.train.program import FILE, program_of


def test_the_lines_say_what_they_did_and_the_program_stays_what_is_copied(open_page):
    """Read off the record before the step; the text alone is copied.

    How many places a step touched, and counting anew would, in this step and in the whole run.
    """
    app = open_page("train", tab="code", corpus="six-words", step=4)
    [body] = [each for each in bodies(app) if "data-program" in each]
    training = train(SIX_WORDS)
    program = program_of(training, SIX_WORDS).text
    code = body.partition("data-program")[2].partition("</pre>")[0].partition(">")[2]
    plain = html.unescape(code.replace("<span>", "").replace("<span class=told>", ""))
    assert plain.replace("</span>", "") == program
    told = "".join(read(body.partition("</pre>")[2].removesuffix("</div>")).text.split())
    before = training.snapshot(3)
    (left, right), count = before.pairs(1)[0].pair, before.pairs(1)[0].count
    sizes = training.vocabulary_sizes
    assert f"pairs={{{left}{right}:{count}," in told
    assert f"...}}({len(before.pairs())})" in told
    assert f"best={''.join(training.merges[3].pair)}" in told
    assert "3wordschanged" in told
    assert f"vocabulary:{sizes[3]}->{sizes[4]}" in told
    work = of_work(training.snapshot(4))
    numbers = [work[name] for name in ("anew", "changed", "merges", "looked", "all_anew")]
    [told] = [body for body in bodies(app) if "keeps a ledger" in body]
    assert [int(n) for n in re.findall(r"\d+", re.sub("<[^>]*>", "", told))] == numbers
    app.query_params.update(step="0", tab="code")
    assert "keeps a ledger" not in everything(app.run())
    assert t("train.code_begin", step=0) in everything(app)


def test_the_code_of_encode_says_where_a_mark_was_typed(open_page):
    """In its place, for the word that is followed."""
    learned_from = "baa▁a baa▁a ▁aa▁▁ bb▁▁▁ bb▁▁▁ bb▁▁▁ b▁"
    asked = {"scheme": "paper", "mark": "prefix", "corpus": "pasted", "text": learned_from}
    app = open_page("encode", tab="code", sentence="▁▁baaa▁b", **asked)
    said = "".join(bodies(app))
    assert "data-program" not in said
    assert catalogue("en")["encode.code_alike"] in said


def test_the_code_of_encode_is_beside_its_word(open_page):
    """WordPiece has no loop over merges, and that is said."""
    for step, more in ((3, 0), (7, 2)):
        asked = {"sentence": "low lowest", "kept": "encode_word=lowest"}
        app = open_page("encode", tab="code", corpus="low-lower", step=step, **asked)
        [body] = [each for each in bodies(app) if "data-program" in each]
        _, word = trained("low-lower").tokenizer(step).encode("low lowest").words
        code = read(body).all("pre")[0].text
        assert code.strip() == encoding_program(word).strip()
        told = read(body.partition("</pre>")[2].removesuffix("</div>")).words
        assert told.count("rank ") == 3
        assert (t("encode.code_more", n=more) in told) == bool(more)
    told = re.findall(r"--line:(\d+);--above:(\d+)", body)
    assert [int(above) for _, above in told] == [0, 1]
    assert int(told[0][0]) < int(told[1][0])
    app = open_page("encode", tab="code", corpus="hug", scheme="wordpiece", sentence="hugs")
    assert not [each for each in bodies(app) if "data-program" in each]
    assert catalogue("en")["encode.code_none"] in "".join(bodies(app))


def test_one_pair_and_one_word_are_called_so_and_a_long_text_is_a_file_to_take(
    open_page, monkeypatch
):
    """Of a text that is written into the program there is no file."""
    files = {}
    monkeypatch.setattr(
        "ui.train.panels.offer", lambda label, data, file, *_: files.update({file: data()})
    )
    asked = {"corpus": "pasted", "text": "ab", "scheme": "huggingface", "step": 1}
    app = open_page("train", tab="code", **asked)
    [body] = [each for each in bodies(app) if "data-program" in each]
    told = "".join(read(body.partition("</pre>")[2].removesuffix("</div>")).text.split())
    assert all(each in told for each in ("pairs={ab:1}(1)", "1wordchanged"))
    assert not files
    open_page("train", tab="code", corpus="first-chapters")
    assert files == {FILE: of_sample(samples()["first-chapters"]).text}
