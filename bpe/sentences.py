"""Sentences: what can be wrong with a text, word list or file; code -> `str.format` template."""

SENTENCES: dict[str, str] = {
    "no_merges": "merges must be at least one, got none. Give the list that your trainer learned.",
    "many_merges": ("merges must be at most {most}, got {given}. Check the first ones alone."),
    "is_pickle": (
        "{file}: must be a list that is read and never run, got a pickle, which can run any "
        "program when it is opened. Save print(merges) or json.dump(merges) instead."
    ),
    "list_large": (
        "{file}: must be at most {largest} MB, got more. Choose the list of merges alone."
    ),
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
    "no_paths": "paths must be at least one file, got none. Name the files to count.",
    "json_line": (
        "{file}: line {line} must be a JSON object whose {field} is a text, got {value}. Correct "
        "the line, or name another field."
    ),
    "column": (
        "{file}: one column of text must be named {field}, got the columns {value}. Name another "
        "field."
    ),
    "counter_lost": (
        "counting must go on to the end, got a process that was ended from outside. Count again "
        "with fewer processes; in a script, count below if __name__ == '__main__'."
    ),
    "counts_kind": (
        "{file}: must end in .parquet, .csv or .jsonl to hold counts, got another name. Give "
        "another."
    ),
    "counts_file": (
        "{file}: must be words and their counts as count writes them, got {value}. Count again."
    ),
    "counted_otherwise": (
        "scheme must find the words that were counted, those of {counted}, got {given}. Choose a "
        "scheme with those rules, or count the files again with this one."
    ),
    "cluster": (
        "scheduler must be the address of a Dask cluster that has this package and sees the files, "
        "got {address} with: {error}. Correct the address, or count without it."
    ),
    "no_workers": (
        "scheduler must have at least one worker, got none at {address}. Start one there with "
        "dask worker {address}, or count without it."
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
    "forced_absent": (
        "forced of step {step} must be a pair that occurs there, got ({left}, {right}). Choose one "
        "that occurs after {step} merges."
    ),
    "forced_forbidden": (
        "forced of step {step} must be a pair that the scheme allows, got ({left}, {right}), "
        "against its rule {rule}. Choose another pair, or a scheme without that rule."
    ),
    "forced_late": (
        "forced must be at steps that the run has, got step {step} of a run that ends after {last} "
        "merges. Leave it out, or lower min_frequency."
    ),
    "no_files": "files must be at least one, got none. Choose a tokenizer file.",
    "files": (
        "files must be a tokenizer.json, vocab.json with merges.txt, vocab.txt, .tiktoken ranks, "
        "a .model, tekken.json or subword-nmt codes, got {files}. Choose the files of one "
        "tokenizer."
    ),
    "model": "{file}: model must be an object, got {value}. Correct the file or choose another.",
    "model_type": (
        "{file}: model.type must be BPE, WordPiece, Unigram or WordLevel, got {kind}. Choose "
        "another file."
    ),
    "library": "{name} must be installed for this, got none. Run pip install {name}.",
    "refused": (
        "{file}: must be what {library} can work with, got from it: {error}. Correct the file or "
        "choose another."
    ),
    "file_large": (
        "{file}: must be at most {largest} MB, also unpacked, got more. Choose a smaller file, or "
        "a part of it."
    ),
    "broken_packed": (
        "{file}: must be a whole .gz or .zst, got a damaged one or one cut short. Pack it again."
    ),
    "many_parts": (
        "{file}: must be packed in at most {limit:,} parts, got more. Unpack it and pack it again."
    ),
    "no_file": "{file}: must be a file, got a folder or a device. Name a file.",
    "silent_pipe": (
        "{file}: must be a pipe that is written into within {seconds} seconds, got nothing. Start "
        "what writes first."
    ),
    "long_document": (
        "{file}: must have a place to part it at least every {largest} MB, got none. Break its "
        "lines, or choose a scheme that cuts at line ends."
    ),
    "long_row": (
        "row {row} must be at most {limit:,} characters long, got more. Close its quotes, or break "
        "it."
    ),
    "many_rows": ("table must have at most {limit:,} rows, got more. Leave out the rarest words."),
    "many_columns": (
        "table must have at most {limit:,} columns, got more. Leave only words and counts."
    ),
    "broken_table": (
        "{file}: must be a table that can be read, got: {error}. Save it again, or as CSV."
    ),
    "binary": "file must be text, got binary data. Save it as plain text first.",
    "wrong_encoding": (
        "file must be text in the encoding {encoding}, got other bytes. Choose another encoding."
    ),
    "is_archive": (
        "{file}: must hold a tokenizer, got a packed archive. Unpack it and choose the tokenizer's "
        "files."
    ),
    "is_weights": (
        "{file}: must hold a tokenizer, got the weights of a model. Choose the tokenizer.json or "
        ".model beside them."
    ),
    "is_piece_list": (
        "{file}: must hold a tokenizer, got a .vocab of SentencePiece, a list of pieces. Choose "
        "the .model beside it."
    ),
    "is_token_list": (
        "{file}: must hold a tokenizer, got a .vocab of minbpe, a list of its tokens. Choose "
        "the .model beside it."
    ),
    "is_settings": (
        "{file}: must hold a vocabulary, got settings. Choose the tokenizer.json or the vocabulary "
        "beside it."
    ),
    "is_vocab_alone": (
        "files must be a tokenizer.json, vocab.json with merges.txt or another whole tokenizer, "
        "got the vocabulary {file} alone. Add the merges.txt that belongs to it."
    ),
    "vocab_again": (
        "{file}: line {line} must be a token that comes once, got {value}. Correct the file or "
        "choose another."
    ),
    "vocab_unknown": (
        "{file}: one line must be [UNK], which stands for what is unknown, got none. Choose a "
        "vocab.txt of BERT."
    ),
    "tekken": (
        "{file}: must be a tekken.json with a pattern, sizes and tokens in base64, got {value}. "
        "Correct the file or choose another."
    ),
    "minbpe": (
        "{file}: line {line} must be as minbpe writes its .model, got {value}. Correct the file or "
        "choose another."
    ),
    "slow_words": (
        "text must be cut by the file's pattern within {seconds} seconds, got no end. Use a "
        "shorter text."
    ),
    "slow_pattern": (
        "pattern must cut the text within {seconds} seconds, got no end. Use a simpler pattern, or "
        "a shorter text."
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
    "not_text": (
        "{file}: must be UTF-8 text, got byte 0x{byte:02x} at {place}. Choose a "
        "tokenizer.json, vocab.json with merges.txt, .tiktoken or .model file."
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
    "spelled_alike": (
        "tokens must differ in spelling to be written, got {value} twice: two ways of merging made "
        "it, or the text spells the boundary mark. Train on another text, or with other rules."
    ),
    "trained": (
        "{file}: must be as training wrote it, with vocab.json and merges beside it, got another. "
        "Train again."
    ),
    "record": (
        "{file}: must be a record as Training.save writes it, got a damaged file or another. Save "
        "it again."
    ),
    "record_version": (
        "{file}: must be a record of version {version}, got version {value}. Save it with the "
        "version that is to read it."
    ),
    "out": "out must be a folder, got the file {name}. Give another name.",
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
