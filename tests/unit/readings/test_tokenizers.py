"""Look-ups compared with a scan of every token, unreachable tokens, and costs of a sentence."""

import re
import unicodedata
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.interchange import load, to_tiktoken, to_tokenizer_json
from bpe.readings.token_costs import ChatFormat, chat_tokens, sentence_costs
from bpe.readings.tokenizers import (
    TokenQuery,
    arrivals,
    audit_vocabulary,
    blank_token_count,
    cannot_follow,
    find_in_vocabulary,
    learned_ids,
    reads,
    rows_around,
    special_in,
    text_of,
    tokens_refused_after,
)
from ui.tokenizers import opened


@pytest.mark.parametrize(
    ("scheme", "token", "text"),
    [
        ("gpt", b" \xe5", None),
        ("gpt", b" low", " low"),
        ("sentencepiece", "▁low", " low"),
        ("wordpiece", "##er", "er"),
        ("wordpiece", "low", " low"),
        ("paper", "est</w>", None),
        ("huggingface", "est", "est"),
    ],
)
def test_the_text_of_a_token_is_what_it_adds(scheme, token, text):
    """Part of a character has no text, and neither has the end of a word with a mark."""
    assert text_of(token, PRESETS[scheme]) == text


def test_blanks_are_the_tokens_of_white_space_alone():
    """Tokens that only begin with white space, and empty tokens, are no blanks.

    A token cannot follow a text if encoding both together gives other tokens than the text and this
    token.
    """
    scheme = train("a b", "gpt").scheme
    assert blank_token_count([b"  ", b" a", b"\n", b"\t\n", b"", b"x", b"\xe5"], scheme) == 3
    ids = {"a": [1], "ab": [9, 2], "ac": [1, 3]}
    assert cannot_follow(ids.__getitem__, "a", [(2, "b"), (3, "c")]) == ((2, "b"),)
    run = train("low lower lowest", "gpt").tokenizer()
    all_tried, _, refused = tokens_refused_after(run, "lo", 9_999, "merges")
    texts = {id_: text_of(run.tokens[id_], run.scheme) for id_ in run.ids}
    assert all_tried == sum(map(bool, texts.values()))
    assert refused == cannot_follow(
        lambda text: run.encode(text).ids, "lo", [each for each in texts.items() if each[1]]
    )
    tried, apart, few = tokens_refused_after(run, "lo", 100, "merges")
    assert (tried, apart) == (sum(bool(texts[id_]) for id_ in range(0, len(texts), 3)), 3)
    assert few == tuple(each for each in refused if each[0] % 3 == 0)


@pytest.mark.parametrize("name", ["gpt2", "tekken"])
def test_what_is_printed_of_a_stream_never_changes_and_misses_nothing(name):
    """The printed text and the held bytes together are all bytes that have arrived.

    The held bytes begin the next character, and `needed` is the size of this character.
    """
    text = "a好😊é👩\u200d🚀 \ufffd😊!"
    found, arrived, printed = arrivals(opened(name), text), b"", ""
    assert any(each.held for each in found)
    for each in found:
        arrived += each.token
        assert each.printed.encode() + each.held == arrived
        assert each.printed.startswith(printed)
        assert each.alone == each.token.decode(errors="replace")
        assert each.so_far == arrived.decode(errors="replace")
        whole = text[len(each.printed) :][:1].encode() if each.held else b""
        assert (whole[: len(each.held)], len(whole)) == (each.held, each.needed)
        printed = each.printed
    assert printed == text


def test_a_model_of_characters_holds_nothing_back():
    """Tokens are whole characters; the space that the model puts before a text is not printed."""
    assert [each.printed for each in arrivals(opened("mistral"), "好😊")] == ["", "好", "好😊"]


def slow(tokenizer, wanted: str) -> list[int]:
    """Find the matching ids by looking at every token, and sort them."""
    found = []
    for id_ in tokenizer.ids:
        text = reads(tokenizer.token(id_), tokenizer.scheme)
        if str(id_) == wanted or (text and wanted in text):
            found.append((str(id_) != wanted, text != wanted, len(text), id_))
    return [each[-1] for each in sorted(found)]


@pytest.mark.parametrize("name", ["gpt2", "bert"])
def test_by_text_and_by_number_it_is_what_a_slow_search_finds(name):
    """The searched texts are one with a space, numbers, and a bracket of special tokens."""
    for wanted in (" straw", "2024", "[", "9" * 5_000):
        found, slowly = (
            find_in_vocabulary(opened(name), TokenQuery(wanted), 20),
            slow(opened(name), wanted),
        )
        assert (found.count, [hit.id for hit in found.hits]) == (len(slowly), slowly[:20])


def test_the_numbers_that_the_story_names_are_those_of_the_lists():
    """The story names a user's name in GPT-2, and two of the longest Chinese tokens of GPT-4o."""
    [name] = find_in_vocabulary(opened("gpt2"), TokenQuery(" SolidGoldMagikarp"), 20).hits
    assert (name.id, opened("gpt2").encode(" SolidGoldMagikarp").ids) == (43453, [43453])
    longest = find_in_vocabulary(opened("o200k"), TokenQuery("", "Han"), 20).hits
    assert {177431, 181081} <= {hit.id for hit in longest}
    sizes = [sum(unicodedata.name(c, "").startswith("CJK") for c in hit.text) for hit in longest]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece"])
def test_a_run_is_searched_without_what_it_has_for_the_unknown(scheme):
    """The unknown token has no text, and the mark at the end of a word reads as a space."""
    training = train("highest higher lower lowest", scheme)
    found = find_in_vocabulary(training.tokenizer(), TokenQuery("est"), 20)
    assert {hit.token for hit in found.hits} == {
        token for token in training.tokens if "est" in reads(token, training.scheme)
    }


pytest.importorskip("tiktoken")

TEXT = "the hat in the thin tin that the hen hit then, in time; ééé the the in"


def byte_file(words):
    """Return a tokenizer trained on a text as one word, which splits words by the given pattern."""
    return load({"x.tiktoken": to_tiktoken(train(TEXT * 3, "minbpe")).encode()}, words)


def test_where_words_are_not_cut_every_token_is_reached_and_the_longest_come_first():
    """The longest tokens come first, equal ones by id.

    With GPT-2's pattern, a word begins with its space, so that a token with a space after a letter
    is unreachable.
    """
    tokenizer = byte_file("text")
    found = audit_vocabulary(tokenizer, 7)
    assert found.unreachable == ()
    broken = [id_ for id_ in tokenizer.ids if "\ufffd" in tokenizer.decode([id_])]
    assert found.partial == len(broken) >= 128
    assert found.asked == tokenizer.vocab_size - len(broken)
    texts = {id_: tokenizer.decode([id_]) for id_ in tokenizer.ids}
    whole = [id_ for id_ in tokenizer.ids if "\ufffd" not in texts[id_]]
    expected = sorted(whole, key=lambda id_: (-len(texts[id_]), id_))[:7]
    assert [(entry.id, entry.text) for entry in found.longest] == [
        (id_, texts[id_]) for id_ in expected
    ]
    found = audit_vocabulary(byte_file("gpt2"), 5)
    across = [entry for entry in found.unreachable if "n t" in entry.text]
    assert across
    for entry in found.unreachable:
        assert entry.id not in entry.ids
        assert entry.ids == tuple(byte_file("gpt2").encode(entry.text).ids)
    assert not [entry for entry in found.unreachable if entry.text.strip() in ("the", "in")]


def test_the_longest_tokens_of_a_script_have_a_letter_of_it():
    """Each script has its longest tokens in the common order; punctuation has no script."""
    run = train("我们好我们好 人人 lower lower Ёж Ёж !!! !!!", "huggingface").tokenizer()
    found = audit_vocabulary(run, 99, 2)
    names = {"Han": "[\u4e00-\u9fff]", "Latin": "[a-z]", "Cyrillic": "[Ёж]"}
    assert list(found.by_script) == ["Latin", "Han", "Cyrillic"]
    for script, letters in names.items():
        expected = [each for each in found.longest if re.search(letters, each.text)][:2]
        assert list(found.by_script[script]) == expected
    assert found.by_script["Han"][0].text == "我们好我们好"


def test_pieces_that_go_on_a_word_are_not_tried():
    """BERT's pieces inside words are not audited, and a special-looking [unused0] is unreachable.

    A token that only occurs inside words, by a mark at their end, is not called unreachable.
    """
    tokenizers = pytest.importorskip("tokenizers")
    lines = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused0]", "un", "used", "##used"]
    lines += ["[", "]", "##0", "0"]
    bert = tokenizers.BertWordPieceTokenizer({token: id_ for id_, token in enumerate(lines)})
    found = audit_vocabulary(load({"tokenizer.json": bert.to_str().encode()}), 2)
    assert [entry.token for entry in found.unreachable] == ["[unused0]"]
    assert found.asked == 6
    scheme = replace(PRESETS["subword-nmt"], unknown="unk")
    whole = to_tokenizer_json(train("low lot lower low", scheme, max_merges=9))
    tokenizer = load({"tokenizer.json": whole.encode()})
    inside = tokenizer.id("lo")
    assert inside not in tokenizer.encode("lo").ids
    assert inside not in [entry.id for entry in audit_vocabulary(tokenizer, 3).unreachable]


def test_what_a_model_has_for_its_ids_and_for_special_tokens():
    """Rows reach up to the largest id and include missing ids.

    `special_in` names the special tokens that a text becomes. In a chat message, tokens of the
    message's text are told apart from tokens of the format.
    """
    ranks = to_tiktoken(train("low lower", "gpt")).encode()
    holed = load({"x.tiktoken": ranks}, "gpt4", special={"<|end|>": 300})
    size = holed.vocab_size - 1
    rows = [(0, b"\0"), *((at, None) for at in (size, size + 1)), (300, "<|end|>")]
    assert rows_around(holed, size, None) == (
        301,
        [rows[0], (size - 1, holed.token(size - 1)), *rows[1:]],
    )
    assert special_in(opened("bert"), "😊 [SEP]", 1)[0].keys() == {"[UNK]", "[SEP]"}
    form = ChatFormat(("<|end|>", "{role}: {content}!"), ("{role}:",), frozenset({"<|end|>"}))
    first, last = chat_tokens(holed, form, [("user", "low <|end|>")])
    assert first[0] == ("<|end|>", 300, False)
    assert b"".join(token for token, _, is_text in first if is_text) == b" low <|end|>!"
    assert b"".join(token for token, *_ in first[1:] + last) == b"user: low <|end|>!assistant:"
    assert not any(is_text for *_, is_text in last)


SENTENCES = {"English": "all are born free", "Deutsch": "alle sind frei", "中文": "人人生而自由"}


def test_a_sentence_costs_its_tokens_and_what_is_unknown_is_told():
    """The premium compares a language with the first one; it is None if the first has no tokens."""
    tokenizer = train("all are born free and are all free", "paper").tokenizer()
    found = sentence_costs(tokenizer, SENTENCES)
    assert [each.language for each in found] == list(SENTENCES)
    counts = {name: tokenizer.encode(text).ids for name, text in SENTENCES.items()}
    assert [each.tokens for each in found] == list(map(len, counts.values()))
    unknown = [ids.count(tokenizer.unknown_id) for ids in counts.values()]
    assert [each.unknown for each in found] == unknown
    assert unknown[0] == 0 < unknown[2]
    first = found[0].tokens
    assert [each.premium for each in found] == [each.tokens / first for each in found]
    assert (found[2].characters, found[2].bytes) == (6, 18)
    tokenizer = train("aa aa", "huggingface").tokenizer()
    assert [each.premium for each in sentence_costs(tokenizer, {"x": "", "y": "aa"})] == [
        None,
        None,
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_learned_is_all_but_special_tokens_and_the_unknown(preset):
    """`learned_ids` of a run with a special token, for each preset, has all other ids."""
    scheme = replace(PRESETS[preset], special_tokens=("<s>",))
    tokenizer = train("low lower lowest <s>", scheme, max_merges=9).tokenizer()
    learned = [id_ for id_, token in enumerate(tokenizer.tokens) if token not in ("<s>", b"<s>")]
    assert sorted(learned_ids(tokenizer)) == learned
