"""What Why subwords shows: rows, tables and the chart against the levels they come from."""

import re

import pytest

from bpe import Corpus, train
from bpe.readings.levels import cut_text, new_words, part, subwords, unmerged
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.draw.palette import PALETTES
from ui.levels import charts, markup, tables

TEXT = "low lower lowest new newer newest wide wider widest low. new? old old"
NAMES = {name: name.upper() for name in tables.ORDER}
EN = catalogue("en")


def say(name, **values):
    return EN[name].format(**values)


@pytest.fixture(scope="module")
def parts():
    return part(Corpus.from_text(TEXT, "paper"))


@pytest.fixture(scope="module")
def training(parts):
    return train(parts.seen, "paper")


@pytest.fixture(scope="module")
def found(parts, training):
    start, level = subwords(training, [0, 4], parts.held_out)
    whole = train(TEXT, "paper", max_merges=0)
    return unmerged(whole) | {"characters": start, "subwords": level}


def rows_of(html):
    """Cut the markup into (level, what stands in its row)."""
    return re.findall(r'data-level="(\w+)">(.*?)</dd>', html)


def test_each_level_has_a_row_with_its_tokens_in_order(training):
    """Characters first, words last; one chip a token, and the number of tokens."""
    cut = cut_text(training, 4, "lower <b>")
    rows = rows_of(markup.ways(cut, tables.ORDER, say, training.scheme))
    assert [level for level, _ in rows] == ["characters", "subwords", "punctuation", "words"]
    for level, row in rows:
        tokens = [token for token, _ in cut[level]]
        shown = re.findall(r'data-token="(.*?)"', row)
        assert shown == [token.replace("<", "&lt;").replace(">", "&gt;") for token in tokens]
        assert f"{len(tokens)} tokens" in row
        assert say(f"levels.level_{level}") in row
    assert "<b>" not in "".join(row for _, row in rows)


def test_what_is_unknown_wears_a_badge_and_is_counted(training):
    """As many badges as pieces that were never seen; none where all are known."""
    cut = cut_text(training, 4, "lower quark")
    for level, row in rows_of(markup.ways(cut, tables.ORDER, say, training.scheme)):
        lost = sum(not known for _, known in cut[level])
        assert row.count('class="unknown-piece"') == lost
        assert (say("levels.lost", n=lost) in row) == (lost > 0)
        assert row.count(f"<small>{say('levels.unknown')}</small>") == lost


def test_one_token_is_said_in_the_singular():
    """And a long text is cut at the limit, which an ellipsis says."""
    say_all = {"characters": [("a", True)] * (markup.DRAWN + 1), "words": [("a", True)]}
    (_, many), (_, one) = rows_of(markup.ways(say_all, ("characters", "words"), say, None))
    assert many.count("data-token") == markup.DRAWN
    assert many.endswith(" …")
    assert f"{markup.DRAWN + 1} tokens" in many
    assert say("levels.tokens_one", n=1) in one
    assert not one.endswith("…")
    [(_, full)] = rows_of(
        markup.ways({"words": [("a", True)] * markup.DRAWN}, ["words"], say, None)
    )
    assert full.count("data-token") == markup.DRAWN
    assert not full.endswith("…")


def test_whole_words_have_no_mark_set_apart(training):
    """A typed </w> in their row is text; in the row of subwords it is the mark."""
    cut = {"words": [("</w>", True)], "subwords": [("</w>", True)]}
    (_, plain), (_, marked) = rows_of(markup.ways(cut, ("words", "subwords"), say, training.scheme))
    assert 'class="mark"' in marked
    assert 'class="mark"' not in plain


def test_the_table_has_every_level_once(found):
    """From the smallest vocabulary to whole words, with the numbers of each level."""
    frame = tables.levels(found)
    assert list(frame["level"]) == ["characters", "subwords", "punctuation", "words"]
    for row in frame.to_dict("records"):
        level = found[row["level"]]
        assert (row["vocabulary"], row["total"]) == (level.vocabulary, level.tokens)
        assert (row["per_word"], row["unknown"]) == (level.tokens / level.words, level.unknown)
        assert row["share"] == level.unknown / level.held_out


def test_points_are_the_curve_and_the_named_levels(parts, training, found):
    """The curve has a point a step; each level is named once, only subwords have a step."""
    steps = range(len(training) + 1)
    curve = dict(zip(steps, subwords(training, steps, parts.held_out), strict=True))
    frame = tables.points(found, curve, 4)
    line = frame[~frame["named"]]
    assert list(line["step"]) == list(steps)
    assert list(line["tokens"]) == [curve[step].tokens for step in steps]
    assert set(line["level"]) == {"subwords"}
    named = frame[frame["named"]].set_index("level")
    assert list(named.index) == list(tables.ORDER)
    assert named["step"].dropna().to_dict() == {"subwords": 4}
    for name, level in found.items():
        assert named.loc[name, "vocabulary"] == level.vocabulary
        assert named.loc[name, "tokens"] == level.tokens
        assert named.loc[name, "unknown"] == level.unknown_rate


def test_the_chart_draws_vocabulary_across_and_tokens_up(parts, training, found):
    """A line, its dots, and a shape a level on top, coloured by what is unknown."""
    curve = dict(zip((0, 4), subwords(training, (0, 4), parts.held_out), strict=True))
    frame = tables.points(found, curve, 4)
    spec = charts.levels(frame, NAMES).to_dict(validate=False)
    line, dots, points = spec["layer"]
    assert [layer["mark"]["type"] for layer in spec["layer"]] == ["line", "circle", "point"]
    for layer in spec["layer"]:
        x, y = layer["encoding"]["x"], layer["encoding"]["y"]
        assert (x["field"], x["title"], x["scale"]["type"]) == (
            "vocabulary",
            EN["levels.axis_vocabulary"],
            "log",
        )
        assert (y["field"], y["title"], y["scale"]["zero"]) == (
            "tokens",
            EN["levels.axis_tokens"],
            True,
        )
    data = spec["datasets"]
    assert len(data[line["data"]["name"]]) == len(data[dots["data"]["name"]]) == 2
    drawn = data[points["data"]["name"]]
    assert [row["name"] for row in drawn] == [NAMES[name] for name in tables.ORDER]
    shape = points["encoding"]["shape"]
    assert shape["scale"]["domain"] == list(NAMES.values())
    assert len(set(shape["scale"]["range"])) == len(NAMES)
    colour = points["encoding"]["color"]
    assert colour["field"] == "unknown"
    assert colour["scale"]["domain"] == [0, max(0.01, frame["unknown"].max())]
    assert points["mark"]["stroke"] == line["mark"]["color"] == PALETTES["light"].ink
    fields = [each["field"] for each in points["encoding"]["tooltip"]]
    assert fields == ["name", "step", "vocabulary", "tokens", "unknown"]


def test_words_met_are_listed_with_their_subwords(parts, training):
    """In the order of the engine, cut where there are many."""
    found = new_words(training, 4, parts)
    frame = tables.met(found)
    assert list(frame["word"]) == [each.text for each in found]
    assert list(frame["count"]) == [each.count for each in found]
    assert list(frame["tokens"]) == [each.tokens for each in found]
    assert list(frame["length"]) == [len(each.tokens) for each in found]
    assert not frame.attrs["more"]
    cut = tables.met([*found, *found], limit=1)
    assert len(cut) == 1
    assert cut.attrs["more"]


@for_each("preset", ["paper", "subword-nmt", "huggingface", "gpt", "sentencepiece"])
def test_the_splits_of_a_word_are_those_of_every_earlier_tokenizer(preset):
    """One row a split, with the step it begins at; of new words and of unknown letters, too."""
    training = train("old older oldest smart smarter smartest", preset)
    tokenizers = [training.tokenizer(step) for step in range(len(training) + 1)]
    for word in training.tokenizer().encode("smartest xolder 好 olt").words:
        splits = [each.encode_word(word.text)[0] for each in tokenizers]
        changes = [n for n in range(1, len(splits)) if splits[n] != splits[n - 1]]
        frame = tables.splits(word)
        assert list(frame["step"]) == [0, *changes]
        assert list(frame["tokens"]) == [splits[step] for step in (0, *changes)]
        assert list(frame["length"]) == [*map(len, frame["tokens"])]
    [word] = training.tokenizer().encode("smartest").words[:1]
    frame = tables.splits(word)
    assert tables.splits(word, limit=1).attrs["more"]
    assert not frame.attrs["more"]
