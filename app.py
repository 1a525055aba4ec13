"""Home: a sentence as a model reads it, and why in pieces.

Streamlit runs this file for each reader; the server itself imports it once, for what it serves
beside the pages.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from ui.corpora.results import worker_lifespan
from ui.draw.parts import styles
from ui.frame import page
from ui.home import names, notes, pieces
from ui.home.names import four_names
from ui.home.path import all_pages, watch_it_learn, what_is_asked
from ui.home.pieces import come_in_sight, is_presented, why_in_lesson, why_pieces
from ui.home.sentence import STYLE, sentence_read
from ui.shell.middleware import IdleTimeout, ReaderCookie, SocketGuard
from ui.shell.shims import keep_messages, spool_uploads
from ui.site import own
from ui.vote import phones


def home() -> None:
    """Draw the page."""
    bar = page("home")
    styles(STYLE, pieces.STYLE, names.STYLE)
    if is_presented():
        why_in_lesson()
    else:
        reading()
        all_pages()
        what_is_asked()
        four_names()
        come_in_sight()
    bar.finish()


@st.fragment
def reading() -> None:
    """Take a sentence and show what hangs on it: while one types, this alone is drawn anew."""
    with st.container(key="home_first"):
        text = sentence_read()
        watch_it_learn()
    why_pieces(text)


@asynccontextmanager
async def lifespan(server: object) -> AsyncIterator[None]:
    """Have workers, and uploads that reach the disk, for as long as the server runs."""
    spool_uploads()
    keep_messages()
    async with worker_lifespan(server):
        yield


if __name__ == "__main__":
    home()
else:
    between = [Middleware(SocketGuard), Middleware(IdleTimeout), Middleware(ReaderCookie)]
    routes = [*phones.ROUTES, *notes.ROUTES, *own.ROUTES]
    app = st.App(__file__, routes=routes, middleware=between, lifespan=lifespan)
