"""What files say besides tokens and merges, held against the libraries they come from."""

import base64
import io
import json
import random

import pytest

from bpe import CorpusError
from bpe.interchange import FORMATS, load
from bpe.text.bytelevel import to_alias
from tests.cases import for_each

tokenizers = pytest.importorskip("tokenizers")
tiktoken = pytest.importorskip("tiktoken")
apply_bpe = pytest.importorskip("subword_nmt.apply_bpe")
openai_public = pytest.importorskip("tiktoken_ext.openai_public")

BYTES = {bytes([byte]): byte for byte in range(256)}
LETTERS = {letter: id_ for id_, letter in enumerate("abcx <>AB.")}


def tokenizer(model, **parts):
    """Return a tokenizer of that package, and ours read from its file."""
    theirs = tokenizers.Tokenizer(model)
    added = parts.pop("added", [])
    for name, part in parts.items():
        setattr(theirs, name, part)
    theirs.add_tokens(added)
    return theirs, load({"tokenizer.json": theirs.to_str().encode()})


def same(theirs, ours, texts):
    """Assert equal ids and tokens for every text."""
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False)
        assert ours.encode(text).ids == expected.ids, (text, expected.tokens)


def texts(letters, seed=1, size=300):
    """Return random texts of some parts."""
    rng = random.Random(seed)
    return ["".join(rng.choices(letters, k=rng.randint(0, 9))) for _ in range(size)]


@for_each("lstrip", [False, True])
@for_each("rstrip", [False, True])
@for_each("single_word", [False, True])
@for_each("normalized", [False, True])
def test_added_tokens_are_found_as_there(lstrip, rstrip, single_word, normalized):
    """With the spaces they take, inside words or not, before and after lower-casing."""
    options = {
        "lstrip": lstrip,
        "rstrip": rstrip,
        "single_word": single_word,
        "normalized": normalized,
    }
    added = [tokenizers.AddedToken(text, **options) for text in ("<ab>", "AB", "b.", "<ab>x")]
    theirs, ours = tokenizer(
        tokenizers.models.BPE(LETTERS, [], unk_token="x"),
        added=added,
        normalizer=tokenizers.normalizers.Lowercase(),
        pre_tokenizer=tokenizers.pre_tokenizers.Split(tokenizers.Regex("."), "isolated"),
    )
    same(theirs, ours, texts(["<ab>", "AB", "b.", " ", "  ", "x", "a", "<", "."]))


@for_each("listed", ["strings", "pairs"])
def test_of_a_merge_listed_twice_the_later_counts(listed):
    """Hugging Face lets the later place win; the order of the others is by what is left."""
    vocabulary = {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}
    merges = [["a", "b"], ["b", "c"], ["a", "b"], ["ab", "c"]]
    if listed == "strings":
        merges = [" ".join(pair) for pair in merges]
    model = {"type": "BPE", "vocab": vocabulary, "merges": merges}
    file = json.dumps({"version": "1.0", "added_tokens": [], "model": model})
    theirs = tokenizers.Tokenizer.from_str(file)
    ours = load({"tokenizer.json": file.encode()})
    assert theirs.encode("abc").tokens == ["a", "bc"]
    same(theirs, ours, texts("abc"))
    assert ours.merges == ((1, 2, 4), (0, 1, 3), (3, 2, 5))
    [word] = ours.encode("abc").words
    assert [(step.rank, step.pair) for step in word.steps] == [(0, ("b", "c"))]


def test_codes_in_any_order_encode_as_in_subword_nmt():
    """A merge may come before the one that makes its parts; every place is merged at once."""
    rng = random.Random(4)
    for _ in range(60):
        parts, pairs = ["a", "b", "c", "b</w>", "c</w>"], []
        for _ in range(8):
            left = rng.choice([part for part in parts if not part.endswith("</w>")])
            right = rng.choice(parts)
            pairs.append(f"{left} {right}")
            parts.append(left + right)
        rng.shuffle(pairs)
        codes = "#version: 0.2\n" + "".join(
            f"{pair}\n" for pair in {**dict.fromkeys(pairs), "c c</w>": 1}
        )
        theirs, ours = apply_bpe.BPE(io.StringIO(codes)), load({"codes": codes.encode()})
        for word in filter(None, texts("aabbc", size=40)):
            printed = " ".join(ours.encode(word).tokens).replace("</w>", "")
            assert printed == theirs.segment(word).replace("@@ ", " "), (codes, word)


def test_of_codes_listed_twice_the_first_counts():
    """subword-nmt lets the earlier place win."""
    codes = "#version: 0.2\na b\nb c\na b\nab c</w>\nb c</w>\n"
    theirs = apply_bpe.BPE(io.StringIO(codes))
    ours = load({"codes": codes.encode()})
    for word in filter(None, texts("abc")):
        printed = " ".join(ours.encode(word).tokens).replace("</w>", "")
        assert printed == theirs.segment(word).replace("@@ ", " ")


def pattern_of(name, monkeypatch):
    """Return the pattern that tiktoken has under a name, without the ranks it would fetch."""
    for loader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
        monkeypatch.setattr(openai_public, loader, lambda *_, **__: dict(BYTES))
    return getattr(openai_public, name)()["pat_str"]


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_a_file_of_openai_is_cut_as_its_name_says(name, monkeypatch):
    """Word for word: every pair is a token, so that each cut shows."""
    pattern = pattern_of(name, monkeypatch)
    parts = [
        "A",
        "bc",
        "É",
        "好",
        "1",
        "23",
        "'s",
        "'LL",
        " ",
        "  ",
        "\n",
        "\r\n",
        "!",
        "/",
        "\u0301",
    ]
    letters = sorted({byte for part in parts for byte in part.encode()})
    ranks = dict(BYTES)
    for left in letters:
        for right in letters:
            ranks.setdefault(bytes([left, right]), len(ranks))
    theirs = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    lines = "".join(f"{base64.b64encode(token).decode()} {id_}\n" for token, id_ in ranks.items())
    ours = load({f"{name}.tiktoken": lines.encode()})
    for text in texts(parts, size=500):
        assert ours.encode(text).ids == theirs.encode_ordinary(text), ascii(text)


def test_every_byte_of_an_unknown_must_be_a_token():
    """Byte fallback with a byte missing falls back to the unknown token, as there."""
    vocabulary = LETTERS | {"<unk>": 20, "<0xE5>": 21, "<0xA5>": 22, "<0xBD>": 23, "<0xC3>": 24}
    for fuse in (False, True):
        theirs, ours = tokenizer(
            tokenizers.models.BPE(
                vocabulary, [], unk_token="<unk>", byte_fallback=True, fuse_unk=fuse
            ),
            decoder=tokenizers.decoders.Sequence(
                [tokenizers.decoders.ByteFallback(), tokenizers.decoders.Fuse()]
            ),
        )
        same(theirs, ours, texts(["a", "好", "é", "éé", "b", "好é"]))
        ids = ours.encode("a好b").ids
        assert ours.decode(ids) == "a好b"


@for_each(
    ("prefix", "suffix"), [(None, "</w>"), ("##", None), ("##", "</w>"), ("@", "_"), (None, None)]
)
@for_each("unknown", [None, "x"])
def test_marks_before_and_behind_are_put_on_as_there(prefix, suffix, unknown):
    """Each kind of mark, with and without a token for what is unknown."""
    p, s = prefix or "", suffix or ""
    spelled = {
        before + letter + after for letter in "ab" for before in {"", p} for after in {"", s}
    }
    vocabulary = {token: id_ for id_, token in enumerate([*sorted(spelled), "x"])}
    merges = []
    for left, right in [("a", p + "b" + s), ("a", p + "a"), ("b", p + "a" + s)]:
        vocabulary.setdefault(left + right.removeprefix(p), len(vocabulary))
        merges.append((left, right))
    options = {"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix}
    options = {name: value for name, value in options.items() if value is not None}
    if unknown:
        options["unk_token"] = unknown
    theirs, ours = tokenizer(
        tokenizers.models.BPE(vocabulary, merges, **options),
        pre_tokenizer=tokenizers.pre_tokenizers.WhitespaceSplit(),
    )
    same(theirs, ours, texts(["a", "b", " ", "c"]))


def test_each_format_is_named():
    """The tokenizer says which of the formats it was read from."""
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]}
    aliases = {to_alias(token): id_ for token, id_ in BYTES.items()}
    ranks = "".join(f"{base64.b64encode(t).decode()} {r}\n" for t, r in BYTES.items())
    found = [
        load({"any.json": json.dumps({"model": model}).encode()}),
        load({"vocab.json": json.dumps(aliases).encode(), "merges.txt": b"#version: 0.2\n"}),
        load({"codes": b"#version: 0.2\na b</w>\n"}),
        load({"any.txt": ranks.encode()}),
    ]
    assert tuple(each.format for each in found) == FORMATS[:4]
    assert [each.scheme.units for each in found] == ["characters", "bytes", "characters", "bytes"]


def test_parts_that_play_no_role_are_named():
    """A reader is told what of the file is not replayed."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": [], "dropout": 0.1}
    processor = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    truncation = {"max_length": 1, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}
    padding = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "a"}
    whole = {
        "model": model,
        "post_processor": processor,
        "truncation": truncation,
        "padding": padding,
    }
    opened = load({"t.json": json.dumps(whole).encode()})
    assert opened.encode("aaa").ids == [0, 0, 0]
    notes = opened.notes
    assert set(notes) == {"post_processor", "truncation", "padding", "dropout"}
    merged = {"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]], "dropout": 1.0}
    assert load({"t.json": json.dumps({"model": merged}).encode()}).encode("ab").ids == [2]
    assert load({"t.json": json.dumps({"model": model | {"dropout": None}}).encode()}).notes == ()


@for_each(
    ("files", "code", "values"),
    [
        ({"v.json": b'{"a":0}', "w.json": b'{"b":0}'}, "files", {"files": "v.json, w.json"}),
        ({"a": b"a b", "b": b"a b"}, "files", {"files": "a, b"}),
        (
            {"v.json": b'{"a":0,"b":1}', "merges.txt": b"#version: 0.2\na b\n"},
            "merge_not_in_vocabulary",
            {"file": "merges.txt", "number": 1, "value": "'ab'"},
        ),
        ({"t.json": b'{"model": 1}'}, "model", {"file": "tokenizer.json", "value": "1"}),
        ({"t.json": b"[" * 100_000}, "not_json_deep", {"file": "t.json"}),
        (
            {"x.tiktoken": b"YQ== " + b"9" * 20 + b"\n"},
            "rank_bytes",
            {"file": "x.tiktoken", "byte": 0},
        ),
    ],
)
def test_a_refusal_has_its_code_and_values(files, code, values):
    """Numbers are numbers, and what a stranger wrote is as a sentence shows it."""
    with pytest.raises(CorpusError) as caught:
        load(files)
    assert (caught.value.code, caught.value.values) == (code, values)


def test_ids_up_to_the_largest_are_read_and_no_further():
    """A file cannot ask for a table of billions of tokens."""
    for id_, fits in ((4_000_000, True), (4_000_001, False)):
        file = {"t.json": json.dumps({"model": {"vocab": {"a": id_}, "merges": []}}).encode()}
        if fits:
            assert load(file).encode("a").ids == [id_]
        else:
            with pytest.raises(CorpusError, match="from 0 to 4000000, got 4000001"):
                load(file)


def json_file(**model):
    """Return a tokenizer.json of bytes, with what is given in its model."""
    whole = {"type": "BPE", "vocab": {}, "merges": []} | model
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    return {"t.json": json.dumps({"model": whole, "pre_tokenizer": stage}).encode()}


ALIASES = {to_alias(token): id_ for token, id_ in BYTES.items()}


@for_each(
    ("model", "code", "value"),
    [
        ({"vocab": ALIASES, "merges": {}}, "merges", "{}"),
        ({"vocab": ALIASES, "merges": [["a"]]}, "merge", "['a']"),
        ({"vocab": ALIASES, "merges": [["a", ""]]}, "merge", "['a', '']"),
        ({"vocab": ALIASES, "merges": ["a b c"]}, "merge", "'a b c'"),
        ({"vocab": {}}, "not_map", "{}"),
        ({"vocab": {"a": True}}, "id", "True"),
        ({"vocab": {"a": 1.5}}, "id", "1.5"),
        ({"vocab": {"a": 0, "b": 0}}, "id_again", 0),
        ({"vocab": ALIASES, "unk_token": 1}, "model_string", "1"),
    ],
)
def test_what_is_wrong_in_a_model_is_named(model, code, value):
    """Each with its own code and the value that is wrong."""
    with pytest.raises(CorpusError) as caught:
        load(json_file(**model))
    found = caught.value
    assert (found.code, found.values.get("value")) == (code, value)
    str(found)


def test_spaces_and_line_ends_around_a_merge_are_no_part_of_it():
    """As subword-nmt reads its codes."""
    ours = load({"codes": "\ufeff#version: 0.2\r\na b</w> \r\n".encode()})
    assert ours.encode("ab").tokens == ["ab</w>"]
