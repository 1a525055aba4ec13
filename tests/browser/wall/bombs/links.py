"""Links, and texts that are pasted: small, and much to cut or to learn from."""

from __future__ import annotations

from functools import partial

from tests.browser.wall.bombs.bomb import PATTERN, PATTERNS, bomb, letters

_AS = "a" * 1_400 + "!"
_NOVEL = {"corpus": "pride-and-prejudice"}
_EXTREMES = _NOVEL | {
    "max_merges": "50000",
    "vocab_size": "2000000",
    "max_token_length": "1000",
    "min_frequency": "1",
    "step": "2000000",
}

take = partial(bomb, "pasted")


SOON = 3.0
"""Patience where a page is worked on for longer than that: each kind of such work is cancelled."""


def _pasted(
    name: str, text: str, page: str = "train", patience: float = 40.0, **query: str
) -> object:
    return take(f"pasted-{name}", text=text, page=page, query=query, patience=patience)


PASTED = (
    *(
        _pasted(f"{scheme}-word", letters(11_000), scheme=scheme)
        for scheme in ("cs336", "subword-nmt", "wordpiece", "sentencepiece", "gpt", "minbpe")
    ),
    *(
        _pasted(f"{page}-page", letters(11_000), page, SOON)
        for page in ("unigram", "wordpiece", "cost")
    ),
    _pasted("long-tokens", letters(99_000), "encode", max_merges="50000"),
    _pasted("equal-letters", "a" * 50_000, scheme="cs336"),
    _pasted("levels-word", letters(50_000), "levels"),
    _pasted("megabyte", "ab cd " * 180_000),
    _pasted("growing", "\ufdfa" * 50_000, "sentencepiece"),
    *(
        _pasted(f"ends-{name}", text, scheme="sentencepiece")
        for name, text in (
            ("quotes", "a。" + "”" * 99_000),
            ("sentences", "甲。" * 49_000),
            ("closed", "甲。”" * 33_000),
        )
    ),
)

take = partial(bomb, "link")


def _of_pattern(pattern: str, text: str = _AS) -> dict[str, str]:
    return {"corpus": "pasted", "scheme": "gpt", "pattern": pattern, "text": text}


def _own(text: str, **query: str) -> dict[str, str]:
    return {"corpus": "pasted", "text": text, **query}


_ON_PAGES = (
    *("encode", "levels", "sentencepiece", "bytes", "check", "cost", "life", "quiz", "wordpiece"),
    *("unigram", "joint", "whatif", "models"),
)
_TO_EXTREMES = ("train", "encode", "whatif", "joint", "unigram", "cost", "quiz", "wordpiece")
_EMBEDDED = {"embed": "true"}
_QUESTIONS = ("rule", "split", "tokens")
_FORKS = "deadbeef:" + ",".join(["9999999.9999999.9999999"] * 6)

LINKS = (
    take("link-six-patterns", query=_of_pattern(PATTERN, "a" * 40 + "!"), together=6),
    *(take(f"link-pattern-{name}", query=_of_pattern(each)) for name, each in PATTERNS.items()),
    *(take(f"link-{page}-pattern", query=_of_pattern(PATTERN), page=page) for page in _ON_PAGES),
    *(
        take(f"link-{page}-extremes", query=_EXTREMES, page=page, patience=SOON)
        for page in _TO_EXTREMES
    ),
    take(
        "link-encode-sentence",
        query={"sentence": _AS, "scheme": "gpt", "pattern": PATTERN},
        page="encode",
    ),
    take("link-encode-word", query=_NOVEL | {"sentence": letters(1_500)}, page="encode"),
    take("link-models-sentence", query={"sentence": letters(1_500)}, page="models"),
    take(
        "link-models-own",
        query={**_of_pattern(PATTERN), "model": "own", "sentence": _AS},
        page="models",
    ),
    take("link-special", query={"special": " ".join(f"<{each}>" for each in range(5_000))}),
    take("link-specials", query=_NOVEL | {"special": " ".join(f"<{at}>" for at in range(20))}),
    take("link-puzzle", query={"puzzle": letters(1_500)}, page="quiz"),
    take("link-long-puzzle", query={"puzzle": "a" * 20_000}, page="quiz"),
    take("link-long-text", query=_own("a" * 30_000)),
    take("link-many-names", query={f"p{each}": "1" for each in range(3_000)}),
    take("link-numbers", query=dict.fromkeys(("step", "seed", "round", "fork"), "9" * 9_999)),
    take("link-coverage", query=_NOVEL | {"scheme": "sentencepiece", "coverage": "0.5"}),
    take("link-forks", query={"forks": _FORKS, "fork": "6"}, page="whatif"),
    take("link-token", query=_NOVEL | {"token": "\u202e" * 120, "word": "a" * 120}, page="life"),
    take("link-fair", query={"pair": "english-german", "fair": "characters"}, page="joint"),
    *(
        take(f"link-{scheme}-word", query=_own(letters(1_499), scheme=scheme))
        for scheme in ("cs336", "subword-nmt", "wordpiece", "minbpe")
    ),
    take("link-unigram-word", query=_own(letters(1_499)), page="unigram"),
    take("link-growing", query=_own("\ufdfa" * 1_499, scheme="sentencepiece")),
    take("link-embed-pattern", query=_of_pattern(PATTERN) | _EMBEDDED),
    take("link-embed-extremes", query=_EXTREMES | _EMBEDDED),
    take("link-embed-vote", query=_of_pattern(PATTERN) | _EMBEDDED, page="vote"),
    take("link-vote-pattern", query=_of_pattern(PATTERN), page="vote"),
    take("link-vote-extremes", query=_EXTREMES, page="vote"),
    take("link-vote-room", query={"room": "a" * 9_999, "ask": "b" * 9_999}, page="vote"),
    *(
        take(
            f"link-vote-{name}",
            query=_own(letters(1_499), ask=name),
            page="vote",
            press="Open a vote",
        )
        for name in _QUESTIONS
    ),
    *(
        take(f"link-{page}-{tab}", query=_EXTREMES | {"tab": tab}, page=page)
        for page, tab in (
            *(("train", tab) for tab in ("words", "vocabulary", "stop", "claims", "downloads")),
            *(("life", tab) for tab in ("family", "everyone")),
            *(("cost", tab) for tab in ("merge", "unseen")),
            *(("encode", tab) for tab in ("ways", "dropout", "growing", "merges")),
        )
    ),
    take("link-models-unused", query={"beside": "j2", "tab": "unused"}, page="models"),
    take(
        "link-all-costs",
        query={"sentence": letters(1_400), "tab": "all"},
        page="models",
        press="Count for all",
    ),
)
