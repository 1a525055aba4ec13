"""The player's payload equals the record at every step; captions; parts of long words."""

import json
import random
import re
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.notebook import _INK, COLOURS, colour
from bpe.player.bets import rank_bets
from bpe.player.cutting import cut_two_runs
from bpe.player.payload import CutOptions, encoding_run, named, payload, traces_of, unpacked
from bpe.player.rows import (
    EXAMPLES,
    GAP,
    MAX_DRAWN_CHARS,
    MAX_ROW_TOKENS,
    NAMED,
    Tokens,
    changed_windows,
    joined_windows,
    recut_row,
    seen_of,
    visible_ids,
)
from bpe.player.tokens import PALETTE, exact, pieces, short
from tests.data import SIX_WORDS
from tests.strategies import corpora, long_words, schemes
from tests.unit.player.cuts import TEXT, run_of, said
from ui.catalogue import catalogue
from ui.draw.tokens import chips, coloured_by


def split_at(word, step):
    return [tokens for begun, tokens, *_ in word["splits"] if begun <= step][-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_merge_changed_and_its_sum_are_the_record(preset):
    """The payload has the earlier value of each leading pair and the terms of each merge's count.

    The terms are the occurrences in each word times the word's count; of more than four terms,
    three are listed.
    """
    training = train(TEXT, preset)
    run = run_of(training)
    assert run["before"][0] == []
    for step, changed in enumerate(run["before"][1:], 1):
        earlier = {each.pair: each.score for each in training.snapshot(step - 1).pairs(10**6)}
        now = next(training.top_pairs(10, step, step))
        expected = {
            place: f"{old:.3g}" if run["scored"] else old
            for place, each in enumerate(now)
            if (old := earlier.get(each.pair, 0)) != each.score
        }
        assert dict(zip(changed[::2], changed[1::2], strict=True)) == expected
    for merge, parts in zip(training.merges, run["sums"], strict=True):
        if not run["scored"] and parts:
            snapshot = training.snapshot(merge.rank)
            times = [
                len(snapshot.next_places(word.text)) * word.count
                for word in snapshot.words()
                if snapshot.next_places(word.text)
            ]
            assert sum(times) == merge.count
            assert parts == times[: len(parts)]
            assert len(parts) == (len(times) if len(times) <= 4 else 3)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_step_matches_the_snapshot(preset):
    """Splits, leading pairs, scores, vocabulary sizes and ties equal those of the snapshot."""
    training = train(TEXT, preset)
    run = run_of(training)
    names = [row[0] for row in run["tokens"]]
    width = 3 if run["scored"] else 2
    for step in range(len(training.merges) + 1):
        snapshot = training.snapshot(step)
        for word, row in zip(snapshot.words(30), run["words"], strict=True):
            assert row["count"] == word.count
            split = [names[token] for token in split_at(row, step) if token != GAP]
            whole = [exact(token) for token in word.tokens]
            parts = [whole[at : at + len(split)] for at in range(len(whole) - len(split) + 1)]
            assert split in parts
            assert len(split) == min(len(whole), MAX_ROW_TOKENS if "cut" in row else len(whole))
        assert run["vocabulary"][step] == len(snapshot.vocabulary)
        tied, bracketed, largest, *leaders = run["leaders"][step]
        expected = next(training.top_pairs(10, step, step))
        assert [
            (tuple(names[token] for token in run["pairs"][row[0]]), *row[1:])
            for row in zip(*[iter(leaders)] * width, strict=True)
        ] == [
            (tuple(map(exact, pair.pair)), pair.count)
            + ((f"{pair.score:.3g}",) if run["scored"] else ())
            for pair in expected
        ]
        assert largest == pytest.approx(max((pair.score for pair in expected), default=0), 0.005)
        assert ("ids" in run) == (training.scheme.tie_rule == "smallest-ids")
        if "ids" in run:
            numbers = [each.token for each in snapshot.vocabulary]
            assert [run["ids"][at] for at in leaders[::width]] == [
                [*map(numbers.index, pair.pair)] for pair in expected
            ]
        ties = training.merges[step].ties if step < len(training.merges) else ()
        assert tied == len(ties)
        assert {pair.pair for pair in expected[:bracketed]} <= set(ties)
        assert expected[bracketed:] == [] or expected[bracketed].pair not in ties
    assert [[names[token] for token in merge] for merge in run["merges"]] == [
        [exact(token) for token in (*merge.pair, merge.token)] for merge in training.merges
    ]


def test_words_without_a_row_show_up_where_they_change():
    """Each merge has up to `EXAMPLES` further words that it changes, split before and after it."""
    text = " ".join(f"{'abcdefgh'[i % 8]}est{i}" for i in range(40))
    training = train(text, "paper")
    run = run_of(training, words=5)
    names = [row[0] for row in run["tokens"]]
    shown = {row["text"] for row in run["words"]}
    assert len(run["examples"]["splits"]) == len(training.merges)
    for rank, rows in enumerate(run["examples"]["splits"]):
        changed = {word.text for word in training.snapshot(rank + 1).changed_words()}
        assert len(rows) == min(EXAMPLES, len(changed - shown))
        pair, token = training.merges[rank].pair, training.merges[rank].token
        for word, before, after, places in rows:
            assert joined([names[i] for i in before], places, pair, token) == [
                names[i] for i in after
            ]
            text, count = run["examples"]["words"][word]
            assert text not in shown
            assert count == training.corpus.counts[training.corpus.words.index(text)]
            for step, split in ((rank, before), (rank + 1, after)):
                assert tuple(names[i] for i in split) == training.snapshot(step).tokens(text)
            assert before != after


def joined(split, places, pair, token):
    """Join the pair at these places, one by one; fail if the pair does not occur there."""
    split = list(split)
    for place in reversed(places):
        assert tuple(split[place : place + 2]) == tuple(map(exact, pair))
        split[place : place + 2] = [exact(token)]
    return split


@pytest.mark.parametrize("preset", PRESETS)
def test_the_places_of_a_split_say_what_was_merged(preset):
    """Joining the pair at the places of a split gives this split from the one before.

    In "aaa", the pair (a, a) has one place.
    """
    training = train("aaabdaaabac " + TEXT[:30] + " aaaaaa", preset)
    run = run_of(training, words=10)
    names = [row[0] for row in run["tokens"]]
    for row in [row for row in run["words"] if "cut" not in row]:
        assert row["splits"][0][2] == []
        for (_, before, _), (begun, after, places) in pairwise(row["splits"]):
            merge = training.merges[begun - 1]
            split = [names[token] for token in before]
            assert joined(split, places, merge.pair, merge.token) == [names[i] for i in after]


def test_large_counts_are_exact():
    """The longest bar is the exact largest count; a pair below the minimum count does not tie."""
    run = run_of(train(Corpus.from_counts({"ab": 123_456, "cd": 9}), "paper", max_merges=1))
    assert run["leaders"][0][:5] == [2, 2, 123_456, 0, 123_456]
    run = run_of(train({"xy": 2, "pq": 1, "p": 1}, "wordpiece", min_frequency=2))
    assert run["leaders"][0][:3] == [1, 1, 0.5], "what scores as much and is too rare does not tie"


@pytest.mark.parametrize("words", [1, 40])
def test_of_a_long_word_the_pair_merged_next_is_in_sight(words):
    """A long word shows the tokens around the next merge, with a gap where tokens are left out.

    The word's name is shortened.
    """
    text = "".join(random.Random(1).choices("abcdefgh", k=900 * words))
    lines = [text[at : at + 900] for at in range(0, len(text), 900)] + ["x"]
    training = train(" ".join(lines), "huggingface", max_merges=400)
    run = run_of(training)
    names = [token[0] for token in run["tokens"]]
    row = next(row for row in run["words"] if "cut" in row)
    assert (row["cut"], row["name"]) == (900, row["text"][:NAMED] + "…")
    assert row["text"] in [*map(short, lines[:-1])]
    assert len(row["windows"]) == len(row["splits"])
    for (_, before, _), (begun, after, joined) in pairwise(row["splits"]):
        pair = training.merges[begun - 1].pair
        assert joined
        assert {tuple(names[token] for token in before[place : place + 2]) for place in joined} == {
            pair
        }
        assert GAP in before
        assert len([token for token in after if token != GAP]) == MAX_ROW_TOKENS


@pytest.mark.parametrize("preset", ["huggingface", "gpt", "minbpe"])
def test_of_a_long_traced_word_what_is_merged_next_is_in_sight(preset):
    """Each shown pair has its rank and its verdict; a pair next to a gap has neither."""
    text = "".join(random.Random(2).choices("abcdefgh", k=300))
    encoding = train(text, preset, max_merges=90).tokenizer().encode(text[90:260] + "x")
    run = encoding_run(encoding, PRESETS[preset], "en")
    [word], [row] = encoding.words, run["words"]
    [bets] = rank_bets(traces_of(encoding))["words"]
    names = [token[0] for token in run["tokens"]]
    assert (row["cut"], row["name"]) == (len(word.start_tokens), word.text[:NAMED] + "…")
    assert row["text"] == short(word.text) != word.text
    assert len(row["splits"]) == len(bets) == len(word.steps) + 1
    for (_, before, _, ranks), (_, after, joined, _), step, (lowest, verdicts), (_, made) in zip(
        row["splits"], row["splits"][1:], word.steps, bets, row["windows"][1:], strict=False
    ):
        assert GAP in before
        assert len(before) <= MAX_ROW_TOKENS + 2
        assert joined
        for place in joined:
            assert [names[token] for token in before[place : place + 2]] == [*map(exact, step.pair)]
            assert (ranks[place], verdicts[place]) == (step.rank, "right")
        assert lowest == step.rank
        assert {names[after[place]] for place in made} <= {exact(step.pair[0] + step.pair[1])}
        gaps = [GAP in pair for pair in pairwise(before)]
        assert [rank is None for rank in ranks] == [said is None for said in verdicts] == gaps


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Round {step} of {steps}"), ("zh", "第 {step} / {steps} 轮")]
)
def test_rounds_are_counted_as_rounds(lang, said):
    """Only the text of the position changes; the buttons keep their names."""
    step, round_ = (
        json.loads(payload([], 7, lang, counted=each))["text"] for each in ("step", "round")
    )
    assert round_["step_of"] == said != step["step_of"]
    assert {name for name in step if step[name] != round_[name]} == {"step_of"}
    assert not [name for name in step if "handout" in name], "a handout says that by itself"
    assert step["wins"]["largest"] == catalogue(lang)["ties.wins_largest"]


def test_a_token_is_named_once_and_drawn_apart_only_where_it_looks_other():
    """A row of the table has a drawn form only if it differs from the token or is shortened.

    In a word that is split anew, a token is marked as new if its place in the word is new.
    """
    scheme = PRESETS["paper"]
    tokens = Tokens(scheme)
    assert tokens.all(["a", "</w>", "a", " "]) == [0, 1, 0, 2]
    assert tokens.table() == [
        ["a", colour("a")],
        ["</w>", colour("</w>"), pieces("</w>", scheme)],
        [exact(" "), colour(" "), pieces(" ", scheme)],
    ]
    tokens = Tokens()
    for token in ("x" * 5_000, b" " * 5_000, "x" * MAX_DRAWN_CHARS):
        tokens(token)
    (text, _, drawn), (spaces, _, blanks), whole = tokens.table()
    assert (text, spaces) == ("x" * 5_000, " " * 5_000)
    assert drawn == [("text", "x" * MAX_DRAWN_CHARS + "…")]
    assert blanks == [("blank", "␣")] * MAX_DRAWN_CHARS + [("text", "…")]
    assert len(whole) == 2
    history = [(0, ["a", "b", "ab"]), (2, ["ab", "ab"]), (5, ["a", "b", "ab"]), (6, ["a", "bab"])]
    row = recut_row("abab", 7, history, tokens)
    assert (row["text"], row["count"]) == ("abab", 7)
    assert row["splits"] == [
        [0, tokens.all(["a", "b", "ab"]), []],
        [2, tokens.all(["ab", "ab"]), [0]],
        [5, tokens.all(["a", "b", "ab"]), [0, 1]],
        [6, tokens.all(["a", "bab"]), [1]],
    ]


def test_a_token_has_one_colour_in_player_table_and_notebook():
    """A token has the colour of its rank; of two runs, its rank in the first one if it is there."""
    training = train(TEXT, "huggingface")
    other = train(TEXT, replace(PRESETS["huggingface"], tie_rule="first"))
    named = {name: place for name, place, *_ in run_of(training)["tokens"]}
    two = cut_two_runs(training, other, CutOptions(), CutOptions())
    second = {name: place for name, place, *_ in json.loads(unpacked(two.runs[1]))["tokens"]}
    notebook = training._repr_html_()
    rule = r"\.token\.c\d+ { --ground: (.+); --edge: (.+); }"
    looks = re.findall(rule, PALETTE.read_text("utf-8"))
    with coloured_by(training.token_ranks):
        for merge in training.merges:
            place = merge.rank % COLOURS
            assert named[merge.token] == second.get(merge.token, place) == place
            assert f'class="token c{place}"' in chips([merge.token])
            ground, edge = looks[place]
            assert f"color:{_INK};background:{ground};border:1px solid {edge}" in notebook
        assert {named[letter] for letter in training.alphabet} == {None}


def test_a_sentence_names_long_words_by_their_beginning():
    """A name has at most 20 columns; a Chinese character takes two of them."""
    assert named("a" * 21) == "a" * 20 + "…"
    assert named("吾" * 11) == "吾" * 10 + "…"
    assert named("吾" * 10) == "吾" * 10


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("es est er", ""),
        ("es est er lest", ""),
        ("es est er lest wes", " 2 more words change too."),
    ],
)
def test_of_many_words_three_are_named_and_the_rest_counted(text, more):
    """A trace has one sentence per word; from five words on, only three are named.

    A fourth word takes no more room than a count of the remaining words would.
    """
    training = train(SIX_WORDS, "paper", vocab_size=17)
    encoding = training.tokenizer().encode(text)
    first = said(encoding_run(encoding, training.scheme, "en"))[0]
    listed_words = 3 if more else len(text.split())
    listed = [
        f"In {word}, (e, {'r' if word == 'er' else 's'})" for word in text.split()[:listed_words]
    ]
    ranks = [
        " has the lowest rank (3)." if "r)" in each else " has the lowest rank (0)."
        for each in listed
    ]
    assert first == " ".join(map("".join, zip(listed, ranks, strict=True))) + more


@given(
    corpus=corpora(long_words, 2),
    scheme=schemes,
    merges=st.none() | st.integers(0, 9),
    room=st.integers(4, 40),
)
def test_a_window_is_what_the_record_has_around_the_next_merge(corpus, scheme, merges, room):
    """A window has as many tokens around the next merge as there is room for.

    It also has the places of the next merge and of the last one, and the earlier place of its first
    token.
    """
    training = train(corpus, scheme, max_merges=merges)
    sizes = training.token_sizes
    for index, word in enumerate(corpus.words):
        *joins, _ = training.next_places(word)
        seen = joined_windows(training.spelled_length(word), joins, room)
        steps = training.steps_of(training.cells_of(index))
        drawn = list(visible_ids(training, word, seen))
        assert len(drawn) == len(steps)
        splits = [training.snapshot(step).token_ids(word) for step in steps]
        # The first cell of each token.
        starts = [[0, *accumulate(sizes[id_] for id_ in split)] for split in splits]
        for k, (split, ids, window) in enumerate(zip(splits, drawn, seen, strict=True)):
            first, end, gap = window.first, window.end, int(window.first > 0)
            assert window.size == len(split)
            assert end - first == min(room, len(split))
            assert ids == split[first:end]
            coming = joins[k] if k < len(joins) else ()
            made = [left - n for n, left in enumerate(joins[k - 1])] if k else []
            assert coming or made or not first
            for place in (coming or made)[:1]:
                assert first <= place < end - bool(coming)
                assert first == place - room // 2 or first == 0 or end == len(split)
            assert window.coming == tuple(p - first + gap for p in coming if first <= p < end - 1)
            assert window.made == tuple(p - first + gap for p in made if first <= p < end)
            if k:
                was = starts[k - 1].index(starts[k][first]) - seen[k - 1].first
                assert window.moved == was + (seen[k - 1].first > 0)


def test_of_a_word_that_is_matched_each_token_is_in_sight_as_it_is_cut_out():
    """Longest match joins no pairs: each step replaces several units by one token."""
    text = "".join(random.Random(1).choices("abc", k=300))
    tokenizer = train(text, "huggingface", max_merges=40).tokenizer()
    [word] = tokenizer.encode(text[100:280], "longest-match").words
    seen = seen_of(word, word.steps)
    assert [each.size for each in seen] == [180, *(len(step.tokens) for step in word.steps)]
    for step, window in zip(word.steps, seen[1:], strict=True):
        assert window.first <= step.places[0] < window.end


def test_of_a_word_cut_anew_the_window_stands_where_it_begins_to_differ():
    """The windows before and after a change show its place.

    A word that never changes shows its beginning.
    """
    before, after = changed_windows([100, 101], [(), (80, 81, 82)])
    assert (before.first, before.end, before.size) == (40, 100, 100)
    assert (after.first, after.end, after.size) == (41, 101, 101)
    assert before.coming == before.made == after.coming == ()
    assert after.made == (40, 41, 42)
    [only] = joined_windows(100, [])
    assert (only.first, only.end, only.coming, only.made) == (0, MAX_ROW_TOKENS, (), ())
