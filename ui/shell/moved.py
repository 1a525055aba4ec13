"""Addresses of pages that are part of another one now: old links open it at their place."""

from functools import partial
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from ui.shell.page import HOME, Page
from ui.shell.pages import PAGES


def moved(page: Page, name: str, request: Request) -> RedirectResponse:
    """Lead from the page `name` to the one that took it in, with all that the link says.

    Its tabs are gone with it. The way is told from here, as the app may stand below a path.
    """
    asked = parse_qsl(request.url.query, keep_blank_values=True)
    asked = [(key, value) for key, value in asked if key != "tab"]
    opens = {key: value for key, value in page.took_in[name].items() if key not in dict(asked)}
    query = urlencode([*opens.items(), *asked])
    return RedirectResponse(f"{'./' if page.name == HOME else page.name}?{query}")


def routes(pages: tuple[Page, ...], below: str = "") -> list[Route]:
    """Return a route for each page that is gone, for an app that stands below a path."""
    below = f"/{below.strip('/')}".rstrip("/")
    gone = [(page, name) for page in pages for name in page.took_in]
    return [Route(f"{below}/{name}", partial(moved, page, name)) for page, name in gone]


ROUTES = routes(PAGES, st.get_option("server.baseUrlPath"))
"""What stands beside the app's pages at its address."""
