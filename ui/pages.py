"""All pages, in the order of the menu."""

from collections.abc import Callable
from dataclasses import replace

from bpe import PRESETS
from bpe.readings.tokenizers import SCRIPTS
from ui.catalogue import LANGUAGES, opening
from ui.samples import EXAMPLES, NOVEL, SIX_WORDS, parallel_samples
from ui.state import (
    HOME,
    MAX_LINK_CHARS,
    OWN_FILES,
    OWN_PAIR,
    Choice,
    IntRange,
    Page,
    PageRuns,
    one_of,
    text_up_to,
)
from ui.tokenizers import shipped
from ui.vote.rooms import parse_code

SENTENCE = Choice("sentence", text_up_to(MAX_LINK_CHARS, may_be_empty=True), typed=True)

MAX_HAND_CHARS = 300
"""Maximum number of characters of a text merged by hand."""

BY_HAND = Choice("beat", text_up_to(MAX_HAND_CHARS, may_be_empty=True), once=True)
"""The choice of the text merged by hand; the merges are forced merges."""

MAX_HOME_CHARS = 120
"""Maximum number of characters of the sentence of Home."""

MAX_NAME_CHARS = 120
"""Maximum number of characters of a token or a word in an address."""

MAX_SEED = 999_999
"""Largest seed of the rounds of Predict the merge."""

OWN_RUN = "own"
"""The run of the reader, as a tokenizer of What models read."""

VOTE_KINDS = ("merge", "tokens")
NORMALIZERS = ("nmt_nfkc", "nfkc", "nfc", "none")
MISTAKES = (
    *("neighbours", "ties", "weights", "stale", "overlap", "once", "twice", "text", "words"),
    *("spaces", "lower", "special", "aliases", "score", "one_more", "none", "handout"),
)
"""The examples of a trainer with a mistake on Check my BPE, the first one first."""

PAIR = "pair"
"""Comparison of the page BPE vs. WordPiece: another pair first, the score, or a preset's rules."""

TOKENIZERS = (*shipped(), OWN_RUN)


def model_for(side: str) -> Callable[[str], str]:
    """Return the key of the tokenizer of one side for a reader of a language."""
    return lambda lang: LANGUAGES[lang].models[side]


PAGES = (
    Page(
        HOME,
        ":material/home:",
        "learn",
        choices=(
            Choice("sentence", text_up_to(MAX_HOME_CHARS, may_be_empty=True), typed=True),
            Choice("at", one_of(("why",)), once=True),
            BY_HAND,
        ),
        more=(),
    ),
    Page(
        "train",
        ":material/skip_next:",
        "learn",
        PageRuns(SIX_WORDS, text_by_language=opening("train")),
        choices=(
            Choice("token", text_up_to(MAX_NAME_CHARS)),
            Choice("word", text_up_to(MAX_NAME_CHARS)),
        ),
        tabs=("pairs", "words", "vocabulary", "token", "stop", "code", "claims"),
        more=("settings", "downloads"),
    ),
    Page(
        "encode",
        ":material/swap_horiz:",
        "learn",
        PageRuns(NOVEL, text_by_language=opening("encode")),
        choices=(SENTENCE,),
        tabs=("sentence", "ways", "decode", "code"),
        parts={"ways": ("encoders", "pattern")},
    ),
    Page(
        "quiz",
        ":material/quiz:",
        "learn",
        choices=(
            Choice("round", IntRange(1, 7), default=1),
            Choice("seed", IntRange(1, MAX_SEED), default=1),
            Choice("words", one_of(LANGUAGES), by_language=lambda lang: lang),
            BY_HAND,
        ),
        more=("downloads",),
    ),
    Page(
        "vote",
        ":material/how_to_vote:",
        "learn",
        PageRuns(SIX_WORDS, text_by_language=opening("vote")),
        choices=(Choice("room", parse_code), Choice("ask", one_of(VOTE_KINDS), VOTE_KINDS[0])),
    ),
    Page(
        "models",
        ":material/forum:",
        "real",
        choices=(
            *(
                Choice(side, one_of(TOKENIZERS), own=(OWN_FILES,), by_language=model_for(side))
                for side in ("model", "beside")
            ),
            replace(SENTENCE, by_language=lambda lang: EXAMPLES[LANGUAGES[lang].models["text"]]),
            Choice("find", text_up_to(100), typed=True),
            Choice("script", one_of(SCRIPTS)),
        ),
        tabs=("inside", "cost", "edges", "find", "unused", "file"),
        parts={
            "inside": ("letters", "numbers", "code", "rows"),
            "cost": ("all", "languages"),
            "edges": ("edge", "special", "chat", "space"),
        },
        more=(),
        beside="picture",
    ),
    Page(
        "bytes",
        ":material/memory:",
        "real",
        PageRuns(
            "fables",
            schemes=("gpt", "gpt2", "minbpe", "cs336"),
            scheme="gpt",
            needs="characters",
            text_by_language=opening("bytes"),
        ),
        choices=(SENTENCE,),
        tabs=("made", "merging", "cuts", "stream"),
        parts={"merging": ("merges", "spelling")},
        beside="picture",
    ),
    Page(
        "wordpiece",
        ":material/compare:",
        "other",
        PageRuns(
            "hug",
            schemes=("wordpiece",),
            scheme="wordpiece",
            text_by_language=opening("wordpiece"),
        ),
        choices=(Choice("against", one_of((PAIR, *PRESETS))),),
        tabs=("pairs", "parting", "encode"),
    ),
    Page(
        "sentencepiece",
        ":material/space_bar:",
        "other",
        PageRuns(
            NOVEL,
            schemes=("sentencepiece",),
            scheme="sentencepiece",
            needs="length",
            text_by_language=opening("sentencepiece"),
        ),
        choices=(Choice("normalizer", one_of(NORMALIZERS), NORMALIZERS[0]), SENTENCE),
        tabs=("changes", "training", "chinese"),
        parts={"training": ("trainer", "forbidden")},
        beside="picture",
    ),
    Page(
        "unigram",
        ":material/content_cut:",
        "other",
        PageRuns(
            SIX_WORDS,
            schemes=("unigram",),
            scheme="unigram",
            text_by_language=opening("unigram"),
        ),
        choices=(Choice("word", text_up_to(MAX_NAME_CHARS)),),
        tabs=("splits", "pieces", "sampling", "compare"),
        parts={"pieces": ("removal", "vocabulary")},
    ),
    Page(
        "joint",
        ":material/translate:",
        "lab",
        PageRuns(
            next(iter(parallel_samples())),
            schemes=("subword-nmt", "paper", "huggingface", "gpt", "sentencepiece"),
            choice="pair",
            text_by_language=opening("joint"),
        ),
        choices=(Choice("pair", one_of(parallel_samples()), own=(OWN_PAIR,)),),
        tabs=("shared", "cost", "filter"),
    ),
    Page(
        "check",
        ":material/rule:",
        "lab",
        PageRuns("four-stories", scheme="cs336", text_by_language=opening("check")),
        choices=(Choice("mistake", one_of(MISTAKES)),),
        tabs=("known",),
    ),
)


def page_named(name: str) -> Page:
    """Return the page of this name."""
    return next(page for page in PAGES if page.name == name)
