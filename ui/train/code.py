"""The program beside the picture: the algorithm in plain Python, and what its lines did here.

It is what one would write by hand for a text and a scheme, and runs as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from bpe import Scheme, Snapshot, Training
from bpe.text.pretokenizers import pattern
from ui.corpora.run import Run
from ui.draw.downloads import offer
from ui.draw.parts import listing
from ui.draw.say import say, sentence
from ui.shell.text import t

SHOWN = 2
"""Pairs that are named of those that were counted."""

LONGEST = 2_000
"""Characters of a text that is written into the program; a longer one is read from a file."""

FILE = "corpus.txt"

_OWN_CUTS = "\x1c\x1d\x1e\x1f\r"
"""White space that Python and the libraries take differently."""

_WORDS = {
    "whitespace": "text.split()",
    "split": "text.split()",
    "space": 're.findall(r"[^ \\r\\n]+", text)',
    "text": "[text]",
    "gpt2": "regex.findall(PATTERN, text)",
    "gpt4": "regex.findall(PATTERN, text)",
}
_CUT = {
    "none": "[*w]",
    "suffix": '[*w, "</w>"]',
    "attached": '[*w[:-1], w[-1] + "</w>"]',
    "prefix": '["▁", *w]',
    "continuation": '[w[0], *("##" + c for c in w[1:])]',
}
_BEST = {
    "first": "max(pairs, key={of}.get)",
    "largest": "max(pairs, key=lambda p: ({of}[p], p))",
    "smallest": "min(pairs, key=lambda p: (-{of}[p], p))",
    "smallest-ids": "min(pairs, key=lambda p: (-{of}[p], *map(ids.get, p)))",
    "shortest": "min(pairs, key=lambda p: (-{of}[p], len(made[p]), made[p]))",
}


@dataclass(frozen=True)
class Program:
    """A program; `pairs`, `best`, `merged` and `grown` are the numbers of lines, from 0.

    There the pairs are counted, the best is taken, words are merged, and the vocabulary grows.
    """

    text: str
    pairs: int
    best: int
    merged: int
    grown: int


def code_panel(run: Run, step: int) -> None:
    """Show the program that learns this run, and what it did as it came to this step."""
    training, text = run.training, run.source.text
    if not is_offered(training, text):
        say("train.code_none")
        return
    program = program_of(training, text)
    here = training.snapshot(step)
    say("train.code_how" if step else "train.code_begin", step=step)
    listing(program.text, _told(here, program))
    if text is not None and len(text) > LONGEST:
        say("train.code_file", file=FILE)
        offer(t("train.code_save", file=FILE), lambda: text, FILE, "train_code_file")


def is_offered(training: Training, text: str | None) -> bool:
    """Say whether a short program learns the same, from a text, or from a few words with counts."""
    scheme, words = training.scheme, training.corpus.words
    is_plain = (
        scheme.normalizer == "none"
        and scheme.rules == "none"
        and scheme.pattern is None
        and scheme.max_token_length is None
        and scheme.pretokenizer in _WORDS
    )
    if not is_plain or training.forced or (text is None and sum(map(len, words)) > LONGEST):
        return False
    marks = (*scheme.special_tokens, *filter(None, [scheme.mark]), *_OWN_CUTS)
    return not any(mark in (text or "".join(words)) for mark in marks)


def program_of(training: Training, text: str | None) -> Program:
    """Write the program."""
    scheme, least = training.scheme, training.min_frequency
    is_limited = training.stop.reason in ("max_merges", "vocab_size")
    frequent = f"    pairs = {{pair: n for pair, n in pairs.items() if n >= {least}}}"
    lines = [
        *_begin(training, text),
        f"while len(merges) < {len(training)}:" if is_limited else "while True:",
        "    pairs = Counter()",
        "    for word, tokens in splits.items():",
        "        for pair in zip(tokens, tokens[1:]):",
        "            pairs[pair] += words[word]",
        *([frequent] if least > 1 else []),
        "    if not pairs:",
        "        break",
        *_choose(scheme),
        f"    new = {_joined('best', scheme)}",
        "    for tokens in splits.values():",
        "        at = 0",
        "        while at < len(tokens) - 1:",
        "            if (tokens[at], tokens[at + 1]) == best:",
        "                tokens[at : at + 2] = [new]",
        "            at += 1",
        "    merges.append(best)",
        "    vocabulary.append(new)",
        "    print(best)",
    ]
    starts = ("    pairs = ", "    best = ", "    for tokens in splits.v", "    vocabulary.append")
    told = [next(at for at, line in enumerate(lines) if line.startswith(each)) for each in starts]
    return Program("\n".join(lines) + "\n", *told)


def _begin(training: Training, text: str | None) -> list[str]:
    """Return what stands before the loop: the text, its words, and how they are spelled."""
    scheme = training.scheme
    is_pattern, is_bytes = scheme.pretokenizer in ("gpt2", "gpt4"), scheme.units == "bytes"
    cut = "[bytes([b]) for b in w.encode()]" if is_bytes else _CUT[scheme.boundary]
    is_cut = text is not None
    return [
        "from collections import Counter",
        *(["from fractions import Fraction"] if scheme.score == "wordpiece" else []),
        *(["import re"] if is_cut and scheme.pretokenizer == "space" else []),
        *(["import regex"] if is_cut and is_pattern else []),
        "",
        *(
            _read(scheme, text)
            if text is not None
            else [f"words = {dict(training.corpus.items())!r}"]
        ),
        f"splits = {{w: {cut} for w in words}}",
        f"vocabulary = {_alphabet(scheme)}",
        "merges = []",
        "",
    ]


def _alphabet(scheme: Scheme) -> str:
    """Return what lists the tokens before any merge, in the order of their ids.

    Those with the mark come last.
    """
    if scheme.units == "bytes":
        return "[bytes([b]) for b in range(256)]"
    order = f', key=lambda t: ("{scheme.mark}" in t, t)' if scheme.mark else ""
    return f"sorted(set().union(*splits.values()){order})"


def _read(scheme: Scheme, text: str) -> list[str]:
    given = repr(text) if len(text) <= LONGEST else f'open("{FILE}", encoding="utf-8").read()'
    is_pattern = scheme.pretokenizer in ("gpt2", "gpt4")
    return [
        f"text = {given}",
        *([f"PATTERN = {pattern(scheme.pretokenizer)!r}"] if is_pattern else []),
        f"words = Counter({_WORDS[scheme.pretokenizer]})",
    ]


def _joined(pair: str, scheme: Scheme) -> str:
    rest = f'.removeprefix("{scheme.mark}")' if scheme.boundary == "continuation" else ""
    return f"{pair}[0] + {pair}[1]{rest}"


def _choose(scheme: Scheme) -> list[str]:
    """Return how the best pair is taken."""
    needed = {
        "smallest-ids": ["    ids = {token: id for id, token in enumerate(vocabulary)}"],
        "shortest": [f"    made = {{p: {_joined('p', scheme)} for p in pairs}}"],
    }
    of = "pairs" if scheme.score == "count" else "score"
    best = f"    best = {_BEST[scheme.tie_rule].format(of=of)}"
    return [*_score(scheme), *needed.get(scheme.tie_rule, []), best]


def _score(scheme: Scheme) -> list[str]:
    if scheme.score == "count":
        return []
    return [
        "    count = Counter()",
        "    for word, tokens in splits.items():",
        "        for token in tokens:",
        "            count[token] += words[word]",
        "    score = {}",
        "    for (left, right), n in pairs.items():",
        "        score[left, right] = Fraction(n, count[left] * count[right])",
    ]


def _told(here: Snapshot, program: Program) -> dict[int, str]:
    """Return, as HTML, what the lines did that made the merge before this step."""
    merge, training = here.previous, here.training
    if merge is None:
        return {}
    before, scheme = training.snapshot(here.step - 1), training.scheme
    pairs = before.pairs(SHOWN)
    named = {f"pair_{at}": pair.pair for at, pair in enumerate(pairs, 1)}
    counts = {f"count_{at}": pair.count for at, pair in enumerate(pairs, 1)}
    several = "several" if len(pairs) == SHOWN else "one"
    sizes = training.vocabulary_sizes
    grown = {"before": int(sizes[here.step - 1]), "after": int(sizes[here.step])}
    words = int(training.merged_word_counts[here.step - 1])
    return {
        program.pairs: sentence(
            f"train.code_pairs_{several}", scheme, named, n=before.different_pairs, **counts
        ),
        program.best: sentence("train.code_best", scheme, {"pair": merge.pair}),
        program.merged: sentence(f"train.code_changed{'_one' if words == 1 else ''}", n=words),
        program.grown: sentence("train.code_grown", **grown),
    }
