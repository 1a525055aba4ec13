"""Measure the step player in Chromium: key press to paint, held keys, frames while playing.

`python -m benchmarks.player_latency [text file] [merges]` serves one player on that text and prints
a table. A latency runs from the time stamp of the real input event to a message posted in the next
animation frame, which arrives after the paint. Ratios to a 16.7 ms frame are what matters.
"""

import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from tests.browser.provision import ARGUMENTS, find_chromium

ROOT = Path(__file__).resolve().parent.parent
PRESSES = 60

APP = """
import sys
from pathlib import Path
import streamlit as st
from bpe import train
from ui.player import player
st.set_page_config(layout="wide")
text, merges = {text!r}, {merges}
training = st.cache_resource(lambda: train(Path(text).read_text("utf-8"), max_merges=merges))()
player(training, key="bench", address=False)
"""

WATCH = """
() => {
  window.latencies = [];
  const painted = (event) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.latencies.push(performance.now() - event.timeStamp);
    port2.postMessage(0);
  });
  window.addEventListener("keydown", painted, true);
  window.addEventListener("click", painted, true);
}
"""

COUNT_FRAMES = """
(seconds) => new Promise((done) => {
  const gaps = [];
  let last = performance.now();
  const end = last + 1000 * seconds;
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (now < end) requestAnimationFrame(frame);
    else done([gaps.length / seconds, gaps.filter((gap) => gap > 25).length]);
  };
  requestAnimationFrame(frame);
})
"""


@contextmanager
def served(app: str):
    """Run a script in Streamlit on a free port; yield its address."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "app.py"
        script.write_text(f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{app}", "utf-8")
        command = [
            sys.executable,
            "-m",
            "streamlit",
            "run",
            str(script),
            "--server.port",
            str(port),
        ]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for(f"http://localhost:{port}/_stcore/health")
                yield f"http://localhost:{port}"
            finally:
                server.terminate()


def wait_for(address: str) -> None:
    """Wait until a server answers, half a minute at most."""
    for _ in range(150):
        try:
            urlopen(address).close()
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"No answer from {address} within 30 s.")


def step(page: Page) -> int:
    return int(page.locator(".player").get_attribute("data-step"))


def latencies(page: Page, act, pause: int) -> str:
    """Act again and again; describe the time to paint as "median / p95"."""
    page.evaluate("() => { window.latencies.length = 0 }")
    for _ in range(PRESSES):
        act()
        page.wait_for_timeout(pause)
    found = page.evaluate("() => window.latencies")
    return f"{statistics.median(found):.0f} / {statistics.quantiles(found, n=20)[-1]:.0f} ms"


def held(page: Page, presses: int = 100) -> str:
    """Hold a key down: as many steps as the keyboard sent presses."""
    page.keyboard.press("Home")
    for _ in range(presses):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    page.wait_for_timeout(100)
    return f"{step(page)} steps of {presses} presses"


def playing(page: Page, speed: str, seconds: float) -> str:
    """Play from the start and count frames."""
    page.get_by_role("combobox", name="Speed", exact=True).select_option(speed)
    page.mouse.click(5, 5)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    rate, late = page.evaluate(COUNT_FRAMES, seconds)
    page.keyboard.press("Space")
    return f"{rate:.1f} fps, {late} late frames, {step(page)} steps in {seconds:g} s"


def measure(page: Page) -> dict[str, str]:
    sent: list[str] = []
    page.on("websocket", lambda wire: wire.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    page.wait_for_selector(".player .caption:not(:empty)", timeout=60_000)
    page.wait_for_timeout(2000)
    page.evaluate(WATCH)
    page.mouse.click(5, 5)
    press = page.keyboard.press
    table = {}
    sent.clear()
    table["right arrow, tokens gliding"] = latencies(page, lambda: press("ArrowRight"), 450)
    table["left arrow, tokens gliding"] = latencies(page, lambda: press("ArrowLeft"), 450)
    sent.clear()
    table["right arrow, every 100 ms"] = latencies(page, lambda: press("ArrowRight"), 100)
    table["sent to the server meanwhile"] = f"{len(sent)} messages"
    table["End, Home"] = latencies(page, lambda: press("End" if step(page) == 0 else "Home"), 100)
    following = page.get_by_role("button", name="Next step", exact=True)
    press("Home")
    table["click on Next step"] = latencies(page, following.click, 100)
    page.mouse.click(5, 5)
    table["right arrow held down"] = held(page)
    table["playing, 2 steps a second"] = playing(page, "2", 5)
    sent.clear()
    table["playing, 10 steps a second"] = playing(page, "10", 5)
    table["sent while playing"] = f"{len(sent)} messages"
    return table


def main() -> None:
    samples = sorted((ROOT / "sample_corpora").glob("*.txt"), key=lambda file: file.stat().st_size)
    text = sys.argv[1] if len(sys.argv) > 1 else str(samples[-1])
    merges = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    with served(APP.format(text=text, merges=merges)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        print(f"{Path(text).name}, {merges} merges, median / 95th percentile of {PRESSES}\n")
        for what, value in measure(page).items():
            print(f"| {what} | {value} |")
        browser.close()


if __name__ == "__main__":
    main()
