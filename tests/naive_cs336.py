"""A trainer as a student of CS336 first writes it: short, slow, and right.

It shares nothing with the engine: its own pattern module, its own counting, bytes in tuples.
"""

import re
from collections import Counter
from itertools import pairwise

import regex

PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def train_bpe(text, vocab_size, special_tokens, pattern=PATTERN):
    """Return id -> token and the merges; the vocabulary counts bytes, special tokens and merges."""
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for token in special_tokens:
        vocab[len(vocab)] = token.encode()
    cut = "|".join(re.escape(token) for token in sorted(special_tokens, key=len, reverse=True))
    words = Counter()
    for document in re.split(cut, text) if cut else [text]:
        for match in regex.finditer(pattern, document):
            words[tuple(bytes([byte]) for byte in match.group().encode())] += 1
    merges = []
    while len(vocab) < vocab_size:
        pairs = Counter()
        for word, count in words.items():
            for pair in pairwise(word):
                pairs[pair] += count
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        merges.append(best)
        vocab[len(vocab)] = best[0] + best[1]
        merged = Counter()
        for word, count in words.items():
            new, at = [], 0
            while at < len(word):
                if word[at : at + 2] == best:
                    new.append(best[0] + best[1])
                    at += 2
                else:
                    new.append(word[at])
                    at += 1
            merged[tuple(new)] += count
        words = merged
    return vocab, merges
