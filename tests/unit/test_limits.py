"""Each limit lets through what is exactly as large as it says, and nothing larger."""

import json
from collections.abc import Callable
from importlib import import_module

import pytest

from bpe import train
from bpe.checking import mistakes
from bpe.encoding import encoded
from bpe.errors import CorpusError
from bpe.files import pairs
from bpe.interchange import load_merges
from bpe.readings import scores, word_encoding
from bpe.text import pretokenizers
from bpe.text.pretokenizers import check_pattern
from bpe.unigram import train_unigram
from tests.data import SIX_WORDS
from ui import catalogue
from ui.catalogue import Refusal
from ui.controls import notes
from ui.corpora import run as corpora_run
from ui.corpora import sandboxed, sources
from ui.draw.readings import Rows
from ui.encode import readings as of_encode
from ui.home import assembling
from ui.models import merges as of_models
from ui.player import rows
from ui.samples import first_sample
from ui.shell import choices
from ui.train import archive
from ui.train.token import readings as of_token
from ui.unigram import readings as of_unigram
from ui.vote import questions

check = import_module("bpe.checking.check")  # its package has a function of that name

RUN = train(SIX_WORDS, "paper")
UNIGRAM = train_unigram(SIX_WORDS, vocab_size=17)
WORDS = RUN.tokenizer().encode("low lowest").words
ROWS = Rows(("word",), [("low",), ("lowest",)])
VOTES = tuple((answer, 1) for answer in questions.pairs_asked(RUN, 0))[:3]
PUNCTUATED, LINE = sources.of_text("a b c! d?", ""), sources.of_text("x" * 300 + "!x", "")
BYTES = len(archive.as_csv(ROWS, "cut")) + len(b"cut\r\n")


def passes(refusing: Callable[..., object], *given: object) -> bool:
    """Say whether what may refuse something takes it."""
    try:
        refusing(*given)
    except (ValueError, CorpusError, Refusal):
        return False
    return True


LIMITS: dict[str, tuple[object, str, int, Callable[[], object]]] = {
    "a pattern": (pretokenizers, "LONGEST", 6, lambda: passes(check_pattern, "[a-z]+")),
    "special tokens": (choices, "MOST_SPECIAL", 3, lambda: choices.read_special("<a> <b> <c>")),
    "their text": (choices, "LONGEST_SPECIAL", 7, lambda: choices.read_special("<a> <b>")),
    "a list": (check, "MOST_MERGES", 3, lambda: passes(check.check_list, [("a", "b")] * 3)),
    "a text that is cut in other ways": (
        mistakes,
        "LONGEST_TEXT",
        len(SIX_WORDS),
        lambda: (
            "words" in {each[0] for each in mistakes.mistakes(RUN.corpus, RUN.scheme, SIX_WORDS)}
        ),
    ),
    "a token of a list": (
        pairs,
        "LONGEST",
        5,
        lambda: passes(load_merges, "pasted", b"aa, aaa, aaaaa"),
    ),
    "a word with all its tokens": (
        rows,
        "ROOM",
        len("highest") + 1,
        lambda: "cut" not in rows.word_rows(RUN, ["highest"], 0, rows.Tokens())[0][0],
    ),
    "a word cut anew with all its tokens": (
        rows,
        "ROOM",
        len("low"),
        lambda: "cut" not in rows.recut_row("low", 1, [(0, (*"low",))], rows.Tokens()),
    ),
    "a word of a trace with all its tokens": (
        rows,
        "ROOM",
        len("lowest") + 1,
        lambda: not rows.seen_of(WORDS[1], WORDS[1].steps),
    ),
    "a word encoded twice": (
        word_encoding,
        "LONGEST_WORD",
        len("highest"),
        lambda: not word_encoding.compare_methods(RUN, 3, "longest-match").left_out,
    ),
    "words whose counts are added up": (
        scores,
        "MOST_WORDS",
        RUN.merged_word_counts.tolist()[0],
        lambda: "+" in scores.written_scores(RUN)[0],
    ),
    "a word with its steps": (
        encoded,
        "LONGEST_TRACED",
        len("lowest"),
        lambda: WORDS[1].without_tokenizer().steps,
    ),
    "a word in an address": (
        of_token,
        "LONGEST",
        len("highest"),
        lambda: of_token.name_of_word(RUN, 0) == "highest",
    ),
    "a file of a table": (archive, "MOST_BYTES", BYTES, lambda: b"cut" not in table()),
    "a word of a lattice": (
        of_unigram,
        "LONGEST_WORD",
        len("highest"),
        lambda: "highest" in of_unigram.offered_words(UNIGRAM, None)[0],
    ),
    "words offered to a lattice": (
        of_unigram,
        "OFFERED",
        len(UNIGRAM.corpus),
        lambda: len(of_unigram.offered_words(UNIGRAM, None)[0]) == len(UNIGRAM.corpus),
    ),
    "a word to encode": (
        of_encode,
        "LONGEST_WORD",
        len("highest"),
        lambda: "highest" in of_encode.sample_text(RUN),
    ),
    "a word put together": (
        assembling,
        "LONGEST",
        len("lowest"),
        lambda: assembling.oddest(WORDS[1:]) is not None,
    ),
    "characters of a token with a colour": (
        corpora_run,
        "LONGEST_TOKEN",
        max(map(len, RUN.token_ranks)),
        lambda: len(corpora_run.summarize.__wrapped__(RUN).ranks) == len(RUN),
    ),
    "a text in which long lines are looked for": (
        notes,
        "MOST",
        LINE.characters,
        lambda: notes._long_line("pasted", LINE, RUN.scheme),
    ),
    "words looked through for punctuation": (notes, "FREQUENT", 3, lambda: punctuated() == ["c!"]),
    "words named that have some": (notes, "PUNCTUATED", 1, lambda: punctuated() == ["c!"]),
    "a sample that is learned in the app": (
        sources,
        "SMALL",
        first_sample().path.stat().st_size,
        lambda: sources.of_sample.__wrapped__(first_sample()).is_small,
    ),
    "tokens of a text by a reader's tokenizer": (
        sandboxed,
        "MOST_TOKENS",
        len("low") + 1 - sandboxed.MOST_EACH * len("low"),
        lambda: passes(sandboxed.encoded, RUN.tokenizer(step=0), "low", "merges"),
    ),
    "characters that say a browser's languages": (
        catalogue,
        "_LONGEST",
        len("fr, zh"),
        lambda: catalogue.preferred("fr, zh") == "zh",
    ),
    "tokens of a word on a phone": (
        questions,
        "LONGEST",
        len("highest") + 1,
        lambda: (
            not any(
                cut for *_, cut in json.loads(questions.merge_question(RUN, "", 0).payload)["words"]
            )
        ),
    ),
    "pairs of a tally": (
        questions,
        "SHOWN",
        3,
        lambda: sum(any(row.votes) for row in questions.tally(RUN, 0, [VOTES]).rows) == 3,
    ),
    "a word whose merges are shown": (
        of_models,
        "LONGEST",
        len("lowest"),
        lambda: of_models.word_to_see(WORDS, None, [0, 4]) == 1,
    ),
}


def punctuated() -> list[str]:
    record = train(PUNCTUATED.text, RUN.scheme)
    return notes.text_facts.__wrapped__(record, PUNCTUATED.file).punctuated


def table() -> bytes:
    return archive.as_csv(ROWS, "cut")


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_the_largest_that_is_taken(name, monkeypatch):
    """What it counts stands in the table, with how many of that there are."""
    module, limit, there, is_taken = LIMITS[name]
    monkeypatch.setattr(module, limit, there)
    assert is_taken()
    monkeypatch.setattr(module, limit, there - 1)
    assert not is_taken()
