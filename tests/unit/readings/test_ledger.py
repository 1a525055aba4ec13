"""The ledger of a vocabulary against looking through every token for every other."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.readings.ledger import ledger

WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1)


def parts_of(training, id_):
    """Follow the merges down: every id that went into a token."""
    first = len(training.alphabet)
    if id_ < first:
        return set()
    pair = training.merge_ids[id_ - first].tolist()
    return {*pair, *(part for each in pair for part in parts_of(training, each))}


@given(words=WORDS, preset=st.sampled_from(sorted(PRESETS)), data=st.data())
def test_status_and_inside_equal_brute_force(words, preset, data):
    """In use: it occurs. Intermediate: a token in use was merged from it. Dead: neither."""
    training = train(words, preset)
    snapshot = training.snapshot(data.draw(st.integers(0, len(training))))
    vocabulary = snapshot.vocabulary
    parts = {entry.id: parts_of(training, entry.id) for entry in vocabulary}
    for entry, known in zip(ledger(snapshot), vocabulary, strict=True):
        assert (entry.token, entry.id, entry.kind, entry.born, entry.count) == (
            known.token,
            known.id,
            known.kind,
            known.born,
            known.count,
        )
        hosts = [each for each in vocabulary if each.count and known.id in parts[each.id]]
        expected = "in use" if known.count else "intermediate" if hosts else "dead"
        assert entry.status == expected
        if hosts:
            best = max(hosts, key=lambda each: (each.count, -each.id))
            assert entry.inside == best.token
        else:
            assert entry.inside is None
        if entry.kind == "merge":
            assert entry.status != "dead"
