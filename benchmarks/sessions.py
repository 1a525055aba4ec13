"""A reader without a browser: a session over a web socket, as in a browser."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import requests
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from ui.catalogue import catalogue

OWN_FILE = catalogue("en")["controls.corpus_uploaded"]
PLAYER = "step_player"
LARGEST = 256 * 2**20
PATIENCE = 120.0
CUT_SHORT = ForwardMsg.FINISHED_EARLY_FOR_RERUN
"""Status of a run that is interrupted by another one."""

_XSRF = "_streamlit_xsrf"


def made_up_text(seed: int, words: int) -> bytes:
    """Return a text of this many words, nearly all distinct, unique to the seed."""
    chance = random.Random(seed)
    made = ("".join(chance.choices("etaoinshrdlu", k=chance.randint(3, 9))) for _ in range(words))
    return " ".join(made).encode()


@dataclass
class Reader:
    """One session on one page, which stores only the messages that it needs.

    Attributes:
        http: client with the cookies; the tabs of one browser share it.
        player: the last payload of the step player.
    """

    address: str
    query: str = ""
    page: str = "train"
    http: requests.Session = field(default_factory=requests.Session)
    player: dict[str, Any] = field(default_factory=dict)
    _wire: ClientConnection | None = None
    _session: str = ""
    _script: str = ""
    _hashes: set[str] = field(default_factory=set)
    _ids: dict[str, str] = field(default_factory=dict)
    _around: dict[str, str] = field(default_factory=dict)
    _files: BackMsg = field(default_factory=BackMsg)

    async def open(self) -> None:
        """Open the page, or reopen it after a server restart, until it is complete."""
        await asyncio.to_thread(self._greet)
        self._hashes.clear()
        self._files = BackMsg()
        self._wire = await connect(
            self.address.replace("http", "ws", 1) + "/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            additional_headers={"Cookie": "; ".join(map("=".join, self.http.cookies.items()))},
            max_size=LARGEST,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        told = BackMsg()
        told.rerun_script.page_name = self.page
        await self._run(told)

    async def follow(self, query: str) -> None:
        """Go to another address of the same page, as by a link; the file box then disappears."""
        self.query, self._files = query, BackMsg()
        await self._run(BackMsg())

    async def pause(self, step: int) -> None:
        """Stop at a step and wait until the page has followed."""
        told = BackMsg()
        told.rerun_script.fragment_id = self._around[PLAYER]
        state = told.rerun_script.widget_states.widgets.add(id=self._ids[PLAYER])
        state.json_value = json.dumps({"step": [self.player["generation"], step]})
        await self._run(told)

    async def choose(self, widget: str, text: str) -> None:
        """Choose from one of the page's pickers, named by its key, or write into `text_input`."""
        told = BackMsg()
        told.rerun_script.fragment_id = self._around.get(widget, "")
        told.rerun_script.widget_states.widgets.add(id=self._ids[widget], string_value=text)
        await self._run(told)

    async def upload(self, name: str, data: bytes) -> None:
        """Give a file to the page's box for one."""
        asked = BackMsg()
        asked.file_urls_request.request_id = name
        asked.file_urls_request.file_names.append(name)
        asked.file_urls_request.session_id = self._session
        await self._send(asked)
        while (said := await self._next()).WhichOneof("type") != "file_urls_response":
            pass
        [urls] = said.file_urls_response.file_urls
        await asyncio.to_thread(self._put, urls.upload_url, name, data)
        told = BackMsg()
        self._files = BackMsg()
        given = self._files.rerun_script.widget_states.widgets.add(id=self._ids["file_uploader"])
        file = given.file_uploader_state_value.uploaded_file_info.add()
        file.file_id, file.name, file.size = urls.file_id, name, len(data)
        file.file_urls.CopyFrom(urls)
        await self._run(told)

    async def close(self) -> None:
        """Leave, like a closed tab."""
        if self._wire is not None:
            await self._wire.close()

    async def _run(self, told: BackMsg) -> None:
        """Request a run and read its messages. Raises RuntimeError for an error of the page."""
        rerun = told.rerun_script
        rerun.query_string = self.query
        rerun.page_script_hash = self._script
        rerun.cached_message_hashes.extend(self._hashes)
        rerun.widget_states.MergeFrom(self._files.rerun_script.widget_states)
        rerun.context_info.url = f"{self.address}/{self.page}"
        rerun.context_info.locale = "en-US"
        await self._send(told)
        while True:
            message = await self._next()
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._look(message)
            elif kind == "script_finished" and message.script_finished != CUT_SHORT:
                return

    async def _send(self, told: BackMsg) -> None:
        assert self._wire is not None
        await self._wire.send(told.SerializeToString())

    async def _next(self) -> ForwardMsg:
        assert self._wire is not None
        data = await self._wire.recv()
        assert isinstance(data, bytes)
        message = ForwardMsg.FromString(data)
        if message.metadata.cacheable and message.hash:
            self._hashes.add(message.hash)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._session = message.new_session.initialize.session_id
        elif kind == "navigation":
            self._script = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        return message

    def _look(self, message: ForwardMsg) -> None:
        """Find the widgets among the drawn elements, and check that there is no error."""
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise RuntimeError(element.exception.message)
        if kind in ("file_uploader", "text_input"):
            self._ids[kind] = getattr(element, kind).id
            self._around[kind] = message.delta.fragment_id
        elif kind == "selectbox":
            self._ids[element.selectbox.id.rpartition("-")[2]] = element.selectbox.id
        elif kind == "bidi_component" and element.bidi_component.component_name.endswith(PLAYER):
            drawn = element.bidi_component
            self._ids[PLAYER], self._around[PLAYER] = drawn.id, message.delta.fragment_id
            self.player = json.loads(drawn.json or drawn.mixed.json)

    def _greet(self) -> None:
        """Request the page and the health check, as a browser does; store the cookies."""
        for path in (self.page, "_stcore/health"):
            self.http.get(f"{self.address}/{path}", timeout=PATIENCE).raise_for_status()

    def _put(self, path: str, name: str, data: bytes) -> None:
        head = {"X-Xsrftoken": self.http.cookies.get(_XSRF, "")}
        address, files = f"{self.address}{path}", {"file": (name, data)}
        self.http.put(address, files=files, headers=head, timeout=PATIENCE).raise_for_status()
