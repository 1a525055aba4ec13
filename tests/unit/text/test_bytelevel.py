"""The printable stand-ins of bytes, held against the library that writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.pre_tokenizers import ByteLevel

from bpe.text.characters import alias_byte, byte_alias, from_alias, to_alias


def test_the_stand_ins_are_the_librarys():
    """Its 256 characters; a byte among them stands for itself, the others follow in order."""
    alphabet, table = set(ByteLevel.alphabet()), byte_alias()
    assert sorted(table) == list(range(256))
    assert set(table.values()) == alphabet
    assert len(alphabet) == 256
    moved = [byte for byte in range(256) if chr(byte) not in alphabet]
    assert [table[byte] for byte in moved] == sorted(alphabet - set(map(chr, range(256))))
    assert all(table[byte] == chr(byte) for byte in range(256) if byte not in moved)
    assert alias_byte() == {character: byte for byte, character in table.items()}


@given(text=st.text(max_size=20))
def test_a_text_is_spelled_as_the_library_spells_it(text):
    """And comes back to the byte."""
    pieces = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    assert to_alias(text.encode()) == "".join(piece for piece, _ in pieces)
    assert from_alias(to_alias(text.encode())) == text.encode()


@given(data=st.binary(max_size=20))
def test_any_bytes_come_back(data):
    """Also those that are no text."""
    assert from_alias(to_alias(data)) == data


@pytest.mark.parametrize("spelled", ["a b", "好", "\n"])
def test_a_character_that_stands_for_no_byte_is_refused(spelled):
    """The sentence names it."""
    with pytest.raises(ValueError, match=r"^token must be spelled in .+, got '.+' in '.+'\. Use"):
        from_alias(spelled)
