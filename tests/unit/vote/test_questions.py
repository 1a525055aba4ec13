"""Phones get questions without answers, so many at a time; the record judges the votes."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some
from starlette.websockets import WebSocket

from bpe import PRESETS, train
from bpe.readings.prediction import judge
from tests.cases import run_alone
from tests.data import HUG, SIX_WORDS
from ui.catalogue import LANGUAGES, Refusal
from ui.corpora.tokenizers import opened
from ui.draw.tokens import exact
from ui.samples import training_samples
from ui.shell.text import speaking
from ui.vote import phones, questions
from ui.vote.phones import answers
from ui.vote.rooms import LENGTH, LETTERS, State


def by(rule: str):
    return replace(PRESETS["paper"], tie_rule=rule)


@given(some.text("abc ", min_size=3, max_size=60), some.sampled_from(["paper", "gpt", "wordpiece"]))
def test_a_phone_gets_words_as_they_are_split_and_only_neighbours_can_be_bet_on(text, scheme):
    """At every step of any run; the pair merged next is among them."""
    if not text.split():
        return
    training = train(text, scheme, max_merges=8)
    for step in range(len(training)):
        put = questions.merge_question(training, "run", step)
        sent = json.loads(put.payload)
        snapshot, names = training.snapshot(step), [row[0] for row in sent["tokens"]]
        assert sent["step"] == step
        assert set(sent) == {"step", "words", "tokens"}
        by_text = {word.text: word for word in snapshot.words()}
        for word, count, numbers, more in sent["words"]:
            if word in by_text:
                assert count == by_text[word].count
                assert not more
                shown = [exact(token) for token in by_text[word].tokens]
                assert [names[number] for number in numbers] == shown
        pairs = questions.pairs_asked(training, step)
        assert set(pairs) == answers(put.payload)
        assert training.merges[step].pair in pairs.values()


def test_what_a_phone_gets_does_not_tell_the_answer():
    """Two runs that differ in the tie rule look alike; long words and tokens are cut."""
    first, largest = (train(SIX_WORDS, by(rule)) for rule in ("first", "largest"))
    one, other = (questions.merge_question(each, "run", 0) for each in (first, largest))
    assert first.merges[0].pair != largest.merges[0].pair
    assert json.loads(one.payload) == json.loads(other.payload)
    for letters, is_cut in ((questions.LONGEST, False), (questions.LONGEST + 1, True)):
        text = f"{('ab' * letters)[:letters]} ab"
        put = questions.merge_question(train(text, "huggingface"), "run", 0)
        longest = max(json.loads(put.payload)["words"], key=lambda word: len(word[2]))
        assert (len(longest[2]), longest[3]) == (questions.LONGEST, is_cut)
    training = train(SIX_WORDS, "paper", max_merges=2)
    assert questions.merge_question(training, "run", 1) is not None
    assert questions.merge_question(training, "run", 2) is None
    training = train(" " * 4096, "minbpe")
    step = len(training) - 1
    put = questions.merge_question(training, "run", step)
    assert len(put.payload) < 5_000
    [(answer, pair)] = questions.pairs_asked(training, step).items()
    found = questions.tally(training, step, [((answer, 2),)])
    assert [(row.votes, row.bet.verdict) for row in found.rows] == [((2,), "right")]
    assert len(pair[0]) > 1_000
    assert max(map(len, (*found.pair, found.token, *found.rows[0].bet.pair))) < 210


def test_no_word_stands_there_for_the_answer_alone():
    """Where the frequent words do not hold the next pair, other leading pairs bring words, too."""
    novel = training_samples()["pride-and-prejudice"].path.read_text(encoding="utf-8")
    training = train(novel, "paper", max_merges=320)
    sent = json.loads(questions.merge_question(training, "run", 300).payload)
    snapshot = training.snapshot(300)
    frequent = {word.text for word in snapshot.words(questions.WORDS)}
    others = [word for word, *_ in sent["words"] if word not in frequent]
    winner = training.merges[300].pair
    with_it = [word for word in others if winner in pairwise(snapshot.tokens(word))]
    assert len(others) >= 3
    counts = [count for _, count, *_ in sent["words"]]
    assert counts == sorted(counts, reverse=True), "at its place among the others"
    assert 2 * len(with_it) <= len(others)


@pytest.mark.parametrize("rule", ["first", "largest"])
def test_votes_are_judged_by_the_record(rule):
    """Most votes first, the pair merged next always there, each round beside the other."""
    training = train(SIX_WORDS, by(rule))
    snapshot, following = training.snapshot(0), training.merges[0]
    at = {pair: answer for answer, pair in questions.pairs_asked(training, 0).items()}
    rounds = [
        ((at["l", "o"], 3), ("9999 1", 5)),
        ((at["l", "o"], 1), (at["h", "i"], 4), ("no answer", 7)),
    ]
    found = questions.tally(training, 0, rounds)
    assert (found.pair, found.token) == (following.pair, following.token)
    assert (found.count, found.ties) == (following.count, len(following.ties))
    rows = found.rows
    assert [(row.bet.pair, row.votes) for row in rows] == [
        (("h", "i"), (0, 4)),
        (("l", "o"), (3, 1)),
        (training.merges[0].pair, (0, 0)),
    ]
    assert [row.bet for row in rows] == judge(snapshot, [row.bet.pair for row in rows])
    assert rows[-1].bet.verdict == "right"


def counted(text="他是一个很好的人"):
    return questions.count_question(opened("o200k"), opened("gpt2"), text)


def test_the_tokens_of_a_sentence_stand_among_other_things_that_can_be_counted():
    """Four different numbers, the smallest first; each says what it counts."""
    put, right = counted(), len(opened("o200k").encode("他是一个很好的人").ids)
    numbers = [option.number for option in put.options]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == questions.OPTIONS
    assert [option.number for option in put.options if option.is_right] == [right]
    counts = {option.counts: option.number for option in put.options}
    assert counts["characters"] == 8
    assert counts["older"] == len(opened("gpt2").encode("他是一个很好的人").ids)
    assert counted("") is None
    assert len(counted("a").options) == questions.OPTIONS


def test_a_phone_gets_the_question_in_every_language_and_numbers_without_the_answer():
    """Whatever the projector speaks; then which bets are right, or tie, by the record."""
    put = counted()
    sent = json.loads(put.payload)
    for lang in LANGUAGES:
        with speaking(lang):
            assert sent["ask"][lang] == put.ask
            assert json.loads(put.payload) == sent
    assert sent["ask"]["zh"] != sent["ask"]["en"]
    assert sent["options"] == [str(option.number) for option in put.options]
    assert {*sent} == {"ask", "options"}
    assert answers(put.payload) == {f"{at}" for at in range(len(put.options))}
    training = train(HUG, "huggingface")
    asked = questions.pairs_asked(training, 4)
    told = json.loads(questions.merge_question(training, "", 4).verdicts)
    named = {asked[answer]: verdict for answer, verdict in told.items()}
    assert named == {("p", "ug"): "right", ("hug", "s"): "tied"}
    put = questions.count_question(opened("o200k"), opened("gpt2"), "snowflakeology")
    [right] = json.loads(put.verdicts)
    assert put.options[int(right)].is_right


def scope_of(
    address: str = "10.0.0.1", origin: bytes = b"http://app", cookie: bytes = b"voter=v"
) -> dict:
    headers = [(b"host", b"app"), (b"origin", origin), (b"cookie", cookie)]
    code = {"code": LETTERS[:LENGTH]}
    return {"type": "websocket", "path_params": code, "headers": headers, "client": (address, 1)}


class Room:
    """One in which nothing is asked."""

    turned_away = False

    def state(self, code):
        return State(0, False)

    def use(self, code):
        pass

    def question(self, code, number):
        return ""

    def turn_away(self, code):
        Room.turned_away = True


@pytest.fixture
def dial(monkeypatch):
    """Return what opens a socket from an address, for as long as a loop runs, and says the last it
    was told: accepted, or closed and why.
    """
    monkeypatch.setattr(phones, "shared", Room)
    monkeypatch.setattr(phones, "MOST_PHONES", 4)
    monkeypatch.setattr(phones, "MOST_OF_ONE", 2)
    assert not phones._phones

    async def dial(*addresses: str) -> list[object]:
        said, calls = [], []
        for address in addresses:
            told: list[dict] = []

            async def send(message, told=told):
                told.append(message)

            coming = asyncio.Queue()
            coming.put_nowait({"type": "websocket.connect"})
            socket = WebSocket(scope_of(address), coming.get, send)
            calls.append(asyncio.create_task(phones.socket(socket)))
            await asyncio.sleep(0)
            said.append(told[-1].get("code", "in"))
        for call in calls:
            call.cancel()
            with suppress(asyncio.CancelledError):
                await call
        return said

    return lambda *addresses: run_alone(dial(*addresses))


def test_one_address_leaves_places_to_the_others(dial, monkeypatch):
    """All have room again once they have gone; a room is told of the phone that found none."""
    assert dial("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2") == ["in", "in", phones.FULL, "in"]
    assert dial("10.0.0.1", "10.0.0.2") == ["in", "in"]
    monkeypatch.setattr(Room, "turned_away", False)
    assert dial(*(f"10.0.0.{each}" for each in range(5))) == ["in"] * 4 + [phones.FULL]
    assert Room.turned_away


def talk(messages: list[dict], **asked: bytes) -> list[dict]:
    """Return what a phone is sent that sends these messages, then leaves."""
    told: list[dict] = []
    coming = iter([{"type": "websocket.connect"}, *messages])

    async def receive():
        await asyncio.sleep(0)
        return next(coming, {"type": "websocket.disconnect", "code": 1001})

    async def send(message):
        told.append(message)

    run_alone(phones.socket(WebSocket(scope_of(**asked), receive, send)))
    return told


@pytest.mark.parametrize(
    "origin", [b"http://[", b"http://elsewhere", b"", b"\xff", b"http://app:x/"]
)
def test_an_origin_that_is_not_this_server_is_refused(origin):
    """Also one that is no address, which costs no traceback; as is a browser without a cookie."""
    assert [each["type"] for each in talk([], origin=origin)] == ["websocket.close"]
    assert talk([], cookie=b"")[-1]["code"] == phones.UNKNOWN


ODD = [
    {"bytes": b"x"},
    {"bytes": b"x", "text": None},
    {"text": None},
    {"text": "[" * 999},
    {"text": "9" * 999},
    {"text": '{"number": 1, "answer": "\\ud800"}'},
    {"text": '{"number": NaN, "answer": ""}'},
    {"text": "\x00"},
    {"text": "x" * 2_000},
]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_message_ends_the_socket_or_is_ignored(odd, monkeypatch):
    monkeypatch.setattr(phones, "shared", Room)
    monkeypatch.setattr(phones, "REST", 0)
    told = talk([{"type": "websocket.receive", **odd}])
    assert {each["type"] for each in told} <= {"websocket.accept", "websocket.close"}


def none_of(vote: dict) -> list[dict]:
    """Return votes on no question, and with no answer of it."""
    return [vote | other for other in ({"number": True}, {"number": 0}, {"answer": "1"})]


@pytest.mark.parametrize(
    ("taken", "is_full", "said"),
    [
        (True, True, {"took": "0"}),
        (False, False, {"took": None}),
        (False, True, {"took": None, "full": True}),
    ],
)
def test_a_vote_is_confirmed_or_said_not_to_count(monkeypatch, taken, is_full, said):
    """In the longest message, on the last question; what answers none is ignored."""

    class Voting(Room):
        def question(self, code, number):
            return '{"options": ["7"]}'

    monkeypatch.setattr(Voting, "vote", lambda *_: taken, raising=False)
    monkeypatch.setattr(Voting, "is_full", lambda *_: is_full, raising=False)
    monkeypatch.setattr(phones, "shared", Voting)
    monkeypatch.setattr(phones, "REST", 0)
    vote = {"number": phones.MOST_QUESTIONS, "answer": "0"}
    message = json.dumps(vote).ljust(phones.LONGEST)
    junk = ("", "{", "[]", "null", '{"number": 1}', *map(json.dumps, none_of(vote)))
    told = talk([{"type": "websocket.receive", "text": each} for each in (*junk, message)])
    assert [json.loads(each["text"]) for each in told if "text" in each] == [
        {"number": phones.MOST_QUESTIONS, **said}
    ]


def test_rooms_that_cannot_be_read_cost_a_phone_one_line_in_the_log(monkeypatch, caplog):
    """As does a message that is no UTF-8, in the server's words; it is told to dial again."""

    class Broken(Room):
        def question(self, code, number):
            raise Refusal("vote_disk")

    monkeypatch.setattr(phones, "shared", Broken)
    told = talk([{"type": "websocket.receive", "text": '{"number": 1, "answer": "0 1"}'}])
    assert told[-1] == {"type": "websocket.close", "code": phones.BROKEN, "reason": ""}
    [line] = [each.message for each in caplog.records if each.name == phones.__name__]
    assert "cannot be read" in line
    assert "\n" not in line
    caplog.clear()
    log = logging.getLogger("uvicorn.error")
    for said in ("Invalid UTF-8 sequence received from client.", "Exception in ASGI application"):
        try:
            b"\xff".decode()
        except UnicodeDecodeError:
            log.exception(said)
    shown = [logging.Formatter().format(record) for record in caplog.records]
    assert ["Traceback" in each for each in shown] == [False, True]
