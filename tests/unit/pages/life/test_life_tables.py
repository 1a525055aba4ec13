"""What the page reads of lives into tables and into the skyline's payload."""

import pytest

from bpe import Corpus, train
from bpe.readings.lives import lives, skyline, uses
from ui.life import tables
from ui.life.shown import Shown
from ui.life.skyline import STRETCH, skyline_payload

# One word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


def test_the_skyline_is_sent_as_the_record_has_it():
    """Heights and tokens, -1 for what never ends; of a long word the beginning."""
    training = train(CORPUS, "paper", max_merges=4)
    for place, word in enumerate(training.corpus.words):
        life = lives(training)[0]
        payload, left_out = skyline_payload(Shown(training, life, place))
        found = skyline(training, word, STRETCH if len(word) > 60 else None, life.id)
        assert payload["heights"] == [-1 if h is None else h for h in found.heights]
        drawn = [(payload["tokens"][number][0], *rest) for number, *rest in payload["standing"]]
        assert drawn == [
            (each.token, each.id, each.start, each.end, each.born, each.until or -1)
            for each in found.tokens
        ]
        assert payload["cells"] + sum(left_out) == training.spelled_length(word)
    assert skyline_payload(Shown(training, life, 3))[1][1] > 0


def test_lives_are_filtered_by_what_became_of_them():
    """Each fate is what the record says of the end; search and length narrow it down."""
    training = train("the hat in the thin tin that the hen hit then the in", "paper")
    frame = tables.everyone(training)
    assert len(frame) == len(training)
    for fate, fits in (
        ("gone", lambda life: not life.left),
        ("nearly", lambda life: 0 < life.share <= tables.NEARLY),
        ("in_use", lambda life: life.share > tables.NEARLY),
        ("all", lambda life: True),
    ):
        expected = [life.id for life in lives(training) if life.born and fits(life)]
        assert tables.chosen(frame, fate, "", 2)["id"].tolist() == expected
    found = tables.chosen(frame, "all", "TH", 3)
    assert len(found)
    assert all(
        "th" in token and length >= 3
        for token, length in zip(found["token"], found["length"], strict=True)
    )
    rest = [
        life for life in lives(training) if life.born and "th" in life.token and life.length > 2
    ]
    assert len(found) == len(rest)


def test_uses_by_step_and_what_took_them_are_the_readings():
    """Every change is drawn, also in a run of more steps than points; shares are of the births."""
    training = train("the hat in the thin tin that the hen hit then the in", "paper")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "POINTS", 5)
        for life in lives(training):
            frame = tables.uses_by_step(training, life.id, 7)
            drawn = dict(zip(frame["step"].tolist(), frame["value"].tolist(), strict=True))
            expected = uses(training, life.id).tolist()
            assert {0, 7, len(training)} <= set(drawn)
            last = 0
            for step, count in enumerate(expected):
                last = drawn.get(step, last)
                assert last == count
            taken = tables.fed(training, life)
            assert int(taken["took"].sum()) == life.births - life.left
            if len(taken):
                assert taken["share"].sum() == pytest.approx(1 - life.share)
