"""Births, deaths and states of tokens, encoding methods compared, and letters in tokens."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.encoding.alignment import PlacedToken, place_tokens
from bpe.encoding.roundtrip import POLICIES
from bpe.readings.letters import (
    digit_grouping,
    digit_groups,
    letter_counts,
    split_character,
    word_forms,
)
from bpe.readings.lifetimes import (
    Lifetime,
    lifetimes,
    most_faded,
    occurrences_by_step,
    skyline,
    successors,
    token_states,
    words_with,
)
from bpe.readings.word_encoding import (
    compare_methods,
    encode_by_each_method,
    first_whole_step,
    merge_wall,
)
from bpe.text.characters import is_text
from tests import twin
from tests.strategies import corpora, counted_words, runs, schemes, words

TEXT = "the hat in the thin tin that the hen hit then, in time; aaaa aaaaa the the in"


@given(
    corpus=corpora(st.one_of(words, runs), max_words=5),
    scheme=schemes,
    limit=st.none() | st.integers(1, 4),
)
def test_lives_and_the_skyline_of_tokens_are_those_of_a_recount_at_every_step(
    corpus, scheme, limit
):
    """The skyline's cuts, and each token's occurrences, birth, end and words, equal a recount.

    At a step, the cuts of a word are the boundaries whose height is above this step.
    """
    training = train(corpus, scheme)
    states = twin.run(corpus, scheme)
    for place, word in enumerate(corpus.words):
        found = skyline(training, word, limit)
        for state in states:
            now = found.at(state.step)
            assert [token.id for token in now] == state.words[place][: len(now)]
            assert all(a.end == b.start for a, b in pairwise(now))
            edges = {token.start for token in now} - {0}
            alive = {
                cell
                for cell, height in enumerate(found.heights, 1)
                if height is None or height > state.step
            }
            assert edges == alive
        shown = len(found.heights) + 1
        assert found.length == len(states[0].words[place]) >= shown
        # For a long word, the skyline has its last tokens, up to one beyond the limit.
        assert shown == found.length or now[-1].start < limit <= shown
    for life in lifetimes(training):
        counted = [state.token_counts.get(life.id, 0) for state in states]
        assert occurrences_by_step(training, life.id).tolist() == counted
        assert life.token == states[-1].tokens[life.id]
        assert life.born == states[-1].births[life.id]
        assert life.births == counted[life.born] == max(counted)
        assert life.left == counted[-1]
        had = [step for step, count in enumerate(counted) if count]
        assert life.gone == (had[-1] + 1 if had and not counted[-1] else None)
        assert life.share == (counted[-1] / max(counted) if had else 0)
    for state in (states[0], states[len(states) // 2], states[-1]):
        snapshot = training.snapshot(state.step)
        for id_ in range(len(state.tokens)):
            having = [i for i, word in enumerate(state.words) if id_ in word]
            expected = sorted(having, key=lambda i: -corpus.counts[i])
            assert words_with(snapshot, id_) == expected


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece", "minbpe"])
def test_successors_are_the_merges_with_the_token(scheme):
    training = train(TEXT, scheme, max_merges=30)
    alphabet = len(training.alphabet)
    for life in lifetimes(training):
        fed = [
            (rank + 1, alphabet + rank, pair.count(life.id) * int(training.replacements[rank]))
            for rank, pair in enumerate(training.merge_ids.tolist())
            if life.id in pair
        ]
        assert [(each.step, each.id, each.took) for each in successors(training, life.id)] == fed


def a_life(id_, *, born=1, length=1, births=1, left=0):
    """Return a lifetime with the values that matter to the test."""
    return Lifetime(f"t{id_}", id_, born, length, births, left, None if left else 9)


@pytest.mark.parametrize(
    ("found", "opened"),
    [
        # First the token with the most text, births times length; if equal, the older one.
        ([a_life(1, births=6, length=2), a_life(2, births=3, length=5), a_life(3, births=9)], 2),
        ([a_life(1, births=2, length=3), a_life(2, births=3, length=2)], 1),
        # Tokens that are left, and tokens that no merge made, come after all that are gone.
        ([a_life(0, born=0, births=99), a_life(1, births=50, left=1), a_life(2)], 2),
        # No token is gone: first the smallest share left; if equal, most births, then the older.
        ([a_life(0, born=0), a_life(1, births=4, left=2), a_life(2, births=9, left=3)], 2),
        (
            [a_life(1, births=4, left=2), a_life(2, births=8, left=4), a_life(3, births=8, left=4)],
            2,
        ),
    ],
)
def test_of_many_tokens_the_one_to_open_with_is_the_first_by_these_rules(found, opened):
    assert most_faded(found).id == opened
    assert most_faded(found[::-1]).id == opened


def test_of_a_long_word_the_skyline_has_the_stretch_around_a_token():
    """The stretch begins at a boundary that no merge erases, or at the beginning of the word.

    The stretch also contains a token that is gone at the end.
    """
    word = "ab" * 20 + "cd" + "ab" * 20
    training = train({word: 1, "cdab": 50}, "huggingface", max_merges=3)
    assert [merge.token for merge in training.merges] == ["ab", "cd", "cdab"]
    gone = training.tokens.index("cd")
    assert "cd" not in training.snapshot(3).tokens(word)
    found = skyline(training, word, 12, gone)
    [lived] = [token for token in found.tokens if token.id == gone]
    assert (lived.born, lived.until) == (2, 3)
    assert found.first > 20
    assert word[found.first + lived.start : found.first + lived.end] == "cd"
    size = len(found.heights) + 1
    assert [bool(skyline(training, word, 12, gone, n).tokens) for n in (size, size - 1)] == [1, 0]
    training = train({word: 1, "abab": 9, "cd": 40, "x": 1}, "huggingface", max_merges=3)
    number = {token: id_ for id_, token in enumerate(training.tokens)}
    for token, first, seen in (("cd", 32, "ababababcdab"), ("ab", 0, "ab" * 6), ("x", 0, "ab" * 6)):
        found = skyline(training, word, 12, number[token])
        assert (found.first, found.length) == (first, len(word))
        assert "".join(each.token for each in found.at(0)).startswith(seen)
        assert next(each.token for each in found.at(2)) == "abab"


def test_an_id_that_the_vocabulary_has_not_is_refused():
    training = train(TEXT, "paper", max_merges=3)
    for id_ in (-1, len(training.tokens)):
        for reading in (occurrences_by_step, successors):
            with pytest.raises(ValueError, match=f"from 0 to {len(training.tokens) - 1}, got"):
                reading(training, id_)
    with pytest.raises(ValueError, match="limit must be a whole number of 1 or more"):
        skyline(training, training.corpus.words[0], 0)


def parts_of(training, id_):
    """Return all ids that were merged, directly or indirectly, into a token."""
    first = len(training.alphabet)
    if id_ < first:
        return set()
    pair = training.merge_ids[id_ - first].tolist()
    return {*pair, *(part for each in pair for part in parts_of(training, each))}


@given(words=counted_words, preset=st.sampled_from(sorted(PRESETS)), data=st.data())
def test_status_and_inside_equal_brute_force(words, preset, data):
    """A token is "in use" if it occurs, or "intermediate" if a token in use was made from it.

    All other tokens are "dead".
    """
    training = train(words, preset)
    snapshot = training.snapshot(data.draw(st.integers(0, len(training))))
    vocabulary = snapshot.vocabulary
    parts = {entry.id: parts_of(training, entry.id) for entry in vocabulary}
    for entry, known in zip(token_states(snapshot), vocabulary, strict=True):
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


WORDS = "banana bandana cabana canada panama anagram manana ananas nanny abba bab"


@pytest.mark.parametrize("method", ["longest-match", "longest-token-first", "fewest-tokens"])
@pytest.mark.parametrize("preset", ["paper", "subword-nmt", "huggingface", "gpt"])
def test_a_duel_is_a_plain_comparison_of_two_encodings(preset, method):
    """The differing words with their counts, gains and losses equal a loop over the corpus."""
    training = train({word: 1 + at for at, word in enumerate(WORDS.split())}, preset)
    step = len(training.merges) // 2
    tokenizer = training.tokenizer(step)
    expected = {}
    for word, count in zip(training.corpus.words, training.corpus.counts, strict=True):
        one = tuple(tokenizer.encode(word).tokens)
        other = tuple(tokenizer.encode(word, method).tokens)
        if one != other:
            expected[word] = (count, one, other)
    found = compare_methods(training, step, method)
    words = [training.corpus.words[place] for place in found.places]
    assert {*words} == {*expected}
    assert len(words) > 1 or method != "longest-match" or preset == "paper"
    told = zip(found.counts, found.gains, strict=True)
    gains = [(expected[word][0], len(expected[word][2]) - len(expected[word][1])) for word in words]
    assert [*told] == gains
    counts = [count for count, _ in gains]
    assert counts == sorted(counts, reverse=True), "what happens often is read first"
    assert found.words == len(training.corpus)
    assert found.occurrences == sum(training.corpus.counts)
    assert found.fewer_same_more == (
        sum(gain < 0 for _, gain in gains),
        sum(gain == 0 for _, gain in gains),
        sum(gain > 0 for _, gain in gains),
    )
    assert found.differing_occurrences == sum(counts)
    assert found.token_difference == sum(count * gain for count, gain in gains)


@pytest.mark.parametrize("rule", POLICIES)
def test_a_word_with_an_unknown_letter_is_encoded_by_each_rule_its_own_first(rule):
    """The scheme's own rule comes first; the rules that decode to the word are the best."""
    scheme = replace(PRESETS["paper"], unknown=rule)
    found = encode_by_each_method(train("low lower lowest", scheme).tokenizer(), "low slöw", 1)
    assert (found.text, found.unknown) == ("slöw", ("ö",))
    rules = [each.name for each in found.endings]
    assert rules == [rule, *(other for other in POLICIES if other != rule)]
    back = {"unk": "sl<unk>w", "pass": "slöw", "drop": "slw", "bytes": "slöw"}
    assert {each.name: each.back for each in found.endings} == back
    assert {each.name for each in found.endings if each.is_best} == {"pass", "bytes"}
    tokenizer = train("low lower lowest", scheme).tokenizer()
    found = encode_by_each_method(tokenizer, "low slöw", 1, "longest-match")
    assert {each.word.method for each in found.endings} == {"longest-match"}


def test_a_trace_is_whole_from_the_step_that_leaves_no_byte_alone():
    """The result is the first step from which on all tokens are whole characters.

    The result is 0 if no merge follows, if no character was broken, or if the word has an ASCII
    character.
    """
    tokenizer = train("今天 今天 今天 今日 low", "gpt").tokenizer()
    [word] = tokenizer.encode("今天").words
    step = first_whole_step(word)
    assert all(map(is_text, word.steps[step - 1].tokens))
    assert not all(map(is_text, word.steps[step - 2].tokens))
    assert step < len(word.steps)
    assert [first_whole_step(each) for each in tokenizer.encode("low 明").words] == [0, 0]
    assert first_whole_step(tokenizer.encode("a今天").words[0]) == 0


@given(st.text("abc", min_size=1, max_size=9))
def test_a_wall_of_bricks_has_every_merge_of_a_word(word):
    """Each row covers the word without a gap, the last row has the word's tokens.

    The wall may begin at any step of the word.
    """
    [encoded] = train("abc abab cab caab bcc", "huggingface").tokenizer().encode(word).words
    for first in range(len(encoded.steps) + 1):
        wall = merge_wall(encoded, first)
        made = sorted((brick.rank, brick.token) for brick in wall if brick.rank is not None)
        steps = encoded.steps[first:]
        joined = ((step.rank, "".join(step.pair)) for step in steps for _ in step.places)
        assert made == sorted(joined)
        height = max(brick.until for brick in wall)
        width = sum(brick.level == 0 for brick in wall)
        for row in range(height):
            there = (each for each in wall if each.level <= row < each.until)
            here = sorted(there, key=lambda brick: brick.start)
            assert [brick.start for brick in here[1:]] == [brick.end for brick in here[:-1]]
            assert (here[0].start, here[-1].end) == (0, width)
        assert tuple(brick.token for brick in here) == encoded.tokens


def cut(text, *sizes):
    """Return tokens of these sizes, placed over a text."""
    found, at = [], 0
    for size in sizes:
        found.append(PlacedToken(text[at : at + size], 0, at, at + size))
        at += size
    return found


def test_letters_and_digits_are_those_of_each_token_and_of_each_form_of_a_word():
    """Letters are counted in any case, and a token without digits gives no group of digits.

    `split_character` returns the first character that several tokens share.
    """
    assert letter_counts("Strawberry", cut("Strawberry", 2, 3, 5), "R") == [0, 1, 2]
    assert letter_counts("RÄr", cut("RÄr", 1, 2), "r") == [1, 1]
    assert letter_counts("", [], "r") == []
    assert digit_groups(" 12a345", cut(" 12a345", 3, 1, 2, 1)) == ["12", "34", "5"]
    forms = word_forms("mcDonald")
    assert forms["capital"] == "McDonald"
    assert {form.strip().casefold().removesuffix("s") for form in forms.values()} == {"mcdonald"}
    tokenizer = train("low low", "gpt").tokenizer()
    text = "low 好"
    assert split_character(text, place_tokens(tokenizer, text, tokenizer.encode(text))) == ("好", 3)
    assert split_character("low", place_tokens(tokenizer, "low", tokenizer.encode("low"))) is None


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("ones", lambda n: [1] * len(n)),
        ("left", lambda n: [3] * (len(n) // 3) + [len(n) % 3]),
        ("right", lambda n: [len(n) % 3] + [3] * (len(n) // 3)),
        ("learned", lambda n: [2] * (len(n) // 2) + [len(n) % 2]),
    ],
)
def test_how_digits_are_grouped_is_seen_on_numbers(name, rule):
    assert digit_grouping(lambda n: cut(n, *filter(None, rule(n)))) == name
