"""The tokenizer encodes text by the merges, or by the longest or fewest tokens."""

from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Tokenizer, train
from bpe.encoding import matching
from bpe.encoding.encoded import KEPT, METHODS
from bpe.encoding.matching import MAX_SCANNED, WINDOW, Matcher, cut_by_list, merge_by_rank
from bpe.encoding.spelling import UNKNOWN
from bpe.text.normalizers import normalize
from bpe.text.pretokenizers import pretokenize
from tests import twin
from tests.strategies import corpora, long_words, presets, scheme, schemes, several, texts

LOSSLESS = ("minbpe", "gpt", "cs336")
MARKED = ("paper", "subword-nmt", "sentencepiece", "wordpiece")

anything = st.text(st.characters(exclude_categories=["Cs", "Cn"]), min_size=1, max_size=30)


@several
@given(preset=presets, text=texts(), data=st.data())
def test_a_words_training_split_is_its_encoding(preset, text, data):
    """Encoding a word of the corpus gives the split of the snapshot at the same step."""
    scheme = PRESETS[preset]
    try:
        corpus = Corpus.from_text(text, scheme)
    except CorpusError:
        reject()
    training = train(corpus, scheme)
    step = data.draw(st.integers(0, len(training.merges)))
    snapshot, encoding = training.snapshot(step), training.tokenizer(step).encode(text)
    assert encoding.words
    for word in encoding.words:
        assert tuple(word.tokens) == snapshot.tokens(word.text)


@given(preset=st.sampled_from(LOSSLESS), corpus=corpora(), text=anything)
def test_byte_schemes_give_any_text_back(preset, corpus, text):
    """For schemes of bytes, decode(encode(text)) equals the text."""
    tokenizer = train(corpus, preset).tokenizer()
    assert tokenizer.decode(tokenizer.encode(text).ids) == text
    assert tokenizer.decode(tokenizer.encode(text).tokens) == text


@several
@given(preset=st.sampled_from(MARKED), text=st.one_of(texts(), anything))
def test_marked_schemes_give_the_words_back_with_single_spaces(preset, text):
    """The normalized text is restored, with single spaces between words."""
    scheme = PRESETS[preset]
    words = pretokenize(normalize(text, scheme.normalizer), scheme.pretokenizer)
    assume(words)
    tokenizer = train(text, scheme).tokenizer()
    assert tokenizer.decode(tokenizer.encode(text).ids) == " ".join(words)


@given(text=anything, other=anything, scheme=schemes)
def test_any_text_can_be_encoded_whatever_was_trained_on(text, other, scheme):
    """Characters that training never saw follow the scheme's rule and raise no error."""
    try:
        tokenizer = train(text, scheme).tokenizer()
    except CorpusError:
        return
    encoding = tokenizer.encode(other)
    for word in encoding.words:
        assert word.tokens == (word.steps[-1].tokens if word.steps else word.start_tokens)
    assert isinstance(tokenizer.decode(encoding.ids), str)
    assert isinstance(tokenizer.decode(encoding.tokens), str)


@pytest.mark.parametrize("text", ["▁", "a▁", "▁a a", "▁▁ ▁"])
def test_a_prefix_mark_in_the_text_is_text(text):
    """The mark before a word and the same character in the word are two tokens in encoding."""
    training = train(text, scheme(boundary="prefix"))
    snapshot = training.snapshot(len(training.merges))
    encoding = training.tokenizer().encode(text)
    for word in encoding.words:
        assert word.tokens == snapshot.tokens(word.text)
    assert training.tokenizer().decode(encoding.ids) == text


@given(
    corpus=corpora(),
    scheme=st.one_of(schemes, schemes.map(lambda one: replace(one, special_tokens=("<s>",)))),
    text=st.lists(texts(), min_size=1, max_size=2).map("<s>".join),
)
def test_words_are_what_tokens_and_ids_are_made_of(corpus, scheme, text):
    """The words of an encoding have its tokens and IDs; each equals the result of `encode_word`.

    A special token is a word by itself. A trace merges the pair with the lowest rank at each of its
    places and changes no other token; `candidates` has the ranks before the merge.
    """
    tokenizer, fresh = (train(corpus, scheme).tokenizer() for _ in range(2))
    for method in METHODS:
        encoding = tokenizer.encode(text, method)
        assert encoding.tokens == [token for word in encoding.words for token in word.tokens]
        assert encoding.ids == [id_ for word in encoding.words for id_ in word.ids]
        for word in encoding.words:
            assert word.is_special == (word.text in scheme.special_tokens)
            if word.is_special:
                assert word.start_tokens == word.tokens
            else:
                assert (word.tokens, word.ids) == fresh.encode_word(word.text, method)
            assert word.text == encoding.text[word.start : word.end]
        assert encoding == fresh.encode(text, method)
    for word in tokenizer.encode(text, "merges").words:
        before = word.start_tokens
        for step in word.steps:
            assert len(step.candidates) == len(before) - 1
            assert step.rank == min(rank for rank in step.candidates if rank is not None)
            assert all(step.candidates[at] == step.rank for at in step.places)
            assert all(before[at : at + 2] == step.pair for at in step.places)
            merged, after = tokenizer.tokens[tokenizer.merges[step.rank][2]], list(before)
            for at in reversed(step.places):
                after[at : at + 2] = [merged]
            assert tuple(after) == step.tokens
            before = step.tokens


def test_half_a_character_decodes_to_a_replacement():
    """A token of bytes may be invalid UTF-8 by itself; decoding never fails."""
    tokenizer = train("好好好", "minbpe", max_merges=1).tokenizer()
    assert tokenizer.decode(["好".encode()[0]]) == "\ufffd"


@pytest.mark.parametrize("preset", [name for name in PRESETS if PRESETS[name].units != "bytes"])
def test_half_of_a_surrogate_pair_is_a_character_of_its_own(preset):
    """A word may contain half of a surrogate pair; UTF-8 cannot, so it decodes to U+FFFD."""
    tokenizer = train("a\ud800b", preset).tokenizer()
    encoding = tokenizer.encode("a\ud800b")
    assert "\ud800" in "".join(encoding.tokens)
    assert (
        tokenizer.decode(encoding.tokens)
        == tokenizer.decode(encoding.ids)
        == "a\ufffd\ufffd\ufffdb"
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_text_has_no_tokens_and_a_zero_character_is_one(preset):
    """An empty text has no tokens and an empty trace; U+0000 has no special meaning."""
    tokenizer = train("low lower", preset).tokenizer()
    encoding = tokenizer.encode("")
    assert (encoding.tokens, encoding.ids, encoding.words) == ([], [], ())
    assert tokenizer.decode([]) == ""
    assert tokenizer.trace("") == ()
    tokenizer = train("a\0b a\0", preset).tokenizer()
    assert tokenizer.decode(tokenizer.encode("a\0b").ids) == "a\0b"


def test_the_words_kept_are_bounded():
    """The cache of words is bounded, and words beyond its size are still encoded correctly."""
    tokenizer = train("0123456789", "huggingface").tokenizer()
    words = [str(number) for number in range(KEPT + 2000)]
    encoding = tokenizer.encode(" ".join(words))
    assert len(tokenizer._splits["merges"]) <= KEPT
    assert "".join(encoding.tokens) == "".join(words)


@given(corpus=corpora(long_words, max_words=3), scheme=schemes, data=st.data())
def test_long_words_are_encoded_as_the_twin_does(corpus, scheme, data):
    """The heap used for long words gives the same result as a search of the whole word."""
    training = train(corpus, scheme)
    tokenizer = training.tokenizer()
    ranks = {(left, right): (rank, new) for rank, (left, right, new) in enumerate(tokenizer.merges)}
    for word in (data.draw(long_words), *corpus.words):
        start = list(tokenizer.start(word)[1])
        assert list(tokenizer.encode_word(word)[1]) == twin.encode_by_rank(start, ranks)


@contextmanager
def windows(size, margin):
    """Encode long words in windows of this many units."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WINDOW", size)
        patch.setattr(matching, "MARGIN", margin)
        yield


@given(
    corpus=corpora(long_words, max_words=3),
    scheme=schemes,
    size=st.integers(1, 30),
    margin=st.integers(1, 4),
    data=st.data(),
)
def test_windows_give_what_the_whole_word_gives(corpus, scheme, size, margin, data):
    """The result is the same for any size of the windows and of their overlap."""
    tokenizer = train(corpus, scheme).tokenizer()
    ranks = {(left, right): (rank, new) for rank, (left, right, new) in enumerate(tokenizer.merges)}
    with windows(size, margin):
        for word in (data.draw(long_words), *corpus.words):
            start = list(tokenizer.start(word)[1])
            assert list(tokenizer.split(word)[0]) == twin.encode_by_rank(start, ranks)


@pytest.mark.parametrize("preset", ["minbpe", "huggingface", "sentencepiece", "subword-nmt"])
@pytest.mark.parametrize("unit", ["a", "ab", "好人", "abaab"])
def test_a_word_of_several_windows_is_encoded_as_the_twin_does(preset, unit):
    """The words repeat a unit, or mix units; a token may be as long as a window."""
    tokenizer = train("aab abab 好人人 " + unit * 300, preset).tokenizer()
    ranks = {(left, right): (rank, new) for rank, (left, right, new) in enumerate(tokenizer.merges)}
    for word in (unit * (2 * WINDOW), "aab好" * WINDOW, unit * WINDOW + "z" + unit * WINDOW):
        start = list(tokenizer.start(word)[1])
        assert list(tokenizer.encode_word(word)[1]) == twin.encode_by_rank(start, ranks)


def slow_by_rank(ids, ranks, made):
    """Encode by looking at all pairs before each merge."""
    ids = list(ids)
    while known := [(ranks[pair], at) for at, pair in enumerate(pairwise(ids)) if pair in ranks]:
        rank, at = min(known)
        ids[at : at + 2] = [made[rank]]
    return ids


@given(
    pairs=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), unique=True, max_size=8),
    made=st.permutations(range(2, 10)),
    word=st.lists(st.integers(0, 1), max_size=4 * MAX_SCANNED),
    size=st.integers(1, 30),
    margin=st.integers(1, 4),
)
def test_merges_in_any_order_are_applied_by_rank(pairs, made, word, size, margin):
    """A merge may have a lower rank than the merges of its parts."""
    assume(all(new not in pair for pair, new in zip(pairs, made, strict=False)))
    ranks = {pair: rank for rank, pair in enumerate(pairs)}
    with windows(size, margin):
        assert merge_by_rank([*word], ranks, made) == slow_by_rank(word, ranks, made)


VOCABULARIES = st.lists(st.text("ab", min_size=2, max_size=5), unique=True, max_size=6)


def matcher_of(tokens, from_right):
    """Return a matcher of a, b and these tokens, grown letter by letter, and the tokens by ID.

    The letter x is in no token.
    """
    names, merges = ["a", "b", "x"], []
    for token in sorted(tokens, key=len):
        for size in range(2, len(token) + 1):
            name = token[-size:] if from_right else token[:size]
            if name not in names:
                parts = (name[0], name[1:]) if from_right else (name[:-1], name[-1])
                merges.append((*map(names.index, parts), len(names)))
                names.append(name)
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


def every_cut(word, names):
    """Return every split of a word into tokens, where x is a token by itself."""
    ways = [] if word else [()]
    for size in range(1, len(word) + 1):
        if word[:size] in names:
            ways += [(word[:size], *rest) for rest in every_cut(word[size:], names)]
    return ways


@given(tokens=VOCABULARIES, from_right=st.booleans(), word=st.text("abx", max_size=12))
def test_matches_are_what_a_search_of_every_substring_and_of_every_cut_finds(
    tokens, from_right, word
):
    """Of the splits with the fewest tokens, the one with the longest first token is taken.

    If these are equally long, the second token decides, and so on.
    """
    matcher, names = matcher_of(tokens, from_right)
    cuts = list(matcher.fewest(["abx".index(letter) for letter in word]))
    ways = every_cut(word, names)
    best = min(ways, key=lambda way: (len(way), [-len(token) for token in way]))
    assert tuple(names[cut.token] for cut in cuts) == best
    assert [cut.at for cut in cuts] == [len("".join(best[:n])) for n in range(len(best))]
    assert [cut.size for cut in cuts] == [len(token) for token in best]
    units = ["abx".index(letter) for letter in word]
    left = [(cut.at, names[cut.token]) for cut in matcher.from_left(units)]
    assert left == slow_from_left(word, names)
    assert [names[token] for token in matcher.matched(units)] == [token for _, token in left]
    anywhere = [(cut.at, names[cut.token]) for cut in matcher.longest_first(units)]
    assert anywhere == slow_longest_first(word, names)


def test_what_a_file_may_list_is_matched():
    """A merge before the merges of its parts makes no token; bytes can be matched, too.

    Of two merges for the same token, the first one counts.
    """
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
    """Each scheme has its rule; WordPiece gives up the word, SentencePiece takes a run as one."""
    training = train("low low lowest newest newest widest", preset)
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode("highest", method)
    assert encoding.tokens == tokens
    assert len(encoding.ids) == len(tokens)
    assert tokenizer.decode(encoding.tokens).count(UNKNOWN) == tokens.count(UNKNOWN)


@given(word=st.text("lowestnrid", min_size=1, max_size=10))
def test_the_steps_of_a_match_name_the_token_cut_out(word):
    """A step has the token, its current place in the word, and its rank; earlier cuts remain."""
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
    """The longest token that fits is taken; missing characters are listed once, the mark whole."""
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
    """The longest token is cut out first, then the rest is cut; a mark counts as one letter.

    Tokens never span an earlier cut.
    """
    vocabulary = ["low", "owest</w>", "l", "est</w>", "w"]
    listed = cut_by_list("lowest xlow", vocabulary, anywhere=True)
    assert listed.tokens == ("l", "owest</w>", "low")
    assert listed.missing == ("x", "</w>")
    assert cut_by_list("lowest", vocabulary).tokens == ("low", "est</w>")
    vocabulary = ["bcd", "a", "abc", "d</w>", "</w>"]
    listed = cut_by_list("abcd", vocabulary, anywhere=True)
    assert (listed.tokens, listed.missing) == (("a", "bcd", "</w>"), ())
    assert cut_by_list("abcd", vocabulary).tokens == ("abc", "d</w>")
