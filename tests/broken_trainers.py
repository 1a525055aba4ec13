"""Trainers as students write them: a correct one, and one for each mistake, by plain recounting.

Written without a look at the engine. Each takes words (a list of tokens and a count) and returns
pairs in the order learned; a mistake is one line that differs.
"""

import itertools
import re
from collections import Counter, defaultdict
from functools import partial

import regex

from tests.twin import apply

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def as_bytes(word):
    return [bytes([byte]) for byte in word.encode("utf-8")]


def words_of(text, pattern=GPT2, special=(), spell=as_bytes):
    """Cut at special tokens, then by the pattern; count equal words once, in order."""
    longest_first = sorted(special, key=len, reverse=True)
    parts = re.split("|".join(map(re.escape, longest_first)), text) if special else [text]
    counts = Counter(word for part in parts for word in regex.findall(pattern, part))
    return [(spell(word), count) for word, count in counts.items()]


def count(words):
    pairs = defaultdict(int)
    for tokens, times in words:
        for left, right in itertools.pairwise(tokens):
            pairs[left, right] += times
    return pairs


def merge(tokens, pair):
    return apply(tokens, pair, pair[0] + pair[1])


def largest(pairs):
    return max(pairs, key=lambda pair: (pairs[pair], pair))


def learn(words, merges, pick=largest, count=count, merge=merge):
    """The loop that every trainer here shares."""
    learned = []
    for _ in range(merges):
        pairs = count(words)
        if not pairs:
            break
        best = pick(pairs)
        learned.append(best)
        words = [(merge(tokens, best), times) for tokens, times in words]
    return learned


# --- one mistake each -------------------------------------------------------------------------


tie_to_the_first = partial(learn, pick=lambda pairs: max(pairs, key=pairs.get))
tie_to_the_last = partial(learn, pick=lambda pairs: max(reversed(pairs), key=pairs.get))


def no_rule(pairs):
    """None that anyone could name."""
    return max(pairs, key=lambda pair: (pairs[pair], sum(pair[0] + pair[1]) * 7919 % 101, pair))


tie_by_a_hash = partial(learn, pick=no_rule)


def unweighted(words, merges):
    return learn([(tokens, 1) for tokens, _ in words], merges)


def kept_count(words, merges, update):
    """Counts are kept from step to step, and brought up to date as `update` has it."""
    pairs, learned = dict(count(words)), []
    for _ in range(merges):
        best = largest(pairs)
        learned.append(best)
        after = [(merge(tokens, best), times) for tokens, times in words]
        before, now = count(words), count(after)
        for pair in {**before, **now}:
            change = update(now[pair] - before[pair], pair, best[0] + best[1])
            pairs[pair] = pairs.get(pair, 0) + change
        pairs[best] = 0
        words = after
    return learned


# The counts of the beginning are never brought up to date.
counted_once = partial(kept_count, update=lambda change, pair, new: 0)
# New pairs are added, and what their neighbours lost is not taken away.
neighbours_forgotten = partial(
    kept_count, update=lambda change, pair, new: max(0, change) * (new in pair)
)
# What neighbours lost is taken away, and pairs with the new token are never counted.
newcomers_forgotten = partial(kept_count, update=lambda change, pair, new: min(0, change))


def apart(words):
    """Of "aaa" one (a, a) is counted."""
    pairs = defaultdict(int)
    for tokens, times in words:
        last = {}
        for i, pair in enumerate(itertools.pairwise(tokens)):
            if last.get(pair, -2) != i - 1:
                pairs[pair] += times
                last[pair] = i
    return pairs


def single(words):
    """A set of pairs for each word: of "banana" one (a, n)."""
    pairs = defaultdict(int)
    for tokens, times in words:
        for pair in set(itertools.pairwise(tokens)):
            pairs[pair] += times
    return pairs


def backwards(tokens, pair):
    return apply(tokens[::-1], pair[::-1], pair[0] + pair[1])[::-1]


def only_first(tokens, pair):
    for i in range(len(tokens) - 1):
        if (tokens[i], tokens[i + 1]) == pair:
            return [*tokens[:i], tokens[i] + tokens[i + 1], *tokens[i + 2 :]]
    return tokens


def twice(tokens, pair):
    """`i += 1` after a merge, so that the right token stays."""
    pairs = zip(tokens, [*tokens[1:], None], strict=True)
    return [one + other if (one, other) == pair else one for one, other in pairs]


def replaced(tokens, pair):
    """str.replace on tokens joined with spaces, without a look at where tokens end."""
    line = " ".join(token.decode("latin-1").replace(" ", "\0") for token in tokens)
    left, right = (token.decode("latin-1").replace(" ", "\0") for token in pair)
    line = line.replace(f"{left} {right}", left + right)
    return [token.replace("\0", " ").encode("latin-1") for token in line.split(" ")]


def short(words):
    """range(len(tokens) - 2): the last pair is never looked at."""
    return count([(tokens[:-1], times) for tokens, times in words])


def dropped(tokens, pair):
    """The loop ends before the last token, and nothing appends it."""
    out = merge(tokens, pair)
    return out[:-1] if out[-1:] == tokens[-1:] else out


last_pair_missed = partial(learn, count=short)
last_token_lost = partial(learn, merge=dropped)
overlaps_skipped = partial(learn, count=apart)
counted_once_a_word = partial(learn, count=single)
merged_from_the_right = partial(learn, merge=backwards)
merged_once_a_word = partial(learn, merge=only_first)
merged_without_a_step = partial(learn, merge=twice)
merged_as_text = partial(learn, merge=replaced)


def aliases():
    """GPT-2's stand-ins: byte -> letter."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {byte: chr(byte) for byte in printable}
    rest = [byte for byte in range(256) if byte not in printable]
    return table | {byte: chr(256 + place) for place, byte in enumerate(rest)}


def spelled_in_aliases(words, merges):
    """GPT-2's stand-ins for bytes, taken for text and spelled in UTF-8."""
    table = aliases()
    aliased = [
        (as_bytes("".join(table[byte] for token in tokens for byte in token)), times)
        for tokens, times in words
    ]
    return learn(aliased, merges)
