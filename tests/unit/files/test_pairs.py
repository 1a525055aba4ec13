"""Lists of merges and tokenizers are read in their saved formats; nothing is executed."""

import json
import pickle
import random
from itertools import pairwise, repeat

import pytest

from bpe import CorpusError, train
from bpe.encoding.encoded import TraceStep
from bpe.encoding.matching import replace_pair
from bpe.files import printed
from bpe.files.tokenizer import MAX_PARTS, replay
from bpe.interchange import (
    load,
    load_merges,
    merges_text,
    to_subword_nmt_codes,
    to_tiktoken,
    to_tokenizer_json,
)
from bpe.text.characters import to_alias
from ui.samples import FOLDER, samples

TEXT = "low lower lowest newer newest wider widest"
BYTES = train(TEXT, "gpt", max_merges=9)
PAIRS = [merge.pair for merge in BYTES.merges]
IDS = [tuple(row) for row in BYTES.merge_ids.tolist()]
MINBPE = "minbpe v1\n\n0\n" + "".join(f"{left} {right}\n" for left, right in IDS)

WRITTEN = {
    "list.py": repr(PAIRS),
    "lists.py": repr([list(pair) for pair in PAIRS]),
    "tuple.txt": repr(tuple(PAIRS)),
    "dict.py": repr({pair: 256 + rank for rank, pair in enumerate(PAIRS)}),
    "backwards.py": repr({pair: rank for rank, pair in reversed(list(enumerate(PAIRS)))}),
    "ids.py": repr(IDS),
    "ids.json": json.dumps(IDS),
    "minbpe's merges.py": repr({pair: 256 + rank for rank, pair in enumerate(IDS)}),
    "with new.py": repr([(pair, pair[0] + pair[1]) for pair in PAIRS]),
    "a pair a line.txt": "\n".join(map(repr, PAIRS)),
    "two a line.txt": "\n".join(f"{left} {right}" for left, right in PAIRS),
    "ranks.tiktoken": to_tiktoken(BYTES),
    "own.model": MINBPE,
    "special.model": MINBPE.replace("\n\n0\n", "\n\\w+|\\s\n2\n<|a b|> 300\n<s> 301\n"),
    "becomes.py": repr({pair: pair[0] + pair[1] for pair in PAIRS}),
    "printed.txt": "begin\n" + "\n".join(f"merge {pair}" for pair in PAIRS) + "\ndone: 9",
    "printed too.txt": "\n".join(f"  Step {n}: Merging {p}" for n, p in enumerate(PAIRS)),
    "minbpe prints.txt": "\n".join(
        f"merge {rank + 1}/9: {pair} -> {256 + rank} ({b'(x)'!r}) had 7 occurrences"
        for rank, pair in enumerate(IDS)
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_bytes_come_back_from_each_way_to_write_them(name):
    """Python, JSON, IDs, ranks and minbpe's model contain the same nine merges."""
    assert [tuple(pair) for pair in load_merges(name, WRITTEN[name].encode())] == PAIRS


def test_merges_of_characters_come_back_from_text_and_json():
    """The formats are merges.txt, subword-nmt codes, JSON lists and a tokenizer.json."""
    training = train(TEXT, "subword-nmt", max_merges=6)
    pairs = [merge.pair for merge in training.merges]
    for content in (
        merges_text(training),
        to_subword_nmt_codes(training),
        json.dumps(pairs),
        json.dumps([" ".join(pair) for pair in pairs]),
        json.dumps({"version": "1.0", "model": {"type": "BPE", "merges": pairs}}),
        json.dumps({"merges": pairs}),
    ):
        assert load_merges("merges", content.encode()) == pairs


def test_lines_that_programs_print_as_they_train_are_read():
    """The lines come from many lessons that follow the paper, with their other output.

    The verbose lines of subword-nmt are read, too.
    """
    lesson = "=====\nIter: {}\nBest pair: {}\nTokens: {{('e', 's'): 9}}\nNumber of tokens: {}\n"
    pairs = [("e", "s"), ("es", "t"), ("est", "</w>"), ("1", "2"), (",", "None")]
    printed = "".join(lesson.format(n, pair, 9 - n) for n, pair in enumerate(pairs))
    assert load_merges("pasted", printed.encode()) == pairs
    assert load_merges("pasted", printed.removeprefix("=====\n").encode()) == pairs
    chinese = "".join(f"合并# {n}: {pair}\n" for n, pair in enumerate(pairs, 1))
    assert load_merges("pasted", chinese.encode()) == pairs
    verbose = "pair {}: {} {} -> {} (frequency {})\n"
    printed = "".join(verbose.format(n, *pair, "".join(pair), 9) for n, pair in enumerate(pairs))
    assert load_merges("pasted", printed.encode()) == pairs
    for line in (
        "Most frequent pair({} times) is : {}, {}.\n",
        "Most frequent pair ({} times) is: {}, {}\n",
        "Most frequent pair({} times) is : {}, {}. Vocab size: 13\n",
    ):
        printed = "".join(line.format(9 - n, *pair) for n, pair in enumerate(pairs))
        assert load_merges("pasted", f"Step 1\n{printed}".encode()) == pairs


@pytest.mark.parametrize(
    ("printed", "pairs"),
    [
        ("ne, new, ␣r, ␣re", [("n", "e"), ("ne", "w"), (" ", "r"), (" r", "e")]),
        ("er，er_、er_s", [("e", "r"), ("er", "_"), ("er_", "s")]),
        ("er, er</w>", [("e", "r"), ("er", "</w>")]),
        ("es, est</w>", [("e", "s"), ("es", "t</w>")]),
        ("es\nest\nest</w>", [("e", "s"), ("es", "t"), ("est", "</w>")]),
        ("['es', 'est', 'est</w>']", [("e", "s"), ("es", "t"), ("est", "</w>")]),
        ("a, b", [("a", "b")]),
        ("[('a', 'b')]", [("a", "b")]),
        ("('a', 'b')", [("a", "b")]),
        ('["a b", "c d"]', [("a", "b"), ("c", "d")]),
        ("( )\n[ ]\n", [("(", ")"), ("[", "]")]),
        ("minbpe v1\n\\w+", []),  # a .model without merges
    ],
)
def test_a_line_of_tokens_as_a_book_prints_it_is_read(printed, pairs):
    """Each token is made of two tokens before it; otherwise the line is a pair or a list of one."""
    assert load_merges("pasted", printed.encode()) == pairs


# --- what students print ----------------------------------------------------------------------

SIX = [("e", "s"), ("es", "t"), ("est", "</w>"), ("1", "2"), (",", "."), ("est</w>", "'")]
"""Pairs with a number, and with characters that separate or quote values."""
PLAIN = [("e", "s"), ("es", "t"), ("est", "</w>"), ("l", "o"), ("lo", "w")]


def around(begin, line, end="", between=", "):
    """Return a printer of merges by the template `line`, with text before, between and after."""

    def printed(pairs):
        lines = [
            line.format(n=n, count=99 - n // 3, left=left, right=right, made=left + right,
                        pair=(left, right), l=repr(left), r=repr(right),
                        list=json.dumps([left, right]))
            for n, (left, right) in enumerate(pairs, 1)
        ]  # fmt: skip
        return begin + between.join(lines) + end

    return printed


def log(begin, line, end=""):
    return around(begin, line, end, "\n")


def each(line):
    return log("", line)


AS_VALUES = {
    "JSON lines": each("{list}"),
    "with a count": each("{pair}, {count}"),
    "with a colon": each("{pair}: {count}"),
    "of numpy": each("(np.str_({l}), np.str_({r}))"),
    "a list of numpy": around("[", "(np.str_({l}), np.str_({r}))", "]"),
    "an array": around("array([", "[{l}, {r}]", "], dtype='<U8')", ",\n       "),
    "an array, printed": around("[", "[{l} {r}]", "]", "\n "),
    "pprint": around("[", "{pair}", "]", ",\n "),
    "pprint, cut": around("[", "{pair}", ",\n ('q', 'z", ",\n "),
    "pprint, cut at a line": around("[", "{pair}", ",\n", ",\n "),
    "pprint, shortened": around("[", "{pair}", ",\n ...]", ",\n "),
    "Counter": around("Counter({{", "{pair}: {count}", "}})"),
    "OrderedDict": around("OrderedDict([", "({pair}, {count})", "])"),
    "items": around("dict_items([", "({pair}, {count})", "])"),
    "triples": around("[", "({l}, {r}, {count})", "]"),
    "ranked": around("[", "({n}, {pair})", "]"),
    "token to pair": around("{{", "{made!r}: {pair}", "}}"),
    "assigned": lambda pairs: f"merges = {pairs!r}\nprint(merges)",
    "named": lambda pairs: f"Learned merges: {pairs!r}",
    "JSON records": lambda pairs: json.dumps(
        [{"rank": n, "pair": pair, "token": "".join(pair)} for n, pair in enumerate(pairs)]
    ),
    "sides": lambda pairs: json.dumps(
        [{"token": a + b, "left": a, "right": b, "count": 9} for a, b in pairs], indent=1
    ),
    "keys of JSON": lambda pairs: json.dumps({str(pair): 9 for pair in pairs}),
    "Rust": log("[\n", '    (\n        "{left}",\n        "{right}",\n    ),', "\n]"),
    "Rust's HashMap": lambda pairs: str(
        {pair: rank for rank, pair in reversed([*enumerate(pairs)])}
    ),
    "Rust's struct": around("[", 'Merge {{ left: "{left}", right: "{right}", count: 9 }}', "]"),
    "JavaScript": around("[\n  ", '[ "{left}", "{right}" ]', "\n]", ",\n  "),
    "objects": around("[\n", "  {{ pair: [ {l}, {r} ], count: 9 }}", "\n]", ",\n"),
    "Ruby": around("{{", '["{left}", "{right}"]=>9', "}}"),
    "a log": log("Training on 5 words\n", "Merge {n}: {pair} -> {made!r}, count {count}", "\nDone"),
    "a log of steps": each("Step {n}\nstats: {{('x', 'y'): 1, ('y', 'z'): 1}}\nbest: {pair}"),
    "the best three": each("{n}. top 3: [({pair}, 9), (('x', 'y'), 3), (('y', 'z'), 1)]"),
    "a log with times": log("10:00:00 INFO start\n", "10:00:0{n} INFO merge {l} and {r} (freq=9)"),
    "joined": each("{l} + {r} -> {made!r}"),
}  # fmt: skip
AS_WORDS = {
    "merges.txt": log("#version: 0.2\n", "{left} {right}", "\n"),
    "with a count": each("{left} {right} {count}"),
    "with a colon": each("{left} {right}: {count}"),
    "with a tab": each("{left} {right}\t{count}"),
    "tabs": each("{left}\t{right}"),
    "numbered": each("{n}. {left} {right} -> {made}"),
    "a sum": each("{n}: {left} + {right} = {made} (9)"),
    "a number, a count": each("{n} {left} {right} {count}"),
    "a table": log("rank,left,right,count\n", "{n},{left},{right},{count}"),
    "a DataFrame": log("   left right  count\n", "{n}   {left}   {right}    {count}"),
    "Markdown": log("| n | left | right |\n|---|---|---|\n", "| {n} | {left} | {right} |"),
    "a log": log("Start\n", "Merge {n}: {left} {right} -> {made} (count {count})", "\nDone."),
    "lines": log("Training on 5 words\n", "{left} {right}", "\nDone. It took 3 s"),
    "backwards": each("{made} = {left} + {right}"),
    "Chinese": log("开始训练\n", "第{n}次合并：{left} {right}，次数 {count}"),
    "Chinese sums": log("开始训练\n", "合并 {left} + {right} → {made}"),
    "a Map": around("Map(5) {{ ", "'{left},{right}' => {count}", " }}"),
    "strings": lambda pairs: json.dumps([" ".join(pair) for pair in pairs], indent=1),
    "keys": lambda pairs: json.dumps({" ".join(pair): 9 for pair in pairs}),
    "merges in an object": lambda pairs: json.dumps(
        {"vocab": {"e": 0}, "merges": [" ".join(pair) for pair in pairs]}
    ),
    "Java": around("[", "[{left}, {right}]", "]"),
    "Java's records": around("[", "Pair[left={left}, right={right}]", "]"),
    "Java's classes": around("[", "Merge{{first='{left}', second='{right}', freq=9}}", "]"),
    "Kotlin": around("{{", "({left}, {right})=9", "}}"),
    "Go": around("[", "{{{left} {right}}}", "]", " "),
    "Go's fields": around("[", "{{Left:{left} Right:{right}}}", "]", " "),
    "as books print them": lambda pairs: ", ".join(map("".join, pairs)),
}  # fmt: skip


@pytest.mark.parametrize("name", AS_VALUES)
def test_printed_values_are_read(name):
    """The formats are Python, JSON, JavaScript, Rust and Ruby, complete, cut off, or in a log."""
    assert load_merges("printed", AS_VALUES[name](SIX).encode()) == SIX


@pytest.mark.parametrize("name", AS_WORDS)
def test_printed_words_are_read(name):
    """The formats have no quotes: lines, tables, logs, and values printed by Java and Go."""
    assert load_merges("printed", AS_WORDS[name](PLAIN).encode()) == PLAIN


@pytest.mark.parametrize("sample", ["course", "source-code", "tang-song-poems", "scripts"])
def test_no_merge_is_read_as_another(sample):
    """For merges of any text and any format, the list is read unchanged or refused."""
    text = (FOLDER / samples()[sample].path).read_text(encoding="utf-8")[:3000]
    for scheme in ("subword-nmt", "huggingface", "wordpiece", "cs336"):
        pairs = [
            tuple(map(to_alias, merge.pair)) for merge in train(text, scheme, max_merges=20).merges
        ]
        ways = [AS_VALUES[name] for name in AS_VALUES if name not in UNQUOTED]
        if not any(map(str.isspace, "".join(map("".join, pairs)))):
            ways += AS_WORDS.values()
        assert not [way for way in ways if read_or_refused(way(pairs)) not in (pairs, "merge")]


def read_or_refused(printed):
    try:
        return load_merges("printed", printed.encode())
    except CorpusError as error:
        return error.code


UNQUOTED = ("Rust", "Rust's struct", "JavaScript", "Ruby")
"""Formats whose printers in this file do not escape quotes."""

IDS_MADE = [(101, 115), (256, 116), (108, 111), (257, 258)]
MADE = [(b"e", b"s"), (b"es", b"t"), (b"l", b"o"), (b"est", b"lo")]
SEEN = "lowest newest estlo lo"


def later(by):
    """Return IDs in which merged tokens start at 256 + `by`."""
    return [tuple(id_ + by * (id_ > 255) for id_ in pair) for pair in IDS_MADE]


@pytest.mark.parametrize(
    "printed",
    [
        repr(IDS_MADE),
        "\n".join(f"{left} {right}" for left, right in IDS_MADE),
        "\n".join(f"{left} {right} {256 + n}" for n, (left, right) in enumerate(IDS_MADE)),
        "\n".join(f"{pair} -> {256 + n}" for n, pair in enumerate(IDS_MADE)),
        "\n".join(f"Merge {n}: {pair} -> {256 + n}, count 9" for n, pair in enumerate(IDS_MADE)),
        repr([(f"np.int64({a})", f"np.int64({b})") for a, b in IDS_MADE]).replace("'", ""),
        "[[101 115]\n [256 116]\n [108 111]\n [257 258]]",
        json.dumps({f"{a},{b}": 256 + n for n, (a, b) in enumerate(IDS_MADE)}),
        # The IDs of merged tokens start later.
        repr(later(2)),
        json.dumps([{"pair": pair, "new_id": 258 + n} for n, pair in enumerate(later(2))]),
        repr({pair: 300 + n for n, pair in enumerate(later(44))}),
        "\n".join(f"merge {n}/4: {p} -> {257 + n} had 9" for n, p in enumerate(later(1))),
        # Three special tokens have the first IDs, or bytes are in the order of their aliases.
        repr([(left + 3, right + 3) for left, right in IDS_MADE]),
        repr([(68, 82), (256, 83), (75, 78), (257, 258)]),
    ],
)
def test_ids_are_read_wherever_they_begin(printed):
    """The start of the IDs is found from IDs in the list, or from a text with the merged tokens."""
    assert load_merges("printed", printed.encode(), SEEN) == MADE


def test_ids_of_characters_are_those_of_the_text():
    """IDs are those of sorted or first-seen characters, with or without a mark, or code points."""
    pairs = [(left.decode(), right.decode()) for left, right in MADE]
    for order in (sorted({*SEEN}), [*dict.fromkeys(SEEN)], [*sorted({*SEEN} - {" "}), "</w>"]):
        ids = {each: n for n, each in enumerate(order)} | {"es": len(order), "est": len(order) + 1}
        ids["lo"] = len(order) + 2
        printed = repr([(ids[left], ids[right]) for left, right in pairs])
        assert load_merges("printed", printed.encode(), SEEN) == pairs
    printed = repr([(ord("学"), ord("习")), (90000, ord("好"))])
    assert load_merges("printed", printed.encode(), "学习好") == [("学", "习"), ("学习", "好")]


def test_a_merge_that_no_other_uses_is_not_taken_for_words():
    """A last line of two words counts as a merge; a sentence before or after merges does not."""
    assert load_merges("mine", b"e s\nes t\nfoo bar\n") == [("e", "s"), ("es", "t"), ("foo", "bar")]
    told = b"Training on text\ne s\nes t\nTraining done\n"
    assert load_merges("mine", told) == [("e", "s"), ("es", "t")]


def test_a_list_has_the_line_of_each_merge():
    """Lines are numbered with other lines between them, and in a list over several lines."""
    read = load_merges("mine", b"Start\n\n1. e s -> es\n2. es t -> est\n")
    assert (read.file, read.lines) == ("mine", [3, 4])
    read = pickle.loads(pickle.dumps(load_merges("mine", b"[\n ('e', 's'),\n\n ('es', 't')]")))
    assert (read.lines, read) == ([2, 4], [("e", "s"), ("es", "t")])


@pytest.mark.parametrize(
    ("printed", "line"),
    [
        ("a b\nc\n", 2),
        ('["e", "s"]\n["es"]\n', 2),
        ("('e', 's')\n('es', 't'\n('est', 'x')\n", 2),
        ("[('a', 'b'),\n ('c',)]", 2),
        ("[('a', 'b'),\n ...,\n ('c', 'd')]", 2),
        ("[('e', 's'),\n ('e', b's')]", 2),
        ("Merge 1: ('e', 's')\nMerge 2: ('es', ?\nMerge 3: ('l', 'o')\n", 2),
        ("(97, 98)\n(97, 300)\n(97, 400)", 2),
        ("e s\nes t\nest\nl o\n", 3),
        ("e s\nes t x\nl o\n", 2),
        ("('e', 's')\n('es', 't')\n('a'\n('l', 'o')\n('lo', 'w')\n('n', 'e')\n", 3),
        (json.dumps({letter: n for n, letter in enumerate("delnorstw")} | {"es": 9, "lo": 10}), 1),
        ("1. e s -> es\n2. es t -> est\n3. est\n4. l o -> lo", 3),
        ("It was the best of times,\nit was the worst of times.", 1),
        ("[1]", 1),
        ("[(97, True)]", 1),
        ("[('a', '')]", 1),
        ('[["\\ud800", "a"]]', 1),
        ("{'a': [1]}", 1),
        ("[__import__('os').getcwd()]", 1),
        ("(" * 5000, 1),
        ("[" + "-" * 50000 + "1]", 1),
        ("new, ne", 1),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(printed, line):
    """No merge is left out silently, and an expression is never executed."""
    with pytest.raises(CorpusError) as caught:
        load_merges("mine.txt", printed.encode())
    assert (caught.value.code, caught.value.values["line"]) == ("merge", line)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("merges.txt", pickle.dumps(PAIRS), "is_pickle"),
        *(
            (f"merges.{each}", pickle.dumps(PAIRS, protocol=0), "is_pickle")
            for each in ("pkl", "PKL")
        ),
        ("mine.model", "minbpe v1\n\n0\n² 2".encode(), "minbpe"),
        ("merges.txt", b"[" + b"1," * 600, "many_values"),
        ("merges.txt", b"\n\n", "empty"),
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(name, data, code, monkeypatch):
    """A pickle is refused and never loaded."""
    monkeypatch.setattr(printed, "MAX_VALUES", 1_000)
    with pytest.raises(CorpusError) as caught:
        load_merges(name, data)
    assert caught.value.code == code


def test_a_list_has_at_most_four_megabytes():
    """The limit also holds for the merged tokens: 41 doublings of a byte would be 2 TB."""
    with pytest.raises(CorpusError, match=r"merges\.txt: must be at most 4 MB"):
        load_merges("merges.txt", b"a b\n" * 10**6 + b"a")
    assert load_merges("merges.txt", b"a b\n" * 10**4) == [("a", "b")] * 10**4
    doubling = [(97, 97), *((256 + rank, 256 + rank) for rank in range(40))]
    with pytest.raises(CorpusError) as caught:
        load_merges("merges.py", repr(doubling).encode())
    assert caught.value.code == "file_large"


HOLES = {"type": "BPE", "vocab": {"a": 0, "b": 2, "ab": 5}, "merges": ["a b"]}


def loaded(name):
    """Return a tokenizer read from the file of one format."""
    if name == "holes":
        return load({"tokenizer.json": json.dumps({"model": HOLES}).encode()})
    training = train("low lower", "gpt", max_merges=3)
    if name == "json":
        return load({"tokenizer.json": to_tokenizer_json(training).encode()})
    return load({"x.tiktoken": to_tiktoken(training).encode()}, "gpt4")


@pytest.mark.parametrize("name", ["holes", "json", "tiktoken"])
def test_an_id_that_does_not_exist_is_no_text(name):
    """Every ID in the file decodes; an ID below, above or between them is named in an error."""
    ours = loaded(name)
    for token, id_ in ours.vocabulary.items():
        assert ours.decode([id_]) == ours.decode([token])
    assert ours.vocab_size == {"holes": 3, "json": 259, "tiktoken": 259}[name]
    size = max(ours.ids) + 1
    absent = [*range(size, size + 300), -1, -size, *({1, 3, 4} if name == "holes" else ())]
    for id_ in absent:
        with pytest.raises(ValueError, match=rf"id must be .*, got {id_}\. "):
            ours.decode([id_])


def test_an_added_token_is_taken_whole():
    """An added token is never split; words are of the normalized text, places of the typed one."""
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": 7, "content": "abba", "special": True, **sides}]
    ours = load({"t.json": json.dumps({"model": HOLES, "added_tokens": added}).encode()})
    assert ours.encode("abbaab").ids == [ours.special["abba"], 5]
    with pytest.raises(ValueError, match=r"pretokenizer must be one of .*o200k, got 'gpt5'\. "):
        load({"x.tiktoken": b""}, pretokenizer="gpt5")
    ours = load({"x.tiktoken": to_tiktoken(train("a", "gpt")).encode()}, "gpt4", normalizer="nfc")
    words = [(word.text, word.start, word.end) for word in ours.encode("e\u0301a b").words]
    assert words == [("éa", 0, 2), (" b", 2, 4)]
    assert ours.places("e\u0301a b") == [(0, 2), (0, 2), (2, 3), (3, 4), (4, 5)]


def slow_steps(ids, find, token):
    """Look at all pairs before each merge; return the steps and the final tokens."""
    steps, last = [], None
    while True:
        found = [find(left, right) for left, right in pairwise(ids)]
        known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
        if not known:
            return steps, ids
        rank, at, new = min(known)
        pair = ids[at], ids[at + 1]
        candidates, places = tuple(each and each[0] for each in found), (at,)
        ids = replace_pair(ids, places, new)
        if pair == last:
            before = steps.pop()
            candidates, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        tokens = tuple(map(token, ids))
        steps.append(TraceStep(rank, tuple(map(token, pair)), tokens, candidates, places))


def of(made):
    return lambda *pair: made.get(pair)


def merges(draw, letters, size):
    """Return random merges of earlier tokens with random ranks: (left, right) -> (rank, new)."""
    known = list(range(letters))
    made = {}
    for new in range(letters, letters + size):
        pair = draw.choice(known), draw.choice(known)
        if pair not in made:
            made[pair] = draw.randrange(size), new
            known.append(new)
    return made


def test_every_step_is_that_of_a_slow_twin():
    """Words have few letters; merges have any order, equal ranks and overlapping pairs."""
    draw = random.Random(7)
    for _ in range(600):
        letters = draw.randrange(1, 4)
        made = merges(draw, letters, draw.randrange(1, 14))
        word = [draw.randrange(letters) for _ in range(draw.randrange(0, 40))]
        steps, end = slow_steps(word, of(made), str)
        found = replay(word, end, of(made), str)
        assert found.why is None
        assert found.tokens == tuple(map(str, word))
        assert found.steps == tuple(steps)


def test_other_tokens_than_the_librarys_are_said():
    """If the replay ends in other tokens than the library's, there are no steps and a reason.

    A word that is too long, or endless, is refused before it is looked up.
    """
    for end, whole, why in (((9,), "whole", "whole"), ((0, 9), "whole", "other")):
        found = replay([0, 1], end, lambda *pair: None, str, whole)
        assert (found.tokens, found.steps, found.why) == (tuple(map(str, end)), (), why)
    for parts, why in (
        ([0] * MAX_PARTS, None),
        ([0] * (MAX_PARTS + 1), "long"),
        (repeat(0), "long"),
    ):
        found = replay(parts, [0] * MAX_PARTS, of({}), str)
        assert (found.why, found.tokens) == (why, ("0",) * MAX_PARTS)
