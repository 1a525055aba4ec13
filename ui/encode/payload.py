"""Payload of the player: the rows of one word, by each method or rule for unknown letters."""

from collections.abc import Callable, Sequence
from typing import Any

from bpe import EncodedWord, Scheme, TraceStep
from bpe.readings.word_encoding import MethodResult, MethodResults
from ui.player.captions import Sentences
from ui.player.payload import changing, covered
from ui.player.rows import Tokens, traced_rows

Trace = tuple[EncodedWord, Sequence[TraceStep]]


def methods_run(found: MethodResults, scheme: Scheme, say: Callable[..., str]) -> dict[str, Any]:
    """Cut the rows of a word: a row for each of its endings, and what is said at each step."""
    tokens = Tokens(scheme)
    traces = [(each.word, changing(each.word)) for each in found.endings]
    rows = [
        _row(ending, trace, found, tokens, say)
        for ending, trace in zip(found.endings, traces, strict=True)
    ]
    kind = "letters" if found.unknown else "ways"
    sentences = Sentences(tokens, say)
    letters = say("encode.and").join(found.unknown)
    sentences.say(say(f"encode.ask_{kind}", letters=letters, n=len(found.unknown)))
    for step in range(max(len(steps) for _, steps in traces)):
        sentences.say(_coming(found, traces, step, sentences, say))
    sentences.say(_ended(found, say))
    texts = {
        "column": say(f"encode.column_{kind}"),
        "guess": say(f"encode.guess_{kind}"),
        "right": say("encode.guess_right"),
        "wrong": say("encode.guess_wrong"),
        "ranks": say("encode.ranks"),
    }
    ranked = _ranked(traces[0][1], tokens)
    return covered(
        rows, sentences.all(), tokens, scheme, say, title=found.text, ranked=ranked, **texts
    )


def _ranked(steps: Sequence[TraceStep], tokens: Tokens) -> list[list[int]]:
    """List the merges that make the tokens of a word: step, rank, left, right, made."""
    return [
        [place, step.rank, *tokens.all((*step.pair, step.tokens[step.places[0]]))]
        for place, step in enumerate(steps, 1)
        if step.pair and step.rank is not None
    ]


def name_of(ending: MethodResult, found: MethodResults, say: Callable[..., str]) -> str:
    """Return what a row is called: after its way, or its rule for what is unknown."""
    kind = "policy" if found.unknown else "method"
    return say(f"encode.{kind}_{slug(ending.name)}")


def _row(
    ending: MethodResult,
    trace: Trace,
    found: MethodResults,
    tokens: Tokens,
    say: Callable[..., str],
) -> dict[str, Any]:
    recut = any(not step.pair for step in trace[1])
    [row] = traced_rows([trace], tokens, recut=recut)
    n = len(ending.word.tokens)
    end = say(f"encode.end_{'one' if n == 1 else 'many'}", n=n)
    row |= {"name": name_of(ending, found, say), "recut": recut, "best": ending.is_best}
    if found.unknown:
        end += say("encode.end_back", back=ending.back)
        row["note"] = say(f"encode.engines_{ending.name}")
    return row | {"end": end}


def _coming(
    found: MethodResults,
    traces: Sequence[Trace],
    step: int,
    sentences: Sentences,
    say: Callable[..., str],
) -> str:
    """Say which pairs are merged next and which tokens are cut out, each once."""
    said = dict[str, None]()
    for ending, (_, steps) in zip(found.endings, traces, strict=True):
        if step >= len(steps):
            continue
        coming = steps[step]
        if coming.pair:
            pair = sentences.pair(coming.pair)
            said[say("encode.next_merge", pair=pair, rank=coming.rank)] = None
        else:
            kind = "cut" if found.unknown else slug(ending.name)
            token = sentences.token(coming.tokens[coming.places[0]])
            said[say(f"encode.next_{kind}", token=token)] = None
    return sentences.text("between").join(said)


def _ended(found: MethodResults, say: Callable[..., str]) -> str:
    """Say which rows are best."""
    best = [ending for ending in found.endings if ending.is_best]
    names = say("encode.and").join(name_of(ending, found, say) for ending in best)
    if found.unknown:
        return say("encode.ended_letters" if best else "encode.ended_none", names=names)
    kind = "equal" if len(best) == len(found.endings) else "ways"
    return say(f"encode.ended_{kind}", names=names, n=len(best[0].word.tokens))


def slug(name: str) -> str:
    """Return a method as the catalogue's keys have it."""
    return name.replace("-", "_")
