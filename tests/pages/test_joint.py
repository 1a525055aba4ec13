"""The page on two languages, without a browser: it shows the three runs."""

from collections import ChainMap
from dataclasses import replace
from itertools import accumulate, chain
from types import SimpleNamespace

import pytest

from bpe import PRESETS, Corpus, train
from bpe.readings.joint import JointRuns, VocabularyFilter
from tests.joint_runs import train_joint
from tests.markup import read
from tests.pages.helpers import (
    captions,
    lines,
    markup,
    opened_again,
    said,
    sent,
    start,
    tab,
    tables,
)
from ui.samples import samples
from ui.text import t
from ui.views.joint import SPLIT_NAMES, name_splits


@pytest.fixture(scope="module")
def runs():
    files = samples()["english-german"].files
    first, second = (
        Corpus.from_text(file.read_text(encoding="utf-8"), "subword-nmt") for file in files
    )
    return train_joint(first, second, max_merges=1000)


def splits_of(runs, step, word) -> list[list[str]]:
    """Return a word as the three runs encode it."""
    return [[*run.tokenizer(step).encode(word).tokens] for run in (*runs.alone, runs.joint)]


def test_a_mark_that_tokens_repeat_moves_no_cut():
    """The mark ## at the start of a token is not counted when cuts are compared.

    Both runs cut `low` before the last letter, and only the second run cuts before the second
    letter.
    """
    scheme = replace(PRESETS["paper"], boundary="continuation")
    runs = [
        train(words, scheme, max_merges=1)
        for words in ({"low": 1, "lo": 9}, {"low": 1, "lo": 1, "lx": 1, "ow": 9})
    ]
    cut, whole = ("l", "##o", "##w"), ("lo", "##w")
    assert [run.snapshot(1).tokens("low") for run in runs] == [whole, cut]
    two = SimpleNamespace(runs=JointRuns(runs, runs[0]), joint=SimpleNamespace(training=runs[0]))
    found = name_splits(two, 1, "low", ())
    assert [found.column(name) for name in SPLIT_NAMES[3:]] == [[()], [(1,)], [()]]


def test_the_page_opens_with_names_that_differ(open_page, runs):
    """Each row is a word as the three runs encode it at the sample's step; names can be typed.

    A cut that not all three runs make is marked before the token that begins there. Markup in a
    name stays text.
    """
    app = open_page("joint")
    assert app.selectbox(key="scheme").value == "subword-nmt"
    assert "puts no spaces" not in said(app)
    body, marked, expected = next(each for each in markup(app) if "<table>" in each), [], []
    rows = read(body).all("tbody")[0].all("tr")
    names = [row.all("th")[0].text for row in rows]
    assert (names[:3], len(names)) == (["Barack", "Obama", "Alexander"], 5)
    for row, name in zip(rows, names, strict=True):
        splits = splits_of(runs, 300, name)
        assert row.tokens == [*chain.from_iterable(splits)]
        starts = [[*accumulate(map(len, split), initial=0)][:-1] for split in splits]
        expected += [
            start for each in starts for start in each if not all(start in s for s in starts)
        ]
        for split in row.all(kind="tokens"):
            at = 0
            for each in split.children:
                marked += [at] * ("moved" in each.classes)
                at += len(each.text)
    assert marked == expected
    assert len(marked) > 3
    differing = [
        word for word in runs.shared.texts if len({*map(tuple, splits_of(runs, 300, word)[:2])}) > 1
    ]
    capital = [word for word in differing if word.isalpha() and word.istitle() and len(word) > 3]
    assert names[3:] == [word for word in capital if word not in names[:3]][:2]
    ranks = [run.token_ranks for run in (runs.joint, *runs.alone)]
    coloured = ChainMap(*(run.training.token_ranks for run in app.session_state["coloured_by"]))
    assert dict(coloured) == {**ranks[2], **ranks[1], **ranks[0]}
    assert "split 109 of the 191 words in both texts differently (▮)." in said(app)
    [box] = [each for each in app.text_input if each.label == "Words to split"]
    box.set_value("<b>Xenia</b> ｈ Obama Obama").run()
    assert len([text for text in tables(app)[0].texts if text.startswith(" Obama ")]) == 1
    assert "<b>Xenia" not in "".join(markup(app))
    app.selectbox(key="pair").set_value("english-chinese").run()
    [box] = [each for each in app.text_input if each.label == "Words to split"]
    assert box.value == samples()["english-chinese"].compare


def test_the_tabs_show_a_step_of_the_records(open_page, runs):
    """The tabs show shared words (differing ones first), the cost of joining, a filter's result."""
    app = open_page("joint", step=700, tab="shared")
    table, alike, first = (
        tables(app)[1],
        runs.shared.agreement,
        int(runs.shared.differ(700).argmax()),
    )
    assert table.rows[1] == [*chain.from_iterable(splits_of(runs, 700, runs.shared.texts[first]))]
    assert " {:,} · {:,} ".format(*runs.shared.counts[first]) in table.texts[1]
    assert "Only the first 100 rows are shown." in captions(app)
    assert f"{alike[0]} at the start, {alike[700]} here, {alike[-1]}" in lines(app)[0]["told"]
    app.text_input(key="joint_shared_search").set_value("zq").run()
    assert "share no word" not in said(app)

    cost = runs.cost(1, 700)
    text = tables(tab(app, "joint", "cost"))[1].texts[2]
    assert f"({cost.joint_per_word:.2f} per word)" in text
    assert f"{cost.extra:+.1%}" in text
    assert f"at joint step {cost.reached}" in text
    assert [line["values"][700] for line in lines(app)[1]["lines"]] == [*cost[:2]]
    assert f"{runs.sizes(700)['shared']:,} are in both" in said(app)

    tab(app, "joint", "filter").select_slider(key="joint_filter_threshold").set_value(100).run()
    snapshot = runs.joint.snapshot(700)
    for side, title in ((1, "German"), (0, "English")):
        app.radio(key="joint_filter_side").set_value(side).run()
        keep = VocabularyFilter(runs.joint, runs.frequencies(side, snapshot), 100)
        told = f"{title}: {keep.allowed_count:,} of the {len(snapshot.vocabulary):,} joint tokens"
        assert f"{told} occur at least 100 times" in said(app)
        [first] = runs.words_split_back(side, snapshot, keep, 1)
        assert tables(app)[1].rows[1] == [*first.before, *first.tokens]
        assert f"Count in {title}" in tables(app)[1].texts[0]
    app.select_slider(key="joint_filter_threshold").set_value(1).run()
    assert "No word changes" in said(app)
    app.query_params.update(step="0", tab="filter")
    assert "Nothing has been merged yet" in said(app.run())


def test_two_files_are_needed(open_page):
    """Until two files are read, the last pair stays; a file that cannot be used is refused.

    For Chinese texts a note says that they have no spaces between words.
    """
    app = open_page("joint")
    app.selectbox(key="pair").set_value("two-files").run()
    assert any("Choose two files" in each.value for each in app.caption)
    app.file_uploader(key="pair_file_0").set_value(("a.txt", b"anna sees otto", "text/plain")).run()
    assert any("One more file" in each.value for each in app.caption)
    app.file_uploader(key="pair_file_1").set_value(("b.txt", b"", "text/plain")).run()
    assert app.error
    app.file_uploader(key="pair_file_1").set_value(
        ("my <i>.txt", b"anna sieht otto und anna", "text/plain")
    ).run()
    assert not app.error
    assert any(each.get("about", "").startswith(t("joint.two_files")) for each in sent(app))
    assert "split 2 of the 2 words in both texts differently (▮)." in said(app)
    assert "my &lt;i&gt;.txt" in said(app)
    other = app.file_uploader(key="pair_file_0")
    other.set_value(("b.txt", b"anna sieht otto und anna", "text/plain")).run()
    assert "4 words occur in both texts." in said(app)
    assert not app.expander
    app.file_uploader(key="pair_file_0").set_value(("c.txt", b"", "text/plain")).run()
    assert [bool(app.error), len(app.expander)] == [True, 1], "in sight, since it was refused"
    app.file_uploader(key="pair_file_0").set_value(("a.txt", b"anna otto", "text/plain")).run()
    app.query_params["step"] = "12"
    app.run()
    assert (start(app), app.warning) == (12, []), "beyond the end of a run alone"
    for place, text in enumerate(("我们去公园。\n天气很好。", "老师在学校。\n天气不好。")):
        file = ("same.txt", text.encode(), "text/plain")
        app.file_uploader(key=f"pair_file_{place}").set_value(file).run()
        assert app.session_state["state"].choices.step is None, "of the file before"
        assert said(app).count("has no spaces between words") == place + 1
    assert all(f"same.txt ({place}) has no spaces" in said(app) for place in (1, 2))
    before = said(app)
    app.number_input(key="vocab_size").set_value(3).run()
    assert (len(app.error), said(app)) == (1, before), "without that size"
    app.number_input(key="vocab_size").set_value(None).run()
    again = opened_again(open_page, "joint", app)
    assert (again.warning, said(again)) == ([], said(app)), "the same browser has them still"
    assert t("common.share_without_text") in captions(again)


def test_a_pair_opens_with_its_own_scheme_and_says_what_has_no_spaces(open_page):
    """English and Chinese share one word, "CA", so the note on spaces is shown next to it."""
    app = open_page("joint", pair="english-chinese")
    assert app.selectbox(key="scheme").value == "sentencepiece"
    assert "Chinese has no spaces between words" in said(app)
    assert not any("Four ways out" in each.value for each in app.caption)
    assert not any("</w>" in token for row in tables(app)[0].rows for token in row)
    english, chinese = tables(tab(app, "joint", "cost"))[1].texts[1:]
    assert ("per word)" in english, "per line)" in english) == (True, False)
    assert ("per word)" in chinese, "per line)" in chinese) == (False, True)
    app.selectbox(key="scheme").select("paper").run()
    assert any("Four ways out" in each.value for each in app.caption)
