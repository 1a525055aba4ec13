"""The address sets the state of a page, and a change of the state changes the address."""

import pytest

from tests.pages.helpers import blocks, paste, query, sent
from tests.pages.walking import Walk, assert_link_opens, link_of
from ui.samples import EXAMPLES

BROKEN = {
    "corpus": "none",
    "scheme": "<b>x</b>",
    "ties": "mine",
    "mark": "$",
    "max_merges": "many",
    "vocab_size": "-3",
    "min_frequency": "0",
    "step": "1e9",
    "lang": "xx",
}
SIX, GPT = {"corpus": "six-words"}, {"scheme": "gpt"}
MODELS = {"model": "gpt2", "beside": "o200k", "sentence": EXAMPLES["letters"]}


@pytest.mark.parametrize(
    ("page", "asked", "refused", "link"),
    [
        ("train", BROKEN, list(BROKEN.values()), SIX),
        ("train", {"corpus": "pasted"}, ["pasted"], SIX),
        ("joint", {"pair": "two-files"}, ["two-files"], {"pair": "english-german"}),
        ("train", {"step": "1000000"}, ["1000000"], SIX),
        ("train", {"token": "x" * 500}, ["x" * 39], SIX),
        ("home", {"at": "why-not", "play": "2"}, ["why-not", "2"], {}),
        ("models", {"tab": "no-such"}, ["no-such"], MODELS),
        ("models", {"model": "gpt9"}, ["gpt9"], MODELS),
    ],
)
def test_a_value_that_cannot_be_used_is_named_and_the_page_opens_without_it(
    open_page, page, asked, refused, link
):
    """Each unusable value has one warning, and the link to share contains none of these values."""
    app = open_page(page, **asked)
    said = [each.value for each in app.warning]
    assert len(said) == len(refused)
    assert all(any(value in each for each in said) for value in refused), said
    assert link_of(app) == link


def shown(app) -> tuple[str, str | None, int | None]:
    """Return the corpus, scheme and step shown in select boxes, a slider or the player."""
    picked = {box.key: box.value for box in app.selectbox}
    sliders = {"encode_step", "bytes_merges"}
    steps = [slider.value for slider in app.slider if slider.key in sliders]
    steps += [each["start"] for each in sent(app) if "start" in each and each.get("address")]
    return picked.get("corpus"), picked.get("scheme"), steps[0] if steps else None


def six(scheme: str, step: int) -> tuple[str, str, int]:
    """Return what `shown` returns for a run on the six words."""
    return "six-words", scheme, step


HF, PAPER, BYTES = (f"scheme = {name}" for name in ("Hugging Face", "Paper", "GPT"))
STEP_5, STEP_7, UTM = {"step": "5"}, {"step": "7"}, {"utm": "x"}
OTHER, LIMITED = {"corpus": "low-lower"}, {"max_merges": "3"}
SENTENCE = "tab sentence"
CHOSEN = SIX | GPT | {"lang": "zh"}


@pytest.mark.parametrize(
    ("page", "asked", "ways", "run", "address"),
    [
        # A step belongs to its run and returns with it; unknown names in the address stay.
        ("train", UTM | STEP_7, [HF], six("huggingface", 3), UTM | {"scheme": "huggingface"}),
        ("train", UTM | STEP_7, [HF, PAPER], six("paper", 7), UTM | STEP_7),
        ("train", STEP_7, ["max_merges = 3"], six("paper", 3), LIMITED | {"step": "3"}),
        ("train", STEP_7, ["max_merges = 3", "max_merges = None"], six("paper", 7), STEP_7),
        ("train", STEP_7, ["corpus = low, lower, newest"], ("low-lower", "paper", 3), OTHER),
        ("train", {}, ["step 0", BYTES, PAPER], six("paper", 0), {"step": "0"}),
        # Rules chosen for one scheme are dropped with it; a choice drops the invalid values of a
        # link.
        ("train", {"ties": "largest", "mark": "prefix"}, [BYTES], six("gpt", 3), GPT),
        ("train", {"step": "many"}, [BYTES], six("gpt", 3), GPT),
        ("train", {"step": "0", "play": "1"}, [BYTES], six("gpt", 3), GPT),
        # Going back shows the run of the earlier address; a run survives a visit to another page.
        ("train", {}, [BYTES, "Back", HF, "Back"], six("paper", 3), {}),
        (
            *("train", {}, [BYTES, "max_merges = 3", "page quiz", "page train"]),
            *(six("gpt", 3), SIX | GPT | LIMITED | {"step": "3"}),
        ),
        # Pages share the chosen run; a page without a chosen run shows its default run.
        ("encode", {}, [SENTENCE], ("pride-and-prejudice", "paper", 2000), {}),
        (
            *("train", {}, ["page encode", SENTENCE], six("paper", 3)),
            SIX | {"scheme": "paper", "step": "3"},
        ),
        (
            *("train", STEP_5, ["page encode", SENTENCE, "encode_step = 19", "page train"]),
            *(six("paper", 19), SIX | {"scheme": "paper", "step": "19"}),
        ),
        ("train", CHOSEN | STEP_5, ["page check"], six("gpt", 5), CHOSEN | STEP_5),
        ("train", CHOSEN | STEP_5, ["page quiz"], (None, None, None), CHOSEN),
        ("train", CHOSEN | STEP_5, ["page wordpiece"], ("six-words", None, 0), CHOSEN),
        (
            *("train", CHOSEN | STEP_5, ["page bytes"], six("gpt", 5)),
            CHOSEN | STEP_5,
        ),
        (
            *("bytes", GPT | {"corpus": "scripts", "step": "9"}, ["page train"]),
            *(("scripts", "gpt", 9), GPT | {"corpus": "scripts", "step": "9"}),
        ),
        # A page that needs another text offers it.
        (
            *("train", STEP_5, ["page bytes", "max_merges = 3", "show_it_on"]),
            ("fables", "gpt", 0),
            {"corpus": "fables", "scheme": "paper"},
        ),
        # A place that a link opens once is not opened again by the menu.
        (
            *("home", {"at": "why", "sentence": "low"}, ["page quiz", "page home"]),
            *((None, None, None), {"sentence": "low"}),
        ),
        # A language is written only where the browser would not choose it.
        ("train", {}, ["language = 简体中文"], six("paper", 3), SIX | {"lang": "zh"}),
        ("train", {}, ["language = 简体中文", "language = English"], six("paper", 3), SIX),
    ],
)
def test_what_is_chosen_and_followed_leads_to_a_run_and_its_address(
    open_page, page, asked, ways, run, address
):
    """After all actions, the screen shows the run, the address names it, and no warning is left."""
    walk = Walk(open_page(page, **asked), page)
    walk.take(*ways)
    assert (shown(walk.app), query(walk.app)) == (run, address)
    assert not walk.app.warning


OWN_RUN = "models_model = My own run"


@pytest.mark.parametrize(
    ("page", "ways"),
    [
        ("bytes", ["show_it_on"]),
        ("sentencepiece", ["show_it_on", "sentencepiece_sentence = er", "normalizer = NFC"]),
        ("encode", ["scheme = SentencePiece", "vocab_size = 3"]),
        ("unigram", ["vocab_size = 3"]),
        ("train", ["page wordpiece"]),
        ("wordpiece", ["corpus = hug"]),
        ("sentencepiece", ["tab forbidden", "details"]),
        ("train", ["ties = ", "max_merges = 3", "page bytes", "page models", OWN_RUN]),
    ],
)
def test_a_link_opens_what_these_presses_lead_to(open_page, page, ways):
    """Each of these choices was once missing from the link to share."""
    walk = Walk(open_page(page, **OTHER), page)
    walk.take(*ways)
    assert_link_opens(open_page, walk)


def test_pasted_text_never_enters_the_address(open_page):
    """A link says that the text was pasted but contains none of it; the session keeps the text."""
    app = paste(open_page("train", **OTHER), "secret secrets")
    assert query(app) == {"corpus": "pasted"}
    assert "secret" not in app.code[0].value
    for address in (OTHER, {"corpus": "pasted"}):
        app.query_params.clear()
        app.query_params.update(address)
        assert app.run().selectbox(key="corpus").value == address["corpus"]
    assert app.text_area(key="pasted_text").value == "secret secrets"


def test_an_offer_is_next_to_the_sentence_it_belongs_to(open_page):
    """The button that offers another text is in the same row as the sentence about it.

    A page that shows its own text, or a text that serves as well, has no such button.
    """
    for asked in ({}, {"corpus": "scripts"}):
        assert "show_it_on" not in [each.key for each in open_page("bytes", **asked).button]
    app = open_page("bytes", **OTHER)
    [row] = [
        each
        for each in blocks(app.main)
        if "show_it_on" in [getattr(child, "key", None) for child in each.children.values()]
    ]
    assert row.proto.flex_container.direction == row.proto.flex_container.Direction.HORIZONTAL
