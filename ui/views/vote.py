"""Class vote: the projector asks a question, phones answer it, and the record judges the votes.

Two questions: the next merge of the run, and the number of tokens of a sentence. Phones get them as
JSON without the answer. `ui/vote` has the rooms and the phones' page.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from itertools import islice, pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import Literal
from urllib.parse import urljoin, urlsplit

import streamlit as st

from bpe import CorpusError, Snapshot, Training
from bpe.merging.values import Pair
from bpe.player.payload import ROWS, as_json
from bpe.player.rows import Tokens
from bpe.player.tokens import Token, beginning, short
from bpe.readings.prediction import Bet, judge
from ui import share, state
from ui.browsers import network_of
from ui.cache import remembered
from ui.catalogue import LANGUAGES
from ui.component import component
from ui.draw.parts import styles, text_line
from ui.draw.say import merge_tokens, say, write
from ui.draw.tokens import chips, shown_text
from ui.frame import Bar
from ui.lesson.own_words import named_words, stop_here
from ui.lesson.stage import PHONES
from ui.pages import VOTE_KINDS
from ui.player import step_player
from ui.runs import Run
from ui.spool import digest
from ui.text import language, refusal, speaking, t
from ui.tokenizers import opened
from ui.vote.rooms import RoomState, shared

STYLE = Path(__file__).with_name("vote.css")
KEY = "vote"
QR_PIXELS = 320

SHOWN = "vote_shown"
"""Session key of the room and the number of the question with a visible answer."""

_hears_reveal = component("vote_reveal", Path(__file__).with_name("vote_reveal.js"))


# The questions ------------------------------------------------------------------------------------

WORDS, LEADING = 6, 5
"""Number of frequent words on a phone, and of leading pairs, with a word for each."""

MAX_WORD_TOKENS = 40
"""Maximum number of tokens of a word on a phone."""

MODEL, OLDER = "o200k", "gpt2"
"""GPT-4o's tokenizer, whose tokens are counted, and the older one among the options."""

MAX_SENTENCE_CHARS = 120
OPTIONS = 4
"""Numbers to choose from."""


@dataclass(frozen=True)
class VoteQuestion:
    """A question for phones.

    Attributes:
        payload: JSON for phones, without the answer.
        verdicts: JSON, answer of a phone -> "right" or "tied", only for these answers.
    """

    payload: str
    verdicts: str

    @property
    def name(self) -> str:
        """Equal names are the same question."""
        return digest(self.payload, self.verdicts)


@dataclass(frozen=True)
class MergeQuestion(VoteQuestion):
    """The question for the pair that is merged after a step.

    Attributes:
        pairs: answer of a phone, the indices of two adjacent tokens -> pair.
    """

    pairs: Mapping[str, Pair]


@dataclass(frozen=True)
class CountQuestion(VoteQuestion):
    """The question for the number of tokens of a sentence; the answer is the index of an option.

    Attributes:
        ask: the question in the reader's language.
        options: number -> its meaning, as in `vote.says_<...>`: "counted" is right.
    """

    ask: str
    tokens: Sequence[Token]
    options: Mapping[int, str]


@remembered
def merge_question(training: Training, step: int, lang: str) -> MergeQuestion | None:
    """Ask for the merge after a step; None after the last.

    The payload has the step, the tokens, and for each word its text, count, split (token indices)
    and whether the split is cut off.
    """
    if step >= len(training):
        return None
    snapshot, tokens = training.snapshot(step), Tokens(training.scheme, training.token_ranks)
    split = cache(snapshot.word)
    words = [row.text for row in snapshot.words(WORDS)]
    # A word for each leading pair, so that the words do not reveal the answer.
    leading = [each for each in snapshot.pairs(LEADING) if not each.forbidden]
    for pair, found in zip(leading, snapshot.words_of_pairs(leading, 20), strict=True):
        words += islice(
            (w for w, _ in found if pair.pair in pairwise(split(w).tokens[:MAX_WORD_TOKENS])), 1
        )
    with speaking(lang):
        rows = []
        for row in sorted(map(split, dict.fromkeys(words)), key=lambda row: -row.count):
            numbers = tokens.all(row.tokens[:MAX_WORD_TOKENS])
            rows.append((short(row.text), row.count, numbers, len(row.tokens) > MAX_WORD_TOKENS))
        asked = {"step": step, "words": rows, "tokens": tokens.table(is_cut=True)}
    named = tokens.named
    pairs = {
        f"{left} {right}": (named[left], named[right])
        for _, _, numbers, _ in rows
        for left, right in pairwise(numbers)
    }
    bets = zip(pairs, judge(snapshot, [*pairs.values()]), strict=True)
    verdicts = {each: bet.verdict for each, bet in bets if bet.verdict in ("right", "tied")}
    return MergeQuestion(as_json(asked), as_json(verdicts), pairs)


def count_question(text: str) -> CountQuestion | None:
    """Ask how many tokens a text has; None for an empty one."""
    encoding = opened(MODEL).encode(text)
    right = len(encoding.ids)
    if not right:
        return None
    others = [
        (len(opened(OLDER).encode(text).ids), "older"),
        (len(encoding.words), "words"),
        (len(text), "characters"),
        (len(text.encode()), "bytes"),
        *((right + more, "wrong") for more in range(1, OPTIONS)),
    ]
    found = {right: "counted"}
    for number, counts in others:
        found.setdefault(number, counts)
    options = dict(sorted(islice(found.items(), OPTIONS)))
    shown, ask = shown_text(text).replace("␣", " "), {}
    for lang in LANGUAGES:
        with speaking(lang):
            ask[lang] = t("vote.ask_tokens", text=shown)
    asked = {"ask": ask, "options": [f"{number:,}" for number in options]}
    verdicts = {str(place): "right" for place, number in enumerate(options) if number == right}
    here, tokens = ask[language()], tuple(encoding.tokens)
    return CountQuestion(as_json(asked), as_json(verdicts), here, tokens, options)


# The page -----------------------------------------------------------------------------------------


def draw_vote(bar: Bar, run: Run) -> None:
    """Draw the question, with its room next to it; in a lesson its beat."""
    styles(STYLE)
    with bar.pickers:
        kind = st.selectbox(
            t("vote.asked"),
            VOTE_KINDS,
            format_func=lambda each: t(f"vote.kind_{each}"),
            key=state.shows("vote_kind", state.chosen("ask")),
            on_change=lambda: state.choose(ask=st.session_state["vote_kind"]),
        )
    chosen = state.choices()
    try:
        if (stop := stop_here()) and chosen.phase:
            _draw_beat(stop.start, chosen.phase, run)
        else:
            _draw_question(kind, run)
    except CorpusError as error:  # the rooms' file cannot be read or written
        st.error(refusal(error))


def _draw_question(kind: str, run: Run) -> None:
    rooms, owner, step = shared(), state.owner(), state.step(len(run), run.start_step)
    code = state.chosen("room")
    if code is None:
        code = rooms.led_by(owner)
    elif not rooms.is_led(code, owner):
        state.drop("room", code)
    place, side = st.columns([2, 1] if code else [5, 1], gap="medium")
    question: MergeQuestion | CountQuestion | None
    with place:
        if kind == "merge":
            question = merge_question(run.training, step, language())
        else:
            label, example = t("vote.text_tokens"), t("vote.example")
            question = count_question(text_line(label, "vote_tokens", example, MAX_SENTENCE_CHARS))
    now = _ask(code, question) if code else None
    if now and question and now.name != question.name:
        now = None  # the room has refused the question
    shows = now is not None and st.session_state.get(SHOWN) == (code, now.number)

    def show_answer() -> None:
        if code and now:
            rooms.set_open(code, owner, False, question.verdicts if question else "")
            st.session_state[SHOWN] = code, now.number

    with place:
        if isinstance(question, CountQuestion):
            options = "".join(f"<li>{each}</li>" for each in option_labels(question))
            asked = f"<p>{escape(question.ask)}</p><ul>{options}</ul>"
            write(f'<div class="vote-asked">{asked}</div>')
        elif kind == "merge":
            step_player(run, KEY, alone=bool(code), hide=None if shows else True)
            if now and not shows:  # a bet on the projector shows the answer
                shown = partial(_try, show_answer)
                _hears_reveal(key="vote_reveal", data={"key": KEY}, on_shown_change=shown, height=1)
    with side:
        if code is None:
            network = network_of(st.context.ip_address)
            _button("open", lambda: state.choose(room=rooms.open(owner, network)), primary=True)
            st.markdown(t(f"vote.how_{kind}"))
            return
        if question is None:
            st.markdown(t(f"vote.none_{kind}"))
        elif now:
            with st.container(key="vote_room", gap="xsmall"):
                _draw_room(code, now.is_open)
                if not now.is_open:
                    draw_votes(question, code, shows, run.training.snapshot(step))
        with st.container(horizontal=True, key="vote_buttons"):
            if question and now and now.is_open:
                _button("close", partial(rooms.set_open, code, owner, False), primary=True)
            elif question and now and not shows:
                _button("show", show_answer, primary=True)
                again = partial(rooms.ask, code, owner, question.name, question.payload)
                _button("again", again)
            if shows and kind == "merge":
                _button("next", partial(state.choose, step=step + 1), primary=True)
            with st.popover(t("vote.end"), width="content"):
                st.markdown(t("vote.end_asks"))
                sure = t("vote.end_sure")
                st.button(sure, key="vote_end", on_click=_try, args=(_end_room, code, owner))


def _draw_beat(start: int, phase: str, run: Run) -> None:
    """Draw a beat of the lesson: the words, an open room, its votes, or the player.

    start: the step of the stop's question, independent of the player.
    """
    rooms, owner, step = shared(), state.owner(), min(start, len(run))
    code, question = rooms.led_by(owner), merge_question(run.training, step, language())
    if phase == "open" and code is None:
        code = rooms.open(owner, network_of(st.context.ip_address))
    if code is None or question is None or phase == "question":
        _play(run)
    elif phase == "open":
        now = _ask(code, question)
        if now and not now.is_open:
            rooms.set_open(code, owner, True)
        # The words do not change; the phones' code replaces the pairs.
        _play(run)
        with st.container(key="vote_room", gap="xsmall"):
            _draw_room(code, is_open=True)
    elif phase == "tally":
        rooms.set_open(code, owner, False)
        with st.container(key="vote_room"):
            draw_votes(question, code, False, run.training.snapshot(step))
            _button("again", partial(_ask_again, code, question.name, question.payload))
    else:
        now = rooms.state(code)
        # Votes on another question are not judged.
        is_asked = now is not None and now.name == question.name
        rooms.set_open(code, owner, False, question.verdicts if is_asked else "")
        _play(run)


def _play(run: Run) -> None:
    """Draw the player of a beat with the words that the stop names, if it names any."""
    named = named_words()
    step_player(run, KEY, pinned=named, words=0 if named else ROWS)


def _ask(code: str, question: VoteQuestion | None) -> RoomState | None:
    """Let the room ask the current question, unless it already does; return its state."""
    rooms, owner, now = shared(), state.owner(), shared().state(code)
    if question is None:
        rooms.set_open(code, owner, False)
    elif now is None or now.name != question.name:
        _try(rooms.ask, code, owner, question.name, question.payload)
    return rooms.state(code)


def _try(do: Callable[..., object], *arguments: object) -> None:
    """Call a function, and show its error."""
    try:
        do(*arguments)
    except CorpusError as error:
        st.error(refusal(error))


def _button(name: str, do: Callable[[], object], *, primary: bool = False) -> None:
    kind: Literal["primary", "secondary"] = "primary" if primary else "secondary"
    st.button(t(f"vote.{name}"), key=f"vote_{name}", type=kind, on_click=_try, args=(do,))


def _ask_again(code: str, name: str, payload: str) -> None:
    shared().ask(code, state.owner(), name, payload)
    state.choose(phase="open")


def _end_room(code: str, owner: str) -> None:
    shared().end(code, owner)
    st.session_state[PHONES] = None
    state.choose(room=None)


# The room and its votes ---------------------------------------------------------------------------


def _draw_room(code: str, is_open: bool) -> None:
    """Draw the address of the phones; large and with a QR code while the vote is open."""
    address, notes = share.reachable(urljoin(st.context.url or "", f"v/{code}"))
    st.session_state[PHONES] = address
    short_address = escape((address.partition("://")[2] or address).removesuffix(code))
    write(
        f'<p class="vote-address{" large" if is_open else ""}">{short_address}'
        f'<b data-room="{code}" data-address="{escape(address)}">{code}</b></p>'
    )
    if is_open:
        if picture := share.drawn(address):
            st.image(picture, width=QR_PIXELS, alt=t("lesson.code", link=address))
        if urlsplit(address).hostname in share.LOCAL and state.choices().stop is None:
            st.caption(" ".join(notes))
        _count(code)


@st.fragment(run_every=1.0)
def _count(code: str) -> None:
    """Count the votes each second, and say if the room is full."""
    rooms = shared()
    try:
        now = rooms.state(code)
        if now is None or not now.is_open:
            st.rerun()  # another tab of this browser has closed the vote, or ended the room
        rooms.use(code)
        votes = rooms.votes(code, now.number).total()
        count = f'<strong data-votes="{votes}">{votes}</strong>'
        unit = escape(t("vote.votes", n=votes))
        full = f'<p class="vote-full">{escape(t("vote.full"))}</p>' if rooms.is_full(code) else ""
        write(f'<p class="vote-count" role="status">{count} {unit}</p>{full}')
    except CorpusError as error:
        st.error(refusal(error))


PAIRS_SHOWN = 5
AnswerBar = tuple[str, list[int], str, bool]
"""The label of an answer as HTML, its votes by round, the verdict, and whether it is right."""


def draw_votes(
    question: MergeQuestion | CountQuestion, code: str, shows: bool, snapshot: Snapshot
) -> None:
    """Draw the votes for each answer in each round; with `shows` also the record's verdicts."""
    rounds = shared().rounds(code, question.name)
    bars: list[AnswerBar] = []
    if isinstance(question, CountQuestion):
        counts = zip(option_labels(question), question.options.values(), strict=True)
        for place, (label, what) in enumerate(counts):
            votes = [each[str(place)] for each in rounds]
            bars.append((label, votes, t(f"vote.says_{what}"), what == "counted"))
    else:
        scheme = snapshot.training.scheme
        for bet, votes in judged(question.pairs, snapshot, rounds):
            if shows or any(votes):
                said = t(f"vote.said_{bet.verdict}", count=bet.count)
                label = chips(map(beginning, bet.pair), scheme)
                bars.append((label, votes, said, bet.verdict == "right"))
        if not bars:
            st.markdown(t("vote.nobody"))
    _draw_bars(rounds, bars, shows)
    if not shows:
        return
    of_all = {"right": next(each[1][-1] for each in bars if each[3]), "votes": rounds[-1].total()}
    if isinstance(question, CountQuestion):
        split, count = {"split": question.tokens}, len(question.tokens)
        say("vote.answer_tokens", None, split, count=count, **of_all)
    elif merge := snapshot.next:
        ties, rule = len(merge.ties), t(f"ties.wins_{scheme.tie_rule}")
        name, tokens = f"vote.sentence{'_tied' if ties > 1 else ''}", merge_tokens(merge)
        say(name, scheme, tokens, count=merge.count, ties=ties, rule=rule, **of_all)


def option_labels(question: CountQuestion) -> list[str]:
    """Return each option as HTML, after its letter."""
    lettered = zip(ascii_uppercase, question.options, strict=False)
    return [f"<b>{letter}</b> {number:,}" for letter, number in lettered]


def judged(
    pairs: Mapping[str, Pair], snapshot: Snapshot, rounds: Sequence[Mapping[str, int]]
) -> list[tuple[Bet, list[int]]]:
    """Return the pairs with most votes, the last round first, and the pair merged next, if missing.

    pairs: answer -> pair. rounds: answer -> votes. Each pair has the record's verdict, and its
        votes in each round.
    """
    following = snapshot.next
    assert following is not None
    cast = dict.fromkeys(each for votes in rounds for each in votes if each in pairs)
    answers = sorted(
        cast, key=lambda each: [votes.get(each, 0) for votes in reversed(rounds)], reverse=True
    )[:PAIRS_SHOWN]
    shown = [pairs[each] for each in answers]
    if following.pair not in shown:
        by_pair = {pair: answer for answer, pair in pairs.items()}
        answers.append(by_pair.get(following.pair, ""))
        shown.append(following.pair)
    votes = [[each.get(answer, 0) for each in rounds] for answer in answers]
    return [*zip(judge(snapshot, shown), votes, strict=True)]


def _draw_bars(rounds: Sequence[Counter[str]], bars: Sequence[AnswerBar], shows: bool) -> None:
    """Draw the share of each answer in the last round, and in pale colour in the round before."""
    last = len(rounds)
    voters = {at: rounds[at - 1].total() for at in range(max(1, last - 1), last + 1)}
    kinds = {at: "now" if at == last else "before" for at in voters}
    legend = "".join(
        f'<span class="{kinds[at]}"><i></i>{escape(t("vote.round", number=at, votes=votes))}</span>'
        for at, votes in voters.items()
    )
    rows = ""
    for label, votes, verdict, is_right in bars:
        drawn = shares = ""
        for at, kind in kinds.items():
            percent = f"{100 * votes[at - 1] / max(1, voters[at]):.0f}%"
            drawn += f'<i class="{kind}" style="width:{percent}"></i>'
            shares += f'<span class="{kind}">{percent}</span>'
        said = f'<p class="said">{escape(verdict)}</p>' if shows else ""
        rows += (
            f'<li class="{"right" if shows and is_right else ""}"><div class="answer">{label}</div>'
            f'<div class="shares">{shares}</div><div class="track">{drawn}</div>{said}</li>'
        )
    write(
        f'<p class="vote-rounds">{legend}</p>'
        f'<ol class="vote-bars" aria-label="{escape(t("vote.tally"))}">{rows}</ol>'
    )
