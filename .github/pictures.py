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
STEPS = 7
GLIDE = 800
"""Milliseconds within which a merge has been drawn."""

REST = 1400
"""Milliseconds that each step is shown for."""


def shot(page: Page) -> Image.Image:
    """Return what is on the screen, in few colours."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    small = picture.resize((WIDTH, WIDTH * picture.height // picture.width))
    return small.quantize(128, dither=Image.Dither.NONE)


def run_of_merges(page: Page) -> None:
    """Step through the six words."""
    page.goto(f"http://localhost:{PORT}/train?step=0&lang=en")
    button = page.locator('.player [data-do="next"]')
    button.wait_for()
    page.wait_for_timeout(4000)
    frames = []
    for step in range(STEPS):
        if step:
            button.click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(GLIDE)
        frames.append(shot(page))
    frames[0].save(
        HERE / "step-through.gif",
        save_all=True,
        append_images=frames[1:],
        duration=REST,
        loop=0,
        optimize=True,
    )


def real_tokenizers(page: Page) -> None:
    """Show one sentence as two models read it."""
    page.goto(f"http://localhost:{PORT}/models?lang=en")
    page.locator("[data-token]").first.wait_for()
    page.wait_for_timeout(4000)
    shot(page).save(HERE / "what-models-read.png", optimize=True)


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
