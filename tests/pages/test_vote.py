"""Class vote without a browser: what the projector shows as a room is opened, closed, led on."""

import json
import re

import pytest

from bpe import train
from tests.pages.helpers import markup, sent
from tests.pages.test_permalink import query
from ui.corpora.samples import first_sample
from ui.vote import rooms as vote_rooms
from ui.vote.questions import question
from ui.vote.rooms import Rooms


@pytest.fixture
def rooms(tmp_path, monkeypatch) -> Rooms:
    """The rooms of this test alone."""
    made = Rooms(tmp_path / "rooms.db")
    monkeypatch.setattr("ui.vote.panels.shared", lambda: made)
    return made


@pytest.fixture
def training():
    sample = first_sample()
    return train(sample.path.read_text(encoding="utf-8"), sample.default_scheme)


def page(app) -> str:
    """Return all markup of the page."""
    return "".join(markup(app))


def press(app, name: str) -> None:
    app.button(key=f"vote_{name}").click().run()
    assert not app.exception


def opened(open_page, **asked):
    """Open a room; return the page and the room's code."""
    app = open_page("vote", **asked)
    press(app, "open")
    return app, query(app)["room"]


def answer(rooms: Rooms, code: str, number: int, training, step: int, pair) -> str:
    """Return how a phone names a pair."""
    put = question(training, "", step)
    assert json.loads(rooms.question(code, number)) == json.loads(put.sent)
    return next(each for each, other in put.pairs.items() if other == pair)


def test_a_room_shows_its_code_and_count_and_no_tally_until_it_is_closed(
    open_page, rooms, training
):
    """Closed, it shows the votes without what is right; then the answer, with the counts."""
    app, code = opened(open_page, step=3)
    assert re.search(rf'data-room="{code}" data-address="[^"]*v/{code}"', page(app))
    right = answer(rooms, code, 1, training, 3, training.merges[3].pair)
    for at, pair in enumerate([("h", "i"), ("h", "i"), training.merges[3].pair]):
        assert rooms.vote(code, 1, f"v{at}", answer(rooms, code, 1, training, 3, pair))
    app.run()
    assert 'data-votes="3"' in page(app)
    assert "<meter" not in page(app)
    press(app, "close")
    assert not rooms.vote(code, 1, "late", right)
    assert [int(each) for each in re.findall(r"</meter> (\d+)", page(app))] == [2, 1]
    assert "merged next" not in page(app)
    press(app, "show")
    assert "1 of 3 bet on it" in page(app)
    [player] = [data for data in sent(app) if "payload" in data]
    assert player["hide"] is None


def test_a_class_votes_again_and_both_rounds_stand_side_by_side(open_page, rooms, training):
    """The first round stays as it was."""
    app, code = opened(open_page, step=3)
    pair = training.merges[3].pair
    wrong, right = (answer(rooms, code, 1, training, 3, each) for each in (("h", "i"), pair))
    rooms.vote(code, 1, "x", wrong)
    press(app, "close")
    press(app, "again")
    assert rooms.state(code).number == 2
    assert 'data-votes="0"' in page(app)
    rooms.vote(code, 2, "x", right)
    press(app, "close")
    assert [int(each) for each in re.findall(r"</meter> (\d+)", page(app))] == [0, 1]
    press(app, "show")
    assert "Round 1" in page(app)
    assert "Round 2" in page(app)


def test_phones_are_asked_what_the_projector_shows(open_page, rooms, training):
    """Next step moves them on; where no merge follows, nothing is asked."""
    app, code = opened(open_page, step=3)
    press(app, "show")
    press(app, "next")
    state = rooms.state(code)
    assert (state.number, state.is_open) == (2, True)
    assert json.loads(rooms.question(code, 2))["step"] == 4
    app, code = opened(open_page, step=len(training))
    assert rooms.state(code) is None


def test_a_room_of_another_browser_is_not_led(open_page, rooms):
    """A link that names one opens the page without a room, and says so."""
    code = rooms.open("another browser")
    app = open_page("vote", room=code)
    assert not app.exception
    assert code in app.warning[0].value
    assert "data-room" not in page(app)
    assert rooms.state(code) is None


def test_a_room_that_is_ended_is_gone(open_page, rooms):
    """The page offers to open another one; a server with too many says so."""
    app, code = opened(open_page)
    press(app, "end")
    assert not rooms.is_there(code)
    assert "room" not in query(app)
    limit = pytest.MonkeyPatch()
    with limit.context() as patch:
        patch.setattr(vote_rooms, "MOST_ROOMS", 0)
        press(app, "open")
    assert "rooms must be at most 0" in app.error[0].value
