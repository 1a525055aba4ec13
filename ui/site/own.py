"""A text of the reader's own, trained in the browser: the first page of the site, and `/own`."""

from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from ui.controls.controls import sample_run
from ui.languages import LANGUAGES, preferred
from ui.player.offline import of_nothing
from ui.player.page import own_text, page_file
from ui.samples import first_sample
from ui.shell.component import script
from ui.shell.text import language, speaking, t
from ui.site.page import languages

_SCRIPT = script([Path(__file__).with_name("page.js")])


def first_text(beside: str = "") -> str:
    """Write the box with the words of the language's first sample, each as often as it occurs."""
    corpus = sample_run(first_sample(language())).learn().corpus
    words = " ".join(word for word, count in corpus.items() for _ in range(count))
    return own_text(of_nothing(language()), words, beside)


@lru_cache(maxsize=len(LANGUAGES))
def own_page(lang: str) -> str:
    """Write the page in a language."""
    with speaking(lang):
        menu = escape(t("common.menu"))
        links = languages({code: f"?lang={code}" for code in LANGUAGES})
        ways = f'<nav class="ways" aria-label="{menu}">{links}</nav>'
        title, lead = t("common.app_name"), t("site.lead_own")
        return page_file(title, lead, first_text(), _SCRIPT, ways=ways, owns=True)


def page(request: Request) -> HTMLResponse:
    """Return it in the language that the address asks for or the browser prefers."""
    [asked, *_] = parse_qs(request.url.query).get("lang", [""])
    accepted = request.headers.get("accept-language", "")
    return HTMLResponse(own_page(asked if asked in LANGUAGES else preferred(accepted)))


ROUTES = [Route("/own", page)]
"""What stands beside the app's pages at its address."""
