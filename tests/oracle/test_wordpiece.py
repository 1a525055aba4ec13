"""What Hugging Face calls WordPiece training is BPE by count with ## marks."""

from dataclasses import replace

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe import PRESETS, train
from tests.data import HUG

# No choice of this corpus is tied, so the library's hash order of ## letters cannot show.
MERGES = 4


def vocabulary() -> set[str]:
    """Train the library's WordPiece on the corpus; return what it learned beyond letters."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    letters = {letter for word in HUG for letter in word}
    inner = {f"##{letter}" for word in HUG for letter in word[1:]}
    trainer = trainers.WordPieceTrainer(
        vocab_size=len(letters) + len(inner) + MERGES, show_progress=False
    )
    words = [word for word, count in HUG.items() for _ in range(count)]
    tokenizer.train_from_iterator(words, trainer)
    return set(tokenizer.get_vocab()) - letters - inner


def test_the_librarys_trainer_learns_what_bpe_learns():
    """Its vocabulary is that of the run by count, and not that of the run by score."""
    by_count = train(HUG, replace(PRESETS["wordpiece"], score="count"), max_merges=MERGES)
    by_score = train(HUG, "wordpiece", max_merges=MERGES)
    assert by_count.tie_counts.tolist() == [1] * MERGES
    assert vocabulary() == {merge.token for merge in by_count.merges}
    assert vocabulary() != {merge.token for merge in by_score.merges}


def test_the_librarys_encoder_takes_the_longest_match_as_ours_does():
    """On one vocabulary both split alike, and give up a word with a piece missing."""
    training = train(HUG, "wordpiece")
    ids = {token: number for number, token in enumerate((*training.tokens, "[UNK]"))}
    theirs = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    ours = training.tokenizer()
    for word in ("hugs", "bugs", "pugs", "hug", "gun", "mug", "bunhug", "pugspun"):
        tokens = [
            "[UNK]" if token == "<unk>" else token
            for token in ours.encode(word, "longest-match").tokens
        ]
        assert tokens == theirs.encode(word).tokens
