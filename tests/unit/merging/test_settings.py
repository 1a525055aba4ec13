"""Settings of a scheme and forced merges, at all steps of a run, and the errors of wrong ones."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from tests import broken_trainers as naive
from tests import twin
from tests.data import SIX_WORDS
from tests.strategies import corpora, runs, scheme, schemes, words
from tests.unit.merging.recount import check_step


def test_no_token_is_longer_than_the_setting():
    """The length counts characters, or bytes for schemes of bytes.

    A mark that is a separate character of the alphabet counts; a mark that is attached to a letter
    does not.
    """
    for name, rules in PRESETS.items():
        text = "a" * 16 + "b" if name != "minbpe" else "a" * 16
        assert max(train(text, rules).token_sizes) > 4, name
        training = train(text, replace(rules, max_token_length=4))
        assert max(training.token_sizes) == 4, name
        assert training.stop.reason == "no_pairs"
    assert train("好好 好好", replace(PRESETS["gpt"], max_token_length=4)).merges
    attached = train("abc abc", replace(PRESETS["subword-nmt"], max_token_length=3))
    assert attached.tokens[-1] == "abc</w>"
    assert "max_length" in {
        pair.forbidden
        for pair in train("abc", replace(PRESETS["paper"], max_token_length=2)).snapshot(1).pairs()
    }
    assert not train("ab", replace(PRESETS["gpt"], max_token_length=1)).merges


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"units": "words"}, "units must be one of .+, got 'words'"),
        ({"boundary": "both"}, "boundary must be one of .+, got 'both'"),
        ({"tie_rule": "last"}, "tie_rule must be one of .+, got 'last'"),
        ({"units": "bytes", "boundary": "suffix"}, "boundary must be none when units are bytes"),
        ({"units": "bytes", "rules": "sentencepiece"}, "rules must be none when units are bytes"),
        ({"units": "bytes", "byte_order": "alias"}, "byte_order must be one of .+, got 'alias'"),
        ({"byte_order": "gpt2"}, "byte_order must be value when units are characters"),
        ({"max_token_length": 0}, "max_token_length must be a whole number of 1 or more, got 0"),
        ({"max_token_length": True}, "max_token_length must be a whole number"),
        ({"special_tokens": "<s>"}, "special_tokens must be a tuple of strings, got '<s>'"),
        ({"special_tokens": (b"<s>",)}, "special_tokens must be a tuple of strings"),
        ({"special_tokens": ("",)}, "special_tokens must be different, not empty"),
        ({"special_tokens": ("a", "a")}, "special_tokens must be different, .* got 'a'"),
        ({"special_tokens": ("</w>",), "boundary": "suffix"}, "special_tokens must be different"),
        ({"special_tokens": ("\ud800",)}, "special_tokens must be complete Unicode"),
    ],
)
def test_a_setting_out_of_its_range_is_refused(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Scheme(**change)


END = "<|endoftext|>"
CS336 = PRESETS["cs336"]
STORY = (
    f"Once there was a fox who didn't like rain. He'd say: it's wet!{END}The rain, the rain,\n\n"
    f"  the endless rain... {END}{END} 好的，好的！ 123 4567 endoftext <|endoftext |>   the fox\t"
)


def same_as_the_naive_one(text, vocab_size, scheme=CS336, pattern=naive.GPT2):
    special = scheme.special_tokens
    words = naive.words_of(text, pattern, special)
    merges = naive.learn(words, vocab_size - 256 - len(special))
    training = train(Corpus.from_text(text, scheme), scheme, vocab_size=vocab_size)
    assert [merge.pair for merge in training.merges] == merges
    single = [bytes([byte]) for byte in range(256)]
    made = [left + right for left, right in merges]
    assert training.tokens == (*single, *(each.encode() for each in special), *made)
    return training


@given(
    st.lists(
        st.sampled_from(["a", "b", "ab ", "\n", " ", "<", "|>", "好", "é", "1", "'s", END, "<s>"]),
        max_size=30,
    ).map("".join),
    st.sampled_from([(END,), (), ("<s>", END), (END, END * 2)]),
)
def test_random_texts(text, special):
    """The merges equal the naive trainer's, with special tokens inside words and as prefixes."""
    scheme = replace(CS336, special_tokens=special)
    try:
        Corpus.from_text(text, scheme)
    except CorpusError:
        return
    same_as_the_naive_one(text, 256 + len(special) + 12, scheme)


def test_a_special_token_is_one_id_where_it_is_allowed_and_text_where_not():
    """Both encodings decode to the same text; the longest of two special tokens is taken first."""
    tokenizer = train(STORY, "cs336", vocab_size=300).tokenizer()
    text = f"the fox{END}the rain"
    one = tokenizer.encode(text)
    assert one.ids.count(256) == 1
    assert one.tokens == [
        *tokenizer.encode("the fox").tokens,
        END.encode(),
        *tokenizer.encode("the rain").tokens,
    ]
    [word] = [word for word in one.words if word.is_special]
    assert (word.text, word.start, word.end, word.steps) == (END, 7, 7 + len(END), ())
    assert word.start_tokens == word.tokens == (END.encode(),)
    spelled = tokenizer.encode(text, allowed_special=())
    assert 256 not in spelled.ids
    assert len(spelled.ids) > len(one.ids)
    assert tokenizer.decode(one.ids) == tokenizer.decode(spelled.ids) == text
    scheme = replace(CS336, special_tokens=(END, END * 2))
    tokenizer = train("ab ab", scheme).tokenizer()
    assert tokenizer.encode(END * 3).ids == [257, 256]
    assert tokenizer.decode([257, 256]) == END * 3


@pytest.mark.parametrize("scheme", ["paper", "subword-nmt", "huggingface", "wordpiece"])
def test_any_scheme_can_have_special_tokens(scheme):
    """Special tokens are cut out first, so that a word begins or ends next to each of them."""
    plain, marked = PRESETS[scheme], replace(PRESETS[scheme], special_tokens=("<s>",))
    beside = train("low<s>low lower<s>", marked)
    apart = train("low low lower", plain)
    assert [merge.pair for merge in beside.merges] == [merge.pair for merge in apart.merges]
    assert len(beside.tokens) == len(apart.tokens) + 1
    tokenizer = beside.tokenizer()
    encoded = tokenizer.encode("low<s>lower")
    assert encoded.tokens == [
        *apart.tokenizer().encode("low").tokens,
        "<s>",
        *apart.tokenizer().encode("lower").tokens,
    ]
    between = "" if plain.boundary == "none" else " "
    assert tokenizer.decode(encoded.ids) == between.join(["low", "<s>", "lower"])


@st.composite
def forced_runs(draw, schemes=schemes):
    """Draw a corpus, a scheme, a minimum and up to three forced pairs that occur at their steps."""
    corpus = draw(corpora(st.one_of(words, runs), max_words=5))
    rules, minimum = draw(schemes), draw(st.sampled_from((1, 1, 2)))
    forced = {}
    for _ in range(draw(st.integers(1, 3))):
        first = max(forced, default=-1) + 1
        steps = twin.run(corpus, rules, first + 6, minimum, forced)[first:]
        possible = {
            step.step: sorted(
                {step.text(pair) for pair in step.counts if not step.forbids(pair)}, key=repr
            )
            for step in steps
        }
        possible = {step: pairs for step, pairs in possible.items() if pairs}
        if not possible:
            break
        step = draw(st.sampled_from(sorted(possible)))
        forced[step] = draw(st.sampled_from(possible[step]))
    return corpus, rules, minimum, forced


def check(training, steps, forced):
    """Compare every step of a forced run with the twin."""
    assert len(training) == len(steps) - 1
    assert training.forced == {step: pair for step, pair in forced.items() if step < len(training)}
    assert [merge.rank for merge in training.merges if merge.forced] == [*training.forced]
    leading = list(training.top_pairs(3))
    for k in range(len(steps)):
        check_step(training, steps, k)
        allowed = [pair for pair in training.snapshot(k).pairs() if not pair.forbidden]
        assert leading[k] == allowed[:3]


@given(corpus=corpora(max_words=5), rules=schemes, other=schemes)
def test_the_merges_of_a_run_forced_on_it_are_that_run(corpus, rules, other):
    """Forcing a run's own merges changes nothing, also under another tie rule or score."""
    free = train(corpus, rules)
    merges = {merge.rank: merge.pair for merge in free.merges}
    if all(len(free.ids_of_tokens[token]) == 1 for token in free.tokens):
        again = train(corpus, rules, forced=merges)
        assert again.merges == free.merges
        assert again.forced == merges
        assert again.tie_counts.tolist() == free.tie_counts.tolist()
        if rules.rules == other.rules == "none" and rules.boundary == other.boundary:
            same = replace(rules, tie_rule=other.tie_rule, score=other.score)
            assert [merge.pair for merge in train(corpus, same, forced=merges).merges] == [
                *merges.values()
            ]


@given(run=forced_runs(), limit=st.none() | st.integers(0, 8))
def test_a_shorter_forced_run_is_the_start_of_a_longer_one(run, limit):
    """Every step of a forced run equals the twin: splits, counts and ties.

    A limit before a forced step leaves that merge out. A limit exactly at a forced step names the
    forced pair as the next merge.
    """
    corpus, rules, minimum, forced = run
    steps = twin.run(corpus, rules, limit, minimum, forced)
    short = train(corpus, rules, max_merges=limit, min_frequency=minimum, forced=forced)
    check(short, steps, forced)
    last = steps[-1]
    following = last.winner or last.next
    assert (short.stop.merge.pair if short.stop.merge else None) == (
        last.text(following) if following else None
    )
    if short.stop.merge:
        assert short.stop.merge.forced == (len(short) in forced)


def test_a_rare_pair_can_be_forced_and_knows_what_the_rule_would_have_taken():
    """(h, i) is below the minimum frequency, and its ties name (e, s), which would have won.

    A typed ▁ in a word is not the mark of a word, and the forced pair means the mark.
    """
    training = train(SIX_WORDS, max_merges=3, min_frequency=3, forced={0: ("h", "i")})
    first, second, _ = training.merges
    assert (first.pair, first.count, first.forced) == (("h", "i"), 2, True)
    assert first.ties[0] == second.pair == ("e", "s")
    assert training.forced == {0: ("h", "i")}
    copy = pickle.loads(pickle.dumps(training))
    assert copy.forced == training.forced
    for merges in (copy.merges, pickle.loads(pickle.dumps(training.merges))):
        assert [each.forced for each in merges] == [True, False, False]
    corpus = {"ab": 3, "ab▁": 1, "▁ab": 1}
    rules = scheme("prefix")
    training = train(corpus, rules, forced={0: ("▁", "a")})
    assert (training.merges[0].pair, training.merges[0].count) == (("▁", "a"), 4)


@pytest.mark.parametrize(
    ("given_", "sentence"),
    [
        ({2: ("x", "y")}, "forced of step 2 must be a pair that occurs there"),
        ({1: ("e", "s")}, "forced of step 1 must be a pair that occurs there"),
        ({19: ("e", "s")}, "forced of step 19 must be a pair that occurs there"),
        (
            dict.fromkeys((20, 25), ("e", "s")),
            "forced must be at steps that the run has, got step 20",
        ),
    ],
)
def test_a_pair_that_cannot_be_forced_is_refused_with_the_way_out(given_, sentence):
    """Errors name a pair that does not occur at its step, or a step after the end of the run."""
    forced = {0: ("e", "s")} | given_
    with pytest.raises(CorpusError, match=sentence):
        train(SIX_WORDS, forced=forced)


@pytest.mark.parametrize(("longest", "rule"), [(None, "script"), (1, "max_length")])
def test_a_forbidden_pair_cannot_be_forced(longest, rule):
    """A pair of two scripts, or one that is too long, is refused with the rule that forbids it."""
    rules = replace(PRESETS["sentencepiece"], max_token_length=longest)
    with pytest.raises(CorpusError, match=f"which its rule {rule} forbids") as caught:
        train({"a1": 2}, rules, forced={0: ("a", "1")})
    assert caught.value.values["step"] == 0


@pytest.mark.parametrize(
    "wrong", [[("a", "b")], {-1: ("a", "b")}, {True: ("a", "b")}, {0: "ab"}, {0: ("a", 1)}]
)
def test_what_is_no_forced_merge_is_refused(wrong):
    """`forced` must be a mapping of whole steps from 0 to pairs of two texts."""
    with pytest.raises(ValueError, match=r"^forced .*must .*, got .*\. .*\.$"):
        train(SIX_WORDS, forced=wrong)
