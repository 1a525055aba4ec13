"""Ledger: what every entry of a vocabulary is there for at a step, and what lives inside what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..merging.cells import Token
from ..merging.values import Kind
from ..training import Snapshot

Status = Literal["in use", "intermediate", "dead"]

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


def ledger(snapshot: Snapshot) -> list[LedgerEntry]:
    """Return the ledger of a vocabulary at a step, in id order.

    A token made by a merge is never dead in the text it was made from: each occurrence it loses,
    a longer token that contains it gains. Dead are bytes and special tokens that no text has.

    >>> from bpe import train
    >>> entries = ledger(train("hug hug", "huggingface").snapshot(2))
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
        for part in training.merge_ids[rank].tolist():
            hosts = {new if counts[new] else None, inside[new], inside[part]} - {None}
            inside[part] = max(hosts, key=lambda id_: (counts[id_], -id_), default=None)
    return [
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
