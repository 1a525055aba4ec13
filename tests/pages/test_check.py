"""Check my BPE, run without a browser: what it says of a list is what the check finds."""

import json

import pytest

from bpe import PRESETS, train
from bpe.checking import check
from bpe.checking.check import MOST_MERGES
from tests.pages.helpers import markup, tables
from ui.check import MISTAKES, mistakes
from ui.corpora import sources
from ui.corpora.samples import samples
from ui.shell.navigation import page_named

SAMPLE = page_named("check").shows.text
TABS = ("How far it agrees", "Both lists", "How the mistake is found")


def verdict(app) -> str:
    [body] = [body for body in markup(app) if 'class="verdict' in body]
    return body


def strip(app) -> str:
    [body] = [body for body in markup(app) if 'class="agreement"' in body]
    return body


def paste(app, text: str):
    app.text_area(key="check_pasted").set_value(text)
    [button] = [each for each in app.button if each.label == "Check this list"]
    button.click()
    return app.run()


@pytest.fixture(scope="module")
def training():
    source = sources.of_sample(samples()[SAMPLE])
    scheme = PRESETS[page_named("check").shows.default_scheme(SAMPLE)]
    return train(source.corpus(scheme), scheme, max_merges=source.merges)


def test_the_page_opens_with_a_mistake_found_out(open_page, training):
    """A visitor without a list sees where an example leaves the record, why, and how to mend it."""
    app = open_page("check")
    assert not app.exception
    made = mistakes.made(training, mistakes.FIRST, sources.of_sample(samples()[SAMPLE]).text)
    step = next(at for at, merge in enumerate(training.merges) if merge.pair != made[at])
    said = verdict(app)
    assert f"The first {step} merges agree." in said
    assert f"({training.merges[step].count}×)" in said
    assert "neighbours keep what they lost" in said
    assert "take the word&#x27;s count off" in said
    assert f'style="left:{100 * step / len(made):.3f}%"' in strip(app)
    legend = {"same": "same rank", "moved": "another rank", "other": "not in the record"}
    for fate, label in legend.items():
        assert f'<span class="{fate}"></span>{label}<' in strip(app)
    parts = [json.loads(part.proto.json or "0") for part in app.get("bidi_component")]
    [hidden] = [part["hide"] for part in parts if isinstance(part, dict) and "payload" in part]
    assert hidden is None, "the verdict names the pair that the player would hide"


def test_every_example_is_named_and_explained_in_both_languages(open_page):
    """The picker leads through all of them; a correct list has nothing to mend."""
    app = open_page("check", locale="zh-CN")
    offered = mistakes.offered(PRESETS[page_named("check").shows.default_scheme(SAMPLE)])
    assert set(offered) <= set(MISTAKES)
    assert set(mistakes.TRAINERS) | {mistakes.HANDOUT} == set(MISTAKES)
    for name in ("ties", "aliases", "words", "one_more", "none"):
        app.selectbox(key="check_pick").set_value(name)
        app.run()
        assert not app.exception
        assert app.query_params["mistake"] == name
        assert ("原因" in verdict(app)) == (name != "none")


def test_a_pasted_list_is_held_against_as_many_merges_as_it_has(open_page, training):
    """The reader's own list comes first, and it stays out of the address."""
    app = paste(open_page("check"), repr([merge.pair for merge in training.merges[:20]]))
    assert "All 20 merges agree" in verdict(app)
    assert app.selectbox(key="check_pick").value == "own"
    assert "mistake" not in app.query_params
    app.number_input(key="max_merges").set_value(21)
    app.run()
    assert "All 20 merges of the list agree, but 21 were asked for" in verdict(app)
    assert "One merge too few" in verdict(app)


def test_a_list_longer_than_the_run_gets_a_longer_record(open_page, training):
    """The page's own limit is no limit of the exercise."""
    source = sources.of_sample(samples()[SAMPLE])
    longer = train(source.corpus(training.scheme), training.scheme, max_merges=source.merges + 5)
    app = paste(open_page("check"), repr([merge.pair for merge in longer.merges]))
    assert f"All {source.merges + 5} merges agree" in verdict(app)


def test_what_is_no_list_is_refused_and_what_was_there_stays(open_page):
    """One sentence, and the example before it."""
    app = paste(open_page("check"), "[__import__('os').system('true')]")
    assert "cannot be read" in app.error[0].value
    assert "neighbours keep what they lost" in verdict(app)


def test_hostile_tokens_are_shown_as_text(open_page):
    """A list is a stranger's word."""
    app = paste(open_page("check"), repr([("<img src=x>", "onerror=alert(1)"), ("`", "**")]))
    assert not app.exception
    assert "<img" not in verdict(app)
    assert "&lt;img" in verdict(app)


def test_bytes_that_are_no_text_are_shown_in_a_scheme_of_characters(open_page):
    """Someone who trained on bytes and left the scheme as it was sees which ones."""
    app = paste(open_page("check", corpus="hug", scheme="paper"), r"[(b'\xff', b'a')]")
    assert not app.exception
    assert "xff" in verdict(app)


def test_a_list_of_too_many_merges_is_refused(open_page):
    """In one sentence, and what was there stays."""
    app = paste(open_page("check", corpus="hug"), "h u\n" * (MOST_MERGES + 1))
    assert not app.exception
    assert "merges must be at most 200000, got 200001" in app.error[0].value


def test_the_tabs_count_what_is_shared_and_show_both_lists(open_page, training):
    """The numbers are those of the check; the table begins just before the difference."""
    source = sources.of_sample(samples()[SAMPLE])
    made = mistakes.made(training, mistakes.FIRST, source.text)
    found = check(made, source.text, training.scheme)
    app = open_page("check")
    values = [metric.value for metric in app.metric]
    cost = found.cost
    assert cost.theirs != cost.ours
    more = (cost.theirs - cost.ours) / cost.ours
    assert app.metric[3].delta == f"{more:+.1%} against the record's {cost.ours:,}"
    assert values[:2] == [str(found.agreement.shared), str(found.agreement.in_order)]
    assert values[3] == f"{found.cost.theirs:,}"
    app.session_state["check_tabs"] = TABS[1]
    [table] = tables(app.run())
    ranks = [int(text.split()[0]) for text in table.texts[1:]]
    assert found.difference.step + 1 in ranks[:4]
    app.session_state["check_tabs"] = TABS[2]
    assert "from bpe.checking import check" in " ".join(each.value for each in app.run().code)


def test_an_example_that_does_not_exist_is_said(open_page):
    """A broken link shows the first one."""
    app = open_page("check", mistake="nonsense")
    assert any("nonsense" in warning.value for warning in app.warning)
    assert "neighbours keep what they lost" in verdict(app)


def test_a_scheme_of_characters_has_no_mistake_of_bytes(open_page):
    """Word counts have no text to cut in another way; the picker leaves out what cannot be."""
    app = open_page("check", corpus="low-lower", scheme="paper", mistake="words")
    assert not app.exception
    assert "cannot be made" in " ".join(markup(app))
    assert not any("Ġ" in option for option in app.selectbox(key="check_pick").options)


def test_the_handout_is_held_against_its_own_rules(open_page):
    """What a reader had changed of the scheme before does not stay: its toy would not agree."""
    app = open_page("check", max_token_length=2, pattern=".")
    app.selectbox(key="check_pick").set_value("handout").run()
    assert 'class="verdict agrees"' in verdict(app)
    assert not {"max_token_length", "pattern"} & {*app.query_params}
