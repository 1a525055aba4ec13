"""Each limit allows exactly its size, and nothing larger."""

import json
from collections.abc import Callable
from importlib import import_module

import pytest

from bpe import train
from bpe.checking import mistakes
from bpe.encoding import encoded
from bpe.errors import CorpusError
from bpe.files import layouts
from bpe.interchange import load_merges
from bpe.player import rows
from bpe.readings import word_encoding
from bpe.text import pretokenizers
from bpe.text.pretokenizers import check_pattern
from bpe.unigram import train_unigram
from tests.data import SIX_WORDS
from ui import archive, catalogue, notes, state, uploaded_tokenizer
from ui.catalogue import Refusal
from ui.draw.table_rows import Rows
from ui.own_text import sources
from ui.views import encode as of_encode
from ui.views import models as of_models
from ui.views import train_token, vote
from ui.views import unigram as of_unigram

check = import_module("bpe.checking.check")  # the package also has a function `check`

RUN = train(SIX_WORDS, "paper")
UNIGRAM = train_unigram(SIX_WORDS, vocab_size=17)
WORDS = RUN.tokenizer().encode("low lowest").words
ROWS = Rows(("word",), [("low",), ("lowest",)])
ASKED = vote.merge_question(RUN, 0, "en")
VOTES = dict.fromkeys([*ASKED.pairs][:3], 1)
PUNCTUATED, LINE = sources.of_text("a b c! d?", ""), sources.of_text("x" * 300 + "!x", "")
BYTES = len(archive.as_csv(ROWS, "cut")) + len(b"cut\r\n")


def passes(refusing: Callable[..., object], *given: object) -> bool:
    """Return whether a function that may refuse its arguments accepts them."""
    try:
        refusing(*given)
    except (ValueError, CorpusError, Refusal):
        return False
    return True


LIMITS: dict[str, tuple[object, str, int, Callable[[], object]]] = {
    "a pattern": (pretokenizers, "MAX_PATTERN_CHARS", 6, lambda: passes(check_pattern, "[a-z]+")),
    "special tokens": (state, "MAX_SPECIAL_TOKENS", 3, lambda: state.parse_special("<a> <b> <c>")),
    "their text": (state, "MAX_SPECIAL_CHARS", 7, lambda: state.parse_special("<a> <b>")),
    "a list": (check, "MAX_MERGES", 3, lambda: passes(check.check_list, [("a", "b")] * 3)),
    "a text that is cut in other ways": (
        mistakes,
        "MAX_TEXT_CHARS",
        len(SIX_WORDS),
        lambda: (
            "words" in {each[0] for each in mistakes.mistakes(RUN.corpus, RUN.scheme, SIX_WORDS)}
        ),
    ),
    "a token of a list": (
        layouts,
        "MAX_TOKEN_CHARS",
        5,
        lambda: passes(load_merges, "pasted", b"aa, aaa, aaaaa"),
    ),
    "a word with all its tokens": (
        rows,
        "MAX_ROW_TOKENS",
        len("highest") + 1,
        lambda: (
            "cut"
            not in rows.word_rows(RUN, ["highest"], 0, rows.Tokens(), rows.MAX_ROW_TOKENS)[0][0]
        ),
    ),
    "a word cut anew with all its tokens": (
        rows,
        "MAX_ROW_TOKENS",
        len("low"),
        lambda: "cut" not in rows.recut_row("low", 1, [(0, (*"low",))], rows.Tokens()),
    ),
    "a word of a trace with all its tokens": (
        rows,
        "MAX_ROW_TOKENS",
        len("lowest") + 1,
        lambda: not rows.seen_of(WORDS[1], WORDS[1].steps),
    ),
    "a word encoded twice": (
        word_encoding,
        "MAX_WORD_CHARS",
        len("highest"),
        lambda: not word_encoding.compare_methods(RUN, 3, "longest-match").left_out,
    ),
    "a word with its steps": (
        encoded,
        "MAX_TRACED_CHARS",
        len("lowest"),
        lambda: WORDS[1].without_tokenizer().steps,
    ),
    "a word in an address": (
        train_token,
        "MAX_ADDRESS_CHARS",
        len("highest"),
        lambda: train_token.name_of_word(RUN, 0) == "highest",
    ),
    "a file of a table": (archive, "MAX_FILE_BYTES", BYTES, lambda: b"cut" not in table()),
    "a word of a lattice": (
        of_unigram,
        "MAX_WORD_CHARS",
        len("highest"),
        lambda: "highest" in of_unigram.offered_words(UNIGRAM, None)[0],
    ),
    "words offered to a lattice": (
        of_unigram,
        "WORDS_OFFERED",
        len(UNIGRAM.corpus),
        lambda: len(of_unigram.offered_words(UNIGRAM, None)[0]) == len(UNIGRAM.corpus),
    ),
    "a word to encode": (
        of_encode,
        "MAX_WORD_CHARS",
        len("highest"),
        lambda: "highest" in of_encode.sample_text(RUN),
    ),
    "a text in which long lines are looked for": (
        notes,
        "MAX_TEXT_CHARS",
        LINE.characters,
        lambda: notes._long_line("pasted", LINE, RUN.scheme),
    ),
    "words looked through for punctuation": (notes, "FREQUENT", 3, lambda: punctuated() == ["c!"]),
    "words named that have some": (notes, "PUNCTUATED", 1, lambda: punctuated() == ["c!"]),
    "tokens of a text by a reader's tokenizer": (
        uploaded_tokenizer,
        "MAX_TOKENS",
        len("low") + 1 - uploaded_tokenizer.MAX_TOKENS_PER_CHAR * len("low"),
        lambda: passes(uploaded_tokenizer.encoded, RUN.tokenizer(step=0), "low", "merges"),
    ),
    "characters that say a browser's languages": (
        catalogue,
        "MAX_HEADER_CHARS",
        len("fr, zh"),
        lambda: catalogue.preferred("fr, zh") == "zh",
    ),
    "tokens of a word on a phone": (
        vote,
        "MAX_WORD_TOKENS",
        len("highest") + 1,
        lambda: (
            not any(
                cut
                for *_, cut in json.loads(vote.merge_question.__wrapped__(RUN, 0, "en").payload)[
                    "words"
                ]
            )
        ),
    ),
    "pairs of a tally": (
        vote,
        "PAIRS_SHOWN",
        3,
        lambda: (
            sum(any(votes) for _, votes in vote.judged(ASKED.pairs, RUN.snapshot(0), [VOTES])) == 3
        ),
    ),
    "a word whose merges are shown": (
        of_models,
        "MAX_MERGED_CHARS",
        len("lowest"),
        lambda: of_models.word_to_see(WORDS, None, [0, 4]) is WORDS[1],
    ),
}


def punctuated() -> list[str]:
    record = train(PUNCTUATED.text, RUN.scheme)
    return notes.text_facts.__wrapped__(record, PUNCTUATED.file).punctuated


def table() -> bytes:
    return archive.as_csv(ROWS, "cut")


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_the_largest_that_is_taken(name, monkeypatch):
    """`LIMITS` has each limit's module, name, and value that is just enough."""
    module, limit, there, is_taken = LIMITS[name]
    monkeypatch.setattr(module, limit, there)
    assert is_taken()
    monkeypatch.setattr(module, limit, there - 1)
    assert not is_taken()
