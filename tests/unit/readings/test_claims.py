"""Facts about BPE, compared with merging each pair and recounting the corpus."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import isclose, log, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, train
from bpe.readings import claims
from bpe.readings.description_length import description_length, pmi_bits
from bpe.readings.scores import measure_pairs, score_of
from tests import strategies, twin
from tests.data import HUG


def spelled(training, step) -> list[int]:
    """Return the number of units in each token, by id, from the parts of the merges."""
    lengths = [1] * len(training.alphabet)
    for left, right in training.merge_ids[:step].tolist():
        lengths.append(lengths[left] + lengths[right])
    return lengths


def text_bits(words, counts) -> float:
    """Recount the tokens of the words, and return the bits to write the text down."""
    frequencies = Counter()
    for word, count in zip(words, counts, strict=True):
        for token in word:
            frequencies[token] += count
    total = sum(frequencies.values())
    return sum(n * log2(total / n) for n in frequencies.values())


def spelling_bits(lengths) -> float:
    """Return the bits to write the vocabulary down; the alphabet comes first."""
    alphabet = sum(each == 1 for each in lengths)
    return sum(each + 1 for each in lengths) * log2(alphabet + 1)


def assert_scores(snapshot, state) -> dict[tuple[int, int], float]:
    """Compare each pair's score with merging and recounting; return the bits each saves."""
    found, counts = measure_pairs(snapshot), snapshot.training.corpus.counts
    pairs = list(zip(found.lefts.tolist(), found.rights.tolist(), strict=True))
    assert set(pairs) == set(state.counts)
    scores = {score_of(snapshot, pair) for pair in snapshot.pairs()}
    assert scores == {*map(found.by_hand, range(len(found)))}
    gains = {}
    for row, (a, b) in enumerate(pairs):
        count, n_a, n_b = state.counts[a, b], state.token_counts[a], state.token_counts[b]
        assert found.count[row] == count
        assert (found.left_count[row], found.right_count[row]) == (n_a, n_b)
        assert found.by_hand(row).fraction == Fraction(count, n_a * n_b)
        after = [twin.apply(word, (a, b), -1) for word in state.words]
        gains[a, b] = text_bits(state.words, counts) - text_bits(after, counts)
        assert isclose(found.gain[row], gains[a, b], rel_tol=1e-9, abs_tol=1e-9)
    return gains


def assert_savings(training) -> None:
    """At every step, compare the bits that each pair saves with encoding everything again."""
    for state in twin.run(training.corpus, training.scheme, len(training), training.min_frequency):
        snapshot, lengths = training.snapshot(state.step), spelled(training, state.step)
        slow = assert_scores(snapshot, state)
        for a, b in slow:
            longer = [*lengths, lengths[a] + lengths[b]]
            slow[a, b] += spelling_bits(lengths) - spelling_bits(longer)
        found = measure_pairs(snapshot)
        pairs = list(zip(found.lefts.tolist(), found.rights.tolist(), strict=True))
        saved = claims.bits_saved(found, snapshot)
        for pair, bits in zip(pairs, saved.tolist(), strict=True):
            assert isclose(bits, slow[pair], abs_tol=1e-6)
        said = claims.of_best(snapshot)
        if state.step == len(training):
            assert said == {}
            continue
        allowed = [
            pair
            for pair, count in state.counts.items()
            if not state.forbids(pair) and count >= training.min_frequency
        ]
        most = max(slow[pair] for pair in allowed)
        assert isclose(said["best_bits"], -most, abs_tol=1e-6)
        assert isclose(said["bits"], -slow[state.next], abs_tol=1e-6)
        named = [tuple(state.tokens[id_] for id_ in pair) for pair in slow]
        found = dict(zip(named, slow.values(), strict=True))
        assert isclose(found[said["best"]], most, abs_tol=1e-6)
        assert said["pair"] == training.merges[state.step].pair


@given(strategies.corpora(max_words=5), strategies.schemes, st.integers(1, 5))
def test_what_each_merge_saves_is_what_writing_everything_down_again_finds(corpus, scheme, least):
    """At each step, each pair's score and the bits of the text and the vocabulary are right.

    The corpora contain runs of equal letters.
    """
    assert_savings(train(corpus, scheme, max_merges=4, min_frequency=least))


def test_a_real_text_keeps_its_digits_and_single_tokens_have_nothing_to_measure():
    """The gain of a pair is exact to nine digits although the likelihood is in the millions."""
    words = [f"w{number % 97:x}{'ab' * (number % 5)}" for number in range(3000)]
    corpus = Corpus.from_counts(Counter(words) | {"the": 2_000_000})
    run = train(corpus, replace(PRESETS["wordpiece"], score="count"), max_merges=1)
    for state in twin.run(corpus, run.scheme, 1):
        assert_scores(run.snapshot(state.step), state)
    assert len(measure_pairs(train("a b a", "huggingface").snapshot(0))) == 0


@pytest.mark.parametrize("scheme", ["paper", "subword-nmt", "gpt", "wordpiece", "huggingface"])
def test_what_pairs_are_made_of_and_words_that_are_one_token(scheme):
    """The facts on pairs and on a run equal those of the twin for each scheme."""
    run = train("low low lower newest newest 你好 你好 好 é a a", scheme)
    states = twin.run(run.corpus, run.scheme)
    first = len(states[0].tokens)
    won = [state.winner for state in states if state.winner is not None]
    units = sum(max(pair) < first for pair in won)
    broken = [token for token in states[-1].tokens[first:] if b"\xef\xbf\xbd" in as_text(token)]
    of_kind = {"of_bytes": units, "broken": len(broken)}
    of_kind = of_kind if scheme == "gpt" else {"of_characters": units}
    numbers = {"merges": len(won), "longer": len(won) - units}
    assert claims.of_pairs(run.snapshot(0)) == numbers | of_kind
    assert bool(broken) == (scheme == "gpt")
    alphabet = sum(token != run.scheme.mark for token in states[0].tokens)
    counts = [
        (state.counts[state.winner], [*state.counts.values()]) for state in states[: len(won)]
    ]
    tied = sum(each.count(most) > 1 for most, each in counts)
    for state in states:
        found = claims.of_run(run.snapshot(state.step))
        if run.scheme.score == "count":
            assert found["ties"] == tied
        del found["ties"]
        assert found == {
            "step": state.step,
            "merges": len(won),
            "words": len(state.words),
            "whole": sum(len(word) == 1 for word in state.words),
            "tokens_before": first,
            "tokens_after": len(states[-1].tokens),
            "bytes" if scheme == "gpt" else "characters": alphabet,
        }


def as_text(token) -> bytes:
    raw = token if isinstance(token, bytes) else token.encode()
    return raw.decode("utf-8", "replace").encode()


def test_the_shares_of_the_first_and_the_last_token_at_birth_are_those_of_a_recount():
    """In a run of equal letters, the share counts the pairs that were replaced.

    A run of one merge has no last token, and therefore no facts.
    """
    run = train({"aaaa": 3, "lower": 2, "low": 5}, "paper")
    states = twin.run(run.corpus, run.scheme)
    shares = [
        log(state.token_counts[len(state.tokens) - 1] / state.token_count) for state in states[1:]
    ]
    found = claims.of_births(run.snapshot(0))
    assert (found["first_log"], found["last_log"]) == pytest.approx((shares[0], shares[-1]))
    assert found["first"] == (states[-1].tokens[len(states[0].tokens)],)
    assert (found["last"], found["rank"]) == ((states[-1].tokens[-1],), len(run) - 1)
    assert claims.of_births(train("ab", "huggingface").snapshot(0)) == {}


def test_the_merge_of_a_step_is_told_with_the_bits_it_changes():
    """`of_merge` describes the merge of a step, at step 0 the first one, and its change in bits.

    `of_pair` describes a pair: (hu, ##gs) has the score 5 / (15 × 5), and its gain is the one of
    L(D | V).
    """
    run = train({"low": 5, "lower": 2, "newer": 6, "wider": 3})
    total = description_length(run).total_bits
    for step, rank in ((0, 0), (1, 0), (4, 3)):
        found = claims.of_merge(run.snapshot(step))
        assert (found["step"], found["pair"]) == (rank + 1, run.merges[rank].pair)
        assert (found["count"], found["words"]) == (run.merges[rank].count, 4)
        assert found["change"] == pytest.approx(total[rank + 1] - total[rank])
        assert found["text"] + found["spelling"] == pytest.approx(found["change"])
        assert found["formula"] == pmi_bits(run, rank)
    assert claims.of_merge(train("a", "huggingface").snapshot(0)) == {}
    run = train(HUG, "wordpiece")
    found = claims.of_pair(run.snapshot(2), ("hu", "##gs"))
    gain = found.pop("gain")
    numbers = {"count": 5, "left_count": 15, "right_count": 5, "score": "1/15"}
    assert found == {"step": 2, "pair": ("hu", "##gs"), **numbers}
    assert run.merges[2].token == "hugs"
    bits = description_length(run).corpus_bits
    assert gain == pytest.approx(bits[2] - bits[3])


PARTS = (("low", "er"), ("new", "est"), ("un", "luck", "y"), ("est",))


@pytest.mark.parametrize(
    "scheme", ["paper", "subword-nmt", "gpt", "sentencepiece", "wordpiece", "cs336"]
)
def test_cuts_are_held_against_morphemes_whatever_marks_and_spaces_words_bring(scheme):
    """Cuts inside words are compared with known morphemes; words not in the corpus are left out.

    If the corpus has a word with a space and without, the first of the two is compared.
    """
    run = train("lower x lower lower newest newest lowest lower unlucky", scheme)
    for state in twin.run(run.corpus, run.scheme):
        cuts = met = 0
        for word, known in (("lower", {3}), ("newest", {3}), ("unlucky", {2, 6})):
            spelled, *_ = [
                [plain(state.tokens[id_]) for id_ in ids]
                for name, ids in zip(run.corpus.words, state.words, strict=True)
                if name.strip() == word
            ]
            places = {len("".join(spelled[:at])) for at in range(len(spelled))} - {0, len(word)}
            cuts, met = cuts + len(places), met + len(places & known)
        found = claims.of_morphemes(run.snapshot(state.step), PARTS)
        numbers = {"words": 3, "seams": 4, "cuts": cuts, "met": met}
        assert found == {"step": state.step, **numbers}
    assert claims.of_morphemes(train("a b", scheme).snapshot(0), PARTS)["words"] == 0


def plain(token) -> str:
    text = token.decode() if isinstance(token, bytes) else token
    for mark in ("</w>", "▁", "##"):
        text = text.replace(mark, "")
    return text.strip()


@pytest.mark.parametrize("tie_rule", TIE_RULES)
def test_the_pair_merged_first_is_found_among_the_pairs_in_the_order_of_meeting(tie_rule):
    """The place of the first merged pair is its place in the order of first occurrence."""
    run = train("abc abd bd bd ab", replace(PRESETS["paper"], tie_rule=tie_rule))
    start = twin.run(run.corpus, run.scheme, 0)[0]
    pairs = [pair for word in start.words for pair in pairwise(word)]
    met = list(dict.fromkeys(pairs))
    assert claims.of_merges(run.snapshot(0), shown=2) == {
        "merges": len(run),
        "first": tuple(merge.token for merge in run.merges[:2]),
        "first_pair": run.merges[0].pair,
        "first_count": start.counts[start.winner],
        "pairs": len(met),
        "met": tuple(start.tokens[id_] for id_ in met[0]),
        "met_count": start.counts[met[0]],
        "place": met.index(start.winner) + 1,
    }
    assert claims.of_merges(train("a", "gpt").snapshot(0)) == {}


def test_a_word_is_cut_and_what_the_alphabet_has_not_is_named():
    """Missing letters are named once each, in order, without marks.

    `of_spaces` counts the tokens that contain a space and another character.
    """
    run = train({"low": 5, "lower": 2, "newer": 6, "wider": 3}, "paper")
    found = claims.of_word(run.snapshot(len(run)), "outstanding")
    assert found["missing"] == ["u", "t", "s", "a", "g"]
    assert found["real"] == tuple(run.tokenizer().encode("outstanding").tokens)
    found = claims.of_word(run.snapshot(1), "newer")
    assert (found["real"], found["missing"]) == (("n", "e", "w", "er", "</w>"), [])
    words = "ab   ab   cd   ab"
    for boundary in ("none", "suffix"):
        run = train(words, replace(PRESETS["paper"], boundary=boundary))
        assert claims.of_spaces(run.snapshot(0)) == {"merges": len(run), "over": 0}
        run = train(words, replace(PRESETS["paper"], boundary=boundary, pretokenizer="text"))
        tokens = [merge.token for merge in run.merges]
        over = [at for at, each in enumerate(tokens) if " " in each and set(each) != {" "}]
        found = claims.of_spaces(run.snapshot(0))
        assert (found["over"], found["step"]) == (len(over), over[0] + 1)
        assert found["token"] == (tokens[over[0]],)


@pytest.mark.parametrize("scheme", [*PRESETS])
def test_one_pass_in_order_encodes_as_the_lowest_rank_does(scheme):
    """`of_order` finds that all words agree at each step; it leaves out words that are too long."""
    run = train("low lower lowest newer newest wider widest aaaa banana", scheme)
    for snapshot in run.snapshots():
        facts = claims.of_order(snapshot)
        assert facts["alike"] == facts["words"] > 0
    assert claims.of_order(run.snapshot(1), 1)["words"] == 1
    most = claims.MAX_ORDERED_CHARS
    run = train({"a" * most: 1, "a" * (most + 1): 2}, scheme)
    assert claims.of_order(run.snapshot(1))["words"] == 1
    assert claims.of_order(train({"a" * (most + 1): 2}, scheme).snapshot(1)) == {}


@given(strategies.corpora(), st.sampled_from(sorted(PRESETS)))
def test_counting_anew_looks_at_all_neighbours_and_the_longest_token_is_the_first_of_its_length(
    corpus, scheme
):
    """At each step, the places that a recount examines are the places between two tokens.

    The length of a token is counted in units of the alphabet.
    """
    training = train(corpus, scheme)
    states = twin.run(training.corpus, training.scheme, len(training))
    places = [sum(len(word) - 1 for word in state.words) for state in states]
    assert "anew" not in claims.of_work(training.snapshot(0))
    for step, (before, after) in enumerate(pairwise(places), 1):
        found = claims.of_work(training.snapshot(step))
        assert (found["anew"], found["changed"]) == (before, before - after)
        assert found["changed"] <= found["looked"] <= found["all_anew"]
        assert (found["looked"], found["all_anew"]) == (
            training.counters["examined"],
            sum(places[: len(training)]),
        )
    lengths = spelled(training, len(training))[len(training.alphabet) :]
    found = claims.of_longest(training.snapshot(0))
    assert bool(found) == bool(lengths)
    if found:
        assert lengths[found["step"] - 1] == max(lengths) > max(lengths[: found["step"] - 1] or [0])
        assert found["longest"] == (training.merges[found["step"] - 1].token,)
        assert found["last"] == (training.merges[-1].token,)
