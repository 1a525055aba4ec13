"""The program beside the rows: the loop that encodes, over the merges of one word."""

from itertools import pairwise

from bpe.encoding.encoded import EncodedWord
from bpe.merging.cells import Token
from ui.draw.parts import listing
from ui.draw.say import say, sentence
from ui.encode.readings import merged_word
from ui.encode.text import Question

SHOWN = 3
"""Merges that are named."""

_LOOP = """
while True:
    pairs = [p for p in zip(tokens, tokens[1:]) if p in ranks]
    if not pairs:
        break
    best = min(pairs, key=ranks.get)
    at = 0
    while at < len(tokens) - 1:
        if (tokens[at], tokens[at + 1]) == best:
            tokens[at : at + 2] = [{joined}]
        at += 1
    print(ranks[best], best)
print(tokens)
"""


def draw_code(question: Question) -> None:
    """Show the loop over the merges of the word that is followed."""
    if question.method != "merges":
        say("encode.code_none")
        return
    word = question.run.read(merged_word, question.step, *question.followed)
    program = encoding_program(word, question.scheme.boundary == "continuation")
    if program is None:
        say("encode.code_alike")
        return
    say("encode.code_how")
    lines = program.splitlines()
    best = next(at for at, line in enumerate(lines) if line.startswith("    best"))
    scheme = question.scheme
    told = {len(lines) - 1: sentence("encode.code_end", scheme, {"tokens": word.tokens})}
    if word.steps:
        named = [
            sentence("encode.code_best_one", scheme, {"pair": step.pair}, rank=step.rank)
            for step in word.steps[:SHOWN]
        ]
        more = len(word.steps) - SHOWN
        told[best] = " ".join(
            [*named, *([sentence("encode.code_more", n=more)] if more > 0 else [])]
        )
    listing(program, told)


def encoding_program(word: EncodedWord, is_continued: bool = False) -> str | None:
    """Write the loop with the ranks that neighbours in the word have at any step.

    None where a mark was typed, too, and two pairs read alike but have different ranks.
    """
    ranks: dict[tuple[Token, Token], int | None] = {}
    tokens = word.start_tokens
    for step in word.steps:
        for pair, rank in zip(pairwise(tokens), step.candidates, strict=True):
            if ranks.setdefault(pair, rank) != rank:
                return None
        tokens = step.tokens
    if any(ranks.get(pair) is not None for pair in pairwise(tokens)):
        return None
    known = {pair: rank for pair, rank in ranks.items() if rank is not None}
    joined = 'best[0] + best[1].removeprefix("##")' if is_continued else "best[0] + best[1]"
    begin = f"ranks = {known!r}\ntokens = {[*word.start_tokens]!r}\n"
    return begin + _LOOP.format(joined=joined)
