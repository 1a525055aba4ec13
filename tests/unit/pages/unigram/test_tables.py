"""Tables and captions of the page Unigram that no picture shows."""

import pytest

from bpe import PRESETS, train_unigram
from ui.catalogue import catalogue
from ui.unigram import tables

SCHEME = PRESETS["sentencepiece"]
SIX = "highest higher lower lowest cooler coolest"


def say(name, **values):
    return catalogue("en")[f"unigram.{name}"].format(**values)


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX, vocab_size=17)


def test_a_caption_says_what_the_next_round_does(training):
    """Size, too rare, removed by loss or score, left: the record's numbers, in that order."""
    for step, done in enumerate(training.rounds):
        rare = say("caption_rare" if done.rare else "caption_no_rare", round=step + 1, n=done.rare)
        removed = [fate.fate for fate in done.removed]
        assert (done.rare, done.cut) == (
            removed.count("rare"),
            len(removed) - removed.count("rare"),
        )
        by = "score" if step == len(training) - 1 else "loss"
        cut = [say(f"caption_{by}", n=done.cut)] * bool(done.cut)
        size, left = len(training.snapshot(step)), len(training.snapshot(step + 1))
        sentences = [say("caption_size", n=size), rare, *cut, say("caption_left", n=left)]
        assert tables.caption(training, step, say) == say("between").join(sentences)
    end = [
        say("caption_size", n=17),
        say("caption_end", n=len({*SIX.replace(" ", "")}) + 1),
    ]
    assert tables.caption(training, len(training), say) == say("between").join(end)


def test_a_vocabulary_that_is_too_small_says_why_at_the_end():
    """With the numbers of the stop, and only there."""
    training = train_unigram(SIX, vocab_size=400)
    stop = training.stop
    said = tables.caption(training, len(training), say)
    assert said.endswith(
        say(
            "caption_fewer",
            asked=400,
            candidates=stop.candidates,
            seeds=stop.seeds,
            rare=stop.rare,
        )
    )
    assert "400" not in tables.caption(training, 0, say)


def test_the_rounds_are_the_records(training):
    """Sizes, likelihoods around EM, and tokens; one row a round, from 1."""
    for row, done in zip(tables.rounds(training).to_dict("records"), training.rounds, strict=True):
        assert row == {
            "round": done.number + 1,
            "size": done.size,
            "rare": done.rare,
            "cut": done.cut,
            "left": done.size_after,
            "before": done.log_likelihoods[0],
            "after": done.log_likelihoods[-1],
            "in_corpus": done.token_count,
        }


def test_the_curves_are_each_states_pieces_and_tokens(training):
    """One row a number of rounds done, the start included."""
    frame = tables.by_step(training)
    for step, row in enumerate(frame.to_dict("records")):
        snapshot = training.snapshot(step)
        assert row == {"step": step, "pieces": len(snapshot), "tokens": snapshot.token_count}
    assert len(frame) == len(training) + 1


def test_a_table_cut_at_its_limit_says_so(training):
    """And a search, in any case, leaves what shows it."""
    assert not tables.vocabulary(training, 0).attrs["more"]
    few = tables.vocabulary(training, 0, limit=3)
    assert (len(few), few.attrs["more"]) == (3, True)
    found = tables.vocabulary(training, 0, search="LOW")
    assert len(found) > 1
    assert all("low" in token for token in found["token"])
    best = tables.splits(training.model, "▁lowest", 1)
    assert (len(best), best.attrs["more"]) == (1, True)
    assert best["tokens"].iloc[0] == training.model.best("▁lowest")


def test_the_player_has_the_words_whose_split_changes_most(training):
    """Of the frequent ones; each with its count and every split with the round it begins at."""
    run = tables.rounds_run(training, SCHEME, say)
    changes = {word: len(training.history(word)) for word in training.corpus.words}
    shown = [row["text"] for row in run["words"]]
    assert len(shown) == min(6, len(changes))
    assert [changes[word] for word in shown] == sorted(changes.values(), reverse=True)[:6]
    names = [row[0] for row in run["tokens"]]
    for row in run["words"]:
        assert row["count"] == 1
        splits = [(each[0], tuple(names[token] for token in each[1])) for each in row["splits"]]
        assert splits == training.history(row["text"])
    assert (run["steps"], run["recut"]) == (len(training), True)
