"""Check my BPE, run without a browser: what it says of a list is what the check finds."""

import pytest

from bpe import PRESETS, TIE_RULES, train
from bpe.checking.check import MOST_MERGES
from tests.markup import read
from tests.pages.helpers import captions, everything, markup, paste_list, query, sent, tab
from tests.sample_runs import trained
from ui.catalogue import catalogue
from ui.check import MISTAKES
from ui.check.lists import FIRST
from ui.check.readings import (
    HANDOUT,
    TRAINERS,
    count_mistakes,
    offered_examples,
)
from ui.corpora import sources
from ui.samples import samples
from ui.shell.navigation import page_named

SAMPLE = page_named("check").shows.text
WORDS = catalogue("en")


def verdict(app) -> str:
    [body] = [body for body in markup(app) if 'class="verdict' in body]
    return body


def list_picker(app):
    """Return the picker of the list that is checked; each list of the reader's has its own."""
    [picker] = [each for each in app.selectbox if each.key.startswith("check_pick")]
    return picker


def bring(app, text: str):
    """Give the page a list as a file."""
    return (
        app.file_uploader(key="check_file").set_value(("m.txt", text.encode(), "text/plain")).run()
    )


@pytest.fixture(scope="module")
def training():
    return trained(SAMPLE, page_named("check").shows.default_scheme(SAMPLE))


def test_the_page_opens_with_a_mistake_found_out(open_page, training):
    """Where an example leaves the record, why, and how to mend it."""
    app = open_page("check")
    said = verdict(app)
    assert "The first 2 merges agree." in said
    assert "keep the counts they lost" in said
    assert "In “␣the”, merging" in said
    assert "subtract the word&#x27;s count, 34, from" in said
    [player] = [part for part in sent(app) if "payload" in part]
    assert player["start"] == 2
    assert player["hide"] is None, "the verdict names the pair that the player would hide"
    app = tab(app, "check", "known")
    assert "from bpe.checking import check" in " ".join(each.value for each in app.code)
    known = count_mistakes(training)
    counts = {"keeping": known["stale"], "merging": known["merging"], "cuts": known["pretokenizer"]}
    told = WORDS["check.known_list"].format(ties=len(TIE_RULES), **counts)
    assert told in [each.value for each in app.markdown]


def test_every_example_is_named_and_explained_in_both_languages(open_page):
    """The picker leads through all of them; a correct list has nothing to mend.

    The handout's toy is held against its own rules, whatever the reader had changed before.
    """
    app = open_page(
        "check", locale="zh-CN", corpus=SAMPLE, special="low", vocab_size=300, min_frequency=2
    )
    offered = offered_examples(PRESETS[page_named("check").shows.default_scheme(SAMPLE)])
    assert set(offered) <= set(MISTAKES)
    assert set(TRAINERS) | {HANDOUT} == set(MISTAKES)
    list_picker(app).set_value("handout").run()
    assert 'class="verdict agrees"' in verdict(app)
    assert not {"special", "vocab_size", "min_frequency"} & {*app.query_params}
    app = open_page("check", locale="zh-CN", corpus=SAMPLE, step=9)
    for name in ("ties", "aliases", "words", "one_more", "none"):
        list_picker(app).set_value(name).run()
        assert query(app) == {"corpus": SAMPLE, "mistake": name}
        assert ("原因" in verdict(app)) == (name != "none")


def test_a_pasted_list_is_held_against_as_many_merges_as_it_has(open_page, training):
    """It stays out of the address, and the page's own limit is no limit of the exercise."""
    app = open_page("check", step=3)
    app.session_state["check_bring"] = True
    paste_list(app, repr([merge.pair for merge in training.merges[:20]]))
    assert not app.session_state["check_bring"], "it would lie over the verdict"
    assert [each["start"] for each in sent(app) if "payload" in each] == [20]
    assert "All 20 merges agree" in verdict(app)
    assert (list_picker(app).value, list_picker(app).options[0]) == (
        "own",
        "Your list: pasted list",
    )
    assert "mistake" not in app.query_params
    list_picker(app).set_value(FIRST).run()
    assert "keep the counts they lost" in verdict(app)
    list_picker(app).set_value("own").run()
    assert "All 20 merges agree" in verdict(app)
    app.number_input(key="max_merges").set_value(21).run()
    assert "All 20 merges of the list agree, but 21 were asked for" in verdict(app)
    assert "One merge too few" in verdict(app)
    app = paste_list(
        open_page("check", vocab_size=int(training.vocabulary_sizes[20])),
        repr([merge.pair for merge in training.merges[:15]]),
    )
    assert "All 15 merges of the list agree, but 20 were asked for" in verdict(app)
    paste_list(app, repr([merge.pair for merge in training.merges[:25]]))
    assert "All 20 merges asked for agree." in verdict(app)
    assert f"({training.merges[20].count}×)" in verdict(app)
    paste_list(app, repr([merge.pair for merge in training.merges[:21]]))
    assert WORDS["check.cause_length_special"] in verdict(app)
    source = sources.of_sample(samples()[SAMPLE])
    longer = train(source.corpus(training.scheme), training.scheme, max_merges=source.merges + 5)
    app = paste_list(open_page("check"), repr([merge.pair for merge in longer.merges]))
    assert f"All {source.merges + 5} merges agree" in verdict(app)


def test_what_is_no_list_is_refused_and_what_was_there_stays(open_page):
    """One sentence. A list of hostile tokens is a list; a long one is named by its beginning."""
    app = open_page("check", corpus="hug")
    before = verdict(app)
    for give, text, said in (
        (paste_list, "[__import__('os').system('true')]", "cannot be read"),
        (bring, "h u\n" * (MOST_MERGES + 1), "merges must be at most 200000, got 200001"),
    ):
        assert said in give(app, text).error[0].value
        assert verdict(app) == before
    for name, is_told in (("none", False), ("overlap", True)):
        list_picker(app).set_value(name).run()
        assert not app.error
        assert (WORDS["check.not_seen"] in captions(app)) == is_told
    paste_list(app, repr([("<img src=x>", "onerror=alert(1)"), ("`", "**")]))
    assert "<img" not in verdict(app)
    assert "&lt;img" in verdict(app)
    bring(app, repr([("x" * 100_000, " " * 100_000)]))
    assert read(verdict(app)).tokens[:2] == ["x" * 200 + "…", " " * 200 + "…"]


def test_a_file_that_takes_the_place_of_another_finds_its_box(open_page):
    """A browser first takes the one before away: the box that was closed then lost the next one."""
    app = open_page("check")
    for file, is_open in ((("mine.txt", b"a b\n", "text/plain"), False), (None, True)):
        app.session_state["check_bring"] = True
        app.file_uploader(key="check_file").set_value(file).run()
        assert app.session_state["check_bring"] == is_open
        assert list_picker(app).value == "own"


def test_a_scheme_of_characters_has_no_mistake_of_bytes(open_page):
    """The picker leaves out what cannot be; bytes in a list show which ones they are."""
    app = open_page("check", corpus="low-lower", scheme="paper", mistake="words")
    assert "cannot be made" in " ".join(markup(app))
    assert not any("Ġ" in option for option in list_picker(app).options)
    assert "xff" in verdict(paste_list(app, r"[(b'\xff', b'a')]"))


ARTICLE = "Most frequent pair({} times) is : {}, {}."


def test_a_sample_is_checked_by_its_own_scheme(open_page):
    """The five merges that an article prints agree on its six words; none is held against others.

    A limit that a scheme cannot meet is a sentence, and no verdict is given of another corpus.
    """
    article = [("e", "s"), ("es", "t"), ("est", "</w>"), ("e", "r"), ("er", "</w>")]
    printed = "\n".join(ARTICLE.format(3, *pair) for pair in article)
    app = paste_list(open_page("check", corpus="six-words"), printed)
    assert "All 5 merges agree" in verdict(app)
    app = paste_list(open_page("check", corpus="six-words", vocab_size=17), printed)
    assert "All 5 merges agree" in verdict(app)
    app = open_page("check", corpus="six-words", scheme="cs336", vocab_size=17)
    assert [each for each in app.error if "vocab_size" in each.value or "256" in each.value]
    assert not [body for body in markup(app) if 'class="verdict' in body]
    assert WORDS["check.not_asked"] in everything(app)
