"""The alphabet and the words of a run before any merge, for the slow trainer."""

from collections import Counter

import numpy as np


def uncovered(split, counts, scheme):
    """The tokens of the alphabet beyond the coverage: SentencePiece takes the frequent ones."""

    def character(token):
        text, kind = token
        if kind != 1:
            return text
        return text[: -len(scheme.mark)] if scheme.boundary == "attached" else text[-1]

    if scheme.character_coverage == 1:
        return set()
    seen = Counter()
    for word, count in zip(split, counts, strict=True):
        for token in word:
            seen[character(token)] += count
    kept = set()
    for each, _ in sorted(seen.items(), key=lambda item: (-item[1], item[0])):
        share = sum(seen[other] for other in kept) / seen.total()
        if np.float32(share) >= np.float32(scheme.character_coverage):
            break
        kept.add(each)
    return {token for word in split for token in word if character(token) not in kept}


def initial(words, scheme, counts=None):
    """Cut `words` to alphabet tokens; return (words as ids, id -> token, ids never merged)."""
    counts = counts or [1] * len(words)
    plain, marked, own = range(3)

    def cut(word):
        if scheme.units == "bytes":
            return [(bytes([byte]), plain) for byte in word.encode()]
        tokens = [(character, plain) for character in word]
        if scheme.boundary == "suffix":
            tokens.append((scheme.mark, own))
        elif scheme.boundary == "prefix":
            tokens.insert(0, (scheme.mark, own))
        elif scheme.boundary == "attached":
            tokens[-1] = (word[-1] + scheme.mark, marked)
        elif scheme.boundary == "continuation":
            tokens[1:] = [(scheme.mark + character, marked) for character in word[1:]]
        return tokens

    split = [cut(word) for word in words]
    seen = {token for word in split for token in word}
    if scheme.units == "bytes":
        seen |= {(bytes([byte]), plain) for byte in range(256)}
    alphabet = sorted(seen, key=lambda token: (token[1], token[0]))
    rare = uncovered(split, counts, scheme)
    special = [
        (token.encode() if scheme.units == "bytes" else token, "special")
        for token in scheme.special_tokens
    ]
    alphabet = [
        *(token for token in alphabet if token not in rare),
        *special,
        *(token for token in alphabet if token in rare),
    ]
    ids = {token: i for i, token in enumerate(alphabet)}
    words = [[ids[token] for token in word] for word in split]
    return words, [token for token, _ in alphabet], {ids[token] for token in rare}
