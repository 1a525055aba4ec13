"""Makes the README's pictures by the player's "Save picture".

`uv run --group test python .github/pictures.py`; `CHROMIUM` names a browser, as for the tests.
"""

import os
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bpe import train  # noqa: E402

WORDS = "highest higher lower lowest cooler coolest"
STEPS = 6
"""Merges that are shown: from letters to `low`."""
WIDTH = 1200
"""Pixels."""
REST = 1600
"""Milliseconds of each step."""


def saved_steps(browser: Browser, folder: Path) -> list[Image.Image]:
    """Return the saved picture of each step."""
    train(WORDS, "paper").save_page(folder / "run.html")
    page = browser.new_page(viewport={"width": 1600, "height": 900}, accept_downloads=True)
    page.goto((folder / "run.html").as_uri())
    page.locator(".words .token").first.wait_for()
    frames = []
    for _ in range(STEPS + 1):
        page.get_by_role("button", name="Save picture", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name="PNG", exact=True).click()
        frames.append(Image.open(BytesIO(download.value.path().read_bytes())).convert("RGB"))
        page.get_by_role("button", name="Next step").click()
        page.wait_for_timeout(1500)  # until the tokens rest
    page.close()
    return frames


def main(folder: Path) -> None:
    """Write the pictures into a folder."""
    with sync_playwright() as tools, TemporaryDirectory() as temporary:
        browser = tools.chromium.launch(
            executable_path=os.environ.get("CHROMIUM"), args=["--no-sandbox"]
        )
        frames = saved_steps(browser, Path(temporary))
        browser.close()
    size = frames[0].width, max(frame.height for frame in frames)
    height = WIDTH * size[1] // size[0]
    all_steps = Image.new("RGB", (WIDTH, height * len(frames)))
    for number, frame in enumerate(frames):
        whole = Image.new("RGB", size, frame.getpixel((0, 0)))
        whole.paste(frame)
        all_steps.paste(whole.resize((WIDTH, height)), (0, number * height))
    # One list of colours for all: what stays the same from one to the next takes no room.
    few = all_steps.quantize(128, dither=Image.Dither.NONE)
    parts = [few.crop((0, at, WIDTH, at + height)) for at in range(0, few.height, height)]
    parts[0].save(
        folder / "step-through.gif", save_all=True, append_images=parts[1:], duration=REST, loop=0
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
