"""The answer hidden: nothing gives it away, a bet is judged as the engine judges it, and told."""

import json
from dataclasses import replace

import pytest

from bpe import PRESETS, train
from bpe.readings.bets import judge
from tests.browser.player.moving import LAST, TRAINING, button, shown, wait
from tests.browser.player.reading import press
from ui.player import player

HUG = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "huggingface")
SCORED = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece")
LISTEN = "window.bets = []; document.addEventListener('bet', ({ detail }) => bets.push(detail))"


@pytest.fixture
def asked(component_page):
    """A player that hides the answer, at a step."""

    def asked(training=TRAINING, step=0, draw=None, **options):
        draw = draw or (lambda: player(training, "p", step=step, hide=True))
        [mounted] = component_page(draw, clock=True, **{"step": str(step), **options})
        mounted.page.evaluate(LISTEN)
        return mounted

    return asked


def told(mounted):
    return mounted.page.evaluate("window.bets")


def tokens(mounted, word):
    row = mounted.root.locator("tr", has=mounted.page.get_by_text(word, exact=True)).first
    return row.locator(".tokens .token")


def bet(mounted, word, place):
    tokens(mounted, word).nth(place).click()
    tokens(mounted, word).nth(place + 1).click()


def looks(mounted):
    """What is lit: the tokens of the classes that mark the coming pair and the own one."""
    wait(mounted, 50)
    return mounted.root.evaluate(
        """(host) => Object.fromEntries([
            "next-left", "next-right", "bet-left", "bet-right", "picked",
        ].map((name) => [name, [...host.shadowRoot.querySelectorAll(`.words .${name}`)]
                .map((chip) => chip.dataset.token)]))"""
    )


def test_while_it_is_hidden_nothing_gives_the_answer_away(asked):
    """No text, title, name or class of the page changes with the pair that comes next."""
    # Two runs of the same words whose first merges differ by the tie rule alone.
    pages = []
    for rule in ("first", "largest"):
        training = train(
            {"ab": 2, "cd": 2, "xab": 1, "xcd": 1}, replace(PRESETS["huggingface"], tie_rule=rule)
        )
        mounted = asked(training)
        press(mounted, "ArrowRight", "ArrowLeft")
        wait(mounted, 1000)
        pages.append(
            mounted.root.evaluate("host => host.shadowRoot.querySelector('.player').outerHTML")
        )
        assert not any(looks(mounted).values())
        assert (
            shown(mounted)["caption"] == "Which pair is merged next? Click two neighbouring tokens."
        )
        mounted.root.get_by_role("button", name="Reveal").click()
        assert looks(mounted)["next-left"] == [training.merges[0].pair[0]] * 2
    assert training.merges[0].pair == ("c", "d")
    drawing = [page.split('<path class="area"')[0] for page in pages]
    assert drawing[0] == drawing[1]


@pytest.mark.parametrize(
    ("training", "word", "place", "said"),
    [
        (
            TRAINING,
            "highest",
            4,
            "Right. Next: (e, s) occurs 3 times: in highest, lowest, coolest.",
        ),
        (
            TRAINING,
            "lower",
            3,
            "Tied: (e, r) occurs 3 times, too. Of 5 tied pairs the first seen wins: (e, s). "
            "Yours is chosen where the pair with the smaller token ids wins, or where the shorter",
        ),
        (TRAINING, "lower", 0, "Too few: (l, o) occurs 2 times, (e, s) 3 times."),
        (
            SCORED,
            "pug",
            1,
            "Too low: (##u, ##g) scores 0.0278, (##g, ##s) 0.05. Yours occurs more often, but",
        ),
    ],
)
def test_a_bet_is_judged_as_the_engine_judges_it(asked, training, word, place, said):
    """Right, tied and by whose rule, lower with both numbers; both pairs are lit, each its way."""
    mounted = asked(training)
    pair = training.snapshot(0).tokens(word)[place : place + 2]
    judged = judge(training.snapshot(0), pair)
    bet(mounted, word, place)
    state = shown(mounted)
    assert state["caption"].startswith(said)
    assert state["spoken"].endswith(state["caption"])
    assert told(mounted) == [
        {"key": "p", "run": 0, "step": 0, "verdict": judged.verdict, "hints": 0}
    ]
    lit = looks(mounted)
    assert set(zip(lit["next-left"], lit["next-right"], strict=True)) == {training.merges[0].pair}
    assert set(zip(lit["bet-left"], lit["bet-right"], strict=True)) == {pair}
    bet(mounted, word, 0)
    assert len(told(mounted)) == 1, "one bet a step"
    press(mounted, "ArrowRight")
    assert shown(mounted)["caption"].startswith("Which pair")
    assert not any(looks(mounted).values())


def test_keys_choose_a_pair_and_bet_on_it(asked):
    """Left and right between pairs, up and down between words, Enter bets; Space goes on."""
    mounted = asked(step=2)
    mounted.root.locator(".words").focus()
    press(mounted, "ArrowRight")
    assert looks(mounted)["picked"] == ["h", "i"]
    press(mounted, "ArrowRight", "ArrowDown")
    assert looks(mounted)["picked"] == ["i", "g"]
    assert shown(mounted)["spoken"] == "(i, g) higher"
    press(
        mounted,
        "ArrowUp",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
        "ArrowRight",
    )
    assert looks(mounted)["picked"] == ["est", "</w>"]
    assert shown(mounted)["step"] == 2
    press(mounted, "Enter")
    assert [each["verdict"] for each in told(mounted)] == ["right"]
    press(mounted, " ")
    assert shown(mounted)["step"] == 3
    press(mounted, " ")
    assert shown(mounted)["caption"].startswith("Next: ")
    press(mounted, " ")
    assert shown(mounted)["step"] == 4
    assert [each["verdict"] for each in told(mounted)] == ["right", "revealed"]


def test_the_reader_hides_and_shows_by_key_and_button(component_page):
    """Python hears of it; an answer to an older press changes nothing."""
    [mounted] = component_page(lambda: player(TRAINING, "p"), clock=True, step="2")
    assert mounted.data["hide"] == {"number": 0, "hidden": False, "forced": False}
    assert mounted.data["bets"] is None
    press(mounted, "h")
    assert shown(mounted)["caption"].startswith("Which pair")
    [_, (number, hidden)] = next(each for each in mounted.sent if each[0] == "hide")
    assert hidden
    mounted.update(hide={"number": 0, "hidden": False, "forced": False})
    assert shown(mounted)["caption"].startswith("Which pair")
    mounted.update(hide={"number": number, "hidden": True, "forced": False})
    toggle = button(mounted, "Hide the answer")
    assert toggle.get_attribute("aria-pressed") == "true"
    wait(mounted, 50)
    toggle.click()
    assert shown(mounted)["caption"].startswith("Next: ")
    assert [each[1][1] for each in mounted.sent if each[0] == "hide"] == [True, False]


def test_a_bet_waits_for_its_bets(asked):
    """A step that Python has not judged yet: the verdict comes with the rows."""
    mounted = asked()
    whole = mounted.data["bets"]
    mounted.update(bets=None)
    bet(mounted, "lower", 0)
    assert shown(mounted)["caption"] == "One moment, the record is being read."
    mounted.update(bets=whole)
    assert shown(mounted)["caption"].startswith("Too few: (l, o)")
    assert json.loads(whole)[0]["stop"] == LAST
