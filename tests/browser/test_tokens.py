"""Tokens drawn by the page itself keep their exact text in data-token, whatever it is."""

from playwright.sync_api import expect

from bpe import PRESETS, Corpus, train
from tests.browser.helpers import becomes, go, open_details, settle
from ui.corpora.samples import training_samples
from ui.draw.grid import PART
from ui.draw.tokens import exact

HOSTILE = "a--> a--> a--> </style> </style> <script> <script> ]]> ]]> :smile: $x$ $x$ **b** **b**"


def shown(page) -> list[list[str]]:
    """Read the tokens off each row of the first table of the open tab."""
    rows = page.get_by_role("tabpanel").locator("table").first.locator("tbody tr")
    return rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('[data-token]')]"
        ".map(token => token.dataset.token))"
    )


def test_a_token_keeps_its_spaces_and_what_looks_like_markup(open_app):
    """Indentation of source code; ends of comments, styles and sections are text like any other."""
    page = open_app("train", corpus="source-code", step=3, tab="pairs")
    path = training_samples()["source-code"].path
    snapshot = train(Corpus.from_file(path, "gpt"), "gpt", max_merges=300).snapshot(3)
    expected = [[exact(token) for token in pair.pair] for pair in snapshot.pairs(5)]
    assert any(token != token.strip() for pair in expected for token in pair)
    becomes(page, lambda: shown(page)[:5], expected)
    go(page, "train")
    page.get_by_role("combobox", name="Corpus").click()
    page.get_by_role("option", name="Your own text").click()
    settle(page)
    page.get_by_role("textbox", name="Text to train on").fill(HOSTILE)
    page.get_by_role("button", name="Use this text").click()
    settle(page)
    training = train(HOSTILE, PRESETS["paper"])
    page.get_by_role("button", name="Last step").click()
    open_details(page, "Vocabulary")
    rows = page.get_by_role("tabpanel").locator("table").first.locator("tbody tr")
    assert len(training.tokens) <= 2 * PART, "all are there at once"
    expect(rows).to_have_count(len(training.tokens))
    born = {exact(entry.token) for entry in training.snapshot(len(training)).vocabulary}
    odd = {token for token in born if "-->" in token or "</style>" in token}
    becomes(page, lambda: odd - {row[0] for row in shown(page) if row}, set())
