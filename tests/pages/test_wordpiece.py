"""The page BPE and WordPiece, run without a browser: what it says is what both records say."""

from dataclasses import replace
from itertools import product
from statistics import median

import pytest

from bpe import PRESETS, train
from bpe.readings.likelihood import CHOICES, measure
from bpe.readings.two_runs import TwoRuns
from tests.cases import for_each
from tests.markup import read
from tests.markup import tables as tables_of
from tests.pages.helpers import markup, tab, tables
from ui.catalogue import catalogue
from ui.draw.tokens import visible
from ui.wordpiece import tables as wordpiece_tables
from ui.wordpiece.pairs import SORTS

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BY_COUNT = replace(PRESETS["wordpiece"], score="count")
WORDS = catalogue("en")


def grids(app):
    """The tables of a page, cell by cell."""
    return tables_of(markup(app))


def alts(app):
    """The words for each chart."""
    return [each.proto.alt for each in app.get("vega_lite_chart")]


def sentences(app) -> str:
    """Join everything said in sentences, without markup's quotes turned."""
    return "\n".join(markup(app))


@pytest.fixture(scope="module")
def wordpiece_run():
    return train(HUG, "wordpiece")


@pytest.fixture(scope="module")
def bpe_run():
    return train(HUG, BY_COUNT)


def test_the_page_opens_on_the_course_corpus_where_the_runs_part(open_page):
    """Without any choice: hug and friends, at the first choice, both choices named."""
    app = open_page("wordpiece", tab="pairs")
    assert "differ from the very first choice" in sentences(app)
    [pairs] = tables(app)
    assert pairs.rows[1] == ["##g", "##s"]
    assert "score's choice" in pairs.texts[1]


def test_the_pairs_of_either_run_are_the_records(open_page, wordpiece_run, bpe_run):
    """The switch shows the WordPiece or the BPE state of the same step.

    One press leads to where they part; by count the first row is the pair BPE would take there.
    """
    app = open_page("wordpiece", step=4, tab="pairs")
    for run, name in ((bpe_run, "bpe"), (wordpiece_run, "wordpiece")):
        app.radio(key="wordpiece_run").set_value(name).run()
        [pairs] = tables(app)
        expected = sorted([*each.pair] for each in run.snapshot(4).pairs())
        assert sorted(pairs.rows[1:]) == expected
    app.button(key="wordpiece_jump").click().run()
    assert "after step 0" in app.header[0].value
    app.selectbox(key="wordpiece_sort").set_value("count").run()
    [pairs] = tables(app)
    assert pairs.rows[1] == ["##u", "##g"]
    assert "count's choice" in pairs.texts[1]
    assert "gain's choice" in pairs.texts[1]


def test_every_measure_of_a_pair_stands_in_its_row(open_page, wordpiece_run):
    """In the order asked for, with the rank under each measure, and each measure's choice."""
    app = open_page("wordpiece", step=2, tab="pairs")
    found = measure(wordpiece_run.snapshot(2))
    ranks = {by: found.ranks(by) for by in CHOICES}
    for sort in SORTS:
        app.selectbox(key="wordpiece_sort").set_value(sort).run()
        [table] = grids(app)
        for row, cells in zip(found.order(sort).tolist(), table.cells, strict=True):
            score = found.fraction(row)
            fraction = f"{score.numerator:,}/{score.denominator:,}"
            assert cells[0].tokens == [*found.pair(row)]
            assert [cell.text for cell in cells[1:]] == [
                *(str(ranks[by][row]) for by in ("count", "score", "gain")),
                *(str(each[row]) for each in (found.count, found.left_count, found.right_count)),
                f"{fraction}\u00a0=\u00a0{found.score[row]:.3g}",
                f"{found.pmi[row]:+.2f}",
                f"{found.gain[row]:+,.1f}",
            ]
            by = [each for each in CHOICES if found.winners[each] == row]
            assert len(cells[0].texts("badge")) == len(by)


def test_both_orders_of_the_pairs_are_drawn_with_their_winners(open_page, wordpiece_run):
    """How many pairs there are, what each measure would merge, and where the first stands."""
    app = open_page("wordpiece", step=2, tab="scatter")
    found = measure(wordpiece_run.snapshot(2))
    won = {by: " + ".join(map(visible, found.pair(row))) for by, row in found.winners.items()}
    place = found.places("score")[found.winners["count"]]
    assert alts(app) == [
        WORDS["wordpiece.scatter_alt"].format(n=len(found), **won),
        WORDS["wordpiece.ranks_alt"].format(n=len(found), count=won["count"], place=place),
    ]


def test_what_is_drawn_of_pairs_has_them_all_or_the_top_of_both_orders():
    """Points with their pairs, thinned where there are many; places in both orders."""
    run = train({f"{a}{b}": 1 + 7 * i for i, (a, b) in enumerate(product("abcdef", "uvwxyz"))})
    places = wordpiece_tables.places(run, 0)
    found = measure(run.snapshot(0))
    assert places["pairs"].sum() == len(found)
    assert (places["count"].max(), places["score"].max()) == (found.count.max(), found.score.max())
    every = list(places["example"])
    for limit in range(4, len(every)):
        few = list(wordpiece_tables.places(run, 0, limit)["example"])
        assert len(few) <= limit
        assert few == [each for each in every if each in few]
        assert {*every[: limit // 4], *every[:: -(-2 * len(every) // limit)]} <= {*few}
    assert wordpiece_tables.places(run, len(run)).empty
    lines = wordpiece_tables.rank_lines(run, 0, top=len(found))
    for by in ("count", "score"):
        assert sorted(lines[f"place_{by}"]) == list(range(1, len(found) + 1))
        assert set(lines[lines[f"place_{by}"] == 1]["won"]) <= {by, "both"}


@for_each("step", [0, 4])
def test_the_parting_is_told_in_tokens_likelihood_and_what_is_learned(
    open_page, wordpiece_run, bpe_run, step
):
    """Each number is that of one run; the tokens named are those it alone has."""
    app = open_page("wordpiece", step=step, tab="parting")
    two = TwoRuns(bpe_run, wordpiece_run)
    bpe, wordpiece = two.curves()
    numbers = {
        "tokens_bpe": bpe.tokens[step],
        "tokens_wordpiece": wordpiece.tokens[step],
        "learned_bpe": bpe.learned[step],
        "learned_wordpiece": wordpiece.learned[step],
        "shared": two.shared()[step],
    }
    at = max(step, 1)
    rises = {
        name: f"{run.rise[at]:+,.0f}" for name, run in (("bpe", bpe), ("wordpiece", wordpiece))
    }
    assert alts(app) == [
        WORDS["wordpiece.tokens_alt"].format(**numbers),
        WORDS["wordpiece.likelihood_alt"].format(step=at, **rises),
        WORDS["wordpiece.shared_alt"].format(**numbers),
    ]
    if step:
        learned = two.learned(step)
        for start, tokens in zip(("In both", "Only BPE", "Only WordPiece"), learned, strict=True):
            [said] = [body for body in markup(app) if start in body]
            assert read(said).tokens == [*tokens]


def test_the_switch_for_rare_pairs_changes_both_runs(open_page):
    """With a smallest count of 10 no merge is of a rarer pair, and the settings say the same."""
    app = open_page("wordpiece")
    app.radio(key="wordpiece_least").set_value(10).run()
    assert app.number_input(key="min_frequency").value == 10
    app.session_state["wordpiece_fold_rare"] = True
    app = tab(app, "wordpiece", "pairs")
    _, rows = grids(app)
    expected = []
    for least in (1, 2, 5, 10, 50):
        score, count = (train(HUG, rule, min_frequency=least) for rule in ("wordpiece", BY_COUNT))
        counts = [merge.count for merge in score.merges]
        shared = {each.token for each in score.merges} & {each.token for each in count.merges}
        middle = f"{median(counts):g}" if counts else ""
        rare = sum(number <= 2 for number in counts)
        numbers = least, len(score), middle, rare, len(shared), score.token_counts[-1]
        expected.append([str(each) for each in numbers])
    badges = [cell.texts("badge") for cell, *_ in rows.cells]
    assert badges == [[], [], [], ["these runs"], []]
    assert [[each.text for each in cells][1:] for cells in rows.cells] == [
        each[1:] for each in expected
    ]
    assert any("smallest allowed is 10" in each for each in alts(app))


def test_encoding_shows_longest_match_and_the_unknown_word(open_page):
    """pugs parts the two ways of encoding; a word with a piece missing is unknown as a whole."""
    app = tab(open_page("wordpiece"), "wordpiece", "encode")
    said = sentences(app)
    assert "would give something else" in said
    assert "gun: a piece of it is missing" in said
    [pugs] = [table for table in grids(app) if "pugs" in table.caption]
    taken = pugs.titles.index("Longest token that fits")
    assert [cells[taken].tokens for cells in pugs.cells] == [["pug"], ["##s"]]
    assert [cells[-2].tokens for cells in pugs.cells] == [["pug"], ["pug", "##s"]]
    assert [cells[-1].text for cells in pugs.cells] == ["s", "–"]
    app.text_input(key="wordpiece_text").set_value("hugs").run()
    assert [table.rows[1] for table in tables(app)] == [["hugs", "hugs"]]
    app.text_input(key="wordpiece_text").set_value("  ").run()
    assert "no word to encode" in sentences(app)
