"""The table of the 256 bytes: each in its place, with its character, and whether it is used."""

from bpe.text.bytelevel import byte_alias
from tests.markup import read
from ui.bytes.markup import byte_table


def test_every_byte_stands_in_its_place_and_those_of_the_text_are_marked():
    """16 rows of 16; what is used is told by a class and, to who does not see it, by a word."""
    used = "a 好".encode()
    rows = read(byte_table(used, lambda name: f"({name})", "Bytes")).all("tbody")[0].all("tr")
    cells = [cell for row in rows for cell in row.all("td")]
    assert [len(row.all("td")) for row in rows] == [16] * 16
    assert [row.all("th")[0].text for row in rows] == [f"{high:X}_" for high in range(16)]
    for byte, character in byte_alias().items():
        kind = "itself" if chr(byte) == character else "moved"
        assert cells[byte].classes == [kind] + ["used"] * (byte in used)
        assert cells[byte].text == character + " (used)" * (byte in used)
