"""The cases of public test suites of trainers and encoders are true for this engine, too.

Inputs and expected outputs are taken from each suite: Stanford CS336 (assignment 1, 2025), minbpe,
tokenizers' `trainer.rs`, tiktoken, nanochat. If a suite reads a text that we may not distribute, a
sample takes its place, and the installed library gives the expected output. For CS336's corpus,
`cs336.json.gz` has the words that GPT-2's pattern finds, with their counts.
"""

import gzip
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import rustbpe

from bpe import PRESETS, Corpus, Training, train
from bpe.encoding.tokenizer import Tokenizer
from bpe.interchange import load, load_merges, to_tiktoken
from bpe.text.characters import to_alias
from tests.oracle.files.libraries import content, of_openai, ranks_of
from ui.samples import FOLDER

END = "<|endoftext|>"


def sample(name, size=None):
    return (FOLDER / f"{name}.txt").read_text("utf-8")[:size]


@cache
def opened(name, *special):
    """Return a tokenizer of the app, read from its ranks, with the given special tokens."""
    words = {"gpt2": "r50k"}.get(name, name)
    return load({f"{name}.tiktoken": content(name)}, words, special=dict(special))


@cache
def theirs(name):
    """Return tiktoken's own encoding, built from the same file."""
    with pytest.MonkeyPatch.context() as patch:
        data = content({"r50k_base": "gpt2"}.get(name, name.removesuffix("_base")))
        return of_openai(name, data, patch.setattr).encoding


@cache
def gpt2_merges():
    """Return GPT-2's ranks, and its merges as ids: left, right and new."""
    ranks = ranks_of(content("gpt2"))
    pairs = load_merges("r50k.tiktoken", content("gpt2"))
    return ranks, [(ranks[left], ranks[right], ranks[left + right]) for left, right in pairs]


@cache
def gpt2(*special):
    """Return this engine's tokenizer of GPT-2's merges; special tokens have the ids after them."""
    ranks, merges = gpt2_merges()
    tokens = [*sorted(ranks, key=ranks.__getitem__), *(token.encode() for token in special)]
    ids = {token: len(ranks) + at for at, token in enumerate(special)}
    return Tokenizer(PRESETS["gpt2"], tokens, range(256), merges, ids)


# Stanford CS336, test_train_bpe


def test_cs336_learns_the_merges_of_the_reference():
    """The suite's English corpus is trained to 500 tokens, one of which is special."""
    known = json.loads(gzip.decompress(Path(__file__).with_name("cs336.json.gz").read_bytes()))
    training = train(Corpus.from_counts(known["words"]), "cs336", vocab_size=500)
    assert [" ".join(map(to_alias, merge.pair)) for merge in training.merges] == known["merges"]
    assert len({*training.tokens}) == 500


def test_cs336_learns_no_part_of_a_special_token():
    """A special token splits the text of the corpus, so no other token contains `<|`."""
    training = train(sample("four-stories"), "cs336", vocab_size=400)
    assert [token for token in training.tokens if b"<|" in token] == [END.encode()]


# Stanford CS336, test_tokenizer

SAID = "Héllò hôw are ü? 🙃"
TEXTS = {
    "empty": "",
    "letter": "s",
    "emoji": "🙃",
    "ascii": "Hello, how are you?",
    "unicode": SAID,
    "special": SAID.replace("are", f"{END}{END} are") + END,
    "english": sample("first-chapters", 3_000),
    "german": (FOLDER / "parallel" / "names-and-rights.de.txt").read_text("utf-8")[:3_000],
    "stories": sample("four-stories"),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_cs336_encodes_as_tiktoken_and_back(text):
    """The engine and the app's file give tiktoken's ids, with and without special tokens.

    The engine gives the same ids for the text line by line.
    """
    library, own, file = theirs("r50k_base"), gpt2(END), opened("gpt2", (END, 50256))
    ids = library.encode(text, allowed_special="all")
    assert own.encode(text).ids == file.encode(text, allowed_special="all").ids == ids
    ordinary = library.encode_ordinary(text)
    assert own.encode(text, allowed_special=()).ids == file.encode(text).ids == ordinary
    assert own.decode(ids) == own.decode(ordinary) == file.decode(ids) == text
    assert ids.count(50256) == text.count(END)
    lines = text.splitlines(keepends=True)
    assert [id_ for line in lines for id_ in own.encode(line).ids] == ids


def test_cs336_takes_the_longer_of_two_special_tokens():
    """Two ends in a row are one token; each token of an ASCII text is decoded alone."""
    own = gpt2(END, END * 2)
    ids = own.encode(f"Hello, how {END}{END} are you?{END}").ids
    assert [own.decode([id_]) for id_ in ids].count(END) == 1
    assert [own.decode([id_]) for id_ in ids].count(END * 2) == 1
    assert own.decode(ids) == f"Hello, how {END}{END} are you?{END}"
    hello = own.encode("Hello, how are you?").ids
    assert [own.decode([id_]) for id_ in hello] == ["Hello", ",", " how", " are", " you", "?"]


# minbpe, test_tokenizer

BASIC = PRESETS["minbpe"]
REGEX = replace(BASIC, pretokenizer="gpt4")
STRINGS = ("", "?", "hello world!!!? (안녕하세요!) lol123 😉", sample("first-chapters", 20_000))
GPT4 = {
    END: 100257,
    "<|fim_prefix|>": 100258,
    "<|fim_middle|>": 100259,
    "<|fim_suffix|>": 100260,
    "<|endofprompt|>": 100276,
}
SPECIALS = (
    f"{END}Hello, a first text\n{END}<|fim_prefix|>Then one with<|fim_suffix|> three parts."
    f"<|fim_middle|> And\n{END}The last one 👋<|endofprompt|>"
)


@pytest.mark.parametrize("text", STRINGS)
def test_minbpe_gives_back_what_was_encoded_and_gpt4_has_tiktokens_ids(text):
    """Without merges, the ids are the bytes, with the GPT-4 pattern and with one word for the text.

    GPT-4's file allows no special tokens here.
    """
    for scheme in (BASIC, REGEX):
        untrained = train("a", scheme).tokenizer()
        ids = untrained.encode(text).ids
        assert ids == list(text.encode())
        assert untrained.decode(ids) == text
    gpt4 = opened("cl100k", *GPT4.items())
    ids = gpt4.encode(text).ids
    assert ids == theirs("cl100k_base").encode(text)
    assert gpt4.decode(ids) == text


def test_minbpe_gives_special_tokens_tiktokens_ids():
    """One text has all five special tokens of GPT-4."""
    ids = theirs("cl100k_base").encode(SPECIALS, allowed_special="all")
    encoding = opened("cl100k", *GPT4.items()).encode(SPECIALS, allowed_special="all")
    assert encoding.ids == ids
    assert {*GPT4.values()} <= {*ids}
    named = [word for word in encoding.words if word.text in GPT4]
    assert [SPECIALS[word.start : word.end] for word in named] == [word.text for word in named]


@pytest.mark.parametrize("scheme", [BASIC, REGEX])
def test_minbpe_learns_the_example_of_wikipedia(scheme):
    """The merges are aa, aaa, aaab, not Wikipedia's aa, ab, aaab; the ids of the text are equal."""
    tokenizer = train("aaabdaaabac", scheme, max_merges=3).tokenizer()
    assert tokenizer.encode("aaabdaaabac").ids == [258, 100, 258, 97, 99]
    assert tokenizer.decode([258, 100, 258, 97, 99]) == "aaabdaaabac"


@pytest.mark.parametrize("special", [{}, GPT4])
def test_minbpe_encodes_alike_before_and_after_a_file(special, tmp_path):
    """64 merges are learned from a text that contains names of special tokens.

    The special tokens are given with a file of ranks, or they are part of the scheme.
    """
    text = f"{SPECIALS}\n{sample('first-chapters', 2_000)}"
    training = train(text, REGEX, max_merges=64)
    ranks = {"own.tiktoken": to_tiktoken(training).encode()}
    before, after = (load(ranks, "gpt4", special=special) for _ in range(2))
    ids = before.encode(text, allowed_special="all").ids
    assert {*special.values()} <= {*ids}
    assert after.encode(text, allowed_special="all").ids == ids
    assert before.decode(ids) == after.decode(ids) == text
    assert before.encode(text).ids == training.tokenizer().encode(text).ids
    training = train(text, replace(REGEX, special_tokens=(*special,)), max_merges=64)
    training.save(tmp_path / "run.json")
    again = Training.load(tmp_path / "run.json").tokenizer()
    ids = training.tokenizer().encode(text).ids
    assert again.encode(text).ids == ids
    assert again.decode(ids) == text


# tokenizers, trainer.rs

ROSES = dict.fromkeys(("roses", "red", "voilets", "blue", "BERT", "big", "and", "so", "GPT-2"), 1)
LONG = (
    *("singlelongtokenwithoutcasechange", "singleLongTokenWithCamelCaseChange"),
    *("Longsingletokenwithpunctu@t!onwithin", "Anotherlongsingletokenwithnumberw1th1n"),
    *("짧은한글문자열짧은한", "긴한글문자열긴한글문자열긴한글문", "短字符串短字符串短字"),
    *("长字符串长字符串长字符串长字符串", "短い文字列短い文字列"),
    *("長い文字列長い文字列長い文字列長", "so", "GPT-2"),
)
SHORT = "sin Sin Lon Ano 짧은한 긴한글 短字符 长字符 短い文 長い文 so GP"


def test_tokenizers_learns_the_pairs_that_occur_twice():
    """Tokens are compared in the order of their ids, and merges in the order of their ranks."""
    training = train({**ROSES, "are": 2, "is": 2}, "huggingface", min_frequency=2)
    assert training.tokens == (*"-2BEGPRTabdegilnorstuv", "re", "are", "is")
    assert [merge.pair for merge in training.merges] == [("r", "e"), ("a", "re"), ("i", "s")]


def test_tokenizers_makes_no_token_longer_than_its_limit():
    """With a limit of 16 no token is longer; with a limit of 2, all tokens are compared by id."""
    scheme = replace(PRESETS["huggingface"], max_token_length=16)
    lengths = {len(token) for token in train(dict.fromkeys(LONG, 2), scheme).tokens}
    assert max(lengths) == 16
    scheme = replace(PRESETS["huggingface"], max_token_length=2)
    training = train(dict.fromkeys(SHORT.split(), 2), scheme)
    assert training.tokens == (
        *"AGLPSinosい字文短符長长글긴은짧한",
        *("in", "い文", "字符", "An", "GP", "Lo", "so", "긴한", "은한"),
    )


# tiktoken, test_encoding

REPEATED = (
    *((15,), (405,), (830,), (2388,), (20483,), (10535,), (24598,), (8269,), (10535, 830)),
    *((8269, 405), (8269, 830), (8269, 2388), (8269, 20483), (8269, 10535), (8269, 24598)),
    *((25645,), (8269, 10535, 830)),
)


@pytest.mark.parametrize("kind", ["engine", "file"])
def test_tiktoken_encodes_repeats(kind):
    """One to 17 zeros have the ids of the suite, and long runs of a character are decoded again.

    The runs are tested with a space before them and a line end after them, too.
    """
    tokenizer = gpt2(END) if kind == "engine" else opened("gpt2")
    found = [tuple(tokenizer.encode("0" * n).ids) for n in range(1, len(REPEATED) + 1)]
    assert found == [*REPEATED]
    for run in ("^", "0", "a", "'s", " ", "\n"):
        long = run * 10_000
        for text in (long, f" {long}", f" {long}\n"):
            assert tokenizer.decode(tokenizer.encode(text).ids) == text


def test_tiktoken_encodes_a_million_of_one_letter():
    """GPT-4o's file gives tiktoken's ids."""
    assert opened("o200k").encode("x" * 1_000_000).ids == theirs("o200k_base").encode(
        "x" * 1_000_000
    )


def test_tiktoken_encodes_a_few_words():
    """GPT-2's merges in this engine and GPT-4's file give the ids of the suite."""
    own, gpt4 = gpt2(END), opened("cl100k", *GPT4.items())
    assert own.encode("hello world").ids == [31373, 995]
    assert own.encode(f"hello {END}").ids == [31373, 220, 50256]
    known = {
        "hello world": [15339, 1917],
        "rer": [38149],
        "'rer": [2351, 81],
        "today\n ": [31213, 198, 220],
        "today\n \n": [31213, 27907],
        "today\n  \n": [31213, 14211],
        " \x850": [220, 126, 227, 15],
        "👍": [9468, 239, 235],
    }
    assert {text: gpt4.encode(text).ids for text in known} == known
    assert gpt4.encode(f"hello {END}", allowed_special="all").ids == [15339, 220, 100257]


FIM = "<|endoftext|> hello <|fim_prefix|> there <|fim_middle|>"


@pytest.mark.parametrize(
    "allowed",
    [(), "all", {END}, {"<|fim_prefix|>"}, ["<|fim_middle|>"], {END, "<|fim_middle|>"}],
    ids=lambda allowed: " ".join(sorted([allowed] if isinstance(allowed, str) else allowed)),
)
def test_tiktoken_finds_the_special_tokens_that_are_allowed(allowed):
    """Other special tokens are text; tiktoken refuses such a text unless an option allows it."""
    gpt4, library = opened("cl100k", *GPT4.items()), theirs("cl100k_base")
    as_set = allowed if allowed == "all" else {*allowed}
    ids = library.encode(FIM, allowed_special=as_set, disallowed_special=())
    encoding = gpt4.encode(FIM, allowed_special=allowed)
    assert encoding.ids == ids
    assert [id_ for word in encoding.words for id_ in word.ids] == ids
    found = {END, "<|fim_prefix|>", "<|fim_middle|>"} & (
        {*GPT4} if allowed == "all" else {*allowed}
    )
    assert {token for token, id_ in GPT4.items() if id_ in ids} == found
    assert gpt4.decode(ids) == FIM


def test_only_special_tokens_of_a_tokenizer_are_allowed():
    with pytest.raises(ValueError, match=r"^allowed_special must be 'all' or .*, got '<s>'\. Use"):
        opened("cl100k", *GPT4.items()).encode("<s>", allowed_special={"<s>"})


# nanochat, test_tokenizer

NANOCHAT = [
    "The quick brown fox jumps over the lazy dog.",
    "hello world, hello tokenizer, hello hello hello",
    "Numbers like 12345 and unicode like naïve café 你好 🙂 should survive.",
    "def f(x):\n    return x + 1\n",
] * 8
NINE = ("<|bos|>", "<|user_start|>", "<|user_end|>", "<|assistant_start|>", "<|assistant_end|>")
NINE += ("<|python_start|>", "<|python_end|>", "<|output_start|>", "<|output_end|>")
TWO_DIGITS = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)


def test_nanochat_learns_what_rustbpe_learns_and_keeps_its_special_tokens_apart():
    """35 merges are learned from 32 documents; a name that is not allowed is text."""
    scheme = replace(PRESETS["gpt"], pattern=TWO_DIGITS, special_tokens=NINE)
    training = train(NINE[0].join(NANOCHAT), scheme, vocab_size=256 + len(NINE) + 35)
    library = rustbpe.Tokenizer()
    library.train_from_iterator(iter(NANOCHAT), 256 + 35, pattern=TWO_DIGITS)
    learned = [token for token, rank in library.get_mergeable_ranks() if rank >= 256]
    assert [merge.token for merge in training.merges] == learned
    tokenizer = training.tokenizer()
    assert (tokenizer.vocab_size, len({*training.special_ids.values()})) == (300, 9)
    for text in ("hello world", "naïve café 你好 🙂", "unseen tokens: zqxjkv"):
        assert tokenizer.decode(tokenizer.encode(text).ids) == text
    assert tokenizer.encode("<|bos|>").ids == [training.special_ids["<|bos|>"]]
    assert len(tokenizer.encode("<|bos|>", allowed_special=()).ids) > 1
