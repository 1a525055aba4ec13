"""Joint training and the vocabulary filter against subword-nmt's own."""

import io
import random

from subword_nmt.apply_bpe import BPE, read_vocabulary
from subword_nmt.get_vocab import get_vocab
from subword_nmt.learn_bpe import learn_bpe

from bpe import Corpus
from bpe.readings.joint import VocabularyFilter
from tests.joint_runs import train_joint
from tests.oracle import peers


def sentences(seed, letters):
    draw = random.Random(seed)
    shared = ["obama", "berlin", "taxi"]
    words = shared + ["".join(draw.choices(letters, k=draw.randint(1, 8))) for _ in range(60)]
    return [" ".join(draw.choices(words, k=7)) for _ in range(60)]


def codes_of(text, merges):
    out = io.StringIO()
    learn_bpe(io.StringIO(text), out, merges, min_frequency=1, is_dict=False)
    return out.getvalue()


def test_each_language_keeps_the_tokens_that_subword_nmt_keeps():
    """Joint merges, counts per language, thresholds from 1 to 60, and every word split back."""
    for seed in range(6):
        texts = ["\n".join(sentences(seed, "abcde")), "\n".join(sentences(seed + 99, "cdefg"))]
        corpora = [Corpus.from_text(text, "subword-nmt") for text in texts]
        runs = train_joint(*corpora, max_merges=80)
        codes = codes_of("\n".join(texts) + "\n", 80)
        learned = [tuple(line.split(" ")) for line in codes.splitlines()[1:]]
        assert [merge.pair for merge in runs.joint.merges] == learned

        plain = BPE(io.StringIO(codes))
        tokenizer, end = runs.joint.tokenizer(), runs.joint.snapshot(len(runs.joint))
        for side, text in enumerate(texts):
            counted = io.StringIO()
            split = "\n".join(plain.process_line(line) for line in text.splitlines())
            get_vocab(io.StringIO(split), counted)
            frequencies = runs.frequencies(side, end)
            theirs = dict(line.rsplit(" ", 1) for line in counted.getvalue().splitlines())
            ours = {
                piece: count
                for piece, count in zip(
                    peers.as_pieces(runs.joint.tokens), frequencies.tolist(), strict=True
                )
                if count
            }
            assert ours == {piece: int(count) for piece, count in theirs.items()}
            for threshold in (1, 2, 5, 20, 60):
                vocabulary = read_vocabulary(io.StringIO(counted.getvalue()), threshold)
                if not vocabulary:
                    continue  # With nothing allowed at all subword-nmt does not filter.
                filtered = BPE(io.StringIO(codes), vocab=vocabulary)
                keep = VocabularyFilter(runs.joint, frequencies, threshold)
                for word in runs.joint.corpus.words:
                    (encoded,) = tokenizer.encode(word).words
                    expected = filtered.process_line(word).split(" ")
                    assert peers.as_pieces(keep.tokens(encoded.ids)) == expected
