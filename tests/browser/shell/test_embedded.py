"""In a frame of another origin: the picture and its controls, and no way elsewhere."""

import threading
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import FloatRect, FrameLocator, expect

from tests.browser.helpers import eventually


class Quiet(SimpleHTTPRequestHandler):
    """A course's own server, which logs nothing."""

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@pytest.fixture
def course(tmp_path):
    """A page of another origin, written by the test; its folder and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}/course.html"
    server.shutdown()
    server.server_close()


SIZES = [(800, 600), (640, 480)]


def test_the_line_to_copy_shows_the_run_in_a_course_page(open_app, course):
    """At its step, whole in frames of two sizes, with its controls; and it can be stepped.

    No menu, no bar and no link are there.
    """
    folder, address = course
    (folder / "favicon.ico").touch()
    page = open_app("train", corpus="hug", step=2)
    page.get_by_role("button", name="Share").click()
    line = page.locator("code", has_text="<iframe").inner_text()
    assert "corpus=hug&step=2&embed=true" in unescape(line)
    assert 'width="100%" height="600"' in line
    (folder / "course.html").write_text(f"<h1>Course</h1>{line}", encoding="utf-8")
    page.goto(address)
    frame, player = page.locator("iframe"), page.frame_locator("iframe").locator(".player")
    for step, size in enumerate(SIZES, start=2):
        expect(player).to_have_attribute("data-step", str(step))
        frame.evaluate("(frame, size) => { [frame.width, frame.height] = size; }", size)
        outer = frame.bounding_box()
        assert (outer["width"], outer["height"]) == size
        eventually(page, lambda outer=outer: assert_is_whole(page.frame_locator("iframe"), outer))
        player.locator('[data-do="next"]').click()
        expect(player).to_have_attribute("data-step", str(step + 1))


def assert_is_whole(frame: FrameLocator, outer: FloatRect) -> None:
    """The player and its controls lie within their frame; of the app nothing is around."""
    player = frame.locator(".player")
    expect(frame.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning")
    for part in (".stSidebar", ".st-key-bar", '[data-testid="stPageLink"]'):
        for each in frame.locator(part).all():
            expect(each).to_be_hidden()
    for control in (player, *player.locator("[data-do]:visible, select, .goto").all()):
        box = control.bounding_box()
        assert outer["y"] <= box["y"]
        assert box["y"] + box["height"] <= outer["y"] + outer["height"], control
        assert box["x"] + box["width"] <= outer["x"] + outer["width"], control
    position, number = player.locator(".position").bounding_box(), player.locator(".goto")
    assert position["x"] + position["width"] <= number.bounding_box()["x"]
