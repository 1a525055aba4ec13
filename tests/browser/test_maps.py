"""Two readings of a text on a bare page: highlights, choices and messages by key and press."""

from tests.browser.test_second_time import SIDES, readings


def test_keys_lead_along_a_reading_and_to_the_other(component_page):
    """Keys walk both readings from end to end; a click keeps a token lit, the next releases it.

    I shows all ids, except when typed into a field.
    """
    [mounted] = component_page(lambda: readings("How many strawberries"))
    page, root = mounted.page, mounted.root
    listed, ids = root.get_by_role("listbox"), root.locator(".all-ids")
    rows = [root.locator(f".token[data-side='{side}']") for side in range(len(SIDES))]
    first, second = (row.count() - 1 for row in rows)

    def lit() -> list[str]:
        on = "all => all.filter((one) => one.ariaSelected === 'true').map(({ id }) => id)"
        return root.locator(".token.on").evaluate_all(on)

    listed.focus()
    walk = [("ArrowLeft", 0, 0), ("ArrowUp", 0, 0), ("ArrowRight", 0, 1), ("x", 0, 1)]
    walk += [("End", 0, first), ("ArrowRight", 0, first), ("ArrowDown", 1, second)]
    walk += [("ArrowDown", 1, second), ("ArrowRight", 1, second), ("ArrowLeft", 1, second - 1)]
    walk += [("Home", 1, 0), ("ArrowLeft", 1, 0), ("ArrowUp", 0, 0), ("ArrowRight", 0, 1)]
    for key, side, at in walk:
        page.keyboard.press(key)
        assert listed.get_attribute("aria-activedescendant") == f"token-{side}-{at}", key
        assert f"token-{side}-{at}" in lit()
        assert {each[:8] for each in lit()} == {"token-0-", "token-1-"}, "of the same text"
    page.keyboard.press("Enter")
    assert mounted.sent == [["word", [0, 1]]]
    page.evaluate("document.activeElement.shadowRoot.activeElement.blur()")
    assert lit() == []
    for at, is_kept in ((0, True), (0, False), (2, True), (1, True)):
        rows[0].nth(at).click()
        ids.hover()
        assert lit()[:1] == [f"token-0-{at}"] * is_kept
        assert mounted.sent[-1] == ["word", [0, at]]
    page.evaluate("document.body.append(document.createElement('input'))")
    for turn, is_shown in ((lambda: page.keyboard.press("i"), True), (ids.click, False)):
        turn()
        assert root.locator(".pair.ids").count() == is_shown
        assert ids.get_attribute("aria-pressed") == str(is_shown).lower()
    page.locator("input").press("i")
    assert root.locator(".pair.ids").count() == 0
