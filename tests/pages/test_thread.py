"""One run goes through the app: corpus, scheme and step, in whatever order the pages are read."""

from urllib.parse import parse_qsl

from tests.pages.helpers import blocks, sent, tab
from ui.shell.navigation import PAGES, page_named


def go(app, name: str):
    """Click a page in the menu."""
    place = [page.name for page in PAGES].index(name)
    link = app.sidebar.get("page_link")[place]
    app.query_params.clear()
    app.query_params.update(dict(parse_qsl(link.proto.query_string)))
    app.switch_page(page_named(name).file).run()
    assert not app.warning
    assert not app.error
    return app


def shown(app) -> tuple[str, str | None, int]:
    """Return corpus, scheme and step on the screen: of pickers, of slider, address or player."""
    picked = {box.key: box.value for box in app.selectbox}
    sliders = {"encode_step", "bytes_merges"}
    steps = [slider.value for slider in app.slider if slider.key in sliders]
    steps += [each["step"] for each in sent(app) if each.keys() == {"step", "home"}]
    steps += [each["start"] for each in sent(app) if "start" in each and each.get("address")]
    return picked.get("corpus") or picked["pair"], picked.get("scheme"), steps[0]


def test_a_step_moved_on_one_page_is_the_step_on_the_next(open_page):
    """A class encodes with the tokenizer it has just watched; slider and player stand at one step.

    What a page opened with goes along; a page opened fresh opens with its own text.
    """
    app = open_page("train")
    assert shown(go(app, "encode")) == ("six-words", "paper", 3)
    assert shown(go(app, "train")) == ("six-words", "paper", 3)
    app = open_page("bytes", corpus="scripts", scheme="gpt", step="9")
    assert shown(go(app, "train")) == ("scripts", "gpt", 9)
    assert shown(open_page("encode"))[0] == "pride-and-prejudice"
    app = open_page("train", step="5")
    go(app, "encode")
    assert shown(app)[2] == 5
    tab(app, "encode", "sentence").slider(key="encode_step").set_value(7).run()
    assert shown(go(app, "train")) == ("six-words", "paper", 7)


def test_a_page_that_needs_another_text_offers_it_and_the_way_back(open_page):
    """It never changes the run by itself; both buttons do what they say."""
    app = go(open_page("train", step="5"), "bytes")
    assert shown(app)[0] == "six-words"
    assert _in_one_line(app, "show_it_on")
    app.button(key="show_it_on").click().run()
    assert shown(app)[0] == "fables"
    assert _in_one_line(app, "back_to_run")
    app.button(key="back_to_run").click().run()
    assert shown(app)[0] == "six-words"
    assert not [button for button in app.button if button.key == "back_to_run"]
    assert shown(go(app, "train")) == ("six-words", "paper", 5)


def _in_one_line(app, key: str) -> bool:
    """Tell whether a button stands beside the sentence it belongs to, not below it."""
    [row] = [each for each in blocks(app.main) if key in _keys(each)]
    return row.proto.flex_container.direction == row.proto.flex_container.Direction.HORIZONTAL


def _keys(block) -> list:
    return [getattr(child, "key", None) for child in block.children.values()]


def test_a_page_with_its_own_text_or_one_as_good_offers_nothing(open_page):
    """Bytes can be seen in every text that goes beyond ASCII."""
    for page, query in (("bytes", {}), ("bytes", {"corpus": "scripts"})):
        app = open_page(page, **query)
        assert not [button for button in app.button if button.key == "show_it_on"]


def test_encoding_with_the_tokenizer_on_the_screen_is_one_click(open_page):
    """The way on below the player names run and step."""
    app = open_page("train", corpus="hug", step="2")
    [link] = [e for e in app.main.get("page_link") if e.proto.page == "encode"]
    assert dict(parse_qsl(link.proto.query_string)) == {"corpus": "hug", "step": "2"}


def test_the_way_back_leads_to_the_limits_that_were_left_last(open_page):
    """Not to those from before."""
    app = open_page("bytes", corpus="low-lower", max_merges=3, step=1)
    app.number_input(key="max_merges").set_value(2).run()
    app.button(key="show_it_on").click().run()
    assert "max_merges" not in app.query_params
    app.button(key="back_to_run").click().run()
    assert app.query_params["max_merges"] == "2"
