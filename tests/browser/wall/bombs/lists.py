"""Lists of merges to check, as a trainer of one's own may print them."""

from __future__ import annotations

from functools import partial

from tests.browser.wall.bombs.bomb import EMPTY, bomb, packed
from tests.browser.wall.bombs.tokenizers import doubling_ids, growing

_ITSELF = "\n".join(["97 97", *(f"{256 + each} {256 + each}" for each in range(60))])
"""A list whose every merge joins the last token with itself."""


def _codes(number: int) -> bytes:
    """Codes of fastBPE, each merge of which adds a letter to the last token."""
    return "\n".join(f"{'a' * each} a {number}" for each in range(1, number)).encode()


take = partial(bomb, "list", page="check")

LISTS = (
    take("list-merges", "a.txt", lambda: b"a b\n" * 10**6),
    take(
        "list-distinct",
        "a.txt",
        lambda: "\n".join(f"{each:x} b" for each in range(400_000)).encode(),
    ),
    take("list-doubling", "a.txt", _ITSELF.encode),
    take("list-doubling-bytes", "a.model", partial(doubling_ids, 60)),
    take(
        "list-chain",
        "a.txt",
        lambda: "\n".join(f"{'a' * each} a" for each in range(1, 2_500)).encode(),
    ),
    take("list-deep", "a.json", lambda: b"[" * 3 * 10**6),
    take("list-deep-literal", "a.txt", lambda: b"(" * 3 * 10**6),
    take("list-literal", "a.txt", lambda: ("[" + "('a', 'b'), " * 250_000 + "]").encode()),
    take("list-numbers", "a.txt", lambda: b"9" * 10**6 + b" " + b"9" * 10**6),
    take("list-packed", "a.txt.gz", lambda: packed(lambda: b"a b\n" * 2**27)),
    take("list-members", "a.txt.gz", lambda: EMPTY * 180_000),
    take("list-json", "tokenizer.json", lambda: growing(1_000)),
    take("list-pasted", text=_ITSELF),
    take("list-said", "a.txt", lambda: b"merge ('a', 'b')\n" * 240_000),
    take("list-said-nearly", "a.txt", lambda: (b"merge " * 26 + b"\n") * 26_000),
    take("list-said-open", "a.txt", lambda: b"merge ('" + b"\\'" * 2 * 10**6),
    take("list-said-quotes", "a.txt", lambda: b"('" + b"'" * 4 * 10**6),
    take("list-said-numbers", "a.txt", lambda: b"merge 1/9: (97, 97) -> 256\n" * 140_000),
    take("list-codes", "codes", lambda: b"a b 1\n" * 600_000),
    take("list-codes-counts", "codes", lambda: (b"a b " + b"9" * 10**6 + b"\n") * 3),
    take("list-codes-chain", "codes", lambda: _codes(2_400)),
    take("list-word", "a.txt", lambda: b"a" * 10**6 + b" " + b"b" * 10**6),
)
