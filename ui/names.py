"""A comparison of four names: starting point, choice, result, and the page that shows each."""

from collections.abc import Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from ui.text import t

STYLE = Path(__file__).with_name("names.css")
NAMES = ("bpe", "wordpiece", "unigram", "sentencepiece")

_DATES = ("train", {"tab": "claims"})
SEEN: Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]] = {
    "starts": (
        ("train", {"step": "0"}),
        ("wordpiece", {"step": "0"}),
        ("unigram", {"step": "0"}),
        ("sentencepiece", {"tab": "changes"}),
    ),
    "chooses": (
        ("train", {"tab": "pairs"}),
        ("wordpiece", {"tab": "pairs"}),
        ("unigram", {"tab": "removal"}),
        ("sentencepiece", {"tab": "trainer"}),
    ),
    "keeps": (
        ("train", {"tab": "vocabulary"}),
        ("train", {"tab": "vocabulary", "scheme": "wordpiece"}),
        ("unigram", {"tab": "vocabulary"}),
        ("models", {"tab": "file", "model": "mistral"}),
    ),
    "encodes": (
        ("encode", {}),
        ("wordpiece", {"tab": "encode"}),
        ("unigram", {"tab": "splits"}),
        ("encode", {"scheme": "sentencepiece"}),
    ),
    "used": (
        ("models", {"model": "gpt2"}),
        ("models", {"model": "bert"}),
        ("unigram", {}),
        ("models", {"model": "mistral"}),
    ),
    "who": (_DATES, _DATES, _DATES, _DATES),
}
"""Row -> a page for each of the four, with the query of its address."""


def names_table(lang: str | None) -> str:
    """Write the table, with links into the app that keep a language."""
    kept = {"lang": lang} if lang else {}
    names = {name: escape(t(f"names.{name}")) for name in NAMES}
    rows = []
    for row, seen in SEEN.items():
        cells = ""
        for (name, title), (page, query) in zip(names.items(), seen, strict=True):
            address = f"{page}?{urlencode({**query, **kept})}".rstrip("?")
            link = f'<a href="{escape(address)}">{escape(t(f"names.{name}_{row}"))}</a>'
            cells += f'<td data-name="{title}">{link}</td>'
        rows.append(f'<tr><th scope="row">{escape(t(f"names.row_{row}"))}</th>{cells}</tr>')
    heads = "".join(f'<th scope="col">{title}</th>' for title in names.values())
    head = f"<caption>{escape(t('names.title'))}</caption><thead><tr><td></td>{heads}</tr></thead>"
    return f'<table class="four-names">{head}<tbody>{"".join(rows)}</tbody></table>'
