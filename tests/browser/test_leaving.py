"""Long work ends when its reader leaves, and only then.

The tests suspend the working process while readers come, go and read, so the process is still at
work afterwards on a machine of any speed.
"""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LEFT
from tests.browser.helpers import open_details, settle
from tests.browser.processes import app_at, seconds, workers
from ui.jobs import QUICK_SECONDS as MOMENT


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """Write a text whose training takes seconds: many long words, all different.

    The text is random, so no earlier run of it is cached.
    """
    letters, chance = "abcdefghijklmnopqrstuvwxyz", random.Random()
    words = ("".join(chance.choices(letters, k=39)) for _ in range(30_000))
    file = tmp_path_factory.mktemp("large") / "large.txt"
    file.write_text(" ".join(words), encoding="utf-8")
    return file


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a picker, and do not wait for the result."""
    page.get_by_role("combobox", name=label).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def send(page: Page, file: Path) -> None:
    """Upload a file and wait until the app says how many merges are learned."""
    choose(page, "Corpus", "Your own file")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("Learning merges:")).to_be_visible(timeout=90_000)


def working(app: psutil.Process, least: float = 0.05) -> psutil.Process:
    """Return the first worker that has used some seconds of processor time since the call."""
    before = {each.pid: seconds(each) for each in workers(app)}
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.02)
        for each in workers(app):
            if seconds(each) - before.get(each.pid, 0.0) > least:
                return each
    raise AssertionError("No worker works.")


def goes_on(process: psutil.Process) -> bool:
    """Return whether a process still works; a busy machine may not run it for a while."""
    before, until = seconds(process), time.monotonic() + 60
    while time.monotonic() < until and process.is_running():
        if seconds(process) > before + 0.1:
            return True
        time.sleep(0.02)
    return False


@contextmanager
def halted(process: psutil.Process) -> Iterator[None]:
    """Suspend a process inside the block; the process can still be ended."""
    process.suspend()
    try:
        yield
    finally:
        with suppress(psutil.NoSuchProcess):
            process.resume()


def ends(process: psutil.Process) -> bool:
    """Return whether a process ends soon."""
    until = time.monotonic() + 30
    while process.is_running() and time.monotonic() < until:
        time.sleep(0.02)
    return not process.is_running()


@pytest.mark.timeout(900)
def test_work_ends_with_cancel_or_the_last_tab_and_a_killed_worker_costs_one_sentence(
    open_app, server, large
):
    """Work goes on after a change of language, and while one of two waiting tabs stays open.

    The work ends with the last tab or with Cancel, which keeps the run shown before. A killed
    worker gives an alert and also keeps the run.
    """
    app = app_at(server)
    one, other = (open_app("train", scheme="cs336", max_merges=50_000) for _ in range(2))
    send(one, large)
    worker = working(app, MOMENT)  # not the one that tries it as a quick job, which soon ends
    with halted(worker):
        choose(one, "Language", "简体中文")
        expect(one.get_by_role("button", name="取消", exact=True)).to_be_visible()
    assert goes_on(worker)
    with halted(worker):
        send(other, large)
        one.close()
    assert goes_on(worker)
    with halted(worker):
        other.close()
        assert ends(worker)
    page = open_app("train", scheme="cs336", max_merges=50_000)
    send(page, large)
    worker = working(app, MOMENT)  # not the one that tries it as a quick job, which soon ends
    row = page.get_by_role("rowheader", name="highest").first
    with halted(worker):
        expect(row).to_be_visible()
        page.get_by_role("button", name="Cancel", exact=True).click()
        assert ends(worker)
    expect(page.get_by_test_id("stProgress")).to_be_hidden()
    settle(page)
    expect(row).to_be_visible()
    assert "corpus" not in page.url
    send(page, large)
    working(app).kill()
    expect(page.get_by_test_id("stAlert").first).to_be_visible()
    expect(row).to_be_visible()


def test_cancel_in_a_part_of_a_page_ends_its_work_and_closes_what_asked_for_it(open_app, server):
    """Cancel ends the trainings that an opened fold asked for, and the fold closes.

    The page is drawn in parts that wait for each other. A quick machine needs a fifth of a second
    for each of the trainings.
    """
    page = open_app("train", corpus="pride-and-prejudice", max_merges=10_000)
    open_details(page)
    fold = page.get_by_text("This corpus, trained with each tie rule")
    app = app_at(server)
    fold.click()
    working(app)
    with ExitStack() as stack:
        there = workers(app)
        for each in there:
            stack.enter_context(halted(each))
        page.get_by_role("button", name="Cancel", exact=True).click()
        assert psutil.wait_procs(there, timeout=10)[0] != []
    settle(page)
    expect(page.get_by_test_id("stProgress")).to_be_hidden()
    expect(page.get_by_role("group").filter(has=fold)).not_to_have_attribute("open", "")


def test_of_the_servers_tracebacks_only_that_of_a_tab_closed_in_an_upload_is_no_fault():
    """`LEFT` removes the traceback of an upload whose tab was closed, and no other traceback.

    Such a traceback came from a file of 19 MB on a slow line.
    """
    left = 'Traceback (most recent call last):\n  File "a"\nstarlette.requests.ClientDisconnect\n'
    other = left.replace("starlette.requests.ClientDisconnect", "ValueError: a")
    assert (LEFT.sub("", left), LEFT.sub("", other + left)) == ("", other)
