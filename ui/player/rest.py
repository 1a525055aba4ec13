"""Where a player stands and whether it hides the answer, as far as Python knows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ui.shell import session
from ui.shell.tabs import turn_panel

OnClick = Callable[[str, tuple[str, ...]], None]
"""Takes what a reader clicked, as it is shown: a "word", a "token" and the word whose row it is in,
if any, or the two tokens of a "pair"."""


def player_notes(key: str) -> dict[str, Any]:
    """What outlives a rerun: `step` and `start` of this `generation` of this `run`."""
    opening = {"generation": 0, "step": None, "report": None}
    found: dict[str, Any] = session.recall(f"{key}_player", opening)
    session.remember(f"{key}_player", found)
    return found


@dataclass(frozen=True)
class PlayerPosition:
    """Where one player stands: its step is kept in the session, by its key, for its run."""

    key: str
    last: int
    default: int
    address: bool
    run: str = ""

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What is kept under its key."""
        return player_notes(self.key)

    def clamp(self, step: int) -> int:
        return min(max(step, 0), self.last)

    def wanted(self) -> int:
        """Return the step that the reader, the address or Python chose last."""
        if self.address:
            step = session.step(self.last, self.default)
            session.save_step(step)
            return step
        return self.clamp(session.recall(f"{self.key}_chosen", self.default, of=self.run))

    def choose(self, step: int) -> None:
        if self.address:
            session.choose_step(self.clamp(step), self.clamp(self.default))
        else:
            session.remember(f"{self.key}_chosen", self.clamp(step), of=self.run)

    def read_report(self) -> None:
        """Take over a step that the browser has reported since the last time.

        The report comes from outside: what is not a step of this generation is ignored. Its shape
        is checked before anything else: to compare lists nested a thousand deep is an error.
        """
        match (session.value(self.key) or {}).get("step"):
            case [int(told), int(step)] if told == self.notes["generation"] and type(step) is int:
                if self.notes["report"] == (told, step):
                    return
                self.notes["report"] = told, step
                self._stand(self.clamp(step))

    def answer(self, on_click: OnClick | None) -> None:
        """Hand on a word, a token or a pair that was clicked, at the step it was clicked at."""
        what: tuple[str, ...]
        match (session.value(self.key) or {}).get("asked"):
            case [int(told), int(step), "word", str(word)]:
                kind, what = "word", (word,)
            case [int(told), int(step), "token", [str(token), str(word)]]:
                kind, what = "token", (token, word)
            case [int(told), int(step), "pair", [str(left), str(right)]]:
                kind, what = "pair", (left, right)
            case _:
                return
        if on_click is None or told != self.notes["generation"] or type(step) is not int:
            return
        self._stand(self.clamp(step))
        on_click(kind, what)

    def turned(self) -> None:
        """Open or close the panel beside the words, at the step where its button was pressed."""
        match (session.value(self.key) or {}).get("details"):
            case [int(told), int(step), bool(is_open)] if told == self.notes["generation"]:
                self._stand(self.clamp(step))
                turn_panel(is_open=is_open)

    def _stand(self, step: int) -> None:
        self.notes["step"] = step
        self.choose(step)


@dataclass(frozen=True)
class Hiding:
    """Whether a player hides the answer: the session's choice, or the page's."""

    key: str
    forced: bool = False

    @property
    def number(self) -> int:
        """The number of the reader's last choice; numbers grow, whichever player reports them."""
        return session.answer_hidden()[0]

    @property
    def hidden(self) -> bool:
        """Whether the answer is hidden now."""
        return self.forced or session.answer_hidden()[1]

    @property
    def told(self) -> dict[str, Any]:
        """What the browser is told."""
        return {"number": self.number, "hidden": self.hidden, "forced": self.forced}

    def hear(self) -> None:
        """Take over the choice that the browser has reported last; it comes from outside."""
        match (session.value(self.key) or {}).get("hide"):
            case [int(number), bool(hidden)] if type(number) is int and number > self.number:
                session.hide_answer(hidden, number)
