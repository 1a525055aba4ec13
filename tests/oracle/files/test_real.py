"""The tokenizers that come with the app encode as their libraries do, on text of every kind."""

import random

import pytest

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

from bpe.interchange import load
from tests.cases import for_each
from tests.oracle.files.libraries import content, theirs
from ui.corpora.samples import FOLDER
from ui.corpora.tokenizers import opened, shipped

NAMES = tuple(shipped())
LINES = 400
SPACES = ("", " ", "  ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2003")
ODD = (
    *(
        "👩‍🚀",
        "😀😀",
        "🇩🇪",
        "e\u0301te\u0301",
        "ﬁn",
        "Ⅳ",
        "½",
        "ẞ",
        "Ünïcödé",
        "नमस्ते",
        "שלום",
        "مرحبا",
    ),
    *(
        "\u200b",
        "\ufeff",
        "\x00",
        "\x1c",
        "\x85",
        "\u2028",
        "<|endoftext|>",
        "[SEP]",
        "</s>",
        "<s>",
    ),
    *(
        "don't",
        "DON'T",
        "we'LL",
        "▁",
        "##",
        "Ġ",
        "12345",
        "1,234.50",
        "２０２６",
        "𝕏",
        "\U0010ffff",
    ),
)


def lines():
    """Return mixed lines: prose, code, Chinese, emoji, digits, odd spaces; the same each time."""
    rng = random.Random(11)
    sources = [
        (FOLDER / name).read_text(encoding="utf-8").split("\n")
        for name in (
            *("pride-and-prejudice.txt", "source-code.txt", "modern-chinese.txt"),
            *("chinese-classics.txt", "scripts.txt"),
        )
    ]
    found = []
    for _ in range(LINES):
        parts = []
        for _ in range(rng.randint(1, 4)):
            line = rng.choice(rng.choice(sources))
            start = rng.randint(0, len(line))
            part = line[start : start + rng.randint(1, 60)]
            odd = rng.choice(ODD) if rng.random() < 0.4 else str(rng.randint(0, 10**6))
            parts += [part, rng.choice(SPACES), odd, rng.choice(SPACES)]
        found.append("".join(parts))
    return found


@pytest.fixture(scope="module")
def mixed():
    return lines()


@pytest.mark.parametrize("name", NAMES)
def test_mixed_lines_encode_and_decode_as_in_the_library(name, mixed, monkeypatch):
    """Same ids for hundreds of lines, same text back, and words that hold the same ids."""
    ours, library = opened(name), theirs(name, monkeypatch.setattr)
    replayed = 0
    for place, line in enumerate(mixed):
        expected = library.encode(line)
        if name == "clip" and any(unclear in line for unclear in ("İ", "Σ", "<|", "\x1c")):
            # Where Python's lower case and white space are not that of the library.
            continue
        encoding = ours.encode(line)
        assert encoding.ids == expected, ascii(line)
        if name != "clip":
            assert ours.decode(expected) == library.decode(expected), ascii(line)
        if place % 10:
            continue
        assert [id_ for word in encoding.words for id_ in word.ids] == expected
        for word in encoding.words:
            if word.why is None:
                assert (word.steps[-1].tokens if word.steps else word.start_tokens) == word.tokens
                replayed += len(word.steps)
    assert replayed > 400 or ours.model != "BPE"


@for_each("name", NAMES)
def test_merges_lead_to_the_librarys_tokens(name, mixed):
    """Where there are merges, hardly a word is without its replay, and each says why."""
    ours = opened(name)
    words = [word for line in mixed[:60] for word in ours.encode(line).words]
    why = [word.why for word in words if word.why is not None]
    if ours.model != "BPE":
        assert set(why) == {ours.model.lower()}
        assert len(why) == len(words)
    else:
        assert len(why) <= len(words) / 100, set(why)


@for_each("name", NAMES)
def test_an_id_that_does_not_exist_is_refused(name):
    """Every id decodes; the next one, a negative one and a huge one raise."""
    ours = opened(name)
    assert len(ours.ids) == ours.vocab_size
    known = list(ours.ids)
    for id_ in (*known[:3], known[len(known) // 2], *known[-3:]):
        ours.decode([id_])
        assert ours.id(ours.token(id_)) is not None
    for id_ in (known[-1] + 1, -1, 2**40, True):
        with pytest.raises(ValueError, match="id must be one of the file's"):
            ours.decode([id_])


def test_of_clips_merges_the_rest_is_left_out():
    """Its own file lists five times as many as the model takes."""
    longer = content("clip") + b"zq qz\nqq qqzz</w>\n"
    ours = load({"bpe_simple_vocab_16e6.txt": longer})
    assert ours.vocab_size == opened("clip").vocab_size == 49408
    ids = theirs("clip", None).ids
    assert {token: id_ for token, id_ in ours.vocabulary.items() if id_ < 49406} == {
        token: id_ for token, id_ in ids.items() if id_ < 49406
    }
    assert ours.decode([49406, 320, 49407]) == "<|startoftext|>a <|endoftext|>"


def test_merges_of_ranks_are_found_again():
    """GPT-2's first merges are those of its own merges.txt, and each makes its token."""
    ours = opened("gpt2")
    first = [tuple(map(ours.token, merge[:2])) for merge in ours.merges[:6]]
    assert first == [
        (b" ", b"t"),
        (b" ", b"a"),
        (b"h", b"e"),
        (b"i", b"n"),
        (b"r", b"e"),
        (b"o", b"n"),
    ]
    for left, right, new in ours.merges[::997]:
        assert ours.token(left) + ours.token(right) == ours.token(new)
    [word] = ours.encode(" strawberry").words
    for step in word.steps:
        left, right, _ = ours.merges[step.rank]
        assert step.pair == (ours.token(left), ours.token(right))
