"""Questions with a few answers: which rule won a tie, how a word is split, how many tokens.

Each answer comes with what the record says of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, product

from bpe import TIE_RULES, Snapshot, Training
from bpe.encoding.encoded import Method
from bpe.interchange import Opened
from bpe.readings.prediction import find_order
from ui.corpora.cache import remembered
from ui.draw.tokens import Token, exact, short, shown_text
from ui.languages import LANGUAGES
from ui.player.payload import as_json
from ui.player.rows import Tokens
from ui.shell.text import speaking, t

OPTIONS = 4
"""Answers of a question."""

RIVALS = 12
"""Splits with few tokens among which the others of a question are."""

WORDS, LETTERS, TRIED = 200, 5, 1_500
"""Frequent words, the letters they have at least, and how many examples are made of their parts."""


@dataclass(frozen=True)
class Option:
    """One answer: a number, a name in the catalogue, or tokens; and what the record says of it.

    Attributes:
        verdict: a name in the catalogue, `vote.says_<verdict>`. pair: what that sentence names.
        is_right: whether the record gives this answer.
    """

    verdict: str
    number: str = ""
    key: str = ""
    tokens: tuple[Token, ...] = ()
    pair: tuple[Token, ...] = ()
    is_right: bool = False

    @property
    def text(self) -> str:
        """The answer in the reader's language; "" where it is tokens."""
        return t(self.key) if self.key else self.number


@dataclass(frozen=True)
class Options:
    """A question with a few answers; what phones send back is the number of one, from 0.

    Attributes:
        name: equal ones are the same question.
        kind: of a question: `vote.ask_<kind>` in the catalogue asks it, with the values `asks`,
            and `vote.answer_<kind>` answers it, with `tokens` and `values`.
        options: the answers.
        step: of the run, where the question is about one.
    """

    name: str
    kind: str
    asks: Mapping[str, object]
    options: tuple[Option, ...]
    tokens: Mapping[str, Sequence[Token]] = field(default_factory=dict)
    values: Mapping[str, object] = field(default_factory=dict)
    step: int | None = None
    training: Training | None = None

    @property
    def ask(self) -> str:
        """The question, in the reader's language."""
        return t(f"vote.ask_{self.kind}", **self.asks)

    @property
    def sent(self) -> str:
        """What a phone gets, as JSON: what is asked, and each answer, a text or tokens.

        Texts are there in every language, as a phone has its own.
        """
        numbers = Tokens(self.training.scheme if self.training else None)
        options = [
            numbers.all(each.tokens) if each.tokens else _in_each(each, "text")
            for each in self.options
        ]
        found = {"step": self.step, "ask": _in_each(self, "ask"), "options": options}
        return as_json(found | {"tokens": numbers.table()})


def _in_each(said: Option | Options, name: str) -> dict[str, str]:
    """Read a text in every language."""
    found = {}
    for lang in LANGUAGES:
        with speaking(lang):
            found[lang] = getattr(said, name)
    return found


LOOKED_AT = 300
"""Steps ahead among which the next tie is looked for."""


def has_rivals(snapshot: Snapshot) -> bool:
    """Whether pairs tie here of which the tie rules choose different ones."""
    following = snapshot.next
    several = following is not None and len(following.ties) > 1
    return several and len(set(snapshot.winners.values())) > 1


def next_contested(training: Training, step: int) -> int | None:
    """Return the next step behind `step` at which tie rules choose different pairs, if any."""
    ahead = range(step + 1, min(step + 1 + LOOKED_AT, len(training)))
    return next((each for each in ahead if has_rivals(training.snapshot(each))), None)


def which_rule(training: Training, run: str, step: int) -> Options | None:
    """Ask which tie rule chose the merge after `step`; None where all would choose that one."""
    snapshot = training.snapshot(step)
    following = snapshot.next
    if following is None or not has_rivals(snapshot):
        return None
    own = training.scheme.tie_rule
    rule_of = {pair: rule for rule, pair in reversed(snapshot.winners.items())}
    rule_of[following.pair] = own
    options = tuple(
        Option(
            "chose" if rule == own else "other_pair",
            key=f"ties.is_{rule}",
            pair=pair,
            is_right=rule == own,
        )
        for pair, rule in sorted(rule_of.items(), key=lambda each: TIE_RULES.index(each[1]))
    )
    return Options(
        f"rule {run} {step}",
        "rule",
        {"pair": _named(following.pair), "ties": len(following.ties)},
        options,
        {"pair": following.pair},
        {"ties": len(following.ties), "rule": t(f"ties.wins_{own}")},
        step,
        training,
    )


def which_split(training: Training, run: str, text: str) -> Options | None:
    """Ask which of four splits encoding gives the first word of a text; None where it has one."""
    tokenizer = training.tokenizer()
    method: Method = "longest-match" if training.scheme.score == "wordpiece" else "merges"
    words = [word for word in tokenizer.encode(text, method).words if not word.is_special]
    if not words:
        return None
    word = words[0].text
    right, ids = tokenizer.encode_word(word, method)
    ways = tokenizer.ways(word, RIVALS)
    longest, by_length = tokenizer.encode_word(word, "longest-match")
    fewest, _ = tokenizer.encode_word(word, "fewest-tokens")
    rivals = [each for each in dict.fromkeys([by_length, *ways.few]) if each != ids]
    if not rivals or max(ids) >= tokenizer.unknown_id:
        return None
    # A mark that stands alone gives itself away; those without come first.
    marked = tokenizer.vocabulary.get(training.scheme.mark)
    rivals.sort(key=lambda each: marked in each)

    def option(tokens: tuple[Token, ...]) -> Option:
        if tokens == right:
            return Option("encoded", tokens=tokens, is_right=True)
        known = {longest: "longest", fewest: "fewest"}
        return Option(known.get(tokens, "spells"), tokens=tokens)

    splits = sorted(
        {right, *map(tokenizer.named, rivals[: OPTIONS - 1])},
        key=lambda each: tuple(map(exact, each)),
    )
    return Options(
        f"split {run} {word}",
        "split",
        {"word": short(word)},
        tuple(map(option, splits)),
        {"split": right},
        {
            "word": short(word),
            "way": t(f"vote.way_{method}"),
            "count": len(right),
            "ways": ways.count,
        },
        training=training,
    )


@remembered
def example_word(training: Training) -> str:
    """Return a word worth asking for: new, and best one that longest match splits otherwise."""
    mark = training.scheme.mark or None
    words = (row.text.strip().strip(mark) for row in training.snapshot(0).words(WORDS))
    frequent = [word for word in words if word]
    stems = [each for each in frequent if len(each) >= LETTERS]
    cuts = [(stem[:at], stem[at:]) for stem in stems for at in range(2, len(stem) - 1)]
    made = (head + tail for (head, _), (_, tail) in product(cuts, cuts))
    fresh = [word for word in dict.fromkeys(islice(made, TRIED)) if word not in frequent]
    ask = (word for word in fresh if find_order(training, word) is not None)
    return next(chain(ask, fresh, frequent), "")


def how_many(tokenizer: Opened, older: Opened, text: str) -> Options | None:
    """Ask how many tokens a text has; None for an empty one. `older` is another tokenizer."""
    encoding = tokenizer.encode(text)
    right = len(encoding.ids)
    if not right:
        return None
    measures = {
        "older": len(older.encode(text).ids),
        "words": len(encoding.words),
        "characters": len(text),
        "bytes": len(text.encode()),
    }
    found = {right: Option("counted", f"{right:,}", is_right=True)}
    for verdict, number in measures.items():
        found.setdefault(number, Option(verdict, f"{number:,}"))
    for number in (right + 1, right + 2, right + 3):
        found.setdefault(number, Option("wrong", f"{number:,}"))
    few = sorted(islice(found.items(), OPTIONS))
    return Options(
        f"tokens {text}",
        "tokens",
        {"text": shown_text(text).replace("␣", " ")},
        tuple(option for _, option in few),
        {"split": encoding.tokens},
        {"count": right},
    )


def _named(pair: Sequence[Token]) -> str:
    return f"({', '.join(map(short, map(exact, pair)))})"
