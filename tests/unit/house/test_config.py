"""The settings that the app depends on are really the ones in force."""

import pytest
from streamlit import config

from bpe.files import checks
from bpe.input.opening import MEGABYTE
from tests.conftest import ROOT
from tests.unit.deploy.serving import OPTIONS
from ui.check.lists import LONGEST_LIST
from ui.controls import own_text
from ui.corpora import uploads
from ui.shell.middleware import LARGEST_MESSAGE


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("runner.postScriptGC", False),
        ("client.showSidebarNavigation", False),
        ("browser.gatherUsageStats", False),
        ("server.enableWebsocketCompression", True),
        ("server.maxUploadSize", 64),
        ("server.maxMessageSize", 8),
        ("server.maxWidgetStateSize", 1),
    ],
)
def test_option_is_read(option, value, monkeypatch):
    """A hidden option that a new Streamlit drops would go unnoticed without this."""
    monkeypatch.chdir(ROOT)
    config.get_config_options(force_reparse=True)
    assert config.get_option(option) == value
    assert config.get_where_defined(option).endswith("config.toml")


def test_server_takes_no_larger_file_than_the_app():
    """The server's own limit is the only one a hostile client cannot skip.

    The box in the browser takes a megabyte for a million bytes, and says so where it refuses.
    """
    assert OPTIONS["server"]["maxUploadSize"] * MEGABYTE == uploads.LARGEST_TOKENIZER
    assert (own_text.LARGEST, uploads.LARGEST) == (20, 20_000_000)
    assert checks.LARGEST == uploads.LARGEST_TOKENIZER > uploads.LARGEST
    assert OPTIONS["server"]["maxWidgetStateSize"] * 10**6 > LARGEST_MESSAGE
    assert LARGEST_MESSAGE > 4 * (uploads.LONGEST_PASTED + LONGEST_LIST)
