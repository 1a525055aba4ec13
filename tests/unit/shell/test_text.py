"""What does not fit is said with the reader's own words in it, whole or cut, never as markup."""

from bpe import CorpusError
from ui.shell.text import LONGEST_VALUE, sentence


def test_values_of_a_sentence_are_whole_up_to_a_length(monkeypatch):
    """The longest value can be read to its end; what is longer says that it is cut."""
    monkeypatch.setattr("ui.shell.session.language", lambda: "en")
    whole, value = "a" * LONGEST_VALUE, "y" * (LONGEST_VALUE + 1)
    said = sentence(CorpusError("minbpe", file=whole, line=2, value=value))
    assert f"`` {whole} ``" in said
    assert f"`` {value[: LONGEST_VALUE - 1]}… ``" in said
