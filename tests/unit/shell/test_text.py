"""What does not fit is said with the reader's own words in it, whole or cut, never as markup."""

import numpy as np

from bpe import CorpusError
from ui.shell.text import LONGEST_VALUE, sentence, t


def test_values_of_a_sentence_are_whole_up_to_a_length(monkeypatch):
    """The longest value can be read to its end; what is longer says that it is cut."""
    monkeypatch.setattr("ui.shell.session.language", lambda: "en")
    whole, value = "a" * LONGEST_VALUE, "y" * (LONGEST_VALUE + 1)
    said = sentence(CorpusError("minbpe", file=whole, line=2, value=value))
    assert f"`` {whole} ``" in said
    assert f"`` {value[: LONGEST_VALUE - 1]}… ``" in said


def test_whole_numbers_have_separators_where_a_sentence_asks_for_nothing_else():
    """The record's own numbers, too; a name of digits stays as it is."""
    assert t("wordpiece.at", step=1234567) == t("wordpiece.at", step=np.int64(1234567))
    for step, shown in (
        (1000, "1,000"),
        (-1000, "-1,000"),
        (999, "999"),
        (-999, "-999"),
        ("1234", "1234"),
    ):
        assert t("wordpiece.at", step=step) == f"at step {shown}"
    bad = t("encode.decode_bad_ids", largest=4096, bad="x")
    assert "0 to 4,096" in bad


def test_what_is_written_from_right_to_left_turns_nothing_around_it():
    """A word of another direction is set apart in a sentence; all else is as it is given."""
    around = {"name": "gpt2", "first": "English", "tokens": 9, "most": 581, "times": 17.6}
    for language in ("עברית", "Dhivehi (ދިވެހި)"):
        said = t("models.languages_most", language=language, **around)
        assert f"581 in \u2068{language}\u2069, 17.6 times" in said
    for language in ("Русский", "German", ""):
        assert "\u2068" not in t("models.languages_most", language=language, **around)
