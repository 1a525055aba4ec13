"""Names of tokens and words in the address, and what the page reads of lives into tables."""

import pytest

from bpe import Corpus, train
from bpe.readings.lives import lives, uses
from bpe.readings.skyline import skyline
from ui.life import tables
from ui.life.names import (
    LONGEST,
    find_token,
    find_word,
    ids_of,
    name_of_word,
    names_of,
)
from ui.life.shown import Shown
from ui.life.skyline import skyline_payload
from ui.shell.choices import LONGEST as LONGEST_IN_ADDRESS

# The mark of the scheme is also typed as text, and one word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


@pytest.mark.parametrize("scheme", ["paper", "gpt", "huggingface"])
def test_every_token_has_a_name_of_its_own_that_leads_back_to_it(scheme):
    """Two that read alike too, and those too long for an address."""
    training = train(CORPUS, scheme)
    names = names_of(training)
    assert len(set(names)) == len(names) == len(training.tokens)
    assert [find_token(training, name) for name in names] == [*range(len(names))]
    assert max(map(len, names)) <= LONGEST + 8 < LONGEST_IN_ADDRESS
    if scheme == "paper":
        marks = [name for name, id_ in ids_of(training).items() if training.tokens[id_] == "</w>"]
        assert len(marks) == 2
    assert find_token(training, "no such token") is None
    assert find_token(training, None) is None


def test_a_token_may_be_typed_as_its_text():
    """With a space that is shown as a sign."""
    training = train("a hen, a hen; the hen", "minbpe")
    id_ = training.tokens.index(b" hen")
    assert find_token(training, " hen") == find_token(training, "␣hen") == id_


def test_every_word_has_a_name_that_leads_back_to_it():
    """A long one by its place; a name that is a word means the word."""
    training = train(CORPUS, "paper")
    words = training.corpus.words
    for place, word in enumerate(words):
        assert find_word(training, name_of_word(training, place)) == place
        assert len(name_of_word(training, place)) <= LONGEST or len(word) <= LONGEST
    assert name_of_word(training, 3) == "#3"
    assert find_word(training, "#1") == words.index("#1")
    for wrong in (None, "", "none", "#", "#99", "#-1", "#1e3", "#²", "#" + "9" * 30):
        assert find_word(training, wrong) is None


def test_the_skyline_is_sent_as_the_record_has_it():
    """Heights and tokens, -1 for what never ends; of a long word the beginning."""
    training = train(CORPUS, "paper", max_merges=4)
    for place, word in enumerate(training.corpus.words):
        life = lives(training)[0]
        payload, left_out = skyline_payload(Shown(training, life, place))
        found = skyline(training, word, 60)
        assert payload["heights"] == [-1 if h is None else h for h in found.heights]
        drawn = [(payload["tokens"][number][0], *rest) for number, *rest in payload["standing"]]
        assert drawn == [
            (each.token, each.id, each.start, each.end, each.born, each.until or -1)
            for each in found.tokens
        ]
        assert payload["cells"] + left_out == training.spelled_length(word)
    assert skyline_payload(Shown(training, life, 3))[1] > 0


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
    """One row a step; the shares are of the births."""
    training = train("the hat in the thin tin that the hen hit then the in", "paper")
    for life in lives(training):
        frame = tables.uses_by_step(training, life.id)
        assert frame["value"].tolist() == uses(training, life.id).tolist()
        taken = tables.fed(training, life)
        assert int(taken["took"].sum()) == life.births - life.left
        if len(taken):
            assert taken["share"].sum() == pytest.approx(1 - life.share)
