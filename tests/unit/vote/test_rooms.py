"""A room takes one vote per browser, is led by the browser that opened it, and expires."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from ui.browsers import network_of
from ui.catalogue import Refusal
from ui.vote import rooms as vote_rooms
from ui.vote.rooms import (
    FULL_SECONDS,
    IDLE_SECONDS,
    MAX_VOTERS_PER_NETWORK,
    ROOM_SECONDS,
    Rooms,
    RoomState,
    parse_code,
)

ME, OTHER = "my browser", "another browser"


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def rooms(tmp_path, now) -> Rooms:
    return Rooms(tmp_path / "rooms.db", now=lambda: now[0])


def asked(rooms: Rooms, *names: str) -> str:
    code = rooms.open(ME)
    for name in names:
        rooms.ask(code, ME, name, f"what of {name}?")
    return code


@pytest.mark.skipif(os.name == "nt", reason="has no modes")
def test_the_folder_of_the_rooms_is_the_servers_own(tmp_path):
    """The folder is private to the server's user, also when it is created again."""
    folder = tmp_path / "rooms"
    rooms = Rooms(folder / "votes.db")
    for _ in range(2):
        rooms.open(ME)
        assert folder.stat().st_mode & 0o777 == 0o700
        shutil.rmtree(folder)


def test_a_browser_has_one_vote_and_may_change_its_mind(rooms):
    """Only a browser's last answer to a question counts."""
    code = asked(rooms, "first")
    assert all(rooms.vote(code, 1, voter, "a") for voter in ("x", "y", "z"))
    assert rooms.vote(code, 1, "x", "b")
    assert rooms.votes(code, 1) == {"a": 2, "b": 1}
    assert (rooms.voted(code, 1, "x"), rooms.voted(code, 1, "w")) == ("b", None)
    rooms.ask(code, ME, "second", "and now?")
    assert (rooms.votes(code, 2), rooms.votes(code, 1)) == ({}, {"a": 2, "b": 1})


def test_votes_on_what_is_closed_do_not_count_until_it_is_opened_again(rooms):
    """Votes on an earlier question, or one never asked, do not count either.

    A question that is opened again hides its verdicts again.
    """
    code = asked(rooms, "first", "second")
    assert not rooms.vote(code, 1, "x", "a")
    assert not rooms.vote(code, 3, "x", "a")
    assert not rooms.vote("aaaaaa", 2, "x", "a")
    assert rooms.vote(code, 2, "x", "a")
    rooms.set_open(code, ME, False)
    assert rooms.state(code) == RoomState(2, False, name="second")
    assert not rooms.vote(code, 2, "x", "b")
    assert rooms.votes(code, 2) == {"a": 1}

    code = asked(rooms, "first")
    rooms.set_open(code, OTHER, False, '{"a":"right"}')
    assert rooms.state(code) == RoomState(1, True, name="first")
    rooms.set_open(code, ME, False, '{"a":"right"}')
    assert rooms.state(code) == RoomState(1, False, '{"a":"right"}', "first")
    rooms.set_open(code, OTHER, True)
    assert not rooms.state(code).is_open
    rooms.set_open(code, ME, True)
    assert rooms.state(code) == RoomState(1, True, name="first")
    assert rooms.vote(code, 1, "x", "a")


def test_only_its_opener_leads_a_room_and_a_question_asked_again_keeps_both_rounds(rooms):
    """Another browser cannot ask, close or end the room.

    Each round has its own number and votes.
    """
    code = asked(rooms, "first")
    rooms.ask(code, OTHER, "second", "?")
    rooms.set_open(code, OTHER, False)
    rooms.end(code, OTHER)
    assert rooms.state(code) == RoomState(1, True, name="first")
    assert (rooms.is_led(code, ME), rooms.is_led(code, OTHER)) == (True, False)
    code = asked(rooms, "first", "second", "first")
    rooms.vote(code, 3, "x", "a")
    assert rooms.rounds(code, "first") == [{}, {"a": 1}]
    assert rooms.question(code, 3) == "what of first?"
    assert rooms.question(code, 4) == ""


def test_rooms_end_after_four_hours_with_all_votes(rooms, now):
    """An expired room does not exist for anyone, and its votes are deleted."""
    code = asked(rooms, "first")
    rooms.vote(code, 1, "x", "a")
    now[0] = ROOM_SECONDS - 1
    assert rooms.exists(code)
    now[0] = ROOM_SECONDS
    assert not rooms.exists(code)
    assert (rooms.state(code), rooms.is_led(code, ME)) == (None, False)
    asked(rooms, "first")
    assert rooms.votes(code, 1) == {}


def test_a_browser_has_one_room_which_it_finds_again(rooms, monkeypatch):
    """Opening a room ends the browser's earlier room, unless the new one is refused."""
    first, second = rooms.open(ME), rooms.open(ME)
    assert (rooms.exists(first), rooms.exists(second)) == (False, True)
    assert (rooms.led_by(ME), rooms.led_by(OTHER)) == (second, None)
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS_PER_NETWORK", 1)
    mine = rooms.open(ME, "elsewhere")
    rooms.open(OTHER, "here")
    with pytest.raises(Refusal):
        rooms.open(ME, "here")
    assert rooms.exists(mine)


def test_one_address_leaves_rooms_to_the_others(rooms, monkeypatch):
    """If a script opens the most rooms that one network may have, other networks still can."""
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS_PER_NETWORK", 3)
    for each in range(3):
        rooms.open(f"script {each}", "here")
    with pytest.raises(Refusal) as refused:
        rooms.open(ME, "here")
    assert refused.value.code == "vote_rooms"
    assert rooms.exists(rooms.open(ME, "elsewhere"))


def test_of_all_rooms_the_one_that_is_idle_for_longest_makes_way(rooms, now, monkeypatch):
    """A room that a projector or a phone uses is not idle, however old it is."""
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS", 3)
    lesson, left, last = (rooms.open(f"teacher {each}") for each in range(3))
    now[0] = 2 * IDLE_SECONDS
    rooms.use(lesson)
    rooms.use(last)
    assert rooms.exists(rooms.open(ME))
    assert [rooms.exists(each) for each in (lesson, left, last)] == [True, False, True]
    with pytest.raises(Refusal):
        rooms.open(OTHER)


def test_opening_a_room_ends_at_most_one_of_another_browser(rooms, now, monkeypatch):
    """Only one idle room ends, even if both limits of rooms are reached.

    No other room ends if the browser's earlier room frees a place.
    """
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS", 3)
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS_PER_NETWORK", 2)
    codes = [rooms.open("far", "elsewhere"), rooms.open("one", "here"), rooms.open("two", "here")]
    now[0] = 2 * IDLE_SECONDS
    mine = rooms.open(ME, "here")
    assert [rooms.exists(each) for each in codes] == [True, False, True]
    now[0] = 4 * IDLE_SECONDS
    again = rooms.open(ME, "here")
    assert not rooms.exists(mine)
    assert [rooms.exists(each) for each in (codes[0], codes[2], again)] == [True] * 3


def test_a_room_of_another_browser_makes_way_once_it_was_idle_for_as_long_as_said(
    rooms, now, monkeypatch
):
    """The opener's earlier room, at another address, ends as well."""
    monkeypatch.setattr(vote_rooms, "MAX_ROOMS_PER_NETWORK", 1)
    mine, theirs = rooms.open(ME, "elsewhere"), rooms.open(OTHER, "here")
    now[0] = IDLE_SECONDS - 1
    with pytest.raises(Refusal):
        rooms.open(ME, "here")
    now[0] = IDLE_SECONDS
    assert rooms.exists(rooms.open(ME, "here"))
    assert not any(map(rooms.exists, (mine, theirs)))


def test_a_school_votes_from_one_address_and_a_script_there_shuts_nobody_out(rooms, now):
    """A new voter beyond the limit of its network may not vote.

    The room then says for `FULL_SECONDS` that it is full.
    """
    code = asked(rooms, "first")
    assert all(rooms.vote(code, 1, f"phone {each}", "a", "school") for each in range(300))
    taken = [rooms.vote(code, 1, f"cookie {each}", "a", "script") for each in range(600)]
    assert taken.count(True) == MAX_VOTERS_PER_NETWORK
    assert rooms.is_full(code)
    assert rooms.vote(code, 1, "late phone", "a", "school")
    assert rooms.vote(code, 1, "cookie 0", "b", "script")
    now[0] = FULL_SECONDS
    assert not rooms.is_full(code)
    rooms.turn_away(code)
    rooms.ask(code, ME, "second", "and now?")
    assert not rooms.is_full(code), "nobody was turned away from this question"


def test_voters_and_questions_are_bounded(rooms, monkeypatch):
    monkeypatch.setattr(vote_rooms, "MAX_VOTERS", 2)
    monkeypatch.setattr(vote_rooms, "MAX_QUESTIONS", 2)
    monkeypatch.setattr(vote_rooms, "MAX_QUESTION_CHARS", 40)
    code = rooms.open(ME)
    with pytest.raises(Refusal) as refused:
        rooms.ask(code, ME, "first", "x" * 41)
    assert refused.value.code == "vote_question"
    for _ in range(2):
        rooms.ask(code, ME, "first", "x" * 40)
    with pytest.raises(Refusal):
        rooms.ask(code, ME, "first", "one too many")
    assert [rooms.vote(code, 2, voter, "a") for voter in "xyzx"] == [True, True, False, True]


def test_networks_count_as_one_place_and_codes_are_read_however_they_are_typed():
    """All IPv6 addresses of a /64 network count as one; an invalid code is None."""
    net = [network_of(f"2001:db8::{each}") for each in range(3)]
    assert len({*net, network_of("2001:db8:0:1::")}) == 2
    assert len({network_of(f"::ffff:10.0.0.{each}") for each in range(3)}) == 3
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1")
    assert [network_of("named"), network_of(None)] == ["named", ""]
    assert parse_code(" ABC234 ") == "abc234"
    for text in ("", "abc23", "abc2345", "abc10l", "abc 23", "<b>c23"):
        assert parse_code(text) is None


def test_each_of_many_votes_at_once_counts(rooms, tmp_path):
    """Each vote counts once, although two objects have the file open."""
    code, same = asked(rooms, "first"), Rooms(tmp_path / "rooms.db", now=lambda: 0.0)
    with ThreadPoolExecutor(8) as threads:
        taken = list(threads.map(lambda at: same.vote(code, 1, f"voter {at}", "a"), range(200)))
    assert all(taken)
    assert rooms.votes(code, 1) == {"a": 200}


def test_without_a_folder_for_temporary_files_opening_a_room_is_refused(monkeypatch):
    """A container may have no such folder; the error names TMPDIR."""
    monkeypatch.delenv(vote_rooms.FOLDER, raising=False)
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr("tempfile._candidate_tempdir_list", lambda: ["/nonexistent"])
    vote_rooms.shared.cache_clear()
    try:
        with pytest.raises(Refusal, match="TMPDIR"):
            vote_rooms.shared()
    finally:
        vote_rooms.shared.cache_clear()


def test_a_deleted_folder_costs_the_rooms_in_it_and_the_next_one_opens(tmp_path):
    """Rooms in a deleted folder are lost; a new room works in every thread."""
    folder = tmp_path / "rooms"
    rooms = Rooms(folder / "rooms.db", now=lambda: 0.0)
    code = asked(rooms, "first")
    shutil.rmtree(folder)
    assert rooms.state(code) is None
    code = asked(rooms, "second")
    with ThreadPoolExecutor(1) as apart:
        assert apart.submit(rooms.vote, code, 1, "x", "a").result()
    assert rooms.votes(code, 1) == {"a": 1}


def test_a_full_disk_is_refused_and_the_room_goes_on_when_there_is_room(rooms):
    """The vote raises `vote_disk`, and earlier votes are kept."""
    code = asked(rooms, "first")
    assert rooms.vote(code, 1, "x", "a")
    pages = rooms._run("PRAGMA page_count")[0][0]
    rooms._run(f"PRAGMA max_page_count={pages}")
    voters = (f"voter {each}" for each in range(MAX_VOTERS_PER_NETWORK - 1))
    with pytest.raises(Refusal) as refused:
        [rooms.vote(code, 1, voter, "a" * 1_000) for voter in voters]
    assert refused.value.code == "vote_disk"
    assert rooms.vote(code, 1, "late", "b")
    assert rooms.votes(code, 1)["a"] == 1
