"""Forks in the address: what is written is read again, and nothing else is taken."""

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests.cases import for_each
from ui.shell.query import parse
from ui.shell.runs import Run
from ui.whatif import MOST_FORKS, read_forks
from ui.whatif.forks import Fork, read, write

SIX_WORDS = "highest higher lower lowest cooler coolest"
RUN = Run("six-words", "paper")
numbers = st.integers(0, 9_999_999)
names = st.text(
    st.characters(exclude_characters=",~", exclude_categories=["Cc", "Cs"]), max_size=30
)


@given(st.lists(st.builds(Fork, numbers, numbers, numbers, names), max_size=MOST_FORKS))
def test_forks_come_back_from_the_address(forks):
    """Numbers and names of any script, and none at all."""
    written = write(RUN.key, forks)
    assert read_forks(written) == written
    assert read(written) == tuple(forks)


@for_each(
    "hostile",
    [
        "",
        "185cb622",
        "185CB622:",
        "185cb622:1.2",
        "185cb622:1.2.3.4",
        "185cb622:1.2.3,",
        "185cb622:-1.2.3",
        "185cb622:99999999.2.3",
        "185cb622:١.٢.٣",
        "185cb622:1.2.3~",
        "185cb622:1.2.3~a~b",
        "185cb622:1.2.3~a\nb",
        "185cb622:1.2.3~" + "n" * 31,
        "185cb622:" + ",".join(["1.2.3"] * 7),
    ],
)
def test_a_broken_list_of_forks_is_a_problem_of_the_address(hostile):
    """It is refused as a whole, and said."""
    chosen, problems = parse({"forks": hostile}, frozenset())
    assert chosen.get("forks") is None
    assert [problem.name for problem in problems] == ["forks"]


def test_a_run_is_named_by_what_gives_its_tokens_their_ids():
    """Text and rules count; how far the run goes does not."""
    assert RUN.key == Run("six-words", "paper", max_merges=5, min_frequency=2).key
    others = (
        Run("low-lower", "paper"),
        Run("six-words", "gpt"),
        Run("six-words", "paper", ties="largest"),
        Run("six-words", "paper", mark="none"),
    )
    assert len({run.key for run in (RUN, *others)}) == 5


def test_ids_that_a_run_has_not_are_no_pair():
    """A token born later, a token there never is, a step after the end."""
    training = train(SIX_WORDS)
    first = len(training.alphabet)
    assert Fork(0, 0, 1).pair(training) == training.tokens[:2]
    assert Fork(1, first, 1).pair(training) == ("es", training.tokens[1])
    assert Fork(0, first, 1).pair(training) is None
    assert Fork(0, 9_999_999, 1).pair(training) is None
    assert Fork(len(training), 0, 1).pair(training) is None
