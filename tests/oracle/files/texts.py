"""Texts for encoders, and checks of every encoding."""

import random

from bpe.text.characters import to_alias

PROSE = """the lowest of the lower towns lowers its newest towers; the widest, newest tower is lower
In 1984 it's 12345 days since the people's house wasn't there: "we'll see", they said, they've gone
人人生而自由，在尊严和权利上一律平等。 他们赋有理性和良心， 并应以兄弟关系的精神相对待。 天天向上
naïve café e\u0301te\u0301 aaaa aaaaaaa abababab  banana bandana\n\n  \tthe end the end
"""
LETTERS = [*"abehilnorstw  \n\t.,'!129é人好学\u3000\u0301", "the ", "low", "'s", "👩\u200d🚀", "ß"]


def random_texts(seed, size=150, letters=LETTERS):
    """Yield random texts of words of PROSE and of `letters`, some of which PROSE does not have."""
    rng = random.Random(seed)
    words = PROSE.split(" ")
    for _ in range(size):
        parts = (rng.choice(letters if rng.random() < 0.7 else words) for _ in range(12))
        yield "".join(parts)


def spelled(tokens):
    """Return tokens as the library's files spell them."""
    return [to_alias(token) if isinstance(token, bytes) else token for token in tokens]


def check_traces(encoding):
    """Assert that each word's steps lead to its tokens."""
    for word in encoding.words:
        if word.steps:
            assert word.steps[-1].tokens == word.tokens
            sizes = [len(step.tokens) for step in word.steps]
            assert sizes == sorted(sizes, reverse=True)


def check_agrees(ours, theirs, texts):
    """Assert that a tokenizer read from a file encodes texts as the package tokenizers does.

    Ids, tokens and decoded texts are equal; the words hold the same ids, and their steps lead to
    their tokens.
    """
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False)
        encoding = ours.encode(text)
        assert encoding.ids == expected.ids, ascii(text)
        if ours.model == "BPE":  # elsewhere an unknown token is spelled as the text is
            assert spelled(encoding.tokens) == expected.tokens
        assert [id_ for word in encoding.words for id_ in word.ids] == expected.ids
        decoded = theirs.decode(expected.ids, skip_special_tokens=False)
        assert ours.decode(expected.ids) == decoded
        check_traces(encoding)
