"""What tokens hide of a text: parts of characters, letters, digits; and which share a text."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.encoding.alignment import Placed, placed
from bpe.readings.placed import (
    bricks,
    digit_groups,
    grouping,
    halves,
    letter_counts,
    linked,
    whole_from,
    word_forms,
)
from bpe.text.characters import is_text
from tests.cases import for_each

TEXT = "low  ＡＢ newest好 e\u0301"


def places(text, scheme):
    tokenizer = train("low lower newest ＡＢ é", scheme).tokenizer()
    return placed(tokenizer, text, tokenizer.encode(text))


@for_each("other", ["paper", "sentencepiece", "gpt"])
def test_links_are_the_tokens_that_share_a_character(other):
    """By a slow look at each two of them, and the same seen from the other side."""
    tokens, others = places(TEXT, "gpt"), places(TEXT, other)

    def held(each: Placed) -> set[int]:
        return set(range(each.start, each.end))

    slow = tuple(
        tuple(n for n, there in enumerate(others) if held(each) & held(there)) for each in tokens
    )
    assert linked(tokens, others) == slow
    back = linked(others, tokens)
    assert {(a, b) for a, bs in enumerate(slow) for b in bs} == {
        (a, b) for b, some in enumerate(back) for a in some
    }
    mark, word = Placed("</w>", 0, 2, 2), Placed("word", 1, 0, 4)
    assert linked([mark], [word]) == linked([word], [mark]) == ((),)
    assert linked((), ()) == ()


def cut(text, *sizes):
    """Lay tokens of these sizes over a text."""
    found, at = [], 0
    for size in sizes:
        found.append(Placed(text[at : at + size], 0, at, at + size))
        at += size
    return found


def test_letters_are_counted_in_each_token_whatever_their_case():
    """All of them together are those of the text."""
    assert letter_counts("Strawberry", cut("Strawberry", 2, 3, 5), "R") == [0, 1, 2]
    assert letter_counts("RÄr", cut("RÄr", 1, 2), "r") == [1, 1]
    assert letter_counts("", [], "r") == []


def test_a_word_keeps_its_letters_in_every_form():
    """Only case, a space and an s differ."""
    forms = word_forms("mcDonald")
    assert forms["capital"] == "McDonald"
    assert {form.strip().casefold().removesuffix("s") for form in forms.values()} == {"mcdonald"}


def test_groups_are_the_digits_of_each_token():
    """A token without digits is no group."""
    assert digit_groups(" 12a345", cut(" 12a345", 3, 1, 2, 1)) == ["12", "34", "5"]


@for_each(
    ("name", "rule"),
    [
        ("ones", lambda n: [1] * len(n)),
        ("left", lambda n: [3] * (len(n) // 3) + [len(n) % 3]),
        ("right", lambda n: [len(n) % 3] + [3] * (len(n) // 3)),
        ("learned", lambda n: [2] * (len(n) // 2) + [len(n) % 2]),
    ],
)
def test_how_digits_are_grouped_is_seen_on_numbers(name, rule):
    """Each rule is told from the others."""
    assert grouping(lambda n: cut(n, *filter(None, rule(n)))) == name


def test_a_trace_is_whole_from_the_step_that_leaves_no_byte_alone():
    """The first step of whole characters, 0 where no merge comes after or none was broken."""
    tokenizer = train("今天 今天 今天 今日 low", "gpt").tokenizer()
    [word] = tokenizer.encode("今天").words
    step = whole_from(word)
    assert all(map(is_text, word.steps[step - 1].tokens))
    assert not all(map(is_text, word.steps[step - 2].tokens))
    assert step < len(word.steps)
    assert [whole_from(each) for each in tokenizer.encode("low 明").words] == [0, 0]
    assert whole_from(tokenizer.encode("a今天").words[0]) == 0


def test_a_character_of_several_tokens_is_half_characters():
    """The first such one, and how many tokens; letters that stand together are none."""
    tokenizer = train("low low", "gpt").tokenizer()
    text = "low 好"
    assert halves(text, placed(tokenizer, text, tokenizer.encode(text))) == ("好", 3)
    assert halves("low", placed(tokenizer, "low", tokenizer.encode("low"))) is None


@given(st.text("abc", min_size=1, max_size=9))
def test_a_wall_of_bricks_has_every_merge_of_a_word(word):
    """Its rows have no gap, its end is the word's tokens, and one may begin at any step."""
    [encoded] = train("abc abab cab caab bcc", "huggingface").tokenizer().encode(word).words
    for first in range(len(encoded.steps) + 1):
        wall = bricks(encoded, first)
        made = sorted((brick.rank, brick.token) for brick in wall if brick.rank is not None)
        steps = encoded.steps[first:]
        joined = ((step.rank, "".join(step.pair)) for step in steps for _ in step.places)
        assert made == sorted(joined)
        height = max(brick.until for brick in wall)
        width = sum(brick.level == 0 for brick in wall)
        for row in range(height):
            there = (each for each in wall if each.level <= row < each.until)
            here = sorted(there, key=lambda brick: brick.start)
            assert [brick.start for brick in here[1:]] == [brick.end for brick in here[:-1]]
            assert (here[0].start, here[-1].end) == (0, width)
        assert tuple(brick.token for brick in here) == encoded.tokens
