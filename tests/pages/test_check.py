"""The page Check my BPE, without a browser: it shows the result of the check."""

from collections import Counter

import pytest

from bpe import PRESETS, train
from bpe.checking.check import MAX_MERGES
from bpe.checking.mistakes import mistakes
from bpe.checking.trainer import known_rules
from tests.markup import read
from tests.pages.helpers import (
    captions,
    everything,
    markup,
    paste_list,
    popover_id,
    query,
    sent,
    tab,
)
from tests.sample_runs import trained
from ui.catalogue import Refusal, catalogue
from ui.merge_lists import HANDOUT, TRAINERS, offered_examples
from ui.own_text import sources
from ui.pages import MISTAKES, page_named
from ui.samples import samples
from ui.views.check import FIRST

RUNS = page_named("check").runs
SAMPLE = RUNS.text
WORDS = catalogue("en")


def verdict(app) -> str:
    [body] = [body for body in markup(app) if 'class="verdict' in body]
    return body


def list_picker(app):
    """Return the select box of the list to check; its key changes with each list of the reader."""
    [picker] = [each for each in app.selectbox if each.key.startswith("check_pick")]
    return picker


def bring(app, text: str):
    """Upload a list to the page as a file."""
    return (
        app.file_uploader(key="check_file").set_value(("m.txt", text.encode(), "text/plain")).run()
    )


@pytest.fixture(scope="module")
def training():
    return trained(SAMPLE, RUNS.opening_scheme(SAMPLE))


def test_the_page_opens_with_a_mistake_found_out(open_page, training):
    """The page shows an example's first difference from the record, its cause, and its fix."""
    app = open_page("check")
    said = verdict(app)
    assert "The first 2 merges are right." in said
    assert "keep the counts they lost" in said
    assert "In “␣the”, merging" in said
    assert "subtract the word&#x27;s count, 34, from" in said
    [player] = [part for part in sent(app) if "payload" in part]
    assert player["start"] == 2
    assert player["hide"] is None, "the verdict names the pair that the player would hide"
    app = tab(app, "check", "known")
    assert "from bpe.checking import check" in " ".join(each.value for each in app.code)
    known = Counter(each.cause for each in mistakes(training.corpus, training.scheme, text=""))
    counts = {"keeping": known["stale"], "merging": known["merging"], "cuts": known["pretokenizer"]}
    told = WORDS["check.known_list"].format(ties=len(known_rules(training.scheme)), **counts)
    assert told in [each.value for each in app.markdown]


def test_every_example_is_named_and_explained_in_both_languages(open_page):
    """The select box opens every example; each has a cause, except the correct list.

    The handout's example is compared under its own rules, even if the reader changed the rules
    before.
    """
    app = open_page(
        "check", locale="zh-CN", corpus=SAMPLE, special="low", vocab_size=300, min_frequency=2
    )
    offered = offered_examples(PRESETS[RUNS.opening_scheme(SAMPLE)])
    assert set(offered) <= set(MISTAKES)
    assert (*TRAINERS, HANDOUT) == MISTAKES
    list_picker(app).set_value("handout").run()
    assert 'class="verdict agrees"' in verdict(app)
    assert not {"special", "vocab_size", "min_frequency"} & {*app.query_params}
    app = open_page("check", locale="zh-CN", corpus=SAMPLE, step=9)
    for name in ("ties", "aliases", "words", "one_more", "none"):
        list_picker(app).set_value(name).run()
        assert query(app) == {"corpus": SAMPLE, "mistake": name}
        assert ("原因" in verdict(app)) == (name != "none")


def test_a_pasted_list_is_held_against_as_many_merges_as_it_has(open_page, training):
    """A pasted list is compared with as many merges as it has, unless the reader sets a limit.

    The list is not in the address, and the default limit of the page does not apply to the list.
    """
    app = open_page("check", step=3)
    box = popover_id(app, WORDS["check.bring"])
    paste_list(app, repr([merge.pair for merge in training.merges[:20]]))
    assert popover_id(app, WORDS["check.bring"]) != box, "it would lie over the verdict"
    assert [each["start"] for each in sent(app) if "payload" in each] == [20]
    assert "All 20 merges match" in verdict(app)
    assert (list_picker(app).value, list_picker(app).options[0]) == (
        "own",
        "Your list: pasted list",
    )
    assert "mistake" not in app.query_params
    list_picker(app).set_value(FIRST).run()
    assert "keep the counts they lost" in verdict(app)
    list_picker(app).set_value("own").run()
    assert "All 20 merges match" in verdict(app)
    app.number_input(key="max_merges").set_value(21).run()
    assert "All 20 merges of the list are right, but the exercise asks for 21" in verdict(app)
    assert "One merge too few" in verdict(app)
    app = paste_list(
        open_page("check", vocab_size=int(training.vocabulary_sizes[20])),
        repr([merge.pair for merge in training.merges[:15]]),
    )
    assert "All 15 merges of the list are right, but the exercise asks for 20" in verdict(app)
    paste_list(app, repr([merge.pair for merge in training.merges[:25]]))
    assert "All 20 merges asked for are right." in verdict(app)
    assert f"({training.merges[20].count}×)" in verdict(app)
    paste_list(app, repr([merge.pair for merge in training.merges[:21]]))
    assert WORDS["check.cause_length_special"] in verdict(app)
    source = sources.of_sample(samples()[SAMPLE])
    longer = train(source.corpus(training.scheme), training.scheme, max_merges=source.merges + 5)
    app = paste_list(open_page("check"), repr([merge.pair for merge in longer.merges]))
    assert f"All {source.merges + 5} merges match" in verdict(app)


def test_a_list_that_cannot_be_read_has_a_sentence_and_no_verdict(open_page):
    """An unreadable list has one error and no verdict, not even the verdict on the example.

    Hostile tokens are escaped, and long tokens are cut.
    """
    app = open_page("check", corpus="hug")
    assert verdict(app)
    for give, text, said in (
        (paste_list, "[__import__('os').system('true')]", "line 1 must be a merge"),
        (bring, "h u\n" * (MAX_MERGES + 1), "must have at most 200000 merges, but it has 200001"),
        (bring, "u g\nu\n", "line 2 must be a merge"),
        (paste_list, "\n('<img src=x>', 'z')", "line 2 must be the first merge"),
    ):
        [error] = give(app, text).error
        assert "cannot be read" in error.value
        assert said in error.value
        assert not [body for body in markup(app) if 'class="verdict' in body]
        assert [each for each in sent(app) if "payload" in each]
    for name, is_told in (("none", False), ("overlap", True)):
        list_picker(app).set_value(name).run()
        assert not app.error
        assert (WORDS["check.not_seen"] in captions(app)) == is_told
    paste_list(app, repr([("u", "g"), ("<img src=x>", "onerror=alert(1)"), ("`", "**")]))
    assert "<img" not in verdict(app)
    assert "&lt;img" in verdict(app)
    bring(app, repr([("u", "g"), ("x" * 100_000, " " * 100_000)]))
    assert read(verdict(app)).tokens[:2] == ["x" * 200 + "…", " " * 200 + "…"]


def test_a_file_that_takes_the_place_of_another_finds_its_box(open_page):
    """The box for files closes when a file arrives, and opens when the file is removed.

    A browser removes the old file before it sends another one, which a closed box once lost.
    """
    app = open_page("check")
    for file, is_open in ((("mine.txt", b"a b\n", "text/plain"), False), (None, True)):
        box = popover_id(app, WORDS["check.bring"])
        app.file_uploader(key="check_file").set_value(file).run()
        assert (popover_id(app, WORDS["check.bring"]) == box) == is_open
        assert list_picker(app).value == "own"


def test_a_scheme_of_characters_has_no_mistake_of_bytes(open_page):
    """The select box leaves out mistakes of bytes; bytes in a pasted list are shown as escapes."""
    app = open_page("check", corpus="low-lower", scheme="paper", mistake="words")
    assert "cannot be made" in " ".join(markup(app))
    assert not any("Ġ" in option for option in list_picker(app).options)
    assert "xff" in verdict(paste_list(app, r"[(b'e', b's'), (b'\xff', b'a')]"))


ARTICLE = "Most frequent pair({} times) is : {}, {}."


def test_a_sample_is_checked_by_its_own_scheme(open_page):
    """The five merges that an article prints match the run on the article's six words.

    A limit that a scheme cannot meet has one error, and no verdict about another corpus is shown.
    """
    article = [("e", "s"), ("es", "t"), ("est", "</w>"), ("e", "r"), ("er", "</w>")]
    printed = "\n".join(ARTICLE.format(3, *pair) for pair in article)
    app = paste_list(open_page("check", corpus="six-words"), printed)
    assert "All 5 merges match" in verdict(app)
    app = paste_list(open_page("check", corpus="six-words", vocab_size=17), printed)
    assert "All 5 merges match" in verdict(app)
    app = open_page("check", corpus="six-words", scheme="cs336", vocab_size=17)
    assert [each for each in app.error if "vocabulary size must" in each.value]
    assert not [body for body in markup(app) if 'class="verdict' in body]
    assert WORDS["check.not_asked"] in everything(app)


def test_a_check_that_takes_too_much_is_a_sentence(open_page, monkeypatch):
    """A check that exceeds its time has one error and no verdict; the player stays."""

    def refuse(*given):
        raise Refusal("work_time", minutes=15, seconds=900)

    monkeypatch.setattr("ui.views.check.check_merges", refuse)
    app = open_page("check", corpus="hug")
    assert len(app.error) == 1
    assert not [body for body in markup(app) if 'class="verdict' in body]
    assert [each for each in sent(app) if "payload" in each]
