"""Helpers for tests of moving a player: reading its state while the clock is stopped."""

from bpe import train
from tests.data import SIX_WORDS

TRAINING = train(SIX_WORDS, "paper")
LAST = len(TRAINING.merges)


def step_of(mounted):
    return int(mounted.root.locator(".player").get_attribute("data-step"))


def button(mounted, name):
    return mounted.root.get_by_role("button", name=name, exact=True)


def wait(mounted, milliseconds):
    mounted.page.clock.run_for(milliseconds)


def shown(mounted):
    """Return the state of the player; the clock first runs 50 ms, so that changes are painted."""
    wait(mounted, 50)
    return mounted.root.evaluate(
        """(host) => {
            const part = (selector) => host.shadowRoot.querySelector(selector);
            const player = part(".player");
            return {
                step: Number(player.dataset.step),
                caption: part(".caption").textContent,
                spoken: part(".spoken").textContent,
                position: part(".position").textContent,
                slider: Number(part(".slider").value),
                box: part(".goto").value,
                play: part('[data-do="play"]').getAttribute("aria-label"),
                title: part('[data-do="play"]').title,
                playing: player.classList.contains("playing"),
                icons: ["still", "playing"].filter((name) =>
                    getComputedStyle(part(`.when-${name}`)).display !== "none"),
            };
        }"""
    )


def other_words(mounted, lang):
    """Return the player's payload with one text changed, as another language would change it."""
    return mounted.data["payload"].replace('"Step player"', f'"Step player {lang}"')
