"""Notebook output of a run, escaped, and its tables for pandas, charts and JSON."""

import json
import re
from dataclasses import replace

import altair as alt
import pandas as pd
import pytest

from bpe import PRESETS, rows_of, train
from bpe.notebook import MAX_ROWS, MAX_TOKEN_CHARS, MAX_TOKENS, show_tokens
from tests.conftest import ROOT
from tests.data import SIX_WORDS
from tests.markup import read

NOVEL = (ROOT / "sample_corpora" / "pride-and-prejudice.txt").read_text("utf-8")
HOSTILE = (
    "<script>alert(1)</script> \"'><img/src=x> &amp; \u202ecba \u0301a a\u200bb \x1b[31m \ud800"
)


def drawn(chip):
    """Return the text of a chip without the id below it."""
    return "".join(
        each if isinstance(each, str) else each.text * (each.tag == "i") for each in chip.children
    )


class Shown:
    """The tags of a piece of HTML, the cells of its rows, and the text of its chips."""

    def __init__(self, html):
        found = read(html)
        self.tags = {each.tag for each in found.all()}
        self.rows = [[cell.text for cell in row.children] for row in found.all("tr")]
        self.chips = [drawn(chip) for chip in found.all("span")]


def test_a_snapshot_shows_each_word_as_it_is_split_at_its_step():
    """The pair that is merged next comes first; of many words only the most frequent are shown.

    A token has the same colour everywhere.
    """
    training = train(SIX_WORDS, max_merges=5)
    for snapshot in training.snapshots():
        shown = Shown(snapshot._repr_html_())
        words = [[w.text, str(w.count), "".join(w.tokens)] for w in snapshot.words()]
        assert shown.rows[1:] == words
        pair = snapshot.next.pair
        assert shown.chips == [*pair, *(token for w in snapshot.words() for token in w.tokens)]
    html = training._repr_html_()
    assert Shown(html).chips[:5] == [merge.token for merge in training.merges]
    looks = {(drawn(chip), chip.attributes["style"]) for chip in read(html).all("span")}
    assert len(looks) == len(dict(looks)), "a token has its colour everywhere"
    for more, said in ((0, "</table>"), (4, "<p>4 more words</p>")):
        words = {f"w{number}": number for number in range(1, MAX_ROWS + more + 1)}
        html = train(words, max_merges=1).snapshot(1)._repr_html_()
        assert len(Shown(html).rows) == 1 + MAX_ROWS
        assert html.endswith(said)


def test_a_snapshot_says_what_comes_next_and_how_often_it_occurs():
    """At the last step, the sentence names the merge that would come next, if there is one."""

    def said(corpus, step, **limits):
        html = train(corpus, **limits).snapshot(step)._repr_html_()
        return re.sub("<.*?>", " ", html.split("<p>")[2].partition("</p>")[0]).split()

    assert said(SIX_WORDS, 3, max_merges=4) == ["Next:", "e", "r", ",", "3", "times"]
    assert said("ab", 0) == ["Next:", "a", "b", ",", "once"]
    assert said(SIX_WORDS, 3, max_merges=3)[:5] == ["Would", "come", "next:", "e", "r"]
    assert said("a", 1) == ["Would", "come", "next:", "nothing,", "no", "pair", "is", "left"]


def test_an_encoding_shows_its_tokens_with_their_ids():
    """Beyond `MAX_TOKENS`, only the number of further tokens is shown.

    A data frame of an encoding has one row per word.
    """
    tokenizer = train(SIX_WORDS).tokenizer()
    encoding = tokenizer.encode("lower slowest")
    shown = Shown(encoding._repr_html_())
    assert shown.chips == encoding.tokens
    assert f"<p>{len(encoding.tokens)} tokens of 13 characters</p>" in encoding._repr_html_()
    found = [int(each) for each in re.findall(r"<small>(\d+)</small>", encoding._repr_html_())]
    assert found == encoding.ids
    for more, said in ((0, ""), (7, " … 7 more")):
        long = tokenizer.encode("lower " * (MAX_TOKENS + more))._repr_html_()
        assert len(Shown(long).chips) == MAX_TOKENS
        assert long.removesuffix("</p>").endswith(f"</span>{said}")
    training = train(SIX_WORDS, max_merges=5)
    encoding = training.tokenizer().encode("lower slowest")
    frame = pd.DataFrame(encoding.rows)
    assert [*frame] == ["word", "start", "end", "tokens", "ids"]
    assert [token for row in frame.tokens for token in row] == encoding.tokens


@pytest.mark.parametrize("scheme", ["paper", "huggingface", "gpt"])
def test_a_strangers_text_is_only_ever_text(scheme):
    """Hostile text adds no tag and no control character, and every token has visible text."""
    text = HOSTILE.replace("\ud800", "") if scheme == "gpt" else HOSTILE
    rules = replace(PRESETS[scheme], name="<script>\u202e\ud800")
    training = train(f"{text} é {'x' * 300}", rules, max_merges=9)
    tokenizer = training.tokenizer()
    for html in (training, training.snapshot(2), tokenizer.encode(text)):
        html = html._repr_html_()
        html.encode()
        shown = Shown(html)
        ours = {"p", "span", "table", "thead", "tbody", "tr", "th", "td", "br", "small", "i"}
        assert shown.tags <= ours
        assert not {"\u202e", "\u200b", "\x1b"} & set(html)
        assert all(chip.strip() for chip in shown.chips)
        assert max(map(len, shown.chips)) < 10 * MAX_TOKEN_CHARS
    shown = Shown(
        show_tokens("", ["x" * MAX_TOKEN_CHARS, "y" * (MAX_TOKEN_CHARS + 1), "a\tb\n"], ())
    )
    assert shown.chips == ["x" * MAX_TOKEN_CHARS, "y" * MAX_TOKEN_CHARS + "…", "a⇥b↵"]


def test_a_boundary_mark_is_quiet():
    """The mark is paler than the letters of its token; tokens of bytes have no mark."""

    def quiet(scheme):
        training = train("low low lower", scheme, max_merges=3)
        html = training._repr_html_() + training.tokenizer().encode("low")._repr_html_()
        assert "low" in html
        return {(each.text, each.attributes["style"]) for each in read(html).all("i")}

    style = "font-style:normal;opacity:0.72"
    assert quiet("paper") == {("</w>", style)}
    assert quiet("sentencepiece") == {("▁", style)}
    assert quiet("wordpiece") == {("##", style)}
    assert quiet("gpt") == set()
    assert Shown(train("ab", max_merges=2)._repr_html_()).chips[-1] == "ab</w>"


TEXT = "low lower lowest 好好 好 你好 low 👩\u200d🚀"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "kind", ["merges", "vocabulary", "pairs", "words", "changes", "encoded", "rows"]
)
def test_rows_of_every_kind_are_what_tables_charts_and_json_hold(preset, kind):
    """`rows_of` gives pandas, Altair and JSON the values of the records."""
    training = train(TEXT, preset, max_merges=9)
    snapshot, encoding = training.snapshot(5), training.tokenizer().encode(TEXT)
    records = {
        "merges": training.merges,
        "vocabulary": snapshot.vocabulary,
        "pairs": snapshot.pairs(),
        "words": snapshot.words(),
        "changes": snapshot.changes,
        "encoded": encoding.words,
        "rows": encoding.rows,
    }[kind]
    rows = rows_of(records)
    assert len(rows) == len(records) > 0
    frame = pd.DataFrame(rows)
    assert json.loads(frame.to_json(orient="records")) == json.loads(json.dumps(rows))
    assert alt.Chart(frame).mark_bar().encode(x=frame.columns[0]).to_json()
    for row, record in zip(rows, records, strict=True):
        for name, value in row.items():
            if name.endswith("_bytes"):
                assert bytes_of(value) == value_of(record, name.removesuffix("_bytes"))
            elif f"{name}_bytes" not in row:
                given = value_of(record, name)
                assert value == (list(given) if isinstance(given, tuple) else given)


def bytes_of(digits):
    """Return the bytes that a cell, or each part of it, has as hexadecimal digits."""
    return bytes.fromhex(digits) if isinstance(digits, str) else tuple(map(bytes_of, digits))


def value_of(record, name):
    """Return the value of a record for the name of a column."""
    if isinstance(record, dict):
        return record[name]
    field, _, side = name.rpartition("_")
    sides = {"left": 0, "right": 1}
    return getattr(record, field or "pair")[sides[side]] if side in sides else getattr(record, name)


def test_bytes_are_text_with_the_exact_ones_beside():
    """Incomplete characters are written as hexadecimal digits, so that all texts differ."""
    training = train("好好 好", "gpt", max_merges=3)
    first, whole = rows_of(training.merges)[:2]
    assert (first["left"], first["left_bytes"]) == ("\\xa5", "a5")
    assert (whole["token"], whole["token_bytes"]) == ("好", "e5 a5 bd")
    assert "token_bytes" not in rows_of(train("low", "paper").merges)[0]
    for wrong, named in ((["low"], "'low'"), (3, "3")):
        said = rf"^records must be of a training or an encoding, got {named}\. Give"
        with pytest.raises(ValueError, match=said):
            rows_of(wrong)


def test_a_cell_is_small_and_its_limits_are_said():
    """A player of six words takes 250 kB, one of 500 merges of a novel 600 kB.

    A larger player than `max_chars` is refused with the size that it needs.
    """
    six, novel = train(SIX_WORDS), train(NOVEL, "gpt", max_merges=500)
    encoding = six.tokenizer().encode("slowest")
    assert "<title>Step player: paper</title>" in six.play().page
    for played, most in ((six.play(), 250), (encoding.play(), 250), (novel.play(), 600)):
        assert len(played._repr_html_().encode()) <= most * 1000
    size = len(novel.play()._repr_html_())
    with pytest.raises(ValueError, match=f"max_chars must be {size:,} .* 500 merges, got 9. "):
        novel.play(max_chars=9)
    assert novel.play(max_chars=size) == novel.play()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"step": 20}, "step must be a whole number from 0 to 19, got 20."),
        ({"words": ["low", "highest"]}, "words must be .* words of the corpus, got .'low'.."),
        ({"words": "highest"}, "words must be a list of words of the corpus, got 'highest'."),
        ({"lang": "xx"}, "lang must be one of en, zh, got 'xx'."),
        ({"height": 100}, "height must be a whole number of 280 or more, got 100."),
    ],
)
def test_what_cannot_be_played_is_refused(given, said, tmp_path):
    """The error of a wrong argument names the value and the rule; no file is written."""
    training = train(SIX_WORDS)
    with pytest.raises(ValueError, match=said):
        training.play(**given)
    if "height" not in given:
        with pytest.raises(ValueError, match=said):
            training.save_page(tmp_path / "run.html", **given)
        assert list(tmp_path.iterdir()) == []


def test_only_short_encodings_by_merges_are_played():
    """A long word has too many steps, and other methods have no merges."""
    tokenizer = train(SIX_WORDS).tokenizer()
    with pytest.raises(ValueError, match="at most 2,000 characters to be played, got 2,001"):
        tokenizer.encode("x" * 2_001).play()
    with pytest.raises(ValueError, match="method must be 'merges' to be played, got 'longest"):
        tokenizer.encode("low", method="longest-match").play()
