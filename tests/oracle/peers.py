"""The real packages, trained on a text; their merges, in order."""

import io
import json
import os
import re
import types
from unittest import mock

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import rustbpe
import sentencepiece
import tokenizers
from subword_nmt import learn_bpe


def subword_nmt(text, merges, *, spaces_only=True, min_frequency=1):
    """Return pairs in the order in which subword-nmt learns them.

    subword-nmt's merges are regular expressions over a word joined with spaces, with `\\s` at the
    edges. With `spaces_only` the edges are U+0020 alone, at which subword-nmt splits words.
    """
    source, target = io.StringIO(text), io.StringIO()
    own = learn_bpe.re
    if spaces_only:
        own = types.SimpleNamespace(
            escape=re.escape,
            compile=lambda pattern: re.compile(
                pattern.replace(r"(?<!\S)", "(?<![^ ])").replace(r"(?!\S)", "(?![^ ])")
            ),
        )
    quiet = mock.patch.multiple(learn_bpe, re=own, tqdm=lambda iterator: iterator)
    with quiet, mock.patch("sys.stderr", io.StringIO()):
        try:
            learn_bpe.learn_bpe(source, target, merges, min_frequency)
        except ValueError as error:
            # If no pairs are left, subword-nmt takes max() of an empty sequence.
            if "empty" not in str(error):
                raise
    _, *rules = target.getvalue().split("\n")
    return [tuple(rule.split(" ")) for rule in rules if rule]


def until_two_tokens_print_alike(training):
    """Return the number of merges until two different tokens are equal strings.

    The merge that makes the second of the two tokens is included. All merges before it are the same
    for an engine that knows tokens by their string.
    """
    seen = set(training.alphabet)
    if len(seen) < len(training.alphabet):
        return 0
    for merge in training.merges:
        if merge.token in seen:
            return merge.rank + 1
        seen.add(merge.token)
    return len(training.merges) + 1


def huggingface(text, merges, min_frequency=0, **options):
    """Pairs in the order in which tokenizers' BpeTrainer learns them, without marks."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    alphabet = set(text)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=len(alphabet) + merges,
        min_frequency=min_frequency,
        show_progress=False,
        special_tokens=[],
        **options,
    )
    tokenizer.train_from_iterator(text.split("\n"), trainer)
    learned = json.loads(tokenizer.to_str())["model"]["merges"]
    return [tuple(pair) for pair in learned][:merges]


def byte_level(
    texts, merges, *, prefix=False, special=(), pattern=None, every_byte=True, **options
):
    """Train a tokenizer of tokenizers with `ByteLevel` and `BpeTrainer`, up to a number of merges.

    `texts` is a list of texts, or the path of a file. `pattern` replaces GPT-2's pattern. With
    `every_byte` the alphabet has all 256 bytes; without it, the bytes that occur, as is the
    library's default.
    """
    level = tokenizers.pre_tokenizers.ByteLevel
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    stages = [level(add_prefix_space=prefix)]
    if pattern is not None:
        split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
        stages = [split, level(add_prefix_space=prefix, use_regex=False)]
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(stages)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    read = (
        b"".join(text.encode() for text in texts) if isinstance(texts, list) else texts.read_bytes()
    )
    alphabet = 256 if every_byte else len({*read, *(b" " if prefix else b"")})
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=len(special) + alphabet + merges,
        show_progress=False,
        special_tokens=[*special],
        initial_alphabet=level.alphabet() if every_byte else [],
        **options,
    )
    if isinstance(texts, list):
        tokenizer.train_from_iterator(texts, trainer)
    else:
        tokenizer.train([str(texts)], trainer)
    return tokenizer


def byte_level_merges(tokenizer):
    """Pairs in the order in which a tokenizer learned them, spelled in byte aliases."""
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


def rust(text, merges):
    """Bytes of each new token in the order in which rustbpe learns them."""
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter([text]), vocab_size=256 + merges)
    return [token for token, rank in tokenizer.get_mergeable_ranks() if rank >= 256]


def sentencepiece_model(lines, **options):
    """Train a model of SentencePiece on lines, by default of BPE and with every character."""
    model = io.BytesIO()
    usual = {"model_type": "bpe", "character_coverage": 1.0, "minloglevel": 3}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, **{**usual, **options}
    )
    return sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())


def sentencepiece_pieces(text, merges, **options):
    """Pieces of two characters or more in the order in which SentencePiece adds them."""
    usual = {"max_sentence_length": 1 << 24, "num_threads": 1}
    size = len(set(text)) + merges + 64
    processor = sentencepiece_model(
        text.split("\n"), vocab_size=size, hard_vocab_limit=False, **{**usual, **options}
    )
    return [piece for piece in _pieces(processor) if len(piece) > 1][:merges]


def _pieces(processor):
    pieces = [
        (-processor.get_score(i), processor.id_to_piece(i))
        for i in range(processor.get_piece_size())
        if not (processor.is_control(i) or processor.is_unknown(i))
    ]
    return [piece for _, piece in sorted(pieces)]


def as_pieces(tokens):
    """Write tokens as subword-nmt prints them: @@ where the word goes on."""
    return [token[:-4] if token.endswith("</w>") else token + "@@" for token in tokens]
