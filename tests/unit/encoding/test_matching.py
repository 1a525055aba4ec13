"""Longest match, and the fewest tokens, against a slow search of every substring and cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Tokenizer, train
from bpe.encoding.encoded import METHODS
from bpe.encoding.matching import Matcher, cut_by_list
from bpe.encoding.spelling import UNKNOWN

VOCABULARIES = st.lists(st.text("ab", min_size=2, max_size=5), unique=True, max_size=6)
WORDS = st.text("abx", max_size=14)


def matcher_of(tokens):
    """Return a matcher of a, b and these tokens, and the tokens by id (x is in no token)."""
    names, merges = ["a", "b", "x"], []
    for token in sorted(tokens, key=len):
        grown = token[0]
        for letter in token[1:]:
            if grown + letter not in names:
                merges.append((names.index(grown), names.index(letter), len(names)))
                names.append(grown + letter)
            grown += letter
    return Matcher([0, 1], merges), names


def longest(word, start, end, names):
    sizes = [size for size in range(1, end - start + 1) if word[start : start + size] in names]
    return max(sizes, default=1)


def slow_from_left(word, names):
    at, cuts = 0, []
    while at < len(word):
        size = longest(word, at, len(word), names)
        cuts.append((at, word[at : at + size]))
        at += size
    return cuts


def slow_longest_first(word, names):
    free, cuts = set(range(len(word))), []
    while free:
        options = []
        for start in free:
            end = start
            while end in free:
                end += 1
            options.append((-longest(word, start, end, names), start))
        size, start = min(options)
        cuts.append((start, word[start : start - size]))
        free -= set(range(start, start - size))
    return cuts


@given(tokens=VOCABULARIES, word=WORDS)
def test_both_ways_find_what_a_search_of_every_substring_finds(tokens, word):
    """The same tokens at the same places, in the same order."""
    matcher, names = matcher_of(tokens)
    units = ["abx".index(letter) for letter in word]
    left = [(cut.at, names[cut.token]) for cut in matcher.from_left(units)]
    assert left == slow_from_left(word, names)
    assert [names[token] for token in matcher.matched(units)] == [token for _, token in left]
    anywhere = [(cut.at, names[cut.token]) for cut in matcher.longest_first(units)]
    assert anywhere == slow_longest_first(word, names)


def every_cut(word, names):
    """Return every way to part a word into tokens, where x stands for itself."""
    ways = [] if word else [()]
    for size in range(1, len(word) + 1):
        if word[:size] in names:
            ways += [(word[:size], *rest) for rest in every_cut(word[size:], names)]
    return ways


@given(tokens=VOCABULARIES, word=st.text("abx", max_size=10))
def test_no_cut_at_all_has_fewer_tokens(tokens, word):
    """Of the cuts with the fewest, that with the longest first token, then the second, ..."""
    matcher, names = matcher_of(tokens)
    cuts = list(matcher.fewest(["abx".index(letter) for letter in word]))
    ways = every_cut(word, names)
    best = min(ways, key=lambda way: (len(way), [-len(token) for token in way]))
    assert tuple(names[cut.token] for cut in cuts) == best
    assert [cut.at for cut in cuts] == [len("".join(best[:n])) for n in range(len(best))]
    assert [cut.size for cut in cuts] == [len(token) for token in best]


def test_what_a_file_may_list_is_matched():
    """A merge before its parts makes no token; of two spelled alike the first counts; bytes."""
    assert Matcher([0, 1], [(2, 1, 3), (0, 1, 2)]).matched([0, 1, 1]) == [2, 1]
    matcher = Matcher([0], [(0, 0, 1), (1, 0, 2), (0, 1, 3)])
    assert matcher.matched([0, 0, 0]) == [2]
    tokens = [*(bytes([byte]) for byte in range(256)), b"ab"]
    tokenizer = Tokenizer(PRESETS["minbpe"], tokens, range(256), [(97, 98, 256)])
    assert tokenizer.encode("cab", "longest-match").tokens == [b"c", b"ab"]


@pytest.mark.parametrize("method", METHODS[1:])
@pytest.mark.parametrize(
    ("preset", "tokens"),
    [
        ("paper", [UNKNOWN, "i", UNKNOWN, UNKNOWN, "est</w>"]),
        ("subword-nmt", ["h", "i", "g", "h", "est</w>"]),
        ("huggingface", ["i", "est"]),
        ("sentencepiece", ["▁", UNKNOWN, "i", UNKNOWN, "est"]),
        ("wordpiece", [UNKNOWN]),
    ],
)
def test_unknown_characters_in_a_match(method, preset, tokens):
    """Each rule for them; WordPiece gives up the word, SentencePiece takes a run as one."""
    training = train("low low lowest newest newest widest", preset)
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode("highest", method)
    assert encoding.tokens == tokens
    assert len(encoding.ids) == len(tokens)
    assert tokenizer.decode(encoding.tokens).count(UNKNOWN) == tokens.count(UNKNOWN)


@given(word=st.text("lowestnrid", min_size=1, max_size=10))
def test_the_steps_of_a_match_name_the_token_cut_out(word):
    """The token, its place in the word as it is then, its rank; what was cut out before stays."""
    tokenizer = train("low low lowest newest newest widest", "huggingface").tokenizer()
    ranks = {tokenizer.tokens[new]: rank for rank, (_, _, new) in enumerate(tokenizer.merges)}
    for method in METHODS[1:]:
        for each in tokenizer.encode(word, method).words:
            before = each.start_tokens
            for step in each.steps:
                [place] = step.places
                token = step.tokens[place]
                assert step.rank == ranks.get(token)
                grown = len(before) - len(step.tokens) + 1
                assert "".join(before[place : place + grown]) == token
                assert before[:place] == step.tokens[:place]
                before = step.tokens
            assert before == each.tokens


def test_a_list_that_articles_type_cuts_and_decodes():
    """The longest that fits, in any order; what no token spells is named once, the mark whole."""
    listed = cut_by_list(
        "the highest\u3000mountain", ["tain</w>", "the</w>", "est</w>", "high", "moun", "hi"]
    )
    assert listed.tokens == ("the</w>", "high", "est</w>", "moun", "tain</w>")
    assert (listed.text, listed.missing, listed.marked) == ("the highest mountain", (), True)
    listed = cut_by_list("highest mountain", ["high", "est", "moun", "tain"])
    assert (listed.text, listed.marked) == ("highestmountain", False)
    listed = cut_by_list("lower lower", ["the</w>", "low"])
    assert (listed.tokens, listed.missing) == (("low", "low"), ("e", "r", "</w>"))
    for anywhere in (False, True):
        listed = cut_by_list("\ue000a", ["x</w>", "a<", "w"], anywhere=anywhere)
        assert listed.missing == ("\ue000", "a", "</w>")
    assert cut_by_list("ab", [""]) == ((), ("a", "b"), False, "")


def test_the_longest_token_anywhere_cuts_a_word_by_a_typed_list():
    """What is left of it first; no token spans a cut; a mark is as long as one letter."""
    vocabulary = ["low", "owest</w>", "l", "est</w>", "w"]
    listed = cut_by_list("lowest xlow", vocabulary, anywhere=True)
    assert listed.tokens == ("l", "owest</w>", "low")
    assert listed.missing == ("x", "</w>")
    assert cut_by_list("lowest", vocabulary).tokens == ("low", "est</w>")
    vocabulary = ["bcd", "a", "abc", "d</w>", "</w>"]
    listed = cut_by_list("abcd", vocabulary, anywhere=True)
    assert (listed.tokens, listed.missing) == (("a", "bcd", "</w>"), ())
    assert cut_by_list("abcd", vocabulary).tokens == ("abc", "d</w>")
