"""What is often said of BPE: one list, each claim with its truth and with what runs say to it."""

from dataclasses import dataclass, replace
from string import Formatter

import streamlit as st

from bpe import PRESETS, Scheme
from bpe.readings.claims import (
    Facts,
    of_best,
    of_births,
    of_longest,
    of_merge,
    of_merges,
    of_morphemes,
    of_order,
    of_pair,
    of_pairs,
    of_run,
    of_spaces,
    of_word,
    of_work,
)
from ui.catalogue import catalogue
from ui.controls.controls import sample_run
from ui.corpora.run import Run
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.tokens import coloured_by
from ui.samples import training_samples
from ui.shell.navigation import link
from ui.shell.text import language, t
from ui.train.readings import FactReading, facts_at


@dataclass(frozen=True)
class Said:
    """A sentence of the catalogue and the run it is about.

    Attributes:
        sentence: its key, behind "claim_".
        facts: what it names of the run: a function of `bpe.readings.claims`, and its arguments
            behind the snapshot. One that names what the run has not is left out.
        sample: what the run is trained on; "" for the run on the screen, at its step.
        scheme: by which rules.
        step: at which step, the last one by default.
        printed: the tokens that lessons print in place of the real ones.
    """

    sentence: str
    facts: FactReading
    sample: str = ""
    scheme: str | Scheme = "paper"
    step: int | None = None
    printed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claim:
    """What is often said; `claim_<name>` quotes it and `truth_<name>` says what is true of it.

    Attributes:
        said: what runs say to it.
        area: the catalogue of its words.
        see: the pages that show what it is about.
    """

    name: str
    said: tuple[Said, ...] = ()
    area: str = "train"
    see: tuple[str, ...] = ()


PAPER = PRESETS["paper"]
ATTACHED = replace(PAPER, boundary="attached")
UNMARKED = replace(PAPER, boundary="none")
LIBRARY = replace(PRESETS["huggingface"], boundary="attached")
"""What Hugging Face's CharBPETokenizer does."""

_CUT = """high|est high|er low|er low|est cool|er cool|est new|er new|est hug|s old|er
    old|est smart|er smart|est tall|est young|est great|er great|est sister|s daughter|s brother|s
    friend|s feel|ing feel|ing|s hear|ing think|ing look|ing talk|ing walk|ing follow|ing mean|ing
    follow|ed walk|ed enter|ed answer|ed expect|ed attend|ed mention|ed delight|ed delight|ful
    wonder|ful|ly fret|ful|ly resent|ful|ly sudden|ly certain|ly equal|ly perfect|ly kind|ness
    quick|ness neighbour|s neighbour|hood self|ish agree|able dis|agree|able dis|cover|ed
    dis|content|ed un|luck|y un|affect|ed un|worth|y some|thing any|thing every|thing no|thing
    some|body any|body every|body him|self her|self your|self them|selves house|keep|ing"""

MORPHEMES = tuple(tuple(word.split("|")) for word in _CUT.split())
"""Words of the novel, cut by hand into stems, prefixes and endings; none that change letters."""

RULES = ("r</w>", "er</w>", "ew", "new", "lo", "low", "newer</w>", "low</w>")
SMALL_RULES = ("r</w>", "lo", "low", "er</w>")
"""Lists of rules that lessons print for the samples newer-wider and low-wider."""


def _word(sentence: str, word: str, split: str, sample: str, scheme: str = "paper") -> Said:
    """Return what is said of a word whose printed split is none of the run's."""
    return Said(sentence, (of_word, word), sample, scheme, printed=tuple(split.split()))


def _first(sentence: str, shown: int, sample: str, scheme: str | Scheme = "paper") -> Said:
    """Return what is said of the first merges of a run."""
    return Said(sentence, (of_merges, shown), sample, scheme)


def _pair(sentence: str, left: str, right: str, sample: str, scheme: str, step: int) -> Said:
    """Return what is said of a pair at a step."""
    return Said(sentence, (of_pair, (left, right)), sample, scheme, step)


CLAIMS = (
    Claim("ties", (Said("ties_now", (of_run,)),)),
    Claim("pair", (Said("pair_characters", (of_pairs,)), Said("pair_bytes", (of_pairs,)))),
    Claim("cost", (Said("cost_formula", (of_merge,)), Said("cost_now", (of_best,)))),
    Claim(
        "mark",
        (
            _first("mark_suffix", 5, "low-lower"),
            _first("mark_attached", 5, "low-lower", ATTACHED),
        ),
    ),
    Claim(
        "bert",
        (Said("bert_characters", (of_run,)), Said("bert_bytes", (of_run,))),
        see=("wordpiece", "bytes"),
    ),
    Claim("scores", (Said("scores_now", (of_births,)),)),
    Claim(
        "printed",
        (
            replace(_first("printed_rules", 8, "newer-wider"), printed=RULES),
            _word("printed_highest", "highest", "h i g h est</w>", "low-lower"),
            _word("printed_mug", "mug", "<unk> ug", "hug", "huggingface"),
            _word("printed_mug", "thug", "<unk> hug", "hug", "huggingface"),
            _pair("printed_share", "p", "u", "hug", "huggingface", 0),
            _first("printed_lines", 10, "low-wider", UNMARKED),
            replace(_first("printed_small", 4, "low-wider"), printed=SMALL_RULES),
            _first("printed_code", 10, "low-wider", UNMARKED),
            _word("split_never", "newer", "n ew er", "low-wider"),
            _word("split_never", "lower", "low er", "low-wider"),
            _word("split_misspelt", "newest", "new er", "low-wider"),
            _word("split_unknown", "outstanding", "out stand ing", "low-wider"),
            _first("printed_size", 3, "six-words", LIBRARY),
        ),
    ),
    Claim("slow", (Said("slow_now", (of_work,)),)),
    Claim("words", (Said("words_now", (of_run,)),)),
    Claim("network", (Said("network_now", (of_merge,)),)),
    Claim(
        "morphemes",
        (Said("morphemes_now", (of_morphemes, MORPHEMES), "first-chapters"),),
    ),
    Claim("superlative", (_word("superlative_now", "forest", "", "low-lower"),)),
    Claim(
        "walls",
        (
            Said("walls_cut", (of_spaces,), "six-words", UNMARKED),
            Said("walls_marked", (of_spaces,), "six-words", replace(PAPER, pretokenizer="text")),
        ),
    ),
    Claim("sorts", (Said("sorts_now", (of_merges,)),)),
    Claim("longest", (Said("longest_now", (of_longest,), "low-lower"),)),
    Claim("letters", (Said("letters_now", (of_run,), "first-chapters"),)),
    Claim("sentence_end"),
    Claim("unknown_id", see=("encode",)),
    Claim("rules"),
    Claim("adding", see=("models",)),
    Claim("gone", see=("bytes",)),
    Claim("order", (Said("order_now", (of_order,)),), see=("encode",)),
    Claim("loop", (Said("loop_now", (of_run,)),)),
    Claim("ids"),
    Claim("space", see=("models",)),
    Claim("settings"),
    Claim("spanish", see=("models",)),
    Claim("splits", see=("models",)),
    Claim("carets", (Said("carets_now", (of_run,), "low-wider"),)),
    Claim("dates"),
    Claim(
        "gain",
        (
            _pair("gain_score", "##g", "##s", "hug", "wordpiece", 0),
            _pair("gain_count", "##u", "##g", "hug", "wordpiece", 0),
        ),
        area="wordpiece",
        see=("wordpiece",),
    ),
    Claim(
        "hug",
        (
            _pair("hug_pair", "hu", "##gs", "hug", "wordpiece", 2),
            _pair("hug_pair", "hu", "##g", "hug", "wordpiece", 2),
        ),
        area="wordpiece",
        see=("wordpiece",),
    ),
    Claim("idf", area="wordpiece"),
    Claim("library", area="wordpiece"),
    Claim("google", area="wordpiece"),
    Claim("merges", area="wordpiece"),
)


def draw_claims(run: Run, step: int) -> None:
    """Set what is often said beside what is true of it, and what runs say to it."""
    heading("train.claims_heading")
    if run.scheme.score != "count":
        st.caption(t("train.by_score"))
    here = tuple(said.facts for claim in CLAIMS for said in claim.said if not said.sample)
    facts = dict(zip(here, run.read(facts_at, step, here), strict=True))
    for claim in CLAIMS:
        with st.container(border=True):
            st.markdown(f"**{t(f'{claim.area}.claim_{claim.name}')}**")
            st.markdown(t(f"{claim.area}.truth_{claim.name}"))
            for said in claim.said:
                key = f"{claim.area}.claim_{said.sentence}"
                if said.sample:
                    _say_of_sample(key, said)
                else:
                    _say(key, said, run.scheme, facts[said.facts])
            for page in claim.see:
                link(page, t("train.claim_see", page=t(f"{page}.title")))


def _say_of_sample(key: str, said: Said) -> None:
    sample = training_samples()[said.sample]
    run = sample_run(sample, said.scheme)
    [facts] = run.read(facts_at, said.step, (said.facts,))
    with coloured_by(run.summary.ranks):
        _say(key, said, run.scheme, {"run": sample.title[language()]} | facts)


def _say(key: str, said: Said, scheme: Scheme, found: Facts) -> None:
    """Say a sentence, tuples in it as tokens and bits with their sign."""
    facts: Facts = {"printed": said.printed} | found
    asked = {name for _, name, _, _ in Formatter().parse(catalogue(language())[key]) if name}
    if asked <= facts.keys():
        tokens = {name: each for name in asked if isinstance(each := facts[name], tuple)}
        written = {name: _written(facts[name]) for name in asked - tokens.keys()}
        say(key, scheme, tokens, **written)


def _written(fact: object) -> object:
    return f"{fact:+,.1f}".replace("-", "−") if isinstance(fact, float) else fact
