"""What does not fit is said with the reader's own words in it, whole or cut, never as markup."""

from bpe import CorpusError
from ui.shell.text import LONGEST_VALUE, sentence


def test_values_of_a_sentence_are_whole_up_to_a_length(monkeypatch):
    """The longest list of choices can be read to its end; what is longer says that it is cut."""
    monkeypatch.setattr("ui.shell.session.language", lambda: "en")
    choices, value = "a" * LONGEST_VALUE, "y" * (LONGEST_VALUE + 1)
    said = sentence(CorpusError("behavior", stage="x", choices=choices, value=value))
    assert f"`` {choices} ``" in said
    assert f"`` {value[: LONGEST_VALUE - 1]}… ``" in said
