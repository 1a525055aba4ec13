"""The address carries the state, and the state follows the address."""

from urllib.parse import parse_qsl

from tests.pages.helpers import query, sent, start
from ui.samples import training_samples
from ui.shell.navigation import PAGES
from ui.shell.text import t

SECOND = list(training_samples())[1]


def follow(app, address: dict[str, str]):
    """Go to another address in the same session, as Back and Forward do."""
    app.query_params.clear()
    app.query_params.update(address)
    return app.run()


def test_a_broken_value_falls_back_and_says_so(open_page):
    """The page is shown as if the value were not there, with one sentence about it."""
    broken = {
        "corpus": "none",
        "scheme": "<b>x</b>",
        "ties": "mine",
        "mark": "$",
        "max_merges": "many",
        "vocab_size": "-3",
        "min_frequency": "0",
        "step": "1e9",
        "lang": "xx",
    }
    app = open_page("train", **broken)
    assert len(app.warning) == len(broken)
    assert app.selectbox(key="scheme").value == "paper"
    for name, value in (("corpus", "pasted"), ("step", "1000000")):
        app = open_page("train", **{name: value})
        assert len(app.warning) == 1, name


def test_an_unknown_tab_is_named_and_the_first_one_opens(open_page):
    app = open_page("models", tab="no-such")
    assert "no-such" in app.warning[0].value
    assert app.session_state["models_tabs"] == t("models.tab_inside")


def test_a_mark_that_does_not_fit_the_scheme_is_given_up(open_page):
    """Bytes have no boundary mark, whatever a link says; rules of one scheme do not stick."""
    app = open_page("train", scheme="gpt", mark="suffix")
    assert len(app.warning) == 1
    assert app.selectbox(key="mark").value == "none"
    assert app.selectbox(key="mark").disabled
    assert app.selectbox(key="mark").help in [caption.value for caption in app.caption]
    app = open_page("train", ties="largest", mark="prefix")
    app.selectbox(key="scheme").select("gpt").run()
    assert query(app) == {"scheme": "gpt"}
    assert app.selectbox(key="ties").value == "smallest-ids"


def test_choosing_writes_the_address_with_the_step_of_the_run(open_page):
    """Each change is an entry of the history; a step belongs to its run, and comes back with it.

    A limit below the step asks for no warning, since no link is wrong; another corpus opens at
    its own step. What is not ours in the address stays there.
    """
    app = open_page("train", step="7", utm="x")
    app.selectbox(key="scheme").select("huggingface").run()
    assert query(app) == {"utm": "x", "scheme": "huggingface"}
    app.selectbox(key="scheme").select("paper").run()
    assert query(app) == {"utm": "x", "step": "7"}
    app.number_input(key="max_merges").set_value(4).run()
    assert not app.warning
    assert start(app) == 4
    app.number_input(key="max_merges").set_value(None).run()
    assert (start(app), query(app)) == (7, {"utm": "x", "step": "7"})
    app.selectbox(key="corpus").select(SECOND).run()
    assert query(app) == {"utm": "x", "corpus": SECOND}


def test_back_and_forward_restore_the_controls_and_so_does_another_page(open_page):
    """What the browser's history names is what the page shows; at first that is nothing."""
    app = open_page("train")
    assert query(app) == {}
    assert app.selectbox(key="corpus").value == next(iter(training_samples()))
    assert app.selectbox(key="scheme").value == "paper"
    app.selectbox(key="scheme").select("gpt").run()
    follow(app, {})
    assert app.selectbox(key="scheme").value == "paper"
    follow(app, {"scheme": "gpt"})
    assert app.selectbox(key="scheme").value == "gpt"
    assert query(app) == {"scheme": "gpt"}
    app.number_input(key="max_merges").set_value(5).run()
    app.switch_page("app.py").run()
    app.switch_page("pages/train.py").run()
    assert app.selectbox(key="scheme").value == "gpt"
    assert app.number_input(key="max_merges").value == 5


def test_menu_links_keep_the_choices(open_page):
    """Another page continues with the same corpus, settings, step and language."""
    run = {"corpus": "six-words", "scheme": "gpt", "lang": "zh"}
    app = open_page("train", **run, step="1")
    links = [dict(parse_qsl(each.proto.query_string)) for each in app.sidebar.get("page_link")]
    led = dict(zip((page.name for page in PAGES), links, strict=True))
    assert led["encode"] == led["check"] == {**run, "step": "1"}
    assert led["bytes"] == {"corpus": "six-words", "step": "1", "lang": "zh"}, "of this scheme"
    assert led["wordpiece"] == led["joint"] == led["quiz"] == run, "each has steps of its own"


def test_pasted_text_never_enters_the_address(open_page):
    """A link says that the text was pasted, and nothing of it."""
    app = open_page("train", corpus=SECOND)
    app.selectbox(key="corpus").select("pasted").run()
    app.text_area(key="pasted_text").input("secret secrets")
    app.button(key="FormSubmitter:paste-" + t("controls.use_text")).click().run()
    assert query(app) == {"corpus": "pasted"}
    assert "secret" not in app.code[0].value
    follow(app, {"corpus": SECOND})
    assert app.selectbox(key="corpus").value == SECOND
    follow(app, {"corpus": "pasted"})
    assert app.selectbox(key="corpus").value == "pasted"
    assert app.text_area(key="pasted_text").value == "secret secrets"


def test_a_link_can_hide_the_answer(open_page):
    """As the stops of a lesson do, and show it again; any other value is told and hides nothing."""
    for value, hidden in (("1", True), ("yes", False)):
        app = open_page("train", hide=value)
        [player] = [data for data in sent(app) if "payload" in data]
        assert player["hide"]["hidden"] is hidden
        assert bool(app.warning) is not hidden
    app = open_page("train", hide="1")
    follow(app, {"hide": "0"})
    [player] = [data for data in sent(app) if "payload" in data]
    assert player["hide"]["hidden"] is False
    assert not app.warning
