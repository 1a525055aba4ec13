"""Ledger: what every entry of a vocabulary is there for at a step, and what lives inside what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from ..encoding.spelling import UNKNOWN
from ..merging.cells import Token
from ..training import Snapshot

Kind = Literal["alphabet", "mark", "merge", "special"]
Status = Literal["in use", "intermediate", "dead"]

KINDS: tuple[Kind, ...] = ("alphabet", "mark", "merge", "special")
STATUSES: tuple[Status, ...] = ("in use", "intermediate", "dead")


@dataclass(frozen=True)
class LedgerEntry:
    """An entry of the vocabulary and its state.

    `status`: "in use" where the corpus has it now; "intermediate" where it lives on only inside
    longer tokens; "dead" where it is in nothing that the corpus has. `inside`: the most frequent
    token in use that was merged from it, by way of others perhaps; None where there is none.
    """

    token: Token
    id: int
    kind: Kind
    born: int
    count: int
    status: Status
    inside: Token | None


@dataclass(frozen=True)
class Ledger:
    """All entries in id order; entries that text alone never makes come last."""

    entries: tuple[LedgerEntry, ...]

    @property
    def numbers(self) -> dict[tuple[Kind, Status], int]:
        """How many entries there are of each kind and status; zeros included."""
        found = Counter((entry.kind, entry.status) for entry in self.entries)
        return {(kind, status): found[kind, status] for kind in KINDS for status in STATUSES}

    def count(self, kind: Kind | None = None, status: Status | None = None) -> int:
        """Return how many entries are of a kind, of a status, of both, or in all."""
        return sum(
            kind in (None, each.kind) and status in (None, each.status) for each in self.entries
        )


def ledger(snapshot: Snapshot) -> Ledger:
    """Return the ledger of a vocabulary at a step.

    A token made by a merge is never dead in the text it was made from: each occurrence it loses,
    a longer token that contains it gains. Dead are bytes that the text never has, and the token
    for unknown text, which is an entry of the vocabulary where the scheme has one.

    >>> from bpe import train
    >>> entries = ledger(train("hug hug", "huggingface").snapshot(2)).entries
    >>> [(entry.token, entry.status, entry.inside) for entry in entries][-2:]
    [('hu', 'intermediate', 'hug'), ('hug', 'in use', None)]
    """
    training = snapshot.training
    vocabulary = snapshot.vocabulary
    counts = snapshot.token_frequencies.tolist()
    inside: list[int | None] = [None] * len(counts)
    first = len(training.alphabet)
    for rank in range(snapshot.step - 1, -1, -1):
        new = first + rank
        hosts = [id_ for id_ in (new if counts[new] else None, inside[new]) if id_ is not None]
        if not hosts:
            continue
        for part in training.merge_ids[rank].tolist():
            known = inside[part]
            candidates = hosts if known is None else [*hosts, known]
            inside[part] = max(candidates, key=lambda id_: (counts[id_], -id_))
    entries = [
        LedgerEntry(
            entry.token,
            entry.id,
            entry.kind,
            entry.born,
            entry.count,
            "in use" if entry.count else "dead" if host is None else "intermediate",
            None if host is None else training.tokens[host],
        )
        for entry, host in ((entry, inside[entry.id]) for entry in vocabulary)
    ]
    if training.scheme.unknown == "unk":
        special = len(training.tokens)
        entries.append(LedgerEntry(UNKNOWN, special, "special", 0, 0, "dead", None))
    return Ledger(tuple(entries))
