"""The trainer of a page without a server returns the run of the engine's record."""

import json
from collections.abc import Iterator, Sequence
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import bpe.player
from bpe import Corpus, CorpusError, train
from bpe.merging.cells import Token
from bpe.merging.values import Pair
from bpe.player.bundle import bundle
from bpe.player.cutting import cut_bets
from bpe.player.page import looks
from bpe.player.payload import CutOptions, as_json, training_run
from bpe.player.rows import MAX_ROW_TOKENS
from tests import strategies
from tests.browser.conftest import without_errors
from tests.cases import for_each
from ui.by_hand import stage_of
from ui.catalogue import LANGUAGES
from ui.samples import samples
from ui.text import speaking

SCHEMES = ("paper", "huggingface", "gpt", "gpt2")
MAX_TEXT_CHARS, MOST_MERGES = 20_000, 2_000
TEXTS = settings.default.max_examples
"""Number of random texts: 40, or 800 with HYPOTHESIS_PROFILE=full; each under every scheme."""

MERGES = 250 if TEXTS < 500 else MOST_MERGES
"""Number of merges learned from each sample."""

BATCH = 300
HERE = Path(bpe.player.__file__).parent
SOURCE = bundle(HERE / f"{name}.js" for name in ("trainer", "trainer_worker"))
TRAIN = """(asked) => JSON.stringify(JSON.parse(asked).map(([text, scheme, options, line]) => {
    try {
        const { run, bets, learned, stage } = train(text, scheme, options);
        const cut = encoded(line, learned, Math.ceil(run.steps / 2)).flat();
        return { run, bets, encoded: cut, ...(stage && { stage }) };
    } catch (error) {
        return error instanceof Refusal ? { refused: error.code } : { thrown: error.stack };
    }
}))"""
WORDED = ("title", "mark")
"""Keys of a run whose values are sentences in the page's language."""

# Python and the browser have different versions of Unicode: the look and the class of a character
# that one of them does not know yet differ.
ASSIGNED = st.characters(exclude_categories=["Cn"])
PIECES = (
    *strategies.PIECES,
    *("__proto__", "constructor", "toString", "<unk>", "[UNK]"),
    *("'S", "'ſa", "'Ll", "don't", "1234", "!?", "...\n"),
    *("\ud83d", "\ude00", "\ud800", "\ufeff", "\u2028", "\x00", "\u202e"),
    *("שלום", "مرحبا", "कि", "한국", "กำ", "。", "\U00020000"),
    *("👨\u200d👩\u200d👧\u200d👦", "🇩🇪", "\u200d", "\u0301", "\ufe0f"),
    *("\r\n", "\t", "  ", "\n\n "),
)
WORDS = st.one_of(
    strategies.runs,
    strategies.letters,
    strategies.long_words,
    st.text("abc", min_size=23, max_size=26),
    st.text("好人中文", min_size=1, max_size=90),
    st.sampled_from(("ab", "好", "a好")).map(lambda unit: unit * 600),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join),
    st.text(ASSIGNED, max_size=8),
)
GAPS = st.sampled_from(("", " ", " ", "  ", "\n", "\r\n", "\t", "\u3000", "\x1c", "\x85"))
TEXT = st.lists(st.tuples(WORDS, GAPS), max_size=12).map(lambda parts: "".join(map("".join, parts)))


class Asked(NamedTuple):
    """A text and the options of its training; evaluating the `repr` gives it again."""

    text: str
    scheme: str
    merges: int = MOST_MERGES
    words: int = 30
    pairs: int = 10
    line: str = "new words, 好吗 ab"
    judges: bool = True
    forced: tuple[Pair, ...] | None = None
    room: int = MAX_ROW_TOKENS

    def options(self, lang: str) -> dict[str, Any]:
        shown = {"maxMerges": self.merges, "words": self.words, "pairs": self.pairs}
        if self.forced is not None:
            shown["forced"] = [[*map(as_text, pair)] for pair in self.forced]
        return shown | {"looks": looks_in(lang), "judges": self.judges, "room": self.room}


def whole(text: str) -> str:
    """Return a text as in a browser: two adjacent halves of a surrogate pair are a character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


ASKED = st.builds(
    Asked,
    TEXT.map(whole),
    st.sampled_from(SCHEMES),
    st.sampled_from((0, 1, 5, MOST_MERGES, MOST_MERGES, MOST_MERGES)),
    st.sampled_from((0, 2, 30)),
    st.sampled_from((0, 1, 3, 10)),
    TEXT.map(lambda text: whole(text).encode("utf-8", "ignore").decode()),
    st.booleans(),
    st.none(),
    st.just(MAX_ROW_TOKENS),
)


def looks_in(lang: str) -> dict[str, Any]:
    with speaking(lang):
        return looks(lang)


@pytest.fixture(scope="module")
def trained(browser):
    """Return a function that trains many texts on one page and returns their results in order."""
    with without_errors() as listen:
        page = listen(browser.new_page())
        names = SOURCE + "\nObject.assign(globalThis, { train, encoded, Refusal });"
        page.add_script_tag(content=names, type="module")
        page.wait_for_function("'train' in globalThis")

        def trained(asked: Sequence[Asked], lang: str) -> list[dict[str, Any]]:
            # As JSON in ASCII: on the way to a browser half of a surrogate pair would be lost.
            given = [(each.text, each.scheme, each.options(lang), each.line) for each in asked]
            return json.loads(page.evaluate(TRAIN, json.dumps(given)))

        yield trained
        page.close()


def engine_run(asked: Asked, lang: str) -> dict[str, Any]:
    """Return the engine's result for a text, in the form of the page's JSON."""
    try:
        corpus = Corpus.from_text(asked.text, asked.scheme)
        forced = dict(enumerate(asked.forced or ()))
        training = train(corpus, asked.scheme, max_merges=asked.merges, forced=forced)
    except CorpusError as error:
        return {"refused": error.code}
    with speaking(lang):
        options = CutOptions((), asked.words, "", asked.pairs, lang, room=asked.room)
        cut = training_run(training, options)
    run = {key: value for key, value in cut.items() if key not in WORDED}
    [bets] = json.loads(cut_bets(training, options)) if asked.judges else [None]
    encoding = training.tokenizer(-(-len(training) // 2)).encode(asked.line)
    tokens = [as_text(each) for each in encoding.tokens]
    found = {"run": json.loads(as_json(run)), "bets": bets, "encoded": tokens}
    if asked.forced is None:
        return found
    stage = stage_of(asked.text, training, training, lang)
    return found | {"stage": {"words": stage["words"], "sizes": stage["mine"]}}


def as_text(token: Token) -> str:
    """Return a token as the page has it: each byte is the character with this code."""
    return token.decode("latin-1") if isinstance(token, bytes) else token


def differences(engine: Any, page: Any, path: str = "run") -> Iterator[str]:
    """Yield each field that differs."""
    if isinstance(engine, dict) and isinstance(page, dict):
        for key in {**engine, **page}:
            yield from differences(engine.get(key), page.get(key), f"{path}.{key}")
    elif isinstance(engine, list) and isinstance(page, list):
        for place, both in enumerate(zip_longest(engine, page)):
            yield from differences(*both, f"{path}[{place}]")
    elif engine != page:
        yield f"{path} is {page!r}, and {engine!r} in the engine"


def assert_equal(trained: Any, asked: Sequence[Asked], lang: str = "en") -> None:
    for each, run in zip(asked, trained(asked, lang), strict=True):
        named = (
            each if len(each.text) < MAX_TEXT_CHARS else each._replace(text=each.text[:100] + "...")
        )
        assert "thrown" not in run, f"{named}\n{run['thrown']}"
        differing = list(differences(engine_run(each, lang), run))
        assert not differing, f"{named}\n{len(differing)} differ, first {differing[0][:400]}"


def test_random_texts_give_the_run_of_the_engine(trained):
    """Every field is equal under each scheme, also if nothing can be learned."""
    found: list[Asked] = []

    @settings(max_examples=TEXTS, phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(asked=ASKED)
    def collect(asked):
        found.extend(asked._replace(scheme=scheme) for scheme in SCHEMES)

    collect()
    assert len(found) >= TEXTS
    for start in range(0, len(found), BATCH):
        assert_equal(trained, found[start : start + BATCH])


def test_merges_by_hand_give_the_run_of_the_engine(trained):
    """Up to five random merges are forced first; some texts are long words, shown in part."""
    found: list[Asked] = []
    texts = TEXT.map(whole).filter(str.split)

    @settings(max_examples=TEXTS, phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(text=texts, chance=st.randoms(use_true_random=False), scheme=st.sampled_from(SCHEMES))
    def collect(text, chance, scheme):
        if "gpt" in scheme and any("\ud800" <= each <= "\udfff" for each in text):
            return
        corpus, forced = Corpus.from_text(text, scheme), []
        for _ in range(chance.randint(0, 5)):
            options = {"max_merges": len(forced), "forced": dict(enumerate(forced))}
            pairs = train(corpus, scheme, **options).snapshot(len(forced)).pairs(20)
            if not pairs:
                break
            forced.append(chance.choice(pairs).pair)
        more, room = chance.choice((0, 0, 4)), chance.choice((MAX_ROW_TOKENS, 300))
        asked = Asked(text, scheme, len(forced) + more, 1000, 2, "", False, tuple(forced), room)
        found.append(asked)

    collect()
    assert max(len(each.forced) for each in found) == 5
    assert_equal(trained, found)


def test_each_odd_piece_gives_the_run_of_the_engine(trained):
    """Each piece is alone, inside a word and doubled, under each scheme."""
    texts = [whole(f"{piece} a{piece}b {piece}{piece}") for piece in PIECES]
    assert_equal(trained, [Asked(text, scheme) for text in texts for scheme in SCHEMES])


def test_samples_give_the_run_of_the_engine(trained):
    """The first 5,000 characters of each sample are trained, each by the next scheme."""
    texts = [sample.path.read_text("utf-8")[:5_000] for sample in samples().values()]
    turns = zip(texts, cycle(SCHEMES), strict=False)
    assert_equal(trained, [Asked(text, scheme, MERGES, judges=False) for text, scheme in turns])


@for_each("lang", LANGUAGES)
def test_signs_have_their_names_in_each_language(trained, lang):
    """Characters without a glyph have the engine's names, such as the wide space's in Chinese."""
    assert_equal(trained, [Asked("好\u3000\u00a0好\x07", "gpt")], lang)


@for_each(
    ("text", "scheme", "code"),
    [
        ("a" * (MAX_TEXT_CHARS + 1), "paper", "long_text"),
        ("🙂" * (MAX_TEXT_CHARS + 1), "gpt", "long_text"),
        (" \n", "huggingface", "no_words"),
        ("a\ud83db", "gpt", "surrogate"),
        ("a", "__proto__", "scheme"),
        ("a", "wordpiece", "scheme"),
    ],
)
def test_what_is_not_trained_has_a_code(trained, text, scheme, code):
    """A text or scheme that cannot be trained is refused with the code of a sentence."""
    assert trained([Asked(text, scheme)], "en") == [{"refused": code}]


def test_limits_are_those_of_the_trainer(trained):
    """A text of the largest size is trained, and training stops at the largest number of merges."""
    text = "🙂" * MAX_TEXT_CHARS
    assert_equal(trained, [Asked(text, "gpt")])
    many = " ".join(chr(0x4E00 + n) + chr(0x4E01 + n) for n in range(MOST_MERGES + 100))
    run = trained([Asked(many, "paper", 10**9)], "en")[0]["run"]
    assert (run["steps"], run["facts"]["stop"]) == (MOST_MERGES, "max_merges")


BESIDE = """async ([source, asked]) => {
    const trainer = new BackgroundTrainer(source);
    const [texts, scheme, options] = JSON.parse(asked);
    let ticks = 0;
    const clock = setInterval(() => ticks++);
    const train = (text) => trainer.train(text, scheme, options).catch(({ code }) => code);
    const runs = await Promise.all(texts.map(train));
    clearInterval(clock);
    return JSON.stringify({ runs, ticks, workers });
}"""
COUNTED = """globalThis.workers = 0;
globalThis.Worker = class extends Worker {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", () => workers++);
    }
};"""


@for_each(("policy", "workers"), [("", 1), ("worker-src 'none'", 0)])
def test_a_page_is_not_held_up_by_training(browser, policy, workers):
    """The page stays responsive, with a worker or, where workers are forbidden, without one.

    A new text cancels the training of the previous one.
    """
    page = browser.new_page()
    held = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    page.set_content(f"<!doctype html><title>bare</title>{held}")
    names = f"{SOURCE}\n{COUNTED}\nObject.assign(globalThis, {{ BackgroundTrainer }});"
    page.add_script_tag(content=names, type="module")
    page.wait_for_function("'BackgroundTrainer' in globalThis")
    long = samples()["pride-and-prejudice"].path.read_text("utf-8")[:MAX_TEXT_CHARS]
    asked = Asked(long, "paper", MERGES)

    def beside_page(texts: list[str]) -> dict[str, Any]:
        given = json.dumps([texts, asked.scheme, asked.options("en")])
        return json.loads(page.evaluate(BESIDE, [SOURCE, given]))

    found = beside_page(["low lower", long])
    assert found["runs"][0] is None
    assert not list(differences(engine_run(asked, "en")["run"], found["runs"][1]["run"]))
    assert found["ticks"] > 1
    assert found["workers"] == workers
    assert beside_page([" "])["runs"] == ["no_words"]
    page.close()
