"""The tab on what is often said: each number is that of a run made here anew."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from bpe import PRESETS, TIE_RULES, train
from tests.cases import for_each
from tests.twin import apply
from ui.train.printed import RULES, SPLITS

NEWER = {"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}


def test_the_printed_rules_lead_when_they_are_taken_and_no_tie_rule_takes_them():
    """Each merge of the list has the highest count of its moment, so only ties are broken."""
    words = [([*word, "</w>"], count) for word, count in NEWER.items()]
    for token in RULES:
        counts = Counter()
        for word, count in words:
            for pair in pairwise(word):
                counts[pair] += count
        [pair] = [each for each in counts if "".join(each) == token]
        assert counts[pair] == max(counts.values())
        words = [(apply(word, pair, token), count) for word, count in words]
    learned = []
    for rule in TIE_RULES:
        run = train(NEWER, replace(PRESETS["paper"], tie_rule=rule))
        learned.append(tuple(merge.token for merge in run.merges[: len(RULES)]))
    assert RULES not in learned


@for_each(("name", "scheme", "word", "printed"), SPLITS)
def test_no_printed_split_is_what_the_run_gives(name, scheme, word, printed):
    """What stands beside it differs, and is what the engine encodes."""
    words = {
        "low-lower": {"low": 5, "lower": 2, "newest": 6, "widest": 3},
        "hug": {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
    }[name]
    real = train(words, scheme).tokenizer().encode(word).tokens
    assert tuple(real) != printed
    assert (
        real
        == {
            "highest": ["<unk>", "i", "<unk>", "<unk>", "est</w>"],
            "mug": ["ug"],
        }[word]
    )
