"""As few tokens as a real vocabulary can do with, held against a search through all ways."""

import random
from functools import lru_cache

import pytest

from tests.cases import for_each

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

from bpe import train
from bpe.interchange import load, to_tiktoken, to_tokenizer_json
from ui.corpora.samples import FOLDER
from ui.corpora.tokenizers import opened

NAMES = ("gpt2", "o200k", "mistral", "bert", "j2", "clip")
MARKS = {"bert": ("", "##", ""), "clip": ("", "", "</w>")}
ODD = ("strawberries 1234567890 ", "草莓和人工智能", " ☃ <0x41> [CLS]</s>", "\n\n\t   x", "𓀀é ﬁ Ⅳ")


def lines():
    """Return lines of several kinds; the same each time."""
    rng = random.Random(5)
    found = list(ODD)
    for name in ("pride-and-prejudice.txt", "source-code.txt", "modern-chinese.txt", "scripts.txt"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        found += [text[at : at + 80] for at in (rng.randrange(len(text)) for _ in range(6))]
    return found


def shortest(word, known, marks):
    """Return the spellings of the best way through a word: every way is tried."""
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


@for_each("name", NAMES)
def test_fewest_tokens_are_the_best_of_all_ways(name):
    """Word by word; what is special, unknown or in place of a byte stays as it is."""
    tokenizer = opened(name)
    special = {*tokenizer.special.values()}
    tokens = {token: id_ for token, id_ in tokenizer.vocabulary.items() if id_ not in special}
    # One character a byte; none of what stands for a byte.
    tokens = {
        token.decode("latin-1") if isinstance(token, bytes) else token: id_
        for token, id_ in tokens.items()
        if not str(token).startswith("<0x")
    }
    marks = MARKS.get(name, ("", "", ""))
    fewer = checked = 0
    for line in lines():
        ours, theirs = tokenizer.encode(line, "fewest-tokens"), tokenizer.encode(line)
        assert ours.text == theirs.text
        for word, merged in zip(ours.words, theirs.words, strict=True):
            assert word.text == merged.text
            assert word.method == "fewest-tokens"
            parts = [
                token.decode("latin-1") if isinstance(token, bytes) else token
                for token in merged.tokens
            ]
            if special & set(merged.ids) or any(part.startswith("<0x") for part in parts):
                continue
            parts[1:] = [part.removeprefix(marks[1]) for part in parts[1:]]
            parts[-1] = parts[-1].removesuffix(marks[2])
            best = shortest("".join(parts), tokens, marks)
            assert list(word.ids) == [tokens[each] for each in best], (name, word.text)
            fewer += len(word.ids) < len(merged.ids)
            checked += 1
        if name != "clip":
            assert tokenizer.decode(ours.ids) == tokenizer.decode(theirs.ids)
        assert [id_ for word in ours.words for id_ in word.ids] == ours.ids
    assert checked > 100
    assert fewer or name in ("clip", "j2", "gpt2", "bert"), name


@for_each("write", [to_tiktoken, to_tokenizer_json])
def test_a_run_of_ours_and_its_file_need_the_same(write):
    """Our own search goes over the merges' spellings, this one over the vocabulary."""
    text = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")
    training = train(text, "gpt", max_merges=300)
    name = "x.tiktoken" if write is to_tiktoken else "tokenizer.json"
    loaded = load({name: write(training).encode()}, "gpt4" if write is to_tiktoken else None)
    other = (FOLDER / "parallel" / "everyday.en.txt").read_text(encoding="utf-8")[:4000]
    ours = training.tokenizer()
    assert loaded.encode(other).ids == ours.encode(other).ids
    fewest = loaded.encode(other, "fewest-tokens")
    assert fewest.ids == ours.encode(other, "fewest-tokens").ids
    assert len(fewest.ids) < len(ours.encode(other).ids)
    assert {word.why for word in fewest.words} == {"fewest"}


def test_the_longest_token_is_as_far_as_one_looks():
    """A word of many letters is more than the sum of a few places."""
    assert opened("gpt2").encode("a" * 1001, "fewest-tokens").ids == [24794] * 250 + [64]
