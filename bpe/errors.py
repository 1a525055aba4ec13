"""Errors: the one that a reader of the app can cause, and the checks that several modules share."""

from collections.abc import Collection
from numbers import Integral

# What can be wrong with a text, word list or file: code -> `str.format` template.
SENTENCES: dict[str, str] = {
    "surrogate": (
        "text must be complete Unicode characters, got half of a surrogate pair, "
        "U+{unit:04X}. Remove it."
    ),
    "parted": "corpus must have at least 2 words to be parted, got {total}. Use a longer text.",
    "text_type": "text must be a str, got {kind}. Decode bytes first.",
    "file_encoding": (
        "file must be UTF-8 text, got {name} with byte 0x{byte:02x} at {place}. Convert it "
        "to UTF-8."
    ),
    "no_counts": "counts must be at least one word, got none. Give a word and a count.",
    "word": "word must be a str with at least one character, got {word}. Leave it out.",
    "count_large": (
        "count of {word} must be at most {largest}, got {count}. Divide all counts by a "
        "common number."
    ),
    "counts_large": (
        "counts must be at most {largest} tokens in all, got about {total:.3g}. Divide them "
        "by a common number."
    ),
    "count": (
        "count of {word} must be a positive whole number, got {count}. Leave the word out or "
        "correct its count."
    ),
    "no_words": (
        "text must be at least one word, got only white space or nothing. Give at least one "
        "character that is not a space."
    ),
    "answer_long": (
        "answer must have at most {limit} characters, got {length}. Write a shorter one."
    ),
    "vocab_size": (
        "vocab_size must be at least {least}, to hold the alphabet and the boundary mark of this "
        "corpus, got {given}. Raise it, or choose a text with fewer characters."
    ),
    "no_files": "files must be at least one, got none. Choose a tokenizer file.",
    "files": (
        "files must be a tokenizer.json, vocab.json with merges.txt, subword-nmt codes or "
        ".tiktoken ranks, got {files}. Choose the files of one tokenizer."
    ),
    "model": "{file}: model must be an object, got {value}. Correct the file or choose another.",
    "model_type": "{file}: model.type must be BPE, got {kind}. Choose a file of a BPE tokenizer.",
    "affixes": (
        "{file}: model.end_of_word_suffix and continuing_subword_prefix must be null beside "
        "a ByteLevel pre-tokenizer, got {value}. Use a file with one of the two."
    ),
    "version": (
        "{file}: line 1 must be '#version: 0.1' or '#version: 0.2', got {value}. Correct the "
        "file or choose another."
    ),
    "no_mark": (
        "{file}: at least one merge must have the mark {mark}, got none. Choose subword-nmt "
        "codes, or add the vocab.json that belongs to this merges.txt."
    ),
    "rank_line": (
        "{file}: line {line} must be a token in base64, a space and its rank, got {value}. "
        "Correct the file or choose another."
    ),
    "rank_token": (
        "{file}: line {line} must begin with a token in base64, got {value}. Correct the "
        "file or choose another."
    ),
    "rank_again": (
        "{file}: line {line} must hold a new token of at least one byte, got {value}. "
        "Correct the file or choose another."
    ),
    "rank_bytes": (
        "{file}: all 256 single bytes must have a rank, byte {byte} has none. Choose a "
        "complete .tiktoken file."
    ),
    "merge_not_in_vocabulary": (
        "{file}, merge {number}, must use tokens of the vocabulary, got {value}, which is "
        "not in it. Choose files that belong together."
    ),
    "not_in_vocabulary": (
        "{where}[{place}] must use tokens of the vocabulary, got {value}, which is not in "
        "it. Choose files that belong together."
    ),
    "not_aliased": (
        "{where} must be spelled in GPT-2's characters for bytes, got {value}. Use a file of "
        "one kind of token."
    ),
    "added_token": (
        '{file}: added_tokens[{place}] must be an object with "id" and "content", got '
        "{value}. Correct the file or choose another."
    ),
    "not_text": (
        "{file}: must be UTF-8 text, got byte 0x{byte:02x} at {place}. Choose a "
        "tokenizer.json, vocab.json with merges.txt, codes or .tiktoken file."
    ),
    "empty": (
        "{file}: must hold a tokenizer, got an empty file. Correct the file or choose another."
    ),
    "not_json_line": (
        "{file}: must be JSON, got an error at line {line}, column {column} ({error}). "
        "Correct the file or choose another."
    ),
    "not_json_deep": (
        "{file}: must be JSON, got an error at nesting too deep. Correct the file or choose "
        "another."
    ),
    "not_object": "{file}: must be a JSON object, got {value}. Correct the file or choose another.",
    "not_map": "{where} must map tokens to ids, got {value}. Correct the file or choose another.",
    "id": (
        "{where}[{token}] must be a whole number from 0 to {largest}, got {value}. Correct "
        "the file or choose another."
    ),
    "id_again": (
        "{where}: ids must be different whole numbers up to {largest}, got {value} for "
        "{token}. Correct the file or choose another."
    ),
    "merges": "{where} must be a list of merges, got {value}. Correct the file or choose another.",
    "merge": (
        '{where}[{place}] must be "left right" or ["left", "right"], got {value}. Correct '
        "the file or choose another."
    ),
    "merge_line": (
        "{file}: line {line} must be two tokens with one space between them, got {value}. "
        "Correct the file or choose another."
    ),
    "model_string": (
        "{file}: model.{name} must be a string, got {value}. Correct the file or choose another."
    ),
    "stage_type": (
        "tokenizer.json: {stage}.type must be one of {choices}, got {value}. Other stages "
        "cannot be replayed exactly; use another file."
    ),
    "byte_level_last": (
        "tokenizer.json: {stage} must have ByteLevel last, got one before the end. Use a "
        "file whose bytes are not cut again."
    ),
    "replacement": (
        "tokenizer.json: {stage}.replacement must be one character, got {value}. Correct the file."
    ),
    "behavior": (
        "tokenizer.json: {stage}.behavior must be one of {choices}, got {value}. Correct the file."
    ),
    "slow_pattern": (
        "tokenizer.json: {stage}.pattern must finish within {seconds} seconds on this text, "
        "got one that does not. Use a shorter text."
    ),
    "bad_pattern": (
        "tokenizer.json: {stage}.pattern must be a regular expression, got {value} "
        "({error}). Correct the file."
    ),
    "pattern": (
        'tokenizer.json: {stage}.pattern must be {{"String": ...}} or {{"Regex": ...}}, got '
        "{value}. Correct the file."
    ),
    "stage": (
        'tokenizer.json: {stage} must be an object with a "type", got {value}. Correct the file.'
    ),
    "stage_string": (
        "tokenizer.json: {stage}.{name} must be a string, got {value}. Correct the file."
    ),
    "stage_list": "tokenizer.json: {stage}.{name} must be a list, got {value}. Correct the file.",
    "spelled_twice": (
        "tokens must differ in spelling for a tokenizer.json, got {value} twice: once from the "
        "text, once from the boundary mark. Train on a text without the mark."
    ),
    "spaced_token": (
        "tokens must have no space or line end for {format}, got {value}. Use a tokenizer.json, "
        "or a scheme whose words have none."
    ),
    "version_token": (
        "merges must not begin with '#version' for {format}, got {value}. Use a tokenizer.json."
    ),
}


class CorpusError(ValueError):
    """A text, word list or file that cannot be trained on or read; the sentence says why.

    Attributes:
        code: which sentence, a key of `SENTENCES`; a translation has the same keys.
        values: what fills its placeholders: numbers as they are, all else as the sentence shows it.
    """

    def __init__(self, code: str, /, **values: object):
        # Pickle calls this with `args` alone, then restores the attributes.
        super().__init__(code)
        self.code, self.values = code, values

    @property
    def template(self) -> str:
        """The sentence in English, with placeholders."""
        return SENTENCES[self.code]

    def __str__(self) -> str:
        return self.template.format(**self.values)


def check_text(text: object) -> None:
    """Raise `CorpusError` for anything but a str."""
    if not isinstance(text, str):
        raise CorpusError("text_type", kind=type(text).__name__)


def check_choice(name: str, value: object, choices: Collection[object]) -> None:
    """Raise `ValueError` for a value that is none of the choices."""
    if value not in choices:
        known = ", ".join(map(str, choices))
        raise ValueError(f"{name} must be one of {known}, got {value!r}. Choose one of these.")


def check_whole(name: str, value: object, least: int, way_out: str) -> None:
    """Raise `ValueError` for what is no whole number, or one below `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(
            f"{name} must be a whole number of {least} or more, got {value!r}. {way_out}"
        )


def short(value: object) -> str:
    """Return a value as a sentence can show it: 60 characters at most."""
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
