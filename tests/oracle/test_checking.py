"""What the real libraries learn passes the check, each by the scheme that is equal to it."""

from bpe.checking import check
from tests.cases import for_each
from tests.oracle import peers

TEXT = "the newest lowest wide widest low lower new newer hug hugs pug bun buns haaaa aaa " * 3


@for_each(
    ("scheme", "learn"), [("subword-nmt", peers.subword_nmt), ("huggingface", peers.huggingface)]
)
def test_a_library_passes_and_passes_not_for_another(scheme, learn):
    """subword-nmt's and tokenizers' own lists agree to the last merge; swapped, they do not."""
    learned = learn(TEXT, 25)
    assert len(learned) == 25
    assert check(learned, TEXT, scheme).agrees
    other = "huggingface" if scheme == "subword-nmt" else "subword-nmt"
    assert not check(learned, TEXT, other).agrees
