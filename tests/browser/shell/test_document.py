"""What the frame's scripts do to the page around them: its language, its tokens, its address."""

from ui.shell.address import step_in_address
from ui.shell.frame import _document


def test_the_document_names_its_language_and_tokens_get_back_what_they_were(component_page):
    """Tokens that come later too; the attribute that carried them is gone."""
    [mounted] = component_page(lambda: _document(key="d", data={"lang": "zh-Hans"}))
    page = mounted.page
    assert page.evaluate("document.documentElement.lang") == "zh-Hans"
    page.evaluate(
        """() => document.body.insertAdjacentHTML("beforeend",
            `<p><i data-exact="%20a%20" data-token="a"></i><i data-exact="%3Cb%3E"></i></p>`)"""
    )
    restored = "() => [...document.querySelectorAll('i')].map((one) => one.dataset.token)"
    page.wait_for_function("() => !document.querySelector('[data-exact]')")
    assert page.evaluate(restored) == [" a ", "<b>"]
    page.evaluate("document.querySelector('i').outerHTML = '<i data-exact=\"%E5%A5%BD\"></i>'")
    mounted.update(lang="en")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.evaluate(restored) == ["好", "<b>"]
    watchers = page.evaluate(
        """async () => {
            const before = window.restoringTokens;
            window.mounted[0].call({ lang: "en" });
            return before === window.restoringTokens;
        }"""
    )
    assert watchers, "one observer watches, however often the page is drawn"


def test_tokens_that_stood_there_before_are_restored_too(component_page):
    """The script may come after what it is for."""

    def draw():
        step_in_address(1, 1, "first")
        _document(key="d", data={"lang": "en"})

    [first, _] = component_page(draw)
    first.page.evaluate(
        """() => {
            const part = document.createElement("i");
            part.dataset.exact = "%23";
            document.querySelector("html").append(part);
            window.mounted[1].call({ lang: "en" });
        }"""
    )
    assert first.page.evaluate("document.querySelector('i').dataset.token") == "#"


def test_a_page_without_a_player_keeps_its_step_in_the_address(component_page):
    """Left out at home, replaced without history, and nothing once the reader has left."""
    [mounted] = component_page(lambda: step_in_address(3, 5, "s"), corpus="hug")
    page = mounted.page
    length = page.evaluate("history.length")
    assert sorted(page.url.partition("?")[2].split("&")) == ["corpus=hug", "step=3"]
    mounted.update(step=0)
    assert "step=0" in page.url
    mounted.update(step=5)
    assert page.url.endswith("?corpus=hug")
    assert page.evaluate("history.length") == length
    page.evaluate("history.replaceState({ ours: 1 }, '', '/elsewhere')")
    mounted.update(step=1)
    assert page.url.endswith("/elsewhere")
    page.evaluate("history.replaceState({ ours: 1 }, '', '/train')")
    mounted.update(step=2)
    assert page.evaluate("history.state") == {"ours": 1}
    assert page.url.endswith("/train?step=2")
