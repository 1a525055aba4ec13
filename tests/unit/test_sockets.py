"""Limits on Uvicorn's web sockets: inflated messages and replies."""

import asyncio

import pytest
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
)
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from ui.shims import MAX_MESSAGE_BYTES, bound_sockets


class Protocol(WebSocketsSansIOProtocol):
    """A protocol class that only these tests patch."""


bound_sockets(Protocol)


class Transport:
    """A transport that keeps the bytes sent, and whether the server still reads."""

    reads, gone = True, False

    def __init__(self):
        self.sent = b""

    def write(self, data):
        self.sent += data

    def pause_reading(self):
        self.reads = False

    def resume_reading(self):
        self.reads = True

    def close(self):
        self.gone = True

    abort = close

    def is_closing(self):
        return self.gone

    def get_extra_info(self, name):
        return None


def frame(opcode: Opcode, data: bytes) -> bytes:
    """Return a compressed frame as a browser sends it."""
    deflate = PerMessageDeflate(True, True, 12, 12, {})
    return Frame(opcode, data).serialize(mask=True, extensions=[deflate])


def talked(work) -> None:
    """Open a compressed socket, and run `work` on the server's side of it."""

    async def run():
        done = asyncio.Event()

        async def app(scope, receive, send):
            await receive()
            await send({"type": "websocket.accept"})
            await done.wait()

        config = Config(app, ws_per_message_deflate=True, ws_max_size=2**23, lifespan="off")
        config.load()
        server, transport = Protocol(config, ServerState(), {}), Transport()
        server.connection_made(transport)
        offer = [ClientPerMessageDeflateFactory(client_max_window_bits=12)]
        browser = ClientProtocol(parse_uri("ws://app/"), extensions=offer)
        browser.send_request(browser.connect())
        server.data_received(b"".join(browser.data_to_send()))
        [answering] = server.tasks
        while not server.handshake_complete:
            await asyncio.sleep(0)
        await work(server, transport)
        done.set()
        await answering
        server.stop_keepalive()

    asyncio.run(run())


def test_of_many_messages_in_one_read_few_are_inflated_before_they_are_taken():
    """All messages arrive in order, and the server stops reading until the app has taken them."""
    messages = [b"%03d" % each + bytes(400_000) for each in range(100)]

    async def work(server, transport):
        server.data_received(b"".join(frame(Opcode.BINARY, each) for each in messages))
        for each in messages:
            assert server.queue.qsize() <= 3
            assert not transport.reads or each == messages[-1]
            got = await server.receive()
            assert got["bytes"] == each

    talked(work)


@pytest.mark.parametrize(("size", "kind"), [(0, "receive"), (1, "disconnect")])
def test_a_message_larger_than_the_limit_closes_the_socket(size, kind):
    """The limit holds for the inflated size of a message."""

    async def work(server, transport):
        server.data_received(frame(Opcode.BINARY, bytes(MAX_MESSAGE_BYTES + size)))
        got = await server.receive()
        assert got["type"] == f"websocket.{kind}"

    talked(work)


def test_pongs_that_nobody_reads_are_not_kept():
    """While the browser does not read, pings get no answer; later pings get one again."""

    async def work(server, transport):
        ping = frame(Opcode.PING, b"x" * 100)
        server.data_received(ping)
        before = len(transport.sent)
        server.pause_writing()
        server.data_received(ping * 10_000)
        assert len(transport.sent) == before
        server.resume_writing()
        server.data_received(ping)
        assert len(transport.sent) == before + 102

    talked(work)


def test_a_browser_that_was_told_to_leave_and_sends_on_is_cut_off():
    """After the server has closed the socket, further data closes the connection."""

    async def work(server, transport):
        await server.send({"type": "websocket.close", "code": 1008})
        server.data_received(frame(Opcode.BINARY, bytes(400_000)) * 400)
        assert transport.gone

    talked(work)
