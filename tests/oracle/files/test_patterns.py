"""Files without a split pattern: the pattern is known, stated elsewhere or required."""

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, CorpusError, train
from bpe.encoding.alignment import place_tokens
from bpe.files import by_tiktoken
from bpe.interchange import WORDS, load, merges_text, to_tiktoken
from bpe.text.characters import to_alias
from tests.oracle.files.libraries import QWEN, QWEN35, content, of_openai
from tests.oracle.files.texts import LETTERS, PROSE, random_texts
from tests.strategies import PIECES

tiktoken = pytest.importorskip("tiktoken")
tokenizers = pytest.importorskip("tokenizers")

SAID = "I.have  12345 it(self"


def as_p50k(ranks):
    """Return p50k_base: GPT-2's ranks, and runs of 2 to 25 spaces."""
    lines = (base64.b64encode(b" " * size) + b" %d\n" % (50255 + size) for size in range(2, 26))
    return ranks + b"".join(lines)


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_ranks_of_openai_are_known_under_any_name(name, monkeypatch):
    """Ranks are recognized by their content, also with other line ends.

    Runs of whitespace, digits and endings would show a wrong pattern.
    """
    data = {"cl100k_base": "cl100k", "o200k_base": "o200k"}.get(name, "gpt2")
    data = content(data) if name != "p50k_base" else as_p50k(content("gpt2"))
    ours = load({"vocabulary.txt": data.replace(b"\n", b"\r\n")})
    theirs = of_openai(name, data, monkeypatch.setattr)
    assert ours.words.source == "content"
    for text in [SAID, *random_texts(name, 100)]:
        assert ours.encode(text).ids == theirs.encode(text), text
    assert ours.special == theirs.encoding._special_tokens
    if name == "r50k_base":
        assert ours.encode(SAID).ids[3:6] == [220, 17031, 2231]
        assert load({"a": data}, "cl100k").encode(SAID).ids[3:7] == [220, 220, 10163, 2231]


@pytest.mark.parametrize(("name", "pattern"), [("qwen", QWEN), ("qwen36", QWEN35)])
def test_ranks_of_qwen_are_known_and_normalized(name, pattern):
    """As in Qwen's package, the normalizer is NFC, and the pattern splits digits one by one."""
    words = load({"a.tiktoken": content(name)}).words
    assert (words.source, words.normalizer, words.pattern) == ("content", "nfc", pattern)


def vocabulary_and_merges(training):
    """Return a training as vocab.json and merges.txt, the files of GPT-2's kind."""
    names = {to_alias(token): id_ for id_, token in enumerate(training.tokens)}
    return {"vocab.json": json.dumps(names).encode(), "merges.txt": merges_text(training).encode()}


@pytest.mark.parametrize("name", ["gpt2", "qwen"])
def test_vocabulary_and_merges_of_known_ranks_are_known(name):
    """The tokens that the merges make, in order, tell the pattern; the ids may be others.

    RoBERTa gives GPT-2's tokens other ids.
    """
    ranks = [line.split() for line in content(name).splitlines()]
    tokens = {base64.b64decode(token): int(rank) for token, rank in ranks}
    cuts = (
        next((t[:at], t[at:]) for at in range(1, len(t)) if t[:at] in tokens and t[at:] in tokens)
        for t in tokens
        if len(t) > 1
    )
    lines = [f"{to_alias(left)} {to_alias(right)}" for left, right in cuts]
    ids = {to_alias(token): rank + 4 for token, rank in tokens.items()}
    files = {"vocab.json": json.dumps(ids), "merges.txt": "\n".join(["#version: 0.2", *lines])}
    words = load({name: text.encode() for name, text in files.items()}).words
    assert words.source == "content"
    assert (words.name, words.normalizer) == {"gpt2": ("r50k", "none"), "qwen": ("qwen", "nfc")}[
        name
    ]


SMALL = vocabulary_and_merges(train(PROSE, "gpt", max_merges=300))
ADDED = {"151643": {"content": "<|endoftext|>", "special": True, "rstrip": True}}
STATED = {
    "config": (
        {"tokenizer_config.json": {"tokenizer_class": "Qwen2TokenizerFast"}},
        {"config.json": {"model_type": "qwen3"}, "generation_config.json": {}},
        {"tokenizer_config.json": {"pretokenize_regex": QWEN, "tokenizer_class": "Qwen2Tokenizer"}},
    ),
    "special": (
        {"added_tokens.json": {"<|im_start|>": 151644, "<|im_end|>": 151645}},
        {"tokenizer_config.json": {"added_tokens_decoder": ADDED}},
        {"tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast"}}
        | {"added_tokens.json": {"<|im_end|>": 151645}},
    ),
}


@pytest.mark.parametrize(("source", "files"), [(k, each) for k in STATED for each in STATED[k]])
def test_other_files_of_a_folder_state_the_pattern(source, files):
    """The folder encodes as the package tokenizers does with Qwen's normalizer and pattern.

    Added tokens are found in a text.
    """
    ours = load(SMALL | {name: json.dumps(value).encode() for name, value in files.items()})
    assert ours.words.source == source
    merges = [tuple(line.split()) for line in SMALL["merges.txt"].decode().splitlines()[1:]]
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(json.loads(SMALL["vocab.json"]), merges))
    stages = tokenizers.pre_tokenizers
    theirs.normalizer = tokenizers.normalizers.NFC()
    cut = stages.Split(tokenizers.Regex(QWEN), "isolated")
    theirs.pre_tokenizer = stages.Sequence([cut, stages.ByteLevel(False, use_regex=False)])
    for text in [SAID, *random_texts(source, 60)]:
        assert ours.encode(text).ids == theirs.encode(text).ids, text
    for name, id_ in ours.special.items():
        assert ours.encode(f"a{name}  a").ids[1] == id_
        assert ours.decode([id_]) == name
    if ADDED in files.get("tokenizer_config.json", {}).values():  # it takes the spaces after it
        assert len(ours.encode("a<|endoftext|>  a").ids) == 3


def test_of_the_added_tokens_next_to_ranks_those_with_ids_of_their_own_are_special():
    """Some settings also list tokens that have a rank; these are not special."""
    added = {"the": 256, "<|im_start|>": 151644}
    ranks = to_tiktoken(train("the the", "gpt")).encode()
    ours = load({"a.tiktoken": ranks, "added_tokens.json": json.dumps(added).encode()})
    assert (ours.words.name, ours.special) == ("qwen", {"<|im_start|>": 151644})
    assert ours.decode([256, 151644]) == "he<|im_start|>"


@pytest.mark.parametrize("config", ["GPT2Tokenizer", "RobertaTokenizerFast"])
def test_a_text_may_get_a_space_in_front(config):
    """If the settings require it, a text gets a space in front, as from ByteLevel."""
    settings = {"tokenizer_class": config, "add_prefix_space": True}
    ours = load(SMALL | {"tokenizer_config.json": json.dumps(settings).encode()})
    level = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True)
    for text in ["the lowest", " the", "\nthe", "", *random_texts("space", 40)]:
        words = [word for word, _ in level.pre_tokenize_str(text)]
        assert [to_alias(word.text.encode()) for word in ours.encode(text).words] == words


def test_the_end_of_text_of_gpt2_among_its_tokens_states_the_pattern():
    """The token states the pattern at its own id only; at another id the pattern is required."""
    for id_, is_stated in ((50256, True), (0, False), (50255, False)):
        ids = {name: at + 1 for name, at in json.loads(SMALL["vocab.json"]).items()}
        files = SMALL | {"vocab.json": json.dumps(ids | {"<|endoftext|>": id_}).encode()}
        if is_stated:
            assert (load(files).words.name, load(files).words.source) == ("r50k", "special")
            continue
        with pytest.raises(CorpusError) as caught:
            load(files)
        assert caught.value.code == "pattern_needed"
        assert caught.value.values == {"file": "merges.txt", "patterns": ", ".join(WORDS)}


@pytest.mark.parametrize("words", WORDS)
def test_merges_and_ranks_are_cut_alike(words):
    """Words are equal, though the two libraries know different regular expressions.

    One library has no possessive repeats, the other no set differences.
    """
    ranks = {"r.tiktoken": content("gpt2")}
    training = train(PROSE, replace(PRESETS["gpt"], pretokenizer="gpt2"), max_merges=300)
    ranks, merges = load({"r.tiktoken": to_tiktoken(training).encode()}, words), load(SMALL, words)
    for text in random_texts(
        words, 150, [*LETTERS, "ſ", "²", "Ⅳ", "Ǆ", "'LL", "\r\n", "\x1c", "،"]
    ):
        mine, other = ranks.encode(text), merges.encode(text)
        assert [word.text for word in mine.words] == [word.text for word in other.words], text


RULES = (
    PRESETS["cs336"],
    PRESETS["minbpe"],
    PRESETS["gpt"],
    replace(PRESETS["cs336"], pretokenizer="bert", special_tokens=("<a>", "the", " ")),
    replace(PRESETS["gpt"], pattern=r"\w+|[^\w\s]"),
    *(replace(PRESETS["minbpe"], pretokenizer=name) for name in ("whitespace", "split", "space")),
)
SOME = st.sampled_from((*PIECES, " ", "\n", "the", "<a>", "'s", "low", "lowest"))


@pytest.mark.parametrize(
    "rules", RULES, ids=lambda rules: f"{rules.name} {rules.pattern or rules.pretokenizer}"
)
@given(corpus=st.lists(SOME, max_size=20).map("".join), pieces=st.lists(SOME, max_size=9))
def test_ranks_next_to_trained_json_encode_as_the_run_does(rules, corpus, pieces, tmp_path_factory):
    """Ids, words and places are equal, also if the text contains special tokens."""
    training = train(f"the {corpus} low lower", rules, max_merges=30)
    path = tmp_path_factory.getbasetemp() / "trained.json"
    training.save(path)
    files = {"ranks.tiktoken": to_tiktoken(training).encode(), "trained.json": path.read_bytes()}
    ours, run = load(files), training.tokenizer()
    assert ours.words.source == "training"
    assert ours.special == training.special_ids
    for text in ("".join(pieces), "<|endoftext|>".join(pieces)):
        mine, encoding = ours.encode(text), run.encode(text)
        assert (mine.ids, mine.text) == (encoding.ids, encoding.text)
        assert [(word.text, word.start, word.end) for word in mine.words] == [
            (word.text, word.start, word.end) for word in encoding.words
        ]
        places = [(each.start, each.end) for each in place_tokens(run, text, encoding)]
        assert ours.places(text) == places


def test_special_tokens_are_recognized_again_after_a_text_that_took_too_long(monkeypatch, tmp_path):
    """The pattern exceeds its time while no special token is allowed; the next call finds them."""
    rules = replace(PRESETS["gpt"], special_tokens=("<a>",))
    training = train("the low lower", rules, max_merges=3)
    path = tmp_path / "trained.json"
    training.save(path)
    ours = load({"a.tiktoken": to_tiktoken(training).encode(), "trained.json": path.read_bytes()})
    ids, slow = ours.encode("low<a>").ids, ours.encode("low " * 9_999 + "<a>", allowed_special=())
    monkeypatch.setattr(by_tiktoken, "_SECONDS", 1e-9)
    with pytest.raises(CorpusError) as caught:
        slow.words  # noqa: B018 -- words are cut when they are first read
    monkeypatch.undo()
    assert caught.value.code == "slow_pattern"
    assert ours.encode("low<a>").ids == ids
