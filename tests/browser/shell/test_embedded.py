"""In a frame of another origin: the picture and its controls, and no way elsewhere."""

import threading
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import FloatRect, FrameLocator, expect


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
    of_size = 'width="{}" height="{}"'.format
    lines = [line.replace(of_size("100%", 600), of_size(*size)) for size in SIZES]
    assert len({line, *lines}) == 3
    (folder / "course.html").write_text("<h1>Course</h1>" + "<br>".join(lines), encoding="utf-8")
    page.goto(address)
    for at, (width, height) in enumerate(SIZES):
        outer = page.locator("iframe").nth(at).bounding_box()
        assert (outer["width"], outer["height"]) == (width, height)
        assert_is_whole(page.frame_locator("iframe").nth(at), outer)


def assert_is_whole(frame: FrameLocator, outer: FloatRect) -> None:
    """The player and its controls lie within their frame and step; of the app nothing is around."""
    player = frame.locator(".player")
    expect(player).to_have_attribute("data-step", "2")
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
    player.locator('[data-do="next"]').click()
    expect(player).to_have_attribute("data-step", "3")
