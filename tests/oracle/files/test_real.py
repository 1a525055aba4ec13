"""The tokenizers that come with the app encode and decode as their own libraries do.

Further tests check the places of tokens, facts about a tokenizer, and the fewest tokens. Each
tokenizer is opened once.
"""

import hashlib
import json
import random
from functools import lru_cache

import pytest

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

from bpe.encoding.alignment import place_tokens, segments
from bpe.readings.letters import digit_grouping
from bpe.text.characters import as_bytes
from tests.oracle.files.libraries import theirs
from ui.samples import FOLDER
from ui.tokenizers import opened, shipped

LINES = 250
SPACES = ("", " ", "  ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2003")
ODD = (
    "👩‍🚀 😀😀 🇩🇪 e\u0301te\u0301 ﬁn Ⅳ ½ ẞ Ünïcödé नमस्ते שלום مرحبا \u200b \ufeff \x00 \x1c \x85"
    " \u2028 <|endoftext|> [SEP] </s> <s> don't DON'T we'LL ▁ ## Ġ 12345 1,234.50 ２０２６ 𝕏"
    " \U0010ffff"
)
UNCLEAR = {"clip": ("İ", "Σ", "<|", "\x1c"), "tekken": ("<s>", "</s>")}
"""Parts of lines that are skipped: Python's lower case and white space differ from the library's,
and tiktoken treats names differently."""

SOURCES = ("pride-and-prejudice", "source-code", "modern-chinese", "chinese-classics", "scripts")


@pytest.fixture(scope="module", params=tuple(shipped()))
def name(request):
    """All tests of a tokenizer run one after the other: opening one takes seconds."""
    return request.param


@pytest.fixture(scope="module")
def mixed():
    """Mixed lines: prose, code, Chinese, emoji, digits, odd spaces; the same each time."""
    rng = random.Random(11)
    sources = [(FOLDER / f"{each}.txt").read_text("utf-8").split("\n") for each in SOURCES]
    found, odd_ones = [], ODD.split(" ")
    for _ in range(LINES):
        parts = []
        for _ in range(rng.randint(1, 4)):
            line = rng.choice(rng.choice(sources))
            start = rng.randint(0, len(line))
            part = line[start : start + rng.randint(1, 60)]
            odd = rng.choice(odd_ones) if rng.random() < 0.4 else str(rng.randint(0, 10**6))
            parts += [part, rng.choice(SPACES), odd, rng.choice(SPACES)]
        found.append("".join(parts))
    return found


def test_mixed_lines_encode_and_decode_as_in_the_library(name, mixed, monkeypatch):
    """Ids and decoded texts equal the library's, and the words hold the same ids.

    In a BPE tokenizer at most one word in a hundred has no replay of its merges. Each word without
    a replay has a reason.
    """
    ours, library = opened(name), theirs(name, monkeypatch.setattr)
    words = []
    for place, line in enumerate(mixed):
        expected = library.encode(line)
        if any(each in line for each in UNCLEAR.get(name, ())):
            continue
        encoding = ours.encode(line)
        assert encoding.ids == expected, ascii(line)
        if name != "clip":
            assert ours.decode(expected) == library.decode(expected), ascii(line)
        if place % 8 == 0:
            assert [id_ for word in encoding.words for id_ in word.ids] == expected
            words += encoding.words
    for word in words:
        if word.why is None:
            assert (word.steps[-1].tokens if word.steps else word.start_tokens) == word.tokens
    why = [word.why for word in words if word.why is not None]
    if ours.model == "BPE":
        assert len(why) <= len(words) / 100, set(why)
        assert sum(len(word.steps) for word in words) > 400
    else:
        assert why == [ours.model.lower()] * len(words)


def test_the_new_list_of_qwen_gives_the_ids_that_its_package_prints():
    """The text is the example of the package's description, with letters beyond Latin."""
    printed = (
        "9419 0 220 97169 97621 6115 16 478 220 16 283 220 17 9551 254 68933 128 97 91914 28495"
        " 68933 128 105 68933 128 95"
    )
    text = "Hello! 毕老师！1 + 1 = 2 ĠÑĤÐ²ÑĬÑĢ"
    assert opened("qwen36").encode(text).ids == [*map(int, printed.split())]
    assert opened("qwen36").special["<think>"] == 248_068


@pytest.mark.parametrize(
    "text",
    [
        "How many r's are in strawberry? 草莓 1234567",
        "  a  b\tc\n\nd e\u0301 ﬁ ＡＢ ",
        "def f(x):\n    return x**2\n\n\n",
        "👩\u200d🚀👍🏽 नमस्ते مرحبا 한국어 \u200bx",
        "",
    ],
)
def test_every_token_has_a_place_and_places_run_on(name, text):
    """Places are inside the text, from left to right, and hold every letter and digit.

    In tokenizers of bytes, the tokens of a segment spell it byte for byte.
    """
    tokenizer = opened(name)
    tokens = place_tokens(tokenizer, text, tokenizer.encode(text))
    assert [each.id for each in tokens] == tokenizer.encode(text).ids
    assert all(0 <= each.start <= each.end <= len(text) for each in tokens)
    assert [each.start for each in tokens] == sorted(each.start for each in tokens)
    held = {at for each in tokens for at in range(each.start, each.end)}
    assert {at for at, character in enumerate(text) if character.isalnum()} <= held
    found = segments(text, tokens)
    assert "".join(each.text for each in found) == text
    for segment in found if name in ("o200k", "cl100k", "gpt2", "tekken") else ():
        spelled = b"".join(place.token for place in segment.places)
        assert spelled.decode() == segment.text


def test_digits_are_grouped_and_names_of_special_tokens_read_as_the_library_does(name):
    """Digits are grouped in threes from the left, one by one, or as learned.

    Names of special tokens in a text are tokens in a tokenizer.json, and text in other files.
    """
    real = opened(name)
    found = digit_grouping(lambda number: place_tokens(real, number, real.encode(number)))
    rules = dict.fromkeys(("cl100k", "o200k", "deepseek"), "left")
    rules |= dict.fromkeys(("gpt2", "bert"), "learned")
    assert found == rules.get(name, "ones")
    tokenizer = opened(name)
    special = [each for each in tokenizer.special if not each.startswith("<0x")][:3]
    found = tokenizer.encode(f"Stop here {special[-1]} and 好人 {special[0]}")
    ids = {tokenizer.special[special[0]], tokenizer.special[special[-1]]}
    if tokenizer.format == "tokenizer.json":
        assert ids <= set(found.ids)
    else:
        assert not ids & set(found.ids)
    assert [id_ for word in found.words for id_ in word.ids] == found.ids


def shortest(word, known, marks):
    """Return the tokens, as spelled, of the best split of a word, which is found by trying all."""
    first, others, last = marks

    @lru_cache(None)
    def way(at):
        if at == len(word):
            return ()
        found = []
        for end in range(at + 1, len(word) + 1):
            spelled = (others if at else first) + word[at:end] + (last if end == len(word) else "")
            if spelled in known and (rest := way(end)) is not None:
                found.append((spelled, *rest))
        return min(found, key=lambda way: (len(way), [-len(each) for each in way]), default=None)

    return way(0)


def as_letters(token, name):
    """Spell a token with one character per byte, if words of its file are bytes."""
    is_bytes = isinstance(token, bytes) or name == "clip"
    return as_bytes(token).decode("latin-1") if is_bytes else token


def test_fewest_tokens_are_the_best_of_all_ways(name):
    """Each word has the best of all its splits; words with special or byte tokens are skipped."""
    if name not in ("gpt2", "o200k", "mistral", "bert", "clip"):
        return
    tokenizer, rng = opened(name), random.Random(5)
    special = {*tokenizer.special.values()}
    tokens = {
        as_letters(token, name): id_
        for token, id_ in tokenizer.vocabulary.items()
        if id_ not in special and not str(token).startswith("<0x")
    }
    marks = {"bert": ("", "##", ""), "clip": ("", "", "</w>")}.get(name, ("", "", ""))
    lines = ["strawberries 1234567890 ", "草莓和人工智能", " ☃ <0x41> [CLS]</s>", "\n\n\t   x"]
    for source in ("pride-and-prejudice", "source-code", "modern-chinese", "scripts"):
        text = (FOLDER / f"{source}.txt").read_text("utf-8")
        lines += [text[at : at + 80] for at in (rng.randrange(len(text)) for _ in range(6))]
    fewer = checked = 0
    for line in [*lines, "𓀀é ﬁ Ⅳ"]:
        ours, merged_line = tokenizer.encode(line, "fewest-tokens"), tokenizer.encode(line)
        assert ours.text == merged_line.text
        for word, merged in zip(ours.words, merged_line.words, strict=True):
            assert word.text == merged.text
            assert word.method == "fewest-tokens"
            parts = [as_letters(token, name) for token in merged.tokens]
            if special & set(merged.ids) or any(part.startswith("<0x") for part in parts):
                continue
            parts[1:] = [part.removeprefix(marks[1]) for part in parts[1:]]
            parts[-1] = parts[-1].removesuffix(marks[2])
            best = shortest("".join(parts), tokens, marks)
            assert list(word.ids) == [tokens[each] for each in best], (name, word.text)
            fewer += len(word.ids) < len(merged.ids)
            checked += 1
        if name != "clip":
            assert tokenizer.decode(ours.ids) == tokenizer.decode(merged_line.ids)
        assert [id_ for word in ours.words for id_ in word.ids] == ours.ids
    assert checked > 100
    assert fewer or name in ("clip", "gpt2", "bert"), name


WRITTEN = {
    "bert": "f707d90686fee7c68284731d2ebb7c2bafade8f28660ea6092033bd062586992",
    "clip": "1fdeef5de844a258d1d5e5f45cccafa40107af99f5a6ccc09b4c91fafb9aa23c",
    "tekken": "1d0adb32e0c83472944bce0705649ee9bea7c660eecf49b016080781cccb5ed6",
}
"""Checksums of the ids of a thousand lines, as read from the models' own files."""


def test_what_was_written_anew_encodes_a_thousand_lines_as_its_own_file(name):
    """Checksums hold the ids of the original files, which are no longer read.

    See as_tokenizer_json.py next to the tokenizers.
    """
    if name not in WRITTEN:
        return
    sources = ("scripts", "source-code", "modern-chinese", "parallel/everyday.zh")
    sources += ("first-chapters", "chinese-classics")
    texts = [(FOLDER / f"{source}.txt").read_text("utf-8") for source in sources]
    found = list(dict.fromkeys(line for text in texts for line in text.split("\n") if line))
    lines = [found[at * len(found) // 1000] for at in range(1000)]
    ids = [opened(name).encode(line).ids for line in lines]
    assert hashlib.sha256(json.dumps(ids).encode()).hexdigest() == WRITTEN[name]


def test_clip_mends_quotes_and_widths_before_it_reads_them():
    """As in CLIP itself, the text has nine tokens instead of the fifteen of its typed signs."""
    ours = opened("clip")
    found = ours.encode("“it’s” 你好，")
    assert found.ids == ours.encode('"it\'s" 你好,').ids
    assert len(found.ids) == 9
    assert ours.places("“ﬁne”，") == [(0, 1), (1, 4), (4, 6)]
    assert ours.encode("ＡＢ ｶﾞ").ids == ours.encode("ab ガ").ids
    assert shipped()["clip"].mends
    assert ours.vocab_size == 49408
    assert ours.decode([49406, 320, 49407]) == "<|startoftext|>a <|endoftext|>"


def test_merges_of_ranks_are_found_again():
    """The first merges are those of GPT-2's own merges.txt.

    Each step of a word has the pair of its rank.
    """
    ours = opened("gpt2")
    pairs = ours.pairs()
    assert len(pairs) == ours.merge_count == 50_000
    first = [(b" ", b"t"), (b" ", b"a"), (b"h", b"e"), (b"i", b"n"), (b"r", b"e"), (b"o", b"n")]
    assert pairs[:6] == first
    [word] = ours.encode(" strawberry").words
    for step in word.steps:
        assert step.pair == pairs[step.rank]
    # The search looks no further than the length of the longest token.
    assert ours.encode("a" * 1001, "fewest-tokens").ids == [24794] * 250 + [64]


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [("qwen", "e\u0301t", [(0, 3)]), ("mistral", "莓", [(0, 0), (0, 1), (0, 1), (0, 1)])],
)
def test_what_is_one_character_or_several_bytes_is_one_place(name, text, places):
    """A letter with its accent has one place, and so has each byte of one character.

    The library gives a place to the last byte only.
    """
    tokens = place_tokens(opened(name), text, opened(name).encode(text))
    assert [(each.start, each.end) for each in tokens] == places
    if name == "qwen":
        assert b"".join(each.token for each in tokens).decode() == "\u00e9t"
