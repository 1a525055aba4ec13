"""Untrusted files, lists and addresses are read, or refused with a sentence."""

import gzip
import json
from collections.abc import Callable
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.checking.check import check_list
from bpe.interchange import load, load_merges, merges_text, to_tiktoken, to_tokenizer_json
from tests.sample_runs import opened
from tests.strategies import PIECES, several
from ui.own_text.sources import of_upload
from ui.pages import PAGES
from ui.samples import training_samples
from ui.state import PARSERS, Choices, as_query, scheme_of

TEXT = "low low lower newest 好的\n\nwide naïve e\u0301 \U0001f469\u200d\U0001f680"
TABLE = "word,count\nlow,5\nlower,2\nnewest,6\n"
BETWEEN = (
    *(b"", b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b'"', b"'", b",", b"\t"),
    *(b"null", b"-1", b"1e999", b"NaN", b"[]", b"{}", b"[" * 3_000, b"9" * 400, b"\xed\xa0\x80"),
    *(b"a" * 70_000, b"\xcc\x81" * 999, "\ufdfa\u202e\u2028</w>Ġ##▁".encode(), b"<|endoftext|>"),
)
VALUES = (
    *(None, True, 0, -1, 2**31, 2**64, 10**30, 0.5, 1e300, "", "a" * 60_000, "\ud800", chr(0)),
    *(
        "(",
        "a{4294967294}",
        "(a|aa)+$",
        [],
        {},
        [[[[0]]]],
        {"type": "Replace"},
        {"Regex": "(?=a)*"},
    ),
)

File = tuple[str, bytes]


@cache
def texts() -> dict[str, bytes]:
    return {
        "a.txt": TEXT.encode(),
        "b.txt": TEXT.encode("utf-16"),
        "c.txt": TEXT[:22].encode("gb18030"),
        "a.csv": TABLE.encode(),
        "b.csv": b"a;b;c\n1;2;3\nx;-4;nan\n",
        "a.tsv": TABLE.replace(",", "\t").encode(),
        "a.jsonl": b'{"text": "low lower"}\n{"text": "newest", "more": [1, {"a": null}]}\n',
    }


@cache
def tokenizers() -> dict[str, bytes]:
    """Return tokenizer files in the formats of other libraries."""
    ours = train(Corpus.from_text("low lower newest widest low lowest 好的 naïve"), "gpt")
    whole = json.loads(to_tokenizer_json(ours))
    normalizer = {"type": "Replace", "pattern": {"Regex": "l+"}, "content": "ll"}
    split = {"type": "Split", "pattern": {"Regex": r"\w+|\s"}, "behavior": "Isolated"}
    parts = {"normalizer": normalizer, "pre_tokenizer": {**split, "invert": False}}
    vocab = [["<unk>", 0.0], ["▁low", -1.5], ["l", -3.0], ["o", -3.5]]
    unigram = {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}
    return {
        **{
            f"{at}.json": json.dumps(whole | one).encode()
            for at, one in enumerate([parts, unigram])
        },
        "gpt.tiktoken": to_tiktoken(ours).encode(),
        "vocab.json": b'{"a": 0, "b": 1, "ab": 2}',
        "x.model": b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02\n\x0a\n\x03low\x15\0\0\0\0",
    }


@cache
def lists() -> dict[str, bytes]:
    """Return lists of merges as trainers print them, and files that contain merges."""
    return {
        "merges.txt": merges_text(train(TEXT, "paper")).encode(),
        "ids.txt": b"108 111\n256 119\n257 257\n258 258\n",
        "merges.json": b'[["l", "o"], ["lo", "w"], ["108", "111"]]',
        "print.txt": b"[(b'l', b'o'), ('lo', 'w'), (108, 111)]",
        "said.txt": b"merge 1/9: (101, 32) -> 256\nmerge ('e', 'r')\n",
        "y.model": b"minbpe v1\n\\w+|\\s\n1\n<s> 300\n97 98\n256 99\n",
        **tokenizers(),
    }


def changed_value(draw: st.DrawFn, data: bytes) -> bytes:
    """Replace one value at any depth of a JSON file by a drawn one."""
    root = {"": json.loads(data)}
    at, key = root, ""
    while isinstance(at[key], dict | list) and at[key] and draw(st.integers(0, 4)):
        at = at[key]
        key = draw(st.sampled_from([*at] if isinstance(at, dict) else range(len(at))))
    at[key] = draw(st.sampled_from(VALUES))
    return json.dumps(root[""]).encode("utf-8", "surrogatepass")


@st.composite
def damaged(draw: st.DrawFn, seeds: Callable[[], dict[str, bytes]]) -> File:
    """Draw a file with parts cut out, repeated or replaced, sometimes packed."""
    name, data = draw(st.sampled_from(sorted(seeds().items())))
    if name.endswith(".json") and draw(st.booleans()):
        data = changed_value(draw, data)
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.integers(0, 30)))
        part = draw(st.sampled_from([*BETWEEN, data[begin:end] * 300, data[-end:]]))
        data = data[:begin] + part + data[draw(st.sampled_from([begin, end])) :]
    if draw(st.integers(0, 5)) == 0:
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
        data = data[: len(data) - draw(st.sampled_from([0, 0, 1, 9]))]
    return name, data


def read_text(name: str, data: bytes) -> None:
    """Open a file as the app does, and learn three merges from it."""
    train(of_upload(opened(name, data)).corpus(PRESETS["paper"]), max_merges=3)


def read_tokenizer(name: str, data: bytes) -> None:
    """Open a tokenizer, and encode and decode a text with it."""
    tokenizer = load({name: data}, "gpt4")
    tokenizer.decode(tokenizer.encode("low lowest 好 x1 <|endoftext|>").ids)


def read_list(name: str, data: bytes) -> None:
    check_list(load_merges(name, data))


@several
@given(
    st.one_of(
        st.tuples(st.just(read), damaged(seeds))
        for read, seeds in [(read_text, texts), (read_tokenizer, tokenizers), (read_list, lists)]
    )
)
def test_a_damaged_file_is_read_or_refused_in_a_sentence(brought):
    """No other error than `CorpusError` is raised, and its message is not empty."""
    read, file = brought
    said = "it was read"
    try:
        read(*file)
    except CorpusError as error:
        said = str(error).strip()
    assert said


_typed = st.one_of(
    st.sampled_from(
        [*PIECES, *PRESETS, *training_samples(), "", "own", "pasted", "none", "٣", "²"]
    ),
    st.sampled_from(["NaN", "inf", "0.5", "1e9", "9" * 40, "-1", "007", "(", "a\0b", "<b>", "$x$"]),
    st.integers(-1, 3_000).map(str),
    st.text(max_size=40),
)


@several
@given(st.sampled_from([*PAGES]), st.data(), st.sampled_from([*PRESETS.values()]))
def test_each_value_of_an_address_is_read_and_written_alike_or_refused(page, data, preset):
    """Values read from an address are the same after writing and reading them again.

    Every combination of values gives a valid scheme.
    """
    parsers = {**PARSERS, **{choice.name: choice.parse for choice in page.choices}}
    query = data.draw(st.dictionaries(st.sampled_from([*parsers]), _typed))
    read = {name: parsers[name](said) for name, said in query.items()}
    choices = Choices().with_(**read)
    written = as_query(choices, page)
    again = Choices().with_(**{name: parsers[name](said) for name, said in written.items()})
    assert (as_query(again, page), again.settings) == (written, choices.settings)
    scheme_of(preset, choices.settings)
