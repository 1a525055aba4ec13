"""Makes the README's pictures, from the app: `uv run --group test python .github/pictures.py`.

`CHROMIUM` names a browser, as for the tests.
"""

import os
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent
PORT = 8599
SIZE = {"width": 1280, "height": 720}
WIDTH = 960
STEPS = 5
"""Merges that are shown: from letters to `est</w>` and `er</w>`."""

WAY = [0.15, 0.3, 0.42, 0.55, 0.68, 0.8, 0.9]
"""Where a merge is drawn on its way, as shares of its time."""

PASSING, REST = 70, 1400
"""Milliseconds that each of these is shown for, and each step."""

HOLD = """async (button) => {
    button.click();
    await new Promise(requestAnimationFrame);
    for (const each of button.getRootNode().getAnimations()) each.pause();
}"""
MOVE = """(button, share) => {
    for (const each of button.getRootNode().getAnimations())
        each.currentTime = share * each.effect.getTiming().duration;
}"""
LET_GO = """(button) => {
    for (const each of button.getRootNode().getAnimations()) each.finish();
}"""


def shot(page: Page) -> Image.Image:
    """Return what is on the screen."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return picture.resize((WIDTH, WIDTH * picture.height // picture.width))


def run_of_merges(page: Page) -> None:
    """Step through the six words; tokens glide."""
    page.goto(f"http://localhost:{PORT}/train?step=0&lang=en")
    button = page.locator('.player [data-do="next"]')
    button.wait_for()
    page.wait_for_timeout(4000)
    frames, shown = [shot(page)], [REST]
    for _ in range(STEPS):
        button.evaluate(HOLD)
        for share in WAY:
            button.evaluate(MOVE, share)
            frames.append(shot(page))
        button.evaluate(LET_GO)
        page.wait_for_timeout(200)
        frames.append(shot(page))
        shown += [PASSING] * len(WAY) + [REST]
    # One list of colours for all: what stays the same from one to the next takes no room.
    both = Image.new("RGB", (WIDTH, 2 * frames[0].height))
    both.paste(frames[0])
    both.paste(frames[-1], (0, frames[0].height))
    colours = both.quantize(255)
    first, *later = [each.quantize(palette=colours, dither=Image.Dither.NONE) for each in frames]
    first.save(
        HERE / "step-through.gif", save_all=True, append_images=later, duration=shown, loop=0
    )


def real_tokenizers(page: Page) -> None:
    """Show one sentence as two models read it."""
    page.goto(f"http://localhost:{PORT}/models?lang=en")
    page.locator("[data-token]").first.wait_for()
    page.wait_for_timeout(4000)
    picture = shot(page).quantize(128, dither=Image.Dither.NONE)
    picture.save(HERE / "what-models-read.png", optimize=True)


def main() -> None:
    """Serve the app, take the pictures, and end it."""
    options = [f"--server.port={PORT}", "--server.headless=true"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    with subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.DEVNULL) as server:
        try:
            for _ in range(300):
                try:
                    urlopen(f"http://localhost:{PORT}/_stcore/health").close()
                    break
                except URLError:
                    time.sleep(0.2)
            with sync_playwright() as tools:
                browser = tools.chromium.launch(
                    executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"]
                )
                page = browser.new_page(viewport=SIZE)
                page.set_default_timeout(60_000)
                run_of_merges(page)
                real_tokenizers(page)
                browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
