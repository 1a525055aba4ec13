"""A text of the reader's own, trained in the browser: the first page of the site, and `/own`."""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from ui.catalogue import LANGUAGES
from ui.controls.controls import sample_run
from ui.player.offline import of_nothing
from ui.player.page import own_text, page_file
from ui.samples import first_sample
from ui.shell.component import language_for
from ui.shell.text import language, speaking, t
from ui.site.page import SCRIPT, menu


def first_text(beside: str = "") -> str:
    """Write the box with the words of the language's first sample, each as often as it occurs."""
    corpus = sample_run(first_sample(language())).learn().corpus
    words = " ".join(word for word, count in corpus.items() for _ in range(count))
    return own_text(of_nothing(language()), words, beside)


@lru_cache(maxsize=len(LANGUAGES))
def own_page(lang: str) -> str:
    """Write the page in a language."""
    with speaking(lang):
        ways = menu({code: f"?lang={code}" for code in LANGUAGES})
        title, lead = t("common.app_name"), t("site.lead_own")
        return page_file(title, lead, first_text(), SCRIPT, ways=ways, owns=True)


def page(request: Request) -> HTMLResponse:
    """Return it in the language that the address asks for or the browser prefers."""
    return HTMLResponse(own_page(language_for(request)))


ROUTES = [Route("/own", page)]
"""What stands beside the app's pages at its address."""
