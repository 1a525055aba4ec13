"""The answer hidden in the app: on every page of a session, in both languages."""

from tests.browser.helpers import settle


def caption(page, run=0):
    return page.locator(".caption").nth(run).text_content()


def bet(page, word, place, run=0):
    row = page.locator(".run").nth(run).locator(".frequent tr", has_text=word).first
    for each in (place, place + 1):
        row.locator(".tokens .token").nth(each).click()


def test_the_answer_stays_hidden_from_page_to_page(open_app):
    """H on Step through BPE, then BPE and WordPiece, each run by its own rule."""
    page = open_app("train", corpus="hug", scheme="huggingface", step=0)
    page.keyboard.press("h")
    assert caption(page).startswith("Which pair is merged next?")
    settle(page)
    bet(page, "pug", 1)
    assert caption(page).startswith("Right. Next: (u, g)")
    page.get_by_role("link", name="BPE and WordPiece").first.click()
    page.get_by_role("heading", name="WordPiece: highest score").wait_for()
    settle(page)
    assert caption(page).startswith("Which pair is merged next?")
    assert caption(page, 1).startswith("Which pair is merged next, by its score?")
    for run in (0, 1):
        bet(page, "pug", 1, run)
    assert caption(page).startswith("Right. Next: (##u, ##g)")
    assert caption(page, 1).startswith("Too low: (##u, ##g) scores 0.0278, (##g, ##s) 0.05.")


def test_a_trace_on_encode_hides_which_rank_is_lowest(open_app):
    """The ranks themselves stay; finding the lowest is the question."""
    page = open_app("encode")
    assert page.locator(".rank.lowest").count()
    page.keyboard.press("h")
    settle(page)
    assert page.locator(".rank").count()
    assert not page.locator(".rank.lowest").count()
    assert "lowest rank" not in caption(page)


def test_a_chinese_phone_bets_on_a_step_that_is_judged_only_then(open_app):
    """Far from where it was judged, the verdict comes once Python has read the record."""
    page = open_app("train", corpus="pride-and-prejudice", locale="zh-CN", width=390, height=844)
    page.keyboard.press("h")
    settle(page)
    page.locator(".goto").fill("900")
    page.locator(".goto").press("Enter")
    row = page.locator(".words tr:not(.heading)", has=page.locator(".token + .token")).first
    for place in (0, 1):
        row.locator(".tokens .token").nth(place).click()
    page.wait_for_function(
        """() => {
            const hosts = [...document.querySelectorAll("*")].filter((e) => e.shadowRoot);
            return hosts.some(({ shadowRoot }) =>
                /答对了|并列：|次数不够|太少见/.test(shadowRoot.querySelector(".caption")?.textContent));
        }"""
    )
