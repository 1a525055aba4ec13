"""Read what a player shows, as plain data: what a reader sees, not what it was given."""

from typing import Any

from tests.browser.components import Mounted

# Tokens glide only where motion is allowed.
_READ = """(host) => {
    const root = host.shadowRoot.querySelector(".player");
    const box = (element) => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
    };
    const visible = (element) => element.getClientRects().length > 0;
    const token = (chip) => ({
        token: chip.dataset.token,
        text: chip.textContent,
        left: chip.classList.contains("next-left"),
        right: chip.classList.contains("next-right"),
        fresh: chip.classList.contains("fresh"),
        ring: getComputedStyle(chip).boxShadow !== "none",
        underlined: getComputedStyle(chip, "::before").content !== "none",
        box: box(chip),
    });
    const tokens = (holder) => [...holder.querySelectorAll(".token")].map(token);
    const row = (line) => ({
        name: line.querySelector(".name").textContent,
        notes: [...line.querySelectorAll(".note")].map((note) => note.textContent),
        count: line.querySelector(".count")?.textContent,
        tokens: tokens(line.querySelector(".tokens")),
        ranks: [...line.querySelectorAll(".rank")].map((rank) => ({
            text: rank.textContent,
            title: rank.title,
            lowest: rank.classList.contains("lowest"),
            box: box(rank),
        })),
    });
    const bar = (line) => ({
        tokens: tokens(line.querySelector(".pair")).map(({ token }) => token),
        value: line.querySelector(".value").textContent,
        next: line.classList.contains("next"),
        bold: getComputedStyle(line).fontWeight,
        share: box(line.querySelector(".track i")).width / box(line.querySelector(".track")).width,
        box: box(line),
    });
    const learned = (part) => visible(part) ? {
        size: part.querySelector(".label").textContent,
        sum: box(part.querySelector(".label")),
        count: Number(part.dataset.learned),
        tokens: tokens(part),
        box: box(part),
    } : null;
    const run = (article) => {
        const part = (selector) => article.querySelector(selector);
        const bracket = part(".bracket");
        return {
            title: visible(part(".title")) ? part(".title").textContent : null,
            caption: part(".caption").textContent,
            captionTokens: tokens(part(".caption")).map(({ token }) => token),
            merged: visible(part(".merged")) ? part(".merged").textContent : null,
            mergedTokens: tokens(part(".merged")),
            headings: [...article.querySelectorAll(".words th[data-text]")].filter(visible)
                .map((heading) => heading.firstChild.textContent),
            rows: [...article.querySelectorAll(".frequent tr:not(.heading)")].map(row),
            examples: [...article.querySelectorAll(".examples tr:not(.heading)")].map(row),
            label: visible(part(".leaders")) ? part(".leaders .label").textContent : null,
            list: part(".bars ol").getAttribute("aria-label"),
            bars: [...article.querySelectorAll(".bars li:not(.sum)")].filter(visible).map(bar),
            bracket: visible(bracket) ? { ...box(bracket), text: bracket.textContent } : null,
            learned: learned(part("[data-learned]")),
        };
    };
    const button = (name) => root.querySelector(`[data-do="${name}"]`);
    const names = ["first", "previous", "play", "next", "last", "present", "keys"];
    return {
        step: Number(root.dataset.step),
        name: root.getAttribute("aria-label"),
        runs: [...root.querySelectorAll(".run")].map(run),
        slider: Number(root.querySelector(".slider").value),
        sliderMax: Number(root.querySelector(".slider").max),
        sliderText: root.querySelector(".slider").getAttribute("aria-valuetext"),
        position: root.querySelector(".position").textContent,
        box: root.querySelector(".goto").value,
        boxMax: Number(root.querySelector(".goto").max),
        spoken: root.querySelector(".spoken").textContent,
        playing: root.classList.contains("playing"),
        off: names.filter((name) => button(name).getAttribute("aria-disabled") === "true"),
    };
}"""


_PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def painted(player: Mounted, look: str) -> Any:
    """Return what a JavaScript function sees of the player once what was asked for is painted.

    The function is given the host. It finds elements and looks at them in one go: elements that
    were found before may have been painted anew meanwhile, and have no place, look or colour.
    """
    return player.root.evaluate(f"async (host) => {{ await {_PAINTED}; return ({look})(host); }}")


def read(player: Mounted) -> dict[str, Any]:
    """Return what the player shows once it has painted."""
    return painted(player, _READ)


def press(player: Mounted, *keys: str) -> None:
    """Press keys, the focus where it is."""
    for key in keys:
        player.page.keyboard.press(key)


def names(tokens: list[dict[str, Any]]) -> list[str]:
    """Return the exact tokens of chips."""
    return [token["token"] for token in tokens]


def places(tokens: list[dict[str, Any]], look: str) -> list[int]:
    """Return the places of the chips that look so."""
    return [place for place, token in enumerate(tokens) if token[look]]


def joined_at(before, after):
    """Return the places in a split of the left of two tokens that are one in the next split."""
    found, place = [], 0
    for token in after:
        if before[place] != token:
            found.append(place)
            place += 1
        place += 1
    assert place == len(before)
    return found
