"""The player's sentences: English is built in, other languages are read from a folder."""

import pytest

from bpe import train
from bpe.player import page_of, text
from tests.data import SIX_WORDS
from ui.catalogue import LANGUAGES, catalogue


def test_the_languages_of_the_app_are_those_of_the_player_and_say_the_same():
    """The player's sentences equal the catalogue's; an unknown language falls back to English."""
    assert text.languages() == [*LANGUAGES]
    for lang in LANGUAGES:
        assert text.sentences(lang).items() <= catalogue(lang).items()
        assert text.defaults(lang)["html"] == LANGUAGES[lang].html
    assert text.sentences("none") == text.sentences("en")


def test_languages_are_looked_for_in_the_package_then_next_to_it(tmp_path):
    """A wheel has `locales` inside the package; the repository has the folder next to it."""
    package = tmp_path / "bpe"
    assert text.locales(package) == tmp_path / "locales"
    (package / "locales").mkdir(parents=True)
    assert text.locales(package) == package / "locales"


def test_without_any_folder_a_page_is_written_in_english(tmp_path, monkeypatch):
    """Without `locales`, as in a wheel without languages, any other language is refused."""
    training = train(SIX_WORDS, "paper")
    page = page_of(training, step=3)
    monkeypatch.setattr(text, "LOCALES", tmp_path)
    for each in (text.sentences, text.defaults):
        each.cache_clear()
    try:
        assert page_of(training, step=3) == page
        with pytest.raises(ValueError, match="lang must be one of en, got 'zh'"):
            page_of(training, lang="zh")
    finally:
        for each in (text.sentences, text.defaults):
            each.cache_clear()


def test_a_page_opens_at_a_step_of_its_run():
    training = train(SIX_WORDS, "paper", max_merges=3)
    assert "3 merges" in page_of(training, step=3)
    for step in (-1, 4, True, "1"):
        with pytest.raises(ValueError, match="step must be a whole number from 0 to 3"):
            page_of(training, step=step)
