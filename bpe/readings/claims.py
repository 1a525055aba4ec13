"""Claims often made about BPE, measured: the facts of a run at a step, for sentences.

Each function returns facts by name, or an empty dict if the run has none: pairs and tokens as
tuples, bits as floats.
"""

from collections.abc import Iterable
from itertools import accumulate

import numpy as np

from ..merging.cells import Token
from ..merging.values import Pair
from ..text.characters import is_text
from ..training import Snapshot, Training
from .description_length import merge_terms, pmi_bits
from .scores import PairMeasures, measure_pairs

Facts = dict[str, object]


def of_run(here: Snapshot) -> Facts:
    """Count merges, tied merges, words, words that are one token now, and tokens.

    The alphabet is counted as `characters` or as `bytes`.
    """
    run = here.training
    ids, cells = here.row
    words = run.words_at(cells[ids >= 0])
    units = "bytes" if run.scheme.units == "bytes" else "characters"
    return {
        "step": here.step,
        "merges": len(run),
        "ties": int((run.tie_counts > 1).sum()),
        "words": len(run.corpus),
        "whole": int((np.bincount(words, minlength=len(run.corpus)) == 1).sum()),
        "tokens_before": len(run.alphabet),
        "tokens_after": len(run.alphabet) + len(run),
        units: run.snapshot(0).kinds["alphabet"],
    }


def of_pairs(here: Snapshot) -> Facts:
    """Count merges of two tokens of the alphabet, and merges with a learned part.

    For bytes, also count the learned tokens that are not whole characters (`broken`).
    """
    run = here.training
    units = int((run.merge_ids < len(run.alphabet)).all(axis=1).sum())
    numbers: Facts = {"merges": len(run), "longer": len(run) - units}
    if run.scheme.units != "bytes":
        return {**numbers, "of_characters": units}
    broken = sum(isinstance(token, bytes) and not is_text(token) for token in _made(run))
    return {**numbers, "of_bytes": units, "broken": broken}


def first_tie(run: Training) -> int:
    """Return the step at which pairs tie for the first time; 0 if they never do.

    >>> from bpe import train
    >>> first_tie(train({"ab": 3, "cd": 2, "ef": 2}, "huggingface"))
    1
    """
    return int(np.argmax(run.tie_counts > 1)) if len(run) else 0


def first_longer(run: Training) -> int:
    """Return the step at which a token that was made before is merged first; 0 if none is.

    >>> from bpe import train
    >>> first_longer(train({"ab": 3, "abc": 2}, "huggingface"))
    1
    """
    return int(np.argmax((run.merge_ids >= len(run.alphabet)).any(axis=1))) if len(run) else 0


def of_merges(here: Snapshot, shown: int = 1) -> Facts:
    """Name the first merges, and the position of the first pair among all pairs."""
    run = here.training
    if not len(run):
        return {}
    first, met = run.merges[0], run.log.initial_counts  # in the order of first occurrence, from 1
    return {
        "merges": len(run),
        "first": tuple(merge.token for merge in run.merges[:shown]),
        "first_pair": first.pair,
        "first_count": first.count,
        "pairs": len(met) - 1,
        "met": run.pair(1),
        "met_count": int(met[1]),
        "place": int(run.log.merged[0]),
    }


def longest_made(run: Training) -> int:
    """Return the step that made the longest token; 0 if nothing was merged."""
    sizes = run.token_sizes[len(run.alphabet) :]
    return sizes.index(max(sizes)) + 1 if sizes else 0


def of_longest(here: Snapshot) -> Facts:
    """Name the longest token, the step that made it, and the last token."""
    made, step = _made(here.training), longest_made(here.training)
    if not made:
        return {}
    longest = (made[step - 1],)
    return {"longest": longest, "step": step, "last": (made[-1],), "merges": len(made)}


MAX_ORDERED_CHARS = 200
"""Maximum number of characters of a word to encode: the time grows with the square."""


def of_order(here: Snapshot, most: int = 2_000) -> Facts:
    """Count frequent words, up to `limit`, with equal tokens in training order and by lowest rank.

    The record has the splits in training order; encoding repeatedly applies the lowest rank.
    """
    words = [word for word in here.words(most) if len(word.text) <= MAX_ORDERED_CHARS]
    if not words:
        return {}
    tokenizer = here.training.tokenizer(here.step)
    by_rank = [tokenizer.encode_word(word.text, "merges")[0] for word in words]
    alike = sum(word.tokens == cut for word, cut in zip(words, by_rank, strict=True))
    return {"words": len(words), "alike": alike, "step": here.step}


def of_births(here: Snapshot) -> Facts:
    """Name the first and the last merge, and ln(n / N): their shares of the corpus at birth."""
    run = here.training
    if len(run) < 2:
        return {}
    born = np.log(run.replacements / run.token_counts[1:]).tolist()
    return {
        "first": (run.merges[0].token,),
        "last": (run.merges[-1].token,),
        "rank": len(run) - 1,
        "first_log": born[0],
        "last_log": born[-1],
    }


def of_merge(here: Snapshot) -> Facts:
    """Measure the change in bits by the last merge, or by the first one at step 0.

    `formula` is the value that a popular formula gives instead of `text`.
    """
    run, step = here.training, max(here.step, 1)
    if not len(run):
        return {}
    merge, terms = run.merges[step - 1], merge_terms(run, step - 1)
    return {
        "step": step,
        "words": len(run.corpus),
        "merges": len(run),
        "pair": merge.pair,
        "count": merge.count,
        "formula": pmi_bits(run, step - 1),
        "text": terms.text,
        "spelling": terms.spelling,
        "change": terms.total,
    }


def of_best(here: Snapshot) -> Facts:
    """Compare the next merge's change in bits with that of the pair that would save most.

    Only pairs that the run may merge are considered (minimum frequency and rules).
    """
    run, pairs = here.training, np.flatnonzero(here.pair_counts)
    if here.step == len(run):
        return {}
    found = measure_pairs(here)
    changes = -bits_saved(found, here)
    following = int(np.searchsorted(pairs, run.log.merged[here.step]))
    best = next(
        row
        for row in np.argsort(changes, kind="stable").tolist()
        if found.count[row] >= run.min_frequency and run.forbids(int(pairs[row])) is None
    )
    return {
        "step": here.step,
        "pair": found.pair(following),
        "bits": float(changes[following]),
        "best": found.pair(best),
        "best_bits": float(changes[best]),
    }


def bits_saved(found: PairMeasures, snapshot: Snapshot) -> np.ndarray:
    """Return the decrease of L(D, V), in bits, if each pair were merged now.

    In the order of `found`, the result of `measure_pairs(snapshot)`; L(D, V) as in
    `description_length`.
    """
    training = snapshot.training
    lengths = np.array(training.token_sizes)
    spelled = lengths[found.lefts] + lengths[found.rights] + 1
    return np.asarray(found.gain - spelled * np.log2(len(training.alphabet) + 1))


def of_pair(here: Snapshot, pair: Pair) -> Facts:
    """Return the counts of a pair and its two tokens now, its score, and its gain in likelihood."""
    found = measure_pairs(here)
    [row] = (row for row in range(len(found)) if found.pair(row) == pair)
    return {
        "step": here.step,
        "pair": pair,
        "count": int(found.count[row]),
        "left_count": int(found.left_count[row]),
        "right_count": int(found.right_count[row]),
        "score": str(found.by_hand(row)),
        "gain": float(found.gain[row]),
    }


def of_work(here: Snapshot) -> Facts:
    """Count positions of adjacent pairs in the distinct words.

    At this step: the positions that the last merge changed, and those that a recount would examine
    (`anew`); in the whole run: the examined positions, and those of a recount for each merge.
    """
    run = here.training
    if not len(run):
        return {}
    erased = run.log.erased
    changed = np.bincount(erased[erased < run.log.never], minlength=len(run) + 1)
    places = run.counters["cells"] - len(run.corpus) - np.cumsum(changed)
    facts: Facts = {
        "merges": len(run),
        "looked": run.counters["examined"],
        "all_anew": int(places[:-1].sum()),
    }
    if not here.step:
        return facts
    return {
        **facts,
        "step": here.step,
        "changed": int(changed[here.step]),
        "anew": int(places[here.step - 1]),
    }


def of_word(here: Snapshot, word: str) -> Facts:
    """Split a word, possibly a new one, and name its characters that the alphabet lacks."""
    run = here.training
    known = {_without_mark(token, run.scheme.mark) for token in run.alphabet}
    return {
        "word": word,
        "real": tuple(run.tokenizer(here.step).encode(word).tokens),
        "missing": [*dict.fromkeys(letter for letter in word if letter not in known)],
    }


def of_spaces(here: Snapshot) -> Facts:
    """Count the learned tokens that cross a space, and name the first of them."""
    made = _made(here.training)
    over = [
        rank
        for rank, token in enumerate(made)
        if isinstance(token, str) and " " in token and token.strip()
    ]
    numbers: Facts = {"merges": len(made), "over": len(over)}
    return {**numbers, "step": over[0] + 1, "token": (made[over[0]],)} if over else numbers


def of_morphemes(here: Snapshot, morphemes: Iterable[tuple[str, ...]]) -> Facts:
    """Compare token boundaries inside words with the morphemes of these words.

    Counts: known words, ignoring spaces and marks; boundaries between two morphemes (`seams`);
        token boundaries; and token boundaries at seams. Known words are ASCII: a byte is a
        character.
    """
    run = here.training
    known = {"".join(parts): _inner(map(len, parts)) for parts in morphemes}
    cuts: dict[str, set[int]] = {}
    for word in run.corpus.words:
        name = word.strip()
        if name in known and name not in cuts:
            spelled = [_without_mark(token, run.scheme.mark) for token in here.tokens(word)]
            cuts[name] = _inner(map(len, spelled))
    return {
        "step": here.step,
        "words": len(cuts),
        "seams": sum(len(known[word]) for word in cuts),
        "cuts": sum(map(len, cuts.values())),
        "met": sum(len(known[word] & found) for word, found in cuts.items()),
    }


def _made(run: Training) -> tuple[Token, ...]:
    return tuple(run.tokens[len(run.alphabet) :])


def _without_mark(token: Token, mark: str) -> str:
    text = token.decode("latin-1") if isinstance(token, bytes) else token
    return (text.replace(mark, "") if mark else text).strip()


def _inner(lengths: Iterable[int]) -> set[int]:
    """Return the boundaries between pieces of these lengths, without both ends."""
    places = [0, *accumulate(lengths)]
    return set(places) - {0, places[-1]}
