"""Home: a sentence as a model reads it, and the reason for pieces.

Streamlit runs this file for each reader; the server imports it once, for its other routes.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from ui import state
from ui.draw.parts import styles
from ui.frame import page
from ui.jobs import lifespan as worker_lifespan
from ui.lesson import notes
from ui.logs import limit_logs
from ui.middleware import BodyBudget, IdleTimeout, ReaderCookie, SocketGuard
from ui.shims import bound_sockets, patch_forward_queue, spool_uploads
from ui.site import own
from ui.spool import delete_folders
from ui.views import home
from ui.vote import phones


def draw() -> None:
    """Draw the page."""
    bar = page("home")
    styles(*home.STYLES)
    if state.choices().present:
        home.draw_lesson()
    else:
        home.draw_sentence()
        home.draw_pages()
        home.draw_asked()
        home.draw_names()
        home.scroll_to_why()
    bar.finish()


@asynccontextmanager
async def lifespan(server: object) -> AsyncIterator[None]:
    """Run workers, and spool uploads to disk, while the server runs."""
    limit_logs()
    spool_uploads()
    patch_forward_queue()
    bound_sockets()
    async with worker_lifespan(server):
        yield
    delete_folders()


if __name__ == "__main__":
    draw()
else:
    between = [Middleware(each) for each in (BodyBudget, SocketGuard, IdleTimeout, ReaderCookie)]
    routes = [*phones.ROUTES, *notes.ROUTES, *own.ROUTES]
    app = st.App(__file__, routes=routes, middleware=between, lifespan=lifespan)
