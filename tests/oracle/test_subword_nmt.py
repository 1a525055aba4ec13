"""Where `subword-nmt` and subword-nmt part, and that it needs no repair elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests.oracle import peers
from tests.strategies import letters, lines, runs

MANY = 1000


def ours(text, **limits):
    return [merge.pair for merge in train(text, "subword-nmt", max_merges=MANY, **limits).merges]


@given(text=lines(st.one_of(runs, letters)))
def test_texts_without_odd_spaces_need_no_repair_of_the_peer(text):
    """The package exactly as it comes."""
    assert ours(text) == peers.subword_nmt(text, MANY, spaces_only=False)


def test_an_ideographic_space_inside_a_word_corrupts_the_peers_merges():
    """subword-nmt splits words at U+0020 but looks for a pair between white space of any kind.

    Once b and U+3000 have merged, `a b` is found in `a b\u3000` too, where a and b are no pair.
    With its search held to U+0020 the peer learns what ours learns.
    """
    text = "b\u3000q " * 9 + "ab\u3000abc " * 3 + "abx " * 5
    assert ours(text) == peers.subword_nmt(text, MANY)
    assert ours(text) != peers.subword_nmt(text, MANY, spaces_only=False)


def test_a_literal_mark_in_the_text_is_the_mark_to_the_peer():
    """subword-nmt knows tokens by their string, so text that spells `</w>` becomes a mark.

    Here ca and da end five words each, and `ca</w>q` holds the five characters a</w> as text. When
    those have merged, the peer counts the text as one more ca that ends a word, and takes it first;
    by their ids (c, a</w>) and (d, a</w>) are tied, and the larger one wins.
    """
    middles = [f"{before}a</w>{after}" for before, after in zip("cefghij", "qrstuvy", strict=True)]
    text = " ".join([*middles, *["ca", "da"] * 5])
    training = train(text, "subword-nmt", max_merges=MANY)
    same = peers.until_two_tokens_print_alike(training)
    mine, theirs = ours(text), peers.subword_nmt(text, MANY)
    assert mine[:same] == theirs[:same]
    assert mine[same] == ("d", "a</w>")
    assert theirs[same] == ("c", "a</w>")
