"""Comparison of a snapshot with the same step of the twin, a trainer that recounts all pairs."""

from collections import Counter

from bpe import TIE_RULES
from tests import twin


def check_changes(snapshot, old, new):
    """Compare the pairs that appeared, vanished, rose or fell.

    A pair that reads like the merged pair is left out.
    """
    merged = old.text(old.winner)
    expected = Counter(
        (new.text(pair), old.counts.get(pair, 0), new.counts.get(pair, 0))
        for pair in old.counts | new.counts
        if old.counts.get(pair, 0) != new.counts.get(pair, 0) and new.text(pair) != merged
    )
    changes = [each for each in snapshot.changes if each.pair != merged]
    assert Counter((each.pair, each.before, each.after) for each in changes) == expected


def check_step(training, steps, k):
    """Compare the snapshot at step `k` with the recounted `steps[k]`."""
    snapshot, step = training.snapshot(k), steps[k]
    corpus = training.corpus

    assert snapshot.step == k
    splits = {
        word: tuple(step.tokens[i] for i in ids)
        for word, ids in zip(corpus.words, step.words, strict=True)
    }
    assert {word: snapshot.tokens(word) for word in corpus.words} == splits
    words = snapshot.words()
    assert {word.text: word.tokens for word in words} == splits
    assert {word.text: word.count for word in words} == dict(
        zip(corpus.words, corpus.counts, strict=True)
    )
    assert [word.count for word in words] == sorted(corpus.counts, reverse=True)
    changed = set()
    if not k:
        assert snapshot.changes == []
    else:
        check_changes(snapshot, steps[k - 1], step)
        changed = {
            word
            for word, old, new in zip(corpus.words, steps[k - 1].words, step.words, strict=True)
            if old != new
        }
    assert {word.text for word in words if word.changed} == changed
    for word in snapshot.changed_words(len(words)):
        assert word.text in changed
        assert word.tokens == splits[word.text]
        assert word.before == training.snapshot(k - 1).tokens(word.text)
    assert len(snapshot.changed_words(len(words))) == len(changed)

    pairs = ((pair.pair, pair.count, pair.score, pair.forbidden) for pair in snapshot.pairs())
    assert Counter(pairs) == Counter(
        (step.text(pair), count, step.scores[pair], step.forbids(pair))
        for pair, count in step.counts.items()
    )
    assert snapshot.different_pairs == len(snapshot.pairs())
    scores = [pair.score for pair in snapshot.pairs()]
    assert snapshot.pairs(3) == snapshot.pairs()[:3]

    assert [(token.token, token.id, token.count, token.born) for token in snapshot.vocabulary] == [
        (token, i, step.token_counts[i], step.births[i]) for i, token in enumerate(step.tokens)
    ]
    assert len(snapshot.vocabulary) == sum(snapshot.kinds.values()) == training.vocabulary_sizes[k]
    assert all((token.kind == "merge") == (token.born > 0) for token in snapshot.vocabulary)
    special = [token.id for token in snapshot.vocabulary if token.kind == "special"]
    assert special == [*training.special_ids.values()]
    marks = [token.id for token in snapshot.vocabulary if token.kind == "mark"]
    own = training.scheme.boundary in ("suffix", "prefix")
    assert marks == [len(training.alphabet) - len(special) - 1] * own
    assert snapshot.token_count == training.token_counts[k] == step.token_count

    assert Counter(pair.pair for pair in snapshot.ties) == Counter(map(step.text, step.ties))
    winners = {rule: step.text(pair) for rule, pair in step.winners.items()}
    assert snapshot.winners_by_choice == winners
    assert snapshot.winners == {rule: winners[rule] for rule in TIE_RULES if step.next}
    if step.next:
        assert snapshot.ties[0].pair == step.text(step.next)
    following = step.winner or step.next
    for word, ids in zip(corpus.words, step.words, strict=True):
        assert snapshot.next_places(word) == (twin.places(ids, following) if following else ())
    if following is None:
        assert snapshot.next is None
        return
    pair, count, score = step.text(following), step.counts[following], step.scores[following]
    assert snapshot.next.pair == snapshot.pairs()[0].pair == pair
    assert (snapshot.next.count, snapshot.next.score) == (count, score)
    if not training.has_forbidden and step.winner == step.next:
        rare = training.scheme.score == "wordpiece" and training.min_frequency > 1
        assert rare or scores == sorted(scores, reverse=True)
    if k < len(training.merges):
        merge = training.merges[k]
        assert merge.rank == k
        assert (merge.pair, merge.count, merge.score) == (pair, count, score)
        assert merge.token == steps[k + 1].tokens[-1]
        assert training.tie_counts[k] == len(step.ties)
        assert Counter(merge.ties) == Counter(map(step.text, step.ties))
        assert merge.ties == tuple(tie.pair for tie in snapshot.ties)
