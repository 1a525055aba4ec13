"""Python's state of a player: its step, and whether it hides the answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import streamlit as st

from ui import state
from ui.panel import turn_panel

OnClick = Callable[[str, tuple[str, ...]], None]
"""Callback for a click, with displayed names: a "word", a "token" and the word of its row, if any,
the two tokens of a "pair", or the rule for "ties"."""


def player_notes(key: str) -> dict[str, Any]:
    """State that survives a rerun: `step` and `start` of this `generation` of this `run`."""
    opening = {"generation": 0, "step": None, "report": None}
    found: dict[str, Any] = st.session_state.setdefault(f"{key}_player", opening)
    return found


@dataclass(frozen=True)
class PlayerPosition:
    """The step of one player, stored in the session under its key, for its run."""

    key: str
    last: int
    default: int
    address: bool
    run: str = ""

    @cached_property
    def notes(self) -> dict[str, Any]:
        """The value under its key."""
        return player_notes(self.key)

    def clamp(self, step: int) -> int:
        return min(max(step, 0), self.last)

    def wanted(self) -> int:
        """Return the step chosen last by the reader, the address or Python."""
        if self.address:
            return state.step(self.last, self.default)
        run, step = st.session_state.get(f"{self.key}_chosen", ("", 0))
        return self.clamp(step if run == self.run else self.default)

    def choose(self, step: int) -> None:
        if self.address:
            state.choose_step(self.clamp(step), self.clamp(self.default))
        else:
            st.session_state[f"{self.key}_chosen"] = self.run, self.clamp(step)

    def read_report(self) -> None:
        """Apply a step that the browser has reported since the last call.

        The report is untrusted: anything but a step of this generation is ignored. Its type is
        checked first: comparing lists nested a thousand deep raises an error.
        """
        match (st.session_state.get(self.key) or {}).get("step"):
            case [int(told), int(step)] if told == self.notes["generation"] and type(step) is int:
                if self.notes["report"] == (told, step):
                    return
                self.notes["report"] = told, step
                self._stand(self.clamp(step))

    def answer(self, on_click: OnClick | None) -> None:
        """Pass a clicked word, token or pair to the callback, at the step of the click."""
        what: tuple[str, ...]
        match (st.session_state.get(self.key) or {}).get("asked"):
            case [int(told), int(step), "word", str(word)]:
                kind, what = "word", (word,)
            case [int(told), int(step), "token", [str(token), str(word)]]:
                kind, what = "token", (token, word)
            case [int(told), int(step), "pair", [str(left), str(right)]]:
                kind, what = "pair", (left, right)
            case [int(told), int(step), "ties", [str(rule)]]:
                kind, what = "ties", (rule,)
            case _:
                return
        if on_click is None or told != self.notes["generation"] or type(step) is not int:
            return
        self._stand(self.clamp(step))
        on_click(kind, what)

    def turned(self) -> None:
        """Open or close the panel next to the words, at the step where its button was pressed.

        If the player has another run by then, its step stays, but the press counts.
        """
        match (st.session_state.get(self.key) or {}).get("details"):
            case [int(told), int(step), bool(is_open)]:
                if told == self.notes["generation"]:
                    self._stand(self.clamp(step))
                turn_panel(is_open=is_open)

    def _stand(self, step: int) -> None:
        self.notes["step"] = step
        self.choose(step)


@dataclass(frozen=True)
class Hiding:
    """True if a player hides the answer: the session's choice, or the page's."""

    key: str
    forced: bool = False

    @property
    def number(self) -> int:
        """The number of the reader's last choice; numbers increase over all players."""
        return state.state().hide_number

    @property
    def hidden(self) -> bool:
        """True if the answer is hidden now."""
        return self.forced or state.answer_is_hidden()

    @property
    def told(self) -> dict[str, Any]:
        """Data for the browser."""
        return {"number": self.number, "hidden": self.hidden, "forced": self.forced}

    def hear(self) -> None:
        """Apply the last choice reported by the browser; it is untrusted."""
        match (st.session_state.get(self.key) or {}).get("hide"):
            case [int(number), bool(hidden)] if type(number) is int and number > self.number:
                state.hide_answer(hidden, number)
