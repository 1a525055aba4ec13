"""Trainers like those that students write: a correct one, and one trainer per mistake.

They are independent of the engine's trainer; most of them recount all pairs before each merge. A
trainer takes words (a list of tokens and a count) and returns pairs in the order learned.
`MISTAKES` maps each mistake to its trainer and to the diagnosis that the check must give.
"""

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial

import regex

from bpe import Corpus
from bpe.words import learned_words
from tests.twin import apply

GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def as_bytes(word):
    return [bytes([byte]) for byte in word.encode("utf-8")]


def words_of(text, pattern=GPT2, special=(), spell=as_bytes):
    """Split a text at special tokens, then by the pattern; count equal words, in order."""
    longest_first = sorted(special, key=len, reverse=True)
    parts = re.split("|".join(map(re.escape, longest_first)), text) if special else [text]
    counts = Counter(word for part in parts for word in regex.findall(pattern, part))
    return [(spell(word), count) for word, count in counts.items()]


def spelled(word, scheme):
    """Spell a word in the units of a scheme, with its mark."""
    letters = list(word)
    return {
        "none": as_bytes(word) if scheme.units == "bytes" else letters,
        "suffix": [*letters, "</w>"],
        "attached": [*letters[:-1], letters[-1] + "</w>"],
        "prefix": ["▁", *letters],
        "continuation": [*letters[:1], *("##" + letter for letter in letters[1:])],
    }[scheme.boundary]


def words_by(text, scheme):
    """Return the words of a text under a scheme, spelled by `spelled` instead of the engine."""
    corpus = Corpus.from_text(text, scheme)
    return [(spelled(word, scheme), count) for word, count in corpus.items()]


def count(words):
    pairs = defaultdict(int)
    for tokens, times in words:
        for left, right in itertools.pairwise(tokens):
            pairs[left, right] += times
    return pairs


def join(pair):
    """Join two tokens, without the mark ## of the second; no text here contains ##."""
    return pair[0] + (pair[1][2:] if pair[1][:2] == "##" else pair[1])


def merge(tokens, pair):
    return apply(tokens, pair, join(pair))


# --- tie rules: each takes counts, IDs and words ---------------------------------


def first(pairs, *_):
    return max(pairs, key=pairs.get)


def last(pairs, *_):
    return max(reversed(pairs), key=pairs.get)


def largest(pairs, *_):
    return max(pairs, key=lambda pair: (pairs[pair], pair))


def smallest(pairs, *_):
    return min(pairs, key=lambda pair: (-pairs[pair], pair))


def smallest_ids(pairs, ids, *_):
    return min(pairs, key=lambda pair: (-pairs[pair], ids[pair[0]], ids[pair[1]]))


def smallest_alias_ids(pairs, ids, *_):
    """Break ties by IDs that number bytes in the order of GPT-2's aliases, as in Hugging Face."""
    order = {byte: id_ for id_, byte in enumerate(sorted(range(256), key=aliases().get))}
    other = {token: order.get(id_, id_) for token, id_ in ids.items()}
    return smallest_ids(pairs, other)


def shortest(pairs, *_):
    return min(pairs, key=lambda pair: (-pairs[pair], len(join(pair)), join(pair)))


def by_score(rule):
    """Return the same tie rule, applied to WordPiece's score instead of the count."""

    def best(pairs, ids, words):
        tokens = Counter()
        for word, times in words:
            for token in word:
                tokens[token] += times
        over = {pair: max(1, tokens[pair[0]] * tokens[pair[1]]) for pair in pairs}
        return rule({pair: Fraction(n, over[pair]) for pair, n in pairs.items()}, ids, words)

    return best


def no_rule(pairs, *_):
    """Break ties by a hash, which is a tie rule that the check has no name for."""
    return max(pairs, key=lambda pair: (pairs[pair], hash_of(pair), pair))


def hash_of(pair):
    token = "".join(pair).encode() if isinstance(pair[0], str) else b"".join(pair)
    return sum(token) * 7919 % 101


RULES = {
    "first": first,
    "largest": largest,
    "smallest": smallest,
    "smallest-ids": smallest_ids,
    "shortest": shortest,
}


def rule_of(scheme, rule=None):
    rules = RULES | ({"smallest-ids": smallest_alias_ids} if scheme.byte_order == "gpt2" else {})
    rule = rule or rules[scheme.tie_rule]
    return by_score(rule) if scheme.score == "wordpiece" else rule


def ids_of(words):
    """Return IDs of the alphabet: all bytes, or letters by code point, letters with marks last."""
    used = {token for tokens, _ in words for token in tokens}
    if any(isinstance(token, bytes) for token in used):
        used |= {bytes([byte]) for byte in range(256)}
    known = sorted(used, key=lambda token: (token in ("</w>", "▁"), len(token) > 1, token))
    return {token: id_ for id_, token in enumerate(known)}


# --- a correct trainer, and the same with one mistake ------------------------------------------


def learn(words, merges, rule=largest, count=count, merge=merge):
    """Learn merges by recounting all pairs before each merge; most trainers here use this loop."""
    ids, learned = ids_of(words), []
    for _ in range(merges):
        pairs = count(words)
        if not pairs:
            break
        best = rule(pairs, ids, words)
        learned.append(best)
        ids.setdefault(join(best), len(ids))
        words = [(merge(tokens, best), times) for tokens, times in words]
        for tokens, _ in words:
            for token in tokens:
                ids.setdefault(token, len(ids))
    return learned


def unweighted(words, merges, rule=largest):
    return learn([(tokens, 1) for tokens, _ in words], merges, rule)


def kept_count(words, merges, rule=largest, *, update):
    """Learn merges with pair counts that are kept from step to step and changed by `update`."""
    ids, learned = ids_of(words), []
    pairs = dict(count(words))
    for _ in range(merges):
        best = rule(pairs, ids, words)
        if pairs[best] <= 0:
            break
        learned.append(best)
        new = join(best)
        ids.setdefault(new, len(ids))
        after = [(merge(tokens, best), times) for tokens, times in words]
        before, now = count(words), count(after)
        for pair in {**before, **now}:
            change = update(now[pair] - before[pair], pair, new)
            pairs[pair] = pairs.get(pair, 0) + change
        pairs[best] = 0
        words = after
    return learned


# The initial counts are never updated.
counted_once = partial(kept_count, update=lambda change, pair, new: 0)
# New pairs are added, but lost occurrences of adjacent pairs are not subtracted.
neighbours_forgotten = partial(
    kept_count, update=lambda change, pair, new: max(0, change) * (new in pair)
)
# Lost occurrences of adjacent pairs are subtracted, but new pairs are never counted.
newcomers_forgotten = partial(kept_count, update=lambda change, pair, new: min(0, change))


def several(words, merges, rule=largest, *, size):
    """Apply `size` merges per count; with None, apply all pairs that have the highest count."""
    ids, learned = ids_of(words), []
    while len(learned) < merges and (pairs := count(words)):
        highest = max(pairs.values())
        for _ in range(size or len(pairs)):
            if not pairs or (size is None and max(pairs.values()) < highest):
                break
            best = rule(pairs, ids, words)
            learned.append(best)
            del pairs[best]
            ids.setdefault(join(best), len(ids))
            words = [(merge(tokens, best), times) for tokens, times in words]
    return learned[:merges]


def swept(words, merges, rule=largest, *, encode):
    """Learn merges, encoding all words from their letters after each; learn no pair twice."""
    ids, known, now = ids_of(words), [], words
    while len(known) < merges:
        pairs = {pair: n for pair, n in count(now).items() if pair not in known}
        if not pairs:
            break
        known.append(rule(pairs, ids, now))
        ids.setdefault(join(known[-1]), len(ids))
        now = [(encode(tokens, known), times) for tokens, times in words]
    return known


def in_one_sweep(tokens, known):
    tokens, i = list(tokens), 0
    while i < len(tokens) - 1:
        if (tokens[i], tokens[i + 1]) in known:
            tokens[i : i + 2] = [join(tokens[i : i + 2])]
        else:
            i += 1
    return tokens


def in_sweeps(tokens, known):
    while True:
        out, i = [], 0
        while i < len(tokens):
            pair = tuple(tokens[i : i + 2])
            out.append(join(pair) if pair in known else tokens[i])
            i += 2 if pair in known else 1
        if len(out) == len(tokens):
            return out
        tokens = out


def apart(words):
    """Count pairs without overlaps: (a, a) occurs once in "aaa"."""
    pairs = defaultdict(int)
    for tokens, times in words:
        last = {}
        for i, pair in enumerate(itertools.pairwise(tokens)):
            if last.get(pair, -2) != i - 1:
                pairs[pair] += times
                last[pair] = i
    return pairs


def single(words):
    """Count each pair at most once per word: (a, n) occurs once in "banana"."""
    pairs = defaultdict(int)
    for tokens, times in words:
        for pair in dict.fromkeys(itertools.pairwise(tokens)):
            pairs[pair] += times
    return pairs


def backwards(tokens, pair):
    return apply(tokens[::-1], pair[::-1], join(pair))[::-1]


def only_first(tokens, pair):
    for i in range(len(tokens) - 1):
        if (tokens[i], tokens[i + 1]) == pair:
            return [*tokens[:i], join(pair), *tokens[i + 2 :]]
    return tokens


def twice(tokens, pair):
    """Advance by one token after a merge instead of two, so that the right token stays."""
    pairs = zip(tokens, [*tokens[1:], None], strict=True)
    return [join(pair) if (one, other) == pair else one for one, other in pairs]


def replaced(tokens, pair):
    """Merge with str.replace on tokens joined by spaces, which ignores token boundaries."""

    def text(token):
        return token.decode("latin-1") if isinstance(token, bytes) else token

    line = " ".join(text(token).replace(" ", "\0") for token in tokens)
    left, right = (text(token).replace(" ", "\0") for token in pair)
    line = line.replace(f"{left} {right}", text(join(pair)).replace(" ", "\0"))
    out = [token.replace("\0", " ") for token in line.split(" ")]
    return [token.encode("latin-1") for token in out] if isinstance(pair[0], bytes) else out


def short(words):
    """Count with range(len(tokens) - 2), so that the last pair of a word is never counted."""
    return count([(tokens[:-1], times) for tokens, times in words])


def dropped(tokens, pair):
    """Merge with a loop that ends before the last token and never appends the last token."""
    out = merge(tokens, pair)
    return out[:-1] if out[-1:] == tokens[-1:] else out


def aliases():
    """Return GPT-2's aliases: byte -> letter."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {byte: chr(byte) for byte in printable}
    rest = [byte for byte in range(256) if byte not in printable]
    return table | {byte: chr(256 + place) for place, byte in enumerate(rest)}


def in_aliases(words):
    """Spell words in GPT-2's byte aliases, treated as text and encoded in UTF-8."""
    table = aliases()
    return [
        (as_bytes("".join(table[byte] for token in tokens for byte in token)), times)
        for tokens, times in words
    ]


# --- all mistakes: trainer, words, and expected diagnosis -------------------


def on_words(trainer):
    return lambda text, scheme, merges: trainer(words_by(text, scheme), merges, rule_of(scheme))


def with_rule(rule):
    return lambda text, scheme, merges: learn(words_by(text, scheme), merges, rule_of(scheme, rule))


def on_other_words(words):
    return lambda text, scheme, merges: learn(words(text, scheme), merges, rule_of(scheme))


def without_mark(text, scheme):
    return words_by(text, replace(scheme, boundary="none"))


def in_lower_case(text, scheme):
    return words_by(text.lower(), scheme)


def in_a_row(text, scheme):
    words = learned_words(text, scheme)
    return [([token for word in words for token in spelled(word, scheme)], 1)]


def right(text, scheme, merges):
    return learn(words_by(text, scheme), merges, rule_of(scheme))


def by_alias_ids(text, scheme, merges):
    """Break ties by the IDs of byte aliases; a scheme of letters keeps its own tie rule."""
    rule = smallest_alias_ids if scheme.units == "bytes" else None
    return learn(words_by(text, scheme), merges, rule_of(scheme, rule))


def headless(text, scheme, merges):
    return right(text, scheme, merges)[1:]


MISTAKES = {
    "ties to the first": (with_rule(first), "tie", "", "first"),
    "ties to the last": (with_rule(last), "tie", "", "last"),
    "ties by Hugging Face's ids": (by_alias_ids, "tie", "", "smallest-ids-gpt2"),
    "ties by a hash": (with_rule(no_rule), "tie", "", "none"),
    "unweighted": (on_words(unweighted), "weights", "", None),
    "no mark": (on_other_words(without_mark), "boundary", "none", None),
    "counted once": (on_words(counted_once), "stale", "frozen", None),
    "neighbours forgotten": (on_words(neighbours_forgotten), "stale", "kept", None),
    "newcomers forgotten": (on_words(newcomers_forgotten), "stale", "unborn", None),
    "overlaps skipped": (on_words(partial(learn, count=apart)), "overlap", "apart", None),
    "counted once a word": (on_words(partial(learn, count=single)), "overlap", "single", None),
    "last pair missed": (on_words(partial(learn, count=short)), "overlap", "short", None),
    "merged from the right": (on_words(partial(learn, merge=backwards)), "merging", "right", None),
    "merged once a word": (on_words(partial(learn, merge=only_first)), "merging", "once", None),
    "merged without a step": (on_words(partial(learn, merge=twice)), "merging", "twice", None),
    "merged as text": (on_words(partial(learn, merge=replaced)), "merging", "text", None),
    "last token lost": (on_words(partial(learn, merge=dropped)), "merging", "dropped", None),
    "encoded in one sweep": (
        on_words(partial(swept, encode=in_one_sweep)),
        "merging",
        "sweep",
        None,
    ),
    "encoded in sweeps": (on_words(partial(swept, encode=in_sweeps)), "merging", "sweep", None),
    "all equal ones at once": (on_words(partial(several, size=None)), "batch", "", None),
    "two of a count": (on_words(partial(several, size=2)), "batch", "", None),
    "five of a count": (on_words(partial(several, size=5)), "batch", "", None),
    "ten of a count": (on_words(partial(several, size=10)), "batch", "", None),
    "lower case": (on_other_words(in_lower_case), "case", "", None),
    "words in a row": (on_other_words(in_a_row), "words", "joined", None),
    "first merge missing": (headless, "length", "headless", None),
}
"""Mistake -> its trainer, and the cause, the detail and the tie rule that the check must report."""
