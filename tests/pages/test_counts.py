"""Counts of many files are used as a corpus on every page, or refused in one sentence."""

from bpe import Corpus
from tests.pages.helpers import tab, upload, words_shown
from ui.links import PAGES

TEXT = "low lower lowest newest widest\nthe cat sat 好 \n" * 3


def counted_lines(app) -> list[str]:
    """Return the captions that say how many words were counted."""
    return [each.value for each in app.caption if "Words counted: " in each.value]


def test_every_page_works_with_counts_and_their_rules_or_says_why_not(open_page, tmp_path):
    """Each page trains on the uploaded counts, or refuses them if it needs other rules.

    The number of words and the rules that split them are shown, and the scheme of the counts stays.
    The tab that trains with its own rules works, too.
    """
    text, written = tmp_path / "a.txt", tmp_path / "counts.csv"
    text.write_text(TEXT, encoding="utf-8", newline="")
    Corpus.from_files(text, "gpt").save_counts(written)
    app = open_page("train", corpus="hug", scheme="huggingface")
    upload(app, written.read_bytes(), "counts.csv")
    assert not app.error
    assert app.selectbox(key="scheme").value == "gpt"
    assert " lower" in words_shown(app)
    [line] = counted_lines(app)
    assert "Words counted: 33, split by the rules of: " in line
    assert "GPT" in line
    refused = set()
    for page in PAGES:
        app.switch_page(page.file).run()
        for error in app.error:
            assert "split words as they were counted" in error.value
            refused.add(page.name)
    assert refused == {"sentencepiece", "unigram", "wordpiece"}
    app.switch_page("pages/train.py").run()
    assert not tab(app, "train", "claims").error
    app.selectbox(key="scheme").select("wordpiece").run()
    assert len(app.error) == 1
    assert "the rules of `` gpt (pretokenizer='gpt4') ``" in app.error[0].value
    assert counted_lines(app)
