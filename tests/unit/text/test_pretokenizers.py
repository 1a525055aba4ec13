"""Pre-tokenizers and patterns split texts into words; graphemes, code points and bytes."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.pre_tokenizers import ByteLevel

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.text import characters, pretokenizers
from bpe.text.normalizers import normalize
from bpe.text.pieces import sentencepiece_forbids
from bpe.text.pretokenizers import PRETOKENIZERS, pattern, pretokenize, pretokenize_spans
from tests.strategies import several

ALPHABET = st.one_of(
    st.sampled_from(
        list("aA'sdt019 \t\n\r.,世界éſ\u0301\x1c\x1f\x85\xa0\u3000\u2028▁ａｶﾞ①👩\u200d")
    ),
    st.characters(exclude_categories=["Cs"]),
)
TEXTS = st.text(ALPHABET, max_size=60)


@several
@given(name=st.sampled_from(PRETOKENIZERS), text=TEXTS)
def test_spans_are_the_words_in_order_and_never_empty(name, text):
    spans = pretokenize_spans(text, name)
    assert [text[start:end] for start, end in spans] == pretokenize(text, name)
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@given(text=TEXTS)
def test_each_cut_of_a_text_is_its_rule_in_python(text):
    """Each pre-tokenizer equals a rule in Python.

    "split" is `str.split()`, "space" strips each line and splits it at U+0020 alone, and the GPT
    patterns keep every character. "whitespace" keeps U+001C to U+001F in a word, as Rust does.
    """
    assert pretokenize(text, "split") == text.split()
    assert pretokenize("a\x1cb\x1dc\x1ed\x1fe f", "whitespace") == ["a\x1cb\x1dc\x1ed\x1fe", "f"]
    assert ["".join(pretokenize(text, name)) for name in ("text", "gpt2", "gpt4")] == [text] * 3
    expected = []
    for line in io.StringIO(text, newline=None):
        expected += [word for word in line.strip("\r\n ").split(" ") if word]
    assert pretokenize(text, "space") == expected


@pytest.mark.parametrize("call", [pretokenize, normalize])
def test_an_unknown_name_is_refused_with_the_choices(call):
    """The sentence names the argument, the rule and the value."""
    with pytest.raises(ValueError, match=r"must be one of .* got 'words'"):
        call("text", "words")


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("abc", None),
        ("▁abc", None),
        ("▁", None),
        ("ab▁", "mark"),
        ("▁▁", "mark"),
        ("a1", "script"),
        ("1.5", None),
        ("カラーを塗る", None),
        ("e\u0301a", None),
        ("a\u0301世", "script"),
        ("abcdefghijklmnop", None),
        ("abcdefghijklmnopq", "length"),
        ("▁abcdefghijklmnop", "length"),
        ("", "length"),
        ("a\u2585", "character"),
        ("a b", "character"),
        ("a\ud800", "character"),
    ],
)
def test_piece_rules_give_their_reason(token, reason):
    """Each of SentencePiece's rules forbids only the tokens of its own case."""
    assert sentencepiece_forbids(token) == reason


CUT = "Hello there, it's 2026!\n\n  The 好 end"


@pytest.mark.parametrize("name", ["gpt2", "gpt4"])
def test_a_pattern_cuts_as_the_pre_tokenizer_of_that_pattern_does(name):
    given = replace(PRESETS["minbpe"], pattern=pattern(name))
    named = replace(PRESETS["minbpe"], pretokenizer=name)
    assert Corpus.from_text(CUT, given).words == Corpus.from_text(CUT, named).words
    tokenizers = [train(CUT, scheme, max_merges=9).tokenizer() for scheme in (given, named)]
    one, other = (tokenizer.encode(CUT).words for tokenizer in tokenizers)
    assert one == other
    assert "".join(word.text for word in one) == CUT


def test_what_a_pattern_does_not_match_is_dropped_and_groups_do_not_matter(tmp_path, monkeypatch):
    """An empty match is not a word, and a pattern that takes too long raises an error.

    Schemes with a boundary mark refuse a pattern, as the mark needs the ends of words.
    """
    scheme = Scheme(units="bytes", pattern=r"(l)(o)|\d*")
    corpus = Corpus.from_text("lo 12 hello lo", scheme)
    assert dict(zip(corpus.words, corpus.counts, strict=True)) == {"lo": 3, "12": 1}
    path = tmp_path / "a.txt"
    path.write_text("\ufefflo 12 hello lo", encoding="utf-8")
    assert Corpus.from_file(path, scheme).words == corpus.words
    with pytest.raises(ValueError, match="pattern must be None where words have a"):
        replace(PRESETS["paper"], pattern="a")
    assert train("ab ab", replace(PRESETS["huggingface"], pattern=r"\S+")).merges[0].token == "ab"
    monkeypatch.setattr(pretokenizers, "_SECONDS", 0.2)
    scheme = Scheme(units="bytes", pattern=r"(?:a|aa|a.)+(?=b)$")
    with pytest.raises(CorpusError, match=r"^pattern must cut the text within 0\.2 seconds"):
        Corpus.from_text("a" * 60, scheme)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("[", "must be a regular expression, got '\\['"),
        ("", "must be a regular expression of 1 to 2000 characters, got ''"),
        ("a" * 2001, "must be a regular expression of 1 to 2000 characters"),
        (7, "must be a regular expression of 1 to 2000 characters, got 7"),
        (r"\L<names>", "must be a regular expression"),
        ("(?r)a", "must search from the left"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(wrong, sentence):
    with pytest.raises(ValueError, match=f"^pattern {sentence}"):
        Scheme(units="bytes", pattern=wrong)


ASTRONAUT = "👩\u200d🚀"


@given(st.text(), st.characters(exclude_categories=["Cs"]))
def test_bytes_and_code_points_are_those_of_the_text_and_markers_leave_their_bits(text, character):
    """Starts, ends and bytes are Python's, and the bits after the markers give the code point."""
    points = [point for each in characters.graphemes(text) for point in each.code_points]
    assert "".join(point.character for point in points) == text
    assert b"".join(point.data for point in points) == text.encode()
    assert [point.start for point in points] == [
        len(text[:place].encode()) for place in range(len(text))
    ]
    data = character.encode()
    bits = "".join(f"{byte:08b}"[characters.marker_bits(byte) :] for byte in data)
    assert int(bits, 2) == ord(character)


def test_what_readers_take_for_one_character():
    """A letter with an accent, a joined emoji and a flag are one grapheme each.

    Incomplete bytes of a character are not text.
    """
    found = [each.text for each in characters.graphemes(f"e\u0301{ASTRONAUT}🇨🇳")]
    assert found == ["e\u0301", ASTRONAUT, "🇨🇳"]
    [astronaut] = characters.graphemes(ASTRONAUT)
    names = [point.name for point in astronaut.code_points]
    assert names == ["WOMAN", "ZERO WIDTH JOINER", "ROCKET"]
    assert [point.number for point in astronaut.code_points] == ["U+1F469", "U+200D", "U+1F680"]
    texts = [b"a", "好".encode(), "好".encode()[:2], "\u0301".encode(), b"\xff"]
    assert [characters.is_text(each) for each in texts] == [True, True, False, True, False]
    assert characters.marker_bits(0xFF) == 8, "no byte has more"


@given(st.text(), st.integers(0, 30), st.data())
def test_parts_held_are_found_byte_by_byte(text, begun, data):
    """A range of bytes may hold a part of a code point or of a grapheme.

    For each such part, the number of bytes or code points inside the range is returned.
    """
    seen = characters.graphemes(text, begun)
    last = begun + len(text.encode())
    start = data.draw(st.integers(begun, last))
    end = data.draw(st.integers(start, last))
    inside = set(range(start, end))
    expected, at = [], begun
    for grapheme in seen:
        assert grapheme.start == at
        assert text.encode()[at - begun :].decode().startswith(grapheme.text)
        whole = 0
        for character in grapheme.text:
            size = len(character.encode())
            held = len(inside & set(range(at, at + size)))
            at += size
            whole += held == size
            if 0 < held < size:
                expected.append(characters.PartialCharacter(character, "bytes", held, size))
        assert grapheme.end == at
        if 0 < whole < len(grapheme.text):
            expected.append(
                characters.PartialCharacter(grapheme.text, "code points", whole, len(grapheme.text))
            )
    assert list(characters.parts_held(seen, start, end)) == expected
    assert characters.cuts_character(expected) == any(part.unit == "bytes" for part in expected)


def test_the_stand_ins_are_the_librarys():
    """The 256 alias characters are the library's: a byte among them stands for itself.

    The other bytes have the remaining characters in order.
    """
    alphabet, table = set(ByteLevel.alphabet()), characters.byte_alias()
    assert sorted(table) == list(range(256))
    assert set(table.values()) == alphabet
    moved = [byte for byte in range(256) if chr(byte) not in alphabet]
    assert [table[byte] for byte in moved] == sorted(alphabet - set(map(chr, range(256))))
    assert all(table[byte] == chr(byte) for byte in range(256) if byte not in moved)
    assert characters.alias_byte() == {character: byte for byte, character in table.items()}


@given(text=st.text(max_size=20), data=st.binary(max_size=20))
def test_a_text_is_spelled_as_the_library_spells_it_and_any_bytes_come_back(text, data):
    pieces = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)
    assert characters.to_alias(text.encode()) == "".join(piece for piece, _ in pieces)
    assert characters.from_alias(characters.to_alias(data)) == data


@pytest.mark.parametrize("spelled", ["a b", "好", "\n"])
def test_a_character_that_stands_for_no_byte_is_refused(spelled):
    with pytest.raises(ValueError, match=r"^token must be spelled in .+, got '.+' in '.+'\. Use"):
        characters.from_alias(spelled)
