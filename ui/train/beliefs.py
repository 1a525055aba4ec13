"""What learners believe of BPE, beside what its record says of morphemes, marks and networks."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bpe import PRESETS, Corpus, Training
from bpe.readings.claims import Seams, crossing, first_met, seams
from ui.controls.controls import sample_training
from ui.controls.running import result_of
from ui.corpora.jobs import digest, given
from ui.corpora.remembered import remembered
from ui.corpora.requests import Request
from ui.corpora.samples import training_samples
from ui.draw.parts import claim
from ui.draw.say import merge_tokens, say
from ui.shell.text import language, t

_CUT = """high|est high|er low|er low|est cool|er cool|est new|er new|est hug|s old|er
    old|est smart|er smart|est tall|est young|est great|er great|est sister|s daughter|s brother|s
    friend|s feel|ing feel|ing|s hear|ing think|ing look|ing talk|ing walk|ing follow|ing mean|ing
    follow|ed walk|ed enter|ed answer|ed expect|ed attend|ed mention|ed delight|ed delight|ful
    wonder|ful|ly fret|ful|ly resent|ful|ly sudden|ly certain|ly equal|ly perfect|ly kind|ness
    quick|ness neighbour|s neighbour|hood self|ish agree|able dis|agree|able dis|cover|ed
    dis|content|ed un|luck|y un|affect|ed un|worth|y some|thing any|thing every|thing no|thing
    some|body any|body every|body him|self her|self your|self them|selves house|keep|ing"""

MORPHEMES = tuple(tuple(word.split("|")) for word in _CUT.split())
"""Words of the samples, cut by hand into stems, prefixes and endings; none that change letters."""

NOVEL = "first-chapters"
"""The sample that is counted where the text on the screen has none of these words."""

CARETS, FIRST = "low-wider", 5
"""The sample whose words get a mark at the beginning and one at the end; merges shown of it."""

WALLS = "six-words"
"""The sample that is learned from once without a mark, and once without cuts into words."""


def beliefs(training: Training, step: int) -> None:
    """Draw a box for each belief: what it says, what is true, and what the record has to it."""
    counted: dict[str, Callable[[], None]] = {
        "network": partial(_network, training, step),
        "morphemes": partial(_morphemes, training, step),
        "walls": _walls,
        "sorts": partial(_sorts, training),
        "loop": partial(_loop, training),
        "carets": _carets,
        "dates": lambda: None,
    }
    for name, say_counted in counted.items():
        with claim("train", name):
            say_counted()


def _network(training: Training, step: int) -> None:
    if not len(training):
        return
    at = max(step, 1)
    merge = training.merges[at - 1]
    numbers = {"words": len(training.corpus), "merges": len(training), "count": merge.count}
    say("train.claim_network_now", training.scheme, merge_tokens(merge), step=at, **numbers)


def _morphemes(training: Training, step: int) -> None:
    found, run = _seams(training, step), t("train.claim_this_run")
    if not found.words:
        sample = training_samples()[NOVEL]
        training, run = sample_training(sample), sample.title[language()]
        step = len(training)
        found = _seams(training, step)
    numbers = {"words": found.words, "seams": found.seams, "cuts": found.cuts, "met": found.met}
    say("train.claim_morphemes_now", run=run, step=step, **numbers)


@remembered(2)
def _seams(training: Training, step: int) -> Seams:
    return seams(training.snapshot(step), MORPHEMES)


def _walls() -> None:
    sample, paper = training_samples()[WALLS], PRESETS["paper"]
    bare = sample_training(sample, replace(paper, boundary="none"))
    whole = sample_training(sample, replace(paper, pretokenizer="text"))
    over = crossing(whole)
    say(
        "train.claim_walls_now",
        whole.scheme,
        {"token": (whole.merges[over[0]].token,)},
        run=sample.title[language()],
        bare=len(crossing(bare)),
        merges=len(bare),
        over=len(over),
        all=len(whole),
        step=over[0] + 1,
    )


def _sorts(training: Training) -> None:
    met = first_met(training)
    if met is None:
        return
    merge = training.merges[0]
    say(
        "train.claim_sorts_now",
        training.scheme,
        {"first": met.first, "pair": merge.pair},
        pairs=met.pairs,
        first_count=met.first_count,
        place=met.place,
        count=merge.count,
    )


def _loop(training: Training) -> None:
    first, last = len(training.alphabet), len(training.alphabet) + len(training)
    words = len(training.corpus)
    say("train.claim_loop_now", words=words, last=len(training), first=first, tokens=last)


def _carets() -> None:
    sample, scheme = training_samples()[CARETS], replace(PRESETS["paper"], boundary="none")
    paper = sample_training(sample)
    words = paper.corpus.items()
    marked = Corpus.from_counts({f"^{word}$": count for word, count in words})
    run = result_of(Request(digest("carets", sample.name), given(marked), scheme).job)
    tokens = {"real": [merge.token for merge in run.merges[:FIRST]]}
    numbers = {"merges": len(run), "paper": len(paper), "n": FIRST}
    say("train.claim_carets_now", scheme, tokens, run=sample.title[language()], **numbers)
