"""The tab Common misconceptions: each claim with its correction and the run's numbers."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from tests.conftest import spoken_on
from tests.pages.helpers import markup, start, tab
from ui.catalogue import catalogue
from ui.claims import CLAIMS
from ui.samples import training_samples
from ui.text import language, t


def said(app) -> str:
    """Return the visible text of the page, without tags."""
    return unescape(re.sub(r"<[^>]+>", "", "  ".join(markup(app))))


def test_every_claim_of_the_catalogue_stands_beside_what_is_true(open_page):
    """In both languages each claim is directly followed by its correction and is listed once."""
    for lang, locale in (("en", "en-US"), ("zh", "zh-CN")):
        words = catalogue(lang)
        app = tab(open_page("train", locale=locale), "train", "claims")
        texts = [each.value for each in app.markdown]
        claims = [
            key
            for key in words
            if key.startswith(("train.claim_", "wordpiece.claim_"))
            and key.replace("claim_", "truth_") in words
        ]
        assert sorted(claims) == sorted(f"{each.area}.claim_{each.name}" for each in CLAIMS)
        for key in claims:
            place = texts.index(f"**{words[key]}**")
            assert texts[place + 1] == words[key.replace("claim_", "truth_")]


def _shows(app, label: str) -> bool:
    with spoken_on(app):
        return label.startswith(t("train.claim_show", page=""))


@pytest.mark.parametrize(
    ("query", "said_there"),
    [
        ({}, "the tie rule decided 16 of 19 merges"),
        ({"max_merges": 0}, None),
        ({"corpus": "modern-chinese", "step": 3, "locale": "zh-CN"}, "500 次合并中，有 471 次"),
    ],
)
def test_sentences_have_facts_of_the_run_and_none_names_what_it_has_not(
    open_page, query, said_there
):
    """A run without merges has no sentences about merges; no sentence has an empty placeholder."""
    app = tab(open_page("train", **query), "train", "claims")
    sentences = [body for body in markup(app) if 'class="record-say"' in body]
    every = [each for claim in CLAIMS for each in claim.said]
    assert len(every) - len(sentences) == (8 if "max_merges" in query else 2)
    assert not any(re.search(r"\{\w+\}|None", each) for each in sentences)
    assert said_there is None or said_there in said(app)
    coloured = [each for each in sentences if re.search(r'class="token c1?\d"', each)]
    assert coloured, "by the sample's own run"
    assert not re.search(r"(?<!\w)-\d", re.sub("<[^>]+>", "", "".join(sentences))), "no minus"
    shown = [each for each in app.main.get("page_link") if _shows(app, each.proto.label)]
    assert len(shown) == len(CLAIMS)
    with spoken_on(app):
        about = {training_samples()[each.sample].title[language()] for each in every if each.sample}
    assert any(title in said(app) for title in about)


def test_each_claim_leads_to_the_step_that_refutes_it(open_page):
    """Each link opens its page without a warning, at the step that the link names."""
    app = tab(open_page("train"), "train", "claims")
    links = [each.proto for each in app.main.get("page_link") if _shows(app, each.proto.label)]
    asked = dict.fromkeys((each.page, each.query_string) for each in links)
    for page, query in asked:
        there = open_page(page, **dict(parse_qsl(query)))
        assert not [each.value for each in (*there.warning, *there.exception)], (page, query)
        step = dict(parse_qsl(query)).get("step")
        if page in ("train", "wordpiece") and step is not None:
            assert start(there) == int(step), query
