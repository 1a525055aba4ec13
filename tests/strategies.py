"""Random corpora with features that break tokenizers: runs, look-alike marks, odd spaces."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus

several = settings(max_examples=3 * settings.default.max_examples)
"""More examples for a property of every preset, since examples include the preset."""

presets = st.sampled_from(list(PRESETS))

BOUNDARIES = ("none", "suffix", "attached", "prefix", "continuation")

# Each piece has broken a tokenizer: a literal mark, a separator, an escape, a space that is not
# U+0020 or that only Python treats as a space, a combining accent, an emoji of several code points,
# characters of two to four bytes.
PIECES = ("a", "b", "aa", "w", "1", "</w>", "<", "/w>", ",", "\\", "\\1", "#", "##", "▁", "_", "é")
PIECES += (
    "e\u0301",
    "好",
    "人人",
    "か",
    "👩\u200d🚀",
    "🙂",
    "\u3000",
    "\u00a0",
    "\u0085",
    "\x1c",
    "\x1f",
)

runs = st.text("ab", min_size=1, max_size=12)
letters = st.text("abcde", min_size=1, max_size=8)
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
words = st.one_of(runs, letters, hostile)

# Few pairs occur many times; they overlap, are adjacent, and merge into repeated tokens again.
long_words = st.one_of(
    st.text("abc", min_size=40, max_size=60),
    st.builds(
        lambda unit, times, rest: (unit * times + rest)[:80],
        st.sampled_from(("a", "ab", "aab", "aba", "abaab", "aabb", "好")),
        st.integers(8, 60),
        st.sampled_from(("", "a", "ba", "aaa")),
    ),
)


counted_words = st.dictionaries(
    st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1
)
"""Words of the letters a, b and c, with their counts."""


def corpora(words=words, max_words=8):
    """Corpora of given words and counts."""
    some = st.dictionaries(words, st.integers(1, 5), min_size=1, max_size=max_words)
    return some.map(Corpus.from_counts)


def texts(words=words):
    """Texts of words with single spaces between them."""
    return st.lists(words, min_size=1, max_size=12).map(" ".join)


def lines(words=words):
    """Texts of several lines, with single and double spaces."""
    gaps = st.sampled_from((" ", " ", " ", "\n", "  "))
    return st.lists(st.tuples(words, gaps), min_size=1, max_size=12).map(
        lambda parts: "".join(word + gap for word, gap in parts).strip(" \n")
    )


def scheme(boundary="suffix", tie_rule="first", score="count", rules="none", **settings):
    """Return the paper's scheme with another boundary, tie rule, score, or other settings."""
    rules = {"boundary": boundary, "tie_rule": tie_rule, "score": score, "rules": rules}
    return replace(PRESETS["paper"], **rules, **settings)


schemes = st.one_of(
    st.sampled_from([*PRESETS.values(), replace(PRESETS["minbpe"], byte_order="gpt2")]),
    st.builds(
        scheme,
        boundary=st.sampled_from(BOUNDARIES),
        tie_rule=st.sampled_from(TIE_RULES),
        score=st.sampled_from(("count", "wordpiece")),
        rules=st.sampled_from(("none", "none", "sentencepiece")),
        special_tokens=st.sampled_from(((), (), ("<s>", "<|e|>"))),
        max_token_length=st.sampled_from((None, None, None, 1, 2, 3, 20)),
    ),
)
