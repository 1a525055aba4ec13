"""A training as a file: equal at every step when it is read, and never believed unproven."""

import io
import json
import zipfile
from dataclasses import asdict, fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, CorpusError, Parts, Training, train
from bpe.continuing import continue_training
from bpe.merging.log import Log
from bpe.merging.stored import COLUMNS, pack, unpack
from tests.cases import for_each
from tests.strategies import corpora, scheme, schemes

SIX_WORDS = "highest higher lower lowest cooler coolest"


def packed(training):
    return pack(
        training.scheme, training.corpus, training.log, training.stop.reason, training.min_frequency
    )


def read(data):
    return Training(*unpack("a.record", data))


def same(ours, theirs):
    """Hold two trainings to be equal, at every step and in every column."""
    assert (ours.scheme, ours.corpus, ours.stop) == (theirs.scheme, theirs.corpus, theirs.stop)
    assert (ours.merges, ours.forced) == (theirs.merges, theirs.forced)
    assert (ours.passed_over, ours.chosen_for) == (theirs.passed_over, theirs.chosen_for)
    assert ours.min_frequency == theirs.min_frequency
    for each in fields(Log):
        one, other = getattr(ours.log, each.name), getattr(theirs.log, each.name)
        assert np.array_equal(one, other) if each.name in COLUMNS else one == other
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)
    for one, other in zip(ours.snapshots(), theirs.snapshots(), strict=True):
        assert one.words() == other.words()
        assert one.pairs() == other.pairs()
        assert one.ties == other.ties
        assert one.vocabulary == other.vocabulary
        assert one.changes == other.changes


@given(
    corpus=corpora(max_words=5),
    rules=schemes,
    ties=st.sampled_from(TIE_RULES),
    limit=st.one_of(st.none(), st.integers(0, 9)),
    least=st.integers(1, 3),
    how=st.sampled_from(("plain", "forced", "parts")),
)
def test_what_is_read_equals_what_was_saved_at_every_step(corpus, rules, ties, limit, least, how):
    """Over schemes, tie rules, settings, limits, forced merges and parts."""
    rules = replace(rules, tie_rule=ties)
    asked = {"max_merges": limit, "min_frequency": least}
    if how == "forced":
        free = train(corpus, rules, **asked)
        step = min(len(free), 2)
        allowed = [pair.pair for pair in free.snapshot(step).pairs() if not pair.forbidden]
        asked["forced"] = {step: allowed[-1]} if allowed else {}
    elif how == "parts":
        mine = [count // 2 for count in corpus.counts]
        rest = [count - own for count, own in zip(corpus.counts, mine, strict=True)]
        asked["parts"] = Parts((mine, rest))
    training = train(corpus, rules, **asked)
    same(read(packed(training)), training)


def test_a_file_is_written_and_read(tmp_path):
    """By its path, and the same run gives the same file."""
    training = train(SIX_WORDS, max_merges=3)
    training.save(tmp_path / "one.record")
    training.save(str(tmp_path / "two.record"))
    one, two = (tmp_path / f"{name}.record" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    loaded = Training.load(str(one))
    same(loaded, training)
    assert loaded.tokenizer().encode("lowest").tokens == ["l", "o", "w", "est</w>"]
    assert list(np.load(one)["merged"]) == list(training.log.merged)


def rewritten(data, name, change):
    """Return the file with one of its members changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {entry: archive.read(entry) for entry in archive.namelist()}
    members[name] = change(members[name])
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return made.getvalue()


def refused(data):
    with pytest.raises(CorpusError) as caught:
        read(data)
    return caught.value.code


FORGED = {
    "version": [0, 2, "1", None, []],
    "scheme": [None, {}, {"name": "x", "tie_rule": "last"}, {"name": "x", "units": ["bytes"]}],
    "words": [[], ["low"], "lowest", None, [1, 2], [[]], {"low": 1}],
    "reason": ["luck", None, []],
    "min_frequency": [0, -1, 1.5, None, 2**80],
    "next": [0, -1, 10**6, 2**70, 1.0, True, "1"],
    "examined": [-1, None, "9"],
    "source": [None, 3],
}


def test_a_forged_setting_is_refused():
    """Whatever stands in the place of each entry of the JSON."""
    training = train(SIX_WORDS, max_merges=3)
    data = packed(training)
    merged = training.log.merged.tolist()
    for name, values in FORGED.items():
        for value in [*values, *(merged if name == "next" else [])]:

            def forge(record, name=name, value=value):
                return json.dumps({**json.loads(record), name: value}).encode()

            code = refused(rewritten(data, "record.json", forge))
            assert code == ("record_version" if name == "version" else "record"), (name, value)
    short = {**json.loads(json.dumps(asdict(training.scheme))), "max_token_length": 1}
    for change in ({"scheme": short}, {"words": ["lowest", *training.corpus.words[1:]]}):

        def forge(record, change=change):
            return json.dumps({**json.loads(record), **change}).encode()

        assert refused(rewritten(data, "record.json", forge)) == "record"
    assert refused(packed(train(Corpus(("ab", "ab"), (1, 1))))) == "record"
    for other in (b"", b"[]", b"{}", b"[" * 100_000, b"\xff"):
        assert refused(rewritten(data, "record.json", lambda _, other=other: other)) == "record"


@for_each("rules", [scheme(score="wordpiece"), PRESETS["minbpe"], PRESETS["paper"]])
def test_no_number_of_a_column_can_be_forged(rules):
    """Each number one more, one less, and far out: the proof finds all but what a rule prefers.

    Which merges were forced and what the rule would have taken is not proven: it can be asked for.
    """
    words = "aaab aab abab b" + " aaaa" * 3
    second = train(words, rules, max_merges=2).snapshot(1).pairs()[1].pair
    training = train(words, rules, max_merges=4, forced={1: second})
    data = packed(training)
    for name in COLUMNS:
        for place, number in enumerate(getattr(training.log, name).tolist()):
            for value in {number + 1, number - 1, -7, 30_000, 1, 2} - {number}:

                def forge(values, place=place, value=value):
                    values[place] = np.array(value).astype(values.dtype)
                    return values

                forged = with_column(data, name, forge)
                if name in ("forced", "passed_over"):
                    ask_everything(forged)
                else:
                    assert refused(forged) == "record", (name, place, value)


@for_each("rules", ["wordpiece", "paper"])
def test_no_column_can_be_longer_or_shorter(rules):
    """By one number at either end, by all, or by a file of its own; of a run with parts too."""
    parts = Parts(((2, 1, 1), (1, 1, 0)))
    training = train({"aaab": 3, "abab": 2, "b": 1}, rules, max_merges=3, parts=parts)
    data = packed(training)
    columns = [*COLUMNS, "word_counts", *(["score_ties"] if rules == "wordpiece" else [])]
    for name in columns:
        changes = [lambda v: v[1:], lambda v: v[:-1], lambda v: np.append(v, v[-1:])]
        changes += [lambda v: v[:0], lambda v: v[:, None], lambda v: v.astype(np.float64)]
        changes += [lambda v: v.astype(np.int8), lambda v: np.append(v, v)]
        for number, change in enumerate(changes):
            forged = with_column(data, name, change)
            # Of whom a merge was for there may be none, and one more for the merge to come.
            if name in ("chosen_for", "score_ties"):
                ask_everything(forged)
            else:
                assert refused(forged) == "record", (name, number)
    assert refused(with_column(data, "chosen_for", lambda values: values - 5)) == "record"


def with_column(data, name, change):
    """Return the file with another column in the place of one."""

    def forge(content):
        made = io.BytesIO()
        np.save(made, change(np.load(io.BytesIO(content))))
        return made.getvalue()

    return rewritten(data, f"{name}.npy", forge)


def ask_everything(data):
    """Ask every step of what can be read; nothing but a refusal is raised."""
    try:
        training = read(data)
    except CorpusError:
        return
    assert len(training.tie_counts) == len(training)
    for snapshot in training.snapshots():
        assert snapshot.ties
        assert snapshot.winners
        assert snapshot.pairs()


def test_a_damaged_file_is_refused():
    """Cut short anywhere, or with any byte turned, and what is no record at all."""
    data = packed(train(SIX_WORDS, max_merges=3))
    intact = unpack("a", data)
    for place in range(0, len(data), 7):
        assert refused(data[:place]) == "record"
        turned = data[:place] + bytes([data[place] ^ 0x21]) + data[place + 1 :]
        try:
            found = unpack("a", turned)
        except CorpusError:
            continue
        # Turned where a zip holds what nobody reads, such as a date.
        assert (found.corpus, found.scheme) == (intact.corpus, intact.scheme)
    for other in (b"", b"PK", b"\x80\x04N.", b"low lower lowest"):
        assert refused(other) == "record"


def test_no_more_is_unpacked_than_is_said_and_nothing_is_run(monkeypatch):
    """A bomb is refused by its size, a column of objects by its head."""
    data = packed(train(SIX_WORDS, max_merges=3))
    with monkeypatch.context() as patch:
        patch.setattr("bpe.merging.stored.LARGEST", 1000)
        assert refused(data) == "record"
    objects = io.BytesIO()
    np.save(objects, np.array([print, 1], dtype=object), allow_pickle=True)
    huge = b"\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, "
    huge += b"'shape': (9999999999,), }"
    for content in (objects.getvalue(), huge.ljust(127) + b"\n", b""):
        assert refused(rewritten(data, "merged.npy", lambda _, c=content: c)) == "record"
    with zipfile.ZipFile(made := io.BytesIO(data), "a") as archive:
        archive.writestr("stranger.npy", b"")
    assert refused(made.getvalue()) == "record"


def test_a_run_that_went_on_is_not_saved(tmp_path):
    """Its file would lack the tokenizer that it went on from."""
    base = train(SIX_WORDS, max_merges=2).tokenizer()
    with pytest.raises(ValueError, match=r"^training must be one of train, got a Continued"):
        continue_training(base, SIX_WORDS, max_merges=1).save(tmp_path / "a.record")
    assert not [*tmp_path.iterdir()]


def test_half_characters_and_large_counts_come_through():
    """What no UTF-8 can hold, and what a float could not count."""
    training = train(Corpus.from_counts({"\ud800a": 2**40 + 1, "a\ud800a": 3}), max_merges=3)
    same(read(packed(training)), training)
