"""A web socket over which nobody says anything is closed; one in use is not."""

import asyncio
import selectors
from concurrent.futures import ThreadPoolExecutor

from ui.shell.middleware import GOING_AWAY, LONGEST, IdleTimeout

HALF = LONGEST / 2


class Clock(selectors.DefaultSelector):
    """Where a loop waits for nothing but the time, it is that time at once."""

    now = 0.0

    def select(self, timeout=None):
        found = super().select(0)
        self.now += 0 if found else timeout or 0
        return found


def at_once(coroutine) -> None:
    """Run to the end in a loop whose time goes by at once."""
    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now
    loop.run_until_complete(coroutine)
    loop.close()


def conversation(*lines: tuple[str, float]) -> list[str | int]:
    """Return what is heard over a web socket; each line is said by a side after so many seconds."""
    told = []

    async def browser(after):
        await asyncio.sleep(after)
        return {"type": "websocket.receive", "text": "browser"}

    async def talk():
        coming = iter([after for side, after in lines if side == "browser"] + [9 * LONGEST])

        async def app(scope, receive, send):
            async def server():
                for after in (after for side, after in lines if side == "server"):
                    await asyncio.sleep(after)
                    await send({"type": "websocket.send", "text": "server"})

            speaking = asyncio.create_task(server())
            while (message := await receive())["type"] == "websocket.receive":
                told.append(message["text"])
            told.append(message["code"])
            speaking.cancel()

        async def sent(message):
            told.append(message.get("code") or message["text"])

        await IdleTimeout(app)({"type": "websocket"}, lambda: browser(next(coming)), sent)

    with ThreadPoolExecutor(1) as apart:  # a browser of other tests has a loop here
        apart.submit(at_once, talk()).result(20)
    return told


def test_a_web_socket_without_a_message_is_closed_and_the_app_is_told():
    """Both sides: the browser connects again, the app lets the session go."""
    assert conversation() == [GOING_AWAY, GOING_AWAY]


def test_a_message_from_either_side_keeps_it_open():
    """A phone of a vote says nothing for long, and hears the next question."""
    talked = conversation(*[("browser", HALF)] * 4)
    assert talked == ["browser"] * 4 + [GOING_AWAY] * 2
    heard = conversation(*[("server", HALF)] * 4)
    assert heard == ["server"] * 4 + [GOING_AWAY] * 2
