"""The projector of a class vote, without a browser: a room opens, closes and continues."""

import json
import re
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from tests.data import HUG
from tests.pages.helpers import markup, query, sent
from ui.browsers import issued_name, new_name
from ui.catalogue import catalogue
from ui.lesson.stage import PHONES
from ui.middleware import COOKIE
from ui.samples import first_sample
from ui.views.vote import count_question, merge_question
from ui.vote import rooms as vote_rooms
from ui.vote.rooms import Rooms, RoomState

PAPER, WORDS = PRESETS["paper"], catalogue("en")


@pytest.fixture
def rooms(tmp_path, monkeypatch) -> Rooms:
    """Return rooms that only this test uses."""
    made = Rooms(tmp_path / "rooms.db")
    monkeypatch.setattr("ui.views.vote.shared", lambda: made)
    return made


@pytest.fixture
def training():
    sample = first_sample()
    return train(sample.path.read_text(encoding="utf-8"), sample.default_scheme)


def page(app) -> str:
    """Return all markup of the page except its styles."""
    return "".join(each for each in markup(app) if "<style>" not in each)


def bars(app) -> list[list[int]]:
    """Return the share of each answer in each round, as the bars show it."""
    rows = re.findall(r'<div class="shares">(.*?)</div>', page(app))
    return [[int(share) for share in re.findall(r"(\d+)%<", row)] for row in rows]


def press(app, name: str) -> None:
    app.button(key=f"vote_{name}").click().run()


def opened(open_page, **asked):
    """Open a room; return the page and the room's code."""
    app = open_page("vote", **asked)
    press(app, "open")
    return app, query(app)["room"]


def answer(rooms: Rooms, code: str, number: int, training, step: int, pair) -> str:
    """Return the ID by which a phone names a pair."""
    put = merge_question(training, step, "en")
    assert json.loads(rooms.question(code, number)) == json.loads(put.payload)
    return next(each for each, other in put.pairs.items() if other == pair)


def test_a_room_shows_its_code_and_count_and_no_tally_until_it_is_closed(
    open_page, rooms, training
):
    """A closed room shows the votes without the answer; a further press shows the answer."""
    app, code = opened(open_page, step=3)
    assert query(app)["room"] == code
    large = rf'address large">.*data-room="{code}" data-address="[^"]*v/{code}"'
    assert re.search(large, page(app))
    right = answer(rooms, code, 1, training, 3, training.merges[3].pair)
    for at, pair in enumerate([("h", "i"), ("h", "i"), training.merges[3].pair]):
        assert rooms.vote(code, 1, f"v{at}", answer(rooms, code, 1, training, 3, pair))
    app.run()
    assert 'data-votes="3">3</strong> votes<' in page(app)
    assert not bars(app)
    press(app, "close")
    assert not rooms.vote(code, 1, "late", right)
    assert bars(app) == [[67], [33]]
    assert not re.search(large, page(app))
    assert "merged next" not in page(app)
    press(app, "show")
    assert "1 of 3 bet on it" in page(app)
    [player] = [data for data in sent(app) if "payload" in data]
    assert player["hide"] is None
    assert rooms.state(code).verdicts == merge_question(training, 3, "en").verdicts
    press(app, "end")
    assert app.session_state[PHONES] is None
    press(app, "open")
    [player] = [data for data in sent(app) if "payload" in data]
    assert player["hide"]["hidden"], "another room, though its question has the same number"


@pytest.mark.parametrize(
    ("step", "ties", "said"),
    [
        (3, "largest", "2 pairs tie, each occurring 3 times; the last in character order wins"),
        (4, "first", "is merged next; it occurs 3 times"),
    ],
)
def test_a_class_votes_again_and_both_rounds_stand_side_by_side(open_page, rooms, step, ties, said):
    """A new round leaves the earlier votes unchanged; after three rounds the last two are shown."""
    app, code = opened(open_page, step=step, ties=ties)
    training = train(first_sample().path.read_text("utf-8"), replace(PAPER, tie_rule=ties))
    pair = training.merges[step].pair
    wrong, right = (answer(rooms, code, 1, training, step, each) for each in (("h", "i"), pair))
    rooms.vote(code, 1, "x", wrong)
    press(app, "close")
    press(app, "again")
    assert rooms.state(code).number == 2
    assert 'data-votes="0"' in page(app)
    rooms.vote(code, 2, "x", right)
    press(app, "close")
    assert bars(app) == [[0, 100], [100, 0]]
    assert "Round 1 (1)" in page(app)
    press(app, "again")
    rooms.vote(code, 3, "x", right)
    rooms.vote(code, 3, "y", wrong)
    press(app, "close")
    assert bars(app) == [[100, 50], [0, 50]]
    press(app, "show")
    assert not {"vote_show", "vote_again"} & {each.key for each in app.button}
    assert "Round 1 (" not in page(app)
    assert f"{said}. 1 of 2 bet on it" in page(app)
    assert "Its count is 2; another pair is ahead." in page(app)


def test_phones_are_asked_what_the_projector_shows(open_page, rooms, training):
    """The next step asks phones a new question; after the last merge no question is asked."""
    app, code = opened(open_page, step=4)
    press(app, "close")
    press(app, "show")
    press(app, "next")
    state = rooms.state(code)
    assert (state.number, state.is_open) == (2, True)
    assert json.loads(rooms.question(code, 2))["step"] == 5
    [player] = [data for data in sent(app) if "payload" in data]
    assert player["hide"]["hidden"]
    for at in (5, 4):  # the player writes the address; Back returns to an earlier question
        app.query_params["step"] = str(at)
        app.run()
        assert json.loads(rooms.question(code, rooms.state(code).number))["step"] == at
    app.query_params["corpus"] = "hug"
    app.run()
    assert "hug" in rooms.question(code, rooms.state(code).number), "at the same step"
    app.query_params.update({"corpus": "six-words", "step": str(len(training))})
    app.run()
    assert not rooms.state(code).is_open
    app, code = opened(open_page, step=len(training))
    assert rooms.state(code) is None


def test_a_class_votes_on_the_tokens_of_a_sentence(open_page, rooms):
    """A typed sentence is shown as text, on the projector, too."""
    app, code = opened(open_page, ask="tokens")
    app.text_input(key="vote_tokens").set_value("<b>I am</b>").run()
    number = rooms.state(code).number
    assert "“<b>I am</b>”" in json.loads(rooms.question(code, number))["ask"]["en"]
    assert "“&lt;b&gt;I am&lt;/b&gt;”" in page(app)
    put = count_question("<b>I am</b>")
    [right] = json.loads(put.verdicts)
    rooms.vote(code, number, "x", right)
    press(app, "close")
    press(app, "again")
    for voter in "xyz":
        rooms.vote(code, number + 1, voter, "0" if right != "0" else "1")
    press(app, "close")
    press(app, "show")
    assert f"Right answers: 0 of 3. GPT-4o cuts it into {len(put.tokens)} tokens" in page(app)
    assert all(WORDS[f"vote.says_{what}"] in page(app) for what in put.options.values())
    number += 1
    app.selectbox(key="vote_kind").set_value("merge").run()
    assert "words" in json.loads(rooms.question(code, number + 1))
    assert "ask" not in query(app)


def test_the_room_is_found_again_by_the_browser_that_opened_it(open_page, rooms):
    """The browser finds its room by the address and without it, after leaving the page.

    Another browser cannot lead the room: the page opens without a room and shows a warning.
    """
    code = rooms.open("another browser")
    app = open_page("vote", room=code)
    assert code in app.warning[0].value
    assert "data-room" not in page(app)
    assert rooms.state(code) is None
    cookie = new_name()
    browser = issued_name(cookie)
    code = rooms.open(browser)
    for asked in ({"room": code}, {}):
        app = open_page("vote", cookies={COOKIE: cookie}, **asked)
        assert f'data-room="{code}"' in page(app)
    press(app, "end")
    assert not rooms.exists(code)


def test_a_full_room_says_so(open_page, rooms, monkeypatch):
    """The page also reports use of the room, so that a shown room is not idle."""
    app, code = opened(open_page)
    assert json.loads(rooms.question(code, 1))["step"] == 3, "where its run opens"
    rooms.turn_away(code)
    used: list[str] = []
    monkeypatch.setattr(rooms, "use", used.append)
    app.run()
    assert used == [code]
    assert "The room is full" in page(app)


def test_a_room_that_is_ended_is_gone(open_page, rooms):
    """The page then offers to open another room; a server with too many rooms refuses."""
    app, code = opened(open_page)
    press(app, "end")
    assert not rooms.exists(code)
    assert "room" not in query(app)
    limit = pytest.MonkeyPatch()
    with limit.context() as patch:
        patch.setattr(vote_rooms, "MAX_ROOMS", 0)
        press(app, "open")
    assert "at most 0 rooms" in app.error[0].value


def test_long_tokens_are_cut_and_a_question_that_is_refused_has_no_votes(
    open_page, rooms, monkeypatch
):
    """After a refused question the page shows the reason and no bars."""
    monkeypatch.setattr(vote_rooms, "MAX_QUESTIONS", 1)
    asked = {"corpus": "pasted", "text": "a" * 1_400, "scheme": "minbpe", "step": 9}
    app, code = opened(open_page, **asked)
    assert rooms.vote(code, 1, "x", "0 0")
    press(app, "close")
    press(app, "show")
    lengths = {len(token) for token in re.findall(r'data-token="([^"]*)"', page(app))}
    assert lengths == {201}
    press(app, "next")
    assert "a room may have at most 1." in app.error[0].value
    assert "vote-bars" not in page(app)


def test_rooms_that_cannot_be_written_are_a_sentence_and_go_on_when_the_disk_does(
    open_page, rooms, monkeypatch
):
    """The page and its buttons show errors while the file is unusable; the votes are kept."""
    app, code = opened(open_page, step=3)
    number = rooms.state(code).number
    assert rooms.vote(code, number, "x", "0 1")
    with monkeypatch.context() as patch:
        patch.setattr(rooms, "_file", rooms._file / "in-a-file.db")
        press(app, "close")
        assert all("cannot be read or written" in each.value for each in app.error)
        assert len(app.error) == 2, "the button's, and the page's"
        assert not app.exception
    app.run()
    assert 'data-votes="1">1</strong> vote<' in page(app)
    assert not app.error
    with monkeypatch.context() as patch:
        patch.setattr(rooms, "_file", rooms._file / "in-a-file.db")
        assert "cannot be read or written" in open_page("vote").error[0].value


def test_a_lesson_opens_a_room_and_closes_it_by_its_beats(open_page, rooms):
    """Each beat has an address; the answer is sent to phones, and going back reopens the vote.

    The question is the one of the stop, at any step of the player.
    """
    beat = {"corpus": "hug", "step": "2", "present": "1", "stop": "4", "hide": "1"}
    app = open_page("vote", **beat, phase="question")
    assert "data-room" not in page(app)

    def show(phase: str) -> None:
        app.query_params.update({**beat, "phase": phase, "hide": str(int(phase != "answer"))})
        app.run()

    show("open")
    code = re.search(r'data-room="(\w+)"', page(app))[1]
    assert rooms.state(code).is_open
    run = train(HUG, "huggingface")
    [right] = json.loads(merge_question(run, 1, "en").verdicts)
    assert rooms.vote(code, 1, "x", right)
    show("tally")
    assert not rooms.state(code).is_open
    assert bars(app) == [[100]]
    assert "merged next" not in page(app)
    show("answer")
    assert json.loads(rooms.state(code).verdicts) == {right: "right"}
    show("open")
    assert rooms.state(code).is_open
    show("tally")
    press(app, "again")
    assert rooms.state(code).number == 2
    assert query(app)["phase"] == "open"


def test_an_answer_of_the_lesson_judges_no_votes_on_another_question(open_page, rooms):
    """A room opened for another question gets no verdict when the lesson shows its answer."""
    cookie = new_name()
    browser = issued_name(cookie)
    code = rooms.open(browser)
    rooms.ask(code, browser, "another run", "?")
    beat = {"corpus": "hug", "step": "1", "present": "1", "stop": "4", "phase": "answer"}
    open_page("vote", cookies={COOKIE: cookie}, **beat)
    assert rooms.state(code) == RoomState(1, False, name="another run")
