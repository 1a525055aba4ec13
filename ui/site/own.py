"""The reader's own text, trained in the browser: the first page of the site, and `/own`."""

from functools import lru_cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bpe.player.cutting import OTHER_COLOUR
from bpe.player.page import own_text, page_file, player_data
from bpe.player.payload import as_json
from ui import by_hand
from ui.catalogue import LANGUAGES, VARY
from ui.component import language_for
from ui.pages import MAX_HAND_CHARS
from ui.pickers import sample_run
from ui.player import PAIRS_BESIDE, WORDS_BESIDE
from ui.samples import first_sample
from ui.site.page import SCRIPT, menu
from ui.state import MAX_LINK_CHARS
from ui.text import language, speaking, t

BY_HAND = Path(__file__).with_name("by_hand.js")
"""The script of the by-hand stage, on a page that trains."""


def first_text(beside: str = "") -> str:
    """Return the first text of the box: the words of the language's first sample."""
    corpus = sample_run(first_sample(language())).learn().corpus
    words = " ".join(word for word, count in corpus.items() for _ in range(count))
    return own_text(language(), player_data(None, language()), words, beside)


def by_hand_section() -> str:
    """Write the by-hand stage, with a box for other words."""
    given = {
        "text": by_hand.opening_text(),
        "say": by_hand.texts(language()),
        "from": by_hand.COMPARED_FROM,
        "scheme": by_hand.SCHEME.name,
        "chars": MAX_HAND_CHARS,
        "longest": MAX_LINK_CHARS,
        "refused": t("errors.no_words"),
        "titles": (t("quiz.beat_mine"), "BPE"),
        "rows": WORDS_BESIDE,
        "bars": PAIRS_BESIDE,
        "apart": OTHER_COLOUR,
    }
    packed = as_json(given).replace("<", "\\u003c")
    return (
        f'<section class="hand" hidden><style>{by_hand.STYLE.read_text(encoding="utf-8")}</style>'
        f"<h2>{escape(t('by_hand.first'))}</h2>"
        f"<label>{escape(t('by_hand.own'))} "
        f'<input type="text" maxlength="{MAX_HAND_CHARS}" spellcheck="false"></label>'
        '<div class="place"></div><div class="replay" hidden></div>'
        f'<script type="text/plain">{packed}</script></section>'
    )


@lru_cache(maxsize=len(LANGUAGES))
def own_page(lang: str) -> str:
    """Write the page in a language."""
    with speaking(lang):
        ways = menu({code: f"?lang={code}" for code in LANGUAGES})
        title, lead = t("common.app_name"), t("site.lead_own")
        main = first_text(by_hand_section())
        return page_file(lang, title, lead, main, SCRIPT, ways=ways, owns=True, beside=BY_HAND)


def page(request: Request) -> HTMLResponse:
    """Return the page in the language of the address or the browser's preferred one."""
    return HTMLResponse(own_page(language_for(request)), headers=VARY)


ROUTES = [Route("/own", page)]
"""Routes of files served by the app."""
