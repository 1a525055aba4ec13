"""Quiz rounds are short and equal for all; on paper, the answers are on a second page."""

import re
from dataclasses import replace

import pytest

from bpe import Corpus, train
from bpe.player.tokens import pieces, visible
from bpe.readings.prediction import Finding
from tests.markup import read
from tests.sample_runs import run_with
from ui.catalogue import LANGUAGES, catalogue
from ui.pages import page_named
from ui.views.quiz import worksheet
from ui.views.quiz_rounds import KINDS, make_round


def sections(page):
    """Return the tables of each section, with their cells as text."""
    return [
        [
            [[cell.text for cell in row.all() if cell.tag in ("td", "th")] for row in rows]
            for rows in (table.all("tr") for table in section.all("table"))
        ]
        for section in page.all("section")
    ]


def drawn(tokens):
    return "".join(text for token in tokens for _, text in pieces(token))


NAMES = [kind.name for kind in KINDS]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_the_first_page_asks_and_the_second_answers(name, lang):
    """The rows of the first page are empty, and those of the second have the record's values.

    The page loads nothing from the network.
    """
    asked = make_round(NAMES.index(name) + 1, 3)
    source = worksheet(asked, lang)
    page = read(source)
    assert page.all()[0].attributes["lang"] == ("en" if lang == "en" else "zh-Hans")
    assert not {"script", "link", "img", "iframe"} & {each.tag for each in page.all()}
    meta = [each.attributes for each in page.all("meta")]
    [policy] = [each["content"] for each in meta if "http-equiv" in each]
    assert policy.startswith("default-src 'none';")
    assert "script-src" not in policy
    assert not re.search(r"https?:|url\(|@import", source)
    assert not re.search(r"\$\w|\{\w*\}", page.text)
    words, run = catalogue(lang), asked.run.training
    title = words["quiz.sheet_title"].format(
        round=words[f"quiz.round_{name}"], number=asked.number, seed=3
    )
    heads = [each.text for each in page.all("h1")]
    assert heads == [title, words["quiz.sheet_answers"].format(title=title)]
    kind = {"order": "order", "score": "score"}.get(name, "count")
    rule = words[f"ties.wins_{run.scheme.tie_rule}"]
    assert words[f"quiz.sheet_rule_{kind}"].format(rule=rule) in page.text
    assert '<span class="token c0' in source
    captions = [each.text for each in page.all("caption")]
    assert len({*captions}) == len(captions), "those of two tables"
    (given, *to_fill), filled = sections(page)
    for table in to_fill:
        assert not any("".join(row[1:]) for row in table[1:])
    assert [[row[0] for row in table] for table in to_fill] == [
        [row[0] for row in table] for table in filled
    ]
    if name == "order":
        steps = run.tokenizer().encode(asked.word).words[0].steps
        assert filled[0][1:] == [
            [f"{at}", "".join(step.pair), f"{step.rank}", "".join(step.tokens)]
            for at, step in enumerate(steps, 1)
        ]
        assert given[1:] == [[f"{m.rank}", "".join(m.pair), m.token] for m in run.merges]
        return
    assert given[1:] == [
        [visible(word.text), f"{word.count}", drawn(word.tokens)]
        for word in run.snapshot(0).words()
    ]
    assert filled[0][0][2] == words[f"quiz.sheet_{kind}"]
    for merge, row in zip(run.merges, filled[0][1:], strict=True):
        amount = f"{merge.score:.3g}" if name == "score" else f"{merge.count}"
        assert row[:3] == [f"{merge.rank + 1}", drawn(merge.pair), amount]
        others = [drawn(pair) for pair in merge.ties[1:]]
        assert (row[3].split(words["common.comma"]) if others else []) == others
    for row in filled[1][1:]:
        [word] = [each for each in run.snapshot(0).words() if visible(each.text) == row[0]]
        for step, cell in enumerate(row[1:], 1):
            assert cell == drawn(run.snapshot(step).tokens(word.text))


def test_ties_are_marked_on_the_page_of_answers_only():
    """A hostile corpus adds no tags to the page."""
    asked = make_round(NAMES.index("ties") + 1, 1)
    source = worksheet(asked, "en")
    page, answers = source.split("<section>")[1:]
    assert 'class="tie"' not in page
    assert answers.count('class="tie"') == sum(len(m.ties) > 1 for m in asked.run.training.merges)
    hostile = "<script>alert(1)</script>&amp;\"'$title{x}"
    run = train(Corpus.from_counts({hostile: 2, "<b>": 3}), max_merges=4)
    plain = make_round(1, 1)
    found = Finding("weights", {"pair": ("<i>", "{y}"), "other": ("$x", "&")}, plain.found.values)
    page = read(worksheet(replace(plain, run=run_with(run), found=found), "en"))
    assert not {"script", "b", "i"} & {each.tag for each in page.all()}
    assert all(text in page.text for text in (hostile, "<i>{y}", "$x&"))


SEEDS = range(1, 11)


@pytest.mark.parametrize("words", LANGUAGES)
@pytest.mark.parametrize(
    ("number", "kind"), list(enumerate(KINDS, 1)), ids=[kind.name for kind in KINDS]
)
def test_a_round_is_short_and_the_same_for_everybody(number, kind, words):
    """A seed gives a whole class the same round; another seed nearly always gives another."""
    drawn = []
    for seed in SEEDS:
        asked = make_round(number, seed, words)
        assert 3 <= asked.steps <= 6
        run = asked.run.training
        assert set(run.corpus.words) <= set(LANGUAGES[words].quiz[kind.name].split())
        assert len(run.corpus) == kind.words
        shown = [word.text for word in run.snapshot(0).words()]
        assert shown == [*run.corpus.words], "the first one seen is the first one shown"
        assert run.merges[-1].count >= 2
        assert asked.found.code == kind.name
        assert (asked.word is None) == (kind.name != "order")
        assert asked.word not in run.corpus.words
        drawn.append(run.corpus)
    assert len({(each.words, each.counts) for each in drawn}) > 8
    assert make_round.__wrapped__(number, 7, words).run.training.corpus == drawn[6]
    assert page_named("quiz").choices[0].parse.most == len(KINDS)
