"""Normalizers, pre-tokenizers, piece rules and unknown runs, compared with their libraries."""

import random
import unicodedata
from itertools import accumulate

import pytest
import rustbpe
import sentencepiece
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.encoding.alignment import place_tokens
from bpe.readings.normalization import normalize_sentence, sentence_changes
from bpe.text.normalizers import normalization_pieces, normalize
from bpe.text.pieces import piece_script, sentencepiece_forbids
from bpe.text.pretokenizers import bert_spans, pattern, pretokenize_spans
from tests.oracle import peers
from tests.strategies import hostile, lines

EVERY_CHARACTER = [chr(i) for i in range(0x110000) if not 0xD800 <= i < 0xE000]
APART = "\ue000"
"""A character for private use: no rule rewrites it, or joins another to it."""


def in_rows(texts, size=1_000):
    """Yield lists of at most `size` texts: joined, short texts cost less than one call for each."""
    for start in range(0, len(texts), size):
        yield texts[start : start + size]


@pytest.fixture(scope="module")
def nmt_nfkc():
    """The library's map alone, without its handling of spaces."""
    return sentencepiece.SentencePieceNormalizer(
        rule_name="nmt_nfkc",
        add_dummy_prefix=False,
        escape_whitespaces=False,
        remove_extra_whitespaces=False,
    )


def test_nmt_nfkc_equals_sentencepiece_on_every_code_point_and_rule(nmt_nfkc):
    """All 1,112,064 of them, and all 225,276 rules, most of them for several characters."""
    for text in map(APART.join, in_rows(EVERY_CHARACTER)):
        theirs = nmt_nfkc.Normalize(text).split(APART)
        assert normalize(text, "nmt_nfkc").split(APART) == theirs
    rules = nmt_nfkc.Decompile()
    assert len(rules) > 200_000
    assert [rule for rule in rules if normalize(rule[0], "nmt_nfkc") != rule[1]] == []


def test_nmt_nfkc_equals_sentencepiece_on_random_strings_with_offsets(nmt_nfkc):
    """The strings join rules, marks and characters; the offset of each character is compared."""
    rules = [source for source, _ in nmt_nfkc.Decompile()]
    rng = random.Random(7)
    marks = [chr(i) for i in range(0x300, 0x345)]
    for _ in range(8_000):
        text = "".join(
            rng.choice((rng.choice(rules), rng.choice(marks), rng.choice(EVERY_CHARACTER)))
            for _ in range(rng.randint(1, 6))
        )
        offsets, start = [], 0
        for before, after in normalization_pieces(text, "nmt_nfkc"):
            offsets += [start] * len(after)
            start += len(before)
        ours = normalize(text, "nmt_nfkc"), [*offsets, start]
        assert ours == nmt_nfkc.Normalize(text, with_offsets=True), ascii(text)


def pre_tokenizer(name):
    """Return the tokenizers package's pre-tokenizer of that name."""
    made = tokenizers.pre_tokenizers
    return {
        "whitespace": lambda: made.WhitespaceSplit(),
        "gpt2": lambda: made.ByteLevel(add_prefix_space=False, use_regex=True),
        "gpt4": lambda: made.Split(tokenizers.Regex(pattern("gpt4")), "isolated"),
        "bert": lambda: made.BertPreTokenizer(),
    }[name]()


def random_text(rng):
    """Return a text of letters, digits, spaces, contractions and rare characters.

    Characters that only the newest tables know are left out.
    """
    usual = list(
        "aAzZ'sStTlLmvVeErR019 \t\n\r.,-!?世界好éñſ\u0301\u200b\u3000\xa0\x1c\u2028👩\u200d½²Ⅷ_`$"
    )
    usual += ["'ll", "'S", "  ", "\x85", "\r\n", "\n\n", "’s"]
    parts = [
        rng.choice(usual) if rng.random() < 0.9 else rng.choice(EVERY_CHARACTER)
        for _ in range(rng.randint(0, 25))
    ]
    return "".join(part for part in parts if unicodedata.category(part[0]) != "Cn")


@pytest.mark.parametrize("name", ["whitespace", "gpt2", "gpt4", "bert"])
def test_words_equal_those_of_tokenizers(name):
    """The same spans on random texts."""
    theirs = pre_tokenizer(name)
    rng = random.Random(name)
    for _ in range(5_000):
        text = random_text(rng)
        expected = [span for _, span in theirs.pre_tokenize_str(text)]
        assert pretokenize_spans(text, name) == expected, ascii(text)


def test_the_gpt4_pattern_is_that_of_rustbpe():
    """A rustbpe tokenizer names its pattern."""
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(["ab ab"], 257)
    assert tokenizer.get_pattern() == pattern("gpt4")


def learnt_pieces(words, extra):
    """Return the pieces SentencePiece learns from words that occur once each."""
    alphabet = {character for word in words for character in word}
    trained = peers.sentencepiece_model(
        words,
        vocab_size=len(alphabet) + 3 + extra,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        hard_vocab_limit=False,
    )
    return {trained.id_to_piece(i) for i in range(len(trained))}


@pytest.mark.parametrize("probe", ["1", "a", "д", "漢", "か", "ー", "한", "ا", "न"])
def test_scripts_part_where_sentencepiece_parts_them(probe):
    """Two characters may form a piece exactly if the library learns that piece.

    After a digit, whose script is Common, all characters are tried; after a letter, all that have
    its script here, and some of the others.
    """
    last = [chr(i) for i in (*range(0xE000, 0x20000, 5), *range(0x2A600, 0x32000, 7))]
    characters = [chr(i) for i in range(0x21, 0x3400)] + last
    characters = [c for c in characters if c not in "▁\u2585" and c != probe]
    near = {piece_script(probe), "Inherited"}
    characters = [
        c
        for at, c in enumerate(characters)
        if probe == "1" or at % 9 == 0 or piece_script(c) in near
    ]
    for batch in in_rows(characters, 2_000):
        pieces = learnt_pieces([probe + character for character in batch], 2 * len(batch))
        for character in batch:
            allowed = sentencepiece_forbids(probe + character) is None
            assert allowed == (probe + character in pieces), hex(ord(character))


def test_long_pieces_stop_where_sentencepiece_stops():
    """A piece has at most 16 code points, including a mark."""
    word = "abcdefghijklmnopqrs"
    pieces = learnt_pieces([word[:end] for end in range(2, len(word) + 1)], 200)
    beginnings = {word[:end] for end in range(2, len(word) + 1)}
    assert pieces & beginnings == {w for w in beginnings if sentencepiece_forbids(w) is None}
    assert max(map(len, pieces & beginnings)) == 16


def test_bert_as_a_whole_sets_the_same_characters_apart_as_tokenizers():
    """Each character is tried between two letters, and then Chinese among other characters."""
    normalizer = tokenizers.normalizers.BertNormalizer(
        clean_text=False, handle_chinese_chars=True, strip_accents=False, lowercase=False
    )
    theirs = pre_tokenizer("bert")
    between = [f"a{character}a" for character in EVERY_CHARACTER[:0x30000]]
    texts = map(" ".join, in_rows(between))
    for text in [*texts, "你好,世界 北京", "kana かな語abc", "", " 好 "]:
        words = [word for word, _ in theirs.pre_tokenize_str(normalizer.normalize_str(text))]
        assert [text[start:end] for start, end in bert_spans(text)] == words, ascii(text)


FORMS = "low lower lowest ｈｅｌｌｏ ① é 好 ﬁne\n" * 4


@pytest.fixture(scope="module")
def peer():
    lines = FORMS.split("\n")
    return peers.sentencepiece_model(lines, vocab_size=40, hard_vocab_limit=False)


def expected(peer, text: str) -> str:
    return peer.normalize(text).removeprefix("▁").replace("▁", " ")


TEXTS = st.one_of(
    lines(hostile),
    st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"], exclude_characters="\x00")),
)


@given(text=TEXTS)
def test_the_normalized_sentence_is_the_librarys(peer, text):
    """The text is mapped by nmt_nfkc, spaces are collapsed, and both ends are stripped."""
    assert normalize_sentence(text, "nmt_nfkc") == expected(peer, text)
    pieces = sentence_changes(text, "nmt_nfkc")
    assert "".join(piece.after for piece in pieces) == expected(peer, text)


CORPUS = "low low low low low lower lower newest newest newest newest widest widest\n" * 2
MERGES = 12


@pytest.fixture(scope="module")
def library():
    size = 3 + len(set(CORPUS.replace("\n", " "))) + MERGES
    return peers.sentencepiece_model(CORPUS.split("\n"), vocab_size=size)


@given(words=st.lists(st.text("lowernstid東京x?é", min_size=1, max_size=8), max_size=4))
def test_a_run_of_unknown_characters_is_one_unknown_in_sentencepiece(library, words):
    """The tokens, the end of each in the text, and the decoded text equal the library's."""
    text = " ".join(words)
    tokenizer = train(CORPUS, "sentencepiece", max_merges=MERGES).tokenizer()
    encoding = tokenizer.encode(text)
    pieces, ids = library.encode(text, out_type=str), library.encode(text, out_type=int)
    known = [id_ != library.unk_id() for id_ in ids]
    assert encoding.tokens == [
        piece if is_known else "<unk>" for piece, is_known in zip(pieces, known, strict=True)
    ]
    assert [id_ != tokenizer.unknown_id for id_ in encoding.ids] == known
    # The pieces spell the text with a mark for each space, and one in front.
    ends = [each.end for each in place_tokens(tokenizer, text, encoding)]
    assert ends == [end - 1 for end in accumulate(map(len, pieces))]
    back = tokenizer.decode(encoding.ids)
    assert back == library.decode(ids).replace(" ⁇ ", "<unk>")
