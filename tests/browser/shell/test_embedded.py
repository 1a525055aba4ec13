"""In a frame of another origin: the picture and its controls, without other links."""

from playwright.sync_api import FrameLocator, expect

from tests.browser.helpers import eventually, go, serving
from tests.browser.whole import assert_whole
from ui.catalogue import catalogue
from ui.share import framed

SAY = catalogue("en")
SIZES = [(800, 600), (640, 480)]


def test_the_line_to_copy_shows_the_run_in_a_course_page(open_app, server, tmp_path):
    """The copied line shows the player at its step, whole and with controls, in two frame sizes.

    The player can be stepped, and the frame has no menu, bar or link. test_frame.py tests that a
    page shows this line.
    """
    (tmp_path / "favicon.ico").touch()
    line = framed(f"{server}/train?corpus=hug&step=2")
    (tmp_path / "course.html").write_text(f"<h1>Course</h1>{line}", encoding="utf-8")
    with serving(tmp_path) as address:
        page = open_app("course.html", at=address, wait=False)
        frame, player = page.locator("iframe"), page.frame_locator("iframe").locator(".player")
        for step, size in enumerate(SIZES, start=2):
            expect(player).to_have_attribute("data-step", str(step))
            frame.evaluate("(frame, size) => { [frame.width, frame.height] = size; }", size)
            outer = frame.bounding_box()
            assert (outer["width"], outer["height"]) == size
            eventually(page, lambda: assert_is_whole(page.frame_locator("iframe")))
            player.locator('[data-do="next"]').click()
            expect(player).to_have_attribute("data-step", str(step + 1))


def test_other_pictures_are_whole_in_a_frame(open_app):
    """The best path of a lattice and the tokens of the home page are fully visible in a frame."""
    page = open_app("unigram", embed="true", width=640, height=480)
    for picture in (".edge.best", ".home-read .token"):
        assert_whole(page, "", (picture,))
        page.set_viewport_size({"width": 800, "height": 600})
        go(page, "", embed="true")


def test_a_frame_without_a_cookie_offers_no_upload_but_the_page_itself(open_app, server, tmp_path):
    """Instead of an upload the frame has a link that opens the same page in a new window."""
    (tmp_path / "favicon.ico").touch()
    source = f"{server.replace('127.0.0.1', 'localhost')}/check?corpus=hug&mistake=weights"
    (tmp_path / "course.html").write_text(f'<iframe src="{source}" width="800" height="600">')
    with serving(tmp_path) as address:
        page = open_app("course.html", at=address, wait=False)
        frame = page.frame_locator("iframe")
        expect(frame.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning")
        frame.get_by_role("button", name=SAY["check.bring"]).click()
        link = frame.get_by_role("link", name=SAY["controls.open_alone"])
        expect(link).to_have_attribute("href", source)
        expect(link).to_have_attribute("target", "_blank")
        expect(frame.get_by_test_id("stFileUploader")).to_have_count(0)


def assert_is_whole(frame: FrameLocator) -> None:
    """Expect the player and its controls fully visible in the frame, and no menu, bar or link."""
    expect(frame.locator(".stApp")).to_have_attribute("data-test-script-state", "notRunning")
    for part in (".stSidebar", ".st-key-bar", '[data-testid="stPageLink"]'):
        for each in frame.locator(part).all():
            expect(each).to_be_hidden()
    controls = frame.locator(".player").locator(
        "[data-do]:visible, .slider, .position, .bars li:visible"
    )
    assert controls.evaluate_all("looks.notWhole") == []
