"""What strangers type, put into an address, and bring as a file: likely things and hostile ones."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.interchange import merges_text, to_subword_nmt_codes, to_tiktoken, to_tokenizer_json
from bpe.merging.parity import MEASURES
from bpe.schemes import MARKS, TIE_RULES
from tests.strategies import PIECES
from ui.check import MISTAKES
from ui.corpora.samples import parallel_samples, training_samples
from ui.corpora.tokenizers import shipped
from ui.shell.choices import LANGUAGES, Whole
from ui.shell.pages import PAGES
from ui.shell.query import CARRIED, CHOICES, NAMES

SMALL = [name for name, sample in training_samples().items() if sample.path.stat().st_size < 5_000]
ODD = (
    *PIECES,
    *("", " ", "\n", "\t \r\n", "\0", "\x1b[31m", "\u2028", "\u202e", "\ufeff", "e" * 300),
    *("<script>alert(1)</script>", "<b>", "&amp;", "$x$", "![](//x.y/z)", "{step}", "%s"),
    *("</w>", "##", "▁", "<|endoftext|>", "none", "own", "null", "-1", "0", "1", "2", "007", "1e9"),
    *("٣", "²", "NaN", "inf", "0.5", "0.99", "1.0", "9" * 40, "\\", "\\p{L}+", "(?i)a", "(", "["),
    *("(a|a)+b", "(?<=a)b", "((((", "\U0001f469\u200d\U0001f680", "\U000e0041", "a\u0300" * 30),
)
WORDS = ("low", "lower", "newest", "widest", "hug", "hugs", "the", "theory", "他们", "人民", "aaab")
odd = st.sampled_from(ODD)
typed = st.one_of(
    odd,
    st.sampled_from(WORDS),
    st.lists(st.one_of(st.sampled_from(WORDS), odd), max_size=9).map(" ".join),
    st.text(max_size=40),
    st.lists(st.integers(-3, 400).map(str), max_size=9).map(" ".join),
)
_numbers = st.one_of(
    st.integers(0, 30), st.integers(0, 3_000), st.sampled_from([-1, 10**5, 10**6, 10**9, 10**12])
).map(str)
_id = st.one_of(st.integers(0, 12), st.integers(0, 10**7 - 1))
_fork = st.tuples(_id, _id, _id, st.sampled_from(["", "", "~a", "~<b>", "~" + "x" * 30])).map(
    lambda each: "{}.{}.{}{}".format(*each)
)
_keys = st.sampled_from(["00000000", "deadbeef"])
_forks = st.tuples(_keys, st.lists(_fork, max_size=7)).map(lambda f: f"{f[0]}:{','.join(f[1])}")
_LIKELY: dict[str, st.SearchStrategy[str]] = {
    "corpus": st.sampled_from([*SMALL * 4, *training_samples(), "pasted", "uploaded"]),
    "scheme": st.sampled_from([*PRESETS, "unigram"]),
    "ties": st.sampled_from([*TIE_RULES]),
    "mark": st.sampled_from([*MARKS]),
    "pattern": st.sampled_from([r"\S+", r"\s+", ".", "", r"\p{L}+|\s", "a|b", "(?:)", r"\b", "x*"]),
    "special": st.sampled_from(["none", "<s>", "<s> </s>", "low", "a b c", "</w>", "##", "▁", " "]),
    "coverage": st.sampled_from(["0.5", "0.99", "1", "1.0", "0.9995", "0.49", "nan", "5e-1"]),
    "pair": st.sampled_from([*parallel_samples(), "two-files"]),
    "fair": st.sampled_from([*MEASURES]),
    "forks": _forks,
    "model": st.sampled_from([*shipped(), "own"]),
    "beside": st.sampled_from([*shipped(), "own"]),
    "mistake": st.sampled_from([*MISTAKES]),
    "lang": st.sampled_from([*LANGUAGES]),
    "token": st.sampled_from([*WORDS, "est</w>", "l", "··"]),
    "word": st.sampled_from([*WORDS, "lowest", "low</w>"]),
    "present": st.just("1"),
    "tab": st.sampled_from(["pairs", "words", "vocabulary", "rules", "cost", "engines", "nothing"]),
    **{each.name: _numbers for each in CHOICES if isinstance(each.read, Whole)},
    "max_merges": st.integers(0, 60).map(str),
}


def values_of(name: str) -> st.SearchStrategy[str]:
    """Values of a parameter of the address: five likely ones to a hostile one."""
    likely = _LIKELY.get(name, typed)
    return st.one_of(likely, likely, likely, likely, likely, typed)


addresses = st.fixed_dictionaries(
    {"corpus": values_of("corpus")},
    optional={name: values_of(name) for name in (*NAMES, *CARRIED) if name != "corpus"},
).flatmap(
    # Few at a time: what is refused hides what comes after it.
    lambda query: st.lists(st.sampled_from(sorted(query)), max_size=5, unique=True).map(
        lambda names: {name: query[name] for name in {*names, "corpus"}}
    )
)
pages = st.sampled_from([page.file for page in PAGES])


@cache
def _training():
    return train(Corpus.from_text("low lower newest widest low lowest 好的 <s> naïve"), "gpt")


@cache
def _real() -> dict[str, bytes]:
    """Files that are what they say they are, to be damaged."""
    training, text = _training(), train(Corpus.from_text("low lower newest low"), "paper")
    return {
        "tokenizer.json": to_tokenizer_json(training).encode(),
        "gpt.tiktoken": to_tiktoken(training).encode(),
        "merges.txt": merges_text(training).encode(),
        "codes.txt": to_subword_nmt_codes(text).encode(),
        "paper.txt": merges_text(text).encode(),
        "x.model": b"minbpe v1\n\\w+|\\s\n1\n<s> 300\n97 98\n256 99\n",
        "merges.json": b'[["l", "o"], ["lo", "w"], ["108", "111"]]',
        "tekken.json": b'{"config": {"pattern": "\\\\w+", "default_vocab_size": 258}, "vocab": []}',
        "vocab.json": b'{"a": 0, "b": 1, "ab": 2}',
        "vocab.txt": b"[UNK]\n[CLS]\na\n##b\nab\n",
    }


_TABLE = "word,count\nlow,5\nlower,2\nnewest,6\n"
_TEXTS = {
    "a.txt": "low low lower newest 好的\n\nwide",
    "a.csv": _TABLE,
    "b.csv": "a;b;c\n1;2;3\nx;-4;nan\n",
    "a.tsv": _TABLE.replace(",", "\t"),
    "a.md": "# low\n\n`lower` $x$",
}
_NAMES = [
    *("a.txt", "a.csv", "a.tsv", "a.md", "a.parquet", "a.txt.gz", "a.csv.gz", ".gz", "<b>.txt"),
    *("tokenizer.json", "merges.txt", "vocab.json", "x.model", "x.tiktoken", "tekken.json"),
]


def _cut(data: bytes, at: int, gone: int, put: bytes) -> bytes:
    at %= len(data) + 1
    return data[:at] + put + data[at + gone :]


_put = st.one_of(
    st.binary(max_size=6),
    st.sampled_from([b"null", b"-1", b"1e999", b"[]", b"{}", b'""', b"\n\n", b"9" * 30, b"\xff"]),
    typed.map(lambda text: text.encode("utf-8", "replace")),
)


def _damaged(data: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    once = st.tuples(st.integers(0, 10**6), st.integers(0, 12), _put)
    return st.tuples(data, st.lists(once, max_size=3)).map(lambda both: _changed(both[0], both[1]))


def _changed(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for change in changes:
        data = _cut(data, *change)
    return data


_json = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-2, 10**12), st.floats(), odd, st.just("\ud800")
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(odd, inner, max_size=4)),
    max_leaves=12,
)


@st.composite
def _json_files(draw) -> tuple[str, bytes]:
    """A real tokenizer.json with one of its values replaced by another of any kind."""
    content = json.loads(_real()["tokenizer.json"])
    at, key = content, draw(st.sampled_from(sorted(content)))
    while isinstance(at[key], dict | list) and at[key] and draw(st.booleans()):
        at = at[key]
        key = draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
    at[key] = draw(_json)
    return "tokenizer.json", json.dumps(content).encode("utf-8", "surrogatepass")


@st.composite
def _from(draw, files: dict[str, bytes]) -> tuple[str, bytes]:
    name = draw(st.sampled_from(sorted(files)))
    data = draw(_damaged(st.just(files[name])))
    if draw(st.integers(0, 5)) == 0:
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
    return (draw(st.sampled_from(_NAMES)) if draw(st.integers(0, 4)) == 0 else name), data


texts_brought = st.deferred(
    lambda: st.one_of(
        _from({name: text.encode() for name, text in _TEXTS.items()}),
        _from({name: text.encode("utf-16") for name, text in _TEXTS.items()}),
        st.tuples(st.sampled_from(_NAMES), st.binary(max_size=60)),
        st.tuples(st.just("a.txt"), typed.map(lambda text: text.encode("utf-8", "replace"))),
    )
)
tokenizers_brought = st.deferred(
    lambda: st.one_of(
        _from(_real()),
        _json_files(),
        st.tuples(st.sampled_from(_NAMES), _json.map(lambda v: json.dumps(v).encode())),
    )
)
lists_of_merges = st.one_of(
    st.lists(st.tuples(typed, typed).map(" ".join), max_size=6).map("\n".join),
    st.sampled_from(
        [
            "l o\nlo w\n",
            "l o",
            "#version: 0.2\nl o\n",
            "l\to\n",
            "108 111\n256 119\n",
            "[(b'\\xff', b'a')]",
        ]
    ),
    typed,
)
merges_brought = lists_of_merges.map(lambda text: ("merges.txt", text.encode("utf-8", "replace")))

_what = st.one_of(
    st.sampled_from(WORDS),
    odd,
    st.lists(st.one_of(st.sampled_from(WORDS), odd), max_size=3),
    st.integers(-1, 10**30),
    st.none(),
    st.booleans(),
)
_number = st.one_of(st.integers(0, 20), st.integers(-(10**30), 10**30), st.none(), st.floats(0, 1))
_asked = st.one_of(
    st.tuples(st.integers(0, 2), _number, st.sampled_from(["word", "pair", "x"]), _what, _number),
    st.tuples(_number, _number),
    st.tuples(_number, _what, _number),
    _what,
).map(lambda said: list(said) if isinstance(said, tuple) else said)
reports = st.dictionaries(
    st.sampled_from(["step", "asked", "word", "hide", "chosen"]), _asked, min_size=1, max_size=2
)


def for_widget(widget: Any) -> st.SearchStrategy[Any]:
    """What a reader may give a widget, as `Visit.work` takes it."""
    proto = widget.proto
    match widget.type:
        case "selectbox" | "radio":
            return st.sampled_from(list(widget.options) or [""])
        case "select_slider":
            return st.sampled_from(list(widget.options)).map(lambda option: [option])
        case "button_group" | "multiselect":
            most = (proto.max_selections or 3) if widget.type == "multiselect" else 1
            options = st.sampled_from(list(widget.options) or [""])
            return st.lists(options, max_size=min(most, len(widget.options)), unique=True)
        case "text_input" | "text_area":
            return typed.map(lambda text: text[: proto.max_chars or 10_000])
        case "number_input":
            low = proto.min if proto.has_min else -1e6
            high = proto.max if proto.has_max else 1e6
            if proto.data_type != proto.INT:
                return st.floats(low, high)
            near = st.integers(int(low), int(min(high, low + 60)))
            return (near | near | st.sampled_from([int(low), int(high)])).map(float)
        case "slider":
            if proto.step != int(proto.step):
                return st.floats(proto.min, proto.max)
            return st.integers(int(proto.min), int(proto.max)).map(float)
        case "checkbox" | "toggle":
            return st.booleans()
        case "file_uploader":
            return _files_for(widget.key, proto)
    return st.just(True)


def _files_for(key: str | None, proto: Any) -> st.SearchStrategy[Any]:
    brought = {
        "tokenizer_upload": tokenizers_brought,
        "check_file": tokenizers_brought | merges_brought,
    }.get(key or "", texts_brought)
    taken = tuple(proto.type)
    files = brought.filter(lambda file: not taken or file[0].lower().endswith(taken)).map(
        lambda file: (*file, "application/octet-stream")
    )
    return files.map(lambda file: [file]) if proto.multiple_files else files
