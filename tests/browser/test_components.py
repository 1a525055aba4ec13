"""The bare page in which components are tested without a server."""

from playwright.sync_api import expect

from bpe import train
from ui.player import player


def test_a_player_on_a_bare_page_draws_steps_and_reports(component_page):
    """It draws what the app would, answers a key, and says once where the reader rests."""
    training = train("highest higher lower lowest cooler coolest", "paper", vocab_size=17)
    [mounted] = component_page(lambda: player(training, "p", default=1), clock=True)
    expect(mounted.root.locator(".player")).to_have_attribute("data-step", "1")
    mounted.page.keyboard.press("ArrowRight")
    expect(mounted.root.locator(".player")).to_have_attribute("data-step", "2")
    row = mounted.root.get_by_role("row", name="highest")
    tokens = row.locator(".token").evaluate_all("all => all.map(one => one.dataset.token)")
    assert tokens == list(training.snapshot(2).tokens("highest"))
    assert mounted.sent == []
    mounted.page.clock.run_for(1000)
    assert mounted.sent == [["step", [mounted.data["generation"], 2]]]
    assert mounted.page.url.endswith("?step=2")


def test_two_components_stand_side_by_side_and_leave_one_by_one(component_page):
    """A script that draws two gets two; one that is removed is gone, the other is not."""
    training = train("hug pug hugs", "paper")

    def draw():
        player(training, key="a", address=False)
        player(training, key="b", address=False)

    first, second = component_page(draw)
    expect(second.root.locator(".player")).to_be_visible()
    first.remove()
    expect(second.page.locator(".player")).to_have_count(1)
