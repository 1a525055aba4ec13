"""What strangers type, put into an address, and bring as a file: likely things and hostile ones."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from bpe import PRESETS
from bpe.schemes import MARKS, TIE_RULES
from tests.fuzz import brought
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


def _brought(kind: str) -> st.SearchStrategy[brought.File]:
    return st.integers(0, 2**32).map(partial(brought.file, kind))


texts_brought, tokenizers_brought, merges_brought = map(_brought, brought.KINDS)

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


links = st.tuples(pages, addresses)


def drawn(strategy: st.SearchStrategy[Any], number: int) -> Any:
    """Return what a number stands for: always the same."""
    found: list[Any] = []

    @seed(number)
    @settings(max_examples=3, database=None, deadline=None, phases=[Phase.generate])
    @given(strategy)
    def take(value: Any) -> None:
        found.append(value)

    take()
    return found[-1]
