"""Misconceptions about BPE: each claim with the correction and evidence from runs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from bpe import PRESETS, Scheme, Snapshot, Training
from bpe.player.plurals import fields
from bpe.readings.claims import (
    Facts,
    first_longer,
    first_tie,
    longest_made,
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
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.tokens import coloured_by
from ui.links import link
from ui.pickers import sample_run
from ui.runs import Run
from ui.samples import training_samples
from ui.state import Settings
from ui.text import in_list, language, t


@dataclass(frozen=True)
class Said:
    """A sentence of the catalogue and the run it is about.

    Attributes:
        sentence: its key, after "claim_".
        facts: a function of `bpe.readings.claims`, and its arguments after the snapshot. The
            sentence is omitted if the run lacks these facts.
        sample: the training text; "" for the run on the screen, at its step.
        scheme: the scheme's name.
        step: by default the last one.
        printed: the wrong tokens that lessons print.
    """

    sentence: str
    facts: tuple[Any, ...]
    sample: str = ""
    scheme: str | Scheme = "paper"
    step: int | None = None
    printed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """The page that refutes a claim, and its choices.

    Attributes:
        query: its choices; without a `corpus` those of the run on the screen hold.
        step: at which step, or where a run has it.
    """

    page: str = "train"
    query: Mapping[str, Any] = field(default_factory=dict)
    step: int | Callable[[Training], int] | None = None


@dataclass(frozen=True)
class Claim:
    """A misconception; `claim_<name>` quotes it, and `truth_<name>` corrects it.

    Attributes:
        shown: the page and the step that refute it.
        said: the evidence from runs.
        area: the catalogue of its sentences.
    """

    name: str
    shown: Shown
    said: tuple[Said, ...] = ()
    area: str = "train"


PAPER = PRESETS["paper"]
ATTACHED = replace(PAPER, boundary="attached")
UNMARKED = replace(PAPER, boundary="none")
LIBRARY = replace(PRESETS["huggingface"], boundary="attached")
"""The rules of Hugging Face's CharBPETokenizer."""

_CUT = """high|est high|er low|er low|est cool|er cool|est new|er new|est hug|s old|er
    old|est smart|er smart|est tall|est young|est great|er great|est sister|s daughter|s brother|s
    friend|s feel|ing feel|ing|s hear|ing think|ing look|ing talk|ing walk|ing follow|ing mean|ing
    follow|ed walk|ed enter|ed answer|ed expect|ed attend|ed mention|ed delight|ed delight|ful
    wonder|ful|ly fret|ful|ly resent|ful|ly sudden|ly certain|ly equal|ly perfect|ly kind|ness
    quick|ness neighbour|s neighbour|hood self|ish agree|able dis|agree|able dis|cover|ed
    dis|content|ed un|luck|y un|affect|ed un|worth|y some|thing any|thing every|thing no|thing
    some|body any|body every|body him|self her|self your|self them|selves house|keep|ing"""

MORPHEMES = tuple(tuple(word.split("|")) for word in _CUT.split())
"""Words of the novel, split by hand into stems, prefixes and endings, without letter changes."""

BEATEN = "anna and nana ran a banana van"
BEATING = ((0, ("n", "a")), (1, ("a", "n")), (2, ("na", "na")))
"""A text, and three merges that leave fewer tokens than BPE's."""

RULES = ("r</w>", "er</w>", "ew", "new", "lo", "low", "newer</w>", "low</w>")
SMALL_RULES = ("r</w>", "lo", "low", "er</w>")
"""Lists of rules that lessons print for the samples newer-wider and low-wider."""


def _at(corpus: str, step: int | Callable[[Training], int], **query: Any) -> Shown:
    """Show a sample, by the paper's rules if nothing else is said, at a step."""
    return Shown("train", {"corpus": corpus, "scheme": "paper", **query}, step)


def _word(sentence: str, word: str, split: str, sample: str, scheme: str = "paper") -> Said:
    """Return the sentence for a word whose printed split is wrong."""
    return Said(sentence, (of_word, word), sample, scheme, printed=tuple(split.split()))


def _first(sentence: str, shown: int, sample: str, scheme: str | Scheme = "paper") -> Said:
    """Return the sentence for the first merges of a run."""
    return Said(sentence, (of_merges, shown), sample, scheme)


def _pair(sentence: str, left: str, right: str, sample: str, scheme: str, step: int) -> Said:
    """Return the sentence for a pair at a step."""
    return Said(sentence, (of_pair, (left, right)), sample, scheme, step)


SENTENCE = (
    "En un recipiente hondo, mezclar el jugo de naranja con el azúcar, jengibre, y nuez moscada."
)
"""The sentence of Jurafsky and Martin whose tokens are counted."""


CLAIMS = (
    Claim("ties", Shown(step=first_tie), (Said("ties_now", (of_run,)),)),
    Claim(
        "pair",
        Shown(step=first_longer),
        (Said("pair_characters", (of_pairs,)), Said("pair_bytes", (of_pairs,))),
    ),
    Claim(
        "cost",
        Shown(query={"tab": "stop"}),
        (Said("cost_formula", (of_merge,)), Said("cost_now", (of_best,))),
    ),
    Claim(
        "mark",
        Shown("wordpiece", {"corpus": "low-lower", "against": "subword-nmt"}),
        (
            _first("mark_suffix", 5, "low-lower"),
            _first("mark_attached", 5, "low-lower", ATTACHED),
        ),
    ),
    Claim(
        "bert",
        Shown("wordpiece", {"tab": "encode"}),
        (Said("bert_characters", (of_run,)), Said("bert_bytes", (of_run,))),
    ),
    Claim(
        "scores",
        _at("six-words", 5, scheme="sentencepiece", tab="vocabulary"),
        (Said("scores_now", (of_births,)),),
    ),
    Claim(
        "printed",
        _at("newer-wider", 1),
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
    Claim("slow", Shown(query={"tab": "code"}, step=1), (Said("slow_now", (of_work,)),)),
    Claim("words", Shown(step=0), (Said("words_now", (of_run,)),)),
    Claim("network", Shown(step=1), (Said("network_now", (of_merge,)),)),
    Claim(
        "morphemes",
        _at("first-chapters", 800, tab="words"),
        (Said("morphemes_now", (of_morphemes, MORPHEMES), "first-chapters"),),
    ),
    Claim(
        "superlative",
        Shown(
            "encode", {"corpus": "low-lower", "scheme": "paper", "sentence": "forest test water"}
        ),
        (_word("superlative_now", "forest", "", "low-lower"),),
    ),
    Claim(
        "walls",
        _at("six-words", 17, mark="none"),
        (
            Said("walls_cut", (of_spaces,), "six-words", UNMARKED),
            Said("walls_marked", (of_spaces,), "six-words", replace(PAPER, pretokenizer="text")),
        ),
    ),
    Claim("sorts", Shown(query={"tab": "code"}, step=1), (Said("sorts_now", (of_merges,)),)),
    Claim(
        "longest",
        _at("low-lower", longest_made),
        (Said("longest_now", (of_longest,), "low-lower"),),
    ),
    Claim(
        "letters",
        _at("first-chapters", 0, tab="vocabulary"),
        (Said("letters_now", (of_run,), "first-chapters"),),
    ),
    Claim("sentence_end", _at("six-words", 0)),
    Claim("unknown_id", Shown("encode", {"corpus": "hug", "scheme": "paper", "sentence": "mug"})),
    Claim("rules", Shown("encode", {"corpus": "six-words", "scheme": "gpt", "tab": "pattern"})),
    Claim("adding", Shown("models", {"tab": "space"})),
    Claim("gone", Shown("bytes")),
    Claim("order", Shown("encode", {"tab": "encoders"}), (Said("order_now", (of_order,)),)),
    Claim("loop", Shown(query={"tab": "code"}, step=1), (Said("loop_now", (of_run,)),)),
    Claim("best", Shown("quiz", {"beat": BEATEN, "forced": BEATING})),
    Claim("ids", _at("aaabdaaabac", 1, scheme="minbpe", tab="vocabulary")),
    Claim("space", Shown("models", {"tab": "space"})),
    Claim("settings", Shown("wordpiece", {"corpus": "hug", "against": "huggingface"})),
    Claim("spanish", Shown("models", {"model": "cl100k", "beside": "o200k", "sentence": SENTENCE})),
    Claim("splits", Shown("models", {"model": "bert", "sentence": "A Titan RTX has 24GB of VRAM"})),
    Claim("carets", _at("low-wider", 0), (Said("carets_now", (of_run,), "low-wider"),)),
    Claim("dates", _at("aaabdaaabac", 0, scheme="minbpe")),
    Claim(
        "gain",
        Shown("wordpiece", {"corpus": "hug", "tab": "pairs"}, step=0),
        (
            _pair("gain_score", "##g", "##s", "hug", "wordpiece", 0),
            _pair("gain_count", "##u", "##g", "hug", "wordpiece", 0),
        ),
        area="wordpiece",
    ),
    Claim(
        "hug",
        Shown("wordpiece", {"corpus": "hug", "tab": "pairs"}, step=2),
        (
            _pair("hug_pair", "hu", "##gs", "hug", "wordpiece", 2),
            _pair("hug_pair", "hu", "##g", "hug", "wordpiece", 2),
        ),
        area="wordpiece",
    ),
    Claim("idf", Shown("wordpiece", {"corpus": "hug"}, step=0), area="wordpiece"),
    Claim("library", Shown("wordpiece", {"corpus": "hug"}, step=0), area="wordpiece"),
    Claim("google", Shown("models", {"model": "bert"}), area="wordpiece"),
    Claim("merges", Shown("wordpiece", {"tab": "encode"}), area="wordpiece"),
)


def draw_claims(run: Run, step: int) -> None:
    """Draw each misconception with its correction and the evidence from runs."""
    heading("train.claims_heading")
    if run.scheme.score != "count":
        st.caption(t("train.by_score"))
    snapshot = run.training.snapshot(step)
    for claim in CLAIMS:
        with st.container(border=True):
            st.markdown(f"**{t(f'{claim.area}.claim_{claim.name}')}**")
            st.markdown(t(f"{claim.area}.truth_{claim.name}"))
            for said in claim.said:
                key = f"{claim.area}.claim_{said.sentence}"
                if said.sample:
                    _say_of_sample(key, said)
                else:
                    _say(key, said, run.scheme, _facts(snapshot, said))
            _link_to(claim.shown, run)


def _link_to(shown: Shown, run: Run) -> None:
    """Link to the page, and the step, that refutes a claim."""
    query, step = dict(shown.query), shown.step
    if "corpus" in query:
        query = {**vars(Settings()), **query}
    if callable(step):
        sample = query.get("corpus")
        of = run if sample is None else sample_run(training_samples()[sample], query["scheme"])
        step = min(step(of.training), len(of))
    page = t(f"{shown.page}.title")
    if step is None:
        link(shown.page, t("train.claim_show", page=page), **query)
    else:
        label = t("train.claim_show_step", page=page, step=step)
        link(shown.page, label, **query, step=step)


def _say_of_sample(key: str, said: Said) -> None:
    sample = training_samples()[said.sample]
    run = sample_run(sample, said.scheme)
    training = run.training
    facts = _facts(training.snapshot(len(training) if said.step is None else said.step), said)
    with coloured_by(run.training.token_ranks):
        _say(key, said, run.scheme, {"run": sample.title[language()]} | facts)


def _facts(snapshot: Snapshot, said: Said) -> Facts:
    function, *arguments = said.facts
    found: Facts = function(snapshot, *arguments)
    return found


def _say(key: str, said: Said, scheme: Scheme, found: Facts) -> None:
    """Write a sentence, with tuples as tokens and bits with their sign."""
    facts: Facts = {"printed": said.printed} | found
    asked = fields(catalogue(language())[key])
    if asked <= facts.keys():
        tokens = {name: each for name in asked if isinstance(each := facts[name], tuple)}
        written = {name: _written(facts[name]) for name in asked - tokens.keys()}
        say(key, scheme, tokens, **written)


def _written(fact: object) -> object:
    if isinstance(fact, list):
        return in_list(fact)
    return f"{fact:+,.1f}".replace("-", "−") if isinstance(fact, float) else fact
